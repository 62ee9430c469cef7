//! The verifier.

use crate::ir::body::Body;
use mlir_lite_diagnostics::{Diagnostics, Reported};

/// Verifies a body and the bodies in it.
pub fn verify(_body: &Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    diagnostics.check()
}
