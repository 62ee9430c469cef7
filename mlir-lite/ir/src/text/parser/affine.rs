//! Parses affine expressions, maps and sets.

use crate::data::affine::{AffineExpr, AffineMap, IntegerSet};
use crate::data::asm::Parsed;
use crate::ir::asm::{AffineGroups, AffineOperands, UnresolvedOperand};
use crate::text::lexer::TokenKind;
use crate::text::parser::Parser;
use smallvec::SmallVec;

/// The meaning of names in an affine expression.
pub(in crate::text) enum AffineNames<'s> {
    /// Declared dimensions and symbols, by name.
    Declared { dims: DeclaredNames<'s>, symbols: DeclaredNames<'s> },
    /// SSA values in an op's subscripts: each is a dimension, in the order of first use, or a
    /// symbol if in `symbol(..)`.
    Values { dims: AffineOperands<'s>, symbols: AffineOperands<'s> },
}

/// Names of dimensions or symbols.
type DeclaredNames<'s> = SmallVec<[&'s str; 4]>;

/// The most operators in one expression. Expressions nest to the left.
const MAX_OPERATORS: usize = 1000;

impl<'s> Parser<'s> {
    /// `(d0, d1)[s0] -> (d0 + s0)`
    pub(in crate::text) fn affine_map(&mut self) -> Parsed<AffineMap> {
        let names = self.dims_and_symbols()?;
        self.expect_punct("->")?;
        self.affine_map_results(names)
    }

    fn affine_map_results(&mut self, mut names: AffineNames<'s>) -> Parsed<AffineMap> {
        self.expect_punct("(")?;
        let mut results = Vec::new();
        self.list_until(")", |p| {
            results.push(p.affine_expr(&mut names)?);
            Ok(())
        })?;
        let (dims, symbols) = names.counts();
        Ok(self.ctx.affine_map(dims, symbols, &results))
    }

    /// `(d0)[s0] : (d0 - s0 >= 0, d0 == 0)`
    pub(in crate::text) fn integer_set(&mut self) -> Parsed<IntegerSet> {
        let mut names = self.dims_and_symbols()?;
        self.expect_punct(":")?;
        self.expect_punct("(")?;
        let mut constraints = Vec::new();
        self.list_until(")", |p| {
            constraints.push(p.affine_constraint(&mut names)?);
            Ok(())
        })?;
        if constraints.is_empty() {
            // The form that MLIR uses for a set without conditions.
            constraints.push((self.ctx.affine_constant(0), true));
        }
        let (dims, symbols) = names.counts();
        Ok(self.ctx.integer_set(dims, symbols, &constraints))
    }

    fn affine_constraint(&mut self, names: &mut AffineNames<'s>) -> Parsed<(AffineExpr, bool)> {
        let left = self.affine_expr(names)?;
        for (operator, equality, flip) in
            [(">=", false, false), ("<=", false, true), ("==", true, false)]
        {
            if self.eat_punct(operator) {
                let right = self.affine_expr(names)?;
                let (a, b) = if flip { (right, left) } else { (left, right) };
                return Ok((self.ctx.affine_sub(a, b), equality));
            }
        }
        Err(self.expected("'>=', '<=' or '=='"))
    }

    /// Parses the dimensions and symbols that a map begins with; both maps and sets may follow.
    fn dims_and_symbols(&mut self) -> Parsed<AffineNames<'s>> {
        let (mut dims, mut symbols) = (DeclaredNames::new(), DeclaredNames::new());
        self.expect_punct("(")?;
        self.list_until(")", |p| p.declare(&mut dims, &[]))?;
        if self.eat_punct("[") {
            self.list_until("]", |p| p.declare(&mut symbols, &dims))?;
        }
        Ok(AffineNames::Declared { dims, symbols })
    }

    fn declare(&mut self, names: &mut DeclaredNames<'s>, others: &[&'s str]) -> Parsed<()> {
        if !self.is_kind(TokenKind::BareId) {
            return Err(self.expected("identifier"));
        }
        let token = self.advance();
        let name = self.text_of(token);
        if names.contains(&name) || others.contains(&name) {
            return Err(self.error(token, format!("redefinition of identifier '{name}'")));
        }
        names.push(name);
        Ok(())
    }

    /// Parses subscripts of an affine access or bound: expressions over SSA values, until `close`.
    /// Returns the map and its operands, dimensions first.
    pub(in crate::text) fn affine_subscripts(
        &mut self,
        close: &str,
    ) -> Parsed<(AffineMap, AffineOperands<'s>)> {
        let mut names = AffineNames::Values { dims: SmallVec::new(), symbols: SmallVec::new() };
        let mut results: SmallVec<[AffineExpr; 4]> = SmallVec::new();
        self.list_until(close, |p| {
            results.push(p.affine_expr(&mut names)?);
            Ok(())
        })?;
        let (dims, symbols) = names.counts();
        let map = self.ctx.affine_map(dims, symbols, &results);
        Ok((map, names.into_operands()))
    }

    /// Parses bounds until `close`, each an expression over SSA values or several in `keyword(..)`.
    pub(in crate::text) fn affine_groups(
        &mut self,
        keyword: &str,
        close: &str,
    ) -> Parsed<AffineGroups<'s>> {
        let mut names = AffineNames::Values { dims: SmallVec::new(), symbols: SmallVec::new() };
        let (mut results, mut groups) = (Vec::new(), Vec::new());
        self.list_until(close, |p| {
            let before = results.len();
            if p.eat_keyword(keyword) {
                p.expect_punct("(")?;
                p.list_until(")", |p| {
                    results.push(p.affine_expr(&mut names)?);
                    Ok(())
                })?;
            } else {
                results.push(p.affine_expr(&mut names)?);
            }
            groups.push(results.len() - before);
            Ok(())
        })?;
        let (dims, symbols) = names.counts();
        let map = self.ctx.affine_map(dims, symbols, &results);
        let operands = names.into_operands();
        Ok(AffineGroups { map, operands, groups })
    }

    pub(in crate::text) fn affine_expr(
        &mut self,
        names: &mut AffineNames<'s>,
    ) -> Parsed<AffineExpr> {
        if !self.is_kind(TokenKind::ValueId) {
            return self.nested(|p| p.affine_sum(names));
        }
        // Most subscripts are a single value.
        let value = self.affine_value(names, false)?;
        if self.is_punct(",") || self.is_punct("]") || self.is_punct(")") {
            return Ok(value);
        }
        self.nested(|p| {
            let left = p.affine_factors((value, 0), names)?;
            p.affine_terms(left, names)
        })
    }

    fn affine_sum(&mut self, names: &mut AffineNames<'s>) -> Parsed<AffineExpr> {
        let left = self.affine_product(names)?;
        self.affine_terms(left, names)
    }

    /// Parses the terms that are added to `left`.
    fn affine_terms(
        &mut self,
        mut left: AffineExpr,
        names: &mut AffineNames<'s>,
    ) -> Parsed<AffineExpr> {
        for _ in 0..MAX_OPERATORS {
            if !self.is_kind(TokenKind::Punct) {
                return Ok(left);
            }
            if self.eat_punct("+") {
                let right = self.affine_product(names)?;
                left = self.ctx.affine_add(left, right);
            } else if self.eat_punct("-") {
                let right = self.affine_product(names)?;
                left = self.ctx.affine_sub(left, right);
            } else {
                return Ok(left);
            }
        }
        Err(self
            .error(self.token(), format!("affine expression has more than {MAX_OPERATORS} terms")))
    }

    fn affine_product(&mut self, names: &mut AffineNames<'s>) -> Parsed<AffineExpr> {
        let left = self.with_levels(|p| p.affine_factor(names))?;
        self.affine_factors(left, names)
    }

    /// Parses the multiplications and divisions after `left`, which has `levels` levels.
    fn affine_factors(
        &mut self,
        (mut left, mut levels): (AffineExpr, u32),
        names: &mut AffineNames<'s>,
    ) -> Parsed<AffineExpr> {
        for index in 0..MAX_OPERATORS {
            let token = self.token();
            if !matches!(token.kind, TokenKind::BareId | TokenKind::Punct) {
                return Ok(left);
            }
            let operator = self.token_text();
            let is_operator = match token.kind {
                TokenKind::Punct => operator == "*",
                _ => matches!(operator, "mod" | "floordiv" | "ceildiv"),
            };
            if !is_operator {
                return Ok(left);
            }
            self.advance();
            // All but the last operator are printed in parentheses.
            levels += u32::from(index > 0);
            self.reach_levels(levels);
            let (right, levels_of_right) = self.with_levels(|p| p.affine_factor(names))?;
            levels = levels.max(levels_of_right);
            let symbolic = |e: AffineExpr| e.is_symbolic_or_constant(&self.ctx);
            left = match operator {
                "*" if !symbolic(left) && !symbolic(right) => {
                    return Err(self.error(
                        token,
                        "non-affine expression: at least one of the \
                        multiply operands has to be either a constant or symbolic",
                    ));
                }
                "*" => self.ctx.affine_mul(left, right),
                _ if !symbolic(right) => {
                    return Err(self.error(
                        token,
                        format!(
                            "non-affine expression: right operand of \
                        {operator} has to be either a constant or symbolic"
                        ),
                    ));
                }
                _ if right.as_constant(&self.ctx).is_some_and(|c| c <= 0) => {
                    return Err(
                        self.error(token, format!("right operand of {operator} must be positive"))
                    );
                }
                "mod" => self.ctx.affine_mod(left, right),
                "floordiv" => self.ctx.affine_floordiv(left, right),
                _ => self.ctx.affine_ceildiv(left, right),
            };
        }
        Err(self.error(
            self.token(),
            format!("affine expression has more than {MAX_OPERATORS} factors"),
        ))
    }

    fn affine_factor(&mut self, names: &mut AffineNames<'s>) -> Parsed<AffineExpr> {
        let token = self.token();
        match token.kind {
            TokenKind::Punct if self.eat_punct("(") => {
                let inner = self.affine_expr(names)?;
                self.expect_punct(")")?;
                Ok(inner)
            }
            TokenKind::Punct if self.eat_punct("-") => {
                // The smallest number, which is not the negation of a positive one.
                if self.is_kind(TokenKind::Integer) && self.token_text() == "9223372036854775808" {
                    self.advance();
                    return Ok(self.ctx.affine_constant(i64::MIN));
                }
                let inner = self.nested(|p| p.affine_factor(names))?;
                let minus_one = self.ctx.affine_constant(-1);
                Ok(self.ctx.affine_mul(inner, minus_one))
            }
            TokenKind::Integer => {
                let value = self.integer()?;
                Ok(self.ctx.affine_constant(value))
            }
            TokenKind::BareId
                if self.is_keyword("symbol") && matches!(names, AffineNames::Values { .. }) =>
            {
                self.advance();
                self.expect_punct("(")?;
                let expr = self.affine_value(names, true)?;
                self.expect_punct(")")?;
                Ok(expr)
            }
            TokenKind::BareId => {
                let name = self.token_text();
                let AffineNames::Declared { dims, symbols } = names else {
                    return Err(self.expected("SSA value, integer or 'symbol'"));
                };
                let dim = dims.iter().position(|&d| d == name);
                let symbol = symbols.iter().position(|&s| s == name);
                let expr = match (dim, symbol) {
                    (Some(i), _) => self.ctx.affine_dim(i as u32),
                    (None, Some(i)) => self.ctx.affine_symbol(i as u32),
                    (None, None) => {
                        return Err(
                            self.error(token, format!("use of undeclared identifier '{name}'"))
                        );
                    }
                };
                self.advance();
                Ok(expr)
            }
            TokenKind::ValueId => self.affine_value(names, false),
            _ => Err(self.expected("affine expression")),
        }
    }

    fn affine_value(&mut self, names: &mut AffineNames<'s>, symbol: bool) -> Parsed<AffineExpr> {
        let AffineNames::Values { dims, symbols } = names else {
            return Err(self.expected("identifier or integer"));
        };
        let operand = self.operand()?;
        // A value that is a dimension or symbol at its first use is that at all others.
        let find = |list: &[UnresolvedOperand<'s>]| {
            list.iter().position(|o| o.name == operand.name && o.number == operand.number)
        };
        if let Some(index) = find(dims) {
            return Ok(self.ctx.affine_dim(index as u32));
        }
        if let Some(index) = find(symbols) {
            return Ok(self.ctx.affine_symbol(index as u32));
        }
        let list = if symbol { symbols } else { dims };
        list.push(operand);
        let index = list.len() as u32 - 1;
        Ok(if symbol { self.ctx.affine_symbol(index) } else { self.ctx.affine_dim(index) })
    }
}

impl<'s> AffineNames<'s> {
    /// The values, dimensions first.
    fn into_operands(self) -> AffineOperands<'s> {
        match self {
            Self::Declared { .. } => SmallVec::new(),
            Self::Values { mut dims, symbols } => {
                dims.extend(symbols);
                dims
            }
        }
    }

    fn counts(&self) -> (u32, u32) {
        match self {
            Self::Declared { dims, symbols } => (dims.len() as u32, symbols.len() as u32),
            Self::Values { dims, symbols } => (dims.len() as u32, symbols.len() as u32),
        }
    }
}
