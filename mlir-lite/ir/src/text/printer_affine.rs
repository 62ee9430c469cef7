//! Prints affine expressions, maps and sets.

use crate::data::affine::{AffineExpr, AffineExprKind, AffineMap, IntegerSet};
use crate::data::asm::{AffineNames, AsmPrinter};
use crate::text::asm_printer::Printer;

impl<'p> Printer<'p> {
    /// `(d0, d1)[s0] -> (d0 + s0)`
    pub(super) fn affine_map(&mut self, map: AffineMap) {
        let data = map.data(self.ctx);
        self.dims_and_symbols(data.dims, data.symbols);
        self.write(" -> (");
        self.comma_separated(data.results.iter(), |p, &result| p.affine_expr(result, None));
        self.write(")");
    }

    /// `(d0)[s0] : (d0 - s0 >= 0)`
    pub(super) fn integer_set(&mut self, set: IntegerSet) {
        let data = set.data(self.ctx);
        self.dims_and_symbols(data.dims, data.symbols);
        self.write(" : (");
        self.comma_separated(data.constraints.iter(), |p, &(expr, equality)| {
            p.affine_expr(expr, None);
            p.write(if equality { " == 0" } else { " >= 0" });
        });
        self.write(")");
    }

    fn dims_and_symbols(&mut self, dims: u32, symbols: u32) {
        self.write("(");
        self.comma_separated(0..dims, |p, i| p.display(format_args!("d{i}")));
        self.write(")");
        if symbols > 0 {
            self.write("[");
            self.comma_separated(0..symbols, |p, i| p.display(format_args!("s{i}")));
            self.write("]");
        }
    }

    /// Prints an affine expression. `names` prints dimensions (`false`) and symbols (`true`) by
    /// number; by default they are `d0` and `s0`.
    pub(super) fn affine_expr(&mut self, expr: AffineExpr, names: Option<AffineNames<'_, 'p>>) {
        let mut default = |p: &mut AsmPrinter<'p>, symbol: bool, i: u32| {
            p.display(format_args!("{}{i}", if symbol { 's' } else { 'd' }));
        };
        match names {
            Some(names) => self.affine_operand(expr, false, names),
            None => self.affine_operand(expr, false, &mut default),
        }
    }

    /// Prints an operand of a sum, or, if `tight`, an operand of `*`, `mod`, `floordiv` or
    /// `ceildiv`, which bind more tightly than `+`.
    fn affine_operand(&mut self, expr: AffineExpr, tight: bool, names: AffineNames<'_, 'p>) {
        let ctx = self.ctx;
        let (a, b, operator) = match expr.kind(ctx) {
            AffineExprKind::Dim(i) => return names(self, false, i),
            AffineExprKind::Symbol(i) => return names(self, true, i),
            AffineExprKind::Constant(value) => return self.display(value),
            AffineExprKind::Add(a, b) => return self.affine_sum(a, b, tight, names),
            AffineExprKind::Mul(a, b) => (a, b, " * "),
            AffineExprKind::Mod(a, b) => (a, b, " mod "),
            AffineExprKind::FloorDiv(a, b) => (a, b, " floordiv "),
            AffineExprKind::CeilDiv(a, b) => (a, b, " ceildiv "),
        };
        if tight {
            self.write("(");
        }
        if operator == " * " && b.as_constant(ctx) == Some(-1) {
            self.write("-");
            self.affine_operand(a, true, names);
        } else {
            self.affine_operand(a, true, names);
            self.write(operator);
            self.affine_operand(b, true, names);
        }
        if tight {
            self.write(")");
        }
    }

    /// Prints a sum, as a difference if the right side is negative. The smallest number cannot be
    /// printed as positive.
    fn affine_sum(
        &mut self,
        a: AffineExpr,
        b: AffineExpr,
        tight: bool,
        names: AffineNames<'_, 'p>,
    ) {
        let ctx = self.ctx;
        if tight {
            self.write("(");
        }
        self.affine_operand(a, false, names);
        match b.kind(ctx) {
            AffineExprKind::Constant(value) if is_subtracted(value) => {
                self.display(format_args!(" - {}", value.unsigned_abs()));
            }
            AffineExprKind::Mul(factor, constant)
                if constant.as_constant(ctx).is_some_and(is_subtracted) =>
            {
                self.write(" - ");
                let magnitude = constant.as_constant(ctx).unwrap_or(0).unsigned_abs();
                let is_sum = matches!(factor.kind(ctx), AffineExprKind::Add(..));
                self.affine_operand(factor, is_sum || magnitude != 1, names);
                if magnitude != 1 {
                    self.display(format_args!(" * {magnitude}"));
                }
            }
            _ => {
                self.write(" + ");
                self.affine_operand(b, false, names);
            }
        }
        if tight {
            self.write(")");
        }
    }
}

/// Whether a number is printed by subtracting its negation.
fn is_subtracted(number: i64) -> bool {
    number < 0 && number != i64::MIN
}
