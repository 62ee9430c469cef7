//! Interfaces of ops and dialects that the framework uses.
//!
//! [`OpRef::ask`] calls those of ops. Those of dialects are static objects, which
//! [`Context::dialect_interface`](crate::data::Context::dialect_interface) returns.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::body::Body;
use crate::ir::builder::OpBuilder;
use crate::ir::entities::{OpId, RegionId, ValueId};
use crate::ir::fold::Fold;
use crate::ir::op_def::TraitFlags;
use crate::ir::op_name::OpName;
use crate::ir::symbols::SymbolScope;
use crate::ir::typed_view::ValueRef;
use crate::ir::typed_view::View;
use crate::ir::view::{OpRef, RegionRef};
use mlir_lite_diagnostics::Diagnostics;
use mlir_lite_macros::op_interface;
use smallvec::SmallVec;
use std::fmt;

pub use crate::ir::region_branch::{
    RegionBranchOpInterface, RegionBranchOpInterfaceObject, RegionBranchTerminatorOpInterface,
    RegionBranchTerminatorOpInterfaceObject, RegionSuccessor, RegionSuccessors,
};

/// The target of a call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function by its symbol, in the symbol table around the call.
    Symbol(Ident),
    /// A function by a reference of several names, or by one that begins with `@.super`.
    Reference(Attribute),
    /// A function value.
    Value(ValueId),
}

impl Callee {
    /// The callee that a symbol reference names. None for another attribute.
    pub fn of(ctx: &Context, reference: Attribute) -> Option<Self> {
        match reference.as_flat_symbol(ctx) {
            Some(name) => Some(Self::Symbol(name)),
            None => reference.as_symbol_ref(ctx).map(|_| Self::Reference(reference)),
        }
    }
}

/// Ops that call.
#[op_interface]
pub trait CallOpInterface {
    /// Returns the target of the call.
    fn callee(op: View<'_, Self>) -> Option<Callee>;

    /// The operands that are passed.
    fn arguments(op: View<'_, Self>) -> SmallVec<[ValueId; 4]>;
}

/// Isolated ops that can be called: functions. Implemented by the root of their body.
#[op_interface]
pub trait CallableOpInterface {
    /// The region that is run. None for a declaration.
    fn callable_region(op: View<'_, Self>) -> Option<RegionId>;
    /// Types of the results of a call.
    fn result_types(op: View<'_, Self>) -> Vec<Type>;
}

/// The kinds of effects on memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EffectKind {
    /// Allocates it.
    Allocate,
    /// Frees it.
    Free,
    /// Reads it.
    Read,
    /// Writes it.
    Write,
}

/// Something that ops have effects on, by its name: memory, or another part of the world that
/// shares nothing with it, such as a counter, a file or a device. Effects on different resources do
/// not depend on each other.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::ir::interfaces::{Effect, EffectKind, Resource};
/// const RANDOM: Resource = Resource::new("random numbers");
/// let effect = Effect::of(EffectKind::Write, RANDOM);
/// assert_ne!(effect.resource, Resource::MEMORY);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Resource(&'static str);

impl Resource {
    /// The memory that values of memref and pointer types are in.
    pub const MEMORY: Self = Self("memory");

    /// The resource of this name; equal names are the same resource.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// One effect, on a particular value if that is known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The kind of effect.
    pub kind: EffectKind,
    /// The value whose memory is affected. None for any memory.
    pub value: Option<ValueId>,
    /// The part of the world that is affected.
    pub resource: Resource,
}

impl Effect {
    /// An effect on the memory of a value.
    pub fn on(kind: EffectKind, value: impl Into<ValueId>) -> Self {
        Self { kind, value: Some(value.into()), resource: Resource::MEMORY }
    }

    /// An effect on a resource, wherever in it.
    pub fn of(kind: EffectKind, resource: Resource) -> Self {
        Self { kind, value: None, resource }
    }

    /// An effect on the memory of a value. A tensor is not memory: there is none on it.
    #[inline]
    pub fn on_memory_of(kind: EffectKind, value: ValueRef<'_>) -> Option<Self> {
        (!value.ty().is_tensor(value.context())).then(|| Self::on(kind, value))
    }
}

/// Ops that declare their effects on memory.
#[op_interface]
pub trait MemoryEffectOpInterface {
    /// All effects. Empty if the op has none.
    fn effects(op: View<'_, Self>) -> SmallVec<[Effect; 2]>;
}

/// Ops that suggest names for their results: `%cst`, `%c0_i32`.
#[op_interface]
pub trait OpAsmNameInterface {
    /// The name of result `index`, without `%`. None for a number.
    fn result_name(op: View<'_, Self>, index: usize, upstream: bool) -> Option<String>;
}

/// Branches whose successor is known if the operands are constants. Passes understand the
/// forwarding of operands without this interface.
#[op_interface]
pub trait BranchOpInterface {
    /// The index of the successor that is always taken.
    fn successor_for(op: View<'_, Self>, operands: &[Option<Attribute>]) -> Option<usize>;
}

/// The meaning of the order of the ops in a region.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum RegionKind {
    /// Control flow: ops run in order, and definitions dominate their uses.
    SsaCfg,
    /// A graph, which is one block: the order means nothing.
    Graph,
}

/// Ops whose regions are of different kinds. All regions of an op with the trait `GraphRegion` are
/// graphs; those of an op with neither are control flow.
#[op_interface]
pub trait RegionKindInterface {
    /// The kind of the region `index`.
    fn region_kind(op: View<'_, Self>, index: usize) -> RegionKind;

    /// Whether definitions dominate their uses in the region `index`.
    fn has_ssa_dominance(op: View<'_, Self>, index: usize) -> bool {
        Self::region_kind(op, index) == RegionKind::SsaCfg
    }
}

/// The kind of a region of a registered op.
pub fn region_kind(op: OpRef<'_>, index: usize) -> RegionKind {
    if op.has_trait(TraitFlags::GRAPH_REGION) {
        return RegionKind::Graph;
    }
    op.ask::<dyn RegionKindInterface, _>(|op| op.region_kind(index)).unwrap_or(RegionKind::SsaCfg)
}

/// Whether definitions dominate their uses in a region of a registered op.
pub fn has_ssa_dominance(op: OpRef<'_>, index: usize) -> bool {
    if op.has_trait(TraitFlags::GRAPH_REGION) {
        return false;
    }
    op.ask::<dyn RegionKindInterface, _>(|op| op.has_ssa_dominance(index)).unwrap_or(true)
}

/// Ops that run their regions repeatedly, and may carry values from each iteration to the next.
///
/// The four lists of carried values are in the same order. If a loop leaves out one of them, it is
/// not known how it carries values.
#[op_interface]
pub trait LoopLikeOpInterface {
    /// Whether the region `index` is run repeatedly.
    fn is_loop_region(_: View<'_, Self>, _index: usize) -> bool {
        true
    }

    /// Whether an iteration begins when the one before it has ended.
    fn runs_in_order(_: View<'_, Self>) -> bool {
        true
    }

    /// The operands that are carried into the first iteration.
    fn inits(_: View<'_, Self>) -> SmallVec<[ValueId; 4]> {
        SmallVec::new()
    }

    /// The arguments of the entry block of the loop's region that have the carried values.
    fn region_iter_args(_: View<'_, Self>) -> SmallVec<[ValueId; 4]> {
        SmallVec::new()
    }

    /// The values that an iteration passes to the next one.
    fn yielded_values(_: View<'_, Self>) -> SmallVec<[ValueId; 4]> {
        SmallVec::new()
    }

    /// The results that have the carried values after the last iteration. None if the results are
    /// others.
    fn loop_results(_: View<'_, Self>) -> Option<SmallVec<[ValueId; 4]>> {
        None
    }
}

/// Ops whose result is one of two operands.
#[op_interface]
pub trait SelectLikeOpInterface {
    /// Returns the value that selects the region.
    fn condition(op: View<'_, Self>) -> ValueId;
    /// The result if the condition holds.
    fn true_value(op: View<'_, Self>) -> ValueId;
    /// The result otherwise.
    fn false_value(op: View<'_, Self>) -> ValueId;
}

/// Ops whose result is a view of an operand's memory with another type: a part of it, or other
/// sizes and strides.
#[op_interface]
pub trait ViewLikeOpInterface {
    /// The operand that is viewed.
    fn view_source(op: View<'_, Self>) -> ValueId;

    /// Whether the view is known to be of all of the operand's memory, and not of a part of it.
    fn is_known_to_be_complete_view(_: View<'_, Self>) -> bool {
        false
    }
}

/// Ops whose result is the memory of a symbol.
#[op_interface]
pub trait AddressOfGlobalOpInterface {
    /// The symbol.
    fn symbol(op: View<'_, Self>) -> Option<Ident>;

    /// Whether the symbol is known to have memory of its own: it is not another name of a global.
    fn is_own_memory(op: View<'_, Self>) -> bool;
}

/// Ops that check the symbols they use, with access to the symbol table.
#[op_interface]
pub trait SymbolUserOpInterface {
    /// Reports references to symbols that are missing or of the wrong kind.
    fn verify_symbol_uses(
        op: View<'_, Self>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    );
}

/// The position of an attribute.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SignaturePosition {
    /// At the argument of that number.
    Argument(usize),
    /// At the result of that number.
    Result(usize),
}

impl fmt::Display for SignaturePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(index) => write!(f, "argument #{index}"),
            Self::Result(index) => write!(f, "result #{index}"),
        }
    }
}

/// Checks attributes with a dialect's prefix on the arguments and results of functions of any
/// dialect.
pub trait DialectAttributeInterface: Send + Sync {
    /// Checks that `value` is allowed under `name` (prefix included) on an argument or result of
    /// type `ty`.
    ///
    /// # Errors
    /// A message that says why not.
    fn verify(
        &self,
        ctx: &Context,
        name: &str,
        value: Attribute,
        ty: Type,
        position: SignaturePosition,
    ) -> Result<(), String>;
}

/// Tells the inliner about a dialect's ops.
pub trait DialectInlinerInterface: Send + Sync {
    /// Whether an op of the dialect may be copied into another function.
    fn is_legal_to_inline(&self, _op: OpRef<'_>) -> bool {
        true
    }

    /// Whether an op of the dialect may also be copied into a region that is not at the top level
    /// of an `AffineScope` op. (A value at the top level of its function is not at such a top level
    /// after inlining.)
    fn is_legal_to_inline_into_region(&self, _op: OpRef<'_>) -> bool {
        true
    }

    /// Whether `call`, an op of the dialect, may be replaced by a copy of the function `callee`.
    fn is_legal_to_inline_call(&self, _call: OpRef<'_>, _callee: OpRef<'_>) -> bool {
        true
    }

    /// Completes a copy of a function that `callee` of the dialect was: `ops` are those of its
    /// first block, and control leaves the copy before each of `ends`.
    fn complete_copy(&self, _caller: &mut Body, _ops: &[OpId], _ends: &[OpId]) {}

    /// The operands that the terminator `op` returns to the caller. None if the op does not return.
    fn returned_values(&self, op: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>>;

    /// The op that replaces the dialect's returns when a function with several blocks is inlined.
    /// It has only one successor, and passes operands to it. If there is none, such functions are
    /// not inlined.
    fn branch(&self, _ctx: &Context) -> Option<OpName> {
        None
    }

    /// Creates an op that converts `value` to type `ty`, if caller and callee disagree on the type.
    fn materialize_call_conversion(
        &self,
        _builder: &mut dyn OpBuilder,
        _value: ValueId,
        _ty: Type,
        _location: Location,
    ) -> Option<ValueId> {
        None
    }
}

/// Takes part in folding a dialect's ops.
pub trait DialectFoldInterface: Send + Sync {
    /// Whether constants for ops in `region`, which belongs to an op of the dialect, are created at
    /// the start of that region and not further out. This is always so for regions of isolated ops.
    fn should_materialize_into(&self, _region: RegionRef<'_>) -> bool {
        false
    }

    /// Folds an op of the dialect that neither the op itself nor its traits folded.
    fn fold(&self, _op: OpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        Fold::Unchanged
    }
}

/// Creates a dialect's constants for folding.
pub trait DialectConstantInterface: Send + Sync {
    /// Creates a constant op of type `ty` with that value, or nothing.
    fn materialize_constant(
        &self,
        builder: &mut dyn OpBuilder,
        value: Attribute,
        ty: Type,
        location: Location,
    ) -> Option<OpId>;

    /// Whether constants of the same type differ only in their attribute `value`. If so, an unused
    /// constant may be reused with another number instead of being erased.
    fn numbers_are_alike(&self) -> bool {
        false
    }
}
