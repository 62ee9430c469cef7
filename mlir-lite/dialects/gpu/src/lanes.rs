//! The lanes of subgroups, and how numbers of threads are combined.

use crate::AllReduceOperation;
use mlir_lite::interpreter::{Machine, SUBGROUP_SIZE, Trap};
use mlir_lite::scalar::AtomicRmwKind;

/// The lane of the thread that runs, and the number of lanes of its subgroup.
pub(crate) fn lanes(m: &Machine<'_>) -> Result<(usize, usize), Trap> {
    let position = m.position()?;
    let threads = position.sizes.threads.iter().product::<i64>() as usize;
    let first = position.number / SUBGROUP_SIZE * SUBGROUP_SIZE;
    Ok((position.number - first, SUBGROUP_SIZE.min(threads - first)))
}

/// How numbers of a type are combined.
pub(crate) fn kind_of(operation: AllReduceOperation, is_float: bool) -> AtomicRmwKind {
    match operation {
        AllReduceOperation::Add if is_float => AtomicRmwKind::AddF,
        AllReduceOperation::Add => AtomicRmwKind::AddI,
        AllReduceOperation::Mul if is_float => AtomicRmwKind::MulF,
        AllReduceOperation::Mul => AtomicRmwKind::MulI,
        AllReduceOperation::MinUI => AtomicRmwKind::MinU,
        AllReduceOperation::MinSI => AtomicRmwKind::MinS,
        AllReduceOperation::MinNumF => AtomicRmwKind::MinNumF,
        AllReduceOperation::MaxUI => AtomicRmwKind::MaxU,
        AllReduceOperation::MaxSI => AtomicRmwKind::MaxS,
        AllReduceOperation::MaxNumF => AtomicRmwKind::MaxNumF,
        AllReduceOperation::And => AtomicRmwKind::AndI,
        AllReduceOperation::Or => AtomicRmwKind::OrI,
        AllReduceOperation::Xor => AtomicRmwKind::XOrI,
        AllReduceOperation::MinimumF => AtomicRmwKind::MinimumF,
        AllReduceOperation::MaximumF => AtomicRmwKind::MaximumF,
    }
}
