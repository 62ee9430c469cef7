//! The names of a program: where each is defined, where it is visible, and where it is mentioned.
//!
//! Works on the tree of a text that need not be well formed, so it reports nothing: a name without
//! a definition is a mention of nothing.

use std::ops::Range;

use mlir_lite_diagnostics::Span;
use mlir_lite_lsp::Mention;
use rustc_hash::FxHashMap;
use toy_ast::{Expr, ExprId, ExprKind, Function, Lambdas, Module, Name, Stmt, StmtKind, VarType};
use toy_dialect::sema::function_parameters;

/// The definition that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// An index of the module's functions.
    Function(usize),
    /// An index of the module's structs.
    Struct(usize),
    /// A member of a struct: indices of the struct and of the member.
    Member(usize, usize),
    /// An index of the module's constants.
    Constant(usize),
    /// A parameter of a function: indices of both.
    Parameter(usize, usize),
    /// A variable.
    Variable,
    /// The variable of a loop.
    LoopVariable,
    /// A parameter of a `lambda`.
    OfLambda,
}

/// A definition.
#[derive(Debug)]
pub(super) struct Binding {
    pub(super) name: String,
    pub(super) meaning: Meaning,
    /// The name where it is defined.
    pub(super) range: Range<usize>,
    /// Where the name can be written.
    pub(super) scope: Range<usize>,
    /// The value that a variable is defined by.
    pub(super) init: Option<ExprId>,
    /// Whether the source says the shape.
    pub(super) is_shaped: bool,
    /// The struct of the value, as an index.
    pub(super) structure: Option<usize>,
    /// All mentions in order, the definition among them.
    pub(super) mentions: Vec<Mention>,
}

/// A mention of a name that the text does not define.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Free {
    pub(super) name: String,
    pub(super) range: Range<usize>,
    pub(super) is_call: bool,
}

/// All names of a text.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) bindings: Vec<Binding>,
    /// Mentions of builtins and of names of other files.
    pub(super) free: Vec<Free>,
    /// Members of which it is not known whose they are.
    pub(super) unclear: Vec<Free>,
    /// For each mention, its start and the index of its binding; sorted.
    by_start: Vec<(usize, usize)>,
}

impl Names {
    /// The names of a module whose text begins at `base`.
    pub(super) fn of(module: &Module, base: u32, len: usize) -> Self {
        let mut finder = Finder {
            module,
            base,
            len,
            names: Self::default(),
            visible: FxHashMap::default(),
            open: Vec::new(),
            functions: FxHashMap::default(),
            structs: FxHashMap::default(),
            parameters: Vec::new(),
            are_functions: function_parameters(module),
        };
        finder.definitions();
        for (index, function) in module.functions.iter().enumerate() {
            finder.function(index, function);
        }
        let mut names = finder.names;
        for (index, binding) in names.bindings.iter_mut().enumerate() {
            binding.mentions.sort_by_key(|mention| mention.range.start);
            binding.mentions.dedup_by_key(|mention| mention.range.start);
            let starts = binding.mentions.iter().map(|mention| (mention.range.start, index));
            names.by_start.extend(starts);
        }
        names.by_start.sort_unstable();
        names
    }

    /// The definition that a name at an offset refers to, and the name's place.
    pub(super) fn at(&self, offset: usize) -> Option<(&Binding, Range<usize>)> {
        let after = self.by_start.partition_point(|&(start, _)| start <= offset);
        let (start, index) = *self.by_start[..after].last()?;
        let binding = &self.bindings[index];
        let end = start + binding.name.len();
        (offset <= end).then_some((binding, start..end))
    }

    /// The name at an offset that the text does not define.
    pub(super) fn free_at(&self, offset: usize) -> Option<&Free> {
        self.free.iter().find(|free| (free.range.start..=free.range.end).contains(&offset))
    }

    /// The names that are visible at an offset; the innermost definition of a name comes last.
    pub(super) fn visible_at(&self, offset: usize) -> impl Iterator<Item = &Binding> {
        self.bindings.iter().filter(move |binding| {
            let is_before = match binding.meaning {
                Meaning::Variable => binding.range.end < offset,
                _ => true,
            };
            is_before && (binding.scope.start..=binding.scope.end).contains(&offset)
        })
    }
}

/// Walks over a module.
struct Finder<'m> {
    module: &'m Module,
    base: u32,
    len: usize,
    names: Names,
    /// The variables of each name that are visible, as indices of bindings; the innermost is last.
    visible: FxHashMap<&'m str, Vec<usize>>,
    /// The names of the variables that are visible, in the order of their definitions.
    open: Vec<&'m str>,
    /// For each function its index and that of its binding.
    functions: FxHashMap<&'m str, (usize, usize)>,
    /// For each struct its index and that of its binding.
    structs: FxHashMap<&'m str, (usize, usize)>,
    /// The bindings of each function's parameters.
    parameters: Vec<Vec<usize>>,
    /// For each parameter of each function whether it is a function.
    are_functions: Vec<Vec<Option<Span>>>,
}

impl<'m> Finder<'m> {
    fn range(&self, span: Span) -> Range<usize> {
        (span.start - self.base) as usize..(span.end - self.base) as usize
    }

    fn bind(&mut self, name: &Name, meaning: Meaning, scope: Range<usize>) -> usize {
        let range = self.range(name.span);
        self.names.bindings.push(Binding {
            name: name.text().to_owned(),
            meaning,
            range: range.clone(),
            scope,
            init: None,
            is_shaped: false,
            structure: None,
            mentions: vec![Mention { range, is_definition: true }],
        });
        self.names.bindings.len() - 1
    }

    fn mention(&mut self, binding: usize, span: Span, is_definition: bool) {
        let range = self.range(span);
        self.names.bindings[binding].mentions.push(Mention { range, is_definition });
    }

    fn free(&mut self, name: &str, span: Span, is_call: bool) {
        let range = self.range(span);
        self.names.free.push(Free { name: name.to_owned(), range, is_call });
    }

    fn unclear(&mut self, name: &Name) {
        let range = self.range(name.span);
        self.names.unclear.push(Free { name: name.text().to_owned(), range, is_call: false });
    }

    /// Makes a variable visible.
    fn show(&mut self, name: &'m Name, binding: usize) {
        self.visible.entry(name.text()).or_default().push(binding);
        self.open.push(name.text());
    }

    /// Hides the variables after the first `count`.
    fn hide(&mut self, count: usize) {
        for name in self.open.drain(count..) {
            self.visible.get_mut(name).and_then(Vec::pop);
        }
    }

    /// The variable that a name means here.
    fn variable(&self, name: &str) -> Option<usize> {
        self.visible.get(name)?.last().copied()
    }

    /// The index of a struct.
    fn struct_named(&self, name: &Name) -> Option<usize> {
        self.structs.get(name.text()).map(|&(index, _)| index)
    }

    /// Structs, members, functions, parameters and constants: what may be named before it is
    /// defined.
    fn definitions(&mut self) {
        let module = self.module;
        let whole = 0..self.len;
        for (index, structure) in module.structs.iter().enumerate() {
            let binding = self.bind(&structure.name, Meaning::Struct(index), whole.clone());
            self.structs.entry(structure.name.text()).or_insert((index, binding));
        }
        for (index, structure) in module.structs.iter().enumerate() {
            for (field, member) in structure.fields.iter().enumerate() {
                self.mention_struct(member.struct_name.as_ref());
                // A member is named only after a `.`.
                let nowhere = usize::MAX..usize::MAX;
                let binding = self.bind(&member.name, Meaning::Member(index, field), nowhere);
                let of = member.struct_name.as_ref().and_then(|name| self.struct_named(name));
                self.names.bindings[binding].structure = of;
            }
        }
        for (index, function) in module.functions.iter().enumerate() {
            let binding = self.bind(&function.name, Meaning::Function(index), whole.clone());
            self.functions.entry(function.name.text()).or_insert((index, binding));
            let mut parameters = Vec::with_capacity(function.params.len());
            for (number, param) in function.params.iter().enumerate() {
                self.mention_struct(param.struct_name.as_ref());
                let scope = self.range(function.span);
                let binding = self.bind(&param.name, Meaning::Parameter(index, number), scope);
                let of = param.struct_name.as_ref().and_then(|name| self.struct_named(name));
                self.names.bindings[binding].structure = of;
                parameters.push(binding);
            }
            self.parameters.push(parameters);
        }
        for (index, constant) in module.constants.iter().enumerate() {
            constant.definition.exprs().for_each(|root| self.expression(root));
            let binding = self.bind(&constant.name, Meaning::Constant(index), whole.clone());
            if let StmtKind::Var { ty, init, .. } = &constant.definition.kind {
                self.names.bindings[binding].init = Some(*init);
                self.names.bindings[binding].is_shaped = matches!(ty, VarType::Shaped { .. });
            }
            self.show(&constant.name, binding);
        }
    }

    /// Records that a struct is named.
    fn mention_struct(&mut self, name: Option<&Name>) {
        let Some(name) = name else { return };
        match self.structs.get(name.text()) {
            Some(&(_, binding)) => self.mention(binding, name.span, false),
            None => self.free(name.text(), name.span, false),
        }
    }

    fn function(&mut self, index: usize, function: &'m Function) {
        let outer = self.open.len();
        for (number, param) in function.params.iter().enumerate() {
            if let Some(default) = param.default {
                self.expression(default);
            }
            self.show(&param.name, self.parameters[index][number]);
        }
        self.statements(&function.body, self.range(function.span).end);
        self.hide(outer);
    }

    /// The statements of a block that ends at an offset. Blocks nest only as deep as the parser
    /// allows.
    fn statements(&mut self, list: &'m [Stmt], end: usize) {
        let outer = self.open.len();
        for statement in list {
            // Sizes may be computed from those of the same parameter.
            let defines_first = matches!(statement.kind, StmtKind::Sizes(_));
            if defines_first {
                self.statement(statement, end);
            }
            statement.exprs().for_each(|root| self.expression(root));
            if !defines_first {
                self.statement(statement, end);
            }
        }
        self.hide(outer);
    }

    fn statement(&mut self, statement: &'m Stmt, end: usize) {
        let Range { start, end: last } = self.range(statement.span);
        match &statement.kind {
            StmtKind::Var { ty, name, init } => {
                let mut structure = self.struct_of(*init);
                if let VarType::Struct(of) = ty {
                    self.mention_struct(Some(of));
                    structure = self.struct_named(of);
                }
                let binding = self.bind(name, Meaning::Variable, start..end);
                let new = &mut self.names.bindings[binding];
                new.init = Some(*init);
                new.is_shaped = matches!(ty, VarType::Shaped { .. });
                new.structure = structure;
                self.show(name, binding);
            }
            StmtKind::Sizes(_) | StmtKind::Unpack(_) => {
                for name in statement.defined() {
                    let binding = self.bind(name, Meaning::Variable, start..end);
                    self.show(name, binding);
                }
            }
            StmtKind::Assign(this) => match self.variable(this.name.text()) {
                Some(binding) => self.mention(binding, this.name.span, true),
                None => self.free(this.name.text(), this.name.span, false),
            },
            StmtKind::For(this) => {
                let outer = self.open.len();
                let scope = self.range(this.variable.span).start..last;
                let binding = self.bind(&this.variable, Meaning::LoopVariable, scope);
                self.show(&this.variable, binding);
                self.statements(&this.body, last);
                self.hide(outer);
            }
            StmtKind::While(this) => self.statements(&this.body, last),
            StmtKind::If(this) => {
                // Each block ends before the next condition.
                let conditions = this
                    .arms
                    .iter()
                    .skip(1)
                    .map(|(condition, _)| self.range(self.module.exprs[*condition].span).start);
                let otherwise = this.otherwise.first().map(|first| self.range(first.span).start);
                let ends: Vec<usize> = conditions.chain(otherwise).chain([last, last]).collect();
                for (block, end) in statement.blocks().zip(ends) {
                    self.statements(block, end);
                }
            }
            StmtKind::Return(_)
            | StmtKind::Print(_)
            | StmtKind::Expr(_)
            | StmtKind::Break
            | StmtKind::Continue => {}
        }
    }

    fn expression(&mut self, root: ExprId) {
        let module = self.module;
        let lambdas = Lambdas::of(&module.exprs, root);
        let mut of_lambdas: FxHashMap<(ExprId, usize), usize> = FxHashMap::default();
        for id in module.exprs.postorder(root) {
            let Expr { kind, span, .. } = &module.exprs[id];
            let ExprKind::Lambda { params, .. } = kind else { continue };
            for (place, param) in params.iter().enumerate() {
                let scope = self.range(*span);
                of_lambdas.insert((id, place), self.bind(param, Meaning::OfLambda, scope));
            }
        }
        for id in module.exprs.postorder(root) {
            let Expr { kind, span, .. } = &module.exprs[id];
            let own = lambdas.parameter(id).and_then(|parameter| of_lambdas.get(&parameter));
            match kind {
                ExprKind::Var(name) => {
                    let function = self.functions.get(&**name).map(|(_, binding)| *binding);
                    match own.copied().or_else(|| self.variable(name)).or(function) {
                        Some(binding) => self.mention(binding, *span, false),
                        None => self.free(name, *span, false),
                    }
                }
                ExprKind::Call { callee, args } => self.call(callee, args),
                ExprKind::Member { base, member } => self.member(*base, member),
                _ => {}
            }
        }
    }

    fn call(&mut self, callee: &Name, args: &[ExprId]) {
        let module = self.module;
        // A parameter that is a function hides the function of its name.
        let variable = self.variable(callee.text());
        if let Some(binding) = variable.filter(|binding| self.is_function(*binding)) {
            return self.mention(binding, callee.span, false);
        }
        let Some(&(index, binding)) = self.functions.get(callee.text()) else {
            return self.free(callee.text(), callee.span, true);
        };
        self.mention(binding, callee.span, false);
        for arg in args {
            let ExprKind::Named { name, .. } = &module.exprs[*arg].kind else { continue };
            let params = &module.functions[index].params;
            match params.iter().position(|param| param.name.text() == name.text()) {
                Some(number) => self.mention(self.parameters[index][number], name.span, false),
                None => self.unclear(name),
            }
        }
    }

    /// Whether a variable is a parameter that is a function.
    fn is_function(&self, binding: usize) -> bool {
        match self.names.bindings[binding].meaning {
            Meaning::Parameter(function, index) => self.are_functions[function][index].is_some(),
            _ => false,
        }
    }

    fn member(&mut self, base: ExprId, member: &Name) {
        let owner = self.struct_of(base);
        let is_it = |binding: &Binding| {
            let Meaning::Member(of, _) = binding.meaning else { return false };
            owner.is_none_or(|owner| owner == of) && binding.name == member.text()
        };
        let mut found = (0..self.names.bindings.len()).filter(|&i| is_it(&self.names.bindings[i]));
        match (found.next(), found.next()) {
            (Some(binding), None) => self.mention(binding, member.span, false),
            _ => self.unclear(member),
        }
    }

    /// The struct that an expression's value is, if that can be seen without analysing calls.
    fn struct_of(&self, expr: ExprId) -> Option<usize> {
        let mut members = Vec::new();
        let mut expr = expr;
        let mut structure = loop {
            match &self.module.exprs[expr].kind {
                ExprKind::Var(name) => {
                    break self.names.bindings[self.variable(name)?].structure?;
                }
                ExprKind::Member { base, member } => {
                    members.push(member.text());
                    expr = *base;
                }
                _ => return None,
            }
        };
        for member in members.into_iter().rev() {
            let fields = &self.module.structs[structure].fields;
            let field = fields.iter().find(|field| field.name.text() == member)?;
            structure = self.struct_named(field.struct_name.as_ref()?)?;
        }
        Some(structure)
    }
}
