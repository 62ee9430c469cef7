//! Affine expressions of common inputs, and values that are computed from them.

use crate::operands::MapOperands;
use crate::{ApplyOp, MinOp};
use mlir_lite::Context;
use mlir_lite::affine::AffineExpr;
use mlir_lite::dialects::standard::ConstantOp;
use mlir_lite::ir::{Body, OpBuilder, OpId, ValueId};
use smallvec::SmallVec;

/// The dimensions and symbols of several maps, so that their results can be combined.
#[derive(Default)]
pub(crate) struct Inputs {
    dims: SmallVec<[ValueId; 4]>,
    symbols: SmallVec<[ValueId; 4]>,
}

impl Inputs {
    /// The results of a map, as expressions of these inputs.
    pub(crate) fn add(&mut self, ctx: &Context, map: &MapOperands) -> SmallVec<[AffineExpr; 4]> {
        let count = map.map.data(ctx).dims as usize;
        let (dims, symbols) = map.operands.split_at(count);
        let dims: SmallVec<[AffineExpr; 4]> =
            dims.iter().map(|&value| self.dim(ctx, value)).collect();
        let symbols: SmallVec<[AffineExpr; 4]> =
            symbols.iter().map(|&value| self.symbol(ctx, value)).collect();
        let results = map.map.results(ctx);
        results.iter().map(|result| result.substitute(ctx, &dims, &symbols)).collect()
    }

    /// A value as a dimension.
    pub(crate) fn dim(&mut self, ctx: &Context, value: ValueId) -> AffineExpr {
        ctx.affine_dim(position(&mut self.dims, value))
    }

    /// A value as a symbol.
    pub(crate) fn symbol(&mut self, ctx: &Context, value: ValueId) -> AffineExpr {
        ctx.affine_symbol(position(&mut self.symbols, value))
    }

    /// Expressions of these inputs as a map.
    pub(crate) fn map(&self, ctx: &Context, results: &[AffineExpr]) -> MapOperands {
        let map = ctx.affine_map(self.dims.len() as u32, self.symbols.len() as u32, results);
        MapOperands { map, operands: self.dims.iter().chain(&self.symbols).copied().collect() }
    }
}

fn position(values: &mut SmallVec<[ValueId; 4]>, value: ValueId) -> u32 {
    let known = values.iter().position(|&other| other == value);
    known.unwrap_or_else(|| {
        values.push(value);
        values.len() - 1
    }) as u32
}

/// The value of a map, or the least of its results if there are several: a constant or an operand
/// where it is one.
pub(crate) fn value_of(builder: &mut (impl OpBuilder + ?Sized), map: MapOperands) -> ValueId {
    let ctx = builder.context_handle();
    if let Some(input) = map.single_input(&ctx) {
        return input;
    }
    let map = map.in_simplest_form(builder.body());
    let &[result] = map.map.results(&ctx) else {
        return MinOp::create(builder, &map.operands, map.map);
    };
    match (result.as_constant(&ctx), map.single_input(&ctx)) {
        (Some(constant), _) => ConstantOp::index(builder, constant),
        (_, Some(input)) => input,
        _ => ApplyOp::create(builder, &map.operands, map.map),
    }
}

/// Whether a value is defined outside of an op.
pub(crate) fn is_outside(body: &Body, value: ValueId, op: OpId) -> bool {
    let owner = body.defining_block(value).and_then(|block| body.block_owner(block));
    owner.is_some_and(|owner| owner != op && !body.is_inside(owner, op))
}

/// Replaces the uses of a value by another one that is computed from it.
pub(crate) fn replace_other_uses(body: &mut Body, from: ValueId, to: ValueId) {
    let definition = body.defining_op(to);
    if from != to {
        body.replace_uses_if(from, to, |_, used| Some(used.owner) != definition);
    }
}
