//! Lowers `toy.checked_index`, `toy.checked_number`, `toy.whole_number`, `toy.checked_integer`,
//! `toy.checked_divisor` and `toy.checked_sizes` to comparisons, and a call of
//! [`OutOfRange::FUNCTION`] if they fail.

use mlir_lite::dialects::llvm::FreezeOp;
use mlir_lite::dialects::standard::{
    BitcastOp, CmpFPredicate, CmpIPredicate, ConstantOp, DimOp, DivISignedOp, FPToSIOp, FloorFOp,
    IndexCastOp, SIToFPOp,
};
use mlir_lite::edsc::{Edsc, Expr, ScfEdsc};
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use super::runtime_functions::Calls;
use crate::loop_builder::before;
use crate::messages::out_of_range::OutOfRange;
use crate::ops::{
    CheckedDivisorOp, CheckedIndexOp, CheckedIntegerOp, CheckedNumberOp, CheckedSizesOp, SizeCheck,
    WholeNumberOp,
};
use crate::sizes::{LinearSize, MOST_ELEMENTS};

/// Lower the checks of indices, bounds and integers to comparisons and calls.
// Lowers the checks of accesses. The runtime function does not return, so an access after the check
// is in range: the conditional keeps it there, since an access of memory is not moved across a
// call.
#[pass(name = "lower-toy-range-checks", report_name = "LowerToyRangeChecks", each_body)]
pub struct LowerRangeChecksPass;

impl RunPass for LowerRangeChecksPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            if let Some(check) = CheckedSizesOp::cast(body, op) {
                lower_sizes(body, check, cx.requests);
                body.erase_op(op);
                continue;
            }
            let (result, number) = if let Some(check) = CheckedIndexOp::cast(body, op) {
                lower(body, check, cx.requests);
                (check.result(body), check.index(body))
            } else if let Some(check) = CheckedNumberOp::cast(body, op) {
                let index = lower_number(body, check, cx.requests);
                (check.result(body), index)
            } else if let Some(check) = WholeNumberOp::cast(body, op) {
                lower_whole_number(body, check, cx.requests);
                (check.result(body), check.number(body))
            } else if let Some(check) = CheckedIntegerOp::cast(body, op) {
                let integer = lower_integer(body, check, cx.requests);
                (check.result(body), integer)
            } else if let Some(check) = CheckedDivisorOp::cast(body, op) {
                lower_divisor(body, check, cx.requests);
                (check.result(body), check.number(body))
            } else {
                continue;
            };
            body.replace_all_uses(result, number);
            body.erase_op(op);
        }
        Ok(())
    }
}

fn lower(body: &mut Body, check: CheckedIndexOp, requests: &mut SymbolRequests) {
    let (index, size, at) = (check.index(body), check.size(body), check.at(body));
    let count = check.count(body).unwrap_or(OutOfRange::ONE_ELEMENT);
    let length = check.length(body);
    // As unsigned numbers, negative indices are large. The indices at which all elements are in the
    // dimension are those below this number, which is 0 if there are none.
    let end = |size: i64| size.saturating_sub(count.max(1)).saturating_add(1).max(0);
    before(body, check.id(), |e| {
        let index = e.expr(index);
        let (fails, size) = match (size, length.map(|length| e.expr(length))) {
            (None, Some(length)) => {
                let end = length - e.index(count.max(1) - 1);
                let is_out = index.cmpi(CmpIPredicate::Sge, end);
                (is_out | index.cmpi(CmpIPredicate::Slt, 0), length.to::<IndexCastOp>(Type::I64))
            }
            (size, _) => {
                let size = size.unwrap_or_default();
                (index.cmpi(CmpIPredicate::Uge, end(size)), e.i64(size))
            }
        };
        report_if(fails, &at, requests, || {
            [index.to::<IndexCastOp>(Type::I64), e.i64(count), size]
        });
    });
}

/// The index that a number means, after its check.
fn lower_number(body: &mut Body, check: CheckedNumberOp, requests: &mut SymbolRequests) -> ValueId {
    let (number, size, at) = (check.number(body), check.size(body), check.at(body));
    let integer = SIToFPOp::defining(body, number).map(|cast| cast.operand(body));
    let integer = integer.filter(|integer| body.ty(*integer) == Type::I64);
    before(body, check.id(), |e| {
        let number = e.expr(number);
        let (zero, length) = (e.i64(0), e.i64(size));
        let (whole, is_other) = match integer {
            // Integers that the float is not equal to are in no dimension.
            Some(integer) => (e.expr(integer), None),
            None => {
                // A number that is too large for an integer gives any one, whose float is another
                // number.
                let whole = e.op::<FreezeOp>(number.to::<FPToSIOp>(Type::I64));
                (whole, Some(whole.to::<SIToFPOp>(Type::F64).ne(number)))
            }
        };
        let index = whole.lt(zero).select(whole + length, whole);
        // As unsigned numbers, negative indices are large.
        let is_out = index.cmpi(CmpIPredicate::Uge, length);
        let fails = is_other.map_or(is_out, |is_other| is_other | is_out);
        report_if(fails, &at, requests, || {
            // A number that is not whole, or too large to be an exact whole number, is passed as
            // its bits.
            let (least, most) = (e.f64(-OutOfRange::LARGEST), e.f64(OutOfRange::LARGEST));
            let zero = e.f64(0.0);
            let is_whole = e.op::<FloorFOp>(number).eq(number);
            let is_whole = is_whole & (number.gt(least) & number.lt(most));
            let whole = is_whole.select(number, zero).to::<FPToSIOp>(Type::I64);
            let first = is_whole.select(whole, number.to::<BitcastOp>(Type::I64));
            let counts = [OutOfRange::ONE_ELEMENT, OutOfRange::NOT_WHOLE];
            let [one, not_whole] = counts.map(|count| e.i64(count));
            [first, is_whole.select(one, not_whole), e.i64(size)]
        });
        // If the check fails, no use of the index is reached.
        index.to::<IndexCastOp>(Type::INDEX).id()
    })
}

fn lower_whole_number(body: &mut Body, check: WholeNumberOp, requests: &mut SymbolRequests) {
    let (number, at) = (check.number(body), check.at(body));
    before(body, check.id(), |e| {
        let number = e.expr(number);
        let (least, most) = (e.f64(-OutOfRange::LARGEST), e.f64(OutOfRange::LARGEST));
        // Not a number is none of these.
        let is_other = e.op::<FloorFOp>(number).ne(number);
        let is_below = number.cmpf(CmpFPredicate::Ule, least);
        let is_large = is_below | number.cmpf(CmpFPredicate::Uge, most);
        report_if(is_other | is_large, &at, requests, || {
            let bits = number.to::<BitcastOp>(Type::I64);
            [bits, e.i64(OutOfRange::NOT_A_BOUND), e.i64(0)]
        });
    });
}

fn lower_divisor(body: &mut Body, check: CheckedDivisorOp, requests: &mut SymbolRequests) {
    let (number, at) = (check.number(body), check.at(body));
    before(body, check.id(), |e| {
        let number = e.expr(number);
        report_if(number.eq(0), &at, requests, || {
            [number, e.i64(OutOfRange::DIVISION_BY_ZERO), e.i64(0)]
        });
    });
}

/// The integer value of a number, after its check.
fn lower_integer(
    body: &mut Body,
    check: CheckedIntegerOp,
    requests: &mut SymbolRequests,
) -> ValueId {
    let (number, at) = (check.number(body), check.at(body));
    let is_exact = check.exact(body).is_some();
    before(body, check.id(), |e| {
        let number = e.expr(number);
        let (least, end) =
            (e.f64(-OutOfRange::END_OF_INTEGERS), e.f64(OutOfRange::END_OF_INTEGERS));
        // Not a number is one of these.
        let is_out = number.cmpf(CmpFPredicate::Ult, least);
        let is_out = is_out | number.cmpf(CmpFPredicate::Uge, end);
        let fails = match is_exact {
            true => is_out | e.op::<FloorFOp>(number).ne(number),
            false => is_out,
        };
        report_if(fails, &at, requests, || {
            let counts = [OutOfRange::NOT_AN_INTEGER, OutOfRange::FRACTION];
            let [out, fraction] = counts.map(|count| e.i64(count));
            [number.to::<BitcastOp>(Type::I64), is_out.select(out, fraction), e.i64(0)]
        });
        // If the check fails, no use of the integer is reached.
        e.op::<FreezeOp>(number.to::<FPToSIOp>(Type::I64)).id()
    })
}

fn lower_sizes(body: &mut Body, check: CheckedSizesOp, requests: &mut SymbolRequests) {
    let (given, checks) = (check.on(body).given(), check.on(body).checks());
    let inputs: Vec<ValueId> = body.operands(check.id()).collect();
    let sizes: Vec<LinearSize> = given.iter().map(|(_, _, size)| size.clone()).collect();
    before(body, check.id(), |e| {
        let mut symbols: Vec<(u32, Expr<'_>)> = Vec::new();
        for (symbol, place) in LinearSize::solved(&sizes) {
            let (input, dimension, size) = &given[place];
            let found = e.value(|b| {
                let dimension = ConstantOp::index(b, *dimension as i64);
                DimOp::create(b, inputs[*input], dimension)
            });
            let found = found.to::<IndexCastOp>(Type::I64);
            let value = found - value_of(e, size, &symbols);
            symbols.push((symbol, value));
        }
        for (check, at) in checks {
            let (fails, numbers) = match check {
                SizeCheck::Equal(sides) => {
                    let [a, b] = sides.each_ref().map(|side| value_of(e, side, &symbols));
                    (a.ne(b), (a, OutOfRange::SIZES_DIFFER, b))
                }
                SizeCheck::AtLeastOne(size) => {
                    let size = value_of(e, &size, &symbols);
                    (size.lt(1), (size, OutOfRange::SIZE_BELOW_ONE, e.i64(0)))
                }
                SizeCheck::Fits(sizes) => {
                    let mut sizes = sizes.iter().map(|size| value_of(e, size, &symbols));
                    let first = sizes.next().unwrap_or_else(|| e.i64(1));
                    let start = (first.gt(MOST_ELEMENTS), first);
                    let (is_large, _) = sizes.fold(start, |(is_large, count), size| {
                        // One below 1 is reported before; the others are at most their product.
                        let count = (is_large | count.lt(1)).select(e.i64(1), count);
                        let most = e.op::<DivISignedOp>([e.i64(MOST_ELEMENTS), count]);
                        (is_large | size.gt(most), count * size)
                    });
                    (is_large, (e.i64(0), OutOfRange::TOO_MANY_ELEMENTS, e.i64(0)))
                }
            };
            let (first, count, size) = numbers;
            report_if(fails, &at, requests, || [first, e.i64(count), size]);
        }
    });
}

/// The value of a size, where symbols have these values; others are 0.
fn value_of<'e>(e: Edsc<'e>, size: &LinearSize, symbols: &[(u32, Expr<'e>)]) -> Expr<'e> {
    size.terms.iter().fold(e.i64(size.constant), |sum, (symbol, factor)| {
        match symbols.iter().find(|(own, _)| own == symbol) {
            Some((_, value)) => sum + *value * e.i64(*factor),
            None => sum,
        }
    })
}

/// Calls the runtime function for a failed check if a condition holds. `numbers` are the function's
/// arguments before the place.
fn report_if<'e>(
    fails: Expr<'e>,
    at: &str,
    requests: &mut SymbolRequests,
    numbers: impl FnOnce() -> [Expr<'e>; 3],
) {
    let e = fails.builder();
    e.if_then(fails, || {
        let [first, count, size] = numbers();
        let mut calls = Calls { e, requests };
        let place = calls.text("place", at);
        calls.call(OutOfRange::FUNCTION, &[first, count, size, place], &[]);
    });
}
