//! The state of the grammar's actions: the arena, the source text, and errors other than unexpected
//! tokens.

use std::collections::HashSet;

use logos::Logos as _;
use mlir_lite_diagnostics::{BytePos, Diagnostic, Diagnostics, Span};

use crate::ast::{
    Assign, BinaryOp, Expr, ExprId, ExprKind, Exprs, InexactInteger, Name, Param, ParameterSize,
    ParameterSizes, Size, Stmt, StmtKind, TensorLiteral,
};
use crate::codes::Code;
use crate::cursor::begins_line;
use crate::numbers;
use crate::syntax_error::TokenSpan;
use crate::texts;
use crate::token::TokenKind;

/// State of one parse.
pub(super) struct Builder<'t> {
    text: &'t str,
    base: u32,
    literals: Vec<Option<TensorLiteral>>,
    braces_match: bool,
    /// The calls of `print` that are statements.
    printing: Vec<ExprId>,
    /// The number of expressions of other files.
    first: usize,
    pub(super) exprs: Exprs,
    pub(super) diagnostics: Diagnostics,
}

/// An expression, and its span as an operand, including parentheses.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) id: ExprId,
    pub(super) span: Span,
}

pub(super) fn to_span(span: TokenSpan) -> Span {
    Span::new(span.start, span.end)
}

impl<'t> Builder<'t> {
    pub(super) fn new(
        text: &'t str,
        base: u32,
        literals: Vec<Option<TensorLiteral>>,
        braces_match: bool,
        exprs: Exprs,
    ) -> Self {
        let (first, diagnostics) = (exprs.len(), Diagnostics::new());
        let printing = Vec::new();
        Self { text, base, literals, braces_match, printing, first, exprs, diagnostics }
    }

    /// Whether braces match in the text: then a definition in a body is intentional.
    pub(super) fn braces_match(&self) -> bool {
        self.braces_match
    }

    fn text(&self, span: Span) -> &'t str {
        let range = (span.start - self.base) as usize..(span.end - self.base) as usize;
        self.text.get(range).unwrap_or_default()
    }

    /// Whether the token at `pos` is the first of its line.
    pub(super) fn begins_line(&self, pos: u32) -> bool {
        begins_line(self.text, (pos - self.base) as usize)
    }

    pub(super) fn name(&self, span: TokenSpan) -> Name {
        let span = to_span(span);
        Name::new(self.text(span), span)
    }

    /// Adds an expression; `loc` is its position in dumps and IR.
    pub(super) fn expr(&mut self, kind: ExprKind, span: Span, loc: u32) -> Operand {
        Operand { id: self.exprs.push(kind, span, BytePos(loc)), span }
    }

    /// Adds an expression that is one token.
    pub(super) fn token(&mut self, kind: ExprKind, span: TokenSpan) -> Operand {
        let span = to_span(span);
        self.expr(kind, span, span.start)
    }

    /// Whether an expression is a variable of this name.
    pub(super) fn is_variable(&self, id: ExprId, name: &str) -> bool {
        matches!(&self.exprs[id].kind, ExprKind::Var(found) if &**found == name)
    }

    /// A number.
    pub(super) fn number(&self, value: f64, span: TokenSpan) -> ExprKind {
        let span = to_span(span);
        match InexactInteger::of(0, value, self.text(span), span) {
            None => ExprKind::Number(value),
            Some(inexact) => ExprKind::Literal(Box::new(TensorLiteral {
                shape: Vec::new(),
                values: vec![value],
                inexact: vec![inexact],
            })),
        }
    }

    /// A value with elements of a declared type: a call of the function of that name.
    pub(super) fn converted(&mut self, value: ExprId, element: Option<Name>) -> ExprId {
        let Some(callee) = element else { return value };
        let Expr { span, loc, .. } = self.exprs[value];
        self.exprs.push(ExprKind::Call { callee, args: vec![value] }, span, loc)
    }

    /// A literal that the lexer has read. A wrong one is reported already, and the tree will not be
    /// used.
    pub(super) fn literal(&mut self, index: u32) -> ExprKind {
        let literal = self.literals.get_mut(index as usize).and_then(Option::take);
        literal.map_or(ExprKind::Number(0.0), |literal| ExprKind::Literal(Box::new(literal)))
    }

    /// A size in a shape; 1 in place of a wrong one.
    pub(super) fn size(&mut self, operand: Operand) -> Size {
        let Expr { kind, span, .. } = &self.exprs[operand.id];
        if !kind.is_number() {
            return Size::Expr(operand.id);
        }
        Size::Number(self.size_in_digits(*span))
    }

    /// The sizes of a token that is an argument; those that are not known are `?`.
    pub(super) fn sizes(&mut self, span: TokenSpan) -> Box<[Option<u64>]> {
        let span = to_span(span);
        let tokens: Vec<_> = TokenKind::lexer(self.text(span)).spanned().collect();
        let mut sizes = Vec::new();
        for (kind, place) in tokens {
            let [first, end] = [place.start, place.end].map(|at| span.start + at as u32);
            match kind {
                Ok(TokenKind::Number(_)) => {
                    sizes.push(Some(self.size_in_digits(Span::new(first, end))));
                }
                // The lexer has made it of these only.
                Ok(_) => {}
                Err(()) => sizes.push(None),
            }
        }
        sizes.into()
    }

    /// A size that is written in digits; 1 in place of a wrong one.
    fn size_in_digits(&mut self, span: Span) -> u64 {
        let text = self.text(span);
        let digits = numbers::integer_digits(text).unwrap_or_default();
        let label = match digits.parse::<u64>() {
            Ok(size @ 1..=0x7fff_ffff_ffff_ffff) => return size,
            Ok(0) => "a size is at least 1",
            _ if !digits.is_empty() => "a size is below 2^63",
            _ => "a size is an integer",
        };
        self.diagnostics.emit(
            Code::WrongSize
                .error(span, format!("`{text}` is not a size of a tensor"))
                .with_label(label)
                .with_help(
                    "a shape is written like <2, 3>: the number of rows, then the number of \
                    columns",
                ),
        );
        1
    }

    /// The statements that stand for the declared sizes of a function's parameters. A name that is
    /// neither a parameter's nor that of an earlier size is new.
    pub(super) fn declared_sizes(
        &mut self,
        params: &[Param],
        sizes: Vec<Option<(Vec<Operand>, Span)>>,
    ) -> Vec<Stmt> {
        let mut known: HashSet<String> = HashSet::new();
        if sizes.iter().any(Option::is_some) {
            known.extend(params.iter().map(|param| param.name.text().to_owned()));
        }
        let mut statements = Vec::new();
        for (param, declared) in params.iter().zip(sizes) {
            let Some((operands, span)) = declared else { continue };
            let (mut sizes, mut names) = (Vec::new(), Vec::new());
            for operand in operands {
                let Expr { kind, span, .. } = &self.exprs[operand.id];
                match kind {
                    ExprKind::Var(name) if known.insert(name.to_string()) => {
                        names.push(Name::new(name, *span));
                        sizes.push(ParameterSize::Named);
                    }
                    _ => sizes.push(ParameterSize::Is(self.size(operand))),
                }
            }
            let parameter = param.name.clone();
            let text = format!("<{}>", self.text(span)).into();
            let kind = StmtKind::Sizes(Box::new(ParameterSizes { parameter, sizes, names, text }));
            statements.push(Stmt { kind, span, loc: BytePos(span.start) });
        }
        statements
    }

    /// The contents of a text token.
    pub(super) fn unquoted(&self, span: TokenSpan) -> Box<str> {
        texts::unquoted(self.text(to_span(span)))
    }

    /// An expression as a statement: a call of `print` prints.
    pub(super) fn expression_statement(&mut self, id: ExprId) -> StmtKind {
        match &self.exprs[id].kind {
            ExprKind::Call { callee, args } if callee.text() == "print" => {
                let is_tensor = |argument: ExprId| match &self.exprs[argument].kind {
                    ExprKind::Text(_) => false,
                    ExprKind::Named { name, .. } => name.text() != "digits",
                    _ => true,
                };
                if let [argument] = args[..]
                    && is_tensor(argument)
                {
                    // When its statement ends, a root is the last expression of the arena.
                    self.exprs.pop();
                    return StmtKind::Print(argument);
                }
                self.printing.push(id);
                StmtKind::Expr(id)
            }
            _ => StmtKind::Expr(id),
        }
    }

    /// `target = value`, or `target op= value`; `sign` is where the `=` is.
    pub(super) fn assignment(
        &mut self,
        target: Operand,
        op: Option<BinaryOp>,
        sign: TokenSpan,
        value: Operand,
    ) -> StmtKind {
        let Expr { kind, span, .. } = &self.exprs[target.id];
        let base = match kind {
            _ if *span != target.span => None,
            ExprKind::Var(_) => Some(target.id),
            ExprKind::Index { base, .. } => Some(*base),
            _ => None,
        };
        let base = base.filter(|base| matches!(self.exprs[*base].kind, ExprKind::Var(_)));
        let Some(base) = base else {
            let error = self.no_target(target, to_span(sign));
            self.diagnostics.emit(error);
            return StmtKind::Expr(value.id);
        };
        let name_span = self.exprs[base].span;
        let name = Name::new(self.text(name_span), name_span);
        let subscripts = match self.exprs.take(target.id) {
            ExprKind::Index { subscripts, .. } => subscripts,
            _ => Vec::new(),
        };
        self.exprs.take(base);
        let target = target.span;
        StmtKind::Assign(Box::new(Assign { name, subscripts, target, op, value: value.id }))
    }

    /// The error that nothing can be assigned to an expression.
    fn no_target(&self, target: Operand, sign: Span) -> Diagnostic {
        match &self.exprs[target.id].kind {
            ExprKind::Member { member, .. } => Code::Assignment
                .error(sign, format!("member '{}' cannot be changed", member.text()))
                .with_label("values do not change")
                .with_help("make a new value: `S s = {...};`"),
            ExprKind::Index { base, .. } => {
                let help = match self.exprs[*base].kind {
                    ExprKind::Index { .. } => {
                        "all subscripts are in one pair of brackets: `a[i, j] = ...;`"
                    }
                    ExprKind::Member { .. } => {
                        "give the member a name, assign to its elements, and make a new struct"
                    }
                    _ => "give the value a name: `var a = ...;`, then `a[i] = ...;`",
                };
                Code::Assignment
                    .error(sign, "elements of a value without a name cannot be assigned")
                    .with_label("expected elements of a variable before this")
                    .with_help(help)
            }
            _ => Code::Assignment
                .error(target.span, "nothing can be assigned to this expression")
                .with_label("expected a variable, or elements of one")
                .with_help("an assignment is written `name = ...;` or `name[i] = ...;`"),
        }
    }

    /// Reports calls of `print` that are not statements: all others in the arena.
    pub(super) fn check_prints(&mut self) {
        for (id, expr) in self.exprs.iter().skip(self.first) {
            let ExprKind::Call { callee, .. } = &expr.kind else { continue };
            // The list is in the order of the arena.
            if callee.text() == "print" && self.printing.binary_search(&id).is_err() {
                self.diagnostics.emit(
                    Code::PrintIsNoValue
                        .error(expr.span, "print(...) has no value")
                        .with_label("used as a value here")
                        .with_help("write it as a statement of its own: `print(...);`"),
                );
            }
        }
    }
}
