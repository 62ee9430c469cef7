//! Addresses at constant offsets, in the form in which LLVM keeps them: as offsets in bytes.
//!
//! LLVM's `instcombine` brings `getelementptr double, ptr %p, i64 5` into the form
//! `getelementptr i8, ptr %p, i64 40`. For each that it replaces, it visits `%p` again, and if that
//! is allocated memory, all its uses. So code that stores into thousands of elements of one array,
//! one after another, took it time in proportion to the square of their number.

use inkwell::module::Module;
use inkwell::targets::TargetData;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValue, InstructionOpcode, InstructionValue, PointerValue};

use super::ffi;

/// Brings addresses with one constant index into that form.
pub(super) fn make(module: &Module<'_>, layout: &TargetData) {
    for function in module.get_functions() {
        for block in function.get_basic_block_iter() {
            let addresses: Vec<InstructionValue<'_>> = block
                .get_instructions()
                .filter(|it| it.get_opcode() == InstructionOpcode::GetElementPtr)
                .collect();
            for address in addresses {
                // Others stay as they are.
                let _ = replace(module, layout, address);
            }
        }
    }
}

fn replace<'ctx>(
    module: &Module<'ctx>,
    layout: &TargetData,
    address: InstructionValue<'ctx>,
) -> Option<()> {
    if address.get_num_operands() != 2 {
        return None;
    }
    let element = address.get_gep_source_element_type().ok()?;
    if !matches!(element, BasicTypeEnum::FloatType(_) | BasicTypeEnum::IntType(_)) {
        return None;
    }
    // A vector of addresses stays.
    let old = PointerValue::try_from(address).ok()?;
    let base = address.get_operand(0)?.value()?;
    let index = address.get_operand(1)?.value()?;
    let size = i64::try_from(layout.get_abi_size(&element)).ok()?;
    let context = module.get_context();
    let byte: BasicTypeEnum<'_> = context.i8_type().into();
    if !base.is_pointer_value() || !index.is_int_value() || element == byte {
        return None;
    }
    let offset = index.into_int_value().get_sign_extended_constant()?.checked_mul(size)?;
    let offset = context.i64_type().const_int(offset as u64, true).as_basic_value_enum();
    let builder = context.create_builder();
    builder.position_before(&address);
    let flags = ffi::no_wrap_flags(address);
    let new = ffi::build_gep(&builder, byte, base, &[offset], flags);
    old.replace_all_uses_with(new.into_pointer_value());
    address.erase_from_basic_block();
    Some(())
}

#[cfg(test)]
mod tests {
    use inkwell::context::Context;
    use inkwell::memory_buffer::MemoryBuffer;
    use pretty_assertions::assert_eq;

    use super::super::{HostTarget, OptLevel};
    use super::*;

    fn made(context: &Context, text: &str) -> String {
        let text = format!("{text}\0");
        let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "addresses");
        let module = context.create_module_from_ir(buffer).expect("LLVM reads it");
        let target = HostTarget::new(OptLevel::O1).expect("the host is a target");
        make(&module, &target.machine().get_target_data());
        module.verify().expect("it is well formed");
        module.print_to_string().to_string()
    }

    #[test]
    fn constant_indices_become_bytes() {
        let made = made(
            &Context::create(),
            "define void @f(ptr %p, i64 %i) {\n  \
             %a = getelementptr inbounds nuw double, ptr %p, i64 5\n  store i8 1, ptr %a\n  \
             %b = getelementptr i16, ptr %a, i32 -3\n  store i8 2, ptr %b\n  \
             %c = getelementptr inbounds double, ptr %p, i64 %i\n  store i8 3, ptr %c\n  \
             %d = getelementptr {i64, i64}, ptr %p, i64 1, i32 1\n  store i8 4, ptr %d\n  \
             %e = getelementptr double, ptr %p, i64 9223372036854775807\n  store i8 5, ptr %e\n  \
             ret void\n}\n",
        );
        let addresses: Vec<&str> =
            made.lines().filter_map(|line| Some(line.split_once("getelementptr ")?.1)).collect();
        assert_eq!(
            addresses,
            [
                "inbounds nuw i8, ptr %p, i64 40",
                "i8, ptr %1, i64 -6",
                "inbounds double, ptr %p, i64 %i",
                "{ i64, i64 }, ptr %p, i64 1, i32 1",
                "double, ptr %p, i64 9223372036854775807",
            ]
        );
    }
}
