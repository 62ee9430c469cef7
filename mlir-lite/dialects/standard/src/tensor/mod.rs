//! Tensors as values.
//!
//! | file | what it is |
//! |---|---|
//! | `elements.rs` | single elements |
//! | `construct.rs` | tensors of elements, of one value, of the results of a region |
//! | `cast.rs` | types that know more or less of the sizes |
//! | `reshape.rs` | dimensions that are split or joined |
//! | `slices.rs` | parts |
//! | `memory.rs` | tensors in memory |

pub(crate) mod cast;
pub(crate) mod construct;
pub(crate) mod elements;
pub(crate) mod memory;
pub(crate) mod reshape;
pub(crate) mod slices;

pub use cast::*;
pub use construct::*;
pub use elements::*;
pub use memory::*;
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
}
