//! The plain style: `file:line:col: severity[code]: message`, the source line, a caret.
//!
//! Secondary labels read as notes. A diagnostic without a position begins with its severity. Tests
//! and editors read this style, so its form is as stable as an API.

use std::io::{self, Write};

use super::excerpt::excerpt;
use super::place::PositionResolver;
use crate::diagnostic::{Diagnostic, Position};
use crate::visible::{visible, visible_lines};

pub(super) fn render(
    places: &PositionResolver<'_>,
    diagnostic: &Diagnostic,
    out: &mut dyn Write,
) -> io::Result<()> {
    let word = diagnostic.headline();
    if !diagnostic.shows_source
        && let Some(place) = places.resolve(&diagnostic.position)
    {
        let message = visible(&diagnostic.message);
        writeln!(out, "{}:{}:{}: {word}: {message}", visible(&place.name), place.line, place.col)?;
        return further(places, diagnostic, out);
    }
    entry(
        places,
        &diagnostic.position,
        &word,
        &diagnostic.message,
        diagnostic.label.as_deref(),
        out,
    )?;
    further(places, diagnostic, out)
}

/// Everything after the first entry.
fn further(
    places: &PositionResolver<'_>,
    diagnostic: &Diagnostic,
    out: &mut dyn Write,
) -> io::Result<()> {
    for label in &diagnostic.labels {
        entry(places, &label.position, "note", &label.message, None, out)?;
    }
    for note in &diagnostic.notes {
        entry(places, &note.position, "note", &note.message, None, out)?;
    }
    diagnostic.help.iter().try_for_each(|help| writeln!(out, "help: {}", visible_lines(help)))
}

fn entry(
    places: &PositionResolver<'_>,
    position: &Position,
    word: &str,
    message: &str,
    label: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let message = visible_lines(message);
    let Some(place) = places.resolve(position) else { return writeln!(out, "{word}: {message}") };
    writeln!(out, "{}:{}:{}: {word}: {message}", visible(&place.name), place.line, place.col)?;
    let Some(text) = &place.text else { return Ok(()) };
    let excerpt = excerpt(text);
    writeln!(out, "{}", excerpt.source)?;
    match label {
        Some(label) => writeln!(out, "{} {}", excerpt.marker, visible(label)),
        None => writeln!(out, "{}", excerpt.marker),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Diagnostic, Diagnostics, Position, RenderStyle, Renderer, SourceMap, Span};
    use pretty_assertions::assert_eq;

    fn plain(sources: &SourceMap, diagnostic: Diagnostic) -> String {
        let mut out = Vec::new();
        Renderer::new(sources, RenderStyle::Plain).render(&diagnostic, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn all_parts() {
        let sources = SourceMap::new();
        sources.add("other.toy", "x\n").unwrap();
        let file = sources.add("a.toy", "def f() {\n\tvar a = 1;\n\tvar a = 2;\n}\n").unwrap();
        let at = |offset| Span::new(file.base() + offset, file.base() + offset + 1);
        let diagnostic = Diagnostic::error(at(27), "redefinition of variable 'a'")
            .with_code("T0031")
            .with_label("defined again here")
            .with_secondary(at(15), "first defined here")
            .with_note("values do not change")
            .with_note_at(Span::new(1, 2), "an x")
            .with_help("give the new value another name");
        assert_eq!(
            plain(&sources, diagnostic),
            "a.toy:3:6: error[T0031]: redefinition of variable 'a'\n\
             \tvar a = 2;\n\
             \t    ^ defined again here\n\
             a.toy:2:6: note: first defined here\n\
             \tvar a = 1;\n\
             \t    ^\n\
             note: values do not change\n\
             other.toy:1:1: note: an x\n\
             x\n\
             ^\n\
             help: give the new value another name\n"
        );
    }

    #[test]
    fn no_place() {
        let sources = SourceMap::new();
        let warning = Diagnostic::warning(Position::Unknown, "nothing to do");
        assert_eq!(plain(&sources, warning), "warning: nothing to do\n");
        let stray = Diagnostic::error(Span::at(77), "a span of no file");
        assert_eq!(plain(&sources, stray), "error: a span of no file\n");
    }

    #[test]
    fn a_location_in_a_file_that_is_loaded() {
        let sources = SourceMap::new();
        sources.add("f.toy", "one\ntwo\n").unwrap();
        let position = Position::FileLineCol { file: "f.toy".into(), line: 2, col: 2 };
        assert_eq!(
            plain(&sources, Diagnostic::remark(position, "here")),
            "f.toy:2:2: remark: here\ntwo\n ^\n"
        );
    }

    #[test]
    fn the_line_is_left_out_where_that_is_asked_for() {
        let sources = SourceMap::new();
        sources.add("f.toy", "one\ntwo\n").unwrap();
        let position = Position::FileLineCol { file: "f.toy".into(), line: 2, col: 2 };
        let error = Diagnostic::error(position, "here").with_code("T1").without_source();
        assert_eq!(plain(&sources, error), "f.toy:2:2: error[T1]: here\n");
    }

    #[test]
    fn a_location_in_a_file_on_disk() {
        let path = std::env::temp_dir().join(format!("mlir-lite-plain-{}.toy", std::process::id()));
        std::fs::write(&path, "on disk\n").unwrap();
        let name = path.to_str().unwrap();
        let position = Position::FileLineCol { file: name.into(), line: 1, col: 4 };
        let text = plain(&SourceMap::new(), Diagnostic::error(position, "here"));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(text, format!("{name}:1:4: error: here\non disk\n   ^\n"));
    }

    #[test]
    fn a_location_in_no_file_that_can_be_read() {
        for (file, line, col) in [("no/such/file", 3, 1), ("/dev/zero", 1, 1), ("/", 0, 0)] {
            let position = Position::FileLineCol { file: file.into(), line, col };
            assert_eq!(
                plain(&SourceMap::new(), Diagnostic::error(position, "here")),
                format!("{file}:{line}:{col}: error: here\n")
            );
        }
    }

    #[test]
    fn order_of_emission() {
        let sources = SourceMap::new();
        let file = sources.add("f", "ab").unwrap();
        let mut all = Diagnostics::new();
        all.emit(Diagnostic::error(Span::at(file.base() + 1), "second place"));
        all.emit(Diagnostic::error(Span::at(file.base()), "first place"));
        let mut out = Vec::new();
        Renderer::new(&sources, RenderStyle::Plain).render_all(&all, &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "f:1:2: error: second place\nab\n ^\nf:1:1: error: first place\nab\n^\n"
        );
    }
}
