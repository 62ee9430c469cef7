//! `reconcile-unrealized-casts`: removes casts that lead back to the types they came from.

use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::ir::{Body, OpDefinition, OpId, ValueId};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::Reported;

/// Simplify and eliminate unrealized conversion casts.
///
/// Conversions in several steps leave chains of `unrealized_conversion_cast`s. One that ends with
/// the types that it begins with is replaced by its first operands; casts that nothing uses are
/// erased. Others stay.
#[pass(name = "reconcile-unrealized-casts", pure, each_body)]
pub struct ReconcileUnrealizedCastsPass;

impl RunPass for ReconcileUnrealizedCastsPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ops = body.own_ops().into_iter();
        let casts: Vec<UnrealizedConversionCastOp> =
            ops.filter_map(|op| UnrealizedConversionCastOp::cast(body, op)).collect();
        // In program order: in reverse order, the use list of a value that stays would grow by each
        // dead cast, and be moved with each.
        for &cast in &casts {
            let outputs = cast.outputs(body);
            let types: Vec<Type> = outputs.iter().map(|&output| body.ty(output)).collect();
            if let Some(inputs) = beginning(body, cast, &types) {
                for (output, input) in outputs.into_iter().zip(inputs) {
                    body.replace_all_uses(output, input);
                }
            }
        }
        erase_dead(body, &casts);
        Ok(())
    }
}

/// The values of these types from which the cast's results are made, possibly through other casts.
fn beginning(
    body: &Body,
    cast: UnrealizedConversionCastOp,
    types: &[Type],
) -> Option<Vec<ValueId>> {
    let mut next = cast;
    loop {
        let inputs = next.inputs(body);
        if inputs.iter().map(|&input| body.ty(input)).eq(types.iter().copied()) {
            return Some(inputs.to_vec());
        }
        let before = UnrealizedConversionCastOp::defining(body, *inputs.first()?)?;
        if before.outputs(body) != inputs {
            return None;
        }
        next = before;
    }
}

/// Erases the casts whose results are only used by such casts.
fn erase_dead(body: &mut Body, casts: &[UnrealizedConversionCastOp]) {
    let mut alive = vec![false; body.op_capacity()];
    let mut pending: Vec<OpId> = Vec::new();
    for &cast in casts {
        let mut users = body.results(cast.id()).flat_map(|result| body.users(result));
        if users.any(|user| UnrealizedConversionCastOp::cast(body, user).is_none()) {
            pending.push(cast.id());
        }
    }
    while let Some(op) = pending.pop() {
        if std::mem::replace(&mut alive[op.index()], true) {
            continue;
        }
        let before =
            body.operands(op).filter_map(|input| UnrealizedConversionCastOp::defining(body, input));
        pending.extend(before.map(|cast| cast.id()));
    }
    let dead: Vec<OpId> =
        casts.iter().map(|cast| cast.id()).filter(|op| !alive[op.index()]).collect();
    body.erase_ops(dead);
}
