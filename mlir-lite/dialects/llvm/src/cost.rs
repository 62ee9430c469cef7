//! A static estimate of the cost of running a program.
//!
//! In an array program, the trip counts of most loops are constants. The estimate counts the
//! executed ops, as if every branch were taken. It is used to choose how to compile, so it need not
//! be exact.
//!
//! Blocks are taken in their order: a backward branch is a loop over the blocks in between, as
//! lowering lays out loops.

use rustc_hash::FxHashMap;

use super::{AddOp, CallOp, CondBrOp, ICmpOp, LlvmFuncOp, UnreachableOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::rewrite::matchers::constant_value;

/// The cost of a call of an external function.
const EXTERNAL_CALL: u64 = 50;

/// The cost of an intrinsic: without the processor's newer instructions, many are calls.
const INTRINSIC: u64 = 20;

/// The cost, in executed ops, and the number of ops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The maximum number of executed ops; saturated.
    pub executed: u64,
    /// Number of ops in the functions that run.
    pub ops: u64,
}

/// The cost estimate of calling a function of a module of the `llvm` dialect. None if the function
/// is not in the module, or if the cost cannot be estimated: a loop does not count from one
/// constant to another, functions are recursive, or a callee is not known.
///
/// ```
/// # mod mlir_lite {
/// #     pub use mlir_lite_framework::*;
/// #     pub mod dialects {
/// #         pub use mlir_lite_framework::dialects::builtin;
/// #         pub extern crate mlir_lite_llvm_dialect as llvm;
/// #     }
/// # }
/// use mlir_lite::{Context, text::{self, ParseOptions}};
/// use mlir_lite::dialects::llvm::{LlvmDialect, Cost, cost_estimate};
/// use mlir_lite_diagnostics::Diagnostics;
///
/// let ctx = Context::new();
/// ctx.load::<LlvmDialect>();
/// let source = "llvm.func @main() {\n  llvm.return\n}";
/// let file = ctx.sources().add("a.mlir", source).unwrap();
/// let module = text::parse_module(&ctx, &file, ParseOptions::default(), &mut Diagnostics::new()).unwrap();
/// assert_eq!(cost_estimate(&module, ctx.ident("main")), Some(Cost { executed: 1, ops: 1 }));
/// ```
pub fn cost_estimate(module: &Body, function: Ident) -> Option<Cost> {
    estimate(module, function, None)
}

/// As [`cost_estimate`], but a loop whose trip count is not known counts as one of `trips`
/// iterations, and a recursive call as `trips` ops. None only if a callee is not known.
pub fn cost_estimate_with_guess(module: &Body, function: Ident, trips: u64) -> Option<Cost> {
    estimate(module, function, Some(trips))
}

fn estimate(module: &Body, function: Ident, guess: Option<u64>) -> Option<Cost> {
    let symbols = SymbolTable::new(module);
    let body_of = |name: Ident| {
        let body = module.child(symbols.lookup(name)?)?;
        (LlvmFuncOp::is(body, body.root()) && !blocks(body).is_empty()).then_some(body)
    };
    // None while a function's callees are visited.
    let mut known: FxHashMap<Ident, Option<u64>> = FxHashMap::default();
    let mut ops = 0;
    let mut stack = vec![(function, OwnCost::of(body_of(function)?, guess)?)];
    known.insert(function, None);
    while let Some((name, cost)) = stack.last_mut() {
        let Some((callee, times)) = cost.calls.pop() else {
            ops += cost.ops;
            known.insert(*name, Some(cost.executed));
            stack.pop();
            continue;
        };
        let executed = match (known.get(&callee), body_of(callee)) {
            (Some(executed), _) => executed.or(guess)?,
            (None, None) => EXTERNAL_CALL,
            (None, Some(body)) => {
                cost.calls.push((callee, times));
                known.insert(callee, None);
                stack.push((callee, OwnCost::of(body, guess)?));
                continue;
            }
        };
        cost.executed = cost.executed.saturating_add(times.saturating_mul(executed));
    }
    let executed = known[&function]?;
    Some(Cost { executed, ops })
}

/// The blocks of a function, in their order.
fn blocks(body: &Body) -> Vec<BlockId> {
    body.regions(body.root()).iter().flat_map(|region| body.blocks(*region)).collect()
}

/// The cost of a function without its callees.
struct OwnCost {
    executed: u64,
    ops: u64,
    /// Called functions, and how often they are called.
    calls: Vec<(Ident, u64)>,
}

impl OwnCost {
    fn of(body: &Body, guess: Option<u64>) -> Option<Self> {
        let blocks = blocks(body);
        let places: FxHashMap<BlockId, usize> = blocks.iter().copied().zip(0..).collect();
        // How often each block runs, as factors that begin at a block and end after another.
        let (mut begins, mut ends) = (vec![Vec::new(); blocks.len()], vec![0_usize; blocks.len()]);
        for (latch, &block) in blocks.iter().enumerate() {
            let Some(branch) = body.terminator(block) else { continue };
            for successor in body.successors(branch) {
                let head = places[&successor];
                if head <= latch {
                    begins[head].push(trip_count(body, successor, branch).or(guess)?);
                    ends[latch] += 1;
                }
            }
        }
        let mut cost = Self { executed: 0, ops: 0, calls: Vec::new() };
        let mut factors = vec![1_u64];
        for ((&block, begins), ends) in blocks.iter().zip(begins).zip(ends) {
            for factor in begins {
                factors.push(factors[factors.len() - 1].saturating_mul(factor));
            }
            let times = factors[factors.len() - 1];
            // Code that ends the program runs at most once, and rarely.
            let ends_program =
                body.terminator(block).is_some_and(|end| UnreachableOp::is(body, end));
            for op in body.ops(block).filter(|_| !ends_program) {
                cost.ops += 1;
                let is_intrinsic = body.info(op).name().starts_with("llvm.intr.");
                let weight = if is_intrinsic { INTRINSIC } else { 1 };
                cost.executed = cost.executed.saturating_add(times.saturating_mul(weight));
                if let Some(call) = CallOp::cast(body, op) {
                    cost.calls.push((call.callee(body)?, times));
                }
            }
            // Overlapping loops that are not nested are counted as if they were.
            factors.truncate(factors.len().saturating_sub(ends).max(1));
        }
        Some(cost)
    }
}

/// How often the header of a loop runs: its counter, an argument, goes from a constant to another.
fn trip_count(body: &Body, head: BlockId, latch: OpId) -> Option<u64> {
    let condition = CondBrOp::cast(body, body.terminator(head)?)?.condition(body);
    let comparison = ICmpOp::defining(body, condition)?;
    let counter =
        body.arguments(head).iter().position(|&argument| argument == comparison.lhs(body))?;
    let constant = |value: ValueId| constant_value(body, value)?.as_i64(body.context());
    let end = constant(comparison.rhs(body))?;
    let (mut start, mut step) = (None, None);
    for (branch, index) in body.predecessors(head) {
        let value = *body.successor_operands(branch, index).get(counter)?;
        if branch == latch {
            let next = AddOp::defining(body, value)?;
            (next.lhs(body) == body.arguments(head)[counter]).then_some(())?;
            step = constant(next.rhs(body)).filter(|&step| step > 0);
        } else {
            start = constant(value);
        }
    }
    let (distance, step) = ((i128::from(end) - i128::from(start?)).max(0), i128::from(step?));
    // The header runs once more than the others.
    Some(u64::try_from((distance + step - 1) / step + 1).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use mlir_lite_diagnostics::Diagnostics;
    use pretty_assertions::assert_eq;

    use super::*;
    use crate::LlvmDialect;
    use mlir_lite::text::{self, ParseOptions};

    fn cost(source: &str) -> Option<Cost> {
        let ctx = Context::new();
        ctx.load::<LlvmDialect>();
        let file = ctx.sources().add("a.mlir", source).expect("a source");
        let mut diagnostics = Diagnostics::new();
        let module = text::parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics);
        cost_estimate(&module.expect("valid"), ctx.ident("main"))
    }

    /// A loop from `start` to `end` by `step`, with the body `body`; `latch` is the op that
    /// increments the counter.
    fn looped(start: i64, end: i64, step: i64, latch: &str, body: &str) -> String {
        format!(
            "llvm.func @main(%n: i64) {{
  %start = llvm.mlir.constant({start} : i64) : i64
  %end = llvm.mlir.constant({end} : i64) : i64
  %step = llvm.mlir.constant({step} : i64) : i64
  llvm.br ^head(%start : i64)
^head(%i: i64):
  %more = llvm.icmp \"slt\" %i, %end : i64
  llvm.cond_br %more, ^body, ^exit
^body:
{body}  %next = {latch} : i64
  llvm.br ^head(%next : i64)
^exit:
  llvm.return
}}
llvm.func @twice() {{
  llvm.call @once() : () -> ()
  llvm.call @once() : () -> ()
  llvm.return
}}
llvm.func @once() {{
  llvm.return
}}
llvm.func @outside()
llvm.func @endless() {{
  llvm.call @endless() : () -> ()
  llvm.return
}}
"
        )
    }

    const NEXT: &str = "llvm.add %i, %step";

    #[test]
    fn a_loop_counts_its_iterations() {
        // Four ops before it, one after; the header's two and the body's two ops run once for each
        // iteration, and the header once more.
        assert_eq!(
            cost(&looped(0, 10, 1, NEXT, "")),
            Some(Cost { executed: 4 + 11 * 4 + 1, ops: 9 })
        );
        assert_eq!(
            cost(&looped(3, 10, 2, NEXT, "")),
            Some(Cost { executed: 4 + 5 * 4 + 1, ops: 9 })
        );
        assert_eq!(cost(&looped(10, 0, 1, NEXT, "")), Some(Cost { executed: 4 + 4 + 1, ops: 9 }));
        let bounds = looped(i64::MIN, i64::MAX, 1, NEXT, "");
        assert_eq!(cost(&bounds).map(|cost| cost.executed), Some(u64::MAX));
    }

    #[test]
    fn unknown_trip_counts_are_guessed() {
        let guessed = |source: &str| {
            let ctx = Context::new();
            ctx.load::<LlvmDialect>();
            let file = ctx.sources().add("a.mlir", source).expect("a source");
            let module =
                text::parse_module(&ctx, &file, ParseOptions::default(), &mut Diagnostics::new());
            cost_estimate_with_guess(&module.expect("valid"), ctx.ident("main"), 100)
        };
        // The counter goes down: four ops before the loop, one after it, and 100 times four.
        let down = looped(0, 10, 1, "llvm.sub %i, %step", "");
        assert_eq!(cost(&down), None);
        assert_eq!(guessed(&down), Some(Cost { executed: 4 + 100 * 4 + 1, ops: 9 }));
        // Known trip counts are not estimated; the recursive function is a call, 100 ops, and a
        // return.
        let call = looped(0, 10, 1, NEXT, "  llvm.call @endless() : () -> ()\n");
        assert_eq!(cost(&call), None);
        assert_eq!(
            guessed(&call),
            Some(Cost { executed: 4 + 11 * (4 + 1 + 1 + 100 + 1) + 1, ops: 10 + 2 })
        );
    }

    #[test]
    fn calls_count_what_they_call() {
        let call = "  llvm.call @twice() : () -> ()\n";
        // `twice` is three ops, two of which call a function of one op.
        assert_eq!(
            cost(&looped(0, 10, 1, NEXT, call)),
            Some(Cost { executed: 4 + 11 * (4 + 1 + 3 + 2) + 1, ops: 10 + 3 + 1 })
        );
        let call = "  llvm.call @outside() : () -> ()\n";
        assert_eq!(
            cost(&looped(0, 10, 1, NEXT, call)),
            Some(Cost { executed: 4 + 11 * (4 + 1 + EXTERNAL_CALL) + 1, ops: 10 })
        );
    }

    #[test]
    fn intrinsics_count_as_calls() {
        let zero = "  %zero = llvm.mlir.zero : f64\n";
        let body = format!("{zero}  %root = llvm.intr.sqrt(%zero) : (f64) -> f64\n");
        assert_eq!(
            cost(&looped(0, 10, 1, NEXT, &body)),
            Some(Cost { executed: 4 + 11 * (4 + 1 + INTRINSIC) + 1, ops: 11 })
        );
    }

    #[test]
    fn what_the_text_does_not_tell_is_not_known() {
        assert_eq!(cost(&looped(0, 10, 1, "llvm.add %i, %n", "")), None);
        assert_eq!(cost(&looped(0, 10, -1, NEXT, "")), None);
        assert_eq!(cost(&looped(0, 10, 2, "llvm.mul %i, %step", "")), None);
        assert_eq!(cost(&looped(0, 10, 1, NEXT, "  llvm.call @endless() : () -> ()\n")), None);
        assert_eq!(cost("llvm.func @main()"), None);
        assert_eq!(cost("llvm.func @other() {\n  llvm.return\n}"), None);
    }

    #[test]
    fn a_chain_of_functions_that_call_the_one_before_twice() {
        let mut source = String::from("llvm.func @f0() {\n  llvm.return\n}\n");
        for number in 1..20_000 {
            let call = format!("  llvm.call @f{}() : () -> ()\n", number - 1);
            source += &format!("llvm.func @f{number}() {{\n{call}{call}  llvm.return\n}}\n");
        }
        source += "llvm.func @main() {\n  llvm.call @f19999() : () -> ()\n  llvm.return\n}\n";
        assert_eq!(cost(&source), Some(Cost { executed: u64::MAX, ops: 1 + 3 * 19_999 + 2 }));
    }
}
