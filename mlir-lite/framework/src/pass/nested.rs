//! Runs passes on the isolated ops directly in another one. A module may have many small functions,
//! so they are processed in batches of similar size, and one thread does as little as possible for
//! each of them.

use crate::pass::analysis::{AnalysisManager, ParentAnalyses};
use crate::pass::context::{Asked, SymbolAttributes};
use crate::pass::run::Site;
use crate::pass::schedule::Batch;
use crate::pass::{SymbolSnapshot, schedule};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::symbol_requests::SymbolRequests;
use mlir_lite_diagnostics::{Diagnostics, Reported};

/// How many ops one task looks at to find symbols and nested isolated ops.
const PIECE: usize = 1 << 10;

/// The analyses of a nested op, if it has some.
pub(super) type ChildAnalyses = Option<Box<AnalysisManager>>;

/// The nested isolated ops on which a pass runs, and the symbols that it may ask for.
pub(super) struct Nested {
    pub(super) symbols: SymbolSnapshot,
    /// Each op, with its size.
    children: Vec<(OpId, usize)>,
}

/// The findings of one task.
#[derive(Default)]
struct Found {
    symbols: Vec<SymbolAttributes>,
    children: Vec<(OpId, usize)>,
}

/// A nested op that is to be processed.
pub(super) type Child<'b> = (OpId, &'b mut Body, ChildAnalyses);

impl Nested {
    /// Those in `body` for which `is_for` holds. Reading them waits for memory, so several threads
    /// do.
    pub(super) fn of(body: &Body, threads: usize, is_for: impl Fn(&Body) -> bool + Sync) -> Self {
        let ops: Vec<OpId> = body.pre_order(body.root()).collect();
        let look_at = |ops: &[OpId]| {
            let mut found = Found::default();
            for &op in ops {
                found.symbols.extend(SymbolSnapshot::entry_of(body, op));
                let child = body.child(op).filter(|child| is_for(child));
                found.children.extend(child.map(|child| (op, child.capacity_of_ops())));
            }
            found
        };
        let pieces: Vec<Found> = if threads != 1 && ops.len() >= 2 * PIECE {
            schedule::by_size(ops.chunks(PIECE).collect(), |ops| ops.len(), look_at)
        } else {
            vec![look_at(&ops)]
        };
        let mut children = Vec::with_capacity(pieces.iter().map(|it| it.children.len()).sum());
        let symbols = pieces.into_iter().map(|found| {
            children.extend(found.children);
            found.symbols
        });
        Self { symbols: SymbolSnapshot::from_pieces(body.context(), symbols.collect()), children }
    }

    pub(super) fn links(&self) -> impl ExactSizeIterator<Item = OpId> {
        self.children.iter().map(|&(link, _)| link)
    }

    /// The ops and their analyses, divided into [batches](schedule::batches).
    pub(super) fn batches<'b>(
        &self,
        body: &'b mut Body,
        analyses: &mut AnalysisManager,
        threads: usize,
    ) -> Vec<Batch<Child<'b>>> {
        let total: usize = self.children.iter().map(|&(_, size)| size + 1).sum();
        let version = body.version();
        let mut wanted = self.children.iter().peekable();
        let children = body.children_mut().into_iter().filter_map(|(link, child)| {
            let (_, size) = wanted.next_if(|(wanted, _)| *wanted == link)?;
            Some(((link, child, analyses.take_child(version, link)), *size))
        });
        schedule::batches(children, total, threads)
    }
}

/// The result of processing several ops.
pub(super) struct Outcome {
    diagnostics: Diagnostics,
    requests: SymbolRequests,
    /// Those of the ops that have some.
    analyses: Vec<(OpId, AnalysisManager)>,
    /// Whether more was used than the ops, their analyses and the symbols around them.
    asked_other: bool,
    result: Result<(), Reported>,
}

impl Outcome {
    pub(super) fn new() -> Self {
        Self {
            diagnostics: Diagnostics::new(),
            requests: SymbolRequests::new(),
            analyses: Vec::new(),
            asked_other: false,
            result: Ok(()),
        }
    }

    /// Processes the next op, with diagnostics and requests of its own: what it finds does not
    /// depend on the ops before it.
    pub(super) fn run(
        &mut self,
        link: OpId,
        symbols: &SymbolSnapshot,
        parents: &ParentAnalyses<'_>,
        analyses: ChildAnalyses,
        work: impl FnOnce(&mut Site<'_>) -> Result<(), Reported>,
    ) {
        let mut diagnostics = Diagnostics::new();
        let mut requests = SymbolRequests::new();
        let mut site = Site {
            diagnostics: &mut diagnostics,
            requests: &mut requests,
            symbols,
            parents: Some(parents),
            analyses: analyses.map(|analyses| *analyses).unwrap_or_default(),
            asked: Asked::default(),
            state: None,
        };
        let result = work(&mut site);
        let Site { analyses, asked, .. } = site;
        self.diagnostics.extend(diagnostics);
        self.requests.append(requests);
        if !analyses.is_empty() {
            self.analyses.push((link, analyses));
        }
        // The symbols that it has asked for are in the op around it.
        self.asked_other |= asked.other;
        self.result = self.result.and(result);
    }
}

/// Combines the results of processing several ops, in order.
pub(super) fn finish(
    body: &mut Body,
    outcomes: Vec<Outcome>,
    site: &mut Site<'_>,
) -> Result<(), Reported> {
    let mut requests = SymbolRequests::new();
    let mut result = Ok(());
    for outcome in outcomes {
        site.diagnostics.extend(outcome.diagnostics);
        requests.append(outcome.requests);
        for (link, analyses) in outcome.analyses {
            site.analyses.put_child(body, link, analyses);
        }
        site.asked.other |= outcome.asked_other;
        result = result.and(outcome.result);
    }
    requests.merge_into(body);
    result
}
