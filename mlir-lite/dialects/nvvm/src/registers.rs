//! Special registers: which thread this is, how many there are, and clocks.

use crate::dialects::llvm::{ConstantRangeAttr, IntrinsicOpInterface};
use mlir_lite::ir::prelude::*;
use std::marker::PhantomData;

/// A register that stays as it is while a thread runs.
#[op_family(
    traits(Pure),
    implements(CustomAssembly = Register<Self>, IntrinsicOpInterface = Register<Self>)
)]
struct Position {
    /// The numbers that it may have.
    #[attr]
    range: Optional<Range>,
    /// The number.
    #[result]
    result: AnyInteger,
}

/// The bits of threads of a warp.
#[op_family(
    traits(Pure),
    implements(IntrinsicOpInterface = Register<Self>),
    format = "attr-dict `:` type($result)"
)]
struct Mask {
    /// The bits.
    #[result]
    result: AnyInteger,
}

/// A register that changes while a thread runs.
#[op_family(
    implements(IntrinsicOpInterface = Register<Self>),
    format = "attr-dict `:` type($result)"
)]
struct Read {
    /// The number.
    #[result]
    result: AnyInteger,
}

mlir_lite::attr_constraints! {
    /// A range of integers.
    pub Range = "LLVM::ConstantRangeAttr attribute",
        |ctx, value| ConstantRangeAttr::of(ctx, value).is_some();
}

/// The position of the thread in its block, along `x`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.tid.x")]
pub struct ThreadIdXOp;

/// The position of the thread in its block, along `y`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.tid.y")]
pub struct ThreadIdYOp;

/// The position of the thread in its block, along `z`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.tid.z")]
pub struct ThreadIdZOp;

/// The number of threads of a block along `x`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.ntid.x")]
pub struct BlockDimXOp;

/// The number of threads of a block along `y`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.ntid.y")]
pub struct BlockDimYOp;

/// The number of threads of a block along `z`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.ntid.z")]
pub struct BlockDimZOp;

/// The position of the block in the grid, along `x`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.ctaid.x")]
pub struct BlockIdXOp;

/// The position of the block in the grid, along `y`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.ctaid.y")]
pub struct BlockIdYOp;

/// The position of the block in the grid, along `z`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.ctaid.z")]
pub struct BlockIdZOp;

/// The number of blocks along `x`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.nctaid.x")]
pub struct GridDimXOp;

/// The number of blocks along `y`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.nctaid.y")]
pub struct GridDimYOp;

/// The number of blocks along `z`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.nctaid.z")]
pub struct GridDimZOp;

/// The position of the cluster along `x`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.clusterid.x")]
pub struct ClusterIdXOp;

/// The position of the cluster along `y`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.clusterid.y")]
pub struct ClusterIdYOp;

/// The position of the cluster along `z`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.clusterid.z")]
pub struct ClusterIdZOp;

/// The number of clusters along `x`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.nclusterid.x")]
pub struct ClusterDimXOp;

/// The number of clusters along `y`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.nclusterid.y")]
pub struct ClusterDimYOp;

/// The number of clusters along `z`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.nclusterid.z")]
pub struct ClusterDimZOp;

/// The position of the block in its cluster, along `x`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.cluster.ctaid.x")]
pub struct BlockInClusterIdXOp;

/// The position of the block in its cluster, along `y`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.cluster.ctaid.y")]
pub struct BlockInClusterIdYOp;

/// The position of the block in its cluster, along `z`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.cluster.ctaid.z")]
pub struct BlockInClusterIdZOp;

/// The number of blocks of a cluster along `x`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.cluster.nctaid.x")]
pub struct ClusterDimBlocksXOp;

/// The number of blocks of a cluster along `y`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.cluster.nctaid.y")]
pub struct ClusterDimBlocksYOp;

/// The number of blocks of a cluster along `z`.
#[op(family = Position, name = "nvvm.read.ptx.sreg.cluster.nctaid.z")]
pub struct ClusterDimBlocksZOp;

/// The number of the block among those of its cluster.
#[op(family = Position, name = "nvvm.read.ptx.sreg.cluster.ctarank")]
pub struct ClusterIdOp;

/// The number of blocks of a cluster.
#[op(family = Position, name = "nvvm.read.ptx.sreg.cluster.nctarank")]
pub struct ClusterDimOp;

/// The number of threads of a warp.
#[op(family = Position, name = "nvvm.read.ptx.sreg.warpsize")]
pub struct WarpSizeOp;

/// The position of the thread in its warp.
#[op(family = Position, name = "nvvm.read.ptx.sreg.laneid")]
pub struct LaneIdOp;

/// The number of the warp in its block.
#[op(family = Position, name = "nvvm.read.ptx.sreg.warpid")]
pub struct WarpIdOp;

/// The number of warps of a block.
#[op(family = Position, name = "nvvm.read.ptx.sreg.nwarpid")]
pub struct WarpDimOp;

/// The number of the multiprocessor.
#[op(family = Position, name = "nvvm.read.ptx.sreg.smid")]
pub struct SmIdOp;

/// The number of multiprocessors.
#[op(family = Position, name = "nvvm.read.ptx.sreg.nsmid")]
pub struct SmDimOp;

/// The number of the launch.
#[op(family = Position, name = "nvvm.read.ptx.sreg.gridid")]
pub struct GridIdOp;

/// The bit of the thread in its warp.
#[op(family = Mask, name = "nvvm.read.ptx.sreg.lanemask.eq")]
pub struct LaneMaskEqOp;

/// The bits of the thread and of those before it in its warp.
#[op(family = Mask, name = "nvvm.read.ptx.sreg.lanemask.le")]
pub struct LaneMaskLeOp;

/// The bits of the threads before it in its warp.
#[op(family = Mask, name = "nvvm.read.ptx.sreg.lanemask.lt")]
pub struct LaneMaskLtOp;

/// The bits of the thread and of those after it in its warp.
#[op(family = Mask, name = "nvvm.read.ptx.sreg.lanemask.ge")]
pub struct LaneMaskGeOp;

/// The bits of the threads after it in its warp.
#[op(family = Mask, name = "nvvm.read.ptx.sreg.lanemask.gt")]
pub struct LaneMaskGtOp;

/// Cycles of the processor, of which the last 32 bits.
#[op(family = Read, name = "nvvm.read.ptx.sreg.clock")]
pub struct ClockOp;

/// Cycles of the processor.
#[op(family = Read, name = "nvvm.read.ptx.sreg.clock64")]
pub struct Clock64Op;

/// Nanoseconds.
#[op(family = Read, name = "nvvm.read.ptx.sreg.globaltimer")]
pub struct GlobalTimerOp;

/// The text and the intrinsic of a register follow from its name.
struct Register<O>(PhantomData<O>);

impl<O: OpDefinition> OpModel for Register<O> {
    type Op = O;
}

/// The attribute with the numbers that a register may have.
pub const RANGE: &str = "range";

impl<O: OpDefinition> CustomAssembly for Register<O> {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if parser.parse_optional_keyword(RANGE) {
            let range = <ConstantRangeAttr as CustomParameters>::parse(parser.asm())?;
            let range = parser.context().dialect_attribute(range);
            parser.set_attr(RANGE, range);
        }
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        let ctx = op.context();
        let range = op.attr_named(RANGE).and_then(|range| ConstantRangeAttr::of(ctx, range));
        if let Some((range, [lower, upper])) = range.and_then(|it| Some((it, it.bounds(ctx)?))) {
            printer.write(" range <");
            if let Some(ty) = range.lower.ty(ctx) {
                printer.ty(ty);
            }
            printer.write(&format!(", {}, {}>", lower.to_decimal(true), upper.to_decimal(true)));
        }
        printer.attr_dict(op, &[RANGE]);
        printer.write(" : ");
        for ty in op.result_types() {
            printer.ty(ty);
        }
    }
}

impl<O: OpDefinition> IntrinsicOpInterface for Register<O> {
    fn intrinsic(_op: View<'_, Self>) -> String {
        format!("llvm.{}", O::NAME)
    }
}

pub(crate) fn register_registers(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ThreadIdXOp>();
    dialect.op::<ThreadIdYOp>();
    dialect.op::<ThreadIdZOp>();
    dialect.op::<BlockDimXOp>();
    dialect.op::<BlockDimYOp>();
    dialect.op::<BlockDimZOp>();
    dialect.op::<BlockIdXOp>();
    dialect.op::<BlockIdYOp>();
    dialect.op::<BlockIdZOp>();
    dialect.op::<GridDimXOp>();
    dialect.op::<GridDimYOp>();
    dialect.op::<GridDimZOp>();
    dialect.op::<ClusterIdXOp>();
    dialect.op::<ClusterIdYOp>();
    dialect.op::<ClusterIdZOp>();
    dialect.op::<ClusterDimXOp>();
    dialect.op::<ClusterDimYOp>();
    dialect.op::<ClusterDimZOp>();
    dialect.op::<BlockInClusterIdXOp>();
    dialect.op::<BlockInClusterIdYOp>();
    dialect.op::<BlockInClusterIdZOp>();
    dialect.op::<ClusterDimBlocksXOp>();
    dialect.op::<ClusterDimBlocksYOp>();
    dialect.op::<ClusterDimBlocksZOp>();
    dialect.op::<ClusterIdOp>();
    dialect.op::<ClusterDimOp>();
    dialect.op::<WarpSizeOp>();
    dialect.op::<LaneIdOp>();
    dialect.op::<WarpIdOp>();
    dialect.op::<WarpDimOp>();
    dialect.op::<SmIdOp>();
    dialect.op::<SmDimOp>();
    dialect.op::<GridIdOp>();
    dialect.op::<LaneMaskEqOp>();
    dialect.op::<LaneMaskLeOp>();
    dialect.op::<LaneMaskLtOp>();
    dialect.op::<LaneMaskGeOp>();
    dialect.op::<LaneMaskGtOp>();
    dialect.op::<ClockOp>();
    dialect.op::<Clock64Op>();
    dialect.op::<GlobalTimerOp>();
}
