//! Comparisons of integers and of floats.

use crate::arith::rules::extended_alike;
use crate::flags::{FAST_MATH_PROPERTIES, FastMath, FlagsAttr};
use crate::to_llvm::flags::flagged;
use crate::to_llvm::unroll::unrolled;
use crate::to_llvm::{Llvm, Lowered, NewResults, Rewriter};
use crate::{ConstantOp, SExtIOp, SIToFPOp, UIToFPOp, ZExtIOp};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{Number, binary, integer_width, uniform, uniform_attr};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{compare_floats, compare_integers};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
pub use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};
use mlir_lite::scalar::{Float, IntegerRange};
use mlir_lite::text::asm::UnresolvedOperand;

/// Compares integers.
///
/// ```mlir
/// %less = cmpi "slt", %a, %b : i32
/// ```
#[op(
    name = "std.cmpi",
    traits(
        Pure,
        SameTypeOperands,
        SameOperandsAndResultShape,
        TypesMatchWith("result type has i1 element type and same shape as operands",
            lhs, result, bool_type_of)
    ),
    implements(
        CustomAssembly, FoldOp, CanonicalizeOp, InterpretOp, InferIntRangeInterface, LowerTo<Llvm>
    ),
    upstream(name = "arith.cmpi")
)]
pub struct CmpIOp {
    /// How the operands are compared.
    #[attr(typed)]
    predicate: CmpIPredicate,
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
///
/// ```mlir
/// %less = cmpf "olt", %a, %b : f64
/// ```
#[op(
    name = "std.cmpf",
    properties = FAST_MATH_PROPERTIES,
    traits(
        Pure,
        SameTypeOperands,
        SameOperandsAndResultShape,
        TypesMatchWith("result type has i1 element type and same shape as operands",
            lhs, result, bool_type_of)
    ),
    implements(CustomAssembly, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Llvm>),
    upstream(name = "arith.cmpf")
)]
pub struct CmpFOp {
    /// How the operands are compared.
    #[attr(typed)]
    predicate: CmpFPredicate,
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

impl InferIntRangeInterface for CmpIOp {
    fn result_range(op: CmpIOpRef<'_>, operands: &[Option<IntegerRange>]) -> Option<IntegerRange> {
        let [lhs, rhs] = operands else { return None };
        let holds = (*lhs)?.compare(op.predicate(), (*rhs)?)?;
        IntegerRange::constant(1, i64::from(holds))
    }
}

/// `i1`, in the shape of `ty`.
pub(crate) fn bool_type(ctx: &Context, ty: Type) -> Type {
    with_element(ctx, ty, Type::I1)
}

/// A type in the shape of `ty`.
pub(crate) fn with_element(ctx: &Context, ty: Type, element: Type) -> Type {
    use mlir_lite::types::TypeKind;
    match ty.kind(ctx) {
        TypeKind::Vector { shape, scalable, .. } => {
            ctx.scalable_vector_type(shape, scalable, element)
        }
        TypeKind::RankedTensor { shape, encoding, .. } => ctx.intern_type(TypeKind::RankedTensor {
            shape: shape.clone(),
            element,
            encoding: *encoding,
        }),
        TypeKind::UnrankedTensor(_) => ctx.unranked_tensor_type(element),
        _ => element,
    }
}

/// As [`bool_type`], for a relation between types.
pub(crate) fn bool_type_of(ctx: &Context, ty: Type) -> Option<Type> {
    Some(bool_type(ctx, ty))
}

/// `"slt", %a, %b`; the predicate with quotes or without.
fn parse_compared<'s, P: EnumAttribute>(
    parser: &mut OpAsmParser<'_, 's>,
) -> Parsed<[UnresolvedOperand<'s>; 2]> {
    let position = parser.position();
    let name = if parser.at_string() {
        parser.parse_string()?
    } else {
        parser.parse_any_keyword()?.to_string()
    };
    let Some(predicate) = P::symbolize(&name) else {
        let names: Vec<&str> = P::cases().map(P::text).collect();
        let names = names.join(", ");
        let message = format!("unknown comparison predicate \"{name}\": expected one of {names}");
        return Err(parser.error(position, message));
    };
    let predicate = predicate.attribute(parser.context());
    parser.set_attr("predicate", predicate);
    parser.parse_punct(",")?;
    let lhs = parser.parse_operand()?;
    parser.parse_punct(",")?;
    Ok([lhs, parser.parse_operand()?])
}

/// ` {a = 1} : i32`: what follows the operands.
fn parse_type_of_comparison<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    [lhs, rhs]: [UnresolvedOperand<'s>; 2],
) -> Parsed<()> {
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let ty = parser.parse_type()?;
    let values = [parser.resolve(&lhs, ty)?, parser.resolve(&rhs, ty)?];
    parser.add_operands(&values);
    let result = bool_type(parser.context(), ty);
    parser.add_result_type(result);
    Ok(())
}

fn print_compared<'b>(
    [lhs, rhs]: [ValueRef<'b>; 2],
    predicate: &str,
    printer: &mut OpAsmPrinter<'_, 'b>,
) {
    printer.write(" ");
    if printer.is_upstream() {
        printer.write(predicate)
    } else {
        printer.string(predicate.as_bytes())
    }
    printer.write(", ");
    printer.operands([lhs, rhs]);
}

impl CustomAssembly for CmpIOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let operands = parse_compared::<CmpIPredicate>(parser)?;
        parse_type_of_comparison(parser, operands)
    }

    fn print<'b>(op: CmpIOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_compared([op.lhs(), op.rhs()], op.predicate().text(), printer);
        printer.attr_dict(op.op(), &["predicate"]);
        printer.write(" : ");
        printer.ty(op.lhs().ty());
    }
}

impl CustomAssembly for CmpFOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let operands = parse_compared::<CmpFPredicate>(parser)?;
        FastMath::parse_flags(parser)?;
        parse_type_of_comparison(parser, operands)
    }

    fn print<'b>(op: CmpFOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_compared([op.lhs(), op.rhs()], op.predicate().text(), printer);
        if printer.is_upstream() && FastMath::of(op.op()).is_some() {
            printer.write(" ");
            FastMath::print_flags(op.op(), printer);
            printer.attr_dict(op.op(), &["predicate", FastMath::NAME]);
        } else {
            printer.attr_dict(op.op(), &["predicate"]);
        }
        printer.write(" : ");
        printer.ty(op.lhs().ty());
    }
}

impl InterpretOp for CmpIOp {
    fn interpret<'b>(op: CmpIOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        compare_integers(m, op.op(), op.predicate())
    }
}

impl FoldOp for CmpIOp {
    fn fold(op: CmpIOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, predicate) = (op.context(), op.predicate());
        let (lhs, rhs, ty) = (op.lhs(), op.rhs(), op.result().ty());
        if lhs == rhs {
            let holds = predicate.holds(&ApInt::zero(1), &ApInt::zero(1));
            let value = uniform_attr(ctx, ty, &ApInt::from_u64(1, holds.into()));
            return value.into();
        }
        match (constants.lhs(), constants.rhs()) {
            (Some(a), Some(b)) => {
                let value = binary(ctx, ty, a, b, |a: &ApInt, b: &ApInt| {
                    Some(ApInt::from_u64(1, predicate.holds(a, b).into()))
                });
                value.into()
            }
            (Some(_), None) => {
                let swapped = predicate.swapped();
                let (op, lhs, rhs) = (op.handle(), lhs.id(), rhs.id());
                Fold::in_place(move |body| {
                    op.set_lhs(body, rhs);
                    op.set_rhs(body, lhs);
                    op.set_predicate(body, swapped);
                })
            }
            _ => {
                compared_bool(predicate, lhs, constants.rhs()).map_or(Fold::Unchanged, Fold::value)
            }
        }
    }
}

// Comparisons

impl CanonicalizeOp for CmpIOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.cmpi-of-extensions", 1, compare_before_extending);
    }
}

fn compare_before_extending(op: CmpIOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let (predicate, op_view) = (op.predicate(body), op.on(body));
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
        CmpIOp::build(rewriter, location, predicate, lhs, rhs)
    });
    Ok(())
}

impl LowerTo<Llvm> for CmpIOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (predicate, ty) = (op.predicate(b.body()), b.converted_type(op.result(b.body()))?);
        let operands = [operands.lhs(), operands.rhs()];
        unrolled(b, ty, operands, &mut |b, [lhs, rhs], ty| {
            llvm::ICmpOp::create(b, predicate, lhs, rhs, ty)
        })
        .map(NewResults::from)
    }
}

/// The boolean that `value` is or is extended from, if comparing it with the constant is the same
/// as the boolean.
fn compared_bool<'b>(
    predicate: CmpIPredicate,
    value: ValueRef<'b>,
    constant: Option<Attribute>,
) -> Option<ValueRef<'b>> {
    let ctx = value.context();
    let is_bool = |value: ValueRef<'_>| value.ty().element_or_self(ctx) == Type::I1;
    let constant = uniform::<ApInt>(ctx, constant)?;
    if is_bool(value) {
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
    (is_same && is_bool(source)).then_some(source)
}

impl InterpretOp for CmpFOp {
    fn interpret<'b>(op: CmpFOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        compare_floats(m, op.op(), op.predicate())
    }
}

impl FoldOp for CmpFOp {
    fn fold(op: CmpFOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, predicate) = (op.context(), op.predicate());
        let ty = op.result().ty();
        let boolean = |holds: bool| ApInt::from_u64(1, holds.into());
        let is_nan = |side| uniform::<Float>(ctx, side).is_some_and(Float::is_nan);
        let known = match predicate {
            CmpFPredicate::AlwaysFalse => Some(false),
            CmpFPredicate::AlwaysTrue => Some(true),
            _ if is_nan(constants.lhs()) || is_nan(constants.rhs()) => Some(predicate.holds(None)),
            _ => None,
        };
        let value = match (known, constants.values()) {
            (Some(known), _) => uniform_attr(ctx, ty, &boolean(known)),
            (None, &[Some(a), Some(b)]) => binary(ctx, ty, a, b, |a: &Float, b: &Float| {
                Some(boolean(predicate.holds(a.order(*b))))
            }),
            _ => None,
        };
        value.into()
    }
}

impl CanonicalizeOp for CmpFOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.cmpf-of-integer", 1, compare_as_integer);
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
    let order = match op.predicate(body) {
        F::Oeq | F::Ueq => Order::Equal,
        F::One | F::Une => Order::NotEqual,
        F::Olt | F::Ult => Order::Less,
        F::Ole | F::Ule => Order::LessOrEqual,
        F::Ogt | F::Ugt => Order::Greater,
        F::Oge | F::Uge => Order::GreaterOrEqual,
        F::Ord => return replace_by_bool(op, true, rewriter),
        F::Uno => return replace_by_bool(op, false, rewriter),
        F::AlwaysFalse | F::AlwaysTrue => return Err(other.into()),
    };
    let (rounded, predicate) = match order {
        Order::Equal | Order::NotEqual if limit.fract() != 0.0 => {
            return replace_by_bool(op, order == Order::NotEqual, rewriter);
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
        return replace_by_bool(op, holds, rewriter);
    };
    let constant = ConstantOp::create(rewriter, ctx.apint_attr(ty, constant), ty);
    rewriter.replace_op_with(op.id(), |rewriter| {
        CmpIOp::build(rewriter, location, predicate, integer, constant)
    });
    Ok(())
}

fn replace_by_bool(op: CmpFOp, holds: bool, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let (location, value) =
        (rewriter.body().location(op.id()), rewriter.context().bool_attr(holds));
    rewriter.replace_op_with(op.id(), |rewriter| {
        ConstantOp::build(rewriter, location, value, Type::I1)
    });
    Ok(())
}

impl LowerTo<Llvm> for CmpFOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let (predicate, ty) = (op.predicate(b.body()), b.converted_type(op.result(b.body()))?);
        let operands = [operands.lhs(), operands.rhs()];
        unrolled(b, ty, operands, &mut |b, [lhs, rhs], ty| {
            let compared = llvm::FCmpOp::create(b, predicate, lhs, rhs, None, ty);
            flagged(b, op.id(), compared)
        })
        .map(NewResults::from)
    }
}

/// How a comparison of numbers that are not NaN reads.
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
