//! Machine code as files: objects and assembly, for linkers and readers outside this process.
//!
//! What is generated has no need of this library: a linker that is told of C's library makes a program of it.
//!
//! Deliberately not here: linking, which is the system's compiler driver's task.

use inkwell::{
    AddressSpace, IntPredicate,
    attributes::{Attribute, AttributeLoc},
    builder::BuilderError,
    module::{Linkage, Module},
    targets::FileType,
};

use super::{HostTarget, LlvmError, verify};

/// What writes out a stream of C's.
const FLUSH: &str = "fflush";

/// What a reader outside gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// The text of the machine code, in the syntax of the system's assembler.
    Assembly,
    /// A relocatable object file, position independent.
    Object,
}

/// Verifies, optimises and compiles a module.
///
/// ```
/// use inkwell::{context::Context, memory_buffer::MemoryBuffer};
/// use mlir_lite::llvm::{self, CodeKind, HostTarget, OptLevel, Processor};
///
/// let ir = "define double @twice(double %x) { %y = fadd double %x, %x ret double %y }";
/// let context = Context::create();
/// let buffer = MemoryBuffer::create_from_memory_range_copy(ir.as_bytes(), "twice");
/// let module = context.create_module_from_ir(buffer).expect("the text is LLVM IR");
///
/// let target = HostTarget::with_processor(OptLevel::O2, Processor::Baseline)?;
/// let assembly = llvm::generate(&target, module, CodeKind::Assembly)?;
/// assert!(String::from_utf8_lossy(&assembly).contains("twice:"));
/// # Ok::<(), llvm::LlvmError>(())
/// ```
///
/// # Errors
/// [`LlvmError::Verify`], [`LlvmError::Optimize`] and [`LlvmError::Codegen`].
pub fn generate(target: &HostTarget, module: Module<'_>, kind: CodeKind) -> Result<Vec<u8>, LlvmError> {
    verify(&module)?;
    target.optimize(&module)?;
    let kind = match kind {
        CodeKind::Assembly => FileType::Assembly,
        CodeKind::Object => FileType::Object,
    };
    Ok(target.generate(module, kind)?.as_slice().to_vec())
}

/// Makes the function `name` of a module, a `void()`, what a C program's `main` calls: it becomes local under the name
/// `entry`, and a `main` is added which calls it, writes out what C's streams hold, and returns 0, or 1 where the output
/// could not be written. Does nothing if the module does not define the function, or has an `entry`.
///
/// # Errors
/// [`LlvmError::Verify`] if LLVM cannot build the function.
pub fn wrap_main(module: &Module<'_>, name: &str, entry: &str) -> Result<(), LlvmError> {
    let Some(program) = module.get_function(name).filter(|main| main.count_basic_blocks() > 0) else {
        return Ok(());
    };
    if module.get_function(entry).is_some() {
        return Ok(());
    }
    program.as_global_value().set_name(entry);
    program.set_linkage(Linkage::Internal);
    let context = module.get_context();
    // Inlined, the function would lose its place in debug information: the `main` that is added has none.
    let no_inline = context.create_enum_attribute(Attribute::get_named_enum_kind_id("noinline"), 0);
    program.add_attribute(AttributeLoc::Function, no_inline);
    let (int, pointer) = (context.i32_type(), context.ptr_type(AddressSpace::default()));
    // A function of the program's own that has this name is not the one of C's library.
    if let Some(own) = module.get_function(FLUSH).filter(|own| own.count_basic_blocks() > 0) {
        own.as_global_value().set_name(&format!("{entry}.{FLUSH}"));
    }
    let flush = module
        .get_function(FLUSH)
        .unwrap_or_else(|| module.add_function(FLUSH, int.fn_type(&[pointer.into()], false), None));
    let main = module.add_function("main", int.fn_type(&[], false), None);
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(main, ""));
    let build = || -> Result<(), BuilderError> {
        builder.build_call(program, &[], "")?;
        // A null stream stands for all of them.
        let failed = builder.build_call(flush, &[pointer.const_null().into()], "")?;
        if let Some(failed) = failed.try_as_basic_value().basic() {
            let failed = failed.into_int_value();
            let failed =
                builder.build_int_compare(IntPredicate::NE, failed, failed.get_type().const_zero(), "")?;
            builder.build_return(Some(&builder.build_int_z_extend(failed, int, "")?))?;
        }
        Ok(())
    };
    build().map_err(|error| LlvmError::Verify(error.to_string()))
}

#[cfg(test)]
mod tests {
    use inkwell::context::Context;
    use inkwell::memory_buffer::MemoryBuffer;

    use super::*;
    use crate::llvm::{OptLevel, Processor};

    fn module<'c>(context: &'c Context, text: &str) -> Module<'c> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "test");
        context.create_module_from_ir(buffer).expect("the text is LLVM IR")
    }

    #[test]
    fn an_object_is_one_of_the_host_s() {
        let context = Context::create();
        for level in [OptLevel::None, OptLevel::O1, OptLevel::O2, OptLevel::O3] {
            for processor in [Processor::Baseline, Processor::Native] {
                let target = HostTarget::with_processor(level, processor).unwrap();
                let module = module(&context, "define void @f() { ret void }");
                let object = generate(&target, module, CodeKind::Object).unwrap();
                assert!(
                    object.starts_with(b"\x7fELF") || !cfg!(target_os = "linux"),
                    "{level:?} {processor:?}"
                );
            }
        }
    }

    #[test]
    fn a_program_s_main_returns_a_status() {
        let context = Context::create();
        let module = module(&context, "define void @main() { ret void }");
        wrap_main(&module, "main", "program").unwrap();
        verify(&module).unwrap();
        let text = module.print_to_string().to_string();
        assert!(text.contains("define internal void @program() #0"), "{text}");
        assert!(text.contains("define i32 @main()"), "{text}");
    }

    #[test]
    fn a_program_may_have_a_function_of_the_name_of_c_s() {
        let context = Context::create();
        let text = "define internal void @fflush() { ret void }
            define void @main() { call void @fflush() ret void }";
        let module = module(&context, text);
        wrap_main(&module, "main", "program").unwrap();
        verify(&module).unwrap();
        let text = module.print_to_string().to_string();
        assert!(text.contains("call void @program.fflush()"), "{text}");
        assert!(text.contains("declare i32 @fflush(ptr)"), "{text}");
    }

    #[test]
    fn a_module_without_a_main_stays_as_it_is() {
        let context = Context::create();
        let module = module(&context, "declare void @main()");
        let before = module.print_to_string();
        wrap_main(&module, "main", "program").unwrap();
        assert_eq!(module.print_to_string(), before);
    }

    #[test]
    fn a_module_that_llvm_refuses_is_an_error() {
        let context = Context::create();
        let module = context.create_module("broken");
        let function = module.add_function("f", context.void_type().fn_type(&[], false), None);
        context.append_basic_block(function, "entry");
        let target = HostTarget::new(OptLevel::None).unwrap();
        assert!(matches!(generate(&target, module, CodeKind::Object), Err(LlvmError::Verify(_))));
    }
}
