//! Attributes that LLVM IR cannot represent.

use super::function::Exported;
use mlir_lite::context::{Context, OpName};
use mlir_lite::ir::view::OpRef;
use mlir_lite::ir::{Body, Ident};
use mlir_lite_diagnostics::Diagnostic;
use rustc_hash::FxHashMap;

/// Attributes that MLIR 22 declares for ops of the dialect, and that are not translated: leaving
/// them out would change the meaning or optimisation of the code.
const NOT_TRANSLATED: [&str; 14] = [
    "access_groups",
    "alias_scopes",
    "comdat",
    "dbg_exprs",
    "default_func_attrs",
    "dereferenceable",
    "loop_annotation",
    "noalias_scopes",
    "target_specific_attrs",
    "tbaa",
    "llvm.module_asm",
    "llvm.dependent_libraries",
    "llvm.commandline",
    "llvm.ident",
];

/// Attributes that other passes have consumed already.
const DONE: [&str; 3] = ["llvm.emit_c_interface", "llvm.data_layout", "llvm.target_triple"];

/// Checks that the op has no attribute that must be translated but is not.
pub(super) fn check(op: OpRef<'_>) -> Exported<()> {
    let discardable = op.body().discardable_attrs(op.id());
    if discardable.is_empty() {
        return Ok(());
    }
    let ctx = op.context();
    match discardable.iter().find(|(name, _)| NOT_TRANSLATED.contains(&name.text(ctx))) {
        Some((name, _)) => Err(format!("its attribute '{}' is not translated", name.text(ctx))),
        None => Ok(()),
    }
}

/// Warnings for the attributes of a module's ops that [`export_module`](super::export_module)
/// leaves out: LLVM IR cannot represent those of other dialects, nor unknown names. One warning for
/// each name and kind of op. The caller handles the attributes of the dialects `own`.
#[doc(hidden)]
pub fn left_out_attributes(module: &Body, own: &[&str]) -> Vec<Diagnostic> {
    let ctx = module.context();
    let mut found = LeftOut { ctx, own, warnings: Vec::new(), known: FxHashMap::default() };
    for op in std::iter::once(module.as_op()).chain(module.walk()) {
        for &(name, _) in op.body().discardable_attrs(op.id()) {
            let text = name.text(ctx);
            if !NOT_TRANSLATED.contains(&text) && !DONE.contains(&text) {
                found.add(op, name);
            }
        }
        for list in [op.attr(Ident::ARG_ATTRS), op.attr(Ident::RES_ATTRS)] {
            let dictionaries = list.and_then(|list| list.as_array(ctx)).unwrap_or_default();
            let entries =
                dictionaries.iter().filter_map(|entries| entries.as_dictionary(ctx)).flatten();
            for &(name, _) in entries.filter(|(name, _)| !name.text(ctx).starts_with("llvm.")) {
                found.add(op, name);
            }
        }
    }
    let with_count = |(warning, count): (Diagnostic, usize)| match count {
        1 => warning,
        _ => warning.with_note(format!("and {} more of these", count - 1)),
    };
    found.warnings.into_iter().map(with_count).collect()
}

struct LeftOut<'c> {
    ctx: &'c Context,
    own: &'c [&'c str],
    warnings: Vec<(Diagnostic, usize)>,
    known: FxHashMap<(OpName, Ident), usize>,
}

impl LeftOut<'_> {
    fn add(&mut self, op: OpRef<'_>, name: Ident) {
        let namespace = name.text(self.ctx).split_once('.').map(|(namespace, _)| namespace);
        if namespace.is_some_and(|namespace| self.own.contains(&namespace)) {
            return;
        }
        let warnings = &mut self.warnings;
        let number = *self.known.entry((op.name(), name)).or_insert_with(|| {
            let (text, op_name) = (name.text(self.ctx), op.info().name());
            let message = format!(
                "attribute '{text}' of '{op_name}' is left out: LLVM IR has no place for it"
            );
            warnings.push((Diagnostic::warning(op.location().to_position(self.ctx), message), 0));
            warnings.len() - 1
        });
        warnings[number].1 += 1;
    }
}
