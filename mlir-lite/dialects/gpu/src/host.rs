//! Memory of the device and the order of work, as the host sees them.

use crate::at_once::Nothing;
use crate::kinds::{AsyncTokenType, UnrankedMemRef};
use crate::parts::{add_token, parse_async, print_async};
use mlir_lite::dialects::standard::layout_symbols;
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::shapes_agree;
use mlir_lite::types::DYNAMIC;

/// Waits for work: the host itself, or, if it is `async`, work that is to follow.
///
/// ```mlir
/// %0 = gpu.wait async [%a, %b]
/// gpu.wait [%0]
/// ```
#[op(name = "gpu.wait", implements(CustomAssembly, InterpretOp = Nothing<Self>))]
pub struct WaitOp {
    /// The work that has to be done first.
    #[operand]
    async_dependencies: Variadic<AsyncTokenType>,
    /// When all of it is done.
    #[result]
    async_token: Optional<AsyncTokenType>,
}

/// Allocates memory of the device; of the host too if it is `host_shared`.
///
/// ```mlir
/// %memory, %token = gpu.alloc async [%dep] (%size) : memref<?xf32>
/// ```
#[op(
    name = "gpu.alloc",
    traits(AttrSizedOperandSegments),
    implements(CustomAssembly, VerifyOp, OpAsmNameInterface, InterpretOp)
)]
pub struct AllocOp {
    /// The work that has to be done first.
    #[operand]
    async_dependencies: Variadic<AsyncTokenType>,
    /// Sizes of the dynamic dimensions.
    #[operand]
    dynamic_sizes: Variadic<Index>,
    /// Values of the layout map's symbols.
    #[operand]
    symbol_operands: Variadic<Index>,
    /// Whether the host has the memory too.
    #[attr(name = "hostShared")]
    host_shared: Optional<UnitAttr>,
    /// The memory.
    #[result(effects(Allocate))]
    memref: AnyRankedMemRef,
    /// When it is done.
    #[result]
    async_token: Optional<AsyncTokenType>,
}

/// Frees memory of the device.
///
/// ```mlir
/// gpu.dealloc %memory : memref<?xf32>
/// ```
#[op(name = "gpu.dealloc", implements(CustomAssembly, InterpretOp))]
pub struct DeallocOp {
    /// The work that has to be done first.
    #[operand]
    async_dependencies: Variadic<AsyncTokenType>,
    /// The memory.
    #[operand(effects(Free))]
    memref: AnyMemRef,
    /// When it is done.
    #[result]
    async_token: Optional<AsyncTokenType>,
}

/// Copies memory, of the host or of devices.
///
/// ```mlir
/// gpu.memcpy %to, %from : memref<?xf32>, memref<?xf32>
/// ```
#[op(name = "gpu.memcpy", implements(CustomAssembly, VerifyOp, InterpretOp))]
pub struct MemcpyOp {
    /// The work that has to be done first.
    #[operand]
    async_dependencies: Variadic<AsyncTokenType>,
    /// Where it is copied to.
    #[operand(effects(Write))]
    dst: AnyMemRef,
    /// The memory that is copied.
    #[operand(effects(Read))]
    src: AnyMemRef,
    /// When it is done.
    #[result]
    async_token: Optional<AsyncTokenType>,
}

/// Sets all elements of a memory.
///
/// ```mlir
/// gpu.memset %to, %zero : memref<?xf32>, f32
/// ```
#[op(name = "gpu.memset", implements(CustomAssembly, VerifyOp, InterpretOp))]
pub struct MemsetOp {
    /// The work that has to be done first.
    #[operand]
    async_dependencies: Variadic<AsyncTokenType>,
    /// The memory.
    #[operand(effects(Write))]
    dst: AnyMemRef,
    /// The element.
    #[operand]
    value: AnyType,
    /// When it is done.
    #[result]
    async_token: Optional<AsyncTokenType>,
}

/// Lets devices read and write a memory of the host.
#[op(
    name = "gpu.host_register",
    implements(InterpretOp = Nothing<Self>),
    format = "$value attr-dict `:` type($value)"
)]
pub struct HostRegisterOp {
    /// The memory.
    #[operand]
    value: UnrankedMemRef,
}

/// Ends the use that `gpu.host_register` began.
#[op(
    name = "gpu.host_unregister",
    implements(InterpretOp = Nothing<Self>),
    format = "$value attr-dict `:` type($value)"
)]
pub struct HostUnregisterOp {
    /// The memory.
    #[operand]
    value: UnrankedMemRef,
}

/// Chooses the device that the ops after it use.
#[op(
    name = "gpu.set_default_device",
    implements(InterpretOp = Nothing<Self>),
    format = "attr-dict $dev_index"
)]
pub struct SetDefaultDeviceOp {
    /// The number of the device.
    #[operand]
    dev_index: I32,
}

impl CustomAssembly for WaitOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let (_, is_async) = parse_async(parser)?;
        add_token(parser, is_async);
        parser.parse_attr_dict()
    }

    fn print<'b>(op: WaitOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_async(printer, op.async_token().is_some(), op.async_dependencies());
        printer.attr_dict(op.op(), &[]);
    }
}

impl CustomAssembly for AllocOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let (dependencies, is_async) = parse_async(parser)?;
        if parser.parse_optional_keyword("host_shared") {
            parser.set_attr("hostShared", Attribute::UNIT);
        }
        let sizes = parser.parse_operands_in("(", ")")?;
        let mut symbols = Vec::new();
        if parser.at_punct("[") {
            symbols = parser.parse_operands_in("[", "]")?;
        }
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        for operand in sizes.iter().chain(&symbols) {
            let value = parser.resolve(operand, Type::INDEX)?;
            parser.add_operand(value);
        }
        let segments = [dependencies, sizes.len() as i32, symbols.len() as i32];
        let segments = parser.context().i32_array_attr(&segments);
        parser.set_attr("operandSegmentSizes", segments);
        parser.add_result_type(ty);
        add_token(parser, is_async);
        Ok(())
    }

    fn print<'b>(op: AllocOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_async(printer, op.async_token().is_some(), op.async_dependencies());
        printer.write(if op.host_shared().is_some() { " host_shared (" } else { " (" });
        printer.operands(op.dynamic_sizes().ids());
        printer.write(")");
        if !op.symbol_operands().is_empty() {
            printer.write("[");
            printer.operands(op.symbol_operands().ids());
            printer.write("]");
        }
        printer.attr_dict(op.op(), &["operandSegmentSizes", "hostShared"]);
        printer.write(" : ");
        printer.ty(op.memref().ty());
    }
}

impl OpAsmNameInterface for AllocOp {
    fn result_name(_: AllocOpRef<'_>, index: usize, upstream: bool) -> Option<String> {
        let name = if index == 0 { "memref" } else { "asyncToken" };
        upstream.then(|| name.to_owned())
    }
}

impl VerifyOp for AllocOp {
    fn verify(op: AllocOpRef<'_>, diagnostics: &mut Diagnostics) {
        let shape = op.memref().ty().shape(op.context()).unwrap_or_default();
        let dynamic = shape.iter().filter(|&&size| size == DYNAMIC).count();
        let found = op.dynamic_sizes().len();
        if found != dynamic {
            diagnostics.error(op.op().op_error(format_args!(
                "incorrect number of dynamic sizes, has {found}, expected {dynamic}"
            )));
        }
        let (wanted, found) =
            (layout_symbols(op.context(), op.memref().ty()), op.symbol_operands().len());
        if wanted != found {
            diagnostics.error(op.op().op_error(format_args!(
                "symbol operand count does not equal memref symbol count: expected {wanted}, got \
                    {found}"
            )));
        }
    }
}

/// `async [%t] %a, %b : t, t`: tokens, then operands with their types.
fn parse_on_memory(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let (_, is_async) = parse_async(parser)?;
    let position = parser.position();
    let operands = parser.parse_operand_list()?;
    // MLIR 22 has attributes before the type of one operand, and after those of two.
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let types = parser.parse_type_list()?;
    if types.len() > 1 {
        parser.parse_attr_dict()?;
    }
    let values = parser.resolve_all(&operands, &types, position)?;
    parser.add_operands(&values);
    add_token(parser, is_async);
    Ok(())
}

fn print_on_memory<'b>(
    op: OpRef<'b>,
    dependencies: ValueRange<'b>,
    printer: &mut OpAsmPrinter<'_, 'b>,
) {
    print_async(printer, op.num_results() > 0, dependencies);
    let first = dependencies.len();
    printer.write(" ");
    printer.operands(op.operands().skip(first));
    let is_single = op.num_operands() == first + 1;
    if is_single {
        printer.attr_dict(op, &[]);
    }
    printer.write(" : ");
    printer.types(op.operand_types().skip(first));
    if !is_single {
        printer.attr_dict(op, &[]);
    }
}

impl CustomAssembly for DeallocOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_on_memory(parser)
    }

    fn print<'b>(op: DeallocOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_on_memory(op.op(), op.async_dependencies(), printer);
    }
}

impl CustomAssembly for MemcpyOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_on_memory(parser)
    }

    fn print<'b>(op: MemcpyOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_on_memory(op.op(), op.async_dependencies(), printer);
    }
}

impl VerifyOp for MemcpyOp {
    fn verify(op: MemcpyOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, to, from) = (op.context(), op.dst().ty(), op.src().ty());
        if to.element_type(ctx) != from.element_type(ctx) {
            diagnostics.error(op.op().op_error("arguments have incompatible element type"));
            return;
        }
        if !shapes_agree(to.shape(ctx), from.shape(ctx)) {
            diagnostics.error(op.op().op_error("arguments have incompatible shape"));
        }
    }
}

impl CustomAssembly for MemsetOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_on_memory(parser)
    }

    fn print<'b>(op: MemsetOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        print_on_memory(op.op(), op.async_dependencies(), printer);
    }
}

impl VerifyOp for MemsetOp {
    fn verify(op: MemsetOpRef<'_>, diagnostics: &mut Diagnostics) {
        if op.dst().ty().element_type(op.context()) != Some(op.value().ty()) {
            diagnostics.error(
                op.op()
                    .op_error("failed to verify that all of {dst, value} have same element type"),
            );
        }
    }
}

pub(crate) fn register_host(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<WaitOp>();
    dialect.op::<AllocOp>();
    dialect.op::<DeallocOp>();
    dialect.op::<MemcpyOp>();
    dialect.op::<MemsetOp>();
    dialect.op::<HostRegisterOp>();
    dialect.op::<HostUnregisterOp>();
    dialect.op::<SetDefaultDeviceOp>();
}
