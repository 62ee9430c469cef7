//! `concat`

use crate::tensor::element_list::for_elements;
use mlir_lite::affine::AffineExpr;
use mlir_lite::edsc::EdscScope;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};

use super::concat_all::{ConcatAllOp, concat_of_concat};
use super::elementwise::*;
use crate::loop_builder::sizes::with_sizes;
use crate::loop_builder::{allocate, in_memory, loops, target};
use crate::ops::numbers::{CompileTimeOperands, known_numbers, numbers};
use crate::sizes::{
    Condition, Equalities, Size, Sizes, known, known_sizes, shown_sizes, tensor_of_sizes,
};
use crate::tensor::shape::{known_shape, place};

/// One tensor after another, along a dimension.
#[op(
    name = "toy.concat",
    traits(Pure),
    implements(
        CustomAssembly, CanonicalizeOp, InterpretOp, InferShape, Compute, CompileTimeOperands,
        ElementTypes, LowerTo<Affine>,
    )
)]
pub struct ConcatOp {
    #[operand]
    first: NumberTensor,
    #[operand]
    second: NumberTensor,
    /// The dimension, if it is given and not known yet.
    #[operand]
    dimension: Variadic<F64Tensor>,
    #[result]
    result: NumberTensor,
}

impl CanonicalizeOp for ConcatOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add("toy.concat-of-concat", 1, concat_of_concat);
    }
}

usual_assembly!(ConcatOp);
interpreted_by_computing!(ConcatOp);
takes_booleans!(Kept: ConcatOp);

impl CompileTimeOperands for ConcatOp {
    fn first_number(_: ConcatOpRef<'_>) -> usize {
        2
    }

    fn what(_: ConcatOpRef<'_>) -> &'static str {
        "a dimension"
    }
}

/// A concatenation: the dimension, and the sizes of the result.
struct Plan {
    along: usize,
    sizes: Sizes,
    /// The conditions on sizes.
    required: Vec<Condition>,
}

impl Plan {
    /// # Errors
    /// If the operands do not go together.
    fn new(op: OpRef<'_>, [first, second]: [&[Size]; 2], numbers: &[i64]) -> Result<Self, String> {
        let number = match *numbers {
            [] => 0,
            [number] => number,
            _ => return Err("'concat' joins along one dimension".to_owned()),
        };
        let [shown_first, shown_second] = [first, second].map(|sizes| shown_sizes(op, sizes));
        let along = place(first.len(), number).ok_or_else(|| {
            format!(
                "'concat' of shapes {shown_first} and {shown_second}: there is no dimension \
                {number}"
            )
        })?;
        let mut equalities = Equalities::new(op.context());
        let mut others = first.iter().zip(second).enumerate();
        let fits = first.len() == second.len()
            && others.all(|(index, (a, b))| index == along || equalities.may_be_equal(*a, *b));
        if !fits {
            return Err(format!(
                "'concat' cannot join shapes {shown_first} and {shown_second} along dimension \
                    {along}"
            ));
        }
        let mut sizes = Sizes::from(first);
        sizes[along] = first[along].plus(op.context(), second[along]);
        Ok(Self { along, sizes, required: equalities.required })
    }

    fn of(op: ConcatOpRef<'_>) -> Result<Self, String> {
        let sizes = [op.first(), op.second()].map(known_sizes);
        Self::new(op.op(), sizes.each_ref().map(|sizes| &sizes[..]), &known_numbers(op.op()))
    }
}

impl InferShape for ConcatOp {
    fn infer_type(view: ConcatOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let op = view.op();
        match Plan::of(view) {
            Ok(plan) => Ok(tensor_of_sizes(op.context(), &plan.sizes, Type::F64)),
            Err(message) => {
                let error = op
                    .error(message)
                    .with_code(Code::ShapeMismatch.text())
                    .with_label("shapes do not match")
                    .with_note("all sizes but the one along the dimension must be equal");
                Err(Box::new(match known_shape(view.second()) {
                    [] if !known_shape(view.first()).is_empty() => error.with_help(
                        "a dimension that is not written in digits is given by name: `axis=k`",
                    ),
                    _ => error,
                }))
            }
        }
    }

    fn takes_symbolic_sizes(_: ConcatOpRef<'_>) -> bool {
        true
    }

    fn required(op: ConcatOpRef<'_>) -> Vec<Condition> {
        Plan::of(op).map_or_else(|_| Vec::new(), |plan| plan.required)
    }
}

impl Compute for ConcatOp {
    fn compute(view: ConcatOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let op = view.op();
        let [first, second, ..] = inputs else { return Err("an operand is missing".to_owned()) };
        let sizes = [first, second].map(|tensor| known(&tensor.shape));
        let sizes = sizes.each_ref().map(|sizes| &sizes[..]);
        let Plan { along: dimension, sizes, .. } = Plan::new(op, sizes, &numbers(op, inputs, 2)?)?;
        let shape: Vec<i64> = sizes.iter().map(|size| size.in_type()).collect();
        let block = |tensor: &Tensor| tensor.shape[dimension..].iter().product::<i64>() as usize;
        let (of_first, of_second) = (block(first), block(second));
        for_elements!(&first.elements, list => {
            let second = second.list()?;
            Tensor::build(&shape, |number| {
                let both = of_first + of_second;
                let (row, place) = (number / both, number % both);
                match place.checked_sub(of_first) {
                    None => list[row * of_first + place],
                    Some(place) => second[row * of_second + place],
                }
            })
        })
    }
}

impl LowerTo<Affine> for ConcatOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        let inputs = in_memory(e, [operands.first(), operands.second()])?;
        let (along, sizes) = e.read(|body| {
            let view = op.on(body);
            let along = Plan::of(view).map(|plan| plan.along);
            (along, [view.first(), view.second()].map(known_sizes))
        });
        let along = along.map_err(|_| "shapes do not match")?;
        let (result, ctx) = (allocate(e, &ty)?, e.context());
        let mut start = Size::Known(0);
        for (input, sizes) in inputs.into_iter().zip(sizes) {
            // The indices, of which one is counted from where the tensor begins.
            let mut place: Vec<AffineExpr> =
                (0..).take(sizes.len()).map(|index| ctx.affine_dim(index)).collect();
            place[along] = ctx.affine_add(place[along], start.expression(&ctx));
            loops(e, &sizes, |ivs| {
                let (into, operands) = with_sizes(e, &place, ivs);
                result.at((into, &operands[..])).set(input.at(ivs));
            });
            start = start.plus(&ctx, sizes[along]);
        }
        Ok(result)
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "concat",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[
            Parameter::tensor("a"),
            Parameter::tensors("b"),
            Parameter::axis().by_name().or_last_digits(),
        ],
        emit: |call| {
            let (mut joined, axis) = (call.values(0)[0], call.values(2).to_vec());
            let others = call.values(1).to_vec();
            let (last, others) = others.split_last().expect("it has at least two arguments");
            for other in others {
                let operands = [&[joined, *other], &axis[..]].concat();
                joined = call.value_of::<ConcatOp>(&operands);
            }
            call.build_of::<ConcatOp>(&[&[joined, *last], &axis[..]].concat())
        },
    }],
    returns: Returns::Tensor,
    summary: "Tensors one after another, along a dimension: the first, if none is given.",
    details: "A dimension below 0 is counted from the last one back. The last argument is the \
        dimension if it is written in digits; else that is given by name: `axis=k`.",
    shape: "All have as many dimensions, and equal sizes but along the dimension, where the \
        result has the sum of theirs.",
    errors: &[
        (
            "concat([1, 2], [[1, 2]])",
            "'concat' cannot join shapes <2> and <1, 2> along dimension \
            0",
        ),
        ("concat(1, 2)", "'concat' of shapes <> and <>: there is no dimension 0"),
    ],
    example: (
        "print(concat([1, 2], [3], [4, 5]));\nprint(concat([[1], [2]], [[3], [4]], 1));",
        "1.000000 2.000000 3.000000 4.000000 5.000000 \n1.000000 3.000000 \n2.000000 4.000000 \n",
    ),
    ops: &[OpEntry::of::<ConcatOp>(), OpEntry::of::<ConcatAllOp>()],
};
