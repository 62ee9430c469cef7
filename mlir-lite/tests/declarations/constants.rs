//! The constant ops that are created for the results of folds.

use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::transforms::canonicalize::CanonicalizerPass;
use pretty_assertions::assert_eq;
use test_support::{messages, parse};

/// A float, in an attribute that is not called `value`.
#[op(name = "k.number", traits(Pure, ConstantLike), format = "$number attr-dict")]
struct NumberOp {
    #[attr]
    number: F64Attr,
    #[result]
    result: F64,
}

/// An integer, whose type is that of its attribute.
#[op(
    name = "k.whole",
    traits(Pure, ConstantLike, AllTypesMatch(amount, result)),
    format = "$amount attr-dict"
)]
struct WholeOp {
    #[attr]
    amount: AnyIntegerAttr,
    #[result]
    result: AnyInteger,
}

/// Something that is known.
#[op(name = "k.known", implements(FoldOp), format = "$known attr-dict `->` type($result)")]
struct KnownOp {
    #[attr]
    known: AnyAttr,
    #[result]
    result: AnyType,
}

impl FoldOp for KnownOp {
    fn fold(op: KnownOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Some(op.known()).into()
    }
}

struct KDialect;

impl Dialect for KDialect {
    const NAMESPACE: &'static str = "k";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<NumberOp>();
        dialect.op::<WholeOp>();
        dialect.op::<KnownOp>();
        dialect.constants::<NumberOp>();
        dialect.constants::<WholeOp>();
        dialect.constants_of::<StdDialect>();
    }
}

/// The fold of `k.known` with the text.
fn folded(known: &str) -> String {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx.load::<KDialect>();
    let source = format!("%0 = k.known {known}\n\"x.use\"(%0) : ({}) -> ()", type_of(known));
    let options = ParseOptions::default().with_allow_unregistered(true);
    let file = ctx.sources().add("test.mlir", source).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, &file, options, &mut diagnostics);
    let mut module = module.unwrap_or_else(|_| panic!("{}", messages(&diagnostics)));
    let mut passes = PassManager::new();
    passes.add_pass(CanonicalizerPass::new(&ctx));
    passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics).expect("it terminates");
    let op = module.walk().next().expect("an op");
    op.info().name().to_owned()
}

fn type_of(known: &str) -> &str {
    known.rsplit(" -> ").next().unwrap_or_default()
}

#[test]
fn the_first_op_whose_declaration_fits_is_created() {
    assert_eq!(folded("1.5 : f64 -> f64"), "k.number");
    assert_eq!(folded("7 : i32 -> i32"), "k.whole");
    // The type of the attribute is another one, so none of them fits.
    assert_eq!(folded("7 : i32 -> i64"), "k.known");
    assert_eq!(folded("1.5 : f32 -> f32"), "std.constant");
    assert_eq!(folded("7 : index -> index"), "std.constant");
    assert_eq!(folded("unit -> i32"), "k.known");
}

#[test]
#[should_panic(expected = "'k.known' is not a constant: it has no trait ConstantLike")]
fn only_constants_are_named() {
    struct Wrong;
    impl Dialect for Wrong {
        const NAMESPACE: &'static str = "k";
        fn register(dialect: &mut DialectRegistration<'_>) {
            dialect.constants::<KnownOp>();
        }
    }
    Context::new().load::<Wrong>();
}

/// Two dialects that take constants of each other.
#[test]
fn dialects_may_name_each_other() {
    struct A;
    impl Dialect for A {
        const NAMESPACE: &'static str = "a";
        fn register(dialect: &mut DialectRegistration<'_>) {
            dialect.constants_of::<KAlone>();
        }
    }
    struct KAlone;
    impl Dialect for KAlone {
        const NAMESPACE: &'static str = "k";
        fn register(dialect: &mut DialectRegistration<'_>) {
            dialect.op::<KnownOp>();
            dialect.constants_of::<A>();
        }
    }
    let ctx = Context::new();
    ctx.load::<A>();
    ctx.load::<KAlone>();
    let mut module = parse(&ctx, "%0 = k.known 1.5 : f64 -> f64");
    let mut passes = PassManager::new();
    passes.add_pass(CanonicalizerPass::new(&ctx));
    let mut diagnostics = Diagnostics::new();
    passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics).expect("it terminates");
    assert!(diagnostics.is_empty());
}
