//! Interfaces of ops and dialects that the framework asks for.
//!
//! An interface is an object-safe trait; an op's definition registers a static
//! object for it, and whoever has the op asks
//! [`OpInfo::interface`](crate::context::OpInfo::interface).

use crate::attributes::Attribute;
use crate::attributes::NamedAttribute;
use crate::context::{Context, InterfaceMap, OpName};
use crate::ir::body::Body;
use crate::ir::builder::OpBuilder;
use crate::ir::entities::{OpId, RegionId, ValueId};
use crate::ir::fold::Fold;
use crate::ir::ident::Ident;
use crate::ir::location::Location;
use crate::ir::view::{OpRef, RegionRef};
use crate::types::Type;
use mlir_lite_diagnostics::Diagnostics;
use smallvec::SmallVec;

/// An interface with a check that all ops which implement it must pass:
/// implemented for the trait object type. It runs after the traits' checks and
/// before the op's own.
///
/// ```
/// use mlir_lite::ir::prelude::*;
///
/// pub trait Balanced: Send + Sync {}
///
/// impl VerifyInterface for dyn Balanced {
///     fn verify(&self, op: OpRef<'_>, diagnostics: &mut Diagnostics) {
///         if op.num_operands() != op.num_results() {
///             diagnostics.error(op.op_error("must have as many results as operands"));
///         }
///     }
/// }
/// ```
pub trait VerifyInterface {
    /// Reports what is wrong with `op`.
    fn verify(&self, op: OpRef<'_>, diagnostics: &mut Diagnostics);
}

/// Registers an op's interface, with its check if the interface has one: the
/// function of this type is preferred to that of [`Unverified`] where its bound
/// holds.
#[doc(hidden)]
pub struct Registration<I: ?Sized + 'static>(pub &'static I);

impl<I: ?Sized + VerifyInterface + Send + Sync> Registration<I> {
    #[doc(hidden)]
    pub fn register(self, interfaces: &mut InterfaceMap) {
        interfaces.add_verified(self.0);
    }
}

#[doc(hidden)]
pub trait Unverified {
    fn register(self, interfaces: &mut InterfaceMap);
}

impl<I: ?Sized + Send + Sync> Unverified for Registration<I> {
    fn register(self, interfaces: &mut InterfaceMap) {
        interfaces.add(self.0);
    }
}

/// What is called.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function by its symbol.
    Symbol(Ident),
    /// A function value.
    Value(ValueId),
}

/// Ops that call.
pub trait CallOpInterface: Send + Sync {
    /// What is called.
    fn callee(&self, op: OpRef<'_>) -> Option<Callee>;

    /// Says what is called; the callee is a symbol.
    fn set_callee(&self, body: &mut Body, op: OpId, callee: Ident);

    /// The operands that are passed.
    fn arguments(&self, op: OpRef<'_>) -> SmallVec<[ValueId; 4]> {
        op.operands().collect()
    }
}

/// Isolated ops that are called: functions. Asked of the root of their body.
pub trait CallableOpInterface: Send + Sync {
    /// The region that is run; none of a declaration.
    fn callable_region(&self, function: &Body) -> Option<RegionId>;
    /// Types of the results of a call.
    fn result_types(&self, function: &Body) -> Vec<Type>;
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
    pub fn on(kind: EffectKind, value: ValueId) -> Self {
        Self { kind, value: Some(value) }
    }
}

/// Ops that say what they do to memory.
pub trait MemoryEffectOpInterface: Send + Sync {
    /// All effects; an empty list means none at all.
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]>;
}

/// Ops whose result types follow from operands and attributes.
pub trait InferTypeOpInterface: Send + Sync {
    /// The types, or why there are none.
    fn infer_types(
        &self,
        ctx: &Context,
        operands: &[Type],
        attribute: &dyn Fn(&str) -> Option<Attribute>,
    ) -> Result<SmallVec<[Type; 1]>, String>;
}

/// Ops that suggest names for their results: `%cst`, `%c0_i32`.
pub trait OpAsmNameInterface: Send + Sync {
    /// Name of result `index` without `%`; none for a number.
    fn result_name(&self, op: OpRef<'_>, index: usize, upstream: bool) -> Option<String>;
}

/// Ops of 2020 to which today's MLIR has given attributes. Here these are
/// discardable attributes; today's generic form lists them among the op's own.
pub trait UpstreamPropertiesInterface: Send + Sync {
    /// Names, each with the text after `#arith.` of the value that is written
    /// where there is none.
    fn properties(&self) -> &'static [(&'static str, Option<&'static str>)];

    /// Names, each with the value that means the same as none: custom forms leave it out.
    fn elided(&self) -> &'static [(&'static str, Attribute)] {
        &[]
    }

    /// What else today's generic form says of `op`, instead of what the op has
    /// under these names.
    fn implied(&self, _op: OpRef<'_>) -> Vec<NamedAttribute> {
        Vec::new()
    }
}

/// Branches that forward operands to their successors are understood by all
/// passes; this says which successor is taken when the operands are constants.
pub trait BranchOpInterface: Send + Sync {
    /// The index of the successor that is always taken.
    fn successor_for(&self, op: OpRef<'_>, operands: &[Option<Attribute>]) -> Option<usize>;
}

/// Ops that run their regions again and again.
pub trait LoopLikeOpInterface: Send + Sync {
    /// Whether the region `index` is one of those.
    fn is_loop_region(&self, _index: usize) -> bool {
        true
    }
}

/// Symbols are checked where they are used, with the whole table at hand.
pub trait SymbolUserOpInterface: Send + Sync {
    /// Reports references to symbols that are missing or of the wrong kind.
    fn verify_symbol_uses(
        &self,
        op: OpRef<'_>,
        symbols: &crate::ir::symbols::SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    );
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
