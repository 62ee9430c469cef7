//! Comparisons and selection.

use super::flags::{FAST_MATH, FAST_MATH_PROPERTIES};
use super::fold::{Bits, binary, elementwise, is_integer, uniform, uniform_attr};
use super::{SExtIOp, XOrOp, ZExtIOp};
use crate::to_llvm::{LowerToLlvm, OneToOne};
use mlir_lite::attributes::{ApInt, Attribute};
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{compare_floats, compare_integers, select};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::constant_value;
use mlir_lite::scalar::Float;
pub use mlir_lite::scalar::{CmpFPredicate, CmpIPredicate};
use mlir_lite::text::print_type;

/// Compares integers.
#[op(name = "std.cmpi", hooks(InterpretOp), traits(Pure, SameTypeOperands, SameOperandsAndResultShape),
     upstream(name = "arith.cmpi"), assembly = custom, verify, fold, canonicalize)]
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
#[op(name = "std.cmpf", hooks(InterpretOp), properties = FAST_MATH_PROPERTIES, traits(Pure, SameTypeOperands, SameOperandsAndResultShape), upstream(name = "arith.cmpf"), assembly = custom, verify, fold, canonicalize)]
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
pub(super) fn bool_type(ctx: &Context, ty: Type) -> Type {
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
    fn fold(op: CmpIOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
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
        match *constants {
            [Some(a), Some(b)] => {
                let value = binary(ctx, ty, a, b, |a: &ApInt, b: &ApInt| {
                    Some(ApInt::from_u64(1, predicate.holds(a, b).into()))
                });
                value.map_or(Fold::Unchanged, Fold::constant)
            }
            [Some(_), None] => {
                let swapped = predicate.swapped().attr(ctx);
                let (op, lhs, rhs) = (op.handle(), lhs.id(), rhs.id());
                Fold::in_place(move |body| {
                    op.set_lhs(body, rhs);
                    op.set_rhs(body, lhs);
                    op.set_predicate(body, swapped);
                })
            }
            _ => compared_truth(predicate, lhs, constants[1]).map_or(Fold::Unchanged, Fold::value),
        }
    }
}

/// The truth value that `value` is or is extended from, if comparing it with the constant says just that.
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
    fn fold(op: CmpFOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let ctx = op.context();
        let Some(predicate) = CmpFPredicate::from_attr(ctx, op.predicate()) else {
            return Fold::Unchanged;
        };
        let ty = op.result().ty();
        let truth = |holds: bool| ApInt::from_u64(1, holds.into());
        let is_nan =
            |index: usize| uniform::<Float>(ctx, constants[index]).is_some_and(Float::is_nan);
        let known = match predicate {
            CmpFPredicate::AlwaysFalse => Some(false),
            CmpFPredicate::AlwaysTrue => Some(true),
            _ if is_nan(0) || is_nan(1) => Some(predicate.holds(None)),
            _ => None,
        };
        let value = match (known, constants) {
            (Some(known), _) => uniform_attr(ctx, ty, &truth(known)),
            (None, &[Some(a), Some(b)]) => binary(ctx, ty, a, b, |a: &Float, b: &Float| {
                Some(truth(predicate.holds(a.order(*b))))
            }),
            _ => None,
        };
        value.map_or(Fold::Unchanged, Fold::constant)
    }
}

/// One of two values, by a condition; element by element where the condition
/// is a vector or tensor.
#[op(
    name = "std.select", hooks(InterpretOp, LowerToLlvm),
    traits(Pure),
    upstream(name = "arith.select"),
    assembly = custom,
    verify,
    fold,
    canonicalize
)]
pub struct SelectOp {
    /// The condition.
    #[operand]
    condition: BoolLike,
    /// The result if the condition holds.
    #[operand]
    true_value: AnyType,
    /// The result otherwise.
    #[operand]
    false_value: AnyType,
    /// The result.
    #[result]
    result: AnyType,
}

impl CustomAssembly for SelectOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let condition = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let true_value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let false_value = parser.parse_operand()?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let first = parser.parse_type()?;
        let (condition_type, ty) = match parser.parse_optional_punct(",") {
            true => (first, parser.parse_type()?),
            false => (Type::I1, first),
        };
        let values = [
            parser.resolve(&condition, condition_type)?,
            parser.resolve(&true_value, ty)?,
            parser.resolve(&false_value, ty)?,
        ];
        parser.add_operands(&values);
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: SelectOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operands([op.condition(), op.true_value(), op.false_value()]);
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        if op.condition().ty() != Type::I1 {
            printer.ty(op.condition().ty());
            printer.write(", ");
        }
        printer.ty(op.result().ty());
    }
}

impl VerifyOp for SelectOp {
    fn verify(op: SelectOpRef<'_>, diagnostics: &mut Diagnostics) {
        let [condition, a, b] =
            [op.condition(), op.true_value(), op.false_value()].map(ValueRef::ty);
        let result = op.result().ty();
        if a != b || a != result {
            diagnostics.error(op.op_error("requires the same type for both values and the result"));
        } else if condition != Type::I1 && condition != bool_type(op.context(), result) {
            diagnostics
                .error(op.op_error("requires a condition 'i1', or one in the shape of the result"));
        }
    }
}

impl OneToOne for SelectOp {
    type Llvm = llvm::SelectOp;
}

impl InterpretOp for SelectOp {
    fn interpret<'b>(op: SelectOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        select(m, op.op())
    }
}

impl FoldOp for SelectOp {
    fn fold(op: SelectOpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
        let ctx = op.context();
        let (condition, a, b, ty) =
            (op.condition(), op.true_value(), op.false_value(), op.result().ty());
        if a == b {
            return Fold::value(a);
        }
        if let Some(holds) = uniform::<ApInt>(ctx, constants[0]) {
            return Fold::value(if holds.is_zero() { b } else { a });
        }
        if let (Some(condition), Some(a), Some(b)) = (constants[0], constants[1], constants[2]) {
            let chosen = elementwise(
                ctx,
                ty,
                Some(condition),
                &[a, b],
                |condition: Option<&ApInt>, values: &[&Bits]| {
                    Some(values[usize::from(condition?.is_zero())].clone())
                },
            );
            return chosen.map_or(Fold::Unchanged, Fold::constant);
        }
        // c ? true : false
        if ty == condition.ty()
            && is_integer(ctx, constants[1], 1)
            && is_integer(ctx, constants[2], 0)
        {
            return Fold::value(condition);
        }
        if let Some(not) = condition.defining::<XOrOp>()
            && is_integer(ctx, constant_value(op.body(), not.rhs().id()), -1)
        {
            let (op, condition, a, b) = (op.handle(), not.lhs().id(), a.id(), b.id());
            return Fold::in_place(move |body| {
                op.set_condition(body, condition);
                op.set_true_value(body, b);
                op.set_false_value(body, a);
            });
        }
        equal_choice(condition, a, b).map_or(Fold::Unchanged, Fold::value)
    }
}

/// `x == y ? x : y` is `y`, and `x != y ? x : y` is `x`.
fn equal_choice<'b>(
    condition: ValueRef<'b>,
    a: ValueRef<'b>,
    b: ValueRef<'b>,
) -> Option<ValueRef<'b>> {
    let compared = condition.defining::<CmpIOp>()?;
    let (lhs, rhs) = (compared.lhs(), compared.rhs());
    if (lhs, rhs) != (a, b) && (lhs, rhs) != (b, a) {
        return None;
    }
    match CmpIPredicate::from_attr(condition.context(), compared.predicate())? {
        CmpIPredicate::Eq => Some(b),
        CmpIPredicate::Ne => Some(a),
        _ => None,
    }
}

pub(super) fn register_compare(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<CmpIOp>();
    dialect.op::<CmpFOp>();
    dialect.op::<SelectOp>();
}
