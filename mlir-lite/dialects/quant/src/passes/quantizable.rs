//! `quant-fuse-casts`: ops between casts work on quantized numbers.

use crate::QuantDialect;
use crate::ops::{DequantizeCastOp, QuantizeCastOp};
use crate::quantized::{Scheme, UniformQuantizedType, quantized_element};
use mlir_lite::dialects::standard::{
    ExtractElementOp, InsertElementOp, SelectOp, SplatOp, StdDialect, SubTensorOp, TensorCastOp,
    TensorFromElementsOp,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;
use std::marker::PhantomData;

/// Ops that also work on quantized numbers.
#[op_interface]
pub trait QuantizableOp {
    /// Whether the op gives results of these types for operands of these types, which are quantized
    /// where those of the op are floats.
    fn accepts(op: View<'_, Self>, operands: &[Type], results: &[Type]) -> bool;
}

/// Ops that move numbers and do not look at them: they take numbers of one scale.
struct Moves<O>(PhantomData<O>);

impl<O: OpDefinition> OpModel for Moves<O> {
    type Op = O;
}

impl<O: OpDefinition> QuantizableOp for Moves<O> {
    fn accepts(op: View<'_, Self>, operands: &[Type], results: &[Type]) -> bool {
        let ctx = op.op().context();
        let mut elements =
            operands.iter().chain(results).filter_map(|&ty| quantized_element(ctx, ty));
        let Some(first) = elements.next() else { return false };
        let is_same = elements.all(|element| element == first);
        let scheme = UniformQuantizedType::of(ctx, first).map(|uniform| &uniform.scheme);
        is_same && matches!(scheme, Some(Scheme::PerLayer(_)))
    }
}

/// Lets ops of the std dialect work on quantized numbers.
pub(crate) fn attach_quantizable(ctx: &Context) {
    ctx.extend::<StdDialect>(|ops| {
        ops.attach::<Moves<SelectOp>, dyn QuantizableOp>();
        ops.attach::<Moves<ExtractElementOp>, dyn QuantizableOp>();
        ops.attach::<Moves<InsertElementOp>, dyn QuantizableOp>();
        ops.attach::<Moves<SplatOp>, dyn QuantizableOp>();
        ops.attach::<Moves<SubTensorOp>, dyn QuantizableOp>();
        ops.attach::<Moves<TensorCastOp>, dyn QuantizableOp>();
        ops.attach::<Moves<TensorFromElementsOp>, dyn QuantizableOp>();
    });
}

/// Let ops between casts work on quantized numbers.
///
/// An op whose float operands are all results of `quant.dcast`, and whose float results are only
/// used by `quant.qcast`, works on quantized numbers if it implements `QuantizableOp` and accepts
/// their types. Others keep floats, and the casts around them.
#[pass(name = "quant-fuse-casts", pure, each_body, dialects(QuantDialect))]
pub struct QuantFuseCastsPass;

/// The replacement of an op and of the casts around it.
struct Fused {
    operands: Vec<ValueId>,
    results: Vec<Type>,
    /// The casts of its results.
    casts: Vec<QuantizeCastOp>,
}

fn fused(body: &Body, op: OpId) -> Option<Fused> {
    let ctx = body.context();
    let is_float = |value: ValueId| body.ty(value).element_or_self(ctx).is_float(ctx);
    let operand = |value: ValueId| match is_float(value) {
        true => Some(DequantizeCastOp::defining(body, value)?.input(body)),
        false => Some(value),
    };
    let operands: Vec<ValueId> = body.operands(op).map(operand).collect::<Option<_>>()?;
    let mut casts = Vec::new();
    let mut results = Vec::new();
    for result in body.results(op) {
        if !is_float(result) {
            results.push(body.ty(result));
            continue;
        }
        let mut ty = None;
        for user in body.users(result) {
            let cast = QuantizeCastOp::cast(body, user)?;
            let quantized = body.ty(cast.result(body));
            if ty.is_some_and(|ty| ty != quantized) {
                return None;
            }
            ty = Some(quantized);
            casts.push(cast);
        }
        results.push(ty?);
    }
    let types: Vec<Type> = operands.iter().map(|&value| body.ty(value)).collect();
    let accepts = body
        .op(op)
        .ask::<dyn QuantizableOp, _>(|quantizable| quantizable.accepts(&types, &results));
    (!casts.is_empty() && accepts == Some(true)).then_some(Fused { operands, results, casts })
}

impl RunPass for QuantFuseCastsPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            // The casts after an op are erased with it.
            if !body.is_live(op) {
                continue;
            }
            let Some(Fused { operands, results, casts }) = fused(body, op) else { continue };
            for (index, &operand) in operands.iter().enumerate() {
                body.set_operand(op, index, operand);
            }
            for (index, &ty) in results.iter().enumerate() {
                body.set_type(body.result(op, index), ty);
            }
            for cast in casts {
                let (value, result) = (cast.input(body), cast.result(body));
                body.replace_all_uses(result, value);
                body.erase_op(cast.id());
            }
        }
        Ok(())
    }
}
