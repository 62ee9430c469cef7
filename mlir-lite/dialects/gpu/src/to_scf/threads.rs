//! A loop over the threads of a block, and what it reads from the loops before.

use super::Converted;
use super::blocks::Kernel;
use super::uniform::computes;
use crate::ids::number_of_thread;
use mlir_lite::dialects::scf::{ForOp, YieldOp};
use mlir_lite::dialects::standard::{LoadOp, MulIOp, StoreOp, ViewOp};
use mlir_lite::ir::IrMapping;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use std::collections::HashMap;

/// The innermost of the loops over threads.
pub(super) struct Thread {
    /// Its end, before which ops are added.
    end: OpId,
    /// The number of the thread.
    pub(super) number: ValueId,
    /// The values of the kernel that it has already.
    pub(super) map: HashMap<ValueId, ValueId>,
}

impl Thread {
    /// Loops over the threads of a block, at the end of a block of ops.
    pub(super) fn begin(kernel: &mut Kernel<'_>, block: BlockId) -> Self {
        let mut at = InsertionPoint::End(block);
        let mut variables = [kernel.zero; 3];
        let mut end = None;
        for dimension in [2, 1, 0] {
            let mut builder = BodyBuilder::new(kernel.body, at).at(kernel.location);
            let bounds = [kernel.zero, kernel.sizes[dimension], kernel.one];
            let (_, inner) = ForOp::with_body(&mut builder, bounds, &[]);
            builder.set_insertion_point(InsertionPoint::End(inner));
            let last = YieldOp::create(&mut builder, &[]);
            variables[dimension] = builder.body().arguments(inner)[0];
            at = InsertionPoint::Before(last.id());
            end = Some(last.id());
        }
        let mut builder = BodyBuilder::new(kernel.body, at).at(kernel.location);
        let number = number_of_thread(&mut builder, |i| variables[i], |i| kernel.sizes[i]);
        let map = kernel.threads.into_iter().zip(variables).collect();
        let end = end.unwrap_or(kernel.anchor);
        Self { end, number, map }
    }

    pub(super) fn builder<'b>(&self, kernel: &'b mut Kernel<'_>) -> BodyBuilder<'b> {
        let location = kernel.location;
        BodyBuilder::new(kernel.body, InsertionPoint::Before(self.end)).at(location)
    }

    /// A value of the kernel, as this thread has it.
    pub(super) fn value(&mut self, kernel: &mut Kernel<'_>, value: ValueId) -> Converted<ValueId> {
        if !kernel.inside.contains(&value) {
            return Ok(value);
        }
        let known = self.map.get(&value).or_else(|| kernel.known.get(&value));
        if let Some(&known) = known {
            return Ok(known);
        }
        let own = if let Some(&buffer) = kernel.buffers.get(&value) {
            let (ty, number) = (kernel.body.ty(value), self.number);
            LoadOp::create(&mut self.builder(kernel), buffer, &[number], ty)
        } else if let Some(&(bytes, size)) = kernel.private.get(&value) {
            let (ty, number) = (kernel.body.ty(value), self.number);
            let mut builder = self.builder(kernel);
            let first = MulIOp::create(&mut builder, number, size);
            ViewOp::create(&mut builder, bytes, first, &[], ty)
        } else {
            return self.computed_again(kernel, value);
        };
        self.map.insert(value, own);
        Ok(own)
    }

    /// A value that cannot be kept is computed again.
    fn computed_again(&mut self, kernel: &mut Kernel<'_>, value: ValueId) -> Converted<ValueId> {
        let op = kernel.body.defining_op(value).filter(|&op| computes(kernel.body, op));
        let Some(op) = op else { return Err(kernel.not_kept(value)) };
        self.copy(kernel, op)?;
        self.map.get(&value).copied().ok_or_else(|| kernel.not_kept(value))
    }

    /// Copies an op of the kernel, with everything in it.
    pub(super) fn copy(&mut self, kernel: &mut Kernel<'_>, op: OpId) -> Converted {
        let mut mapping = IrMapping::new();
        for value in kernel.used_from_outside(op) {
            let own = self.value(kernel, value)?;
            mapping.map(value, own);
        }
        let copy = kernel.body.clone_op(op, &mut mapping);
        kernel.body.insert_op_before(self.end, copy);
        let results = kernel.body.results(op).zip(kernel.body.results(copy));
        self.map.extend(results);
        Ok(())
    }

    /// Keeps a value for other loops over threads.
    pub(super) fn keep(&mut self, kernel: &mut Kernel<'_>, value: ValueId, own: ValueId) {
        if let Some(buffer) = kernel.buffer_of(value) {
            let number = self.number;
            StoreOp::create(&mut self.builder(kernel), own, buffer, &[number]);
        }
    }
}

impl Kernel<'_> {
    /// Why a value cannot be had after a barrier.
    fn not_kept(&self, value: ValueId) -> Box<mlir_lite_diagnostics::Diagnostic> {
        let ty = print_type(self.body.context(), self.body.ty(value));
        let message = format!("a value of type '{ty}' is used after a barrier, and cannot be kept");
        match self.body.defining_op(value) {
            Some(op) => self.body.op(op).op_error(message).into(),
            None => self.body.op(self.launch).op_error(message).into(),
        }
    }
}
