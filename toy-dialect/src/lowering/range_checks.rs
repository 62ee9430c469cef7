//! Lowers `toy.checked_index`, `toy.checked_number` and `toy.whole_number` to comparisons, and a
//! call of [`OutOfRange::FUNCTION`] if they fail.

use mlir_lite::dialects::llvm::FreezeOp;
use mlir_lite::dialects::scf;
use mlir_lite::dialects::standard::{
    AddIOp, BitcastOp, CallOp, CmpFPredicate, CmpIOp, CmpIPredicate, ConstantOp, FPToSIOp,
    FloorFOp, IndexCastOp, SIToFPOp,
};
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use super::runtime_functions::{declare, text_constant};
use super::scalars::Scalars;
use crate::ops::{CheckedIndexOp, CheckedNumberOp, WholeNumberOp};
use crate::out_of_range::OutOfRange;

/// Lower toy.checked_index, toy.checked_number and toy.whole_number to comparisons and calls.
// Lowers the checks of accesses. The runtime function does not return, so an access after the check
// is in range: the conditional keeps it there, since an access of memory is not moved across a
// call.
#[pass(name = "lower-toy-range-checks", report_name = "LowerToyRangeChecks", each_body)]
pub struct LowerRangeChecksPass;

impl RunPass for LowerRangeChecksPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let checks = body.own_ops().into_iter().filter_map(|op| CheckedIndexOp::cast(body, op));
        for check in checks.collect::<Vec<_>>() {
            lower(body, check, cx.requests);
            let (result, index) = (check.result(body), check.index(body));
            body.replace_all_uses(result, index);
            body.erase_op(check.id());
        }
        let checks = body.own_ops().into_iter().filter_map(|op| CheckedNumberOp::cast(body, op));
        for check in checks.collect::<Vec<_>>() {
            let index = lower_number(body, check, cx.requests);
            let result = check.result(body);
            body.replace_all_uses(result, index);
            body.erase_op(check.id());
        }
        let checks = body.own_ops().into_iter().filter_map(|op| WholeNumberOp::cast(body, op));
        for check in checks.collect::<Vec<_>>() {
            lower_whole_number(body, check, cx.requests);
            let (result, number) = (check.result(body), check.number(body));
            body.replace_all_uses(result, number);
            body.erase_op(check.id());
        }
        Ok(())
    }
}

fn lower(body: &mut Body, check: CheckedIndexOp, requests: &mut SymbolRequests) {
    let (location, index) = (body.location(check.id()), check.index(body));
    let (size, at) = (check.size(body), check.at(body));
    let count = check.count(body).unwrap_or(OutOfRange::ONE_ELEMENT);
    // As unsigned numbers, negative indices are large. The indices at which all elements are in the
    // dimension are those below this number, which is 0 if there are none.
    let end = size.saturating_sub(count.max(1)).saturating_add(1).max(0);
    let mut b = BodyBuilder::new(body, InsertionPoint::Before(check.id()));
    let end = ConstantOp::index(&mut b, end);
    let fails =
        CmpIOp::build_inferred(&mut b, location, CmpIPredicate::Uge, index, end).result(b.body());
    report_if(&mut b, location, fails, &at, requests, |b| {
        let index = IndexCastOp::build(b, location, index, Type::I64).result(b.body());
        [index, integer(b, location, count), integer(b, location, size)]
    });
}

/// The index that a number means, after its check.
fn lower_number(body: &mut Body, check: CheckedNumberOp, requests: &mut SymbolRequests) -> ValueId {
    let (location, number) = (body.location(check.id()), check.number(body));
    let (size, at) = (check.size(body), check.at(body));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(check.id()));
    let b = &mut builder;
    // A number that is too large for an integer gives any one, whose float is another number.
    let integer_of = FPToSIOp::build(b, location, number, Type::I64).result(b.body());
    let whole = FreezeOp::build(b, location, integer_of).res(b.body());
    let back = SIToFPOp::build(b, location, whole, Type::F64).result(b.body());
    let is_other = Scalars::new(b, location).compare(CmpFPredicate::Une, back, number);
    let (zero, length) = (integer(b, location, 0), integer(b, location, size));
    let below = CmpIOp::build_inferred(b, location, CmpIPredicate::Slt, whole, zero);
    let below = below.result(b.body());
    let from_end = AddIOp::build(b, location, whole, length).result(b.body());
    let index = Scalars::new(b, location).select(below, from_end, whole);
    // As unsigned numbers, negative indices are large.
    let is_outside = CmpIOp::build_inferred(b, location, CmpIPredicate::Uge, index, length);
    let is_outside = is_outside.result(b.body());
    let fails = Scalars::new(b, location).either(is_other, is_outside);
    report_if(b, location, fails, &at, requests, |b| {
        // What is not a whole number, or too large to be one exactly, is passed as its bits.
        let mut n = Scalars::new(b, location);
        let (least, most) = (n.float(-OutOfRange::LARGEST), n.float(OutOfRange::LARGEST));
        let zero = n.float(0.0);
        let rounded = n.op::<FloorFOp>(&[number]);
        let is_whole = n.compare(CmpFPredicate::Oeq, rounded, number);
        let above = n.compare(CmpFPredicate::Ogt, number, least);
        let below = n.compare(CmpFPredicate::Olt, number, most);
        let is_small = n.both(above, below);
        let is_whole = n.both(is_whole, is_small);
        let whole = n.select(is_whole, number, zero);
        let whole = FPToSIOp::build(b, location, whole, Type::I64).result(b.body());
        let bits = BitcastOp::build(b, location, number, Type::I64).result(b.body());
        let first = Scalars::new(b, location).select(is_whole, whole, bits);
        let counts = [OutOfRange::ONE_ELEMENT, OutOfRange::NOT_WHOLE];
        let [one, not_whole] = counts.map(|count| integer(b, location, count));
        let count = Scalars::new(b, location).select(is_whole, one, not_whole);
        [first, count, integer(b, location, size)]
    });
    // If the check fails, no use of the index is reached.
    IndexCastOp::build(b, location, index, Type::INDEX).result(b.body())
}

fn lower_whole_number(body: &mut Body, check: WholeNumberOp, requests: &mut SymbolRequests) {
    let (location, number) = (body.location(check.id()), check.number(body));
    let at = check.at(body);
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(check.id()));
    let b = &mut builder;
    let mut n = Scalars::new(b, location);
    let (least, most) = (n.float(-OutOfRange::LARGEST), n.float(OutOfRange::LARGEST));
    let rounded = n.op::<FloorFOp>(&[number]);
    // Not a number is none of these.
    let is_other = n.compare(CmpFPredicate::Une, rounded, number);
    let is_below = n.compare(CmpFPredicate::Ule, number, least);
    let is_above = n.compare(CmpFPredicate::Uge, number, most);
    let is_large = n.either(is_below, is_above);
    let fails = n.either(is_other, is_large);
    report_if(b, location, fails, &at, requests, |b| {
        let bits = BitcastOp::build(b, location, number, Type::I64).result(b.body());
        [bits, integer(b, location, OutOfRange::NOT_A_BOUND), integer(b, location, 0)]
    });
}

fn integer(b: &mut BodyBuilder<'_>, location: Location, value: i64) -> ValueId {
    let value = b.context().i64_attr(value);
    ConstantOp::build(b, location, value, Type::I64).result(b.body())
}

/// Calls the runtime function for a failed check if a condition holds; the insertion point is after
/// that then. `numbers` are the function's arguments before the place.
fn report_if(
    b: &mut BodyBuilder<'_>,
    location: Location,
    fails: ValueId,
    at: &str,
    requests: &mut SymbolRequests,
    numbers: impl FnOnce(&mut BodyBuilder<'_>) -> [ValueId; 3],
) {
    let ctx = b.context().clone();
    let conditional = scf::IfOp::build(b, location, fails, &[]);
    let region = conditional.then_region(b.body());
    let block = b.body_mut().create_block(region, &[]);
    b.set_insertion_point(InsertionPoint::End(block));
    let mut arguments = numbers(b).to_vec();
    arguments.push(text_constant(b, requests, location, "place", at));
    let types: Vec<Type> = arguments.iter().map(|argument| b.body().ty(*argument)).collect();
    declare(&ctx, requests, OutOfRange::FUNCTION, &types, &[]);
    CallOp::build(b, location, ctx.symbol_attr(OutOfRange::FUNCTION), &arguments, &[]);
    scf::YieldOp::build(b, location, &[]);
    b.set_insertion_point(InsertionPoint::After(conditional.id()));
}
