//! Toy programs as trees.
//!
//! Not the compiler's syntax tree: no locations, nothing that can be wrong in form, names as plain text.

/// A whole program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    /// Each before those that hold it.
    pub(crate) structs: Vec<Struct>,
    /// In the order of the source.
    pub(crate) functions: Vec<Function>,
}

impl Program {
    /// The struct of this name.
    pub(crate) fn struct_named(&self, name: &str) -> Option<&Struct> {
        self.structs.iter().find(|definition| definition.name == name)
    }

    /// The function of this name.
    pub(crate) fn function_named(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }
}

/// What a name with a declared type holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A tensor of any shape.
    Tensor,
    /// A struct, by name.
    Struct(String),
}

/// A parameter, or a member of a struct.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// `struct name { members }`
#[derive(Clone, Debug)]
pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) members: Vec<Declaration>,
}

/// `def name(parameters) { body }`
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Declaration>,
    pub(crate) body: Vec<Statement>,
}

/// A statement; all but loops and choices end in `;`.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// `var name<shape> = value`
    Variable { name: String, shape: Option<Vec<usize>>, value: Expression },
    /// `Struct name = value`
    StructVariable { struct_name: String, name: String, value: Initializer },
    /// `print(value)`
    Print(Expression),
    /// A call for its effect.
    Call(Expression),
    /// `return value`
    Return(Option<Expression>),
    /// `name = value`, in a loop or a choice.
    Assign(String, Expression),
    /// `for variable in from:to { body }`
    For { variable: String, from: Expression, to: Expression, body: Vec<Statement> },
    /// `if condition { then } else { otherwise }`; without the last part if that is empty.
    If { condition: Expression, then: Vec<Statement>, otherwise: Vec<Statement> },
}

/// What a struct variable or a member begins with.
#[derive(Clone, Debug)]
pub(crate) enum Initializer {
    /// A value of the right kind.
    Value(Expression),
    /// `{one initialiser for each member}`
    Composite(Vec<Initializer>),
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    /// A number as it stands in the source.
    Number(String),
    /// A tensor of rank 1 or more.
    Literal(Vec<Literal>),
    Variable(String),
    /// `base.member`
    Member(Box<Expression>, String),
    Negation(Box<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    Transpose(Box<Expression>),
    Call(String, Vec<Expression>),
    /// A builtin function other than `print` and `transpose`, and the dimension that it works along.
    Builtin(&'static str, Vec<Expression>, Option<i64>),
    /// `base[subscripts]`
    Index(Box<Expression>, Vec<Subscript>),
}

/// What takes elements of a dimension.
#[derive(Clone, Debug)]
pub(crate) enum Subscript {
    /// `place`
    At(Expression),
    /// `from:to`, each of which may be absent.
    Range(Option<Expression>, Option<Expression>),
}

/// An element of a literal.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    /// A number as it stands in the source, perhaps with a minus sign.
    Number(String),
    List(Vec<Literal>),
}

/// An operator: element-wise, but for the product of matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    MatMul,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

impl Operator {
    /// Operators on numbers, whose results are as varied as their operands.
    pub(crate) const ARITHMETIC: [Self; 4] = [Self::Add, Self::Subtract, Self::Multiply, Self::Divide];

    pub(crate) const COMPARISONS: [Self; 6] =
        [Self::Less, Self::LessEqual, Self::Greater, Self::GreaterEqual, Self::Equal, Self::NotEqual];
}
