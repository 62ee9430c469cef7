//! `matmul`, which the operator `@` calls too

use crate::ops::families::Binary;
use crate::tensor::elements::Element;
use crate::tensor::elements::Scalar;
use mlir_lite::affine::AffineExpr;
use mlir_lite::edsc::{EdscScope, Memory};

use super::elementwise::*;
use crate::loop_builder::{broadcast_map, fill, in_memory, target};
use crate::tensor::elements::{BooleanOperands, SmallIntegers};
use crate::tensor::shape::{known_shape, shown};
use crate::tensor::{broadcast_shape, repeated};

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

/// The number of products of two integers of 8 bits whose sum always is in the range of 32 bits.
const MAX_OF_32_BITS: i64 = i32::MAX as i64 / (128 * 128);

/// The number of such products whose sum always is a number that `f32` has.
const MAX_OF_FLOATS: i64 = (1 << 24) / (128 * 128);

/// Sizes of a product: a vector is a row on the left and a column on the right, and its 1 is
/// dropped from the result.
#[derive(Clone, Debug)]
struct Sizes {
    /// Those before the matrices, broadcast to each other.
    batch: Vec<i64>,
    rows: Option<i64>,
    inner: i64,
    columns: Option<i64>,
}

impl Sizes {
    fn of(lhs: &[i64], rhs: &[i64]) -> Option<Self> {
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
        let batch = broadcast_shape([left, right])?;
        (inner == other).then_some(Self { batch, rows, inner, columns })
    }

    fn result(&self) -> Vec<i64> {
        self.batch.iter().copied().chain(self.rows).chain(self.columns).collect()
    }

    /// Whether each column of the right side is used often enough to pay for a copy of it.
    fn has_many_rows(&self) -> bool {
        const MANY: i64 = 4;
        self.columns.is_some() && self.rows.unwrap_or(1) >= MANY
    }

    /// The subscripts of an operand in the dimensions before its matrices.
    fn batch_subscripts(&self, ctx: &Context, operand: &[i64]) -> Vec<AffineExpr> {
        broadcast_map(ctx, before_matrices(operand), &self.batch).results(ctx).to_vec()
    }
}

/// The sizes before those of the matrices in a tensor.
fn before_matrices(shape: &[i64]) -> &[i64] {
    shape.get(..shape.len().saturating_sub(2)).unwrap_or_default()
}

impl InferShape for MatMulOp {
    fn infer_type(view: MatMulOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let op = view.op();
        let (lhs, rhs) = (known_shape(view.lhs()), known_shape(view.rhs()));
        match Sizes::of(lhs, rhs) {
            Some(sizes) => Ok(op.context().tensor_type(&sizes.result(), Type::F64)),
            None => Err(Box::new(
                op.error(format!("'@' cannot multiply shapes {} and {}", shown(lhs), shown(rhs)))
                    .with_code(Code::ShapeMismatch.text())
                    .with_label("shapes do not match")
                    .with_note(
                        "the last size on the left is the number of rows on the right; sizes \
                        before are broadcast",
                    ),
            )),
        }
    }
}

impl Compute for MatMulOp {
    fn compute(_: MatMulOpRef<'_>, inputs: &[Arc<Tensor>]) -> Result<Tensor, String> {
        let [lhs, rhs] = inputs else { return Err("the number of operands is wrong".to_owned()) };
        let sizes = Sizes::of(&lhs.shape, &rhs.shape).ok_or_else(|| {
            format!("'@' cannot multiply shapes {} and {}", shown(&lhs.shape), shown(&rhs.shape))
        })?;
        match lhs.element() {
            Element::F32 => product(&sizes, lhs, rhs, f32::mul_add),
            Element::I8 => {
                let multiply_add = |a: i8, b: i8, sum: i64| i64::from(a) * i64::from(b) + sum;
                product(&sizes, lhs, rhs, multiply_add)
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
        let [mut lhs, mut rhs] = in_memory(e, [operands.lhs(), operands.rhs()])?;
        let (left, right) = (lhs.shape(), rhs.shape());
        let sizes = Sizes::of(&left, &right).ok_or("the shapes do not match")?;
        let ctx = e.context();
        let batches = [left, right].map(|operand| sizes.batch_subscripts(&ctx, &operand));
        let are_bytes = lhs.memref.element_type() == Type::I8;
        if are_bytes && !is_faster_in_floats(&sizes) {
            return lower_small_integers(e, ty, [lhs, rhs], &sizes, batches);
        }
        let mut of_result = ty;
        if are_bytes {
            // All sums are whole numbers that `f32` has, so they are exact.
            lhs = in_f32(e, lhs)?;
            rhs = in_f32(e, rhs)?;
            of_result = ctx.memref_type(&sizes.result(), Type::F32);
        }
        let result = fill(e, of_result, |_| 0.0)?;
        // The columns are the innermost loop, whose iterations are independent.
        let batch = sizes.batch.iter().copied();
        let bounds: Vec<i64> =
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
        let (of_left, of_right) =
            (map(&batches[0], &[row, Some(k)]), map(&batches[1], &[Some(k), column]));
        let into = map(&all, &[row, column]);
        e.loops(&bounds, |ivs| {
            let (a, b) = (lhs.at((of_left, ivs)).get(), rhs.at((of_right, ivs)).get());
            let sum = result.at((into, ivs));
            sum.set(e.op::<standard::FmaFOp>([a, b, sum.get()]));
        });
        match are_bytes {
            true => fill(e, ty, |ivs| result.at(ivs).get().to::<standard::FPToSIOp>(Type::I64)),
            false => Ok(result),
        }
    }
}

/// Whether a product of integers of 8 bits is computed in `f32`: if no sum can be rounded, and each
/// element of the right side is used in several rows, which pays for its conversion.
fn is_faster_in_floats(sizes: &Sizes) -> bool {
    sizes.has_many_rows() && sizes.inner <= MAX_OF_FLOATS
}

/// The memory of integers of 8 bits as memory of `f32`.
fn in_f32<'e>(e: Edsc<'e>, memory: Memory<'e>) -> Lowered<'e> {
    let ty = e.context().memref_type(&memory.shape(), Type::F32);
    fill(e, ty, |ivs| memory.at(ivs).get().to::<standard::SIToFPOp>(Type::F32))
}

/// Products of integers of 8 bits. For many rows, the columns of the right side are copied to rows,
/// so that both factors of a sum lie next to each other, as those of a vector on the right do: such
/// loops become instructions that multiply pairs and add the products. For few rows, the right side
/// is read once, row by row.
fn lower_small_integers<'e>(
    e: Edsc<'e>,
    ty: Type,
    [lhs, rhs]: [Memory<'e>; 2],
    sizes: &Sizes,
    batches: [Vec<AffineExpr>; 2],
) -> Lowered<'e> {
    let ctx = e.context();
    let copies_columns = sizes.has_many_rows();
    let columns = match copies_columns {
        false => rhs,
        true => {
            let mut shape = rhs.shape();
            let rank = shape.len();
            shape.swap(rank - 2, rank - 1);
            fill(e, ctx.memref_type(&shape, Type::I8), |ivs| {
                let mut from = ivs.to_vec();
                from.swap(rank - 2, rank - 1);
                rhs.at(&from[..]).get()
            })?
        }
    };
    // The sum of so few products cannot leave the range of 32 bits.
    let sum = if sizes.inner <= MAX_OF_32_BITS { Type::I32 } else { Type::I64 };
    let result = sizes.result();
    let sums = fill(e, ctx.memref_type(&result, sum), |_| 0)?;
    // The innermost loop goes along both factors, or along a row of the right side.
    let is_along_row = sizes.columns.is_some() && !copies_columns;
    let last = match is_along_row {
        true => [Some(sizes.inner), sizes.columns],
        false => [sizes.columns, Some(sizes.inner)],
    };
    let bounds = sizes.batch.iter().copied().chain(sizes.rows);
    let bounds: Vec<i64> = bounds.chain(last.into_iter().flatten()).collect();
    let (batch, end) = (sizes.batch.len() as u32, bounds.len() as u32);
    let row = sizes.rows.map(|_| batch);
    let (k, column) = match is_along_row {
        true => (end - 2, Some(end - 1)),
        false => (end - 1, sizes.columns.map(|_| end - 2)),
    };
    let map = |batch: &[AffineExpr], subscripts: &[Option<u32>]| {
        let subscripts = subscripts.iter().flatten().map(|dim| ctx.affine_dim(*dim));
        let all: Vec<AffineExpr> = batch.iter().copied().chain(subscripts).collect();
        ctx.affine_map(end, 0, &all)
    };
    let of_right = if is_along_row { [Some(k), column] } else { [column, Some(k)] };
    let of_left = map(&batches[0], &[row, Some(k)]);
    let of_right = map(&batches[1], &of_right);
    let before: Vec<AffineExpr> = (0..batch).map(|dim| ctx.affine_dim(dim)).collect();
    let into = map(&before, &[row, column]);
    e.loops(&bounds, |ivs| {
        let [a, b] = [lhs.at((of_left, ivs)).get(), columns.at((of_right, ivs)).get()]
            .map(|x| x.to::<standard::SExtIOp>(sum));
        let sum = sums.at((into, ivs));
        sum.set(sum.get() + a * b);
    });
    if sum == Type::I64 {
        return Ok(sums);
    }
    fill(e, ty, |ivs| sums.at(ivs).get().to::<standard::SExtIOp>(Type::I64))
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
