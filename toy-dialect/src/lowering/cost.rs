//! A static estimate of the cost of a program in loops over memory.
//!
//! In an array program, the trip counts of most loops are constants. The estimate counts the ops
//! that run, as if every branch were taken. It decides whether a program that runs once is worth
//! optimizing, so it need not be exact.

use mlir_lite::dialects::affine::{ForOp, ParallelOp};
use mlir_lite::dialects::scf;
use mlir_lite::dialects::standard::CallOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::rewrite::matchers::constant_value;
use rustc_hash::FxHashMap;

/// The trip count of a loop that ends by a condition or has computed bounds, and the cost of a
/// recursive call.
const UNKNOWN: u64 = 1 << 10;

/// The estimated number of ops that a call of a function of the module runs; saturated. Zero if the
/// function is not in the module.
pub fn estimated_ops(module: &Body, function: Ident) -> u64 {
    let symbols = SymbolTable::new(module);
    let own_cost = |name: Ident| Some(OwnCost::of(module.child(symbols.lookup(name)?)?));
    // The cost of a function whose callees are visited is unknown: it is recursive.
    let mut known: FxHashMap<Ident, u64> = FxHashMap::default();
    let mut stack: Vec<(Ident, OwnCost)> = Vec::new();
    stack.extend(own_cost(function).map(|cost| (function, cost)));
    known.insert(function, UNKNOWN);
    while let Some((name, cost)) = stack.last_mut() {
        let Some((callee, times)) = cost.calls.pop() else {
            known.insert(*name, cost.executed);
            stack.pop();
            continue;
        };
        if let Some(&executed) = known.get(&callee) {
            cost.executed = cost.executed.saturating_add(times.saturating_mul(executed));
        } else if let Some(of_callee) = own_cost(callee) {
            cost.calls.push((callee, times));
            known.insert(callee, UNKNOWN);
            stack.push((callee, of_callee));
        }
    }
    known.get(&function).copied().filter(|_| symbols.lookup(function).is_some()).unwrap_or(0)
}

/// The cost of a function without its callees.
struct OwnCost {
    executed: u64,
    /// Called functions, and how often they are called.
    calls: Vec<(Ident, u64)>,
}

impl OwnCost {
    fn of(body: &Body) -> Self {
        let mut cost = Self { executed: 0, calls: Vec::new() };
        let mut pending: Vec<(OpId, u64)> = vec![(body.root(), 1)];
        while let Some((op, times)) = pending.pop() {
            let within = times.saturating_mul(trip_count(body, op));
            for &region in body.regions(op) {
                for block in body.blocks(region) {
                    for nested in body.ops(block) {
                        cost.executed = cost.executed.saturating_add(within);
                        if !body.regions(nested).is_empty() {
                            pending.push((nested, within));
                        } else if let Some(call) = CallOp::cast(body, nested) {
                            let callee = call.callee(body).as_flat_symbol(body.context());
                            cost.calls.extend(callee.map(|callee| (callee, within)));
                        }
                    }
                }
            }
        }
        cost
    }
}

/// How often the regions of an op run each time that it runs.
fn trip_count(body: &Body, op: OpId) -> u64 {
    if let Some(this) = ForOp::cast(body, op) {
        return this.constant_trip_count(body).unwrap_or(UNKNOWN);
    }
    let counted = |from: i64, to: i64, step: i64| {
        let distance = (i128::from(to) - i128::from(from)).max(0);
        u64::try_from(distance / i128::from(step.max(1))).unwrap_or(u64::MAX)
    };
    if let Some(this) = ParallelOp::cast(body, op) {
        let range = this.constant_range(body);
        return range.map_or(UNKNOWN, |(from, to, step)| counted(from, to, step));
    }
    if let Some(this) = scf::ForOp::cast(body, op) {
        let number = |value: ValueId| constant_value(body, value)?.as_i64(body.context());
        let bounds = [this.lower_bound(body), this.upper_bound(body), this.step(body)].map(number);
        let [Some(from), Some(to), Some(step)] = bounds else { return UNKNOWN };
        return counted(from, to, step);
    }
    if scf::WhileOp::is(body, op) { UNKNOWN } else { 1 }
}

#[cfg(test)]
mod tests {
    use mlir_lite::Context;
    use mlir_lite::text::{self, ParseOptions};
    use mlir_lite_diagnostics::Diagnostics;

    use super::*;

    fn cost(source: &str) -> u64 {
        let ctx = Context::new();
        mlir_lite::register_all_dialects(&ctx);
        let file = ctx.sources().add("a.mlir", source).expect("a source");
        let mut diagnostics = Diagnostics::new();
        let module = text::parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics);
        estimated_ops(&module.expect("valid"), ctx.ident("main"))
    }

    #[test]
    fn loops_multiply_and_calls_add() {
        // The outer loop, and 10 times: the inner loop, the end, and 5 times a call, an
        // end and the callee's return; then main's return.
        let source = "func @main() {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 5 {
      call @leaf() : () -> ()
    }
  }
  return
}
func @leaf() {
  return
}";
        assert_eq!(cost(source), 1 + 10 * (2 + 5 * (2 + 1)) + 1);
        assert_eq!(cost("func @other() {\n  return\n}"), 0);
    }

    #[test]
    fn recursion_ends_by_a_guess() {
        let source = "func @main() {\n  call @main() : () -> ()\n  return\n}";
        assert_eq!(cost(source), 2 + UNKNOWN);
    }

    #[test]
    fn computed_bounds_are_guessed() {
        let source = "func @main(%n: index) {\n  affine.for %i = 0 to %n {\n  }\n  return\n}";
        assert_eq!(cost(source), 1 + UNKNOWN + 1);
    }
}
