//! The ops of the toy dialect, each with its verifier, its folding and its patterns.

pub(crate) mod assembly;
mod capture;
mod cast;
pub(crate) mod checked_index;
mod compare;
mod constant;
pub(crate) mod control;
pub(crate) mod elementwise;
mod functions;
mod program;
mod reshape;
mod slice;
mod structs;

pub use crate::builtins::ops::*;
pub use capture::{CaptureOp, CaptureOpAdaptor};
pub use cast::{CastOp, CastOpAdaptor};
pub use checked_index::CheckedIndexOp;
pub use compare::{CompareOp, Comparison};
pub use constant::ConstantOp;
pub use control::{ForOp, IfOp, YieldOp};
pub use elementwise::{
    AddOp, AddOpAdaptor, DivOp, DivOpAdaptor, MulOp, MulOpAdaptor, NegOp, NegOpAdaptor, SubOp, SubOpAdaptor,
};
pub use functions::{GenericCallOp, GenericCallOpAdaptor, ReturnOp, ReturnOpAdaptor};
pub use program::{ExitStatusOp, TakesArgumentsOp};
pub use reshape::{ReshapeOp, ReshapeOpAdaptor, ReshapeToOp};
pub use slice::{Kind as SliceKind, SliceOp};
pub use structs::{
    StructAccessOp, StructAccessOpAdaptor, StructConstantOp, StructConstructOp, StructConstructOpAdaptor,
};
