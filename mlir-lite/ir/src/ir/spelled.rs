//! Names of ops for diagnostics, in the spelling of the input.

use crate::data::Context;
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::Position;

impl<'b> OpRef<'b> {
    /// The op's full name in the spelling of the input: the name in the text at the op's location,
    /// or, if there is none, the name in the spelling of the text that was read.
    pub fn spelled_name(self) -> &'b str {
        let (ctx, info) = (self.context(), self.info());
        let Some(upstream) = info.def().and_then(|def| def.upstream.as_ref()) else {
            return info.name();
        };
        let written = match self.location().to_position(ctx) {
            Position::Span(span) => written_at(ctx, span.start),
            _ => None,
        };
        if let Some(written) = written {
            if let Some(name) = upstream.names.iter().find(|name| **name == written) {
                return name;
            }
            let short = info.name().split_once('.').map_or("", |name| name.1);
            // In functions, both spellings leave out the dialect of ops on functions.
            let is_short_upstream =
                upstream.names.iter().any(|name| name.strip_prefix("func.") == Some(&written));
            if written == info.name() || (written == short && !is_short_upstream) {
                return info.name();
            }
        }
        if !ctx.input_spelling().is_upstream() {
            return info.name();
        }
        match upstream.choose.filter(|_| self.id() != self.body().root()) {
            Some(choose) => choose(self),
            None => upstream.names.first().copied().unwrap_or(info.name()),
        }
    }
}

/// The name of the op that is written at a position of a source, without quotes.
fn written_at(ctx: &Context, position: u32) -> Option<String> {
    let file = ctx.sources().file_at(position)?;
    let text = file.text().get((position - file.base()) as usize..)?;
    let text = text.strip_prefix('"').unwrap_or(text);
    let end = text.find(|c: char| !c.is_alphanumeric() && !"._$".contains(c)).unwrap_or(text.len());
    Some(text[..end].to_string())
}
