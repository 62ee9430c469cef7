//! The traits that ops may have, each a type.
//!
//! Here are those without parameters that the framework asks for by bit test;
//! `structure.rs` has those about what is around and inside an op, `types.rs`
//! those about operand and result types, `folding.rs` those that fold. A
//! dialect adds its own by implementing [`OpTrait`]; a parametric trait is a
//! generic type:
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

use crate::context::{Context, OpName};
use crate::ir::op_def::{OpTrait, TraitFlags, VerifyFn};
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
    /// No value from outside is used inside; passes can be scheduled under the op.
    IsolatedFromAbove = ISOLATED_FROM_ABOVE;
    /// Ends its block.
    Terminator = TERMINATOR;
    /// Has no effect but its results and may be speculated.
    Pure = PURE;
    /// Undefined for a second operand of zero (or, of signed division, -1): not to be run where it was not.
    ConditionallySpeculatable = CONDITIONALLY_SPECULATABLE;
    /// Operands can be exchanged.
    Commutative = COMMUTATIVE;
    /// No operands, one result: the attribute `value`.
    ConstantLike = CONSTANT_LIKE, verify_constant_like;
    /// Defines a symbol.
    Symbol = SYMBOL;
    /// Each region has one block.
    SingleBlock = SINGLE_BLOCK;
    /// Blocks need no terminator.
    NoTerminator = NO_TERMINATOR;
    /// Values at its top level are symbols of affine ops within.
    AffineScope = AFFINE_SCOPE;
    /// Stack memory allocated within is freed on leaving it.
    AutomaticAllocationScope = AUTOMATIC_ALLOCATION_SCOPE;
    /// A function.
    FunctionLike = FUNCTION_LIKE;
    /// Has the effects of the ops in its regions, and no others.
    RecursiveMemoryEffects = RECURSIVE_EFFECTS;
    /// Returns control, and its operands, to the surrounding op.
    ReturnLike = RETURN_LIKE;
    /// Order and dominance do not matter in its regions.
    GraphRegion = GRAPH_REGION;
    /// Operand groups have their sizes in `operandSegmentSizes`.
    AttrSizedOperandSegments = ATTR_SIZED_OPERANDS;
    /// Result groups have their sizes in `resultSegmentSizes`.
    AttrSizedResultSegments = ATTR_SIZED_RESULTS;
    /// All optional and variadic operand groups have one size.
    SameVariadicOperandSize = SAME_SIZED_OPERANDS;
    /// All optional and variadic result groups have one size.
    SameVariadicResultSize = SAME_SIZED_RESULTS;
    /// Its memrefs may be given other layouts without changing what it does.
    MemRefsNormalizable = NONE;
    /// Applied to vectors and tensors, it is applied to each element.
    Elementwise = NONE, verify_elementwise;
    /// Where all vectors and tensors are replaced by their elements, it is the
    /// same op on these; only of ops that are `Elementwise`.
    Scalarizable = NONE;
    /// Where scalars are replaced by vectors, it is the same op on each
    /// element; only of ops that are `Elementwise`.
    Vectorizable = NONE;
    /// Where scalars are replaced by tensors, it is the same op on each
    /// element; only of ops that are `Elementwise`.
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
