//! Helpers for all instructions.

use super::function::Exported;
use inkwell::values::{AnyValue, BasicValue, BasicValueEnum, FastMathFlags, InstructionValue};
use mlir_lite::dialects::llvm::FastmathFlags;

type Value<'ctx> = BasicValueEnum<'ctx>;

/// The result of an instruction.
pub(super) fn result_of(instruction: InstructionValue<'_>) -> Exported<Value<'_>> {
    Value::try_from(instruction.as_any_value_enum()).map_err(|()| "it gives no value".into())
}

/// LLVM's message, if it rejects a flag.
pub(super) fn flag<E: std::fmt::Display>(result: Result<(), E>) -> Exported<()> {
    result.map_err(|error| error.to_string())
}

/// Sets the flags on the instruction; a folded constant has none. They are only valid on floats, as
/// for `select`.
#[expect(clippy::unnecessary_wraps, reason = "as the functions for other flags")]
pub(super) fn set_fastmath(value: Value<'_>, flags: FastmathFlags) -> Exported<()> {
    let Some(instruction) = value.as_instruction_value().filter(|_| flags != FastmathFlags::NONE)
    else {
        return Ok(());
    };
    let all = [
        (FastmathFlags::NNAN, FastMathFlags::NoNaNs),
        (FastmathFlags::NINF, FastMathFlags::NoInfs),
        (FastmathFlags::NSZ, FastMathFlags::NoSignedZeros),
        (FastmathFlags::ARCP, FastMathFlags::AllowReciprocal),
        (FastmathFlags::CONTRACT, FastMathFlags::AllowContract),
        (FastmathFlags::AFN, FastMathFlags::ApproxFunc),
        (FastmathFlags::REASSOC, FastMathFlags::AllowReassoc),
    ];
    let set = all.iter().filter(|flag| flags.contains(flag.0));
    let _ =
        instruction.set_fast_math_flags(set.fold(FastMathFlags::empty(), |set, flag| set | flag.1));
    Ok(())
}
