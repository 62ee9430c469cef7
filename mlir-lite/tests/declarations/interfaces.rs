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

/// All that the document's `MyInterface` has: methods with and without inputs,
/// one that makes an op, one that follows from others, and a check.
trait MyInterface: Send + Sync {
    /// 'foo' is a method without inputs.
    fn foo(&self, op: OpRef<'_>) -> usize;
    /// A method with an input.
    fn bar(&self, op: OpRef<'_>, index: usize) -> ValueId;
    /// A static method that makes an op of the same kind.
    fn create(&self, builder: &mut dyn OpBuilder, location: Location) -> OpId;
    /// A method that all ops have as it is.
    fn num_inputs_and_outputs(&self, op: OpRef<'_>) -> usize {
        op.num_operands() + op.num_results()
    }
}

impl VerifyInterface for dyn MyInterface {
    fn verify(&self, op: OpRef<'_>, diagnostics: &mut Diagnostics) {
        if self.foo(op) > 2 {
            diagnostics.error(op.op_error(format_args!("foo is {}, which is too much", self.foo(op))));
        }
    }
}

/// Implements it.
#[op(
    name = "if.with_my",
    interfaces(ExampleOpInterface, MyInterface),
    format = "operands attr-dict `:` type(operands)"
)]
struct WithMyOp {
    #[operand]
    inputs: Variadic<AnyType>,
}

impl MyInterface for WithMyOp {
    fn foo(&self, op: OpRef<'_>) -> usize {
        op.num_operands()
    }
    fn bar(&self, op: OpRef<'_>, index: usize) -> ValueId {
        op.operand(index)
    }
    fn create(&self, builder: &mut dyn OpBuilder, location: Location) -> OpId {
        WithMyOp::build(builder, location, &[]).id()
    }
}

impl ExampleOpInterface for WithMyOp {
    fn num_inputs(&self, op: OpRef<'_>) -> usize {
        op.num_operands()
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
        dialect.op::<WithMyOp>();
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
fn interfaces_check_and_make_ops() {
    crate::rejected::<InterfaceDialect>(
        "%0 = \"test.source\"() : () -> i32
         if.with_my %0, %0, %0 : i32, i32, i32",
        "'if.with_my' op foo is 3, which is too much",
    );
    let ctx = context::<InterfaceDialect>();
    let mut module =
        crate::read(&ctx, "%0 = \"test.source\"() : () -> i32\nif.with_my %0, %0 : i32, i32").unwrap();
    let (source, op) = (module.walk_pre_order()[0], module.walk_pre_order()[1]);
    let interface = ctx.op_info(module.name(op)).interface::<dyn MyInterface>().unwrap();
    assert_eq!(interface.bar(module.op(op), 1), module.result(source, 0));
    assert_eq!(interface.num_inputs_and_outputs(module.op(op)), 2);
    let block = mlir_lite::dialects::builtin::ModuleOp::body_block(&module);
    let mut builder = mlir_lite::ir::builder::BodyBuilder::at_end(&mut module, block);
    let made = interface.create(&mut builder, Location::UNKNOWN);
    assert_eq!(interface.foo(module.op(made)), 0);
    assert!(WithMyOp::is(&module, made));
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
