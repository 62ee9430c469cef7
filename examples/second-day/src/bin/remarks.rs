//! The program of `docs/second-day/remarks.md`.

use mlir_lite::diagnostics::{
    Diagnostics, Remark, RemarkFilter, RenderStyle, Renderer, Reported, Severity,
};
use mlir_lite::dialects::standard::{AddIOp, ConstantOp, FuncOp, MulIOp};
use mlir_lite::ir::Body;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, PassManager, RunOptions, RunPass, pass};
use mlir_lite::read_module;
use mlir_lite::register_all_dialects;
use mlir_lite::text::{PrintOptions, print_op};

/// Multiply by two instead of adding a value to itself.
#[pass(name = "double-by-product", on = FuncOp)]
pub struct DoubleByProductPass {}

impl RunPass for DoubleByProductPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            let Some(sum) = AddIOp::cast(body, op) else { continue };
            let (lhs, rhs) = (sum.lhs(body), sum.rhs(body));
            if lhs != rhs {
                cx.remark(body.op(op), || {
                    let reason = "the operands are different values";
                    Remark::missed("double").in_category("arithmetic").with("Reason", reason)
                });
                continue;
            }
            cx.remark(body.op(op), || Remark::passed("double").in_category("arithmetic"));
            if body.is_unused(op) {
                cx.diagnostics.emit(body.op(op).warning("the sum is not used"));
            }
            let ctx = body.context().clone();
            let (location, ty) = (body.location(op), body.ty(lhs));
            let location = ctx.name_location("doubled", location);
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
            let two = ctx.integer_attr(ty, 2);
            let two = ConstantOp::build(&mut builder, location, two, ty).result(builder.body());
            let product = MulIOp::build(&mut builder, location, lhs, two).result(builder.body());
            let sum = body.result(op, 0);
            body.replace_all_uses(sum, product);
            body.erase_op(op);
        }
        Ok(())
    }
}

fn main() {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    ctx.set_remark_filter(RemarkFilter::new().with_all("arith.*").expect("it is one"));
    let text = "func @f(%x: i32, %y: i32) -> i32 {
  %0 = addi %x, %x : i32
  %1 = addi %0, %y : i32
  return %1 : i32
}";
    let mut module = read_module(&ctx, text).expect("the text is right");
    let mut passes = PassManager::new();
    passes.nest("std.func").add_pass(DoubleByProductPass {});
    let mut diagnostics = Diagnostics::new();
    passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics).expect("nothing fails");
    assert!(diagnostics.iter().all(|found| found.severity == Severity::Remark));

    let mut shown = Vec::new();
    Renderer::new(ctx.sources(), RenderStyle::Plain)
        .render_all(&diagnostics, &mut shown)
        .expect("writing to memory does not fail");
    assert_eq!(
        String::from_utf8(shown).expect("it is text"),
        "text:2:8: remark: [Passed] double | Category:arithmetic | Function=f
  %0 = addi %x, %x : i32
       ^
text:3:8: remark: [Missed] double | Category:arithmetic | Function=f | Reason=\"the operands are \
different values\"
  %1 = addi %0, %y : i32
       ^
"
    );

    let text = print_op(module.as_op(), PrintOptions::default().with_debug_info(true));
    assert!(text.contains("loc(\"doubled\"("), "{text}");
}
