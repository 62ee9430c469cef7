//! Tensors one after the other.

use crate::parts::{Numbers, check_sizes, number_of};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, positions};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::shapes_agree;
use mlir_lite::types::{DYNAMIC, element_count};

/// Tensors one after the other along a dimension.
///
/// ```mlir
/// %all = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
/// ```
#[op(
    name = "std.concat_tensor",
    traits(Pure),
    implements(VerifyOp, FoldOp, InterpretOp),
    upstream(name = "tensor.concat", only),
    format = "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type($inputs, $result)"
)]
pub struct ConcatTensorOp {
    /// The dimension.
    #[attr(typed)]
    dim: I64Attr,
    /// The tensors.
    #[operand]
    inputs: Variadic<AnyTensor>,
    /// All elements.
    #[result(upstream_name = "concat")]
    result: AnyTensor,
}

impl VerifyOp for ConcatTensorOp {
    fn verify(op: ConcatTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, to) = (op.context(), op.result().ty());
        if op.inputs().is_empty() {
            diagnostics.error(op.op_error("requires at least one input"));
            return;
        }
        let Some(result) = to.shape(ctx) else {
            diagnostics.error(op.op_error("expected tensors of known rank"));
            return;
        };
        let dim = usize::try_from(op.dim()).ok().filter(|&dim| dim < result.len());
        let Some(dim) = dim else {
            let message = format!(
                "concatenation dim must be at least 0 and less than the rank, {}, found {}",
                result.len(),
                op.dim()
            );
            diagnostics.error(op.op_error(message));
            return;
        };
        let mut sum = Some(0i64);
        for ty in op.inputs().types() {
            let Some(shape) = ty.shape(ctx).filter(|shape| shape.len() == result.len()) else {
                let message = "rank of concatenated inputs must match the rank of the result";
                diagnostics.error(op.op_error(message));
                return;
            };
            if ty.element_type(ctx) != to.element_type(ctx) {
                diagnostics.error(op.op_error("inputs and result element type must match"));
                return;
            }
            let mut along: Numbers = shape.into();
            along[dim] = result[dim];
            if !shapes_agree(Some(&along), Some(result)) {
                let message = "static concatenation size mismatch along a dimension that is not \
                    concatenated";
                diagnostics.error(op.op_error(message));
                return;
            }
            let size = Some(shape[dim]).filter(|&size| size != DYNAMIC);
            sum = sum.and_then(|sum| sum.checked_add(size?));
        }
        if sum.is_some_and(|sum| result[dim] != DYNAMIC && result[dim] != sum) {
            let message = format!(
                "result size along the dimension that is concatenated, {}, is not the sum of the \
                    inputs' sizes, {}",
                result[dim],
                sum.unwrap_or_default()
            );
            diagnostics.error(op.op_error(message));
        }
    }
}

impl FoldOp for ConcatTensorOp {
    fn fold(op: ConcatTensorOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let mut inputs = op.inputs().iter();
        match (inputs.next(), inputs.next()) {
            (Some(only), None) if only.ty() == op.result().ty() => Fold::value(only),
            _ => Fold::Unchanged,
        }
    }
}

impl InterpretOp for ConcatTensorOp {
    fn interpret<'b>(op: ConcatTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let dim = usize::try_from(op.dim()).map_err(|_| Trap::malformed())?;
        let inputs = m.values(op.inputs());
        let mut sizes: Option<Numbers> = None;
        for input in &inputs {
            let shape = &input.as_elements()?.shape;
            let Some(sizes) = &mut sizes else {
                sizes = Some(shape[..].into());
                continue;
            };
            let others_agree = sizes.len() == shape.len()
                && (0..shape.len()).all(|other| other == dim || sizes[other] == shape[other]);
            if !others_agree {
                return Err(Trap::new(format!(
                    "puts tensors of the sizes {:?} and {:?} one after the other along dimension \
                        {dim}",
                    &sizes[..],
                    &shape[..]
                )));
            }
            sizes[dim] = sizes[dim].checked_add(shape[dim]).ok_or_else(Trap::malformed)?;
        }
        let sizes = sizes.ok_or_else(Trap::malformed)?;
        m.check_count(element_count(&sizes))?;
        check_sizes(op.result(), &sizes)?;
        let mut values = vec![Value::Poison; element_count(&sizes).unwrap_or(0)];
        let mut before = 0;
        for input in &inputs {
            let input = input.as_elements()?;
            for (mut position, value) in positions(&input.shape).zip(input.values.iter()) {
                position[dim] += before;
                values[number_of(&sizes, &position)] = value.clone();
            }
            before += input.shape[dim];
        }
        m.set_result(op.result(), Value::elements(&sizes, values))
    }
}

pub(crate) fn register_concat(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ConcatTensorOp>();
}
