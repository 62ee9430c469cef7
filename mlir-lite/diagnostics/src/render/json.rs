//! The JSON style: one object a line, for tools.
//!
//! Keys are always present, in a fixed order: `severity`, `code` (`null` or a string), `message`,
//! `place`, `label`, `labels`, `notes`, `help`, `fix`: the changes `{"place", "text"}` that repair
//! it, where that is certain. A place is `null` or
//! `{"file", "line", "column", "end_line", "end_column"}`: counted from 1, columns in bytes, the
//! end exclusive (and equal to the start where only a point is known).

use std::io::{self, Write};

use super::place::PositionResolver;
use crate::diagnostic::{Diagnostic, Position};
use crate::visible::is_hidden;

pub(super) fn render(
    places: &PositionResolver<'_>,
    diagnostic: &Diagnostic,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut text = String::from("{\"severity\":");
    string(&mut text, diagnostic.severity.word());
    text.push_str(",\"code\":");
    match diagnostic.code {
        Some(code) => string(&mut text, code),
        None => text.push_str("null"),
    }
    text.push_str(",\"message\":");
    string(&mut text, &diagnostic.message);
    text.push_str(",\"place\":");
    place(&mut text, places, &diagnostic.position);
    text.push_str(",\"label\":");
    match &diagnostic.label {
        Some(label) => string(&mut text, label),
        None => text.push_str("null"),
    }
    text.push_str(",\"labels\":");
    list(&mut text, &diagnostic.labels, |text, label| {
        placed(text, places, &label.position, &label.message)
    });
    text.push_str(",\"notes\":");
    list(&mut text, &diagnostic.notes, |text, note| {
        placed(text, places, &note.position, &note.message)
    });
    text.push_str(",\"help\":");
    list(&mut text, &diagnostic.help, |text, help| string(text, help));
    text.push_str(",\"fix\":");
    list(&mut text, &diagnostic.fix, |text, edit| {
        text.push_str("{\"place\":");
        place(text, places, &Position::Span(edit.span));
        text.push_str(",\"text\":");
        string(text, &edit.text);
        text.push('}');
    });
    text.push_str("}\n");
    out.write_all(text.as_bytes())
}

fn list<T>(text: &mut String, items: &[T], mut item: impl FnMut(&mut String, &T)) {
    text.push('[');
    for (i, each) in items.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        item(text, each);
    }
    text.push(']');
}

fn placed(text: &mut String, places: &PositionResolver<'_>, position: &Position, message: &str) {
    text.push_str("{\"message\":");
    string(text, message);
    text.push_str(",\"place\":");
    place(text, places, position);
    text.push('}');
}

fn place(text: &mut String, places: &PositionResolver<'_>, position: &Position) {
    let Some(place) = places.resolve(position) else { return text.push_str("null") };
    let (end_line, end_col) = match (&place.text, position) {
        (Some(range), Position::Span(_)) => range.file.line_col(range.end),
        _ => (place.line, place.col),
    };
    text.push_str("{\"file\":");
    string(text, &place.name);
    text.push_str(&format!(
        ",\"line\":{},\"column\":{},\"end_line\":{end_line},\"end_column\":{end_col}}}",
        place.line, place.col
    ));
}

/// A JSON string literal (RFC 8259, section 7).
fn string(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            // Escapes all characters that a terminal might interpret. Each of them fits four
            // hexadecimal digits.
            c if is_hidden(c) => text.push_str(&format!("\\u{:04x}", c as u32)),
            c => text.push(c),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use crate::{Diagnostic, Position, RenderStyle, Renderer, SourceMap, Span};
    use pretty_assertions::assert_eq;

    fn json(sources: &SourceMap, diagnostic: Diagnostic) -> String {
        let mut out = Vec::new();
        Renderer::new(sources, RenderStyle::Json).render(&diagnostic, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn all_parts() {
        let sources = SourceMap::new();
        let file = sources.add("a.toy", "ab\ncd\n").unwrap();
        let diagnostic = Diagnostic::error(Span::new(file.base() + 1, file.base() + 4), "wrong")
            .with_code("T0007")
            .with_label("here")
            .with_secondary(Span::at(file.base()), "there")
            .with_note("fact")
            .with_help("this")
            .with_help("that")
            .with_edit(Span::at(file.base() + 2), ";");
        assert_eq!(
            json(&sources, diagnostic),
            concat!(
                r#"{"severity":"error","code":"T0007","message":"wrong","#,
                r#""place":{"file":"a.toy","line":1,"column":2,"end_line":2,"end_column":2},"#,
                r#""label":"here","#,
                r#""labels":[{"message":"there","place":{"file":"a.toy","line":1,"column":1,"end_line":1,"end_column":1}}],"#,
                r#""notes":[{"message":"fact","place":null}],"help":["this","that"],"#,
                r#""fix":[{"place":{"file":"a.toy","line":1,"column":3,"#,
                r#""end_line":1,"end_column":3},"text":";"}]}"#,
                "\n"
            )
        );
    }

    #[test]
    fn strings_are_escaped() {
        let diagnostic = Diagnostic::warning(Position::Unknown, "\"\\\n\r\t\u{1}\u{7f}\u{202e}é");
        assert_eq!(
            json(&SourceMap::new(), diagnostic),
            concat!(
                r#"{"severity":"warning","code":null,"message":"\"\\\n\r\t\u0001\u007f\u202e"#,
                "é",
                r#"","place":null,"label":null,"labels":[],"notes":[],"help":[],"fix":[]}"#,
                "\n"
            )
        );
    }
}
