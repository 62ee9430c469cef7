//! The traits of ops that contain inner names, and of ops in which references are resolved.

use crate::inner::namespace;
use mlir_lite::ir::TraitFlags;
use mlir_lite::ir::op_def::{OpTrait, VerifyFn};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::has_op_trait;

/// The ops in it, at any depth, may have inner names, each of which is unique in the op.
///
/// The op is a symbol, whatever its attributes are, and directly in an [`InnerRefNamespace`]. It is
/// not a symbol table, so that the symbols in it are those of the namespace.
pub struct InnerSymbolTable;

impl OpTrait for InnerSymbolTable {
    const NAME: &'static str = "InnerSymbolTable";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        require(op, Self::NAME, TraitFlags::SYMBOL, "Symbol", diagnostics);
        if op.symbol_name().is_none() {
            diagnostics.error(op.op_error("is an InnerSymbolTable, and has no name: expected one"));
        }
    });
    const VERIFY_PLACE: Option<VerifyFn> = Some(|op, diagnostics| {
        let is_namespace =
            |op: OpRef<'_>| has_op_trait::<InnerRefNamespace>(op.context(), op.name());
        if let Some(parent) = op.parent().filter(|parent| !is_namespace(*parent)) {
            let message = format!(
                "is an InnerSymbolTable: expected it directly in an InnerRefNamespace, found it in \
                    '{}'",
                parent.spelled_name()
            );
            diagnostics.error(op.op_error(message));
        }
    });
}

/// References to inner names are resolved in it: the symbol in its symbol table, then the name in
/// that symbol.
///
/// It verifies the tables and references that are in it, except those in a nested namespace.
pub struct InnerRefNamespace;

impl OpTrait for InnerRefNamespace {
    const NAME: &'static str = "InnerRefNamespace";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        require(op, Self::NAME, TraitFlags::SYMBOL_TABLE, "SymbolTable", diagnostics);
    });
    const VERIFY_REGIONS: Option<VerifyFn> = Some(namespace::verify);
}

/// Reports an op without a trait that another one needs. Both are of isolated ops only: their names
/// are found by looking at one body.
fn require(
    op: OpRef<'_>,
    name: &str,
    flags: TraitFlags,
    required: &str,
    diagnostics: &mut Diagnostics,
) {
    if !op.has_trait(flags.union(TraitFlags::ISOLATED_FROM_ABOVE)) {
        let message = format!(
            "has the trait {name}, which requires the traits {required} and IsolatedFromAbove"
        );
        diagnostics.error(op.op_error(message));
    }
}
