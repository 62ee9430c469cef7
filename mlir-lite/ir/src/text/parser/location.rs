//! Parses locations.
//!
//! Uses a stack instead of recursion, as the printer does, because call sites nest as deep as
//! calls.

use crate::data::asm::Parsed;
use crate::data::attributes::{Attribute, AttributeKind};
use crate::data::ident::Ident;
use crate::data::location::{Location, UniquedLocation};
use crate::text::lexer::{Token, TokenKind};
use crate::text::limits::MAX_LOCATION_DEPTH;
use crate::text::parser::{Defined, Parser};
use smallvec::SmallVec;
use std::borrow::Cow;

/// A location whose parts have not all been parsed.
enum Open {
    /// `callsite(`
    Callee,
    /// `callsite(callee at`
    Caller { callee: Location },
    /// `"name"(`
    Name(Ident),
    /// `fused<metadata>[` and parts
    Fused { metadata: Option<Attribute>, locations: SmallVec<[Location; 4]> },
}

/// The beginning of a location.
enum Begin {
    Whole(Location),
    Open(Open),
}

impl Parser<'_> {
    /// `loc(...)`
    pub(in crate::text) fn location_in_parens(&mut self, defined: Defined) -> Parsed<Location> {
        self.expect_keyword("loc")?;
        self.expect_punct("(")?;
        let outer = std::mem::replace(&mut self.levels.in_location, true);
        let location = match self.token().kind {
            TokenKind::HashId => self.location_alias(defined, 0)?,
            _ => self.location()?,
        };
        self.levels.in_location = outer;
        self.expect_punct(")")?;
        Ok(location)
    }

    fn location(&mut self) -> Parsed<Location> {
        let mut open: SmallVec<[Open; 4]> = SmallVec::new();
        'begin: loop {
            self.reach_location(self.token(), open.len() + 1)?;
            let mut location = match self.begin_of_location(open.len())? {
                Begin::Whole(location) => location,
                Begin::Open(begun) => {
                    open.push(begun);
                    continue;
                }
            };
            // It may be the last part of enclosing locations.
            while let Some(around) = open.pop() {
                location = match around {
                    Open::Callee => {
                        self.expect_keyword("at")?;
                        open.push(Open::Caller { callee: location });
                        continue 'begin;
                    }
                    Open::Caller { callee } => {
                        self.expect_punct(")")?;
                        self.ctx.call_site_location(callee, location)
                    }
                    Open::Name(name) => {
                        self.expect_punct(")")?;
                        self.ctx.location(UniquedLocation::Name { name, child: location })
                    }
                    Open::Fused { metadata, mut locations } => {
                        locations.push(location);
                        if !self.eat_punct("]") {
                            if !self.eat_punct(",") {
                                return Err(self.expected("',' or ']'"));
                            }
                            open.push(Open::Fused { metadata, locations });
                            continue 'begin;
                        }
                        self.ctx.fused_location(&locations, metadata)
                    }
                };
            }
            return Ok(location);
        }
    }

    /// Parses a location without parts, or the beginning of one up to its first part. `around` is
    /// the number of enclosing locations.
    fn begin_of_location(&mut self, around: usize) -> Parsed<Begin> {
        let token = self.token();
        match token.kind {
            TokenKind::HashId => self.location_alias(Defined::Before, around).map(Begin::Whole),
            TokenKind::String => self.named_location(),
            TokenKind::BareId => match self.token_text() {
                "unknown" => {
                    self.advance();
                    Ok(Begin::Whole(Location::UNKNOWN))
                }
                "callsite" => {
                    self.advance();
                    self.expect_punct("(")?;
                    Ok(Begin::Open(Open::Callee))
                }
                "fused" => {
                    self.advance();
                    let mut metadata = None;
                    if self.eat_punct("<") {
                        metadata = Some(self.attribute(None)?);
                        self.expect_punct(">")?;
                    }
                    self.expect_punct("[")?;
                    if self.eat_punct("]") {
                        return Ok(Begin::Whole(self.ctx.fused_location(&[], metadata)));
                    }
                    Ok(Begin::Open(Open::Fused { metadata, locations: SmallVec::new() }))
                }
                _ => Err(self.expected("location")),
            },
            _ => Err(self.expected("location")),
        }
    }

    fn location_alias(&mut self, defined: Defined, around: usize) -> Parsed<Location> {
        let token = self.advance();
        let value = self.attribute_alias(token, defined)?;
        match value.map(|value| value.kind(&self.ctx)) {
            Some(AttributeKind::Location(location)) => {
                let location = *location;
                let levels = self.levels_of_location(token);
                self.reach_location(token, around + levels as usize)?;
                Ok(location)
            }
            Some(_) => Err(self.error(token, "expected location, found another attribute")),
            None => {
                let message =
                    format!("operation location alias '{}' is not defined", self.text_of(token));
                Err(self.error(token, message))
            }
        }
    }

    /// Records the levels of a location, and reports an error if there are too many.
    fn reach_location(&mut self, token: Token, levels: usize) -> Parsed<()> {
        let limit = MAX_LOCATION_DEPTH.get();
        if levels > limit {
            let advice = MAX_LOCATION_DEPTH.advice();
            let name = self.text_of(token);
            let message = match token.kind {
                TokenKind::HashId => {
                    format!(
                        "the location has more than {limit} levels where '{name}' is replaced by \
                            its definition; {advice}"
                    )
                }
                _ => format!("the location has more than {limit} levels; {advice}"),
            };
            return Err(self.error(token, message));
        }
        self.levels.deepest_location = self.levels.deepest_location.max(levels as u32);
        Ok(())
    }

    /// `"file":1:2`, `"name"` or `"name"(child)`
    fn named_location(&mut self) -> Parsed<Begin> {
        let token = self.token();
        let place = line_and_column(&self.tokens.source()[token.end..]);
        match place {
            Some((_, _, len)) => self.tokens.jump(token.end + len),
            None => _ = self.advance(),
        }
        let text = self.string_text(token, "names in locations are UTF-8")?;
        let name = match text {
            Cow::Borrowed(text) => self.ident(text),
            Cow::Owned(text) => self.ctx.ident(&text),
        };
        if place.is_some() || self.eat_punct(":") {
            let start = match place {
                Some((line, column, _)) => (line, column),
                None => {
                    let line = self.line_or_column()?;
                    if !self.eat_punct(":") {
                        return Ok(Begin::Whole(self.ctx.location_in_file(name, line, 0)));
                    }
                    (line, self.line_or_column()?)
                }
            };
            if !self.eat_keyword("to") {
                return Ok(Begin::Whole(self.ctx.location_in_file(name, start.0, start.1)));
            }
            let end = if self.is_punct(":") { start.0 } else { self.line_or_column()? };
            self.expect_punct(":")?;
            let end = (end, self.line_or_column()?);
            let file = name.text(&self.ctx);
            return Ok(Begin::Whole(self.ctx.file_range_location(file, start, end)));
        }
        if self.eat_punct("(") {
            return Ok(Begin::Open(Open::Name(name)));
        }
        let child = Location::UNKNOWN;
        Ok(Begin::Whole(self.ctx.location(UniquedLocation::Name { name, child })))
    }

    fn line_or_column(&mut self) -> Parsed<u32> {
        let token = self.token();
        let value = self.integer()?;
        u32::try_from(value).map_err(|_| self.error(token, "expected a line or column number"))
    }
}

/// Reads `:12:34` at the start of a text without making tokens, as a module with debug information
/// has several for each op. Returns the line, the column, and the length; None if the text may be
/// anything else.
fn line_and_column(text: &str) -> Option<(u32, u32, usize)> {
    let (line, length) = colon_and_number(text.as_bytes())?;
    let (column, rest) = colon_and_number(&text.as_bytes()[length..])?;
    let end = length + rest;
    let goes_on = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
    (!text.as_bytes().get(end).is_some_and(goes_on)).then_some((line, column, end))
}

/// A colon, and a number that certainly fits. Returns the number and the length of both.
fn colon_and_number(text: &[u8]) -> Option<(u32, usize)> {
    const MAX_DIGITS: usize = 9;
    let (b':', digits) = text.split_first()? else { return None };
    let mut number = 0;
    for (count, byte) in digits.iter().enumerate() {
        match byte {
            b'0'..=b'9' if count < MAX_DIGITS => number = 10 * number + u32::from(byte - b'0'),
            b'0'..=b'9' => return None,
            _ => return (count > 0).then_some((number, count + 1)),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_line_and_a_column_are_read_without_tokens() {
        assert_eq!(line_and_column(":12:345)"), Some((12, 345, 7)));
        assert_eq!(line_and_column(":999999999:0 to"), Some((999_999_999, 0, 12)));
        let others =
            ["", ":", ":1", ":1:", ":1:2", ":1:2.5)", ":1:0x2)", ":a:1)", ": 1:2)", ":1 :2)"];
        for other in others.into_iter().chain([":1000000000:1)", ":1:1000000000)", ":1:2a)"]) {
            assert_eq!(line_and_column(other), None, "{other}");
        }
    }
}
