//! Names that are not defined, and members that are not there: what was probably meant.

use mlir_lite_diagnostics::{Diagnostic, Span, did_you_mean, nearest};
use toy_ast::{
    Code, ExprId, ExprKind, Function, Name, Stmt, StructDef, all_statements,
    foreign::{self, Ours},
};

use super::function_arguments::not_a_value;
use super::functions::BodyChecker;
use crate::builtins;
use crate::library::LibraryFile;
use crate::tensor::elements::Element;

/// After this many errors, no advice is given about unknown names: finding it searches the whole
/// program.
pub(super) const MAX_ADVISED: usize = 500;

/// The purpose for which a variable is named.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Wanted {
    Value,
    /// To assign it another value.
    NewValue,
}

/// The element type that a name means, here or in another language.
fn element_type(name: &str) -> Option<&'static str> {
    let find = |wanted: &str| Element::named(wanted).map(Element::name);
    find(name).or_else(|| match foreign::function(name) {
        Some(Ours::Name(ours)) => find(ours),
        _ => None,
    })
}

/// The variables that a function defines.
fn variables_of(function: &Function) -> impl Iterator<Item = &Name> {
    all_statements(&function.body).flat_map(Stmt::defined)
}

impl<'m> BodyChecker<'_, 'm> {
    /// Reports a variable that does not exist, once.
    pub(super) fn unknown_variable(&mut self, name: &'m str, span: Span, wanted: Wanted) {
        if self.unknown.contains(name) || self.is_in_reported_call(span) {
            return;
        }
        self.unknown.insert(name);
        let mut diagnostic = Code::UnknownVariable
            .error(span, format!("unknown variable '{name}'"))
            .with_label("not defined before this");
        if let Some(module) = self.name_in_module(name, span) {
            self.diagnostics.error(module);
            return;
        }
        // `def f(Point, x)`: a struct without the parameter's name.
        let unnamed = self.function.params.iter().position(|param| {
            param.struct_name.is_none() && self.structs.is_struct(param.name.text())
        });
        if let Some(index) = unnamed {
            let param = &self.function.params[index];
            let declared = param.name.text();
            self.doubtful.push(index);
            self.diagnostics.error(
                diagnostic
                    .with_secondary(
                        param.span,
                        format!("this is a parameter with the name of the struct '{declared}'"),
                    )
                    .with_help(format!("give a parameter of a struct a name: `{declared} {name}`")),
            );
            return;
        }
        if self.error_count() > MAX_ADVISED {
            self.diagnostics.error(diagnostic);
            return;
        }
        let known = self.variables.values().chain(self.constants.values());
        let mut known: Vec<_> = known.map(|(name, _)| *name).collect();
        known.sort_by_key(|name| name.span);
        let later = variables_of(self.function).find(|variable| variable.text() == name);
        if let Some(element) = element_type(name) {
            diagnostic = diagnostic.with_help(format!(
                "`{element}` is the last part of a declaration, `var a<2, {element}> = ...`, or a \
                 function: `{element}(...)`"
            ));
        } else if self.functions.named(name).is_some() || builtins::find(name).is_some() {
            diagnostic = not_a_value(span, &format!("function '{name}'"));
        } else if let Some(later) = later {
            diagnostic = self.defined_later(diagnostic, span, later);
        } else if let Some(ours) = foreign::value(name) {
            diagnostic = diagnostic.with_help(ours.help());
            if let Ours::Name(ours) = ours {
                diagnostic = diagnostic.with_edit(span, ours);
            }
        } else if let Some(extension) = self.extension(span) {
            diagnostic = diagnostic
                .with_help(format!("the name of a file is in quotes: \"{name}.{extension}\""));
        } else if let Some(near) = nearest(name, known.iter().map(|name| name.text())) {
            diagnostic = diagnostic.with_help(did_you_mean(near));
        } else if let Some(other) = self.module.functions.iter().find(|function| {
            let mut params = function.params.iter().map(|param| &param.name);
            variables_of(function).any(|variable| variable.text() == name)
                || params.any(|p| p.text() == name)
        }) {
            diagnostic = diagnostic.with_help(format!(
                "'{name}' is a variable of function '{}': pass values to other functions as \
                    arguments",
                other.name.text()
            ));
        } else if wanted == Wanted::NewValue {
            let place = if self.depth > 0 { " before the loop or the conditional" } else { "" };
            diagnostic = diagnostic
                .with_help(format!("a variable is defined by `var {name} = ...;`{place}"));
        }
        self.diagnostics.error(diagnostic);
    }

    /// Whether a value is an argument of a call that is an error as a whole: of a function that
    /// other languages have, or by a name that no parameter has.
    fn is_in_reported_call(&self, span: Span) -> bool {
        if self.error_count() > MAX_ADVISED {
            return false;
        }
        let exprs = &self.module.exprs;
        exprs.iter().any(|(_, expr)| {
            let ExprKind::Call { callee, args } = &expr.kind else { return false };
            let is_inside = |of: Span| of.start <= span.start && span.end <= of.end;
            if !is_inside(expr.span) || callee.span == span {
                return false;
            }
            let name = callee.text();
            match builtins::find(name) {
                _ if self.functions.named(name).is_some() => false,
                None => foreign::function(name).is_some(),
                Some(builtin) => args.iter().any(|arg| match &exprs[*arg].kind {
                    ExprKind::Named { name, value } => {
                        let mut parameters =
                            builtin.signatures.iter().flat_map(|signature| signature.parameters);
                        is_inside(exprs[*value].span)
                            && !parameters.any(|parameter| parameter.name == name.text())
                    }
                    _ => false,
                }),
            }
        })
    }

    /// `np.pi`: the error that there are no modules.
    fn name_in_module(&self, name: &str, span: Span) -> Option<Diagnostic> {
        let member = self.member_of(span).filter(|_| foreign::is_module(name))?;
        let wrong = Code::UnknownVariable
            .error(span, format!("there is no module '{name}'"))
            .with_label("names have no prefix");
        let ours = match foreign::value(member.text()) {
            Some(Ours::Advice(advice)) => return Some(wrong.with_help(advice)),
            Some(Ours::Name(ours)) => ours,
            None => member.text(),
        };
        if builtins::constant(ours).is_some() || self.constants.contains_key(ours) {
            return Some(
                wrong.with_help(format!("write `{ours}`")).with_edit(span.to(member.span), ours),
            );
        }
        Some(match foreign::function(member.text()) {
            Some(ours) => wrong.with_help(ours.help()),
            None => wrong.with_help(format!("nothing here is called '{}'", member.text())),
        })
    }

    /// Adds where a variable is defined that is not known at a use of its name.
    fn defined_later(&self, diagnostic: Diagnostic, span: Span, later: &Name) -> Diagnostic {
        let is_inside = all_statements(&self.function.body).any(|statement| {
            !statement.defined().is_empty()
                && statement.span.to(later.span) == statement.span
                && statement.span.to(span) == statement.span
        });
        if later.span.start < span.start && !is_inside {
            diagnostic
                .with_secondary(later.span, "it is defined here, and known in this block only")
                .with_help("define it before the block, and change it there without `var`")
        } else {
            diagnostic.with_secondary(later.span, "it is defined only here")
        }
    }

    /// Reports a member of a tensor; each variable is reported once, as its declaration may be the
    /// mistake.
    pub(super) fn member_of_tensor(&mut self, base: ExprId, member: &Name) {
        let expr = &self.module.exprs[base];
        let mut diagnostic = Code::MemberOfTensor
            .error(member.span, format!("a tensor has no member '{}'", member.text()))
            .with_label("only structs have members");
        let variable = match &expr.kind {
            ExprKind::Var(name) => self.variables.get_mut(&**name),
            _ => None,
        };
        let Some((name, kind)) = variable else {
            diagnostic = diagnostic.with_secondary(expr.span, "this is a tensor");
            self.diagnostics.error(match foreign::member(member.text()) {
                Some(help) => diagnostic.with_help(help),
                None => diagnostic,
            });
            return;
        };
        *kind = None;
        let name: &Name = name;
        diagnostic = diagnostic
            .with_secondary(name.span, format!("'{}' is declared as a tensor here", name.text()));
        if let Some(index) =
            self.function.params.iter().position(|param| param.name.span == name.span)
        {
            self.doubtful.push(index);
            let has_member =
                |s: &&StructDef| s.fields.iter().any(|field| field.name.text() == member.text());
            if let Some(of) = self.module.structs.iter().find(has_member) {
                let (of, name) = (of.name.text(), name.text());
                diagnostic = diagnostic.with_help(format!(
                    "a parameter of a struct is declared with it: `{of} {name}`"
                ));
            }
        }
        if let Some(help) = foreign::member(member.text()).filter(|_| diagnostic.help.is_empty()) {
            diagnostic = diagnostic.with_help(help);
            let ours = match member.text() {
                "T" => Some("transpose"),
                "shape" => Some("shape"),
                _ => None,
            };
            if let Some(ours) = ours {
                let text = format!("{ours}({})", name.text());
                diagnostic = diagnostic.with_edit(expr.span.to(member.span), text);
            }
        }
        self.diagnostics.error(diagnostic);
    }

    /// The name after the `.` of a variable.
    fn member_of(&self, variable: Span) -> Option<&'m Name> {
        self.module.exprs.iter().find_map(|(_, expr)| match &expr.kind {
            ExprKind::Member { base, member } => {
                (self.module.exprs[*base].span == variable).then_some(member)
            }
            _ => None,
        })
    }

    /// The name after the `.` of an unknown variable, if the two look like the name of a file.
    fn extension(&self, variable: Span) -> Option<&'static str> {
        self.member_of(variable).filter(|member| member.text() == "npy").map(|_| "npy")
    }

    /// Reports a call of a function that does not exist.
    pub(super) fn unknown_function(&mut self, callee: &Name, args: &[ExprId]) {
        let name = callee.text();
        let diagnostic = Code::UnknownFunction
            .error(callee.span, format!("unknown function '{name}'"))
            .with_label("no function of this name");
        if self.error_count() > MAX_ADVISED {
            self.diagnostics.error(diagnostic);
            return;
        }
        if self.structs.is_struct(name) {
            self.diagnostics.error(diagnostic.with_help(format!(
                "'{name}' is a struct, whose value is written `{name} name = {{...}};`"
            )));
            return;
        }
        if let Some((variable, _)) = self.variables.get(name) {
            let diagnostic = diagnostic.with_secondary(
                variable.span,
                format!("'{name}' is a variable, and cannot be called"),
            );
            let exprs = &self.module.exprs;
            self.diagnostics.error(match args {
                [only] if matches!(exprs[*only].kind, ExprKind::Number(_) | ExprKind::Var(_)) => {
                    diagnostic.with_help(format!(
                        "elements are taken with brackets, and counted from 0: `{name}[0]`"
                    ))
                }
                _ => diagnostic,
            });
            return;
        }
        if let Some(file) = LibraryFile::defining(name) {
            self.diagnostics.error(diagnostic.with_help(format!(
                "it is in the library: write `import \"{}\";` at the start of the file",
                file.path
            )));
            return;
        }
        let own =
            self.module.functions.iter().map(|f| f.name.text()).filter(|name| *name != "main");
        let known: Vec<&str> = own.chain(builtins::names().map(|name| -> &str { name })).collect();
        self.diagnostics.error(match (foreign::function(name), nearest(name, known)) {
            (Some(ours @ Ours::Name(renamed)), _) => {
                let diagnostic = diagnostic.with_help(ours.help());
                match self.renamed_arguments(name, renamed, args) {
                    Some(edits) => edits.into_iter().fold(
                        diagnostic.with_edit(callee.span, renamed),
                        |diagnostic, (span, new)| diagnostic.with_edit(span, new),
                    ),
                    None => diagnostic,
                }
            }
            (Some(ours), _) => diagnostic.with_help(ours.help()),
            (None, Some(near)) => diagnostic.with_help(did_you_mean(near)),
            (None, None) => diagnostic.with_help(format!("define it: `def {name}(...) {{ ... }}`")),
        });
    }

    /// The changes to arguments with which a function of another name has the same value; none if
    /// there are none that certainly give it.
    fn renamed_arguments(
        &self,
        name: &str,
        renamed: &str,
        args: &[ExprId],
    ) -> Option<Vec<(Span, &'static str)>> {
        let exprs = &self.module.exprs;
        let axis = |id: ExprId| match &exprs[id].kind {
            ExprKind::Named { .. } => None,
            _ => Some((Span::at(exprs[id].span.start), "axis=")),
        };
        match (name, args) {
            ("amax" | "amin", [_, second]) => Some(axis(*second).into_iter().collect()),
            ("amax" | "amin", _) => (args.len() == 1).then(Vec::new),
            _ if renamed == "concat" => {
                let (&list, rest) = args.split_first()?;
                let ExprKind::List(elements) = &exprs[list].kind else {
                    return (rest.len() == 1 && name != "concatenate").then(Vec::new);
                };
                let span = exprs[list].span;
                let brackets = [
                    (Span::new(span.start, span.start + 1), ""),
                    (Span::new(span.end - 1, span.end), ""),
                ];
                let axis = rest.iter().filter_map(|id| axis(*id));
                (elements.len() == 2).then(|| brackets.into_iter().chain(axis).collect())
            }
            _ => Some(Vec::new()),
        }
    }
}
