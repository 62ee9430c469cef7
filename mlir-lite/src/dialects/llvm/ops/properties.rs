//! What MLIR counts among the properties of ops and nothing here reads: it is kept, and placed as MLIR places it.

use super::{AtomicRmwOp, BrOp, CallOp, CmpXchgOp, CondBrOp, LoadOp, MemcpyOp, MemmoveOp, MemsetOp, StoreOp};
use crate::ir::interfaces::UpstreamPropertiesInterface;

/// Names of properties; none has a value where it is absent.
type Properties = &'static [(&'static str, Option<&'static str>)];

/// What may be said of an access of memory.
const ACCESS: Properties =
    &[("access_groups", None), ("alias_scopes", None), ("noalias_scopes", None), ("tbaa", None)];

const CALL: Properties = &[
    ("access_groups", None),
    ("alias_scopes", None),
    ("memory_effects", None),
    ("noalias_scopes", None),
    ("tbaa", None),
];

const BRANCH: Properties = &[("loop_annotation", None)];

macro_rules! properties {
    ($($op:ty: $properties:expr),* $(,)?) => {
        $(impl UpstreamPropertiesInterface for $op {
            fn properties(&self) -> Properties {
                $properties
            }
        })*
    };
}

properties! {
    LoadOp: ACCESS,
    StoreOp: ACCESS,
    AtomicRmwOp: ACCESS,
    CmpXchgOp: ACCESS,
    MemcpyOp: ACCESS,
    MemmoveOp: ACCESS,
    MemsetOp: ACCESS,
    CallOp: CALL,
    BrOp: BRANCH,
    CondBrOp: BRANCH,
}
