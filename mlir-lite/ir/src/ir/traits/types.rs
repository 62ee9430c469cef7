//! Traits about the types of operands and results.

use crate::data::types::{DYNAMIC, Type, TypeKind};
use crate::ir::op_def::{OpTrait, TraitFlags, VerifyFn};
use crate::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostics;

/// All operands have the same type.
pub struct SameTypeOperands;

impl OpTrait for SameTypeOperands {
    const NAME: &'static str = "SameTypeOperands";
    const FLAGS: TraitFlags = TraitFlags::SAME_TYPE_OPERANDS;
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        let mut types = op.operand_types();
        let first = types.next();
        if types.any(|ty| Some(ty) != first) {
            diagnostics.error(op.op_error("requires all operands to have the same type"));
        }
    });
}

/// All operands and results have the same type.
pub struct SameOperandsAndResultType;

impl OpTrait for SameOperandsAndResultType {
    const NAME: &'static str = "SameOperandsAndResultType";
    const FLAGS: TraitFlags = TraitFlags::SAME_OPERANDS_AND_RESULT_TYPE;
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        let mut types = op.operand_types().chain(op.result_types());
        let first = types.next();
        if types.any(|ty| Some(ty) != first) {
            diagnostics.error(op.op_error("requires the same type for all operands and results"));
        }
    });
}

/// The sizes of operands and results are equal, where both are static.
pub struct SameOperandsAndResultShape;

impl OpTrait for SameOperandsAndResultShape {
    const NAME: &'static str = "SameOperandsAndResultShape";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        let ctx = op.context();
        let types: Vec<Type> = op.operand_types().chain(op.result_types()).collect();
        let is_shaped = |ty: Type| ty.element_type(ctx).is_some();
        let compatible = types.split_first().is_none_or(|(&first, rest)| {
            rest.iter().all(|&ty| {
                is_shaped(first) == is_shaped(ty) && shapes_agree(first.shape(ctx), ty.shape(ctx))
            })
        });
        if !compatible {
            diagnostics.error(op.op_error("requires the same shape for all operands and results"));
        }
    });
}

/// Whether two shapes are equal in the sizes that are static in both.
pub fn shapes_agree(a: Option<&[i64]>, b: Option<&[i64]>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return true };
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
}

/// All operands have the same shape, where sizes are static.
pub struct SameOperandsShape;

impl OpTrait for SameOperandsShape {
    const NAME: &'static str = "SameOperandsShape";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        let ctx = op.context();
        let types: Vec<Type> = op.operand_types().collect();
        let first = types.first().and_then(|ty| ty.shape(ctx));
        if !types.iter().all(|ty| shapes_agree(first, ty.shape(ctx))) {
            diagnostics.error(op.op_error("requires the same shape for all operands"));
        }
    });
}

/// All operands have the same element type.
pub struct SameOperandsElementType;

impl OpTrait for SameOperandsElementType {
    const NAME: &'static str = "SameOperandsElementType";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        if !same_elements(op, op.operand_types()) {
            diagnostics.error(op.op_error("requires the same element type for all operands"));
        }
    });
}

/// All operands and results have the same element type.
pub struct SameOperandsAndResultElementType;

impl OpTrait for SameOperandsAndResultElementType {
    const NAME: &'static str = "SameOperandsAndResultElementType";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        if !same_elements(op, op.operand_types().chain(op.result_types())) {
            diagnostics
                .error(op.op_error("requires the same element type for all operands and results"));
        }
    });
}

fn same_elements(op: OpRef<'_>, types: impl Iterator<Item = Type>) -> bool {
    let mut elements = types.map(|ty| ty.element_or_self(op.context()));
    let first = elements.next();
    elements.all(|element| Some(element) == first)
}

/// Checks that operands and results are vectors or tensors together, with the same shape.
pub(super) fn verify_elementwise(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let ctx = op.context();
    let mappable = |ty: &Type| matches!(ty.kind(ctx), TypeKind::Vector { .. }) || ty.is_tensor(ctx);
    let operands: Vec<Type> = op.operand_types().filter(mappable).collect();
    let results: Vec<Type> = op.result_types().filter(mappable).collect();
    let message = match (operands.first(), results.first()) {
        (None, None) => return,
        (None, Some(_)) => {
            "if a result is non-scalar, then at least one operand must be non-scalar"
        }
        (Some(_), None) => {
            "if an operand is non-scalar, then there must be at least one non-scalar result"
        }
        (Some(_), Some(_)) if results.len() != op.num_results() => {
            "if an operand is non-scalar, then all results must be non-scalar"
        }
        (Some(first), Some(_)) => {
            let same = |ty: &Type| {
                ty.is_tensor(ctx) == first.is_tensor(ctx)
                    && shapes_agree(first.shape(ctx), ty.shape(ctx))
            };
            if operands.iter().chain(&results).all(same) {
                return;
            }
            "all non-scalar operands/results must have the same shape and base type"
        }
    };
    diagnostics.error(op.op_error(message));
}

/// The result's shape is that of the operands, broadcast to each other: from the last dimension on,
/// sizes are equal or one of them is 1. Dynamic sizes are not checked.
pub struct ResultsBroadcastableShape;

impl OpTrait for ResultsBroadcastableShape {
    const NAME: &'static str = "ResultsBroadcastableShape";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        let ctx = op.context();
        let is_aggregate = |ty: &Type| {
            matches!(
                ty.kind(ctx),
                TypeKind::Vector { .. }
                    | TypeKind::RankedTensor { .. }
                    | TypeKind::UnrankedTensor(_)
            )
        };
        let operands: Vec<Type> = op.operand_types().collect();
        if let Some(ty) = operands.iter().find(|ty| !is_aggregate(ty)) {
            let text = ctx.type_text(*ty);
            diagnostics.error(op.op_error(format_args!(
                "operands must be vectors or tensors, but one is '{text}'"
            )));
            return;
        }
        // A result with dynamic sizes is allowed for all operands, and an operand of unknown rank
        // for all results.
        let Some(shapes) = operands.iter().map(|ty| ty.shape(ctx)).collect::<Option<Vec<_>>>()
        else {
            return;
        };
        let mut broadcast: Vec<i64> = Vec::new();
        for shape in shapes {
            match broadcast_shapes(&broadcast, shape) {
                Some(result) => broadcast = result,
                None => {
                    diagnostics
                        .error(op.op_error("operands don't have broadcast-compatible shapes"));
                    return;
                }
            }
        }
        for ty in op.result_types() {
            if !is_aggregate(&ty) || !is_broadcast_result(&broadcast, ty.shape(ctx)) {
                let element = ty.element_or_self(ctx);
                let element = if element.may_be_in_tensors(ctx) { element } else { Type::F64 };
                let wanted = ctx.type_text(ctx.tensor_type(&broadcast, element));
                let found = ctx.type_text(ty);
                diagnostics.error(op.op_error(format_args!(
                    "result type '{found}' does not have a shape compatible with '{wanted}', to \
                        which the operands broadcast"
                )));
            }
        }
    });
}

/// The shape to which two shapes broadcast. None if they do not.
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

/// Whether the result's shape is valid: a size may differ from the broadcast size only if that is
/// dynamic, as in `tensor<?x2xf32>, tensor<2xf32> -> tensor<3x2xf32>`.
fn is_broadcast_result(broadcast: &[i64], result: Option<&[i64]>) -> bool {
    let Some(result) = result else { return true };
    result.len() == broadcast.len()
        && result.iter().zip(broadcast).all(|(&r, &b)| r == b || r == DYNAMIC || b == DYNAMIC)
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
