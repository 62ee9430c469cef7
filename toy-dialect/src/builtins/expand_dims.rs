//! `expand_dims`

use mlir_lite::affine::AffineExpr;
use mlir_lite::edsc::EdscScope;

use super::elementwise::*;
use crate::loop_builder::sizes::has_unknown_sizes;
use crate::loop_builder::{fill, in_memory, lower_reshape, target};
use crate::ops::numbers::{CompileTimeOperands, known_numbers, numbers};
use crate::sizes::{known_sizes, tensor_of_sizes};
use crate::tensor::elements::moves;
use crate::tensor::shape::{known_shape, place, shown};

/// Gives a tensor dimensions of size 1, at these places among the dimensions of the result.
#[op(
    name = "toy.expand_dims",
    traits(Pure),
    implements(
        CustomAssembly, InterpretOp, InferShape, Compute, CompileTimeOperands, ElementTypes,
        LowerTo<Affine>,
    )
)]
pub struct ExpandDimsOp {
    #[operand]
    input: NumberTensor,
    /// The places, while they are not known.
    #[operand]
    dimensions: Variadic<F64Tensor>,
    #[result]
    result: NumberTensor,
}

usual_assembly!(ExpandDimsOp);
interpreted_by_computing!(ExpandDimsOp);
moves!(ExpandDimsOp);

impl CompileTimeOperands for ExpandDimsOp {
    fn first_number(_: ExpandDimsOpRef<'_>) -> usize {
        1
    }

    fn what(_: ExpandDimsOpRef<'_>) -> &'static str {
        "a dimension"
    }

    fn takes_lists(_: ExpandDimsOpRef<'_>) -> bool {
        true
    }
}

/// The sizes with new dimensions at these places.
fn expanded<S: Copy + From<i64>>(shape: &[S], places: &[i64]) -> Result<Vec<S>, String> {
    let rank = shape.len() + places.len();
    let mut is_new = vec![false; rank];
    for &number in places {
        let place = place(rank, number).ok_or_else(|| {
            format!("there is no dimension {number} in a result of {rank} dimensions")
        })?;
        if std::mem::replace(&mut is_new[place], true) {
            return Err(format!("dimension {number} is given twice"));
        }
    }
    let mut kept = shape.iter();
    let size = |is_new: bool| if is_new { Some(1.into()) } else { kept.next().copied() };
    Ok(is_new.into_iter().filter_map(size).collect())
}

impl InferShape for ExpandDimsOp {
    fn infer_type(view: ExpandDimsOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let (op, shape) = (view.op(), known_shape(view.input()));
        match expanded(&known_sizes(view.input()), &known_numbers(op)) {
            Ok(sizes) => Ok(tensor_of_sizes(op.context(), &sizes, Type::F64)),
            Err(message) => Err(Box::new(
                op.error(format!("'expand_dims' of shape {}: {message}", shown(shape)))
                    .with_code(Code::WrongNumber.text())
                    .with_label("no place for a dimension")
                    .with_note("places are counted in the result, from 0 or from its end: -1, -2"),
            )),
        }
    }

    fn takes_symbolic_sizes(_: ExpandDimsOpRef<'_>) -> bool {
        true
    }
}

impl Compute for ExpandDimsOp {
    fn compute(view: ExpandDimsOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let input = inputs.first().ok_or("the operand is missing")?;
        let shape = expanded(&input.shape, &numbers(view.op(), inputs, 1)?)?;
        Ok(Tensor { shape, elements: input.elements.clone() })
    }
}

impl LowerTo<Affine> for ExpandDimsOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let [input] = in_memory(e, [operands.input()])?;
        if !has_unknown_sizes(&input.shape()) {
            return lower_reshape(e, op.id(), input);
        }
        let (of, ctx) = (e.read(|body| target(body, op.id()))?, e.context());
        // The variables of the loops over the dimensions that are not new.
        let numbers = e.read(|body| known_numbers(body.op(op.id())));
        let is_kept: Vec<i64> = expanded(&vec![0; input.rank()], &numbers)?;
        let kept = (0..).zip(is_kept).filter(|(_, size)| *size == 0);
        let kept: Vec<AffineExpr> = kept.map(|(index, _)| ctx.affine_dim(index)).collect();
        let map = ctx.affine_map(of.sizes.len() as u32, 0, &kept);
        fill(e, of, |ivs| input.at((map, ivs)))
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "expand_dims",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::numbers("axis")],
        emit: |call| call.build::<ExpandDimsOp>(),
    }],
    returns: Returns::Tensor,
    summary: "A tensor with more dimensions, of size 1.",
    details: "`axis` says where they are in the result, as in NumPy; below 0, places are counted \
        from the end. In subscripts, `None` does the same: `a[:, None]` is `expand_dims(a, 1)` of \
        a vector.",
    shape: "The sizes of `a`, with 1 at the places `axis`.",
    errors: &[(
        "expand_dims([1, 2], 3)",
        "'expand_dims' of shape <2>: there is no dimension 3 in a result of 2 dimensions",
    )],
    example: (
        "print(shape(expand_dims([1, 2], 0)));\nprint(expand_dims([1, 2], 1) - [1, 2]);",
        "1.000000 2.000000 \n0.000000 -1.000000 \n1.000000 0.000000 \n",
    ),
    ops: &[OpEntry::of::<ExpandDimsOp>()],
};
