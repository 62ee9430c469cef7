//! The kind of each expression, operands before their users, without recursion.

use mlir_lite_diagnostics::Span;
use toy_ast::{BinaryOp, Code, ExprId, ExprKind, Name, Stmt, StmtKind, Subscript};

use super::functions::{BodyChecker, Returns};
use super::unknown::Wanted;
use super::{Kind, counted, described};
use crate::builtins::{self, Builtin, Mismatch, ParameterKind};
use crate::tensor::elements::Element;
use mlir_lite_diagnostics::{did_you_mean, nearest};

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ty {
    /// Unknown, because of an error that was reported.
    Wrong,
    /// No value: a call of a function that returns nothing.
    Nothing,
    /// A struct's value in braces, whose struct is not known yet.
    Braces,
    /// A text.
    Text,
    /// The result of `format`.
    Formatted,
    /// The name of an element type, an argument of a builtin that takes one.
    Element,
    /// Sizes of a tensor, an argument of a builtin that takes them.
    Sizes,
    /// A value.
    Value(Kind),
}

pub(super) const TENSOR: Ty = Ty::Value(Kind::Tensor);

impl<'m> BodyChecker<'_, 'm> {
    /// Finds the kind of an expression and of all its operands.
    pub(super) fn expression(&mut self, root: ExprId) -> Ty {
        for id in self.module.exprs.postorder(root) {
            self.element_types(id);
        }
        for id in self.module.exprs.postorder(root) {
            self.types[id.index()] = self.node(id);
        }
        self.types[root.index()]
    }

    /// Finds the arguments of a call that are names of element types.
    fn element_types(&mut self, id: ExprId) {
        let exprs = &self.module.exprs;
        let ExprKind::Call { callee, args } = &exprs[id].kind else { return };
        let is_defined = self.functions.named(callee.text()).is_some();
        let builtin = builtins::called(callee.text(), is_defined);
        if builtin.and_then(Builtin::name_of_element_type).is_none() {
            return;
        }
        for &argument in args {
            let value = match exprs[argument].kind {
                ExprKind::Named { value, .. } => value,
                _ => argument,
            };
            if let ExprKind::Var(name) = &exprs[value].kind
                && Element::named(name).is_some()
                && !self.variables.contains_key(&**name)
                && !self.constants.contains_key(&**name)
            {
                self.types[value.index()] = Ty::Element;
            }
        }
    }

    fn node(&mut self, id: ExprId) -> Ty {
        let expr = &self.module.exprs[id];
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Literal(_) | ExprKind::Host(_) => TENSOR,
            ExprKind::StructLiteral(_) => Ty::Braces,
            ExprKind::Var(_) if self.types[id.index()] == Ty::Element => Ty::Element,
            ExprKind::Var(name) => self.variable_use(name, expr.span),
            ExprKind::Values(values) => {
                let mut ty = Ty::Value(Kind::Values(values.len()));
                for &value in values {
                    if self.tensor("a `return` of several values", value) != TENSOR {
                        ty = Ty::Wrong;
                    }
                }
                ty
            }
            ExprKind::List(elements) => {
                let mut ty = TENSOR;
                for &element in elements {
                    if self.tensor("a list of elements", element) != TENSOR {
                        ty = Ty::Wrong;
                    }
                }
                ty
            }
            ExprKind::Neg(operand) => self.tensor("operator '-'", *operand),
            ExprKind::Not(operand) => self.tensor("operator 'not'", *operand),
            ExprKind::Invert(operand) => self.tensor("operator '~'", *operand),
            ExprKind::Binary { op, lhs, rhs } => {
                self.chained_comparison(*op, *lhs, expr.span);
                let what = format!("operator '{}'", op.symbol());
                // One report per operator: if one operand is a struct, usually both are.
                match self.tensor(&what, *lhs) {
                    TENSOR => self.tensor(&what, *rhs),
                    wrong => wrong,
                }
            }
            ExprKind::Member { base, member } => self.member(*base, member),
            ExprKind::Call { callee, args } => self.call(callee, args, expr.span),
            ExprKind::Text(_) => Ty::Text,
            ExprKind::Sizes(_) => Ty::Sizes,
            // It became a function, or was reported.
            ExprKind::Lambda { .. } => Ty::Wrong,
            ExprKind::Named { value, .. } => self.types[value.index()],
            ExprKind::Index { base, subscripts } => {
                self.tensor("'[...]'", *base);
                for index in subscripts.iter().flat_map(|subscript| subscript.operands()) {
                    self.tensor("an index", index);
                }
                self.new_dimensions(subscripts);
                self.rest(subscripts);
                TENSOR
            }
        }
    }

    /// Reports a second `...`.
    pub(super) fn rest(&mut self, subscripts: &[Subscript]) {
        let mut places = subscripts.iter().filter_map(|subscript| match subscript {
            Subscript::Rest(place) => Some(*place),
            _ => None,
        });
        if let (Some(first), Some(second)) = (places.next(), places.next()) {
            self.diagnostics.error(
                Code::UnknownNumber
                    .error(second, "a second `...` among subscripts")
                    .with_label("how many dimensions this means is not known")
                    .with_secondary(first, "the first one means all that have no subscript"),
            );
        }
    }

    /// Checks the subscripts beside `None`. They say how many dimensions are before it: a computed
    /// index may be a tensor of indices.
    fn new_dimensions(&mut self, subscripts: &[Subscript]) {
        let exprs = &self.module.exprs;
        let new = subscripts.iter().find_map(|subscript| match subscript {
            Subscript::New(place) => Some(*place),
            _ => None,
        });
        let computed = subscripts.iter().find_map(|subscript| match subscript {
            Subscript::At(index) if !exprs.is_written_number(*index) => Some(exprs[*index].span),
            _ => None,
        });
        if let (Some(new), Some(computed)) = (new, computed) {
            self.diagnostics.error(
                Code::UnknownNumber
                    .error(computed, "beside `None`, an index is a number in digits")
                    .with_label("this may be a tensor of indices")
                    .with_secondary(new, "a new dimension is here")
                    .with_help("take the elements first: `var b = a[i]; b[:, None]`"),
            );
        }
    }

    /// Reports `a < b < c`, which would compare the 1 or 0 of `a < b` with `c`.
    fn chained_comparison(&mut self, op: BinaryOp, lhs: ExprId, span: Span) {
        let first = &self.module.exprs[lhs];
        let ExprKind::Binary { op: before, rhs: middle, .. } = first.kind else { return };
        // In parentheses, the operand begins before its text.
        let is_chain = before.is_comparison() && op.is_comparison();
        if !is_chain || first.span.start != span.start {
            return;
        }
        let (before, op) = (before.symbol(), op.symbol());
        self.diagnostics.error(
            Code::ChainedComparison
                .error(span, "a comparison is compared again")
                .with_label(format!("`{op}` would compare the 1 or 0 that `{before}` gives"))
                .with_secondary(
                    self.module.exprs[middle].span,
                    "this is meant to be compared twice",
                )
                .with_help(format!(
                    "write two comparisons: `a {before} b and b {op} c`, or parentheses around one"
                )),
        );
    }

    fn variable_use(&mut self, name: &'m str, span: Span) -> Ty {
        if let Some((_, kind)) = self.variables.get(name) {
            return kind.map_or(Ty::Wrong, Ty::Value);
        }
        if let Some((_, kind)) = self.constants.get(name) {
            return kind.map_or(Ty::Wrong, Ty::Value);
        }
        if builtins::constant(name).is_some() {
            return TENSOR;
        }
        self.unknown_variable(name, span, Wanted::Value);
        Ty::Wrong
    }

    fn member(&mut self, base: ExprId, member: &Name) -> Ty {
        let structure = match self.types[base.index()] {
            Ty::Wrong => return Ty::Wrong,
            Ty::Value(Kind::Struct(index)) => index,
            Ty::Nothing => {
                self.used_nothing(base);
                return Ty::Wrong;
            }
            Ty::Braces => {
                self.untyped_braces(base);
                return Ty::Wrong;
            }
            Ty::Text | Ty::Formatted => {
                self.used_text(base);
                return Ty::Wrong;
            }
            Ty::Element | Ty::Sizes => return Ty::Wrong,
            Ty::Value(Kind::Values(count)) => {
                self.several_values(base, count);
                return Ty::Wrong;
            }
            TENSOR => {
                self.member_of_tensor(base, member);
                return Ty::Wrong;
            }
        };
        if let Some((_, kind)) = self.structs.member(structure, member.text()) {
            return kind.map_or(Ty::Wrong, Ty::Value);
        }
        let definition = &self.module.structs[structure];
        let name = definition.name.text();
        let diagnostic = Code::UnknownMember
            .error(member.span, format!("struct '{name}' has no member '{}'", member.text()))
            .with_label("unknown member")
            .with_secondary(
                definition.name.span,
                format!("its members are {}", self.members(structure)),
            );
        let near = nearest(member.text(), definition.fields.iter().map(|field| field.name.text()));
        self.diagnostics.error(match near {
            Some(near) => diagnostic.with_help(did_you_mean(near)),
            None => diagnostic,
        });
        Ty::Wrong
    }

    /// `'a', 'b'`, shortened if there are many.
    fn members(&self, structure: usize) -> String {
        const SHOWN: usize = 8;
        let fields = &self.module.structs[structure].fields;
        let mut list: Vec<_> =
            fields.iter().take(SHOWN).map(|field| format!("'{}'", field.name.text())).collect();
        if fields.len() > SHOWN {
            list.push("...".to_owned());
        }
        list.join(", ")
    }

    fn call(&mut self, callee: &'m Name, args: &[ExprId], span: Span) -> Ty {
        let name = callee.text();
        if let Some(builtin) = builtins::called(name, self.functions.named(name).is_some()) {
            return self.builtin_call(builtin, args, span);
        }
        let Some(index) = self.functions.named(name) else {
            self.unknown_function(callee, args);
            let is_text = |arg: &&ExprId| self.types[arg.index()] == Ty::Text;
            let values: Vec<ExprId> = args.iter().filter(|arg| !is_text(arg)).copied().collect();
            values.into_iter().for_each(|arg| self.any_value(arg));
            return Ty::Wrong;
        };
        let function = &self.module.functions[index];
        if name == "main" {
            self.diagnostics.error(
                Code::CallOfMain
                    .error(callee.span, "function 'main' cannot be called")
                    .with_label("only running the program calls it")
                    .with_secondary(function.name.span, "defined here")
                    .with_help("put what is to be shared into a function of its own"),
            );
            return Ty::Wrong;
        }
        self.arguments(index, args, span);
        match self.functions.returns[index] {
            Returns::Unknown => Ty::Wrong,
            Returns::Nothing => Ty::Nothing,
            Returns::Value(kind) => Ty::Value(kind),
        }
    }

    /// Checks the arguments of a builtin. The parser admits `print` as a statement only.
    fn builtin_call(&mut self, builtin: &'static Builtin, args: &[ExprId], span: Span) -> Ty {
        let name = builtin.name;
        let exprs = &self.module.exprs;
        let mut named: Vec<(Option<&str>, ExprId)> = args
            .iter()
            .map(|&arg| match &exprs[arg].kind {
                ExprKind::Named { name, value } => (Some(name.text()), *value),
                _ if self.types[arg.index()] == Ty::Element => {
                    (builtin.name_of_element_type(), arg)
                }
                _ => (None, arg),
            })
            .collect();
        let result = match builtin.returns {
            builtins::Returns::Tensor => TENSOR,
            builtins::Returns::Nothing => Ty::Nothing,
            builtins::Returns::Text => Ty::Text,
            builtins::Returns::Printed => Ty::Formatted,
        };
        builtin.name_last(&mut named, exprs);
        let what = format!("'{name}'");
        match builtin.bind(&named) {
            Ok(binding) => {
                self.bound_arguments(builtin, &binding);
                return result;
            }
            Err(Mismatch::Count) => self.diagnostics.error(
                Code::ArgumentCount
                    .error(
                        span,
                        format!("'{name}' takes {}, found {}", builtin.takes(), args.len()),
                    )
                    .with_label(format!("found {}", counted(args.len(), "argument")))
                    .with_help(format!("it is called as {}", builtin.usage())),
            ),
            Err(Mismatch::Name(value)) => {
                let parameters =
                    builtin.signatures.iter().flat_map(|signature| signature.parameters);
                let mut names: Vec<_> =
                    parameters.map(|parameter| format!("'{}'", parameter.name)).collect();
                names.dedup();
                self.diagnostics.error(
                    Code::NamedArgument
                        .error(exprs[value].span, format!("'{name}' has no parameter of this name"))
                        .with_label(format!("its parameters are {}", names.join(", ")))
                        .with_help(format!("it is called as {}", builtin.usage())),
                )
            }
            Err(Mismatch::Twice(value)) => self.diagnostics.error(
                Code::NamedArgument
                    .error(exprs[value].span, format!("'{name}' has this argument twice"))
                    .with_label("given a second time here"),
            ),
        };
        for (_, argument) in named {
            if !matches!(self.types[argument.index()], Ty::Text | Ty::Formatted) {
                self.tensor(&what, argument);
            }
        }
        result
    }

    /// Checks which of the arguments of a builtin are text.
    fn bound_arguments(&mut self, builtin: &'static Builtin, binding: &builtins::Binding<ExprId>) {
        let what = format!("'{}'", builtin.name);
        let parameters = builtin.signatures[binding.signature].parameters;
        let takes_text = |kind| matches!(kind, ParameterKind::Text);
        let misplaced = |is_text: bool| {
            let bound = parameters.iter().zip(&binding.arguments);
            let mut bound = bound.filter(|(p, _)| p.kind != ParameterKind::Printed);
            bound.find_map(|(parameter, arguments)| {
                let wrong = if is_text { Ty::Text } else { TENSOR };
                let mut arguments =
                    arguments.iter().filter(|_| takes_text(parameter.kind) != is_text);
                arguments.find(|argument| self.types[argument.index()] == wrong)
            })
        };
        if let (Some(&value), Some(&text)) = (misplaced(false), misplaced(true)) {
            let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
            self.diagnostics.error(
                Code::Text
                    .error(self.module.exprs[value].span, format!("{what} takes a text here"))
                    .with_label("this is not a text")
                    .with_secondary(self.module.exprs[text].span, "but this is one")
                    .with_help(format!("the order is `{}({})`", builtin.name, names.join(", "))),
            );
            return;
        }
        for (parameter, arguments) in parameters.iter().zip(&binding.arguments) {
            for &argument in arguments {
                match parameter.kind {
                    ParameterKind::Text if builtin.name == "format" => self.style(argument),
                    ParameterKind::Text => {
                        self.text(&what, argument);
                        if builtin.name == "plot" && parameter.name != "file" {
                            self.text_of_picture(parameter.name, argument);
                        }
                    }
                    ParameterKind::Literal => self.literal_number(builtin.name, argument),
                    ParameterKind::Printed => self.printed(&what, argument),
                    ParameterKind::Element => self.element_type(parameter.name, argument),
                    ParameterKind::Flag => self.flag(parameter.name, argument),
                    ParameterKind::Sizes => self.sizes(parameter.name, argument),
                    _ => {
                        self.tensor(&what, argument);
                    }
                }
            }
        }
    }

    /// Reports an argument that is not a text; `what` takes it.
    pub(super) fn text(&mut self, what: &str, id: ExprId) {
        match self.types[id.index()] {
            Ty::Text | Ty::Wrong | Ty::Element => {}
            Ty::Formatted => self.used_text(id),
            _ => {
                self.diagnostics.error(
                    Code::Text
                        .error(self.module.exprs[id].span, format!("{what} takes a text"))
                        .with_label("this is not a text")
                        .with_help("a text is written like \"file.npy\""),
                );
            }
        }
    }

    /// Reports a text, or the result of `format`, where a value is needed.
    pub(super) fn used_text(&mut self, id: ExprId) {
        if self.types[id.index()] == Ty::Formatted {
            self.diagnostics.error(
                Code::Formatted
                    .error(self.module.exprs[id].span, "the result of 'format' is not a value")
                    .with_label("only `print` takes it")
                    .with_help("print it: `print(format(x, \".3f\"));`"),
            );
            return;
        }
        self.diagnostics.error(
            Code::Text
                .error(self.module.exprs[id].span, "a text is not a value")
                .with_label("used as a value here")
                .with_help("texts are arguments: `print(\"x =\", x);`, `load(\"a.npy\")`"),
        );
    }

    /// Reports an operand that is not a tensor; `what` takes it. The result of a wrong operand is
    /// wrong.
    pub(super) fn tensor(&mut self, what: &str, id: ExprId) -> Ty {
        let span = self.module.exprs[id].span;
        match self.types[id.index()] {
            TENSOR | Ty::Wrong => return TENSOR,
            Ty::Element => self.misplaced_element_type(id),
            Ty::Sizes => self.misplaced_sizes(id),
            Ty::Nothing => self.used_nothing(id),
            Ty::Text | Ty::Formatted => self.used_text(id),
            Ty::Braces => {
                self.diagnostics.error(
                    Code::TensorExpected
                        .error(span, format!("{what} takes a tensor, found a struct's value"))
                        .with_label("a struct's value"),
                );
            }
            Ty::Value(Kind::Values(count)) => self.several_values(id, count),
            Ty::Value(Kind::Struct(index)) => {
                let found = described(self.module, Kind::Struct(index));
                self.diagnostics.error(
                    Code::TensorExpected
                        .error(span, format!("{what} takes a tensor, found {found}"))
                        .with_label(format!("this is {found}"))
                        .with_help(format!("take a member of it: {}", self.members(index))),
                );
            }
        }
        Ty::Wrong
    }

    /// Reports several values where one is needed.
    pub(super) fn several_values(&mut self, id: ExprId, count: usize) {
        let expr = &self.module.exprs[id];
        let names: Vec<_> = ('a'..='z').take(count).map(String::from).collect();
        let error = Code::SeveralValues
            .error(expr.span, format!("{count} values where one is expected"))
            .with_label(format!("this gives {count} values"))
            .with_help(format!("give each a name: `var {} = ...;`", names.join(", ")));
        let function = match &expr.kind {
            ExprKind::Call { callee, .. } => self.functions.named(callee.text()),
            _ => None,
        };
        self.diagnostics.error(match function {
            Some(index) => error.with_secondary(
                self.module.functions[index].name.span,
                "the function is defined here",
            ),
            None => error,
        });
    }

    /// Reports an operand that has no value.
    pub(super) fn any_value(&mut self, id: ExprId) {
        match self.types[id.index()] {
            Ty::Nothing => self.used_nothing(id),
            Ty::Text | Ty::Formatted => self.used_text(id),
            Ty::Wrong | Ty::Braces | Ty::Value(_) | Ty::Element => {}
            Ty::Sizes => self.misplaced_sizes(id),
        }
    }

    /// Checks that a value is of a kind; `what` was declared with it at `declaration`.
    pub(super) fn expect(&mut self, id: ExprId, kind: Kind, what: &str, declaration: Span) {
        let expr = &self.module.exprs[id];
        match (self.types[id.index()], kind) {
            (Ty::Wrong | Ty::Element, _) => {}
            (Ty::Sizes, _) => self.misplaced_sizes(id),
            (Ty::Nothing, _) => self.used_nothing(id),
            (Ty::Text | Ty::Formatted, _) => self.used_text(id),
            (Ty::Braces, Kind::Struct(structure)) => self.braces(id, structure),
            (Ty::Value(found), _) if found == kind => {}
            (found, _) => {
                let found = match found {
                    Ty::Value(found) => described(self.module, found),
                    _ => "a struct's value".to_owned(),
                };
                let wanted = described(self.module, kind);
                self.diagnostics.error(
                    Code::WrongKind
                        .error(expr.span, format!("{what} is {wanted}, found {found}"))
                        .with_label(format!("this is {found}"))
                        .with_secondary(declaration, "declared here"),
                );
            }
        }
    }

    /// Checks a struct's value, once its struct is known, and the nested values.
    fn braces(&mut self, id: ExprId, structure: usize) {
        // Values in braces that are still to be checked, with their structs.
        let mut pending = vec![(id, structure)];
        while let Some((id, structure)) = pending.pop() {
            self.types[id.index()] = Ty::Value(Kind::Struct(structure));
            let expr = &self.module.exprs[id];
            let ExprKind::StructLiteral(values) = &expr.kind else { continue };
            let definition = &self.module.structs[structure];
            let name = definition.name.text();
            let structs = self.structs;
            let members = structs.members(structure);
            let differ = values.len() != members.len();
            let is_known = |value: &ExprId| self.types[value.index()] != Ty::Wrong;
            if differ && values.iter().all(is_known) {
                self.diagnostics.error(
                    Code::MemberCount
                        .error(
                            expr.span,
                            format!(
                                "struct '{name}' has {}, found {}",
                                counted(members.len(), "member"),
                                counted(values.len(), "value")
                            ),
                        )
                        .with_label(format!("found {}", counted(values.len(), "value")))
                        .with_secondary(
                            definition.name.span,
                            format!("its members are {}", self.members(structure)),
                        ),
                );
            }
            for ((&value, member), field) in values.iter().zip(members).zip(&definition.fields) {
                match (self.types[value.index()], member) {
                    _ if differ => self.any_value(value),
                    (Ty::Braces, Some(Kind::Struct(inner))) => pending.push((value, *inner)),
                    (_, Some(kind)) => {
                        let what = format!("member '{}' of struct '{name}'", field.name.text());
                        self.expect(value, *kind, &what, field.span);
                    }
                    (_, None) => self.any_value(value),
                }
            }
        }
    }

    /// Reports a value in braces whose struct cannot be determined.
    pub(super) fn untyped_braces(&mut self, id: ExprId) {
        self.diagnostics.error(
            Code::UntypedBraces
                .error(self.module.exprs[id].span, "a value in braces of unknown struct")
                .with_label("nothing says of which struct this is")
                .with_help("give it a name and a struct: `Struct name = {...};`"),
        );
    }

    /// Reports a use of something without a value.
    pub(super) fn used_nothing(&mut self, id: ExprId) {
        let expr = &self.module.exprs[id];
        let ExprKind::Call { callee, .. } = &expr.kind else { return };
        let name = callee.text();
        let diagnostic = Code::NoValue
            .error(expr.span, format!("function '{name}' returns nothing"))
            .with_label("used as a value here");
        let Some(index) = self.functions.named(name) else {
            self.diagnostics.error(diagnostic);
            return;
        };
        let function = &self.module.functions[index];
        let diagnostic = diagnostic.with_secondary(function.name.span, "defined here");
        self.diagnostics.error(match function.body.last() {
            Some(Stmt { kind: StmtKind::Expr(value), .. })
                if !matches!(self.module.exprs[*value].kind, ExprKind::Call { .. }) =>
            {
                let span = self.module.exprs[*value].span;
                diagnostic.with_secondary(
                    span,
                    "this value is dropped; `return` in front of it returns it",
                )
            }
            _ => diagnostic.with_help("a function has a value if it ends with `return value;`"),
        });
    }
}
