//! Documents: text with possible line breaks, and how it is broken to fit.
//!
//! A group is written on one line if it fits together with the text that directly follows, else it
//! is broken at all of its own breaks; nested groups are decided separately. Widths are computed
//! when a document is built, so writing is linear in its size.

use super::MAX_WIDTH;

/// The width of a part that always contains a line break.
const ENDLESS: u32 = 1 << 30;

/// A part of a document.
pub(super) struct Doc<'s> {
    kind: Kind<'s>,
    /// Columns on one line.
    width: u32,
    /// Columns up to the first possible break.
    lead: u32,
    /// Whether there is no possible break.
    is_solid: bool,
}

enum Kind<'s> {
    Text(&'s str),
    /// A space, or a line break where the enclosing group is broken.
    Line,
    /// Nothing, or a line break where the enclosing group is broken.
    SoftLine,
    /// A comment, which ends its line; on a line of its own, or after the preceding text.
    Comment {
        text: &'s str,
        own_line: bool,
    },
    Concat(Vec<Doc<'s>>),
    Indent(usize, Vec<Doc<'s>>),
    Group(Vec<Doc<'s>>),
    /// Items with `,` between them, as many on a line as fit.
    Fill(Vec<Doc<'s>>),
}

impl<'s> Doc<'s> {
    pub(super) fn text(text: &'s str) -> Self {
        let width = text.chars().count() as u32;
        Self { kind: Kind::Text(text), width, lead: width, is_solid: true }
    }

    pub(super) fn line() -> Self {
        Self { kind: Kind::Line, width: 1, lead: 0, is_solid: false }
    }

    pub(super) fn soft_line() -> Self {
        Self { kind: Kind::SoftLine, width: 0, lead: 0, is_solid: false }
    }

    pub(super) fn comment(text: &'s str, own_line: bool) -> Self {
        Self { kind: Kind::Comment { text, own_line }, width: ENDLESS, lead: 0, is_solid: false }
    }

    pub(super) fn concat(parts: Vec<Self>) -> Self {
        Self::of(&parts).with(Kind::Concat(parts))
    }

    /// Indents the lines that begin inside by this many columns more.
    pub(super) fn indent(columns: usize, parts: Vec<Self>) -> Self {
        Self::of(&parts).with(Kind::Indent(columns, parts))
    }

    pub(super) fn group(parts: Vec<Self>) -> Self {
        Self::of(&parts).with(Kind::Group(parts))
    }

    /// A group that is always broken.
    pub(super) fn broken_group(parts: Vec<Self>) -> Self {
        Self { width: ENDLESS, ..Self::group(parts) }
    }

    pub(super) fn fill(items: Vec<Self>) -> Self {
        let commas = 2 * items.len().saturating_sub(1) as u32;
        let all = Self::of(&items);
        Self {
            width: all.width.saturating_add(commas).min(ENDLESS),
            is_solid: items.len() < 2,
            ..all
        }
        .with(Kind::Fill(items))
    }

    /// The measures of a sequence of parts.
    fn of(parts: &[Self]) -> Self {
        let width =
            parts.iter().fold(0, |sum: u32, part| sum.saturating_add(part.width).min(ENDLESS));
        let solid = parts.iter().take_while(|part| part.is_solid).count();
        let lead =
            parts.iter().take(solid + 1).fold(0, |sum: u32, part| sum.saturating_add(part.lead));
        Self { kind: Kind::SoftLine, width, lead, is_solid: solid == parts.len() }
    }

    fn with(self, kind: Kind<'s>) -> Self {
        Self { kind, ..self }
    }
}

/// Writes documents.
#[derive(Default)]
pub(super) struct Writer {
    out: String,
    column: usize,
    /// A comment was written: the next text begins a line.
    ends_line: bool,
    /// Nothing has been written to the line yet.
    is_new: bool,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self { is_new: true, ..Self::default() }
    }

    /// Whether nothing has been written yet.
    pub(super) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Whether nothing more may be written to the line.
    pub(super) fn ends_line(&self) -> bool {
        self.ends_line
    }

    /// Begins a line.
    pub(super) fn newline(&mut self, indent: usize) {
        if !self.out.is_empty() {
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
        self.ends_line = false;
        self.is_new = true;
    }

    /// Leaves a line blank; a line must begin next.
    pub(super) fn blank_line(&mut self) {
        self.out.push('\n');
    }

    /// Writes a comment at the end of the current line.
    pub(super) fn trailing_comment(&mut self, text: &str) {
        self.out.push_str("  ");
        self.out.push_str(text);
        self.ends_line = true;
    }

    /// Writes a document, starting at the current column.
    pub(super) fn document(&mut self, doc: &Doc<'_>, indent: usize) {
        self.part(doc, false, indent, 0);
    }

    /// The text, with a line end.
    pub(super) fn finish(mut self) -> String {
        self.out.truncate(self.out.trim_end().len());
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    fn text(&mut self, text: &str, indent: usize) {
        if self.ends_line {
            self.newline(indent);
        }
        if self.is_new && text == " " {
            return;
        }
        self.out.push_str(text);
        self.column += text.chars().count();
        self.is_new = false;
    }

    /// `after` is the width of the text that follows without a possible break.
    fn part(&mut self, doc: &Doc<'_>, broken: bool, indent: usize, after: usize) {
        match &doc.kind {
            Kind::Text(text) => self.text(text, indent),
            Kind::Line if !broken => self.text(" ", indent),
            Kind::SoftLine if !broken => {}
            Kind::Line | Kind::SoftLine => self.newline(indent),
            Kind::Comment { text, own_line } => {
                if (*own_line || self.ends_line) && !self.is_new {
                    self.newline(indent);
                }
                if self.is_new {
                    self.text(text, indent);
                } else {
                    self.trailing_comment(text);
                }
                self.ends_line = true;
            }
            Kind::Concat(parts) => self.parts(parts, broken, indent, after),
            Kind::Indent(columns, parts) => self.parts(parts, broken, indent + columns, after),
            Kind::Group(parts) => {
                let fits = self.column + doc.width as usize + after <= MAX_WIDTH;
                self.parts(parts, !fits, indent, after);
            }
            Kind::Fill(items) => self.fill(items, indent, after),
        }
    }

    fn parts(&mut self, parts: &[Doc<'_>], broken: bool, indent: usize, after: usize) {
        // The width of the text after each part up to the next possible break, computed from the
        // last part.
        let mut follows = vec![after; parts.len()];
        for index in (1..parts.len()).rev() {
            let next = &parts[index];
            let continues =
                next.is_solid || (!broken && matches!(next.kind, Kind::Line | Kind::SoftLine));
            follows[index - 1] =
                if continues { next.width as usize + follows[index] } else { next.lead as usize };
        }
        for (part, after) in parts.iter().zip(follows) {
            self.part(part, broken, indent, after);
        }
    }

    fn fill(&mut self, items: &[Doc<'_>], indent: usize, after: usize) {
        let last = items.len().saturating_sub(1);
        for (index, item) in items.iter().enumerate() {
            let trailing = if index == last { after } else { 1 };
            if index > 0 {
                if self.column + 1 + item.width as usize + trailing > MAX_WIDTH {
                    self.newline(indent);
                } else {
                    self.text(" ", indent);
                }
            }
            self.part(item, false, indent, trailing);
            if index != last {
                self.text(",", indent);
            }
        }
    }
}
