//! Conversion of the types of ops that stay the same ops: loops, branches, calls, conditionals.

use crate::conversion::{
    ConversionPatternRewriter, ConversionPatternSet, ConversionTarget, SignatureConversion,
    TypeConverter,
};
use crate::rewrite::{MatchFailure, MatchResult, PatternRoot};
use mlir_lite::ir::{OpBuilder, OpId, OpRef, OperationState, RegionId, ValueId};
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
    let ops: Vec<_> = ops.iter().map(|&(op, pattern)| (op, pattern, KEEPS_NOTHING)).collect();
    populate_partial_type_conversion(&ops, patterns, target, converter);
}

/// Operands, results and block arguments that keep their types where an op is converted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct KeptTypes {
    /// How many of the first operands.
    pub operands: usize,
    /// How many of the first arguments of the entry block of each region.
    pub arguments: usize,
}

/// The name of an op, the name of its pattern, and the parts of an op that keep their types.
pub type PartialConversion = (&'static str, &'static str, fn(OpRef<'_>) -> KeptTypes);

const KEEPS_NOTHING: fn(OpRef<'_>) -> KeptTypes = |_| KeptTypes::default();

/// As [`populate_type_conversion`], for ops of which some operands and block arguments have a type
/// that does not change, such as the bounds and variables of a loop.
pub fn populate_partial_type_conversion(
    ops: &[PartialConversion],
    patterns: &mut ConversionPatternSet,
    target: &mut ConversionTarget,
    converter: &Arc<TypeConverter>,
) {
    let mut own = ConversionPatternSet::with_converter(converter);
    for &(op, pattern, kept) in ops {
        let converter = Arc::clone(converter);
        target.add_dynamically_legal_op_named(op, move |op| is_legal(op, kept(op), &converter));
        own.add_rooted(PatternRoot::Op(op), pattern, 1, &[], move |op, operands, rewriter| {
            let kept = kept(rewriter.body().op(op));
            convert_types(op, kept, operands, rewriter)
        });
    }
    patterns.extend(own);
}

fn is_legal(op: OpRef<'_>, kept: KeptTypes, converter: &TypeConverter) -> bool {
    let body = op.body();
    let mut converted = op.operand_types().skip(kept.operands).chain(op.result_types());
    converted.all(|ty| converter.is_legal(ty))
        && op.successors().all(|block| converter.is_legal_block(body, block))
        && op.regions().all(|region| {
            region.blocks().enumerate().all(|(index, block)| {
                let kept = if index == 0 { kept.arguments } else { 0 };
                let mut arguments = block.arguments().iter().skip(kept);
                arguments.all(|&argument| converter.is_legal(block.body().ty(argument)))
            })
        })
}

fn convert_types(
    op: OpId,
    kept: KeptTypes,
    operands: &[ValueId],
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let regions: SmallVec<[_; 2]> = body.regions(op).into();
    let old_types = body.result_types(op);
    let types = old_types.iter().map(|&ty| rewriter.convert_type(ty));
    let types: SmallVec<[Type; 2]> = types.collect::<Result<_, _>>()?;
    for &region in &regions {
        let entry = entry_signature(region, kept.arguments, rewriter)?;
        rewriter.convert_region_types(region, entry.as_ref())?;
    }
    rewriter.convert_successor_types(op)?;
    let mut operands: SmallVec<[ValueId; 4]> = operands.into();
    for (index, operand) in operands.iter_mut().enumerate().take(kept.operands) {
        *operand = rewriter.body().operand(op, index);
    }
    let body = rewriter.body();
    if old_types == types {
        rewriter.update_in_place(op, |body| {
            for (index, operand) in operands.into_iter().enumerate() {
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
    let mut state = state.operands(&operands).results(&types);
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

/// How the arguments of a region's entry block change, if some of them keep their types.
fn entry_signature(
    region: RegionId,
    kept: usize,
    rewriter: &ConversionPatternRewriter<'_>,
) -> Result<Option<SignatureConversion>, MatchFailure> {
    let body = rewriter.body();
    let Some(block) = body.entry_block(region).filter(|_| kept > 0) else { return Ok(None) };
    let arguments = body.arguments(block);
    let mut signature = SignatureConversion::new(arguments.len());
    for (index, &argument) in arguments.iter().enumerate() {
        let ty = body.ty(argument);
        signature.add_inputs(index, &[if index < kept { ty } else { rewriter.convert_type(ty)? }]);
    }
    Ok(Some(signature))
}
