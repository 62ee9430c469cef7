//! Lowerings of the toy dialect: to affine loops over memory, and of `toy.print` to calls of `printf`.

mod capture;
mod generic_functions;
mod print;
mod subscripts;
mod to_affine;

pub use capture::LowerCapturePass;
pub use generic_functions::EraseGenericFunctionsPass;
pub use print::LowerPrintPass;
pub use to_affine::ToyToAffinePass;
