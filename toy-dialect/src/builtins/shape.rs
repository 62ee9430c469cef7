//! `shape`

use super::elementwise::*;
use crate::lowering::{in_memory, store_constants, target};
use crate::shape::known_shape;

/// The sizes of a tensor, as a tensor.
#[op(
    name = "toy.shape",
    traits(Pure),
    interfaces(InferShape, Compute, ElementTypes),
    hooks(InterpretOp),
    assembly = custom,
    fold
)]
pub struct ShapeOp {
    #[operand]
    input: NumberTensor,
    #[result]
    result: F64Tensor,
}

usual_assembly!(ShapeOp);
gives_f64!(ShapeOp);
interpreted_by_computing!(ShapeOp);

fn sizes(shape: &[i64]) -> Tensor {
    Tensor {
        shape: vec![shape.len() as i64],
        elements: Elements::F64(shape.iter().map(|size| *size as f64).collect()),
    }
}

impl InferShape for ShapeOpRef<'_> {
    fn infer_type(&self) -> Result<Type, Box<Diagnostic>> {
        let op = self.op();
        match known_shape(self.input()).len() {
            0 => Err(Box::new(
                op.error("a number has no sizes")
                    .with_code(Code::WrongNumber.text())
                    .with_label("of a number"),
            )),
            rank => Ok(op.context().tensor_type(&[rank as i64], Type::F64)),
        }
    }
}

impl Compute for ShapeOpRef<'_> {
    fn compute(&self, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        match inputs {
            [input] if !input.shape.is_empty() => Ok(sizes(&input.shape)),
            _ => Err("a number has no sizes".to_owned()),
        }
    }

    fn compute_of_shapes(&self) -> Option<Tensor> {
        let shape = self.input().ty().static_shape(self.context())?;
        (!shape.is_empty()).then(|| sizes(shape))
    }
}

impl FoldOp for ShapeOp {
    fn fold(op: ShapeOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty) = (op.context(), op.result().ty());
        match op.compute_of_shapes() {
            Some(sizes) if ty.static_shape(ctx) == Some(&sizes.shape[..]) => {
                Fold::constant(crate::elements::constant(ctx, &sizes.shape, &sizes.elements))
            }
            _ => Fold::Unchanged,
        }
    }
}

impl Lower for ShapeOp {
    fn lower<'e>(self, operands: Adaptor<'_, Self>, e: Edsc<'e>) -> Lowered<'e> {
        let [input] = in_memory(e, [operands.input()])?;
        let ty = e.read(|body| target(body, self.id()))?;
        store_constants(e, ty, &sizes(&input.shape()).elements)
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "shape",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a")],
        emit: |call| call.build::<ShapeOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The sizes of a tensor's dimensions, as a tensor.",
    details: "They are known when the program is compiled, so they may stand where a size is \
        wanted: `zeros(shape(a))`, \
              `var x<shape(a)[0], 1> = ...`.",
    shape: "One element for each dimension.",
    errors: &[("shape(1)", "a number has no sizes")],
    example: (
        "var a = [[1, 2, 3], [4, 5, 6]];\nprint(shape(a));\nprint(ones(shape(a)[0]));",
        "2.000000 3.000000 \n1.000000 1.000000 \n",
    ),
    ops: &[OpEntry::of::<ShapeOp>()],
};
