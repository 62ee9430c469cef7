//! Memory: where it comes from, its elements, and views of it.
//!
//! | file | what it is |
//! |---|---|
//! | `allocation.rs` | memory on the heap and on the stack |
//! | `alloca_scope.rs` | regions at whose end memory on the stack is freed |
//! | `realloc.rs` | memory that grows or shrinks |
//! | `ownership.rs` | memory that is freed by the one who owns it |
//! | `access.rs` | loads, stores, and hints about them |
//! | `atomic.rs` | updates as one step |
//! | `copy.rs` | copies |
//! | `dma.rs` | copies that run beside the program |
//! | `global.rs` | memory that a module has from the start |
//! | `shape.rs` | sizes, and casts that hide or show them |
//! | `view.rs` | memory of bytes as other elements, and in another order |
//! | `reshape.rs` | the same elements in the same order under another shape |
//! | `subview.rs` | parts, and other layouts |
//! | `memory_space.rs` | memory under other types |
//! | `metadata.rs` | the parts of a memref as values |
//! | `rules.rs` | what folds and rewrite rules share |

pub(crate) mod access;
pub(crate) mod alloca_scope;
pub(crate) mod allocation;
pub(crate) mod atomic;
pub(crate) mod copy;
pub(crate) mod dma;
pub(crate) mod global;
pub(crate) mod memory_space;
pub(crate) mod metadata;
pub(crate) mod ownership;
pub(crate) mod realloc;
pub(crate) mod reshape;
#[doc(hidden)]
pub mod rules;
pub(crate) mod shape;
pub(crate) mod subview;
pub(crate) mod view;

pub use access::*;
pub use alloca_scope::*;
pub use allocation::*;
pub use atomic::*;
pub use copy::*;
pub use dma::*;
pub use global::*;
pub use memory_space::*;
pub use metadata::*;
pub use ownership::*;
pub use realloc::*;
pub use reshape::*;
pub use shape::*;
pub use subview::*;
pub use view::*;

use mlir_lite::ir::prelude::*;

pub(crate) fn register_memref(dialect: &mut DialectRegistration<'_>) {
    register_allocation(dialect);
    register_access(dialect);
    register_alloca_scope(dialect);
    register_atomic(dialect);
    register_copy(dialect);
    register_dma(dialect);
    register_global(dialect);
    register_shape(dialect);
    register_view(dialect);
    register_metadata(dialect);
    register_memory_space(dialect);
    register_reshape(dialect);
    register_subview(dialect);
    register_realloc(dialect);
    register_ownership(dialect);
}
