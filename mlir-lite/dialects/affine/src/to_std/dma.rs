//! Lowers transfers between memories: their subscripts are computed before them.

use super::map_results;
use crate::{DMA_START_MAPS, DMA_WAIT_MAPS, DmaAccess, DmaStartOp, DmaWaitOp};
use mlir_lite::dialects::standard;
use mlir_lite::ir::{Location, OpBuilder, OpDefinition, OpId, ValueId};
use mlir_lite::rewrite::keep_attributes::replace_keeping_attributes;
use mlir_lite::rewrite::{MatchFailure, MatchResult, PatternRewriter};

const MISSING: &str = "a map or an operand is missing";

pub(super) fn lower_start(op: DmaStartOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let (accesses, sizes) = op.accesses(rewriter.body()).ok_or(MISSING)?;
    let ([source, destination, tag], [size, strides @ ..]) = (&accesses[..], &sizes[..]) else {
        return Err(MISSING.into());
    };
    let location = rewriter.body().location(op.id());
    let mut operands = Vec::new();
    add_access(rewriter, location, source, &mut operands)?;
    add_access(rewriter, location, destination, &mut operands)?;
    operands.push(*size);
    add_access(rewriter, location, tag, &mut operands)?;
    operands.extend(strides);
    let new = replace_keeping_attributes(rewriter, op.id(), |b| {
        standard::DmaStartOp::build(b, location, &operands)
    });
    remove_maps(rewriter, new.id(), &DMA_START_MAPS);
    Ok(())
}

pub(super) fn lower_wait(op: DmaWaitOp, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
    let (accesses, sizes) = op.accesses(rewriter.body()).ok_or(MISSING)?;
    let [tag] = &accesses[..] else { return Err(MISSING.into()) };
    let location = rewriter.body().location(op.id());
    let mut operands = Vec::new();
    add_access(rewriter, location, tag, &mut operands)?;
    operands.extend(sizes);
    let new = replace_keeping_attributes(rewriter, op.id(), |b| {
        standard::DmaWaitOp::build(b, location, &operands)
    });
    remove_maps(rewriter, new.id(), &DMA_WAIT_MAPS);
    Ok(())
}

/// Removes the maps: the op's definition does not declare them, so they were kept with the
/// discardable attributes.
fn remove_maps(rewriter: &mut PatternRewriter<'_>, op: OpId, names: &[&str]) {
    for name in names {
        let name = rewriter.context().ident(name);
        rewriter.body_mut().remove_attr(op, name);
    }
}

/// Adds the memref and the values of its subscripts.
fn add_access(
    rewriter: &mut PatternRewriter<'_>,
    location: Location,
    access: &DmaAccess,
    operands: &mut Vec<ValueId>,
) -> Result<(), MatchFailure> {
    operands.push(access.memref);
    operands.extend(map_results(rewriter, location, access.map, &access.indices)?);
    Ok(())
}
