//! The end of a conversion: values of types that do not match are reconciled,
//! and then, when nothing can fail any more, old values are replaced and old
//! ops erased.

use crate::conversion::state::{Change, NO_PATTERN};
use crate::conversion::type_converter::MaterializationKind;
use crate::conversion::{ConversionPatternRewriter, ConversionState, FrozenConversionPatternSet};
use crate::ir::{Body, InsertionPoint, Location, OpId, SymbolRequests, ValueDef, ValueId};
use crate::text::print_type;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Reported};
use rustc_hash::{FxHashMap, FxHashSet};

/// What replaces a value where the value that stands for it has another type.
pub(super) type Replacements = FxHashMap<ValueId, ValueId>;

/// A conversion that has succeeded, and of which nothing is lost yet.
pub(super) struct PendingConversion {
    pub(super) state: ConversionState,
    pub(super) replacements: Replacements,
}

impl PendingConversion {
    /// Makes the body what it was.
    pub(super) fn rollback(mut self, body: &mut Body) {
        self.state.rollback(body, 0);
    }

    /// Replaces old values and erases what is replaced.
    pub(super) fn commit(self, body: &mut Body) {
        let Self { state, replacements } = self;
        let gone = state.log.iter().filter_map(|change| match change {
            Change::Gone(op) => Some(*op),
            _ => None,
        });
        let gone: Vec<OpId> = gone.collect();
        // Most uses of old values are by old ops: these need not be led to new values first.
        body.drop_operands_of(&gone);
        for change in &state.log {
            if let Change::Mapped { value, .. } = change
                && body.has_uses(*value)
            {
                let start = replacements.get(value).unwrap_or(value);
                let to = state.lookup(*start);
                if body.ty(to) == body.ty(*value) {
                    body.replace_all_uses(*value, to);
                }
            }
        }
        body.erase_ops(gone);
        for change in state.log {
            match change {
                Change::BlockGone(block) => body.erase_block(block),
                Change::Arguments { old, .. } => body.free_loose_arguments(&old),
                _ => {}
            }
        }
    }
}

/// Finds a value of the right type for each old value that is still used, and
/// gets rid of all casts that nobody asked for.
pub(super) fn resolve(
    state: &mut ConversionState,
    patterns: &FrozenConversionPatternSet,
    body: &mut Body,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<Replacements, Reported> {
    let mut finish = Finish { state, patterns, body, symbols, casts: FxHashSet::default() };
    finish.casts = finish.cast_ops().into_iter().collect();
    let mut replacements = Replacements::default();
    let mut needed = FxHashMap::default();
    for (value, pattern) in finish.replaced_values() {
        if replacements.contains_key(&value) {
            continue;
        }
        let Some(user) = finish.live_user(value) else { continue };
        let to = finish.replacement(value, pattern, user, diagnostics)?;
        if to != finish.state.lookup(value) {
            replacements.insert(value, to);
        }
        needed.insert(to, user);
    }
    finish.cancel_casts(&needed, diagnostics)?;
    Ok(replacements)
}

struct Finish<'f> {
    state: &'f mut ConversionState,
    patterns: &'f FrozenConversionPatternSet,
    body: &'f mut Body,
    symbols: &'f mut SymbolRequests,
    /// The casts that must go.
    casts: FxHashSet<OpId>,
}

impl Finish<'_> {
    fn cast_ops(&self) -> Vec<OpId> {
        let casts = self.state.log.iter().filter_map(|change| match change {
            Change::Cast(op) => Some(*op),
            _ => None,
        });
        casts.collect()
    }

    /// The values that something stands for, with the pattern that said so.
    fn replaced_values(&self) -> Vec<(ValueId, u32)> {
        let values = self.state.log.iter().filter_map(|change| match *change {
            Change::Mapped { value, pattern, .. } => Some((value, pattern)),
            Change::Spread { value, pattern } if self.state.mapped(value).is_none() => Some((value, pattern)),
            _ => None,
        });
        values.collect()
    }

    /// An op that uses the value and stays.
    fn live_user(&self, value: ValueId) -> Option<OpId> {
        self.body.users(value).find(|&user| !self.state.is_gone(user))
    }

    /// A value of `value`'s type that stands for it.
    fn replacement(
        &mut self,
        value: ValueId,
        pattern: u32,
        user: OpId,
        diagnostics: &mut Diagnostics,
    ) -> Result<ValueId, Reported> {
        let ty = self.body.ty(value);
        let to = self.state.lookup(value);
        let many: Option<Vec<ValueId>> = self.state.spread(value).map(Into::into);
        let (kind, values, place) = match many {
            Some(values) if to == value => {
                let place = *values.first().unwrap_or(&value);
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
        let converter = if pattern == NO_PATTERN { None } else { self.patterns.converter(pattern) };
        let mut rewriter =
            ConversionPatternRewriter::new(self.body, self.state, self.symbols, InsertionPoint::Detached);
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
        if let Some(&Change::Cast(op)) = self.state.log.last() {
            self.casts.insert(op);
        }
        Ok(made)
    }

    /// What stands for the input of the cast that `value` is, if it is one.
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

    /// Drops casts that are not used and leads the uses of the others to what
    /// was cast in the first place. `needed` are the values that are to replace
    /// others, with users of these.
    fn cancel_casts(
        &mut self,
        needed: &FxHashMap<ValueId, OpId>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        for op in self.cast_ops().into_iter().rev() {
            let result = self.body.result(op, 0);
            if let Some(user) = self.live_user(result).or(needed.get(&result).copied()) {
                let ty = self.body.ty(result);
                let inputs: Vec<ValueId> = self.body.operands(op).collect();
                let input = self.cast_input(result);
                let source = input
                    .filter(|&input| self.body.ty(input) == ty)
                    .or_else(|| self.cast_input(input?).filter(|&source| self.body.ty(source) == ty));
                let Some(source) = source else {
                    let location = self.body.location(op);
                    return Err(self.report(&inputs, result, location, user, diagnostics));
                };
                self.state.pattern = NO_PATTERN;
                self.state.map(result, source);
            }
            self.state.mark_gone(self.body, op);
        }
        Ok(())
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
        let from: Vec<String> =
            from.iter().map(|&value| format!("'{}'", print_type(ctx, self.body.ty(value)))).collect();
        let message = format!(
            "failed to legalize unresolved materialization from ({}) to ('{}') that remained live after conversion",
            from.join(", "),
            print_type(ctx, self.body.ty(to))
        );
        let note = format!("see existing live user here: '{}'", self.body.info(user).name());
        let diagnostic = Diagnostic::error(location.to_position(ctx), message)
            .with_note_at(self.body.location(user).to_position(ctx), note);
        diagnostics.error(diagnostic)
    }
}
