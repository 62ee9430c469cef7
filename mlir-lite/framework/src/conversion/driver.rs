//! Applies a conversion to one body, or to a module with everything nested in it.

use crate::conversion::finish::PendingConversion;
use crate::conversion::legalizer::{Conversion, Nested};
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

/// Converts the illegal ops of a body, its root included, without the isolated ops in it; ops that
/// the target does not mention remain if no pattern applies. Symbols that patterns require in the
/// enclosing module are added to `symbols`.
///
/// # Errors
/// If an illegal op cannot be legalized, or is in an isolated op in the body; see
/// [`convert_bodies`] for these. The body is then unchanged.
pub fn apply_partial_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &FrozenConversionPatternSet,
    symbols: &mut SymbolRequests,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    apply(body, target, patterns, ConversionMode::Partial, symbols, diagnostics)
}

/// As [`apply_partial_conversion`], but all ops must be legal in the end, those in isolated ops in
/// the body included.
///
/// # Errors
/// If an op cannot be legalized, or is in an isolated op and not legal. The body is then unchanged.
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
    conversion.convert(body, Nested::Checked, symbols, diagnostics)?.commit(body);
    Ok(())
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

/// Converts a body and all isolated ops in it, innermost first and in parallel. Symbols that
/// patterns require are added to the nearest symbol table, which is `body` itself if it is one; the
/// others are added to `symbols`. Once all are converted, `finish` is called with each body, after
/// the bodies nested in it.
///
/// # Errors
/// If any op cannot be legalized. Nothing is changed then.
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

fn convert_tree(conversion: &Conversion<'_>, body: &mut Body) -> Tree {
    let ctx = body.context().clone();
    let mut children: Vec<(OpId, Tree)> = on_pass_threads(
        &ctx,
        body.children_mut(),
        |(_, child)| child.capacity_of_ops(),
        |(link, child)| (link, convert_tree(conversion, child)),
    );
    let mut diagnostics = Diagnostics::new();
    for found in children.iter_mut().filter_map(|(_, child)| child.diagnostics.take()) {
        diagnostics.extend(*found);
    }
    let mut symbols = SymbolRequests::new();
    let own = conversion.convert(body, Nested::Converted, &mut symbols, &mut diagnostics);
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
        // Rolling back restores the ops that the nested bodies belong to.
        if let Ok(pending) = self.own {
            pending.rollback(body);
        }
        for (link, tree) in self.children {
            if let Some(child) = body.child_mut(link) {
                tree.rollback(child);
            }
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
