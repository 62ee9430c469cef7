//! A pass with state: a budget that all functions share.

use mlir_lite::diagnostics::Reported;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::Body;
use mlir_lite::pass::{PassContext, RunPass, pass};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::cost::Cost;

/// Add up what the ops of functions cost.
#[pass(name = "nn-cost", on = FuncOp)]
pub struct CostPass {
    /// The most that one function may cost; 0 for no limit
    #[option("limit", default = 0)]
    pub limit: u64,
    /// The cost of all functions, which run on several threads.
    pub total: Arc<AtomicU64>,
    /// Number of ops with a price
    #[statistic("num-priced")]
    PRICED: Statistic,
}

impl RunPass for CostPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let prices: Vec<u64> = body
            .as_op()
            .walk()
            .filter_map(|op| op.ask::<dyn Cost, _>(|priced| priced.cost()))
            .collect();
        cx.count(Self::PRICED, prices.len() as u64);
        let cost = prices.iter().sum();
        self.total.fetch_add(cost, Ordering::Relaxed);
        if self.limit > 0 && cost > self.limit {
            let limit = self.limit;
            let message = format!("costs {cost}, more than the limit of {limit}");
            return Err(cx.error(body.as_op().op_error(message)));
        }
        Ok(())
    }
}
