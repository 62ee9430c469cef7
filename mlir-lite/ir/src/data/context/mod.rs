//! The context: state that all IR shares.
//!
//! Types, attributes, locations and identifiers are uniqued in append-only tables. Creating one
//! locks one shard of a table; reading takes no lock. The context also has the sources that text
//! was read from, and, for the layers above it, the loaded ops and dialects, whose types it does
//! not know.

mod attachments;
mod debug;
mod idents;
mod interfaces;

pub use debug::DEBUG_PARTS;

use crate::data::affine::AffineTables;
use crate::data::attached_interfaces::AttachedInterfaces;
use crate::data::attributes::{Attribute, Attributes, ElementBlobs, RecentIntegers};
use crate::data::call_sites::CallSites;
use crate::data::ident::{Ident, Idents};
use crate::data::location::{Location, UniquedLocation};
use crate::data::types::{Type, Types};
use crate::support::context_number::ContextNumber;
use crate::support::uniquer::Uniquer;
use mlir_lite_diagnostics::{RemarkFilter, SourceMap};
use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};

/// A handle of the shared state. Clones are cheap and refer to the same context.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::{Context, types::Type};
/// let ctx = Context::new();
/// assert_eq!(ctx.tensor_type(&[2, 3], Type::F64), ctx.clone().tensor_type(&[2, 3], Type::F64));
/// ```
#[derive(Clone)]
pub struct Context(Arc<ContextData>);

/// A context that the holder does not keep alive.
pub(crate) struct WeakContext(Weak<ContextData>);

impl WeakContext {
    /// The context, if it is alive.
    pub(crate) fn upgrade(&self) -> Option<Context> {
        self.0.upgrade().map(Context)
    }
}

pub(crate) struct ContextData {
    /// Identifies the context in the caches of op definitions. Never 0.
    pub(crate) id: u32,
    pub(crate) types: Types,
    pub(crate) attributes: Attributes,
    pub(crate) recent_integers: RecentIntegers,
    pub(crate) blobs: ElementBlobs,
    pub(crate) locations: Uniquer<UniquedLocation>,
    pub(crate) call_sites: CallSites<Location>,
    pub(crate) idents: Idents,
    pub(crate) affine: AffineTables,
    pub(crate) sources: Arc<SourceMap>,
    /// Whether the context has an affine map, integer set, location, resource or distinct
    /// attribute, so that printed text may have aliases.
    pub(crate) has_aliased_attributes: AtomicBool,
    /// The number of distinct attributes created so far.
    pub(crate) distinct_attributes: AtomicU64,
    pub(crate) debug: OnceLock<debug::DebugOutput>,
    /// The remarks of passes that are wanted.
    pub(crate) remarks: OnceLock<RemarkFilter>,
    /// The parts with debug output that programs have added.
    pub(crate) debug_parts: Mutex<Vec<String>>,
    attachments: attachments::Attachments,
    pub(super) type_interfaces: AttachedInterfaces<Context, Type>,
    pub(super) attribute_interfaces: AttachedInterfaces<Context, Attribute>,
    /// 0 means as many as the machine has processors.
    pub(crate) threads: AtomicUsize,
    /// The ops and dialects; the type is in the layer `ir`.
    definitions: Arc<dyn Any + Send + Sync>,
    texts: DataTexts,
}

/// Functions of the layer `text` that print types and attributes for messages.
pub(crate) struct DataTexts {
    pub(crate) of_type: fn(&Context, Type) -> String,
    pub(crate) of_attribute: fn(&Context, Attribute) -> String,
}

impl Context {
    /// Creates a context from state of the layers above.
    pub(crate) fn of_parts(
        number: ContextNumber,
        sources: Arc<SourceMap>,
        definitions: Arc<dyn Any + Send + Sync>,
        texts: DataTexts,
    ) -> Self {
        let data = ContextData {
            id: number.id(),
            types: Uniquer::new(number, 30, "type"),
            attributes: Uniquer::new(number, 30, "attribute"),
            recent_integers: RecentIntegers::new(),
            blobs: ElementBlobs::new(number),
            locations: Uniquer::new(number, 29, "location"),
            call_sites: CallSites::new(number),
            idents: Uniquer::new(number, 30, "identifier"),
            affine: AffineTables::new(number),
            sources,
            has_aliased_attributes: AtomicBool::new(false),
            distinct_attributes: AtomicU64::new(0),
            debug: OnceLock::new(),
            remarks: OnceLock::new(),
            debug_parts: Mutex::default(),
            attachments: attachments::Attachments::default(),
            type_interfaces: AttachedInterfaces::new(),
            attribute_interfaces: AttachedInterfaces::new(),
            threads: AtomicUsize::new(0),
            definitions,
            texts,
        };
        Type::intern_fixed(&data.types);
        Ident::intern_fixed(&data.idents);
        crate::data::attributes::intern_fixed(&data.attributes);
        Self(Arc::new(data))
    }

    /// The ops and dialects, which the layer above stores.
    ///
    /// # Panics
    /// If they have another type.
    pub(crate) fn definitions_as<D: Any + Send + Sync>(&self) -> &D {
        self.0.definitions.downcast_ref().expect("the definitions are of the layer's own type")
    }

    /// Like `definitions_as`, but shared, for code that uses it often.
    pub(crate) fn shared_definitions<D: Any + Send + Sync>(&self) -> Arc<D> {
        let definitions = Arc::clone(&self.0.definitions).downcast();
        definitions.unwrap_or_else(|_| unreachable!("the definitions are of the layer's own type"))
    }

    /// The text of the type, for a message.
    pub(crate) fn type_text(&self, ty: Type) -> String {
        (self.0.texts.of_type)(self, ty)
    }

    /// The text of the attribute, for a message.
    pub(crate) fn attribute_text(&self, attribute: Attribute) -> String {
        (self.0.texts.of_attribute)(self, attribute)
    }

    pub(crate) fn data(&self) -> &ContextData {
        &self.0
    }

    /// The number of threads that parse, verify and print large modules: as many as the machine has
    /// processors, unless [`Context::set_threads`] sets another number. The result does not depend
    /// on it.
    pub fn threads(&self) -> usize {
        match self.0.threads.load(Ordering::Relaxed) {
            0 => processors(),
            threads => threads,
        }
    }

    /// Sets the number of threads; 0 means as many as the machine has processors.
    pub fn set_threads(&self, threads: usize) {
        self.0.threads.store(threads, Ordering::Relaxed);
    }

    /// The sources that positions refer to.
    pub fn sources(&self) -> &Arc<SourceMap> {
        &self.0.sources
    }

    /// A handle for state that the context owns itself.
    pub(crate) fn downgrade(&self) -> WeakContext {
        WeakContext(Arc::downgrade(&self.0))
    }

    /// A number that no other context of the process has, for objects of one context.
    #[doc(hidden)]
    pub fn id(&self) -> u32 {
        self.0.id
    }

    /// Whether the two handles are the same context.
    pub fn is_same(&self, other: &Context) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
/// The number of threads that the machine runs at once. Cached, because asking the system takes
/// longer than most passes on a small function.
fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
