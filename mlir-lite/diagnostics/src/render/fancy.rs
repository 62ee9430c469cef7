//! The style for terminals, drawn by ariadne.
//!
//! A diagnostic that ariadne cannot draw well is written in the plain style: one without a source
//! text, one that touches a line too long to show, and one with hidden characters (ariadne shows
//! lines whole and as they are).

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use ariadne::{Cache, Color, Config, Fmt as _, IndexType, Label, Report, ReportKind, Source};

use super::excerpt::{floor_char, is_cut};
use super::place::{PositionResolver, ResolvedPosition, TextRange};
use super::plain;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source_map::SourceFile;
use crate::visible::{is_hidden, visible, visible_lines};

/// ariadne's own line tables, kept from one diagnostic to the next.
#[derive(Default)]
pub(super) struct Drawings {
    sources: Mutex<Sources>,
}

impl Drawings {
    pub(super) fn render(
        &self,
        places: &PositionResolver<'_>,
        diagnostic: &Diagnostic,
        colour: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let primary = places
            .resolve(&diagnostic.position)
            .filter(|_| diagnostic.shows_source)
            .and_then(|place| drawable(&place));
        let Some(primary) = primary else { return plain::render(places, diagnostic, out) };
        let mut others = Vec::new();
        let mut notes = Vec::new();
        let placed = diagnostic.labels.iter().map(|label| (&label.position, &label.message));
        for (position, message) in
            placed.chain(diagnostic.notes.iter().map(|note| (&note.position, &note.message)))
        {
            match places.resolve(position) {
                None => notes.push(visible_lines(message).into_owned()),
                Some(place) => match drawable(&place) {
                    Some(text) => others.push((text, message)),
                    None if place.text.is_some() => return plain::render(places, diagnostic, out),
                    None => {
                        let (name, message) = (visible(&place.name), visible_lines(message));
                        notes.push(format!("{name}:{}:{}: {message}", place.line, place.col));
                    }
                },
            }
        }

        // A poisoned lock holds line tables that are complete or absent.
        let mut sources = self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        let tint =
            |label: Label<DrawnSpan>, tint| if colour { label.with_color(tint) } else { label };
        let main_colour = match diagnostic.severity {
            Severity::Error => Color::Red,
            Severity::Warning => Color::Yellow,
            Severity::Remark | Severity::Note => Color::Cyan,
        };
        let span = sources.span(&primary);
        // In the order of the text, so that a file is drawn once; the file of the primary position
        // comes first.
        let is_alone = others.is_empty();
        let mut labels = vec![(&primary, diagnostic.label.as_deref(), main_colour)];
        labels.extend(
            others.iter().map(|(text, message)| (text, Some(message.as_str()), Color::Blue)),
        );
        labels.sort_by_key(|(text, ..)| {
            (!Arc::ptr_eq(&text.file, &primary.file), text.file.base(), text.start)
        });
        let mut report = Report::build(ReportKind::Error, span)
            .with_config(Config::new().with_color(colour).with_index_type(IndexType::Byte));
        for (text, message, label_colour) in labels {
            // Brackets around several lines are easy to read only if there is one pair.
            let text = if is_alone { text.clone() } else { first_line(text) };
            let priority = i32::from(label_colour == main_colour);
            let label = tint(Label::new(sources.span(&text)).with_priority(priority), label_colour);
            report = report.with_label(match message {
                Some(message) => label.with_message(visible_lines(message)),
                None => label,
            });
        }
        report.with_notes(&notes);
        let help: Vec<_> = diagnostic.help.iter().map(|help| visible_lines(help)).collect();
        report.with_helps(&help);
        let mut drawing = Vec::new();
        report.finish().write(&mut *sources, &mut drawing)?;
        headline(diagnostic, colour.then_some(main_colour), out)?;
        // Skips ariadne's own first line, with its words for severities.
        let first_line = drawing.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        out.write_all(&drawing[first_line..])
    }
}

/// `error[T0007]: message`.
fn headline(diagnostic: &Diagnostic, colour: Option<Color>, out: &mut dyn Write) -> io::Result<()> {
    let words = format!("{}:", diagnostic.headline());
    match colour {
        Some(colour) => write!(out, "{}", words.fg(colour))?,
        None => write!(out, "{words}")?,
    }
    writeln!(out, " {}", visible_lines(&diagnostic.message))
}

/// The text at a location, if its lines can be shown whole.
fn drawable(place: &ResolvedPosition) -> Option<TextRange> {
    let text = place.text.as_ref()?;
    let (first, _) = text.file.line_col(text.start);
    let (last, _) = text.file.line_col(text.end);
    let cut = (first..=last).any(|line| text.file.line_text(line).is_some_and(is_shown_otherwise));
    (!cut).then(|| TextRange { file: Arc::clone(&text.file), start: text.start, end: text.end })
}

/// Whether a terminal shows the line differently from its text.
fn is_shown_otherwise(line: &str) -> bool {
    is_cut(line) || line.contains(is_hidden)
}

/// The part of a location on its first line.
fn first_line(text: &TextRange) -> TextRange {
    let (line, _) = text.file.line_col(text.start);
    let end = text.file.line_start(line + 1).map_or(text.end, |next| text.end.min(next - 1));
    TextRange { end: end.max(text.start), ..text.clone() }
}

/// Identity of a file: several files may have one name.
type SourceId = usize;
type DrawnSpan = (SourceId, std::ops::Range<usize>);

#[derive(Default)]
struct Sources {
    by_id: HashMap<SourceId, (Arc<SourceFile>, Source)>,
}

impl Sources {
    fn span(&mut self, text: &TextRange) -> DrawnSpan {
        let id = Arc::as_ptr(&text.file) as SourceId;
        // The entry keeps the file alive, so that no other file gets its address.
        self.by_id.entry(id).or_insert_with(|| {
            let lines_before = text.file.first_line() as usize - 1;
            let source =
                Source::from(text.file.text().to_owned()).with_display_line_offset(lines_before);
            (Arc::clone(&text.file), source)
        });
        let whole = text.file.text();
        let start = floor_char(whole, text.start as usize);
        let end = floor_char(whole, text.end as usize).max(start);
        (id, start..end)
    }
}

impl Cache<SourceId> for Sources {
    type Storage = String;

    fn fetch(&mut self, id: &SourceId) -> Result<&Source, impl fmt::Debug> {
        self.by_id.get(id).map(|(_, source)| source).ok_or("no such source")
    }

    fn display<'a>(&self, id: &'a SourceId) -> Option<impl fmt::Display + 'a> {
        self.by_id.get(id).map(|(file, _)| visible(file.name()).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Diagnostic, Position, RenderStyle, Renderer, SourceMap, Span};
    use pretty_assertions::assert_eq;

    fn fancy(sources: &SourceMap, colour: bool, diagnostic: &Diagnostic) -> String {
        let mut out = Vec::new();
        Renderer::new(sources, RenderStyle::Fancy { colour }).render(diagnostic, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn byte_spans_after_other_alphabets() {
        let sources = SourceMap::new();
        let file = sources.add("a.toy", "# äöü\nvar a = b;\n").unwrap();
        let start = file.base() + file.text().find("b;").unwrap() as u32;
        let diagnostic = Diagnostic::error(Span::new(start, start + 1), "unknown variable 'b'")
            .with_label("not found")
            .with_note("a fact")
            .with_help("define it");
        assert_eq!(
            fancy(&sources, false, &diagnostic),
            "error: unknown variable 'b'\n   \
                ╭─[ a.toy:2:9 ]\n   \
                │\n \
              2 │ var a = b;\n   \
                │         ┬  \n   \
                │         ╰── not found\n   \
                │ \n   \
                │ Help: define it\n   \
                │ \n   \
                │ Note: a fact\n\
             ───╯\n"
        );
    }

    #[test]
    fn colour_only_on_demand() {
        let sources = SourceMap::new();
        let file = sources.add("a.toy", "x\n").unwrap();
        let diagnostic = Diagnostic::error(file.span(), "wrong");
        assert!(fancy(&sources, true, &diagnostic).contains('\x1b'));
        assert!(!fancy(&sources, false, &diagnostic).contains('\x1b'));
    }

    #[test]
    fn places_in_several_files_of_one_name() {
        let sources = SourceMap::new();
        let first = sources.add("a.toy", "first\n").unwrap();
        let second = sources.add("a.toy", "second\n").unwrap();
        let diagnostic = Diagnostic::error(second.span(), "redefinition")
            .with_secondary(Span::at(first.base()), "defined here");
        let text = fancy(&sources, false, &diagnostic);
        assert!(text.contains("│ first") && text.contains("│ second"), "{text}");
    }

    #[test]
    fn a_file_is_drawn_once_in_the_order_of_its_text() {
        let sources = SourceMap::new();
        let file = sources.add("a.toy", "one\n(two\nthree)\n").unwrap();
        let at = |start, end| Span::new(file.base() + start, file.base() + end);
        let diagnostic = Diagnostic::error(at(9, 14), "wrong")
            .with_label("third")
            .with_secondary(at(4, 15), "lines")
            .with_secondary(at(0, 3), "first");
        assert_eq!(
            fancy(&sources, false, &diagnostic),
            "error: wrong\n   \
                ╭─[ a.toy:3:1 ]\n   \
                │\n \
              1 │ one\n   \
                │ ─┬─  \n   \
                │  ╰─── first\n \
              2 │ (two\n   \
                │ ──┬─  \n   \
                │   ╰─── lines\n \
              3 │ three)\n   \
                │ ──┬──  \n   \
                │   ╰──── third\n\
             ───╯\n"
        );
    }

    #[test]
    fn every_offset_can_be_drawn() {
        let text = "ä\r\n\n\tb\n";
        let sources = SourceMap::new();
        let file = sources.add("a.toy", text).unwrap();
        for start in 0..=text.len() as u32 {
            for end in start..=text.len() as u32 {
                let span = Span::new(file.base() + start, file.base() + end);
                assert!(
                    fancy(&sources, false, &Diagnostic::error(span, "wrong"))
                        .starts_with("error: wrong")
                );
            }
        }
    }

    #[test]
    fn without_a_text_or_with_a_very_long_line_the_plain_style_is_used() {
        let sources = SourceMap::new();
        let file = sources.add("a.toy", "1, ".repeat(10_000)).unwrap();
        assert_eq!(
            fancy(&sources, false, &Diagnostic::error(Position::Unknown, "wrong")),
            "error: wrong\n"
        );
        let text =
            fancy(&sources, false, &Diagnostic::error(Span::at(file.base() + 9000), "wrong"));
        assert!(text.starts_with("a.toy:1:9001: error: wrong\n...") && text.len() < 400, "{text}");
    }
}
