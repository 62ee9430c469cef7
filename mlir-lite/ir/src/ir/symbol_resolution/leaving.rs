//! References that mean something else once the op around them is moved.

use crate::data::attributes::Attribute;
use crate::ir::op_def::TraitFlags;
use crate::ir::symbol_resolution::references;
use crate::ir::view::OpRef;

/// The references in the attributes of `op` and of its nested ops that are resolved outside of
/// `op`, with their users, in source order.
///
/// `op` can be moved, copied or inlined to where these mean the same: within the same table, and
/// not into an op that isolates symbols. Without any, as in a symbol table that isolates symbols,
/// it can be moved anywhere.
///
/// An unregistered op, which could be a symbol table, counts as none, so that no reference is left
/// out.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::{Context, ir::symbol_resolution::references_that_leave};
/// use mlir_lite::text::{ParseOptions, parse_module, print_attribute};
/// use mlir_lite_diagnostics::Diagnostics;
///
/// let ctx = Context::new();
/// let text = r#"module @bar attributes {builtin.transparent_symbols} {
///   "my.user"() {uses = [@inside, @.super::@outside]} : () -> ()
/// }"#;
/// let file = ctx.sources().add("a.mlir", text).unwrap();
/// let options = ParseOptions::default().with_allow_unregistered(true);
/// let module = parse_module(&ctx, &file, options, &mut Diagnostics::new()).unwrap();
/// let found = references_that_leave(module.as_op());
/// assert_eq!(found.len(), 1);
/// assert_eq!(print_attribute(&ctx, found[0].1), "@.super::@outside");
/// ```
pub fn references_that_leave(op: OpRef<'_>) -> Vec<(OpRef<'_>, Attribute)> {
    let ctx = op.context();
    let mut found = Vec::new();
    // Ops with the number of tables around each, within `op`.
    let mut pending = vec![(op, 0)];
    while let Some((user, tables)) = pending.pop() {
        for (_, attribute) in user.body().attributes(user.id()) {
            let leaves = |reference: &Attribute| {
                reference.as_symbol_ref(ctx).is_some_and(|path| path.supers >= tables)
            };
            let references = references(ctx, attribute).into_iter().filter(leaves);
            found.extend(references.map(|reference| (user, reference)));
        }
        let inside = tables + u32::from(user.has_trait(TraitFlags::SYMBOL_TABLE));
        let start = pending.len();
        let nested = user.regions().flat_map(|region| region.ops());
        pending.extend(nested.map(|nested| (nested, inside)));
        pending[start..].reverse();
    }
    found
}
