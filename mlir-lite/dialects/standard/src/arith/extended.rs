//! Sums and products of integers of which both halves are given.

use crate::arith::fold::{value, zero};
use crate::expressions::Expr;
use crate::to_llvm::expressions::llvm_edsc;
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use crate::{AddIOp, MulIOp};
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{binary, is_integer, uniform_attr};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, PatternName, RewritePatternSet};
use mlir_lite::scalar::CmpIPredicate;
use mlir_lite::text::print_type;
use mlir_lite::types::MAX_INTEGER_WIDTH;
use std::marker::PhantomData;

/// Products of twice the width.
trait LongProduct: OpDefinition {
    fn lhs(op: View<'_, Self>) -> ValueRef<'_>;
    fn rhs(op: View<'_, Self>) -> ValueRef<'_>;
    fn low(op: View<'_, Self>) -> ValueRef<'_>;
    fn high(op: View<'_, Self>) -> ValueRef<'_>;
}

/// A product whose upper half is not used is one of the usual width.
struct LongProducts<O>(PhantomData<O>);

impl<O: LongProduct> OpModel for LongProducts<O> {
    type Op = O;
}

impl<O: LongProduct> CanonicalizeOp for LongProducts<O> {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<O>(const { &PatternName::of(O::NAME, "-unused-high") }, 1, |op, rewriter| {
            let body = rewriter.body();
            let view = body.op(op.id()).cast::<O>().ok_or("it is another op")?;
            if body.has_uses(O::high(view).id()) {
                return Err("the upper half is used".into());
            }
            let [lhs, rhs, low] = [O::lhs(view), O::rhs(view), O::low(view)].map(ValueRef::id);
            let plain = MulIOp::create(rewriter, lhs, rhs);
            rewriter.replace_all_uses(low, plain);
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}

/// Sum of unsigned integers, and whether it wraps.
#[op(
    name = "std.addui_extended",
    traits(Pure, Commutative, AllTypesMatch(lhs, rhs, sum)),
    implements(VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Llvm>),
    upstream(name = "arith.addui_extended", only),
    format = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"
)]
pub struct AddUIExtendedOp {
    /// A summand.
    #[operand]
    lhs: SignlessIntegerLike,
    /// A summand.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The sum.
    #[result(upstream_name = "sum")]
    sum: SignlessIntegerLike,
    /// Whether it wraps.
    #[result(upstream_name = "overflow")]
    overflow: BoolLike,
}

impl FoldOp for AddUIExtendedOp {
    fn fold(op: AddUIExtendedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty, bool) = (op.context(), op.sum().ty(), op.overflow().ty());
        if is_integer(ctx, constants.rhs(), 0) {
            let no = uniform_attr(ctx, bool, &ApInt::zero(1));
            return no.map_or(Fold::Unchanged, |no| {
                Fold::Replaced([value(op.lhs()), FoldValue::Constant(no)].into_iter().collect())
            });
        }
        let (Some(lhs), Some(rhs)) = (constants.lhs(), constants.rhs()) else {
            return Fold::Unchanged;
        };
        let [sum, wraps] = [0, 1].map(|result| {
            let ty = if result == 0 { ty } else { bool };
            binary(ctx, ty, lhs, rhs, |a: &ApInt, b: &ApInt| {
                Some(sum_and_carry(a, b)[result].clone())
            })
        });
        constants_of([sum, wraps])
    }
}

/// The two results are these constants.
fn constants_of(values: [Option<Attribute>; 2]) -> Fold {
    match values {
        [Some(a), Some(b)] => Fold::Replaced([a, b].into_iter().map(FoldValue::Constant).collect()),
        _ => Fold::Unchanged,
    }
}

impl VerifyOp for AddUIExtendedOp {
    fn verify(op: AddUIExtendedOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, sum, overflow) = (op.context(), op.sum().ty(), op.overflow().ty());
        if sum.shape(ctx) != overflow.shape(ctx) {
            let (sum, overflow) = (print_type(ctx, sum), print_type(ctx, overflow));
            let message = format!("expects results of one shape, found '{sum}' and '{overflow}'");
            diagnostics.error(op.op_error(message));
        }
    }
}

impl InterpretOp for AddUIExtendedOp {
    fn interpret<'b>(op: AddUIExtendedOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        pair([op.lhs(), op.rhs()], [op.sum(), op.overflow()], m, sum_and_carry)
    }
}

impl CanonicalizeOp for AddUIExtendedOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.addui_extended-unused-overflow", 1, |op, rewriter| {
            let body = rewriter.body();
            if body.has_uses(op.overflow(body)) {
                return Err("its overflow result is used".into());
            }
            let (lhs, rhs, sum, location) =
                (op.lhs(body), op.rhs(body), op.sum(body), body.location(op.id()));
            let plain = AddIOp::build(rewriter, location, lhs, rhs);
            let plain = plain.result(rewriter.body());
            rewriter.replace_all_uses(sum, plain);
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}

impl LowerTo<Llvm> for AddUIExtendedOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        llvm_edsc(b, |e| {
            let sum = e.expr(operands.lhs()) + operands.rhs();
            let over = sum.cmpi(CmpIPredicate::Ult, operands.lhs());
            Ok([sum, over].map(Expr::id).into())
        })
    }
}

/// The sum of unsigned integers, and whether it wraps.
fn sum_and_carry(a: &ApInt, b: &ApInt) -> [ApInt; 2] {
    let sum = a.wrapping_add(b);
    let wraps = ApInt::from_u64(1, sum.cmp_unsigned(a).is_lt().into());
    [sum, wraps]
}

/// How integers are extended, which says whether they are signed.
type Widen = fn(&ApInt, u32) -> ApInt;

/// The lower and the upper half of a product.
fn halves(a: &ApInt, b: &ApInt, widen: Widen) -> [ApInt; 2] {
    let width = a.width();
    let product = widen(a, 2 * width).wrapping_mul(&widen(b, 2 * width));
    let high = product.lshr(&ApInt::from_u64(2 * width, width.into()));
    [product.trunc(width), high.map_or_else(|| ApInt::zero(width), |high| high.trunc(width))]
}

/// Gives the two results of a function of integers.
fn pair(
    operands: [ValueRef<'_>; 2],
    results: [ValueRef<'_>; 2],
    m: &mut Machine<'_>,
    f: impl Fn(&ApInt, &ApInt) -> [ApInt; 2],
) -> Result<Flow, Trap> {
    let [lhs, _] = operands;
    let (ctx, ty) = (lhs.context(), lhs.ty());
    if ty.shape(ctx).is_some() {
        return Err(Trap::new("cannot be interpreted: the op on vectors and tensors"));
    }
    let width = ty.bit_width(ctx).unwrap_or(64);
    let operands = operands.map(|operand| m.get(operand));
    let values = if operands.contains(&Value::Poison) {
        [Value::Poison, Value::Poison]
    } else {
        let [lhs, rhs] = operands;
        f(&lhs.as_integer(width)?, &rhs.as_integer(width)?).map(Value::integer)
    };
    for (result, value) in results.into_iter().zip(values) {
        m.set_result(result, value)?;
    }
    Ok(Flow::Next)
}

/// Both halves of a product; `one_is_neutral` where the upper half of `x * 1` is zero.
fn fold_product(
    lhs: ValueRef<'_>,
    rhs: ValueRef<'_>,
    constants: [Option<Attribute>; 2],
    widen: Widen,
    one_is_neutral: bool,
) -> Fold {
    let (ctx, ty) = (lhs.context(), lhs.ty());
    let [_, rhs_constant] = constants;
    let factor = |number| is_integer(ctx, rhs_constant, number);
    if (factor(0) || (one_is_neutral && factor(1)))
        && let Some(zero) = zero(lhs)
    {
        let low = value(if factor(0) { rhs } else { lhs });
        return Fold::Replaced([low, zero].into_iter().collect());
    }
    let [Some(lhs), Some(rhs)] = constants else { return Fold::Unchanged };
    let [low, high] = [0, 1].map(|half| {
        binary(ctx, ty, lhs, rhs, |a: &ApInt, b: &ApInt| Some(halves(a, b, widen)[half].clone()))
    });
    constants_of([low, high])
}

/// Product of signed integers, twice as wide.
#[op(
    name = "std.mulsi_extended",
    traits(Pure, Commutative, AllTypesMatch(lhs, rhs, low, high)),
    implements(
        FoldOp, CanonicalizeOp = LongProducts<Self>, InterpretOp, LowerTo<Llvm>,
        LongProduct { lhs, rhs, low, high },
    ),
    upstream(name = "arith.mulsi_extended", only),
    format = "$lhs `,` $rhs attr-dict `:` type($lhs)"
)]
pub struct MulSIExtendedOp {
    /// A factor.
    #[operand]
    lhs: SignlessIntegerLike,
    /// A factor.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The lower half of the product.
    #[result(upstream_name = "low")]
    low: SignlessIntegerLike,
    /// The upper half of the product.
    #[result(upstream_name = "high")]
    high: SignlessIntegerLike,
}

impl FoldOp for MulSIExtendedOp {
    fn fold(op: MulSIExtendedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_product(op.lhs(), op.rhs(), [constants.lhs(), constants.rhs()], ApInt::sext, false)
    }
}

impl InterpretOp for MulSIExtendedOp {
    fn interpret<'b>(op: MulSIExtendedOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        pair([op.lhs(), op.rhs()], [op.low(), op.high()], m, |a, b| halves(a, b, ApInt::sext))
    }
}

impl LowerTo<Llvm> for MulSIExtendedOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        wide_product::<llvm::SExtOp>([operands.lhs(), operands.rhs()], b)
    }
}

/// Product of unsigned integers, twice as wide.
#[op(
    name = "std.mului_extended",
    traits(Pure, Commutative, AllTypesMatch(lhs, rhs, low, high)),
    implements(
        FoldOp, CanonicalizeOp = LongProducts<Self>, InterpretOp, LowerTo<Llvm>,
        LongProduct { lhs, rhs, low, high },
    ),
    upstream(name = "arith.mului_extended", only),
    format = "$lhs `,` $rhs attr-dict `:` type($lhs)"
)]
pub struct MulUIExtendedOp {
    /// A factor.
    #[operand]
    lhs: SignlessIntegerLike,
    /// A factor.
    #[operand]
    rhs: SignlessIntegerLike,
    /// The lower half of the product.
    #[result(upstream_name = "low")]
    low: SignlessIntegerLike,
    /// The upper half of the product.
    #[result(upstream_name = "high")]
    high: SignlessIntegerLike,
}

impl FoldOp for MulUIExtendedOp {
    fn fold(op: MulUIExtendedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_product(op.lhs(), op.rhs(), [constants.lhs(), constants.rhs()], ApInt::zext, true)
    }
}

impl InterpretOp for MulUIExtendedOp {
    fn interpret<'b>(op: MulUIExtendedOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        pair([op.lhs(), op.rhs()], [op.low(), op.high()], m, |a, b| halves(a, b, ApInt::zext))
    }
}

impl LowerTo<Llvm> for MulUIExtendedOp {
    fn lower(_: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        wide_product::<llvm::ZExtOp>([operands.lhs(), operands.rhs()], b)
    }
}

fn wide_product<Extend: OpDefinition>(operands: [ValueId; 2], b: &mut Rewriter<'_>) -> Lowered {
    let ctx = b.context().clone();
    let ty = b.body().ty(operands[0]);
    let width =
        ty.bit_width(&ctx).filter(|_| ty.is_integer(&ctx)).ok_or("only integers are supported")?;
    if width > MAX_INTEGER_WIDTH / 2 {
        return Err("there is no integer type of twice the width".into());
    }
    let wide = ctx.integer_type(width * 2);
    llvm_edsc(b, |e| {
        let [lhs, rhs] = operands.map(|operand| e.op_to::<Extend>(e.expr(operand), wide));
        let product = lhs * rhs;
        let by =
            e.value(|b| llvm::ConstantOp::create(b, ctx.integer_attr(wide, width.into()), wide));
        let high = e.op::<llvm::LShrOp>([product, by]);
        Ok([product, high].map(|half| half.to::<llvm::TruncOp>(ty).id()).into())
    })
}

pub(crate) fn register_extended(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AddUIExtendedOp>();
    dialect.op::<MulSIExtendedOp>();
    dialect.op::<MulUIExtendedOp>();
}
