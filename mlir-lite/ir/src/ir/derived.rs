//! Tables that are computed from the loaded dialects once and then shared by passes.

use crate::data::Context;
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, PoisonError};

/// The tables, by the type that identifies each.
#[derive(Default)]
pub(crate) struct DerivedTables(Mutex<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl DerivedTables {
    /// Drops all tables, because another dialect was loaded.
    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Context {
    /// Returns the table that `Of` identifies. `make` computes it if it does not exist yet. The
    /// table must not hold a context, because the context owns it.
    #[doc(hidden)]
    pub fn derived<Of: 'static, T: Any + Send + Sync>(
        &self,
        make: impl FnOnce(&Self) -> T,
    ) -> Arc<T> {
        let (tables, key) = (&self.definitions().derived.0, TypeId::of::<Of>());
        let known = tables.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(Ok(known)) = known.map(Arc::downcast) {
            return known;
        }
        // Called without the lock, because `make` may ask for another table.
        let made = Arc::new(make(self));
        tables.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&made) as _);
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::dialect::{Dialect, DialectRegistration};

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
