//! Sizes: numbers, arithmetic, and conversions from and to `index`.

use crate::kinds::{ShapeOrSize, ShapeType, SizeOrIndex, SizeType};
use crate::ops::SizeResult;
use crate::ops::lowering::{Extents, check_no_errors};
use crate::run_time::{OrError, error, set, set_shape, set_size, shape, size};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::edsc::{Expr, edsc};
use mlir_lite::dialects::standard::{AddIOp, MulIOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet};
use std::marker::PhantomData;

/// A size that is a number.
///
/// ```mlir
/// %c10 = shape.const_size 10
/// ```
#[op(
    name = "shape.const_size",
    traits(Pure, ConstantLike),
    implements(FoldOp, InterpretOp, OpAsmNameInterface),
    format = "$value attr-dict"
)]
pub struct ConstSizeOp {
    /// The number.
    #[attr(typed)]
    value: IndexAttr,
    /// The size.
    #[result(inferred)]
    result: SizeType,
}

/// Ops that compute a value of two others.
trait OfTwo: OpDefinition {
    fn lhs(op: View<'_, Self>) -> ValueRef<'_>;
    fn rhs(op: View<'_, Self>) -> ValueRef<'_>;
    fn result(op: View<'_, Self>) -> ValueRef<'_>;
}

/// Numbers that are computed of two sizes or indices.
trait Arithmetic: OfTwo {
    /// The second number with which the result is the first one.
    const NEUTRAL: Option<i64> = None;

    /// The result, if there is one.
    fn compute(a: i64, b: i64) -> OrError<i64>;
}

/// Stands for these ops.
struct Numbers<O>(PhantomData<O>);

impl<O: Arithmetic> OpModel for Numbers<O> {
    type Op = O;
}

impl<O: Arithmetic> FoldOp for Numbers<O> {
    fn fold(op: View<'_, O>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let number = |index: usize| constants.values().get(index).copied()??.as_i64(ctx);
        let numbers = [number(0), number(1)];
        if numbers[1].is_some() && numbers[1] == O::NEUTRAL {
            return Fold::value(O::lhs(op));
        }
        let [Some(a), Some(b)] = numbers else { return Fold::Unchanged };
        O::compute(a, b).ok().map(|number| ctx.index_attr(number)).into()
    }
}

impl<O: Arithmetic> InterpretOp for Numbers<O> {
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (a, b) = (size(m, O::lhs(op))?, size(m, O::rhs(op))?);
        let value = a.and_then(|a| O::compute(a, b?));
        set_size(m, O::result(op), value)
    }
}

/// Arithmetic on sizes.
#[op_family(
    traits(Pure),
    implements(
        VerifyOp = SizeResult<Self>, InferTypes = SizeResult<Self>, FoldOp = Numbers<Self>,
        InterpretOp = Numbers<Self>, OfTwo { lhs, rhs, result },
    ),
    format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
)]
struct SizeArithmetic {
    /// The first number.
    #[operand]
    lhs: SizeOrIndex,
    /// The second number.
    #[operand]
    rhs: SizeOrIndex,
    /// The result. A size if one operand is one, since that may be an error.
    #[result]
    result: SizeOrIndex,
}

/// The sum of two sizes or indices.
#[op(
    family = SizeArithmetic,
    name = "shape.add",
    traits(Commutative),
    implements(LowerTo<Extents> = Lowered<Self, AddIOp>)
)]
pub struct AddOp;

/// The product of two sizes or indices.
#[op(
    family = SizeArithmetic,
    name = "shape.mul",
    traits(Commutative),
    implements(LowerTo<Extents> = Lowered<Self, MulIOp>)
)]
pub struct MulOp;

/// The quotient of two sizes or indices, rounded down. A division by zero is an error.
#[op(family = SizeArithmetic, name = "shape.div")]
pub struct DivOp;

impl Arithmetic for AddOp {
    const NEUTRAL: Option<i64> = Some(0);

    fn compute(a: i64, b: i64) -> OrError<i64> {
        Ok(a.wrapping_add(b))
    }
}

impl Arithmetic for MulOp {
    fn compute(a: i64, b: i64) -> OrError<i64> {
        Ok(a.wrapping_mul(b))
    }
}

impl Arithmetic for DivOp {
    fn compute(a: i64, b: i64) -> OrError<i64> {
        if b == 0 {
            return Err(error("a size is divided by zero"));
        }
        // The remainder of a Euclidean division is not negative: with a divisor below zero, the
        // quotient is rounded up.
        let rounds_up = b < 0 && a.wrapping_rem_euclid(b) != 0;
        Ok(a.wrapping_div_euclid(b) - i64::from(rounds_up))
    }
}

/// Stands for arithmetic that is the op `S` of std on indices.
struct Lowered<O, S>(PhantomData<(O, S)>);

impl<O: Arithmetic, S: OpDefinition> OpModel for Lowered<O, S> {
    type Op = O;
}

impl<O: Arithmetic, S: OpDefinition> LowerTo<Extents> for Lowered<O, S> {
    fn lower(
        op: <Self as OpModel>::Op,
        _: Adaptor<'_, Self>,
        rewriter: &mut PatternRewriter<'_>,
    ) -> MatchResult {
        check_no_errors(rewriter.body().op(op.id()))?;
        let operands = rewriter.body().operand_list(op.id());
        let result = edsc(rewriter, |e| {
            let operands: Vec<Expr<'_>> = e.exprs(&operands);
            e.op::<S>(operands).id()
        });
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

/// The larger or the smaller of two.
trait Choice: OfTwo {
    fn choose(a: i64, b: i64) -> i64;
}

/// Stands for these ops.
struct Choices<O>(PhantomData<O>);

impl<O: Choice> OpModel for Choices<O> {
    type Op = O;
}

impl<O: Choice> FoldOp for Choices<O> {
    fn fold(op: View<'_, O>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (lhs, rhs) = (O::lhs(op), O::rhs(op));
        if lhs == rhs { Fold::value(lhs) } else { Fold::Unchanged }
    }
}

impl<O: Choice> InferTypes for Choices<O> {
    fn infer_types(op: InferAdaptor<'_, Self>) -> Result<ResultTypes, String> {
        let ty = match op.operand_types() {
            [lhs, rhs] if lhs == rhs => *lhs,
            _ => SizeType::get(op.context()),
        };
        Ok([ty].into())
    }
}

impl<O: Choice> InterpretOp for Choices<O> {
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (lhs, rhs) = (O::lhs(op), O::rhs(op));
        let is_shape = |value: ValueRef<'_>| ShapeType::matches(value.context(), value.ty());
        if is_shape(lhs) != is_shape(rhs) {
            let mixed = error("a size is compared with a shape");
            return set(m, O::result(op), Err(mixed), |(): ()| Value::Poison);
        }
        if !is_shape(lhs) {
            let (a, b) = (size(m, lhs)?, size(m, rhs)?);
            return set_size(m, O::result(op), a.and_then(|a| Ok(O::choose(a, b?))));
        }
        let (a, b) = (shape(m, lhs)?, shape(m, rhs)?);
        let chosen = a.and_then(|a| {
            let b = b?;
            if a.len() != b.len() {
                return Err(error("shapes of different ranks are compared"));
            }
            Ok(a.iter().zip(&b).map(|(&a, &b)| O::choose(a, b)).collect())
        });
        set_shape(m, O::result(op), chosen)
    }
}

/// Maximum and minimum.
#[op_family(
    traits(Pure, Commutative),
    implements(
        FoldOp = Choices<Self>, InferTypes = Choices<Self>, InterpretOp = Choices<Self>,
        OfTwo { lhs, rhs, result },
    ),
    format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"
)]
struct Extreme {
    /// A size or a shape.
    #[operand]
    lhs: ShapeOrSize,
    /// A size, or a shape of the same rank.
    #[operand]
    rhs: ShapeOrSize,
    /// The chosen extents.
    #[result]
    result: ShapeOrSize,
}

/// The larger of two sizes, or of each two extents of shapes of the same rank.
#[op(family = Extreme, name = "shape.max")]
pub struct MaxOp;

/// The smaller of two sizes, or of each two extents of shapes of the same rank.
#[op(family = Extreme, name = "shape.min")]
pub struct MinOp;

impl Choice for MaxOp {
    fn choose(a: i64, b: i64) -> i64 {
        a.max(b)
    }
}

impl Choice for MinOp {
    fn choose(a: i64, b: i64) -> i64 {
        a.min(b)
    }
}

/// An index as a size. A negative one is an error.
#[op(
    name = "shape.index_to_size",
    traits(Pure),
    implements(FoldOp, CanonicalizeOp, InterpretOp),
    format = "$arg attr-dict"
)]
pub struct IndexToSizeOp {
    /// The index.
    #[operand]
    arg: Index,
    /// The size.
    #[result(inferred)]
    result: SizeType,
}

/// A size as an index. An error has no index.
#[op(
    name = "shape.size_to_index",
    traits(Pure),
    implements(FoldOp, CanonicalizeOp, InterpretOp),
    format = "$arg attr-dict `:` type($arg)"
)]
pub struct SizeToIndexOp {
    /// The size.
    #[operand]
    arg: SizeOrIndex,
    /// The index.
    #[result]
    result: Index,
}

impl FoldOp for ConstSizeOp {
    fn fold(op: ConstSizeOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.value_attr())
    }
}

impl InterpretOp for ConstSizeOp {
    fn interpret<'b>(op: ConstSizeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        m.set_result(op.result(), Value::index(op.value()))
    }
}

impl OpAsmNameInterface for ConstSizeOp {
    fn result_name(op: ConstSizeOpRef<'_>, _index: usize, _upstream: bool) -> Option<String> {
        // The attribute may be missing where an op that is not valid is printed.
        let value = op.op().attr(Ident::VALUE)?.as_i64(op.context())?;
        Some(format!("c{value}"))
    }
}

impl FoldOp for IndexToSizeOp {
    /// A negative index stays one that is an error.
    fn fold(op: IndexToSizeOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let is_size = |index: &Attribute| index.as_i64(op.context()).is_some_and(|it| it >= 0);
        constants.arg().filter(is_size).into()
    }
}

impl CanonicalizeOp for IndexToSizeOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("shape.index_to_size-of-size", 1, |op, rewriter| {
            let body = rewriter.body();
            let inner = SizeToIndexOp::defining(body, op.arg(body)).ok_or("no size is cast")?;
            let size = inner.arg(body);
            if body.ty(size) != body.ty(op.result(body)) {
                return Err("an index is cast".into());
            }
            rewriter.replace_op(op.id(), &[size]);
            Ok(())
        });
    }
}

impl InterpretOp for IndexToSizeOp {
    fn interpret<'b>(op: IndexToSizeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let index = m.get(op.arg()).as_index()?;
        let size = if index < 0 { Err(error("a size is negative")) } else { Ok(index) };
        set_size(m, op.result(), size)
    }
}

impl FoldOp for SizeToIndexOp {
    fn fold(op: SizeToIndexOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        match constants.arg() {
            Some(constant) => Fold::constant(constant),
            None if op.arg().ty() == op.result().ty() => Fold::value(op.arg()),
            None => Fold::Unchanged,
        }
    }
}

impl CanonicalizeOp for SizeToIndexOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("shape.size_to_index-of-index", 1, |op, rewriter| {
            let body = rewriter.body();
            let inner = IndexToSizeOp::defining(body, op.arg(body)).ok_or("no index is cast")?;
            let index = inner.arg(body);
            rewriter.replace_op(op.id(), &[index]);
            Ok(())
        });
    }
}

impl InterpretOp for SizeToIndexOp {
    fn interpret<'b>(op: SizeToIndexOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let value = size(m, op.arg())?;
        set_size(m, op.result(), value)
    }
}

pub(crate) fn register_sizes(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ConstSizeOp>();
    dialect.op::<AddOp>();
    dialect.op::<MulOp>();
    dialect.op::<DivOp>();
    dialect.op::<MaxOp>();
    dialect.op::<MinOp>();
    dialect.op::<IndexToSizeOp>();
    dialect.op::<SizeToIndexOp>();
}
