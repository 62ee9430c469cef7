//! The memory layouts of the llvm dialect, which the interpreter needs besides the execution of its
//! ops.

use super::llvm_types::{LlvmArrayType, LlvmPointerType, LlvmStructType, has_size};
use mlir_lite::context::Context;
use mlir_lite::interpreter::{DialectInterpreterInterface, TypeLayout};
use mlir_lite::types::Type;

/// The memory layouts of the dialect's types.
pub(super) struct LlvmInterpreter;

impl DialectInterpreterInterface for LlvmInterpreter {
    fn layout(&self, ctx: &Context, ty: Type) -> Option<TypeLayout> {
        if ty.as_dialect::<LlvmPointerType>(ctx).is_some() {
            return Some(TypeLayout::Scalar(8));
        }
        if let Some(array) = ty.as_dialect::<LlvmArrayType>(ctx) {
            return Some(TypeLayout::Array { length: array.length, element: array.element });
        }
        let data = ty.as_dialect::<LlvmStructType>(ctx)?;
        if data.name().is_some() && !has_size(ctx, ty) {
            return None;
        }
        Some(TypeLayout::Struct { fields: data.fields().into(), packed: data.is_packed() })
    }
}
