//! The ops of the toy dialect but those of builtins, each with its verifier, its folder and its
//! patterns.

pub(crate) mod assembly;
mod bits;
mod capture;
mod cast;
pub(crate) mod checked_index;
mod checked_integer;
mod checked_number;
mod checked_sizes;
mod compare;
mod constant;
pub(crate) mod control;
pub(crate) mod elementwise;
pub(crate) mod families;
mod floor_division;
mod functions;
mod gather;
mod host_tensor;
mod insert;
mod insert_where;
mod list;
mod logic;
mod loop_bounds;
pub(crate) mod loops;
mod multiply_add;
mod nonzero;
pub(crate) mod numbers;
mod program;
mod replaced;
mod reshape;
pub(crate) mod selection;
mod sized;
mod slice;
pub(crate) mod struct_tensors;
mod structs;
pub(crate) mod subscripts;
mod undefined;
mod while_loop;
mod whole_number;

pub use bits::{
    BitAndOp, BitAndOpRef, BitNotOp, BitNotOpRef, BitOrOp, BitOrOpRef, BitXorOp, BitXorOpRef,
    ShiftLeftOp, ShiftLeftOpRef, ShiftRightOp, ShiftRightOpRef,
};
pub use capture::{CaptureOp, CaptureOpAdaptor, CaptureOpRef};
pub use cast::{CastOp, CastOpAdaptor, CastOpRef};
pub use checked_index::{CheckedIndexOp, CheckedIndexOpRef};
pub use checked_integer::{
    CheckedDivisorOp, CheckedDivisorOpRef, CheckedIntegerOp, CheckedIntegerOpRef,
};
pub use checked_number::{CheckedNumberOp, CheckedNumberOpRef};
pub(crate) use checked_sizes::SizeCheck;
pub use checked_sizes::{CheckedSizesOp, CheckedSizesOpRef};
pub use compare::{CompareOp, CompareOpRef, Comparison};
pub use constant::{ConstantOp, ConstantOpRef};
pub(crate) use control::RESULT_NAME;
pub use control::{ForOp, ForOpRef, IfOp, IfOpRef, YieldOp, YieldOpRef};
pub use elementwise::{
    AddOp, AddOpAdaptor, AddOpRef, DivOp, DivOpAdaptor, DivOpRef, MulOp, MulOpAdaptor, MulOpRef,
    NegOp, NegOpAdaptor, NegOpRef, SubOp, SubOpAdaptor, SubOpRef,
};
pub use floor_division::{FloorDivOp, FloorDivOpRef, RemOp, RemOpRef};
pub use functions::{
    GenericCallOp, GenericCallOpAdaptor, GenericCallOpRef, ReturnOp, ReturnOpAdaptor, ReturnOpRef,
};
pub use gather::{GatherOp, GatherOpRef, ScatterOp, ScatterOpRef};
pub use host_tensor::{HostTensorOp, HostTensorOpRef};
pub(crate) use insert::check_value;
pub use insert::{InsertOp, InsertOpRef};
pub use insert_where::InsertWhereOp;
pub use list::{ListOp, ListOpRef};
pub use logic::{AndOp, AndOpRef, NotOp, NotOpRef, OrOp, OrOpRef};
pub(crate) use loop_bounds::{Bounds, Range};
pub use multiply_add::{MultiplyAddOp, MultiplyAddOpRef};
pub use nonzero::{NonZeroOp, NonZeroOpRef};
pub use program::{ExitStatusOp, ExitStatusOpRef, TakesArgumentsOp, TakesArgumentsOpRef};
pub use replaced::Replaced;
pub use reshape::{ReshapeOp, ReshapeOpAdaptor, ReshapeOpRef, ReshapeToOp, ReshapeToOpRef};
pub use sized::{SizedOp, SizedOpRef};
pub use slice::{SliceOp, SliceOpRef};
pub(crate) use structs::MemberSource;
pub use structs::{
    StructAccessOp, StructAccessOpAdaptor, StructAccessOpRef, StructConstantOp,
    StructConstantOpRef, StructConstructOp, StructConstructOpAdaptor, StructConstructOpRef,
};
pub use subscripts::Kind as SubscriptKind;
pub use undefined::{UndefinedOp, UndefinedOpRef};
pub use while_loop::{WhileOp, WhileOpRef};
pub use whole_number::{WholeNumberOp, WholeNumberOpRef};
