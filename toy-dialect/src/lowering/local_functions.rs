//! LLVM attributes of a program's own functions.
//!
//! They are called from this module only, or from functions that are made for an exported one.
//! Nothing else writes to their arguments while they run, since results have memory of their own
//! and memory that is passed twice is only read. Inlining was decided on the toy dialect, where a
//! call is an op: LLVM would consider each of the thousands of calls in a long program again.

use mlir_lite::dialects::llvm::{Linkage, LlvmFuncOp, pointer_type};
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use crate::exports::is_root;

/// State what LLVM may know of functions.
#[pass(name = "toy-describe-local-functions", report_name = "ToyDescribeLocalFunctions", each_body)]
pub struct DescribeLocalFunctionsPass;

impl RunPass for DescribeLocalFunctionsPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let (ctx, root) = (body.context().clone(), body.root());
        let region = body.regions(root).first().copied();
        let entry = region.and_then(|region| body.entry_block(region));
        let is_private = body.as_op().symbol_visibility() == Visibility::Private;
        let is_own = is_private || is_root(body.as_op());
        let (true, true, Some(entry)) = (LlvmFuncOp::is(body, root), is_own, entry) else {
            return Ok(());
        };
        if is_private {
            body.set_attr(root, ctx.ident("linkage"), Linkage::Internal.attribute(&ctx));
        }
        for name in ["no_inline", "no_unwind"] {
            body.set_attr(root, ctx.ident(name), Attribute::UNIT);
        }
        let of_memory =
            ["llvm.noalias", "llvm.noundef"].map(|name| (ctx.ident(name), Attribute::UNIT));
        let known = body
            .attr(root, Ident::ARG_ATTRS)
            .and_then(|list| list.as_array(&ctx))
            .unwrap_or_default();
        let align = ctx.ident("llvm.align");
        let arguments = body.arguments(entry).iter().enumerate();
        let attributes: Vec<Attribute> = arguments
            .map(|(index, &argument)| {
                if body.ty(argument) != pointer_type(&ctx) {
                    return ctx.dictionary_attr(&[]);
                }
                let known = known
                    .get(index)
                    .and_then(|known| known.as_dictionary(&ctx))
                    .unwrap_or_default();
                let aligned = known.iter().copied().find(|(name, _)| *name == align);
                ctx.dictionary_attr(&aligned.into_iter().chain(of_memory).collect::<Vec<_>>())
            })
            .collect();
        let attributes = ctx.array_attr(&attributes);
        body.set_attr(root, Ident::ARG_ATTRS, attributes);
        Ok(())
    }
}
