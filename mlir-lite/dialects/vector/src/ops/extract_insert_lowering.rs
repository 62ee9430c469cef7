//! The lowering of parts at positions.
//!
//! Rows are parts of arrays, at positions that are numbers. An array has no addresses: if an outer
//! position is a value, the array is stored to memory first.

use super::extract_insert::{POISON, is_vector_of_element};
use super::{ExtractOp, InsertOp};
use crate::shapes::Shape;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm::{self, GepIndex};
use mlir_lite::dialects::standard::to_llvm::address::stack_slot;
use mlir_lite::dialects::standard::to_llvm::descriptor::{extract, index_constant, insert};
use mlir_lite::dialects::standard::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::MatchFailure;
use mlir_lite::types::DYNAMIC;

/// A position in a vector of a shape.
struct RowPosition {
    /// In the arrays.
    outer: Vec<GepIndex>,
    /// In the vector of the last dimension.
    inner: Option<ValueId>,
}

impl RowPosition {
    /// `values` are those of the llvm dialect.
    fn of(
        b: &mut Rewriter<'_>,
        shape: &Shape,
        numbers: &[i64],
        values: &[ValueId],
    ) -> Result<Self, MatchFailure> {
        let outer_rank = shape.rank().checked_sub(1).ok_or("a vector without dimensions")?;
        if numbers.contains(&POISON) {
            return Err("a position is not defined".into());
        }
        let (outer, inner) = numbers.split_at(numbers.len().min(outer_rank));
        let mut values = values.iter().copied();
        let outer = outer.iter().map(|&number| match number {
            DYNAMIC => values.next().map(GepIndex::Value).ok_or("a position is missing"),
            number => i32::try_from(number).map(GepIndex::Constant).map_err(|_| "too many rows"),
        });
        let outer = outer.collect::<Result<Vec<GepIndex>, _>>()?;
        let inner = match inner.first() {
            Some(&DYNAMIC) => Some(values.next().ok_or("a position is missing")?),
            Some(&number) => Some(index_constant(b, number)),
            None => None,
        };
        Ok(Self { outer, inner })
    }

    /// The position in the arrays, if all of it are numbers.
    fn known(&self) -> Option<Vec<i64>> {
        let number = |index: &GepIndex| match *index {
            GepIndex::Constant(number) => Some(number.into()),
            GepIndex::Value(_) => None,
        };
        self.outer.iter().map(number).collect()
    }

    /// Stores an array of vectors to memory.
    fn in_memory(
        &self,
        b: &mut Rewriter<'_>,
        vector: ValueId,
    ) -> Result<RowInMemory, MatchFailure> {
        let whole = b.body().ty(vector);
        let row = llvm::type_at(b.context(), whole, &vec![0; self.outer.len()]);
        let row = row.map_err(|_| "the vector has no such rows")?;
        // The op may be in a loop.
        let pointer = llvm::pointer_type(b.context());
        let stack = llvm::StackSaveOp::create(b, pointer);
        let array = stack_slot(b, whole);
        llvm::StoreOp::plain(b, vector, array);
        let indices = [&[GepIndex::Constant(0)], &self.outer[..]].concat();
        Ok(RowInMemory { stack, array, address: llvm::GepOp::at(b, array, whole, &indices), row })
    }
}

/// A row of an array of vectors in memory.
struct RowInMemory {
    /// The stack pointer before the array was allocated.
    stack: ValueId,
    /// The address of the array.
    array: ValueId,
    /// The address of the row.
    address: ValueId,
    /// The type of the row.
    row: Type,
}

impl RowInMemory {
    fn load(&self, b: &mut Rewriter<'_>) -> ValueId {
        llvm::LoadOp::plain(b, self.address, self.row)
    }

    /// Gives the memory back.
    fn end(self, b: &mut Rewriter<'_>) {
        llvm::StackRestoreOp::create(b, self.stack);
    }
}

/// A row of an array of vectors, or the vector.
pub(crate) fn row(
    b: &mut Rewriter<'_>,
    vector: ValueId,
    outer: &[i64],
) -> Result<ValueId, MatchFailure> {
    match outer {
        [] => Ok(vector),
        _ => extract(b, vector, outer),
    }
}

impl LowerTo<Llvm> for ExtractOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let view = op.on(b.body());
        let (ctx, ty) = (view.context(), view.result().ty());
        let shape = Shape::of(ctx, view.source().ty());
        let numbers = view.static_position().expect_i64_array(ctx);
        let is_vector = is_vector_of_element(ctx, &shape.after(numbers.len()), ty);
        let element = if is_vector { shape.element } else { ty };
        let (ty, element) = (b.convert_type(ty)?, b.convert_type(element)?);
        let at = RowPosition::of(b, &shape, &numbers, operands.dynamic_position())?;
        let row = match at.known() {
            Some(outer) => row(b, operands.source(), &outer)?,
            None => {
                let memory = at.in_memory(b, operands.source())?;
                let row = memory.load(b);
                memory.end(b);
                row
            }
        };
        let Some(inner) = at.inner else { return Ok(row.into()) };
        let part = llvm::ExtractElementOp::create(b, row, inner, element);
        if !is_vector {
            return Ok(part.into());
        }
        let (poison, first) = (llvm::PoisonOp::create(b, ty), index_constant(b, 0));
        Ok(llvm::InsertElementOp::create(b, poison, part, first, ty).into())
    }
}

impl LowerTo<Llvm> for InsertOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let view = op.on(b.body());
        let shape = Shape::of(view.context(), view.dest().ty());
        let numbers = view.static_position().expect_i64_array(view.context());
        let at = RowPosition::of(b, &shape, &numbers, operands.dynamic_position())?;
        let (mut value, dest) = (operands.value_to_store(), operands.dest());
        let known = at.known();
        let in_memory = match known {
            Some(_) => None,
            None => Some(at.in_memory(b, dest)?),
        };
        if let Some(inner) = at.inner {
            let row = match (&known, &in_memory) {
                (_, Some(memory)) => memory.load(b),
                (outer, None) => row(b, dest, outer.as_deref().unwrap_or_default())?,
            };
            let ty = b.body().ty(row);
            value = llvm::InsertElementOp::create(b, row, value, inner, ty);
        }
        if let Some(memory) = in_memory {
            llvm::StoreOp::plain(b, value, memory.address);
            let whole = b.body().ty(dest);
            let changed = llvm::LoadOp::plain(b, memory.array, whole);
            memory.end(b);
            return Ok(changed.into());
        }
        Ok(match known.as_deref().unwrap_or_default() {
            [] => value.into(),
            outer => insert(b, dest, value, outer).into(),
        })
    }
}
