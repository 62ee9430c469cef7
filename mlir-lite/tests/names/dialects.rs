//! The entities that dialects register are their own, under unique names.

use crate::{context, panic_of};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::ConstantLike;
use pretty_assertions::assert_eq;

macro_rules! dialects {
    ($($dialect:ident $namespace:literal { $($op:ty),* })*) => {
        $(
            struct $dialect;

            impl Dialect for $dialect {
                const NAMESPACE: &'static str = $namespace;

                fn register(_dialect: &mut DialectRegistration<'_>) {
                    $(_dialect.op::<$op>();)*
                }
            }
        )*
    };
}

/// The constant whose value nobody finds.
#[op(name = "c.number", traits(Pure, ConstantLike))]
struct NumberOp {
    #[attr]
    number: AnyAttr,
    #[attr]
    unit: AnyAttr,
    #[result]
    res: AnyType,
}

/// As it should be.
#[op(name = "v.number", traits(Pure, ConstantLike))]
struct ValueOp {
    #[attr]
    value: AnyAttr,
    #[result]
    res: AnyType,
}

/// Of a dialect `a`.
#[op(name = "a.op")]
struct AOp {}

/// Another one of that name.
#[op(name = "a.op")]
struct OtherAOp {}

/// Takes a name that an op of `std` has.
#[op(name = "b.op", upstream(name = "arith.addf"))]
struct AddAgainOp {}

/// Says that MLIR has it in a dialect that is loaded here.
#[op(name = "b.op", upstream(name = "a.other"))]
struct InAnotherDialectOp {}

dialects! {
    First "same" {}
    Second "same" {}
    Stranger "b" { AOp }
    Twice "a" { AOp, OtherAOp }
    Plain "a" { AOp }
    AddAgain "b" { AddAgainOp }
    InAnother "b" { InAnotherDialectOp }
    Number "c" { NumberOp }
    Value "v" { ValueOp }
    Arith "arith" {}
}

#[test]
fn two_dialects_have_two_namespaces() {
    let ctx = Context::new();
    let id = ctx.load::<First>();
    assert_eq!(ctx.load::<First>(), id);
    let message = panic_of(|| ctx.load::<Second>());
    assert!(message.starts_with("two dialects have the namespace 'same': `"), "{message}");
    assert!(
        message.contains("First`, which is loaded, and `") && message.ends_with("Second`"),
        "{message}"
    );
}

#[test]
fn a_namespace_is_not_that_of_ops_of_another_dialect() {
    let expected = "dialect 'arith' has the namespace of ops of dialect 'std', which is loaded";
    let ctx = context();
    assert_eq!(panic_of(|| ctx.load::<Arith>()), expected);
    let ctx = Context::new();
    ctx.load::<Plain>();
    let message = panic_of(|| ctx.load::<InAnother>());
    assert!(
        message.starts_with("op 'b.op' has a name of dialect 'a', which is loaded"),
        "{message}"
    );
}

#[test]
fn ops_are_in_the_dialect_that_registers_them() {
    let message = panic_of(|| Context::new().load::<Stranger>());
    assert_eq!(message, "dialect 'b' cannot register op 'a.op': its name must begin with 'b.'");
}

#[test]
fn ops_have_names_of_their_own() {
    let message = panic_of(|| Context::new().load::<Twice>());
    assert_eq!(message, "ops 'a.op' and 'a.op' have one name: 'a.op'");
    let message = panic_of(|| context().load::<AddAgain>());
    assert_eq!(message, "ops 'std.addf' and 'b.op' have one name: 'arith.addf'");
}

#[test]
fn the_value_of_a_constant_is_found() {
    let message = panic_of(|| Context::new().load::<Number>());
    assert!(
        message.starts_with("op 'c.number' has the trait ConstantLike, but no attribute 'value'"),
        "{message}"
    );
    Context::new().load::<Value>();
}
