//! The greedy driver: folds, erases and rewrites until nothing changes.
//!
//! A sweep first goes backward and erases what is dead, users before what they
//! use, so that no work is spent on it. Then it looks at all ops, those that are nested in an op and those that
//! define its operands first, and then at whatever a change may have opened an
//! opportunity at, until nothing is left. What a pattern sees from afar may
//! have changed behind its back, so sweeps follow each other until one changes
//! nothing.
//!
//! Patterns that undo each other would go on for ever. Each op has a depth, the
//! number of rewrites that led to it; a chain of rewrites that is too deep is
//! reported with the names of the patterns in it.

use crate::context::{Context, OpInfo};
use crate::ir::{BlockId, Body, Fold, FoldValue, InsertionPoint, OpId, SymbolRequests, TraitFlags, ValueId};
use crate::rewrite::constants::{Constants, Known, Reuse};
use crate::rewrite::regions::erase_dead_arguments;
use crate::rewrite::worklist::Worklist;
use crate::rewrite::{
    FrozenRewritePatternSet, OperandNames, PatternRewriter, RewriteDriver, RewriteListener,
    erase_unreachable_blocks, fold_named, has_no_lasting_effect_of, is_trivially_dead,
};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::cell::Cell;

/// The order of a sweep.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Traversal {
    /// An op after what is in it.
    #[default]
    PostOrder,
    /// An op before what is in it.
    PreOrder,
}

/// How the greedy driver goes about it.
#[derive(Clone, Debug)]
pub struct GreedyConfig {
    /// The order of a sweep.
    pub traversal: Traversal,
    /// How many sweeps may change something.
    pub max_sweeps: usize,
    /// Whether there is another sweep after one that has changed something.
    /// What follows from a change at the ops beside it is done in the same
    /// sweep; another one is for what is seen from further away.
    pub repeat: bool,
    /// How many rewrites may follow from each other on one op.
    pub max_depth: u16,
    /// Whether blocks that are never reached are erased.
    pub simplify_regions: bool,
    /// Whether it is an error if a pattern applies and neither updates, nor
    /// replaces, nor erases the op that it was applied to. That a pattern which
    /// does not apply changes nothing, and one that does something, is checked
    /// in all debug builds.
    pub check_roots: bool,
}

impl Default for GreedyConfig {
    fn default() -> Self {
        Self {
            traversal: Traversal::PostOrder,
            max_sweeps: 64,
            repeat: true,
            max_depth: 4096,
            simplify_regions: true,
            check_roots: false,
        }
    }
}

/// Folds, erases dead ops and applies patterns until nothing changes, in
/// `body`, its root included, without the isolated ops in it. Says whether
/// anything changed.
///
/// Constants end up at the start of the entry block, each once. What patterns
/// require of the module around is added to `symbols`.
///
/// # Errors
/// If it does not come to an end; the diagnostic names the patterns that go on
/// for ever. The body is valid then, and partly rewritten.
pub fn apply_patterns_greedily(
    body: &mut Body,
    patterns: &FrozenRewritePatternSet,
    config: &GreedyConfig,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<bool, Reported> {
    sweep_until_nothing_changes(GreedyDriver::new(patterns, config, None), body, config, symbols, diagnostics)
}

/// As [`apply_patterns_greedily`]; `listener` is told of each change.
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
    let mut driver = GreedyDriver::new(patterns, config, None);
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
    for sweep in 1..=config.max_sweeps {
        driver.begin_sweep(sweep == config.max_sweeps);
        driver.worklist.reserve(body.op_capacity());
        match config.traversal {
            Traversal::PostOrder => driver.push_post_order(body),
            Traversal::PreOrder => driver.push_pre_order(body),
        }
        if !changed {
            // About what arithmetic has. Large bodies use few at a time, and a table that is larger than it need be is
            // not in the cache.
            let constants = (driver.worklist.len() / 8).min(MAX_EXPECTED_CONSTANTS);
            driver.constants.reserve(body, constants);
        }
        driver.sweep(body, symbols, diagnostics)?;
        // Where nothing has changed since the last time, nothing has become unreachable.
        if config.simplify_regions && (driver.changed || !changed) {
            if erase_unreachable_blocks(body) {
                driver.changed = true;
                if body.context().has_fold_interfaces() {
                    // A dialect may have kept some in what is gone; the next sweep meets the others again.
                    driver.constants = Constants::default();
                }
            }
            driver.changed |= erase_dead_arguments(body);
        }
        changed |= driver.changed;
        if !driver.changed || !config.repeat {
            driver.keep_scratch();
            return Ok(changed);
        }
    }
    Err(driver.report(body, body.root(), diagnostics))
}

/// Folds, erases and rewrites just these ops until nothing changes, and
/// nothing else. Says whether anything changed.
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
    let mut driver = GreedyDriver::new(patterns, config, Some(ops.iter().copied().collect()));
    driver.begin_sweep(false);
    ops.iter().rev().for_each(|&op| driver.worklist.push(op));
    driver.sweep(body, symbols, diagnostics)?;
    Ok(driver.changed)
}

/// The tables of a driver that has come to its end: the next one of the thread, for another function, has them as large
/// as it needs them.
#[derive(Default)]
struct Scratch {
    worklist: Worklist,
    constants: Constants,
    depths: Vec<u16>,
    next: Vec<OpId>,
}

thread_local! {
    static SCRATCH: Cell<Option<Scratch>> = const { Cell::new(None) };
}

/// For how many constants there is room from the start, at most.
const MAX_EXPECTED_CONSTANTS: usize = 1 << 10;

/// Tables for bodies of more ops are not kept.
const MAX_KEPT: usize = 1 << 14;

struct GreedyDriver<'p> {
    patterns: &'p FrozenRewritePatternSet,
    config: &'p GreedyConfig,
    /// The ops that may be touched; none for all.
    only: Option<FxHashSet<OpId>>,
    worklist: Worklist,
    constants: Constants,
    /// How many rewrites led to an op, by its index.
    depths: Vec<u16>,
    /// Where a walk is to go on; empty between walks.
    next: Vec<OpId>,
    /// The depth of what is created now.
    depth: u16,
    /// The op that is being rewritten; none once it is gone.
    current: Option<OpId>,
    /// Whether the op that is being rewritten was updated.
    updated: bool,
    changed: bool,
    listener: Option<&'p mut dyn RewriteListener>,
    /// Whether no sweep may follow.
    is_last_sweep: bool,
    /// What was applied in the last sweep, and what was applied in this one where chains were
    /// already long.
    applied: Names,
    applied_deep: Names,
}

impl<'p> GreedyDriver<'p> {
    fn new(
        patterns: &'p FrozenRewritePatternSet,
        config: &'p GreedyConfig,
        only: Option<FxHashSet<OpId>>,
    ) -> Self {
        Self {
            patterns,
            config,
            only,
            worklist: Worklist::default(),
            constants: Constants::default(),
            depths: Vec::new(),
            next: Vec::new(),
            depth: 0,
            current: None,
            updated: false,
            changed: false,
            listener: None,
            is_last_sweep: false,
            applied: Names::default(),
            applied_deep: Names::default(),
        }
    }

    /// Takes tables that are there already, for a small body.
    fn take_scratch(&mut self, body: &Body) {
        if body.op_capacity() < MAX_KEPT
            && let Some(Scratch { worklist, constants, depths, next }) = SCRATCH.take()
        {
            (self.worklist, self.constants, self.depths, self.next) = (worklist, constants, depths, next);
        }
    }

    /// Leaves the tables to the next driver, when nothing is left to do.
    fn keep_scratch(mut self) {
        if self.worklist.capacity() < MAX_KEPT {
            self.constants.clear();
            let Self { worklist, constants, depths, next, .. } = self;
            SCRATCH.set(Some(Scratch { worklist, constants, depths, next }));
        }
    }

    fn begin_sweep(&mut self, is_last: bool) {
        self.is_last_sweep = is_last;
        self.changed = false;
        self.applied.clear();
        self.applied_deep.clear();
        self.depths.clear();
    }

    /// Adds all ops, an op after what is in it; erases those that are dead.
    fn push_post_order(&mut self, body: &mut Body) {
        self.worklist.push(body.root());
        // Where to go on in each block that has been begun, or is to be; the last op is pushed first.
        let mut next = std::mem::take(&mut self.next);
        let last_ops = |body: &Body, op: OpId, next: &mut Vec<OpId>| {
            for &region in body.regions(op) {
                next.extend(body.blocks(region).filter_map(|block| body.last_op(block)));
            }
        };
        last_ops(body, body.root(), &mut next);
        while let Some(op) = next.pop() {
            next.extend(body.previous_op(op));
            if !self.erase_if_dead(body, op) {
                self.worklist.push_new(op);
                if !body.is_plain(op) {
                    last_ops(body, op, &mut next);
                }
            }
        }
        self.next = next;
    }

    /// Adds all ops, an op before what is in it; erases those that are dead.
    fn push_pre_order(&mut self, body: &mut Body) {
        for op in body.walk_pre_order().into_iter().rev() {
            if !self.erase_if_dead(body, op) {
                self.worklist.push(op);
            }
        }
        self.worklist.push(body.root());
    }

    /// Erases a dead op, without a look at what it used: that comes next. Constants that are known go when the sweep is
    /// over, if they are not used then. Whether an op without results does anything is asked when its turn comes.
    fn erase_if_dead(&mut self, body: &mut Body, op: OpId) -> bool {
        let is_dead = body.num_results(op) != 0
            && body.is_unused(op)
            && !self.constants.is_known(op)
            && has_no_lasting_effect_of(body, op, body.context().op_info(body.name(op)));
        if is_dead {
            if body.is_plain(op) {
                // Nobody knows of it yet.
                self.listen(|listener| listener.op_erased(body, op));
                self.changed = true;
                body.erase_op(op);
            } else {
                self.erase(body, op);
            }
        }
        is_dead
    }

    /// Looks at what is on the worklist, and at what follows from each before the next.
    fn sweep(
        &mut self,
        body: &mut Body,
        symbols: &mut SymbolRequests,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let ctx = body.context().clone();
        loop {
            while let Some(op) = self.worklist.pop() {
                self.visit(&ctx, body, op, symbols, diagnostics)?;
            }
            let duplicates = self.constants.take_duplicates();
            if duplicates.is_empty() {
                break;
            }
            for constant in duplicates {
                self.unite_constant(body, constant);
            }
        }
        for constant in self.constants.unused(body) {
            self.erase_op(body, constant);
        }
        Ok(())
    }

    fn visit(
        &mut self,
        ctx: &Context,
        body: &mut Body,
        op: OpId,
        symbols: &mut SymbolRequests,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        // Isolated ops have bodies of their own.
        if !body.is_plain(op) && body.child(op).is_some() {
            return Ok(());
        }
        let name = body.name(op);
        let info = ctx.op_info(name);
        self.current = Some(op);
        self.depth = self.depths.get(op.index()).copied().unwrap_or(0).saturating_add(1);
        // Constants go when the sweep is over, if they are not used then.
        let is_constant = info.flags().contains(TraitFlags::CONSTANT_LIKE);
        if op != body.root() && !(is_constant && self.constants.is_known(op)) {
            if body.is_unused(op) && has_no_lasting_effect_of(body, op, info) {
                self.erase_op(body, op);
                return Ok(());
            }
            if is_constant {
                self.enter_constant(body, op);
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
        let point = match body.block(op) {
            Some(_) => InsertionPoint::Before(op),
            None => InsertionPoint::Detached,
        };
        for &number in candidates {
            if !patterns.may_apply(number, &operands) {
                continue;
            }
            let pattern = patterns.pattern(number);
            let version = body.version();
            self.updated = false;
            let mut rewriter = PatternRewriter::<dyn RewriteDriver>::new(body, self, symbols, point);
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

    /// Takes notice of a constant, to unite it with the others of its kind.
    fn enter_constant(&mut self, body: &mut Body, op: OpId) {
        if self.only.is_some() {
            return;
        }
        match self.constants.enter(body, op) {
            Known::Kept => {}
            Known::Moved => self.changed = true,
            // What a pattern has created is used by what it has created with it, and likely to stay.
            Known::Duplicate(value) if self.depth > 1 => self.replace_op(body, op, &[value]),
            Known::Duplicate(_) => self.constants.postpone(op),
        }
    }

    /// Unites a constant with the one of its kind, if it is still used.
    fn unite_constant(&mut self, body: &mut Body, op: OpId) {
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

    /// Folds an op; says whether that changed anything.
    fn fold(&mut self, body: &mut Body, op: OpId, info: &OpInfo) -> bool {
        match fold_named(body, op, info) {
            Fold::Unchanged => false,
            Fold::InPlace => {
                self.after_update(body, op);
                true
            }
            Fold::Replaced(values) => {
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
                        // If nobody uses it in the end, it goes when the sweep is over.
                        self.listen(|listener| listener.op_inserted(body, constant));
                        self.changed = true;
                        if !self.patterns.candidates(body.name(constant)).is_empty() {
                            self.set_depth(constant);
                            self.push(constant);
                        }
                    }
                    known
                }
            });
        }
        Some(replacements)
    }

    /// Counts a rewrite of `op`, and gives up where they follow each other
    /// without end.
    fn check_depth(
        &mut self,
        body: &Body,
        op: OpId,
        applied: Applied,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        if self.current == Some(op) {
            self.set_depth(op);
            self.worklist.push(op);
        }
        if self.is_last_sweep {
            self.applied.insert(applied);
        }
        if self.depth > self.config.max_depth / 2 {
            self.applied_deep.insert(applied);
        }
        if self.depth <= self.config.max_depth.min(u16::MAX - 1) {
            return Ok(());
        }
        let at = self.current.unwrap_or(body.root());
        Err(self.report(body, at, diagnostics))
    }

    fn set_depth(&mut self, op: OpId) {
        if self.depths.len() <= op.index() {
            self.depths.resize(op.index() + 1, 0);
        }
        self.depths[op.index()] = self.depth;
    }

    fn report(&self, body: &Body, at: OpId, diagnostics: &mut Diagnostics) -> Reported {
        let names = if self.applied_deep.is_empty() { &self.applied } else { &self.applied_deep };
        let names = names.list(self.patterns);
        let what = match &names[..] {
            [] => "rewriting does not come to an end".to_string(),
            [one] => format!("rewriting does not come to an end: {one} is applied again and again"),
            [first @ .., last] => format!(
                "rewriting does not come to an end: {} and {last} are applied again and again",
                first.join(", ")
            ),
        };
        let diagnostic: Diagnostic = body
            .op(at)
            .error(what)
            .with_help("patterns must not undo each other, and a pattern must not apply to its own result");
        diagnostics.error(diagnostic)
    }

    /// Forgets an op that is about to be erased.
    fn leave(&mut self, body: &Body, op: OpId) {
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

    /// Erases an op with what is in it; says what from outside they used.
    fn erase(&mut self, body: &mut Body, op: OpId) -> SmallVec<[ValueId; 4]> {
        let mut operands = body.operand_list(op);
        if body.regions(op).is_empty() {
            self.erase_leaf(body, op);
            return operands;
        }
        self.listen(|listener| listener.op_erased(body, op));
        self.changed = true;
        self.leave(body, op);
        let inside = body.walk_op_pre_order(op);
        for &gone in &inside {
            self.leave(body, gone);
            operands.extend(body.operands(gone));
        }
        let inside: FxHashSet<OpId> = inside.into_iter().chain([op]).collect();
        let is_outside = |value: &ValueId| body.defining_op(*value).is_some_and(|op| !inside.contains(&op));
        operands.retain(|value| is_outside(value));
        body.erase_op(op);
        operands
    }

    /// Erases an op without regions.
    fn erase_leaf(&mut self, body: &mut Body, op: OpId) {
        self.listen(|listener| listener.op_erased(body, op));
        self.changed = true;
        self.leave(body, op);
        body.erase_op(op);
    }

    /// Who has lost a use may be dead, or match where it did not.
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

/// Reports a pattern that does not keep to the rules.
fn misuse(body: &Body, op: OpId, pattern: &str, what: &str, diagnostics: &mut Diagnostics) -> Reported {
    let at = if body.is_live(op) { op } else { body.root() };
    let diagnostic = body.op(at).error(format!("pattern '{pattern}' {what}"));
    diagnostics.error(diagnostic.with_help(
        "a pattern that fails changes nothing; one that succeeds updates (`update_in_place`), replaces or erases its op",
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
        self.set_depth(op);
        self.push(op);
        if !body.regions(op).is_empty() {
            for nested in body.walk_op_pre_order(op) {
                self.set_depth(nested);
                self.push(nested);
            }
        }
    }

    fn block_created(&mut self, body: &mut Body, block: BlockId) {
        self.listen(|listener| listener.block_created(body, block));
        self.changed = true;
    }

    fn before_update(&mut self, body: &mut Body, op: OpId) {
        self.constants.forget(body, op);
    }

    fn after_update(&mut self, body: &mut Body, op: OpId) {
        self.listen(|listener| listener.op_modified(body, op));
        self.updated |= self.current == Some(op);
        self.changed = true;
        self.push(op);
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

/// What changed an op.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Applied {
    Fold,
    Pattern(u32),
}

/// Patterns that were applied, in the order of their first time.
#[derive(Default)]
struct Names {
    seen: Vec<bool>,
    order: Vec<Applied>,
}

impl Names {
    #[inline]
    fn insert(&mut self, applied: Applied) {
        // Mostly one follows another of its kind.
        if self.order.last() != Some(&applied) {
            self.insert_other(applied);
        }
    }

    fn insert_other(&mut self, applied: Applied) {
        let number = match applied {
            Applied::Fold => 0,
            Applied::Pattern(number) => number as usize + 1,
        };
        if self.seen.len() <= number {
            self.seen.resize(number + 1, false);
        }
        if !std::mem::replace(&mut self.seen[number], true) {
            self.order.push(applied);
        }
    }

    fn clear(&mut self) {
        self.seen.clear();
        self.order.clear();
    }

    fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    fn list(&self, patterns: &FrozenRewritePatternSet) -> Vec<String> {
        self.order
            .iter()
            .map(|applied| match *applied {
                Applied::Fold => "folding".to_string(),
                Applied::Pattern(number) => format!("pattern '{}'", patterns.pattern(number).name()),
            })
            .collect()
    }
}
