//! `print` of texts, formatted values and several values.

use mlir_lite::ir::prelude::*;
use toy_ast::{ExprId, ExprKind};

use super::FunctionEmitter;
use crate::builtins::PrintValuesOp;
use crate::builtins::{self, Builtin, Returns};
use crate::ops::StructAccessOp;
use crate::sema::Kind;

impl FunctionEmitter<'_, '_> {
    /// Whether an expression is a text, a struct, or the result of `format`: it is written as
    /// several values are.
    pub(super) fn is_printed_only(&self, id: ExprId) -> bool {
        match &self.program.module.exprs[id].kind {
            ExprKind::Text(_) => true,
            // Names do not nest.
            ExprKind::Named { value, .. } => self.is_printed_only(*value),
            ExprKind::Call { .. } if self.formatted(id).is_some() => true,
            _ => matches!(self.program.analysis.kind(id), Some(Kind::Struct(_))),
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
        let arguments = builtin.bind(&self.named_arguments(Some(builtin), args)).ok()?.arguments;
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
        let named = self.named_arguments(None, args);
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
            let kind = self.program.analysis.kind(value).unwrap_or(Kind::Tensor);
            let value = self.operand(value);
            texts.push(text);
            self.shown(value, kind, &style, location, &mut texts, &mut tensors);
        }
        PrintValuesOp::of(&mut self.builder, location, &texts, &tensors);
    }

    /// Adds a value to a line: `Point(x=1, y=[1 2])` for a struct. The last text goes on.
    fn shown(
        &mut self,
        value: ValueId,
        kind: Kind,
        style: &str,
        location: Location,
        texts: &mut Vec<String>,
        tensors: &mut Vec<(ValueId, String)>,
    ) {
        let Kind::Struct(index) = kind else {
            tensors.push((value, style.to_owned()));
            texts.push(String::new());
            return;
        };
        let goes_on = |texts: &mut Vec<String>, more: String| {
            if let Some(text) = texts.last_mut() {
                *text += &more;
            }
        };
        let definition = &self.program.module.structs[index];
        goes_on(texts, format!("{}(", definition.name.text()));
        let kinds = self.program.analysis.members(index).to_vec();
        for (number, (field, kind)) in definition.fields.iter().zip(kinds).enumerate() {
            let comma = if number > 0 { ", " } else { "" };
            goes_on(texts, format!("{comma}{}=", field.name.text()));
            let (ty, number) = (self.program.ty(kind), number as i64);
            let member = StructAccessOp::build(&mut self.builder, location, value, number, ty);
            let member = self.only_result(member.id());
            // Analysis limits how deep structs nest.
            self.shown(member, kind, style, location, texts, tensors);
        }
        goes_on(texts, ")".to_owned());
    }
}
