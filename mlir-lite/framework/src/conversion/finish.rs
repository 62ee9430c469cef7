//! The end of a conversion: values whose types do not match are reconciled. Then, when nothing can
//! fail any more, old values are replaced and old ops erased.

use crate::conversion::log::{Change, Log, NO_PATTERN, RareChange};
use crate::conversion::rewriter::place_of_many;
use crate::conversion::type_converter::MaterializationKind;
use crate::conversion::{ConversionPatternRewriter, ConversionState, FrozenConversionPatternSet};
use mlir_lite::ir::{Body, InsertionPoint, Location, OpId, SymbolRequests, ValueDef, ValueId};
use mlir_lite::text::print_type;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported};
use rustc_hash::{FxHashMap, FxHashSet};

/// Old values that are still used, each with its replacement.
pub(super) type Replaced = Vec<(ValueId, ValueId)>;

/// A successful conversion that can still be rolled back.
pub(super) struct PendingConversion {
    log: Log,
    replaced: Replaced,
}

impl PendingConversion {
    /// Keeps the part of the state that committing and rolling back need: where many bodies are
    /// converted, each waits until the last one has been.
    pub(super) fn new(state: &mut ConversionState, replaced: Replaced) -> Self {
        Self { log: state.log.take(), replaced }
    }

    /// Restores the body as it was.
    pub(super) fn rollback(mut self, body: &mut Body) {
        while self.log.undo(body).is_some() {}
    }

    /// Replaces old values and erases the replaced ops.
    pub(super) fn commit(self, body: &mut Body) {
        let Self { log, replaced } = self;
        let removed = log.changes().filter_map(|change| match change {
            Change::Removed(op) => Some(op),
            _ => None,
        });
        let removed: Vec<OpId> = removed.collect();
        // Most uses of old values are by old ops. Those are unlinked first, so that they need not
        // be redirected.
        body.unlink_operands_of(&removed);
        for (value, to) in replaced {
            if body.ty(to) == body.ty(value) {
                body.replace_all_uses(value, to);
            }
        }
        body.erase_ops(removed);
        for change in log.changes() {
            match change {
                Change::BlockErased(block) => body.erase_block(block),
                Change::Rare(index) => {
                    if let RareChange::Arguments { old, .. } = log.rare(index) {
                        body.free_detached_arguments(old);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Finds a value of the right type for each old value that is still used, and removes all casts
/// that no pattern asked for.
pub(super) fn resolve(
    state: &mut ConversionState,
    patterns: &FrozenConversionPatternSet,
    body: &mut Body,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<Replaced, Reported> {
    let mut finish =
        Finish { state, patterns, body, symbols, casts: FxHashSet::default(), replaced_by: None };
    finish.casts = finish.cast_ops().into_iter().collect();
    let mut replaced = Replaced::new();
    let mut needed = FxHashMap::default();
    let mut materialized = FxHashSet::default();
    for change in 0..finish.state.log.len() {
        let Some((value, pattern)) = finish.replaced_value(change) else { continue };
        let Some(user) = finish.live_user(value) else { continue };
        if materialized.contains(&value) {
            continue;
        }
        let to = finish.replacement(value, pattern, user, diagnostics)?;
        if to != finish.state.lookup(value) {
            materialized.insert(value);
        }
        replaced.push((value, to));
        needed.insert(to, user);
    }
    replaced.extend(finish.cancel_casts(&needed, diagnostics)?);
    for (_, to) in &mut replaced {
        *to = finish.state.lookup(*to);
    }
    Ok(replaced)
}

struct Finish<'f> {
    state: &'f mut ConversionState,
    patterns: &'f FrozenConversionPatternSet,
    body: &'f mut Body,
    symbols: &'f mut SymbolRequests,
    /// The casts that must go.
    casts: FxHashSet<OpId>,
    /// The pattern that replaced each value, once it is asked for.
    replaced_by: Option<FxHashMap<ValueId, u32>>,
}

impl Finish<'_> {
    fn cast_ops(&self) -> Vec<OpId> {
        if !self.state.has_casts {
            return Vec::new();
        }
        let casts = self.state.log.changes().filter_map(|change| match change {
            Change::Cast(op) => Some(op),
            _ => None,
        });
        casts.collect()
    }

    /// The value that was replaced by the change of that index, with the number of the pattern that
    /// replaced it.
    fn replaced_value(&self, change: usize) -> Option<(ValueId, u32)> {
        match self.state.log.get(change) {
            Change::OneToOne { value, pattern } => Some((value, pattern.into())),
            Change::Rare(index) => match *self.state.log.rare(index) {
                RareChange::OneToOne { value, pattern, .. } => Some((value, pattern)),
                RareChange::OneToMany { value, pattern } if self.state.mapped(value).is_none() => {
                    Some((value, pattern))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The pattern that replaced a value; of one that was folded, the pattern that replaced what it
    /// was folded to.
    fn pattern_of_replacement(&mut self, mut value: ValueId, pattern: u32) -> u32 {
        let mut pattern = pattern;
        while pattern == NO_PATTERN
            && let Some(next) = self.state.mapped(value)
        {
            if self.replaced_by.is_none() {
                let changes = 0..self.state.log.len();
                self.replaced_by =
                    Some(changes.filter_map(|change| self.replaced_value(change)).collect());
            }
            let of_next = self.replaced_by.as_ref().and_then(|patterns| patterns.get(&next));
            pattern = of_next.copied().unwrap_or(NO_PATTERN);
            value = next;
        }
        pattern
    }

    /// An op that uses the value and is not erased.
    fn live_user(&self, value: ValueId) -> Option<OpId> {
        self.body.users(value).find(|&user| !self.state.is_removed(user))
    }

    /// A value of the type of `value` that replaces it.
    fn replacement(
        &mut self,
        value: ValueId,
        pattern: u32,
        user: OpId,
        diagnostics: &mut Diagnostics,
    ) -> Result<ValueId, Reported> {
        let ty = self.body.ty(value);
        let to = self.state.lookup(value);
        let many: Option<Vec<ValueId>> = self.state.one_to_many(value).map(Into::into);
        let (kind, values, place) = match many {
            Some(values) if to == value => {
                let place = place_of_many(self.body, value, &values);
                (MaterializationKind::Argument, values, place)
            }
            _ if self.body.ty(to) == ty => return Ok(to),
            _ if matches!(self.body.value_def(value), ValueDef::Argument { .. }) => {
                (MaterializationKind::Argument, vec![to], to)
            }
            _ => (MaterializationKind::Source, vec![to], to),
        };
        if let &[one] = &values[..]
            && let Some(input) = self.cast_input(one)
            && self.body.ty(input) == ty
        {
            return Ok(input);
        }
        let location = self.location(value);
        let pattern = self.pattern_of_replacement(value, pattern);
        let converter = if pattern == NO_PATTERN { None } else { self.patterns.converter(pattern) };
        let mut rewriter = ConversionPatternRewriter::new(
            self.body,
            self.state,
            self.symbols,
            InsertionPoint::Detached,
        );
        let made = match converter {
            Some(converter) => rewriter.materialize(converter, kind, ty, &values, place, location),
            None => {
                let point = super::rewriter::after_definition(rewriter.body, place);
                Ok(rewriter.create_cast(point, &values, ty, location))
            }
        };
        let made = match made {
            Ok(made) => made,
            Err(_) => return Err(self.report(&values, value, location, user, diagnostics)),
        };
        if let Some(Change::Cast(op)) = self.state.log.last() {
            self.casts.insert(op);
        }
        Ok(made)
    }

    /// The replacement of the cast's input, if `value` is the result of a cast.
    fn cast_input(&self, value: ValueId) -> Option<ValueId> {
        let op = self.body.defining_op(value).filter(|op| self.casts.contains(op))?;
        (self.body.num_operands(op) == 1).then(|| self.state.lookup(self.body.operand(op, 0)))
    }

    fn location(&self, value: ValueId) -> Location {
        let op = self.body.defining_op(value).or_else(|| {
            let block = self.body.defining_block(value)?;
            self.body.block_owner(block)
        });
        self.body.location(op.unwrap_or(self.body.root()))
    }

    /// Drops unused casts and redirects the uses of the others to the values that were cast first.
    /// `needed` are the values that will replace others, with users of these. Returns what replaces
    /// the results of the casts.
    fn cancel_casts(
        &mut self,
        needed: &FxHashMap<ValueId, OpId>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Replaced, Reported> {
        let mut replaced = Replaced::new();
        for op in self.cast_ops().into_iter().rev() {
            let result = self.body.result(op, 0);
            if let Some(user) = self.live_user(result).or(needed.get(&result).copied()) {
                let ty = self.body.ty(result);
                let inputs: Vec<ValueId> = self.body.operands(op).collect();
                let input = self.cast_input(result);
                let source = input.filter(|&input| self.body.ty(input) == ty).or_else(|| {
                    self.cast_input(input?).filter(|&source| self.body.ty(source) == ty)
                });
                let Some(source) = source else {
                    let location = self.body.location(op);
                    return Err(self.report(&inputs, result, location, user, diagnostics));
                };
                self.state.pattern = NO_PATTERN;
                self.state.map(result, source);
                replaced.push((result, source));
            }
            self.state.mark_removed(self.body, op);
        }
        Ok(replaced)
    }

    fn report(
        &self,
        from: &[ValueId],
        to: ValueId,
        location: Location,
        user: OpId,
        diagnostics: &mut Diagnostics,
    ) -> Reported {
        let ctx = self.body.context();
        let from: Vec<String> = from
            .iter()
            .map(|&value| format!("'{}'", print_type(ctx, self.body.ty(value))))
            .collect();
        let message = format!(
            "failed to legalize unresolved materialization from ({}) to ('{}') that remained live \
                after conversion",
            from.join(", "),
            print_type(ctx, self.body.ty(to))
        );
        let note = format!("see existing live user here: '{}'", self.body.op(user).spelled_name());
        let diagnostic = Diagnostic::error(location.to_position(ctx), message)
            .with_note_at(self.body.location(user).to_position(ctx), note);
        diagnostics.error(diagnostic)
    }
}
