//! Lowerings of the toy dialect: to affine loops over memory, and of `toy.print` to calls of `printf`.

mod capture;
mod expand_structs;
mod generic_functions;
mod print;
mod signature;
mod subscripts;
mod to_affine;

pub use capture::LowerCapturePass;
pub use expand_structs::ExpandStructsPass;
pub use generic_functions::EraseGenericFunctionsPass;
pub use print::LowerPrintPass;
pub use to_affine::ToyToAffinePass;
