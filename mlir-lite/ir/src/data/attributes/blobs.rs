//! Large element data, counted by the ops that hold it.

use super::DenseElements;
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
}

impl ElementBlobs {
    pub(crate) fn new() -> Self {
        Self { slots: boxcar::Vec::new(), free: Mutex::default() }
    }

    fn free_list(&self) -> MutexGuard<'_, Vec<u32>> {
        self.free.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn update<R>(&self, index: u32, update: impl FnOnce(&mut Blob) -> R) -> R {
        let mut blob =
            self.slots[index as usize].write().unwrap_or_else(|poisoned| poisoned.into_inner());
        update(&mut blob)
    }

    pub(crate) fn add(&self, elements: DenseElements) -> u32 {
        let blob = Blob { holders: 0, elements: Some(elements) };
        let reused = self.free_list().pop();
        match reused {
            Some(index) => {
                self.update(index, |slot| *slot = blob);
                index
            }
            None => self.slots.push(RwLock::new(blob)) as u32,
        }
    }

    pub(crate) fn get(&self, index: u32) -> Option<DenseElements> {
        let blob =
            self.slots[index as usize].read().unwrap_or_else(|poisoned| poisoned.into_inner());
        blob.elements.clone()
    }

    pub(crate) fn retain(&self, index: u32) {
        self.update(index, |blob| blob.holders += 1);
    }

    pub(crate) fn release(&self, index: u32) {
        self.update(index, |blob| blob.holders = blob.holders.saturating_sub(1));
    }

    pub(crate) fn collect(&self) {
        let mut free = self.free_list();
        for (index, slot) in &self.slots {
            let mut blob = slot.write().unwrap_or_else(|poisoned| poisoned.into_inner());
            if blob.holders == 0 && blob.elements.take().is_some() {
                free.push(index as u32);
            }
        }
    }
}
