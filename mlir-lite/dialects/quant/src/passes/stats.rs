//! Statistics: those of a trial run are written in, and decide the types of quantized numbers.

use super::round_trip;
use crate::QuantDialect;
use crate::fake_quant::FakeQuant;
use crate::ops::{StatisticsOp, StatisticsOpRef, StatisticsRefOp};
use crate::quantized::verify_container;
use crate::statistics::Statistics;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass, pass_options};
use mlir_lite_diagnostics::Reported;

/// Write the statistics of a trial run into the program.
///
/// A function is run, and each `quant.stats_ref` whose key was met becomes a `quant.stats`. Without
/// the option, the statistics are those that runs before this one have left in the context.
#[pass(name = "quant-resolve-stats", dialects(QuantDialect))]
pub struct QuantResolveStatsPass {
    /// The function to run, which has no arguments
    #[option("run")]
    pub run: String,
}

impl RunPass for QuantResolveStatsPass {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        if !self.run.is_empty() {
            let mut output = std::io::sink();
            mlir_lite::interpreter::run(module, &self.run, Vec::new(), &mut output)
                .map_err(|diagnostic| cx.diagnostics.error(*diagnostic))?;
        }
        resolve(module);
        Ok(())
    }
}

fn resolve(body: &mut Body) {
    let ctx = body.context().clone();
    let root = body.root();
    for op in body.own_ops() {
        if op != root
            && let Some(child) = body.child_mut(op)
        {
            resolve(child);
            continue;
        }
        let Some(reference) = StatisticsRefOp::cast(body, op) else { continue };
        let (arg, result) = (reference.arg(body), reference.result(body));
        let key = reference.stats_key(body);
        let range = key.as_str(&ctx).and_then(|key| ctx.attached::<Statistics>()?.range(key));
        let Some([min, max]) = range else { continue };
        // Statistics are of tensors.
        if !body.ty(arg).is_tensor(&ctx) {
            continue;
        }
        let stats = stats_attr(&ctx, [min, max]);
        let location = body.location(op);
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
        let stats = StatisticsOp::build(&mut builder, location, arg, stats, None, None);
        let stats = stats.result(body);
        body.replace_all_uses(result, stats);
        body.erase_op(op);
    }
}

/// A range as elements.
pub(super) fn stats_attr(ctx: &Context, range: [f64; 2]) -> Attribute {
    let ty = ctx.tensor_type(&[2], Type::F64);
    ctx.dense_f64_attr(ty, &range)
}

/// Options of `quant-convert-stats`.
#[pass_options]
#[derive(Clone, Debug)]
pub struct QuantConvertStatsOptions {
    /// How many bits the integers have
    #[option("bits", default = 8)]
    pub bits: i64,
    /// Whether the integers have a sign
    #[option("signed", default = true)]
    pub signed: bool,
    /// Leave out the smallest integer
    #[option("narrow", default = false)]
    pub narrow: bool,
}

/// Convert statistics to casts.
///
/// A `quant.stats` becomes a `quant.qcast` and a `quant.dcast`, with the type whose smallest and
/// largest integer represent the range; 0 is part of each range. If it has statistics of an axis,
/// one index for each slice, each index has its scale.
#[pass(name = "quant-convert-stats", pure, each_body, dialects(QuantDialect))]
pub struct QuantConvertStatsPass {
    #[options]
    options: QuantConvertStatsOptions,
}

impl QuantConvertStatsPass {
    /// The quantized type of the numbers whose statistics the op has.
    fn element(&self, stats: StatisticsOpRef<'_>) -> Result<Option<Type>, String> {
        let ctx = stats.context();
        let ty = stats.arg().ty();
        let expressed = ty.element_or_self(ctx);
        if !expressed.is_float(ctx) {
            return Ok(None);
        }
        let with_zero = |[min, max]: [f64; 2]| [min.min(0.0), max.max(0.0)];
        let fake = |ranges: Vec<[f64; 2]>, axis| FakeQuant {
            ranges: ranges.into_iter().map(with_zero).collect(),
            axis,
            bits: self.options.bits,
            is_narrow: self.options.narrow,
            is_signed: self.options.signed,
        };
        if let Some((axis, ranges)) = StatisticsOp::axis_ranges(stats) {
            let element = fake(ranges, Some(axis)).element(ctx, expressed)?;
            // A slice has several numbers where the axis is not the last one.
            if verify_container(ctx, ty, element).is_ok() {
                return Ok(Some(element));
            }
        }
        let range = StatisticsOp::range(stats).ok_or("there is no range")?;
        fake(vec![range], None).element(ctx, expressed).map(Some)
    }
}

impl RunPass for QuantConvertStatsPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            let Some(stats) = StatisticsOp::cast(body, op) else { continue };
            let element = self.element(stats.on(body));
            let element = element.map_err(|why| cx.diagnostics.error(body.op(op).op_error(why)))?;
            let Some(element) = element else { continue };
            let (input, result) = (stats.arg(body), stats.result(body));
            let location = body.location(op);
            let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op)).at(location);
            if let Some(rounded) = round_trip(&mut builder, input, element) {
                body.replace_all_uses(result, rounded);
                body.erase_op(op);
            }
        }
        Ok(())
    }
}
