//! Programs whose `main` returns an integer: the integer becomes the exit status.

use inkwell::{
    builder::BuilderError,
    module::{Linkage, Module},
    types::BasicTypeEnum,
};

use super::LlvmError;

/// If the function `name` of a module takes nothing and returns an integer, makes it a `void()`: it
/// becomes local under the name `entry`, and a function `name` is added which calls it and passes
/// the result, as an `i32`, to the external function `handler`. Does nothing to other functions.
///
/// # Errors
/// [`LlvmError::Verify`] if LLVM cannot build the function.
#[doc(hidden)]
pub fn end_with_result(
    module: &Module<'_>,
    name: &str,
    entry: &str,
    handler: &str,
) -> Result<(), LlvmError> {
    let Some(program) = module.get_function(name).filter(|main| main.count_basic_blocks() > 0)
    else {
        return Ok(());
    };
    let ty = program.get_type();
    let Some(BasicTypeEnum::IntType(result)) = ty.get_return_type() else { return Ok(()) };
    if ty.count_param_types() > 0 || ty.is_var_arg() || module.get_function(entry).is_some() {
        return Ok(());
    }
    program.as_global_value().set_name(entry);
    program.set_linkage(Linkage::Internal);
    let context = module.get_context();
    let (int, void) = (context.i32_type(), context.void_type());
    // A function of the program that has the handler's name is not the handler.
    if let Some(own) = module.get_function(handler).filter(|own| own.count_basic_blocks() > 0) {
        own.as_global_value().set_name(&format!("{entry}.{handler}"));
    }
    let handle = module
        .get_function(handler)
        .unwrap_or_else(|| module.add_function(handler, void.fn_type(&[int.into()], false), None));
    let main = module.add_function(name, void.fn_type(&[], false), None);
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(main, ""));
    let build = || -> Result<(), BuilderError> {
        let value = builder.build_call(program, &[], "")?.try_as_basic_value().basic();
        let value = value.map_or(result.const_zero(), |value| value.into_int_value());
        let status = match result.get_bit_width() {
            // `true` is 1.
            1 => builder.build_int_z_extend(value, int, "")?,
            width if width < 32 => builder.build_int_s_extend(value, int, "")?,
            32 => value,
            _ => builder.build_int_truncate(value, int, "")?,
        };
        builder.build_call(handle, &[status.into()], "")?;
        builder.build_return(None)?;
        Ok(())
    };
    build().map_err(|error| LlvmError::Verify(error.to_string()))
}
