//! The greedy driver: folds, erases and rewrites until nothing changes.
//!
//! Dead ops are erased first, users before definitions, so that no work is spent on them. Then a
//! sweep visits all ops: nested ops and definitions of operands first. After each op, it visits the
//! ops that a change may have made rewritable, until none is left. A pattern may depend on ops that
//! are far from its root, and changes there do not revisit the root, so sweeps follow each other
//! until one changes nothing.
//!
//! Patterns that undo each other would never terminate: a chain of rewrites that is too long is
//! reported with the names of its patterns (`chains.rs`).

use crate::rewrite::chains::{Applied, Chains};
use crate::rewrite::constants::{Constants, Known, Reuse};
use crate::rewrite::regions::{erase_dead_arguments, is_unreachable};
use crate::rewrite::traversal::{Cursor, Traversal, last_ops_in};
use crate::rewrite::worklist::Worklist;
use crate::rewrite::{
    Folded, FrozenRewritePatternSet, OperandNames, PatternRewriter, RewriteDriver, RewriteListener,
    erase_unreachable_blocks, fold_named, has_no_lasting_effect_of, is_trivially_dead,
};
use mlir_lite::context::OpInfo;
use mlir_lite::ir::{
    BlockId, Body, Definitions, FoldValue, InsertionPoint, OpId, SymbolRequests, TraitFlags,
    ValueId,
};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::cell::Cell;
use std::sync::Arc;

/// The configuration of the greedy driver.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GreedyConfig {
    /// The order of a sweep.
    pub traversal: Traversal,
    /// The maximum number of sweeps that change something.
    pub max_sweeps: usize,
    /// Whether exceeding the maximum is an error. If not, the result of the last sweep is kept.
    pub must_converge: bool,
    /// Whether a sweep that has changed something is followed by another one. Ops near a change are
    /// revisited in the same sweep; another sweep is for patterns that look further.
    pub repeat: bool,
    /// How many rewrites may follow from each other on one op.
    pub max_depth: u16,
    /// Whether blocks that are never reached are erased.
    pub simplify_regions: bool,
    /// Reports an error if a pattern succeeds but neither updates, nor replaces, nor erases its
    /// root. All debug builds check that a failing pattern changes nothing, and that a successful
    /// one changes something.
    pub check_roots: bool,
}

impl Default for GreedyConfig {
    fn default() -> Self {
        Self {
            traversal: Traversal::PostOrder,
            max_sweeps: 64,
            must_converge: true,
            repeat: true,
            max_depth: 4096,
            simplify_regions: true,
            check_roots: false,
        }
    }
}

impl GreedyConfig {
    /// The same with another [`traversal`](Self::traversal).
    #[must_use]
    pub fn with_traversal(mut self, traversal: Traversal) -> Self {
        self.traversal = traversal;
        self
    }

    /// The same with another [`max_sweeps`](Self::max_sweeps).
    #[must_use]
    pub fn with_max_sweeps(mut self, max_sweeps: usize) -> Self {
        self.max_sweeps = max_sweeps;
        self
    }

    /// The same with another [`must_converge`](Self::must_converge).
    #[must_use]
    pub fn with_must_converge(mut self, must_converge: bool) -> Self {
        self.must_converge = must_converge;
        self
    }

    /// The same with another [`repeat`](Self::repeat).
    #[must_use]
    pub fn with_repeat(mut self, repeat: bool) -> Self {
        self.repeat = repeat;
        self
    }

    /// The same with another [`max_depth`](Self::max_depth).
    #[must_use]
    pub fn with_max_depth(mut self, max_depth: u16) -> Self {
        self.max_depth = max_depth;
        self
    }

    /// The same with another [`simplify_regions`](Self::simplify_regions).
    #[must_use]
    pub fn with_simplify_regions(mut self, simplify_regions: bool) -> Self {
        self.simplify_regions = simplify_regions;
        self
    }

    /// The same with another [`check_roots`](Self::check_roots).
    #[must_use]
    pub fn with_check_roots(mut self, check_roots: bool) -> Self {
        self.check_roots = check_roots;
        self
    }
}

/// As [`apply_patterns_greedily`], but leaves blocks that are never reached: for passes whose task
/// is the patterns alone.
///
/// # Errors
/// As [`apply_patterns_greedily`].
pub fn rewrite_ops(
    body: &mut Body,
    patterns: &FrozenRewritePatternSet,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let config = GreedyConfig::default().with_simplify_regions(false);
    apply_patterns_greedily(body, patterns, &config, symbols, diagnostics).map(|_| ())
}

/// Folds, erases dead ops and applies patterns until nothing changes, in `body`, its root included,
/// without the isolated ops in it. Returns whether anything changed.
///
/// Constants end up at the start of the entry block, each once. Symbols that patterns require in
/// the enclosing module are added to `symbols`.
///
/// # Errors
/// If it does not terminate; the diagnostic names the patterns that repeat forever. The body is
/// then valid, and partly rewritten.
pub fn apply_patterns_greedily(
    body: &mut Body,
    patterns: &FrozenRewritePatternSet,
    config: &GreedyConfig,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<bool, Reported> {
    sweep_until_nothing_changes(
        GreedyDriver::new(body, patterns, config, None),
        body,
        config,
        symbols,
        diagnostics,
    )
}

/// As [`apply_patterns_greedily`]; `listener` is notified of each change.
///
/// # Errors
/// As [`apply_patterns_greedily`].
pub fn apply_patterns_greedily_with(
    listener: &mut dyn RewriteListener,
    body: &mut Body,
    patterns: &FrozenRewritePatternSet,
    config: &GreedyConfig,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<bool, Reported> {
    let mut driver = GreedyDriver::new(body, patterns, config, None);
    driver.listener = Some(listener);
    sweep_until_nothing_changes(driver, body, config, symbols, diagnostics)
}

fn sweep_until_nothing_changes(
    mut driver: GreedyDriver<'_>,
    body: &mut Body,
    config: &GreedyConfig,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<bool, Reported> {
    let mut changed = false;
    driver.take_scratch(body);
    // A usual ratio for arithmetic. Large bodies use few constants at a time, and a table that is
    // larger than necessary does not fit the cache.
    driver.constants.reserve(body, (body.op_capacity() / 16).min(MAX_EXPECTED_CONSTANTS));
    // In unreachable blocks, values may be defined by themselves, and patterns might not terminate
    // there.
    let has_erased =
        (config.simplify_regions && erase_unreachable_blocks(body)) | driver.erase_dead(body);
    for sweep in 1..=config.max_sweeps {
        driver.begin_sweep(body, sweep == config.max_sweeps);
        driver.changed = sweep == 1 && has_erased;
        driver.sweep(body, symbols, diagnostics)?;
        // If nothing has changed since the last time, no block has become unreachable, nor, except
        // for the first time, any op dead.
        if config.simplify_regions && (driver.changed || !changed) {
            if driver.changed && erase_unreachable_blocks(body) && !driver.constants.have_one_home()
            {
                // Some may have been in the erased blocks; the next sweep records the others again.
                driver.constants = Constants::default();
            }
            driver.changed |= erase_dead_arguments(body);
        }
        changed |= driver.changed;
        if !driver.changed || !config.repeat {
            driver.keep_scratch();
            return Ok(changed);
        }
    }
    if config.must_converge {
        return Err(driver.report(body, body.root(), diagnostics));
    }
    driver.keep_scratch();
    Ok(changed)
}

/// Folds, erases and rewrites only these ops until nothing changes. Returns whether anything
/// changed.
///
/// # Errors
/// As [`apply_patterns_greedily`].
pub fn apply_patterns_greedily_to(
    body: &mut Body,
    ops: &[OpId],
    patterns: &FrozenRewritePatternSet,
    config: &GreedyConfig,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<bool, Reported> {
    let mut driver = GreedyDriver::new(body, patterns, config, Some(ops.iter().copied().collect()));
    driver.begin_sweep(body, false);
    driver.cursor = Cursor::at_end();
    ops.iter().rev().for_each(|&op| driver.worklist.push_new(op));
    driver.sweep(body, symbols, diagnostics)?;
    Ok(driver.changed)
}

/// The tables of a driver that has finished, reused by the next driver of the thread, for another
/// function.
#[derive(Default)]
struct Scratch {
    worklist: Worklist,
    constants: Constants,
    chains: Chains,
    next: Vec<OpId>,
}

thread_local! {
    static SCRATCH: Cell<Option<Scratch>> = const { Cell::new(None) };
}

/// The largest initial capacity for constants.
const MAX_EXPECTED_CONSTANTS: usize = 1 << 10;

/// Tables for bodies of more ops are not kept.
const MAX_KEPT: usize = 1 << 14;

struct GreedyDriver<'p> {
    patterns: &'p FrozenRewritePatternSet,
    config: &'p GreedyConfig,
    /// The ops that may be touched; none for all.
    only: Option<FxHashSet<OpId>>,
    /// Where the sweep is.
    cursor: Cursor,
    /// Whether ops that the sweep had not reached were moved, possibly to where it has already
    /// been.
    is_to_return: bool,
    worklist: Worklist,
    constants: Constants,
    chains: Chains,
    /// Where a walk continues; empty between walks.
    next: Vec<OpId>,
    /// The op that is being rewritten; none once it is erased.
    current: Option<OpId>,
    /// The previous successors of the op that is being updated, if it is a terminator.
    successors: SmallVec<[BlockId; 2]>,
    /// Whether the op that is being rewritten was updated.
    updated: bool,
    changed: bool,
    listener: Option<&'p mut dyn RewriteListener>,
    /// Whether no further sweep is allowed.
    is_last_sweep: bool,
}

impl<'p> GreedyDriver<'p> {
    fn new(
        body: &Body,
        patterns: &'p FrozenRewritePatternSet,
        config: &'p GreedyConfig,
        only: Option<FxHashSet<OpId>>,
    ) -> Self {
        patterns.check_context(body.context());
        Self {
            patterns,
            config,
            only,
            cursor: Cursor::at_end(),
            is_to_return: false,
            worklist: Worklist::default(),
            constants: Constants::default(),
            chains: Chains::default(),
            next: Vec::new(),
            current: None,
            successors: SmallVec::new(),
            updated: false,
            changed: false,
            listener: None,
            is_last_sweep: false,
        }
    }

    /// Takes over existing tables, for a small body.
    fn take_scratch(&mut self, body: &Body) {
        if body.op_capacity() < MAX_KEPT
            && let Some(Scratch { worklist, constants, chains, next }) = SCRATCH.take()
        {
            (self.worklist, self.constants, self.chains, self.next) =
                (worklist, constants, chains, next);
        }
    }

    /// Leaves the tables to the next driver, at the end.
    fn keep_scratch(mut self) {
        if self.worklist.capacity() < MAX_KEPT {
            self.constants.clear();
            let Self { worklist, constants, chains, next, .. } = self;
            SCRATCH.set(Some(Scratch { worklist, constants, chains, next }));
        }
    }

    fn begin_sweep(&mut self, body: &Body, is_last: bool) {
        self.cursor = Cursor::at_start(body, self.config.traversal);
        self.worklist.begin_sweep(body.op_capacity());
        self.chains.begin_sweep(body.op_capacity());
        self.is_last_sweep = is_last;
    }

    /// Erases dead ops, users before definitions, before the first sweep; returns whether there
    /// were any. Whether an op without results has effects is checked when it is visited.
    fn erase_dead(&mut self, body: &mut Body) -> bool {
        // Where to continue in each block that has been started, or is to be; the last op comes
        // first.
        let mut next = std::mem::take(&mut self.next);
        next.extend(last_ops_in(body, body.root()));
        let mut has_erased = false;
        while let Some(op) = next.pop() {
            next.extend(body.previous_op(op));
            let is_dead = body.num_results(op) != 0
                && body.is_unused(op)
                && has_no_lasting_effect_of(body, op, body.info(op));
            if is_dead {
                self.listen(|listener| listener.op_erased(body, op));
                body.erase_op(op);
                has_erased = true;
            } else if !body.is_plain(op) {
                next.extend(last_ops_in(body, op));
            }
        }
        self.next = next;
        has_erased
    }

    /// Visits all ops, and after each the ops that it affects.
    fn sweep(
        &mut self,
        body: &mut Body,
        symbols: &mut SymbolRequests,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let definitions = Arc::clone(body.definitions());
        while let Some(op) = self.next_op(body) {
            self.visit(&definitions, body, op, symbols, diagnostics)?;
        }
        for constant in self.constants.unused(body) {
            self.erase_op(body, constant);
        }
        Ok(())
    }

    /// The next op to visit: one on the worklist, or else the next one of the sweep. Between two
    /// ops of the sweep, and after the last, constants are merged.
    fn next_op(&mut self, body: &mut Body) -> Option<OpId> {
        loop {
            if let Some(op) = self.worklist.pop() {
                return Some(op);
            }
            if self.constants.has_many_duplicates() {
                self.merge_duplicates(body);
                continue;
            }
            match self.cursor.take(body) {
                Some(op) if self.worklist.take(op) => return Some(op),
                Some(_) => {}
                None if std::mem::take(&mut self.is_to_return) => {
                    self.cursor = Cursor::at_start(body, self.config.traversal);
                }
                None if self.merge_duplicates(body) => {}
                None => return None,
            }
        }
    }

    fn visit(
        &mut self,
        definitions: &Definitions,
        body: &mut Body,
        op: OpId,
        symbols: &mut SymbolRequests,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let name = body.name(op);
        // Isolated ops have bodies of their own.
        if !body.is_plain(op) && body.child(op).is_some() {
            let candidates = self.patterns.link_candidates(name);
            if candidates.is_empty() {
                return Ok(());
            }
            self.current = Some(op);
            self.chains.continue_at(op);
            return self.try_patterns(body, op, candidates.iter(), symbols, diagnostics);
        }
        let info = definitions.op_info(name);
        self.current = Some(op);
        self.chains.continue_at(op);
        // In blocks that are not reached, an op may be made of its own result, so that a rewrite
        // of it leads to another one without end. The blocks are erased after the sweep.
        if self.chains.is_too_long(self.config.max_depth)
            && self.config.simplify_regions
            && is_unreachable(body, op)
        {
            return Ok(());
        }
        // Constants that are unused at the end of the sweep are erased then.
        let is_constant = info.flags().contains(TraitFlags::CONSTANT_LIKE);
        if op != body.root() && !(is_constant && self.constants.is_known(op)) {
            if body.is_unused(op) && has_no_lasting_effect_of(body, op, info) {
                self.erase_op(body, op);
                return Ok(());
            }
            if is_constant {
                if self.enter_constant(body, op) {
                    return Ok(());
                }
            } else if self.fold(body, op, info) {
                return self.check_depth(body, op, Applied::Fold, diagnostics);
            }
        }
        let patterns = self.patterns;
        let candidates = patterns.candidates(name);
        if candidates.is_empty() {
            return Ok(());
        }
        let operands = OperandNames::of(body, op);
        if !patterns.may_any_apply(name, &operands) {
            return Ok(());
        }
        let candidates = candidates.iter().filter(|&&it| patterns.may_apply(it, &operands));
        self.try_patterns(body, op, candidates, symbols, diagnostics)
    }

    /// Applies the first pattern that matches.
    fn try_patterns<'n>(
        &mut self,
        body: &mut Body,
        op: OpId,
        numbers: impl Iterator<Item = &'n u32>,
        symbols: &mut SymbolRequests,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let patterns = self.patterns;
        let point = match body.block(op) {
            Some(_) => InsertionPoint::Before(op),
            None => InsertionPoint::Detached,
        };
        for &number in numbers {
            let pattern = patterns.pattern(number);
            let version = body.version();
            self.updated = false;
            let name = pattern.name();
            let mut rewriter = PatternRewriter::<dyn RewriteDriver>::for_root(
                body, self, symbols, point, op, name,
            );
            let result = pattern.match_and_rewrite(op, &mut rewriter);
            match result {
                Ok(()) => {
                    if cfg!(debug_assertions) && body.version() == version {
                        return Err(misuse(
                            body,
                            op,
                            pattern.name(),
                            "applies but changes nothing",
                            diagnostics,
                        ));
                    }
                    if self.config.check_roots && self.current == Some(op) && !self.updated {
                        let what = "applies but leaves the op as it was";
                        return Err(misuse(body, op, pattern.name(), what, diagnostics));
                    }
                    self.changed = true;
                    patterns.applied(number);
                    return self.check_depth(body, op, Applied::Pattern(number), diagnostics);
                }
                Err(_) if cfg!(debug_assertions) && body.version() != version => {
                    let what = "does not apply but changes the IR";
                    return Err(misuse(body, op, pattern.name(), what, diagnostics));
                }
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// Records a constant, to merge it with its duplicates.
    /// Returns whether the constant was replaced by an equal one.
    fn enter_constant(&mut self, body: &mut Body, op: OpId) -> bool {
        if self.only.is_some() {
            return false;
        }
        match self.constants.enter(body, op) {
            Known::Kept => {}
            Known::Moved => self.changed = true,
            // A duplicate that a pattern has created has users that the pattern has created, which
            // are likely to stay.
            Known::Duplicate(value) if self.chains.is_link() => {
                self.replace_op(body, op, &[value]);
                return true;
            }
            Known::Duplicate(_) => self.constants.postpone(op),
        }
        false
    }

    /// Merges the deferred duplicates; returns whether there were any.
    fn merge_duplicates(&mut self, body: &mut Body) -> bool {
        let duplicates = self.constants.take_duplicates();
        for &constant in &duplicates {
            self.merge_constant(body, constant);
        }
        !duplicates.is_empty()
    }

    /// Replaces a constant by the equal one, if it is still used.
    fn merge_constant(&mut self, body: &mut Body, op: OpId) {
        if is_trivially_dead(body, op) {
            self.erase(body, op);
            return;
        }
        match self.constants.enter(body, op) {
            Known::Kept => {}
            Known::Moved => self.changed = true,
            Known::Duplicate(value) => self.replace_op(body, op, &[value]),
        }
    }

    /// Folds an op; returns whether that changed anything.
    fn fold(&mut self, body: &mut Body, op: OpId, info: &OpInfo) -> bool {
        match fold_named(body, op, info) {
            Folded::Unchanged => false,
            Folded::InPlace => {
                self.after_update(body, op);
                true
            }
            Folded::Replaced(values) => {
                let Some(values) = self.materialize(body, op, &values) else { return false };
                self.replace_op(body, op, &values);
                while let Some(idle) = self.constants.take_idle(body) {
                    self.erase_op(body, idle);
                }
                true
            }
        }
    }

    fn materialize(
        &mut self,
        body: &mut Body,
        op: OpId,
        values: &[FoldValue],
    ) -> Option<SmallVec<[ValueId; 2]>> {
        let location = body.location(op);
        // Of several results, one may be a constant that is not used yet.
        let may_reuse = self.listener.is_none() && values.len() == 1;
        let reuse = if may_reuse { Reuse::Allowed } else { Reuse::Forbidden };
        let mut replacements = SmallVec::new();
        for (index, &value) in values.iter().enumerate() {
            replacements.push(match value {
                FoldValue::Value(value) => value,
                FoldValue::Constant(value) => {
                    let ty = body.ty(body.result(op, index));
                    let (known, created) =
                        self.constants.get_or_create(body, op, value, ty, location, reuse)?;
                    if created && let Some(constant) = body.defining_op(known) {
                        // If it is unused in the end, it is erased when the sweep is over.
                        self.listen(|listener| listener.op_inserted(body, constant));
                        self.changed = true;
                        if !self.patterns.candidates(body.name(constant)).is_empty() {
                            self.push_new(constant);
                        }
                    }
                    known
                }
            });
        }
        Some(replacements)
    }

    /// Counts a rewrite of `op`, and gives up if rewrites follow each other without end.
    fn check_depth(
        &mut self,
        body: &Body,
        op: OpId,
        applied: Applied,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        if self.current == Some(op) {
            self.chains.led_to(op);
            self.worklist.push(op);
        }
        if self.chains.count(applied, self.config.max_depth, self.is_last_sweep) {
            return Ok(());
        }
        let at = self.current.unwrap_or(body.root());
        Err(self.report(body, at, diagnostics))
    }

    fn report(&self, body: &Body, at: OpId, diagnostics: &mut Diagnostics) -> Reported {
        let what = match &self.chains.names(self.patterns)[..] {
            [] => "rewriting does not come to an end".to_string(),
            [one] => format!("rewriting does not come to an end: {one} is applied again and again"),
            [first @ .., last] => format!(
                "rewriting does not come to an end: {} and {last} are applied again and again",
                first.join(", ")
            ),
        };
        let diagnostic: Diagnostic = body.op(at).error(what).with_help(
            "patterns must not undo each other, and a pattern must not apply to its own result",
        );
        diagnostics.error(diagnostic)
    }

    /// Forgets an op that is about to be erased.
    fn leave(&mut self, body: &Body, op: OpId) {
        self.cursor.leave(body, op);
        self.worklist.remove(op);
        if self.constants.is_known(op) {
            self.constants.forget(body, op);
        }
        if let Some(only) = &mut self.only {
            only.remove(&op);
        }
        if self.current == Some(op) {
            self.current = None;
        }
    }

    fn push(&mut self, op: OpId) {
        if self.only.as_ref().is_none_or(|only| only.contains(&op)) {
            self.worklist.push(op);
        }
    }

    /// Adds an op that was created.
    fn push_new(&mut self, op: OpId) {
        self.chains.led_to(op);
        if self.only.is_none() {
            self.worklist.push_new(op);
        }
    }

    /// Whether the sweep will still reach the ops in `owner`, which is nested in the op that is
    /// rewritten.
    fn has_swept_inside(&self, body: &Body, owner: Option<OpId>) -> bool {
        self.only.is_some()
            || self.config.traversal == Traversal::PostOrder
                && self
                    .current
                    .zip(owner)
                    .is_some_and(|(current, owner)| body.is_inside(owner, current))
    }

    /// Erases an op with everything nested in it; returns the definitions outside of it that they
    /// used.
    fn erase(&mut self, body: &mut Body, op: OpId) -> SmallVec<[ValueId; 4]> {
        let mut operands = body.operand_list(op);
        if body.regions(op).is_empty() {
            self.erase_leaf(body, op);
            return operands;
        }
        self.listen(|listener| listener.op_erased(body, op));
        self.changed = true;
        self.leave(body, op);
        let inside = body.own_ops_in(op);
        for &erased in &inside {
            self.leave(body, erased);
            operands.extend(body.operands(erased));
        }
        let inside: FxHashSet<OpId> = inside.into_iter().chain([op]).collect();
        let is_outside =
            |value: &ValueId| body.defining_op(*value).is_some_and(|op| !inside.contains(&op));
        operands.retain(|value| is_outside(value));
        body.erase_op(op);
        operands
    }

    /// Erases an op without regions.
    fn erase_leaf(&mut self, body: &mut Body, op: OpId) {
        self.listen(|listener| listener.op_erased(body, op));
        self.changed = true;
        self.leave(body, op);
        if body.is_plain(op) {
            body.erase_op(op);
            return;
        }
        let successors: SmallVec<[BlockId; 2]> = body.successors(op).collect();
        body.erase_op(op);
        self.push_ends_at(body, &successors);
    }

    /// Revisits the predecessors of blocks that have lost an edge: if one op is left, its condition
    /// is known to hold there, and the blocks may be merged.
    fn push_ends_at(&mut self, body: &Body, blocks: &[BlockId]) {
        for &block in blocks {
            let mut ends = body.predecessors(block).map(|(end, _)| end);
            if let Some(end) = ends.next()
                && ends.next().is_none()
            {
                self.push(end);
                if let Some(last) = body.last_op(block) {
                    self.push(last);
                }
            }
        }
    }

    /// Revisits the predecessors of a block that contains nothing but this op: they may branch past
    /// it. An unconditional branch is visited before ops with several successors, so that a chain
    /// of such blocks is short when a switch to all of them is visited.
    fn push_ends_before(&mut self, body: &Body, op: OpId) {
        if body.num_successors(op) == 0 || body.previous_op(op).is_some() {
            return;
        }
        let Some(block) = body.block(op) else { return };
        let (with_one, with_several): (SmallVec<[OpId; 4]>, SmallVec<[OpId; 4]>) = body
            .predecessors(block)
            .map(|(end, _)| end)
            .partition(|&end| body.num_successors(end) == 1);
        with_several.into_iter().chain(with_one).for_each(|end| self.push(end));
    }

    /// An op that has lost a use may be dead, or match a pattern that it did not match before.
    fn push_definitions(&mut self, body: &Body, operands: &[ValueId]) {
        for &value in operands {
            if let Some(definition) = body.defining_op(value)
                && !self.constants.is_known(definition)
                && (!body.has_uses(value) || body.has_one_use(value))
            {
                self.push(definition);
            }
        }
    }
}

/// Reports a pattern that breaks the rules.
fn misuse(
    body: &Body,
    op: OpId,
    pattern: &str,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Reported {
    let at = if body.is_live(op) { op } else { body.root() };
    let diagnostic = body.op(at).error(format!("pattern '{pattern}' {what}"));
    diagnostics.error(diagnostic.with_help(
        "a pattern that fails changes nothing; one that succeeds updates (`update_in_place`), \
            replaces or erases its op",
    ))
}

impl GreedyDriver<'_> {
    fn listen(&mut self, tell: impl FnOnce(&mut dyn RewriteListener)) {
        if let Some(listener) = &mut self.listener {
            tell(*listener);
        }
    }
}

impl RewriteDriver for GreedyDriver<'_> {
    fn op_inserted(&mut self, body: &mut Body, op: OpId) {
        self.listen(|listener| listener.op_inserted(body, op));
        self.changed = true;
        self.push_new(op);
        if !body.is_plain(op) {
            body.pre_order(op).for_each(|nested| self.push_new(nested));
            self.push_ends_before(body, op);
        }
    }

    fn before_op_move(&mut self, body: &mut Body, op: OpId) {
        let is_done = body.is_plain(op) && !self.worklist.is_awaited(op);
        if !is_done && !self.has_swept_inside(body, body.parent_op(op)) {
            self.cursor.leave(body, op);
            self.is_to_return = true;
        }
    }

    fn after_op_move(&mut self, body: &mut Body, op: OpId) {
        if !body.is_plain(op) && body.num_successors(op) != 0 {
            // It ends another block, which has other predecessors.
            self.push(op);
            self.push_ends_before(body, op);
        }
    }

    fn before_block_move(&mut self, body: &mut Body, block: BlockId) {
        if !self.has_swept_inside(body, body.block_owner(block)) {
            self.cursor.leave_block(body, block);
            self.is_to_return = true;
        }
    }

    fn block_created(&mut self, body: &mut Body, block: BlockId) {
        self.listen(|listener| listener.block_created(body, block));
        self.changed = true;
    }

    fn before_update(&mut self, body: &mut Body, op: OpId) {
        self.constants.forget(body, op);
        self.successors.clear();
        if !body.is_plain(op) {
            self.successors.extend(body.successors(op));
        }
    }

    fn after_update(&mut self, body: &mut Body, op: OpId) {
        self.listen(|listener| listener.op_modified(body, op));
        self.updated |= self.current == Some(op);
        self.changed = true;
        self.push(op);
        let mut successors = std::mem::take(&mut self.successors);
        if !successors.is_empty() {
            let kept: FxHashSet<BlockId> = body.successors(op).collect();
            successors.retain(|block| !kept.contains(block));
            self.push_ends_at(body, &successors);
            if !successors.is_empty() {
                self.push_ends_before(body, op);
            }
        }
    }

    fn replace_value(&mut self, body: &mut Body, from: ValueId, to: ValueId) {
        self.changed = true;
        body.replace_all_uses_and(from, to, |user| self.push(user));
    }

    fn replace_op(&mut self, body: &mut Body, op: OpId, values: &[ValueId]) {
        self.listen(|listener| listener.op_replaced(body, op, values));
        for (index, &value) in values.iter().enumerate() {
            let result = body.result(op, index);
            self.replace_value(body, result, value);
        }
        self.erase_op(body, op);
    }

    fn erase_op(&mut self, body: &mut Body, op: OpId) {
        let operands = self.erase(body, op);
        self.push_definitions(body, &operands);
    }

    fn erase_block(&mut self, body: &mut Body, block: BlockId) {
        while let Some(op) = body.last_op(block) {
            self.erase_op(body, op);
        }
        body.erase_block(block);
    }
}
