//! Interfaces that are attached to types and attributes of other crates.
//!
//! A declaration lists the interfaces that a type of a dialect implements. Others are attached to a
//! context: as a cast of the type's data, or as a model, which makes an object from any type.

use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Views the data of a type or attribute as an interface.
type Cast<I> = Box<dyn for<'d> Fn(&'d dyn Any) -> Option<&'d I> + Send + Sync>;

type Erased = Box<dyn Any + Send + Sync>;

/// Makes an object of an interface, a `Box` of the trait object, from a handle that it is for.
type Model<C, H> = Arc<dyn Fn(&C, H) -> Option<Erased> + Send + Sync>;

/// The interfaces that are attached to handles of a kind, types or attributes, in a context `C`.
pub(super) struct AttachedInterfaces<C, H> {
    tables: RwLock<Tables<C, H>>,
    /// The objects that models have made, which live as long as the context.
    objects: boxcar::Vec<Erased>,
}

struct Tables<C, H> {
    /// By the Rust types of the data and of the interface.
    casts: FxHashMap<(TypeId, TypeId), Erased>,
    /// By the interface, in the order in which they were attached.
    models: FxHashMap<TypeId, Vec<Model<C, H>>>,
    /// By handle and interface, the index of the object that a model has made.
    made: FxHashMap<(H, TypeId), Option<usize>>,
}

impl<C: 'static, H: Copy + Eq + Hash + 'static> AttachedInterfaces<C, H> {
    pub(super) fn new() -> Self {
        let (casts, models, made) = Default::default();
        Self { tables: RwLock::new(Tables { casts, models, made }), objects: boxcar::Vec::new() }
    }

    fn read(&self) -> RwLockReadGuard<'_, Tables<C, H>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Tables<C, H>> {
        self.tables.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Attaches interface `I` to the handles with data `D`. An earlier cast stays.
    pub(super) fn add_cast<D: 'static, I: ?Sized + 'static>(&self, cast: fn(&D) -> &I) {
        let erased: Cast<I> = Box::new(move |data| data.downcast_ref().map(cast));
        let key = (TypeId::of::<D>(), TypeId::of::<I>());
        self.write().casts.entry(key).or_insert_with(|| Box::new(erased));
    }

    /// Attaches interface `I` to the handles for which `model` makes an object.
    pub(super) fn add_model<I: ?Sized + Send + Sync + 'static>(
        &self,
        model: impl Fn(&C, H) -> Option<Box<I>> + Send + Sync + 'static,
    ) {
        let model: Model<C, H> =
            Arc::new(move |ctx, handle| model(ctx, handle).map(|object| Box::new(object) as _));
        let mut tables = self.write();
        tables.models.entry(TypeId::of::<I>()).or_default().push(model);
        // The new model may be for a handle that no older one is for.
        tables.made.retain(|_, object| object.is_some());
    }

    /// The data as interface `I`, if a cast is attached to its type.
    pub(super) fn cast<'d, I: ?Sized + 'static>(&self, data: &'d dyn Any) -> Option<&'d I> {
        let tables = self.read();
        let cast = tables.casts.get(&(data.type_id(), TypeId::of::<I>()))?;
        cast.downcast_ref::<Cast<I>>()?(data)
    }

    /// The object that a model creates for a handle. There is one for each handle.
    pub(super) fn object<I: ?Sized + 'static>(&self, ctx: &C, handle: H) -> Option<&I> {
        let key = (handle, TypeId::of::<I>());
        let tables = self.read();
        let models = tables.models.get(&TypeId::of::<I>())?;
        let index = match tables.made.get(&key) {
            Some(&index) => index?,
            None => {
                let models = models.clone();
                // Called without the lock, because a model may ask for another interface.
                drop(tables);
                let object = models.iter().find_map(|model| model(ctx, handle));
                let index = object.map(|object| self.objects.push(object));
                // Another thread may have made one as well; all get the first.
                let mut tables = self.write();
                (*tables.made.entry(key).or_insert(index))?
            }
        };
        self.objects.get(index)?.downcast_ref::<Box<I>>().map(|object| &**object)
    }
}
