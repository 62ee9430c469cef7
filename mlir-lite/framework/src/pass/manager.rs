//! The pass manager: a pipeline of passes for an op, and of pipelines for the
//! isolated ops in it.

use crate::pass::Pass;
use mlir_lite::context::Context;
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::text::Spelling;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported, did_you_mean, nearest};
use std::sync::Arc;

/// The anchor of pipelines that run on any isolated op.
pub(super) const ANY: &str = "any";

/// The name of `std.func` in 2021.
const FUNC_OF_2021: &str = "builtin.func";

/// Whether two anchors name one op. Names of dialects that only a context knows are compared as
/// they are.
pub(super) fn is_same_anchor(a: &str, b: &str) -> bool {
    let declared = |name| match name {
        "func" | "func.func" | FUNC_OF_2021 => "std.func",
        "module" => "builtin.module",
        _ => name,
    };
    declared(a) == declared(b)
}

/// A sequence of passes on an op, and of managers for the ops nested in it.
///
/// All passes of one nested manager run on the first op before any of them runs on the second. A
/// clone has the same passes with the same options: these never change.
#[derive(Clone)]
pub struct PassManager {
    anchor: &'static str,
    items: Vec<Item>,
}

#[derive(Clone)]
pub(super) enum Item {
    Pass(Arc<dyn Pass>),
    Nested(PassManager),
}

impl Default for PassManager {
    fn default() -> Self {
        Self::new()
    }
}

impl PassManager {
    /// A manager for modules.
    pub fn new() -> Self {
        Self::anchored_at("builtin.module")
    }

    /// A manager for ops of this name in any spelling (`func`, `std.func`, `func.func`), or for
    /// `any` isolated op.
    pub fn anchored_at(anchor: &'static str) -> Self {
        Self { anchor, items: Vec::new() }
    }

    /// Name of the ops that the passes run on, as it was given, or `any`.
    pub fn anchor(&self) -> &'static str {
        self.anchor
    }

    pub(super) fn items(&self) -> &[Item] {
        &self.items
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// How many passes and nested managers were added, the latter by `nest`.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Adds a pass that runs on the manager's op.
    pub fn add_pass(&mut self, pass: impl Pass + 'static) -> &mut Self {
        self.add_shared_pass(Arc::new(pass))
    }

    /// Adds a pass that several managers may share.
    pub fn add_shared_pass(&mut self, pass: Arc<dyn Pass>) -> &mut Self {
        self.items.push(Item::Pass(pass));
        self
    }

    /// The manager for ops of that name in any spelling (or `any`) directly in
    /// this one's op: the last one if it is for the same ops, else a new one.
    pub fn nest(&mut self, anchor: &'static str) -> &mut PassManager {
        if !matches!(self.items.last(), Some(Item::Nested(last)) if is_same_anchor(last.anchor, anchor))
        {
            self.items.push(Item::Nested(PassManager::anchored_at(anchor)));
        }
        match self.items.last_mut() {
            Some(Item::Nested(nested)) => nested,
            _ => unreachable!("a nested manager was just added"),
        }
    }

    /// Adds a nested manager.
    pub fn add_nested(&mut self, nested: PassManager) -> &mut Self {
        self.items.push(Item::Nested(nested));
        self
    }

    /// Adds a pass where it may run: to this manager if it is for its op, else to one nested for
    /// the ops that the pass is for. So a flat list of pass names makes a pipeline.
    pub fn add_pass_where_it_runs(&mut self, pass: Arc<dyn Pass>) -> &mut Self {
        match pass.anchor() {
            Some(anchor) if !is_same_anchor(anchor, self.anchor) => {
                self.nest(anchor).add_shared_pass(pass)
            }
            _ => self.add_shared_pass(pass),
        };
        self
    }

    /// The same manager with the names of declarations as anchors: in a context, one op has one
    /// name.
    pub(super) fn resolved(&self, ctx: &Context) -> Self {
        let items = self.items.iter().map(|item| match item {
            Item::Pass(pass) => Item::Pass(Arc::clone(pass)),
            Item::Nested(nested) => Item::Nested(nested.resolved(ctx)),
        });
        Self {
            anchor: resolve_anchor(ctx, self.anchor).unwrap_or(self.anchor),
            items: items.collect(),
        }
    }

    /// All passes, including those of nested managers.
    pub fn passes(&self) -> Vec<&dyn Pass> {
        let mut passes = Vec::new();
        for item in &self.items {
            match item {
                Item::Pass(pass) => passes.push(&**pass),
                Item::Nested(nested) => passes.extend(nested.passes()),
            }
        }
        passes
    }

    /// The passes, a line each, indented below the ops that they run on.
    pub fn describe(&self) -> String {
        let mut text = String::new();
        self.describe_into(0, &mut text);
        text
    }

    fn describe_into(&self, indent: usize, text: &mut String) {
        *text += &format!("{:indent$}OpPassManager<{}>\n", "", self.anchor);
        for item in &self.items {
            match item {
                Item::Pass(pass) => {
                    *text += &format!("{:width$}{}\n", "", pass.name(), width = indent + 2)
                }
                Item::Nested(nested) => nested.describe_into(indent + 2, text),
            }
        }
    }

    /// Checks that passes may run where they were added: on isolated ops of loaded dialects, and
    /// those for one op on that op.
    ///
    /// # Errors
    /// If one may not; `diagnostics` has all of them.
    pub fn check(&self, ctx: &Context, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
        let mut result = check_anchor(ctx, self.anchor).map_err(|message| {
            let diagnostic = Diagnostic::error(Position::Unknown, message);
            diagnostics.error(match near_anchor(ctx, self.anchor) {
                Some(near) => diagnostic.with_help(near),
                None => diagnostic,
            })
        });
        for item in &self.items {
            let checked = match item {
                Item::Pass(pass) => {
                    check_pass(ctx, &**pass, self.anchor).map_err(|(message, help)| {
                        diagnostics
                            .error(Diagnostic::error(Position::Unknown, message).with_help(help))
                    })
                }
                Item::Nested(nested) => nested.check(ctx, diagnostics),
            };
            result = result.and(checked);
        }
        result
    }
}

/// Whether passes may run on ops of that name; else why not.
pub(super) fn check_anchor(ctx: &Context, anchor: &str) -> Result<(), String> {
    if anchor == ANY {
        return Ok(());
    }
    let Some(name) = resolve_anchor(ctx, anchor).and_then(|anchor| ctx.registered_op(anchor))
    else {
        return Err(format!(
            "passes cannot run on '{anchor}' ops: no loaded dialect has such an op"
        ));
    };
    if !ctx.op_info(name).flags().contains(TraitFlags::ISOLATED_FROM_ABOVE) {
        return Err(format!(
            "passes cannot run on '{anchor}' ops: they are not isolated from above, so a pass \
                could change what is \
             around them"
        ));
    }
    Ok(())
}

/// The names, in all spellings, of the ops that passes may run on.
pub(super) fn anchors(ctx: &Context) -> Vec<&'static str> {
    let dialects = ctx.loaded_dialects().into_iter().filter_map(|name| ctx.dialect_id(name));
    let mut names = Vec::new();
    for def in dialects.flat_map(|dialect| ctx.dialect_ops(dialect)) {
        let is_isolated =
            def.traits.iter().any(|t| t.flags.contains(TraitFlags::ISOLATED_FROM_ABOVE));
        if is_isolated {
            names.extend(def.name.strip_prefix("std.").or(def.name.strip_prefix("builtin.")));
            names.push(def.name);
            names.extend(def.upstream.as_ref().map_or(&[][..], |upstream| upstream.names));
        }
    }
    names
}

/// A "did you mean" question for an unknown anchor.
fn near_anchor(ctx: &Context, anchor: &str) -> Option<String> {
    match resolve_anchor(ctx, anchor) {
        Some(_) => None,
        None => suggest(anchor, anchors(ctx)),
    }
}

/// Checks that the pass may be added to a manager for ops of that name; the error gives the reason,
/// and advice.
pub(super) fn check_pass(
    ctx: &Context,
    pass: &dyn Pass,
    anchor: &str,
) -> Result<(), (String, String)> {
    pass.anchor().map_or(Ok(()), |own| check_pass_on(ctx, pass, own, anchor))
}

/// As [`check_pass`], for a pass that runs on `own` ops only.
pub(super) fn check_pass_on(
    ctx: &Context,
    pass: &dyn Pass,
    own: &str,
    anchor: &str,
) -> Result<(), (String, String)> {
    let argument = pass.argument();
    if let Err(wrong) = check_anchor(ctx, own) {
        let message = format!("pass '{argument}' is declared for '{own}' ops: {wrong}");
        let help = || "declare it for an isolated op of a dialect that is loaded".to_string();
        return Err((message, near_anchor(ctx, own).unwrap_or_else(help)));
    }
    if resolve_anchor(ctx, own) == resolve_anchor(ctx, anchor) {
        return Ok(());
    }
    let (own, anchor) =
        (op_spelling(ctx, own, Spelling::Std), op_spelling(ctx, anchor, Spelling::Std));
    Err((
        format!(
            "pass '{argument}' runs on '{own}' ops, and cannot be added to a pipeline for \
                '{anchor}' ops"
        ),
        format!("nest it: `{own}({argument})`"),
    ))
}

/// The name of an op in reports and pipelines.
pub(super) fn op_spelling(ctx: &Context, name: &str, spelling: Spelling) -> String {
    let name = resolve_anchor(ctx, name).unwrap_or(name);
    match spelling {
        Spelling::Std => {
            let short = name.strip_prefix("std.").or_else(|| name.strip_prefix("builtin."));
            short.unwrap_or(name).to_string()
        }
        Spelling::Upstream => {
            let def = ctx.registered_op(name).and_then(|name| ctx.op_info(name).def());
            let upstream = def.and_then(|def| def.upstream.as_ref()?.names.first().copied());
            upstream.unwrap_or(name).to_string()
        }
    }
}

/// The full name of the op that a pipeline's text names, in any spelling.
pub(super) fn resolve_anchor(ctx: &Context, text: &str) -> Option<&'static str> {
    if text == ANY {
        return Some(ANY);
    }
    let text = if text == FUNC_OF_2021 { "std.func" } else { text };
    ctx.op_info(ctx.registered_op(text)?).def().map(|def| def.name)
}

/// A "did you mean" question for an unknown name.
pub(super) fn suggest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    nearest(name, candidates).map(did_you_mean)
}
