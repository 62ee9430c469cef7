//! How much time LLVM may spend on optimisation.

use inkwell::OptimizationLevel;

use mlir_lite::dialects::llvm::Cost;

/// The passes that clean up the output of a lowering, in time linear in its length; `$loops` are
/// the passes on loops: they vectorise them, and keep what an iteration stores for the next one.
///
/// The input has been inlined already, its values are in registers, and its loops count in the
/// simplest way: the passes of LLVM's own pipelines for that are left out. So are unrolling and the
/// straight-line vectoriser, which make long code of short loops and take more than linear time on
/// it. One iteration of `instcombine` is enough, and need not reach a fixpoint.
macro_rules! pipeline {
    ($loops:literal) => {
        concat!(
            "inferattrs,function<eager-inv>(early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,",
            "loop-mssa(loop-rotate,licm),",
            $loops,
            "instcombine<no-verify-fixpoint>,simplifycfg)"
        )
    };
}

/// How much time LLVM may spend on optimisation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptLevel {
    /// No passes and the fastest code generator: for code that runs once.
    #[default]
    None,
    /// Code without redundancy, in little time.
    O1,
    /// Loops are vectorised, too.
    O2,
    /// LLVM's own pipeline `default<O3>`: everything, whatever the compile time.
    O3,
}

impl OptLevel {
    /// The number of the level, 0 to 3.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::None => 0,
            Self::O1 => 1,
            Self::O2 => 2,
            Self::O3 => 3,
        }
    }

    /// The text of LLVM's pipeline; none if nothing is optimised.
    #[must_use]
    pub fn pipeline(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::O1 => Some(pipeline!("")),
            Self::O2 => Some(pipeline!("loop-vectorize,loop-load-elim,")),
            Self::O3 => Some("default<O3>"),
        }
    }

    /// The level for code that is compiled, run once and dropped: [`None`](Self::None) if running
    /// it without optimisation takes less time than optimising it. If the cost is not
    /// known, and at [`O3`](Self::O3), the level is unchanged.
    ///
    /// The measurements are in `docs/decisions/0003-short-runs-without-llvm-passes.md`.
    #[must_use]
    pub fn for_one_run(self, cost: Option<Cost>) -> Self {
        let is_little = |cost: Cost| {
            cost.executed < cost.ops.saturating_mul(180_000).saturating_add(25_000_000)
        };
        match self {
            Self::O1 | Self::O2 if cost.is_some_and(is_little) => Self::None,
            level => level,
        }
    }

    /// The optimisation level of instruction selection and register allocation.
    pub(super) fn codegen(self) -> OptimizationLevel {
        match self {
            Self::None => OptimizationLevel::None,
            Self::O1 => OptimizationLevel::Less,
            Self::O2 => OptimizationLevel::Default,
            Self::O3 => OptimizationLevel::Aggressive,
        }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn code_that_does_little_is_not_optimised() {
        let level =
            |level: OptLevel, executed, ops| level.for_one_run(Some(Cost { executed, ops }));
        assert_eq!(level(OptLevel::O2, 1_000, 100), OptLevel::None);
        assert_eq!(level(OptLevel::O1, 1_000, 100), OptLevel::None);
        assert_eq!(level(OptLevel::O3, 1_000, 100), OptLevel::O3);
        assert_eq!(level(OptLevel::O2, 50_000_000, 100), OptLevel::O2);
        assert_eq!(level(OptLevel::O2, 50_000_000, 1_000), OptLevel::None);
        assert_eq!(level(OptLevel::O2, u64::MAX, u64::MAX), OptLevel::O2);
        assert_eq!(OptLevel::O2.for_one_run(None), OptLevel::O2);
    }
}
