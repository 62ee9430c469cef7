//! Loops of affine and scf that count what a loop of toy counts.
//!
//! A loop counts up, so a loop of toy that counts down becomes one that counts iterations. Bounds
//! that are constants, or linear in the variables of such loops, give a loop of affine. Other
//! bounds are computed before a loop of scf.

use mlir_lite::affine::{AffineExpr, AffineMap};
use mlir_lite::dialects::affine::{self, ForBound, expand_affine_map};
use mlir_lite::dialects::scf;
use mlir_lite::dialects::standard::{FPToSIOp, IndexCastOp};
use mlir_lite::edsc::{AffineEdsc, Edsc, Expr};
use mlir_lite::ir::prelude::*;

use super::control_flow::number_of_tensor;
use crate::loop_builder::is_affine;
use crate::loop_builder::sizes::with_symbols;
use crate::ops::Bounds;

/// The bounds of a loop that counts up.
pub(super) enum Counted {
    /// Maps of the variables of loops.
    Affine {
        variables: Vec<ValueId>,
        from: AffineMap,
        to: AffineMap,
        step: i64,
        /// The number that it counts, from the variables and its own one, if it counts iterations.
        number: Option<AffineMap>,
    },
    /// Indices.
    Computed {
        bounds: [ValueId; 3],
        /// The first number and the step, if it counts iterations.
        down: Option<[ValueId; 2]>,
    },
}

impl Counted {
    /// The loop for these bounds; what it needs is computed at the insertion point.
    pub(super) fn of(e: Edsc<'_>, bounds: Bounds) -> Option<Self> {
        let ctx = e.context();
        let (map, variables, step) = match bounds {
            Bounds::Constant(range) => {
                let bounds = [range.from, range.to].map(|bound| ctx.affine_constant(bound));
                (ctx.affine_map(0, 0, &bounds), Vec::new(), range.step)
            }
            Bounds::Linear { map, variables, step } => (map, variables, step),
            Bounds::Computed { from, to, step } => {
                let bounds = [from, to].map(|bound| {
                    let whole = number_of_tensor(e.expr(bound)).to::<FPToSIOp>(Type::I64);
                    whole.to::<IndexCastOp>(Type::INDEX)
                });
                return Some(Self::computed(bounds, step));
            }
        };
        if e.read(|body| variables.iter().any(|variable| !is_affine(body, *variable))) {
            let operands = with_symbols(e, map, &variables);
            let bounds = e.emit(|b| expand_affine_map(b, map, &operands))?;
            let &[from, to] = &bounds[..] else { return None };
            return Some(Self::computed([e.expr(from), e.expr(to)], step));
        }
        let &[from, to] = map.results(&ctx) else { return None };
        let (dims, symbols) = (variables.len() as u32, map.data(&ctx).symbols);
        let of = |result: AffineExpr| ctx.affine_map(dims, symbols, &[result]);
        let operands = with_symbols(e, map, &variables);
        if step > 0 {
            return Some(Self::Affine {
                variables: operands,
                from: of(from),
                to: of(to),
                step,
                number: None,
            });
        }
        let length = step.checked_neg()?;
        let negated = ctx.affine_mul(to, ctx.affine_constant(-1));
        let distance =
            ctx.affine_add(ctx.affine_add(from, negated), ctx.affine_constant(length - 1));
        let count = ctx.affine_floordiv(distance, ctx.affine_constant(length));
        let steps = ctx.affine_mul(ctx.affine_dim(dims), ctx.affine_constant(step));
        let number = ctx.affine_map(dims + 1, symbols, &[ctx.affine_add(steps, from)]);
        let (from, to) = (of(ctx.affine_constant(0)), of(count));
        Some(Self::Affine { variables: operands, from, to, step: 1, number: Some(number) })
    }

    fn computed([from, to]: [Expr<'_>; 2], step: i64) -> Self {
        let e = from.builder();
        if step > 0 {
            let bounds = [from, to, e.index(step)].map(Expr::id);
            return Self::Computed { bounds, down: None };
        }
        let length = step.saturating_neg();
        let [zero, one, most, length, step] =
            [0, 1, length - 1, length, step].map(|value| e.index(value));
        let count = (from - to + most) / length;
        let bounds = [zero, count, one].map(Expr::id);
        Self::Computed { bounds, down: Some([from, step].map(Expr::id)) }
    }

    /// Builds the loop; returns it, and its block, which has no terminator.
    pub(super) fn build_loop(&self, e: Edsc<'_>, inits: &[ValueId]) -> (OpId, BlockId) {
        match self {
            Self::Affine { variables, from, to, step, .. } => {
                let bounds = (ForBound::Map(*from, variables), ForBound::Map(*to, variables));
                let (op, block) = e.emit(|b| affine::ForOp::with_body(b, bounds, *step, inits));
                (op.id(), block)
            }
            Self::Computed { bounds, .. } => {
                let (op, block) = e.emit(|b| scf::ForOp::with_body(b, *bounds, inits));
                (op.id(), block)
            }
        }
    }

    /// The number that the loop of toy counts, from the variable of the loop.
    pub(super) fn number<'e>(&self, variable: Expr<'e>) -> Expr<'e> {
        let e = variable.builder();
        match self {
            Self::Affine { variables, number: Some(map), .. } => {
                // After the variables, symbols follow.
                let mut operands: Vec<Expr<'e>> = e.exprs(variables);
                let own = map.data(&e.context()).dims as usize - 1;
                operands.insert(own, variable);
                e.apply(*map, &operands)
            }
            Self::Computed { down: Some([from, step]), .. } => {
                e.expr(*from) + variable * e.expr(*step)
            }
            _ => variable,
        }
    }
}
