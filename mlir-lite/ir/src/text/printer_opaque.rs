//! Prints attributes that are kept as text. Those in them that can have aliases are found by their
//! names: `#llvm.tbaa_root<..>`.

use crate::data::attributes::{Attribute, AttributeKind};
use crate::text::aliases::{Aliased, mnemonic};
use crate::text::asm_printer::Printer;
use crate::text::limits::MAX_NESTING;

impl Printer<'_> {
    /// An attribute that is kept as text, with aliases in it.
    pub(super) fn opaque_attribute(&mut self, dialect: &str, data: &str) {
        let starts = self.out.len();
        self.opaque('#', dialect, data);
        let has_parts = self.has_aliases() && data.contains('#') && !self.options.local_scope;
        if !has_parts || depth(data) > MAX_NESTING.get() {
            return;
        }
        let text = self.out.split_off(starts);
        // The first one is the attribute itself.
        let (mut copied, mut position) = (0, 1);
        while let Some(found) = text[position..].find(['#', '"']) {
            let first = position + found;
            position = first + 1;
            if text[first..].starts_with('"') {
                position = end_of_string(&text, position);
                continue;
            }
            let Some((part, end)) = self.part(&text, position) else { continue };
            self.write(&text[copied..first]);
            self.alias(Aliased::Attribute(part), false);
            (copied, position) = (end, end);
        }
        self.write(&text[copied..]);
    }

    /// The attribute with an alias whose name begins at a byte, and where its text ends.
    fn part(&self, text: &str, start: usize) -> Option<(Attribute, usize)> {
        let (dialect, data) = text[start..].split_once('.')?;
        self.ctx.alias_of_attribute(dialect, mnemonic(data))?;
        let open = text.len() - data.len() + mnemonic(data).len();
        let end = if text[open..].starts_with('<') { closing(text, open)? } else { open };
        let data = text[text.len() - data.len()..end].into();
        let kind = AttributeKind::Opaque { dialect: self.ctx.ident(dialect), data, ty: None };
        Some((self.ctx.intern_attribute(kind), end))
    }
}

/// The byte after the bracket that closes the one at `open`.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut position = open;
    while let Some(found) = text[position..].find(['<', '>', '"']) {
        let at = position + found;
        position = at + 1;
        match text.as_bytes()[at] {
            b'<' => depth += 1,
            b'"' => position = end_of_string(text, position),
            _ if at > 0 && text.as_bytes()[at - 1] == b'-' => {}
            _ => depth -= 1,
        }
        if depth == 0 {
            return Some(position);
        }
    }
    None
}

/// How deep angle brackets nest, at most.
fn depth(text: &str) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        most = most.max(depth);
    }
    most
}

/// The byte after the closing quote of a string whose text begins at a byte.
fn end_of_string(text: &str, start: usize) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().skip(start).position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |end| start + end + 1)
}
