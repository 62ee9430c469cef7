//! Lowerings of the toy dialect: to affine loops over memory, and of `toy.print` to calls of `printf`.

mod buffers;
mod capture;
mod expand_structs;
mod fast_math;
mod generic_functions;
mod local_functions;
mod print;
mod signature;
mod subscripts;
mod to_affine;

pub use buffers::PlaceBuffersPass;
pub use capture::LowerCapturePass;
pub use expand_structs::ExpandStructsPass;
pub use fast_math::AllowFastMathPass;
pub use generic_functions::EraseGenericFunctionsPass;
pub use local_functions::DescribeLocalFunctionsPass;
pub use print::LowerPrintPass;
pub use to_affine::ToyToAffinePass;
