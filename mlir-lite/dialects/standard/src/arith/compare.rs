//! Comparisons of integers and of floats.

use crate::arith::rules::extended_alike;
use crate::flags::{FAST_MATH, FAST_MATH_PROPERTIES};
use crate::fold::Number;
use crate::fold::{binary, integer_width, uniform, uniform_attr};
use crate::to_llvm::flags::keep_flags;
use crate::to_llvm::unroll::{NOT_ALIKE, unrolled};
use crate::to_llvm::{LowerToLlvm, StdToLlvmOptions};
use crate::{ConstantOp, SExtIOp, SIToFPOp, UIToFPOp, ZExtIOp};
use mlir_lite::attributes::ApInt;
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{compare_floats, compare_integers};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use mlir_lite::scalar::Float;
pub use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};
use mlir_lite::text::print_type;

/// Compares integers.
#[op(
    name = "std.cmpi",
    hooks(InterpretOp, LowerToLlvm),
    traits(Pure, SameTypeOperands, SameOperandsAndResultShape),
    upstream(name = "arith.cmpi"),
    assembly = custom,
    verify,
    fold,
    canonicalize
)]
pub struct CmpIOp {
    /// A [`CmpIPredicate`].
    #[attr]
    predicate: I64Attr,
    /// The left operand.
    #[operand]
    lhs: SignlessIntegerLike,
    /// The right operand.
    #[operand]
    rhs: SignlessIntegerLike,
    /// Whether the predicate holds.
    #[result]
    result: BoolLike,
}

/// Compares floats.
#[op(
    name = "std.cmpf",
    hooks(InterpretOp, LowerToLlvm),
    properties = FAST_MATH_PROPERTIES,
    traits(Pure, SameTypeOperands, SameOperandsAndResultShape),
    upstream(name = "arith.cmpf"),
    assembly = custom,
    verify,
    fold,
    canonicalize
)]
pub struct CmpFOp {
    /// A [`CmpFPredicate`].
    #[attr]
    predicate: I64Attr,
    /// The left operand.
    #[operand]
    lhs: FloatLike,
    /// The right operand.
    #[operand]
    rhs: FloatLike,
    /// Whether the predicate holds.
    #[result]
    result: BoolLike,
}

impl CmpIOp {
    /// Compares two integers or indices.
    pub fn create(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        predicate: CmpIPredicate,
        lhs: ValueId,
        rhs: ValueId,
    ) -> Self {
        let predicate = predicate.attr(builder.context());
        let ty = bool_type(builder.context(), builder.body().ty(lhs));
        Self::build(builder, location, predicate, lhs, rhs, ty)
    }
}

impl CmpFOp {
    /// Compares two floats.
    pub fn create(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        predicate: CmpFPredicate,
        lhs: ValueId,
        rhs: ValueId,
    ) -> Self {
        let predicate = predicate.attr(builder.context());
        let ty = bool_type(builder.context(), builder.body().ty(lhs));
        Self::build(builder, location, predicate, lhs, rhs, ty)
    }
}

/// `i1`, in the shape of `ty`.
pub(crate) fn bool_type(ctx: &Context, ty: Type) -> Type {
    use mlir_lite::types::TypeKind;
    match ty.kind(ctx) {
        TypeKind::Vector { shape, scalable, .. } => {
            ctx.scalable_vector_type(shape, scalable, Type::I1)
        }
        TypeKind::RankedTensor { shape, .. } => ctx.tensor_type(shape, Type::I1),
        TypeKind::UnrankedTensor(_) => ctx.unranked_tensor_type(Type::I1),
        _ => Type::I1,
    }
}

/// `"slt", %a, %b : i32`; the predicate with quotes or without.
fn parse_comparison(
    parser: &mut OpAsmParser<'_, '_>,
    number: impl Fn(&str) -> Option<usize>,
    names: &str,
) -> Parsed<()> {
    let position = parser.position();
    let name = if parser.at_string() {
        parser.parse_string()?
    } else {
        parser.parse_any_keyword()?.to_string()
    };
    let Some(number) = number(&name) else {
        let message = format!("unknown comparison predicate \"{name}\": expected one of {names}");
        return Err(parser.error(position, message));
    };
    let predicate = parser.context().i64_attr(number as i64);
    parser.set_attr("predicate", predicate);
    parser.parse_punct(",")?;
    let lhs = parser.parse_operand()?;
    parser.parse_punct(",")?;
    let rhs = parser.parse_operand()?;
    FAST_MATH.parse(parser)?;
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let ty = parser.parse_type()?;
    let values = [parser.resolve(&lhs, ty)?, parser.resolve(&rhs, ty)?];
    parser.add_operands(&values);
    let result = bool_type(parser.context(), ty);
    parser.add_result_type(result);
    Ok(())
}

fn print_comparison<'b>(
    op: OpRef<'b>,
    [lhs, rhs]: [ValueRef<'b>; 2],
    predicate: Option<&str>,
    printer: &mut OpAsmPrinter<'_, 'b>,
) {
    printer.write(" ");
    let predicate = predicate.unwrap_or("unknown");
    if printer.is_upstream() {
        printer.write(predicate)
    } else {
        printer.string(predicate.as_bytes())
    }
    printer.write(", ");
    printer.operands([lhs, rhs]);
    if printer.is_upstream() && op.attr_named(FAST_MATH.attr).is_some() {
        printer.write(" ");
        FAST_MATH.print(op, printer);
        printer.attr_dict(op, &["predicate", FAST_MATH.attr]);
    } else {
        printer.attr_dict(op, &["predicate"]);
    }
    printer.write(" : ");
    printer.ty(lhs.ty());
}

fn list(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

impl CustomAssembly for CmpIOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let number =
            |name: &str| CmpIPredicate::symbolize(name).map(|predicate| predicate as usize);
        parse_comparison(parser, number, &list(CmpIPredicate::cases().map(CmpIPredicate::text)))
    }

    fn print<'b>(op: CmpIOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let predicate = CmpIPredicate::from_attr(op.context(), op.predicate());
        let predicate = predicate.map(CmpIPredicate::text);
        print_comparison(op.op(), [op.lhs(), op.rhs()], predicate, printer);
    }
}

impl CustomAssembly for CmpFOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let number =
            |name: &str| CmpFPredicate::symbolize(name).map(|predicate| predicate as usize);
        parse_comparison(parser, number, &list(CmpFPredicate::cases().map(CmpFPredicate::text)))
    }

    fn print<'b>(op: CmpFOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let predicate = CmpFPredicate::from_attr(op.context(), op.predicate());
        let predicate = predicate.map(CmpFPredicate::text);
        print_comparison(op.op(), [op.lhs(), op.rhs()], predicate, printer);
    }
}

/// Checks the type of the result, and that the predicate is one of so many.
fn verify_comparison(
    op: OpRef<'_>,
    (operand, result): (ValueRef<'_>, ValueRef<'_>),
    (is_known, count): (bool, usize),
    diagnostics: &mut Diagnostics,
) {
    if !is_known {
        diagnostics.error(op.op_error(format_args!("expects a predicate from 0 to {}", count - 1)));
    }
    let (wanted, found) = (bool_type(op.context(), operand.ty()), result.ty());
    if found != wanted {
        let (wanted, found) = (print_type(op.context(), wanted), print_type(op.context(), found));
        diagnostics.error(
            op.op_error(format_args!("expects a result of type '{wanted}', found '{found}'")),
        );
    }
}

impl VerifyOp for CmpIOp {
    fn verify(op: CmpIOpRef<'_>, diagnostics: &mut Diagnostics) {
        let is_known = CmpIPredicate::from_attr(op.context(), op.predicate()).is_some();
        let predicates = (is_known, CmpIPredicate::cases().count());
        verify_comparison(op.op(), (op.lhs(), op.result()), predicates, diagnostics);
    }
}

impl VerifyOp for CmpFOp {
    fn verify(op: CmpFOpRef<'_>, diagnostics: &mut Diagnostics) {
        let is_known = CmpFPredicate::from_attr(op.context(), op.predicate()).is_some();
        let predicates = (is_known, CmpFPredicate::cases().count());
        verify_comparison(op.op(), (op.lhs(), op.result()), predicates, diagnostics);
    }
}

impl InterpretOp for CmpIOp {
    fn interpret<'b>(op: CmpIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let predicate = CmpIPredicate::from_attr(op.context(), op.predicate());
        let unknown = || Trap::new("cannot be interpreted: the predicate is unknown");
        compare_integers(m, op.op(), predicate.ok_or_else(unknown)?)
    }
}

impl FoldOp for CmpIOp {
    fn fold(op: CmpIOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let Some(predicate) = CmpIPredicate::from_attr(ctx, op.predicate()) else {
            return Fold::Unchanged;
        };
        let (lhs, rhs, ty) = (op.lhs(), op.rhs(), op.result().ty());
        if lhs == rhs {
            let holds = predicate.holds(&ApInt::zero(1), &ApInt::zero(1));
            let value = uniform_attr(ctx, ty, &ApInt::from_u64(1, holds.into()));
            return value.map_or(Fold::Unchanged, Fold::constant);
        }
        match (constants.lhs(), constants.rhs()) {
            (Some(a), Some(b)) => {
                let value = binary(ctx, ty, a, b, |a: &ApInt, b: &ApInt| {
                    Some(ApInt::from_u64(1, predicate.holds(a, b).into()))
                });
                value.map_or(Fold::Unchanged, Fold::constant)
            }
            (Some(_), None) => {
                let swapped = predicate.swapped().attr(ctx);
                let (op, lhs, rhs) = (op.handle(), lhs.id(), rhs.id());
                Fold::in_place(move |body| {
                    op.set_lhs(body, rhs);
                    op.set_rhs(body, lhs);
                    op.set_predicate(body, swapped);
                })
            }
            _ => {
                compared_truth(predicate, lhs, constants.rhs()).map_or(Fold::Unchanged, Fold::value)
            }
        }
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

impl LowerToLlvm for CmpIOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("cmpi-to-llvm", 1, |op, operands, rewriter| {
            let location = rewriter.body().location(op.id());
            let predicate =
                CmpIPredicate::from_attr(rewriter.context(), op.predicate(rewriter.body()));
            let predicate = predicate.ok_or("the predicate is not known")?;
            let ty = rewriter.convert_type(rewriter.body().ty(op.result(rewriter.body())))?;
            let result = unrolled(
                rewriter,
                location,
                ty,
                [operands.lhs(), operands.rhs()],
                &mut |rewriter, [lhs, rhs], ty| {
                    let op = llvm::ICmpOp::build(rewriter, location, predicate, lhs, rhs, ty);
                    op.result(rewriter.body())
                },
            );
            rewriter.replace_op(op.id(), &[result.ok_or(NOT_ALIKE)?]);
            Ok(())
        });
    }
}

/// The truth value that `value` is or is extended from, if comparing it with the constant says just
/// that.
fn compared_truth<'b>(
    predicate: CmpIPredicate,
    value: ValueRef<'b>,
    constant: Option<Attribute>,
) -> Option<ValueRef<'b>> {
    let ctx = value.context();
    let is_truth = |value: ValueRef<'_>| value.ty().element_or_self(ctx) == Type::I1;
    let constant = uniform::<ApInt>(ctx, constant)?;
    if is_truth(value) {
        let is_same = match predicate {
            CmpIPredicate::Eq => !constant.is_zero(),
            CmpIPredicate::Ne => constant.is_zero(),
            _ => false,
        };
        return is_same.then_some(value);
    }
    let (source, one) = match (value.defining::<SExtIOp>(), value.defining::<ZExtIOp>()) {
        (Some(extended), _) => (extended.operand(), constant.is_all_ones()),
        (_, Some(extended)) => (extended.operand(), constant.is_one()),
        _ => return None,
    };
    let is_same = match predicate {
        CmpIPredicate::Eq => one,
        CmpIPredicate::Ne => constant.is_zero(),
        _ => false,
    };
    (is_same && is_truth(source)).then_some(source)
}

impl InterpretOp for CmpFOp {
    fn interpret<'b>(op: CmpFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let predicate = CmpFPredicate::from_attr(op.context(), op.predicate());
        let unknown = || Trap::new("cannot be interpreted: the predicate is unknown");
        compare_floats(m, op.op(), predicate.ok_or_else(unknown)?)
    }
}

impl FoldOp for CmpFOp {
    fn fold(op: CmpFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let Some(predicate) = CmpFPredicate::from_attr(ctx, op.predicate()) else {
            return Fold::Unchanged;
        };
        let ty = op.result().ty();
        let truth = |holds: bool| ApInt::from_u64(1, holds.into());
        let is_nan = |side| uniform::<Float>(ctx, side).is_some_and(Float::is_nan);
        let known = match predicate {
            CmpFPredicate::AlwaysFalse => Some(false),
            CmpFPredicate::AlwaysTrue => Some(true),
            _ if is_nan(constants.lhs()) || is_nan(constants.rhs()) => Some(predicate.holds(None)),
            _ => None,
        };
        let value = match (known, constants.values()) {
            (Some(known), _) => uniform_attr(ctx, ty, &truth(known)),
            (None, &[Some(a), Some(b)]) => binary(ctx, ty, a, b, |a: &Float, b: &Float| {
                Some(truth(predicate.holds(a.order(*b))))
            }),
            _ => None,
        };
        value.map_or(Fold::Unchanged, Fold::constant)
    }
}

impl CanonicalizeOp for CmpFOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("comparison of an integer with a constant", 1, compare_as_integer);
    }
}

/// An integer that the float format holds is compared with a constant as it is; the constant is
/// rounded to the side that gives the same answer.
fn compare_as_integer(op: CmpFOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let other = "it is not an integer that is compared with a number";
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

impl LowerToLlvm for CmpFOp {
    fn lower(patterns: &mut ConversionPatternSet, _: &StdToLlvmOptions) {
        patterns.add::<Self>("cmpf-to-llvm", 1, |op, operands, rewriter| {
            let old = op.id();
            let location = rewriter.body().location(op.id());
            let predicate =
                CmpFPredicate::from_attr(rewriter.context(), op.predicate(rewriter.body()));
            let predicate = predicate.ok_or("the predicate is not known")?;
            let ty = rewriter.convert_type(rewriter.body().ty(op.result(rewriter.body())))?;
            let result = unrolled(
                rewriter,
                location,
                ty,
                [operands.lhs(), operands.rhs()],
                &mut |rewriter, [lhs, rhs], ty| {
                    let op = llvm::FCmpOp::build(rewriter, location, predicate, lhs, rhs, None, ty);
                    keep_flags(rewriter, old, op.id());
                    op.result(rewriter.body())
                },
            );
            rewriter.replace_op(op.id(), &[result.ok_or(NOT_ALIKE)?]);
            Ok(())
        });
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

pub(crate) fn register_compare(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<CmpIOp>();
    dialect.op::<CmpFOp>();
}
