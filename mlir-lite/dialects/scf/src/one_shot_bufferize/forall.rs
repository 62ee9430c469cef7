//! `scf.forall` on shared tensors: each has new memory that the iterations write to, and what they
//! read are the elements from before the loop.

use super::ops::Part;
use super::{Done, Rewrite};
use crate::rebuild::rebuild;
use crate::{ForallOp, InParallelOp};
use mlir_lite::dialects::standard::{CopyOp, ParallelInsertSliceOp};
use mlir_lite::ir::OpOperand;
use mlir_lite::ir::prelude::*;

impl Rewrite<'_> {
    pub(super) fn forall(&mut self, this: ForallOp) -> Done {
        let (op, body) = (this.id(), &*self.body);
        let ctx = body.context().clone();
        let outputs = this.outputs(body).to_vec();
        if outputs.is_empty() {
            return Ok(());
        }
        let region = this.region(body);
        let block = body.entry_block(region).ok_or_else(|| self.refused(op))?;
        let variables = body.arguments(block).len().saturating_sub(outputs.len());
        let mut shared = Vec::new();
        for (index, &before) in outputs.iter().enumerate() {
            let memory = self.copy(op, before);
            let argument = self.body.arguments(block)[variables + index];
            for user in self.body.uses(argument).collect::<Vec<OpOperand>>() {
                let inserts = ParallelInsertSliceOp::cast(self.body, user.owner)
                    .is_some_and(|insert| insert.dest(self.body) == argument);
                let value = if inserts { memory } else { before };
                self.body.set_operand(user.owner, user.index as usize, value);
            }
            shared.push(memory);
        }
        for index in (variables..variables + outputs.len()).rev() {
            self.body.erase_argument(block, index);
        }
        let bounds = self.body.num_operands(op) - outputs.len();
        let mut operands = self.body.operand_list(op).to_vec();
        operands.truncate(bounds);
        let groups = ctx.ident("operandSegmentSizes");
        let bounds_of = [
            this.dynamic_lower_bound(self.body).len(),
            this.dynamic_upper_bound(self.body).len(),
            this.dynamic_step(self.body).len(),
            0,
        ];
        let sizes = bounds_of.map(|size| size as i32);
        self.body.set_attr(op, groups, ctx.i32_array_attr(&sizes));
        for (result, memory) in
            self.body.results(op).collect::<Vec<ValueId>>().into_iter().zip(shared)
        {
            self.body.replace_all_uses(result, memory);
        }
        rebuild(self.body, op, &operands, &[]);
        Ok(())
    }

    pub(super) fn insert_shared(&mut self, this: ParallelInsertSliceOp) -> Done {
        let (op, body) = (this.id(), &*self.body);
        let ctx = body.context().clone();
        let end = body.parent_op(op).filter(|&end| InParallelOp::is(body, end));
        let end = end.ok_or_else(|| self.refused(op))?;
        let lists = [this.static_offsets(body), this.static_sizes(body), this.static_strides(body)];
        let open = [this.offsets(body), this.sizes(body), this.strides(body)];
        let part: Part = (lists, open.map(|list| list.to_vec()));
        let (source, memory) = (this.source(body), this.dest(body));
        let shape = body.ty(source).shape(&ctx).unwrap_or_default().to_vec();
        let view = self.view(end, memory, &part, &shape)?;
        CopyOp::create(&mut self.builder(end), source, view);
        self.body.erase_op(op);
        Ok(())
    }
}
