//! Loops and conditionals of scf as closures, for expressions.

use crate::{ConditionOp, ForOp, IfOp, ParallelOp, ReduceOp, WhileOp, YieldOp};
use mlir_lite::dialects::standard::edsc::{Edsc, Expr, Operand, Values};
use mlir_lite::ir::prelude::*;
use smallvec::SmallVec;

/// The functions of scf on a shared builder.
pub trait ScfEdsc<'e>: Copy {
    /// A loop from `lower` up to, without, `upper`. `body` fills it, given the variable.
    fn for_loop(
        self,
        lower: impl Operand<'e>,
        upper: impl Operand<'e>,
        step: impl Operand<'e>,
        body: impl FnOnce(Expr<'e>),
    ) {
        self.for_carrying((lower, upper, step), (), |variable, ()| body(variable));
    }

    /// A loop that carries values, from `init` on. `body` gives those for the next iteration.
    fn for_carrying<V: Values<'e>>(
        self,
        bounds: (impl Operand<'e>, impl Operand<'e>, impl Operand<'e>),
        init: V,
        body: impl FnOnce(Expr<'e>, V) -> V,
    ) -> V;

    /// Loops from 0 up to, without, each size, nested in that order. `body` fills the innermost
    /// one, given the variables.
    fn for_nest<S: Operand<'e> + Copy>(self, sizes: &[S], body: impl FnOnce(&[Expr<'e>]));

    /// Loops over all elements of memory, or of a tensor. `body` fills the innermost one, given the
    /// indices.
    fn for_elements(self, shaped: Expr<'e>, body: impl FnOnce(&[Expr<'e>]));

    /// As [`for_nest`](ScfEdsc::for_nest), whose iterations may run in any order.
    fn parallel_nest<S: Operand<'e> + Copy>(self, sizes: &[S], body: impl FnOnce(&[Expr<'e>]));

    /// Runs `then` if the condition holds.
    fn if_then(self, condition: Expr<'e>, then: impl FnOnce());

    /// The values of one of two branches, which are of these types.
    fn if_else<V: Values<'e>>(
        self,
        condition: Expr<'e>,
        types: &[Type],
        then: impl FnOnce() -> V,
        otherwise: impl FnOnce() -> V,
    ) -> V;

    /// Runs `body` while `condition` holds, both given the carried values, and gives the last ones.
    fn while_loop<V: Values<'e>>(
        self,
        init: V,
        condition: impl FnOnce(&V) -> Expr<'e>,
        body: impl FnOnce(V) -> V,
    ) -> V;
}

/// Ends a region.
fn yields<'e>(e: Edsc<'e>, values: &impl Values<'e>) {
    e.emit(|b| YieldOp::create(b, &values.list()));
}

impl<'e> ScfEdsc<'e> for Edsc<'e> {
    fn for_carrying<V: Values<'e>>(
        self,
        (lower, upper, step): (impl Operand<'e>, impl Operand<'e>, impl Operand<'e>),
        init: V,
        body: impl FnOnce(Expr<'e>, V) -> V,
    ) -> V {
        let lower = lower.value(self, Type::INDEX);
        let [upper, step] = [upper.value(self, lower.ty()), step.value(self, lower.ty())];
        let bounds = [lower, upper, step].map(Expr::id);
        let (op, block) = self.emit(|b| ForOp::with_body(b, bounds, &init.list()));
        self.fill(block, |arguments: Vec<Expr<'e>>| {
            let carried = V::of(self, &Expr::ids(&arguments[1..]));
            yields(self, &body(arguments[0], carried));
        });
        self.results(op)
    }

    fn for_nest<S: Operand<'e> + Copy>(self, sizes: &[S], body: impl FnOnce(&[Expr<'e>])) {
        fn nest<'e>(
            e: Edsc<'e>,
            [zero, one]: [Expr<'e>; 2],
            sizes: &[Expr<'e>],
            variables: &mut Vec<Expr<'e>>,
            body: &mut dyn FnMut(&[Expr<'e>]),
        ) {
            let Some(&size) = sizes.get(variables.len()) else { return body(variables) };
            e.for_loop(zero, size, one, |variable| {
                variables.push(variable);
                nest(e, [zero, one], sizes, variables, body);
            });
        }
        if sizes.is_empty() {
            return body(&[]);
        }
        let mut body = Some(body);
        let bounds = [0, 1].map(|value| self.index(value));
        let sizes: Vec<Expr<'e>> =
            sizes.iter().map(|&size| size.value(self, Type::INDEX)).collect();
        nest(self, bounds, &sizes, &mut Vec::new(), &mut |variables| {
            body.take().into_iter().for_each(|body| body(variables));
        });
    }

    fn for_elements(self, shaped: Expr<'e>, body: impl FnOnce(&[Expr<'e>])) {
        let rank = shaped.ty().shape(&self.context()).map_or(0, <[i64]>::len);
        let sizes: Vec<Expr<'e>> =
            (0..rank as i64).map(|dimension| self.dim(shaped, dimension)).collect();
        self.for_nest(&sizes, body);
    }

    fn parallel_nest<S: Operand<'e> + Copy>(self, sizes: &[S], body: impl FnOnce(&[Expr<'e>])) {
        if sizes.is_empty() {
            return body(&[]);
        }
        let [zero, one] = [0, 1].map(|value| vec![self.index(value).id(); sizes.len()]);
        let sizes: Vec<ValueId> =
            sizes.iter().map(|&size| size.value(self, Type::INDEX).id()).collect();
        let region =
            self.emit(|b| ParallelOp::create(b, &zero, &sizes, &one, &[], &[]).region(b.body()));
        self.block_in(region, &vec![Type::INDEX; sizes.len()], |variables: Vec<Expr<'e>>| {
            body(&variables);
            self.emit(|b| ReduceOp::create(b, &[], 0));
        });
    }

    fn if_then(self, condition: Expr<'e>, then: impl FnOnce()) {
        let op = self.emit(|b| IfOp::create(b, condition.id(), &[]));
        let region = self.read(|body| op.then_region(body));
        self.block_in(region, &[], |()| {
            then();
            yields(self, &());
        });
    }

    fn if_else<V: Values<'e>>(
        self,
        condition: Expr<'e>,
        types: &[Type],
        then: impl FnOnce() -> V,
        otherwise: impl FnOnce() -> V,
    ) -> V {
        let op = self.emit(|b| IfOp::create(b, condition.id(), types));
        let [first, second] = self.read(|body| [op.then_region(body), op.else_region(body)]);
        self.block_in(first, &[], |()| yields(self, &then()));
        self.block_in(second, &[], |()| yields(self, &otherwise()));
        self.results(op)
    }

    fn while_loop<V: Values<'e>>(
        self,
        init: V,
        condition: impl FnOnce(&V) -> Expr<'e>,
        body: impl FnOnce(V) -> V,
    ) -> V {
        let inits = init.list();
        let (op, types) = self.emit(|b| {
            let types: SmallVec<[Type; 4]> = inits.iter().map(|&init| b.body().ty(init)).collect();
            (WhileOp::create(b, &inits, &types), types)
        });
        let [before, after] = self.read(|body| [op.before(body), op.after(body)]);
        self.block_in(before, &types, |carried: V| {
            let holds = condition(&carried).id();
            self.emit(|b| ConditionOp::create(b, holds, &carried.list()));
        });
        self.block_in(after, &types, |carried: V| yields(self, &body(carried)));
        self.results(op)
    }
}
