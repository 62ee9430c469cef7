//! The traits that ops may have, each a type.

use crate::context::{Context, OpName};
use crate::ir::op_def::{OpDefinition, OpTrait, TraitFlags, VerifyFn};
use crate::ir::view::OpRef;
use crate::text::print_type;
use crate::types::{DYNAMIC, Type, TypeKind};
use mlir_lite_diagnostics::Diagnostics;
use std::marker::PhantomData;

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
    /// Its region's ops define symbols.
    SymbolTable = SYMBOL_TABLE;
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
}

fn verify_constant_like(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if op.num_operands() != 0 || op.num_results() != 1 {
        diagnostics.error(op.op_error("is a constant and must have no operands and one result"));
    }
}

/// The op is directly in an op `P`.
pub struct HasParent<P>(PhantomData<P>);

impl<P: OpDefinition> OpTrait for HasParent<P> {
    const NAME: &'static str = "HasParent";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        if !op.parent().is_some_and(|parent| parent.is::<P>()) {
            let short = P::NAME.strip_prefix("std.").or(P::NAME.strip_prefix("builtin.")).unwrap_or(P::NAME);
            diagnostics.error(op.op_error(format_args!("expects parent op '{short}'")));
        }
    });
}

/// Each region has one block, which ends in `T`; text may leave `T` out where
/// it has no operands.
pub struct SingleBlockImplicitTerminator<T>(PhantomData<T>);

impl<T: OpDefinition> OpTrait for SingleBlockImplicitTerminator<T> {
    const NAME: &'static str = "SingleBlockImplicitTerminator";
    const FLAGS: TraitFlags = TraitFlags::SINGLE_BLOCK;
    const IMPLICIT_TERMINATOR: Option<fn(&Context) -> OpName> = Some(T::name);
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        for region in op.regions() {
            for block in region.blocks() {
                if !block.terminator().is_some_and(|last| last.is::<T>()) {
                    diagnostics.error(op.op_error(format_args!("expects regions to end with '{}'", T::NAME)));
                }
            }
        }
    });
}

/// All operands have one type.
pub struct SameTypeOperands;

impl OpTrait for SameTypeOperands {
    const NAME: &'static str = "SameTypeOperands";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        let mut types = op.operand_types();
        let first = types.next();
        if types.any(|ty| Some(ty) != first) {
            diagnostics.error(op.op_error("requires all operands to have the same type"));
        }
    });
}

/// All operands and results have one type.
pub struct SameOperandsAndResultType;

impl OpTrait for SameOperandsAndResultType {
    const NAME: &'static str = "SameOperandsAndResultType";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        let mut types = op.operand_types().chain(op.result_types());
        let first = types.next();
        if types.any(|ty| Some(ty) != first) {
            diagnostics.error(op.op_error("requires the same type for all operands and results"));
        }
    });
}

/// Operands and results agree in the sizes that are known.
pub struct SameOperandsAndResultShape;

impl OpTrait for SameOperandsAndResultShape {
    const NAME: &'static str = "SameOperandsAndResultShape";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        let ctx = op.context();
        let types: Vec<Type> = op.operand_types().chain(op.result_types()).collect();
        let compatible = types
            .split_first()
            .is_none_or(|(first, rest)| rest.iter().all(|ty| shapes_agree(first.shape(ctx), ty.shape(ctx))));
        if !compatible {
            diagnostics.error(op.op_error("requires the same shape for all operands and results"));
        }
    });
}

fn shapes_agree(a: Option<&[i64]>, b: Option<&[i64]>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return true };
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
}

/// The result's shape is that of the operands, broadcast to each other: from
/// the last dimension on, sizes are equal or one of them is 1. Where sizes are
/// not known, what is known is checked.
pub struct ResultsBroadcastableShape;

impl OpTrait for ResultsBroadcastableShape {
    const NAME: &'static str = "ResultsBroadcastableShape";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        let ctx = op.context();
        let is_aggregate = |ty: &Type| {
            matches!(
                ty.kind(ctx),
                TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
            )
        };
        let operands: Vec<Type> = op.operand_types().collect();
        if let Some(ty) = operands.iter().find(|ty| !is_aggregate(ty)) {
            let text = print_type(ctx, *ty);
            diagnostics
                .error(op.op_error(format_args!("operands must be vectors or tensors, but one is '{text}'")));
            return;
        }
        // A result of unknown sizes may come of anything, and an operand of
        // unknown rank may become anything.
        let Some(shapes) = operands.iter().map(|ty| ty.shape(ctx)).collect::<Option<Vec<_>>>() else {
            return;
        };
        let mut broadcast: Vec<i64> = Vec::new();
        for shape in shapes {
            match broadcast_shapes(&broadcast, shape) {
                Some(result) => broadcast = result,
                None => {
                    diagnostics.error(op.op_error("operands don't have broadcast-compatible shapes"));
                    return;
                }
            }
        }
        for ty in op.result_types() {
            if !is_aggregate(&ty) || !is_broadcast_result(&broadcast, ty.shape(ctx)) {
                let wanted = print_type(ctx, ctx.tensor_type(&broadcast, ty.element_or_self(ctx)));
                let found = print_type(ctx, ty);
                diagnostics.error(op.op_error(format_args!(
                    "result type '{found}' does not have a shape compatible with '{wanted}', to which the operands broadcast"
                )));
            }
        }
    });
}

/// The shape to which two shapes broadcast; none if they do not.
pub fn broadcast_shapes(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut result = long.to_vec();
    let offset = long.len() - short.len();
    for (i, &y) in short.iter().enumerate() {
        let x = long[offset + i];
        result[offset + i] = match (x, y) {
            (x, y) if x == y => x,
            (1, y) => y,
            (x, 1) => x,
            (DYNAMIC, y) => y,
            (x, DYNAMIC) => x,
            _ => return None,
        };
    }
    Some(result)
}

/// A result may have sizes that broadcasting does not give only where those
/// are not known: `tensor<?x2xf32>, tensor<2xf32> -> tensor<3x2xf32>`.
fn is_broadcast_result(broadcast: &[i64], result: Option<&[i64]>) -> bool {
    let Some(result) = result else { return true };
    result.len() == broadcast.len()
        && result.iter().zip(broadcast).all(|(&r, &b)| r == b || r == DYNAMIC || b == DYNAMIC)
}

/// Whether an op has trait `T`, parametric traits included.
pub fn has_op_trait<T: OpTrait>(ctx: &Context, name: OpName) -> bool {
    let id = std::any::TypeId::of::<T>();
    ctx.op_info(name).def().is_some_and(|def| def.traits.iter().any(|t| (t.id)() == id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_broadcast_from_the_last_dimension() {
        assert_eq!(broadcast_shapes(&[4, 1], &[3]), Some(vec![4, 3]));
        assert_eq!(broadcast_shapes(&[], &[2, 3]), Some(vec![2, 3]));
        assert_eq!(broadcast_shapes(&[4, 2], &[3, 2]), None);
        assert_eq!(broadcast_shapes(&[DYNAMIC, 2], &[2]), Some(vec![DYNAMIC, 2]));
    }

    #[test]
    fn results_may_know_more_than_their_operands() {
        assert!(is_broadcast_result(&[DYNAMIC, 2], Some(&[3, 2])));
        assert!(!is_broadcast_result(&[4, 2], Some(&[3, 2])));
        assert!(is_broadcast_result(&[4, 2], None));
    }
}
