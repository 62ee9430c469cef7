//! `quant-unify-coupled`: values of one key are quantized in one way.

use super::{round_trip, stats::stats_attr};
use crate::QuantDialect;
use crate::ops::{CoupledRefOp, DequantizeCastOp, StatisticsOp};
use crate::quantized::quantized_element;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::{Diagnostic, Reported};
use std::collections::BTreeMap;

/// Quantize values of one key in one way.
///
/// If one of the `quant.coupled_ref` of a key has a value that was quantized, the values of the
/// others are quantized with the same type; two types of one key are an error. Otherwise, the
/// ranges of their `quant.stats` become one range, which includes all of them.
#[pass(name = "quant-unify-coupled", dialects(QuantDialect))]
pub struct QuantUnifyCoupledPass;

/// The quantized type and the range of the values of a key, if they are known.
#[derive(Default)]
struct Known {
    /// The quantized type, and the op that has it.
    element: Option<(Type, Location)>,
    range: Option<[f64; 2]>,
}

/// The quantized type of a value, or of the numbers that it was made of.
fn element_of(body: &Body, value: ValueId) -> Option<Type> {
    let ctx = body.context();
    quantized_element(ctx, body.ty(value)).or_else(|| {
        let cast = DequantizeCastOp::defining(body, value)?;
        quantized_element(ctx, body.ty(cast.input(body)))
    })
}

fn key_of(body: &Body, op: CoupledRefOp) -> Option<String> {
    op.coupled_key(body).as_str(body.context()).map(str::to_string)
}

fn collect(
    body: &Body,
    known: &mut BTreeMap<String, Known>,
    cx: &mut PassContext<'_>,
) -> Result<(), Reported> {
    let root = body.root();
    for op in body.own_ops() {
        if op != root
            && let Some(child) = body.child(op)
        {
            collect(child, known, cx)?;
            continue;
        }
        let Some(coupled) = CoupledRefOp::cast(body, op) else { continue };
        let value = coupled.arg(body);
        let Some(key) = key_of(body, coupled) else { continue };
        let known = known.entry(key).or_default();
        if let Some(element) = element_of(body, value) {
            match known.element {
                Some((other, at)) if other != element => {
                    let error: Diagnostic = body
                        .op(op)
                        .op_error("is quantized with another type than others of its key")
                        .with_note_at(at.to_position(body.context()), "one of these is here");
                    return Err(cx.diagnostics.error(error));
                }
                _ => known.element = Some((element, body.location(op))),
            }
        }
        let stats = StatisticsOp::defining(body, value);
        if let Some([min, max]) = stats.and_then(|stats| StatisticsOp::range(stats.on(body))) {
            let [least, greatest] = known.range.unwrap_or([min, max]);
            known.range = Some([least.min(min), greatest.max(max)]);
        }
    }
    Ok(())
}

fn unify(body: &mut Body, known: &BTreeMap<String, Known>) {
    let ctx = body.context().clone();
    let root = body.root();
    for op in body.own_ops() {
        if op != root
            && let Some(child) = body.child_mut(op)
        {
            unify(child, known);
            continue;
        }
        let Some(coupled) = CoupledRefOp::cast(body, op) else { continue };
        let known = key_of(body, coupled).and_then(|key| known.get(&key));
        let Some(known) = known else { continue };
        let value = coupled.arg(body);
        if let Some((element, _)) = known.element {
            let location = body.location(op);
            if element_of(body, value).is_none() {
                let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op)).at(location);
                if let Some(rounded) = round_trip(&mut builder, value, element) {
                    coupled.set_arg(body, rounded);
                }
            }
        } else if let Some(range) = known.range
            && let Some(stats) = StatisticsOp::defining(body, value)
        {
            stats.set_layer_stats(body, stats_attr(&ctx, range));
        }
    }
}

impl RunPass for QuantUnifyCoupledPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mut known = BTreeMap::new();
        collect(body, &mut known, cx)?;
        unify(body, &known);
        Ok(())
    }
}
