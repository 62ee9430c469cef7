//! `toy.sized`: the argument of a parameter whose sizes are declared.

use std::sync::Arc;

use mlir_lite::conversion::LowerTo;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::DYNAMIC;
use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Code;

use super::assembly::usual_assembly;
use crate::interpret::{set_result, take_inputs};
use crate::loop_builder::{Affine, Lowered, in_memory};
use crate::ops::numbers::{
    CompileTimeOperands, SIZE, SIZES, known_numbers, known_sizes_among, numbers, resolved_numbers,
};
use crate::sizes::{Condition, Equalities, Size, is_symbolic, known_sizes, shown_sizes};
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

    fn takes_symbolic_sizes(_: SizedOpRef<'_>) -> bool {
        true
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
        let required = required_sizes(view);
        let sizes = required.iter().flatten().map(|(_, declared)| declared.known());
        let sizes: Option<Vec<i64>> = sizes.collect();
        let checked = match (sizes, is_symbolic(op.context(), view.input().ty())) {
            (Some(_), false) => check(view, known_shape(view.input()), &known_numbers(op)),
            _ => check_symbolic(view, required),
        };
        checked.map(|()| view.input().ty()).map_err(|message| {
            Box::new(
                op.error(message)
                    .with_code(Code::ParameterSizes.text())
                    .with_label("the declared sizes"),
            )
        })
    }

    fn takes_symbolic_sizes(_: SizedOpRef<'_>) -> bool {
        true
    }

    fn required(op: SizedOpRef<'_>) -> Vec<Condition> {
        let mut equalities = Equalities::new(op.context());
        for (size, declared) in required_sizes(op).unwrap_or_default() {
            equalities.may_be_equal(size, declared);
        }
        equalities.required
    }
}

/// Each size of the tensor that is to be a given one, and that; none if the tensor has another
/// number of dimensions.
fn required_sizes(op: SizedOpRef<'_>) -> Option<Vec<(Size, Size)>> {
    let sizes = known_sizes(op.input());
    if sizes.len() as i64 != op.rank() {
        return None;
    }
    let pair = |(dimension, declared): (&i64, Size)| {
        Some((*sizes.get(usize::try_from(*dimension).ok()?)?, declared))
    };
    op.dimensions().iter().zip(known_sizes_among(op.op())).map(pair).collect()
}

/// Checks sizes of which a caller decides some.
fn check_symbolic(op: SizedOpRef<'_>, sizes: Option<Vec<(Size, Size)>>) -> Result<(), String> {
    let shape = known_shape(op.input());
    let mut equalities = Equalities::new(op.context());
    let Some(sizes) = sizes else { return check(op, shape, &[]) };
    match sizes.iter().all(|(size, declared)| equalities.may_be_equal(*size, *declared)) {
        true => Ok(()),
        false => Err(format!(
            "parameter '{}' has shape {}, and the argument {}",
            op.parameter(),
            op.declared(),
            shown_sizes(op.op(), &known_sizes(op.input()))
        )),
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
        let inputs = take_inputs(view.op(), m)?;
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
        // The caller of the exported function was checked to have the sizes that it decides.
        if e.read(|body| body.op(op.id()).attr_named(SIZES).is_some()) {
            return Ok(input);
        }
        let (sizes, shape) = (e.read(|body| known_numbers(body.op(op.id()))), input.shape());
        if shape.contains(&DYNAMIC) {
            return Ok(input);
        }
        e.read(|body| check(op.on(body), &shape, &sizes)).map(|()| input).map_err(Into::into)
    }
}
