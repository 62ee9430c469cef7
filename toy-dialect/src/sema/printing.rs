//! The output of `print`: texts, values, and their styles.

use toy_ast::{Code, ExprId, ExprKind};

use super::Kind;
use super::expressions::{TENSOR, Ty};
use super::functions::BodyChecker;
use crate::notation::Style;
use crate::picture;

impl BodyChecker<'_, '_> {
    /// Reports an argument that is not a literal number: the text that `arg` returns, and the
    /// output of `print`, do not depend on anything. `most` is the largest number.
    pub(super) fn literal_number(&mut self, name: &str, argument: ExprId) {
        let expr = &self.module.exprs[argument];
        let digits = Style::MAX_DIGITS;
        match expr.kind {
            ExprKind::Number(number) if number.fract() == 0.0 && number < 1e9 => {
                if name == "print" && number > digits as f64 {
                    self.diagnostics.error(
                        Code::PrintStyle
                            .error(
                                expr.span,
                                format!("at most {digits} digits are printed, found {number}"),
                            )
                            .with_label("more digits than a number has"),
                    );
                }
            }
            _ if self.types[argument.index()] == TENSOR => {
                let example = if name == "print" { "digits=3" } else { "arg(0)" };
                self.diagnostics.error(
                    Code::WrongNumber
                        .error(
                            expr.span,
                            format!("'{name}' takes a whole number that is written in digits"),
                        )
                        .with_label(format!("like `{example}`")),
                );
            }
            _ => {
                self.tensor(&format!("'{name}'"), argument);
            }
        }
    }

    /// Reports an argument that is not `true` or `false`: the shape of the result depends on it.
    pub(super) fn flag(&mut self, parameter: &str, argument: ExprId) {
        let expr = &self.module.exprs[argument];
        let is_written = match &expr.kind {
            ExprKind::Var(name) => {
                let is_hidden =
                    self.variables.contains_key(&**name) || self.constants.contains_key(&**name);
                matches!(&**name, "true" | "false") && !is_hidden
            }
            _ => false,
        };
        if is_written || self.types[argument.index()] == Ty::Wrong {
            return;
        }
        self.diagnostics.error(
            Code::WrongNumber
                .error(expr.span, format!("'{parameter}' is `true` or `false`, as written"))
                .with_label(format!("like `{parameter}=true`")),
        );
    }

    /// Reports an argument that is not the name of an element type.
    pub(super) fn element_type(&mut self, parameter: &str, argument: ExprId) {
        if matches!(self.types[argument.index()], Ty::Element | Ty::Wrong) {
            return;
        }
        let error = Code::NamedArgument
            .error(self.module.exprs[argument].span, format!("'{parameter}' is an element type"))
            .with_label("this is a value")
            .with_help("element types are `f64`, `f32`, `i64`, `i8`, `u8` and `bool`");
        self.diagnostics.error(error);
    }

    /// Reports an element type in the place of a value.
    pub(super) fn misplaced_element_type(&mut self, argument: ExprId) {
        let error = Code::NamedArgument
            .error(self.module.exprs[argument].span, "an element type is not a value")
            .with_label("a value is expected here");
        self.diagnostics.error(error);
    }

    /// Reports an argument that is not a shape.
    pub(super) fn sizes(&mut self, parameter: &str, argument: ExprId) {
        if matches!(self.types[argument.index()], Ty::Sizes | Ty::Wrong) {
            return;
        }
        let error = Code::WrongSize
            .error(self.module.exprs[argument].span, format!("'{parameter}' is a shape"))
            .with_label("like `<2, 3>`, and `<?, 3>` where a size is not known");
        self.diagnostics.error(error);
    }

    /// Reports a shape in the place of a value.
    pub(super) fn misplaced_sizes(&mut self, argument: ExprId) {
        let error = Code::WrongSize
            .error(self.module.exprs[argument].span, "a shape is not a value")
            .with_label("a value is expected here");
        self.diagnostics.error(error);
    }

    /// Reports the style of a `format` that is not one.
    pub(super) fn style(&mut self, id: ExprId) {
        let expr = &self.module.exprs[id];
        let ExprKind::Text(text) = &expr.kind else {
            self.text("'format'", id);
            if self.types[id.index()] == Ty::Text {
                self.diagnostics.error(
                    Code::PrintStyle
                        .error(expr.span, "a style is written in the program")
                        .with_label("not a text in quotes")
                        .with_help("a style is written like \".3f\""),
                );
            }
            return;
        };
        if let Err(wrong) = text.parse::<Style>() {
            self.diagnostics.error(
                Code::PrintStyle
                    .error(expr.span, format!("the style \"{text}\" {wrong}"))
                    .with_label("not a style of numbers")
                    .with_help("a style is written like \".3f\", \"+10.2e\" or \"8g\""),
            );
        }
    }

    /// Reports a text of a picture that is not written in the program, or no kind of picture.
    pub(super) fn text_of_picture(&mut self, parameter: &str, id: ExprId) {
        let expr = &self.module.exprs[id];
        let error = match &expr.kind {
            ExprKind::Text(text)
                if parameter != "kind" || text.parse::<picture::Kind>().is_ok() =>
            {
                return;
            }
            _ if self.types[id.index()] != Ty::Text => return,
            ExprKind::Text(text) => Code::Text
                .error(expr.span, format!("there is no kind of picture \"{text}\""))
                .with_label("not a kind"),
            _ => Code::Text
                .error(expr.span, format!("the {parameter} of a picture is written in the program"))
                .with_label("not a text in quotes"),
        };
        let kinds = picture::Kind::WORDS.map(|(word, _)| format!("`{word}`"));
        let note = format!("kinds are {}", kinds.join(", "));
        self.diagnostics.error(if parameter == "kind" { error.with_note(note) } else { error });
    }

    /// Reports what `print` cannot print.
    pub(super) fn printed(&mut self, what: &str, id: ExprId) {
        match (self.types[id.index()], &self.module.exprs[id].kind) {
            (Ty::Formatted | Ty::Value(Kind::Struct(_)), _) | (Ty::Text, ExprKind::Text(_)) => {}
            _ => {
                self.tensor(what, id);
            }
        }
    }

    /// Checks what a `print` of one argument prints.
    pub(super) fn print(&mut self, value: ExprId) {
        self.expression(value);
        let value = match self.module.exprs[value].kind {
            ExprKind::Named { value, .. } => value,
            _ => value,
        };
        self.printed("'print'", value);
    }
}
