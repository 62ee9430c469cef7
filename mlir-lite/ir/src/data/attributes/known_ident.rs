//! The identifiers of string attributes: names of symbols are looked up by them.

use crate::data::Context;
use crate::data::attributes::{Attribute, AttributeKind};
use crate::data::ident::Ident;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};

/// The identifier with the text of a string attribute, once it was asked for. It follows from the
/// text, so it does not distinguish attributes.
#[doc(hidden)]
#[derive(Default, Debug)]
pub struct KnownIdent {
    /// The number of the identifier plus one, or 0.
    number: AtomicU32,
}

impl PartialEq for KnownIdent {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for KnownIdent {}

impl Hash for KnownIdent {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl KnownIdent {
    // The text of an identifier is synchronized by the table of identifiers, so relaxed ordering is
    // enough.
    #[inline]
    fn get(&self) -> Option<Ident> {
        self.number.load(Ordering::Relaxed).checked_sub(1).map(Ident::of_number)
    }

    fn set(&self, ident: Ident) {
        self.number.store(ident.number() + 1, Ordering::Relaxed);
    }
}

impl Attribute {
    /// The identifier with the text of a string attribute that is UTF-8.
    pub fn as_ident(self, ctx: &Context) -> Option<Ident> {
        let AttributeKind::String { bytes, ident: known, .. } = self.kind(ctx) else { return None };
        if let Some(ident) = known.get() {
            return Some(ident);
        }
        let ident = ctx.ident(std::str::from_utf8(bytes).ok()?);
        known.set(ident);
        Some(ident)
    }
}

impl Context {
    /// The string attribute with the text of an identifier.
    pub fn ident_attr(&self, ident: Ident) -> Attribute {
        let attribute = self.string_attr(ident.text(self));
        if let AttributeKind::String { ident: known, .. } = attribute.kind(self) {
            known.set(ident);
        }
        attribute
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_has_the_identifier_of_its_text() {
        let ctx = Context::new();
        let (name, text) = (ctx.ident("name"), ctx.string_attr("name"));
        assert_eq!(text.as_ident(&ctx), Some(name));
        assert_eq!(text.as_ident(&ctx), Some(name));
        assert_eq!(ctx.ident_attr(name), text);
        let other = ctx.ident_attr(ctx.ident("other"));
        assert_eq!(other.as_ident(&ctx), Some(ctx.ident("other")));
    }

    #[test]
    fn what_is_not_text_has_no_identifier() {
        let ctx = Context::new();
        assert_eq!(ctx.bytes_attr(&[0xff]).as_ident(&ctx), None);
        assert_eq!(Attribute::UNIT.as_ident(&ctx), None);
    }
}
