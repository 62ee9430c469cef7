//! Shifts, and operations on integers bit by bit.

use crate::arith::fold::{fold_scalar, neutral_integer, other_operand, value, zero};
use crate::arith::rules::is_minus_one;
use crate::families::IntegerBinary;
use crate::flags::{EXACT_PROPERTIES, Exact, OVERFLOW_PROPERTIES, Overflow};
use crate::to_llvm::{Llvm, OneToOne};
use crate::{CmpIOp, SExtIOp, ZExtIOp};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{integer_width, is_integer, uniform_attr};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::rules::same_type;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use mlir_lite::scalar::{IntegerFunction, ScalarFunction};

/// Bitwise and.
#[op(
    family = IntegerBinary,
    name = "std.and",
    traits(Commutative),
    implements(FoldOp, CanonicalizeOp, LowerTo<Llvm> = OneToOne<Self, llvm::AndOp>),
    upstream(name = "arith.andi")
)]
pub struct AndOp;

impl ScalarOp for AndOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::And);
}

impl FoldOp for AndOp {
    fn fold(op: AndOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            let (lhs, rhs) = (op.lhs(), op.rhs());
            if are_complements(lhs, rhs) {
                return zero(lhs);
            }
            // x & (x & y) is x & y
            let is_part = |whole: ValueRef<'_>, part: ValueRef<'_>| {
                other_operand::<AndOp>(whole, part).map(|_| FoldValue::Value(whole.id()))
            };
            same(lhs, rhs)
                .or_else(|| neutral_integer(constants.rhs(), -1, lhs))
                .or_else(|| neutral_integer(constants.rhs(), 0, rhs))
                .or_else(|| is_part(lhs, rhs))
                .or_else(|| is_part(rhs, lhs))
        })
    }
}

impl CanonicalizeOp for AndOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "std.and-of-zexti": AndOp(ZExtIOp($x), ZExtIOp($y)) => ZExtIOp(AndOp($x, $y))
                where same_type($x, $y);
            "std.and-of-sexti": AndOp(SExtIOp($x), SExtIOp($y)) => SExtIOp(AndOp($x, $y))
                where same_type($x, $y);
        });
    }
}

/// Bitwise or.
#[op(
    family = IntegerBinary,
    name = "std.or",
    traits(Commutative),
    implements(FoldOp, CanonicalizeOp, LowerTo<Llvm> = OneToOne<Self, llvm::OrOp>),
    upstream(name = "arith.ori")
)]
pub struct OrOp;

impl ScalarOp for OrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Or);
}

impl FoldOp for OrOp {
    fn fold(op: OrOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            let (lhs, rhs) = (op.lhs(), op.rhs());
            if are_complements(lhs, rhs) {
                let width = integer_width(op.context(), lhs.ty().element_or_self(op.context()))?;
                let ones = uniform_attr(op.context(), lhs.ty(), &ApInt::all_ones(width))?;
                return Some(FoldValue::Constant(ones));
            }
            same(lhs, rhs)
                .or_else(|| neutral_integer(constants.rhs(), 0, lhs))
                .or_else(|| neutral_integer(constants.rhs(), -1, rhs))
        })
    }
}

/// Whether one value is the other with all bits flipped.
pub(crate) fn are_complements(a: ValueRef<'_>, b: ValueRef<'_>) -> bool {
    let is_complement = |a: ValueRef<'_>, b: ValueRef<'_>| {
        a.defining::<XOrOp>().is_some_and(|xor| {
            let ones = |value: ValueRef<'_>| {
                is_integer(a.context(), constant_value(a.body(), value.id()), -1)
            };
            (xor.lhs() == b && ones(xor.rhs())) || (xor.rhs() == b && ones(xor.lhs()))
        })
    };
    is_complement(a, b) || is_complement(b, a)
}

/// The value that both operands are.
pub(crate) fn same(lhs: ValueRef<'_>, rhs: ValueRef<'_>) -> Option<FoldValue> {
    (lhs == rhs).then(|| value(lhs))
}

impl CanonicalizeOp for OrOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "std.or-of-zexti": OrOp(ZExtIOp($x), ZExtIOp($y)) => ZExtIOp(OrOp($x, $y))
                where same_type($x, $y);
            "std.or-of-sexti": OrOp(SExtIOp($x), SExtIOp($y)) => SExtIOp(OrOp($x, $y))
                where same_type($x, $y);
        });
    }
}

/// Bitwise exclusive or.
#[op(
    family = IntegerBinary,
    name = "std.xor",
    traits(Commutative),
    implements(FoldOp, CanonicalizeOp, LowerTo<Llvm> = OneToOne<Self, llvm::XOrOp>),
    upstream(name = "arith.xori")
)]
pub struct XOrOp;

impl ScalarOp for XOrOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::Xor);
}

impl FoldOp for XOrOp {
    fn fold(op: XOrOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            let (lhs, rhs) = (op.lhs(), op.rhs());
            if lhs == rhs {
                return zero(lhs);
            }
            neutral_integer(constants.rhs(), 0, lhs)
                .or_else(|| other_operand::<XOrOp>(lhs, rhs))
                .or_else(|| other_operand::<XOrOp>(rhs, lhs))
        })
    }
}

impl CanonicalizeOp for XOrOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "std.xor-of-zexti": XOrOp(ZExtIOp($x), ZExtIOp($y)) => ZExtIOp(XOrOp($x, $y))
                where same_type($x, $y);
            "std.xor-of-sexti": XOrOp(SExtIOp($x), SExtIOp($y)) => SExtIOp(XOrOp($x, $y))
                where same_type($x, $y);
        });
        set.add::<Self>("std.xor-negated-comparison", 1, invert_comparison);
    }
}

fn invert_comparison(op: XOrOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    if !is_minus_one(body, op.rhs(body)) {
        return Err("not all bits are flipped".into());
    }
    let compared = CmpIOp::defining(body, op.lhs(body)).ok_or("the operand is not a comparison")?;
    let predicate = compared.predicate(body);
    let (lhs, rhs, location) = (compared.lhs(body), compared.rhs(body), body.location(op.id()));
    rewriter.replace_op_with(op.id(), |rewriter| {
        CmpIOp::build(rewriter, location, predicate.inverse(), lhs, rhs)
    });
    Ok(())
}

/// Shift to the left.
#[op(
    family = IntegerBinary,
    name = "std.shift_left",
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::ShlOp>),
    properties = OVERFLOW_PROPERTIES,
    upstream(name = "arith.shli", format = "$lhs `,` $rhs custom<Overflow>() attr-dict `:` \
        type($result)")
)]
pub struct ShiftLeftOp;

impl ScalarOp for ShiftLeftOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftLeft);
}

impl FoldOp for ShiftLeftOp {
    fn fold(op: ShiftLeftOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_integer(constants.rhs(), 0, op.lhs())
        })
    }
}

/// Shift to the right that keeps the sign.
#[op(
    family = IntegerBinary,
    name = "std.shift_right_signed",
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::AShrOp>),
    properties = EXACT_PROPERTIES,
    upstream(name = "arith.shrsi", format = "$lhs `,` $rhs custom<Exact>() attr-dict `:` \
        type($result)")
)]
pub struct ShiftRightSignedOp;

impl ScalarOp for ShiftRightSignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftRightSigned);
}

impl FoldOp for ShiftRightSignedOp {
    fn fold(op: ShiftRightSignedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_integer(constants.rhs(), 0, op.lhs())
        })
    }
}

/// Shift to the right that fills with zeros.
#[op(
    family = IntegerBinary,
    name = "std.shift_right_unsigned",
    implements(FoldOp, LowerTo<Llvm> = OneToOne<Self, llvm::LShrOp>),
    properties = EXACT_PROPERTIES,
    upstream(name = "arith.shrui", format = "$lhs `,` $rhs custom<Exact>() attr-dict `:` \
        type($result)")
)]
pub struct ShiftRightUnsignedOp;

impl ScalarOp for ShiftRightUnsignedOp {
    const FUNCTION: ScalarFunction = ScalarFunction::Integer(IntegerFunction::ShiftRightUnsigned);
}

impl FoldOp for ShiftRightUnsignedOp {
    fn fold(op: ShiftRightUnsignedOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        fold_scalar::<Self>(op, constants.values(), || {
            neutral_integer(constants.rhs(), 0, op.lhs())
        })
    }
}

pub(crate) fn register_bitwise(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<AndOp>();
    dialect.op::<OrOp>();
    dialect.op::<XOrOp>();
    dialect.op::<ShiftLeftOp>();
    dialect.op::<ShiftRightSignedOp>();
    dialect.op::<ShiftRightUnsignedOp>();
}
