//! Kernels as PTX, the assembly language of NVIDIA's drivers.

use crate::error::LlvmError;
use crate::ffi;
use crate::target::{CODE_GENERATOR, code_of};
use inkwell::OptimizationLevel;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::{Linkage, Module};
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{CodeModel, FileType, RelocMode, Target, TargetMachine, TargetTriple};
use inkwell::values::BasicValue;
use std::path::Path;
use std::sync::Once;

/// The generations of processors, each with the first version of PTX that has all of it.
const CHIPS: [(u32, u32); 15] = [
    (50, 40),
    (52, 41),
    (53, 42),
    (60, 50),
    (61, 50),
    (62, 50),
    (70, 60),
    (72, 61),
    (75, 63),
    (80, 70),
    (86, 71),
    (87, 74),
    (89, 78),
    (90, 78),
    (100, 86),
];

/// Functions of NVIDIA's library for devices begin so.
const OF_LIBRARY: &str = "__nv_";

/// A module of kernels as PTX for processors such as `sm_80`. `libdevice` is the file with
/// NVIDIA's functions of numbers, in LLVM's bitcode.
///
/// # Errors
/// If the processor is not known, the library cannot be read or lacks a function, or LLVM has no
/// code for something in the module.
///
/// ```
/// # fn main() -> Result<(), mlir_lite_llvm::LlvmError> {
/// use mlir_lite_llvm::{inkwell::context::Context, ptx};
///
/// let llvm = Context::create();
/// let module = llvm.create_module("kernels");
/// let kernel = module.add_function("k", llvm.void_type().fn_type(&[], false), None);
/// kernel.set_call_conventions(71);
/// let builder = llvm.create_builder();
/// builder.position_at_end(llvm.append_basic_block(kernel, ""));
/// builder.build_return(None).expect("the function is empty");
/// let text = ptx(module, "sm_80", None)?;
/// assert!(text.contains(".target sm_80") && text.contains(".visible .entry k()"));
/// # Ok(())
/// # }
/// ```
pub fn ptx(module: Module<'_>, chip: &str, libdevice: Option<&Path>) -> Result<String, LlvmError> {
    let machine = machine(chip)?;
    module.set_triple(&machine.get_triple());
    module.set_data_layout(&machine.get_target_data().get_data_layout());
    if let Some(path) = libdevice {
        link_library(&module, path)?;
    }
    check_functions(&module, libdevice.is_some())?;
    check_instructions(&module, chip)?;
    let (optimized, errors) = ffi::collect_errors(&module, || {
        module.run_passes("default<O2>", &machine, PassBuilderOptions::create())
    });
    optimized.map_err(|text| LlvmError::Codegen(text.to_string()))?;
    if !errors.is_empty() {
        return Err(LlvmError::Codegen(errors.join("\n")));
    }
    let text = code_of(&machine, &module, FileType::Assembly)?;
    Ok(String::from_utf8_lossy(text.as_slice()).trim_end_matches('\0').to_owned())
}

/// Instructions that only newer processors have, by a part of LLVM's name: the first ones that do.
const NEWER: [(&str, u32); 3] =
    [(".redux.sync", 80), (".sreg.cluster", 90), (".sreg.nclusterid", 90)];

/// Checks that the processor has the instructions that are asked for by name.
fn check_instructions(module: &Module<'_>, chip: &str) -> Result<(), LlvmError> {
    let number = number_of(chip).unwrap_or_default();
    for function in module.get_functions() {
        let name = function.get_name().to_string_lossy();
        let is_of = |(part, _): &&(&str, u32)| name.starts_with("llvm.nvvm") && name.contains(part);
        if let Some((_, least)) = NEWER.iter().find(is_of)
            && number < *least
        {
            let name = name.trim_start_matches("llvm.");
            let message = format!("'{name}' is there from sm_{least} on, and not in {chip}");
            return Err(LlvmError::Device(message));
        }
    }
    Ok(())
}

/// The number of a generation, such as 80 of `sm_80`.
fn number_of(chip: &str) -> Option<u32> {
    chip.strip_prefix("sm_")?.parse().ok()
}

fn machine(chip: &str) -> Result<TargetMachine, LlvmError> {
    let number = number_of(chip);
    let known = CHIPS.iter().find(|(known, _)| Some(*known) == number);
    let Some((_, version)) = known else {
        let known: Vec<String> = CHIPS.iter().map(|(known, _)| format!("sm_{known}")).collect();
        let known = known.join(", ");
        let message = format!("a processor is one of {known}, found '{chip}'");
        return Err(LlvmError::Device(message));
    };
    static INITIALIZED: Once = Once::new();
    INITIALIZED.call_once(|| {
        ffi::report_fatal_errors();
        Target::initialize_nvptx(&CODE_GENERATOR);
    });
    let triple = TargetTriple::create("nvptx64-nvidia-cuda");
    let target =
        Target::from_triple(&triple).map_err(|text| LlvmError::Device(text.to_string()))?;
    let level = OptimizationLevel::Default;
    let features = format!("+ptx{version}");
    target
        .create_target_machine(
            &triple,
            chip,
            &features,
            level,
            RelocMode::Default,
            CodeModel::Default,
        )
        .ok_or_else(|| LlvmError::Device(format!("no target machine for {triple}")))
}

/// Adds the functions of the library; those that nothing calls are removed later.
fn link_library(module: &Module<'_>, path: &Path) -> Result<(), LlvmError> {
    let wrong = |text: String| LlvmError::Device(format!("'{}': {text}", path.display()));
    let buffer = MemoryBuffer::create_from_file(path).map_err(|text| wrong(text.to_string()))?;
    let library = Module::parse_bitcode_from_buffer(&buffer, module.get_context())
        .map_err(|text| wrong(text.to_string()))?;
    library.set_triple(&module.get_triple());
    library.set_data_layout(&module.get_data_layout());
    module.link_in_module(library).map_err(|text| wrong(text.to_string()))?;
    for function in module.get_functions() {
        let is_of_library = function.get_name().to_bytes().starts_with(OF_LIBRARY.as_bytes());
        if is_of_library && function.count_basic_blocks() > 0 {
            function.set_linkage(Linkage::Internal);
        }
    }
    Ok(())
}

/// Checks that all functions that are called are there.
fn check_functions(module: &Module<'_>, has_library: bool) -> Result<(), LlvmError> {
    let absent = module.get_functions().find(|function| {
        let name = function.get_name().to_bytes();
        name.starts_with(OF_LIBRARY.as_bytes())
            && function.count_basic_blocks() == 0
            && function.as_global_value().as_pointer_value().get_first_use().is_some()
    });
    let Some(absent) = absent else { return Ok(()) };
    let name = absent.get_name().to_string_lossy();
    Err(LlvmError::Device(match has_library {
        true => format!("the library for devices has no function '{name}'"),
        false => format!(
            "'{name}' is a function of NVIDIA's library for devices, libdevice, whose file is to \
                be given"
        ),
    }))
}
