//! Conversion of the types of ops that stay the same ops: loops, branches, calls, conditionals.

use crate::conversion::{
    ConversionPatternRewriter, ConversionPatternSet, ConversionTarget, OneToManyOperands,
    SignatureConversion, TypeConverter,
};
use crate::rewrite::{MatchFailure, MatchResult, PatternRoot};
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::op_def::{Arity, ValueGroupDef};
use mlir_lite::ir::{Body, Ident, OpBuilder, OpId, OpRef, OperationState, RegionId, ValueId};
use mlir_lite::text::print_type;
use mlir_lite::types::Type;
use smallvec::SmallVec;
use std::sync::Arc;

/// Adds a pattern for each of these ops, which converts the types of its operands, its results and
/// the arguments of its blocks and of the blocks that it branches to by `converter`. In `target`,
/// the ops are legal if they have converted types. A type may be converted to several or no types
/// where the op has any number of values.
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
        own.add_rooted_one_to_many(
            PatternRoot::Op(op),
            pattern,
            1,
            move |op, operands, rewriter| {
                let kept = kept(rewriter.body().op(op));
                convert_types(op, kept, operands, rewriter)
            },
        );
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
    operands: &OneToManyOperands,
    rewriter: &mut ConversionPatternRewriter<'_>,
) -> MatchResult {
    let body = rewriter.body();
    let regions: SmallVec<[_; 2]> = body.regions(op).into();
    let old_types = body.result_types(op);
    let types = old_types.iter().map(|&ty| rewriter.convert_type_to_many(ty));
    let types: SmallVec<[SmallVec<[Type; 1]>; 2]> = types.collect::<Result<_, _>>()?;
    for &region in &regions {
        let entry = entry_signature(region, kept.arguments, rewriter)?;
        rewriter.convert_region_types(region, entry.as_ref())?;
    }
    rewriter.convert_successor_types(op)?;
    let body = rewriter.body();
    let mut converted = OneToManyOperands::default();
    for (index, values) in operands.iter().enumerate() {
        match index < kept.operands {
            true => converted.push(&[body.operand(op, index)]),
            false => converted.push(values),
        }
    }
    let resized = Resized {
        operands: converted.iter().map(<[ValueId]>::len).collect(),
        results: types.iter().map(SmallVec::len).collect(),
    };
    resized.check(body, op)?;
    let sizes = resized.segment_sizes(body, op);
    let new_types: SmallVec<[Type; 2]> = types.iter().flatten().copied().collect();
    if old_types == new_types {
        rewriter.update_in_place(op, |body| {
            set_operands(body, op, &converted);
            for (name, sizes) in sizes {
                body.set_attr(op, name, sizes);
            }
        });
        return Ok(());
    }
    if body.successors(op).next().is_some() {
        return Err("the op has results and successors".into());
    }
    let mut state = OperationState::new(body.op(op).name(), body.location(op));
    state.attributes = body.attributes(op).into_iter().collect();
    for (name, sizes) in sizes {
        let found = state.attributes.iter_mut().find(|(other, _)| *other == name);
        found.into_iter().for_each(|(_, old)| *old = sizes);
    }
    let mut state = state.operands(converted.flattened()).results(&new_types);
    for _ in &regions {
        state.regions.push(rewriter.body_mut().create_region());
    }
    let new_regions = state.regions.clone();
    let created = rewriter.create(state);
    for (&from, to) in regions.iter().zip(new_regions) {
        rewriter.move_region(from, to);
    }
    let results: SmallVec<[ValueId; 2]> = rewriter.body().results(created).collect();
    let mut rest = &results[..];
    let lists = types.iter().map(|types| {
        let (list, others) = rest.split_at(types.len());
        rest = others;
        list
    });
    let lists: SmallVec<[&[ValueId]; 2]> = lists.collect();
    rewriter.replace_op_with_multiple(op, &lists);
    Ok(())
}

/// Sets the operands of an op, those that are passed to successors included.
fn set_operands(body: &mut Body, op: OpId, operands: &OneToManyOperands) {
    let passed: SmallVec<[_; 2]> = (0..body.num_successors(op))
        .map(|successor| body.successor_operand_range(op, successor))
        .collect();
    let own = passed.first().map_or(operands.len(), |first| first.start);
    for (successor, range) in passed.into_iter().enumerate() {
        body.set_successor_operands(op, successor, operands.flattened_range(range));
    }
    body.set_operands(op, operands.flattened_range(0..own));
}

/// How many values each operand and each result of an op becomes.
struct Resized {
    operands: SmallVec<[usize; 4]>,
    results: SmallVec<[usize; 2]>,
}

impl Resized {
    /// Checks that the op has any number of values where one becomes several or none.
    fn check(&self, body: &Body, op: OpId) -> MatchResult {
        let Some(def) = body.op(op).info().def() else { return Ok(()) };
        let mut counts = self.operands.iter().chain(&self.results);
        if counts.all(|&count| count == 1) {
            return Ok(());
        }
        let operands = def.operands.iter().enumerate().flat_map(|(index, group)| {
            let of = move |it| (group, self.operands[it], body.ty(body.operand(op, it)));
            body.operand_group(op, index).map(of)
        });
        let results = def.results.iter().enumerate().flat_map(|(index, group)| {
            let of = move |it| (group, self.results[it], body.ty(body.result(op, it)));
            body.result_group(op, index).map(of)
        });
        let is_wrong = |(group, count, _): &(&ValueGroupDef, usize, Type)| {
            *count != 1 && group.arity != Arity::Variadic
        };
        match operands.chain(results).find(is_wrong) {
            None => Ok(()),
            Some((group, count, ty)) => Err(MatchFailure::new(format!(
                "'{}' must be one value, and its type '{}' is converted to {count} types",
                group.name,
                print_type(body.context(), ty)
            ))),
        }
    }

    /// The attributes with sizes of groups that change.
    fn segment_sizes(&self, body: &Body, op: OpId) -> SmallVec<[(Ident, Attribute); 2]> {
        let ctx = body.context();
        let counts = [
            ("operandSegmentSizes", &self.operands[..]),
            ("resultSegmentSizes", &self.results[..]),
        ];
        let resized = counts.into_iter().filter_map(|(name, counts)| {
            let name = ctx.ident(name);
            let sizes = body.op(op).attr(name)?.as_i64_array(ctx)?;
            let mut rest = counts.iter();
            let resized: Vec<i32> = sizes
                .iter()
                .map(|&size| rest.by_ref().take(size as usize).sum::<usize>() as i32)
                .collect();
            let is_changed = counts.iter().any(|&count| count != 1);
            is_changed.then(|| (name, ctx.i32_array_attr(&resized)))
        });
        resized.collect()
    }
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
        match index < kept {
            true => signature.add_inputs(index, &[ty]),
            false => signature.add_inputs(index, &rewriter.convert_type_to_many(ty)?),
        }
    }
    Ok(Some(signature))
}
