//! Splits a file into parts, each a source of its own (`-split-input-file`).

/// The line between parts, unless the command line names another one.
pub const MARKER: &str = "// -----";

/// A part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'t> {
    /// Its text.
    pub text: &'t str,
    /// The line number of its first line in the file.
    pub first_line: u32,
}

/// The parts of `text` between the lines that begin with `marker`; a marker's line belongs to no
/// part.
///
/// ```
/// use mlir_lite_opt::split::{Part, split};
/// assert_eq!(
///     split("a\n// -----\nb\n", "// -----"),
///     [Part { text: "a\n", first_line: 1 }, Part { text: "b\n", first_line: 3 }]
/// );
/// ```
pub fn split<'t>(text: &'t str, marker: &str) -> Vec<Part<'t>> {
    let mut parts = Vec::new();
    let (mut start, mut first_line) = (0, 1);
    let mut offset = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let end = offset + line.len();
        if line.starts_with(marker) {
            parts.push(Part { text: &text[start..offset], first_line });
            (start, first_line) = (end, number + 1);
        }
        offset = end;
    }
    parts.push(Part { text: &text[start..], first_line });
    parts
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::split;

    fn parts(text: &str) -> Vec<(&str, u32)> {
        split(text, "// -----").into_iter().map(|part| (part.text, part.first_line)).collect()
    }

    #[test]
    fn without_a_marker_there_is_one_part() {
        assert_eq!(parts("a\nb"), [("a\nb", 1)]);
        assert_eq!(parts(""), [("", 1)]);
        assert_eq!(parts(" // -----\n"), [(" // -----\n", 1)]);
    }

    #[test]
    fn the_marker_may_end_in_anything() {
        assert_eq!(parts("a\n// ----- // b\n\nc\n// -----"), [("a\n", 1), ("\nc\n", 3), ("", 6)]);
    }
}
