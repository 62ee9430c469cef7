//! The dialect's ops, one file a group.

mod aggregates;
mod arithmetic;
mod call;
mod casts;
mod compare;
mod constants;
mod control_flow;
mod function;
mod global;
mod intrinsics;
mod memory;

pub use aggregates::*;
pub use arithmetic::*;
pub use call::*;
pub use casts::*;
pub use compare::*;
pub use constants::*;
pub use control_flow::*;
pub use function::*;
pub use global::*;
pub use intrinsics::*;
pub use memory::*;

use crate::context::DialectRegistration;
use aggregates::register as register_aggregates;

/// Declares all ops.
pub(super) fn register_ops(dialect: &mut DialectRegistration<'_>) {
    arithmetic::register(dialect);
    register_aggregates(dialect);
    call::register(dialect);
    casts::register(dialect);
    compare::register(dialect);
    constants::register(dialect);
    control_flow::register(dialect);
    dialect.op::<LlvmFuncOp>();
    dialect.op::<GlobalOp>();
    intrinsics::register(dialect);
    memory::register(dialect);
}
