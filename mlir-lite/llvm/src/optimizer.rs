//! LLVM's verifier and LLVM's standard optimisation pipelines.
//!
//! Invariant: floating-point results do not depend on the level. No fast-math flag is
//! added here and LLVM contracts nothing by itself.

use inkwell::{OptimizationLevel, module::Module, passes::PassBuilderOptions};

use super::{HostTarget, LlvmError, short_loops};
use mlir_lite::dialects::llvm::Cost;

/// The passes that clean up the output of a lowering, in time linear in its length; `$loops` are
/// the passes that vectorise loops.
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
    /// The text of LLVM's pipeline; none if nothing is optimised.
    #[must_use]
    pub fn pipeline(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::O1 => Some(pipeline!("")),
            Self::O2 => Some(pipeline!("loop-vectorize,")),
            Self::O3 => Some("default<O3>"),
        }
    }

    /// The level for code that is compiled, run once and dropped: [`None`](Self::None) if running
    /// it without optimisation takes less time than optimising it. If the cost is not
    /// known, and at [`O3`](Self::O3), the level is unchanged.
    ///
    /// Measured on x86-64: optimising takes 4 ms and 10 to 20 us an instruction more, and makes
    /// each executed instruction 1 ns faster.
    #[must_use]
    pub fn for_one_run(self, cost: Option<Cost>) -> Self {
        let is_little =
            |cost: Cost| cost.executed < cost.ops.saturating_mul(4_000).saturating_add(4_000_000);
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

/// Checks the module with LLVM's verifier.
///
/// # Errors
/// [`LlvmError::Verify`] with the verifier's text, which lists all violations.
pub fn verify(module: &Module<'_>) -> Result<(), LlvmError> {
    // `to_string` is inkwell's conversion; its `Display` would quote and escape the text.
    module.verify().map_err(|text| LlvmError::Verify(text.to_string().trim_end().to_owned()))
}

impl HostTarget {
    /// Runs LLVM's pipeline for this target's level on a verified module, in place, and
    /// sets the module's triple and data layout to the host's. At [`OptLevel::None`] the
    /// code stays as it is.
    ///
    /// # Errors
    /// [`LlvmError::Optimize`] with LLVM's text.
    pub fn optimize(&self, module: &Module<'_>) -> Result<(), LlvmError> {
        self.describe_in(module);
        let Some(pipeline) = self.level().pipeline() else {
            return Ok(());
        };
        if self.level() == OptLevel::O2 {
            short_loops::keep_scalar(module);
        }
        let options = PassBuilderOptions::create();
        // The straight-line vectoriser belongs to this level in clang and opt; the pass builder
        // alone leaves it out.
        options.set_loop_slp_vectorization(self.level() == OptLevel::O3);
        module
            .run_passes(pipeline, self.machine(), options)
            .map_err(|text| LlvmError::Optimize(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use inkwell::context::Context;
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn the_verifier_s_text_is_the_error() {
        let context = Context::create();
        let module = context.create_module("broken");
        let function = module.add_function("f", context.void_type().fn_type(&[], false), None);
        context.append_basic_block(function, "entry");
        let error = verify(&module).expect_err("a block without a terminator is invalid");
        assert_eq!(
            error.to_string(),
            "LLVM's verifier rejects the module: \
             Basic Block in function 'f' does not have terminator!\nlabel %entry"
        );
    }

    /// `f(x) = x + 1 + 2` as three instructions on a stack slot.
    fn slot_arithmetic(context: &Context) -> Module<'_> {
        let module = context.create_module("arithmetic");
        let i64_type = context.i64_type();
        let function = module.add_function("f", i64_type.fn_type(&[i64_type.into()], false), None);
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, "entry"));
        let build = || -> Result<(), inkwell::builder::BuilderError> {
            let slot = builder.build_alloca(i64_type, "slot")?;
            let argument = function.get_nth_param(0).expect("f has one parameter");
            builder.build_store(slot, argument)?;
            let loaded = builder.build_load(i64_type, slot, "x")?.into_int_value();
            let one = builder.build_int_add(loaded, i64_type.const_int(1, false), "one")?;
            let two = builder.build_int_add(one, i64_type.const_int(2, false), "two")?;
            builder.build_return(Some(&two))?;
            Ok(())
        };
        build().expect("the builder is positioned");
        module
    }

    #[test]
    fn code_that_does_little_is_not_optimised() {
        let level =
            |level: OptLevel, executed, ops| level.for_one_run(Some(Cost { executed, ops }));
        assert_eq!(level(OptLevel::O2, 1_000, 100), OptLevel::None);
        assert_eq!(level(OptLevel::O1, 1_000, 100), OptLevel::None);
        assert_eq!(level(OptLevel::O3, 1_000, 100), OptLevel::O3);
        assert_eq!(level(OptLevel::O2, 5_000_000, 100), OptLevel::O2);
        assert_eq!(level(OptLevel::O2, 5_000_000, 1_000), OptLevel::None);
        assert_eq!(level(OptLevel::O2, u64::MAX, u64::MAX), OptLevel::O2);
        assert_eq!(OptLevel::O2.for_one_run(None), OptLevel::O2);
    }

    #[test]
    fn optimising_folds_and_promotes() {
        let context = Context::create();
        let module = slot_arithmetic(&context);
        HostTarget::new(OptLevel::O2).unwrap().optimize(&module).unwrap();
        let text = module.print_to_string().to_string();
        assert!(text.contains("add i64 %0, 3"), "{text}");
        assert!(!text.contains("alloca"), "{text}");
    }

    #[test]
    fn without_optimisation_only_the_target_is_named() {
        let context = Context::create();
        let module = slot_arithmetic(&context);
        HostTarget::new(OptLevel::None).unwrap().optimize(&module).unwrap();
        let text = module.print_to_string().to_string();
        assert!(text.contains("alloca i64"), "{text}");
        assert!(text.contains("target datalayout"), "{text}");
    }
}
