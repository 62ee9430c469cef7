//! Moves what does not depend on a loop out of it.
//!
//! An op directly in a loop's region moves before the loop if it has no effects, may be run even if the loop's body is
//! not, and uses only what is defined outside. Inner loops come first, so that an op moves as far out as it can. Each op
//! is looked at once per loop that it is in, and again when one of its operands has moved.

use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, ValueDef, ValueId};
use crate::ir::interfaces::LoopLikeOpInterface;
use crate::ir::op_def::TraitFlags;
use crate::pass::{PassContext, RunPass, pass};
use crate::rewrite::constant_value;
use mlir_lite_diagnostics::Reported;
use std::collections::VecDeque;

/// Hoist loop invariant instructions outside of the loop.
#[pass(name = "loop-invariant-code-motion", each_body)]
pub struct LoopInvariantCodeMotionPass;

impl RunPass for LoopInvariantCodeMotionPass {
    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        move_loop_invariant_code(body);
        Ok(())
    }
}

/// Moves the loop-invariant ops of one body, without the bodies in it; says how many moved.
pub fn move_loop_invariant_code(body: &mut Body) -> usize {
    let root = body.root();
    let loops: Vec<OpId> = body
        .walk_op_post_order(root)
        .into_iter()
        .filter(|&op| body.op(op).implements::<dyn LoopLikeOpInterface>())
        .collect();
    loops.into_iter().map(|op| hoist(body, op)).sum()
}

fn hoist(body: &mut Body, loop_op: OpId) -> usize {
    let view = body.op(loop_op);
    let is_loop_region =
        |index| view.ask::<dyn LoopLikeOpInterface, _>(|op| op.is_loop_region(index)) == Some(true);
    let regions = body.regions(loop_op).iter().enumerate();
    let blocks: Vec<BlockId> = regions
        .filter(|(index, _)| is_loop_region(*index))
        .flat_map(|(_, &region)| body.blocks(region))
        .collect();
    let mut pending: VecDeque<OpId> = blocks.iter().flat_map(|&block| body.ops(block)).collect();
    let mut moved = 0;
    while let Some(op) = pending.pop_front() {
        if !body.block(op).is_some_and(|block| blocks.contains(&block)) || !can_hoist(body, op, loop_op) {
            continue;
        }
        body.move_op_before(loop_op, op);
        moved += 1;
        // Only what was looked at before its operand moved has to be looked at again: users come later otherwise.
        for index in 0..body.num_results(op) {
            pending.extend(body.users(body.result(op, index)));
        }
    }
    moved
}

fn can_hoist(body: &Body, op: OpId, loop_op: OpId) -> bool {
    body.child(op).is_none()
        && body.pre_order(op).chain([op]).all(|inner| {
            let is_terminator_inside = inner != op && body.has_trait(inner, TraitFlags::TERMINATOR);
            (is_terminator_inside || may_run_anywhere(body, inner))
                && body.operands(inner).all(|operand| is_defined_outside(body, operand, op, loop_op))
        })
}

/// Whether the op alone, without what is in it, has no effect and is defined for its operands.
fn may_run_anywhere(body: &Body, op: OpId) -> bool {
    let flags = body.info(op).flags();
    if flags.contains(TraitFlags::TERMINATOR) {
        return false;
    }
    if flags.contains(TraitFlags::CONDITIONALLY_SPECULATABLE) {
        let divisor = body.operands(op).nth(1).and_then(|divisor| constant_value(body, divisor));
        let divisor = divisor.and_then(|divisor| divisor.as_integer(body.context()));
        let minus_one = |value: &crate::attributes::ApInt| value.to_i64() == Some(-1);
        return divisor.is_some_and(|divisor| !divisor.is_zero() && !minus_one(divisor));
    }
    flags.contains(TraitFlags::PURE)
        || (flags.contains(TraitFlags::RECURSIVE_EFFECTS)
            // A loop might not end, or not be worth it.
            && !body.op(op).implements::<dyn LoopLikeOpInterface>())
}

/// Whether the value is defined within `op`, which moves with it, or outside of the loop.
fn is_defined_outside(body: &Body, value: ValueId, op: OpId, loop_op: OpId) -> bool {
    let block = match body.value_def(value) {
        ValueDef::Result { op, .. } => body.block(op),
        ValueDef::Argument { block, .. } => Some(block),
    };
    let mut owner = block.and_then(|block| body.block_owner(block));
    while let Some(current) = owner {
        if current == op {
            return true;
        }
        if current == loop_op {
            return false;
        }
        owner = body.parent_op(current);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::LoopInvariantCodeMotionPass;
    use crate::dialects::affine::AffineDialect;
    use crate::dialects::scf::ScfDialect;
    use crate::transforms::test_support::{parse_in, run_pass_with};
    use pretty_assertions::assert_eq;

    #[track_caller]
    fn licm(text: &str) -> String {
        let mut module = parse_in(
            |ctx| {
                ctx.load::<AffineDialect>();
                ctx.load::<ScfDialect>();
            },
            text,
        );
        run_pass_with(&LoopInvariantCodeMotionPass, module.children_mut().remove(0).1, &[])
    }

    #[test]
    fn sums_move_out_of_both_loops_and_chains_follow() {
        let text = "func @f(%a: f32, %b: f32, %m: memref<10xf32>) {
          affine.for %i = 0 to 10 {
            affine.for %j = 0 to 10 {
              %0 = addf %a, %b : f32
              %1 = mulf %0, %0 : f32
              affine.store %1, %m[%i] : memref<10xf32>
            }
          }
          return
        }";
        assert_eq!(
            licm(text),
            "func @f(%arg0: f32, %arg1: f32, %arg2: memref<10xf32>) {
  %0 = addf %arg0, %arg1 : f32
  %1 = mulf %0, %0 : f32
  affine.for %arg3 = 0 to 10 {
    affine.for %arg4 = 0 to 10 {
      affine.store %1, %arg2[%arg3] : memref<10xf32>
    }
  }
  return
}"
        );
    }

    /// A division may be by zero, and a load may be out of bounds, where the loop does not run at all.
    #[test]
    fn what_may_be_undefined_or_depends_on_the_loop_stays() {
        let text = "func @f(%a: i32, %b: i32, %m: memref<10xi32>, %n: index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %c7_i32 = constant 7 : i32
  scf.for %i = %c0 to %n step %c1 {
    %2 = divi_signed %a, %b : i32
    %3 = load %m[%c0] : memref<10xi32>
    %4 = addi %3, %2 : i32
    %5 = addi %i, %c1 : index
    \"t.use\"(%4, %5) : (i32, index) -> ()
    %6 = divi_signed %a, %c7_i32 : i32
    \"t.use\"(%6) : (i32) -> ()
  }
  return
}";
        assert_eq!(
            licm(text),
            "func @f(%arg0: i32, %arg1: i32, %arg2: memref<10xi32>, %arg3: index) {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %c7_i32 = constant 7 : i32
  %0 = divi_signed %arg0, %c7_i32 : i32
  scf.for %arg4 = %c0 to %arg3 step %c1 {
    %1 = divi_signed %arg0, %arg1 : i32
    %2 = load %arg2[%c0] : memref<10xi32>
    %3 = addi %2, %1 : i32
    %4 = addi %arg4, %c1 : index
    \"t.use\"(%3, %4) : (i32, index) -> ()
    \"t.use\"(%0) : (i32) -> ()
  }
  return
}"
        );
    }

    #[test]
    fn conditions_move_with_what_is_in_them() {
        let text = "func @f(%c: i1, %a: f32, %n: index) {
          affine.for %i = 0 to 10 {
            %0 = scf.if %c -> (f32) {
              %1 = addf %a, %a : f32
              scf.yield %1 : f32
            } else {
              scf.yield %a : f32
            }
            \"t.use\"(%0) : (f32) -> ()
          }
          return
        }";
        assert_eq!(
            licm(text),
            "func @f(%arg0: i1, %arg1: f32, %arg2: index) {
  %0 = scf.if %arg0 -> (f32) {
    %1 = addf %arg1, %arg1 : f32
    scf.yield %1 : f32
  } else {
    scf.yield %arg1 : f32
  }
  affine.for %arg3 = 0 to 10 {
    \"t.use\"(%0) : (f32) -> ()
  }
  return
}"
        );
    }
}
