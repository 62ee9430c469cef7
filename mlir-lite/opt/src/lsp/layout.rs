//! The text in one style: each op, block and closing brace begins a line that is indented by the
//! regions around it, with single spaces between tokens.
//!
//! Only white space changes. Names, comments and the forms of ops stay as they are written, so
//! nothing can be lost: the printer would rename values and drop comments.

use std::fmt::Write as _;
use std::ops::Range;

use mlir_lite::text::tokens;

use super::index::{EventIndex, Index};
use super::pieces::EventKind;

/// The columns that a region indents.
const INDENT: usize = 2;

/// The text in one style.
///
/// # Errors
/// If the braces of regions do not match, so that the regions are not known.
pub(super) fn formatted(index: &Index, text: &str) -> Result<String, String> {
    let breaks = Breaks::of(index)?;
    let mut writer = Writer {
        text,
        out: String::with_capacity(text.len() + text.len() / 8),
        blank_lines: 0,
        depth: 0,
        op: Line::default(),
        angles: 0,
    };
    let mut breaks = breaks.0.into_iter().peekable();
    let mut end = 0;
    for (_, range) in tokens(text) {
        let mut starts = None;
        while let Some(&(_, found)) = breaks.peek().filter(|(at, _)| *at <= range.start) {
            starts = Some(found);
            breaks.next();
        }
        writer.gap(end..range.start, starts);
        writer.token(range.clone());
        end = range.end;
    }
    writer.gap(end..text.len(), Some(Break::End));
    let mut out = writer.out;
    out.truncate(out.trim_end().len());
    if !out.is_empty() {
        out.push('\n');
    }
    let is_shown = |byte: &u8| !byte.is_ascii_whitespace();
    if !text.bytes().filter(is_shown).eq(out.bytes().filter(is_shown)) {
        return Err("the text is not formatted: something would be lost".to_owned());
    }
    Ok(out)
}

/// Why a token begins a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Break {
    /// An op, or the definition of an alias, with the number of regions around it.
    Op(usize),
    /// A block, with the number of regions around it.
    Block(usize),
    /// The brace that ends a region, with the number of other regions around it.
    Close(usize),
    /// The end of the text.
    End,
}

/// The tokens that begin lines, by their offsets.
struct Breaks(Vec<(usize, Break)>);

impl Breaks {
    fn of(index: &Index) -> Result<Self, String> {
        let mut breaks: Vec<(usize, Break)> = Vec::new();
        let mut depth = 0_usize;
        // The first result of an op whose name has not come yet.
        let mut results: Option<usize> = None;
        let unmatched = "only a text whose braces match is formatted";
        for place in index.events_from(EventIndex { piece: 0, event: 0 }) {
            let start = index.range(place).start;
            match index.event(place).kind {
                EventKind::Result => results = Some(results.unwrap_or(start)),
                EventKind::Op => breaks.push((results.take().unwrap_or(start), Break::Op(depth))),
                EventKind::Alias => breaks.push((start, Break::Op(depth))),
                EventKind::Label => breaks.push((start, Break::Block(depth.saturating_sub(1)))),
                EventKind::Open => depth += 1,
                EventKind::Close => {
                    depth = depth.checked_sub(1).ok_or(unmatched)?;
                    breaks.push((start, Break::Close(depth)));
                }
                EventKind::Part if depth > 0 => return Err(unmatched.to_owned()),
                _ => {}
            }
        }
        match depth {
            0 => Ok(Self(breaks)),
            _ => Err(unmatched.to_owned()),
        }
    }
}

/// A line that an op begins: its indentation, as it was and as it is now.
#[derive(Clone, Copy, Default)]
struct Line {
    before: usize,
    now: usize,
}

struct Writer<'t> {
    text: &'t str,
    out: String,
    /// Blank lines that are written before the next line.
    blank_lines: usize,
    /// The indentation of the next token, in regions.
    depth: usize,
    op: Line,
    /// The `<` that are open: what is between them may be text that a dialect keeps as it is.
    angles: usize,
}

impl Writer<'_> {
    /// Writes what is between two tokens: comments, ends of lines, or a space.
    fn gap(&mut self, gap: Range<usize>, starts: Option<Break>) {
        let gap_text = &self.text[gap.clone()];
        if starts.is_none() && self.angles > 0 {
            self.out.push_str(gap_text);
            return;
        }
        let (depth, is_inside) = match starts {
            Some(Break::Op(depth) | Break::Close(depth) | Break::Block(depth)) => (depth, false),
            Some(Break::End) => (0, false),
            None => (self.depth, true),
        };
        // Comments before a brace belong to the region, and those before a block to the region too.
        let comments = match starts {
            Some(Break::Close(depth) | Break::Block(depth)) => depth + 1,
            _ => depth,
        };
        let mut lines = gap_text.split('\n');
        let first = lines.next().unwrap_or_default();
        if let Some(comment) = comment(first) {
            self.trailing(comment, first);
        }
        let mut has_line = false;
        let mut rest = lines.peekable();
        self.blank_lines = 0;
        while let Some(line) = rest.next() {
            has_line = true;
            // Text after the last line end precedes the token.
            let Some(comment) = comment(line) else {
                if rest.peek().is_some() {
                    self.blank_lines = 1;
                }
                continue;
            };
            let is_marker = line.starts_with("//") && is_part(comment);
            let column = match is_inside {
                _ if is_marker => 0,
                true => self.continued(line),
                false => INDENT * comments,
            };
            self.line(column);
            self.out.push_str(comment);
        }
        match starts {
            None if !has_line => self.spaces(gap),
            None => {
                let line = gap_text.rsplit('\n').next().unwrap_or_default();
                // A wrapped op has no blank lines.
                self.blank_lines = 0;
                let column = self.continued(line);
                self.line(column);
            }
            Some(Break::End) => {}
            Some(starts) => {
                let is_close = matches!(starts, Break::Close(_));
                if is_close {
                    self.blank_lines = 0;
                }
                let line = gap_text.rsplit('\n').next().unwrap_or_default();
                let line_start = self.text[..gap.end].rfind('\n').map_or(0, |end| end + 1);
                let before = match gap_text.contains('\n') || gap.start == 0 {
                    true => line.len(),
                    false => {
                        let line = &self.text[line_start..];
                        line.len() - line.trim_start().len()
                    }
                };
                self.op = Line { before, now: INDENT * depth };
                self.line(INDENT * depth);
            }
        }
        if starts.is_some() {
            self.depth = depth;
            self.angles = 0;
        }
    }

    /// The column of a line that goes on with an op, as far to the right of it as before.
    fn continued(&self, line: &str) -> usize {
        let column = line.len() - line.trim_start().len();
        self.op.now + column.saturating_sub(self.op.before)
    }

    /// Begins a line, except at the start of the text.
    fn line(&mut self, column: usize) {
        let is_after_brace = self.out.ends_with('{');
        if !self.out.is_empty() {
            let blank = if is_after_brace { 0 } else { self.blank_lines };
            self.out.extend(std::iter::repeat_n('\n', 1 + blank));
        }
        self.blank_lines = 0;
        // A width of the type is a run of spaces.
        let _ = write!(self.out, "{:column$}", "");
    }

    /// Writes a comment after code, or at the start of the text.
    fn trailing(&mut self, comment: &str, line: &str) {
        if self.out.is_empty() {
            self.out.push_str(comment);
            return;
        }
        let gap = line.len() - line.trim_start().len();
        let _ = write!(self.out, "{:gap$}{comment}", "", gap = gap.max(1));
    }

    /// Writes the space between two tokens of a line.
    fn spaces(&mut self, gap: Range<usize>) {
        if !gap.is_empty() || self.out.ends_with(',') {
            self.out.push(' ');
        }
    }

    fn token(&mut self, range: Range<usize>) {
        let word = &self.text[range];
        match word {
            "<" => self.angles += 1,
            ">" => self.angles = self.angles.saturating_sub(1),
            _ => {}
        }
        self.out.push_str(word);
    }
}

/// The comment of a line between two tokens.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim();
    (!line.is_empty()).then_some(line)
}

/// Whether a comment is the line between two parts of a file.
fn is_part(comment: &str) -> bool {
    comment.starts_with(crate::split::MARKER)
}
