//! The syntax tree.
//!
//! Expressions live in one arena per [`Module`] and name each other by [`ExprId`]: a chain of
//! 200,000 operators is built, walked and dropped without recursion. Invariant: an operand's id is
//! smaller than its user's.
//!
//! Each node has a `span` (the text that it was made from, for diagnostics) and a `loc` (the
//! position that the tutorial's compiler gives it, for dumps and IR locations). They differ for
//! operators: a binary operator's `loc` is the first token of its right operand.

use mlir_lite_diagnostics::{BytePos, Span};
use smallvec::{SmallVec, smallvec};

use crate::numbers;

/// A source file, or one input of a REPL.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Struct definitions in source order.
    pub structs: Vec<StructDef>,
    /// Functions in source order.
    pub functions: Vec<Function>,
    /// How many of the functions, the first ones, are from imported files.
    pub imported_functions: usize,
    /// The files whose definitions are part of the module, in source order.
    pub imports: Vec<Import>,
    /// Constants in source order: definitions of variables outside of functions.
    pub constants: Vec<Constant>,
    /// Structs, functions and constants in source order.
    pub items: Vec<Item>,
    /// All expressions.
    pub exprs: Exprs,
}

/// One definition, as an index into a [`Module`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// An index of [`Module::structs`].
    Struct(usize),
    /// An index of [`Module::functions`].
    Function(usize),
    /// An index of [`Module::constants`].
    Constant(usize),
}

/// `import "file.toy";`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The path, relative to the folder of the file that imports it.
    pub path: Box<str>,
    /// The text in quotes.
    pub span: Span,
}

/// `var name<shape> = init;` outside of functions.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its name.
    pub name: Name,
    /// The definition, a [`StmtKind::Var`].
    pub definition: Stmt,
}

/// An identifier with its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    text: Box<str>,
    /// The identifier's text.
    pub span: Span,
}

/// `struct S { var a; T b; }`.
#[derive(Clone, Debug)]
pub struct StructDef {
    /// The struct's name.
    pub name: Name,
    /// Its members, at least one.
    pub fields: Vec<Field>,
    /// From `struct` to the closing brace.
    pub span: Span,
    /// The word `struct`.
    pub loc: BytePos,
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its struct type; a tensor if absent.
    pub struct_name: Option<Name>,
    /// The member's name.
    pub name: Name,
    /// From the type to the `;`.
    pub span: Span,
    /// The first token.
    pub loc: BytePos,
}

/// `def f(a, S b) { ... }`.
#[derive(Clone, Debug)]
pub struct Function {
    /// The function's name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// From `def` to the closing brace.
    pub span: Span,
    /// The closing brace, where a function without a final `return` ends.
    pub end: Span,
    /// The word `def`.
    pub loc: BytePos,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its struct type; a tensor of any shape if absent.
    pub struct_name: Option<Name>,
    /// The parameter's name.
    pub name: Name,
    /// Its value where a call gives none.
    pub default: Option<ExprId>,
    /// The names and the value.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The kind of statement.
    pub kind: StmtKind,
    /// From its first token to the `;`.
    pub span: Span,
    /// The first token.
    pub loc: BytePos,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `<n, m + 1>` after the name of a parameter: the sizes that an argument has. The statements
    /// of a function begin with those of its parameters.
    Sizes(Box<ParameterSizes>),
    /// `var name<shape> = init;` or `S name = init;`.
    Var {
        /// The declared type.
        ty: VarType,
        /// The variable's name.
        name: Name,
        /// Its value.
        init: ExprId,
    },
    /// `var a, b = init;`: variables for the values that a function returns.
    Unpack(Box<Unpack>),
    /// `return value;` or `return;`.
    Return(Option<ExprId>),
    /// `print(value);`.
    Print(ExprId),
    /// An expression whose value is dropped.
    Expr(ExprId),
    /// `name = value;`, `name[i] = value;` or `name += value;`: from here on, the name denotes
    /// another value.
    Assign(Box<Assign>),
    /// `for variable in from:to:step { ... }`.
    For(Box<For>),
    /// `while condition { ... }`.
    While(Box<While>),
    /// `break;`: ends the innermost loop.
    Break,
    /// `continue;`: ends an iteration of the innermost loop.
    Continue,
    /// `if condition { ... } else if condition { ... } else { ... }`.
    If(Box<If>),
}

/// The declared sizes of a parameter.
#[derive(Clone, Debug)]
pub struct ParameterSizes {
    /// The parameter.
    pub parameter: Name,
    /// Its sizes, at least one.
    pub sizes: Vec<ParameterSize>,
    /// The names that the sizes get, in order: variables of the function.
    pub names: Vec<Name>,
    /// How they are written: `<n, m + 1>`.
    pub text: Box<str>,
}

/// A size of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterSize {
    /// Any size, which gets a name: the next of [`ParameterSizes::names`].
    Named,
    /// This one.
    Is(Size),
}

/// A definition of several variables.
#[derive(Clone, Debug)]
pub struct Unpack {
    /// Their names, at least two.
    pub names: Vec<Name>,
    /// The call that returns their values.
    pub init: ExprId,
}

/// An assignment. Values do not change: the variable stands for another one.
#[derive(Clone, Debug)]
pub struct Assign {
    /// The variable.
    pub name: Name,
    /// The elements that get the value; empty if it is the whole variable.
    pub subscripts: Vec<Subscript>,
    /// The variable and its subscripts.
    pub target: Span,
    /// The operator of `name += value`, whose left operand is what the target was before.
    pub op: Option<BinaryOp>,
    /// The new value.
    pub value: ExprId,
}

/// A loop that runs as long as a condition holds.
#[derive(Clone, Debug)]
pub struct While {
    /// It is evaluated before each iteration.
    pub condition: ExprId,
    /// The statements of each iteration.
    pub body: Vec<Stmt>,
}

/// A loop over a range of numbers.
#[derive(Clone, Debug)]
pub struct For {
    /// The loop's variable.
    pub variable: Name,
    /// The variable's first value.
    pub from: ExprId,
    /// The exclusive upper bound of the variable.
    pub to: ExprId,
    /// The difference between two values of the variable; 1 if absent.
    pub step: Option<ExprId>,
    /// The statements of each iteration.
    pub body: Vec<Stmt>,
}

/// A choice.
#[derive(Clone, Debug)]
pub struct If {
    /// Conditions, at least one, each with the statements that run if it is the first that holds.
    pub arms: Vec<(ExprId, Vec<Stmt>)>,
    /// The statements that run if no condition holds.
    pub otherwise: Vec<Stmt>,
}

/// A size in a declared shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// A number from 1 to `i64::MAX`.
    Number(u64),
    /// An expression that is evaluated at compile time.
    Expr(ExprId),
}

/// The declared type of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VarType {
    /// `var a`: the type of its value.
    Inferred,
    /// `var a<2, 3>`: a tensor that the value is reshaped to.
    Shaped {
        /// Sizes, at least one.
        shape: Vec<Size>,
        /// From `<` to `>`.
        span: Span,
    },
    /// `S a`: a struct.
    Struct(Name),
}

/// Index of an expression in [`Exprs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The kind of expression.
    pub kind: ExprKind,
    /// Its text, without parentheses around it.
    pub span: Span,
    /// Its position in dumps and IR.
    pub loc: BytePos,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number: a tensor of rank 0.
    Number(f64),
    /// `[[1, 2], [3, 4]]`.
    Literal(Box<TensorLiteral>),
    /// A tensor that the host of the program has under a number. No source can name it.
    Host(HostTensor),
    /// `[a, b + 1]`: a tensor whose rows or elements are computed, at least one.
    List(Vec<ExprId>),
    /// `{a, b}`: a struct's value, at least one member.
    StructLiteral(Vec<ExprId>),
    /// `a, b` after `return`, at least two values.
    Values(Vec<ExprId>),
    /// A variable or parameter.
    Var(Box<str>),
    /// `-operand`.
    Neg(ExprId),
    /// `not operand`: 1 where the operand is 0.
    Not(ExprId),
    /// `~operand`: the other bits of integers, or the other booleans.
    Invert(ExprId),
    /// `lhs op rhs`, element by element.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Left operand.
        lhs: ExprId,
        /// Right operand.
        rhs: ExprId,
    },
    /// `base.member`.
    Member {
        /// The struct's value.
        base: ExprId,
        /// The member's name.
        member: Name,
    },
    /// A call of a builtin or a user's function.
    Call {
        /// The function's name.
        callee: Name,
        /// Arguments in order.
        args: Vec<ExprId>,
    },
    /// `base[i, from:to]`.
    Index {
        /// The tensor.
        base: ExprId,
        /// The subscripts of its first dimensions, at least one.
        subscripts: Vec<Subscript>,
    },
    /// `"text"`, an argument of some builtin functions.
    Text(Box<str>),
    /// `<?, 3>`: sizes of a tensor, an argument of `load`; `?` is one that is not known.
    Sizes(Box<[Option<u64>]>),
    /// `lambda x, y: body`: a function without a name, an argument of a call.
    Lambda {
        /// The names of its parameters, at least one.
        params: Vec<Name>,
        /// Its result.
        body: ExprId,
    },
    /// `name = value`, an argument.
    Named {
        /// The parameter's name.
        name: Name,
        /// The argument.
        value: ExprId,
    },
}

/// A subscript of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subscript {
    /// One element; the dimension is dropped.
    At(ExprId),
    /// The elements from one index up to another, exclusive, and of these each one after a step. A
    /// step below 0 goes back. If they are absent, it is from the first element, or up to the last,
    /// in steps of 1.
    Range(Option<ExprId>, Option<ExprId>, Option<ExprId>),
    /// `None`, at this place in the source: a dimension of size 1 that the tensor does not have.
    New(Span),
    /// `...`, at this place in the source: all elements of the dimensions that have no subscript of
    /// their own.
    Rest(Span),
}

/// The operators of two operands. All but `@` work element by element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `@`, the product of matrices
    MatMul,
    /// `//`, the quotient rounded down
    FloorDiv,
    /// `%`, the remainder of `//`
    Rem,
    /// `**`
    Pow,
    /// `&`, the bits that both have
    BitAnd,
    /// `|`, the bits that one has
    BitOr,
    /// `^`, the bits that differ
    BitXor,
    /// `<<`, bits at higher places
    ShiftLeft,
    /// `>>`, bits at lower places
    ShiftRight,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `and`
    And,
    /// `or`
    Or,
}

/// A constant tensor: of rank 1 or more, or a number that is an [`InexactInteger`].
#[derive(Clone, Debug, PartialEq)]
pub struct TensorLiteral {
    /// Sizes, outermost first, each at least 1.
    pub shape: Vec<u64>,
    /// Elements in row-major order; as many as the product of the sizes.
    pub values: Vec<f64>,
    /// The elements that are written as integers to which no float is equal, in order.
    pub inexact: Vec<InexactInteger>,
}

/// A tensor that is in memory when the program is compiled and while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostTensor {
    /// Its number.
    pub number: u64,
    /// Whether its elements are booleans, also if they are numbers 1 and 0.
    pub is_boolean: bool,
}

/// An integer in the source to which no float of 64 bits is equal: the element has the nearest one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InexactInteger {
    /// The index of the element in its literal.
    pub element: usize,
    /// The integer; none if it has more than 64 bits.
    pub integer: Option<i64>,
    /// Where it is written.
    pub span: Span,
}

impl InexactInteger {
    /// The element of a literal that is written with these digits, perhaps after a sign, and whose
    /// float is `nearest` or its negative; none if it is equal to it, or if it is not written as an
    /// integer.
    pub(crate) fn of(element: usize, nearest: f64, text: &str, span: Span) -> Option<Self> {
        /// Integers nearer to 0 are equal to floats.
        const LARGEST: f64 = 9_007_199_254_740_992.0;
        let nearest = nearest.abs();
        if nearest < LARGEST {
            return None;
        }
        let digits = numbers::integer_digits(text.trim_start_matches('-').trim_start())?;
        if format!("{nearest:.0}") == digits.trim_start_matches('0') {
            return None;
        }
        let sign = if text.starts_with('-') { "-" } else { "" };
        Some(Self { element, integer: format!("{sign}{digits}").parse().ok(), span })
    }
}

/// The arena of a module's expressions.
#[derive(Clone, Debug, Default)]
pub struct Exprs {
    list: Vec<Expr>,
}

impl Name {
    /// A name at `span`.
    pub fn new(text: &str, span: Span) -> Self {
        Self { text: text.into(), span }
    }

    /// The identifier.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn into_text(self) -> Box<str> {
        self.text
    }
}

impl BinaryOp {
    /// The operator's source text.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::MatMul => "@",
            Self::FloorDiv => "//",
            Self::Rem => "%",
            Self::Pow => "**",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::And => "and",
            Self::Or => "or",
        }
    }
}

impl BinaryOp {
    /// Whether the operator is `<`, `<=`, `>`, `>=`, `==` or `!=`.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Self::Lt | Self::Le | Self::Gt | Self::Ge | Self::Eq | Self::Ne)
    }
}

impl ExprId {
    /// Position in the arena: ids of one module are dense, so a `Vec` can be a map from
    /// expressions.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl ExprKind {
    /// Whether the expression is a number that is written in digits.
    pub(crate) fn is_number(&self) -> bool {
        match self {
            Self::Number(_) => true,
            Self::Literal(literal) => literal.shape.is_empty(),
            _ => false,
        }
    }

    /// Whether expressions of this kind have no operands.
    fn is_leaf(&self) -> bool {
        matches!(
            self,
            Self::Number(_) | Self::Literal(_) | Self::Var(_) | Self::Text(_) | Self::Sizes(_)
        )
    }

    /// The operands of this expression, in order of evaluation.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = ExprId> + '_ {
        type Parts<'e> = (Option<ExprId>, Option<ExprId>, &'e [ExprId], &'e [Subscript]);
        let (first, second, rest, subscripts): Parts<'_> = match self {
            Self::Number(_)
            | Self::Literal(_)
            | Self::Host(_)
            | Self::Var(_)
            | Self::Text(_)
            | Self::Sizes(_) => (None, None, &[], &[]),
            Self::Neg(operand)
            | Self::Not(operand)
            | Self::Invert(operand)
            | Self::Member { base: operand, .. }
            | Self::Lambda { body: operand, .. }
            | Self::Named { value: operand, .. } => (Some(*operand), None, &[], &[]),
            Self::Binary { lhs, rhs, .. } => (Some(*lhs), Some(*rhs), &[], &[]),
            Self::StructLiteral(list)
            | Self::Values(list)
            | Self::List(list)
            | Self::Call { args: list, .. } => (None, None, list, &[]),
            Self::Index { base, subscripts } => (Some(*base), None, &[], subscripts),
        };
        let subscripts = subscripts.iter().flat_map(|subscript| subscript.operands());
        first.into_iter().chain(second).chain(rest.iter().copied()).chain(subscripts)
    }
}

impl Subscript {
    /// The same kind of subscript of other expressions.
    #[must_use]
    pub fn map(self, mut expr: impl FnMut(ExprId) -> ExprId) -> Self {
        match self {
            Self::At(index) => Self::At(expr(index)),
            Self::Range(from, to, step) => {
                let from = from.map(&mut expr);
                Self::Range(from, to.map(&mut expr), step.map(expr))
            }
            Self::New(place) => Self::New(place),
            Self::Rest(place) => Self::Rest(place),
        }
    }

    /// The expressions in it.
    pub fn operands(self) -> impl DoubleEndedIterator<Item = ExprId> {
        let (first, second, third) = match self {
            Self::At(index) => (Some(index), None, None),
            Self::Range(from, to, step) => (from, to, step),
            Self::New(_) | Self::Rest(_) => (None, None, None),
        };
        first.into_iter().chain(second).chain(third)
    }
}

impl Function {
    /// How it is called: `f(x, P p, [scale=])`.
    pub fn signature(&self) -> String {
        let params = self.params.iter().map(|param| match &param.struct_name {
            Some(ty) => format!("{} {}", ty.text(), param.name.text()),
            None if param.default.is_some() => format!("[{}=]", param.name.text()),
            None => param.name.text().to_owned(),
        });
        format!("{}({})", self.name.text(), params.collect::<Vec<_>>().join(", "))
    }
}

impl Stmt {
    /// The expressions of the statement itself, without those of nested statements, in order of
    /// evaluation.
    pub fn exprs(&self) -> impl Iterator<Item = ExprId> + '_ {
        type Parts<'s> = (&'s [Size], &'s [Subscript], &'s [(ExprId, Vec<Stmt>)]);
        let (mut first, mut second, mut third) = (None, None, None);
        let mut parameter: &[ParameterSize] = &[];
        let (sizes, subscripts, arms): Parts<'_> = match &self.kind {
            StmtKind::Var { ty: VarType::Shaped { shape, .. }, init, .. } => {
                first = Some(*init);
                (shape, &[], &[])
            }
            StmtKind::Var { init: value, .. }
            | StmtKind::Return(Some(value))
            | StmtKind::Print(value)
            | StmtKind::Expr(value) => {
                first = Some(*value);
                (&[], &[], &[])
            }
            StmtKind::Sizes(this) => {
                parameter = &this.sizes;
                (&[], &[], &[])
            }
            StmtKind::Unpack(this) => {
                first = Some(this.init);
                (&[], &[], &[])
            }
            StmtKind::Assign(this) => {
                first = Some(this.value);
                (&[], &this.subscripts, &[])
            }
            StmtKind::For(this) => {
                (first, second, third) = (Some(this.from), Some(this.to), this.step);
                (&[], &[], &[])
            }
            StmtKind::While(this) => {
                first = Some(this.condition);
                (&[], &[], &[])
            }
            StmtKind::If(this) => (&[], &[], &this.arms),
            StmtKind::Return(None) | StmtKind::Break | StmtKind::Continue => (&[], &[], &[]),
        };
        let parameter = parameter.iter().filter_map(|size| match size {
            ParameterSize::Is(size) => Some(size),
            ParameterSize::Named => None,
        });
        let sizes = sizes.iter().chain(parameter).filter_map(|size| match size {
            Size::Number(_) => None,
            Size::Expr(id) => Some(*id),
        });
        let subscripts = subscripts.iter().flat_map(|subscript| subscript.operands());
        let conditions = arms.iter().map(|(condition, _)| *condition);
        let few = [first, second, third].into_iter().flatten();
        few.chain(sizes).chain(subscripts).chain(conditions)
    }

    /// The variables that the statement defines for those after it.
    pub fn defined(&self) -> &[Name] {
        match &self.kind {
            StmtKind::Var { name, .. } => std::slice::from_ref(name),
            StmtKind::Unpack(this) => &this.names,
            StmtKind::Sizes(this) => &this.names,
            _ => &[],
        }
    }

    /// The nested blocks of the statement.
    pub fn blocks(&self) -> impl Iterator<Item = &[Stmt]> {
        type Arms<'s> = &'s [(ExprId, Vec<Stmt>)];
        let (first, arms, last): (Option<&[Stmt]>, Arms<'_>, _) = match &self.kind {
            StmtKind::For(this) => (Some(&this.body), &[], None),
            StmtKind::While(this) => (Some(&this.body), &[], None),
            StmtKind::If(this) => (None, &this.arms, Some(&this.otherwise[..])),
            _ => (None, &[], None),
        };
        first.into_iter().chain(arms.iter().map(|(_, body)| &body[..])).chain(last)
    }
}

/// All statements of a list with their nested statements, each before the statements nested in it.
pub fn all_statements(list: &[Stmt]) -> impl Iterator<Item = &Stmt> {
    // Braces nest only as deep as the parser allows.
    let mut open = vec![list.iter()];
    std::iter::from_fn(move || {
        loop {
            let Some(statement) = open.last_mut()?.next() else {
                open.pop();
                continue;
            };
            let blocks: Vec<_> = statement.blocks().map(<[Stmt]>::iter).collect();
            open.extend(blocks.into_iter().rev());
            return Some(statement);
        }
    })
}

impl Exprs {
    /// Adds an expression whose operands are in the arena already, each an operand of no other
    /// expression. An arena holds fewer expressions than its sources have bytes, which are below
    /// 2^31.
    pub fn push(&mut self, kind: ExprKind, span: Span, loc: BytePos) -> ExprId {
        self.list.push(Expr { kind, span, loc });
        ExprId(self.list.len() as u32 - 1)
    }

    /// Removes the last expression.
    pub(crate) fn pop(&mut self) -> Option<Expr> {
        self.list.pop()
    }

    /// Takes an expression out of its tree, and leaves a number in its place that belongs to none.
    pub(crate) fn take(&mut self, id: ExprId) -> ExprKind {
        std::mem::replace(&mut self.list[id.index()].kind, ExprKind::Number(0.0))
    }

    /// Makes another expression of one, at the same place.
    pub fn replace(&mut self, id: ExprId, kind: ExprKind) {
        self.list[id.index()].kind = kind;
    }

    /// Number of expressions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All expressions, operands before their users.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ExprId, &Expr)> {
        self.list.iter().enumerate().map(|(i, expr)| (ExprId(i as u32), expr))
    }

    /// The expressions of one tree, each after its operands, in order of evaluation; `root` comes
    /// last. Not recursive, so that any depth is safe.
    pub fn postorder(&self, root: ExprId) -> impl Iterator<Item = ExprId> + '_ {
        enum Step {
            Enter(ExprId),
            Leave(ExprId),
        }
        // Most expressions have few parts.
        let mut steps: SmallVec<[Step; 8]> = smallvec![Step::Enter(root)];
        std::iter::from_fn(move || {
            loop {
                match steps.pop()? {
                    Step::Leave(id) => return Some(id),
                    Step::Enter(id) if self[id].kind.is_leaf() => return Some(id),
                    Step::Enter(id) => {
                        steps.push(Step::Leave(id));
                        steps.extend(self[id].kind.operands().rev().map(Step::Enter));
                    }
                }
            }
        })
    }
}

impl Exprs {
    /// Whether an expression is a number in digits, perhaps with a sign.
    pub fn is_written_number(&self, id: ExprId) -> bool {
        match self[id].kind {
            ExprKind::Number(_) => true,
            ExprKind::Neg(operand) => matches!(self[operand].kind, ExprKind::Number(_)),
            _ => false,
        }
    }
}

impl std::ops::Index<ExprId> for Exprs {
    type Output = Expr;

    fn index(&self, id: ExprId) -> &Expr {
        &self.list[id.index()]
    }
}
