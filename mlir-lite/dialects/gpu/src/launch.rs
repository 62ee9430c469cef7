//! Launches with the kernel inside.

use crate::kinds::AsyncTokenType;
use crate::parts::{
    Buffers, WORKGROUP_BUFFERS, add_token, buffers_after, parse_async, print_async, print_buffers,
    verify_buffers, workgroup_buffers,
};
use mlir_lite::interpreter::InterpretOp;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::UnresolvedOperand;

/// Runs its region once for each thread of a grid of blocks. The arguments are the position of the
/// block, of the thread in its block, the number of blocks and of threads in a block, of clusters
/// both, and then the buffers.
///
/// ```mlir
/// gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
///            threads(%tx, %ty, %tz) in (%sx = %m, %sy = %c1, %sz = %c1) {
///   gpu.terminator
/// }
/// ```
#[op(
    name = "gpu.launch",
    traits(
        AttrSizedOperandSegments,
        RecursiveMemoryEffects,
        AffineScope,
        AutomaticAllocationScope,
    ),
    implements(CustomAssembly, VerifyOp, InterpretOp)
)]
pub struct LaunchOp {
    /// The work that has to be done first.
    #[operand]
    async_dependencies: Variadic<AsyncTokenType>,
    /// Blocks along x.
    #[operand]
    grid_size_x: Index,
    /// Blocks along y.
    #[operand]
    grid_size_y: Index,
    /// Blocks along z.
    #[operand]
    grid_size_z: Index,
    /// Threads of a block along x.
    #[operand]
    block_size_x: Index,
    /// Threads of a block along y.
    #[operand]
    block_size_y: Index,
    /// Threads of a block along z.
    #[operand]
    block_size_z: Index,
    /// Blocks of a cluster along x.
    #[operand]
    cluster_size_x: Optional<Index>,
    /// Blocks of a cluster along y.
    #[operand]
    cluster_size_y: Optional<Index>,
    /// Blocks of a cluster along z.
    #[operand]
    cluster_size_z: Optional<Index>,
    /// Bytes that a block has in addition to its buffers.
    #[operand]
    dynamic_shared_memory_size: Optional<I32>,
    /// The module that the kernel gets into.
    #[attr]
    module: Optional<FlatSymbolRefAttr>,
    /// The name that the kernel gets.
    #[attr]
    function: Optional<FlatSymbolRefAttr>,
    /// The kernel.
    #[region]
    body: AnyRegion,
    /// When it is done.
    #[result]
    async_token: Optional<AsyncTokenType>,
}

/// Ends the region of `gpu.launch`.
#[op(
    name = "gpu.terminator",
    traits(Pure, Terminator, HasParent<LaunchOp>),
    implements(InterpretOp),
    format = "attr-dict"
)]
pub struct TerminatorOp {}

const ARGUMENTS: usize = 12;
const CLUSTER_ARGUMENTS: usize = 6;

/// The names of positions and sizes, and of the operands that the sizes are.
struct Sizes<'s> {
    positions: Vec<UnresolvedOperand<'s>>,
    sizes: Vec<UnresolvedOperand<'s>>,
    operands: Vec<UnresolvedOperand<'s>>,
}

/// `(%x, %y, %z) in (%sx = %a, %sy = %b, %sz = %c)`
fn parse_sizes<'s>(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Sizes<'s>> {
    let mut all = Sizes {
        positions: crate::parts::parse_three(parser)?,
        sizes: Vec::new(),
        operands: Vec::new(),
    };
    parser.parse_keyword("in")?;
    parser.parse_punct("(")?;
    for i in 0..3 {
        if i > 0 {
            parser.parse_punct(",")?;
        }
        all.sizes.push(parser.parse_operand()?);
        parser.parse_punct("=")?;
        all.operands.push(parser.parse_operand()?);
    }
    parser.parse_punct(")")?;
    Ok(all)
}

impl CustomAssembly for LaunchOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let (dependencies, is_async) = parse_async(parser)?;
        add_token(parser, is_async);
        let clusters = match parser.parse_optional_keyword("clusters") {
            true => Some(parse_sizes(parser)?),
            false => None,
        };
        parser.parse_keyword("blocks")?;
        let blocks = parse_sizes(parser)?;
        parser.parse_keyword("threads")?;
        let threads = parse_sizes(parser)?;
        let mut segments = vec![dependencies, 1, 1, 1, 1, 1, 1];
        let clustered = i32::from(clusters.is_some());
        segments.extend([clustered; 3]);
        let sizes = [&blocks.operands, &threads.operands].into_iter();
        for operand in sizes.chain(clusters.iter().map(|it| &it.operands)).flatten() {
            let value = parser.resolve(operand, Type::INDEX)?;
            parser.add_operand(value);
        }
        let has_bytes = parser.parse_optional_keyword("dynamic_shared_memory_size");
        if has_bytes {
            let operand = parser.parse_operand()?;
            let value = parser.resolve(&operand, Type::I32)?;
            parser.add_operand(value);
        }
        segments.push(i32::from(has_bytes));
        parser.set_attr("operandSegmentSizes", ctx.i32_array_attr(&segments));
        for name in ["module", "function"] {
            if parser.parse_optional_keyword(name) {
                parser.parse_punct("(")?;
                let symbol = parser.parse_attribute(None)?;
                parser.set_attr(name, symbol);
                parser.parse_punct(")")?;
            }
        }
        let workgroup = Buffers::parse(parser, "workgroup")?;
        let private = Buffers::parse(parser, "private")?;
        parser.set_attr(WORKGROUP_BUFFERS, ctx.i64_attr(workgroup.arguments.len() as i64));
        let mut names = blocks.positions;
        names.extend(threads.positions);
        names.extend(blocks.sizes);
        names.extend(threads.sizes);
        if let Some(clusters) = clusters {
            names.extend(clusters.positions);
            names.extend(clusters.sizes);
        }
        let mut arguments: Vec<_> = names.into_iter().map(|name| (name, Type::INDEX)).collect();
        arguments.extend(workgroup.arguments);
        arguments.extend(private.arguments);
        parser.parse_region(&arguments)?;
        parser.parse_attr_dict()
    }

    fn print<'b>(op: LaunchOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        if op.async_token().is_some() || !op.async_dependencies().is_empty() {
            print_async(printer, op.async_token().is_some(), op.async_dependencies());
        }
        let arguments = op.body().entry().map_or(&[][..], |block| block.arguments());
        let operands = op.op().operands().skip(op.async_dependencies().len());
        let operands: Vec<ValueId> = operands.collect();
        let group = |printer: &mut OpAsmPrinter<'_, 'b>, keyword: &str, at: [usize; 3]| {
            let [position, size, operand] = at;
            printer.write(" ");
            printer.write(keyword);
            printer.write("(");
            printer.operands(arguments.iter().skip(position).take(3).copied());
            printer.write(") in (");
            for i in 0..3 {
                printer.write(if i > 0 { ", " } else { "" });
                if let (Some(&name), Some(&value)) =
                    (arguments.get(size + i), operands.get(operand + i))
                {
                    printer.operand(name);
                    printer.write(" = ");
                    printer.operand(value);
                }
            }
            printer.write(")");
        };
        let has_clusters = op.cluster_size_x().is_some();
        if has_clusters {
            group(printer, "clusters", [12, 15, 6]);
        }
        group(printer, "blocks", [0, 6, 0]);
        group(printer, "threads", [3, 9, 3]);
        if let Some(bytes) = op.dynamic_shared_memory_size() {
            printer.write(" dynamic_shared_memory_size ");
            printer.operand(bytes);
        }
        for (name, symbol) in [("module", op.module()), ("function", op.function())] {
            if let Some(symbol) = symbol {
                printer.write(" ");
                printer.write(name);
                printer.write("(");
                printer.attribute(symbol);
                printer.write(")");
            }
        }
        let [workgroup, private] = buffers(op);
        print_buffers(printer, op.op(), "workgroup", (op.body(), workgroup), "");
        print_buffers(printer, op.op(), "private", (op.body(), private), "");
        printer.write(" ");
        printer.region(op.body(), PrintRegion { entry_args: false, terminator: true });
        let elided = ["operandSegmentSizes", WORKGROUP_BUFFERS, "module", "function"];
        printer.attr_dict(op.op(), &elided);
    }
}

/// The arguments before the buffers.
pub(crate) fn positions(op: LaunchOpRef<'_>) -> usize {
    ARGUMENTS + if op.cluster_size_x().is_none() { 0 } else { CLUSTER_ARGUMENTS }
}

pub(crate) fn buffers(op: LaunchOpRef<'_>) -> [&[ValueId]; 2] {
    buffers_after(op.op(), op.body(), positions(op))
}

impl VerifyOp for LaunchOp {
    fn verify(op: LaunchOpRef<'_>, diagnostics: &mut Diagnostics) {
        let this = op.op();
        if let Some(entry) = op.body().entry() {
            let least = positions(op).saturating_add(workgroup_buffers(this));
            if entry.arguments().len() < least {
                diagnostics.error(this.op_error("unexpected number of region arguments"));
                return;
            }
        }
        verify_buffers(this, op.body(), buffers(op), diagnostics);
        for end in op.body().blocks().filter_map(BlockRef::terminator) {
            if end.successors().next().is_none() && !end.is::<TerminatorOp>() {
                diagnostics.error(
                    end.op_error("expected 'gpu.terminator' or a terminator with successors"),
                );
                return;
            }
        }
        if op.async_token().is_none() && !op.async_dependencies().is_empty() {
            diagnostics.error(this.op_error("needs to be named when async keyword is specified"));
        }
    }
}

pub(crate) fn register_launch(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<LaunchOp>();
    dialect.op::<TerminatorOp>();
}
