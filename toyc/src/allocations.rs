//! Where a program allocates memory, so that one that runs out of it can say where that was.
//!
//! Compiled code calls C's functions, which are told how much is wanted and nothing else. In Toy programs sizes are known
//! when they are compiled: the number of bytes leads back to the places where as many are asked for.

use mlir_lite::dialects::llvm;
use mlir_lite::ir::prelude::*;
use mlir_lite_diagnostics::{Position, visible};

/// Smaller allocations are not listed: they fail only when nothing works any more.
const SMALL: u64 = 1 << 16;

/// Steps from a size back to constants.
const MAX_STEPS: usize = 32;

/// A number of bytes, and where in the source so many are allocated: `file:line:column`.
pub(crate) type Allocation = (u64, String);

/// The large allocations of a module of the llvm dialect, in its order.
pub(crate) fn allocations(module: &Body) -> Vec<Allocation> {
    let mut found = Vec::new();
    for function in module.as_op().regions().flat_map(|region| region.ops()) {
        for op in function.walk() {
            let (true, Some(callee)) = (op.is::<llvm::CallOp>(), op.attr(Ident::CALLEE)) else { continue };
            let is_allocation = callee
                .as_flat_symbol(op.context())
                .is_some_and(|name| matches!(name.text(op.context()), "malloc" | "aligned_alloc"));
            let Some(size) = op.operands().last().filter(|_| is_allocation) else { continue };
            let Some(bytes) = constant(op.body(), size, MAX_STEPS).filter(|bytes| *bytes >= SMALL) else {
                continue;
            };
            let Some(place) = place(op) else { continue };
            if !found.contains(&(bytes, place.clone())) {
                found.push((bytes, place));
            }
        }
    }
    found
}

/// The places of the allocations of so many bytes, in words: `a.toy:1:2 or b.toy:3:4`.
pub(crate) fn places(allocations: &[Allocation], bytes: u64) -> String {
    let places: Vec<&str> =
        allocations.iter().filter(|(size, _)| *size == bytes).map(|(_, place)| place.as_str()).collect();
    places.join(" or ")
}

/// The list as a header in C for memory.c.
pub(crate) fn header(allocations: &[Allocation]) -> String {
    let lines = allocations.iter().map(|(bytes, place)| {
        let literal: String = place
            .bytes()
            .map(|byte| match byte {
                b'"' | b'\\' | b'?' | 0..=0x1f | 0x7f.. => format!("\\{byte:03o}"),
                _ => char::from(byte).to_string(),
            })
            .collect();
        format!("  {{{bytes}ull, \"{literal}\"}}, \\\n")
    });
    format!("#define TOY_ALLOCATIONS \\\n{}\n", lines.collect::<String>())
}

fn place(op: OpRef<'_>) -> Option<String> {
    let ctx = op.context();
    match op.location().to_position(ctx) {
        Position::Span(span) => {
            let place = ctx.sources().line_col(span.start)?;
            Some(format!("{}:{}:{}", visible(place.file.name()), place.line, place.col))
        }
        Position::FileLineCol { file, line, col } => Some(format!("{}:{line}:{col}", visible(&file))),
        Position::Unknown => None,
    }
}

/// What an integer or an address is that follows from constants, by what lowerings compute sizes with.
fn constant(body: &Body, value: ValueId, steps: usize) -> Option<u64> {
    let op = body.defining_op(value)?;
    let steps = steps.checked_sub(1)?;
    let ctx = body.context();
    let op = body.op(op);
    let operand = |index: usize| constant(body, op.operands().nth(index)?, steps);
    match op.info().name() {
        "llvm.mlir.constant" => op.attr(Ident::VALUE)?.as_i64(ctx).map(|number| number as u64),
        "llvm.mlir.zero" => Some(0),
        "llvm.ptrtoint" => operand(0),
        "llvm.add" => Some(operand(0)?.wrapping_add(operand(1)?)),
        "llvm.sub" => Some(operand(0)?.wrapping_sub(operand(1)?)),
        "llvm.mul" => Some(operand(0)?.wrapping_mul(operand(1)?)),
        "llvm.and" => Some(operand(0)? & operand(1)?),
        "llvm.getelementptr" => {
            let ty = op.attr_named("elem_type")?.as_type(ctx)?;
            let size = (ty == Type::F64).then_some(8)?;
            let index = match op.num_operands() {
                2 => operand(1)?,
                _ => return None,
            };
            Some(operand(0)?.wrapping_add(index.wrapping_mul(size)))
        }
        _ => None,
    }
}
