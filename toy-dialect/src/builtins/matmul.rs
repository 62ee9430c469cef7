//! `matmul`, which the operator `@` calls too

mod integers;

use crate::ops::families::Binary;
use crate::tensor::elements::Element;
use crate::tensor::elements::Scalar;
use mlir_lite::affine::AffineExpr;
use mlir_lite::edsc::{EdscScope, Memory};

use integers::Integers;

use super::elementwise::*;
use crate::loop_builder::{broadcast_map, fill, in_memory, loops, target};
use crate::sizes::{Condition, Equalities, Size, known_sizes, shown_sizes, tensor_of_sizes};
use crate::tensor::elements::{BooleanOperands, SmallIntegers, converted};
use crate::tensor::shape::shown;
use crate::tensor::{broadcast_sizes, repeated};

/// The product of two matrices, of a matrix and a vector, or of two vectors; or of many of them.
///
/// Each element is a chain of fused multiply-adds, `fma(a[i, k], b[k, j], sum)`, from 0 on in
/// increasing `k`.
#[op(family = Binary, name = "toy.matmul")]
pub struct MatMulOp;

usual_assembly!(MatMulOp);
interpreted_by_computing!(MatMulOp);

impl ElementTypes for MatMulOp {
    fn boolean_operands(_: MatMulOpRef<'_>) -> BooleanOperands {
        BooleanOperands::Refused("'matmul'")
    }

    fn small_integers(_: MatMulOpRef<'_>) -> SmallIntegers {
        SmallIntegers::Multiplied
    }
}

/// Sizes of a product: a vector is a row on the left and a column on the right, and its 1 is
/// dropped from the result.
#[derive(Clone, Debug)]
struct Sizes<S = i64> {
    /// Those before the matrices, broadcast to each other.
    batch: Vec<S>,
    rows: Option<S>,
    inner: S,
    columns: Option<S>,
}

impl Sizes {
    fn of(lhs: &[i64], rhs: &[i64]) -> Option<Self> {
        Self::by(lhs, rhs, |a, b| a == b)
    }
}

impl<S: Copy + PartialEq + From<i64>> Sizes<S> {
    /// The sizes for operands of these ones; `same` says whether two are equal.
    fn by(lhs: &[S], rhs: &[S], mut same: impl FnMut(S, S) -> bool) -> Option<Self> {
        let (left, rows, inner) = match *lhs {
            [] => return None,
            [inner] => (&[][..], None, inner),
            [ref left @ .., rows, inner] => (left, Some(rows), inner),
        };
        let (right, other, columns) = match *rhs {
            [] => return None,
            [inner] => (&[][..], inner, None),
            [ref right @ .., inner, columns] => (right, inner, Some(columns)),
        };
        let batch = broadcast_sizes([left, right], &mut same)?;
        same(inner, other).then_some(Self { batch, rows, inner, columns })
    }

    fn result(&self) -> Vec<S> {
        self.batch.iter().copied().chain(self.rows).chain(self.columns).collect()
    }
}

impl Sizes<Size> {
    /// The subscripts of an operand in the dimensions before its matrices.
    fn batch_subscripts(&self, ctx: &Context, operand: &[i64]) -> Vec<AffineExpr> {
        let batch: Vec<i64> = self.batch.iter().map(|size| size.in_type()).collect();
        broadcast_map(ctx, before_matrices(operand), &batch).results(ctx).to_vec()
    }
}

impl Sizes {
    /// The sizes as those of a tensor.
    fn as_sizes(&self) -> Sizes<Size> {
        let Self { batch, rows, inner, columns } = self;
        Sizes {
            batch: batch.iter().copied().map(Size::Known).collect(),
            rows: rows.map(Size::Known),
            inner: Size::Known(*inner),
            columns: columns.map(Size::Known),
        }
    }
}

/// The sizes before those of the matrices in a tensor.
fn before_matrices(shape: &[i64]) -> &[i64] {
    shape.get(..shape.len().saturating_sub(2)).unwrap_or_default()
}

impl InferShape for MatMulOp {
    fn infer_type(view: MatMulOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let op = view.op();
        let shown = |value| shown_sizes(op, &known_sizes(value));
        match sizes_of_product(view) {
            (Some(sizes), _) => Ok(tensor_of_sizes(op.context(), &sizes.result(), Type::F64)),
            (None, _) => Err(Box::new(
                op.error(format!(
                    "'@' cannot multiply shapes {} and {}",
                    shown(view.lhs()),
                    shown(view.rhs())
                ))
                .with_code(Code::ShapeMismatch.text())
                .with_label("shapes do not match")
                .with_note(
                    "the last size on the left is the number of rows on the right; sizes \
                        before are broadcast",
                ),
            )),
        }
    }

    fn takes_symbolic_sizes(op: MatMulOpRef<'_>) -> bool {
        let of_small = |value: ValueRef<'_>| Element::of(op.context(), value.ty()).small_integers();
        [op.lhs(), op.rhs()].into_iter().all(|operand| of_small(operand).is_none())
    }

    fn required(op: MatMulOpRef<'_>) -> Vec<Condition> {
        sizes_of_product(op).1
    }
}

/// The sizes of a product, if the operands can be multiplied, and the conditions for that.
fn sizes_of_product(op: MatMulOpRef<'_>) -> (Option<Sizes<Size>>, Vec<Condition>) {
    let [lhs, rhs] = [op.lhs(), op.rhs()].map(known_sizes);
    let mut equalities = Equalities::new(op.context());
    let sizes = Sizes::by(&lhs, &rhs, |a, b| equalities.may_be_equal(a, b));
    (sizes, equalities.required)
}

impl Compute for MatMulOp {
    fn compute(_: MatMulOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let [lhs, rhs] = inputs else { return Err("the number of operands is wrong".to_owned()) };
        let sizes = Sizes::of(&lhs.shape, &rhs.shape).ok_or_else(|| {
            format!("'@' cannot multiply shapes {} and {}", shown(&lhs.shape), shown(&rhs.shape))
        })?;
        match lhs.element() {
            Element::F32 => product(&sizes, lhs, rhs, f32::mul_add),
            element if element.small_integers().is_some() => {
                let [lhs, rhs] =
                    [lhs, rhs].map(|tensor| converted(std::slice::from_ref(tensor), Element::I64));
                product(&sizes, &lhs?, &rhs?, |a: i64, b: i64, sum: i64| a * b + sum)
            }
            _ => product(&sizes, lhs, rhs, f64::mul_add),
        }
    }
}

/// The product of matrices, whose sizes these are: `multiply_add(a, b, c)` is `a * b + c`, rounded
/// once.
fn product<T: Scalar, S: Scalar>(
    sizes: &Sizes,
    lhs: &Tensor,
    rhs: &Tensor,
    multiply_add: impl Fn(T, T, S) -> S,
) -> Result<Tensor, String> {
    let (left, right) = (lhs.list::<T>()?, rhs.list::<T>()?);
    let inner = sizes.inner as usize;
    let [rows, columns] = [sizes.rows, sizes.columns].map(|size| size.unwrap_or(1) as usize);
    Tensor::build(&sizes.result(), |number| {
        let (row, column) = (number / columns % rows, number % columns);
        let batch = number / columns / rows;
        let matrix = |of: &Tensor| repeated(before_matrices(&of.shape), &sizes.batch, batch);
        let (of_left, of_right) = (matrix(lhs) * rows * inner, matrix(rhs) * inner * columns);
        (0..inner).fold(S::default(), |sum, k| {
            let a = left[of_left + row * inner + k];
            multiply_add(a, right[of_right + k * columns + column], sum)
        })
    })
}

impl LowerTo<Affine> for MatMulOp {
    fn lower<'e>(
        op: Self,
        operands: Adaptor<'_, Self>,
        scope: &'e mut EdscScope<'_>,
    ) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        let [lhs, rhs] = in_memory(e, [operands.lhs(), operands.rhs()])?;
        let (left, right) = (lhs.shape(), rhs.shape());
        let sizes = Sizes::of(&left, &right).ok_or("the shapes do not match")?;
        let elements = e.read(|body| {
            [op.lhs(body), op.rhs(body)].map(|value| Element::of(body.context(), body.ty(value)))
        });
        if elements.iter().all(|element| element.small_integers().is_some()) {
            let signed = elements.map(|element| element == Element::I8);
            return Integers { operands: [lhs, rhs], signed }.product(e, ty, &sizes);
        }
        let result = fill(e, ty, |_| 0.0)?;
        let sizes = e.read(|body| sizes_of_product(op.on(body)).0);
        let sizes = sizes.ok_or("the shapes do not match")?;
        add_product(result, [lhs, rhs], &sizes, fused);
        Ok(result)
    }
}

/// A product of floats and a sum, rounded once.
fn fused<'e>(a: Expr<'e>, b: Expr<'e>, sum: Expr<'e>) -> Expr<'e> {
    a.builder().op::<standard::FmaFOp>([a, b, sum])
}

/// Adds the products of two operands to the elements of `result`: `combine(a, b, sum)` is a sum
/// after a product.
fn add_product<'e>(
    result: Memory<'e>,
    [lhs, rhs]: [Memory<'e>; 2],
    sizes: &Sizes<Size>,
    combine: impl FnOnce(Expr<'e>, Expr<'e>, Expr<'e>) -> Expr<'e>,
) {
    let e = result.memref.builder();
    let ctx = e.context();
    // The columns are the innermost loop, whose iterations are independent.
    let batch = sizes.batch.iter().copied();
    let bounds: Vec<Size> =
        batch.chain(sizes.rows).chain([sizes.inner]).chain(sizes.columns).collect();
    let before = sizes.batch.len() as u32;
    let (row, k) = (sizes.rows.map(|_| before), before + sizes.rows.iter().len() as u32);
    let column = sizes.columns.map(|_| k + 1);
    let map = |batch: &[AffineExpr], subscripts: &[Option<u32>]| {
        let subscripts = subscripts.iter().flatten().map(|dim| ctx.affine_dim(*dim));
        let all: Vec<AffineExpr> = batch.iter().copied().chain(subscripts).collect();
        ctx.affine_map(bounds.len() as u32, 0, &all)
    };
    let all: Vec<AffineExpr> = (0..before).map(|index| ctx.affine_dim(index)).collect();
    let of_left = map(&sizes.batch_subscripts(&ctx, &lhs.shape()), &[row, Some(k)]);
    let of_right = map(&sizes.batch_subscripts(&ctx, &rhs.shape()), &[Some(k), column]);
    let into = map(&all, &[row, column]);
    loops(e, &bounds, |ivs| {
        let (a, b) = (lhs.at((of_left, ivs)).get(), rhs.at((of_right, ivs)).get());
        let sum = result.at((into, ivs));
        sum.set(combine(a, b, sum.get()));
    });
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "matmul",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("a"), Parameter::tensor("b")],
        emit: |call| call.build::<MatMulOp>(),
    }],
    returns: Returns::Tensor,
    summary: "The product of two matrices; `a @ b` is the same.",
    details: "A vector on the left is a row, on the right a column, and the product of two vectors \
        is a number. Each element \
              is a chain of fused multiply-adds, `fma(a[i, k], b[k, j], sum)`, from 0 on in \
              increasing `k`: the bits of the \
              result do not depend on how it is computed.",
    shape: "`<m, k>` and `<k, n>` give `<m, n>`; `<k>` and `<k, n>` give `<n>`; `<m, k>` and `<k>` \
        give `<m>`; `<k>` and `<k>` give a number. With more dimensions there is a matrix for each \
        index of the first ones, which are broadcast: `<b, m, k>` and `<k, n>` give `<b, m, n>`.",
    errors: &[
        ("matmul([1, 2], [1, 2, 3])", "'@' cannot multiply shapes <2> and <3>"),
        ("2 @ 3", "'@' cannot multiply shapes <> and <>"),
    ],
    example: (
        "var a = [[1, 2], [3, 4]];\nprint(a @ [[0, 1], [1, 0]]);\nprint(a @ [1, 1]);",
        "2.000000 1.000000 \n4.000000 3.000000 \n3.000000 7.000000 \n",
    ),
    ops: &[OpEntry::of::<MatMulOp>()],
};
