//! LLVM's verifier and LLVM's standard optimisation pipelines.
//!
//! Invariant: floating-point results do not depend on the level. No fast-math flag is
//! added here and LLVM contracts nothing by itself.

use inkwell::{module::Module, passes::PassBuilderOptions};

use super::{HostTarget, LlvmError, OptLevel, byte_offsets, short_loops};

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
        byte_offsets::make(module, &self.machine().get_target_data());
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
