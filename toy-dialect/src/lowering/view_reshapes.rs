//! Reshapes without copies: a reshape becomes a view of the same memory with another shape.
//!
//! Loop fusion computes a reshape where its result is used. The remaining reshapes, whose results
//! are not used by loops (but printed, passed on, saved), copy each element to the same row-major
//! index. If nothing writes to the source as long as the copy is used, the copy is replaced by a
//! view.
//!
//! This is simple because the memory of a value is filled before it is read for the first time, and
//! afterwards written only by stores, where elements are assigned: all other uses of the source
//! after the copy only read, unless the memory is passed on as another value.

use mlir_lite::affine::AffineExpr;
use mlir_lite::analysis::alias::viewed;
use mlir_lite::dialects::affine::operands::MapOperands;
use mlir_lite::dialects::affine::subscripts::{Access, Subscripts};
use mlir_lite::dialects::affine::{ForOp, LoadOp, StoreOp};
use mlir_lite::dialects::standard::{
    self, AllocOp, DeallocOp, GetGlobalMemrefOp, MemrefReinterpretCastOp,
};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::types::TypeKind;
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHashMap;

use super::buffers::perfect_nest;
use crate::loop_builder::subscripts;

/// Make reshapes that are left views of memory.
#[pass(name = "toy-view-reshapes", report_name = "ToyViewReshapes", each_body)]
pub struct ViewReshapesPass {
    /// Number of copies that became views
    #[statistic("views")]
    VIEWS: Statistic,
}

impl RunPass for ViewReshapesPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ops = body.own_ops();
        let nests: Vec<OpId> =
            ops.iter().copied().filter(|&op| Copy::cast(body, op).is_some()).collect();
        if nests.is_empty() {
            return Ok(());
        }
        let places: FxHashMap<OpId, usize> = ops.into_iter().zip(0..).collect();
        for nest in nests {
            // The source may have become a view meanwhile.
            let Some(copy) = Copy::cast(body, nest) else { continue };
            if copy.may_be_view(body, &places) {
                copy.replace(body);
                cx.count(Self::VIEWS, 1);
            }
        }
        Ok(())
    }
}

/// Loops that copy all elements of one memref into another, in row-major order.
struct Copy {
    nest: OpId,
    source: ValueId,
    alloc: AllocOp,
    result: ValueId,
}

impl Copy {
    fn cast(body: &Body, nest: OpId) -> Option<Self> {
        let ctx = body.context();
        let (variables, innermost) = perfect_nest(body, nest)?;
        let mut ops = body.ops(innermost);
        let load = LoadOp::cast(body, ops.next()?)?;
        let store = StoreOp::cast(body, ops.next()?)?;
        if Some(ops.next()?) != body.terminator(innermost) || store.value(body) != load.result(body)
        {
            return None;
        }
        let (source, result) = (load.memref(body), store.memref(body));
        let alloc = AllocOp::defining(body, result)?;
        if body.block(alloc.id()) != body.block(nest) {
            return None;
        }
        let has_plain_layout = |ty: Type| {
            matches!(ty.kind(ctx), TypeKind::MemRef { layout: None, .. })
                && ty.static_shape(ctx).is_some()
        };
        let (from, to) = (body.ty(source), body.ty(result));
        if !has_plain_layout(from) || !has_plain_layout(to) {
            return None;
        }
        let (from, to) = (from.static_shape(ctx)?, to.static_shape(ctx)?);
        let number = |shape: &[i64]| shape.iter().map(|&size| i128::from(size)).product::<i128>();
        if number(from) != number(to) {
            return None;
        }
        let filled = all_elements(body, store, to, nest)?;
        let from = subscripts::reshape(ctx, from, to);
        let wanted = from
            .results(ctx)
            .iter()
            .map(|result| result.substitute(ctx, &filled, &[]))
            .collect::<Vec<_>>();
        let wanted =
            MapOperands::new(ctx.affine_map(variables.len() as u32, 0, &wanted), &variables);
        let wanted = Subscripts::new(body, &wanted, &variables);
        let read = Subscripts::new(body, &load.subscripts(body), &variables);
        (wanted == read).then_some(Self { nest, source, alloc, result })
    }

    /// Whether source and copy can share memory without a visible difference.
    fn may_be_view(&self, body: &Body, places: &FxHashMap<OpId, usize>) -> bool {
        let Some(block) = body.block(self.nest) else { return false };
        let origin = viewed(body, self.source);
        // For values that loops carry, the time of writes is not known here.
        let is_parameter = |block| body.arguments(block).contains(&origin);
        let is_known = AllocOp::defining(body, origin).is_some()
            || GetGlobalMemrefOp::defining(body, origin).is_some()
            || body
                .regions(body.root())
                .iter()
                .any(|&region| body.entry_block(region).is_some_and(is_parameter));
        // The position of a use in the block of the copy; none if it is outside, where it is not
        // executed meanwhile.
        let place = |user: OpId| places.get(&body.ancestor_in_block(user, block)?).copied();
        let nest = places[&self.nest];
        let Some(of_result) = uses_while_running(body, self.result) else { return false };
        let Some(of_source) = uses_while_running(body, origin) else { return false };
        let mut last = nest;
        for user in of_result {
            if DeallocOp::is(body, user) {
                continue;
            }
            let Some(place) = place(user).filter(|&place| place >= nest) else { return false };
            if place > nest && is_store(body, user) {
                return false;
            }
            last = last.max(place);
        }
        is_known
            && of_source.into_iter().all(|user| match place(user) {
                None => true,
                Some(place) if DeallocOp::is(body, user) => place > last,
                Some(place) => place <= nest || !is_store(body, user),
            })
    }

    fn replace(self, body: &mut Body) {
        let ty = body.ty(self.result);
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(self.nest));
        let view = MemrefReinterpretCastOp::row_major(&mut builder, self.source, ty);
        let frees: Vec<OpId> =
            body.users(self.result).filter(|user| DeallocOp::is(body, *user)).collect();
        body.erase_ops(frees);
        body.erase_op(self.nest);
        body.replace_all_uses(self.result, view);
        body.erase_op(self.alloc.id());
    }
}

/// The subscripts of a store, over the nest's variables, if it fills all memory of this shape, in
/// row-major order.
fn all_elements(body: &Body, store: StoreOp, shape: &[i64], nest: OpId) -> Option<Vec<AffineExpr>> {
    let ctx = body.context();
    let mut current = ForOp::cast(body, nest);
    let mut filled = Vec::with_capacity(shape.len());
    let mut variables = Vec::new();
    for &size in shape {
        let Some(this) = current.filter(|this| {
            this.constant_bounds(body) == Some((0, size)) && this.step_value(body) == 1
        }) else {
            // Loops with one iteration were removed.
            (size == 1).then(|| filled.push(ctx.affine_constant(0)))?;
            continue;
        };
        filled.push(ctx.affine_dim(variables.len() as u32));
        variables.push(this.induction_variable(body));
        current = body.first_op(this.block(body)).and_then(|op| ForOp::cast(body, op));
    }
    let written = Subscripts::new(body, &Access::Store(store).map_operands(body), &variables);
    (current.is_none() && written.values.is_empty() && written.results[..] == filled[..])
        .then_some(filled)
}

/// All uses of memory, including uses of views. None if something passes it on as another value.
fn uses_while_running(body: &Body, memref: ValueId) -> Option<Vec<OpId>> {
    let mut names = vec![memref];
    let mut users = Vec::new();
    while let Some(name) = names.pop() {
        for user in body.users(name) {
            if let Some(view) = MemrefReinterpretCastOp::cast(body, user) {
                names.push(view.result(body));
            } else if !body.regions(user).is_empty()
                || body
                    .results(user)
                    .next()
                    .is_some_and(|result| body.ty(result).is_memref(body.context()))
                || body.block(user).and_then(|block| body.terminator(block)) == Some(user)
            {
                return None;
            } else {
                users.push(user);
            }
        }
    }
    Some(users)
}

fn is_store(body: &Body, op: OpId) -> bool {
    standard::StoreOp::is(body, op) || Access::cast(body, op).is_some_and(Access::is_store)
}
