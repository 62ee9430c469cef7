//! The arguments of calls of a program's functions.

use mlir_lite_diagnostics::{Span, did_you_mean, nearest};
use toy_ast::{Code, ExprId, ExprKind, Function, Param};

use super::counted;
use super::functions::BodyChecker;
use crate::program::calls::{self, Misfit};

impl BodyChecker<'_, '_> {
    /// Checks the arguments of a call of the function at this index.
    pub(super) fn arguments(&mut self, index: usize, args: &[ExprId], span: Span) {
        let (functions, module) = (self.functions, self.module);
        let (params, function) = (&functions.params[index], &module.functions[index]);
        let name = function.name.text();
        let bound = match calls::bind(&module.exprs, function, args) {
            Ok(bound) => bound,
            Err(misfit) => {
                // A parameter that was reported may have been meant as two.
                if misfit != Misfit::Count || !params.contains(&None) {
                    self.misfit(misfit, function, args, span);
                }
                args.iter().for_each(|arg| self.any_value(*arg));
                return;
            }
        };
        for ((argument, kind), param) in bound.into_iter().zip(params).zip(&function.params) {
            match (argument, kind) {
                (Some(argument), Some(kind)) => {
                    let what = format!("parameter '{}' of function '{name}'", param.name.text());
                    self.expect(argument, *kind, &what, param.span);
                }
                (Some(argument), None) => self.any_value(argument),
                (None, _) => {}
            }
        }
    }

    /// The parameter that has no argument, although their number is right.
    fn missing_argument<'f>(&self, function: &'f Function, args: &[ExprId]) -> Option<&'f str> {
        let given = |(index, param): &(usize, &Param)| {
            let is_named = |arg: &ExprId| match &self.module.exprs[*arg].kind {
                ExprKind::Named { name, .. } => name.text() == param.name.text(),
                _ => false,
            };
            let is_place =
                |arg: &&ExprId| !matches!(self.module.exprs[**arg].kind, ExprKind::Named { .. });
            *index < args.iter().filter(is_place).count() || args.iter().any(is_named)
        };
        let params = &function.params;
        let least = params.iter().filter(|param| param.default.is_none()).count();
        let mut missing = params.iter().enumerate().filter(|(_, param)| param.default.is_none());
        let is_right = (least..=params.len()).contains(&args.len());
        let missing = missing.find(|param| !given(param)).filter(|_| is_right);
        missing.map(|(_, param)| param.name.text())
    }

    /// Reports arguments that do not fit the parameters of a function.
    fn misfit(&mut self, misfit: Misfit, function: &Function, args: &[ExprId], span: Span) {
        let name = function.name.text();
        let names: Vec<_> =
            function.params.iter().map(|param| format!("'{}'", param.name.text())).collect();
        let declared = match &names[..] {
            [] => "no parameters".to_owned(),
            [name] => format!("the parameter {name}"),
            _ => format!("the parameters {}", names.join(", ")),
        };
        let at = |arg: ExprId| match &self.module.exprs[arg].kind {
            ExprKind::Named { name, .. } => (name.span, name.text()),
            _ => (self.module.exprs[arg].span, ""),
        };
        let error = match misfit {
            Misfit::Count => {
                if let Some(missing) = self.missing_argument(function, args) {
                    let error = Code::ArgumentCount
                        .error(span, format!("function '{name}' is called without '{missing}'"))
                        .with_label(format!("no argument for '{missing}'"))
                        .with_secondary(
                            function.name.span,
                            format!("declared here with {declared}"),
                        );
                    self.diagnostics.error(error);
                    return;
                }
                let least = function.params.iter().filter(|param| param.default.is_none()).count();
                let takes = counted(function.params.len(), "argument");
                let takes = match least == function.params.len() {
                    true => takes,
                    false => format!("{least} to {takes}"),
                };
                Code::ArgumentCount
                    .error(span, format!("function '{name}' takes {takes}, found {}", args.len()))
                    .with_label(format!("found {}", counted(args.len(), "argument")))
            }
            Misfit::Name(arg) => {
                let (place, given) = at(arg);
                let error = Code::NamedArgument
                    .error(place, format!("function '{name}' has no parameter '{given}'"))
                    .with_label("no parameter of this name");
                let known = function.params.iter().map(|param| param.name.text());
                match nearest(given, known) {
                    Some(near) => error.with_help(did_you_mean(near)),
                    None => error,
                }
            }
            Misfit::Twice(arg) => Code::NamedArgument
                .error(at(arg).0, format!("function '{name}' has this argument twice"))
                .with_label("given a second time here"),
        };
        self.diagnostics.error(
            error.with_secondary(function.name.span, format!("declared here with {declared}")),
        );
    }
}
