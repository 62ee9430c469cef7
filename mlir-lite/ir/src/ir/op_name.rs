//! Op names, resolved once to a dense index, and the properties of each in the context.

use crate::data::Context;
use crate::data::ident::Ident;
use crate::ir::dialect::{DialectId, InterfaceMap};
use crate::ir::interfaces::{MemoryEffectOpInterface, OpAsmNameInterface, SymbolUserOpInterface};
use crate::ir::op_def::{
    Arity, AttrDef, OpDef, TraitFlags, UpstreamProperties, ValueGroupDef, VerifyFn,
};
use crate::ir::op_interface::{Implementation, OpInterface};
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostics;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The name of an op: an index into the context's table, and a mark of the context in the upper
/// bits.
///
/// The mark is the number of the context modulo 256, so a name of another context is refused where
/// it is used, unless exactly 256 contexts, or a multiple of that, were created from the one to the
/// other: then it is taken for the name with the same index. To tell these apart, names would need
/// more than 32 bits.
///
/// A name that is used before its dialect is loaded stays unregistered; the loaded op gets another
/// `OpName` with the same text.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OpName(u32);

impl OpName {
    /// In the enclosing body's record of an isolated op: the name is that of the linked body's
    /// root.
    pub(crate) const LINK: Self = Self(0);

    /// The bits of a name that are its index.
    pub(super) const INDEX_BITS: u32 = 24;

    /// The name with a number from [`OpName::number`].
    pub(super) const fn of_number(number: u32) -> Self {
        Self(number)
    }

    /// The index and the mark of the context.
    #[inline]
    pub(super) fn number(self) -> u32 {
        self.0
    }

    /// An index for tables outside of the context.
    #[doc(hidden)]
    #[inline]
    pub fn index(self) -> usize {
        (self.0 & ((1 << Self::INDEX_BITS) - 1)) as usize
    }
}

/// The properties of an op name in a context.
pub struct OpInfo {
    name: Cow<'static, str>,
    def: Option<&'static OpDef>,
    flags: TraitFlags,
    attr_names: Box<[Ident]>,
    dialect: Option<DialectId>,
    interfaces: InterfaceMap,
    /// Interfaces that [`Context::extend`] added later.
    attached: OnceLock<Box<boxcar::Vec<InterfaceMap>>>,
    /// Cached interface, because printing asks for it at each op.
    naming: Option<Implementation<dyn OpAsmNameInterface>>,
    /// Cached interface, because passes ask for it at each op.
    effects: Option<Implementation<dyn MemoryEffectOpInterface>>,
    /// Cached interface, because the verifier asks for it at each op.
    symbol_user: Option<Implementation<dyn SymbolUserOpInterface>>,
    folds_by_traits: bool,
    has_one_type: bool,
    has_single_values: bool,
    /// Slots of the attributes with the sizes of operand and result groups.
    operand_segments: Option<u32>,
    result_segments: Option<u32>,
    /// The slot of the attribute that holds a constant's value.
    constant_slot: Option<usize>,
    /// The verifiers of the op's traits that have one.
    trait_verifiers: Box<[TraitVerifier]>,
    /// For each of the upstream properties, the slot of the attribute that is declared with its
    /// name, if one is.
    property_slots: Box<[Option<usize>]>,
    namespace_len: usize,
    /// Whether ops of this name are accepted although the loaded dialect does not declare them.
    is_carried: AtomicBool,
    is_from_outside: bool,
}

/// The check of a trait.
pub(crate) type TraitVerifier = fn(OpRef<'_>, &mut Diagnostics);

impl OpInfo {
    /// The verifiers of the interfaces that the op implements.
    pub(crate) fn interface_verifiers(&self) -> impl Iterator<Item = VerifyFn> + '_ {
        let attached = self.attached().flat_map(|interfaces| &interfaces.verifiers);
        self.interfaces.verifiers.iter().chain(attached).copied()
    }

    fn attached(&self) -> impl Iterator<Item = &InterfaceMap> {
        self.attached
            .get()
            .into_iter()
            .flat_map(|attached| attached.iter().map(|(_, interfaces)| interfaces))
    }

    /// Adds interfaces. Existing implementations of the op are kept.
    pub(crate) fn attach(&self, interfaces: InterfaceMap) {
        self.attached.get_or_init(Default::default).push(interfaces);
    }

    /// As [`OpInfo::interface`].
    pub(crate) fn naming(&self) -> Option<Implementation<dyn OpAsmNameInterface>> {
        self.naming.or_else(|| self.attached_interface())
    }

    /// As [`OpInfo::interface`].
    #[doc(hidden)]
    #[inline]
    pub fn effects(&self) -> Option<Implementation<dyn MemoryEffectOpInterface>> {
        self.effects.or_else(|| self.attached_interface())
    }

    /// As [`OpInfo::interface`].
    pub(crate) fn symbol_user(&self) -> Option<Implementation<dyn SymbolUserOpInterface>> {
        self.symbol_user.or_else(|| self.attached_interface())
    }

    /// Attributes that today's MLIR stores as properties of the op.
    #[inline]
    pub fn upstream_properties(&self) -> &'static UpstreamProperties {
        self.def.map_or(UpstreamProperties::NONE, |def| def.properties)
    }

    /// For each of the upstream properties, the slot of the attribute that is declared with its
    /// name, if one is.
    pub(crate) fn property_slots(&self) -> &[Option<usize>] {
        &self.property_slots
    }

    /// The slot of the attribute with the sizes of operand groups, of an op that has one.
    pub(crate) fn operand_segments(&self) -> Option<usize> {
        self.operand_segments.map(|slot| slot as usize)
    }

    /// The slot of the attribute with the sizes of result groups, of an op that has one.
    pub(crate) fn result_segments(&self) -> Option<usize> {
        self.result_segments.map(|slot| slot as usize)
    }

    /// Whether each operand and result is a single value, and all have one type that the
    /// declaration does not fix.
    pub(crate) fn has_one_type(&self) -> bool {
        self.has_one_type
    }

    /// Whether the op is declared with a single value for each operand and result, and without
    /// successors.
    pub(crate) fn has_single_values(&self) -> bool {
        self.has_single_values
    }

    /// Whether one of the op's traits can fold it.
    #[doc(hidden)]
    #[inline]
    pub fn folds_by_traits(&self) -> bool {
        self.folds_by_traits
    }

    /// Of an op with the trait `ConstantLike`, the slot of the attribute that is its value.
    #[doc(hidden)]
    #[inline]
    pub fn constant_slot(&self) -> Option<usize> {
        self.constant_slot
    }

    /// The verifiers of the op's traits, in order.
    pub(crate) fn trait_verifiers(&self) -> &[TraitVerifier] {
        &self.trait_verifiers
    }

    /// Whether a trait verifies the op's parent. Few do, so their verifiers are looked for only
    /// then.
    pub(crate) fn verifies_place(&self) -> bool {
        self.flags.contains(TraitFlags::VERIFIES_PLACE)
    }

    /// The verifiers of the op's parent, of the op's traits in order.
    pub(crate) fn place_verifiers(&self) -> impl Iterator<Item = TraitVerifier> + '_ {
        let traits = self.def.filter(|_| self.verifies_place()).map(|def| def.traits);
        traits.unwrap_or_default().iter().filter_map(|t| t.verify_place)
    }

    /// Whether a trait verifies the op's regions.
    pub(crate) fn verifies_regions(&self) -> bool {
        self.flags.contains(TraitFlags::VERIFIES_REGIONS)
    }

    /// The verifiers of the op's regions, of the op's traits in order.
    pub(crate) fn region_verifiers(&self) -> impl Iterator<Item = TraitVerifier> + '_ {
        let traits = self.def.filter(|_| self.verifies_regions()).map(|def| def.traits);
        traits.unwrap_or_default().iter().filter_map(|t| t.verify_regions)
    }

    /// The full name, dialect included: `std.addf`.
    #[inline]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The namespace: the text before the first `.`, or empty.
    #[inline]
    pub fn namespace(&self) -> &str {
        &self.name[..self.namespace_len]
    }

    /// The op's definition, if its dialect is loaded.
    #[inline]
    pub fn def(&self) -> Option<&'static OpDef> {
        self.def
    }

    /// Whether the op's dialect is loaded and defines it.
    #[inline]
    pub fn is_registered(&self) -> bool {
        self.def.is_some()
    }

    /// Whether the op was accepted from a source with
    /// [`allow_unregistered`](crate::text::ParseOptions::allow_unregistered) although its loaded
    /// dialect does not declare it.
    pub(crate) fn is_carried(&self) -> bool {
        self.is_carried.load(Ordering::Relaxed)
    }

    /// Whether the op was added to its dialect from outside of it.
    pub(crate) fn is_from_outside(&self) -> bool {
        self.is_from_outside
    }

    /// Accepts ops of the name although the loaded dialect does not declare it.
    pub(super) fn carry(&self) {
        self.is_carried.store(true, Ordering::Relaxed);
    }

    /// All of the op's traits that are flags.
    #[inline]
    pub fn flags(&self) -> TraitFlags {
        self.flags
    }

    /// Names of the inherent attributes, in slot order.
    #[inline]
    pub fn attr_names(&self) -> &[Ident] {
        &self.attr_names
    }

    /// The handle of `name`, if the op declares an attribute of that name. Faster than asking the
    /// context.
    pub(crate) fn declared_name(&self, name: &str) -> Option<Ident> {
        self.declared_slot(name).map(|slot| self.attr_names[slot])
    }

    /// The slot of the attribute `name`, if the op declares one.
    pub(crate) fn declared_slot(&self, name: &str) -> Option<usize> {
        // Usually both texts are the same static string.
        let is_at = |attr: &AttrDef| std::ptr::eq(attr.name, name) || attr.name == name;
        self.def?.attrs.iter().position(is_at)
    }

    /// The dialect that defines the op.
    #[inline]
    pub fn dialect(&self) -> Option<DialectId> {
        self.dialect
    }

    /// The op's implementation of interface `I`, which is named as `dyn CallOpInterface`.
    pub fn interface<I: OpInterface + ?Sized>(&self) -> Option<Implementation<I>> {
        self.interfaces.interface().or_else(|| self.attached_interface())
    }

    fn attached_interface<I: OpInterface + ?Sized>(&self) -> Option<Implementation<I>> {
        self.attached().find_map(InterfaceMap::interface)
    }
}

fn is_one_of_any_type(group: &ValueGroupDef) -> bool {
    let constraint = &group.constraint;
    group.arity == Arity::One && constraint.only.is_none() && constraint.build.is_none()
}

/// The text before the first `.` of an op's name, or empty. Optimized for short namespaces: each
/// start of a program asks for hundreds.
pub(crate) fn namespace_of(name: &str) -> &str {
    name.bytes().position(|byte| byte == b'.').map_or("", |end| &name[..end])
}

/// The declaration of an op, as its dialect registers it.
///
/// The `OpInfo` is created from it when it is first asked for: a program uses few of the ops that
/// it loads, and each run of a tool loads hundreds.
#[derive(Copy, Clone)]
pub(super) struct DeclaredOp {
    pub(super) def: &'static OpDef,
    pub(super) dialect: DialectId,
    /// Adds the interfaces of the op.
    pub(super) add_interfaces: fn(&mut InterfaceMap),
    /// Whether [`Context::extend`] added it.
    pub(super) is_from_outside: bool,
}

impl DeclaredOp {
    /// # Panics
    /// If the op has the trait `ConstantLike` and several attributes, but none that can be its
    /// value.
    #[track_caller]
    pub(super) fn check(self) {
        let def = self.def;
        let is_constant = flags_of(def).contains(TraitFlags::CONSTANT_LIKE);
        assert!(
            !is_constant || def.attrs.is_empty() || constant_slot(def).is_some(),
            "op '{}' has the trait ConstantLike, but no attribute 'value': the value of a \
                constant is in the attribute of that name, or in its only one",
            def.name
        );
    }
}

fn flags_of(def: &OpDef) -> TraitFlags {
    def.traits.iter().fold(TraitFlags::NONE, |flags, t| flags.union(t.flags))
}

/// The slot of the attribute that is the value of a constant.
fn constant_slot(def: &OpDef) -> Option<usize> {
    match def.attrs {
        [_] => Some(0),
        attrs => attrs.iter().position(|attr| attr.name == "value"),
    }
}

impl OpInfo {
    pub(super) fn unregistered(name: &str, dialect: Option<DialectId>) -> Self {
        Self {
            name: Cow::Owned(name.to_string()),
            def: None,
            flags: TraitFlags::NONE,
            attr_names: Box::default(),
            dialect,
            interfaces: InterfaceMap::default(),
            attached: OnceLock::new(),
            naming: None,
            effects: None,
            symbol_user: None,
            folds_by_traits: false,
            has_one_type: false,
            has_single_values: false,
            operand_segments: None,
            result_segments: None,
            constant_slot: None,
            trait_verifiers: Box::default(),
            property_slots: Box::default(),
            namespace_len: namespace_of(name).len(),
            is_carried: AtomicBool::new(false),
            is_from_outside: false,
        }
    }

    pub(super) fn of_declared(ctx: &Context, op: DeclaredOp) -> Self {
        let def = op.def;
        let flags = flags_of(def);
        let mut interfaces = InterfaceMap::default();
        (op.add_interfaces)(&mut interfaces);
        let segments = |flag, name| {
            let attrs = if flags.contains(flag) { def.attrs } else { &[] };
            attrs.iter().position(|attr| attr.name == name).map(|slot| slot as u32)
        };
        let trait_verifiers: SmallVec<[TraitVerifier; 8]> =
            def.traits.iter().filter_map(|t| t.verify).collect();
        let mut info = Self {
            name: Cow::Borrowed(def.name),
            def: Some(def),
            flags,
            attr_names: def.attrs.iter().map(|attr| ctx.ident(attr.name)).collect(),
            dialect: Some(op.dialect),
            interfaces,
            attached: OnceLock::new(),
            naming: None,
            effects: None,
            symbol_user: None,
            operand_segments: segments(TraitFlags::ATTR_SIZED_OPERANDS, "operandSegmentSizes"),
            result_segments: segments(TraitFlags::ATTR_SIZED_RESULTS, "resultSegmentSizes"),
            has_one_type: flags.contains(TraitFlags::SAME_OPERANDS_AND_RESULT_TYPE)
                && def.operands.iter().chain(def.results).all(is_one_of_any_type)
                && def.relations.is_empty(),
            has_single_values: def.successors.is_empty()
                && def.operands.iter().chain(def.results).all(|group| group.arity == Arity::One)
                && !flags.contains(TraitFlags::ATTR_SIZED_OPERANDS)
                && !flags.contains(TraitFlags::ATTR_SIZED_RESULTS),
            folds_by_traits: def.traits.iter().any(|t| t.fold.is_some()),
            constant_slot: flags
                .contains(TraitFlags::CONSTANT_LIKE)
                .then(|| constant_slot(def))
                .flatten(),
            trait_verifiers: Box::from(&trait_verifiers[..]),
            property_slots: def
                .properties
                .attrs
                .iter()
                .map(|property| def.attrs.iter().position(|attr| attr.name == property.name))
                .collect(),
            namespace_len: namespace_of(def.name).len(),
            is_carried: AtomicBool::new(false),
            is_from_outside: op.is_from_outside,
        };
        info.naming = info.interface::<dyn OpAsmNameInterface>();
        info.effects = info.interface::<dyn MemoryEffectOpInterface>();
        info.symbol_user = info.interface::<dyn SymbolUserOpInterface>();
        info
    }
}
