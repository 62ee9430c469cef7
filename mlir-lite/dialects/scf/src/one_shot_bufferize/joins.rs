//! Larger tensors of smaller ones: `tensor.pad` and `tensor.concat`.

use super::memory::allocate;
use super::ops::Part;
use super::{Done, Rewrite};
use mlir_lite::dialects::standard::{
    AddIOp, ConcatTensorOp, ConstantOp, CopyOp, DimOp, PadTensorOp,
};
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::prelude::*;
use mlir_lite::types::DYNAMIC;
use mlir_lite_diagnostics::Diagnostic;

/// A number of elements.
#[derive(Copy, Clone)]
enum Count {
    Known(i64),
    Value(ValueId),
}

impl Count {
    fn value(self, b: &mut BodyBuilder<'_>) -> ValueId {
        match self {
            Self::Known(number) => ConstantOp::index(b, number),
            Self::Value(value) => value,
        }
    }

    fn plus(self, other: Self, b: &mut BodyBuilder<'_>) -> Self {
        match (self, other) {
            (Self::Known(0), sum) | (sum, Self::Known(0)) => sum,
            (Self::Known(a), Self::Known(b)) => Self::Known(a + b),
            _ => {
                let (left, right) = (self.value(b), other.value(b));
                Self::Value(AddIOp::create(b, left, right))
            }
        }
    }
}

/// The numbers of a list whose open ones are operands.
fn counts(numbers: &[i64], open: &[ValueId]) -> Vec<Count> {
    let mut open = open.iter();
    let count = |&number: &i64| match number {
        DYNAMIC => open.next().map_or(Count::Known(0), |&value| Count::Value(value)),
        _ => Count::Known(number),
    };
    numbers.iter().map(count).collect()
}

/// The sizes of memory.
fn sizes(b: &mut BodyBuilder<'_>, memory: ValueId) -> Vec<Count> {
    let ctx = b.context().clone();
    let shape = b.body().ty(memory).shape(&ctx).unwrap_or_default().to_vec();
    let mut sizes = Vec::new();
    for (dim, &size) in shape.iter().enumerate() {
        sizes.push(match size {
            DYNAMIC => {
                let dim = ConstantOp::index(b, dim as i64);
                Count::Value(DimOp::create(b, memory, dim))
            }
            _ => Count::Known(size),
        });
    }
    sizes
}

/// A part with these offsets and sizes, next to each other.
fn part(ctx: &Context, offsets: &[Count], sizes: &[Count]) -> Part {
    let split = |counts: &[Count]| {
        let number = |count: &Count| match *count {
            Count::Known(number) => number,
            Count::Value(_) => DYNAMIC,
        };
        let open = |count: &Count| match *count {
            Count::Known(_) => None,
            Count::Value(value) => Some(value),
        };
        let numbers: Vec<i64> = counts.iter().map(number).collect();
        (ctx.i64_array_attr(&numbers), counts.iter().filter_map(open).collect::<Vec<_>>())
    };
    let strides = vec![1; sizes.len()];
    let ((offsets, open_offsets), (sizes, open_sizes)) = (split(offsets), split(sizes));
    ([offsets, sizes, ctx.i64_array_attr(&strides)], [open_offsets, open_sizes, Vec::new()])
}

impl Rewrite<'_> {
    /// New memory of a tensor's type, of which the open sizes are among these.
    fn sized(
        &mut self,
        op: OpId,
        tensor: Type,
        sizes: &[Count],
    ) -> Result<ValueId, Box<Diagnostic>> {
        let ty = self.memory_type(op, tensor)?;
        let shape = ty.shape(self.body.context()).unwrap_or_default().to_vec();
        let mut b = self.builder(op);
        let mut open = Vec::new();
        for (&known, &size) in shape.iter().zip(sizes) {
            if known == DYNAMIC {
                open.push(size.value(&mut b));
            }
        }
        Ok(allocate(&mut b, ty, &open))
    }

    /// Copies memory to a part of other memory.
    fn copy_to_part(&mut self, op: OpId, source: ValueId, memory: ValueId, at: &[Count]) -> Done {
        let ctx = self.body.context().clone();
        let shape = self.body.ty(source).shape(&ctx).unwrap_or_default().to_vec();
        let sizes = sizes(&mut self.builder(op), source);
        let view = self.view(op, memory, &part(&ctx, at, &sizes), &shape)?;
        CopyOp::create(&mut self.builder(op), source, view);
        Ok(())
    }

    pub(super) fn pad(&mut self, this: PadTensorOp) -> Done {
        let (op, body) = (this.id(), &*self.body);
        let ctx = body.context().clone();
        let (source, ty) = (this.source(body), body.ty(this.result(body)));
        let list = |numbers: Attribute| {
            numbers.as_i64_array(&ctx).map(|numbers| numbers.to_vec()).unwrap_or_default()
        };
        let low = counts(&list(this.static_low(body)), &this.low(body));
        let high = counts(&list(this.static_high(body)), &this.high(body));
        let block = body.entry_block(this.region(body)).ok_or_else(|| self.refused(op))?;
        let mut b = self.builder(op);
        let mut all = sizes(&mut b, source);
        for (size, (&low, &high)) in all.iter_mut().zip(low.iter().zip(&high)) {
            *size = low.plus(*size, &mut b).plus(high, &mut b);
        }
        let memory = self.sized(op, ty, &all)?;
        self.fill(op, block, memory)?;
        self.copy_to_part(op, source, memory, &low)?;
        self.replace(op, memory);
        Ok(())
    }

    pub(super) fn concat(&mut self, this: ConcatTensorOp) -> Done {
        let (op, body) = (this.id(), &*self.body);
        let (inputs, ty) = (this.inputs(body).to_vec(), body.ty(this.result(body)));
        let dim = usize::try_from(this.dim(body)).map_err(|_| self.refused(op))?;
        let first = *inputs.first().ok_or_else(|| self.refused(op))?;
        let mut b = self.builder(op);
        let mut all = sizes(&mut b, first);
        let mut starts = vec![Count::Known(0)];
        for &input in &inputs {
            let size = sizes(&mut b, input)[dim];
            starts.push(starts[starts.len() - 1].plus(size, &mut b));
        }
        all[dim] = starts[inputs.len()];
        let memory = self.sized(op, ty, &all)?;
        for (input, start) in inputs.into_iter().zip(starts) {
            let mut at = vec![Count::Known(0); all.len()];
            at[dim] = start;
            self.copy_to_part(op, input, memory, &at)?;
        }
        self.replace(op, memory);
        Ok(())
    }
}
