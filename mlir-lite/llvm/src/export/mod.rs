//! Exports the `llvm` dialect to an LLVM module.
//!
//! Functions and globals are declared first, then defined, so that they can refer to each other in
//! any order. The export builds what `mlir-translate` builds, except for names: the same blocks and
//! instructions in the same order.
//!
//! Nothing is dropped silently: if LLVM IR, or this export, cannot represent a part of an op, that
//! is an error; attributes of other dialects are listed by [`left_out_attributes`].
//!
//! Deliberately not here: optimisation, the host's data layout (adding the module to a session sets
//! it).

mod aggregates;
mod arithmetic;
mod attributes;
mod calls;
mod constants;
mod control_flow;
mod data;
mod debug;
mod function;
mod globals;
mod instructions;
mod intrinsics;
mod left_out;
mod memory;
mod nvvm;
mod ops;
mod symbols;
mod templates;
#[cfg(test)]
mod tests;
mod text;
mod types;
mod values;
mod vectors;

use debug::DebugExport;
use function::Environment;
use inkwell::{
    context::Context as LlvmContext,
    module::Module,
    values::{FunctionValue, GlobalValue},
};
use mlir_lite::dialects::llvm::{
    AliasOp, AliasOpRef, GlobalCtorsOp, GlobalCtorsOpRef, GlobalDtorsOp, GlobalDtorsOpRef,
    GlobalOp, GlobalOpRef, LlvmFuncOp, LlvmFuncOpRef,
};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::typed_view::OpView;
use mlir_lite::ir::view::OpRef;
use mlir_lite_diagnostics::Diagnostic;
use rustc_hash::FxHashMap;
use templates::Templates;
use types::TypeTranslation;

pub use debug::{DebugInfo, SourceFunction};
pub use function::FunctionExport;
pub use left_out::left_out_attributes;
pub use ops::{ExportOp, Translations};

/// Options of an export: debug information, translations of other dialects' ops, and the form of
/// large tables.
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct ExportOptions<'o> {
    debug_info: Option<DebugInfo<'o>>,
    translations: Option<&'o Translations>,
    data_as_bytes: bool,
}

impl<'o> ExportOptions<'o> {
    /// With debug information: the locations of the ops are in the machine code.
    #[must_use]
    pub fn with_debug_info(self, info: DebugInfo<'o>) -> Self {
        Self { debug_info: Some(info), ..self }
    }

    /// With these translations, which may be of ops of other dialects.
    #[must_use]
    pub fn with_translations(self, translations: &'o Translations) -> Self {
        Self { translations: Some(translations), ..self }
    }

    /// With large tables of numbers as arrays of bytes, if they are constants of the module alone:
    /// they are the same data in machine code, which LLVM generates in less time.
    #[must_use]
    pub fn with_data_as_bytes(self) -> Self {
        Self { data_as_bytes: true, ..self }
    }
}

/// An op of a module.
enum ModuleOp<'b> {
    Function(LlvmFuncOpRef<'b>),
    Global(GlobalOpRef<'b>),
    Alias(AliasOpRef<'b>),
    Ctors(GlobalCtorsOpRef<'b>),
    Dtors(GlobalDtorsOpRef<'b>),
}

impl<'b> ModuleOp<'b> {
    /// The op, if it is one of those that modules contain.
    fn of(op: OpRef<'b>) -> Option<Self> {
        let of_function = || op.cast::<LlvmFuncOp>().map(Self::Function);
        let of_global = || op.cast::<GlobalOp>().map(Self::Global);
        let of_alias = || op.cast::<AliasOp>().map(Self::Alias);
        let of_ctors = || op.cast::<GlobalCtorsOp>().map(Self::Ctors);
        let of_dtors = || op.cast::<GlobalDtorsOp>().map(Self::Dtors);
        of_function().or_else(of_global).or_else(of_alias).or_else(of_ctors).or_else(of_dtors)
    }

    fn op(&self) -> OpRef<'b> {
        match self {
            Self::Function(op) => op.op(),
            Self::Global(op) => op.op(),
            Self::Alias(op) => op.op(),
            Self::Ctors(op) => op.op(),
            Self::Dtors(op) => op.op(),
        }
    }
}

/// The name of a symbol, or nothing.
fn symbol_of(op: OpRef<'_>) -> &str {
    op.symbol_name().map_or("", |name| name.text(op.context()))
}

/// The symbols of a module, exported.
#[derive(Default)]
struct Symbols<'ctx> {
    functions: FxHashMap<Box<str>, FunctionValue<'ctx>>,
    /// Globals and aliases.
    globals: FxHashMap<Box<str>, GlobalValue<'ctx>>,
}

/// Builds an LLVM module from a verified module that contains only ops of the `llvm` dialect.
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
/// use mlir_lite::{Context, dialects::llvm::LlvmDialect, llvm::{self, JitSession, OptLevel}, text};
/// use mlir_lite_diagnostics::Diagnostics;
///
/// let source = r#"
///   llvm.func @twice(%x: f64) -> f64 {
///     %y = llvm.fadd %x, %x : f64
///     llvm.return %y : f64
///   }"#;
/// let ctx = Context::new();
/// ctx.load::<LlvmDialect>();
/// let file = ctx.sources().add("twice.mlir", source).unwrap();
/// let module = text::parse_module(&ctx, &file, Default::default(), &mut Diagnostics::new()).unwrap();
///
/// let llvm_context = inkwell::context::Context::create();
/// let llvm_module = llvm::export_module(&module, &llvm_context, "twice").unwrap();
/// let mut session = JitSession::new(OptLevel::None)?;
/// session.add_module(llvm_module)?;
/// assert!(session.lookup("twice").is_some());
/// # Ok::<(), llvm::LlvmError>(())
/// ```
///
/// # Errors
/// An op of another dialect, or a type, constant or initial value that has no counterpart.
#[expect(clippy::result_large_err, reason = "made once, and reported by the caller at once")]
pub fn export_module<'ctx>(
    module: &Body,
    llvm: &'ctx LlvmContext,
    name: &str,
) -> Result<Module<'ctx>, Diagnostic> {
    export_module_with(module, llvm, name, ExportOptions::default())
}

/// As [`export_module`], with options: debug information, ops of other dialects.
///
/// # Errors
/// As [`export_module`].
#[expect(clippy::result_large_err, reason = "made once, and reported by the caller at once")]
pub fn export_module_with<'ctx>(
    module: &Body,
    llvm: &'ctx LlvmContext,
    name: &str,
    options: ExportOptions<'_>,
) -> Result<Module<'ctx>, Diagnostic> {
    export(module, llvm, name, options).map_err(|error| *error)
}

fn export<'ctx>(
    module: &Body,
    llvm: &'ctx LlvmContext,
    name: &str,
    options: ExportOptions<'_>,
) -> Result<Module<'ctx>, Box<Diagnostic>> {
    let root = module.as_op();
    left_out::check(root).map_err(|reason| cannot_export(root, reason))?;
    let templates = Templates::new(llvm);
    let mut ops = Vec::new();
    for op in root.regions().flat_map(|region| region.ops()) {
        let Some(known) = ModuleOp::of(op) else {
            return Err(cannot_export(
                op,
                "expected only functions and globals of the llvm dialect",
            ));
        };
        left_out::check(op).map_err(|reason| cannot_export(op, reason))?;
        ops.push(known);
    }
    let (target, symbols) = symbols::declare(&templates, root, &ops, name, options.data_as_bytes)?;
    let types = TypeTranslation::new(module.context().clone(), llvm);
    let debug = options.debug_info.map(|info| DebugExport::new(&target, &types, info));
    let environment = Environment {
        module: &target,
        types: &types,
        symbols: &symbols,
        templates: &templates,
        translations: options.translations.unwrap_or(Translations::standard()),
    };
    globals::initialize(environment, &ops, options.data_as_bytes)?;
    for op in &ops {
        let ModuleOp::Function(op) = op else { continue };
        let (symbol, region) = (symbol_of(op.op()), op.body());
        if let Some(&function) = symbols.functions.get(symbol)
            && !region.is_empty()
        {
            let debug = debug.as_ref();
            let debug =
                debug.and_then(|debug| Some((debug, debug.declare(op.op(), symbol, function)?)));
            environment.export(debug, region, function)?;
        }
    }
    if let Some(debug) = debug {
        debug.finish();
    }
    drop(symbols);
    drop(templates);
    Ok(target)
}

/// `'op' cannot be exported: reason`
fn cannot_export(op: OpRef<'_>, reason: impl std::fmt::Display) -> Box<Diagnostic> {
    let error = op
        .error(format!("'{}' cannot be exported: {reason}", op.spelled_name()))
        .with_help("lower everything to the llvm dialect first");
    Box::new(error)
}
