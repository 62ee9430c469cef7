//! How much programs are optimised.

use clap::ValueEnum;

/// How much work goes into faster code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// As much as pays, by an estimate of the cost of the program (the default of a run)
    #[default]
    Auto,
    /// Code that is there soon
    #[value(name = "0")]
    O0,
    /// Loops are fused; the code generator does the cheap things
    #[value(name = "1")]
    O1,
    /// The code generator vectorises, too
    #[value(name = "2")]
    O2,
    /// All that the code generator can do, however long it takes
    #[value(name = "3")]
    O3,
}

/// When a program that runs at once is optimised as much as the level says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum JitOptimize {
    /// Where it does so much that this pays, and at -O3 (the default)
    #[default]
    #[value(name = "auto")]
    WhereItPays,
    /// Always
    Always,
}

/// Optimization options of a program that runs at once.
#[cfg(feature = "llvm")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct OptimizationOptions {
    /// The optimization level.
    pub(crate) level: Level,
    /// When that is done.
    pub(crate) when: JitOptimize,
}
