//! Passes and the pass manager.
//!
//! A pass is given `&mut` the body of one isolated op and may change all of it
//! and nothing else: the borrow checker enforces what MLIR's documentation can
//! only ask of a pass. So passes on several functions run in parallel. What a
//! pass needs outside of its op it requests ([`SymbolRequests`]); requests and
//! diagnostics are put in source order, whoever was first.

mod instrumentation;
mod manager;

pub use instrumentation::{Instrumentation, IrPrinting};
pub use manager::{PassManager, RunOptions};

use crate::attributes::Attribute;
use crate::ir::body::Body;
use crate::ir::ident::Ident;
use crate::ir::symbol_requests::SymbolRequests;
use crate::ir::symbols::Visibility;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported};
use rustc_hash::FxHashMap;

/// A transformation or analysis of one isolated op.
///
/// A pass holds its options and nothing else: `run` is called for many ops, on
/// several threads.
///
/// ```
/// use mlir_lite::ir::Body;
/// use mlir_lite::pass::{Pass, PassContext};
/// use mlir_lite_diagnostics::Reported;
///
/// /// Removes all locations.
/// struct StripLocations;
///
/// impl Pass for StripLocations {
///     fn name(&self) -> &'static str {
///         "StripLocations"
///     }
///     fn argument(&self) -> &'static str {
///         "strip-locations"
///     }
///     fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
///         for op in body.walk_pre_order() {
///             body.set_location(op, mlir_lite::ir::Location::UNKNOWN);
///         }
///         Ok(())
///     }
/// }
/// ```
pub trait Pass: Send + Sync {
    /// Name in reports: `Canonicalizer`.
    fn name(&self) -> &'static str;

    /// Name on command lines: `canonicalize`.
    fn argument(&self) -> &'static str;

    /// Runs on the isolated op that owns `body`.
    ///
    /// # Errors
    /// When the pass has failed, which it has reported. No later pass of the
    /// pipeline is run.
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported>;
}

/// What a pass sees besides its op.
pub struct PassContext<'a> {
    /// Where the pass reports.
    pub diagnostics: &'a mut Diagnostics,
    /// Where it asks for symbols in the op around its own.
    pub requests: &'a mut SymbolRequests,
    symbols: &'a SymbolSnapshot,
}

impl<'a> PassContext<'a> {
    /// A context for running a pass by hand.
    pub fn new(
        diagnostics: &'a mut Diagnostics,
        requests: &'a mut SymbolRequests,
        symbols: &'a SymbolSnapshot,
    ) -> Self {
        Self { diagnostics, requests, symbols }
    }

    /// The symbols of the op around the pass's own, as they were before the
    /// passes that run beside this one.
    pub fn symbols(&self) -> &SymbolSnapshot {
        self.symbols
    }

    /// Reports an error.
    pub fn error(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.error(diagnostic)
    }
}

/// What is known of a symbol without its body.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SymbolInfo {
    /// The type attribute of a function.
    pub function_type: Option<Attribute>,
    /// Who may refer to it.
    pub visibility: Visibility,
}

/// The symbols of a symbol table at one moment.
#[derive(Default)]
pub struct SymbolSnapshot {
    symbols: FxHashMap<Ident, SymbolInfo>,
}

impl SymbolSnapshot {
    /// The symbols directly in the root of `table`.
    pub fn new(table: &Body) -> Self {
        let mut symbols = FxHashMap::default();
        for op in table.as_op().regions().flat_map(|region| region.ops()) {
            if let Some(name) = op.symbol_name() {
                let function_type = op.attr(Ident::FUNCTION_TYPE);
                symbols.insert(name, SymbolInfo { function_type, visibility: op.symbol_visibility() });
            }
        }
        Self { symbols }
    }

    /// What is known of `name`.
    pub fn get(&self, name: Ident) -> Option<SymbolInfo> {
        self.symbols.get(&name).copied()
    }
}
