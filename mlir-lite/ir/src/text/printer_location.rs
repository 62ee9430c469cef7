//! Prints locations.

use crate::data::location::{Location, LocationKind, UniquedLocation};
use crate::text::aliases::{Aliased, Otherwise};
use crate::text::asm_printer::Printer;

/// A part of a location that has not been printed yet.
enum LocationPart {
    Location(Location),
    Text(&'static str),
}

impl Printer<'_> {
    /// Prints the text in `loc(...)`.
    ///
    /// Uses a stack instead of recursion, because inlining nests call sites as deep as calls.
    pub(super) fn location(&mut self, location: Location) {
        if !self.alias_or(Aliased::Location(location), true, Otherwise::WithoutKeyword) {
            self.location_in_full(location);
        }
    }

    /// Prints a location in full; its parts may be aliases.
    pub(super) fn location_in_full(&mut self, location: Location) {
        let mut parts = Vec::new();
        self.location_head(location, &mut parts);
        while let Some(part) = parts.pop() {
            match part {
                LocationPart::Text(text) => self.write(text),
                LocationPart::Location(location) => {
                    if !self.alias_or(Aliased::Location(location), true, Otherwise::WithoutKeyword)
                    {
                        self.location_head(location, &mut parts);
                    }
                }
            }
        }
    }

    /// `:1:2`
    fn line_and_column(&mut self, line: u32, column: u32) {
        self.write(":");
        self.number(line);
        self.write(":");
        self.number(column);
    }

    /// Prints a location up to its first part, and pushes the rest onto the stack, the next part on
    /// top.
    fn location_head(&mut self, location: Location, parts: &mut Vec<LocationPart>) {
        let ctx = self.ctx;
        match location.kind(ctx) {
            LocationKind::Unknown => self.write("unknown"),
            LocationKind::Position(position)
            | LocationKind::Uniqued(&UniquedLocation::Range { at: position, .. }) => {
                match ctx.sources().line_col(position) {
                    Some(place) => {
                        self.string(place.file.name().as_bytes());
                        self.line_and_column(place.line, place.col);
                    }
                    None => self.write("unknown"),
                }
            }
            LocationKind::Uniqued(UniquedLocation::FileLineCol { file, line, column }) => {
                self.string(file.text(ctx).as_bytes());
                self.line_and_column(*line, *column);
            }
            LocationKind::Uniqued(UniquedLocation::FileRange { file, start, end }) => {
                self.string(file.text(ctx).as_bytes());
                self.line_and_column(start.0, start.1);
                self.write(" to ");
                if end.0 != start.0 {
                    self.number(end.0);
                }
                self.write(":");
                self.number(end.1);
            }
            LocationKind::Uniqued(UniquedLocation::Name { name, child }) => {
                self.string(name.text(ctx).as_bytes());
                if *child != Location::UNKNOWN {
                    self.write("(");
                    parts.extend([LocationPart::Text(")"), LocationPart::Location(*child)]);
                }
            }
            LocationKind::CallSite { callee, caller } => {
                self.write("callsite(");
                parts.extend([
                    LocationPart::Text(")"),
                    LocationPart::Location(caller),
                    LocationPart::Text(" at "),
                    LocationPart::Location(callee),
                ]);
            }
            LocationKind::Uniqued(UniquedLocation::Fused { locations, metadata }) => {
                self.write("fused");
                if let Some(metadata) = metadata {
                    self.write("<");
                    let old = std::mem::replace(&mut self.in_location, true);
                    self.attribute(*metadata);
                    self.in_location = old;
                    self.write(">");
                }
                self.write("[");
                parts.push(LocationPart::Text("]"));
                for (index, &location) in locations.iter().enumerate().rev() {
                    parts.push(LocationPart::Location(location));
                    if index > 0 {
                        parts.push(LocationPart::Text(", "));
                    }
                }
            }
        }
    }
}
