//! Prints a module as the Toy tutorial's `-emit=ast` does, with its spelling of each line.
//!
//! Iterative: the lines still to be written are on an explicit stack. Indentation stops growing at
//! [`MAX_INDENT`] levels, which only long operator chains reach: a chain of 200,000 terms would
//! otherwise take 40 GB of spaces.

use std::io::{self, Write};

use mlir_lite_diagnostics::{BytePos, SourceMap};

use crate::ast::{
    Assign, BinaryOp, ExprId, ExprKind, Exprs, Field, Function, Item, Module, Name, ParameterSize,
    ParameterSizes, Size, Stmt, StmtKind, StructDef, Subscript, TensorLiteral, VarType,
};
use crate::texts::quoted;

/// Levels of two blanks.
const MAX_INDENT: usize = 100;

/// Writes the tree of a module whose positions are in `sources`.
///
/// # Errors
/// If `out` fails.
pub fn dump(module: &Module, sources: &SourceMap, out: &mut dyn Write) -> io::Result<()> {
    let mut dumper = Dumper { sources, exprs: &module.exprs, out };
    dumper.line(0, "Module:")?;
    for item in &module.items {
        match item {
            Item::Struct(index) => dumper.struct_def(&module.structs[*index])?,
            Item::Function(index) => dumper.function(&module.functions[*index])?,
            Item::Constant(index) => {
                dumper.line(1, "Constant")?;
                dumper.statement(&module.constants[*index].definition, 2)?;
            }
        }
    }
    Ok(())
}

struct Dumper<'a> {
    sources: &'a SourceMap,
    exprs: &'a Exprs,
    out: &'a mut dyn Write,
}

/// A pending part of an expression's dump.
enum Step {
    Expr(ExprId, usize),
    /// A line that closes what an expression opened.
    Close(usize, String),
}

impl Dumper<'_> {
    fn indent(&mut self, indent: usize) -> io::Result<()> {
        write!(self.out, "{:1$}", "", 2 * indent.min(MAX_INDENT))
    }

    fn line(&mut self, indent: usize, text: &str) -> io::Result<()> {
        self.indent(indent)?;
        writeln!(self.out, "{text}")
    }

    /// `@file:line:col`.
    fn place(&self, loc: BytePos) -> String {
        match self.sources.line_col(loc.0) {
            Some(place) => format!("@{}:{}:{}", place.file.name(), place.line, place.col),
            None => "@<unknown>".to_owned(),
        }
    }

    fn struct_def(&mut self, definition: &StructDef) -> io::Result<()> {
        let place = self.place(definition.loc);
        self.line(1, &format!("Struct: {} {place}", definition.name.text()))?;
        self.line(2, "Variables: [")?;
        for Field { struct_name, name, loc, .. } in &definition.fields {
            let ty = struct_name.as_ref().map_or("", Name::text);
            let place = self.place(*loc);
            self.line(3, &format!("VarDecl {}<{ty}> {place}", name.text()))?;
        }
        self.line(2, "]")
    }

    fn function(&mut self, function: &Function) -> io::Result<()> {
        let place = self.place(function.loc);
        let params: Vec<_> = function.params.iter().map(|param| param.name.text()).collect();
        // The space and the quote at the ends of these lines are the tutorial's.
        self.line(1, "Function ")?;
        self.line(2, &format!("Proto '{}' {place}'", function.name.text()))?;
        self.line(2, &format!("Params: [{}]", params.join(", ")))?;
        for param in &function.params {
            if let Some(default) = param.default {
                self.line(2, &format!("Default of {}", param.name.text()))?;
                self.expr(default, 3)?;
            }
        }
        self.line(2, "Block {")?;
        for statement in &function.body {
            self.statement(statement, 3)?;
        }
        self.line(2, "} // Block")
    }

    /// Braces nest only as deep as the parser allows.
    fn statement(&mut self, statement: &Stmt, indent: usize) -> io::Result<()> {
        let place = self.place(statement.loc);
        match &statement.kind {
            StmtKind::Var { ty, name, init } => {
                let ty_text = match ty {
                    VarType::Inferred => String::new(),
                    VarType::Shaped { shape, .. } => declared_sizes(shape),
                    VarType::Struct(name) => name.text().to_owned(),
                };
                self.line(indent, &format!("VarDecl {}<{ty_text}> {place}", name.text()))?;
                self.expr(*init, indent + 1)?;
                let VarType::Shaped { shape, .. } = ty else { return Ok(()) };
                for size in shape {
                    if let Size::Expr(size) = size {
                        self.line(indent + 1, "Size")?;
                        self.expr(*size, indent + 2)?;
                    }
                }
                Ok(())
            }
            StmtKind::Sizes(this) => {
                self.line(indent, &format!("Sizes {} {place}", this.parameter.text()))?;
                self.sizes(this, indent + 1)
            }
            StmtKind::Unpack(this) => {
                let names: Vec<_> = this.names.iter().map(Name::text).collect();
                self.line(indent, &format!("Unpack {} {place}", names.join(", ")))?;
                self.expr(this.init, indent + 1)
            }
            StmtKind::Return(value) => {
                self.line(indent, "Return")?;
                value.map_or(Ok(()), |value| self.expr(value, indent + 1))
            }
            StmtKind::Print(argument) => {
                self.line(indent, &format!("Print [ {place}"))?;
                self.expr(*argument, indent + 1)?;
                self.line(indent, "]")
            }
            StmtKind::Expr(value) => self.expr(*value, indent),
            StmtKind::Assign(this) => self.assignment(this, indent, &place),
            StmtKind::For(this) => {
                self.line(indent, &format!("For {} {place}", this.variable.text()))?;
                self.expr(this.from, indent + 1)?;
                self.expr(this.to, indent + 1)?;
                if let Some(step) = this.step {
                    self.line(indent + 1, "Step")?;
                    self.expr(step, indent + 2)?;
                }
                self.block(&this.body, indent)
            }
            StmtKind::While(this) => {
                self.line(indent, &format!("While {place}"))?;
                self.expr(this.condition, indent + 1)?;
                self.block(&this.body, indent)
            }
            StmtKind::Break => self.line(indent, &format!("Break {place}")),
            StmtKind::Continue => self.line(indent, &format!("Continue {place}")),
            StmtKind::If(this) => {
                for (index, (condition, body)) in this.arms.iter().enumerate() {
                    self.line(
                        indent,
                        &format!("{} {place}", if index == 0 { "If" } else { "Else If" }),
                    )?;
                    self.expr(*condition, indent + 1)?;
                    self.block(body, indent)?;
                }
                if this.otherwise.is_empty() {
                    return Ok(());
                }
                self.line(indent, "Else")?;
                self.block(&this.otherwise, indent)
            }
        }
    }

    fn sizes(&mut self, this: &ParameterSizes, indent: usize) -> io::Result<()> {
        let mut names = this.names.iter();
        for size in &this.sizes {
            match size {
                ParameterSize::Named => {
                    let name = names.next().map_or("", Name::text);
                    self.line(indent, &format!("Named {name}"))?;
                }
                ParameterSize::Is(Size::Number(size)) => {
                    self.line(indent, &format!("Is {size}"))?;
                }
                ParameterSize::Is(Size::Expr(size)) => {
                    self.line(indent, "Is")?;
                    self.expr(*size, indent + 1)?;
                }
            }
        }
        Ok(())
    }

    fn assignment(&mut self, this: &Assign, indent: usize, place: &str) -> io::Result<()> {
        let (name, op) = (this.name.text(), this.op.map_or("", BinaryOp::symbol));
        let line = match &this.subscripts[..] {
            [] if op.is_empty() => format!("Rebind {name} {place}"),
            [] => format!("Rebind {name} {op}= {place}"),
            subscripts => format!("Assign {name} [{}] {op}= {place}", shown(subscripts)),
        };
        self.line(indent, &line)?;
        for subscript in this.subscripts.iter().flat_map(|subscript| subscript.operands()) {
            self.expr(subscript, indent + 1)?;
        }
        self.expr(this.value, indent + 1)
    }

    fn block(&mut self, body: &[Stmt], indent: usize) -> io::Result<()> {
        self.line(indent, "Block {")?;
        for statement in body {
            self.statement(statement, indent + 1)?;
        }
        self.line(indent, "} // Block")
    }

    fn expr(&mut self, root: ExprId, indent: usize) -> io::Result<()> {
        let mut steps = vec![Step::Expr(root, indent)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close(indent, text) => self.line(indent, &text)?,
                Step::Expr(id, indent) => self.node(id, indent, &mut steps)?,
            }
        }
        Ok(())
    }

    fn node(&mut self, id: ExprId, indent: usize, steps: &mut Vec<Step>) -> io::Result<()> {
        let expr = &self.exprs[id];
        let place = self.place(expr.loc);
        self.indent(indent)?;
        match &expr.kind {
            ExprKind::Number(value) => writeln!(self.out, "{} {place}", exponential(*value))?,
            ExprKind::Literal(literal) if expr.kind.is_number() => {
                writeln!(self.out, "{} {place}", exponential(literal.values[0]))?;
            }
            ExprKind::Literal(literal) => {
                write!(self.out, "Literal: ")?;
                self.literal(literal)?;
                writeln!(self.out, " {place}")?;
            }
            ExprKind::Host(tensor) => {
                writeln!(self.out, "Host tensor {} {place}", tensor.number)?;
            }
            ExprKind::StructLiteral(_) => {
                // The tutorial's compiler writes the first member on the same line, indentation and
                // all.
                write!(self.out, "Struct Literal: ")?;
                steps.push(Step::Close(indent, format!(" {place}")));
            }
            ExprKind::Var(name) => writeln!(self.out, "var: {name} {place}")?,
            ExprKind::Neg(_) => writeln!(self.out, "Neg {place}")?,
            ExprKind::Not(_) => writeln!(self.out, "Not {place}")?,
            ExprKind::Invert(_) => writeln!(self.out, "Invert {place}")?,
            ExprKind::Values(_) => {
                writeln!(self.out, "Values [ {place}")?;
                steps.push(Step::Close(indent, "]".to_owned()));
            }
            ExprKind::List(_) => {
                writeln!(self.out, "List [ {place}")?;
                steps.push(Step::Close(indent, "]".to_owned()));
            }
            ExprKind::Binary { op, .. } => writeln!(self.out, "BinOp: {} {place}", op.symbol())?,
            ExprKind::Member { member, .. } => {
                writeln!(self.out, "BinOp: . {place}")?;
                steps.push(Step::Close(indent + 1, format!("var: {} {place}", member.text())));
            }
            ExprKind::Call { callee, .. } => {
                writeln!(self.out, "Call '{}' [ {place}", callee.text())?;
                steps.push(Step::Close(indent, "]".to_owned()));
            }
            ExprKind::Text(text) => writeln!(self.out, "Text: {} {place}", quoted(text))?,
            ExprKind::Sizes(sizes) => {
                let shown = |size: &Option<u64>| size.map_or("?".to_owned(), |it| it.to_string());
                let sizes: Vec<_> = sizes.iter().map(shown).collect();
                writeln!(self.out, "Sizes: <{}> {place}", sizes.join(", "))?;
            }
            ExprKind::Lambda { params, .. } => {
                let params: Vec<_> = params.iter().map(Name::text).collect();
                writeln!(self.out, "Lambda {} {place}", params.join(", "))?;
            }
            ExprKind::Named { name, .. } => writeln!(self.out, "Named: {} {place}", name.text())?,
            ExprKind::Index { subscripts, .. } => {
                writeln!(self.out, "Index [{}] {place}", shown(subscripts))?;
            }
        }
        steps.extend(expr.kind.operands().rev().map(|operand| Step::Expr(operand, indent + 1)));
        Ok(())
    }

    /// `<2, 2>[ <2>[ 1.000000e+00, 2.000000e+00], <2>[ 3.000000e+00, 4.000000e+00]]`.
    fn literal(&mut self, literal: &TensorLiteral) -> io::Result<()> {
        // By depth: the text that opens a row, and the number of its elements.
        let rows: Vec<(String, usize)> = (0..literal.shape.len())
            .map(|depth| {
                let shape = &literal.shape[depth..];
                (format!("<{}>[ ", sizes(shape)), shape.iter().map(|size| *size as usize).product())
            })
            .collect();
        for (i, value) in literal.values.iter().enumerate() {
            if i > 0 {
                write!(self.out, ", ")?;
            }
            for (open, _) in rows.iter().filter(|(_, elements)| i % elements == 0) {
                write!(self.out, "{open}")?;
            }
            write!(self.out, "{}", exponential(*value))?;
            for _ in rows.iter().filter(|(_, elements)| (i + 1) % elements == 0) {
                write!(self.out, "]")?;
            }
        }
        Ok(())
    }
}

/// The kinds of subscripts: `_, _:`.
fn shown(subscripts: &[Subscript]) -> String {
    let shown: Vec<_> = subscripts
        .iter()
        .map(|subscript| {
            let shown = |number: &Option<ExprId>| if number.is_some() { "_" } else { "" };
            match subscript {
                Subscript::At(_) => "_".to_owned(),
                Subscript::New(_) => "None".to_owned(),
                Subscript::Rest(_) => "...".to_owned(),
                Subscript::Range(from, to, None) => format!("{}:{}", shown(from), shown(to)),
                Subscript::Range(from, to, Some(_)) => format!("{}:{}:_", shown(from), shown(to)),
            }
        })
        .collect();
    shown.join(", ")
}

/// Sizes that are not numbers follow the value.
fn declared_sizes(shape: &[Size]) -> String {
    let sizes: Vec<_> = shape
        .iter()
        .map(|size| match size {
            Size::Number(size) => size.to_string(),
            Size::Expr(_) => "_".to_owned(),
        })
        .collect();
    sizes.join(", ")
}

fn sizes(shape: &[u64]) -> String {
    let sizes: Vec<_> = shape.iter().map(u64::to_string).collect();
    sizes.join(", ")
}

/// As C's `%e`: six digits after the point, a sign and at least two digits in the exponent.
fn exponential(value: f64) -> String {
    let text = format!("{value:.6e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let (sign, digits) =
                exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
            format!("{mantissa}e{sign}{digits:0>2}")
        }
        None => text,
    }
}
