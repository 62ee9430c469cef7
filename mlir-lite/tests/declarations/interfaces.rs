//! Interfaces: the examples of MLIR's document on them.

use crate::context;
use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::dialects::standard::{AddFOp, AddFOpRef, StdDialect};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{PrintOptions, print_op};

/// An example interface definition.
#[op_interface]
trait ExampleOpInterface {
    /// The number of inputs of the op.
    fn num_inputs(op: View<'_, Self>) -> usize;

    /// A default implementation from the other methods.
    fn num_with_default(op: View<'_, Self>) -> usize {
        Self::num_inputs(op) * 10
    }

    /// A static method, which does not depend on the op.
    fn family(_: View<'_, Self>) -> &'static str {
        "example"
    }
}

/// Implements what it must.
#[op(
    name = "if.my",
    implements(ExampleOpInterface),
    format = "operands attr-dict `:` type(operands)"
)]
struct MyOp {
    #[operand]
    inputs: Variadic<AnyType>,
}

impl ExampleOpInterface for MyOp {
    fn num_inputs(op: MyOpRef<'_>) -> usize {
        op.inputs().len()
    }
}

/// Implements all.
#[op(name = "if.other", implements(ExampleOpInterface), format = "attr-dict")]
struct OtherOp {}

impl ExampleOpInterface for OtherOp {
    fn num_inputs(_: OtherOpRef<'_>) -> usize {
        1
    }
    fn num_with_default(_: OtherOpRef<'_>) -> usize {
        7
    }
    fn family(_: OtherOpRef<'_>) -> &'static str {
        "other"
    }
}

/// Everything in the document's `MyInterface`: methods with and without inputs, one that creates an
/// op, one with a default implementation, and a check.
#[op_interface(verify = verify_my)]
trait MyInterface {
    /// 'foo' is a method without inputs.
    fn foo(op: View<'_, Self>) -> usize;
    /// A method with an input.
    fn bar(op: View<'_, Self>, index: usize) -> Option<ValueId>;
    /// A method that returns a constructor of ops of the same kind: the op itself may be in the
    /// body in which it is created.
    fn constructor(op: View<'_, Self>) -> fn(&mut dyn OpBuilder, Location) -> OpId;
    /// The op itself.
    fn itself(op: View<'_, Self>) -> OpRef<'_>;
    /// A method that no op overrides.
    fn num_inputs_and_outputs(op: View<'_, Self>) -> usize {
        Self::itself(op).num_operands() + Self::itself(op).num_results()
    }
}

fn verify_my(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    let found = op.ask::<dyn MyInterface, _>(|op| op.foo()).unwrap();
    if found > 2 {
        diagnostics.error(op.op_error(format_args!("foo is {found}, which is too much")));
    }
}

/// Implements it.
#[op(
    name = "if.with_my",
    implements(ExampleOpInterface, MyInterface),
    format = "operands attr-dict `:` type(operands)"
)]
struct WithMyOp {
    #[operand]
    inputs: Variadic<AnyType>,
}

impl MyInterface for WithMyOp {
    fn foo(op: WithMyOpRef<'_>) -> usize {
        op.inputs().len()
    }
    fn bar(op: WithMyOpRef<'_>, index: usize) -> Option<ValueId> {
        op.inputs().get(index).map(ValueRef::id)
    }
    fn constructor(_: WithMyOpRef<'_>) -> fn(&mut dyn OpBuilder, Location) -> OpId {
        |builder, location| WithMyOp::build(builder, location, &[]).id()
    }
    fn itself(op: View<'_, Self>) -> OpRef<'_> {
        op.op()
    }
}

impl ExampleOpInterface for WithMyOp {
    fn num_inputs(op: WithMyOpRef<'_>) -> usize {
        op.inputs().len()
    }
}

/// Control flow first, then a graph.
#[op(
    name = "if.mixed",
    traits(NoTerminator),
    implements(RegionKindInterface),
    format = "$flow $graph attr-dict"
)]
struct MixedOp {
    #[region]
    flow: AnyRegion,
    #[region]
    graph: AnyRegion,
}

impl RegionKindInterface for MixedOp {
    fn region_kind(_: MixedOpRef<'_>, index: usize) -> RegionKind {
        [RegionKind::SsaCfg, RegionKind::Graph][index]
    }
}

/// Implements nothing.
#[op(name = "if.plain", format = "attr-dict")]
struct PlainOp {}

/// An interface of dialects.
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
        dialect.op::<MixedOp>();
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
        .own_ops()
        .into_iter()
        .map(|op| {
            module.op(op).ask::<dyn ExampleOpInterface, _>(|op| {
                (op.num_inputs(), op.num_with_default(), op.family())
            })
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
        crate::read(&ctx, "%0 = \"test.source\"() : () -> i32\nif.with_my %0, %0 : i32, i32")
            .unwrap();
    let (source, op) = (module.own_ops()[0], module.own_ops()[1]);
    let answers = module
        .op(op)
        .ask::<dyn MyInterface, _>(|op| (op.bar(1), op.num_inputs_and_outputs(), op.constructor()));
    let (bar, count, make) = answers.unwrap();
    assert_eq!((bar, count), (Some(module.result(source, 0)), 2));
    let block = mlir_lite::dialects::builtin::ModuleOp::body_block(&module);
    let mut builder = BodyBuilder::at_end(&mut module, block);
    let made = make(&mut builder, Location::UNKNOWN);
    assert_eq!(module.op(made).ask::<dyn MyInterface, _>(|op| op.foo()), Some(0));
    assert!(WithMyOp::is(&module, made));
}

#[test]
fn each_region_has_its_kind() {
    let ctx = context::<InterfaceDialect>();
    let cycle = "%0 = \"test.a\"(%0) : (i32) -> i32";
    let blocks = "\"test.br\"()[^bb1] : () -> ()\n^bb1:\n\"test.end\"() : () -> ()";
    let mixed = |flow: &str, graph: &str| format!("if.mixed {{\n{flow}\n}} {{\n{graph}\n}}");
    let module = crate::read(&ctx, &mixed(blocks, cycle)).unwrap();
    let op = module.op(module.own_ops()[0]);
    assert_eq!([0, 1].map(|index| region_kind(op, index)), [RegionKind::SsaCfg, RegionKind::Graph]);
    assert_eq!([0, 1].map(|index| has_ssa_dominance(op, index)), [true, false]);
    let module = module.as_op();
    assert_eq!(region_kind(module, 0), RegionKind::Graph);
    crate::rejected::<InterfaceDialect>(&mixed(cycle, ""), "operand #0 does not dominate this use");
    crate::rejected::<InterfaceDialect>(
        &mixed("", blocks),
        "'if.mixed' op expects graph region #1 to have 0 or 1 blocks",
    );
}

#[test]
fn dialects_are_asked_by_interface() {
    let ctx = context::<InterfaceDialect>();
    let module = crate::read(&ctx, "if.plain").unwrap();
    let op = module.op(module.own_ops().into_iter().next().unwrap());
    let dialects = ctx.dialects_with_interface::<dyn OpinionInterface>();
    assert_eq!(dialects.len(), 1);
    assert!(dialects[0].1.likes(op));
    let builtin = ctx.dialect_id("builtin").unwrap();
    assert!(ctx.dialect_interface::<dyn OpinionInterface>(builtin).is_none());
}

/// The cost of an op: an interface of this crate, for ops of others.
#[op_interface(verify = verify_cost)]
trait Cost {
    fn cost(op: View<'_, Self>) -> usize;
}

fn verify_cost(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if op.ask::<dyn Cost, _>(|op| op.cost()) == Some(1) {
        diagnostics.error(op.op_error("costs too little"));
    }
}

impl Cost for AddFOp {
    fn cost(op: AddFOpRef<'_>) -> usize {
        if op.lhs() == op.rhs() { 1 } else { 2 }
    }
}

/// Names the results of sums: both the interface and the op are from other crates.
struct NamedSum;

impl OpModel for NamedSum {
    type Op = AddFOp;
}

impl OpAsmNameInterface for NamedSum {
    fn result_name(op: AddFOpRef<'_>, index: usize, _upstream: bool) -> Option<String> {
        Some(if op.lhs() == op.rhs() { format!("twice_{index}") } else { "sum".to_string() })
    }
}

/// Interfaces can be attached before or after the dialect is loaded.
#[test]
fn interfaces_are_attached_from_outside() {
    for is_loaded in [true, false] {
        let ctx = Context::new();
        ctx.load::<BuiltinDialect>();
        if is_loaded {
            ctx.load::<StdDialect>();
        }
        ctx.extend::<StdDialect>(|ops| {
            ops.attach::<AddFOp, dyn Cost>();
            ops.attach::<NamedSum, dyn OpAsmNameInterface>();
        });
        ctx.load::<StdDialect>();
        let text = "func @f(%x: f64, %y: f64) -> f64 {
  %0 = addf %x, %y : f64
  %1 = mulf %0, %0 : f64
  return %1 : f64
}
";
        let module = crate::read(&ctx, text).unwrap();
        let costs: Vec<_> =
            module.walk().filter_map(|op| op.ask::<dyn Cost, _>(|op| op.cost())).collect();
        assert_eq!(costs, [2]);
        let printed = print_op(module.as_op(), PrintOptions::default());
        assert!(printed.contains("%sum = addf"), "{printed}");
        let error =
            crate::read(&ctx, &text.replace("addf %x, %y", "addf %x, %x")).map(|_| ()).unwrap_err();
        assert!(error.contains("'std.addf' op costs too little"), "{error}");
    }
}
