//! Calls of runtime functions that take whole buffers.
//!
//! Such a function takes numbers and texts, followed by the address of the first element of the
//! buffer, whose elements are contiguous in row-major order. It is declared in std, with a memref
//! that represents the first element, so that the call has the same form in std and in llvm.

use mlir_lite::dialects::llvm::{self, AddressOfOp, GlobalOp, pointer_type};
use mlir_lite::dialects::standard::{
    AllocOp, DeallocOp, DimOp, FuncOp, IndexCastOp, MemrefReinterpretCastOp,
};
use mlir_lite::edsc::{Edsc, Expr};
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::types::{DYNAMIC, TypeKind};

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

    /// The shape of memory as a text, like `2x3`, an argument of runtime functions. Sizes that are
    /// not known when the program is compiled are put into it by [`SHAPE_TEXT`].
    pub(super) fn shape(&mut self, word: &str, memory: ValueId) -> Expr<'e> {
        let shape = self.e.expr(memory).shape();
        let text = self.text(word, &shape_text(&shape));
        let e = self.e;
        let unknown = (0..).zip(&shape).filter(|(_, size)| **size == DYNAMIC);
        let unknown: Vec<i64> = unknown.map(|(dimension, _)| dimension).collect();
        if unknown.is_empty() {
            return text;
        }
        let ty = e.context().memref_type(&[unknown.len() as i64], Type::I64);
        let sizes = e.value(|b| AllocOp::create(b, &[], &[], None, ty));
        for (place, dimension) in (0..).zip(unknown) {
            let dimension = e.index(dimension);
            let size = e.value(|b| DimOp::create(b, memory, dimension.id()));
            sizes.at(&[e.index(place)]).set(size.to::<IndexCastOp>(Type::I64));
        }
        let results = [pointer_type(&e.context())];
        let text = self.call_with_memory(SHAPE_TEXT, &[text], sizes.id(), &results)[0];
        e.emit(|b| DeallocOp::create(b, sizes.id()));
        text
    }

    /// An integer of 64 bits of the llvm dialect.
    pub(super) fn integer(&self, value: i64) -> Expr<'e> {
        self.e.value(|b| {
            let value = b.context().i64_attr(value);
            llvm::ConstantOp::create(b, value, Type::I64)
        })
    }
}

/// The runtime function that gives the text of a shape, a `ptr(ptr text, ptr sizes)`: each `?` in
/// the C string is replaced by the next one of these integers of 64 bits. The result is valid until
/// the thread calls the function again.
pub const SHAPE_TEXT: &str = "toy_shape_text";

/// The text of a shape, like `2x3`; empty for a number. Sizes that are not known are `?`.
pub(super) fn shape_text(sizes: &[i64]) -> String {
    let shown = |size: &i64| if *size == DYNAMIC { "?".to_owned() } else { size.to_string() };
    sizes.iter().map(shown).collect::<Vec<_>>().join("x")
}

/// The shape that a text is, without sizes where it has `?`.
pub(crate) fn shape_of_text(text: &str) -> Vec<i64> {
    let sizes = text.split('x').filter(|size| !size.is_empty());
    sizes.map(|size| size.parse().unwrap_or(DYNAMIC)).collect()
}

/// The text in which each `?` is replaced by the next one of these sizes.
pub fn with_sizes(text: &str, sizes: impl IntoIterator<Item = i64>) -> String {
    let mut parts = text.split('?');
    let mut shape = parts.next().unwrap_or_default().to_owned();
    for (part, size) in parts.zip(sizes) {
        shape += &size.to_string();
        shape += part;
    }
    shape
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
