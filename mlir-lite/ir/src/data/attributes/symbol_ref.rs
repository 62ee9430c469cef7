//! References to symbols.
//!
//! A reference is a path of names. It may begin with `@.super` parts, each of which starts the
//! resolution one symbol table further out.

use crate::data::Context;
use crate::data::attributes::{Attribute, AttributeKind};
use crate::data::ident::Ident;

/// The parts of a symbol reference: `@.super::@root::@nested`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SymbolPath<'c> {
    /// The number of `@.super` parts.
    pub supers: u32,
    /// The first name.
    pub root: Ident,
    /// The other names.
    pub nested: &'c [Ident],
}

impl<'c> SymbolPath<'c> {
    /// All names, without the `@.super` parts.
    pub fn names(self) -> impl Iterator<Item = Ident> + Clone + 'c {
        std::iter::once(self.root).chain(self.nested.iter().copied())
    }

    /// The names that may be of symbols in the table around the user: the first one. A path that
    /// leaves the table may come back by the table's name, so of such a path all names.
    pub fn names_in_table(self) -> impl Iterator<Item = Ident> + Clone + 'c {
        self.names().take(if self.supers > 0 { usize::MAX } else { 1 })
    }

    /// The last name.
    pub fn leaf(self) -> Ident {
        self.nested.last().copied().unwrap_or(self.root)
    }

    /// The number of components, `@.super` parts included.
    pub fn num_components(self) -> usize {
        self.supers as usize + 1 + self.nested.len()
    }

    /// The name at the index `component`, which counts `@.super` parts. None for such a part, and
    /// after the last name.
    pub fn name(self, component: usize) -> Option<Ident> {
        self.names().nth(component.checked_sub(self.supers as usize)?)
    }
}

impl Attribute {
    /// The parts of a symbol reference.
    pub fn as_symbol_ref(self, ctx: &Context) -> Option<SymbolPath<'_>> {
        match self.kind(ctx) {
            AttributeKind::SymbolRef { supers, root, nested } => {
                Some(SymbolPath { supers: *supers, root: *root, nested })
            }
            _ => None,
        }
    }

    /// The symbol of a reference that is one name.
    pub fn as_flat_symbol(self, ctx: &Context) -> Option<Ident> {
        match self.kind(ctx) {
            AttributeKind::SymbolRef { supers: 0, root, nested } if nested.is_empty() => {
                Some(*root)
            }
            _ => None,
        }
    }
}

impl Context {
    /// `@name`
    pub fn symbol_attr(&self, name: &str) -> Attribute {
        self.symbol_ident_attr(self.ident(name))
    }

    /// `@name`
    pub fn symbol_ident_attr(&self, name: Ident) -> Attribute {
        self.symbol_ref_attr(name, &[])
    }

    /// `@root::@nested`
    pub fn symbol_ref_attr(&self, root: Ident, nested: &[Ident]) -> Attribute {
        self.symbol_path_attr(SymbolPath { supers: 0, root, nested })
    }

    /// `@.super::@root::@nested`, from its parts.
    ///
    /// ```
    /// # extern crate mlir_lite_ir as mlir_lite;
    /// use mlir_lite::attributes::SymbolPath;
    /// use mlir_lite::{Context, text::print_attribute};
    /// let ctx = Context::new();
    /// let (foo, bar) = (ctx.ident("foo"), ctx.ident("bar"));
    /// let reference = ctx.symbol_path_attr(SymbolPath { supers: 1, root: foo, nested: &[bar] });
    /// assert_eq!(print_attribute(&ctx, reference), "@.super::@foo::@bar");
    /// ```
    pub fn symbol_path_attr(&self, path: SymbolPath<'_>) -> Attribute {
        let SymbolPath { supers, root, nested } = path;
        self.intern_checked(AttributeKind::SymbolRef { supers, root, nested: nested.into() })
    }
}
