//! Recognises nests that are matrix products.
//!
//! The rows of the left matrix and of the result may be those of several dimensions, as in
//! `c[l, i, j] = fma(a[l, i, k], b[k, j], c[l, i, j])`: without gaps, they are one dimension.
//!
//! A product of integers is one of 8 bits that are extended to 32 bits, multiplied and added. Its
//! left matrix may be a single row, without a dimension for it.

use super::{LEAST_LOOPS, PRODUCT_LOOPS};
use crate::ForOp;
use crate::affine_nest::{LoopRange, Nest};
use crate::scope::is_valid_symbol;
use crate::subscripts::{Access, SubscriptTable, Subscripts};
use mlir_lite::affine::AffineExpr;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::standard::{
    AddIOp, FmaFOp, MemrefReinterpretCastOp, MulIOp, SExtIOp, ZExtIOp,
};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::{Body, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::types::{Type, TypeKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A matrix in memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Matrix {
    /// All dimensions but the last one are rows, of which there is one if there is only one
    /// dimension.
    pub(super) memref: ValueId,
    /// Whether the row is the second subscript.
    pub(super) is_transposed: bool,
}

/// The numbers that are multiplied.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Numbers {
    /// Floats of the type of the result.
    Floats,
    /// Integers of 8 bits: whether those of the left and of the right matrix are signed.
    Bytes {
        /// Of the left matrix, and of the right one.
        signed: [bool; 2],
    },
}

/// `c[i, j] = fma(a[i, k], b[k, j], c[i, j])` for all `i`, `j` and increasing `k`, from 0 on each;
/// or the same with a product and a sum of integers.
#[derive(Debug)]
pub(super) struct Product {
    /// The outermost loop.
    pub(super) root: OpId,
    pub(super) numbers: Numbers,
    /// Rows and columns of `c`, and the number of products per element.
    pub(super) sizes: [Size; 3],
    /// The values of the symbols in the sizes.
    pub(super) symbols: SmallVec<[ValueId; 4]>,
    /// Its rows are `i`.
    pub(super) left: Matrix,
    /// Its rows are `k`.
    pub(super) right: Matrix,
    /// Its rows are `i`.
    pub(super) result: Matrix,
}

/// The number of iterations of a loop.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Size {
    /// A number.
    Known(i64),
    /// An expression of symbols.
    Symbolic(AffineExpr),
}

impl Size {
    /// The number, if it is known.
    pub(super) fn known(self) -> Option<i64> {
        match self {
            Self::Known(size) => Some(size),
            Self::Symbolic(_) => None,
        }
    }
}

/// The sizes of loops, and the symbols in them.
struct Sizes {
    sizes: Vec<Size>,
    symbols: SmallVec<[ValueId; 4]>,
}

impl Sizes {
    /// The sizes of a nest whose loops count up from 0.
    fn of(body: &Body, nest: &Nest) -> Option<Self> {
        let ctx = body.context();
        let (mut sizes, mut symbols) = (Vec::new(), SmallVec::<[ValueId; 4]>::new());
        for range in &nest.ranges {
            let (from, to) = match range {
                LoopRange::Constant(0, upper, 1) => {
                    sizes.push(Size::Known((*upper).max(0)));
                    continue;
                }
                LoopRange::Varying([from, to], 1) => (from, to),
                _ => return None,
            };
            let &[size] = to.map.results(ctx) else { return None };
            let is_symbol = |operand: &ValueId| is_valid_symbol(body, *operand);
            if from.map.single_constant(ctx) != Some(0) || !to.operands.iter().all(is_symbol) {
                return None;
            }
            let mut number = |operand: &ValueId| {
                let known = symbols.iter().position(|symbol| symbol == operand);
                let number = known.unwrap_or_else(|| {
                    symbols.push(*operand);
                    symbols.len() - 1
                });
                ctx.affine_symbol(number as u32)
            };
            let operands: Vec<AffineExpr> = to.operands.iter().map(&mut number).collect();
            let (dims, own) = operands.split_at(to.map.data(ctx).dims as usize);
            sizes.push(Size::Symbolic(size.substitute(ctx, dims, own)));
        }
        Some(Self { sizes, symbols })
    }
}

impl Product {
    /// The product that a nest computes.
    pub(super) fn of(body: &Body, root: ForOp, aliases: &AliasAnalysis) -> Option<Self> {
        let nest = Nest::new(
            body,
            root,
            0,
            &FxHashMap::default(),
            &mut SubscriptTable::default(),
            aliases,
        )?;
        let sizes = Sizes::of(body, &nest)?;
        let ops: Vec<OpId> = body.ops(nest.innermost?).collect();
        let is_store = |op: &&OpId| Access::cast(body, **op).is_some_and(Access::is_store);
        let store = *ops.iter().find(is_store)?;
        let sum = Sum::of(body, body.operand(store, 0))?;
        let is_of_integers = sum.factors[0].is_signed.is_some();
        let loops = if is_of_integers { LEAST_LOOPS } else { PRODUCT_LOOPS };
        if nest.num_ops != sum.ops || nest.ranges.len() < loops {
            return None;
        }
        let access = |op: OpId| {
            let access = Access::cast(body, op)?;
            let subscripts = Subscripts::new(body, &access.map_operands(body), &nest.variables);
            Some((access.memref(body), subscripts.loops(body.context())?))
        };
        let loaded =
            |value: ValueId| access(body.defining_op(value).filter(|op| ops.contains(op))?);
        let [a, b] = sum.factors.map(|factor| loaded(factor.value));
        let (a, b, c) = (a?, b?, loaded(sum.before)?);
        if access(store)? != c {
            return None;
        }
        // Memory of unknown origin may be that of the result.
        let may_overlap = |memref| aliases.alias(body, memref, c.0).is_may_or_must();
        if may_overlap(a.0) || may_overlap(b.0) {
            return None;
        }
        let [x, y] = sum.factors;
        Self::of_accesses(body, &nest, &sizes, [(&a, x), (&b, y)], &c)
            .or_else(|| Self::of_accesses(body, &nest, &sizes, [(&b, y), (&a, x)], &c))
    }

    /// The product of two factors, given the loops that are the subscripts of the accesses.
    fn of_accesses(
        body: &Body,
        nest: &Nest,
        sizes: &Sizes,
        [(left, of_left), (right, of_right)]: [(&Found, Factor); 2],
        result: &Found,
    ) -> Option<Self> {
        let numbers = match [of_left.is_signed, of_right.is_signed] {
            [Some(left), Some(right)] => Numbers::Bytes { signed: [left, right] },
            _ => Numbers::Floats,
        };
        let size = |number: u32| sizes.sizes[number as usize];
        if numbers != Numbers::Floats && !sizes.symbols.is_empty() {
            return None;
        }
        let (&column, rows) = result.1.split_last()?;
        let [first, second] = right.1[..] else { return None };
        let inner = if first == column { second } else { first };
        let right_is_transposed = first == column;
        let is_product = (second == column || right_is_transposed) && !result.1.contains(&inner);
        let left_is_transposed = match (&left.1[..], rows) {
            ([of_rows @ .., last], _) if *last == inner && of_rows == rows => false,
            ([first, last], [row]) if *first == inner && last == row => true,
            _ => return None,
        };
        let is_without_gaps = |memref: ValueId| match body.ty(memref).kind(body.context()) {
            TypeKind::MemRef { shape, layout: None, memory_space: None, .. } => {
                (1..rows.len())
                    .all(|dimension| Size::Known(shape[dimension]) == size(rows[dimension]))
                    && shape[0] >= 0
                    && shape[rows.len()] >= 0
            }
            _ => false,
        };
        // A matrix times a column reads the matrix in a row as it is.
        if rows.is_empty() && right_is_transposed {
            return None;
        }
        let is_one_dimension =
            rows.len() == 1 || (is_without_gaps(left.0) && is_without_gaps(result.0));
        let row_count = match *rows {
            [row] => size(row),
            _ => Size::Known(rows.iter().try_fold(1_i64, |count, &row| {
                size(row).known().and_then(|size| count.checked_mul(size))
            })?),
        };
        let is_whole = is_one_dimension && rows.len() + 2 == nest.ranges.len();
        (is_product && is_whole).then_some(Self {
            root: nest.root,
            numbers,
            sizes: [row_count, size(column), size(inner)],
            symbols: sizes.symbols.clone(),
            left: Matrix { memref: left.0, is_transposed: left_is_transposed },
            right: Matrix { memref: right.0, is_transposed: right_is_transposed },
            result: Matrix { memref: result.0, is_transposed: false },
        })
    }

    /// The same product with views of two dimensions.
    pub(super) fn in_two_dimensions(&self, b: &mut BodyBuilder<'_>) -> Self {
        let mut view = |matrix: Matrix| {
            let ctx = b.context().clone();
            let ty = b.body().ty(matrix.memref);
            let flat = match ty.shape(&ctx) {
                Some(&[ref rows @ .., columns]) if rows.len() != 1 => {
                    ctx.memref_type(&[rows.iter().product(), columns], ty.element_or_self(&ctx))
                }
                _ => return matrix,
            };
            let memref = MemrefReinterpretCastOp::row_major(b, matrix.memref, flat);
            Matrix { memref, ..matrix }
        };
        let (left, result) = (view(self.left), view(self.result));
        Self { left, result, symbols: self.symbols.clone(), ..*self }
    }
}

/// A factor of a product.
#[derive(Copy, Clone)]
struct Factor {
    value: ValueId,
    /// Of an integer of 8 bits, whether it is signed.
    is_signed: Option<bool>,
}

/// A sum after the addition of a product.
struct Sum {
    factors: [Factor; 2],
    /// The sum before.
    before: ValueId,
    /// The number of ops in the body of a loop that computes it, with its accesses.
    ops: usize,
}

impl Sum {
    fn of(body: &Body, value: ValueId) -> Option<Self> {
        if let Some(fused) = FmaFOp::defining(body, value) {
            let factors = [fused.a(body), fused.b(body)];
            return Some(Self {
                factors: factors.map(|value| Factor { value, is_signed: None }),
                before: fused.c(body),
                ops: 5,
            });
        }
        let sum = AddIOp::defining(body, value)?;
        let (x, y) = (sum.lhs(body), sum.rhs(body));
        let product = |value| MulIOp::defining(body, value);
        let (product, before) =
            product(y).map(|it| (it, x)).or_else(|| product(x).map(|it| (it, y)))?;
        let factors = [product.lhs(body), product.rhs(body)].map(|of| Factor::extended(body, of));
        let [Some(left), Some(right)] = factors else { return None };
        (body.ty(value) == Type::I32).then_some(Self { factors: [left, right], before, ops: 8 })
    }
}

impl Factor {
    /// An integer of 8 bits that is extended.
    fn extended(body: &Body, value: ValueId) -> Option<Self> {
        let signed = SExtIOp::defining(body, value).map(|op| op.operand(body));
        let unsigned = || ZExtIOp::defining(body, value).map(|op| op.operand(body));
        let input = signed.or_else(unsigned)?;
        (body.ty(input) == Type::I8)
            .then_some(Self { value: input, is_signed: Some(signed.is_some()) })
    }
}

/// A memref, and the loops whose variables are the subscripts of an access to it.
type Found = (ValueId, SmallVec<[u32; 4]>);
