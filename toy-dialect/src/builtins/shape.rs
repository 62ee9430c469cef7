//! `shape`

use super::elementwise::*;
use crate::loop_builder::sizes::{float_of_size, sizes_of_tensor};
use crate::loop_builder::{allocate, in_memory, store_constants, target};
use crate::sizes::GivesSizes;
use crate::tensor::elements;
use crate::tensor::shape::known_shape;
use mlir_lite::edsc::EdscScope;

/// The sizes of a tensor, as a tensor.
#[op(
    name = "toy.shape",
    traits(Pure),
    implements(
        CustomAssembly, FoldOp, InterpretOp, InferShape, Compute, ElementTypes, GivesSizes,
        LowerTo<Affine>,
    )
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

impl InferShape for ShapeOp {
    fn infer_type(view: ShapeOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let op = view.op();
        match known_shape(view.input()).len() {
            0 => Err(Box::new(
                op.error("a number has no sizes")
                    .with_code(Code::WrongNumber.text())
                    .with_label("of a number"),
            )),
            rank => Ok(op.context().tensor_type(&[rank as i64], Type::F64)),
        }
    }

    fn takes_symbolic_sizes(_: ShapeOpRef<'_>) -> bool {
        true
    }
}

impl GivesSizes for ShapeOp {
    fn of_tensor(op: ShapeOpRef<'_>) -> ValueId {
        op.input().id()
    }
}

impl Compute for ShapeOp {
    fn compute(_: ShapeOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        match inputs {
            [input] if !input.shape.is_empty() => Ok(sizes(&input.shape)),
            _ => Err("a number has no sizes".to_owned()),
        }
    }

    fn compute_of_shapes(op: ShapeOpRef<'_>) -> Option<Tensor> {
        let shape = op.input().ty().static_shape(op.context())?;
        (!shape.is_empty()).then(|| sizes(shape))
    }
}

impl FoldOp for ShapeOp {
    fn fold(op: ShapeOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty) = (op.context(), op.result().ty());
        match Self::compute_of_shapes(op) {
            Some(sizes) if ty.static_shape(ctx) == Some(&sizes.shape[..]) => {
                Fold::constant(elements::constant(ctx, &sizes.shape, &sizes.elements))
            }
            _ => Fold::Unchanged,
        }
    }
}

impl LowerTo<Affine> for ShapeOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let [input] = in_memory(e, [operands.input()])?;
        let ty = e.read(|body| target(body, op.id()))?;
        let of_tensor = sizes_of_tensor(e, e.read(|body| op.input(body)));
        if of_tensor.iter().any(|size| size.known().is_none()) {
            let (memory, ctx) = (allocate(e, &ty)?, e.context());
            for (index, size) in (0..).zip(of_tensor) {
                let at = ctx.affine_map(0, 0, &[ctx.affine_constant(index)]);
                memory.at((at, &[][..])).set(float_of_size(e, size));
            }
            return Ok(memory);
        }
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
    details: "They are known when the program is compiled, so they may be used where a size is \
        needed: `zeros(shape(a))`, \
              `var x<shape(a)[0], 1> = ...`.",
    shape: "One element for each dimension.",
    errors: &[("shape(1)", "a number has no sizes")],
    example: (
        "var a = [[1, 2, 3], [4, 5, 6]];\nprint(shape(a));\nprint(ones(shape(a)[0]));",
        "2.000000 3.000000 \n1.000000 1.000000 \n",
    ),
    ops: &[OpEntry::of::<ShapeOp>()],
};
