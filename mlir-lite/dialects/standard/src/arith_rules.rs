//! Canonical forms of arithmetic: constants are gathered, extensions come last, what cancels is left out.
//!
//! What an op equals without a new op is its fold, beside the op. A constant that a rule builds of two constants is
//! folded as soon as it is there.

use super::fold::{Number, integer_width, uniform, uniform_attr};
use super::*;
use mlir_lite::attributes::ApInt;
use mlir_lite::rewrite;
use mlir_lite::rewrite::rules::same_type;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use mlir_lite::types::TypeKind;

fn is_constant(body: &Body, value: ValueId) -> bool {
    constant_value(body, value).is_some()
}

/// What is computed of constants alone is folded; these rules would put it now this way, now that.
fn is_variable(body: &Body, value: ValueId) -> bool {
    !is_constant(body, value)
}

fn is_minus_one(body: &Body, value: ValueId) -> bool {
    fold::is_integer(body.context(), constant_value(body, value), -1)
}

fn has_truth_type(body: &Body, value: ValueId) -> bool {
    body.ty(value).element_or_self(body.context()) == Type::I1
}

fn width(body: &Body, value: ValueId) -> Option<u32> {
    integer_width(body.context(), body.ty(value).element_or_self(body.context()))
}

/// Whether the first integer has fewer bits.
fn is_narrower(body: &Body, a: ValueId, b: ValueId) -> bool {
    width(body, a) < width(body, b)
}

fn flags_allow(body: &Body, op: OpId, flag: &str) -> bool {
    let flags = body.op(op).attr_named("fastmath");
    flags.is_some_and(|flags| flags::has_flag(body.context(), flags, flag))
}

impl CanonicalizeOp for AddIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "(x + a) + b": AddIOp(AddIOp($x, $a), $b) => AddIOp($x, AddIOp($a, $b))
                where is_variable($x), is_constant($b), is_constant($a);
            "(x - a) + b": AddIOp(SubIOp($x, $a), $b) => AddIOp($x, SubIOp($b, $a))
                where is_variable($x), is_constant($b), is_constant($a);
            "(a - x) + b": AddIOp(SubIOp($a, $x), $b) => SubIOp(AddIOp($a, $b), $x)
                where is_variable($x), is_constant($b), is_constant($a);
            "x + y * -1": AddIOp($x, MulIOp($y, $m)) => SubIOp($x, $y) where is_minus_one($m);
        });
    }
}

impl CanonicalizeOp for SubIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "(x + a) - b": SubIOp(AddIOp($x, $a), $b) => AddIOp($x, SubIOp($a, $b))
                where is_variable($x), is_constant($b), is_constant($a);
            "b - (x + a)": SubIOp($b, AddIOp($x, $a)) => SubIOp(SubIOp($b, $a), $x)
                where is_variable($x), is_constant($b), is_constant($a);
            "(x - a) - b": SubIOp(SubIOp($x, $a), $b) => SubIOp($x, AddIOp($a, $b))
                where is_variable($x), is_constant($b), is_constant($a);
            "(a - x) - b": SubIOp(SubIOp($a, $x), $b) => SubIOp(SubIOp($a, $b), $x)
                where is_variable($x), is_constant($b), is_constant($a);
            "b - (x - a)": SubIOp($b, SubIOp($x, $a)) => SubIOp(AddIOp($a, $b), $x)
                where is_variable($x), is_constant($b), is_constant($a);
            "b - (a - x)": SubIOp($b, SubIOp($a, $x)) => AddIOp($x, SubIOp($b, $a))
                where is_variable($x), is_constant($b), is_constant($a);
            // y ^ y is zero
            "(x - y) - x": SubIOp(SubIOp($x, $y), $x) => SubIOp(XOrOp($y, $y), $y);
        });
    }
}

impl CanonicalizeOp for MulIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "(x * a) * b": MulIOp(MulIOp($x, $a), $b) => MulIOp($x, MulIOp($a, $b))
                where is_constant($b), is_constant($a);
        });
    }
}

macro_rules! extensions_come_last {
    ($($op:ident),*) => {
        $(
            impl CanonicalizeOp for $op {
                fn patterns(set: &mut RewritePatternSet) {
                    set.add_rules(rewrite! {
                        "of zero-extended": $op(ZExtIOp($x), ZExtIOp($y)) => ZExtIOp($op($x, $y))
                            where same_type($x, $y);
                        "of sign-extended": $op(SExtIOp($x), SExtIOp($y)) => SExtIOp($op($x, $y))
                            where same_type($x, $y);
                    });
                }
            }
        )*
    };
}

extensions_come_last!(AndOp, OrOp);

impl CanonicalizeOp for XOrOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "zero-extended ^ zero-extended": XOrOp(ZExtIOp($x), ZExtIOp($y)) => ZExtIOp(XOrOp($x, $y))
                where same_type($x, $y);
            "sign-extended ^ sign-extended": XOrOp(SExtIOp($x), SExtIOp($y)) => SExtIOp(XOrOp($x, $y))
                where same_type($x, $y);
        });
        set.add::<Self>("not of a comparison", 1, invert_comparison);
    }
}

fn invert_comparison(op: XOrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    if !is_minus_one(body, op.rhs(body)) {
        return Err("not all bits are flipped".into());
    }
    let compared = CmpIOp::defining(body, op.lhs(body)).ok_or("the operand is no comparison")?;
    let predicate = CmpIPredicate::from_attr(&ctx, compared.predicate(body))
        .ok_or("the predicate is not known")?;
    let (lhs, rhs, location) = (compared.lhs(body), compared.rhs(body), body.location(op.id()));
    rewriter.replace_op_with(op.id(), |rewriter| {
        CmpIOp::create(rewriter, location, predicate.inverse(), lhs, rhs)
    });
    Ok(())
}

impl CanonicalizeOp for MulFOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! { "-x * -y": MulFOp(NegFOp($x), NegFOp($y)) => MulFOp($x, $y); });
    }
}

impl CanonicalizeOp for DivFOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! { "-x / -y": DivFOp(NegFOp($x), NegFOp($y)) => DivFOp($x, $y); });
    }
}

impl CanonicalizeOp for AddUIExtendedOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("sum of which only the low bits are used", 1, |op, rewriter| {
            let body = rewriter.body();
            if body.has_uses(op.overflow(body)) {
                return Err("whether it wraps is asked for".into());
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

macro_rules! low_halves {
    ($($op:ident),*) => {
        $(
            impl CanonicalizeOp for $op {
                fn patterns(set: &mut RewritePatternSet) {
                    set.add::<Self>("product of which only the lower half is used", 1, |op, rewriter| {
                        let body = rewriter.body();
                        if body.has_uses(op.high(body)) {
                            return Err("the upper half is used".into());
                        }
                        let (lhs, rhs, low, location) =
                            (op.lhs(body), op.rhs(body), op.low(body), body.location(op.id()));
                        let plain = MulIOp::build(rewriter, location, lhs, rhs);
                        let plain = plain.result(rewriter.body());
                        rewriter.replace_all_uses(low, plain);
                        rewriter.erase_op(op.id());
                        Ok(())
                    });
                }
            }
        )*
    };
}

low_halves!(MulSIExtendedOp, MulUIExtendedOp);

// Conversions

impl CanonicalizeOp for SExtIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! { "sign of what has none": SExtIOp(ZExtIOp($x)) => ZExtIOp($x); });
    }
}

impl CanonicalizeOp for TruncIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "low bits of the sign-extended": $r @ TruncIOp(SExtIOp($x)) => SExtIOp($x) where is_narrower($x, $r);
            "low bits of the zero-extended": $r @ TruncIOp(ZExtIOp($x)) => ZExtIOp($x) where is_narrower($x, $r);
        });
        set.add::<Self>("upper half of a product", 1, upper_half);
    }
}

/// What two values were extended from, and whether with the sign, if both were in one way.
fn extended_alike(a: ValueRef<'_>, b: ValueRef<'_>) -> Option<(ValueId, ValueId, bool)> {
    let signed =
        |value: ValueRef<'_>| value.defining::<SExtIOp>().map(|extension| extension.operand().id());
    let unsigned =
        |value: ValueRef<'_>| value.defining::<ZExtIOp>().map(|extension| extension.operand().id());
    match (signed(a).zip(signed(b)), unsigned(a).zip(unsigned(b))) {
        (Some((a, b)), _) => Some((a, b, true)),
        (None, Some((a, b))) => Some((a, b, false)),
        (None, None) => None,
    }
}

/// `trunc((ext a * ext b) >> width)` is the upper half of a product of twice the width.
fn upper_half(op: TruncIOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context();
    let no = "it is no upper half of a product";
    let shifted = op.on(body).operand();
    let unsigned =
        shifted.defining::<ShiftRightUnsignedOp>().map(|shift| (shift.lhs(), shift.rhs()));
    let signed = shifted.defining::<ShiftRightSignedOp>().map(|shift| (shift.lhs(), shift.rhs()));
    let (product, by) = unsigned.or(signed).ok_or(no)?;
    let product = product.defining::<MulIOp>().ok_or(no)?.handle();
    let by = uniform::<ApInt>(ctx, constant_value(body, by.id())).ok_or(no)?;
    let (lhs, rhs, signed) =
        extended_alike(product.on(body).lhs(), product.on(body).rhs()).ok_or(no)?;
    let narrow = width(body, lhs).ok_or(no)?;
    let fits = body.ty(lhs) == body.ty(rhs)
        && body.ty(lhs) == body.ty(op.result(body))
        && by.to_u64() == Some(narrow.into())
        && width(body, product.result(body)).is_some_and(|wide| wide >= 2 * narrow);
    if !fits {
        return Err(no.into());
    }
    let location = body.location(op.id());
    let high = if signed {
        let halves = MulSIExtendedOp::build(rewriter, location, lhs, rhs);
        halves.high(rewriter.body())
    } else {
        let halves = MulUIExtendedOp::build(rewriter, location, lhs, rhs);
        halves.high(rewriter.body())
    };
    rewriter.replace_op(op.id(), &[high]);
    Ok(())
}

impl CanonicalizeOp for IndexCastOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(
            rewrite! { "index of the sign-extended": IndexCastOp(SExtIOp($x)) => IndexCastOp($x); },
        );
    }
}

impl CanonicalizeOp for IndexCastUIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(
            rewrite! { "index of the zero-extended": IndexCastUIOp(ZExtIOp($x)) => IndexCastUIOp($x); },
        );
    }
}

impl CanonicalizeOp for FPTruncOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of a wider form of the same", 1, |op, rewriter| {
            let body = rewriter.body();
            let wide =
                FPExtOp::defining(body, op.operand(body)).ok_or("the operand is not extended")?;
            let source = wide.operand(body);
            if body.ty(source) != body.ty(op.result(body)) {
                return Err("it is another type".into());
            }
            let (ctx, between) = (body.context(), body.ty(op.operand(body)));
            let format = |ty: Type| match ty.element_or_self(ctx).kind(ctx) {
                TypeKind::Float(kind) => Some(*kind),
                _ => None,
            };
            if !format(between)
                .zip(format(body.ty(source)))
                .is_some_and(|(wide, it)| wide.holds(it))
            {
                return Err("the wider form has not all of its numbers".into());
            }
            rewriter.replace_op(op.id(), &[source]);
            Ok(())
        });
    }
}

impl CanonicalizeOp for FPExtOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("of what was rounded, where that may be skipped", 1, |op, rewriter| {
            let body = rewriter.body();
            let narrow =
                FPTruncOp::defining(body, op.operand(body)).ok_or("the operand is not rounded")?;
            let source = narrow.operand(body);
            if !flags_allow(body, op.id(), "contract")
                || !flags_allow(body, narrow.id(), "contract")
            {
                return Err("rounding may not be skipped".into());
            }
            if body.ty(source) != body.ty(op.result(body)) {
                return Err("it is another type".into());
            }
            rewriter.replace_op(op.id(), &[source]);
            Ok(())
        });
    }
}

// Comparisons

impl CanonicalizeOp for CmpIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("comparison of extended integers", 1, compare_before_extending);
    }
}

fn compare_before_extending(op: CmpIOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let predicate = CmpIPredicate::from_attr(body.context(), op.predicate(body))
        .ok_or("the predicate is not known")?;
    let op_view = op.on(body);
    let (lhs, rhs, signed) = extended_alike(op_view.lhs(), op_view.rhs())
        .ok_or("the operands are not extended alike")?;
    if if signed { predicate.is_unsigned() } else { predicate.is_signed() } {
        return Err("the comparison is not of numbers so extended".into());
    }
    if body.ty(lhs) != body.ty(rhs) {
        return Err("the operands are not extended from one type".into());
    }
    let location = body.location(op.id());
    rewriter.replace_op_with(op.id(), |rewriter| {
        CmpIOp::create(rewriter, location, predicate, lhs, rhs)
    });
    Ok(())
}

impl CanonicalizeOp for CmpFOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("comparison of an integer with a constant", 1, compare_as_integer);
    }
}

/// How a comparison of numbers that are no NaN reads.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Order {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// An integer that the float format holds is compared with a constant as it is; the constant is rounded to the side that
/// gives the same answer.
fn compare_as_integer(op: CmpFOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let other = "it is no integer that is compared with a number";
    let (lhs, location) = (op.lhs(body), body.location(op.id()));
    let (integer, signed) = match (SIToFPOp::defining(body, lhs), UIToFPOp::defining(body, lhs)) {
        (Some(cast), _) => (cast.operand(body), true),
        (_, Some(cast)) => (cast.operand(body), false),
        _ => return Err(other.into()),
    };
    let limit = constant_value(body, op.rhs(body))
        .and_then(|value| f64::of(&ctx, value))
        .ok_or(other)?
        .into_owned();
    let ty = body.ty(integer);
    let bits = integer_width(&ctx, ty).ok_or(other)?;
    let digits = match body.ty(lhs) {
        Type::F64 => 53,
        Type::F32 => 24,
        _ => return Err("the format is too small".into()),
    };
    if bits - u32::from(signed) > digits || limit.is_nan() {
        return Err("not every such integer is a float".into());
    }
    use CmpFPredicate as F;
    let order = match CmpFPredicate::from_attr(&ctx, op.predicate(body)).ok_or(other)? {
        F::Oeq | F::Ueq => Order::Equal,
        F::One | F::Une => Order::NotEqual,
        F::Olt | F::Ult => Order::Less,
        F::Ole | F::Ule => Order::LessOrEqual,
        F::Ogt | F::Ugt => Order::Greater,
        F::Oge | F::Uge => Order::GreaterOrEqual,
        F::Ord => return replace_by_truth(op, true, rewriter),
        F::Uno => return replace_by_truth(op, false, rewriter),
        F::AlwaysFalse | F::AlwaysTrue => return Err(other.into()),
    };
    let (rounded, predicate) = match order {
        Order::Equal | Order::NotEqual if limit.fract() != 0.0 => {
            return replace_by_truth(op, order == Order::NotEqual, rewriter);
        }
        Order::Equal => (limit, CmpIPredicate::Eq),
        Order::NotEqual => (limit, CmpIPredicate::Ne),
        Order::Less => (limit.ceil(), if signed { CmpIPredicate::Slt } else { CmpIPredicate::Ult }),
        Order::LessOrEqual => {
            (limit.floor(), if signed { CmpIPredicate::Sle } else { CmpIPredicate::Ule })
        }
        Order::Greater => {
            (limit.floor(), if signed { CmpIPredicate::Sgt } else { CmpIPredicate::Ugt })
        }
        Order::GreaterOrEqual => {
            (limit.ceil(), if signed { CmpIPredicate::Sge } else { CmpIPredicate::Uge })
        }
    };
    let Some(constant) = ApInt::from_f64(bits, rounded, signed) else {
        // No integer is beyond the limit.
        let is_below = rounded > 0.0;
        let holds = match order {
            Order::Equal => false,
            Order::NotEqual => true,
            Order::Less | Order::LessOrEqual => is_below,
            Order::Greater | Order::GreaterOrEqual => !is_below,
        };
        return replace_by_truth(op, holds, rewriter);
    };
    let constant = ConstantOp::build(rewriter, location, ctx.apint_attr(ty, constant), ty)
        .result(rewriter.body());
    rewriter.replace_op_with(op.id(), |rewriter| {
        CmpIOp::create(rewriter, location, predicate, integer, constant)
    });
    Ok(())
}

fn replace_by_truth(op: CmpFOp, holds: bool, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let (location, value) =
        (rewriter.body().location(op.id()), rewriter.context().bool_attr(holds));
    rewriter.replace_op_with(op.id(), |rewriter| {
        ConstantOp::build(rewriter, location, value, Type::I1)
    });
    Ok(())
}

impl CanonicalizeOp for SelectOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "c ? (c ? x : y) : z": SelectOp($c, SelectOp($c, $x, _), $z) => SelectOp($c, $x, $z);
            "c ? x : (c ? y : z)": SelectOp($c, $x, SelectOp($c, _, $z)) => SelectOp($c, $x, $z);
        });
        set.add::<Self>("choice of truths, or of 1 and 0", 1, choose_number);
        set.add::<Self>("choice in a choice", 1, join_choices);
    }
}

/// `c ? 0 : 1` of truth values is `!c`; `c ? 1 : 0` of wider integers is `c` extended.
fn choose_number(op: SelectOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let (condition, location) = (op.condition(body), body.location(op.id()));
    let ty = body.ty(op.result(body));
    let number = |value| {
        uniform::<ApInt>(&ctx, constant_value(body, value)).ok_or("a value is no constant integer")
    };
    let (a, b) = (number(op.true_value(body))?, number(op.false_value(body))?);
    if !has_truth_type(body, condition) || ty.shape(&ctx) != body.ty(condition).shape(&ctx) {
        return Err("the condition is of another shape".into());
    }
    if ty == body.ty(condition) && a.is_zero() && b.is_one() {
        let ones = uniform_attr(&ctx, ty, &ApInt::all_ones(1)).ok_or("the shape is not known")?;
        let ones = ConstantOp::build(rewriter, location, ones, ty).result(rewriter.body());
        rewriter
            .replace_op_with(op.id(), |rewriter| XOrOp::build(rewriter, location, condition, ones));
        return Ok(());
    }
    if a.is_one() && b.is_zero() && a.width() > 1 && ty.element_or_self(&ctx) != Type::INDEX {
        rewriter
            .replace_op_with(op.id(), |rewriter| ZExtIOp::build(rewriter, location, condition, ty));
        return Ok(());
    }
    Err("the values are not 0 and 1".into())
}

/// `a ? (b ? x : y) : y` is `(a ? b : false) ? x : y`, and `a ? x : (b ? x : y)` is `(a ? true : b) ? x : y`. `a & b` and
/// `a | b` would be poison where only `b` is, which did not matter where `a` decides.
fn join_choices(op: SelectOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let location = body.location(op.id());
    let (outer, a, b) = (op.condition(body), op.true_value(body), op.false_value(body));
    let inner_of = |value| SelectOp::defining(body, value).filter(|_| body.has_one_use(value));
    // Without the number of elements, there is no constant of the conditions' type.
    let is_known =
        || uniform_attr(body.context(), body.ty(outer), &ApInt::from_u64(1, 0)).is_some();
    let same_shape =
        |inner: SelectOp| body.ty(inner.condition(body)) == body.ty(outer) && is_known();
    if let Some(inner) =
        inner_of(a).filter(|&inner| same_shape(inner) && inner.false_value(body) == b)
    {
        let (condition, x) = (inner.condition(body), inner.true_value(body));
        rewriter.replace_op_with(op.id(), |rewriter| {
            let both = decided(rewriter, location, outer, condition, false);
            let ty = rewriter.body().ty(x);
            SelectOp::build(rewriter, location, both, x, b, ty)
        });
        return Ok(());
    }
    if let Some(inner) =
        inner_of(b).filter(|&inner| same_shape(inner) && inner.true_value(body) == a)
    {
        let (condition, y) = (inner.condition(body), inner.false_value(body));
        rewriter.replace_op_with(op.id(), |rewriter| {
            let either = decided(rewriter, location, outer, condition, true);
            let ty = rewriter.body().ty(a);
            SelectOp::build(rewriter, location, either, a, y, ty)
        });
        return Ok(());
    }
    Err("no operand is a choice between the same values".into())
}

/// `b` where `a` does not decide: of `false` it is the conjunction, of `true` the disjunction.
fn decided(
    rewriter: &mut PatternRewriter<'_>,
    location: Location,
    a: ValueId,
    b: ValueId,
    by: bool,
) -> ValueId {
    let ty = rewriter.body().ty(a);
    let number = ApInt::from_u64(1, by.into());
    let Some(value) = uniform_attr(rewriter.context(), ty, &number) else { return b };
    let known = ConstantOp::build(rewriter, location, value, ty).result(rewriter.body());
    let (x, y) = if by { (known, b) } else { (b, known) };
    SelectOp::build(rewriter, location, a, x, y, ty).result(rewriter.body())
}
