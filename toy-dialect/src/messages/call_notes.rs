//! Notes on the calls through which an op was inlined.

use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;

/// Adds the chain of calls through which an op was inlined.
pub(crate) fn with_calls(
    ctx: &Context,
    location: Location,
    mut diagnostic: Diagnostic,
) -> Diagnostic {
    /// Calls that are shown.
    const SHOWN: usize = 8;
    let chain = location.call_chain(ctx);
    for call in chain.iter().take(SHOWN) {
        diagnostic = diagnostic.with_note_at(call.to_position(ctx), "called from here");
    }
    if chain.len() > SHOWN {
        diagnostic = diagnostic.with_note(format!("and {} more calls", chain.len() - SHOWN));
    }
    diagnostic
}
