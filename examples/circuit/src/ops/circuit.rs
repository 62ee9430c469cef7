//! A circuit.

use crate::inner::traits::InnerRefNamespace;
use mlir_lite::ir::prelude::*;

/// A circuit: modules, and paths through them.
///
/// References to inner names are resolved in the nearest circuit.
#[op(
    name = "rtl.circuit",
    traits(
        IsolatedFromAbove,
        SymbolTable,
        IsolatedSymbols,
        InnerRefNamespace,
        SingleBlock,
        NoTerminator,
        GraphRegion,
        NoRegionArguments
    ),
    format = "attr-dict-with-keyword $body"
)]
pub struct CircuitOp {
    /// The modules and paths.
    #[region]
    body: SingleBlockRegion,
}
