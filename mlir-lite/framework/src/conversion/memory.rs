//! Memory that the conversions of bodies use one after the other: a module may have many small
//! functions, and most of the work on a small one would be to allocate it.

use crate::conversion::log::Change;
use mlir_lite::ir::{OpId, SpareArrays, ValueId};
use mlir_lite::support::pool::LARGE;
use std::sync::{Mutex, PoisonError};

/// The tables that a conversion needs until the body is converted. Their contents do not matter
/// afterwards.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) tables: Tables,
    /// The ops to be converted.
    pub(super) order: Vec<OpId>,
    /// For each pattern, whether it is being applied.
    pub(super) active: Vec<bool>,
    /// Memory for the body while it grows.
    pub(super) arrays: SpareArrays,
}

/// The tables of a conversion's state, by op and by value, and its log.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) mapping: Vec<Option<ValueId>>,
    pub(super) removed: Vec<bool>,
    pub(super) legalized: Vec<bool>,
    pub(super) changes: Vec<Change>,
}

/// The memory that is not in use, at most one for each thread.
#[derive(Default)]
pub(super) struct SpareMemory(Mutex<Vec<Memory>>);

impl SpareMemory {
    pub(super) fn take(&self) -> Memory {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Keeps memory for the next body, unless it was for a large one.
    pub(super) fn give(&self, memory: Memory) {
        if memory.tables.mapping.capacity() < LARGE && memory.order.capacity() < LARGE {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
        }
    }
}
