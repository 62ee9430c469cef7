//! The RFC's use case: definitions of dialects as IR. A type of one dialect is referred to from
//! another one, which is a symbol table of its own.

use mlir_lite::Context;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::SymbolTables;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::pass::PassManager;
use mlir_lite::text::PrintOptions;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use test_support::{read, run_pass, run_passes};

/// `irdl`: what a dialect consists of.
struct IrdlDialect;

impl Dialect for IrdlDialect {
    const NAMESPACE: &'static str = "irdl";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<DialectOp>();
        dialect.op::<TypeOp>();
        dialect.op::<OperationOp>();
        dialect.op::<BaseOp>();
    }
}

/// A dialect: a symbol table that lets references through, as it does not have the trait
/// `IsolatedSymbols`.
#[op(
    name = "irdl.dialect",
    traits(IsolatedFromAbove, Symbol, SymbolTable, NoTerminator),
    format = "$sym_name attr-dict-with-keyword $body"
)]
struct DialectOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[region]
    body: SingleBlockRegion,
}

/// A type of a dialect.
#[op(name = "irdl.type", traits(Symbol, HasParent<DialectOp>), format = "$sym_name attr-dict")]
struct TypeOp {
    #[attr]
    sym_name: SymbolNameAttr,
}

/// An operation of a dialect, with constraints on its operands and results.
#[op(
    name = "irdl.operation",
    traits(Symbol, HasParent<DialectOp>, NoTerminator),
    format = "$sym_name attr-dict-with-keyword $body"
)]
struct OperationOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[region]
    body: SingleBlockRegion,
}

/// The constraint that a type is this one. Its result stands for the constraint.
#[op(
    name = "irdl.base",
    traits(Pure),
    implements(SymbolUserOpInterface),
    format = "$base_ref attr-dict"
)]
struct BaseOp {
    #[attr]
    base_ref: SymbolRefAttr,
    #[result]
    constraint: Index,
}

impl SymbolUserOpInterface for BaseOp {
    fn verify_symbol_uses(
        op: BaseOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let symbol = symbols.require(op.op(), BaseOpRef::base_ref(op), diagnostics);
        if symbol.is_some_and(|symbol| !symbol.is::<TypeOp>()) {
            diagnostics.error(op.op().op_error("does not refer to a type"));
        }
    }
}

fn context() -> Context {
    let ctx = test_support::context();
    ctx.load::<IrdlDialect>();
    ctx
}

/// The RFC's text, with `@???` replaced by its proposal. The results are used, so that CSE leaves
/// them.
const EXAMPLE: &str = "module {
  irdl.dialect @some_dialect {
    irdl.type @foo
  }
  %0 = irdl.base @some_dialect::@foo
  irdl.dialect @other_dialect {
    irdl.type @bar
    irdl.operation @baz {
      %1 = irdl.base @bar
      %2 = irdl.base @.super::@some_dialect::@foo
      %3 = irdl.base @.super::@other_dialect::@bar
      \"irdl.operands\"(%1, %2, %3) : (index, index, index) -> ()
    }
  }
}";

#[test]
fn a_type_of_another_dialect_is_referred_to() {
    let module = read(&context(), EXAMPLE).unwrap();
    let printed = mlir_lite::text::print_op(module.as_op(), PrintOptions::local());
    assert_eq!(read(&context(), &printed).map(|again| again.walk().count()), Ok(10));
    assert!(printed.contains("irdl.base @.super::@some_dialect::@foo\n"), "{printed}");
    let tables = SymbolTables::new(&module);
    let names: Vec<String> = module
        .walk()
        .filter_map(|op| Some((op, op.cast::<BaseOp>()?)))
        .map(|(op, base)| {
            let path = tables.resolve_path(op, base.base_ref()).unwrap();
            let names = path.iter().map(|symbol| symbol.symbol_name().unwrap());
            names.map(|name| name.text(module.context()).to_owned()).collect::<Vec<_>>().join("/")
        })
        .collect();
    assert_eq!(names, ["some_dialect/foo", "bar", "some_dialect/foo", "other_dialect/bar"]);
}

#[test]
fn wrong_references_are_reported_by_the_verifier() {
    let wrong = |reference: &str| {
        let text = EXAMPLE.replace("irdl.base @bar", &format!("irdl.base {reference}"));
        read(&context(), &text).err().unwrap()
    };
    let error = |reference: &str, reason: &str| {
        format!("'irdl.base' op cannot resolve '{reference}': {reason}")
    };
    assert_eq!(
        wrong("@some_dialect::@foo"),
        error("@some_dialect::@foo", "component #0, '@some_dialect', is not a symbol of its table")
    );
    assert_eq!(
        wrong("@.super::@some_dialect::@bar"),
        error("@.super::@some_dialect::@bar", "component #2, '@bar', is not a symbol of its table")
    );
    assert_eq!(wrong("@baz"), "'irdl.base' op does not refer to a type");
}

/// Equal constraints are merged once their references are equal.
#[test]
fn cse_merges_what_shortest_references_make_equal() {
    use mlir_lite::transforms::cse::CsePass;
    use mlir_lite::transforms::symbol_shorten::SymbolShortenPass;
    let count = |module: &Body| module.walk().filter(|op| op.is::<BaseOp>()).count();
    let mut module = read(&context(), EXAMPLE).unwrap();
    let dialect = |module: &mut Body| {
        let mut passes = PassManager::new();
        passes.nest("irdl.dialect").add_pass(CsePass::default());
        run_passes(&passes, module).unwrap();
    };
    dialect(&mut module);
    assert_eq!(count(&module), 4);
    let shortened = run_pass(&SymbolShortenPass, &mut module, &[]);
    assert_eq!(shortened, EXAMPLE.replace("@.super::@other_dialect::@bar", "@bar"));
    dialect(&mut module);
    assert_eq!(count(&module), 3);
}
