//! The type of polynomials, and the attributes that hold their coefficients.

use mlir_lite::attributes::DenseElements;
use mlir_lite::ir::prelude::*;

/// A polynomial modulo `x^N - 1`, with N coefficients of 32 bits.
#[type_def(name = "poly.poly", verify)]
pub struct PolyType {
    /// The number of coefficients.
    pub size: u32,
}

impl VerifyParameters for PolyType {
    fn verify(&self, _: &Context) -> Result<(), String> {
        let error = || "a polynomial has at least one coefficient".to_string();
        (self.size > 0).then_some(()).ok_or_else(error)
    }
}

/// The number of coefficients of a polynomial, or of elements of a tensor or memref of `i32`.
pub(crate) fn size_of(ctx: &Context, ty: Type) -> Option<i64> {
    if let Some(poly) = PolyType::of(ctx, ty) {
        return Some(poly.size.into());
    }
    match ty.static_shape(ctx) {
        Some(&[size]) if ty.element_type(ctx) == Some(Type::I32) => Some(size),
        _ => None,
    }
}

mlir_lite::type_constraints! {
    /// A tensor of coefficients.
    pub Coefficients = "one-dimensional tensor of i32 of known size",
        |ctx, ty| ty.is_tensor(ctx) && size_of(ctx, ty).is_some();
}

mlir_lite::attr_constraints! {
    /// The coefficients of a constant.
    pub CoefficientsAttr = "dense elements of a one-dimensional tensor of i32", starts ELEMENTS,
        |ctx, attr| coefficients(ctx, attr).is_some();
}

/// The coefficients in an attribute.
pub(crate) fn coefficients(ctx: &Context, attribute: Attribute) -> Option<Vec<i32>> {
    let elements = attribute.dense(ctx)?;
    let size = size_of(ctx, elements.ty())?;
    let number = |index| Some(i32::from_le_bytes(elements.element(ctx, index)?.try_into().ok()?));
    (0..size as usize).map(number).collect()
}

/// The attribute with these coefficients.
pub(crate) fn attribute(ctx: &Context, coefficients: &[i32]) -> Attribute {
    let ty = ctx.tensor_type(&[coefficients.len() as i64], Type::I32);
    let splat = coefficients.len() > 1 && coefficients.iter().all(|c| *c == coefficients[0]);
    let stored = if splat { &coefficients[..1] } else { coefficients };
    let bytes = stored.iter().flat_map(|number| number.to_le_bytes()).collect();
    ctx.dense_attr(DenseElements::new(ty, bytes, splat))
}
