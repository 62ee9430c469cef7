//! Lowers `std.exp`, `std.log`, `std.powf` and the trigonometric functions to calls of C's library.
//!
//! LLVM knows the semantics of these functions, and rewrites `pow(x, 2)` to `x * x`, which is
//! another number for some `x`. Calls of declarations that are `nobuiltin` are not rewritten, so a
//! program computes the same bits on every level of optimisation, and on the interpreter, which
//! calls the same functions.

use mlir_lite::dialects::llvm::{self, LlvmFuncOp};
use mlir_lite::dialects::standard;
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

/// Call C's library for exp, log, pow and trigonometric functions.
#[pass(name = "toy-call-library", report_name = "ToyCallLibrary", each_body)]
pub struct CallLibraryPass;

impl RunPass for CallLibraryPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ops = body.own_ops().into_iter().filter_map(|op| Some((op, function(body, op)?)));
        for (op, name) in ops.collect::<Vec<_>>() {
            let (ctx, location) = (body.context().clone(), body.location(op));
            let operands: Vec<ValueId> = body.operands(op).collect();
            declare(&ctx, name, operands.len(), cx.requests);
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
            let callee = ctx.ident(name);
            let call = llvm::CallOp::build_symbol(
                &mut builder,
                location,
                callee,
                &operands,
                Some(Type::F64),
            );
            let results: Vec<(ValueId, ValueId)> =
                body.results(op).zip(body.results(call.id())).collect();
            for (old, new) in results {
                body.replace_all_uses(old, new);
            }
            body.erase_op(op);
        }
        Ok(())
    }
}

/// The library function that implements an op, if there is one.
fn function(body: &Body, op: OpId) -> Option<&'static str> {
    if !body.op(op).result_types().eq([Type::F64]) {
        return None;
    }
    let name = match () {
        () if standard::ExpOp::is(body, op) => "exp",
        () if standard::LogOp::is(body, op) => "log",
        () if standard::PowFOp::is(body, op) => "pow",
        () if standard::SinOp::is(body, op) => "sin",
        () if standard::CosOp::is(body, op) => "cos",
        () if standard::TanOp::is(body, op) => "tan",
        () if standard::AsinOp::is(body, op) => "asin",
        () if standard::AcosOp::is(body, op) => "acos",
        () if standard::AtanOp::is(body, op) => "atan",
        () if standard::Atan2Op::is(body, op) => "atan2",
        () if standard::SinhOp::is(body, op) => "sinh",
        () if standard::CoshOp::is(body, op) => "cosh",
        () if standard::TanhOp::is(body, op) => "tanh",
        () => return None,
    };
    Some(name)
}

fn declare(ctx: &Context, name: &str, parameters: usize, requests: &mut SymbolRequests) {
    requests.require(ctx.ident(name), || {
        let ty = llvm::function_type(ctx, Type::F64, &vec![Type::F64; parameters], false);
        let mut body = LlvmFuncOp::declaration(ctx, Location::UNKNOWN, name, ty);
        let text = |text: &str| ctx.string_attr(text);
        // It reads and writes no memory.
        let memory = ctx.array_attr(&[text("memory"), text("0")]);
        let attributes =
            ctx.array_attr(&[text("nobuiltin"), text("nounwind"), text("willreturn"), memory]);
        let root = body.root();
        body.set_attr(root, ctx.ident("passthrough"), attributes);
        body
    });
}
