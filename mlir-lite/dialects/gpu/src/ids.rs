//! Which thread this is, and how many there are.

use crate::kinds::Dimension;
use crate::parts::{parse_keyword, print_keyword};
use mlir_lite::dialects::standard::{AddIOp, CeilDivIUnsignedOp, ConstantOp, MulIOp};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, SUBGROUP_SIZE, Trap, Value};
use mlir_lite::ir::prelude::*;
use std::marker::PhantomData;

/// A number along a dimension.
#[op_family(
    traits(Pure),
    implements(
        CustomAssembly = Positions<Self>,
        OpAsmNameInterface = Positions<Self>,
        InterpretOp = Positions<Self>,
    )
)]
struct Position {
    /// The dimension.
    #[attr]
    dimension: Dimension,
    /// The number is below it, or at most it if it is a size.
    #[attr]
    upper_bound: Optional<IndexAttr>,
    /// The number.
    #[result]
    result: Index,
}

/// The position of the thread in its block: `gpu.thread_id x`.
#[op(family = Position, name = "gpu.thread_id")]
pub struct ThreadIdOp;

/// The position of the block in the grid: `gpu.block_id x`.
#[op(family = Position, name = "gpu.block_id")]
pub struct BlockIdOp;

/// The number of threads of a block: `gpu.block_dim x`.
#[op(family = Position, name = "gpu.block_dim")]
pub struct BlockDimOp;

/// The number of blocks: `gpu.grid_dim x`.
#[op(family = Position, name = "gpu.grid_dim")]
pub struct GridDimOp;

/// The position of the thread among those of all blocks: `gpu.global_id x`.
#[op(family = Position, name = "gpu.global_id")]
pub struct GlobalIdOp;

/// The position of the cluster: `gpu.cluster_id x`.
#[op(family = Position, name = "gpu.cluster_id")]
pub struct ClusterIdOp;

/// The number of clusters: `gpu.cluster_dim x`.
#[op(family = Position, name = "gpu.cluster_dim")]
pub struct ClusterDimOp;

/// The position of the block in its cluster: `gpu.cluster_block_id x`.
#[op(family = Position, name = "gpu.cluster_block_id")]
pub struct ClusterBlockIdOp;

/// The number of blocks of a cluster: `gpu.cluster_dim_blocks x`.
#[op(family = Position, name = "gpu.cluster_dim_blocks")]
pub struct ClusterDimBlocksOp;

/// The position of the thread in its subgroup.
#[op(
    name = "gpu.lane_id",
    traits(Pure),
    implements(InterpretOp = Lanes<Self>),
    format = "(`upper_bound` $upper_bound^)? attr-dict"
)]
pub struct LaneIdOp {
    /// The position is below it.
    #[attr]
    upper_bound: Optional<IndexAttr>,
    /// The position.
    #[result]
    result: Index,
}

/// A number of the subgroups.
#[op_family(
    traits(Pure),
    implements(InterpretOp = Lanes<Self>),
    format = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"
)]
struct OfSubgroups {
    /// The number is below it, or at most it if it is a size.
    #[attr]
    upper_bound: Optional<IndexAttr>,
    /// The number.
    #[result]
    result: Index,
}

/// The position of the subgroup in its block.
#[op(family = OfSubgroups, name = "gpu.subgroup_id")]
pub struct SubgroupIdOp;

/// The number of subgroups of a block.
#[op(family = OfSubgroups, name = "gpu.num_subgroups")]
pub struct NumSubgroupsOp;

/// The number of threads of a subgroup.
#[op(family = OfSubgroups, name = "gpu.subgroup_size")]
pub struct SubgroupSizeOp;

/// The form of ops with a dimension.
struct Positions<O>(PhantomData<O>);

impl<O: OpDefinition> OpModel for Positions<O> {
    type Op = O;
}

pub(crate) const DIMENSION: &str = "dimension";
pub(crate) const UPPER_BOUND: &str = "upper_bound";

impl<O: OpDefinition> CustomAssembly for Positions<O> {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_keyword::<Dimension>(parser, DIMENSION)?;
        if parser.parse_optional_keyword(UPPER_BOUND) {
            let bound = parser.parse_integer()?;
            let bound = parser.context().index_attr(bound);
            parser.set_attr(UPPER_BOUND, bound);
        }
        parser.add_result_type(Type::INDEX);
        parser.parse_attr_dict()
    }

    fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let op = op.op();
        printer.write(" ");
        let dimension = op.attr_named(DIMENSION);
        if let Some(dimension) =
            dimension.and_then(|it| Dimension::from_attribute(op.context(), it))
        {
            print_keyword(printer, dimension);
        }
        let bound = op.attr_named(UPPER_BOUND).and_then(|bound| bound.as_i64(op.context()));
        if let Some(bound) = bound {
            printer.write(" upper_bound ");
            printer.number(bound);
        }
        printer.attr_dict(op, &[DIMENSION, UPPER_BOUND]);
    }
}

impl<O: OpDefinition> OpAsmNameInterface for Positions<O> {
    fn result_name(op: View<'_, Self>, _index: usize, upstream: bool) -> Option<String> {
        let op = op.op();
        let dimension = op.attr_named(DIMENSION).filter(|_| upstream)?;
        let dimension = Dimension::from_attribute(op.context(), dimension)?;
        let name = O::NAME.strip_prefix("gpu.").unwrap_or(O::NAME);
        Some(format!("{name}_{}", dimension.stringify()))
    }
}

impl<O: OpDefinition> InterpretOp for Positions<O> {
    /// A block is a cluster of its own.
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let op = op.op();
        let dimension = op.attr_named(DIMENSION).ok_or_else(Trap::malformed)?;
        let dimension = Dimension::from_attribute(op.context(), dimension);
        let at = dimension.ok_or_else(Trap::malformed)? as usize;
        let it = m.position()?;
        let (block, thread, sizes) = (it.block[at], it.thread[at], it.sizes);
        let number = match O::NAME {
            ThreadIdOp::NAME => thread,
            BlockIdOp::NAME | ClusterIdOp::NAME => block,
            BlockDimOp::NAME => sizes.threads[at],
            GridDimOp::NAME | ClusterDimOp::NAME => sizes.blocks[at],
            GlobalIdOp::NAME => block * sizes.threads[at] + thread,
            ClusterBlockIdOp::NAME => 0,
            _ => 1,
        };
        m.set(op, 0, Value::index(number));
        Ok(Flow::Next)
    }
}

/// Positions in subgroups, which have a fixed size.
struct Lanes<O>(PhantomData<O>);

impl<O: OpDefinition> OpModel for Lanes<O> {
    type Op = O;
}

impl<O: OpDefinition> InterpretOp for Lanes<O> {
    fn interpret<'b>(op: View<'b, Self>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (number, threads) = {
            let position = m.position()?;
            (position.number, position.sizes.threads.iter().product::<i64>() as usize)
        };
        let number = match O::NAME {
            LaneIdOp::NAME => number % SUBGROUP_SIZE,
            SubgroupIdOp::NAME => number / SUBGROUP_SIZE,
            NumSubgroupsOp::NAME => threads.div_ceil(SUBGROUP_SIZE),
            _ => SUBGROUP_SIZE,
        };
        m.set(op.op(), 0, Value::index(number as i64));
        Ok(Flow::Next)
    }
}

/// The number of a thread in its block: `x + sx * (y + sy * z)`.
pub(crate) fn number_of_thread(
    b: &mut BodyBuilder<'_>,
    thread: impl Fn(usize) -> ValueId,
    size: impl Fn(usize) -> ValueId,
) -> ValueId {
    let layers = MulIOp::create(b, size(1), thread(2));
    let row = AddIOp::create(b, thread(1), layers);
    let rows = MulIOp::create(b, size(0), row);
    AddIOp::create(b, thread(0), rows)
}

/// The number of the subgroups of a block of these sizes.
pub(crate) fn number_of_subgroups(b: &mut BodyBuilder<'_>, [x, y, z]: [ValueId; 3]) -> ValueId {
    let layer = MulIOp::create(b, x, y);
    let all = MulIOp::create(b, layer, z);
    let lanes = ConstantOp::index(b, SUBGROUP_SIZE as i64);
    CeilDivIUnsignedOp::create(b, all, lanes)
}

pub(crate) fn register_ids(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ThreadIdOp>();
    dialect.op::<BlockIdOp>();
    dialect.op::<BlockDimOp>();
    dialect.op::<GridDimOp>();
    dialect.op::<GlobalIdOp>();
    dialect.op::<ClusterIdOp>();
    dialect.op::<ClusterDimOp>();
    dialect.op::<ClusterBlockIdOp>();
    dialect.op::<ClusterDimBlocksOp>();
    dialect.op::<LaneIdOp>();
    dialect.op::<SubgroupIdOp>();
    dialect.op::<NumSubgroupsOp>();
    dialect.op::<SubgroupSizeOp>();
}
