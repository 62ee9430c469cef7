//! The traits of ops, each a type.
//!
//! The traits here have no parameters, and the framework tests them by bit. `structure.rs` has
//! those about nesting, `types.rs` those about operand and result types, `folding.rs` those that
//! fold. A dialect adds its own by implementing [`OpTrait`]; a trait with parameters is a generic
//! type:
//!
//! ```
//! # extern crate mlir_lite_ir as mlir_lite;
//! use mlir_lite::ir::op_def::{OpTrait, VerifyFn};
//!
//! /// The op has at most `N` operands.
//! pub struct AtMostOperands<const N: usize>;
//!
//! impl<const N: usize> OpTrait for AtMostOperands<N> {
//!     const NAME: &'static str = "AtMostOperands";
//!     const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
//!         if op.num_operands() > N {
//!             diagnostics.error(op.op_error(format_args!("has more than {N} operands")));
//!         }
//!     });
//! }
//! ```

mod folding;
mod structure;
mod types;

pub use folding::*;
pub use structure::*;
pub use types::*;

use crate::data::Context;
use crate::ir::op_def::{OpTrait, TraitFlags, VerifyFn};
use crate::ir::op_name::OpName;
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostics;
use types::verify_elementwise;

macro_rules! flag_traits {
    ($($(#[$meta:meta])* $name:ident = $flag:ident $(, $verify:expr)?;)*) => {
        $(
            $(#[$meta])*
            pub struct $name;

            impl OpTrait for $name {
                const NAME: &'static str = stringify!($name);
                const FLAGS: TraitFlags = TraitFlags::$flag;
                $(const VERIFY: Option<VerifyFn> = Some($verify);)?
            }
        )*
    };
}

flag_traits! {
    /// Values from outside are not used inside, so passes can run on the op in parallel.
    IsolatedFromAbove = ISOLATED_FROM_ABOVE;
    /// Ends its block.
    Terminator = TERMINATOR;
    /// Has no side effects and may be speculated.
    Pure = PURE;
    /// Undefined if the second operand is zero (or, for signed division, -1), so it must not be
    /// executed where it was not executed before.
    ConditionallySpeculatable = CONDITIONALLY_SPECULATABLE;
    /// Operands can be exchanged.
    Commutative = COMMUTATIVE;
    /// No operands, one result: the attribute `value`, or the only attribute. All constants of an
    /// op without attributes are equal if their types are.
    ConstantLike = CONSTANT_LIKE, verify_constant_like;
    /// Defines a symbol.
    Symbol = SYMBOL;
    /// Symbol references in its regions do not lead out of it, neither by `@.super` nor, if it is
    /// not a symbol table itself, to the table around it. References into it are not concerned.
    IsolatedSymbols = ISOLATED_SYMBOLS;
    /// Has the trait `IsolatedSymbols`, but does not isolate symbols if it has the attribute
    /// `builtin.transparent_symbols`.
    MayBeTransparent = MAY_BE_TRANSPARENT;
    /// Names of its dialect's ops are written without prefix directly in its regions.
    OpensOwnDialect = OPENS_OWN_DIALECT;
    /// Each region has one block.
    SingleBlock = SINGLE_BLOCK;
    /// Blocks need no terminator.
    NoTerminator = NO_TERMINATOR;
    /// Values at its top level can be symbols of affine ops in it.
    AffineScope = AFFINE_SCOPE;
    /// Stack memory allocated in it is freed when it is left.
    AutomaticAllocationScope = AUTOMATIC_ALLOCATION_SCOPE;
    /// A function.
    FunctionLike = FUNCTION_LIKE;
    /// Has the effects of the ops in its regions, and no others.
    RecursiveMemoryEffects = RECURSIVE_EFFECTS;
    /// Returns control, and its operands, to the enclosing op.
    ReturnLike = RETURN_LIKE;
    /// Order and dominance do not matter in its regions.
    GraphRegion = GRAPH_REGION;
    /// Operand groups have their sizes in `operandSegmentSizes`.
    AttrSizedOperandSegments = ATTR_SIZED_OPERANDS;
    /// Result groups have their sizes in `resultSegmentSizes`.
    AttrSizedResultSegments = ATTR_SIZED_RESULTS;
    /// All optional and variadic operand groups have the same size.
    SameVariadicOperandSize = SAME_SIZED_OPERANDS;
    /// All optional and variadic result groups have the same size.
    SameVariadicResultSize = SAME_SIZED_RESULTS;
    /// The layouts of its memrefs can be changed without changing what it computes.
    MemRefsNormalizable = NONE;
    /// On vectors and tensors, it computes each element separately.
    Elementwise = NONE, verify_elementwise;
    /// Computes the same on elements if all vectors and tensors are replaced by their elements.
    /// Requires `Elementwise`.
    Scalarizable = NONE;
    /// Computes the same on each element if scalars are replaced by vectors. Requires
    /// `Elementwise`.
    Vectorizable = NONE;
    /// Computes the same on each element if scalars are replaced by tensors. Requires
    /// `Elementwise`.
    Tensorizable = NONE;
}

fn verify_constant_like(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if op.num_operands() != 0 || op.num_results() != 1 {
        diagnostics.error(op.op_error("expects, as a constant, no operands and one result"));
    }
}

/// Whether an op has trait `T`, parametric traits included.
pub fn has_op_trait<T: OpTrait>(ctx: &Context, name: OpName) -> bool {
    let id = std::any::TypeId::of::<T>();
    ctx.op_info(name).def().is_some_and(|def| def.traits.iter().any(|t| (t.id)() == id))
}
