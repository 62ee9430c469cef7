//! Lowerings of the toy dialect: to affine loops over memory, and of `toy.print` to calls of
//! `printf`.

mod buffers;
mod capture;
mod carried_buffers;
mod check_allocations;
mod control_flow;
pub mod copies;
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
mod parallel_loops;
mod print;
mod range_checks;
mod runtime_functions;
mod signature;
mod split_loops;
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
pub use runtime_functions::{SHAPE_TEXT, with_sizes};
pub use split_loops::SplitLoopsPass;
pub use to_affine::ToyToAffinePass;
pub use view_reshapes::ViewReshapesPass;

pub(crate) use in_place::{Carried, InPlacePlan, Placement};
