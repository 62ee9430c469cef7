//! Values that crates above this one store in a context: one value of each type.

use super::Context;
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::sync::{Arc, PoisonError, RwLock};

/// The values by their types.
#[derive(Default)]
pub(super) struct Attachments(RwLock<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Context {
    /// Stores a value for as long as the context lives. Returns false, and keeps the old value, if
    /// there already is one of the type. The value must not hold a context.
    pub fn attach<T: Any + Send + Sync>(&self, value: T) -> bool {
        let mut values = self.data().attachments.0.write().unwrap_or_else(PoisonError::into_inner);
        let is_first = !values.contains_key(&TypeId::of::<T>());
        if is_first {
            values.insert(TypeId::of::<T>(), Arc::new(value));
        }
        is_first
    }

    /// The value of a type that was [attached](Context::attach).
    pub fn attached<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let values = self.data().attachments.0.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(values.get(&TypeId::of::<T>())?).downcast().ok()
    }
}
