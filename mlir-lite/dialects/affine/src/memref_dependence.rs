//! `memref-dependence-check`: reports which memory accesses depend on each other, as notes.
//!
//! It distinguishes memory by its alias analysis, and elements of one memref at constant
//! subscripts; everything else is reported as unknown.

use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::standard::{LoadOp, StoreOp};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::op_def::OpDefinition;
use mlir_lite::ir::{OpId, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::constant_value;
use mlir_lite_diagnostics::{Reported, Severity};

/// Note which accesses of memory depend on each other.
// Reports, for each pair of loads and stores of a function of which one writes, whether the second
// depends on the first.
#[pass(name = "memref-dependence-check", pure, on = "std.func")]
pub struct MemRefDependenceCheckPass;

impl RunPass for MemRefDependenceCheckPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let aliases = cx.analysis::<AliasAnalysis>(body);
        let accesses: Vec<Access> =
            body.pre_order(body.root()).filter_map(|op| Access::of(body, op)).collect();
        for (from, first) in accesses.iter().enumerate() {
            for (to, second) in accesses.iter().enumerate().skip(from + 1) {
                if !(first.writes || second.writes) {
                    continue;
                }
                let answer = match depends(body, &aliases, first, second) {
                    Some(true) => "true",
                    Some(false) => "false",
                    None => "unknown",
                };
                let message =
                    format!("dependence from memref access {from} to access {to} = {answer}");
                let mut note = body.op(first.op).error(message);
                note.severity = Severity::Note;
                cx.diagnostics.emit(note);
            }
        }
        Ok(())
    }
}

struct Access {
    op: OpId,
    memref: ValueId,
    indices: Vec<ValueId>,
    writes: bool,
}

impl Access {
    fn of(body: &Body, op: OpId) -> Option<Self> {
        let writes = StoreOp::is(body, op);
        if !writes && !LoadOp::is(body, op) {
            return None;
        }
        let mut operands = body.operands(op).skip(usize::from(writes));
        Some(Self { op, memref: operands.next()?, indices: operands.collect(), writes })
    }
}

/// Whether both are the same element; none if that is not known.
fn depends(body: &Body, aliases: &AliasAnalysis, a: &Access, b: &Access) -> Option<bool> {
    if a.memref != b.memref {
        return aliases.alias(body, a.memref, b.memref).is_no().then_some(false);
    }
    let mut same = true;
    for (&a, &b) in a.indices.iter().zip(&b.indices) {
        let number = |value| constant_value(body, value)?.as_i64(body.context());
        match number(a).zip(number(b)) {
            Some((a, b)) if a != b => return Some(false),
            Some(_) => {}
            None => same &= a == b,
        }
    }
    // In a loop, one value can be two numbers.
    let is_known =
        a.indices.iter().chain(&b.indices).all(|&index| constant_value(body, index).is_some());
    (same && is_known).then_some(true)
}
