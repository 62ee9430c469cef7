//! `outer`

use super::elementwise::*;
use crate::loop_builder::{fill, flattened, in_memory, target};
use crate::ops::families::Binary;
use crate::sizes::{Size, known_sizes, tensor_of_sizes};
use crate::tensor::elements::Element;
use crate::tensor::shape::known_shape;
use mlir_lite::edsc::EdscScope;

/// The products of each element of one tensor and each of another.
#[op(family = Binary, name = "toy.outer")]
pub struct OuterOp;

usual_assembly!(OuterOp);
interpreted_by_computing!(OuterOp);
keeps_integers!(OuterOp);

impl InferShape for OuterOp {
    fn infer_type(op: OuterOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let count = |value| match &known_sizes(value)[..] {
            [size] => *size,
            _ => Size::Known(known_shape(value).iter().product::<i64>()),
        };
        let sizes = [count(op.lhs()), count(op.rhs())];
        Ok(tensor_of_sizes(op.context(), &sizes, Type::F64))
    }

    /// Of several dimensions, the result has their product.
    fn takes_symbolic_sizes(op: OuterOpRef<'_>) -> bool {
        let is_row_or_known = |value: ValueRef<'_>| {
            known_shape(value).len() == 1 || value.ty().static_shape(op.context()).is_some()
        };
        [op.lhs(), op.rhs()].into_iter().all(is_row_or_known)
    }
}

impl Compute for OuterOp {
    fn compute(_: OuterOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let [lhs, rhs] = inputs else { return Err("the number of operands is wrong".to_owned()) };
        let columns = rhs.len();
        let shape = [lhs.len() as i64, columns as i64];
        let row = Arc::new(lhs.rearranged(&shape, |number| number / columns)?);
        let column = Arc::new(rhs.rearranged(&shape, |number| number % columns)?);
        match lhs.element() {
            Element::F32 => combine(&[row, column], |[x, y]: [f32; 2]| x * y),
            Element::I64 => combine(&[row, column], |[x, y]: [i64; 2]| x.wrapping_mul(y)),
            _ => combine(&[row, column], |[x, y]: [f64; 2]| x * y),
        }
    }
}

impl LowerTo<Affine> for OuterOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        let [lhs, rhs] = in_memory(e, [operands.lhs(), operands.rhs()])?;
        let ctx = e.context();
        let [left, right] = [lhs, rhs].map(|input| match input.rank() {
            1 => ctx.identity_map(1),
            _ => flattened(&ctx, &input.shape()),
        });
        fill(e, ty, |ivs| lhs.at((left, &ivs[..1])) * rhs.at((right, &ivs[1..])))
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "outer",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::tensor("b")],
        emit: |call| call.build::<OuterOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The products of each element of `a`, row by row, and each of `b`.",
    details: "",
    shape: "`<n, m>`, where `a` has `n` elements and `b` has `m`.",
    errors: &[("outer(1)", "'outer' takes 2 arguments, found 1")],
    example: (
        "print(outer([1, 2], [3, 4, 5]));",
        "3.000000 4.000000 5.000000 \n6.000000 8.000000 10.000000 \n",
    ),
    ops: &[OpEntry::of::<OuterOp>()],
};
