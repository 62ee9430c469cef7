//! `scf-for-loop-peeling`: a loop of whole steps, and its last or first iteration.

use crate::{ForOp, ScfDialect};
use mlir_lite::dialects::standard::{
    AddIOp, AndOp, CmpIOp, CmpIPredicate, ConstantOp, RemIUnsignedOp, SelectOp, StdDialect, SubIOp,
};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::{Body, IrMapping, OpDefinition, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::rewrite::constant_value;
use mlir_lite::types::Type;
use mlir_lite_diagnostics::{Remark, Reported};

/// Peel `for` loops at their upper bounds.
///
/// A loop ends after the last whole step, and a second one runs the iteration that may be partial.
/// The step must be a positive constant.
#[pass(
    name = "scf-for-loop-peeling",
    pure,
    report_name = "SCFForLoopPeeling",
    each_body,
    dialects(ScfDialect, StdDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct ScfForLoopPeelingPass {
    /// Peel the first iteration
    #[option("peel-front")]
    peel_front: bool,
    /// Do not peel loops in the last, partial iteration of another peeled loop
    #[option("skip-partial", default = true)]
    skip_partial: bool,
}

impl RunPass for ScfForLoopPeelingPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        // An outer loop is copied for its last iteration before its inner loops are peeled, or
        // after.
        let ops = match self.skip_partial && !self.peel_front {
            true => body.own_ops(),
            false => body.own_ops_post_order(),
        };
        for op in ops {
            let Some(this) = ForOp::cast(body, op) else { continue };
            if let Err(reason) = self.peel(body, this) {
                let remark = || Remark::missed("peel").in_category("scf").with("Reason", reason);
                cx.remark(body.op(op), remark);
            }
        }
        Ok(())
    }
}

impl ScfForLoopPeelingPass {
    fn peel(&self, body: &mut Body, this: ForOp) -> Result<(), &'static str> {
        const DIVIDES: &str = "the step divides the distance of the bounds";
        let number = |body: &Body, value| {
            constant_value(body, value)?.as_i64(body.context()).map(i128::from)
        };
        if this.unsigned_cmp(body).is_some() {
            return Err("the bounds are compared as unsigned numbers");
        }
        let (lower, upper) = (this.lower_bound(body), this.upper_bound(body));
        let step = number(body, this.step(body)).filter(|&step| step > 0);
        let step = step.ok_or("the step is not a positive constant")?;
        if step == 1 && !self.peel_front {
            return Err(DIVIDES);
        }
        let split = match number(body, lower).zip(number(body, upper)) {
            Some((low, high)) => {
                let at = match self.peel_front {
                    true => low + step,
                    false => high - (high - low).max(0) % step,
                };
                if at >= high || low >= high {
                    return Err(if self.peel_front { "it has one iteration" } else { DIVIDES });
                }
                let ty = body.ty(lower);
                let mut builder = BodyBuilder::new(body, InsertionPoint::Before(this.id()));
                let at = i64::try_from(at).map_err(|_| "the bounds are too far from each other")?;
                match ty == Type::INDEX {
                    true => ConstantOp::index(&mut builder, at),
                    false => ConstantOp::integer(&mut builder, at, ty),
                }
            }
            None => self.split_before(body, this),
        };
        split_loop(body, this, split);
        Ok(())
    }

    /// Computes where a loop whose bounds are not constants is split. Where it does not run, that
    /// is its upper bound. The distance of the bounds is an unsigned number.
    fn split_before(&self, body: &mut Body, this: ForOp) -> ValueId {
        let [lower, upper, step] =
            [this.lower_bound(body), this.upper_bound(body), this.step(body)];
        let ty = body.ty(upper);
        let mut b = BodyBuilder::new(body, InsertionPoint::Before(this.id()));
        let runs = CmpIOp::create(&mut b, CmpIPredicate::Slt, lower, upper);
        let distance = SubIOp::create(&mut b, upper, lower);
        if self.peel_front {
            let is_long = CmpIOp::create(&mut b, CmpIPredicate::Ugt, distance, step);
            let splits = AndOp::create(&mut b, runs, is_long);
            let second = AddIOp::create(&mut b, lower, step);
            return SelectOp::create(&mut b, splits, second, upper, ty);
        }
        let rest = RemIUnsignedOp::create(&mut b, distance, step);
        let last = SubIOp::create(&mut b, upper, rest);
        SelectOp::create(&mut b, runs, last, upper, ty)
    }
}

/// Lets a loop end before `at`, and adds a second one that goes on from there.
fn split_loop(body: &mut Body, this: ForOp, at: ValueId) {
    let copy = body.clone_op(this.id(), &mut IrMapping::new());
    body.insert_op_after(this.id(), copy);
    let results: Vec<ValueId> = body.results(this.id()).collect();
    let last: Vec<ValueId> = body.results(copy).collect();
    for (&result, &last) in results.iter().zip(&last) {
        body.replace_all_uses(result, last);
    }
    let Some(rest) = ForOp::cast(body, copy) else { return };
    rest.set_lower_bound(body, at);
    rest.set_init_args(body, &results);
    this.set_upper_bound(body, at);
}
