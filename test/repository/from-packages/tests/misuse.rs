//! A panic for a misuse of the API points to the line that misuses it.

use from_packages::{LargerOp, context, parse};
use mlir_lite::attributes::Attribute;
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::dialects::standard::{AddIOp, CmpIOp, FuncOp, ReturnOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::PatternRoot;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Mutex;

static LOCATION: Mutex<Option<(String, String)>> = Mutex::new(None);

/// Where a misuse panics, and the message; empty if it does not.
fn panic_of(misuse: &dyn Fn()) -> (String, String) {
    let _ = catch_unwind(AssertUnwindSafe(misuse));
    LOCATION.lock().ok().and_then(|mut found| found.take()).unwrap_or_default()
}

#[test]
fn panics_point_to_the_caller() {
    let hook = take_hook();
    set_hook(Box::new(|info| {
        let place = info.location().map(|at| at.file().to_owned()).unwrap_or_default();
        let message = info.payload_as_str().unwrap_or_default().to_owned();
        *LOCATION.lock().expect("no panic holds it") = Some((place, message));
    }));
    let results: Vec<_> = MISUSES.iter().map(|(name, misuse)| (name, panic_of(misuse))).collect();
    set_hook(hook);
    let wrong: Vec<_> = results
        .into_iter()
        .filter(|(_, (place, message))| !place.ends_with("misuse.rs") || message.is_empty())
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn body() -> (Context, Body) {
    let ctx = context();
    let text = "func @f(%x: i32, %y: f64) -> i32 {
      %0 = own.larger %x, %x : i32
      return %0 : i32
    }";
    let mut module = parse(&ctx, text).expect("valid text");
    let function = module.own_ops()[0];
    let body = module.take_child(function).expect("a body");
    (ctx, body)
}

fn find<O: OpDefinition>(body: &Body) -> OpId {
    body.walk().find(|op| op.is::<O>()).expect("there is one").id()
}

type Misuse = (&'static str, fn());

const MISUSES: &[Misuse] = &[
    ("an op of another kind", || {
        let (_, body) = body();
        let op = find::<ReturnOp>(&body);
        let _ = LargerOp::from_id(op).lhs(&body);
    }),
    ("an op that was erased", || {
        let (_, mut body) = body();
        let op = find::<ReturnOp>(&body);
        body.erase_op(op);
        let _ = body.location(op);
    }),
    ("a value that is used", || {
        let (_, mut body) = body();
        let op = find::<LargerOp>(&body);
        body.erase_op(op);
    }),
    ("an id of another body", || {
        let ((_, first), (_, second)) = (body(), body());
        let op = find::<ReturnOp>(&first);
        let _ = second.location(op);
    }),
    ("an operand that is not there", || {
        let (_, body) = body();
        let op = find::<ReturnOp>(&body);
        let _ = body.operand(op, 5);
    }),
    ("a builder whose insertion point was erased", || {
        let (_, mut body) = body();
        let op = find::<ReturnOp>(&body);
        body.erase_op(op);
        let x = body.as_op().region(0).and_then(|region| region.entry()).expect("a block");
        let x = x.arguments()[0];
        let mut b = BodyBuilder::new(&mut body, InsertionPoint::Before(op));
        let _ = AddIOp::create(&mut b, x, x);
    }),
    ("an impossible type", || {
        let ctx = context();
        let _ = ctx.vector_type(&[2], ctx.function_type(&[], &[]));
    }),
    ("elements of another number", || {
        let ctx = context();
        let _ = ctx.dense_f64_attr(ctx.tensor_type(&[3], Type::F64), &[1.0, 2.0]);
    }),
    ("an integer of a type without integers", || {
        let ctx = context();
        let _ = ctx.integer_attr(Type::F32, 1);
    }),
    ("a result that is not there", || {
        let (_, body) = body();
        let op = find::<ReturnOp>(&body);
        let _ = body.result(op, 0);
    }),
    ("a pattern for an op that cannot exist", || {
        let mut patterns = ConversionPatternSet::new();
        let root = PatternRoot::Op("own.nonesuch");
        patterns.add_rooted(root, "nonesuch-types", 1, &[], |_, _, _| Ok(()));
        let _ = patterns.freeze(&context());
    }),
    ("a part without debug output", || {
        context().set_debug_output(["nonesuch"], |_| ());
    }),
    ("an attribute that is not declared", || {
        let (_, mut body) = body();
        let op = find::<LargerOp>(&body);
        body.set_inherent_attr(op, 3, Some(Attribute::UNIT));
    }),
    ("a view of another kind of op", || {
        let (_, mut body) = body();
        let y = body.as_op().region(0).and_then(|region| region.entry()).expect("a block");
        let y = y.arguments()[1];
        let mut b = BodyBuilder::new(&mut body, InsertionPoint::Detached);
        let op = AddIOp::build(&mut b, Location::UNKNOWN, y, y);
        let _ = CmpIOp::from_id(op.id()).lhs(&body);
    }),
    ("a function that is a return", || {
        let (_, body) = body();
        let _ = FuncOp::from_id(find::<ReturnOp>(&body)).sym_name(&body);
    }),
];
