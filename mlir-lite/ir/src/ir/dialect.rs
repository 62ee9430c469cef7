//! Dialects: loaded explicitly, by type.

use crate::data::Context;
use crate::data::attributes::{Attribute, DialectAttribute};
use crate::data::parameters::ParameterDef;
use crate::data::types::{DialectType, Type};
use crate::ir::asm::AsmParser;
use crate::ir::body::Body;
use crate::ir::constant_ops::Constants;
use crate::ir::enums::{EnumAttribute, EnumDef};
use crate::ir::interfaces::DialectFoldInterface;
use crate::ir::op_def::{OpDef, OpDefinition, VerifyFn};
use crate::ir::op_interface::{
    DialectExtension, Implementation, ImplementedBy, OpInterface, OpModel,
};
use crate::ir::op_name::{DeclaredOp, OpName, namespace_of};
use crate::support::context_number::{ContextNumber, belongs_to_another_context};
use mlir_lite_diagnostics::{Reported, Span};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::any::{Any, TypeId};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

/// A dialect: a namespace of ops, types and attributes.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::context::{Context, Dialect, DialectRegistration};
///
/// struct EmptyDialect;
/// impl Dialect for EmptyDialect {
///     const NAMESPACE: &'static str = "empty";
///     fn register(_dialect: &mut DialectRegistration<'_>) {}
/// }
/// let ctx = Context::new();
/// ctx.load::<EmptyDialect>();
/// assert!(ctx.dialect_id("empty").is_some());
/// ```
pub trait Dialect: 'static {
    /// The prefix of the dialect's op, type and attribute names.
    const NAMESPACE: &'static str;

    /// Whether MLIR itself has the dialect. If so, its custom forms can be printed for today's MLIR
    /// to read.
    const UPSTREAM: bool = false;

    /// Whether the dialect's text is always that of today's MLIR, so that its ops tell that text is
    /// of today.
    const ONLY_UPSTREAM: bool = false;

    /// Whether ops and attributes with the dialect's prefix are allowed that it does not declare.
    /// They are kept as they are written.
    const ALLOWS_UNKNOWN: bool = false;

    /// Registers the dialect's ops, types, attributes and interfaces.
    fn register(dialect: &mut DialectRegistration<'_>);
}

/// A loaded dialect.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DialectId(u32);

/// Parses what follows the mnemonic of a type or attribute, whose name is at the span.
pub(crate) type ParseData<T> =
    Arc<dyn Fn(&mut AsmParser<'_, '_>, Span) -> Result<T, Reported> + Send + Sync>;

/// How a type or attribute is parsed.
#[derive(Clone)]
pub(crate) enum DataParser<T> {
    /// By the Rust type that declares it.
    Declared(fn(&mut AsmParser<'_, '_>) -> Result<T, Reported>),
    /// By a function that was made when the program runs.
    Dynamic(ParseData<T>),
}

impl<T> DataParser<T> {
    /// Parses what follows the mnemonic. `name` is where the name is.
    pub(crate) fn parse(&self, parser: &mut AsmParser<'_, '_>, name: Span) -> Result<T, Reported> {
        match self {
            Self::Declared(parse) => parse(parser),
            Self::Dynamic(parse) => parse(parser, name),
        }
    }
}

/// A dialect that no Rust type declares.
pub(crate) struct DialectParts {
    /// The namespace.
    pub(crate) namespace: &'static str,
    /// The types by their mnemonics.
    pub(crate) types: Vec<(&'static str, ParseData<Type>)>,
    /// The attributes by their mnemonics.
    pub(crate) attributes: Vec<(&'static str, ParseData<Attribute>)>,
    /// The ops.
    pub(crate) ops: Vec<&'static OpDef>,
}

#[derive(Default)]
struct DialectInfo {
    namespace: &'static str,
    upstream: bool,
    only_upstream: bool,
    allows_unknown: bool,
    kept_attributes: Vec<&'static str>,
    aliased_attributes: Vec<&'static str>,
    summary: &'static str,
    description: &'static str,
    /// Those that the dialect registers, then those that were added from outside.
    ops: boxcar::Vec<OpName>,
    type_docs: Vec<DataDoc>,
    attribute_docs: Vec<DataDoc>,
    enums: Vec<&'static EnumDef>,
    types: FxHashMap<&'static str, DataParser<Type>>,
    /// By prefix and mnemonic: some have a prefix of today's MLIR.
    attributes: FxHashMap<(&'static str, &'static str), DataParser<Attribute>>,
    interfaces: FxHashMap<TypeId, Box<dyn Any + Send + Sync>>,
    constants: Vec<Constants>,
}

/// Who has a namespace.
struct Owner {
    id: DialectId,
    rust_type: TypeId,
    rust_name: &'static str,
}

pub(crate) struct DialectTable {
    infos: boxcar::Vec<OnceLock<DialectInfo>>,
    /// An id is this plus the index of the dialect.
    base: u32,
    by_name: RwLock<FxHashMap<&'static str, Owner>>,
    /// Prefixes that today's MLIR uses for ops of a dialect.
    upstream_prefixes: RwLock<FxHashMap<&'static str, DialectId>>,
    /// Extensions of dialects that are not loaded yet.
    extensions: Mutex<FxHashMap<TypeId, Vec<Extension>>>,
}

/// Adds ops to a dialect, or interfaces to its ops.
type Extension = Box<dyn FnOnce(&mut DialectExtension<'_>) + Send>;

impl DialectTable {
    /// Creates the table of a context.
    pub(crate) fn new(context: ContextNumber) -> Self {
        Self {
            infos: boxcar::Vec::new(),
            base: context.base(31),
            by_name: RwLock::default(),
            upstream_prefixes: RwLock::default(),
            extensions: Mutex::default(),
        }
    }

    fn add(&self) -> DialectId {
        DialectId(self.base + self.infos.push(OnceLock::new()) as u32)
    }

    fn info(&self, id: DialectId) -> &OnceLock<DialectInfo> {
        match self.infos.get(id.0.wrapping_sub(self.base) as usize) {
            Some(info) => info,
            None => belongs_to_another_context("dialect"),
        }
    }
}

/// The documentation of a dialect's type or attribute.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub struct DataDoc {
    /// Path of the Rust type.
    pub type_name: &'static str,
    /// Namespace and mnemonic.
    pub name: (&'static str, &'static str),
    /// One sentence.
    pub summary: &'static str,
    /// Markdown.
    pub description: &'static str,
    /// The form. Empty if it is parsed and printed by hand-written functions.
    pub syntax: &'static str,
    /// The parameters.
    pub parameters: &'static [ParameterDef],
}

/// The documentation of a dialect.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct DialectDoc {
    /// One sentence.
    pub summary: &'static str,
    /// Markdown.
    pub description: &'static str,
    /// Types, in the order of registration.
    pub types: Vec<DataDoc>,
    /// Attributes, in the order of registration.
    pub attributes: Vec<DataDoc>,
    /// Enums, in the order of registration.
    pub enums: Vec<&'static EnumDef>,
}

/// Registers the parts of a dialect while it is loaded.
pub struct DialectRegistration<'c> {
    ctx: &'c Context,
    id: DialectId,
    info: DialectInfo,
    /// The MLIR 22 prefix that was added last. Caches it, since many ops share one.
    last_prefix: &'static str,
}

impl DialectRegistration<'_> {
    /// The context that the dialect is loaded into.
    pub fn context(&self) -> &Context {
        self.ctx
    }

    /// Sets one sentence on the purpose of the dialect.
    pub fn summary(&mut self, summary: &'static str) {
        self.info.summary = summary;
    }

    /// Sets the description of the dialect, in Markdown.
    pub fn description(&mut self, description: &'static str) {
        self.info.description = description;
    }

    /// Adds an enum, for documentation.
    pub fn enumeration<E: EnumAttribute>(&mut self) {
        self.info.enums.push(E::DEF);
    }

    /// Registers an op.
    ///
    /// # Panics
    /// If the op's name does not begin with the dialect's namespace, if an op already has one of
    /// its names, or if it has the trait `ConstantLike`, but no attribute `value` and not only one.
    #[track_caller]
    pub fn op<O: OpDefinition>(&mut self) {
        self.add_op(O::def(), O::register_interfaces);
    }

    #[track_caller]
    fn add_op(&mut self, def: &'static OpDef, add_interfaces: fn(&mut InterfaceMap)) {
        self.check_namespace("op", namespace_of(def.name), || def.name.to_owned());
        let (ctx, dialect) = (self.ctx, self.id);
        let op = DeclaredOp { def, dialect, add_interfaces, is_from_outside: false };
        self.info.ops.push(ctx.register_op(op));
        let spellings = def.upstream.as_ref().map_or(&[][..], |upstream| upstream.names);
        for prefix in spellings.iter().map(|spelling| namespace_of(spelling)) {
            if !prefix.is_empty() && prefix != self.info.namespace && prefix != self.last_prefix {
                self.add_prefix(prefix);
            }
        }
    }

    /// Adds a prefix that today's MLIR uses for parts of the dialect. A dialect of that namespace
    /// may have names with it as well.
    fn add_prefix(&mut self, prefix: &'static str) {
        self.last_prefix = prefix;
        let prefixes = &self.ctx.definitions().dialects.upstream_prefixes;
        let mut prefixes = prefixes.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        prefixes.insert(prefix, self.id);
    }

    /// Checks that a type or attribute belongs to the dialect.
    #[track_caller]
    fn check_namespace(&self, what: &str, namespace: &str, name: impl FnOnce() -> String) {
        let own = self.info.namespace;
        assert!(
            namespace == own,
            "dialect '{own}' cannot register {what} '{}': its name must begin with '{own}.'",
            name()
        );
    }

    /// Declares attributes called `name`, with today's prefix (`complex.number`). They are kept as
    /// text.
    pub fn kept_attribute(&mut self, name: &'static str) {
        self.info.kept_attributes.push(name);
    }

    /// Declares attributes that are kept as text by their names without the dialect's. Each is
    /// printed under an alias of that name.
    pub fn aliased_attributes(&mut self, names: &[&'static str]) {
        self.info.aliased_attributes.extend(names);
    }

    /// Registers a type.
    ///
    /// # Panics
    /// If the type belongs to another dialect, or if the dialect already has a type of that name.
    #[track_caller]
    pub fn ty<T: DialectType>(&mut self) {
        self.check_namespace("type", T::DIALECT, || format!("!{}.{}", T::DIALECT, T::MNEMONIC));
        assert!(
            !self.info.types.contains_key(T::MNEMONIC),
            "type '!{}.{}' is registered twice",
            T::DIALECT,
            T::MNEMONIC
        );
        let parse = DataParser::Declared(|parser| {
            let data = T::parse(parser)?;
            Ok(parser.context().dialect_type(data))
        });
        self.info.types.insert(T::MNEMONIC, parse);
        self.info.type_docs.push(DataDoc {
            type_name: std::any::type_name::<T>(),
            name: (T::DIALECT, T::MNEMONIC),
            summary: T::SUMMARY,
            description: T::DESCRIPTION,
            syntax: T::SYNTAX,
            parameters: T::PARAMETERS,
        });
    }

    /// Registers an attribute.
    ///
    /// # Panics
    /// If the attribute belongs to another dialect, or if the dialect already has an attribute of
    /// that name.
    #[track_caller]
    pub fn attribute<A: DialectAttribute>(&mut self) {
        self.check_namespace("attribute", A::DIALECT, || {
            format!("#{}.{}", A::DIALECT, A::MNEMONIC)
        });
        self.add_attribute::<A>();
    }

    /// Registers an attribute whose name has a prefix of today's MLIR, as ops of the dialect have:
    /// `#arith.fastmath<nnan>`.
    ///
    /// # Panics
    /// If another dialect has that namespace, or if the dialect already has an attribute of that
    /// name.
    #[track_caller]
    pub fn upstream_attribute<A: DialectAttribute>(&mut self) {
        self.add_prefix(A::DIALECT);
        self.add_attribute::<A>();
    }

    #[track_caller]
    fn add_attribute<A: DialectAttribute>(&mut self) {
        let name = (A::DIALECT, A::MNEMONIC);
        assert!(
            !self.info.attributes.contains_key(&name),
            "attribute '#{}.{}' is registered twice",
            A::DIALECT,
            A::MNEMONIC
        );
        let parse = DataParser::Declared(|parser| {
            let data = A::parse(parser)?;
            Ok(parser.context().dialect_attribute(data))
        });
        self.info.attributes.insert(name, parse);
        self.info.attribute_docs.push(DataDoc {
            type_name: std::any::type_name::<A>(),
            name: (A::DIALECT, A::MNEMONIC),
            summary: A::SUMMARY,
            description: A::DESCRIPTION,
            syntax: A::SYNTAX,
            parameters: A::PARAMETERS,
        });
    }

    pub(super) fn add_constants(&mut self, constants: Constants) {
        self.info.constants.push(constants);
    }

    /// Adds an implementation of a dialect interface, a trait object type such
    /// as `dyn DialectInlinerInterface`.
    pub fn interface<I: ?Sized + Send + Sync + 'static>(&mut self, implementation: &'static I) {
        self.info.interfaces.insert(TypeId::of::<I>(), Box::new(implementation));
    }
}

/// The interfaces that an op implements, collected when the op is first asked for.
///
/// The implementations are constants of the program, and an op has few, which fit without
/// allocation.
#[derive(Default)]
pub struct InterfaceMap {
    entries: SmallVec<[(TypeId, &'static (dyn Any + Send + Sync)); 3]>,
    pub(super) verifiers: Vec<VerifyFn>,
}

impl InterfaceMap {
    /// Adds interface `I`, as `M` implements it.
    pub fn attach<M: OpModel, I: ?Sized + ImplementedBy<M>>(&mut self) {
        self.insert(TypeId::of::<I>(), I::TABLE);
        self.verifiers.extend(I::VERIFY);
    }

    /// Of two entries of one type, the later one counts.
    fn insert(&mut self, key: TypeId, entry: &'static (dyn Any + Send + Sync)) {
        match self.entries.iter_mut().find(|(other, _)| *other == key) {
            Some(other) => other.1 = entry,
            None => self.entries.push((key, entry)),
        }
    }

    pub(super) fn interface<I: OpInterface + ?Sized>(&self) -> Option<Implementation<I>> {
        let (_, entry) = self.entries.iter().find(|(other, _)| *other == TypeId::of::<I>())?;
        entry.downcast_ref().map(Implementation::new)
    }

    /// Removes all, to collect those of another op.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.verifiers.clear();
    }
}

impl Context {
    /// Loads dialect `D`. Does nothing if it is already loaded.
    ///
    /// # Panics
    /// If another dialect has the namespace, or if `D` registers something of another namespace.
    #[track_caller]
    pub fn load<D: Dialect>(&self) -> DialectId {
        let table = &self.definitions().dialects;
        let mut by_name = table.by_name.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(owner) = by_name.get(D::NAMESPACE) {
            let (id, first) = (owner.id, owner.rust_name);
            let is_same = owner.rust_type == TypeId::of::<D>();
            drop(by_name);
            assert!(
                is_same,
                "two dialects have the namespace '{}': `{first}`, which is loaded, and `{}`",
                D::NAMESPACE,
                std::any::type_name::<D>()
            );
            return id;
        }
        let id = table.add();
        let rust_name = std::any::type_name::<D>();
        by_name.insert(D::NAMESPACE, Owner { id, rust_type: TypeId::of::<D>(), rust_name });
        drop(by_name);
        let info = DialectInfo {
            namespace: D::NAMESPACE,
            upstream: D::UPSTREAM,
            only_upstream: D::ONLY_UPSTREAM,
            allows_unknown: D::ALLOWS_UNKNOWN,
            ..DialectInfo::default()
        };
        let mut registration = DialectRegistration { ctx: self, id, info, last_prefix: "" };
        D::register(&mut registration);
        let DialectRegistration { info, .. } = registration;
        if info.interfaces.contains_key(&TypeId::of::<dyn DialectFoldInterface>()) {
            self.definitions().has_fold_interfaces.store(true, Ordering::Relaxed);
        }
        // Cannot fail: the name was entered once, under the lock.
        let _ = table.info(id).set(info);
        self.definitions().derived.clear();
        let extensions = table
            .extensions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&TypeId::of::<D>());
        for extend in extensions.into_iter().flatten() {
            extend(&mut DialectExtension { ctx: self, dialect: id });
        }
        id
    }

    /// Loads a dialect that no Rust type declares.
    ///
    /// # Errors
    /// If another dialect has the namespace, or its ops have it in MLIR 22.
    pub(super) fn load_parts(&self, parts: DialectParts) -> Result<DialectId, String> {
        let DialectParts { namespace, types, attributes, ops } = parts;
        let table = &self.definitions().dialects;
        let is_prefix = self.dialect_of_upstream_prefix(namespace).is_some();
        let id = {
            let mut by_name = table.by_name.write().unwrap_or_else(PoisonError::into_inner);
            if is_prefix || by_name.contains_key(namespace) {
                return Err(format!(
                    "a dialect with the namespace '{namespace}' is already loaded"
                ));
            }
            let id = table.add();
            let rust_type = TypeId::of::<DialectParts>();
            let rust_name = std::any::type_name::<DialectParts>();
            by_name.insert(namespace, Owner { id, rust_type, rust_name });
            id
        };
        let info = DialectInfo { namespace, ..DialectInfo::default() };
        let mut registration = DialectRegistration { ctx: self, id, info, last_prefix: "" };
        for (mnemonic, parse) in types {
            registration.info.types.insert(mnemonic, DataParser::Dynamic(parse));
        }
        for (mnemonic, parse) in attributes {
            let name = (namespace, mnemonic);
            registration.info.attributes.insert(name, DataParser::Dynamic(parse));
        }
        for def in ops {
            registration.add_op(def, |_| ());
        }
        // Cannot fail: the name was entered once, under the lock.
        let _ = table.info(id).set(registration.info);
        self.definitions().derived.clear();
        Ok(id)
    }

    /// Adds ops to dialect `D`, and interfaces to its ops, immediately if it is loaded, otherwise
    /// when it is loaded.
    ///
    /// Interfaces that an op already implements are not replaced. This must be called before text
    /// is read and before passes run: names of ops that were read stay unregistered, and passes
    /// cache which interfaces ops have.
    pub fn extend<D: Dialect>(
        &self,
        extend: impl FnOnce(&mut DialectExtension<'_>) + Send + 'static,
    ) {
        if let Some(dialect) = self.loaded_as::<D>().filter(|&id| self.is_ready(id)) {
            extend(&mut DialectExtension { ctx: self, dialect });
            self.definitions().derived.clear();
            return;
        }
        let table = &self.definitions().dialects;
        let mut extensions = table.extensions.lock().unwrap_or_else(PoisonError::into_inner);
        extensions.entry(TypeId::of::<D>()).or_default().push(Box::new(extend));
    }

    /// Adds an op to a dialect that is loaded, under one of its prefixes.
    #[track_caller]
    pub(super) fn add_op_from_outside(
        &self,
        dialect: DialectId,
        def: &'static OpDef,
        add_interfaces: fn(&mut InterfaceMap),
    ) {
        if self.dialect_of_prefix(namespace_of(def.name)) != Some(dialect) {
            let prefixes = self.dialect_prefixes().into_iter();
            let own = prefixes.filter(|prefix| self.dialect_of_prefix(prefix) == Some(dialect));
            let own: Vec<_> = own.map(|prefix| format!("'{prefix}.'")).collect();
            let namespace = self.dialect_namespace(dialect);
            panic!(
                "dialect '{namespace}' cannot have op '{}': its name must begin with {}",
                def.name,
                own.join(" or ")
            );
        }
        let op = DeclaredOp { def, dialect, add_interfaces, is_from_outside: true };
        let name = self.register_op(op);
        self.dialect_info(dialect).expect("the dialect is loaded").ops.push(name);
    }

    /// Dialect `D`, if it is loaded. Another dialect may have its namespace.
    fn loaded_as<D: Dialect>(&self) -> Option<DialectId> {
        let by_name = &self.definitions().dialects.by_name;
        let by_name = by_name.read().unwrap_or_else(PoisonError::into_inner);
        let owner = by_name.get(D::NAMESPACE)?;
        (owner.rust_type == TypeId::of::<D>()).then_some(owner.id)
    }

    /// Whether the dialect is completely registered.
    fn is_ready(&self, dialect: DialectId) -> bool {
        self.definitions().dialects.info(dialect).get().is_some()
    }

    /// The loaded dialect of that namespace.
    pub fn dialect_id(&self, namespace: &str) -> Option<DialectId> {
        let by_name = self
            .definitions()
            .dialects
            .by_name
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        by_name.get(namespace).map(|owner| owner.id)
    }

    /// The loaded dialect that has ops with that prefix in today's MLIR.
    fn dialect_of_upstream_prefix(&self, prefix: &str) -> Option<DialectId> {
        let prefixes = &self.definitions().dialects.upstream_prefixes;
        prefixes.read().unwrap_or_else(|poisoned| poisoned.into_inner()).get(prefix).copied()
    }

    /// The prefixes that today's MLIR uses for ops of loaded dialects, in any order.
    pub(crate) fn upstream_prefixes(&self) -> Vec<&'static str> {
        let prefixes = &self.definitions().dialects.upstream_prefixes;
        prefixes.read().unwrap_or_else(|poisoned| poisoned.into_inner()).keys().copied().collect()
    }

    /// The loaded dialect that owns the prefix: its namespace, or a prefix that today's MLIR uses
    /// for some of its ops.
    pub(crate) fn dialect_of_prefix(&self, prefix: &str) -> Option<DialectId> {
        self.dialect_id(prefix).or_else(|| self.dialect_of_upstream_prefix(prefix))
    }

    /// Whether the dialect allows ops and attributes that it does not declare.
    pub(crate) fn allows_unknown(&self, id: DialectId) -> bool {
        self.dialect_info(id).is_some_and(|info| info.allows_unknown)
    }

    /// Whether attributes of that name are kept as text.
    pub(crate) fn keeps_attribute(&self, id: DialectId, name: &str) -> bool {
        self.dialect_info(id)
            .is_some_and(|info| info.allows_unknown || info.kept_attributes.contains(&name))
    }

    /// The names of aliases of attributes that loaded dialects declare.
    pub(crate) fn aliased_attributes(&self) -> Vec<&'static str> {
        let dialects = self.loaded_dialects();
        let infos = dialects.iter().filter_map(|name| self.dialect_info(self.dialect_id(name)?));
        infos.flat_map(|info| info.aliased_attributes.iter().copied()).collect()
    }

    /// The name of the alias of an attribute that a dialect keeps as text, if it has one.
    pub(crate) fn alias_of_attribute(&self, dialect: &str, mnemonic: &str) -> Option<&'static str> {
        let info = self.dialect_info(self.dialect_id(dialect)?)?;
        info.aliased_attributes.iter().copied().find(|&name| name == mnemonic)
    }

    fn dialect_info(&self, id: DialectId) -> Option<&DialectInfo> {
        self.definitions().dialects.info(id).get()
    }

    /// The dialect's implementation of interface `I`, a trait object type.
    pub fn dialect_interface<I: ?Sized + 'static>(&self, id: DialectId) -> Option<&'static I> {
        self.dialect_info(id)?
            .interfaces
            .get(&TypeId::of::<I>())?
            .downcast_ref::<&'static I>()
            .copied()
    }

    /// Where the dialect's constants come from, apart from its interface.
    pub(super) fn dialect_constants(&self, id: DialectId) -> &[Constants] {
        self.dialect_info(id).map_or(&[], |info| &info.constants)
    }

    /// All loaded dialects that implement interface `I`, a trait object type, in
    /// the order of their namespaces.
    pub fn dialects_with_interface<I: ?Sized + 'static>(&self) -> Vec<(DialectId, &'static I)> {
        let dialects =
            self.loaded_dialects().into_iter().filter_map(|namespace| self.dialect_id(namespace));
        dialects.filter_map(|id| Some((id, self.dialect_interface::<I>(id)?))).collect()
    }

    /// Whether MLIR itself has the dialect.
    pub fn is_upstream_dialect(&self, id: DialectId) -> bool {
        self.dialect_info(id).is_some_and(|info| info.upstream)
    }

    /// Whether the dialect's text is always that of today's MLIR.
    pub(crate) fn is_only_upstream_dialect(&self, id: DialectId) -> bool {
        self.dialect_info(id).is_some_and(|info| info.only_upstream)
    }

    /// The namespace of a loaded dialect.
    pub fn dialect_namespace(&self, id: DialectId) -> &'static str {
        self.dialect_info(id).map_or("", |info| info.namespace)
    }

    /// The documentation of a loaded dialect, except for its ops.
    pub fn dialect_doc(&self, id: DialectId) -> DialectDoc {
        self.dialect_info(id).map_or_else(DialectDoc::default, |info| DialectDoc {
            summary: info.summary,
            description: info.description,
            types: info.type_docs.clone(),
            attributes: info.attribute_docs.clone(),
            enums: info.enums.clone(),
        })
    }

    /// The definitions of a dialect's ops, in the order of registration.
    pub fn dialect_ops(&self, id: DialectId) -> Vec<&'static OpDef> {
        self.declared_ops(&self.names_of_ops(id))
    }

    /// How a dialect's ops implement interface `I`, in the order of registration. Unlike
    /// [`op_info`](Self::op_info), this does not create the properties of each op.
    pub fn dialect_implementations<I>(&self, id: DialectId) -> Vec<Implementation<I>>
    where
        I: OpInterface + ?Sized,
    {
        self.implementations_of_ops(id, &|_| true)
    }

    /// As [`dialect_implementations`](Self::dialect_implementations), of the ops that `is_wanted`
    /// says.
    pub fn implementations_of_ops<I>(
        &self,
        id: DialectId,
        is_wanted: &dyn Fn(&OpDef) -> bool,
    ) -> Vec<Implementation<I>>
    where
        I: OpInterface + ?Sized,
    {
        self.declared_implementations(&self.names_of_ops(id), is_wanted)
    }

    fn names_of_ops(&self, id: DialectId) -> Vec<OpName> {
        let info = self.dialect_info(id);
        info.into_iter().flat_map(|info| &info.ops).map(|(_, &name)| name).collect()
    }

    pub(crate) fn dialect_type_parser(
        &self,
        id: DialectId,
        mnemonic: &str,
    ) -> Option<DataParser<Type>> {
        self.dialect_info(id)?.types.get(mnemonic).cloned()
    }

    /// The parser of the attribute `#prefix.mnemonic`, if a loaded dialect declares it.
    pub(crate) fn dialect_attribute_parser(
        &self,
        prefix: &str,
        mnemonic: &str,
    ) -> Option<DataParser<Attribute>> {
        let dialects = [self.dialect_id(prefix), self.dialect_of_upstream_prefix(prefix)];
        dialects
            .into_iter()
            .flatten()
            .find_map(|id| self.dialect_info(id)?.attributes.get(&(prefix, mnemonic)).cloned())
    }

    /// Namespaces of the loaded dialects, sorted.
    pub fn loaded_dialects(&self) -> Vec<&'static str> {
        let by_name = self
            .definitions()
            .dialects
            .by_name
            .read()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut names: Vec<_> = by_name.keys().copied().collect();
        names.sort_unstable();
        names
    }
}

impl Body {
    /// Whether a loaded dialect implements [`DialectFoldInterface`].
    #[doc(hidden)]
    pub fn has_fold_interfaces(&self) -> bool {
        self.definitions.has_fold_interfaces.load(Ordering::Relaxed)
    }

    /// The dialect's [`DialectFoldInterface`], if it implements it. Cheap if no dialect does.
    #[doc(hidden)]
    pub fn fold_interface(
        &self,
        id: Option<DialectId>,
    ) -> Option<&'static dyn DialectFoldInterface> {
        if !self.has_fold_interfaces() {
            return None;
        }
        self.context().dialect_interface::<dyn DialectFoldInterface>(id?)
    }
}
