//! The entities that dialects register are their own, under unique names.

use crate::{context, panic_of};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::traits::ConstantLike;
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
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

/// A constant op with two attributes, so that it is not known which is its value.
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

/// Has a namespace that today's MLIR uses for ops of `std`.
#[op(name = "arith.own")]
struct OwnOp {}

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
    Arith "arith" { OwnOp }
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

/// A dialect may have a namespace with which today's MLIR names ops of another dialect, in either
/// order: each op has a name of its own.
#[test]
fn a_namespace_may_be_that_of_names_of_another_dialect() {
    let text = "func @f(%arg0: f32) {\n  %0 = arith.addf %arg0, %arg0 : f32\n  \
        \"arith.own\"() {a = #arith.fastmath<nnan>} : () -> ()\n  return\n}";
    let loaded_last = context();
    loaded_last.load::<Arith>();
    let loaded_first = Context::new();
    loaded_first.load::<Arith>();
    mlir_lite::register_all_dialects(&loaded_first);
    for ctx in [loaded_last, loaded_first] {
        let file = ctx.sources().add("a.mlir", text).unwrap();
        let mut diagnostics = Diagnostics::new();
        let module = parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics);
        let module = module.unwrap_or_else(|_| panic!("{diagnostics:?}"));
        assert!(verify(&module, &mut diagnostics).is_ok(), "{diagnostics:?}");
        let printed = print_op(module.as_op(), PrintOptions::default());
        assert!(printed.contains("%0 = addf %arg0, %arg0 : f32\n    \"arith.own\"()"), "{printed}");
    }
    let ctx = Context::new();
    ctx.load::<Plain>();
    ctx.load::<InAnother>();
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
