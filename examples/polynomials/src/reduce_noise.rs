//! `noisy-reduce-noise`: noise is reduced where a number would have too much. The noise is found by
//! an analysis on the framework's solver, which follows loops, branches and regions.

use crate::noisy::{AddsNoise, INITIAL_NOISE, ReduceNoiseOp};
use mlir_lite::analysis::dataflow::{Lattice, Results, SparseForwardAnalysis, States, solve};
use mlir_lite::diagnostics::Reported;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};

/// The most bits of noise that a value may have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Noise(pub u32);

impl Lattice for Noise {
    fn join(&self, other: &Self) -> Self {
        Self(self.0.max(other.0))
    }
}

/// The noise of each value. Values from outside may have any.
pub struct NoiseAnalysis;

impl SparseForwardAnalysis for NoiseAnalysis {
    type Value = Noise;
    /// A sum over the iterations of a loop may soon have any noise.
    const MAX_CHANGES: u8 = 32;

    fn entry(&self, _: ValueRef<'_>) -> Noise {
        Noise(u32::MAX)
    }

    fn visit_op(&self, op: OpRef<'_>, operands: States<'_, Noise>) -> Option<Results<Noise>> {
        let operands: Vec<u32> = operands.iter().map(|noise| noise.0).collect();
        let noise = op.ask::<dyn AddsNoise, _>(|op| op.noise(&operands))?;
        Some(Results::from_elem(Noise(noise), 1))
    }
}

/// Reduce noise before it exceeds a limit.
///
/// Where a result would have more, the operand with the most noise gets the least before.
#[pass(name = "noisy-reduce-noise", on = FuncOp)]
pub struct ReduceNoisePass {
    /// The most bits of noise that a number may have
    #[option("max-noise", default = 26)]
    pub max_noise: u32,
}

impl RunPass for ReduceNoisePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        while let Some((op, noisiest)) = self.excess(body, cx)? {
            let value = body.operand(op, noisiest);
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
            let reduced = ReduceNoiseOp::create(&mut builder, value);
            body.set_operand(op, noisiest, reduced);
        }
        Ok(())
    }
}

impl ReduceNoisePass {
    /// The first op whose result has too much noise, with the index of its noisiest operand.
    fn excess(
        &self,
        body: &Body,
        cx: &mut PassContext<'_>,
    ) -> Result<Option<(OpId, usize)>, Reported> {
        let found = solve(&NoiseAnalysis, body);
        let noise = |value| found.value(body.value(value)).map_or(0, |noise| noise.0);
        for id in body.own_ops() {
            let op = body.op(id);
            let is_noisy = op.ask::<dyn AddsNoise, _>(|_| ()).is_some();
            let Some(result) = op.results().find(|&one| is_noisy && noise(one) > self.max_noise)
            else {
                continue;
            };
            let operands = op.operands().map(noise).enumerate();
            return match operands.filter(|(_, noise)| *noise > INITIAL_NOISE).max_by_key(|it| it.1)
            {
                Some((index, _)) => Ok(Some((id, index))),
                None => Err(cx.error(op.op_error(format!(
                    "has {} bits of noise, more than {}, with the least noise of its operands",
                    noise(result),
                    self.max_noise
                )))),
            };
        }
        Ok(None)
    }
}
