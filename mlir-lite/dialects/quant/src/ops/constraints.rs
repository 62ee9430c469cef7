//! The types of the ops' values.

use crate::quantized::is_quantized;
use mlir_lite::ir::prelude::*;

/// The type itself, or that of a tensor's elements.
fn of_scalar_or_tensor(ctx: &Context, ty: Type) -> Option<Type> {
    match ty.element_type(ctx) {
        None => Some(ty),
        Some(element) => ty.is_tensor(ctx).then_some(element),
    }
}

fn is_real(ctx: &Context, ty: Type) -> bool {
    ty.is_float(ctx) || is_quantized(ctx, ty)
}

mlir_lite::type_constraints! {
    /// A float or a tensor of floats.
    pub FloatOrTensor = "scalar or tensor of floating-point",
        |ctx, ty| of_scalar_or_tensor(ctx, ty).is_some_and(|ty| ty.is_float(ctx));
    /// A quantized number or a tensor of them.
    pub QuantizedOrTensor = "scalar or tensor of quantized type",
        |ctx, ty| of_scalar_or_tensor(ctx, ty).is_some_and(|ty| is_quantized(ctx, ty));
    /// An integer, a quantized number, or a tensor of them.
    pub StorageOrTensor = "scalar or tensor of signless integer or quantized type",
        |ctx, ty| of_scalar_or_tensor(ctx, ty)
            .is_some_and(|ty| ty.is_signless_integer(ctx) || is_quantized(ctx, ty));
    /// A float or quantized number, or a tensor or vector of them.
    pub RealValue = "primitive/tensor/vector of real valued primitive (float or quantized type)",
        |ctx, ty| !ty.is_memref(ctx) && is_real(ctx, ty.element_or_self(ctx));
    /// A tensor of `f32`.
    pub F32Tensor = "tensor of 32-bit float values",
        |ctx, ty| ty.is_tensor(ctx) && ty.element_type(ctx) == Some(Type::F32);
}
