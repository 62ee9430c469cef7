//! Interfaces: the examples of MLIR's document on them.

use crate::context;
use mlir_lite::ir::prelude::*;

/// An example interface definition.
trait ExampleOpInterface: Send + Sync {
    /// The number of inputs of the op.
    fn num_inputs(&self, op: OpRef<'_>) -> usize;

    /// What follows from the others, where the op does not say.
    fn num_with_default(&self, op: OpRef<'_>) -> usize {
        self.num_inputs(op) * 10
    }

    /// What does not depend on the op: a static method.
    fn family(&self) -> &'static str {
        "example"
    }
}

/// Implements what it must.
#[op(name = "if.my", interfaces(ExampleOpInterface), format = "operands attr-dict `:` type(operands)")]
struct MyOp {
    #[operand]
    inputs: Variadic<AnyType>,
}

impl ExampleOpInterface for MyOp {
    fn num_inputs(&self, op: OpRef<'_>) -> usize {
        op.num_operands()
    }
}

/// Implements all.
#[op(name = "if.other", interfaces(ExampleOpInterface), format = "attr-dict")]
struct OtherOp {}

impl ExampleOpInterface for OtherOp {
    fn num_inputs(&self, _op: OpRef<'_>) -> usize {
        1
    }
    fn num_with_default(&self, _op: OpRef<'_>) -> usize {
        7
    }
    fn family(&self) -> &'static str {
        "other"
    }
}

/// Implements nothing.
#[op(name = "if.plain", format = "attr-dict")]
struct PlainOp {}

/// Dialects that have an opinion.
trait OpinionInterface: Send + Sync {
    /// Whether they like an op.
    fn likes(&self, _op: OpRef<'_>) -> bool {
        false
    }
}

struct LikesAll;

impl OpinionInterface for LikesAll {
    fn likes(&self, _op: OpRef<'_>) -> bool {
        true
    }
}

struct InterfaceDialect;

impl Dialect for InterfaceDialect {
    const NAMESPACE: &'static str = "if";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<MyOp>();
        dialect.op::<OtherOp>();
        dialect.op::<PlainOp>();
        dialect.interface::<dyn OpinionInterface>(&LikesAll);
    }
}

#[test]
fn ops_are_asked_by_interface() {
    let ctx = context::<InterfaceDialect>();
    let text = "%0 = \"test.source\"() : () -> i32
        if.my %0, %0 : i32, i32
        if.other
        if.plain";
    let module = crate::read(&ctx, text).unwrap();
    let answers: Vec<_> = module
        .walk_pre_order()
        .into_iter()
        .map(|op| {
            let interface = ctx.op_info(module.name(op)).interface::<dyn ExampleOpInterface>()?;
            let op = module.op(op);
            Some((interface.num_inputs(op), interface.num_with_default(op), interface.family()))
        })
        .collect();
    assert_eq!(answers, [None, Some((2, 20, "example")), Some((1, 7, "other")), None]);
}

#[test]
fn dialects_are_asked_by_interface() {
    let ctx = context::<InterfaceDialect>();
    let module = crate::read(&ctx, "if.plain").unwrap();
    let op = module.op(module.walk_pre_order().into_iter().next().unwrap());
    let dialects = ctx.dialects_with_interface::<dyn OpinionInterface>();
    assert_eq!(dialects.len(), 1);
    assert!(dialects[0].1.likes(op));
    let builtin = ctx.dialect_id("builtin").unwrap();
    assert!(ctx.dialect_interface::<dyn OpinionInterface>(builtin).is_none());
}
