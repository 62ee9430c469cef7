//! `convert-std-to-llvm`: functions, arithmetic, branches and memory of std to
//! the `llvm` dialect.
//!
//! `index` becomes `i64`. A memref becomes a descriptor, a struct of allocated pointer, aligned
//! pointer, offset, sizes and strides; as an argument of a function it is passed as its fields.
//! Several results are packed in a struct. Known fields of a descriptor are used when it is read:
//! no code is made for constant sizes and strides, nor for fields that were just written. If a
//! function returns an unranked memref, its descriptor is on the heap, and freed by the caller.

#[doc(hidden)]
pub mod address;
pub(crate) mod c_interface;
pub(crate) mod convention;
#[doc(hidden)]
pub mod descriptor;
pub(crate) mod expressions;
#[doc(hidden)]
pub mod flags;
pub(crate) mod library;
pub(crate) mod lowering;
pub(crate) mod numbers;
pub(crate) mod small_floats;
pub(crate) mod types;
#[doc(hidden)]
pub mod unroll;
pub(crate) mod view_descriptor;

pub use convention::MemRefConvention;
pub use descriptor::MemRefDescriptor;
pub use lowering::{Llvm, Lowered, NewResults, OneToOne};
pub use mlir_lite::types::strides_and_offset;
pub use types::{descriptor_type, llvm_type_converter, partial_type_converter};

use crate::StdDialect;
use mlir_lite::context::{Context, Dialect};
use mlir_lite::conversion::{
    ConversionMode, ConversionPatternRewriter, ConversionPatternSet, ConversionTarget,
    FrozenConversionPatternSet, TypeConverter, convert_bodies, populate_lowerings,
    populate_lowerings_of,
};
use mlir_lite::dialects::builtin::{ModuleOp, UnrealizedConversionCastOp};
use mlir_lite::dialects::llvm::{self, GlobalOp, LlvmDialect};
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::op_def::OpDef;
use mlir_lite::ir::{Body, OpDefinition, OpId, TraitFlags};
use mlir_lite::pass::{PassContext, RunPass, pass, pass_options};
use mlir_lite_diagnostics::Reported;
use std::sync::Arc;

/// The rewriter of the lowering's patterns.
pub type Rewriter<'r> = ConversionPatternRewriter<'r>;

/// Adds the patterns that lower std to `llvm`, with types as
/// [`llvm_type_converter`] converts them.
pub fn populate_std_to_llvm_patterns(
    ctx: &Context,
    converter: &Arc<TypeConverter>,
    options: &StdToLlvmOptions,
    patterns: &mut ConversionPatternSet,
) {
    let mut own = ConversionPatternSet::with_converter(converter);
    own.keep_discardable_attributes();
    for namespace in ctx.loaded_dialects() {
        populate_lowerings::<Llvm>(ctx, namespace, options, &mut own);
    }
    patterns.extend(own);
}

/// Adds the patterns that lower the ops of one dialect that say what they become in `llvm`.
pub fn populate_dialect_to_llvm_patterns(
    ctx: &Context,
    namespace: &str,
    converter: &Arc<TypeConverter>,
    options: &StdToLlvmOptions,
    patterns: &mut ConversionPatternSet,
) {
    let all = |_: &OpDef| true;
    populate_ops_to_llvm_patterns(ctx, namespace, &all, converter, options, patterns);
}

/// As [`populate_dialect_to_llvm_patterns`], of the ops that `is_wanted` says.
pub fn populate_ops_to_llvm_patterns(
    ctx: &Context,
    namespace: &str,
    is_wanted: &dyn Fn(&OpDef) -> bool,
    converter: &Arc<TypeConverter>,
    options: &StdToLlvmOptions,
    patterns: &mut ConversionPatternSet,
) {
    let mut own = ConversionPatternSet::with_converter(converter);
    own.keep_discardable_attributes();
    populate_lowerings_of::<Llvm>(ctx, namespace, is_wanted, options, &mut own);
    patterns.extend(own);
}

/// Options of `convert-std-to-llvm`.
#[pass_options]
#[derive(Clone, Debug)]
pub struct StdToLlvmOptions {
    /// Report an error if ops of other dialects stay
    #[option("full", default = false)]
    pub full: bool,
    /// Pass memrefs of static shape as the pointers to their elements
    #[option("use-bare-ptr-memref-call-conv", default = false)]
    pub bare_pointers: bool,
    /// Pass memrefs as the pointers to their elements where the type says all the rest, others
    /// field by field
    #[option("use-bare-ptr-where-static", default = false)]
    pub static_bare_pointers: bool,
    /// Make all functions callable from C, as `_mlir_ciface_<name>`
    #[option("emit-c-wrappers", default = false)]
    pub c_wrappers: bool,
    /// Take memory that is to be aligned from `aligned_alloc`, in place of more of it than is
    /// needed from `malloc`
    #[option("use-aligned-alloc", default = false)]
    pub aligned_alloc: bool,
}

impl StdToLlvmOptions {
    /// The form in which memrefs are passed.
    pub fn convention(&self) -> MemRefConvention {
        match (self.bare_pointers, self.static_bare_pointers) {
            (true, _) => MemRefConvention::BarePointer,
            (false, true) => MemRefConvention::BareWhereStatic,
            (false, false) => MemRefConvention::Descriptor,
        }
    }
}

/// Convert the std dialect to the llvm dialect.
// Lowers std to `llvm`, in a module with all that is in it, or in one function. Either everything
// is lowered or nothing is changed.
#[pass(name = "convert-std-to-llvm", dialects(StdDialect, LlvmDialect), initialize)]
pub struct StdToLlvmPass {
    target: ConversionTarget,
    patterns: FrozenConversionPatternSet,
    #[options]
    options: StdToLlvmOptions,
}

impl StdToLlvmPass {
    /// The pass in which ops of other dialects are errors.
    pub fn full(ctx: &Context) -> Self {
        Self::with_options(ctx, &StdToLlvmOptions { full: true, ..StdToLlvmOptions::default() })
    }

    fn initialize(ctx: &Context, options: StdToLlvmOptions) -> Self {
        let mut target = ConversionTarget::new(ctx);
        target.add_legal_dialect(LlvmDialect::NAMESPACE);
        target.add_legal_op::<ModuleOp>();
        target.add_illegal_dialect(StdDialect::NAMESPACE);
        let mut patterns = ConversionPatternSet::new();
        let converter =
            if options.full { llvm_type_converter(ctx) } else { partial_type_converter(ctx) };
        if !options.full {
            target.add_legal_op::<UnrealizedConversionCastOp>();
        }
        populate_std_to_llvm_patterns(ctx, &converter, &options, &mut patterns);
        Self { target, patterns: patterns.freeze(ctx), options }
    }
}

impl RunPass for StdToLlvmPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mode = if self.options.full { ConversionMode::Full } else { ConversionMode::Partial };
        convert_bodies(
            body,
            &self.target,
            &self.patterns,
            mode,
            finish,
            cx.requests,
            cx.diagnostics,
        )
    }
}

/// Removes unused ops that the lowering has made, such as descriptors whose fields were known, and
/// completes globals.
#[doc(hidden)]
pub fn finish(body: &mut Body) {
    let root = body.root();
    if GlobalOp::is(body, root) && body.regions(root).is_empty() {
        body.add_region(root);
    }
    let dialect = body.context().dialect_id(LlvmDialect::NAMESPACE);
    let is_dead = |body: &Body, op: OpId| {
        if op == root || !body.is_unused(op) || body.child(op).is_some() {
            return false;
        }
        // Ops with attributes are kept, so that the attributes are not lost.
        if !body.discardable_attrs(op).is_empty() {
            return false;
        }
        let info = body.info(op);
        let (flags, own) = (info.flags(), info.dialect() == dialect);
        own && flags.contains(TraitFlags::PURE) && !flags.contains(TraitFlags::TERMINATOR)
    };
    // Most bodies have nothing to remove.
    let is_concerned = |op: OpId| is_dead(body, op) || is_nontemporal_store(body, op);
    if !body.pre_order(root).any(is_concerned) {
        return;
    }
    // From the end, so that users mostly come before the ops that they use.
    let mut pending: Vec<OpId> = body.own_ops();
    let mut erased = vec![false; body.op_capacity()];
    let mut has_nontemporal_stores = false;
    while let Some(op) = pending.pop() {
        if erased[op.index()] {
            continue;
        }
        has_nontemporal_stores |= is_nontemporal_store(body, op);
        if is_dead(body, op) {
            erased[op.index()] = true;
            let operands = body.operand_list(op);
            body.erase_op(op);
            pending.extend(operands.into_iter().filter_map(|value| body.defining_op(value)));
        }
    }
    if has_nontemporal_stores {
        fence_returns(body);
    }
}

fn is_nontemporal_store(body: &Body, op: OpId) -> bool {
    llvm::StoreOp::cast(body, op).is_some_and(|store| store.nontemporal(body).is_some())
}

/// Stores past the caches are not in the order of others: a fence before the function returns
/// orders them, for threads that learn of the result in any way.
fn fence_returns(body: &mut Body) {
    for end in
        body.pre_order(body.root()).filter(|&op| llvm::ReturnOp::is(body, op)).collect::<Vec<_>>()
    {
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(end));
        llvm::FenceOp::sequentially_consistent(&mut builder);
    }
}
