//! Finds the shapes of all tensors of a function, from those of its constants.
//!
//! Each op that implements [`InferShape`] is asked once, when all shapes of its operands are known: the work is linear in
//! the number of operands. Ops whose result type is known already are asked too, so that wrong shapes are reported also
//! where nothing depends on them. Ops whose operands depend on a parameter of unknown shape are left as they are: the
//! function is generic, and its calls are not inlined yet.

use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{Pass, PassContext};
use mlir_lite::types::element_count;
use mlir_lite_diagnostics::{Diagnostic, Reported};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

use super::{InferShape, shown};
use crate::dialect::ToyDialect;
use crate::types::{StructType, is_static};

/// Sizes of tensors are limited so that their bytes can be counted.
const MAX_ELEMENTS: usize = isize::MAX as usize / 8;

/// Infers the shapes in the body of a function.
///
/// # Errors
/// If shapes do not match, or if an op of the dialect has a result of unknown shape and no interface to ask for it. All
/// such ops are reported.
pub fn infer_shapes(body: &mut Body, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let ctx = body.context().clone();
    let toy = ctx.dialect_id(ToyDialect::NAMESPACE);
    let ops: Vec<OpId> = body
        .walk_pre_order()
        .into_iter()
        .filter(|op| toy.is_some() && body.info(*op).dialect() == toy && body.num_results(*op) > 0)
        .collect();
    // Operands whose shapes are not known yet, by op.
    let mut missing = vec![0_u32; body.op_capacity()];
    let mut ready = VecDeque::new();
    for &op in &ops {
        let unknown = body.operands(op).filter(|operand| !is_static(&ctx, body.ty(*operand))).count();
        missing[op.index()] = unknown as u32;
        if unknown == 0 {
            ready.push_back(op);
        }
    }
    let members: FxHashSet<OpId> = ops.into_iter().collect();
    let mut found = Diagnostics::new();
    while let Some(op) = ready.pop_front() {
        match infer(body, op) {
            Ok(None) => {}
            Ok(Some(result)) => {
                for user in body.users(result).filter(|user| members.contains(user)) {
                    let count = &mut missing[user.index()];
                    *count -= 1;
                    if *count == 0 {
                        ready.push_back(user);
                    }
                }
            }
            Err(diagnostic) => {
                found.error(with_calls(&ctx, body.location(op), *diagnostic));
            }
        }
    }
    let result = found.check();
    diagnostics.extend(found);
    result
}

/// Finds the type of one op's result. Returns the result if that was not known before.
fn infer(body: &mut Body, op: OpId) -> Result<Option<ValueId>, Box<Diagnostic>> {
    let view = body.op(op);
    let ctx = view.context();
    let result = view.result(0);
    let Some(interface) = view.interface::<dyn InferShape>() else {
        if view.result_types().all(|ty| is_static(ctx, ty)) {
            return Ok(None);
        }
        return Err(Box::new(
            view.op_error("unable to infer shape of operation without shape inference interface"),
        ));
    };
    let ty = interface.infer_type(view)?;
    let mut tensors = vec![ty];
    while let Some(ty) = tensors.pop() {
        if let Some(elements) = StructType::elements(ctx, ty) {
            tensors.extend(elements);
        } else if let Some(shape) = ty.static_shape(ctx)
            && element_count(shape).is_none_or(|count| count > MAX_ELEMENTS)
        {
            return Err(Box::new(
                view.error(format!("a tensor of shape {} is too large", shown(shape)))
                    .with_label("more elements than memory can have"),
            ));
        }
    }
    if is_static(ctx, body.ty(result)) {
        return Ok(None);
    }
    body.set_type(result, ty);
    Ok(Some(result))
}

/// Adds the calls through which an op was inlined.
fn with_calls(ctx: &Context, location: Location, mut diagnostic: Diagnostic) -> Diagnostic {
    /// Calls that are shown.
    const SHOWN: usize = 8;
    let chain = location.call_chain(ctx);
    for call in chain.iter().take(SHOWN) {
        diagnostic = diagnostic.with_note_at(call.to_position(ctx), "called from here");
    }
    if chain.len() > SHOWN {
        diagnostic = diagnostic.with_note(format!("and {} more calls", chain.len() - SHOWN));
    }
    diagnostic
}

/// [`infer_shapes`] as a pass on functions.
pub struct ShapeInferencePass;

impl Pass for ShapeInferencePass {
    fn name(&self) -> &'static str {
        "ShapeInference"
    }

    fn argument(&self) -> &'static str {
        "shape-inference"
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        infer_shapes(body, cx.diagnostics)
    }
}
