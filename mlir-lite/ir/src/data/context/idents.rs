//! Identifiers of a context.

use super::Context;
use crate::data::ident::Ident;

impl Ident {
    /// The string.
    pub fn text(self, ctx: &Context) -> &str {
        ctx.data().idents.get(self.number())
    }
}

impl Context {
    /// The handle of `text`.
    pub fn ident(&self, text: &str) -> Ident {
        Ident::of_number(self.data().idents.intern_with(text, || text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_handles_are_what_they_say() {
        let ctx = Context::new();
        assert_eq!(ctx.ident("sym_name"), Ident::SYM_NAME);
        assert_eq!(ctx.ident("type"), Ident::TYPE);
        assert_eq!(Ident::CALLEE.text(&ctx), "callee");
    }
}
