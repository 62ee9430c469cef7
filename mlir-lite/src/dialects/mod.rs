//! The dialects that every compiler needs.

pub mod affine;
pub mod builtin;
pub mod llvm;
pub mod scf;
pub mod std;
