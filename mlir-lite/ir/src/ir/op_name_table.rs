//! The table of a context's op names: texts, dense indices, and the [`OpInfo`] of each.

use crate::data::{Context, WeakContext};
use crate::ir::dialect::{DialectId, InterfaceMap};
use crate::ir::op_def::OpDef;
use crate::ir::op_interface::{Implementation, OpInterface};
use crate::ir::op_name::{DeclaredOp, OpInfo, OpName, namespace_of};
use crate::support::context_number::{ContextNumber, belongs_to_another_context};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;
use std::hash::BuildHasher;
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The prefixes that a name without a dialect may be short for, in the order in which they are
/// tried.
#[doc(hidden)]
pub const SHORT_NAME_PREFIXES: [&str; 3] = ["std.", "builtin.", "func."];

/// The number of names that are found with a single table access.
const FIRST: usize = 1 << 10;

/// The properties of a name. Those of a declared op are created when they are first asked for.
type Slot = OnceLock<Box<OpInfo>>;

pub(crate) struct OpNameTable {
    /// The first names, for fast access: all code asks for the `OpInfo` of names.
    first: Box<[Slot]>,
    rest: boxcar::Vec<Slot>,
    names: RwLock<Names>,
    /// The context that owns the table, for the identifiers of attributes.
    context: OnceLock<WeakContext>,
    /// The mark of the context, which its names have in their upper bits.
    mark: u32,
}

/// The texts and declarations of names, by text and by index.
struct Names {
    spellings: Vec<Spelling>,
    by_text: HashTable<u32>,
    declared: Vec<Option<DeclaredOp>>,
}

/// One of the texts of a name.
struct Spelling {
    text: Cow<'static, str>,
    hash: u64,
    name: OpName,
}

fn hash_of(text: &str) -> u64 {
    FxBuildHasher.hash_one(text)
}

impl Names {
    fn find(&self, text: &str) -> Option<OpName> {
        let is_it = |&index: &u32| self.spellings[index as usize].text == text;
        let found = self.by_text.find(hash_of(text), is_it)?;
        Some(self.spellings[*found as usize].name)
    }

    /// Adds a spelling. An older one with that text gets the name.
    fn insert(&mut self, text: Cow<'static, str>, name: OpName) {
        let hash = hash_of(&text);
        let spellings = &mut self.spellings;
        let is_it = |&index: &u32| {
            let other = &spellings[index as usize];
            other.hash == hash && other.text == text
        };
        if let Some(&older) = self.by_text.find(hash, is_it) {
            spellings[older as usize].name = name;
            return;
        }
        let index = spellings.len() as u32;
        spellings.push(Spelling { text, hash, name });
        self.by_text.insert_unique(hash, index, |&index| spellings[index as usize].hash);
    }

    fn is_registered(&self, name: OpName) -> bool {
        self.declared[name.index()].is_some()
    }

    fn registered(&self, text: &str) -> Option<OpName> {
        self.find(text).filter(|&name| self.is_registered(name))
    }
}

impl OpNameTable {
    pub(crate) fn new(context: ContextNumber) -> Self {
        let names = Names {
            spellings: Vec::with_capacity(FIRST),
            by_text: HashTable::with_capacity(FIRST),
            declared: Vec::with_capacity(FIRST / 2),
        };
        let table = Self {
            first: std::iter::repeat_with(OnceLock::new).take(FIRST).collect(),
            rest: boxcar::Vec::new(),
            names: RwLock::new(names),
            context: OnceLock::new(),
            mark: context.low(u32::BITS - OpName::INDEX_BITS) << OpName::INDEX_BITS,
        };
        let link = table.add_unregistered("", None, &mut table.write());
        assert_eq!(link.index(), OpName::LINK.index(), "the first name is that of links");
        table
    }

    /// Says which context owns the table. It is called once, before ops are registered.
    pub(super) fn set_context(&self, ctx: &Context) {
        // There is one call, so nothing is set yet.
        let _ = self.context.set(ctx.downgrade());
    }

    fn read(&self) -> RwLockReadGuard<'_, Names> {
        self.names.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Names> {
        self.names.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a name. Its text is not entered.
    fn add(&self, declared: Option<DeclaredOp>, names: &mut Names) -> OpName {
        let index = names.declared.len();
        if index >= FIRST {
            self.rest.push(OnceLock::new());
        }
        names.declared.push(declared);
        assert!(index < 1 << OpName::INDEX_BITS, "a context has at most 2^24 names of ops");
        OpName::of_number(self.mark | index as u32)
    }

    fn add_unregistered(
        &self,
        text: &str,
        dialect: Option<DialectId>,
        names: &mut Names,
    ) -> OpName {
        let name = self.add(None, names);
        self.slot(name).get_or_init(|| Box::new(OpInfo::unregistered(text, dialect)));
        name
    }

    #[inline]
    fn slot(&self, name: OpName) -> &Slot {
        match self.first.get(name.index()) {
            Some(slot) => slot,
            None => &self.rest[name.index() - FIRST],
        }
    }

    /// # Panics
    /// If the name belongs to another context.
    #[inline]
    #[track_caller]
    pub(super) fn check(&self, name: OpName) {
        if (name.number() ^ self.mark) >> OpName::INDEX_BITS != 0 && name != OpName::LINK {
            belongs_to_another_context("name of an op");
        }
    }

    /// Does not [check](OpNameTable::check) the name: that of an op in a body was checked when the
    /// op was created.
    #[inline]
    pub(crate) fn get(&self, name: OpName) -> &OpInfo {
        match self.slot(name).get() {
            Some(info) => info,
            None => self.create(name),
        }
    }

    /// Creates the properties of a declared op, on the first request.
    #[cold]
    #[inline(never)]
    fn create(&self, name: OpName) -> &OpInfo {
        let declared = self.read().declared[name.index()];
        let declared = declared.expect("a name that is not registered has its information");
        self.slot(name).get_or_init(|| {
            let ctx = self.context.get().and_then(WeakContext::upgrade);
            let ctx = ctx.expect("ops are asked for while their context lives");
            Box::new(OpInfo::of_declared(&ctx, declared))
        })
    }
}

impl Context {
    fn op_name_table(&self) -> &OpNameTable {
        &self.definitions().op_names
    }

    /// The `OpInfo` of `name`.
    ///
    /// # Panics
    /// If the name belongs to another context.
    #[inline]
    #[track_caller]
    pub fn op_info(&self, name: OpName) -> &OpInfo {
        let table = self.op_name_table();
        table.check(name);
        table.get(name)
    }

    /// Accepts ops of a name that the loaded dialect does not declare.
    pub(crate) fn carry_unknown_op(&self, name: OpName) {
        self.op_info(name).carry();
    }

    /// The name `text`, registered or not. All spellings of an op are one name: `addf`, `std.addf`,
    /// `arith.addf`.
    pub fn op_name(&self, text: &str) -> OpName {
        if !text.contains('.')
            && let Some(name) = self.registered_op(text)
        {
            return name;
        }
        self.op_name_as_written(text)
    }

    /// Like [`Context::op_name`], but a name without a dialect is not resolved: in quotes, `"addf"`
    /// is not `std.addf`.
    pub(crate) fn op_name_as_written(&self, text: &str) -> OpName {
        let table = self.op_name_table();
        if let Some(name) = table.read().find(text) {
            return name;
        }
        let mut write = table.write();
        if let Some(name) = write.find(text) {
            return name;
        }
        let dialect = text.split_once('.').and_then(|(namespace, _)| self.dialect_id(namespace));
        let name = table.add_unregistered(text, dialect, &mut write);
        write.insert(Cow::Owned(text.to_string()), name);
        name
    }

    /// The name of op `text` in any spelling (`addf`, `std.addf`, `arith.addf`), if a loaded
    /// dialect defines it.
    pub fn registered_op(&self, text: &str) -> Option<OpName> {
        self.registered_op_as_written(text).or_else(|| {
            let is_short = !text.is_empty() && !text.contains('.');
            let full = |prefix: &&str| self.registered_op_as_written(&format!("{prefix}{text}"));
            SHORT_NAME_PREFIXES.iter().filter(|_| is_short).find_map(full)
        })
    }

    /// The name of op `text`, dialect included, if a loaded dialect defines it.
    pub(crate) fn registered_op_as_written(&self, text: &str) -> Option<OpName> {
        self.op_name_table().read().registered(text)
    }

    /// Whether `text` is a registered op's name or a name that was created earlier.
    pub(crate) fn has_op_name(&self, text: &str) -> bool {
        self.op_name_table().read().find(text).is_some()
    }

    /// Whether an op of that namespace has a name, registered or not.
    pub(crate) fn has_op_of(&self, namespace: &str) -> bool {
        let names = self.op_name_table().read();
        names.spellings.iter().any(|spelling| namespace_of(&spelling.text) == namespace)
    }

    /// The definitions of these ops.
    pub(super) fn declared_ops(&self, ops: &[OpName]) -> Vec<&'static OpDef> {
        let names = self.op_name_table().read();
        ops.iter().filter_map(|name| Some(names.declared[name.index()]?.def)).collect()
    }

    /// How those of these ops that implement interface `I` do so.
    pub(super) fn declared_implementations<I>(
        &self,
        ops: &[OpName],
        is_wanted: &dyn Fn(&OpDef) -> bool,
    ) -> Vec<Implementation<I>>
    where
        I: OpInterface + ?Sized,
    {
        let names = self.op_name_table().read();
        let mut interfaces = InterfaceMap::default();
        let declared = ops.iter().filter_map(|name| names.declared[name.index()]);
        let implementations = declared.filter(|op| is_wanted(op.def)).filter_map(|op| {
            interfaces.clear();
            (op.add_interfaces)(&mut interfaces);
            interfaces.interface()
        });
        implementations.collect()
    }

    /// The name of the op that `def` defines, whose dialect must be loaded.
    ///
    /// # Panics
    /// If the op's dialect is not loaded.
    #[track_caller]
    pub fn op_name_of(&self, def: &'static OpDef) -> OpName {
        if let Some(index) = def.cache.get(self.data().id) {
            return OpName::of_number(index);
        }
        let Some(name) = self.registered_op_as_written(def.name) else {
            panic!("op '{}' is created before its dialect is loaded", def.name);
        };
        def.cache.set(self.data().id, name.number());
        name
    }

    #[track_caller]
    pub(super) fn register_op(&self, op: DeclaredOp) -> OpName {
        op.check();
        let def = op.def;
        let spellings = def.upstream.as_ref().map_or(&[][..], |upstream| upstream.names);
        let table = self.op_name_table();
        let mut names = table.write();
        // All names are looked up before one is entered, so the table stays as it is on a panic.
        for spelling in [def.name].iter().chain(spellings) {
            let other = names.find(spelling).and_then(|other| names.declared[other.index()]);
            if let Some(other) = other {
                let other = other.def.name;
                drop(names);
                panic!("ops '{other}' and '{}' have one name: '{spelling}'", def.name);
            }
        }
        let name = table.add(Some(op), &mut names);
        for &spelling in [def.name].iter().chain(spellings) {
            names.insert(Cow::Borrowed(spelling), name);
        }
        name
    }
}
