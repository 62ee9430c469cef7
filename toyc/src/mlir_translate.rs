//! `mlir-lite-translate`: the llvm dialect as LLVM IR, and LLVM IR as the llvm dialect, with the
//! flags of MLIR's `mlir-translate`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{ArgGroup, Parser};
use mlir_lite::Context;
use mlir_lite::dialects::gpu::GPUModuleOp;
use mlir_lite::ir::Body;
use mlir_lite::llvm::inkwell::context::Context as LlvmContext;
use mlir_lite::llvm::inkwell::module::{FlagBehavior, Module};
use mlir_lite::llvm::{LlvmError, export_module, import_module, ptx};
use mlir_lite::register_all_dialects;
use mlir_lite::text::{ParseOptions, PrintOptions, Spelling, parse_module, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, ExpectedDiagnostics, Position, Reported, SourceFile, SourceMap,
};
use mlir_lite_opt::output::{refuse_inputs, write_dump};
use mlir_lite_opt::split::{MARKER, split};
use mlir_lite_opt::{DiagnosticStyle, Status, dashes, report, source};

/// The name of a module of LLVM, which `mlir-translate` gives it.
const MODULE: &str = "LLVMDialectModule";

/// The command line of `mlir-lite-translate`.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "mlir-lite-translate",
    version,
    about = "Translates between the llvm dialect of MLIR and LLVM IR",
    after_help = dashes::DASHES_HELP,
    args_override_self = true,
    group = ArgGroup::new("translation").required(true)
)]
struct Translator {
    /// The source; without it, or for `-`, standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Where the result goes; `-` is standard output
    #[arg(short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print a module of the llvm dialect as LLVM IR
    #[arg(long, group = "translation")]
    mlir_to_llvmir: bool,

    /// Print the kernels of each module of the gpu dialect as PTX, after `convert-gpu-to-nvvm`
    #[arg(long, group = "translation")]
    mlir_to_ptx: bool,

    /// The processors that PTX is for
    #[arg(long, value_name = "CHIP", default_value = "sm_80", requires = "mlir_to_ptx")]
    chip: String,

    /// NVIDIA's functions of numbers for PTX, as `libdevice.10.bc`
    #[arg(long, value_name = "FILE", requires = "mlir_to_ptx")]
    libdevice: Option<PathBuf>,

    /// Print LLVM IR as a module of the llvm dialect
    #[arg(long, group = "translation")]
    import_llvm: bool,

    /// Accept ops of dialects that are not loaded, where the translation leaves them out
    #[arg(long)]
    allow_unregistered_dialect: bool,

    /// Translate the parts between lines that begin with the marker (`// -----`) each for itself
    #[arg(
        long, value_name = "MARKER", num_args = 0..=1, require_equals = true,
        default_missing_value = MARKER
    )]
    split_input_file: Option<String>,

    /// The line between the outputs of the parts of a file
    #[arg(long, value_name = "MARKER", default_value = "", hide_default_value = true)]
    output_split_marker: String,

    /// Compare the diagnostics with the `expected-error {{...}}` comments
    #[arg(long)]
    verify_diagnostics: bool,

    /// How diagnostics look; `auto` draws on a terminal and is plain elsewhere
    #[arg(
        long, value_name = "STYLE", value_enum, default_value_t = DiagnosticStyle::Auto,
        hide_default_value = true
    )]
    diagnostics: DiagnosticStyle,
}

impl Translator {
    /// Translates the source, or each of its parts, and writes the results.
    fn execute(
        &self,
        sources: &Arc<SourceMap>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let output = self.output.as_deref();
        if let Some(output) = output {
            let file = self.file.as_deref().unwrap_or(Path::new("-"));
            refuse_inputs(output, [file], diagnostics)?;
        }
        let (name, whole) = source::read(self.file.as_deref(), diagnostics)?;
        let parts = match &self.split_input_file {
            Some(marker) => split(&whole, marker),
            // A part of which nothing is split.
            None => vec![mlir_lite_opt::split::Part { text: &whole, first_line: 1 }],
        };
        let mut results = Vec::new();
        let mut outcome = Ok(());
        for part in parts {
            let file = sources.add_part(name.as_str(), part.text, part.first_line);
            let file = file.map_err(|error| {
                diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string()))
            })?;
            match self.part(sources, &file, diagnostics) {
                Ok(text) => results.push(text),
                Err(error) => outcome = Err(error),
            }
        }
        // Parts with errors do not keep those without from being printed.
        if outcome.is_ok() || self.split_input_file.is_some() {
            let text = results.join(&format!("{}\n", self.output_split_marker));
            write_dump(text.as_bytes(), output, diagnostics)?;
        }
        outcome
    }

    /// The result of one part. If diagnostics are compared, only the differences are errors.
    fn part(
        &self,
        sources: &Arc<SourceMap>,
        file: &SourceFile,
        diagnostics: &mut Diagnostics,
    ) -> Result<String, Reported> {
        if !self.verify_diagnostics {
            return self.translated(sources, file, diagnostics);
        }
        let mut found = Diagnostics::new();
        let text = self.translated(sources, file, &mut found);
        ExpectedDiagnostics::of(file).compare(sources, &found, diagnostics)?;
        Ok(text.unwrap_or_default())
    }

    /// A module of the llvm dialect as LLVM IR, or the other way.
    fn translated(
        &self,
        sources: &Arc<SourceMap>,
        file: &SourceFile,
        diagnostics: &mut Diagnostics,
    ) -> Result<String, Reported> {
        let ctx = Context::with_sources(Arc::clone(sources));
        register_all_dialects(&ctx);
        if self.import_llvm {
            let module = import_module(&ctx, file, diagnostics)?;
            verify(&module, diagnostics)?;
            let options = PrintOptions::default().with_spelling(Spelling::Upstream);
            return Ok(print_op(module.as_op(), options) + "\n");
        }
        let options =
            ParseOptions::default().with_allow_unregistered(self.allow_unregistered_dialect);
        let module = parse_module(&ctx, file, options, diagnostics)?;
        verify(&module, diagnostics)?;
        let llvm = LlvmContext::create();
        if self.mlir_to_ptx {
            return self.kernels(&module, &llvm, diagnostics);
        }
        let translated =
            export_module(&module, &llvm, MODULE).map_err(|error| diagnostics.error(error))?;
        add_debug_version(&llvm, &translated);
        mlir_lite::llvm::verify(&translated).map_err(|error| {
            diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string()))
        })?;
        Ok(translated.print_to_string().to_string())
    }

    /// The modules of kernels as PTX, one after the other.
    fn kernels(
        &self,
        module: &Body,
        llvm: &LlvmContext,
        diagnostics: &mut Diagnostics,
    ) -> Result<String, Reported> {
        let mut text = String::new();
        let ops = module.as_op().regions().flat_map(|region| region.ops());
        let devices = ops.filter(|op| op.is::<GPUModuleOp>());
        let devices: Vec<&Body> = devices.filter_map(|op| module.child(op.id())).collect();
        if devices.is_empty() {
            let message = "there is no module of kernels, `gpu.module`, in the input";
            let error = Diagnostic::error(Position::Unknown, message);
            return Err(diagnostics.error(error.with_help(
                "`mlir-lite-opt -gpu-kernel-outlining` makes one of the kernels of launches",
            )));
        }
        for device in devices {
            let translated =
                export_module(device, llvm, MODULE).map_err(|error| diagnostics.error(error))?;
            let place = device.as_op().location().to_position(module.context());
            let mut failed = |error: LlvmError| {
                let error = Diagnostic::error(place.clone(), error.to_string());
                diagnostics.error(error)
            };
            mlir_lite::llvm::verify(&translated).map_err(&mut failed)?;
            text += &ptx(translated, &self.chip, self.libdevice.as_deref()).map_err(failed)?;
        }
        Ok(text)
    }
}

/// Adds the version of debug information, which each module of `mlir-translate` has.
fn add_debug_version<'c>(llvm: &'c LlvmContext, module: &Module<'c>) {
    const KEY: &str = "Debug Info Version";
    const VERSION: u64 = 3;
    if module.get_flag(KEY).is_none() {
        let version = llvm.i32_type().const_int(VERSION, false);
        module.add_basic_value_flag(KEY, FlagBehavior::Warning, version);
    }
}

/// Executes the command line of `mlir-lite-translate`; its first word is the program's name.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let check = |_: &Translator| Ok::<(), String>(());
    let translator = match dashes::from_command_line(words, check) {
        Ok(translator) => translator,
        Err(status) => return status.into(),
    };
    let sources = Arc::new(SourceMap::new());
    let mut diagnostics = Diagnostics::new();
    let result = translator.execute(&sources, &mut diagnostics);
    report(&sources, &diagnostics, translator.diagnostics);
    let status = if result.is_ok() { Status::Success } else { Status::InputErrors };
    status.into()
}
