//! Large element data, counted by the ops that hold it.

use super::DenseElements;
use crate::support::context_number::{ContextNumber, belongs_to_another_context};
use std::sync::{Mutex, MutexGuard, RwLock};

#[derive(Default)]
struct Blob {
    holders: usize,
    elements: Option<DenseElements>,
}

/// The elements to which handles of large `dense` attributes refer.
pub(crate) struct ElementBlobs {
    slots: boxcar::Vec<RwLock<Blob>>,
    free: Mutex<Vec<u32>>,
    /// The number in a handle is this plus the index of the slot.
    base: u32,
}

impl ElementBlobs {
    /// Creates the table of a context.
    pub(crate) fn new(context: ContextNumber) -> Self {
        Self { slots: boxcar::Vec::new(), free: Mutex::default(), base: context.base(30) }
    }

    fn slot(&self, number: u32) -> &RwLock<Blob> {
        match self.slots.get(number.wrapping_sub(self.base) as usize) {
            Some(slot) => slot,
            None => belongs_to_another_context("attribute"),
        }
    }

    fn free_list(&self) -> MutexGuard<'_, Vec<u32>> {
        self.free.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn update<R>(&self, number: u32, update: impl FnOnce(&mut Blob) -> R) -> R {
        let mut blob = self.slot(number).write().unwrap_or_else(|poisoned| poisoned.into_inner());
        update(&mut blob)
    }

    pub(crate) fn add(&self, elements: DenseElements) -> u32 {
        let blob = Blob { holders: 0, elements: Some(elements) };
        let reused = self.free_list().pop();
        match reused {
            Some(number) => {
                self.update(number, |slot| *slot = blob);
                number
            }
            None => self.base + self.slots.push(RwLock::new(blob)) as u32,
        }
    }

    pub(crate) fn get(&self, number: u32) -> Option<DenseElements> {
        let blob = self.slot(number).read().unwrap_or_else(|poisoned| poisoned.into_inner());
        blob.elements.clone()
    }

    pub(crate) fn retain(&self, number: u32) {
        self.update(number, |blob| blob.holders += 1);
    }

    pub(crate) fn release(&self, number: u32) {
        self.update(number, |blob| blob.holders = blob.holders.saturating_sub(1));
    }

    pub(crate) fn collect(&self) {
        let mut free = self.free_list();
        for (index, slot) in &self.slots {
            let mut blob = slot.write().unwrap_or_else(|poisoned| poisoned.into_inner());
            if blob.holders == 0 && blob.elements.take().is_some() {
                free.push(self.base + index as u32);
            }
        }
    }
}
