//! Comparisons of numbers of type `index`.

use crate::index::{
    IndexMaxSOp, IndexMaxUOp, IndexMinSOp, IndexMinUOp, IndexSubOp, WIDTH, alike_in_both_widths,
};
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::analysis::dataflow::InferIntRangeInterface;
use mlir_lite::attributes::ApInt;
use mlir_lite::constants::is_integer;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::arithmetic::{ScalarOp, compare_integers};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::scalar::{CmpIPredicate, IntegerRange};

/// index comparison predicate kind
///
/// `#index<cmp_predicate slt>`: how two numbers are compared.
#[enum_attr(name = "index.cmp_predicate", bare)]
pub enum IndexCmpPredicate {
    /// Equal.
    #[case("eq")]
    Eq = 0,
    /// Not equal.
    #[case("ne")]
    Ne = 1,
    /// Signed, less.
    #[case("slt")]
    Slt = 2,
    /// Signed, less or equal.
    #[case("sle")]
    Sle = 3,
    /// Signed, greater.
    #[case("sgt")]
    Sgt = 4,
    /// Signed, greater or equal.
    #[case("sge")]
    Sge = 5,
    /// Unsigned, less.
    #[case("ult")]
    Ult = 6,
    /// Unsigned, less or equal.
    #[case("ule")]
    Ule = 7,
    /// Unsigned, greater.
    #[case("ugt")]
    Ugt = 8,
    /// Unsigned, greater or equal.
    #[case("uge")]
    Uge = 9,
}

impl IndexCmpPredicate {
    /// The predicate of comparisons of integers.
    pub fn of_integers(self) -> CmpIPredicate {
        match self {
            Self::Eq => CmpIPredicate::Eq,
            Self::Ne => CmpIPredicate::Ne,
            Self::Sge => CmpIPredicate::Sge,
            Self::Sgt => CmpIPredicate::Sgt,
            Self::Sle => CmpIPredicate::Sle,
            Self::Slt => CmpIPredicate::Slt,
            Self::Uge => CmpIPredicate::Uge,
            Self::Ugt => CmpIPredicate::Ugt,
            Self::Ule => CmpIPredicate::Ule,
            Self::Ult => CmpIPredicate::Ult,
        }
    }
}

/// Compares two numbers: `index.cmp slt(%a, %b)`.
#[op(
    name = "index.cmp",
    traits(Pure),
    implements(FoldOp, InterpretOp, InferIntRangeInterface, LowerTo<Llvm>),
    format = "$pred `(` $lhs `,` $rhs `)` attr-dict"
)]
pub struct IndexCmpOp {
    /// How they are compared.
    #[attr(typed)]
    pred: IndexCmpPredicate,
    /// The left operand.
    #[operand]
    lhs: Index,
    /// The right operand.
    #[operand]
    rhs: Index,
    /// Whether the predicate holds.
    #[result]
    result: I1,
}

impl InferIntRangeInterface for IndexCmpOp {
    fn result_range(
        op: IndexCmpOpRef<'_>,
        operands: &[Option<IntegerRange>],
    ) -> Option<IntegerRange> {
        let [lhs, rhs] = operands else { return None };
        let holds = (*lhs)?.compare(op.pred().of_integers(), (*rhs)?)?;
        IntegerRange::constant(1, i64::from(holds))
    }
}

/// The range of a minimum or maximum with a constant.
fn bounded(value: ValueRef<'_>, predicate: CmpIPredicate) -> Option<IntegerRange> {
    bounded_by::<IndexMaxSOp>(value, predicate.is_unsigned())
        .or_else(|| bounded_by::<IndexMinSOp>(value, predicate.is_unsigned()))
        .or_else(|| bounded_by::<IndexMaxUOp>(value, predicate.is_signed()))
        .or_else(|| bounded_by::<IndexMinUOp>(value, predicate.is_signed()))
}

/// The range of an `O` with a constant, unless numbers are `compared_otherwise`: the other order
/// of numbers depends on their width.
fn bounded_by<O: ScalarOp>(value: ValueRef<'_>, compared_otherwise: bool) -> Option<IntegerRange> {
    let op = value.defining::<O>().filter(|_| !compared_otherwise)?;
    let bound = mlir_lite::rewrite::constant_value(value.body(), op.op().operands().nth(1)?)?;
    let bound = i32::try_from(bound.as_i64(value.context())?).ok()?;
    let bound = IntegerRange::constant(WIDTH, bound.into())?;
    O::result_range(op, &[IntegerRange::all(WIDTH), Some(bound)])
}

impl FoldOp for IndexCmpOp {
    fn fold(op: IndexCmpOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, predicate) = (op.context(), op.pred().of_integers());
        let (lhs, rhs) = (op.lhs(), op.rhs());
        let holds = |a: &ApInt, b: &ApInt| Some(ApInt::from_u64(1, predicate.holds(a, b).into()));
        if lhs == rhs {
            return Fold::constant(
                ctx.bool_attr(predicate.holds(&ApInt::zero(1), &ApInt::zero(1))),
            );
        }
        let numbers = [constants.lhs(), constants.rhs()]
            .map(|constant| constant.and_then(|constant| constant.as_integer(ctx)));
        if let [Some(a), Some(b)] = numbers {
            let known = alike_in_both_widths(a, b, holds);
            return known.map(|holds| FoldValue::Constant(ctx.bool_attr(!holds.is_zero()))).into();
        }
        let Some(right) = constants.rhs() else { return Fold::Unchanged };
        if let Some(number) = right.as_i64(ctx).filter(|&number| i32::try_from(number).is_ok())
            && let Some(range) = bounded(lhs, predicate)
            && let Some(other) = IntegerRange::constant(WIDTH, number)
            && let Some(holds) = range.compare(predicate, other)
        {
            return Fold::constant(ctx.bool_attr(holds));
        }
        // Differences wrap, so only that they are zero says how the numbers compare.
        if matches!(predicate, CmpIPredicate::Eq | CmpIPredicate::Ne)
            && is_integer(ctx, Some(right), 0)
            && let Some(difference) = lhs.defining::<IndexSubOp>()
        {
            let (op, [lhs, rhs]) = (op.handle(), [difference.lhs(), difference.rhs()]);
            let [lhs, rhs] = [lhs.id(), rhs.id()];
            return Fold::in_place(move |body| {
                op.set_lhs(body, lhs);
                op.set_rhs(body, rhs);
            });
        }
        Fold::Unchanged
    }
}

impl InterpretOp for IndexCmpOp {
    fn interpret<'b>(op: IndexCmpOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        compare_integers(m, op.op(), op.pred().of_integers())
    }
}

impl LowerTo<Llvm> for IndexCmpOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let predicate = op.pred(b.body()).of_integers();
        let (lhs, rhs) = (operands.lhs(), operands.rhs());
        Ok(llvm::ICmpOp::create(b, predicate, lhs, rhs, Type::I1).into())
    }
}

pub(super) fn register_compare(dialect: &mut DialectRegistration<'_>) {
    dialect.attribute::<IndexCmpPredicate>();
    dialect.op::<IndexCmpOp>();
}
