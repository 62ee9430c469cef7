//! Loops that are not worth vectorising.
//!
//! LLVM's vectoriser first builds a vector plan for a loop and then finds from its cost that a few
//! iterations do not pay. The plan takes longer than everything else that is done to a program of
//! many small loops. If the trip count is a constant, the loop is marked to stay scalar
//! (`llvm.loop.vectorize.enable`).

use inkwell::IntPredicate;
use inkwell::module::Module;
use inkwell::values::{InstructionOpcode, InstructionValue, IntValue, PhiValue};

use super::ffi;

/// A loop with a smaller trip count stays scalar. It is also LLVM's own limit for loops that leave
/// a remainder.
const MIN_TRIP_COUNT: i128 = 16;

/// Marks the loops with trip counts below [`MIN_TRIP_COUNT`]. They have the form that loops are
/// lowered to: the header compares the counter, a phi, with a constant.
pub(super) fn keep_scalar(module: &Module<'_>) {
    let kind = module.get_context().get_kind_id("llvm.loop");
    for function in module.get_functions() {
        for block in function.get_basic_block_iter() {
            let Some(latch) = block.get_terminator().and_then(latch_of_short_loop) else {
                continue;
            };
            let node = ffi::scalar_loop(module);
            // The error is for values that are not metadata nodes.
            let _ = latch.set_metadata(node, kind);
        }
    }
}

/// The latch of a loop: the branch back to the header, given the branch out of the loop.
fn latch_of_short_loop<'ctx>(exit: InstructionValue<'ctx>) -> Option<InstructionValue<'ctx>> {
    if exit.get_opcode() != InstructionOpcode::Br || exit.get_num_operands() != 3 {
        return None;
    }
    let condition = exit.get_operand(0)?.value()?.into_int_value().as_instruction()?;
    if !matches!(condition.get_icmp_predicate()?, IntPredicate::SLT | IntPredicate::ULT) {
        return None;
    }
    let end = constant(operand(condition, 1)?)?;
    let counter = PhiValue::try_from(operand(condition, 0)?.as_instruction()?).ok()?;
    let [first, second] = [counter.get_incoming(0)?, counter.get_incoming(1)?];
    let is_start = |value: IntValue<'_>| constant(value).is_some();
    let (start, (next, latch)) =
        if is_start(first.0.into_int_value()) { (first, second) } else { (second, first) };
    let start = constant(start.0.into_int_value())?;
    let next = next.into_int_value().as_instruction()?;
    if next.get_opcode() != InstructionOpcode::Add {
        return None;
    }
    let step = constant(operand(next, 1)?)?;
    (step > 0 && end - start <= (MIN_TRIP_COUNT - 1) * step)
        .then(|| latch.get_terminator())
        .flatten()
}

fn operand<'ctx>(instruction: InstructionValue<'ctx>, index: u32) -> Option<IntValue<'ctx>> {
    instruction.get_operand(index)?.value()?.try_into().ok()
}

fn constant(value: IntValue<'_>) -> Option<i128> {
    value.get_sign_extended_constant().map(i128::from)
}

#[cfg(test)]
mod tests {
    use inkwell::context::Context;
    use inkwell::memory_buffer::MemoryBuffer;
    use pretty_assertions::assert_eq;

    use super::*;

    /// Whether a loop from `start` to `end` by `step` is marked.
    fn is_marked(start: i64, end: &str, step: i64) -> bool {
        let text = format!(
            "define void @f(i64 %n) {{\n\
             entry:\n  br label %head\n\
             head:\n  %i = phi i64 [ %next, %body ], [ {start}, %entry ]\n  \
             %more = icmp slt i64 %i, {end}\n  br i1 %more, label %body, label %exit\n\
             body:\n  %next = add i64 %i, {step}\n  br label %head\n\
             exit:\n  ret void\n}}\n\0"
        );
        let context = Context::create();
        let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "loop");
        let module = context.create_module_from_ir(buffer).expect("LLVM reads the loop");
        keep_scalar(&module);
        module.verify().expect("the metadata is well formed");
        let printed = module.print_to_string().to_string();
        let mark = "!0 = distinct !{!0, !1}\n!1 = !{!\"llvm.loop.vectorize.enable\", i1 false}\n";
        assert_eq!(
            printed.contains("br label %head, !llvm.loop !0"),
            printed.ends_with(mark),
            "{printed}"
        );
        printed.ends_with(mark)
    }

    #[test]
    fn loops_with_trip_counts_below_sixteen_are_marked() {
        assert!(is_marked(0, "3", 1));
        assert!(is_marked(0, "15", 1));
        assert!(!is_marked(0, "16", 1));
        assert!(is_marked(10, "25", 1));
        assert!(is_marked(0, "60", 4));
        assert!(!is_marked(0, "61", 4));
        assert!(is_marked(0, "-1", 1));
    }

    #[test]
    fn loops_with_unknown_trip_counts_are_left_alone() {
        assert!(!is_marked(0, "%n", 1));
        assert!(!is_marked(0, "3", -1));
    }
}
