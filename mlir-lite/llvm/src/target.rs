//! The host as a code generation target.
//!
//! Only the native target is registered with LLVM, once per process: most of a small program's run
//! is start-up time.

use std::sync::OnceLock;

use inkwell::{
    memory_buffer::MemoryBuffer,
    module::Module,
    targets::{
        CodeModel, FileType, InitializationConfig, RelocMode, Target, TargetData, TargetMachine,
        TargetTriple,
    },
};

use super::{LlvmError, OptLevel, ffi};

/// The processor whose instructions the code generator uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Processor {
    /// The baseline of the host's architecture: the code runs on other machines, too.
    #[default]
    Baseline,
    /// The level `x86-64-v2` of the host's architecture, if it is x86-64: SSE4.2.
    X86V2,
    /// The level `x86-64-v3`: AVX2 and FMA.
    X86V3,
    /// The level `x86-64-v4`: AVX-512.
    X86V4,
    /// The host's own processor.
    Native,
}

/// A target machine for the host: its processor, its data layout and an [`OptLevel`].
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
/// use inkwell::context::Context;
/// use mlir_lite::llvm::{HostTarget, OptLevel, verify};
///
/// let context = Context::create();
/// let module = context.create_module("empty");
/// verify(&module)?;
/// HostTarget::new(OptLevel::O3)?.optimize(&module)?;
/// # Ok::<(), mlir_lite::llvm::LlvmError>(())
/// ```
#[derive(Debug)]
pub struct HostTarget {
    machine: TargetMachine,
    triple: TargetTriple,
    layout: TargetData,
    level: OptLevel,
}

impl HostTarget {
    /// The host at an optimisation level. Optimised code uses every feature of the host's
    /// processor; at [`OptLevel::None`] it is the architecture's baseline, because reading
    /// the feature list costs more than a small program's run.
    ///
    /// # Errors
    /// [`LlvmError::Target`] if this LLVM generates no code for the host.
    pub fn new(level: OptLevel) -> Result<Self, LlvmError> {
        let processor = match level {
            OptLevel::None => Processor::Baseline,
            OptLevel::O1 | OptLevel::O2 | OptLevel::O3 => Processor::Native,
        };
        Self::with_processor(level, processor)
    }

    /// The host's system and architecture with a processor that may differ from the host's.
    ///
    /// # Errors
    /// [`LlvmError::Target`] if this LLVM generates no code for the host, or the processor is of
    /// another architecture.
    pub fn with_processor(level: OptLevel, processor: Processor) -> Result<Self, LlvmError> {
        let machine = match processor {
            Processor::Baseline => baseline_machine(level)?,
            Processor::X86V2 => x86_machine(level, "x86-64-v2")?,
            Processor::X86V3 => x86_machine(level, "x86-64-v3")?,
            Processor::X86V4 => x86_machine(level, "x86-64-v4")?,
            Processor::Native => machine(
                level,
                &TargetMachine::get_host_cpu_name().to_string(),
                &TargetMachine::get_host_cpu_features().to_string(),
            )?,
        };
        Ok(Self { triple: machine.get_triple(), layout: machine.get_target_data(), machine, level })
    }

    /// The level that this target optimises at.
    #[must_use]
    pub fn level(&self) -> OptLevel {
        self.level
    }

    pub(super) fn machine(&self) -> &TargetMachine {
        &self.machine
    }

    /// Sets the module's triple and data layout to the host's.
    pub(super) fn describe_in(&self, module: &Module<'_>) {
        module.set_triple(&self.triple);
        module.set_data_layout(&self.layout.get_data_layout());
    }

    /// Generates machine code in memory. Consumes the module: code generation rewrites
    /// its functions.
    pub(super) fn generate(
        &self,
        module: Module<'_>,
        kind: FileType,
    ) -> Result<MemoryBuffer<'static>, LlvmError> {
        self.describe_in(&module);
        code_of(&self.machine, &module, kind)
    }
}

/// The code of a module, which code generation rewrites.
pub(super) fn code_of(
    machine: &TargetMachine,
    module: &Module<'_>,
    kind: FileType,
) -> Result<MemoryBuffer<'static>, LlvmError> {
    let (code, errors) =
        ffi::collect_errors(module, || machine.write_to_memory_buffer(module, kind));
    match code {
        Ok(code) if errors.is_empty() => Ok(code),
        Ok(_) => Err(LlvmError::Codegen(errors.join("\n"))),
        Err(text) => Err(LlvmError::Codegen(text.to_string())),
    }
}

/// The parts of a target that code generation needs.
pub(super) const CODE_GENERATOR: InitializationConfig = InitializationConfig {
    base: true,
    info: true,
    machine_code: true,
    asm_printer: true,
    asm_parser: false,
    disassembler: false,
};

/// A machine for the architecture's baseline processor.
pub(super) fn baseline_machine(level: OptLevel) -> Result<TargetMachine, LlvmError> {
    machine(level, "", "")
}

/// A machine for a level of the architecture x86-64.
fn x86_machine(level: OptLevel, name: &str) -> Result<TargetMachine, LlvmError> {
    let host = TargetMachine::get_default_triple();
    if !host.as_str().to_bytes().starts_with(b"x86_64") {
        return Err(LlvmError::Target(format!("'{name}' is not a processor of {host}")));
    }
    machine(level, name, "")
}

fn machine(level: OptLevel, cpu: &str, features: &str) -> Result<TargetMachine, LlvmError> {
    initialize_native_target()?;
    let triple = TargetMachine::get_default_triple();
    let target =
        Target::from_triple(&triple).map_err(|text| LlvmError::Target(text.to_string()))?;
    // Position-independent code in the small model is what ORC's linker expects: it adds
    // the stubs for calls that reach too far.
    target
        .create_target_machine(
            &triple,
            cpu,
            features,
            level.codegen(),
            RelocMode::PIC,
            CodeModel::Small,
        )
        .ok_or_else(|| LlvmError::Target(format!("no target machine for {triple}")))
}

fn initialize_native_target() -> Result<(), LlvmError> {
    static INITIALIZED: OnceLock<Result<(), String>> = OnceLock::new();
    INITIALIZED
        .get_or_init(|| {
            ffi::report_fatal_errors();
            Target::initialize_native(&CODE_GENERATOR)
        })
        .clone()
        .map_err(LlvmError::Target)
}
