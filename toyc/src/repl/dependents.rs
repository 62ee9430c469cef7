//! Dependents of a replaced definition: they use the new definition now, or do not fit it any more.

use std::collections::BTreeSet;

use mlir_lite_diagnostics::{Diagnostic, Diagnostics};
use toy_ast::{ExprKind, Name, ReplInput, StmtKind, StructDef, VarType};
use toy_dialect::sema::analyze;

use super::definitions::{Definitions, KeptFunction, same_members};
use super::program::compose_functions;

/// The definitions that an entry replaces, found before it is kept.
#[derive(Debug, Default)]
pub(super) struct Replacements {
    names: Vec<(&'static str, Name, Vec<String>)>,
}

impl Replacements {
    /// The definitions that this entry will replace, and the functions that use them.
    pub(super) fn of(input: &ReplInput, definitions: &Definitions) -> Self {
        let mut names = Vec::new();
        let is_new =
            |name: &str| input.module.functions.iter().any(|function| function.name.text() == name);
        for structure in &input.module.structs {
            let old = definitions.structure(structure.name.text());
            if old.is_some_and(|old| !same_members(old, structure)) {
                let affected = holders(structure.name.text(), definitions);
                let users = definitions.functions().filter(|(name, _)| !is_new(name));
                let users = users
                    .filter(|(_, function)| affected.iter().any(|name| mentions(function, name)));
                names.push((
                    "struct",
                    structure.name.clone(),
                    users.map(|(name, _)| name.to_owned()).collect(),
                ));
            }
        }
        for function in &input.module.functions {
            let name = function.name.text();
            if definitions.function(name).is_some() {
                let callers = definitions
                    .functions()
                    .filter(|(caller, _)| *caller != name && !is_new(caller));
                let callers = callers.filter(|(_, caller)| calls(caller, name));
                let callers = callers.map(|(caller, _)| caller.to_owned()).collect();
                names.push(("function", function.name.clone(), callers));
            }
        }
        Self { names }
    }

    /// Once the entry is kept: a line about the functions that use the new definitions now, and
    /// warnings about those that do not fit.
    pub(super) fn tell(self, definitions: &Definitions, diagnostics: &mut Diagnostics) -> String {
        let mut text = String::new();
        for (what, name, users) in self.names {
            let mut fitting = Vec::new();
            for user in users {
                let mut found = Diagnostics::new();
                if analyze(&compose_functions([user.as_str()], definitions), &mut found).is_ok() {
                    fitting.push(format!("'{user}'"));
                    continue;
                }
                let why = found.iter().next().map_or("", |found| &found.message);
                diagnostics.emit(
                    Diagnostic::warning(
                        name.span,
                        format!("function '{user}' no longer fits: {why}"),
                    )
                    .with_label(format!("the new {what} '{}'", name.text()))
                    .with_help(format!("define '{user}' anew, or take this back with `:undo`")),
                );
            }
            if !fitting.is_empty() {
                let verb = if fitting.len() == 1 { "uses" } else { "use" };
                text += &format!("{} now {verb} the new '{}'\n", fitting.join(", "), name.text());
            }
        }
        text
    }
}

/// A struct, and those that contain it.
fn holders(name: &str, definitions: &Definitions) -> BTreeSet<String> {
    let mut found = BTreeSet::from([name.to_owned()]);
    loop {
        let holds = |definition: &&StructDef| {
            let mut fields =
                definition.fields.iter().filter_map(|field| field.struct_name.as_ref());
            fields.any(|name| found.contains(name.text()))
        };
        let more: Vec<String> =
            definitions.structs().filter(holds).map(|d| d.name.text().to_owned()).collect();
        let count = found.len();
        found.extend(more);
        if found.len() == count {
            return found;
        }
    }
}

fn mentions(function: &KeptFunction, structure: &str) -> bool {
    let tree = function.function();
    let mut params = tree.params.iter().filter_map(|param| param.struct_name.as_ref());
    params.any(|name| name.text() == structure)
        || tree.body.iter().any(|statement| match &statement.kind {
            StmtKind::Var { ty: VarType::Struct(name), .. } => name.text() == structure,
            _ => false,
        })
}

fn calls(function: &KeptFunction, callee: &str) -> bool {
    function.exprs().iter().any(|(_, expr)| match &expr.kind {
        ExprKind::Call { callee: found, .. } => found.text() == callee,
        // As an argument, a function is called by others.
        ExprKind::Var(found) => **found == *callee,
        _ => false,
    })
}
