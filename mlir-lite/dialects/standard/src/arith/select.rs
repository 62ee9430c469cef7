//! One of two values, by a condition.

use crate::arith::compare::bool_type;
use crate::arith::poison::is_poison;
use crate::to_llvm::{Llvm, OneToOne};
use crate::{CmpIOp, ConstantOp, XOrOp, ZExtIOp};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::{Bits, elementwise_with, is_integer, uniform, uniform_attr};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::select;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::{
    CanonicalizeOp, MatchResult, PatternRewriter, RewritePatternSet, constant_value,
};
use mlir_lite::scalar::CmpIPredicate;
use mlir_lite::scalar::IntegerRange;

/// One of two values, by a condition; element by element where the condition
/// is a vector or tensor.
///
/// ```mlir
/// %least = select %less, %a, %b : f32
/// ```
#[op(
    name = "std.select",
    traits(Pure),
    implements(
        CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, SelectLikeOpInterface,
        InferIntRangeInterface,
        LowerTo<Llvm> = OneToOne<Self, llvm::SelectOp>,
    ),
    upstream(name = "arith.select")
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

impl InferIntRangeInterface for SelectOp {
    fn result_range(
        op: SelectOpRef<'_>,
        operands: &[Option<IntegerRange>],
    ) -> Option<IntegerRange> {
        match Self::same_operand(op, operands) {
            Some(index) => operands[index],
            None => {
                let &[_, first, second] = operands else { return None };
                Some(first?.union(second?))
            }
        }
    }

    fn same_operand(_: SelectOpRef<'_>, operands: &[Option<IntegerRange>]) -> Option<usize> {
        let condition = operands.first().copied()??.as_constant()?;
        Some(if condition == 0 { 2 } else { 1 })
    }
}

impl SelectLikeOpInterface for SelectOp {
    fn condition(op: SelectOpRef<'_>) -> ValueId {
        SelectOpRef::condition(op).id()
    }

    fn true_value(op: SelectOpRef<'_>) -> ValueId {
        SelectOpRef::true_value(op).id()
    }

    fn false_value(op: SelectOpRef<'_>) -> ValueId {
        SelectOpRef::false_value(op).id()
    }
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

impl InterpretOp for SelectOp {
    fn interpret<'b>(op: SelectOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        select(m, op.op())
    }
}

impl FoldOp for SelectOp {
    fn fold(op: SelectOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let (condition, a, b, ty) =
            (op.condition(), op.true_value(), op.false_value(), op.result().ty());
        if a == b {
            return Fold::value(a);
        }
        // A poison operand may be replaced by any value.
        if is_poison(ctx, constants.false_value()) {
            return Fold::value(a);
        }
        if is_poison(ctx, constants.true_value()) {
            return Fold::value(b);
        }
        if let Some(holds) = uniform::<ApInt>(ctx, constants.condition()) {
            return Fold::value(if holds.is_zero() { b } else { a });
        }
        if let (Some(condition), Some(a), Some(b)) =
            (constants.condition(), constants.true_value(), constants.false_value())
        {
            let chosen = elementwise_with(
                ctx,
                ty,
                Some(condition),
                &[a, b],
                |condition: Option<&ApInt>, values: &[&Bits]| {
                    Some(values[usize::from(condition?.is_zero())].clone())
                },
            );
            return chosen.into();
        }
        // c ? true : false
        if ty == condition.ty()
            && is_integer(ctx, constants.true_value(), 1)
            && is_integer(ctx, constants.false_value(), 0)
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

impl CanonicalizeOp for SelectOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "std.select-same-condition-true":
                SelectOp($c, SelectOp($c, $x, _), $z) => SelectOp($c, $x, $z);
            "std.select-same-condition-false":
                SelectOp($c, $x, SelectOp($c, _, $z)) => SelectOp($c, $x, $z);
        });
        set.add::<Self>("std.select-of-booleans", 1, choose_number);
        set.add::<Self>("std.select-nested", 1, join_choices);
    }
}

/// `a ? (b ? x : y) : y` is `(a ? b : false) ? x : y`, and `a ? x : (b ? x : y)` is
/// `(a ? true : b) ? x : y`. `a & b` and `a | b` would be poison where only `b` is, which did not
/// matter where `a` decides.
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
            let both = decided(rewriter, outer, condition, false);
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
            let either = decided(rewriter, outer, condition, true);
            let ty = rewriter.body().ty(a);
            SelectOp::build(rewriter, location, either, a, y, ty)
        });
        return Ok(());
    }
    Err("no operand is a choice between the same values".into())
}

/// `b` where `a` does not decide: of `false` it is the conjunction, of `true` the disjunction.
fn decided(rewriter: &mut PatternRewriter<'_>, a: ValueId, b: ValueId, by: bool) -> ValueId {
    let ty = rewriter.body().ty(a);
    let number = ApInt::from_u64(1, by.into());
    let Some(value) = uniform_attr(rewriter.context(), ty, &number) else { return b };
    let known = ConstantOp::create(rewriter, value, ty);
    let (x, y) = if by { (known, b) } else { (b, known) };
    SelectOp::create(rewriter, a, x, y, ty)
}

/// `c ? 0 : 1` of booleans is `!c`; `c ? 1 : 0` of wider integers is `c` extended.
fn choose_number(op: SelectOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let (condition, location) = (op.condition(body), body.location(op.id()));
    let ty = body.ty(op.result(body));
    let number = |value| {
        uniform::<ApInt>(&ctx, constant_value(body, value))
            .ok_or("a value is not a constant integer")
    };
    let (a, b) = (number(op.true_value(body))?, number(op.false_value(body))?);
    if !has_bool_type(body, condition) || ty.shape(&ctx) != body.ty(condition).shape(&ctx) {
        return Err("the condition is of another shape".into());
    }
    if ty == body.ty(condition) && a.is_zero() && b.is_one() {
        let ones = uniform_attr(&ctx, ty, &ApInt::all_ones(1)).ok_or("the shape is not known")?;
        let ones = ConstantOp::create(rewriter, ones, ty);
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
    match compared.predicate() {
        CmpIPredicate::Eq => Some(b),
        CmpIPredicate::Ne => Some(a),
        _ => None,
    }
}

fn has_bool_type(body: &Body, value: ValueId) -> bool {
    body.ty(value).element_or_self(body.context()) == Type::I1
}

pub(crate) fn register_select(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<SelectOp>();
}
