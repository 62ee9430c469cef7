//! The elements that resolved subscripts mean, as loops access them.

use mlir_lite::affine::AffineMap;
use mlir_lite::dialects::affine::expand_affine_expr;
use mlir_lite::edsc::{AffineEdsc, Edsc, Expr};
use mlir_lite::ir::prelude::*;

use super::{Subscripts, hull, result_shape};
use crate::loop_builder::is_affine;
use crate::loop_builder::sizes::{value, with_symbols};
use crate::ops::checked_index::CheckedIndexOp;
use crate::ops::selection::{is_dropped, step_at};
use crate::sizes::{Size, Sizes, known_sizes};

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
    /// The same, as the caller decides them.
    lengths: Sizes,
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
            lengths: known_sizes(subscripts.tensor),
        })
    }

    /// The sizes of the selection.
    pub(crate) fn shape(&self) -> Vec<i64> {
        result_shape(&self.sizes, &self.counts)
    }

    /// Whether the selection has this dimension of the tensor.
    fn keeps(&self, dimension: usize) -> bool {
        self.counts.get(dimension).is_none_or(|count| !is_dropped(*count))
    }

    /// Whether the places depend on variables of affine loops only.
    pub(crate) fn are_affine(&self, body: &Body) -> bool {
        self.variables.iter().all(|variable| is_affine(body, *variable))
    }

    /// The map from its inputs and the loops over the selection to the indices of an element, and
    /// the values of its symbols, which are sizes.
    pub(crate) fn map<'e>(&self, e: Edsc<'e>) -> Result<(AffineMap, Vec<Expr<'e>>), String> {
        let ctx = &e.context();
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
        let count = self.places.data(ctx).symbols;
        let symbols = with_symbols(e, self.places, &[]);
        Ok((ctx.affine_map(next, count, &subscripts), e.exprs(&symbols)))
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
                let operands = with_symbols(e, self.places, self.variables);
                let symbols = self.places.data(&ctx).symbols;
                let map = ctx.affine_map(dims, symbols, &[place]);
                e.apply(map, &e.exprs::<Vec<_>>(&operands))
            } else {
                let symbols = with_symbols(e, self.places, &[]);
                let index = e.emit(|b| expand_affine_expr(b, place, self.variables, &symbols));
                e.expr(index.ok_or("an index cannot be computed")?)
            };
            let index = match checked.contains(&dimension) {
                true => {
                    let (count, at) = (Some(count).filter(|count| *count >= 0), at.to_owned());
                    let index = index.id();
                    match self.lengths.get(dimension as usize).copied() {
                        Some(length @ Size::Symbolic(_)) => e.value(|b| {
                            let length = value(b, length);
                            CheckedIndexOp::create(b, index, Some(length), count, None, at)
                        }),
                        _ => e.value(|b| {
                            CheckedIndexOp::create(b, index, None, count, Some(size), at)
                        }),
                    }
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
