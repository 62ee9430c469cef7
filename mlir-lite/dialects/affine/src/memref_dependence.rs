//! `memref-dependence-check`: reports which memory accesses depend on each other, as notes.
//!
//! Of accesses with affine subscripts, the distances are reported for each depth of the loops that
//! are around both. Other accesses are distinguished by the alias analysis of their memory, and as
//! elements of one memref at constant subscripts; everything else is reported as unknown.

use crate::dependence::{Distance, Pair, Place, budget_of_nest, comes_before, may_exist};
use crate::subscripts as affine;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::standard::{LoadOp, StoreOp};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::op_def::OpDefinition;
use mlir_lite::ir::{OpId, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::constant_value;
use mlir_lite_diagnostics::{Reported, Severity};
use mlir_lite_presburger::Budget;
use smallvec::SmallVec;

/// Note which accesses of memory depend on each other.
///
/// For accesses with affine subscripts, there is a note for each depth: the loop that is equally
/// deep carries the dependence, or, at the last depth, both are in one iteration of all of them.
/// The note has the least and the largest distance in each loop, in the notation of MLIR's test.
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
        note_affine_dependences(body, cx);
        Ok(())
    }
}

/// Notes the dependences between each two affine accesses, in both orders.
fn note_affine_dependences(body: &Body, cx: &mut PassContext<'_>) {
    let all = body.pre_order(body.root()).filter_map(|op| {
        let access = affine::Access::cast(body, op)?;
        let (subscripts, vector) = (Some(access.map_operands(body)), SmallVec::new());
        Some((access, Place { op, subscripts, vector }))
    });
    let all: Vec<(affine::Access, Place)> = all.collect();
    for (from, (first, source)) in all.iter().enumerate() {
        let mut work = budget_of_nest();
        for (to, (second, target)) in all.iter().enumerate() {
            let pair = Pair::new(body, source, target, None);
            let is_possible = first.memref(body) == second.memref(body)
                && (first.is_store() || second.is_store());
            for depth in 0..=pair.common.len() {
                let is_possible = is_possible
                    && (depth < pair.common.len() || comes_before(body, source.op, target.op));
                let distances = is_possible.then(|| distances(&pair, depth, &mut work)).flatten();
                let answer = match distances {
                    None => "false".to_string(),
                    Some(distances) if distances.is_empty() => "true".to_string(),
                    Some(distances) => distances.into_iter().map(limits).collect(),
                };
                let depth = depth + 1;
                let message = format!("dependence from {from} to {to} at depth {depth} = {answer}");
                let mut note = body.op(source.op).error(message);
                note.severity = Severity::Note;
                cx.diagnostics.emit(note);
            }
        }
    }
}

fn distances(pair: &Pair, depth: usize, work: &mut Budget) -> Option<Vec<Distance>> {
    let iterations = pair.carried_at(depth);
    may_exist(&iterations, work).then(|| pair.distances(&iterations, work))
}

/// `[1, +inf]`
fn limits((least, most): Distance) -> String {
    let text = |limit: Option<i64>, none: &str| match limit {
        Some(limit) => limit.to_string(),
        None => none.to_string(),
    };
    format!("[{}, {}]", text(least, "-inf"), text(most, "+inf"))
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
