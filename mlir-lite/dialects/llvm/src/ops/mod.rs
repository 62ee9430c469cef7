//! The dialect's ops, one file for each group.

mod accesses;
mod aggregates;
mod arithmetic;
mod assume;
mod atomics;
mod bundles;
mod call;
mod call_intrinsic;
mod callee;
mod casts;
mod compare;
mod constants;
mod control_flow;
mod exceptions;
pub(crate) mod families;
mod float_intrinsics;
mod function;
mod global;
mod inline_asm;
mod integer_intrinsics;
mod intrinsics;
mod invoke;
mod memory;
mod properties;
mod reductions;
mod vectors;

pub use accesses::*;
pub use aggregates::*;
pub use arithmetic::*;
pub use assume::*;
pub use atomics::*;
pub use call::*;
pub use call_intrinsic::*;
pub use casts::*;
pub use compare::*;
pub use constants::*;
pub use control_flow::*;
pub use exceptions::*;
pub use float_intrinsics::*;
pub use function::*;
pub use global::*;
pub use inline_asm::*;
pub use integer_intrinsics::*;
pub use intrinsics::*;
pub use invoke::*;
pub use memory::*;
pub use reductions::*;
pub use vectors::*;

use aggregates::register as register_aggregates;
use mlir_lite::context::DialectRegistration;

/// Declares all ops.
pub(super) fn register_ops(dialect: &mut DialectRegistration<'_>) {
    arithmetic::register(dialect);
    register_aggregates(dialect);
    call::register(dialect);
    call_intrinsic::register(dialect);
    casts::register(dialect);
    compare::register(dialect);
    constants::register(dialect);
    control_flow::register(dialect);
    dialect.op::<LlvmFuncOp>();
    dialect.op::<GlobalOp>();
    dialect.op::<AliasOp>();
    dialect.op::<GlobalCtorsOp>();
    dialect.op::<GlobalDtorsOp>();
    exceptions::register(dialect);
    dialect.op::<AssumeOp>();
    float_intrinsics::register(dialect);
    inline_asm::register(dialect);
    integer_intrinsics::register(dialect);
    intrinsics::register(dialect);
    invoke::register(dialect);
    memory::register(dialect);
    reductions::register(dialect);
    dialect.op::<LoadOp>();
    dialect.op::<StoreOp>();
    atomics::register(dialect);
    vectors::register(dialect);
}
