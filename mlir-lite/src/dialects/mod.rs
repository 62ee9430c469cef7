//! The dialects that every compiler needs.

pub mod affine;
pub mod builtin;
pub mod llvm;
pub(crate) mod mixed;
pub mod scf;
pub(crate) mod shuffle;
pub mod std;
mod weights;
