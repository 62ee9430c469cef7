//! LLVM's attributes of a function's arguments and results: `llvm.noalias`,
//! `llvm.byval = !llvm.struct<..>`.
//!
//! Unlisted names are kept unchanged.

use super::llvm_types::{is_pointer, is_value_type};
use mlir_lite::attributes::{Attribute, AttributeKind};
use mlir_lite::context::Context;
use mlir_lite::ir::interfaces::DialectAttributeInterface;
use mlir_lite::text::print_type;
use mlir_lite::types::Type;
use mlir_lite::verify::SignaturePosition;

/// The kind of an attribute's value.
#[derive(Copy, Clone)]
enum Value {
    Unit,
    Integer,
    Type,
}

/// The type of the argument or result that the attribute requires.
#[derive(Copy, Clone)]
enum Of {
    Any,
    Integer,
    Pointer,
}

fn rule(name: &str) -> Option<(Value, Of)> {
    Some(match name {
        "noundef" | "inreg" | "returned" => (Value::Unit, Of::Any),
        "signext" | "zeroext" => (Value::Unit, Of::Integer),
        "noalias" | "readonly" | "readnone" | "writeonly" | "nest" | "nocapture" | "nofree"
        | "nonnull" => (Value::Unit, Of::Pointer),
        "byref" | "byval" | "elementtype" | "sret" | "inalloca" | "preallocated" => {
            (Value::Type, Of::Pointer)
        }
        "align" | "dereferenceable" | "dereferenceable_or_null" => (Value::Integer, Of::Pointer),
        _ => return None,
    })
}

/// The attributes of arguments only.
const OF_ARGUMENTS: [&str; 14] = [
    "allocalign",
    "allocptr",
    "byref",
    "byval",
    "inalloca",
    "nest",
    "nocapture",
    "nofree",
    "preallocated",
    "readnone",
    "readonly",
    "returned",
    "sret",
    "writeonly",
];

pub(super) struct ParameterAttributes;

impl DialectAttributeInterface for ParameterAttributes {
    fn verify(
        &self,
        ctx: &Context,
        name: &str,
        value: Attribute,
        ty: Type,
        position: SignaturePosition,
    ) -> Result<(), String> {
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        if matches!(position, SignaturePosition::Result(_)) && OF_ARGUMENTS.contains(&name) {
            return Err("it is for arguments only".into());
        }
        let Some((wanted, of)) = rule(name) else { return Ok(()) };
        let (is_right, what) = match wanted {
            Value::Unit => (value == Attribute::UNIT, "no value"),
            Value::Integer => {
                (matches!(value.kind(ctx), AttributeKind::Integer { .. }), "an integer")
            }
            Value::Type => (value.as_type(ctx).is_some(), "a type"),
        };
        if !is_right {
            return Err(format!(
                "expected {what}, found '{}'",
                mlir_lite::text::print_attribute(ctx, value)
            ));
        }
        // A type that is not LLVM's is lowered later: a memref to a pointer.
        if !is_value_type(ctx, ty) {
            return Ok(());
        }
        let (is_right, what) = match of {
            Of::Any => (true, ""),
            Of::Integer => (ty.is_integer(ctx), "integers"),
            Of::Pointer => (is_pointer(ctx, ty), "pointers"),
        };
        if is_right {
            return Ok(());
        }
        Err(format!("it is for {what}, but the type is '{}'", print_type(ctx, ty)))
    }
}
