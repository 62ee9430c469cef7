//! The names that are known in a function.

use rustc_hash::FxHashMap;
use toy_ast::{ExprId, ExprKind, Exprs, Function, Name, StmtKind, VarType, all_statements};

/// The variables of a function, each with its struct where the source names it.
pub(super) fn variables(function: &Function) -> FxHashMap<Box<str>, Option<Name>> {
    let mut found: FxHashMap<Box<str>, Option<Name>> = FxHashMap::default();
    for param in &function.params {
        found.insert(param.name.text().into(), param.struct_name.clone());
    }
    for statement in all_statements(&function.body) {
        let structure = match &statement.kind {
            StmtKind::Var { ty: VarType::Struct(name), .. } => Some(name.clone()),
            _ => None,
        };
        for name in statement.defined() {
            found.insert(name.text().into(), structure.clone());
        }
        if let StmtKind::For(this) = &statement.kind {
            found.entry(this.variable.text().into()).or_insert(None);
        }
    }
    found
}

/// The name that an expression consists of.
pub(super) fn named_value(exprs: &Exprs, id: ExprId) -> Option<&str> {
    match &exprs[id].kind {
        ExprKind::Var(name) => Some(name),
        _ => None,
    }
}
