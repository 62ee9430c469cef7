//! Legalizes ops: fold, then apply patterns, until the results are legal.

use crate::conversion::finish::PendingConversion;
use crate::conversion::log::{Change, NO_PATTERN};
use crate::conversion::memory::{Memory, SpareMemory};
use crate::conversion::order::ops_in_dominance_order;
use crate::conversion::pattern::AnyPattern;
use crate::conversion::target::{KnownActions, Legality};
use crate::conversion::trace::Trace;
use crate::conversion::{
    ConversionMode, ConversionPatternRewriter, ConversionState, ConversionTarget,
    FrozenConversionPatternSet,
};
use crate::rewrite::{
    Folded, MatchFailure, MatchResult, PatternRewriter, RewriteDriver, fold_watched,
    materialize_fold,
};
use mlir_lite::context::OpName;
use mlir_lite::ir::{Body, Ident, InsertionPoint, OpId, SymbolRequests, TraitFlags, ValueId};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::mem::take;
use std::sync::Arc;

/// The number of reasons that a diagnostic gives.
const MAX_NOTES: usize = 8;

/// A conversion, ready to be applied to any number of bodies by any number of
/// threads.
pub(super) struct Conversion<'a> {
    pub(super) target: &'a ConversionTarget,
    pub(super) patterns: &'a FrozenConversionPatternSet,
    pub(super) mode: ConversionMode,
    /// For each op name, the patterns to try: those with the shortest way to legal ops first.
    order: Vec<Option<Vec<u32>>>,
    actions: KnownActions<'a>,
    memory: SpareMemory,
}

impl<'a> Conversion<'a> {
    /// A conversion of ops of `ctx`.
    ///
    /// # Errors
    /// The names in the target that no op can have.
    pub(super) fn new(
        target: &'a ConversionTarget,
        patterns: &'a FrozenConversionPatternSet,
        mode: ConversionMode,
        ctx: &mlir_lite::Context,
    ) -> Result<Self, Vec<String>> {
        patterns.check_context(ctx);
        let wrong = target.wrong_names(ctx);
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let mut order = Vec::new();
        for (name, numbers) in legalization_order(target, patterns, |name| ctx.op_name(name)) {
            order.resize(order.len().max(name.index() + 1), None);
            order[name.index()] = Some(numbers);
        }
        let (actions, memory) = (KnownActions::of(target), SpareMemory::default());
        Ok(Self { target, patterns, mode, order, actions, memory })
    }

    fn candidates(&self, name: OpName) -> &[u32] {
        let order = self.order.get(name.index()).and_then(Option::as_ref);
        order.map_or(self.patterns.candidates(name), |order| order)
    }

    /// Converts a body without losing anything: the result is then committed or rolled back. On
    /// errors the body is unchanged. The list has the isolated ops in it whose bodies stay as they
    /// are: those that are removed, and those in ops that are recursively legal.
    pub(super) fn convert(
        &self,
        body: &mut Body,
        symbols: &mut SymbolRequests,
        diagnostics: &mut Diagnostics,
    ) -> (Result<PendingConversion, Reported>, FxHashSet<OpId>) {
        let requested = symbols.len();
        let mut memory = self.memory.take();
        body.make_room(&mut memory.arrays);
        let mut legalizer = self.legalizer(body, symbols, &mut memory);
        let mut errors = Errors::default();
        ops_in_dominance_order(body, &mut memory.order);
        for &op in &memory.order {
            legalizer.failures.clear();
            if !legalizer.legalize(body, op) {
                let illegal = self.actions.legality(body, op) == Legality::Illegal;
                legalizer.report(body, op, illegal, &mut errors);
            }
        }
        let skipped = legalizer.skipped_links(body);
        let Legalizer { mut state, active, .. } = legalizer;
        memory.active = active;
        if let Some(trace) = state.trace.take()
            && let Some(write) = body.context().debug_output("dialect-conversion")
        {
            write(&trace.finish());
        }
        let result = match errors.emit(diagnostics) {
            Some(reported) => Err(reported),
            None => super::finish::resolve(&mut state, self.patterns, body, symbols, diagnostics),
        };
        let result = match result {
            Ok(replaced) => Ok(PendingConversion::new(&mut state, replaced)),
            Err(reported) => {
                state.rollback(body, 0);
                symbols.truncate(requested);
                Err(reported)
            }
        };
        body.fit(&mut memory.arrays);
        memory.tables = state.into_tables();
        self.memory.give(memory);
        (result, skipped)
    }

    fn legalizer<'c, 's>(
        &'c self,
        body: &Body,
        symbols: &'s mut SymbolRequests,
        memory: &mut Memory,
    ) -> Legalizer<'c, 'a, 's> {
        let mut active = take(&mut memory.active);
        active.clear();
        active.resize(self.patterns.len(), false);
        let state = ConversionState::new(body, take(&mut memory.tables));
        Legalizer { conversion: self, state, symbols, active, failures: Vec::new() }
    }

    /// The ops that would be converted; the body is not changed.
    pub(super) fn analyze(&self, body: &mut Body) -> Vec<OpId> {
        let (mut memory, mut symbols) = (Memory::default(), SymbolRequests::new());
        let mut legalizer = self.legalizer(body, &mut symbols, &mut memory);
        let mut converted = Vec::new();
        ops_in_dominance_order(body, &mut memory.order);
        for op in memory.order {
            let is_legal = self.target.is_legal(body.op(op)) || legalizer.state.is_removed(op);
            if legalizer.legalize(body, op) && !is_legal && body.child(op).is_none() {
                converted.push(op);
            }
        }
        legalizer.state.rollback(body, 0);
        converted
    }
}

/// Sorts each op's patterns by the number of patterns between the op and legal ops, as far as
/// patterns declare what they create. Patterns that never lead to legal ops are left out.
fn legalization_order(
    target: &ConversionTarget,
    patterns: &FrozenConversionPatternSet,
    name_of: impl Fn(&str) -> OpName,
) -> FxHashMap<OpName, Vec<u32>> {
    let generated: Vec<Vec<OpName>> = (0..patterns.len() as u32)
        .map(|number| {
            patterns.pattern(number).generated_ops().iter().map(|name| name_of(name)).collect()
        })
        .collect();
    let names: FxHashSet<OpName> =
        patterns.roots().chain(generated.iter().flatten().copied()).collect();
    let mut depths: FxHashMap<OpName, u32> = FxHashMap::default();
    let pattern_depth = |number: u32, depths: &FxHashMap<OpName, u32>| {
        generated[number as usize].iter().try_fold(1, |deepest: u32, &name| {
            let depth = if target.may_end_chain(name) { 0 } else { *depths.get(&name)? };
            Some(deepest.max(depth + 1))
        })
    };
    // Depths only decrease, and each is at most the number of names.
    let mut changed = true;
    while changed {
        changed = false;
        for &name in &names {
            let best =
                patterns.candidates(name).iter().filter_map(|&n| pattern_depth(n, &depths)).min();
            if let Some(best) = best
                && depths.get(&name).is_none_or(|&depth| best < depth)
            {
                depths.insert(name, best);
                changed = true;
            }
        }
    }
    names
        .into_iter()
        .map(|name| {
            let mut order: Vec<(u32, u32)> = patterns
                .candidates(name)
                .iter()
                .filter_map(|&number| Some((pattern_depth(number, &depths)?, number)))
                .collect();
            order.sort_by_key(|entry| entry.0);
            (name, order.into_iter().map(|entry| entry.1).collect())
        })
        .collect()
}

struct Legalizer<'c, 'a, 's> {
    conversion: &'c Conversion<'a>,
    state: ConversionState,
    symbols: &'s mut SymbolRequests,
    /// The patterns whose results are being legalized: they are not applied to the ops that they
    /// created.
    active: Vec<bool>,
    /// Why patterns did not apply.
    failures: Vec<(u32, MatchFailure)>,
}

impl Legalizer<'_, '_, '_> {
    /// Legalizes an op. Nothing is changed if that fails.
    fn legalize(&mut self, body: &mut Body, op: OpId) -> bool {
        if self.state.is_removed(op) {
            return true;
        }
        if let Some(child) = body.child(op) {
            // The conversion of its own body follows, and decides about it.
            let actions = &self.conversion.actions;
            let may_stay = self.state.is_legalized(op)
                || matches!(
                    actions.legality(child, child.root()),
                    Legality::Legal | Legality::RecursivelyLegal
                );
            let candidates = self.conversion.patterns.link_candidates(child.name(child.root()));
            if !may_stay && !candidates.is_empty() {
                self.try_patterns(body, op, candidates);
            }
            return true;
        }
        self.tell(|trace| trace.start_op(body, op));
        let (legal, reason) = self.legalize_op(body, op);
        self.tell(|trace| trace.end_op(legal, reason));
        legal
    }

    /// As [`Self::legalize`], with the entries of the trace.
    fn legalize_op(&mut self, body: &mut Body, op: OpId) -> (bool, &'static str) {
        if self.state.is_legalized(op) {
            return (true, "operation marked 'ignored' during conversion");
        }
        match self.conversion.actions.legality(body, op) {
            Legality::Legal => return (true, "operation marked legal by the target"),
            Legality::RecursivelyLegal => {
                self.state.legalize_nested(body, op);
                let reason = "operation marked legal by the target; marked 'recursively' legal";
                return (true, reason);
            }
            Legality::Illegal | Legality::Unknown => {}
        }
        self.tell(Trace::start_fold);
        let folded = self.fold(body, op);
        self.tell(|trace| trace.end_fold(folded));
        if folded {
            return (true, "operation was folded");
        }
        match self.try_patterns(body, op, self.conversion.candidates(body.name(op))) {
            true => (true, ""),
            false => (false, "no matched legalization pattern"),
        }
    }

    /// Applies the first pattern that matches and whose results can be legalized.
    fn try_patterns(&mut self, body: &mut Body, op: OpId, candidates: &[u32]) -> bool {
        for &number in candidates {
            if self.active[number as usize] {
                continue;
            }
            let (changes, requests) = (self.state.log.len(), self.symbols.len());
            let generated = self.conversion.patterns.pattern(number).generated_ops();
            self.tell(|trace| trace.start_pattern(body, op, generated));
            self.active[number as usize] = true;
            let result = self.apply(body, op, number);
            self.active[number as usize] = false;
            self.tell(|trace| trace.end_pattern(result.as_ref().err().map(MatchFailure::reason)));
            match result {
                Ok(()) => return true,
                Err(failure) => {
                    self.state.rollback(body, changes);
                    self.symbols.truncate(requests);
                    self.failures.push((number, failure));
                }
            }
        }
        false
    }

    fn tell(&mut self, what: impl FnOnce(&mut Trace)) {
        if let Some(trace) = &mut self.state.trace {
            what(trace);
        }
    }

    fn apply(&mut self, body: &mut Body, op: OpId, number: u32) -> MatchResult {
        let patterns = self.conversion.patterns;
        let changes = self.state.log.len();
        self.state.pattern = number;
        self.state.converter = patterns.converter(number).cloned();
        let point = match body.block(op) {
            Some(_) => InsertionPoint::Before(op),
            None => InsertionPoint::Detached,
        };
        let pattern = patterns.pattern(number);
        let name = pattern.name();
        match pattern {
            AnyPattern::Rewrite(pattern) => {
                let driver: &mut dyn RewriteDriver = &mut self.state;
                let mut rewriter =
                    PatternRewriter::for_root(body, driver, self.symbols, point, op, name);
                pattern.match_and_rewrite(op, &mut rewriter)?;
            }
            AnyPattern::Conversion(pattern) => {
                let mut rewriter = self.rewriter(body, point, op, name);
                let operands = rewriter
                    .body
                    .operand_list(op)
                    .into_iter()
                    .map(|operand| rewriter.remapped(operand))
                    .collect::<Result<SmallVec<[ValueId; 4]>, _>>()?;
                pattern.match_and_rewrite(op, &operands, &mut rewriter)?;
            }
            AnyPattern::OneToMany(pattern) => {
                pattern.match_and_rewrite(op, &mut self.rewriter(body, point, op, name))?;
            }
        }
        debug_assert!(
            self.state.log.len() > changes,
            "pattern '{}' applies but changes nothing",
            patterns.pattern(number).name()
        );
        if patterns.keeps_attributes(number) && !body.discardable_attrs(op).is_empty() {
            self.keep_attributes(body, op, changes)?;
        }
        self.legalize_changes(body, changes)?;
        patterns.applied(number);
        Ok(())
    }

    /// The rewriter of a conversion pattern for an op.
    fn rewriter<'r>(
        &'r mut self,
        body: &'r mut Body,
        point: InsertionPoint,
        op: OpId,
        pattern: &'r str,
    ) -> ConversionPatternRewriter<'r> {
        let driver = &mut self.state;
        ConversionPatternRewriter::for_root(body, driver, self.symbols, point, op, pattern)
    }

    /// Copies the discardable attributes of a replaced op to the op that replaces it, one of those
    /// created since `since`.
    fn keep_attributes(&self, body: &mut Body, op: OpId, since: usize) -> MatchResult {
        if !self.state.is_removed(op) {
            return Ok(());
        }
        // The pattern has read the attributes that newer MLIR counts as the op's own.
        let own = body.info(op).upstream_properties();
        let ctx = body.context().clone();
        let is_own = |name: Ident| own.contains(name.text(&ctx));
        let kept: Vec<_> =
            body.discardable_attrs(op).iter().copied().filter(|(name, _)| !is_own(*name)).collect();
        let Some(&(first, _)) = kept.first() else { return Ok(()) };
        let created: Vec<OpId> = (since..self.state.log.len())
            .filter_map(|index| match self.state.log.get(index) {
                Change::Inserted(op) => Some(op),
                _ => None,
            })
            .collect();
        let result = body.results(op).next().map(|result| self.state.lookup(result));
        let giver =
            result.and_then(|result| body.defining_op(result)).filter(|op| created.contains(op));
        let Some(carrier) = giver.or(created.last().copied()) else {
            return Err(MatchFailure::new(format!(
                "nothing is created that could keep the attribute '{}'",
                first.text(&ctx)
            )));
        };
        // If the new op has an inherent attribute of this name, the pattern is responsible for it.
        let slots = body.def(carrier).map_or(&[][..], |def| def.attrs);
        for (name, value) in kept {
            let slot = slots.iter().find(|slot| slot.name == name.text(&ctx));
            let fits = slot.is_none_or(|slot| (slot.constraint.matches)(&ctx, value));
            if fits && body.attr(carrier, name).is_none() {
                body.set_attr(carrier, name, value);
            }
        }
        Ok(())
    }

    /// Legalizes the ops that were created or changed since `since`.
    fn legalize_changes(&mut self, body: &mut Body, since: usize) -> MatchResult {
        for index in since..self.state.log.len() {
            let (op, what) = match self.state.log.get(index) {
                Change::Inserted(op) | Change::Nested(op) => (op, "created"),
                Change::Updated(op) => (op, "updated"),
                _ => continue,
            };
            if !self.legalize(body, op) {
                let name = body.op(op).spelled_name();
                return Err(MatchFailure::new(format!(
                    "'{name}', which it has {what}, cannot be legalized"
                )));
            }
        }
        Ok(())
    }

    fn fold(&mut self, body: &mut Body, op: OpId) -> bool {
        let info = body.info(op);
        let folds = info.def().is_some_and(|def| def.fold.is_some());
        let flags = info.flags();
        // Constants fold to themselves.
        if op == body.root()
            || flags.contains(TraitFlags::CONSTANT_LIKE)
            || !(folds || flags.contains(TraitFlags::COMMUTATIVE))
        {
            return false;
        }
        let changes = self.state.log.len();
        self.state.pattern = NO_PATTERN;
        self.state.converter = None;
        let definitions = Arc::clone(body.definitions());
        let mut snapshot = None;
        let folded = fold_watched(body, op, definitions.op_info(body.name(op)), |body| {
            snapshot.get_or_insert_with(|| Box::new(body.snapshot_op(op)));
        });
        if let Some(snapshot) = snapshot {
            self.state.log.push_updated(op, snapshot);
        }
        let done = match folded {
            Folded::Unchanged => return false,
            Folded::InPlace => self.conversion.target.is_legal(body.op(op)),
            Folded::Replaced(values) => {
                let point = InsertionPoint::Before(op);
                let mut rewriter =
                    ConversionPatternRewriter::new(body, &mut self.state, self.symbols, point);
                match materialize_fold(&mut rewriter, op, &values) {
                    Some(values) => {
                        rewriter.replace_op(op, &values);
                        self.legalize_changes(body, changes).is_ok()
                    }
                    None => false,
                }
            }
        };
        if !done {
            self.state.rollback(body, changes);
        }
        done
    }

    /// The isolated ops in the body whose bodies are not to be converted.
    fn skipped_links(&self, body: &Body) -> FxHashSet<OpId> {
        let is_skipped = |&op: &OpId| self.state.is_removed(op) || self.state.is_legalized(op);
        body.children().map(|(link, _)| link).filter(is_skipped).collect()
    }

    /// Reports an op that could not be legalized, if it must be, with the reasons of the patterns.
    fn report(&self, body: &Body, op: OpId, illegal: bool, errors: &mut Errors) {
        let name = body.op(op).spelled_name();
        let message = match (self.conversion.mode, illegal) {
            (ConversionMode::Full, _) => format!("failed to legalize operation '{name}'"),
            (ConversionMode::Partial, true) => {
                format!("failed to legalize operation '{name}' that was explicitly marked illegal")
            }
            (ConversionMode::Partial, false) => return,
        };
        let patterns = self.conversion.patterns;
        errors.add(body.name(op), || {
            let mut diagnostic = body.op(op).error(message);
            for (number, failure) in self.failures.iter().take(MAX_NOTES) {
                let pattern = patterns.pattern(*number).name();
                diagnostic =
                    diagnostic.with_note(format!("pattern '{pattern}': {}", failure.reason()));
            }
            if self.failures.is_empty() {
                diagnostic = diagnostic.with_note(format!("there is no pattern for '{name}'"));
            }
            diagnostic
        });
    }
}

/// Reports one error for each op name: the second op of a kind would fail for the same reason.
#[derive(Default)]
struct Errors {
    list: Vec<(Diagnostic, usize)>,
    by_name: FxHashMap<OpName, usize>,
}

impl Errors {
    fn add(&mut self, name: OpName, diagnostic: impl FnOnce() -> Diagnostic) {
        let list = &mut self.list;
        let index = *self.by_name.entry(name).or_insert_with(|| {
            list.push((diagnostic(), 0));
            list.len() - 1
        });
        self.list[index].1 += 1;
    }

    fn emit(self, diagnostics: &mut Diagnostics) -> Option<Reported> {
        let mut reported = None;
        for (mut diagnostic, count) in self.list {
            if count > 1 {
                diagnostic =
                    diagnostic.with_note(format!("and {} more of these operations", count - 1));
            }
            reported = Some(diagnostics.error(diagnostic));
        }
        reported
    }
}
