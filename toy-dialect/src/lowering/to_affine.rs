//! Lowers Toy ops to affine loops over memory.
//!
//! Each tensor becomes a memref that is allocated at the start of its block and freed before the
//! block's end, and each op a loop nest that writes the op's result. `toy.print` stays and prints
//! from memory. Small constants are stored element by element; larger ones are globals, used in
//! place.
//!
//! Functions take tensors as memrefs, followed by memory for each result: the caller allocates it,
//! and the callee fills it.

use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, FrozenConversionPatternSet, apply_partial_conversion,
    populate_lowerings,
};
use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::Reported;

use super::in_place::InPlacePlan;
use super::{control_flow, in_place, signature};
use crate::NAMESPACE;
use crate::accesses::{ProofCaller, mark_checked};
use crate::builtins::{self, LoadOp};
use crate::loop_builder::sizes::unmark_sizes;
use crate::loop_builder::{Affine, are_in_memory};
use crate::ops::{
    CaptureOp, CheckedDivisorOp, CheckedIndexOp, CheckedIntegerOp, CheckedNumberOp, CheckedSizesOp,
    ExitStatusOp, TakesArgumentsOp, WholeNumberOp,
};
use crate::shapes::check_shapes;
use crate::sizes::{give_their_symbols, symbols_of};

/// Lower toy to affine loops.
#[pass(name = "toy-to-affine", initialize)]
pub struct ToyToAffinePass {
    patterns: FrozenConversionPatternSet,
    target: ConversionTarget,
}

impl ToyToAffinePass {
    /// All dialects must be loaded.
    fn initialize(ctx: &Context) -> Self {
        let mut target = ConversionTarget::new(ctx);
        target.add_legal_dialect("affine");
        target.add_legal_dialect("std");
        target.add_legal_dialect("scf");
        target.add_illegal_dialect(NAMESPACE);
        let is_of_memory = |op: OpRef<'_>| op.operand_types().all(|ty| ty.is_memref(op.context()));
        builtins::keep_in_memory(&mut target);
        target.add_illegal_op::<UnrealizedConversionCastOp>();
        target.add_dynamically_legal_op::<CaptureOp>(is_of_memory);
        target.add_dynamically_legal_op::<CheckedSizesOp>(is_of_memory);
        target.add_legal_op::<CheckedIndexOp>();
        target.add_legal_op::<CheckedNumberOp>();
        target.add_legal_op::<CheckedIntegerOp>();
        target.add_legal_op::<CheckedDivisorOp>();
        let is_of_number = |op: OpRef<'_>| op.operand_types().all(|ty| ty == Type::F64);
        target.add_dynamically_legal_op::<WholeNumberOp>(is_of_number);
        target.add_dynamically_legal_op::<ExitStatusOp>(is_of_memory);
        target.add_legal_op::<TakesArgumentsOp>();
        Self { patterns: patterns(ctx).freeze(ctx), target }
    }
}

impl RunPass for ToyToAffinePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        // The proofs of shape inference are repeated: the function may have been changed since, or
        // written by hand.
        mark_checked(body, ProofCaller::Lowering);
        check_shapes(body, cx.diagnostics)?;
        check_symbols(body, cx.diagnostics)?;
        let outputs = signature::take_memory(body);
        let plan = InPlacePlan::of(body);
        in_place::mark(body, &plan);
        let open = control_flow::lower(body, &plan);
        apply_partial_conversion(body, &self.target, &self.patterns, cx.requests, cx.diagnostics)?;
        control_flow::close(body, open);
        signature::return_in_memory(body, &outputs);
        unmark_sizes(body);
        Ok(())
    }
}

/// Checks that the arguments of a function give the sizes in its types that are not known, as they
/// do in programs. Those of a file that it loads are needed only in the functions to which it
/// passes the tensor.
fn check_symbols(body: &Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let ctx = body.context();
    let region = body.regions(body.root()).first().copied();
    let entry = region.and_then(|region| body.entry_block(region));
    let arguments = entry.map(|entry| body.arguments(entry)).unwrap_or_default();
    let given: Vec<Type> = arguments.iter().map(|argument| body.ty(*argument)).collect();
    let computing = body.own_ops().into_iter().filter(|op| !LoadOp::is(body, *op));
    let all = computing.flat_map(|op| body.result_types(op));
    let last = |types: &mut dyn Iterator<Item = Type>| {
        types.map(|ty| symbols_of(ctx, ty)).max().unwrap_or(0)
    };
    let fits = give_their_symbols(ctx, given.iter().copied())
        && last(&mut all.into_iter()) <= last(&mut given.into_iter());
    if !fits {
        let error = body.as_op().op_error("expects arguments that give all sizes in its types");
        diagnostics.error(error);
    }
    diagnostics.check()
}

/// The lowering of each op of the dialect, except structs, which are erased before.
fn patterns(ctx: &Context) -> ConversionPatternSet {
    let mut set = ConversionPatternSet::new();
    populate_lowerings::<Affine>(ctx, NAMESPACE, &(), &mut set);
    // A parameter.
    set.add::<UnrealizedConversionCastOp>(
        "builtin.unrealized_conversion_cast-to-affine",
        1,
        |op, operands, rewriter| {
            let &[input] = operands.values() else { return Err("expects one operand".into()) };
            are_in_memory(rewriter.body(), &[input])?;
            rewriter.replace_op(op.id(), &[input]);
            Ok(())
        },
    );
    set
}
