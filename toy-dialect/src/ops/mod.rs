//! The ops of the toy dialect, each with its verifier, its folding and its patterns.

mod capture;
mod cast;
mod constant;
mod elementwise;
mod functions;
mod reshape;
mod structs;
mod transpose;

pub use capture::{CaptureOp, CaptureOpAdaptor};
pub use cast::{CastOp, CastOpAdaptor};
pub use constant::ConstantOp;
pub use elementwise::{
    AddOp, AddOpAdaptor, DivOp, DivOpAdaptor, MulOp, MulOpAdaptor, NegOp, NegOpAdaptor, SubOp, SubOpAdaptor,
};
pub use functions::{
    GenericCallOp, GenericCallOpAdaptor, PrintOp, PrintOpAdaptor, ReturnOp, ReturnOpAdaptor,
};
pub use reshape::{ReshapeOp, ReshapeOpAdaptor};
pub use structs::{
    StructAccessOp, StructAccessOpAdaptor, StructConstantOp, StructConstructOp, StructConstructOpAdaptor,
};
pub use transpose::{TransposeOp, TransposeOpAdaptor};
