//! Applies a conversion to a body and the bodies nested in it.

use crate::conversion::finish::PendingConversion;
use crate::conversion::legalizer::Conversion;
use crate::conversion::{ConversionTarget, FrozenConversionPatternSet};
use crate::pass::on_pass_threads;
use mlir_lite::ir::{Body, OpId, SymbolRequests, TraitFlags};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};

/// Which ops may remain after a conversion.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConversionMode {
    /// Ops that the target does not mention may remain.
    Partial,
    /// All ops must be legal.
    Full,
}

/// Converts the illegal ops of a body, its root and the isolated ops in it included; ops that the
/// target does not mention remain if no pattern applies. The bodies of the isolated ops that remain
/// are converted afterwards, in parallel. Symbols that patterns require are added to the nearest
/// symbol table, which is `body` itself if it is one; the others are added to `symbols`.
///
/// # Errors
/// If an illegal op cannot be legalized. Nothing is changed then.
pub fn apply_partial_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &FrozenConversionPatternSet,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let mode = ConversionMode::Partial;
    convert_bodies(body, target, patterns, mode, |_| (), symbols, diagnostics)
}

/// As [`apply_partial_conversion`], but all ops must be legal in the end.
///
/// # Errors
/// If an op cannot be legalized. Nothing is changed then.
pub fn apply_full_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &FrozenConversionPatternSet,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    convert_bodies(body, target, patterns, ConversionMode::Full, |_| (), symbols, diagnostics)
}

/// The ops that a partial conversion would convert. The body is not changed; ops that cannot be
/// converted are not errors.
///
/// # Panics
/// If the target names an op or a dialect that cannot exist.
#[track_caller]
pub fn analyze_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &FrozenConversionPatternSet,
) -> Vec<OpId> {
    let ctx = body.context().clone();
    match Conversion::new(target, patterns, ConversionMode::Partial, &ctx) {
        Ok(conversion) => conversion.analyze(body),
        Err(wrong) => panic!("{}", wrong.join("; ")),
    }
}

fn report_wrong_names(wrong: Vec<String>, diagnostics: &mut Diagnostics) -> Reported {
    let mut report =
        |message: &str| diagnostics.error(Diagnostic::error(Position::Unknown, message));
    let first = report(&wrong[0]);
    wrong[1..].iter().for_each(|message| {
        report(message);
    });
    first
}

/// As [`apply_partial_conversion`] or [`apply_full_conversion`], as `mode` says. Once all bodies
/// are converted, `finish` is called with each, after the bodies nested in it, and in parallel.
///
/// # Errors
/// If an op cannot be legalized. Nothing is changed then.
pub fn convert_bodies(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &FrozenConversionPatternSet,
    mode: ConversionMode,
    finish: fn(&mut Body),
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let conversion = Conversion::new(target, patterns, mode, body.context())
        .map_err(|wrong| report_wrong_names(wrong, diagnostics))?;
    let mut tree = convert_tree(&conversion, body);
    diagnostics.extend(tree.diagnostics.take().map(|found| *found).unwrap_or_default());
    match tree.failure() {
        Some(reported) => {
            tree.rollback(body);
            Err(reported)
        }
        None => {
            symbols.append(tree.commit(body, finish));
            Ok(())
        }
    }
}

/// The result of converting a body and the bodies nested in it. There may be many of them, and most
/// request and report nothing.
struct Tree {
    own: Result<PendingConversion, Reported>,
    symbols: Option<Box<SymbolRequests>>,
    children: Vec<(OpId, Tree)>,
    diagnostics: Option<Box<Diagnostics>>,
}

/// Converts a body, and then those of the isolated ops that it still has.
fn convert_tree(conversion: &Conversion<'_>, body: &mut Body) -> Tree {
    let ctx = body.context().clone();
    let (mut symbols, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
    let (own, skipped) = conversion.convert(body, &mut symbols, &mut diagnostics);
    let mut children = body.children_mut();
    children.retain(|(link, _)| !skipped.contains(link));
    let mut children: Vec<(OpId, Tree)> = on_pass_threads(
        &ctx,
        children,
        |(_, child)| child.capacity_of_ops(),
        |(link, child)| (link, convert_tree(conversion, child)),
    );
    for found in children.iter_mut().filter_map(|(_, child)| child.diagnostics.take()) {
        diagnostics.extend(*found);
    }
    let symbols = (!symbols.is_empty()).then(|| Box::new(symbols));
    let diagnostics = (!diagnostics.is_empty()).then(|| Box::new(diagnostics));
    Tree { own, symbols, children, diagnostics }
}

impl Tree {
    fn failure(&self) -> Option<Reported> {
        self.own
            .as_ref()
            .err()
            .copied()
            .or_else(|| self.children.iter().find_map(|(_, child)| child.failure()))
    }

    fn rollback(self, body: &mut Body) {
        // Nested bodies first: rolling back erases the ops that patterns have created.
        for (link, tree) in self.children {
            if let Some(child) = body.child_mut(link) {
                tree.rollback(child);
            }
        }
        if let Ok(pending) = self.own {
            pending.rollback(body);
        }
    }

    /// Returns the symbols that are required of the enclosing ops.
    fn commit(self, body: &mut Body, finish: fn(&mut Body)) -> SymbolRequests {
        let mut symbols = SymbolRequests::new();
        // Nested bodies first, while all the ops that they belong to exist: the commit may erase
        // some.
        let children = self.children.into_iter();
        let children = children
            .filter_map(|(link, tree)| Some((link, body.detach_child(link)?, tree)))
            .collect();
        let committed = on_pass_threads(
            body.context(),
            children,
            |(_, child, _)| child.capacity_of_ops(),
            |(link, mut child, tree)| {
                let required = tree.commit(&mut child, finish);
                (link, child, (!required.is_empty()).then(|| Box::new(required)))
            },
        );
        for (link, child, required) in committed {
            body.attach_child(link, child);
            symbols.append(required.map(|required| *required).unwrap_or_default());
        }
        symbols.append(self.symbols.map(|symbols| *symbols).unwrap_or_default());
        if let Ok(pending) = self.own {
            pending.commit(body);
        }
        finish(body);
        if body.has_trait(body.root(), TraitFlags::SYMBOL_TABLE) {
            symbols.merge_into(body);
            symbols = SymbolRequests::new();
        }
        symbols
    }
}
