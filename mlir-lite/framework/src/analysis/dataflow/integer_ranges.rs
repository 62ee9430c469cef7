//! Between which numbers integers are.

use super::{Known, Lattice, Results, SolvedBody, SparseForwardAnalysis, States};
use mlir_lite::attributes::{ApInt, Attribute};
use mlir_lite::constants::integer_width;
use mlir_lite::context::Context;
use mlir_lite::interpreter::arithmetic::ScalarOp;
use mlir_lite::ir::entities::ValueId;
use mlir_lite::ir::prelude::{View, op_interface};
use mlir_lite::ir::typed_view::ValueRef;
use mlir_lite::ir::view::OpRef;
use mlir_lite::scalar::{IntegerFunction, IntegerRange, ScalarFunction};
use mlir_lite::types::Type;
use smallvec::SmallVec;

/// Ops that know the range of their result, or of an argument of their regions, by the ranges of
/// their operands; there is none for an operand that is not an integer of at most 64 bits.
#[op_interface]
pub trait InferIntRangeInterface {
    /// The range of the result of an op with one. None if nothing is known.
    fn result_range(
        _op: View<'_, Self>,
        _operands: &[Option<IntegerRange>],
    ) -> Option<IntegerRange> {
        None
    }

    /// The range of an argument of a region that the op passes no value to, such as the variable of
    /// a loop. None if nothing is known.
    fn argument_range(
        _op: View<'_, Self>,
        _argument: ValueId,
        _operands: &[Option<IntegerRange>],
    ) -> Option<IntegerRange> {
        None
    }

    /// The operand that the result is equal to, whatever the operands are in their ranges: the
    /// remainder of a smaller number, for example. None if there is none, or that is not known.
    fn same_operand(_op: View<'_, Self>, _operands: &[Option<IntegerRange>]) -> Option<usize> {
        None
    }
}

impl<O: ScalarOp> InferIntRangeInterface for O {
    fn result_range(op: View<'_, Self>, operands: &[Option<IntegerRange>]) -> Option<IntegerRange> {
        let (function, [lhs, rhs]) = (integer_function::<O>()?, operands) else { return None };
        Some(function.range((*lhs)?, (*rhs)?, O::no_wrap(op)))
    }

    fn same_operand(_: View<'_, Self>, operands: &[Option<IntegerRange>]) -> Option<usize> {
        let (function, [lhs, rhs]) = (integer_function::<O>()?, operands) else { return None };
        function.same_operand((*lhs)?, (*rhs)?)
    }
}

fn integer_function<O: ScalarOp>() -> Option<IntegerFunction> {
    match O::FUNCTION {
        ScalarFunction::Integer(function) => Some(function),
        _ => None,
    }
}

/// The range of a value, if it is an integer of at most 64 bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct MaybeRange(Option<(Type, IntegerRange)>);

impl MaybeRange {
    /// The range. None for a value of another type.
    pub fn range(self) -> Option<IntegerRange> {
        self.0.map(|(_, range)| range)
    }

    fn of_type(ctx: &Context, ty: Type) -> Self {
        let range = integer_width(ctx, ty).and_then(IntegerRange::all);
        Self(range.map(|range| (ty, range)))
    }

    /// The only number in the range.
    fn constant(self, ctx: &Context) -> Option<Attribute> {
        let (ty, range) = self.0?;
        let number = range.as_constant()?;
        ctx.try_apint_attr(ty, ApInt::from_i64(range.width(), number))
    }
}

impl Lattice for MaybeRange {
    fn join(&self, other: &Self) -> Self {
        let both = self.0.zip(other.0);
        Self(both.map(|((ty, range), (_, other))| (ty, range.union(other))))
    }
}

/// The ranges of integers, by the ranges of those that they are computed from.
pub struct IntegerRangeAnalysis;

impl SparseForwardAnalysis for IntegerRangeAnalysis {
    type Value = MaybeRange;
    /// A value that a loop adds to in each iteration soon may be any number.
    const MAX_CHANGES: u8 = 8;

    fn entry(&self, value: ValueRef<'_>) -> MaybeRange {
        MaybeRange::of_type(value.context(), value.ty())
    }

    fn visit_op(
        &self,
        op: OpRef<'_>,
        operands: States<'_, MaybeRange>,
    ) -> Option<Results<MaybeRange>> {
        let mut results = op.results();
        let (result, None) = (op.body().value(results.next()?), results.next()) else {
            return None;
        };
        let width = integer_width(op.context(), result.ty())?;
        let range = match op.body().constant_value(result.id()) {
            Some(constant) => IntegerRange::constant(width, constant.as_i64(op.context())?)?,
            None => {
                op.ask::<dyn InferIntRangeInterface, _>(|op| op.result_range(&ranges(operands)))??
            }
        };
        Some(Results::from_elem(MaybeRange(Some((result.ty(), range))), 1))
    }

    fn visit_argument(
        &self,
        op: OpRef<'_>,
        argument: ValueRef<'_>,
        operands: States<'_, MaybeRange>,
    ) -> MaybeRange {
        let ranges = ranges(operands);
        let range =
            op.ask::<dyn InferIntRangeInterface, _>(|op| op.argument_range(argument.id(), &ranges));
        match range.flatten() {
            Some(range) => MaybeRange(Some((argument.ty(), range))),
            None => self.entry(argument),
        }
    }

    fn constant(&self, value: ValueRef<'_>, known: &MaybeRange) -> Option<Attribute> {
        known.constant(value.context())
    }
}

fn ranges(operands: States<'_, MaybeRange>) -> SmallVec<[Option<IntegerRange>; 4]> {
    operands.iter().map(|operand| operand.range()).collect()
}

impl SolvedBody<MaybeRange> {
    /// The result of an op, and the operand of the same type that it is equal to, by the ranges of
    /// the operands.
    pub fn same_values(&self, op: OpRef<'_>) -> Option<(ValueId, ValueId)> {
        let range = |operand: ValueId| self.value(operand).and_then(|known| known.range());
        let ranges: SmallVec<[Option<IntegerRange>; 4]> = op.operands().map(range).collect();
        let same = op.ask::<dyn InferIntRangeInterface, _>(|op| op.same_operand(&ranges));
        let operand = op.operand(same.flatten()?);
        let mut results = op.results();
        let (result, None) = (results.next()?, results.next()) else { return None };
        (op.body().ty(operand) == op.body().ty(result)).then_some((result, operand))
    }

    /// The values with only one number in their range.
    pub fn constants(&self, ctx: &Context) -> SolvedBody<Known> {
        self.map(&|known| match known.constant(ctx) {
            Some(constant) => Known::Constant(constant, None),
            None => Known::Varying,
        })
    }
}
