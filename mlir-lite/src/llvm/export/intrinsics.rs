//! LLVM's intrinsics: a table of what their ops do not show.
//!
//! An op has the intrinsic's arguments as operands, and constants that it must be given as attributes; types that the
//! intrinsic is overloaded by are those of operands or of the result.

use super::calls::result;
use super::function::{Exported, FunctionExport, built};
use crate::ir::view::OpRef;
use inkwell::intrinsics::Intrinsic;
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum};

/// What an intrinsic takes beside the operands of its op.
struct Shape {
    /// The name after `llvm.`, where it is not that of the op.
    name: Option<&'static str>,
    /// The operands whose types are part of the name.
    overloads: &'static [usize],
    /// Whether the result's type is.
    by_result: bool,
    /// Attributes that are passed behind the operands.
    constants: &'static [Constant],
}

enum Constant {
    /// A truth value, as `i1`.
    Bool(&'static str),
    /// A number, as `i32`.
    I32(&'static str),
}

/// Most are overloaded by the type of their first operand.
const USUAL: Shape = Shape { name: None, overloads: &[0], by_result: false, constants: &[] };

fn shape(name: &str) -> Shape {
    use Constant::{Bool, I32};
    match name {
        "powi" => Shape { overloads: &[0, 1], ..USUAL },
        "ctlz" | "cttz" => Shape { constants: &[Bool("is_zero_poison")], ..USUAL },
        "abs" => Shape { constants: &[Bool("is_int_min_poison")], ..USUAL },
        "is.fpclass" => Shape { constants: &[I32("bit")], ..USUAL },
        "prefetch" => Shape { constants: &[I32("rw"), I32("hint"), I32("cache")], ..USUAL },
        "memcpy" | "memmove" => Shape { overloads: &[0, 1, 2], constants: &[Bool("isVolatile")], ..USUAL },
        "memset" => Shape { overloads: &[0, 2], constants: &[Bool("isVolatile")], ..USUAL },
        "stacksave" => Shape { overloads: &[], by_result: true, ..USUAL },
        "trap" | "debugtrap" => Shape { overloads: &[], ..USUAL },
        "vastart" => Shape { name: Some("va_start"), ..USUAL },
        "vaend" => Shape { name: Some("va_end"), ..USUAL },
        "vacopy" => Shape { name: Some("va_copy"), ..USUAL },
        _ => USUAL,
    }
}

/// Builds the call of an intrinsic; `name` is that of the op without `llvm.intr.`.
pub(super) fn export<'ctx>(
    export: &FunctionExport<'_, 'ctx>,
    op: OpRef<'_>,
    name: &str,
) -> Exported<Option<BasicValueEnum<'ctx>>> {
    let shape = shape(name);
    let name = format!("llvm.{}", shape.name.unwrap_or(name));
    let intrinsic = Intrinsic::find(&name).ok_or_else(|| format!("LLVM has no intrinsic '{name}'"))?;
    let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = Vec::new();
    for value in op.operands() {
        arguments.push(export.value(value)?.into());
    }
    for constant in shape.constants {
        let llvm = export.types.llvm;
        let (Constant::Bool(attribute) | Constant::I32(attribute)) = constant;
        let value = op.attr_named(attribute).ok_or_else(|| format!("it has no '{attribute}'"))?;
        let ctx = op.context();
        arguments.push(match constant {
            Constant::Bool(_) => {
                let value =
                    value.as_bool(ctx).ok_or_else(|| format!("its '{attribute}' is not a truth value"))?;
                llvm.bool_type().const_int(u64::from(value), false).into()
            }
            Constant::I32(_) => {
                let value = value.as_i64(ctx).ok_or_else(|| format!("its '{attribute}' is not a number"))?;
                llvm.i32_type().const_int(value as u64, true).into()
            }
        });
    }
    let mut overloads = Vec::new();
    if shape.by_result {
        overloads.push(export.types.basic(op.result_types().next().ok_or("it has no result")?)?);
    }
    for &operand in shape.overloads {
        let ty = op.operand_types().nth(operand).ok_or_else(|| format!("it has no operand {operand}"))?;
        overloads.push(export.types.basic(ty)?);
    }
    let function = intrinsic.get_declaration(export.module, &overloads);
    let function = function.ok_or_else(|| format!("'{name}' has no variant for these types"))?;
    let expected = function.get_type().get_param_types();
    let fits = expected.len() == arguments.len();
    if !fits {
        return Err(format!("'{name}' takes {} arguments, not {}", expected.len(), arguments.len()));
    }
    // The op says which type its result has, and LLVM which one the intrinsic's has.
    if let (Some(ty), Some(found)) = (op.result_types().next(), function.get_type().get_return_type())
        && export.types.basic(ty)? != found
    {
        let found = found.print_to_string();
        return Err(format!(
            "the result of '{name}' has the type '{}' for these operands",
            found.to_string_lossy()
        ));
    }
    result(op, built(export.builder.build_direct_call(function, &arguments, ""))?)
}
