//! Matchers: predicates on values that patterns often need.
//!
//! `O::defining(body, value)` gives the op that defines a value, and [`Body::has_one_use`] tells
//! whether a value has one use. Conditions on several ops are composed of matchers:
//!
//! ```
//! # extern crate mlir_lite_framework as mlir_lite;
//! # mod arith {
//! #     use mlir_lite::ir::prelude::*;
//! #     /// An op on integers.
//! #     #[op(name = "arith.addi", format = "$lhs `,` $rhs attr-dict `:` type($result)",
//! #          traits(SameOperandsAndResultType))]
//! #     pub struct AddIOp {
//! #         #[operand] lhs: SignlessIntegerLike,
//! #         #[operand] rhs: SignlessIntegerLike,
//! #         #[result] result: SignlessIntegerLike,
//! #     }
//! #     /// An op on integers.
//! #     #[op(name = "arith.subi", format = "$lhs `,` $rhs attr-dict `:` type($result)",
//! #          traits(SameOperandsAndResultType))]
//! #     pub struct SubIOp {
//! #         #[operand] lhs: SignlessIntegerLike,
//! #         #[operand] rhs: SignlessIntegerLike,
//! #         #[result] result: SignlessIntegerLike,
//! #     }
//! # }
//! use arith::{AddIOp, SubIOp};
//! use mlir_lite::ir::{Body, ValueId};
//! use mlir_lite::rewrite::matchers::*;
//!
//! /// `y` and `x` of `y - (x + 1)`, where nobody else uses the sum.
//! fn operands(body: &Body, value: ValueId) -> Option<(ValueId, ValueId)> {
//!     let (mut x, mut y) = (None, None);
//!     let sum = m_one_use(m_op::<AddIOp>((m_any(&mut x), m_one())));
//!     match_value(body, value, m_op::<SubIOp>((m_any(&mut y), sum))).then_some(())?;
//!     Some((y?, x?))
//! }
//! ```

use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::ir::{Body, OpDefinition, ValueId};
use mlir_lite::types::Type;

/// The constant value of an op with the trait `ConstantLike` that defines `value`.
pub fn constant_value(body: &Body, value: ValueId) -> Option<Attribute> {
    body.constant_value(value)
}

/// Whether an attribute is the number 0, or a splat of it. The float -0 is not.
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
    let Some(elements) = attribute.dense(ctx).filter(|elements| elements.is_splat()) else {
        return false;
    };
    if let Some(values) = elements.f64_values(ctx) {
        return values.first().is_some_and(|&value| is_float(value));
    }
    let is_integer =
        elements.ty().element_type(ctx).is_some_and(|ty| ty.is_integer(ctx) || ty == Type::INDEX);
    let [first, rest @ ..] = &elements.data()[..] else { return false };
    is_integer && *first == number && rest.iter().all(|&byte| byte == 0)
}

/// Recognises values: the leaves and branches of a pattern.
///
/// Closures are matchers, and so are the functions below:
/// `m_op::<AddOp>((m_any(&mut x), m_one()))`.
pub trait Matcher {
    /// Whether the value matches; captures are filled along the way and are valid only if it does.
    fn matches(&mut self, body: &Body, value: ValueId) -> bool;
}

impl<F: FnMut(&Body, ValueId) -> bool> Matcher for F {
    fn matches(&mut self, body: &Body, value: ValueId) -> bool {
        self(body, value)
    }
}

/// Whether `value` matches `matcher`.
pub fn match_value(body: &Body, value: ValueId, mut matcher: impl Matcher) -> bool {
    matcher.matches(body, value)
}

/// Matchers of an op's operands, one for each.
pub trait OperandMatchers {
    /// Whether there are as many operands and all of them match.
    fn matches(&mut self, body: &Body, operands: &[ValueId]) -> bool;
}

macro_rules! operand_matchers {
    ($($matcher:ident = $index:tt),*) => {
        impl<$($matcher: Matcher),*> OperandMatchers for ($($matcher,)*) {
            fn matches(&mut self, _body: &Body, operands: &[ValueId]) -> bool {
                operands.len() == [$(stringify!($index)),*].len()
                    $(&& self.$index.matches(_body, operands[$index]))*
            }
        }
    };
}

impl OperandMatchers for () {
    fn matches(&mut self, _body: &Body, operands: &[ValueId]) -> bool {
        operands.is_empty()
    }
}

operand_matchers!(A = 0);
operand_matchers!(A = 0, B = 1);
operand_matchers!(A = 0, B = 1, C = 2);

/// A result of an op `O` whose operands match.
pub fn m_op<O: OpDefinition>(mut operands: impl OperandMatchers) -> impl Matcher {
    move |body: &Body, value: ValueId| {
        O::defining(body, value)
            .is_some_and(|op| operands.matches(body, &body.operand_list(op.id())))
    }
}

/// Any value, which is captured.
pub fn m_any(to: &mut Option<ValueId>) -> impl Matcher {
    move |_: &Body, value: ValueId| {
        *to = Some(value);
        true
    }
}

/// This value.
pub fn m_value(wanted: ValueId) -> impl Matcher {
    move |_: &Body, value: ValueId| value == wanted
}

/// A constant, whose value is captured.
pub fn m_constant(to: &mut Option<Attribute>) -> impl Matcher {
    move |body: &Body, value: ValueId| {
        *to = constant_value(body, value);
        to.is_some()
    }
}

/// The constant 0 or a splat of it.
pub fn m_zero() -> impl Matcher {
    |body: &Body, value: ValueId| {
        constant_value(body, value).is_some_and(|value| is_zero(body.context(), value))
    }
}

/// The constant 1 or a splat of it.
pub fn m_one() -> impl Matcher {
    |body: &Body, value: ValueId| {
        constant_value(body, value).is_some_and(|value| is_one(body.context(), value))
    }
}

/// A value that `inner` matches, with one use.
pub fn m_one_use(mut inner: impl Matcher) -> impl Matcher {
    move |body: &Body, value: ValueId| body.has_one_use(value) && inner.matches(body, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matchers_look_through_ops() {
        use crate::rewrite::test_dialect::{AddOp, NegOp, parse, test_context};
        let ctx = test_context();
        // y + -(x + 1)
        let module = parse(
            &ctx,
            r#"
            %x = "x.value"() : () -> i64
            %y = "x.value"() : () -> i64
            %1 = "t.const"() {value = 1 : i64} : () -> i64
            %2 = "t.add"(%x, %1) : (i64, i64) -> i64
            %3 = "t.neg"(%2) : (i64) -> i64
            %4 = "t.add"(%y, %3) : (i64, i64) -> i64
            "#,
        );
        let values: Vec<ValueId> =
            module.own_ops().iter().map(|&op| module.result(op, 0)).collect();
        let (mut x, mut one) = (None, None);
        let sum = m_one_use(m_op::<AddOp>((m_any(&mut x), m_one())));
        let whole = m_op::<AddOp>((m_value(values[1]), m_op::<NegOp>((sum,))));
        assert!(match_value(&module, values[5], whole));
        assert_eq!(x, Some(values[0]));
        assert!(match_value(&module, values[2], m_constant(&mut one)));
        assert_eq!(one, Some(ctx.i64_attr(1)));
        assert!(!match_value(&module, values[2], m_zero()));
        assert!(!match_value(&module, values[4], m_op::<NegOp>(())));
    }

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
