//! `print` of texts, formatted values and several values.

use mlir_lite::ir::prelude::*;
use toy_ast::{ExprId, ExprKind};

use super::FunctionEmitter;
use crate::builtins::{self, Builtin, Returns};
use crate::ops::PrintValuesOp;

impl FunctionEmitter<'_, '_> {
    /// Whether an expression is a text, or what `format` gives.
    pub(super) fn is_printed_only(&self, id: ExprId) -> bool {
        match &self.program.module.exprs[id].kind {
            ExprKind::Text(_) => true,
            // Names do not nest.
            ExprKind::Named { value, .. } => self.is_printed_only(*value),
            ExprKind::Call { .. } => self.formatted(id).is_some(),
            _ => false,
        }
    }

    /// The builtin that a call means.
    pub(super) fn called_builtin(&self, name: &str) -> Option<&'static Builtin> {
        builtins::called(name, self.program.functions.contains_key(name))
    }

    /// The value and the style that `format` is called with.
    fn formatted(&self, id: ExprId) -> Option<(ExprId, String)> {
        let exprs = &self.program.module.exprs;
        let ExprKind::Call { callee, args } = &exprs[id].kind else { return None };
        let builtin = self.called_builtin(callee.text())?;
        if builtin.returns != Returns::Printed {
            return None;
        }
        let arguments = builtin.bind(&self.named_arguments(args)).ok()?.arguments;
        let value = *arguments.first()?.first()?;
        match &exprs[*arguments.get(1)?.first()?].kind {
            ExprKind::Text(style) => Some((value, style.to_string())),
            _ => None,
        }
    }

    /// Emits a line of values, which are emitted.
    pub(super) fn print_line(&mut self, args: &[ExprId], location: Location) {
        let exprs = &self.program.module.exprs;
        let mut texts = vec![String::new()];
        let mut tensors = Vec::new();
        let named = self.named_arguments(args);
        let digits = named.iter().find_map(|(name, value)| match exprs[*value].kind {
            ExprKind::Number(digits) if *name == Some("digits") => Some(format!(".{digits}")),
            _ => None,
        });
        let values = named.iter().filter(|(name, _)| *name != Some("digits"));
        for (index, &(_, value)) in values.enumerate() {
            let mut text = texts.pop().unwrap_or_default();
            if index > 0 {
                text.push(' ');
            }
            if let ExprKind::Text(written) = &exprs[value].kind {
                texts.push(text + written);
                continue;
            }
            let (value, style) = self
                .formatted(value)
                .unwrap_or_else(|| (value, digits.clone().unwrap_or_default()));
            texts.extend([text, String::new()]);
            tensors.push((self.operand(value), style));
        }
        PrintValuesOp::of(&mut self.builder, location, &texts, &tensors);
    }
}
