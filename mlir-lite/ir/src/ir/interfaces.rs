//! Interfaces of ops and dialects that the framework asks for.
//!
//! Those of ops are asked by [`OpRef::ask`]; those of dialects are static objects, which
//! [`Context::dialect_interface`](crate::context::Context::dialect_interface) gives.

use crate::attributes::Attribute;
use crate::context::{Context, OpName};
use crate::ir::builder::OpBuilder;
use crate::ir::entities::{OpId, RegionId, ValueId};
use crate::ir::fold::Fold;
use crate::ir::ident::Ident;
use crate::ir::location::Location;
use crate::ir::symbols::SymbolScope;
use crate::ir::view::{OpRef, RegionRef};
use crate::types::Type;
use mlir_lite_diagnostics::Diagnostics;
use mlir_lite_macros::op_interface;
use smallvec::SmallVec;

/// What is called.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function by its symbol.
    Symbol(Ident),
    /// A function value.
    Value(ValueId),
}

/// Ops that call.
#[op_interface]
pub trait CallOpInterface {
    /// What is called.
    fn callee(&self) -> Option<Callee>;

    /// The operands that are passed.
    fn arguments(&self) -> SmallVec<[ValueId; 4]>;
}

/// Isolated ops that are called: functions. Asked of the root of their body.
#[op_interface]
pub trait CallableOpInterface {
    /// The region that is run; none of a declaration.
    fn callable_region(&self) -> Option<RegionId>;
    /// Types of the results of a call.
    fn result_types(&self) -> Vec<Type>;
}

/// What an op does to memory.
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

/// One effect, on a value if it is known which.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// What is done.
    pub kind: EffectKind,
    /// To what; none is any memory.
    pub value: Option<ValueId>,
}

impl Effect {
    /// An effect on the memory of a value.
    pub fn on(kind: EffectKind, value: impl Into<ValueId>) -> Self {
        Self { kind, value: Some(value.into()) }
    }
}

/// Ops that say what they do to memory.
#[op_interface]
pub trait MemoryEffectOpInterface {
    /// All effects; an empty list means none at all.
    fn effects(&self) -> SmallVec<[Effect; 2]>;
}

/// Ops that suggest names for their results: `%cst`, `%c0_i32`.
#[op_interface]
pub trait OpAsmNameInterface {
    /// Name of result `index` without `%`; none for a number.
    fn result_name(&self, index: usize, upstream: bool) -> Option<String>;
}

/// Branches that forward operands to their successors are understood by all
/// passes; this says which successor is taken when the operands are constants.
#[op_interface]
pub trait BranchOpInterface {
    /// The index of the successor that is always taken.
    fn successor_for(&self, operands: &[Option<Attribute>]) -> Option<usize>;
}

/// Ops that run their regions again and again.
#[op_interface]
pub trait LoopLikeOpInterface {
    /// Whether the region `index` is one of those.
    fn is_loop_region(&self, _index: usize) -> bool {
        true
    }
}

/// Symbols are checked where they are used, with the whole table at hand.
#[op_interface]
pub trait SymbolUserOpInterface {
    /// Reports references to symbols that are missing or of the wrong kind.
    fn verify_symbol_uses(&self, symbols: &SymbolScope<'_>, diagnostics: &mut Diagnostics);
}

/// What is right for attributes with a dialect's prefix at the arguments and
/// results of functions, of any dialect.
pub trait DialectAttributeInterface: Send + Sync {
    /// Whether `value` under `name`, prefix included, may stand there, at an
    /// argument or result of type `ty`.
    ///
    /// # Errors
    /// Why not.
    fn verify(
        &self,
        ctx: &Context,
        name: &str,
        value: Attribute,
        ty: Type,
        place: crate::verify::Place,
    ) -> Result<(), String>;
}

/// Lets the inliner work on a dialect's ops.
pub trait DialectInlinerInterface: Send + Sync {
    /// Whether an op of the dialect may be copied into another function.
    fn is_legal_to_inline(&self, _op: OpRef<'_>) -> bool {
        true
    }

    /// Whether an op of the dialect may also be copied into a region that is not
    /// the top level of an `AffineScope` op: what is at the top level of its
    /// function is not at such a level there.
    fn is_legal_to_inline_into_region(&self, _op: OpRef<'_>) -> bool {
        true
    }

    /// What the terminator `op` returns to the caller; none if the op does not
    /// return.
    fn returned_values(&self, op: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>>;

    /// The op that takes the place of the dialect's returns where a function of
    /// several blocks is inlined: it has nothing but one successor, and passes
    /// operands to it. Without one, such functions are not inlined.
    fn branch(&self, _ctx: &Context) -> Option<OpName> {
        None
    }

    /// Creates an op that makes a value of type `ty` of `value`, where caller
    /// and callee disagree about the type.
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

/// Takes part in the folding of a dialect's ops.
pub trait DialectFoldInterface: Send + Sync {
    /// Whether constants for ops in `region`, of an op of the dialect, are put
    /// at the start of that region, and no further out. Regions of isolated ops
    /// are always such.
    fn should_materialize_into(&self, _region: RegionRef<'_>) -> bool {
        false
    }

    /// Folds an op of the dialect that neither the op itself nor its traits
    /// can fold.
    fn fold(&self, _op: OpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        Fold::Unchanged
    }
}

/// Lets folding create a dialect's constants.
pub trait DialectConstantInterface: Send + Sync {
    /// Creates a constant op of type `ty` with that value, or nothing.
    fn materialize_constant(
        &self,
        builder: &mut dyn OpBuilder,
        value: Attribute,
        ty: Type,
        location: Location,
    ) -> Option<OpId>;

    /// Whether constants of one type, of numbers of one kind, only differ in their attribute `value`: a constant that
    /// nobody uses any more may be given another number then, instead of being erased and another one created.
    fn numbers_are_alike(&self) -> bool {
        false
    }
}
