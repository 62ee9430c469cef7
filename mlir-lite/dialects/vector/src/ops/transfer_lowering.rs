//! Transfers as one access of a vector where they can be, and as loops otherwise.

use crate::ops::edsc::VectorEdsc;
use crate::ops::lowering::{LoweredToScf, NO_MEMORY, Scf, check_fixed, load};
use crate::ops::transfer::TransferParts;
use crate::shapes::Shape;
use crate::{TransferReadOp, TransferWriteOp};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::scf::edsc::ScfEdsc;
use mlir_lite::dialects::standard::edsc::{Edsc, EdscScope, Expr};
use mlir_lite::dialects::standard::{CmpIPredicate, ZExtIOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchFailure, MatchResult};
use mlir_lite::types::strides_and_offset;

impl TransferParts {
    /// Fails unless the elements of memory are numbers.
    fn check_elements(&self, body: &Body) -> MatchResult {
        match body.ty(self.base).element_or_self(body.context()) == self.shape.element {
            true => Ok(()),
            false => Err("memory of vectors is not transferred".into()),
        }
    }

    /// Whether one access of a vector does the same.
    fn is_one_access(&self, body: &Body) -> bool {
        let (ctx, ty) = (body.context(), body.ty(self.base));
        let strides = strides_and_offset(ctx, ty).map(|(strides, _)| strides);
        ty.is_memref(ctx)
            && self.mask.is_none()
            && self.shape.rank() > 0
            && self.transfer.in_bounds.iter().all(|&in_bounds| in_bounds)
            && self.transfer.is_minor_identity(self.indices.len())
            && strides.is_some_and(|strides| strides.last() == Some(&Some(1)))
    }
}

/// A transfer element by element, through memory for the vector.
struct Elementwise<'e> {
    base: Expr<'e>,
    parts: TransferParts,
    buffer: Expr<'e>,
    /// The mask in memory, as bytes.
    mask: Option<Expr<'e>>,
}

impl<'e> Elementwise<'e> {
    fn new(e: Edsc<'e>, parts: TransferParts) -> Result<Self, MatchFailure> {
        let ctx = e.context();
        elements_have_bytes(&ctx, parts.shape.element)?;
        check_fixed(&[&parts.shape])?;
        if parts.shape.rank() == 0 {
            return Err("a vector without dimensions is not transferred".into());
        }
        let buffer = e.alloca(ctx.memref_type(&parts.shape.sizes, parts.shape.element), &[]);
        let mask = parts.mask.map(|mask| {
            let shape = Shape::of(&ctx, e.expr(mask).ty()).with_element(Type::I8);
            let bytes = e.expr(mask).to::<ZExtIOp>(shape.ty(&ctx));
            let memory = e.alloca(ctx.memref_type(&shape.sizes, Type::I8), &[]);
            e.store_vector(bytes, memory, &vec![e.index(0); shape.rank()]);
            memory
        });
        Ok(Self { base: e.expr(parts.base), parts, buffer, mask })
    }

    /// The subscripts in the buffer of its first element.
    fn first(&self) -> Vec<Expr<'e>> {
        vec![self.base.builder().index(0); self.parts.shape.rank()]
    }

    /// Builds loops over the elements of the vector. `access` gets the indices of the element in
    /// the vector and in memory, and whether it is accessed; none if it always is.
    fn for_each(&self, access: impl FnOnce(&[Expr<'e>], &[Expr<'e>], Option<Expr<'e>>)) {
        let e = self.base.builder();
        e.for_nest(&self.parts.shape.sizes, |at| {
            let (place, condition) = self.place(at);
            access(at, &place, condition);
        });
    }

    fn place(&self, at: &[Expr<'e>]) -> (Vec<Expr<'e>>, Option<Expr<'e>>) {
        let (e, transfer) = (self.base.builder(), &self.parts.transfer);
        let mut place: Vec<Expr<'e>> = e.exprs(&self.parts.indices);
        let mut conditions = Vec::new();
        let dimensions = transfer.dimensions.iter().zip(&transfer.in_bounds);
        for (&at, (&dimension, &in_bounds)) in at.iter().zip(dimensions) {
            let Some(dimension) = dimension else { continue };
            place[dimension] = place[dimension] + at;
            if !in_bounds {
                // A negative number is a large one without sign.
                let size = e.dim(self.base, dimension as i64);
                conditions.push(place[dimension].cmpi(CmpIPredicate::Ult, size));
            }
        }
        if let Some(mask) = self.mask {
            let mut position: Vec<Expr<'e>> =
                transfer.mask_dimensions().iter().map(|&from| at[from]).collect();
            if position.is_empty() {
                position.push(e.index(0));
            }
            conditions.push(mask.at(&position).get().ne(0));
        }
        (place, conditions.into_iter().reduce(|a, b| a & b))
    }
}

/// Whether a vector in memory has its elements one after the other, each in bytes of its own.
fn elements_have_bytes(ctx: &Context, element: Type) -> MatchResult {
    let width = if element == Type::INDEX { Some(64) } else { element.bit_width(ctx) };
    match width.is_some_and(|width| width % 8 == 0 && (width / 8).is_power_of_two()) {
        true => Ok(()),
        false => Err("only elements of 1, 2, 4 or more bytes are supported".into()),
    }
}

impl LowerTo<Scf> for TransferReadOp {
    fn lower<'e>(op: Self, _: Adaptor<'_, Self>, scope: &'e mut EdscScope<'_>) -> LoweredToScf<'e> {
        let e = scope.edsc();
        let (parts, padding, ty) = e.read(|body| {
            let view = op.on(body);
            let parts = TransferParts::of::<Self>(view, view.vector().ty())?;
            parts.check_elements(body)?;
            Ok::<_, MatchFailure>((parts, view.padding().id(), view.vector().ty()))
        })?;
        if e.read(|body| parts.is_one_access(body)) {
            let indices: Vec<Expr<'_>> = e.exprs(&parts.indices);
            return Ok(Some(e.load_vector(e.expr(parts.base), &indices, ty)));
        }
        let (transfer, padding) = (Elementwise::new(e, parts)?, e.expr(padding));
        transfer.for_each(|at, place, condition| {
            let read = || load(transfer.base, place);
            let element = match condition {
                None => read(),
                Some(condition) => e.if_else(condition, &[padding.ty()], read, || padding),
            };
            transfer.buffer.at(at).set(element);
        });
        Ok(Some(e.load_vector(transfer.buffer, &transfer.first(), ty)))
    }
}

impl LowerTo<Scf> for TransferWriteOp {
    fn lower<'e>(op: Self, _: Adaptor<'_, Self>, scope: &'e mut EdscScope<'_>) -> LoweredToScf<'e> {
        let e = scope.edsc();
        let (parts, value) = e.read(|body| {
            let view = op.on(body);
            let parts = TransferParts::of::<Self>(view, view.value_to_store().ty())?;
            parts.check_elements(body)?;
            match view.result() {
                Some(_) => Err(MatchFailure::from(NO_MEMORY)),
                None => Ok((parts, view.value_to_store().id())),
            }
        })?;
        let value = e.expr(value);
        if e.read(|body| parts.is_one_access(body)) {
            e.store_vector(value, e.expr(parts.base), &e.exprs::<Vec<_>>(&parts.indices));
            return Ok(None);
        }
        let transfer = Elementwise::new(e, parts)?;
        e.store_vector(value, transfer.buffer, &transfer.first());
        transfer.for_each(|at, place, condition| {
            let write = || transfer.base.at(place).set(transfer.buffer.at(at));
            match condition {
                None => write(),
                Some(condition) => e.if_then(condition, write),
            }
        });
        Ok(None)
    }
}
