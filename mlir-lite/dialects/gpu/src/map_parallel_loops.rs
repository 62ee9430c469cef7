//! `gpu-map-parallel-loops`: which dimensions of blocks and threads parallel loops become.

use crate::GpuDialect;
use mlir_lite::dialects::scf::ParallelOp;
use mlir_lite::ir::enums::parse_enum;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{OptionValue, PassContext, RunPass, pass};
use mlir_lite::text::asm::{AsmParser, AsmPrinter};
use mlir_lite_diagnostics::Reported;

/// processor for loop mapping
#[enum_attr(storage = i64)]
pub enum Processor {
    /// Blocks along x.
    #[case("block_x")]
    BlockX = 0,
    /// Blocks along y.
    #[case("block_y")]
    BlockY = 1,
    /// Blocks along z.
    #[case("block_z")]
    BlockZ = 2,
    /// Threads of a block along x.
    #[case("thread_x")]
    ThreadX = 3,
    /// Threads of a block along y.
    #[case("thread_y")]
    ThreadY = 4,
    /// Threads of a block along z.
    #[case("thread_z")]
    ThreadZ = 5,
    /// None: a loop in the kernel.
    #[case("sequential")]
    Sequential = 6,
}

impl Processor {
    const ALL: [Self; 6] =
        [Self::BlockX, Self::BlockY, Self::BlockZ, Self::ThreadX, Self::ThreadY, Self::ThreadZ];
}

/// the mapping of a dimension of a parallel loop
///
/// `#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>`: the number
/// of the iteration is the map of the position, and the number of positions is the bound of the
/// number of iterations.
#[attr_def(name = "gpu.loop_dim_map", assembly = custom)]
#[derive(Copy)]
pub struct LoopDimMapAttr {
    /// Whose position it is.
    pub processor: Processor,
    /// A map of the position.
    pub map: Attribute,
    /// A map of the number of iterations.
    pub bound: Attribute,
}

impl CustomParameters for LoopDimMapAttr {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        let ctx = parser.context().clone();
        parser.parse_punct("<")?;
        parser.parse_keyword("processor")?;
        parser.parse_punct("=")?;
        let processor = parse_enum(parser)?;
        let mut map = |name: &str| {
            parser.parse_punct(",")?;
            parser.parse_keyword(name)?;
            parser.parse_punct("=")?;
            Ok(ctx.affine_map_attr(parser.parse_affine_map()?))
        };
        let (map, bound) = (map("map")?, map("bound")?);
        parser.parse_punct(">")?;
        Ok(Self { processor, map, bound })
    }

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        let ctx = printer.context().clone();
        printer.write("<processor = ");
        printer.write(&self.processor.stringify());
        for (name, map) in [(", map = ", self.map), (", bound = ", self.bound)] {
            printer.write(name);
            if let Some(map) = map.as_affine_map(&ctx) {
                printer.affine_map(map);
            }
        }
        printer.write(">");
    }
}

/// The name of the attribute of loops.
pub(crate) const MAPPING: &str = "mapping";

/// Which dimension of a loop is the first one of blocks or threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum MappingPolicy {
    /// The outermost one.
    #[default]
    OutermostFirst,
    /// The innermost one.
    InnermostFirst,
}

impl MappingPolicy {
    const NAMES: [(Self, &str); 2] =
        [(Self::OutermostFirst, "outermost-first"), (Self::InnermostFirst, "innermost-first")];
}

impl OptionValue for MappingPolicy {
    fn kind() -> String {
        Self::NAMES.map(|(_, name)| name).join("|")
    }

    fn parse(text: &str) -> Result<Self, String> {
        let found = Self::NAMES.into_iter().find(|(_, name)| *name == text);
        let names = Self::NAMES.map(|it| it.1).join(", ");
        found.map(|it| it.0).ok_or_else(|| format!("expected one of {names}, found '{text}'"))
    }

    fn print(&self) -> String {
        let found = Self::NAMES.into_iter().find(|it| it.0 == *self);
        found.map_or_else(String::new, |it| it.1.to_owned())
    }
}

/// Map parallel loops to blocks and threads.
///
/// Outermost parallel loops become blocks, the ones in them threads, and others stay loops. The
/// attribute `mapping` is for `convert-parallel-loops-to-gpu`.
#[pass(name = "gpu-map-parallel-loops", pure, each_body, dialects(GpuDialect))]
#[derive(Copy, Clone, Debug)]
pub struct GpuMapParallelLoopsPass {
    /// Which dimension comes first
    #[option("mapping-policy")]
    policy: MappingPolicy,
}

impl RunPass for GpuMapParallelLoopsPass {
    fn run(&self, body: &mut Body, _: &mut PassContext<'_>) -> Result<(), Reported> {
        for op in body.own_ops() {
            let is_outermost = body.parent_op(op).is_none_or(|it| !ParallelOp::is(body, it));
            if ParallelOp::is(body, op) && is_outermost && !is_in_mapped(body, op) {
                self.map(body, op, 0);
            }
        }
        Ok(())
    }
}

/// Whether an op is in a loop that is mapped.
fn is_in_mapped(body: &Body, op: OpId) -> bool {
    let around = std::iter::successors(body.parent_op(op), |&op| body.parent_op(op));
    around.into_iter().any(|op| ParallelOp::is(body, op))
}

impl GpuMapParallelLoopsPass {
    /// Maps a loop and those directly in it, which are one level deeper.
    fn map(self, body: &mut Body, op: OpId, level: usize) {
        let ctx = body.context().clone();
        let (name, identity) = (ctx.ident(MAPPING), ctx.affine_map_attr(ctx.identity_map(1)));
        let Some(this) = ParallelOp::cast(body, op) else { return };
        if body.attr(op, name).is_some() {
            return;
        }
        let count = this.step(body).len();
        let mapped = count.min(3);
        let of_dimension = |dimension: usize| {
            let processor = match (level, self.policy) {
                (2.., _) => Processor::Sequential,
                _ if dimension >= mapped => Processor::Sequential,
                (_, MappingPolicy::OutermostFirst) => Processor::ALL[3 * level + dimension],
                (_, MappingPolicy::InnermostFirst) => {
                    Processor::ALL[3 * level + mapped - 1 - dimension]
                }
            };
            ctx.dialect_attribute(LoopDimMapAttr { processor, map: identity, bound: identity })
        };
        let mapping: Vec<Attribute> = (0..count).map(of_dimension).collect();
        body.set_attr(op, name, ctx.array_attr(&mapping));
        let Some(block) = body.entry_block(this.region(body)) else { return };
        for inner in body.ops(block).collect::<Vec<_>>() {
            self.map(body, inner, level + 1);
        }
    }
}
