//! Branches and assertions.

use super::arithmetic::require_function;
use crate as standard;
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::conversion::structured::may_have_blocks;
use mlir_lite::dialects::llvm;
use mlir_lite::ir::builder::at;
use mlir_lite::ir::{InsertionPoint, OpBuilder, OpDefinition, OperationState};

pub(super) fn populate(patterns: &mut ConversionPatternSet) {
    patterns.add::<standard::BrOp>("br-to-llvm", 1, |op, operands, rewriter| {
        rewriter.convert_successor_types(op.id())?;
        let location = rewriter.body().location(op.id());
        let passed = rewriter.body().successor_operand_range(op.id(), 0);
        let dest = op.dest(rewriter.body());
        llvm::BrOp::build(rewriter, location, (dest, &operands[passed]));
        rewriter.erase_op(op.id());
        Ok(())
    });
    patterns.add::<standard::CondBrOp>("cond-br-to-llvm", 1, |op, operands, rewriter| {
        rewriter.convert_successor_types(op.id())?;
        let location = rewriter.body().location(op.id());
        let [first, second] =
            [0, 1].map(|index| rewriter.body().successor_operand_range(op.id(), index));
        let (yes, no) = (op.true_dest(rewriter.body()), op.false_dest(rewriter.body()));
        let weights = match rewriter.body().discardable_attrs(op.id()) {
            [] => None,
            _ => rewriter.body().op(op.id()).attr_named("branch_weights"),
        };
        let (yes, no) = ((yes, &operands[first]), (no, &operands[second]));
        llvm::CondBrOp::build(rewriter, location, operands[0], yes, no, weights);
        rewriter.erase_op(op.id());
        Ok(())
    });
    patterns.add::<standard::SwitchOp>("switch-to-llvm", 1, |op, operands, rewriter| {
        rewriter.convert_successor_types(op.id())?;
        let location = rewriter.body().location(op.id());
        let body = rewriter.body();
        let mut state = OperationState::new(llvm::SwitchOp::name(body.context()), location);
        state = state.operands(&operands[..1]);
        let cases = op.case_values(body);
        state.attributes.extend(cases.map(|cases| (body.context().ident("case_values"), cases)));
        for index in 0..body.num_successors(op.id()) {
            let passed = body.successor_operand_range(op.id(), index);
            state = state.successor(body.successor(op.id(), index), &operands[passed]);
        }
        rewriter.create(state);
        rewriter.erase_op(op.id());
        Ok(())
    });
    patterns.add::<standard::AssertOp>("assert-to-llvm", 1, |op, operands, rewriter| {
        may_have_blocks(rewriter.body(), op.id())?;
        let ctx = rewriter.context().clone();
        let location = rewriter.body().location(op.id());
        let abort = ctx.ident("abort");
        require_function(
            rewriter,
            abort,
            llvm::function_type(&ctx, llvm::void_type(&ctx), &[], false),
        );
        let (before, after) = rewriter.split_block(op.id());
        let region = rewriter.body().block_region(after).ok_or("the assertion is in no region")?;
        let failure = rewriter.create_block(region, &[]);
        at(rewriter, InsertionPoint::End(before), |rewriter| {
            llvm::CondBrOp::of(rewriter, location, operands[0], (after, &[]), (failure, &[]));
        });
        at(rewriter, InsertionPoint::End(failure), |rewriter| {
            llvm::CallOp::build_symbol(rewriter, location, abort, &[], None);
            llvm::UnreachableOp::build(rewriter, location);
        });
        rewriter.erase_op(op.id());
        Ok(())
    });
}
