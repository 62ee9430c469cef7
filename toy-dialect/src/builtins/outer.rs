//! `outer`

use super::elementwise::*;
use crate::lowering::{fill, flattened, in_memory, load, shape, target};
use crate::shape::known_shape;

/// The products of each element of one tensor and each of another.
#[op(
    name = "toy.outer",
    traits(Pure),
    interfaces(InferShape, Compute),
    hooks(InterpretOp),
    assembly = custom
)]
pub struct OuterOp {
    #[operand]
    lhs: F64Tensor,
    #[operand]
    rhs: F64Tensor,
    #[result]
    result: F64Tensor,
}

usual_assembly!(OuterOp);
interpreted_by_computing!(OuterOp);

impl InferShape for OuterOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        let count = |value| known_shape(value).iter().product::<i64>();
        let sizes = [count(self.lhs()), count(self.rhs())];
        Ok(self.context().tensor_type(&sizes, Type::F64))
    }
}

impl Compute for OuterOpRef<'_> {
    fn compute(&self, inputs: &[Tensor]) -> Result<Tensor, String> {
        let [lhs, rhs] = inputs else { return Err("the number of operands is wrong".to_owned()) };
        let columns = rhs.len();
        Ok(Tensor::build(&[lhs.len() as i64, columns as i64], |number| {
            lhs.values[number / columns] * rhs.values[number % columns]
        }))
    }
}

impl Lower for OuterOp {
    fn lower(self, operands: Adaptor<'_, Self>, rewriter: &mut Rewriter<'_>) -> Lowered {
        let (location, ty) = target(rewriter.body(), self.id())?;
        let inputs = in_memory(rewriter.body(), [operands.lhs(), operands.rhs()])?;
        let ctx = rewriter.context().clone();
        let maps = inputs.map(|input| flattened(&ctx, shape(rewriter.body(), input)));
        fill(rewriter, location, ty, |b, ivs| {
            let x = load(b, location, inputs[0], maps[0], &ivs[..1]);
            let y = load(b, location, inputs[1], maps[1], &ivs[1..]);
            standard::MulFOp::build(b, location, x, y).result(b.body())
        })
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
