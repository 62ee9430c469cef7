//! The Toy language: source text to syntax tree.
//!
//! Text becomes tokens (`lexer`), tensor literals become one token each (`literal`), nesting is
//! limited before anything recurses on it (`nesting`), and a chumsky parser with recovery
//! (`parser`) builds a [`Module`] whose expressions live in an arena. `wording` turns errors into
//! messages, under the numbers of [`Code`]. [`dump()`] prints the tree as the Toy tutorial does.
//!
//! **Architecture invariant:** this crate knows nothing of any IR. Names are not resolved and
//! shapes are not checked here; a [`Module`] is any syntactically valid program.
//!
//! ```
//! use mlir_lite_diagnostics::{Diagnostics, SourceMap};
//!
//! let sources = SourceMap::new();
//! let file = sources.add("a.toy", "def main() { print([1, 2] * 3); }")?;
//! let mut diagnostics = Diagnostics::new();
//! let module = toy_ast::parse_module(&file, &mut diagnostics).expect("a well-formed program");
//! assert_eq!(module.functions[0].name.text(), "main");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The grammar
//!
//! ```text
//! module     ::= (function | struct)*
//! struct     ::= `struct` name `{` ((`var` | name) name `;`)+ `}` `;`?
//! function   ::= `def` name `(` (parameter (`,` parameter)*)? `)` `{` statement* `}`
//! parameter  ::= name | name name                      # the second form is a struct's name and the parameter's
//! statement  ::= `var` name (`<` size (`,` size)* `>`)? `=` expression `;`
//!              | name name `=` expression `;`          # a variable of a struct type
//!              | name subscripts? (`=` | `+=` | `-=` | `*=` | `/=`) expression `;`
//!              | `for` name `in` expression `:` expression (`:` expression)? block
//!              | `while` expression block
//!              | `if` expression block (`else` `if` expression block)* (`else` block)?
//!              | (`break` | `continue`) `;`
//!              | `return` expression? `;`
//!              | expression `;`
//! block      ::= `{` statement* `}`
//! expression ::= operators `or`, then `and`, then prefix `not`, then `< <= > >= == !=`, then `+ -`, then
//!                `* / @`, then prefix `-`, then `.` name and subscripts, all but the prefixes
//!                left-associative, over
//!                number | literal | text | name | name `(` (argument (`,` argument)*)? `)` | `(` expression `)`
//!              | `[` expression (`,` expression)* `]`  # a tensor of computed elements
//!              | `{` expression (`,` expression)* `}`  # a struct's value
//! subscripts ::= `[` subscript (`,` subscript)* `]`
//! size       ::= an expression without `or`, `and`, `not` and operators of comparison
//! subscript  ::= expression | expression? `:` expression?
//! argument   ::= expression | name `=` expression | `lambda` name (`,` name)* `:` expression
//! text       ::= `"` characters but `"`, with `\` before `"` and `\`, on one line `"`
//! literal    ::= `[` element (`,` element)* `]`        # element ::= `-`? number | literal; all rows alike
//! number     ::= digits and an optional fraction and exponent, as in 1, 1., .5 and 1.5e-3
//! comment    ::= `#` to the end of the line
//! ```
#![forbid(unsafe_code)]

mod ast;
mod classify;
mod codes;
mod copy;
mod cursor;
mod dump;
pub mod foreign;
mod format;
mod hidden;
mod keywords;
mod lambdas;
mod lexer;
mod literal;
mod nesting;
mod numbers;
mod parser;
mod syntax_error;
mod texts;
mod token;
mod wording;

pub use ast::{
    Assign, BinaryOp, Constant, Expr, ExprId, ExprKind, Exprs, Field, For, Function, HostTensor,
    If, Import, InexactInteger, Item, Module, Name, Param, ParameterSize, ParameterSizes, Size,
    Stmt, StmtKind, StructDef, Subscript, TensorLiteral, Unpack, VarType, While, all_statements,
};
pub use classify::{KEYWORDS, TokenClass, classify};
pub use codes::{Code, Entry};
pub use dump::dump;
pub use format::{MAX_WIDTH, format_source};
pub use lambdas::Lambdas;
pub use lexer::token_ranges;
pub use nesting::{MAX_NESTING, NESTING};
pub use parser::{
    Imported, ReplInput, ReplParse, parse_module, parse_partial, parse_partial_program,
    parse_program, parse_repl_input,
};
