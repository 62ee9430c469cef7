//! The context: what all IR shares.
//!
//! Types, attributes, locations and identifiers are held once, in append-only
//! tables: making one takes a lock of one shard, reading takes none. The
//! context also knows the loaded dialects and the sources that text was read
//! from.

mod attachments;
mod debug;
mod derived;
mod dialect;
mod kept_words;
mod names;
mod op_name;

pub use debug::DEBUG_PARTS;
pub use dialect::{DataDoc, Dialect, DialectDoc, DialectId, DialectRegistration, InterfaceMap};
pub use kept_words::{KeptFlags, KeptWords};
#[doc(hidden)]
pub use op_name::SHORT_NAME_PREFIXES;
pub use op_name::{OpInfo, OpName};

use crate::affine::AffineTables;
use crate::attributes::{AttributeKind, ElementBlobs, RecentIntegers};
use crate::ir::call_sites::CallSites;
use crate::ir::ident::Ident;
use crate::ir::location::UniquedLocation;
use crate::support::uniquer::Uniquer;
use crate::types::{Type, TypeKind};
use mlir_lite_diagnostics::SourceMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// A handle of the shared state; cloning it is cheap, and all clones are the
/// same context.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::{Context, types::Type};
/// let ctx = Context::new();
/// assert_eq!(ctx.tensor_type(&[2, 3], Type::F64), ctx.clone().tensor_type(&[2, 3], Type::F64));
/// ```
#[derive(Clone)]
pub struct Context(Arc<ContextData>);

pub(crate) struct ContextData {
    /// Tells contexts apart in op definitions' caches; never 0.
    pub(crate) id: u32,
    pub(crate) types: Uniquer<TypeKind>,
    pub(crate) attributes: Uniquer<AttributeKind>,
    pub(crate) recent_integers: RecentIntegers,
    pub(crate) blobs: ElementBlobs,
    pub(crate) locations: Uniquer<UniquedLocation>,
    pub(crate) call_sites: CallSites,
    pub(crate) idents: Uniquer<Box<str>>,
    pub(crate) affine: AffineTables,
    pub(crate) dialects: dialect::DialectTable,
    pub(crate) op_names: op_name::OpNameTable,
    pub(crate) derived: derived::DerivedTables,
    pub(crate) sources: Arc<SourceMap>,
    /// Whether there is an affine map, an integer set, a location, a resource or a distinct attribute.
    pub(crate) has_aliased_attributes: AtomicBool,
    /// Whether a loaded dialect takes part in folding.
    pub(crate) has_fold_interfaces: AtomicBool,
    /// How many distinct attributes have been made.
    pub(crate) distinct_attributes: AtomicU64,
    pub(crate) debug: OnceLock<debug::DebugOutput>,
    attachments: attachments::Attachments,
    /// 0 for as many as the machine has.
    pub(crate) threads: AtomicUsize,
    shows_ops_in_errors: AtomicBool,
    /// Whether there may be ops of dialects that are not loaded.
    allows_unregistered: AtomicBool,
    /// Whether text has names that only MLIR 22 has.
    reads_upstream_names: AtomicBool,
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Context {
    /// A context with the builtin dialect loaded and no sources.
    pub fn new() -> Self {
        Self::with_sources(Arc::new(SourceMap::new()))
    }

    /// A context whose locations are positions in `sources`.
    pub fn with_sources(sources: Arc<SourceMap>) -> Self {
        static NEXT_ID: AtomicU32 = AtomicU32::new(1);
        let data = ContextData {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed).max(1),
            types: Uniquer::new(),
            attributes: Uniquer::new(),
            recent_integers: RecentIntegers::new(),
            blobs: ElementBlobs::new(),
            locations: Uniquer::new(),
            call_sites: CallSites::new(),
            idents: Uniquer::new(),
            affine: AffineTables::new(),
            dialects: dialect::DialectTable::new(),
            op_names: op_name::OpNameTable::new(),
            derived: derived::DerivedTables::default(),
            sources,
            has_aliased_attributes: AtomicBool::new(false),
            has_fold_interfaces: AtomicBool::new(false),
            distinct_attributes: AtomicU64::new(0),
            debug: OnceLock::new(),
            attachments: attachments::Attachments::default(),
            threads: AtomicUsize::new(0),
            shows_ops_in_errors: AtomicBool::new(false),
            allows_unregistered: AtomicBool::new(false),
            reads_upstream_names: AtomicBool::new(false),
        };
        Type::intern_fixed(&data.types);
        Ident::intern_fixed(&data.idents);
        crate::attributes::intern_fixed(&data.attributes);
        let ctx = Self(Arc::new(data));
        ctx.load::<crate::builtin::BuiltinDialect>();
        ctx
    }

    pub(crate) fn data(&self) -> &ContextData {
        &self.0
    }

    /// How many threads parse, verify and print large modules: as many as the
    /// machine has, unless [`Context::set_threads`] says otherwise. What comes
    /// out is the same for any number.
    pub fn threads(&self) -> usize {
        match self.0.threads.load(Ordering::Relaxed) {
            0 => processors(),
            threads => threads,
        }
    }

    /// Sets the number of threads; 0 for as many as the machine has.
    pub fn set_threads(&self, threads: usize) {
        self.0.threads.store(threads, Ordering::Relaxed);
    }

    /// Whether errors about ops have a note with the op's text.
    pub fn shows_ops_in_errors(&self) -> bool {
        self.0.shows_ops_in_errors.load(Ordering::Relaxed)
    }

    /// Says whether errors about ops have a note with the op's text, in generic
    /// form.
    pub fn show_ops_in_errors(&self, shown: bool) {
        self.0.shows_ops_in_errors.store(shown, Ordering::Relaxed);
    }

    /// The sources that positions refer to.
    pub fn sources(&self) -> &Arc<SourceMap> {
        &self.0.sources
    }

    /// Whether the two handles are the same context.
    pub fn is_same(&self, other: &Context) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
/// How many threads the machine runs at once. Asking the system takes longer than most passes on a small function.
fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
