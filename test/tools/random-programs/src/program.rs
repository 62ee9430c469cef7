//! Toy programs as trees.
//!
//! Not the compiler's syntax tree: no locations, nothing that can be wrong in form, names as plain
//! text.

use std::collections::BTreeMap;

use crate::tensor::Tensor;

/// A file that a program reads.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) tensor: Tensor,
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    /// The files that it may read.
    pub(crate) inputs: Vec<Input>,
    /// The arguments of the call.
    pub(crate) arguments: Vec<String>,
    /// Each before those that hold it.
    pub(crate) structs: Vec<Struct>,
    /// Constants at top level, each of which uses none of the others.
    pub(crate) constants: Vec<(String, Expression)>,
    /// The default values of last parameters, by function.
    pub(crate) defaults: BTreeMap<String, Expression>,
    /// The element types that variables take which start in a number, by name.
    pub(crate) starts: BTreeMap<String, &'static str>,
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

/// The kind of a name with a declared type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A tensor of any shape.
    Tensor,
    /// A number that is known when the program is compiled: shapes may depend on it.
    Number,
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

/// A statement; all but loops and conditionals end in `;`.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// `var name<shape> = value`
    Variable { name: String, shape: Option<Vec<Expression>>, value: Expression },
    /// `Struct name = value`
    StructVariable { struct_name: String, name: String, value: Initializer },
    /// `var names = swapped(values)`, where the function returns its arguments in reverse.
    Unpack { names: [String; 2], values: [Expression; 2] },
    /// A call for its effect, of a function or of a builtin function.
    Call(Expression),
    /// `return value`
    Return(Option<Expression>),
    /// `name = value`, or with an operator, `name += value`.
    Assign(String, Option<Operator>, Expression),
    /// `name[subscripts] = value`, or with an operator; the target is an `Index` of a variable.
    AssignElements { target: Expression, operator: Option<Operator>, value: Expression },
    /// `for variable in from:to:step { body }`
    For {
        variable: String,
        from: Expression,
        to: Expression,
        step: Option<Expression>,
        body: Vec<Statement>,
    },
    /// `while condition { body }`
    While { condition: Expression, body: Vec<Statement> },
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `if condition { then } else { otherwise }`; without the last part if that is empty.
    If { condition: Expression, then: Vec<Statement>, otherwise: Vec<Statement> },
}

/// The initial value of a struct variable or a member.
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
    /// A number as it is written in the source.
    Number(String),
    /// A tensor of rank 1 or more.
    Literal(Vec<Literal>),
    Variable(String),
    /// `base.member`
    Member(Box<Expression>, String),
    Negation(Box<Expression>),
    /// `not operand`
    Not(Box<Expression>),
    /// `~operand`
    Inversion(Box<Expression>),
    /// `[elements]`, at least one of which is computed.
    List(Vec<Expression>),
    Binary(Operator, Box<Expression>, Box<Expression>),
    Call(String, Vec<Expression>),
    /// A call of a builtin function.
    Builtin(&'static str, Vec<Argument>),
    /// A text in quotes.
    Text(String),
    /// `<?, 3>`
    Sizes(Vec<Option<usize>>),
    /// `base[subscripts]`
    Index(Box<Expression>, Vec<Subscript>),
    /// An `Index` that may take elements which are not there. It is written as its index.
    Marked(Box<Expression>),
}

/// An argument of a builtin function.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    /// The parameter that it is given for, if that is written: `axis = 0`.
    pub(crate) name: Option<&'static str>,
    pub(crate) value: Expression,
}

impl Expression {
    /// A call of a builtin function whose arguments are given in the order of the parameters.
    pub(crate) fn builtin(name: &'static str, arguments: Vec<Self>) -> Self {
        let arguments = arguments.into_iter().map(|value| Argument { name: None, value });
        Self::Builtin(name, arguments.collect())
    }

    /// A whole number.
    pub(crate) fn number(value: i64) -> Self {
        let text = Self::Number(value.unsigned_abs().to_string());
        if value < 0 { Self::Negation(Box::new(text)) } else { text }
    }

    /// An operator with its operands.
    pub(crate) fn binary(operator: Operator, left: Self, right: Self) -> Self {
        Self::Binary(operator, Box::new(left), Box::new(right))
    }
}

impl Statement {
    /// `print(value);`
    pub(crate) fn print(value: Expression) -> Self {
        Self::Call(Expression::builtin("print", vec![value]))
    }
}

/// A subscript of a dimension.
#[derive(Clone, Debug)]
pub(crate) enum Subscript {
    /// `place`
    At(Expression),
    /// `from:to`, each of which may be absent.
    Range(Option<Expression>, Option<Expression>),
    /// `from:to:step` of literals, each of the ends may be absent.
    Steps(Option<Expression>, Option<Expression>, i64),
    /// `...`: all elements of the dimensions without a subscript.
    Rest,
}

/// An element of a literal.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    /// A number as it is written in the source, perhaps with a minus sign.
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
    FloorDivide,
    Remainder,
    Power,
    MatMul,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
}

impl Operator {
    /// How it is written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::FloorDivide => "//",
            Self::Remainder => "%",
            Self::Power => "**",
            Self::MatMul => "@",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::And => "and",
            Self::Or => "or",
        }
    }

    /// Operators on numbers, whose results are as varied as their operands.
    pub(crate) const ARITHMETIC: [Self; 7] = [
        Self::Add,
        Self::Subtract,
        Self::Multiply,
        Self::Divide,
        Self::FloorDivide,
        Self::Remainder,
        Self::Power,
    ];

    /// Operators that are written `name += value`.
    pub(crate) const ASSIGNING: [Self; 4] =
        [Self::Add, Self::Subtract, Self::Multiply, Self::Divide];

    /// Operators on the bits of integers, and on booleans; shifts are of integers only.
    pub(crate) const BITS: [Self; 5] =
        [Self::BitAnd, Self::BitOr, Self::BitXor, Self::ShiftLeft, Self::ShiftRight];

    pub(crate) const LOGICAL: [Self; 2] = [Self::And, Self::Or];

    pub(crate) const COMPARISONS: [Self; 6] = [
        Self::Less,
        Self::LessEqual,
        Self::Greater,
        Self::GreaterEqual,
        Self::Equal,
        Self::NotEqual,
    ];
}
