//! Modules of kernels, and functions of devices with buffers.

use crate::kinds::Dictionaries;
use crate::parts::{
    Buffers, WORKGROUP_BUFFERS, buffers_after, print_buffers, verify_buffers, workgroup_buffers,
};
use mlir_lite::dialects::standard::signature;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;

pub(crate) const KERNEL: &str = "gpu.kernel";
const WORKGROUP_ATTRS: &str = "workgroup_attrib_attrs";
const PRIVATE_ATTRS: &str = "private_attrib_attrs";

/// A module of functions that run on a device.
///
/// ```mlir
/// gpu.module @kernels {
///   gpu.func @nothing() kernel {
///     gpu.return
///   }
/// }
/// ```
#[op(
    name = "gpu.module",
    traits(
        IsolatedFromAbove,
        Symbol,
        SymbolTable,
        IsolatedSymbols,
        SingleBlock,
        NoTerminator,
        AffineScope,
    ),
    implements(CustomAssembly)
)]
pub struct GPUModuleOp {
    /// The name.
    #[attr]
    sym_name: SymbolNameAttr,
    /// The devices that it is compiled for.
    #[attr]
    targets: Optional<ArrayAttr>,
    /// The functions.
    #[region]
    body_region: SingleBlockRegion,
}

/// A function that runs on a device, for each thread of a launch if it is a kernel. Threads of a
/// block share its workgroup buffers, and each has private buffers of its own. Buffers exist
/// while the function runs.
///
/// ```mlir
/// gpu.func @k(%a: index) workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>) kernel {
///   gpu.return
/// }
/// ```
#[op(
    name = "gpu.func",
    traits(
        HasParent<GPUModuleOp>, IsolatedFromAbove, Symbol, FunctionLike, AffineScope,
        AutomaticAllocationScope,
    ),
    implements(CustomAssembly, VerifyOp, CallableOpInterface)
)]
pub struct GPUFuncOp {
    /// Types of arguments and results.
    #[attr]
    function_type: FunctionTypeAttr,
    /// A dictionary for each argument.
    #[attr]
    arg_attrs: Optional<DictArrayAttr>,
    /// A dictionary for each result.
    #[attr]
    res_attrs: Optional<DictArrayAttr>,
    /// A dictionary for each buffer of a block.
    #[attr]
    workgroup_attrib_attrs: Optional<Dictionaries>,
    /// A dictionary for each buffer of a thread.
    #[attr]
    private_attrib_attrs: Optional<Dictionaries>,
    /// The only size of blocks that it is launched with.
    #[attr]
    known_block_size: Optional<DenseI32ArrayAttr>,
    /// The only number of blocks that it is launched with.
    #[attr]
    known_grid_size: Optional<DenseI32ArrayAttr>,
    /// The only size of clusters that it is launched with.
    #[attr]
    known_cluster_size: Optional<DenseI32ArrayAttr>,
    /// The body; its arguments are the function's, then the buffers of blocks and of threads.
    #[region]
    body: AnyRegion,
}

/// Ends a function of a device, and gives its results.
#[op(
    name = "gpu.return",
    traits(Pure, Terminator, HasParent<GPUFuncOp>),
    implements(VerifyOp, InterpretOp),
    format = "attr-dict ($operands^ `:` type($operands))?"
)]
pub struct ReturnOp {
    /// The results.
    #[operand]
    operands: Variadic<AnyType>,
}

impl CustomAssembly for GPUModuleOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let name = parser.parse_symbol_name()?;
        let name = parser.context().ident_attr(name);
        parser.set_attr_ident(Ident::SYM_NAME, name);
        if parser.at_punct("[") {
            let targets = parser.parse_attribute(None)?;
            parser.set_attr("targets", targets);
        }
        parser.parse_attr_dict_with_keyword()?;
        parser.parse_region(&[])?;
        parser.ensure_block();
        Ok(())
    }

    fn print<'b>(op: GPUModuleOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        let name = op.op().symbol_name();
        printer.symbol_name(name.map_or("", |name| name.text(op.context())));
        if let Some(targets) = op.targets() {
            printer.write(" ");
            printer.attribute(targets);
        }
        printer.attr_dict_with_keyword(op.op(), &["sym_name", "targets"]);
        printer.write(" ");
        printer.region(op.body_region(), PrintRegion { entry_args: false, terminator: true });
    }
}

impl CustomAssembly for GPUFuncOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let name = parser.parse_symbol_name()?;
        let ctx = parser.context().clone();
        parser.set_attr_ident(Ident::SYM_NAME, ctx.ident_attr(name));
        let signature = signature::parse(parser)?;
        let ty = ctx.function_type(&signature.inputs, &signature.results);
        parser.set_attr_ident(Ident::FUNCTION_TYPE, ctx.type_attr(ty));
        let workgroup = Buffers::parse(parser, "workgroup")?;
        workgroup.set_attributes(parser, WORKGROUP_ATTRS);
        parser.set_attr(WORKGROUP_BUFFERS, ctx.i64_attr(workgroup.arguments.len() as i64));
        let private = Buffers::parse(parser, "private")?;
        private.set_attributes(parser, PRIVATE_ATTRS);
        if parser.parse_optional_keyword("kernel") {
            parser.set_attr(KERNEL, Attribute::UNIT);
        }
        parser.parse_attr_dict_with_keyword()?;
        let mut arguments = signature.named.to_vec();
        arguments.extend(workgroup.arguments);
        arguments.extend(private.arguments);
        parser.parse_region(&arguments)
    }

    fn print<'b>(op: GPUFuncOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        let name = op.op().symbol_name();
        printer.symbol_name(name.map_or("", |name| name.text(op.context())));
        if let Some(ty) = op.function_type().as_type(op.context()) {
            signature::print(op.op(), ty, printer);
        }
        let [workgroup, private] = buffers(op);
        printer.with_region_names(op.body(), |printer| {
            print_buffers(printer, op.op(), "workgroup", (op.body(), workgroup), WORKGROUP_ATTRS);
            print_buffers(printer, op.op(), "private", (op.body(), private), PRIVATE_ATTRS);
        });
        if is_kernel(op.op()) {
            printer.write(" kernel");
        }
        let elided = [
            "sym_name",
            "function_type",
            "arg_attrs",
            "res_attrs",
            WORKGROUP_ATTRS,
            PRIVATE_ATTRS,
            WORKGROUP_BUFFERS,
            KERNEL,
        ];
        printer.attr_dict_with_keyword(op.op(), &elided);
        printer.write(" ");
        printer.region(op.body(), PrintRegion { entry_args: false, terminator: true });
    }
}

/// Whether a function is launched by a host.
pub(crate) fn is_kernel(op: OpRef<'_>) -> bool {
    op.attr_named(KERNEL).is_some()
}

fn types_of(op: GPUFuncOpRef<'_>) -> Option<(&[Type], &[Type])> {
    op.op().attr(Ident::FUNCTION_TYPE)?.as_type(op.context())?.as_function(op.context())
}

/// The buffers of a function: those of blocks and those of threads.
pub(crate) fn buffers(op: GPUFuncOpRef<'_>) -> [&[ValueId]; 2] {
    buffers_after(op.op(), op.body(), types_of(op).map_or(0, |(inputs, _)| inputs.len()))
}

impl VerifyOp for GPUFuncOp {
    fn verify(op: GPUFuncOpRef<'_>, diagnostics: &mut Diagnostics) {
        let Some((inputs, results)) = types_of(op) else { return };
        let (ctx, this) = (op.context(), op.op());
        if is_kernel(this) && !results.is_empty() {
            diagnostics.error(this.op_error("expected void return type for kernel function"));
            return;
        }
        let Some(entry) = op.body().entry() else {
            diagnostics.error(this.op_error("expected body with at least one block"));
            return;
        };
        let arguments = entry.arguments();
        let least = inputs.len().saturating_add(workgroup_buffers(this));
        if arguments.len() < least {
            let message = format!("expected at least {least} arguments to body region");
            diagnostics.error(this.op_error(message));
            return;
        }
        for (i, (&argument, &wanted)) in arguments.iter().zip(inputs).enumerate() {
            let found = op.body().body().ty(argument);
            if found != wanted {
                diagnostics.error(this.op_error(format_args!(
                    "expected body region argument #{i} to be of type '{}', got '{}'",
                    print_type(ctx, wanted),
                    print_type(ctx, found)
                )));
                return;
            }
        }
        verify_buffers(this, op.body(), buffers(op), diagnostics);
    }
}

impl CallableOpInterface for GPUFuncOp {
    fn callable_region(op: GPUFuncOpRef<'_>) -> Option<RegionId> {
        op.body().entry().map(|_| op.body().id())
    }

    fn result_types(op: GPUFuncOpRef<'_>) -> Vec<Type> {
        types_of(op).map_or(Vec::new(), |(_, results)| results.to_vec())
    }
}

impl VerifyOp for ReturnOp {
    fn verify(op: ReturnOpRef<'_>, diagnostics: &mut Diagnostics) {
        let Some(function) = op.op().parent() else { return };
        let Some(function) = function.cast::<GPUFuncOp>() else { return };
        let Some((_, results)) = types_of(function) else { return };
        if results.len() != op.operands().len() {
            diagnostics.error(
                op.op().op_error(format_args!("expected {} result operands", results.len())),
            );
            return;
        }
        for (i, (wanted, found)) in results.iter().zip(op.operands().types()).enumerate() {
            if *wanted != found {
                let ty = print_type(op.context(), found);
                diagnostics.error(
                    op.op().op_error(format_args!("unexpected type '{ty}' for operand #{i}")),
                );
            }
        }
    }
}

impl InterpretOp for ReturnOp {
    fn interpret<'b>(op: ReturnOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(m.values(op.operands())))
    }
}

pub(crate) fn register_functions(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<GPUModuleOp>();
    dialect.op::<GPUFuncOp>();
    dialect.op::<ReturnOp>();
}
