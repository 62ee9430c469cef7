//! The `llvm` dialect to a module of LLVM.
//!
//! Functions and globals are declared first, then filled: references may go in
//! any direction. What the export builds is what `mlir-translate` builds, up to
//! the names and to blocks that nothing reaches, which are left out.
//!
//! Deliberately not here: optimisation, the host's data
//! layout (adding the module to a session sets it).

mod attributes;
mod constants;
mod debug;
mod function;
mod instructions;
#[cfg(test)]
mod tests;
mod types;
mod vectors;

use crate::dialects::llvm::{CConv, FenceOp, GlobalOp, Linkage as LlvmLinkage, LlvmFuncOp, TailCallKind};
use crate::ir::body::Body;
use crate::ir::view::OpRef;
use debug::DebugExport;
use inkwell::{
    AddressSpace,
    context::Context as LlvmContext,
    module::{Linkage, Module},
    types::BasicType,
    values::{FunctionValue, GlobalValue},
};
use mlir_lite_diagnostics::Diagnostic;
use rustc_hash::FxHashMap;
use types::TypeTranslation;

pub use debug::{DebugInfo, SourceFunction};

/// What the symbols of a module are.
struct Symbols<'ctx> {
    functions: FxHashMap<Box<str>, FunctionValue<'ctx>>,
    globals: FxHashMap<Box<str>, GlobalValue<'ctx>>,
}

/// Builds a module of LLVM from a verified module that holds nothing but ops of
/// the `llvm` dialect.
///
/// ```
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
/// An op of another dialect, or a type, constant or initial value that has no
/// counterpart.
#[expect(clippy::result_large_err, reason = "made once, and reported by the caller at once")]
pub fn export_module<'ctx>(
    module: &Body,
    llvm: &'ctx LlvmContext,
    name: &str,
) -> Result<Module<'ctx>, Diagnostic> {
    export(module, llvm, name, None).map_err(|error| *error)
}

/// As [`export_module`], with debug information: the locations of the ops are in the machine code.
///
/// # Errors
/// As [`export_module`].
#[expect(clippy::result_large_err, reason = "made once, and reported by the caller at once")]
pub fn export_module_with_debug_info<'ctx>(
    module: &Body,
    llvm: &'ctx LlvmContext,
    name: &str,
    info: DebugInfo<'_>,
) -> Result<Module<'ctx>, Diagnostic> {
    export(module, llvm, name, Some(info)).map_err(|error| *error)
}

fn export<'ctx>(
    module: &Body,
    llvm: &'ctx LlvmContext,
    name: &str,
    info: Option<DebugInfo<'_>>,
) -> Result<Module<'ctx>, Box<Diagnostic>> {
    let target = llvm.create_module(name);
    let types = TypeTranslation::new(module.context().clone(), llvm);
    let debug = info.map(|info| DebugExport::new(&target, &types, info));
    let mut symbols = Symbols { functions: FxHashMap::default(), globals: FxHashMap::default() };
    let ops: Vec<OpRef<'_>> = module.as_op().regions().flat_map(|region| region.ops()).collect();
    for &op in &ops {
        let symbol = op.symbol_name().map_or("", |name| name.text(module.context()));
        if op.is::<LlvmFuncOp>() {
            let function = declare_function(&target, &types, op, symbol)?;
            symbols.functions.insert(symbol.into(), function);
        } else if op.is::<GlobalOp>() {
            let global = declare_global(&target, &types, op, symbol)?;
            symbols.globals.insert(symbol.into(), global);
        } else {
            return Err(cannot_export(op, "expected only functions and globals of the llvm dialect"));
        }
    }
    for &op in &ops {
        let symbol = op.symbol_name().map_or("", |name| name.text(module.context()));
        if let Some(&function) = symbols.functions.get(symbol)
            && op.is::<LlvmFuncOp>()
            && let Some(region) = op.region(0)
            && !region.is_empty()
        {
            let debug = debug.as_ref().and_then(|debug| Some((debug, debug.declare(op, symbol, function)?)));
            function::export(&target, &types, &symbols, debug, region, function)?;
        }
    }
    if let Some(debug) = debug {
        debug.finish();
    }
    Ok(target)
}

/// `'op' cannot be exported: reason`
fn cannot_export(op: OpRef<'_>, reason: impl std::fmt::Display) -> Box<Diagnostic> {
    let error = op
        .error(format!("'{}' cannot be exported: {reason}", op.info().name()))
        .with_help("lower everything to the llvm dialect first");
    Box::new(error)
}

/// What an op says that changes its meaning and is not translated.
fn untranslated(op: OpRef<'_>) -> Option<&'static str> {
    let ctx = op.context();
    let ordering = op.attr_named("ordering").and_then(|ordering| ordering.as_i64(ctx));
    if ordering.is_some_and(|ordering| ordering != 0) && !op.is::<FenceOp>() {
        return Some("atomic accesses are not supported");
    }
    let convention = op.attr_named("CConv").and_then(|convention| convention.as_dialect::<CConv>(ctx));
    if convention.is_some_and(|&convention| convention != CConv::C) {
        return Some("calling conventions other than C's are not supported");
    }
    let tail = op.attr_named("TailCallKind").and_then(|tail| tail.as_dialect::<TailCallKind>(ctx));
    if tail == Some(&TailCallKind::MustTail) {
        return Some("calls that must be jumps are not supported");
    }
    if op.attr_named("inalloca").is_some() {
        return Some("'inalloca' is not supported");
    }
    op.attr_named("thread_local_").map(|_| "thread local variables are not supported")
}

fn linkage(op: OpRef<'_>) -> Linkage {
    let linkage = op.attr_named("linkage").and_then(|linkage| linkage.as_dialect(op.context()));
    match linkage.copied().unwrap_or(LlvmLinkage::External) {
        LlvmLinkage::Private => Linkage::Private,
        LlvmLinkage::Internal => Linkage::Internal,
        LlvmLinkage::AvailableExternally => Linkage::AvailableExternally,
        LlvmLinkage::Linkonce => Linkage::LinkOnceAny,
        LlvmLinkage::Weak => Linkage::WeakAny,
        LlvmLinkage::Common => Linkage::Common,
        LlvmLinkage::Appending => Linkage::Appending,
        LlvmLinkage::ExternWeak => Linkage::ExternalWeak,
        LlvmLinkage::LinkonceOdr => Linkage::LinkOnceODR,
        LlvmLinkage::WeakOdr => Linkage::WeakODR,
        LlvmLinkage::External => Linkage::External,
    }
}

fn declare_function<'ctx>(
    target: &Module<'ctx>,
    types: &TypeTranslation<'ctx>,
    op: OpRef<'_>,
    symbol: &str,
) -> Result<FunctionValue<'ctx>, Box<Diagnostic>> {
    let ty = op.attr_named("function_type").and_then(|ty| ty.as_type(op.context()));
    let ty = ty.ok_or_else(|| cannot_export(op, "it has no type"))?;
    let ty = types.function(ty).map_err(|reason| cannot_export(op, reason))?;
    if let Some(reason) = untranslated(op) {
        return Err(cannot_export(op, reason));
    }
    let function = target.add_function(symbol, ty, Some(linkage(op)));
    attributes::export(op, function);
    Ok(function)
}

fn declare_global<'ctx>(
    target: &Module<'ctx>,
    types: &TypeTranslation<'ctx>,
    op: OpRef<'_>,
    symbol: &str,
) -> Result<GlobalValue<'ctx>, Box<Diagnostic>> {
    let ctx = op.context();
    let ty = op.attr_named("global_type").and_then(|ty| ty.as_type(ctx));
    let ty = ty.ok_or_else(|| cannot_export(op, "it has no type"))?;
    if op.region(0).is_some_and(|region| !region.is_empty()) {
        return Err(cannot_export(op, "initial values are attributes; regions are not supported"));
    }
    if let Some(reason) = untranslated(op) {
        return Err(cannot_export(op, reason));
    }
    let llvm_type = types.basic(ty).map_err(|reason| cannot_export(op, reason))?;
    let space = op.attr_named("addr_space").and_then(|space| space.as_i64(ctx)).unwrap_or(0);
    let space = u32::try_from(space).ok().filter(|&space| space != 0);
    let space = space.map(|space| AddressSpace::try_from(space).unwrap_or_default());
    let global = target.add_global(llvm_type.as_basic_type_enum(), space, symbol);
    global.set_linkage(linkage(op));
    global.set_constant(op.attr_named("constant").is_some());
    if let Some(value) = op.attr_named("value") {
        let value = constants::translate(types, value, ty).map_err(|reason| cannot_export(op, reason))?;
        global.set_initializer(&value);
    }
    if let Some(alignment) = op.attr_named("alignment").and_then(|alignment| alignment.as_i64(ctx)) {
        let alignment = u32::try_from(alignment).ok().filter(|alignment| alignment.is_power_of_two());
        global.set_alignment(alignment.ok_or_else(|| cannot_export(op, "an alignment is a power of two"))?);
    }
    Ok(global)
}
