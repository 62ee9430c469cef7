//! Conversion of the types of ops that stay what they are: loops, branches, calls, choices.

use crate::conversion::{
    ConversionPatternRewriter, ConversionPatternSet, ConversionTarget, TypeConverter,
};
use crate::rewrite::{MatchResult, PatternRoot};
use mlir_lite::ir::{OpBuilder, OpId, OperationState, ValueId};
use mlir_lite::types::Type;
use smallvec::SmallVec;
use std::sync::Arc;

/// Adds a pattern for each of these ops, which converts the types of its operands, its results and
/// the arguments of its blocks and of the blocks that it branches to by `converter`. In `target`,
/// the ops are legal if they have converted types. Each type becomes one type.
///
/// An op is given by its name and the name of its pattern. The ops have no attributes that contain
/// types of values, and no op with results has successors.
pub fn populate_type_conversion(
    ops: &[(&'static str, &'static str)],
    patterns: &mut ConversionPatternSet,
    target: &mut ConversionTarget,
    converter: &Arc<TypeConverter>,
) {
    let mut own = ConversionPatternSet::with_converter(converter);
    for &(op, pattern) in ops {
        let converter = Arc::clone(converter);
        target.add_dynamically_legal_op_named(op, move |op| {
            let mut blocks = op.successors();
            converter.is_legal_op(op)
                && converter.are_regions_legal(op)
                && blocks.all(|block| converter.is_legal_block(op.body(), block))
        });
        own.add_rooted(PatternRoot::Op(op), pattern, 1, &[], convert_types);
    }
    patterns.extend(own);
}

fn convert_types(
    op: OpId,
    operands: &[ValueId],
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let regions: SmallVec<[_; 2]> = body.regions(op).into();
    let old_types = body.result_types(op);
    let types = old_types.iter().map(|&ty| rewriter.convert_type(ty));
    let types: SmallVec<[Type; 2]> = types.collect::<Result<_, _>>()?;
    for &region in &regions {
        rewriter.convert_region_types(region, None)?;
    }
    rewriter.convert_successor_types(op)?;
    let body = rewriter.body();
    if old_types == types {
        rewriter.update_in_place(op, |body| {
            for (index, &operand) in operands.iter().enumerate() {
                body.set_operand(op, index, operand);
            }
        });
        return Ok(());
    }
    if body.successors(op).next().is_some() {
        return Err("the op has results and successors".into());
    }
    let mut state = OperationState::new(body.op(op).name(), body.location(op));
    state.attributes = body.attributes(op).into_iter().collect();
    let mut state = state.operands(operands).results(&types);
    for _ in &regions {
        state.regions.push(rewriter.body_mut().create_region());
    }
    let new_regions = state.regions.clone();
    let converted = rewriter.create(state);
    for (&from, to) in regions.iter().zip(new_regions) {
        rewriter.move_region(from, to);
    }
    let results: SmallVec<[ValueId; 2]> = rewriter.body().results(converted).collect();
    rewriter.replace_op(op, &results);
    Ok(())
}
