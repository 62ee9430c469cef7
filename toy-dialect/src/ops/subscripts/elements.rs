//! The elements that resolved subscripts mean, as loops access them.

use mlir_lite::affine::AffineMap;
use mlir_lite::dialects::affine::expand_affine_expr;
use mlir_lite::edsc::{AffineEdsc, Edsc, Expr};
use mlir_lite::ir::prelude::*;

use super::{Subscripts, hull, result_shape};
use crate::loop_builder::is_affine;
use crate::ops::checked_index::CheckedIndexOp;
use crate::ops::selection::step_at;

/// The elements that resolved subscripts mean, as loops access them.
pub(crate) struct Elements<'v> {
    /// The inputs of the map.
    pub(crate) variables: &'v [ValueId],
    pub(crate) places: AffineMap,
    pub(crate) counts: Vec<i64>,
    /// Those of the ranges; none if all are 1.
    steps: Vec<i64>,
    /// Those of the tensor.
    pub(crate) sizes: Vec<i64>,
}

impl<'v> Elements<'v> {
    /// The elements that subscripts mean of a tensor whose memory is `memref`, with the values that
    /// took the place of the op's numbers.
    ///
    /// # Errors
    /// If an index depends on something other than a loop variable.
    pub(crate) fn new(
        subscripts: &Subscripts<'_>,
        sizes: &[i64],
        variables: &'v [ValueId],
    ) -> Result<Self, String> {
        let body = subscripts.op.body();
        if variables.iter().any(|variable| body.ty(*variable) != Type::INDEX) {
            return Err("an index depends on something other than a loop variable".to_owned());
        }
        Ok(Self {
            variables,
            places: subscripts.places.ok_or("indices are missing")?,
            counts: subscripts.counts.clone().ok_or("counts are missing")?,
            steps: subscripts.steps.clone(),
            sizes: sizes.to_vec(),
        })
    }

    /// The sizes of the selection.
    pub(crate) fn shape(&self) -> Vec<i64> {
        result_shape(&self.sizes, &self.counts)
    }

    /// Whether the selection has this dimension of the tensor.
    fn keeps(&self, dimension: usize) -> bool {
        self.counts.get(dimension).is_none_or(|count| *count >= 0)
    }

    /// Whether the places depend on variables of affine loops only.
    pub(crate) fn are_affine(&self, body: &Body) -> bool {
        self.variables.iter().all(|variable| is_affine(body, *variable))
    }

    /// The map from its inputs and the loops over the selection to the indices of an element.
    pub(crate) fn map(&self, ctx: &Context) -> Result<AffineMap, String> {
        let mut next = self.variables.len() as u32;
        let mut subscripts = Vec::with_capacity(self.sizes.len());
        for dimension in 0..self.sizes.len() {
            let place = self.places.results(ctx).get(dimension).copied();
            let own = self.keeps(dimension).then(|| {
                next += 1;
                let own = ctx.affine_dim(next - 1);
                ctx.affine_mul(own, ctx.affine_constant(step_at(&self.steps, dimension)))
            });
            subscripts.push(match (place, own) {
                (Some(place), Some(own)) => ctx.affine_add(place, own),
                (Some(place), None) => place,
                (None, own) => own.ok_or("the op is malformed")?,
            });
        }
        Ok(ctx.affine_map(next, 0, &subscripts))
    }

    /// The first index of each subscript; those in the dimensions `checked` are checked.
    pub(crate) fn checked_firsts<'e>(
        &self,
        e: Edsc<'e>,
        checked: &[i64],
        at: &str,
    ) -> Result<Vec<Expr<'e>>, String> {
        let ctx = e.context();
        let are_affine = e.read(|body| self.are_affine(body));
        let dims = self.variables.len() as u32;
        let mut firsts = Vec::with_capacity(self.sizes.len());
        let places = self.places.results(&ctx).iter().zip(&self.counts).zip(&self.sizes);
        for (dimension, ((&place, &count), &size)) in (0..).zip(places) {
            // Those from the least index to the last one are checked.
            let (back, count) = hull(count, step_at(&self.steps, dimension as usize));
            let place = ctx.affine_add(place, ctx.affine_constant(-back));
            let index = if are_affine {
                e.apply(ctx.affine_map(dims, 0, &[place]), &e.exprs::<Vec<_>>(self.variables))
            } else {
                let index = e.emit(|b| expand_affine_expr(b, place, self.variables, &[]));
                e.expr(index.ok_or("an index cannot be computed")?)
            };
            let index = match checked.contains(&dimension) {
                true => {
                    let (count, at) = (Some(count).filter(|count| *count >= 0), at.to_owned());
                    e.value(|b| CheckedIndexOp::create(b, index.id(), count, size, at))
                }
                false => index,
            };
            firsts.push(if back == 0 { index } else { index + e.index(back) });
        }
        Ok(firsts)
    }

    /// The indices of the element that the loops over the selection are at, from those that
    /// [`checked_firsts`](Self::checked_firsts) gave.
    pub(crate) fn indices<'e>(
        &self,
        e: Edsc<'e>,
        firsts: &[Expr<'e>],
        ivs: &[Expr<'e>],
    ) -> Vec<Expr<'e>> {
        let mut ivs = ivs.iter().copied();
        let mut indices = Vec::with_capacity(self.sizes.len());
        for dimension in 0..self.sizes.len() {
            let own = if self.keeps(dimension) { ivs.next() } else { None };
            let own = own.map(|own| match step_at(&self.steps, dimension) {
                1 => own,
                step => e.index(step) * own,
            });
            indices.extend(match (firsts.get(dimension).copied(), own) {
                (Some(first), Some(own)) => Some(first + own),
                (first, own) => first.or(own),
            });
        }
        indices
    }
}
