//! Machine code as files: objects and assembly, for linkers and readers outside this process.
//!
//! The generated code does not need this library: a linker makes a program of it with C's library.
//!
//! Deliberately not here: linking, which is the task of the system's compiler driver.

use inkwell::{
    AddressSpace, IntPredicate,
    attributes::{Attribute, AttributeLoc},
    builder::BuilderError,
    module::{Linkage, Module},
    targets::FileType,
};

use super::{HostTarget, LlvmError, verify};

/// The function that flushes a stream of C.
const FLUSH: &str = "fflush";

/// The function of C's library that prints to standard error why the last call failed.
const PERROR: &str = "perror";

/// The kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodeKind {
    /// The text of the machine code, in the syntax of the system's assembler.
    Assembly,
    /// A relocatable object file, position independent.
    Object,
}

/// Verifies, optimises and compiles a module.
///
/// ```
/// # mod mlir_lite {
/// #     pub use mlir_lite_framework::*;
/// #     pub mod dialects {
/// #         pub use mlir_lite_framework::dialects::builtin;
/// #         pub extern crate mlir_lite_llvm_dialect as llvm;
/// #     }
/// #     pub extern crate mlir_lite_llvm as llvm;
/// # }
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
pub fn generate(
    target: &HostTarget,
    module: Module<'_>,
    kind: CodeKind,
) -> Result<Vec<u8>, LlvmError> {
    verify(&module)?;
    target.optimize(&module)?;
    let kind = match kind {
        CodeKind::Assembly => FileType::Assembly,
        CodeKind::Object => FileType::Object,
    };
    Ok(target.generate(module, kind)?.as_slice().to_vec())
}

/// The functions that a program's `main` calls before and after the program's own.
#[derive(Clone, Copy, Default, Debug)]
pub struct MainCalls<'a> {
    /// A `void(i32, ptr)` that is called first, with the arguments of C's `main`, `argc` and
    /// `argv`.
    pub start: Option<&'a str>,
    /// An `i32()` that is called last; its result is the exit status if everything succeeded.
    pub status: Option<&'a str>,
}

/// Makes the `void()` function `name` of a module the program that C's `main` runs: it becomes
/// local under the name `entry`, and a `main` is added which calls it, flushes C's streams, and
/// returns 0, or 1 if the output could not be written, which it reports on standard error. Does
/// nothing if the module does not define the function, or has an `entry`.
///
/// # Errors
/// [`LlvmError::Verify`] if LLVM cannot build the function.
pub fn wrap_main(
    module: &Module<'_>,
    name: &str,
    entry: &str,
    around: MainCalls<'_>,
) -> Result<(), LlvmError> {
    let Some(program) = module.get_function(name).filter(|main| main.count_basic_blocks() > 0)
    else {
        return Ok(());
    };
    if module.get_function(entry).is_some() {
        return Ok(());
    }
    program.as_global_value().set_name(entry);
    program.set_linkage(Linkage::Internal);
    let context = module.get_context();
    // If the function were inlined, it would lose its debug information: the added `main` has none.
    let no_inline = context.create_enum_attribute(Attribute::get_named_enum_kind_id("noinline"), 0);
    program.add_attribute(AttributeLoc::Function, no_inline);
    let (int, pointer) = (context.i32_type(), context.ptr_type(AddressSpace::default()));
    // A function of the program that has such a name is not the one of C's library.
    let of_library = |name: &str| {
        if let Some(own) = module.get_function(name).filter(|own| own.count_basic_blocks() > 0) {
            own.as_global_value().set_name(&format!("{entry}.{name}"));
        }
        module.get_function(name).unwrap_or_else(|| {
            module.add_function(name, int.fn_type(&[pointer.into()], false), None)
        })
    };
    let (flush, perror) = (of_library(FLUSH), of_library(PERROR));
    let words = [int.into(), pointer.into()];
    let words = if around.start.is_some() { &words[..] } else { &[] };
    let main = module.add_function("main", int.fn_type(words, false), None);
    let declared = |name: &str, ty| {
        module.get_function(name).unwrap_or_else(|| module.add_function(name, ty, None))
    };
    let builder = context.create_builder();
    let [first, lost, written] =
        ["", "lost", "written"].map(|name| context.append_basic_block(main, name));
    builder.position_at_end(first);
    let build = || -> Result<(), BuilderError> {
        if let Some(start) = around.start {
            let ty = context.void_type().fn_type(&[int.into(), pointer.into()], false);
            let words = main.get_params();
            let words: Vec<_> = words.into_iter().map(Into::into).collect();
            builder.build_call(declared(start, ty), &words, "")?;
        }
        builder.build_call(program, &[], "")?;
        // A null stream means all of them.
        let failed = builder.build_call(flush, &[pointer.const_null().into()], "")?;
        let failed = failed
            .try_as_basic_value()
            .basic()
            .map_or(int.const_zero(), |value| value.into_int_value());
        let failed = builder.build_int_compare(
            IntPredicate::NE,
            failed,
            failed.get_type().const_zero(),
            "",
        )?;
        builder.build_conditional_branch(failed, lost, written)?;
        builder.position_at_end(lost);
        let text = builder
            .build_global_string_ptr("error: cannot write the program's output", "toy.lost")?;
        builder.build_call(perror, &[text.as_pointer_value().into()], "")?;
        builder.build_return(Some(&int.const_int(1, false)))?;
        builder.position_at_end(written);
        let status = match around.status {
            None => None,
            Some(status) => builder
                .build_call(declared(status, int.fn_type(&[], false)), &[], "")?
                .try_as_basic_value()
                .basic(),
        };
        builder.build_return(Some(&status.unwrap_or_else(|| int.const_zero().into())))?;
        Ok(())
    };
    build().map_err(|error| LlvmError::Verify(error.to_string()))
}

#[cfg(test)]
mod tests {
    use inkwell::context::Context;
    use inkwell::memory_buffer::MemoryBuffer;

    use super::*;
    use crate::{OptLevel, Processor};

    fn module<'c>(context: &'c Context, text: &str) -> Module<'c> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "test");
        context.create_module_from_ir(buffer).expect("the text is LLVM IR")
    }

    #[test]
    fn an_object_is_one_of_the_host_s() {
        let context = Context::create();
        for level in [OptLevel::None, OptLevel::O1, OptLevel::O2, OptLevel::O3] {
            for processor in [Processor::Baseline, Processor::X86V3, Processor::Native] {
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
        wrap_main(&module, "main", "program", MainCalls::default()).unwrap();
        verify(&module).unwrap();
        let text = module.print_to_string().to_string();
        assert!(text.contains("define internal void @program() #0"), "{text}");
        assert!(text.contains("define i32 @main()"), "{text}");
    }

    #[test]
    fn a_program_s_main_hands_on_its_words_and_a_status() {
        let context = Context::create();
        let module = module(&context, "define void @main() { ret void }");
        let around = MainCalls { start: Some("begin"), status: Some("end") };
        wrap_main(&module, "main", "program", around).unwrap();
        verify(&module).unwrap();
        let text = module.print_to_string().to_string();
        assert!(text.contains("define i32 @main(i32 %0, ptr %1)"), "{text}");
        assert!(text.contains("call void @begin(i32 %0, ptr %1)"), "{text}");
        assert!(text.contains("call i32 @end()"), "{text}");
    }

    #[test]
    fn a_program_may_have_a_function_of_the_name_of_c_s() {
        let context = Context::create();
        let text = "define internal void @fflush() { ret void }
            define void @main() { call void @fflush() ret void }";
        let module = module(&context, text);
        wrap_main(&module, "main", "program", MainCalls::default()).unwrap();
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
        wrap_main(&module, "main", "program", MainCalls::default()).unwrap();
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
