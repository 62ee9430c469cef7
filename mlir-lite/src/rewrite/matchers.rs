//! What patterns often ask of a value.
//!
//! Which op defines a value is asked by `O::defining(body, value)`, whether it
//! has one use by [`Body::has_one_use`].

use crate::attributes::Attribute;
use crate::context::Context;
use crate::ir::{Body, Ident, OpId, TraitFlags, ValueId};
use crate::types::Type;

/// The value that a constant op holds, in its attribute `value`.
pub(crate) fn constant_op_value(body: &Body, op: OpId) -> Option<Attribute> {
    if !body.has_trait(op, TraitFlags::CONSTANT_LIKE) {
        return None;
    }
    body.attr(op, Ident::VALUE)
}

/// The constant that a value is, if an op with the trait `ConstantLike`
/// defines it.
pub fn constant_value(body: &Body, value: ValueId) -> Option<Attribute> {
    constant_op_value(body, body.defining_op(value)?)
}

/// Whether an attribute is the number 0, or a splat of it. A float is not if it
/// is -0.
pub fn is_zero(ctx: &Context, attribute: Attribute) -> bool {
    is_number(ctx, attribute, 0)
}

/// Whether an attribute is the number 1, or a splat of it.
pub fn is_one(ctx: &Context, attribute: Attribute) -> bool {
    is_number(ctx, attribute, 1)
}

fn is_number(ctx: &Context, attribute: Attribute, number: u8) -> bool {
    let is_float = |value: f64| value.to_bits() == f64::from(number).to_bits();
    if let Some(value) = attribute.as_i64(ctx) {
        return value == i64::from(number);
    }
    if let Some(value) = attribute.as_f64(ctx) {
        return is_float(value);
    }
    let Some(elements) = attribute.dense(ctx).filter(|elements| elements.is_splat()) else { return false };
    if let Some(values) = elements.f64_values(ctx) {
        return values.first().is_some_and(|&value| is_float(value));
    }
    let is_integer =
        elements.ty().element_type(ctx).is_some_and(|ty| ty.is_integer(ctx) || ty == Type::INDEX);
    let [first, rest @ ..] = &elements.data()[..] else { return false };
    is_integer && *first == number && rest.iter().all(|&byte| byte == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_recognised_in_all_their_forms() {
        let ctx = Context::new();
        let tensor = ctx.tensor_type(&[2, 2], Type::F64);
        assert!(is_zero(&ctx, ctx.index_attr(0)));
        assert!(is_one(&ctx, ctx.f64_attr(1.0)));
        assert!(is_one(&ctx, ctx.dense_f64_attr(tensor, &[1.0; 4])));
        assert!(!is_one(&ctx, ctx.dense_f64_attr(tensor, &[1.0, 1.0, 1.0, 2.0])));
        assert!(!is_zero(&ctx, ctx.f64_attr(-0.0)));
        assert!(!is_zero(&ctx, ctx.string_attr("0")));
    }
}
