//! `einsum`

mod subscripts;

use mlir_lite::edsc::EdscScope;
use std::ops::{Add, Mul};

use mlir_lite::affine::AffineMap;

use self::subscripts::Subscripts;
use super::Text;
use super::elementwise::*;
use crate::loop_builder::{all_in_memory, allocate, fill, target};
use crate::tensor::elements::{Element, Scalar};
use crate::tensor::shape::{known_shape, shown};

/// Sums of products of elements, as subscripts say: `ij,jk->ik` is the product of matrices.
///
/// A label that is not in the result is summed over. Each sum is a chain from 0 on, in increasing
/// indices, the first label slowest; with two or more operands its steps are fused multiply-adds.
#[op(
    name = "toy.einsum",
    traits(Pure),
    implements(CustomAssembly, InterpretOp, InferShape, Compute, LowerTo<Affine>)
)]
pub struct EinsumOp {
    #[operand]
    inputs: Variadic<NumberTensor>,
    #[attr(typed)]
    subscripts: StrAttr,
    #[result]
    result: NumberTensor,
}

usual_assembly!(EinsumOp);
interpreted_by_computing!(EinsumOp);

/// The beginning of subscripts that are an argument of the program, which is refused.
const ARGUMENT: &str = "arg(";

impl InferShape for EinsumOp {
    fn infer_type(op: EinsumOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let shapes: Vec<&[i64]> = op.inputs().into_iter().map(known_shape).collect();
        let text = op.subscripts();
        let found = match text.starts_with(ARGUMENT) {
            true => Err("the subscripts are written in the program".to_owned()),
            false => Subscripts::of(&text, &shapes),
        };
        match found {
            Ok(found) => Ok(op.context().tensor_type(&found.shape(), Type::F64)),
            Err(message) => {
                let all: Vec<_> = shapes.iter().map(|shape| shown(shape)).collect();
                Err(Box::new(
                    op.op()
                        .error(format!("'einsum': {message}"))
                        .with_code(Code::ShapeMismatch.text())
                        .with_label(format!("of shapes {}", all.join(", ")))
                        .with_note(
                            "each letter is a dimension: `ij,jk->ik` is the product of matrices",
                        ),
                ))
            }
        }
    }
}

impl Compute for EinsumOp {
    fn compute(op: EinsumOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let shapes: Vec<&[i64]> = inputs.iter().map(|input| &input.shape[..]).collect();
        let found = Subscripts::of(&op.subscripts(), &shapes)?;
        match inputs.first().map(|input| input.element()) {
            Some(Element::F32) => sums(inputs, &shapes, &found, f32::mul_add),
            _ => sums(inputs, &shapes, &found, f64::mul_add),
        }
    }
}

/// The sums of products; `multiply_add(a, b, c)` is `a * b + c`, rounded once.
fn sums<T: Scalar + Add<Output = T> + Mul<Output = T>>(
    inputs: &[Arc<Tensor>],
    shapes: &[&[i64]],
    found: &Subscripts,
    multiply_add: impl Fn(T, T, T) -> T,
) -> Result<Tensor, String> {
    let lists = inputs.iter().map(|input| input.list::<T>()).collect::<Result<Vec<_>, _>>()?;
    let strides: Vec<Vec<i64>> = found.strides(shapes);
    let (sizes, kept) = (found.sizes(), found.kept());
    let product = |at: &[i64], sum: Option<T>| {
        let mut factors = lists.iter().zip(&strides).map(|(list, strides)| {
            let index: i64 = at.iter().zip(strides).map(|(at, stride)| at * stride).sum();
            list[index as usize]
        });
        let last = factors.next_back().unwrap_or(T::nearest(1.0));
        match (factors.reduce(|product, factor| product * factor), sum) {
            (None, None) => last,
            (None, Some(sum)) => sum + last,
            (Some(product), None) => product * last,
            (Some(product), Some(sum)) => multiply_add(product, last, sum),
        }
    };
    let summed: i64 = sizes[kept..].iter().product();
    Tensor::build(&found.shape(), |number| {
        let mut at = vec![0; sizes.len()];
        let mut split = |mut number: i64, range: std::ops::Range<usize>| {
            for index in range.rev() {
                at[index] = number % sizes[index];
                number /= sizes[index];
            }
            at.clone()
        };
        let first = split(number as i64, 0..kept);
        if kept == sizes.len() {
            return product(&first, None);
        }
        let steps = 0..summed;
        steps.fold(T::default(), |sum, step| product(&split(step, kept..sizes.len()), Some(sum)))
    })
}

impl LowerTo<Affine> for EinsumOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        let inputs = all_in_memory(e, operands.values())?;
        let shapes: Vec<Vec<i64>> = inputs.iter().map(|input| input.shape()).collect();
        let shapes: Vec<&[i64]> = shapes.iter().map(|shape| &shape[..]).collect();
        let found = Subscripts::of(&e.read(|body| op.subscripts(body)), &shapes)
            .map_err(|_| "the subscripts do not fit")?;
        let (ctx, order) = (e.context(), found.loop_order());
        let maps: Vec<AffineMap> = found.maps(&ctx, &shapes, &order);
        let into = found.result_map(&ctx, &order);
        let is_sum = found.kept() < found.sizes().len();
        let result = match is_sum {
            false => allocate(e, &ty)?,
            true => fill(e, ty, |_| 0.0)?,
        };
        let sizes: Vec<i64> = order.iter().map(|label| found.sizes()[*label]).collect();
        e.loops(&sizes, |ivs| {
            let factors = inputs.iter().zip(&maps).map(|(input, &map)| input.at((map, ivs)).get());
            let mut factors: Vec<Expr<'_>> = factors.collect();
            let Some(last) = factors.pop() else { return };
            let product = factors.into_iter().reduce(|product, factor| product * factor);
            let element = result.at((into, ivs));
            element.set(match (product, is_sum.then(|| element.get())) {
                (Some(product), Some(sum)) => e.op::<standard::FmaFOp>([product, last, sum]),
                (Some(product), None) => product * last,
                (None, Some(sum)) => sum + last,
                (None, None) => last,
            });
        });
        Ok(result)
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "einsum",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::text("subscripts"), Parameter::tensors("a")],
        emit: |call| {
            let subscripts = match call.text(0) {
                Text::Literal(text) => text.into(),
                // The subscripts are part of the program.
                Text::Argument { number, .. } => format!("{ARGUMENT}{number})"),
            };
            let (inputs, location, tensor) = (call.values(1), call.location, call.tensor);
            EinsumOp::build(call.builder, location, &inputs, subscripts, tensor).id()
        },
    }],
    returns: Returns::Tensor,
    summary: "Sums of products of elements: `einsum(\"ij,jk->ik\", a, b)` is `a @ b`.",
    details: "Each tensor has a letter for each of its dimensions, in order, and equal letters are \
        the same index. The result has the dimensions after `->`; without an arrow, those whose \
        letters occur once, in alphabetical order. The others are summed over: each sum is a chain \
        from 0 on in increasing indices, that of the first letter slowest, and with two tensors or \
        more its steps are fused multiply-adds. The subscripts are written in the program.",
    shape: "Sizes of equal letters are equal, or 1, which is repeated.",
    errors: &[
        ("einsum(\"i,i\", [1, 2], [1, 2, 3])", "'einsum': dimension 'i' has size 2 and size 3"),
        ("einsum(\"ij\", [1, 2])", "'einsum': 'ij' has 2 letters for a tensor of 1 dimensions"),
    ],
    example: (
        "var a = [[1, 2], [3, 4]];\nprint(einsum(\"ij,jk->ik\", a, a));\nprint(einsum(\"ii\", a));",
        "7.000000 10.000000 \n15.000000 22.000000 \n5.000000 \n",
    ),
    ops: &[OpEntry::of::<EinsumOp>()],
};
