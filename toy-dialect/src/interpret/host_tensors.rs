//! Tensors of the host that programs in its process use in place.
//!
//! The values that a session keeps may be large. A program that uses one as a constant would have
//! to contain all its elements, however few of them it reads. Instead, a program has the number of
//! the tensor: the interpreter takes the tensor itself, and compiled code its address.

use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use rustc_hash::FxHashMap;

use crate::tensor::Tensor;
use crate::tensor::elements::Elements;

/// The tensors by number, while there are some.
static TENSORS: Mutex<Option<FxHashMap<u64, Weak<Numbered>>>> = Mutex::new(None);

/// A tensor of the host, which programs find by its number as long as it lives. Copies share it.
#[derive(Clone)]
pub struct HostTensor(Arc<Numbered>);

struct Numbered {
    number: u64,
    tensor: Arc<Tensor>,
}

impl HostTensor {
    /// Gives a tensor a number that no other one in this process has.
    #[must_use]
    pub fn new(tensor: Tensor) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let numbered = Arc::new(Numbered { number, tensor: Arc::new(tensor) });
        tensors().get_or_insert_default().insert(number, Arc::downgrade(&numbered));
        Self(numbered)
    }

    /// The tensor of this number.
    #[must_use]
    pub fn find(number: u64) -> Option<Self> {
        tensors().as_ref()?.get(&number)?.upgrade().map(Self)
    }

    /// The number.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.0.number
    }

    /// The tensor, shared.
    pub(crate) fn shared(&self) -> Arc<Tensor> {
        Arc::clone(&self.0.tensor)
    }

    /// Where its elements are while it lives. Booleans are bytes that are 1 or 0.
    #[must_use]
    pub fn address(&self) -> *const () {
        match &self.elements {
            Elements::F64(list) => list.as_ptr().cast(),
            Elements::F32(list) => list.as_ptr().cast(),
            Elements::I64(list) => list.as_ptr().cast(),
            Elements::Bool(list) => list.as_ptr().cast(),
            Elements::I8(list) => list.as_ptr().cast(),
            Elements::U8(list) => list.as_ptr().cast(),
        }
    }
}

impl Deref for HostTensor {
    type Target = Tensor;

    fn deref(&self) -> &Tensor {
        &self.0.tensor
    }
}

impl PartialEq for HostTensor {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Debug for HostTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl Drop for Numbered {
    fn drop(&mut self) {
        if let Some(all) = tensors().as_mut() {
            all.remove(&self.number);
        }
    }
}

/// The map is valid after each step, so a panic elsewhere does not matter.
fn tensors() -> MutexGuard<'static, Option<FxHashMap<u64, Weak<Numbered>>>> {
    TENSORS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tensors_are_found_while_they_live() {
        let tensor = HostTensor::new(Tensor::number(2.5));
        let copy = tensor.clone();
        let number = tensor.number();
        drop(tensor);
        assert_eq!(HostTensor::find(number), Some(copy));
        assert_eq!(HostTensor::find(number), None);
    }
}
