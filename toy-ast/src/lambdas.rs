//! Functions without names in an expression: which names in their bodies are their parameters.

use std::collections::HashMap;

use crate::ast::{ExprId, ExprKind, Exprs};

/// The bodies of each `lambda` in an expression.
///
/// ```
/// use mlir_lite_diagnostics::{Diagnostics, SourceMap};
/// use toy_ast::{ExprKind, Lambdas, StmtKind};
///
/// let sources = SourceMap::new();
/// let file = sources.add("a.toy", "def main() { f(lambda x: x + y); }")?;
/// let module = toy_ast::parse_module(&file, &mut Diagnostics::new()).expect("well formed");
/// let StmtKind::Expr(root) = module.functions[0].body[0].kind else { panic!("a call") };
/// let lambdas = Lambdas::of(&module.exprs, root);
/// let names = module.exprs.postorder(root).filter_map(|id| match &module.exprs[id].kind {
///     ExprKind::Var(name) => Some((&**name, lambdas.parameter(id).is_some())),
///     _ => None,
/// });
/// assert_eq!(names.collect::<Vec<_>>(), [("x", true), ("y", false)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Lambdas {
    /// For each expression in a body, the `lambda` and the number of its parameter that it names.
    inside: HashMap<ExprId, Option<(ExprId, usize)>>,
}

impl Lambdas {
    /// Those in an expression.
    pub fn of(exprs: &Exprs, root: ExprId) -> Self {
        let mut found = Self::default();
        // Inner ones come first, and their parameters hide those of outer ones.
        for lambda in exprs.postorder(root) {
            let ExprKind::Lambda { params, body } = &exprs[lambda].kind else { continue };
            for id in exprs.postorder(*body) {
                let name = match &exprs[id].kind {
                    ExprKind::Var(name) => Some(&**name),
                    ExprKind::Call { callee, .. } => Some(callee.text()),
                    _ => None,
                };
                let place = params.iter().position(|param| Some(param.text()) == name);
                let named = found.inside.entry(id).or_default();
                *named = named.or(place.map(|place| (lambda, place)));
            }
        }
        found
    }

    /// Whether an expression is in the body of a `lambda`.
    pub fn contain(&self, id: ExprId) -> bool {
        self.inside.contains_key(&id)
    }

    /// The `lambda`, and the number of its parameter, that a variable or the function of a call is.
    pub fn parameter(&self, id: ExprId) -> Option<(ExprId, usize)> {
        self.inside.get(&id).copied().flatten()
    }
}
