//! Constants of a module: each function computes those that it uses, at its start.

use rustc_hash::FxHashSet;
use toy_ast::{ExprId, ExprKind, Function, Module, Stmt, StmtKind, all_statements};

use super::FunctionEmitter;

/// The variables in expressions.
fn names<'m>(
    module: &'m Module,
    roots: impl Iterator<Item = ExprId> + 'm,
) -> impl Iterator<Item = &'m str> + 'm {
    roots.flat_map(|root| module.exprs.postorder(root)).filter_map(|id| {
        match &module.exprs[id].kind {
            ExprKind::Var(name) => Some(&**name),
            _ => None,
        }
    })
}

impl<'m> FunctionEmitter<'_, 'm> {
    /// Emits the constants that a function may use, also by the default values of the functions
    /// that it calls.
    pub(super) fn constants(&mut self, function: &'m Function) {
        let module = self.program.module;
        if module.constants.is_empty() {
            return;
        }
        let mut used: FxHashSet<&str> =
            names(module, all_statements(&function.body).flat_map(Stmt::exprs)).collect();
        let params = module.functions.iter().flat_map(|function| &function.params);
        used.extend(names(module, params.filter_map(|param| param.default)));
        // Each constant uses those before it.
        for constant in module.constants.iter().rev() {
            if used.contains(constant.name.text()) {
                used.extend(names(module, constant.definition.exprs()));
            }
        }
        let variables = std::mem::take(&mut self.variables);
        for constant in &module.constants {
            let name = constant.name.text();
            if used.contains(name) && matches!(constant.definition.kind, StmtKind::Var { .. }) {
                self.statement(&constant.definition);
                let value = self.variables.remove(name);
                self.constants.extend(value.map(|value| (name, value)));
            }
        }
        self.variables = variables;
    }
}
