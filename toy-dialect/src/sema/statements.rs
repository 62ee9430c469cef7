//! The statements of a function: definitions, assignments, loops, conditionals and returns.

use mlir_lite_diagnostics::Span;
use toy_ast::{
    Assign, Code, Constant, ExprId, ExprKind, For, If, MAX_NESTING, NESTING, Name, ParameterSize,
    ParameterSizes, Size, Stmt, StmtKind, Subscript, Unpack, VarType, While,
};

use super::expressions::Ty;
use super::functions::{BodyChecker, Returns};
use super::jumps::{exit_depth, never_ends};
use super::structs::undefined;
use super::unknown::Wanted;
use super::{Kind, counted, described, redefinition};
use crate::builtins;

impl<'m> BodyChecker<'_, 'm> {
    /// Checks the body of the function at this index.
    pub(super) fn body(&mut self, index: usize) -> Returns {
        let functions = self.functions;
        self.defaults();
        for (param, kind) in self.function.params.iter().zip(&functions.params[index]) {
            self.define("parameter", &param.name, *kind);
            // The supposed struct may be the name of a parameter, with a missing `,` after it.
            if let (None, Some(name)) = (kind, &param.struct_name) {
                self.unknown.insert(name.text());
            }
        }
        self.exits_nest(&self.function.body);
        for statement in &self.function.body {
            self.statement(statement);
        }
        let Some((span, returns)) = self.first_return else { return Returns::Nothing };
        if matches!(returns, Returns::Value(_)) {
            self.missing_return(span);
        }
        returns
    }

    /// Checks the default values of the parameters, which know no variables.
    fn defaults(&mut self) {
        let mut first: Option<&Name> = None;
        for param in &self.function.params {
            let Some(default) = param.default else {
                if let Some(first) = first {
                    self.diagnostics.error(
                        Code::ParameterOrder
                            .error(
                                param.span,
                                format!(
                                    "parameter '{}' has no default value, but one before it has",
                                    param.name.text()
                                ),
                            )
                            .with_label("every call has to give it")
                            .with_secondary(first.span, "this one has a default value")
                            .with_help("put it before those with default values"),
                    );
                }
                continue;
            };
            first.get_or_insert(&param.name);
            self.expression(default);
            let what = format!("the default value of '{}'", param.name.text());
            self.constant_expression(&what, default);
            match &param.struct_name {
                None => {
                    self.tensor(&what, default);
                }
                Some(struct_name) => {
                    self.diagnostics.error(
                        Code::ComputedConstant
                            .error(
                                self.module.exprs[default].span,
                                format!(
                                    "parameter '{}' of a struct has a default value",
                                    param.name.text()
                                ),
                            )
                            .with_label("only tensors have default values")
                            .with_secondary(struct_name.span, "declared as a struct here"),
                    );
                }
            }
        }
    }

    /// Checks a constant; the result is its kind.
    pub(super) fn constant(&mut self, constant: &'m Constant) -> Option<Kind> {
        let StmtKind::Var { ty, name, init } = &constant.definition.kind else { return None };
        self.expression(*init);
        let what = format!("constant '{}'", name.text());
        for root in constant.definition.exprs() {
            self.constant_expression(&what, root);
        }
        self.variable(ty, name, *init)
    }

    /// Reports an expression that calls functions of the program, or reads a file: constants and
    /// default values, which `what` names, are the same in every call.
    fn constant_expression(&mut self, what: &str, root: ExprId) {
        let module = self.module;
        for id in module.exprs.postorder(root) {
            let ExprKind::Call { callee, .. } = &module.exprs[id].kind else { continue };
            let name = callee.text();
            let builtin = builtins::called(name, self.functions.named(name).is_some());
            if builtin.is_some_and(|builtin| builtin.name != "load") {
                continue;
            }
            if builtin.is_none() && self.functions.named(name).is_none() {
                // It was reported as unknown.
                continue;
            }
            // The copy of a function for its arguments has their names after its own.
            let name = name.split('$').next().unwrap_or(name);
            self.diagnostics.error(
                Code::ComputedConstant
                    .error(module.exprs[id].span, format!("{what} calls '{name}'"))
                    .with_label("not known before the program runs")
                    .with_help(
                        "it is computed from numbers, constants and builtin functions; pass other \
                         values as arguments",
                    ),
            );
        }
    }

    /// Reports a function of which too many statements may be left out by jumps.
    fn exits_nest(&mut self, body: &[Stmt]) {
        let (most, found) = (NESTING.get(), exit_depth(body));
        if found <= most {
            return;
        }
        let name = &self.function.name;
        let message = format!("function '{}' has too many jumps after each other", name.text());
        self.diagnostics.error(
            Code::NestingTooDeep
                .error(name.span, message)
                .with_label(format!("{found} levels of statements that depend on jumps"))
                .with_help(format!(
                    "give parts of it functions of their own; {}",
                    NESTING.advice()
                )),
        );
    }

    /// Records what a `return` returns.
    fn returns(&mut self, span: Span, returns: Returns) {
        match self.first_return {
            // A call of the function itself has no known result yet.
            None | Some((_, Returns::Unknown)) => self.first_return = Some((span, returns)),
            Some((first_span, first)) => self.agree(span, returns, first_span, first),
        }
    }

    /// Reports a function that returns a value at `span`, but not at its end. `main` then returns
    /// the exit status 0.
    fn missing_return(&mut self, span: Span) {
        let function = self.function;
        if function.name.text() == "main" || never_ends(self.module, &function.body) {
            return;
        }
        self.diagnostics.error(
            Code::MissingReturn
                .error(
                    function.end,
                    format!("function '{}' may end without a value", function.name.text()),
                )
                .with_label("add `return value;` before this")
                .with_secondary(span, "it returns a value here"),
        );
    }

    /// Reports two returns of different kinds.
    fn agree(&mut self, span: Span, returns: Returns, first_span: Span, first: Returns) {
        if returns == first || returns == Returns::Unknown || first == Returns::Unknown {
            return;
        }
        let describe = |returns| match returns {
            Returns::Value(kind) => described(self.module, kind),
            _ => "nothing".to_owned(),
        };
        let name = self.function.name.text();
        let (first, second) = (describe(first), describe(returns));
        self.diagnostics.error(
            Code::ReturnsDiffer
                .error(span, format!("function '{name}' returns both {first} and {second}"))
                .with_label(format!("returns {second}"))
                .with_secondary(first_span, format!("returns {first}")),
        );
    }

    fn define(&mut self, what: &str, name: &'m Name, kind: Option<Kind>) {
        let text = name.text();
        let Some((first, first_kind)) = self.variables.get_mut(text) else {
            self.variables.insert(text, (name, kind));
            return;
        };
        let noun = if what == "parameter" { what } else { "variable" };
        let mut diagnostic = redefinition(Code::RedefinedVariable, noun, name, first);
        let can_change = self.depth > 0 && !self.loop_variables.contains(&text);
        diagnostic = match what {
            "variable" if can_change => diagnostic
                .with_help(format!("to change it here, write `{text} = ...;` without `var`")),
            "variable" => {
                diagnostic.with_help("values do not change: give the new one a name of its own")
            }
            _ => diagnostic.with_help("give one of them another name"),
        };
        // It is not known which one later uses mean.
        if *first_kind != kind {
            *first_kind = None;
        }
        self.diagnostics.error(diagnostic);
    }

    fn statement(&mut self, statement: &'m Stmt) {
        match &statement.kind {
            StmtKind::Var { ty, name, init } => {
                self.expression(*init);
                let kind = self.variable(ty, name, *init);
                self.define("variable", name, kind);
            }
            StmtKind::Sizes(this) => self.declared_sizes(this, statement.span),
            StmtKind::Unpack(this) => self.unpack(this),
            StmtKind::Print(value) => self.print(*value),
            StmtKind::Expr(value) => match self.expression(*value) {
                Ty::Braces => self.untyped_braces(*value),
                Ty::Text | Ty::Formatted => self.used_text(*value),
                Ty::Wrong | Ty::Nothing | Ty::Value(_) | Ty::Element | Ty::Sizes => {}
            },
            StmtKind::Assign(this) => self.assignment(this),
            StmtKind::For(this) => self.for_loop(this),
            StmtKind::While(this) => self.while_loop(this),
            StmtKind::If(this) => self.conditional(this, statement.span),
            StmtKind::Break => self.in_loop("break", statement.span),
            StmtKind::Continue => self.in_loop("continue", statement.span),
            StmtKind::Return(None) => self.returns(statement.span, Returns::Nothing),
            StmtKind::Return(Some(value)) => {
                let returns = self.returned(*value);
                self.returns(statement.span, returns);
            }
        }
    }

    /// Checks the declared sizes of a parameter.
    fn declared_sizes(&mut self, this: &'m ParameterSizes, span: Span) {
        let name = this.parameter.text();
        if let Some((_, Some(kind))) = self.variables.get(name)
            && *kind != Kind::Tensor
        {
            let what = described(self.module, *kind);
            let error = Code::TensorExpected.error(span, format!("parameter '{name}' is {what}"));
            self.diagnostics.error(error.with_label("only a tensor has sizes"));
        }
        self.check_rank(this.sizes.len(), span);
        // A square has the size of its own first dimension as its second one: `<n, n>`.
        for name in &this.names {
            self.define("size", name, Some(Kind::Tensor));
        }
        for size in &this.sizes {
            if let ParameterSize::Is(Size::Expr(size)) = size {
                self.expression(*size);
                self.tensor("a size", *size);
            }
        }
    }

    /// Checks that a tensor has not too many dimensions.
    fn check_rank(&mut self, rank: usize, span: Span) {
        if rank > MAX_NESTING {
            self.diagnostics.error(
                Code::TooManyDimensions
                    .error(span, format!("a tensor has at most {MAX_NESTING} dimensions"))
                    .with_label(format!("found {}", counted(rank, "dimension"))),
            );
        }
    }

    /// Checks a definition of several variables.
    fn unpack(&mut self, this: &'m Unpack) {
        let expr = &self.module.exprs[this.init];
        let found = match self.expression(this.init) {
            Ty::Value(Kind::Values(count)) => Some(count),
            Ty::Wrong | Ty::Element | Ty::Sizes => None,
            Ty::Nothing => {
                self.used_nothing(this.init);
                None
            }
            _ => Some(1),
        };
        let names = this.names.len();
        if let Some(count) = found.filter(|count| *count != names) {
            let names_span = this.names[0].span.to(this.names[names - 1].span);
            self.diagnostics.error(
                Code::ValueCount
                    .error(names_span, format!("{names} names for {}", counted(count, "value")))
                    .with_label(format!("found {names} names"))
                    .with_secondary(expr.span, format!("this gives {}", counted(count, "value")))
                    .with_help("a function gives several values by `return a, b;`"),
            );
        }
        let kind = found.filter(|count| *count == names).map(|_| Kind::Tensor);
        for name in &this.names {
            self.define("variable", name, kind);
        }
    }

    fn assignment(&mut self, this: &'m Assign) {
        let name = &this.name;
        for index in this.subscripts.iter().flat_map(|subscript| subscript.operands()) {
            self.expression(index);
            self.tensor("an index", index);
        }
        self.rest(&this.subscripts);
        for subscript in &this.subscripts {
            if let Subscript::New(place) = subscript {
                let error = Code::UnknownNumber
                    .error(*place, "assigned elements have no new dimension")
                    .with_label("`None` is for elements that are read")
                    .with_help("leave it out: the assigned value is broadcast to the elements");
                self.diagnostics.error(error);
            }
        }
        self.expression(this.value);
        let Some((defined, kind)) = self.variables.get(name.text()).copied() else {
            if let Some((constant, _)) = self.constants.get(name.text()) {
                self.diagnostics.error(
                    Code::ConstantChanged
                        .error(name.span, format!("constant '{}' cannot be changed", name.text()))
                        .with_label("it is the same in the whole program")
                        .with_secondary(constant.span, "defined here")
                        .with_help(format!(
                            "give the new value a variable: `var {}_ = ...;`",
                            name.text()
                        )),
                );
                return;
            }
            self.unknown_variable(name.text(), name.span, Wanted::NewValue);
            return;
        };
        if self.loop_variables.contains(&name.text()) {
            self.diagnostics.error(
                Code::LoopVariable
                    .error(name.span, format!("'{}' counts the iterations of a loop", name.text()))
                    .with_label("cannot be changed")
                    .with_secondary(defined.span, "defined here"),
            );
            return;
        }
        let what = match this.op {
            Some(op) => format!("operator '{}='", op.symbol()),
            None if !this.subscripts.is_empty() => "an assignment to elements".to_owned(),
            None => {
                if let Some(kind) = kind {
                    let what = format!("variable '{}'", name.text());
                    self.expect(this.value, kind, &what, defined.span);
                }
                return;
            }
        };
        if let Some(kind @ Kind::Struct(_)) = kind {
            let found = described(self.module, kind);
            self.diagnostics.error(
                Code::TensorExpected
                    .error(name.span, format!("{what} takes a tensor, found {found}"))
                    .with_label(format!("this is {found}"))
                    .with_secondary(defined.span, "defined here"),
            );
        }
        self.tensor(&what, this.value);
    }

    /// Reports a `break` or `continue` that is in no loop.
    fn in_loop(&mut self, word: &str, span: Span) {
        if self.loops > 0 {
            return;
        }
        self.diagnostics.error(
            Code::OutsideLoop
                .error(span, format!("`{word}` is in no loop"))
                .with_label("not in a `for` or `while`")
                .with_help("a function is ended by `return`"),
        );
    }

    fn for_loop(&mut self, this: &'m For) {
        for bound in [this.from, this.to] {
            self.expression(bound);
            self.tensor("a loop's bound", bound);
        }
        if let Some(step) = this.step {
            self.expression(step);
            self.tensor("a loop's step", step);
        }
        let name = this.variable.text();
        let outer = self.variables.get(name).copied();
        self.define("loop variable", &this.variable, Some(Kind::Tensor));
        self.loop_variables.push(name);
        self.loops += 1;
        self.block(&this.body);
        self.loops -= 1;
        self.loop_variables.pop();
        match outer {
            Some(outer) => self.variables.insert(name, outer),
            None => self.variables.remove(name),
        };
    }

    fn while_loop(&mut self, this: &'m While) {
        self.expression(this.condition);
        self.tensor("a condition", this.condition);
        self.loops += 1;
        self.block(&this.body);
        self.loops -= 1;
    }

    fn conditional(&mut self, this: &'m If, span: Span) {
        let most = NESTING.get();
        if this.arms.len() > most {
            let message = format!("a conditional has at most {most} conditions");
            self.diagnostics.error(
                Code::NestingTooDeep
                    .error(span, message)
                    .with_label(format!("found {}", this.arms.len()))
                    .with_help(NESTING.advice()),
            );
        }
        for (condition, body) in &this.arms {
            self.expression(*condition);
            self.tensor("a condition", *condition);
            self.block(body);
        }
        self.block(&this.otherwise);
    }

    /// Checks statements with a scope of their own.
    fn block(&mut self, body: &'m [Stmt]) {
        self.depth += 1;
        let mut own = Vec::new();
        for statement in body {
            let defined = statement.defined().iter().map(Name::text);
            own.extend(defined.filter(|name| !self.variables.contains_key(name)));
            self.statement(statement);
        }
        for name in own {
            self.variables.remove(name);
        }
        self.depth -= 1;
    }

    fn returned(&mut self, value: ExprId) -> Returns {
        let ty = self.expression(value);
        match ty {
            Ty::Value(Kind::Struct(_)) if self.function.name.text() == "main" => {
                self.diagnostics.error(
                    Code::MainReturnsValue
                        .error(
                            self.module.exprs[value].span,
                            "function 'main' cannot return a struct",
                        )
                        .with_label("an exit status is a number")
                        .with_help("return a whole number from 0 to 255, or print the members"),
                );
                Returns::Unknown
            }
            Ty::Value(Kind::Values(count)) if self.function.name.text() == "main" => {
                self.several_values(value, count);
                Returns::Unknown
            }
            Ty::Braces => {
                self.untyped_braces(value);
                Returns::Unknown
            }
            Ty::Nothing => {
                self.used_nothing(value);
                Returns::Unknown
            }
            Ty::Text | Ty::Formatted => {
                self.used_text(value);
                Returns::Unknown
            }
            Ty::Wrong | Ty::Element | Ty::Sizes => Returns::Unknown,
            Ty::Value(kind) => Returns::Value(kind),
        }
    }

    /// Checks a variable's value against its declaration; the result is the variable's kind.
    fn variable(&mut self, declared: &'m VarType, name: &Name, init: ExprId) -> Option<Kind> {
        match declared {
            VarType::Inferred => match self.types[init.index()] {
                Ty::Value(Kind::Values(count)) => {
                    self.several_values(init, count);
                    None
                }
                Ty::Value(kind) => Some(kind),
                Ty::Wrong | Ty::Element | Ty::Sizes => None,
                Ty::Nothing => {
                    self.used_nothing(init);
                    None
                }
                Ty::Braces => {
                    self.untyped_braces(init);
                    None
                }
                Ty::Text | Ty::Formatted => {
                    self.used_text(init);
                    None
                }
            },
            VarType::Struct(struct_name) => {
                let kind = self.structs.declared(Some(struct_name), undefined, self.diagnostics)?;
                self.expect(init, kind, &format!("variable '{}'", name.text()), struct_name.span);
                Some(kind)
            }
            VarType::Shaped { shape, span } => {
                self.tensor(&format!("variable '{}' of a declared shape", name.text()), init);
                self.check_rank(shape.len(), *span);
                for size in shape {
                    if let Size::Expr(size) = size {
                        self.expression(*size);
                        self.tensor("a size", *size);
                    }
                }
                self.declared_shape(shape, *span, init);
                Some(Kind::Tensor)
            }
        }
    }

    /// Compares the number of elements of a literal with a shape that is written in numbers.
    fn declared_shape(&mut self, shape: &[Size], span: Span, init: ExprId) {
        let sizes = shape.iter().map(|size| match size {
            Size::Number(size) => Some(*size),
            Size::Expr(_) => None,
        });
        let Some(sizes) = sizes.collect::<Option<Vec<u64>>>() else { return };
        let expr = &self.module.exprs[init];
        let found = match &expr.kind {
            ExprKind::Number(_) => 1,
            ExprKind::Literal(literal) => literal.values.len() as u64,
            _ => return,
        };
        let wanted = sizes.iter().try_fold(1_u64, |count, size| count.checked_mul(*size));
        if wanted == Some(found) {
            return;
        }
        let sizes: Vec<_> = sizes.iter().map(u64::to_string).collect();
        let sizes = sizes.join(", ");
        let wanted = wanted.map_or("more than 2^64".to_owned(), |count| count.to_string());
        let elements = counted(found as usize, "element");
        self.diagnostics.error(
            Code::ReshapeMismatch
                .error(
                    expr.span,
                    format!("cannot reshape {elements} to <{sizes}>, which has {wanted}"),
                )
                .with_label(elements)
                .with_secondary(span, format!("a tensor of shape <{sizes}> has {wanted} elements")),
        );
    }
}
