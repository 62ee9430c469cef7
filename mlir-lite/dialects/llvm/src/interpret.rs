//! The interface to the interpreter, besides the execution of ops: the memory layouts of types, and
//! the runtime library.

use super::llvm_types::{LlvmArrayType, LlvmPointerType, LlvmStructType, has_size};
use crate::runtime::{is_runtime_function, library};
use mlir_lite::context::Context;
use mlir_lite::interpreter::{DialectInterpreterInterface, TypeLayout};
use mlir_lite::ir::Body;
use mlir_lite::types::Type;

/// The memory layouts of the dialect's types, and the runtime library.
pub(super) struct LlvmInterpreter;

impl DialectInterpreterInterface for LlvmInterpreter {
    fn library(&self, ctx: &Context, declared: &[&str]) -> Option<Body> {
        declared.iter().any(|name| is_runtime_function(name)).then(|| library(ctx)).flatten()
    }

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
