//! Lowerings of the toy dialect: to affine loops over memory, and of `toy.print` to calls of
//! `printf`.

mod buffers;
mod capture;
mod carried_buffers;
mod check_allocations;
mod control_flow;
mod cost;
mod counted_loops;
mod expand_structs;
mod extrema;
mod fast_math;
mod files;
mod function_names;
mod generic_functions;
mod in_place;
mod library;
mod local_functions;
mod loops;
mod parallel_loops;
mod print;
mod range_checks;
mod runtime_functions;
mod signature;
mod subscripts;
mod to_affine;
mod view_reshapes;

pub use buffers::PlaceBuffersPass;
pub use capture::LowerCapturePass;
pub use carried_buffers::UpdateInPlacePass;
pub use check_allocations::{CheckAllocationsPass, OutOfMemory};
pub use cost::estimated_ops;
pub use expand_structs::ExpandStructsPass;
pub use extrema::ExpandExtremaPass;
pub use fast_math::AllowFastMathPass;
pub use files::{FileFunctions, LowerFilesPass};
pub use function_names::NameFunctionsPass;
pub use generic_functions::EraseGenericFunctionsPass;
pub use library::CallLibraryPass;
pub use local_functions::DescribeLocalFunctionsPass;
pub use parallel_loops::{LaunchParallelLoopsPass, OutlineParallelLoopsPass, ParallelFor};
pub use print::LowerPrintPass;
pub use range_checks::LowerRangeChecksPass;
pub use to_affine::ToyToAffinePass;
pub(crate) use to_affine::lower_reshape;
pub use view_reshapes::ViewReshapesPass;

pub(crate) use counted_loops::is_affine;
pub(crate) use expand_structs::{construct, tensors, unpack};
pub(crate) use in_place::{Carried, InPlacePlan, Placement};
pub(crate) use loops::{
    ALIGNMENT, Affine, Lowered, all_in_memory, allocate, are_in_memory, as_passed, boolean,
    broadcast_map, constant_of, elementwise, elementwise_of, fill, flattened, float_of_index,
    in_memory, is_aligned, is_not_zero, row_major, shape, store_constants, target,
};
