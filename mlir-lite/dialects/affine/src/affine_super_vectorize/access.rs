//! Accesses to memory by the iterations of vectorized loops.

use super::plan::Dimension;
use crate::ForOp;
use crate::operands::MapOperands;
use crate::subscripts::Access;
use mlir_lite::affine::AffineExpr;
use mlir_lite::dialects::standard::DimOp;
use mlir_lite::dialects::vector::mask_dimensions;
use mlir_lite::ir::prelude::*;
use mlir_lite::types::TypeKind;

/// Where an access is, in a nest with vectorized loops.
pub(super) struct Transfer {
    pub(super) access: Access,
    /// The subscripts of the first element.
    pub(super) place: MapOperands,
    /// For each dimension of the vector, which one of the memory it goes along. None if it does not
    /// move.
    pub(super) along: SmallVec<[Option<usize>; 2]>,
}

impl Transfer {
    /// None if the access skips elements, or goes along one dimension of the memory, or along more,
    /// for several loops.
    pub(super) fn new(body: &Body, access: Access, dimensions: &[Dimension]) -> Option<Self> {
        let place = place(body, access)?;
        let mut along = SmallVec::new();
        for dimension in dimensions {
            let of_all: SmallVec<[ValueId; 4]> = dimension.variables(body).collect();
            along.push(moves_along(body, &place, &of_all)?);
        }
        let mut used: SmallVec<[usize; 2]> = along.iter().copied().flatten().collect();
        let count = used.len();
        used.sort_unstable();
        used.dedup();
        (used.len() == count).then_some(Self { access, place, along })
    }

    /// The dimensions of the vector that masks have: those that move, in the order of the memory's.
    pub(super) fn mask_dimensions(&self) -> Vec<usize> {
        mask_dimensions(&self.along)
    }

    /// Whether what the loop of a dimension does not reach is outside of the memory.
    pub(super) fn ends_with_memory(&self, body: &Body, dimension: usize, this: ForOp) -> bool {
        let ctx = body.context();
        let Some(along) = self.along[dimension] else { return false };
        let memref = self.access.memref(body);
        let upper = this.upper_bound(body).in_simplest_form(body);
        let [end] = upper.map.results(ctx) else { return false };
        let Some(offset) = self.offset_from(body, along, this.induction_variable(body)) else {
            return false;
        };
        let size = body.ty(memref).shape(ctx).and_then(|shape| shape.get(along).copied());
        match (end.as_constant(ctx), size) {
            (Some(end), Some(size @ 0..)) => end.checked_add(offset).is_some_and(|end| end >= size),
            (None, Some(_)) if offset == 0 => {
                let size = upper
                    .single_input(ctx)
                    .and_then(|value| DimOp::defining(body, value))
                    .filter(|size| size.memref_or_tensor(body) == memref);
                let index = size.and_then(|size| body.constant_value(size.index(body)));
                index.and_then(|index| index.as_i64(ctx)) == i64::try_from(along).ok()
            }
            _ => false,
        }
    }

    /// `c` if the subscript is `variable + c`.
    fn offset_from(&self, body: &Body, along: usize, variable: ValueId) -> Option<i64> {
        let ctx = body.context();
        let input = self.place.operands.iter().position(|&operand| operand == variable)?;
        let result = self.place.map.results(ctx).get(along).copied()?;
        let inputs = with_input(body, &self.place, input, ctx.affine_constant(0));
        result.substitute(ctx, &inputs.0, &inputs.1).collected(ctx).as_constant(ctx)
    }
}

/// The subscripts of an access to elements that vectors can have.
fn place(body: &Body, access: Access) -> Option<MapOperands> {
    let ctx = body.context();
    let TypeKind::MemRef { element, layout: None, .. } = body.ty(access.memref(body)).kind(ctx)
    else {
        return None;
    };
    let is_number = *element == Type::INDEX || element.is_integer(ctx) || element.is_float(ctx);
    let place = access.map_operands(body).in_simplest_form(body);
    (is_number && place.divides_by_positive_numbers(ctx)).then_some(place)
}

/// Which dimension of the memory an access moves along, by one element, when a variable grows by
/// one; counted from the last one, for all memrefs alike. `None` if it does not move; `Err` if it
/// moves in any other way.
pub(super) fn varying_dimension(
    body: &Body,
    access: Access,
    variable: ValueId,
) -> Result<Option<usize>, ()> {
    let place = place(body, access).ok_or(())?;
    let rank = place.map.results(body.context()).len();
    let along = moves_along(body, &place, &[variable]).ok_or(())?;
    Ok(along.map(|along| rank - 1 - along))
}

/// Which subscript grows by one with each of these variables that it has as inputs; `Some(None)` if
/// none of them is an input. None if it is not one subscript alone, or grows otherwise.
fn moves_along(body: &Body, place: &MapOperands, variables: &[ValueId]) -> Option<Option<usize>> {
    let ctx = body.context();
    let mut found = None;
    let of_variables =
        (0..).zip(&place.operands).filter(|(_, operand)| variables.contains(operand));
    for (input, _) in of_variables {
        let next = ctx.affine_add(input_expr(body, place, input), ctx.affine_constant(1));
        let (dims, symbols) = with_input(body, place, input, next);
        for (along, &result) in place.map.results(ctx).iter().enumerate() {
            let moved = result.substitute(ctx, &dims, &symbols);
            let difference = ctx.affine_add(moved, ctx.affine_mul(result, ctx.affine_constant(-1)));
            match difference.collected(ctx).as_constant(ctx) {
                Some(0) => {}
                Some(1) if found.is_none_or(|found| found == along) => found = Some(along),
                _ => return None,
            }
        }
    }
    Some(found)
}

/// An input as an expression.
fn input_expr(body: &Body, place: &MapOperands, input: usize) -> AffineExpr {
    let ctx = body.context();
    let dims = place.map.data(ctx).dims as usize;
    match input.checked_sub(dims) {
        None => ctx.affine_dim(input as u32),
        Some(symbol) => ctx.affine_symbol(symbol as u32),
    }
}

/// The substitution for the inputs that turns one into another expression and keeps the others.
fn with_input(
    body: &Body,
    place: &MapOperands,
    input: usize,
    becomes: AffineExpr,
) -> (Vec<AffineExpr>, Vec<AffineExpr>) {
    let all = (0..place.operands.len()).map(|other| match other == input {
        true => becomes,
        false => input_expr(body, place, other),
    });
    let mut dims: Vec<AffineExpr> = all.collect();
    let symbols = dims.split_off(place.map.data(body.context()).dims as usize);
    (dims, symbols)
}
