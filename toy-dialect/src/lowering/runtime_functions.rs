//! Calls of runtime functions that take whole buffers.
//!
//! Such a function takes numbers and texts, followed by the address of the first element of the
//! buffer, whose elements are contiguous in row-major order. It is declared in std, with a memref
//! that represents the first element, so that the call has the same form in std and in llvm.

use mlir_lite::dialects::llvm::{self, AddressOfOp, GlobalOp, pointer_type};
use mlir_lite::dialects::standard::{FuncOp, MemrefReinterpretCastOp};
use mlir_lite::edsc::{Edsc, Expr};
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::types::TypeKind;

use crate::tensor::elements::element_of;

/// Builds calls of runtime functions, and requests what they refer to.
pub(super) struct Calls<'e, 'r> {
    pub(super) e: Edsc<'e>,
    pub(super) requests: &'r mut SymbolRequests,
}

impl<'e> Calls<'e, '_> {
    /// Calls the runtime function of that name.
    pub(super) fn call(
        &mut self,
        name: &str,
        arguments: &[Expr<'e>],
        results: &[Type],
    ) -> Vec<Expr<'e>> {
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
        declare(&self.e.context(), self.requests, name, &types, results);
        self.e.call(name, arguments.to_vec(), results)
    }

    /// Calls the runtime function of that name with these arguments and with memory. A function
    /// takes memory of one type of elements.
    pub(super) fn call_with_memory(
        &mut self,
        name: &str,
        arguments: &[Expr<'e>],
        memory: ValueId,
        results: &[Type],
    ) -> Vec<Expr<'e>> {
        let (ctx, ty) = (self.e.context(), self.e.expr(memory).ty());
        let first = ctx.memref_type(&[], element_of(&ctx, ty));
        let view = self.e.value(|b| MemrefReinterpretCastOp::row_major(b, memory, first));
        self.call(name, &[arguments, &[view]].concat(), results)
    }

    /// The address of a C string, a constant whose name begins with this word. The dot after it
    /// keeps the name distinct from names of the language.
    pub(super) fn text(&mut self, word: &str, text: &str) -> Expr<'e> {
        let name = format!("{word}.{:016x}", crate::loop_builder::globals::hash(text.as_bytes()));
        self.e.value(|b| {
            let (ctx, location) = (b.context().clone(), b.location());
            self.requests.require(ctx.ident(&name), || {
                GlobalOp::string(&ctx, location, &name, &[text.as_bytes(), b"\0"].concat())
            });
            AddressOfOp::create(b, ctx.symbol_attr(&name), pointer_type(&ctx))
        })
    }

    /// An integer of 64 bits of the llvm dialect.
    pub(super) fn integer(&self, value: i64) -> Expr<'e> {
        self.e.value(|b| {
            let value = b.context().i64_attr(value);
            llvm::ConstantOp::create(b, value, Type::I64)
        })
    }
}

/// The text of a shape, like `2x3`; empty for a number.
pub(super) fn shape_text(sizes: &[i64]) -> String {
    sizes.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
}

/// Declares a runtime function.
fn declare(
    ctx: &Context,
    requests: &mut SymbolRequests,
    name: &str,
    parameters: &[Type],
    results: &[Type],
) {
    requests.require(ctx.ident(name), || {
        let ty = ctx.function_type(parameters, results);
        let mut function = FuncOp::create(ctx, Location::UNKNOWN, name, ty);
        let root = function.root();
        function.set_symbol_visibility(root, Visibility::Private);
        function
    });
}

/// Whether an operand can be passed to a runtime function: it is memory with contiguous elements.
/// Reports it otherwise, with the verb for the action of the op, such as `saves`.
pub(super) fn can_be_passed(
    body: &Body,
    op: OpId,
    taken: ValueId,
    [with_tensors, with_memory]: [&str; 2],
    diagnostics: &mut Diagnostics,
) -> bool {
    let ctx = body.context();
    let wrong = if body.ty(taken).is_tensor(ctx) {
        format!("{with_tensors} a tensor that is not in memory; lower it to affine first")
    } else if !matches!(body.ty(taken).kind(ctx), TypeKind::MemRef { layout: None, .. }) {
        format!("{with_memory} memory whose elements do not lie side by side; copy it first")
    } else {
        return true;
    };
    diagnostics.error(body.op(op).op_error(wrong));
    false
}
