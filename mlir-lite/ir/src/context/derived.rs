//! Tables that follow from the loaded dialects and that many passes share: each is made once.

use super::Context;
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, PoisonError};

/// By the type that stands for the table.
#[derive(Default)]
pub(crate) struct DerivedTables(Mutex<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl DerivedTables {
    /// Forgets all: another dialect has been loaded.
    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Context {
    /// The table of `Of`, the type that it is made for: `make` makes it of the dialects that are loaded unless there is one
    /// already. It must hold no context: it lives as long as this one.
    #[doc(hidden)]
    pub fn derived<Of: 'static, T: Any + Send + Sync>(
        &self,
        make: impl FnOnce(&Self) -> T,
    ) -> Arc<T> {
        let (tables, key) = (&self.data().derived.0, TypeId::of::<Of>());
        let known = tables.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(Ok(known)) = known.map(Arc::downcast) {
            return known;
        }
        // Not under the lock: what makes it may ask for another one.
        let made = Arc::new(make(self));
        tables.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&made) as _);
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::{Dialect, DialectRegistration};

    struct LateDialect;

    impl Dialect for LateDialect {
        const NAMESPACE: &'static str = "late";

        fn register(_dialect: &mut DialectRegistration<'_>) {}
    }

    #[test]
    fn a_table_is_kept_until_a_dialect_is_loaded() {
        let ctx = Context::new();
        let count =
            |ctx: &Context| ctx.derived::<LateDialect, usize>(|ctx| ctx.loaded_dialects().len());
        let first = count(&ctx);
        assert!(Arc::ptr_eq(&first, &count(&ctx)));
        ctx.load::<LateDialect>();
        assert!(*count(&ctx) > *first);
    }
}
