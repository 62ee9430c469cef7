//! `expand-realloc`: memory that grows is allocated anew.

use crate::{IfOp, ScfDialect};
use mlir_lite::dialects::standard::{
    AllocOp, CmpIOp, CmpIPredicate, ConstantOp, CopyOp, DeallocOp, DimOp, MemrefReinterpretCastOp,
    ReallocOp, StdDialect, SubViewOp,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::{
    FrozenRewritePatternSet, MatchResult, PatternRewriter, RewritePatternSet, rewrite_ops,
};
use mlir_lite::types::{DYNAMIC, TypeKind};
use mlir_lite_diagnostics::Reported;

/// Expand `memref.realloc` to its parts.
///
/// Where the new memory is larger, it is allocated, the elements are copied, and the old memory is
/// freed. Otherwise it is the beginning of the old memory.
#[pass(name = "expand-realloc", pure, each_body, dialects(ScfDialect, StdDialect))]
#[derive(Copy, Clone, Debug)]
pub struct ExpandReallocPass {
    /// Free the old memory
    #[option("emit-deallocs", default = true)]
    emit_deallocs: bool,
}

impl ExpandReallocPass {
    /// The pass that leaves it to others to free the old memory.
    pub fn without_deallocs() -> Self {
        Self { emit_deallocs: false }
    }
}

impl RunPass for ExpandReallocPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mut patterns = RewritePatternSet::new();
        let frees = self.emit_deallocs;
        patterns.add::<ReallocOp>("std.realloc-expand", 1, move |op, rewriter| {
            expand(op, frees, rewriter)
        });
        let patterns: FrozenRewritePatternSet = patterns.freeze(body.context());
        rewrite_ops(body, &patterns, cx.requests, cx.diagnostics)
    }
}

/// A size of a type, or a value where the type does not say it.
#[derive(Copy, Clone)]
struct Size {
    known: i64,
    value: ValueId,
}

impl Size {
    /// The operands of a list of numbers.
    fn open(&self) -> &[ValueId] {
        if self.known == DYNAMIC { std::slice::from_ref(&self.value) } else { &[] }
    }
}

fn expand(op: ReallocOp, frees: bool, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let body = rewriter.body();
    let ctx = body.context().clone();
    let (source, alignment) = (op.source(body), op.alignment(body));
    let (from, to) = (body.ty(source), body.ty(op.result(body)));
    let given = op.dynamic_size(body);
    let first = |ty: Type| ty.shape(&ctx).and_then(|shape| shape.first().copied());
    let (Some(old), Some(new)) = (first(from), first(to)) else {
        return Err("the memory does not have one dimension".into());
    };
    let old_value = if old == DYNAMIC {
        let zero = ConstantOp::index(rewriter, 0);
        DimOp::create(rewriter, source, zero)
    } else {
        ConstantOp::index(rewriter, old)
    };
    let new_value = match given {
        Some(value) => value,
        None => ConstantOp::index(rewriter, new),
    };
    let [old, new] =
        [(old, old_value), (new, new_value)].map(|(known, value)| Size { known, value });
    let grows = CmpIOp::create(rewriter, CmpIPredicate::Ult, old.value, new.value);
    let numbers = |numbers: &[i64]| ctx.i64_array_attr(numbers);
    let (zeros, ones) = (numbers(&[0]), numbers(&[1]));
    let part_type = part_of(&ctx, to, old.known).ok_or("the new memory has no parts")?;
    let result = IfOp::with_branches(
        rewriter,
        grows,
        &[to],
        |b| {
            let memory = AllocOp::create(b, new.open(), &[], alignment, to);
            let sizes = numbers(&[old.known]);
            let part =
                SubViewOp::create(b, memory, &[], old.open(), &[], zeros, sizes, ones, part_type);
            CopyOp::create(b, source, part);
            if frees {
                DeallocOp::create(b, source);
            }
            vec![memory]
        },
        |b| {
            let sizes = numbers(&[new.known]);
            vec![MemrefReinterpretCastOp::create(
                b,
                source,
                &[],
                new.open(),
                &[],
                zeros,
                sizes,
                ones,
                to,
            )]
        },
    );
    let result = result.results(rewriter.body()).to_vec();
    rewriter.replace_op(op.id(), &result);
    Ok(())
}

/// The type of the first elements of memory.
fn part_of(ctx: &Context, ty: Type, size: i64) -> Option<Type> {
    let TypeKind::MemRef { element, memory_space, .. } = ty.kind(ctx) else { return None };
    let layout = ctx.strided_attr(&[1], 0);
    Some(ctx.memref_type_with(&[size], *element, Some(layout), *memory_space))
}
