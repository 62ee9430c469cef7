//! References to definitions of types and attributes.

use crate::ops::{AttributeOp, TypeOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::ResolveError;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::text::print_attribute;

/// A definition that a reference may lead to, or why it leads to none.
pub(crate) enum Found<'b> {
    /// The definition of a type or attribute.
    Definition(OpRef<'b>),
    /// Another symbol.
    Other(OpRef<'b>),
    /// Nothing.
    Missing,
}

/// A reference in the constraint `user`, and the op at which its resolution begins: in the symbol
/// table around the dialect, as in MLIR, and then in the dialect. One with `@.super` always begins
/// in the dialect.
fn starts<'u>(user: OpRef<'u>, reference: Attribute) -> Vec<(OpRef<'u>, Attribute)> {
    let ctx = user.context();
    let dialect = user.parent().and_then(OpRef::parent).filter(|_| !has_super(user, reference));
    let mut starts = Vec::new();
    if let (Some(dialect), Some(path)) = (dialect, reference.as_symbol_ref(ctx)) {
        starts.push((dialect, reference));
        // By its full name, the dialect sees its private definitions as well.
        if dialect.symbol_name() == Some(path.root)
            && let [first, rest @ ..] = path.nested
        {
            starts.push((user, ctx.symbol_ref_attr(*first, rest)));
        }
    }
    starts.push((user, reference));
    starts
}

fn has_super(user: OpRef<'_>, reference: Attribute) -> bool {
    reference.as_symbol_ref(user.context()).is_some_and(|path| path.supers > 0)
}

/// Finds what `reference` in the constraint `user` leads to, with a function that resolves
/// references.
pub(crate) fn definition_of<'u, 'b>(
    user: OpRef<'u>,
    reference: Attribute,
    resolve: impl Fn(OpRef<'u>, Attribute) -> Result<OpRef<'b>, ResolveError<'b>>,
) -> Found<'b> {
    let starts = starts(user, reference).into_iter();
    let found: Vec<_> =
        starts.filter_map(|(start, reference)| resolve(start, reference).ok()).collect();
    let is_definition = |op: &OpRef<'_>| op.is::<TypeOp>() || op.is::<AttributeOp>();
    match (found.iter().copied().find(is_definition), found.first()) {
        (Some(definition), _) => Found::Definition(definition),
        (None, Some(&other)) => Found::Other(other),
        (None, None) => Found::Missing,
    }
}

/// The error for a reference that leads to nothing.
pub(crate) fn not_found(user: OpRef<'_>, reference: Attribute) -> String {
    format!("symbol '{}' not found", print_attribute(user.context(), reference))
}

/// The error for a reference that leads to another symbol.
pub(crate) fn not_a_definition(user: OpRef<'_>, reference: Attribute, found: OpRef<'_>) -> String {
    let text = print_attribute(user.context(), reference);
    let kind = found.spelled_name();
    format!("symbol '{text}' does not refer to a type or attribute definition (refers to '{kind}')")
}

/// Reports a reference that leads to no definition.
pub(crate) fn verify_reference(
    user: OpRef<'_>,
    reference: Attribute,
    symbols: &SymbolScope<'_>,
    diagnostics: &mut Diagnostics,
) {
    match definition_of(user, reference, |start, reference| symbols.resolve(start, reference)) {
        Found::Definition(_) => {}
        Found::Other(found) => {
            diagnostics.error(user.op_error(not_a_definition(user, reference, found)));
        }
        Found::Missing => {
            let (start, _) = starts(user, reference)[0];
            let mut errors = Diagnostics::new();
            symbols.require(start, reference, &mut errors);
            // No error means that the symbol may be outside of what is verified.
            match errors.into_vec().into_iter().next() {
                None => {}
                // This error says which part is not found.
                Some(error) if has_super(user, reference) => {
                    diagnostics.error(error);
                }
                Some(_) => {
                    diagnostics.error(user.op_error(not_found(user, reference)));
                }
            }
        }
    }
}
