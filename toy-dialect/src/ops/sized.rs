//! `toy.sized`: the argument of a parameter whose sizes are declared.

use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::assembly::usual_assembly;
use crate::interpret::set_result;
use crate::loop_builder::{Affine, Lowered, in_memory};
use crate::ops::numbers::{CompileTimeOperands, SIZE, known_numbers, numbers, resolved_numbers};
use crate::tensor::elements::{ElementTypes, moves};
use crate::tensor::shape::{InferShape, known_shape, shown};
use crate::tensor::{Compute, Tensor};

/// The tensor, whose number of dimensions is `rank`, and whose sizes in `dimensions` are the given
/// ones. No element changes.
///
/// `declared` is how the program writes all sizes, and `parameter` what they are sizes of, for
/// messages.
///
/// ```mlir
/// %1 = toy.sized %b, %n {declared = "<m, n>", dimensions = [1], parameter = "b", rank = 2 : i64}
///   : tensor<*xf64>
/// ```
#[op(
    name = "toy.sized",
    traits(Pure),
    implements(
        CustomAssembly, FoldOp, InterpretOp, InferShape, Compute, CompileTimeOperands,
        ElementTypes, LowerTo<Affine>,
    )
)]
pub struct SizedOp {
    #[operand]
    input: NumberTensor,
    /// While they are not known.
    #[operand]
    sizes: Variadic<F64Tensor>,
    /// The dimensions that have these sizes.
    #[attr(typed)]
    dimensions: DenseI64ArrayAttr,
    #[attr(typed)]
    rank: I64Attr,
    #[attr(typed)]
    parameter: StrAttr,
    #[attr(typed)]
    declared: StrAttr,
    #[result]
    result: NumberTensor,
}

usual_assembly!(SizedOp);
moves!(SizedOp);

impl CompileTimeOperands for SizedOp {
    fn first_number(_: SizedOpRef<'_>) -> usize {
        1
    }

    fn what(_: SizedOpRef<'_>) -> &'static str {
        SIZE
    }
}

/// Checks the shape of the tensor against the given sizes.
///
/// # Errors
/// The message, if it has not these sizes.
fn check(op: SizedOpRef<'_>, shape: &[i64], sizes: &[i64]) -> Result<(), String> {
    let (parameter, declared, rank) = (op.parameter(), op.declared(), op.rank());
    let found = shown(shape);
    if shape.len() as i64 != rank {
        let dimensions = if rank == 1 { "1 dimension" } else { &format!("{rank} dimensions") };
        return Err(format!(
            "parameter '{parameter}' has {dimensions}, {declared}, and the argument has shape \
             {found}"
        ));
    }
    let mut expected = shape.to_vec();
    for (dimension, size) in op.dimensions().iter().zip(sizes) {
        let slot = usize::try_from(*dimension).ok().and_then(|index| expected.get_mut(index));
        *slot.ok_or("a dimension is not below the rank")? = *size;
    }
    if expected == shape {
        return Ok(());
    }
    let expected = shown(&expected);
    let here = if expected == declared { String::new() } else { format!(", {expected} here") };
    Err(format!("parameter '{parameter}' has shape {declared}{here}, and the argument {found}"))
}

impl InferShape for SizedOp {
    fn infer_type(view: SizedOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let op = view.op();
        check(view, known_shape(view.input()), &known_numbers(op))
            .map(|()| view.input().ty())
            .map_err(|message| {
                Box::new(
                    op.error(message)
                        .with_code(Code::ParameterSizes.text())
                        .with_label("the declared sizes"),
                )
            })
    }
}

impl Compute for SizedOp {
    fn compute(view: SizedOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let input = inputs.first().ok_or("the operand is missing")?;
        check(view, &input.shape, &numbers(view.op(), inputs, 1)?)?;
        Ok(Tensor::clone(input))
    }
}

impl InterpretOp for SizedOp {
    /// The tensor itself, without a copy of its elements.
    fn interpret<'b>(view: SizedOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let inputs = Tensor::take_operands(view.op(), m)?;
        let input = inputs.first().ok_or_else(Trap::malformed)?;
        let sizes = numbers(view.op(), &inputs, 1).map_err(Trap::new)?;
        check(view, &input.shape, &sizes).map_err(Trap::new)?;
        set_result(m, view.op(), Value::dialect(Arc::clone(input)))
    }
}

impl FoldOp for SizedOp {
    /// A tensor whose shape was found to be right is the tensor.
    fn fold(op: SizedOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let input = op.input();
        let sizes = resolved_numbers(op.op()).filter(|_| input.ty() == op.result().ty());
        let is_right = |shape: &[i64]| sizes.is_some_and(|sizes| check(op, shape, &sizes).is_ok());
        let is_right = input.ty().static_shape(op.context()).is_some_and(is_right);
        if is_right { Fold::value(input) } else { Fold::Unchanged }
    }
}

/// The memory of the tensor.
impl LowerTo<Affine> for SizedOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let [input] = in_memory(e, [operands.input()])?;
        let (sizes, shape) = (e.read(|body| known_numbers(body.op(op.id()))), input.shape());
        e.read(|body| check(op.on(body), &shape, &sizes)).map(|()| input).map_err(Into::into)
    }
}
