//! Launches of kernels by name.

use crate::functions::is_kernel;
use crate::kinds::{AsyncTokenType, LaunchIndex};
use crate::parts::{add_token, parse_async, parse_three, print_async, print_three};
use crate::{GPUFuncOp, GPUModuleOp};
use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;

/// Runs a kernel of a module once for each thread of a grid of blocks.
///
/// ```mlir
/// gpu.launch_func @kernels::@k blocks in (%n, %c1, %c1) threads in (%m, %c1, %c1)
///     args(%a : memref<32xf32>)
/// ```
#[op(
    name = "gpu.launch_func",
    traits(AttrSizedOperandSegments),
    implements(CustomAssembly, VerifyOp, SymbolUserOpInterface, InterpretOp)
)]
pub struct LaunchFuncOp {
    /// The work that has to be done first.
    #[operand]
    async_dependencies: Variadic<AsyncTokenType>,
    /// Blocks along x.
    #[operand]
    grid_size_x: LaunchIndex,
    /// Blocks along y.
    #[operand]
    grid_size_y: LaunchIndex,
    /// Blocks along z.
    #[operand]
    grid_size_z: LaunchIndex,
    /// Threads of a block along x.
    #[operand]
    block_size_x: LaunchIndex,
    /// Threads of a block along y.
    #[operand]
    block_size_y: LaunchIndex,
    /// Threads of a block along z.
    #[operand]
    block_size_z: LaunchIndex,
    /// Blocks of a cluster along x.
    #[operand]
    cluster_size_x: Optional<LaunchIndex>,
    /// Blocks of a cluster along y.
    #[operand]
    cluster_size_y: Optional<LaunchIndex>,
    /// Blocks of a cluster along z.
    #[operand]
    cluster_size_z: Optional<LaunchIndex>,
    /// Bytes that a block has in addition to its buffers.
    #[operand]
    dynamic_shared_memory_size: Optional<I32>,
    /// The arguments of the kernel.
    #[operand]
    kernel_operands: Variadic<AnyType>,
    /// The queue of the device.
    #[operand]
    async_object: Optional<AnyType>,
    /// The kernel.
    #[attr]
    kernel: SymbolRefAttr,
    /// When it is done.
    #[result]
    async_token: Optional<AsyncTokenType>,
}

/// The attribute of modules whose functions launch kernels by name.
pub(crate) const CONTAINER: &str = "gpu.container_module";

impl CustomAssembly for LaunchFuncOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let (dependencies, is_async) = parse_async(parser)?;
        add_token(parser, is_async);
        let mut queue = None;
        if parser.parse_optional_punct("<") {
            let operand = parser.parse_operand()?;
            parser.parse_punct(":")?;
            let ty = parser.parse_type()?;
            queue = Some(parser.resolve(&operand, ty)?);
            parser.parse_punct(">")?;
        }
        let kernel = parser.parse_attribute(None)?;
        parser.set_attr("kernel", kernel);
        let mut clusters = None;
        if parser.parse_optional_keyword("clusters") {
            parser.parse_keyword("in")?;
            clusters = Some(parse_three(parser)?);
        }
        parser.parse_keyword("blocks")?;
        parser.parse_keyword("in")?;
        let blocks = parse_three(parser)?;
        parser.parse_keyword("threads")?;
        parser.parse_keyword("in")?;
        let threads = parse_three(parser)?;
        let ty = if parser.parse_optional_punct(":") { parser.parse_type()? } else { Type::INDEX };
        for operand in [&blocks, &threads].into_iter().chain(&clusters).flatten() {
            let value = parser.resolve(operand, ty)?;
            parser.add_operand(value);
        }
        let clustered = i32::from(clusters.is_some());
        let mut segments = vec![dependencies, 1, 1, 1, 1, 1, 1, clustered, clustered, clustered];
        let has_bytes = parser.parse_optional_keyword("dynamic_shared_memory_size");
        if has_bytes {
            let operand = parser.parse_operand()?;
            let value = parser.resolve(&operand, Type::I32)?;
            parser.add_operand(value);
        }
        segments.push(i32::from(has_bytes));
        let mut arguments = 0;
        if parser.parse_optional_keyword("args") {
            parser.parse_punct("(")?;
            while !parser.parse_optional_punct(")") {
                if arguments > 0 {
                    parser.parse_punct(",")?;
                }
                let operand = parser.parse_operand()?;
                parser.parse_punct(":")?;
                let ty = parser.parse_type()?;
                let value = parser.resolve(&operand, ty)?;
                parser.add_operand(value);
                arguments += 1;
            }
        }
        segments.extend([arguments, i32::from(queue.is_some())]);
        parser.add_operands(queue.as_slice());
        parser.set_attr("operandSegmentSizes", ctx.i32_array_attr(&segments));
        parser.parse_attr_dict()
    }

    fn print<'b>(op: LaunchFuncOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_async(printer, op.async_token().is_some(), op.async_dependencies());
        if let Some(queue) = op.async_object() {
            printer.write(" <");
            printer.operand(queue);
            printer.write(" : ");
            printer.ty(queue.ty());
            printer.write(">");
        }
        printer.write(" ");
        printer.attribute(op.kernel());
        let operands = op.op().operands().skip(op.async_dependencies().len());
        let operands: Vec<ValueId> = operands.collect();
        let has_clusters = op.cluster_size_x().is_some();
        let at = |start: usize| operands.get(start..start + 3).unwrap_or(&[]);
        let groups = [("clusters", 6), ("blocks", 0), ("threads", 3)];
        for (keyword, start) in groups.into_iter().skip(usize::from(!has_clusters)) {
            printer.write(" ");
            printer.write(keyword);
            printer.write(" in ");
            print_three(printer, at(start));
        }
        printer.write(" ");
        let ty = op.grid_size_x().ty();
        if ty != Type::INDEX {
            printer.write(": ");
            printer.ty(ty);
        }
        if let Some(bytes) = op.dynamic_shared_memory_size() {
            printer.write(" dynamic_shared_memory_size ");
            printer.operand(bytes);
        }
        printer.write(" ");
        if !op.kernel_operands().is_empty() {
            printer.write("args(");
            for (i, operand) in op.kernel_operands().iter().enumerate() {
                printer.write(if i > 0 { ", " } else { "" });
                printer.operand(operand);
                printer.write(" : ");
                printer.ty(operand.ty());
            }
            printer.write(")");
        }
        printer.attr_dict(op.op(), &["operandSegmentSizes", "kernel"]);
    }
}

impl VerifyOp for LaunchFuncOp {
    fn verify(op: LaunchFuncOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (this, ctx) = (op.op(), op.context());
        let path = op.kernel().as_symbol_ref(ctx);
        if path.is_none_or(|path| path.nested.len() != 1) {
            diagnostics.error(this.op_error("expected a kernel of a module: '@module::@kernel'"));
        }
    }
}

impl SymbolUserOpInterface for LaunchFuncOp {
    fn verify_symbol_uses(
        op: LaunchFuncOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let this = op.op();
        let ctx = op.context();
        let module = op.kernel().as_symbol_ref(ctx).map(|path| ctx.symbol_ref_attr(path.root, &[]));
        let module = module.and_then(|module| symbols.resolve(this, module).ok());
        let is_missing =
            |around: OpRef<'_>| around.is::<ModuleOp>() && around.attr_named(CONTAINER).is_none();
        if module.and_then(OpRef::parent).is_some_and(is_missing) {
            let message = format_args!(
                "expected the closest surrounding module to have the '{CONTAINER}' attribute"
            );
            diagnostics.error(this.op_error(message));
            return;
        }
        let Some(kernel) = symbols.require(this, op.kernel(), diagnostics) else { return };
        let Some(function) = kernel.cast::<GPUFuncOp>() else {
            // A kernel may be a function of another dialect, after it is lowered.
            return;
        };
        if !kernel.parent().is_some_and(|parent| parent.is::<GPUModuleOp>()) {
            return;
        }
        if !is_kernel(kernel) {
            diagnostics
                .error(this.op_error("kernel function is missing the 'gpu.kernel' attribute"));
            return;
        }
        // The function may not be verified yet.
        let ty = function.op().attr(Ident::FUNCTION_TYPE).and_then(|ty| ty.as_type(ctx));
        let ty = ty.and_then(|ty| ty.as_function(ctx));
        let Some((inputs, _)) = ty else { return };
        let found = op.kernel_operands();
        if found.len() != inputs.len() {
            diagnostics.error(this.op_error(format_args!(
                "got {} kernel operands but expected {}",
                found.len(),
                inputs.len()
            )));
        } else if let Some(i) = found.types().zip(inputs).position(|(found, &it)| found != it) {
            diagnostics
                .error(this.op_error(format_args!("type of function argument {i} does not match")));
        }
    }
}

pub(crate) fn register_launch_func(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<LaunchFuncOp>();
}
