//! Functions and calls.
//!
//! | file | what it is |
//! |---|---|
//! | `function.rs` | functions |
//! | `call.rs` | calls and returns |
//! | `signature.rs` | the text of a signature |
//! | `lowering.rs` | functions in the llvm dialect |
//! | `type_conversion.rs` | functions and calls of converted types |

pub(crate) mod call;
pub(crate) mod function;
pub(crate) mod lowering;
#[doc(hidden)]
pub mod signature;
pub(crate) mod type_conversion;

pub use call::*;
pub use function::*;
pub use type_conversion::populate_func_type_conversion;

use mlir_lite::ir::prelude::*;

pub(crate) fn register_func(dialect: &mut DialectRegistration<'_>) {
    register_function(dialect);
    register_call(dialect);
}
