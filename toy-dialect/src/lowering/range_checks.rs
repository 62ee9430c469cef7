//! Lowers `toy.checked_index` to a comparison, and a call of [`OutOfRange::FUNCTION`] if it fails.

use mlir_lite::dialects::llvm::{AddressOfOp, GlobalOp, pointer_type};
use mlir_lite::dialects::scf;
use mlir_lite::dialects::standard::{
    CallOp, CmpIOp, CmpIPredicate, ConstantOp, FuncOp, IndexCastOp,
};
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use crate::ops::CheckedIndexOp;
use crate::out_of_range::OutOfRange;

/// Lower toy.checked_index to comparisons and calls.
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
        Ok(())
    }
}

fn lower(body: &mut Body, check: CheckedIndexOp, requests: &mut SymbolRequests) {
    let ctx = body.context().clone();
    let (location, index) = (body.location(check.id()), check.index(body));
    let (size, at) = (check.size(body), check.at(body));
    let count = check.count(body).unwrap_or(OutOfRange::ONE_ELEMENT);
    // As unsigned numbers, negative indices are large. The indices at which all elements are in the
    // dimension are those below this number, which is 0 if there are none.
    let end = size.saturating_sub(count.max(1)).saturating_add(1).max(0);
    let mut b = BodyBuilder::new(body, InsertionPoint::Before(check.id()));
    let end = ConstantOp::index(&mut b, location, end).result(b.body());
    let fails =
        CmpIOp::build_inferred(&mut b, location, CmpIPredicate::Uge, index, end).result(b.body());
    let conditional = scf::IfOp::build(&mut b, location, fails, &[]);
    let region = conditional.then_region(b.body());
    let block = b.body_mut().create_block(region, &[]);
    b.set_insertion_point(InsertionPoint::End(block));
    let mut arguments =
        vec![IndexCastOp::build(&mut b, location, index, Type::I64).result(b.body())];
    for number in [count, size] {
        let number = ConstantOp::build(&mut b, location, ctx.i64_attr(number), Type::I64);
        arguments.push(number.result(b.body()));
    }
    // The dot keeps the name distinct from names of the language.
    let name = format!("place.{:016x}", super::to_affine::hash(at.as_bytes()));
    requests.require(ctx.ident(&name), || {
        GlobalOp::string(&ctx, location, &name, &[at.as_bytes(), b"\0"].concat())
    });
    let address = AddressOfOp::build(&mut b, location, ctx.symbol_attr(&name), pointer_type(&ctx));
    arguments.push(address.res(b.body()));
    let types: Vec<Type> = arguments.iter().map(|argument| b.body().ty(*argument)).collect();
    requests.require(ctx.ident(OutOfRange::FUNCTION), || {
        let ty = ctx.function_type(&types, &[]);
        let mut function = FuncOp::create(&ctx, Location::UNKNOWN, OutOfRange::FUNCTION, ty);
        let root = function.root();
        function.set_symbol_visibility(root, Visibility::Private);
        function
    });
    CallOp::build(&mut b, location, ctx.symbol_attr(OutOfRange::FUNCTION), &arguments, &[]);
    scf::YieldOp::build(&mut b, location, &[]);
}
