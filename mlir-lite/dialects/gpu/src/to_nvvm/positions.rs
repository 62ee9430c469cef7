//! Positions become special registers.

use crate::ids::{DIMENSION, UPPER_BOUND, number_of_subgroups, number_of_thread};
use crate::{
    BlockDimOp, BlockIdOp, ClusterBlockIdOp, ClusterDimBlocksOp, ClusterDimOp, ClusterIdOp,
    Dimension, GPUFuncOpRef, GlobalIdOp, GridDimOp, LaneIdOp, NumSubgroupsOp, SubgroupIdOp,
    SubgroupSizeOp, ThreadIdOp,
};
use mlir_lite::dialects::llvm::ConstantRangeAttr;
use mlir_lite::dialects::nvvm;
use mlir_lite::dialects::standard::{AddIOp, ConstantOp, DivIUnsignedOp, IndexCastOp, MulIOp};
use mlir_lite::interpreter::SUBGROUP_SIZE;
use mlir_lite::ir::prelude::*;

/// The numbers that a register may have: from the first up to, without, the second one.
type Range = Option<(i64, i64)>;

/// The sizes of launches, as far as they are known.
struct Sizes {
    block: Option<Vec<i64>>,
    grid: Option<Vec<i64>>,
}

/// Replaces the ops of a function that give positions and sizes.
pub(super) fn convert(body: &mut Body, function: GPUFuncOpRef<'_>) {
    let ctx = body.context().clone();
    let sizes = |value: Option<Attribute>| value.and_then(|value| value.as_i64_array(&ctx));
    let sizes = Sizes {
        block: sizes(function.known_block_size()),
        grid: sizes(function.known_grid_size()),
    };
    for op in body.own_ops() {
        let name = body.info(op).name().to_owned();
        let view = body.op(op);
        let at = view.attr_named(DIMENSION);
        let at = at.and_then(|it| Dimension::from_attribute(&ctx, it)).map_or(0, |it| it as usize);
        let bound = view.attr_named(UPPER_BOUND).and_then(|bound| bound.as_i64(&ctx));
        let location = view.location();
        let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op)).at(location);
        let mut registers = Registers { b: &mut builder, sizes: &sizes, bound };
        let Some(value) = registers.value(&name, at) else { continue };
        let results: Vec<ValueId> = body.results(op).collect();
        results.into_iter().for_each(|result| body.replace_all_uses(result, value));
        body.erase_op(op);
    }
}

struct Registers<'a, 'b> {
    b: &'a mut BodyBuilder<'b>,
    sizes: &'a Sizes,
    bound: Option<i64>,
}

impl Registers<'_, '_> {
    /// The value of an op that gives a position; none if it is another one.
    fn value(&mut self, name: &str, at: usize) -> Option<ValueId> {
        let along = |sizes: &Option<Vec<i64>>| sizes.as_ref().and_then(|it| it.get(at)).copied();
        let (block, grid) = (along(&self.sizes.block), along(&self.sizes.grid));
        let below = |size: Option<i64>| size.map(|size| (0, size));
        let up_to = |size: Option<i64>| size.map(|size| (1, size + 1));
        let bound = self.bound;
        let lanes = SUBGROUP_SIZE as i64;
        Some(match name {
            ThreadIdOp::NAME => self.along("tid", at, below(bound.or(block))),
            BlockDimOp::NAME => self.along("ntid", at, up_to(bound.or(block))),
            BlockIdOp::NAME => self.along("ctaid", at, below(bound.or(grid))),
            GridDimOp::NAME => self.along("nctaid", at, up_to(bound.or(grid))),
            ClusterIdOp::NAME => self.along("clusterid", at, below(bound)),
            ClusterDimOp::NAME => self.along("nclusterid", at, up_to(bound)),
            ClusterBlockIdOp::NAME => self.along("cluster.ctaid", at, below(bound)),
            ClusterDimBlocksOp::NAME => self.along("cluster.nctaid", at, up_to(bound)),
            GlobalIdOp::NAME => {
                let [block, size] = [("ctaid", None), ("ntid", None)]
                    .map(|(register, range)| self.along(register, at, range));
                let thread = self.along("tid", at, None);
                let first = MulIOp::create(self.b, block, size);
                AddIOp::create(self.b, first, thread)
            }
            LaneIdOp::NAME => self.register("laneid", Some((0, bound.unwrap_or(lanes)))),
            SubgroupSizeOp::NAME => {
                self.register("warpsize", Some((lanes, bound.unwrap_or(lanes) + 1)))
            }
            // The register `warpid` may change while a thread runs.
            SubgroupIdOp::NAME => {
                let threads = [0, 1, 2].map(|at| self.along("tid", at, None));
                let sizes = [0, 1].map(|at| self.along("ntid", at, None));
                let number = number_of_thread(self.b, |at| threads[at], |at| sizes[at]);
                let lanes = ConstantOp::index(self.b, lanes);
                DivIUnsignedOp::create(self.b, number, lanes)
            }
            NumSubgroupsOp::NAME => {
                let sizes = [0, 1, 2].map(|at| self.along("ntid", at, None));
                number_of_subgroups(self.b, sizes)
            }
            _ => return None,
        })
    }

    /// A register that there is for each dimension.
    fn along(&mut self, name: &str, at: usize, range: Range) -> ValueId {
        self.register(&format!("{name}.{}", ["x", "y", "z"][at]), range)
    }

    /// A register, as an index.
    fn register(&mut self, name: &str, range: Range) -> ValueId {
        let ctx = self.b.context().clone();
        let name = ctx.op_name(&format!("nvvm.read.ptx.sreg.{name}"));
        let mut state = OperationState::new(name, self.b.location()).results(&[Type::I32]);
        let fits = |bound: i64| i32::try_from(bound).is_ok();
        if let Some((lower, upper)) = range.filter(|(lower, upper)| fits(*lower) && fits(*upper)) {
            let [lower, upper] = [lower, upper].map(|bound| ctx.integer_attr(Type::I32, bound));
            let range = ctx.dialect_attribute(ConstantRangeAttr { lower, upper });
            state.attributes.push((ctx.ident(nvvm::RANGE), range));
        }
        let op = self.b.create(state);
        let number = self.b.body().results(op).next().expect("a register has a number");
        IndexCastOp::create(self.b, number, Type::INDEX)
    }
}
