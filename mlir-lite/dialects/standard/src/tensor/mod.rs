//! Tensors as values.
//!
//! | file | what it is |
//! |---|---|
//! | `elements.rs` | single elements |
//! | `construct.rs` | tensors of elements, of one value, of the results of a region |
//! | `cast.rs` | types that know more or less of the sizes |
//! | `bitcast.rs` | elements of other types |
//! | `reshape.rs` | dimensions that are split or joined |
//! | `allocation.rs` | tensors of new memory, and copies of memory |
//! | `slices.rs` | parts |
//! | `parallel_insert.rs` | parts that parallel loops put into a tensor |
//! | `concat.rs` | tensors one after the other |
//! | `gather.rs` | parts at many positions |
//! | `pad.rs` | elements around a tensor |
//! | `memory.rs` | tensors in memory |

pub(crate) mod allocation;
pub(crate) mod bitcast;
pub(crate) mod cast;
pub(crate) mod concat;
pub(crate) mod construct;
pub(crate) mod elements;
pub(crate) mod gather;
pub(crate) mod memory;
pub(crate) mod pad;
pub(crate) mod parallel_insert;
pub(crate) mod reshape;
pub(crate) mod slices;

pub use allocation::*;
pub use bitcast::*;
pub use cast::*;
pub use concat::*;
pub use construct::*;
pub use elements::*;
pub use gather::*;
pub use memory::*;
pub use pad::*;
pub use parallel_insert::*;
pub use reshape::*;
pub use slices::*;

use mlir_lite::ir::prelude::*;

pub(crate) fn register_tensor(dialect: &mut DialectRegistration<'_>) {
    register_elements(dialect);
    register_construct(dialect);
    register_cast(dialect);
    register_reshape(dialect);
    register_slices(dialect);
    register_memory(dialect);
    register_pad(dialect);
    register_concat(dialect);
    register_gather(dialect);
    register_tensor_allocation(dialect);
    register_tensor_bitcast(dialect);
    register_parallel_insert(dialect);
}
