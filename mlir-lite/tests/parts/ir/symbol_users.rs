//! Ops whose verifiers resolve references of any form, and tables of all kinds: with and without a
//! body of their own, with and without isolation; and boundaries that are not tables.

use mlir_lite::Context;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::TraitFlags;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::pass::{PassContext, PassManager, RunOptions, RunPass, pass};
use mlir_lite::register_all_dialects;
use mlir_lite_diagnostics::{Diagnostics, Reported};
use pretty_assertions::assert_eq;
use test_support::{messages, parse, read, render};

/// `s`: tables, boundaries, symbols and users of symbols.
struct SymbolsDialect;

impl Dialect for SymbolsDialect {
    const NAMESPACE: &'static str = "s";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<UseOp>();
        dialect.op::<SymbolOp>();
        dialect.op::<TableOp>();
        dialect.op::<InlineTableOp>();
        dialect.op::<BoundaryOp>();
        dialect.op::<InlineBoundaryOp>();
    }
}

/// Uses symbols, which its verifier resolves.
#[op(name = "s.use", implements(SymbolUserOpInterface), format = "$symbols attr-dict")]
struct UseOp {
    #[attr]
    symbols: ArrayAttr,
}

impl SymbolUserOpInterface for UseOp {
    fn verify_symbol_uses(
        op: UseOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        for reference in references(op.context(), UseOpRef::symbols(op)) {
            symbols.require(op.op(), reference, diagnostics);
        }
    }
}

/// A symbol without regions.
#[op(name = "s.symbol", traits(Symbol), format = "$sym_name attr-dict")]
struct SymbolOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[attr]
    sym_visibility: Optional<StrAttr>,
}

/// A table with a body of its own that lets references through.
#[op(
    name = "s.table",
    traits(IsolatedFromAbove, Symbol, SymbolTable, NoTerminator),
    format = "($sym_name^)? attr-dict-with-keyword $body"
)]
struct TableOp {
    #[attr]
    sym_name: Optional<SymbolNameAttr>,
    #[region]
    body: SingleBlockRegion,
}

/// The same, in the body around it.
#[op(
    name = "s.inline_table",
    traits(Symbol, SymbolTable, NoTerminator),
    format = "($sym_name^)? attr-dict-with-keyword $body"
)]
struct InlineTableOp {
    #[attr]
    sym_name: Optional<SymbolNameAttr>,
    #[region]
    body: SingleBlockRegion,
}

/// Is not a table, but isolates symbols.
#[op(
    name = "s.boundary",
    traits(IsolatedFromAbove, IsolatedSymbols, NoTerminator),
    format = "attr-dict-with-keyword $body"
)]
struct BoundaryOp {
    #[region]
    body: SingleBlockRegion,
}

/// The same, in the body around it.
#[op(
    name = "s.inline_boundary",
    traits(IsolatedSymbols, NoTerminator),
    format = "attr-dict-with-keyword $body"
)]
struct InlineBoundaryOp {
    #[region]
    body: SingleBlockRegion,
}

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx.load::<SymbolsDialect>();
    ctx
}

/// Both kinds of tables and boundaries behave alike.
fn in_both_forms(text: &str, check: impl Fn(&str)) {
    let inline =
        text.replace("s.table", "s.inline_table").replace("s.boundary", "s.inline_boundary");
    assert_ne!(text, inline);
    check(text);
    check(&inline);
}

fn errors(text: &str) -> String {
    read(&context(), text).err().unwrap_or_default()
}

#[test]
fn verifiers_resolve_nested_references_and_those_that_leave() {
    let text = r#"
s.symbol @x
s.table @a {
  s.symbol @y
  s.use [@y, @.super::@x, @.super::@a::@y, @.super::@b::@z]
}
s.table @b {
  s.symbol @z
  s.table {
    s.use [@.super::@z, @.super::@.super::@x]
  }
}
s.use [@x, @a::@y, @b::@z]
"#;
    in_both_forms(text, |text| assert_eq!(errors(text), ""));
}

#[test]
fn verifiers_report_what_is_not_there_or_not_visible() {
    let text = r#"
s.symbol @x {sym_visibility = "private"}
s.table @a {
  s.symbol @y {sym_visibility = "private"}
  s.use [@y, @.super::@x, @x]
}
s.table @b {
  s.use [@.super::@a::@y, @.super::@.super::@x, @.super::@a::@y::@z]
}
s.use [@a::@y, @a::@absent]
"#;
    let error = |reference: &str, reason: &str| {
        format!("'s.use' op cannot resolve '{reference}': {reason}")
    };
    in_both_forms(text, |text| {
        let found = errors(text);
        let mut found: Vec<&str> = found.lines().collect();
        let mut expected = [
            error("@a::@y", "component #1, '@y', is private to its table"),
            error("@a::@absent", "component #1, '@absent', is not a symbol of its table"),
            error("@x", "component #0, '@x', is not a symbol of its table"),
            error("@.super::@a::@y", "component #2, '@y', is private to its table"),
            error(
                "@.super::@.super::@x",
                "component #1, '@.super', leads out of the outermost symbol table",
            ),
            error("@.super::@a::@y::@z", "component #2, '@y', is private to its table"),
        ];
        // The verifier checks isolated bodies after the ops around them.
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    });
}

/// In a boundary that is not a table, no symbol from outside is in reach; a table in it is.
#[test]
fn ops_that_are_no_tables_can_be_boundaries() {
    let text = r#"
s.symbol @x
func @f() {
  s.boundary {
    s.table {
      s.symbol @y
      s.use [@y]
    }
  }
  return
}
"#;
    in_both_forms(text, |text| {
        assert_eq!(errors(text), "");
        let name = if text.contains("inline") { "s.inline_boundary" } else { "s.boundary" };
        for (inside, reason) in [
            ("@.super::@x", "component #0, '@.super',"),
            ("@.super::@.super::@x", "component #0, '@.super',"),
        ] {
            let error = format!(
                "'s.use' op cannot resolve '{inside}': {reason} \
                 leads out of a '{name}' op, which isolates symbols"
            );
            assert_eq!(errors(&text.replace("[@y]", &format!("[{inside}]"))), error);
        }
        let flat = "s.symbol @x\nfunc @f() {\n s.boundary {\n s.use [@x]\n }\n return\n}"
            .replace("s.boundary", name);
        assert_eq!(
            errors(&flat),
            format!(
                "'s.use' op cannot resolve '@x': component #0, \
                 '@x', leads out of a '{name}' op, which isolates symbols"
            )
        );
        // Ops that take one name only do not see it either.
        let call = flat.replace("s.use [@x]", "call @x() : () -> ()");
        assert_eq!(errors(&call), "'std.call' op 'x' does not reference a valid function");
    });
}

/// Names are unique in tables without a body of their own as well.
#[test]
fn names_are_unique_in_each_table() {
    let text = r#"
s.symbol @x
s.table {
  s.symbol @x
  s.symbol @y
}
s.table {
  s.symbol @y
  s.symbol @y
}
"#;
    in_both_forms(text, |text| {
        assert_eq!(errors(text), "redefinition of symbol named 'y'");
    });
}

/// The error is at the use; a note points to the boundary.
#[test]
fn errors_point_to_the_use_and_to_the_reason() {
    let text = "\
module @foo {
  s.symbol @x
}
module @bar {
  s.use [@.super::@foo::@x]
}
s.use [@foo::@y]
s.use [@foo::@x::@z]
";
    let ctx = context();
    let module = parse(&ctx, text);
    let mut diagnostics = Diagnostics::new();
    let _ = mlir_lite::verify::verify(&module, &mut diagnostics);
    let expected = r#"t.mlir:7:1: error: 's.use' op cannot resolve '@foo::@y': component #1, '@y', is not a symbol of its table
s.use [@foo::@y]
^
t.mlir:1:1: note: see the symbol table here
module @foo {
^
t.mlir:8:1: error: 's.use' op cannot resolve '@foo::@x::@z': component #1, '@x', is not a symbol table
s.use [@foo::@x::@z]
^
t.mlir:2:3: note: see the symbol here
  s.symbol @x
  ^
t.mlir:5:3: error: 's.use' op cannot resolve '@.super::@foo::@x': component #0, '@.super', leads out of a 'builtin.module' op, which isolates symbols
  s.use [@.super::@foo::@x]
  ^
t.mlir:4:1: note: see the boundary here
module @bar {
^
help: the attribute 'builtin.transparent_symbols' of the op lets references lead out of it
"#;
    assert_eq!(render(ctx.sources(), &diagnostics), expected);
}

/// An unknown op could be a table: nothing is known of references in it.
#[test]
fn references_in_unknown_ops_are_not_reported() {
    let text = "\"u.table\"() ({\n s.use [@absent, @.super::@absent]\n}) : () -> ()";
    assert_eq!(errors(text), "");
}

#[test]
fn the_attribute_of_modules_is_a_unit() {
    assert_eq!(
        errors("module attributes {builtin.transparent_symbols = 1} {}"),
        "'builtin.module' op attribute 'builtin.transparent_symbols' is a unit attribute"
    );
}

/// So nothing changes for dialects that do not ask for it.
#[test]
fn all_tables_of_all_dialects_isolate_symbols() {
    // Definitions refer to those of other dialects.
    const TRANSPARENT: &str = "irdl.dialect";
    let ctx = Context::new();
    register_all_dialects(&ctx);
    let mut tables = 0;
    for dialect in ctx.loaded_dialects().into_iter().filter_map(|name| ctx.dialect_id(name)) {
        for def in ctx.dialect_ops(dialect) {
            let has = |flag| def.traits.iter().any(|t| t.flags.contains(flag));
            tables += usize::from(has(TraitFlags::SYMBOL_TABLE));
            assert_eq!(
                has(TraitFlags::SYMBOL_TABLE) && def.name != TRANSPARENT,
                has(TraitFlags::ISOLATED_SYMBOLS),
                "{}",
                def.name
            );
        }
    }
    assert!(tables > 0);
}

/// Leaves the IR as it is, but says that it has changed.
#[pass(name = "test-touch", on = "builtin.module")]
struct TouchPass;

impl RunPass for TouchPass {
    fn run(&self, module: &mut Body, _: &mut PassContext<'_>) -> Result<(), Reported> {
        let (root, name) = (module.root(), module.context().ident("t.touched"));
        module.set_attr(root, name, Attribute::UNIT);
        Ok(())
    }
}

fn run(text: &str, threads: usize) -> (String, String) {
    let ctx = context();
    let mut module = parse(&ctx, text);
    let mut passes = PassManager::new();
    passes.nest("builtin.module").add_pass(TouchPass);
    let mut diagnostics = Diagnostics::new();
    let mut options = RunOptions::default().with_threads(threads);
    let _ = passes.run(&mut module, &mut options, &mut diagnostics);
    (test_support::print(&module), messages(&diagnostics))
}

/// After a pass on a nested module, the verifier sees this module alone: what leads out of it is
/// checked when the module around it is.
#[test]
fn passes_on_nested_tables_are_verified_alone_and_together() {
    let text = "s.symbol @x\nmodule @m attributes {builtin.transparent_symbols} {\n \
        s.use [@.super::@x]\n}";
    assert_eq!(run(text, 1).1, "");
    let absent = text.replace("s.symbol @x", "s.symbol @y");
    assert_eq!(
        run(&absent, 1).1,
        "'s.use' op cannot resolve '@.super::@x': component #1, \
         '@x', is not a symbol of its table"
    );
}

/// Tables are built by the thread that needs them first, and diagnostics are in source order.
#[test]
fn threads_do_not_change_results() {
    for wrong in [false, true] {
        let mut text = String::new();
        for module in 0..40 {
            text += &format!(
                "module @m{module} attributes {{builtin.transparent_symbols}} {{\n s.symbol @own\n"
            );
            for use_ in 0..50 {
                let other = (module * 7 + use_) % 40;
                let name = if wrong && use_ == 13 { "absent" } else { "own" };
                text += &format!(" s.use [@own, @.super::@m{other}::@{name}]\n");
            }
            text += "}\n";
        }
        let one = run(&text, 1);
        assert_eq!(one.1.lines().count(), if wrong { 40 } else { 0 }, "{}", one.1);
        for _ in 0..3 {
            assert_eq!(run(&text, 8), one);
        }
    }
}
