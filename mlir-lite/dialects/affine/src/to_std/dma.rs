//! Transfers between memories: their subscripts are computed before them.

use super::map_results;
use crate::{DMA_START_MAPS, DMA_WAIT_MAPS, DmaPlace, DmaStartOp, DmaWaitOp};
use mlir_lite::dialects::standard;
use mlir_lite::ir::{Location, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::keep_attributes::replace_keeping_attributes;
use mlir_lite::rewrite::{MatchFailure, MatchResult, PatternRewriter};

const MISSING: &str = "a map or an operand is missing";

pub(super) fn lower_start(op: DmaStartOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let (places, sizes) = op.places(rewriter.body()).ok_or(MISSING)?;
    let ([source, destination, tag], [size, strides @ ..]) = (&places[..], &sizes[..]) else {
        return Err(MISSING.into());
    };
    let location = rewriter.body().location(op.id());
    let mut operands = Vec::new();
    add_place(rewriter, location, source, &mut operands)?;
    add_place(rewriter, location, destination, &mut operands)?;
    operands.push(*size);
    add_place(rewriter, location, tag, &mut operands)?;
    operands.extend(strides);
    let new = replace_keeping_attributes(rewriter, op.id(), |b| {
        standard::DmaStartOp::build(b, location, &operands)
    });
    remove_maps(rewriter, new.id(), &DMA_START_MAPS);
    Ok(())
}

pub(super) fn lower_wait(op: DmaWaitOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let (places, sizes) = op.places(rewriter.body()).ok_or(MISSING)?;
    let [tag] = &places[..] else { return Err(MISSING.into()) };
    let location = rewriter.body().location(op.id());
    let mut operands = Vec::new();
    add_place(rewriter, location, tag, &mut operands)?;
    operands.extend(sizes);
    let new = replace_keeping_attributes(rewriter, op.id(), |b| {
        standard::DmaWaitOp::build(b, location, &operands)
    });
    remove_maps(rewriter, new.id(), &DMA_WAIT_MAPS);
    Ok(())
}

/// The maps are no attributes that the op's definition declares, so they were kept with what else is said of it.
fn remove_maps(rewriter: &mut PatternRewriter<'_>, op: OpId, names: &[&str]) {
    for name in names {
        let name = rewriter.context().ident(name);
        rewriter.body_mut().remove_attr(op, name);
    }
}

/// Adds the memref and the values of its subscripts.
fn add_place(
    rewriter: &mut PatternRewriter<'_>,
    location: Location,
    place: &DmaPlace,
    operands: &mut Vec<ValueId>,
) -> Result<(), MatchFailure> {
    operands.push(place.memref);
    operands.extend(map_results(rewriter, location, place.map, &place.indices)?);
    Ok(())
}
