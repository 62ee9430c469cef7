//! Memory that grows or shrinks.

use mlir_lite::interpreter::{Flow, InterpretOp, Machine, MemRef, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, TypeKind};
use std::sync::Arc;

/// Memory of another size that begins with the same elements. The old memory is freed if the new
/// one is larger, and must not be used afterwards.
///
/// ```mlir
/// %1 = memref.realloc %0(%n) : memref<?xf32> to memref<?xf32>
/// ```
#[op(
    name = "std.realloc",
    implements(VerifyOp, InterpretOp),
    upstream(name = "memref.realloc", only),
    format = "$source (`(` $dynamic_size^ `)`)? attr-dict `:` type($source) `to` type($result)"
)]
pub struct ReallocOp {
    /// The old memory.
    #[operand(effects(Read, Free))]
    source: AnyRankedMemRef,
    /// The new size, where the type does not say it.
    #[operand]
    dynamic_size: Optional<Index>,
    /// At how many bytes the memory is aligned.
    #[attr]
    alignment: Optional<AlignmentAttr>,
    /// The new memory.
    #[result(effects(Allocate, Write))]
    result: AnyRankedMemRef,
}

impl VerifyOp for ReallocOp {
    fn verify(op: ReallocOpRef<'_>, diagnostics: &mut Diagnostics) {
        if let Some(wrong) = wrong(op) {
            diagnostics.error(op.op().error(wrong));
        }
    }
}

fn wrong(op: ReallocOpRef<'_>) -> Option<String> {
    let (ctx, from, to) = (op.context(), op.source().ty(), op.result().ty());
    let shown = |ty: Type| print_type(ctx, ty);
    for (ty, which) in [(from, "operand #0"), (to, "result #0")] {
        if ty.shape(ctx).map(<[i64]>::len) != Some(1) {
            let ty = shown(ty);
            return Some(format!(
                "'memref.realloc' op {which} must be 1D memref of any type values, but got '{ty}'"
            ));
        }
    }
    for (ty, which) in [(from, "source"), (to, "result")] {
        if !ty.has_identity_layout(ctx) {
            return Some(format!("unsupported layout for {which} memref type '{}'", shown(ty)));
        }
    }
    let space = |ty: Type| match ty.kind(ctx) {
        TypeKind::MemRef { memory_space, .. } => *memory_space,
        _ => None,
    };
    let differs = if space(from) != space(to) {
        "memory spaces"
    } else if from.element_type(ctx) != to.element_type(ctx) {
        "element types"
    } else {
        let is_open = to.shape(ctx).is_some_and(|shape| shape.contains(&DYNAMIC));
        return match (is_open, op.dynamic_size().is_some()) {
            (true, false) => Some("missing"),
            (false, true) => Some("unnecessary"),
            _ => None,
        }
        .map(|which| format!("{which} dimension operand for result type '{}'", shown(to)));
    };
    Some(format!(
        "different {differs} specified for source memref type '{}' and result memref type '{}'",
        shown(from),
        shown(to)
    ))
}

impl InterpretOp for ReallocOp {
    fn interpret<'b>(op: ReallocOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = m.get(op.source());
        let source = source.as_memref()?;
        let dynamic: Vec<i64> = match op.dynamic_size() {
            Some(size) => vec![m.get(size).as_int()? as i64],
            None => Vec::new(),
        };
        let [old] = source.sizes[..] else { return Err(Trap::malformed()) };
        let known = op.result().ty().shape(op.context()).and_then(|shape| shape.first().copied());
        let size = dynamic.first().copied().or(known).ok_or_else(Trap::malformed)?;
        let resized = |memref: &MemRef, size| {
            let mut memref = memref.clone();
            memref.sizes = SmallVec::from_elem(size, 1);
            memref
        };
        if size <= old {
            let part = Arc::new(resized(source, size));
            return m.set_result(op.result(), Value::MemRef(part));
        }
        let target = m.allocate_memref(op.result().ty(), &dynamic)?;
        m.copy_elements(source, &resized(&target, old))?;
        m.memory.free(source.allocated)?;
        m.set_result(op.result(), Value::MemRef(target))
    }
}

pub(crate) fn register_realloc(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ReallocOp>();
}
