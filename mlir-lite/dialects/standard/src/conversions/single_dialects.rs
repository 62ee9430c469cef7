//! The conversions of single parts of std to the llvm dialect, by the names of the dialects that
//! std was split into: `convert-func-to-llvm`, `convert-arith-to-llvm`, and so on.
//!
//! Each converts the ops of its part. Casts lead from and to the values of all others, and
//! `reconcile-unrealized-casts` removes them after the last conversion.

use crate::conversions::libm::populate_libm_patterns;
use crate::func::lowering::{ConvertedBlocks, function};
use crate::index::IndexDialect;
use crate::to_llvm::types::convert;
use crate::to_llvm::{
    Llvm, MemRefConvention, NewResults, StdToLlvmOptions, finish, partial_type_converter,
    populate_std_to_llvm_patterns,
};
use crate::{
    Atan2Op, ConstantOp, CoshOp, ExpM1Op, FuncOp, Log1pOp, SinhOp, StdDialect, TanOp, TanhOp,
};
use mlir_lite::attributes::AttributeKind;
use mlir_lite::context::{Context, Dialect};
use mlir_lite::conversion::{
    ConversionMode, ConversionPatternSet, ConversionTarget, FrozenConversionPatternSet, LowerTo,
    convert_bodies, populate_lowerings, populate_lowerings_of,
};
use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::op_def::OpDef;
use mlir_lite::ir::{BlockId, Body, InsertionPoint, OpBuilder, OpDefinition, OpId};
use mlir_lite::pass::{PassContext, RunPass, pass, pass_options};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::Reported;

/// A conversion that leaves what it has no pattern for.
struct PartialConversion {
    target: ConversionTarget,
    patterns: FrozenConversionPatternSet,
}

impl PartialConversion {
    /// A conversion by the patterns that `populate` adds.
    fn new(ctx: &Context, populate: impl FnOnce(&mut ConversionPatternSet)) -> Self {
        let mut target = ConversionTarget::new(ctx);
        target.add_legal_dialect(LlvmDialect::NAMESPACE);
        target.add_legal_op::<UnrealizedConversionCastOp>();
        let converter = partial_type_converter(ctx);
        let mut patterns = ConversionPatternSet::with_converter(&converter);
        patterns.keep_discardable_attributes();
        populate(&mut patterns);
        Self { target, patterns: patterns.freeze(ctx) }
    }

    /// A conversion of the ops whose name today begins with `namespace` and a point.
    fn of_part(ctx: &Context, namespace: &str, options: &StdToLlvmOptions) -> Self {
        Self::new(ctx, |patterns| populate_part(ctx, namespace, options, patterns))
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let Self { target, patterns } = self;
        let mode = ConversionMode::Partial;
        let finish = |body: &mut Body| {
            finish(body);
            cast_passed_values(body);
        };
        convert_bodies(body, target, patterns, mode, finish, cx.requests, cx.diagnostics)
    }
}

/// Casts values that branches which stay pass to blocks of other types: another branch to the same
/// block was converted.
fn cast_passed_values(body: &mut Body) {
    let branches: Vec<OpId> =
        body.own_ops().into_iter().filter(|&op| body.num_successors(op) > 0).collect();
    for op in branches {
        let successors: Vec<BlockId> = body.successors(op).collect();
        for (successor, block) in successors.into_iter().enumerate() {
            let range = body.successor_operand_range(op, successor);
            let first_passed = body.arguments(block).len().saturating_sub(range.len());
            for (index, operand) in range.enumerate() {
                let Some(&argument) = body.arguments(block).get(first_passed + index) else {
                    continue;
                };
                let (value, ty) = (body.operand(op, operand), body.ty(argument));
                if body.ty(value) != ty {
                    let location = body.location(op);
                    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
                    builder.set_location(location);
                    let cast = UnrealizedConversionCastOp::create(&mut builder, &[value], &[ty]);
                    let made = cast.outputs(body)[0];
                    body.set_operand(op, operand, made);
                }
            }
        }
    }
}

fn is_in(namespace: &str, op: &OpDef) -> bool {
    let names = op.upstream.as_ref().map_or(&[][..], |upstream| upstream.names);
    let mut names = names.iter();
    names.any(|name| name.strip_prefix(namespace).is_some_and(|rest| rest.starts_with('.')))
}

fn populate_part(
    ctx: &Context,
    namespace: &str,
    options: &StdToLlvmOptions,
    patterns: &mut ConversionPatternSet,
) {
    let is_wanted = |op: &OpDef| is_in(namespace, op);
    populate_lowerings_of::<Llvm>(ctx, StdDialect::NAMESPACE, &is_wanted, options, patterns);
    if namespace == IndexDialect::NAMESPACE {
        populate_lowerings::<Llvm>(ctx, namespace, options, patterns);
    }
}

/// Whether the arguments and results of a function of this type have counterparts.
fn is_signature_convertible(body: &Body, ty: Type, convention: MemRefConvention) -> bool {
    let ctx = body.context();
    let Some((inputs, results)) = ty.as_function(ctx) else { return false };
    let converted = |ty| convert(ctx, ty);
    inputs.iter().all(|&input| convention.argument_types(body, input).is_ok())
        && convention.result_type(ctx, results, converted).is_ok()
}

/// Adds the pattern for constants that are functions, or for all others.
fn populate_constants(are_functions: bool, patterns: &mut ConversionPatternSet) {
    patterns.add::<ConstantOp>("std.constant-of-part-to-llvm", 1, move |op, operands, b| {
        let value = op.value(b.body());
        let is_function = matches!(value.kind(b.context()), AttributeKind::SymbolRef { .. });
        if is_function != are_functions {
            return Err("constants that are functions are converted with functions".into());
        }
        let ty = b.body().ty(op.result(b.body()));
        if is_function && !is_signature_convertible(b.body(), ty, MemRefConvention::Descriptor) {
            return Err("the function stays".into());
        }
        let NewResults(results) = ConstantOp::lower(op, operands, b)?;
        b.replace_op(op.id(), &results);
        Ok(())
    });
}

/// Options of `convert-func-to-llvm`.
#[pass_options]
#[derive(Clone, Debug)]
pub struct FuncToLlvmOptions {
    /// Pass memrefs of static shape as the pointers to their elements
    #[option("use-bare-ptr-memref-call-conv", default = false)]
    pub bare_pointers: bool,
}

/// Convert functions, calls and returns to the llvm dialect.
#[pass(
    name = "convert-func-to-llvm",
    dialects(StdDialect, LlvmDialect),
    only("index-bitwidth" = "0" | "64": "values of type 'index' have 64 bits"),
    initialize
)]
pub struct FuncToLlvmPass {
    conversion: PartialConversion,
    #[options]
    options: FuncToLlvmOptions,
}

impl FuncToLlvmPass {
    fn initialize(ctx: &Context, options: FuncToLlvmOptions) -> Self {
        let lowering = StdToLlvmOptions {
            bare_pointers: options.bare_pointers,
            ..StdToLlvmOptions::default()
        };
        let convention = lowering.convention();
        let mut conversion = PartialConversion::new(ctx, |patterns| {
            let others = [FuncOp::NAME, ConstantOp::NAME];
            let is_wanted = |op: &OpDef| is_in("func", op) && !others.contains(&op.name);
            let namespace = StdDialect::NAMESPACE;
            populate_lowerings_of::<Llvm>(ctx, namespace, &is_wanted, &lowering, patterns);
            patterns.add::<FuncOp>("std.func-of-part-to-llvm", 1, move |op, _, rewriter| {
                function(op.id(), convention, false, ConvertedBlocks::Entry, rewriter)
            });
            populate_constants(true, patterns);
        });
        // The calls of a function whose type has counterparts are converted, so it has to be, too.
        conversion.target.add_dynamically_legal_op::<FuncOp>(move |op| {
            let ty = FuncOp::ty(op.body());
            ty.is_none_or(|ty| !is_signature_convertible(op.body(), ty, convention))
        });
        Self { conversion, options }
    }
}

/// Convert arithmetic to the llvm dialect.
#[pass(
    name = "convert-arith-to-llvm",
    dialects(StdDialect, LlvmDialect),
    only("index-bitwidth" = "0" | "64": "values of type 'index' have 64 bits"),
    initialize
)]
pub struct ArithToLlvmPass {
    conversion: PartialConversion,
}

impl ArithToLlvmPass {
    fn initialize(ctx: &Context) -> Self {
        let conversion = PartialConversion::new(ctx, |patterns| {
            let is_wanted = |op: &OpDef| is_in("arith", op) && op.name != ConstantOp::NAME;
            let (namespace, options) = (StdDialect::NAMESPACE, StdToLlvmOptions::default());
            populate_lowerings_of::<Llvm>(ctx, namespace, &is_wanted, &options, patterns);
            populate_constants(false, patterns);
        });
        Self { conversion }
    }
}

/// Convert branches and assertions to the llvm dialect.
#[pass(
    name = "convert-cf-to-llvm",
    dialects(StdDialect, LlvmDialect),
    only("index-bitwidth" = "0" | "64": "values of type 'index' have 64 bits"),
    initialize
)]
pub struct CfToLlvmPass {
    conversion: PartialConversion,
}

impl CfToLlvmPass {
    fn initialize(ctx: &Context) -> Self {
        Self { conversion: PartialConversion::of_part(ctx, "cf", &StdToLlvmOptions::default()) }
    }
}

/// Convert functions of numbers to intrinsics of the llvm dialect.
///
/// Those without an intrinsic become calls of C's library, as by `convert-math-to-libm`.
#[pass(
    name = "convert-math-to-llvm",
    dialects(StdDialect, LlvmDialect),
    only("approximate-log1p" = "false" | "true": "'math.log1p' is a call of C's library, which is \
        exact to one unit in the last place"),
    initialize
)]
pub struct MathToLlvmPass {
    conversion: PartialConversion,
}

impl MathToLlvmPass {
    fn initialize(ctx: &Context) -> Self {
        Self { conversion: PartialConversion::of_part(ctx, "math", &StdToLlvmOptions::default()) }
    }
}

/// Convert functions of numbers to calls of C's library.
///
/// Vectors of one dimension become calls for each element, and small floats are computed as `f32`.
#[pass(name = "convert-math-to-libm", dialects(StdDialect, LlvmDialect), initialize)]
pub struct MathToLibmPass {
    conversion: PartialConversion,
}

impl MathToLibmPass {
    fn initialize(ctx: &Context) -> Self {
        let mut conversion = PartialConversion::new(ctx, populate_libm_patterns);
        // A function of constants is a constant.
        conversion.target.add_legal_op::<ConstantOp>();
        Self { conversion }
    }
}

/// Options of `finalize-memref-to-llvm`.
#[pass_options]
#[derive(Clone, Debug)]
pub struct MemRefToLlvmOptions {
    /// Take memory that is to be aligned from `aligned_alloc`, in place of more of it than is
    /// needed from `malloc`
    #[option("use-aligned-alloc", default = false)]
    pub aligned_alloc: bool,
}

/// Convert memory to the llvm dialect.
#[pass(
    name = "finalize-memref-to-llvm",
    dialects(StdDialect, LlvmDialect),
    only(
        "index-bitwidth" = "0" | "64": "values of type 'index' have 64 bits",
        "use-generic-functions" = "false": "memory is from 'malloc' or 'aligned_alloc'"
    ),
    initialize
)]
pub struct MemRefToLlvmPass {
    conversion: PartialConversion,
    #[options]
    options: MemRefToLlvmOptions,
}

impl MemRefToLlvmPass {
    fn initialize(ctx: &Context, options: MemRefToLlvmOptions) -> Self {
        let lowering = StdToLlvmOptions {
            aligned_alloc: options.aligned_alloc,
            ..StdToLlvmOptions::default()
        };
        Self { conversion: PartialConversion::of_part(ctx, "memref", &lowering), options }
    }
}

/// Convert complex numbers to the llvm dialect.
///
/// Products and quotients are computed from the parts by their formulas.
#[pass(
    name = "convert-complex-to-llvm",
    dialects(StdDialect, LlvmDialect),
    only("complex-range" = "basic": "quotients are computed from the parts by their formula"),
    initialize
)]
pub struct ComplexToLlvmPass {
    conversion: PartialConversion,
}

impl ComplexToLlvmPass {
    fn initialize(ctx: &Context) -> Self {
        let options = StdToLlvmOptions::default();
        let mut conversion = PartialConversion::of_part(ctx, "complex", &options);
        // Functions of floats that the llvm dialect lacks are left to the conversion of 'math'.
        let target = &mut conversion.target;
        target.add_legal_op::<ExpM1Op>();
        target.add_legal_op::<Log1pOp>();
        target.add_legal_op::<Atan2Op>();
        target.add_legal_op::<TanOp>();
        target.add_legal_op::<SinhOp>();
        target.add_legal_op::<CoshOp>();
        target.add_legal_op::<TanhOp>();
        Self { conversion }
    }
}

/// Convert poison to the llvm dialect.
#[pass(
    name = "convert-ub-to-llvm",
    dialects(StdDialect, LlvmDialect),
    only("index-bitwidth" = "0" | "64": "values of type 'index' have 64 bits"),
    initialize
)]
pub struct UbToLlvmPass {
    conversion: PartialConversion,
}

impl UbToLlvmPass {
    fn initialize(ctx: &Context) -> Self {
        Self { conversion: PartialConversion::of_part(ctx, "ub", &StdToLlvmOptions::default()) }
    }
}

/// Convert numbers of type 'index' to the llvm dialect.
#[pass(
    name = "convert-index-to-llvm",
    dialects(IndexDialect, LlvmDialect),
    only("index-bitwidth" = "0" | "64": "values of type 'index' have 64 bits"),
    initialize
)]
pub struct IndexToLlvmPass {
    conversion: PartialConversion,
}

impl IndexToLlvmPass {
    fn initialize(ctx: &Context) -> Self {
        Self { conversion: PartialConversion::of_part(ctx, "index", &StdToLlvmOptions::default()) }
    }
}

/// Options of `convert-to-llvm`.
#[pass_options]
#[derive(Clone, Debug)]
pub struct ConvertToLlvmOptions {
    /// The only dialects whose ops are converted, by their names today; all without it
    #[option("filter-dialects")]
    pub filter_dialects: Vec<String>,
}

/// Convert all that has a counterpart to the llvm dialect.
#[pass(
    name = "convert-to-llvm",
    dialects(StdDialect, LlvmDialect),
    only(
        "allow-pattern-rollback" = "true" | "false": "patterns may be undone, which takes no time",
        "dynamic" = "false": "no op has attributes that configure its conversion"
    ),
    initialize
)]
pub struct ConvertToLlvmPass {
    conversion: PartialConversion,
    #[options]
    options: ConvertToLlvmOptions,
}

impl ConvertToLlvmPass {
    fn initialize(ctx: &Context, options: ConvertToLlvmOptions) -> Self {
        let lowering = StdToLlvmOptions::default();
        let conversion = PartialConversion::new(ctx, |patterns| {
            if options.filter_dialects.is_empty() {
                let converter = partial_type_converter(ctx);
                populate_std_to_llvm_patterns(ctx, &converter, &lowering, patterns);
            }
            for namespace in &options.filter_dialects {
                populate_part(ctx, namespace, &lowering, patterns);
            }
        });
        Self { conversion, options }
    }
}

/// Runs the conversion of each of these passes.
macro_rules! run_conversions {
    ($($pass:ty),* $(,)?) => {$(
        impl RunPass for $pass {
            fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
                self.conversion.run(body, cx)
            }
        }
    )*};
}

run_conversions! {
    FuncToLlvmPass,
    ArithToLlvmPass,
    CfToLlvmPass,
    MathToLlvmPass,
    MathToLibmPass,
    MemRefToLlvmPass,
    ComplexToLlvmPass,
    UbToLlvmPass,
    IndexToLlvmPass,
    ConvertToLlvmPass,
}
