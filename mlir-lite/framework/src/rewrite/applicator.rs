//! Applies patterns to one op at a time, for custom drivers.

use crate::rewrite::{
    FrozenRewritePatternSet, MatchFailure, MatchResult, PatternRewriter, RewriteDriver,
    RewritePattern,
};
use mlir_lite::context::OpName;
use mlir_lite::ir::Body;
use mlir_lite::ir::{InsertionPoint, OpId, SymbolRequests};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// A pattern set with an order in which patterns are tried: that of their benefits, unless a cost
/// model says otherwise.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// use mlir_lite::ir::{Body, OpBuilder, OpId, SymbolRequests};
/// use mlir_lite::rewrite::{FrozenRewritePatternSet, PatternApplicator, RewriteDriver};
///
/// /// A driver that counts what is inserted.
/// #[derive(Default)]
/// struct Counting(usize);
///
/// impl RewriteDriver for Counting {
///     fn op_inserted(&mut self, _: &mut Body, _: OpId) {
///         self.0 += 1;
///     }
/// }
///
/// /// Applies a pattern to each op that is there; says how many ops are new.
/// fn apply_once(body: &mut Body, patterns: &FrozenRewritePatternSet) -> usize {
///     let mut applicator = PatternApplicator::new(patterns);
///     // Only patterns of benefit 2 and more, cheapest first.
///     applicator.apply_cost_model(|pattern| (pattern.benefit() >= 2).then(|| 10 - pattern.benefit()));
///     let (mut driver, mut symbols) = (Counting::default(), SymbolRequests::new());
///     for op in body.own_ops() {
///         if body.is_live(op) {
///             let _ = applicator.match_and_rewrite(body, op, &mut driver, &mut symbols);
///         }
///     }
///     driver.0
/// }
/// ```
pub struct PatternApplicator<'p> {
    patterns: &'p FrozenRewritePatternSet,
    /// By number, the benefits of a cost model; none for patterns that are left out.
    costs: Option<Vec<Option<u16>>>,
    /// By name, for links and for other ops.
    orders: FxHashMap<(OpName, bool), Vec<u32>>,
}

impl<'p> PatternApplicator<'p> {
    /// With the patterns' own benefits.
    pub fn new(patterns: &'p FrozenRewritePatternSet) -> Self {
        Self { patterns, costs: None, orders: FxHashMap::default() }
    }

    /// Gives patterns other benefits; those that get none are not tried.
    pub fn apply_cost_model(&mut self, model: impl Fn(&dyn RewritePattern) -> Option<u16>) {
        let numbers = 0..self.patterns.len() as u32;
        self.costs = Some(numbers.map(|number| model(self.patterns.pattern(number))).collect());
        self.orders.clear();
    }

    /// Restores the patterns' own benefits.
    pub fn apply_default_cost_model(&mut self) {
        self.costs = None;
        self.orders.clear();
    }

    /// Applies the best pattern that matches `op`, if one does.
    ///
    /// # Errors
    /// The reason of the last pattern that was tried, if none applies.
    pub fn match_and_rewrite(
        &mut self,
        body: &mut Body,
        op: OpId,
        driver: &mut impl RewriteDriver,
        symbols: &mut SymbolRequests,
    ) -> MatchResult {
        let point = match body.block(op) {
            Some(_) => InsertionPoint::Before(op),
            None => InsertionPoint::Detached,
        };
        let patterns = self.patterns;
        patterns.check_context(body.context());
        let mut failure = MatchFailure::new("there is no pattern for the op");
        for &number in self.order(body, op) {
            let pattern = patterns.pattern(number);
            let mut rewriter = PatternRewriter::<dyn RewriteDriver>::for_root(
                body,
                driver,
                symbols,
                point,
                op,
                pattern.name(),
            );
            match pattern.match_and_rewrite(op, &mut rewriter) {
                Ok(()) => {
                    patterns.applied(number);
                    return Ok(());
                }
                Err(reason) => failure = reason,
            }
        }
        Err(failure)
    }

    fn order(&mut self, body: &Body, op: OpId) -> &[u32] {
        let (name, is_link) = (body.name(op), body.child(op).is_some());
        let patterns = self.patterns;
        let candidates = match is_link {
            true => patterns.link_candidates(name),
            false => patterns.candidates(name),
        };
        let Some(costs) = &self.costs else { return candidates };
        self.orders.entry((name, is_link)).or_insert_with(|| {
            let candidates = candidates.iter().copied();
            let mut order: Vec<u32> = candidates.filter(|&n| costs[n as usize].is_some()).collect();
            order.sort_by_key(|&number| (Reverse(costs[number as usize]), number));
            order
        })
    }
}
