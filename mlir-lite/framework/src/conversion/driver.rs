//! Applying a conversion: to one body, or to a module with all in it.

use crate::conversion::finish::PendingConversion;
use crate::conversion::legalizer::Conversion;
use crate::conversion::{ConversionTarget, FrozenConversionPatternSet};
use mlir_lite::ir::{Body, OpId, SymbolRequests, TraitFlags};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};
use rayon::prelude::*;

/// What may be left of a conversion.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ConversionMode {
    /// Ops of which the target says nothing may stay.
    Partial,
    /// All ops must be legal.
    Full,
}

/// Converts what is illegal in a body, its root included, without the isolated
/// ops in it; ops of which the target says nothing stay if no pattern applies.
/// What patterns require of the module around is added to `symbols`.
///
/// # Errors
/// If an illegal op cannot be legalized. The body is what it was then.
pub fn apply_partial_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &FrozenConversionPatternSet,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    apply(body, target, patterns, ConversionMode::Partial, symbols, diagnostics)
}

/// As [`apply_partial_conversion`], but all ops must be legal in the end.
///
/// # Errors
/// If an op cannot be legalized. The body is what it was then.
pub fn apply_full_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &FrozenConversionPatternSet,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    apply(body, target, patterns, ConversionMode::Full, symbols, diagnostics)
}

fn apply(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &FrozenConversionPatternSet,
    mode: ConversionMode,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let conversion = Conversion::new(target, patterns, mode, body.context())
        .map_err(|wrong| report_wrong_names(wrong, diagnostics))?;
    conversion.convert(body, symbols, diagnostics)?.commit(body);
    Ok(())
}

/// The ops that a partial conversion would convert. The body stays what it is;
/// ops that cannot be converted are no errors.
///
/// # Panics
/// If the target names an op or a dialect that there cannot be.
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

/// Converts a body and all isolated ops in it, innermost first and side by
/// side. Symbols that patterns require are added to the symbol table around,
/// which is `body` itself if it is one; what is left goes to `symbols`.
/// Once all are converted, `finish` sees each body, when those in it are done.
///
/// # Errors
/// If an op cannot be legalized, anywhere. Nothing is changed then.
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
    diagnostics.extend(std::mem::take(&mut tree.diagnostics));
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

/// What came of a body and those in it.
struct Tree {
    own: Result<PendingConversion, Reported>,
    symbols: SymbolRequests,
    children: Vec<(OpId, Tree)>,
    diagnostics: Diagnostics,
}

fn convert_tree(conversion: &Conversion<'_>, body: &mut Body) -> Tree {
    // Within the pass manager's threads, if it has started any.
    let is_parallel = body.context().threads() > 1 && rayon::current_thread_index().is_some();
    let children = body.children_mut();
    let convert = |(link, child): (OpId, &mut Body)| (link, convert_tree(conversion, child));
    let mut children: Vec<(OpId, Tree)> = if is_parallel {
        children.into_par_iter().map(convert).collect()
    } else {
        children.into_iter().map(convert).collect()
    };
    let mut diagnostics = Diagnostics::new();
    for (_, child) in &mut children {
        diagnostics.extend(std::mem::take(&mut child.diagnostics));
    }
    let mut symbols = SymbolRequests::new();
    let own = conversion.convert(body, &mut symbols, &mut diagnostics);
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
        // A body's links are there again once it is what it was.
        if let Ok(pending) = self.own {
            pending.rollback(body);
        }
        for (link, tree) in self.children {
            if let Some(child) = body.child_mut(link) {
                tree.rollback(child);
            }
        }
    }

    /// Returns the symbols that are required of what is around.
    fn commit(self, body: &mut Body, finish: fn(&mut Body)) -> SymbolRequests {
        let mut symbols = SymbolRequests::new();
        // While a body's links are all there: a conversion may erase some.
        for (link, tree) in self.children {
            if let Some(child) = body.child_mut(link) {
                symbols.append(tree.commit(child, finish));
            }
        }
        symbols.append(self.symbols);
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
