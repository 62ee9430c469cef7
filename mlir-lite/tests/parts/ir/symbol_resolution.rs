//! The examples of MLIR's document on symbols, and consequences of it.

use mlir_lite::Context;
use mlir_lite::dialects::affine::AffineDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::symbol_resolution::*;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, OpRef};
use mlir_lite::text::{PrintOptions, print_attribute, print_op};
use pretty_assertions::assert_eq;
use std::sync::LazyLock;
use test_support::read;

/// The document's first example, its declarations private, as the verifier wants them.
const SYMBOLS: &str = r#"
"foo.user"() {at = "before", uses = [@symbol]} : () -> ()
func private @symbol()
"foo.user"() {at = "top", uses = [@symbol]} : () -> ()
func @other_symbol() {
  affine.for %i0 = 0 to 10 {
    "foo.user"() {at = "loop", uses = [@symbol]} : () -> ()
  }
  return
}
module {
  "foo.user"() {at = "nested module", uses = [@symbol]} : () -> ()
}
module @module_symbol {
  func private @nested_symbol()
  "foo.user"() {at = "named module", uses = [@nested_symbol, @module_symbol::@nested_symbol]} : () -> ()
  func @with_table_inside() {
    "foo.user"() {at = "function", uses = [@nested_symbol]} : () -> ()
    return
  }
}
module @other_module {
  func nested @nested_symbol() { return }
}
"foo.user"() {at = "path", uses = [
  @other_module::@nested_symbol, @symbol::@x, @other_module::@absent, @nested_symbol
]} : () -> ()
"foo.table"() ({
  "foo.user"() {at = "unknown", uses = [@symbol]} : () -> ()
}) : () -> ()
"#;

/// The document's example of visibilities.
const VISIBILITIES: &str = r#"
module @public_module {
  func nested @nested_function() { return }
  func private @private_function() { return }
}
func private @private_function() { return }
func @public_function() { return }
"live.user"() {at = "user", uses = [
  @public_module::@nested_function, @private_function, @public_function, @public_module::@private_function
]} : () -> ()
module @private_module attributes {sym_visibility = "private"} {
  func nested @nested_function()  { return }
}
"live.user"() {at = "beside", uses = [@private_module::@nested_function]} : () -> ()
"#;

/// All tests read into one context: Miri takes long to load dialects.
static CONTEXT: LazyLock<Context> = LazyLock::new(|| {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx.load::<AffineDialect>();
    ctx
});

fn module(text: &str) -> Body {
    read(&CONTEXT, text).unwrap_or_else(|messages| panic!("{messages}"))
}

fn user<'b>(module: &'b Body, at: &str) -> OpRef<'b> {
    let is_it = |op: &OpRef<'_>| {
        op.attr_named("at").is_some_and(|value| value.as_str(module.context()) == Some(at))
    };
    module.walk().find(is_it).unwrap()
}

/// The results of resolving the references of the user at `at`: the line of the symbol's
/// definition, or the error.
fn resolved(text: &str, at: &str) -> Vec<String> {
    let module = module(text);
    let ctx = module.context();
    let user = user(&module, at);
    let tables = SymbolTables::new(&module);
    let uses = references(ctx, user.attr_named("uses").unwrap());
    let outcome = uses.into_iter().map(|reference| match tables.resolve_path(user, reference) {
        Ok(path) => path.iter().map(|op| line(*op).to_string()).collect::<Vec<_>>().join("/"),
        Err(ResolveError::NotAReference) => "not a reference".to_owned(),
        Err(ResolveError::NoSymbolTable) => "no symbol table".to_owned(),
        Err(ResolveError::UnknownScope { op, .. }) => format!("unknown scope {}", line(op)),
        Err(ResolveError::Unresolved { component, table }) => {
            format!("unresolved {component} in {}", line(table))
        }
        Err(ResolveError::NotVisible { component, .. }) => format!("not visible {component}"),
        Err(ResolveError::NotASymbolTable { component, .. }) => {
            format!("not a symbol table {component}")
        }
        Err(_) => "another error".to_owned(),
    });
    outcome.collect()
}

fn line(op: OpRef<'_>) -> u32 {
    match op.location().to_position(op.context()) {
        mlir_lite_diagnostics::Position::Span(span) => {
            op.context().sources().line_col(span.start).map_or(0, |place| place.line)
        }
        _ => 0,
    }
}

#[test]
fn references_lead_to_the_nearest_table() {
    assert_eq!(resolved(SYMBOLS, "top"), ["3"]);
    assert_eq!(resolved(SYMBOLS, "loop"), ["3"]);
}

#[test]
fn order_does_not_matter() {
    assert_eq!(resolved(SYMBOLS, "before"), ["3"]);
}

#[test]
fn no_outer_table_is_asked() {
    assert_eq!(resolved(SYMBOLS, "nested module"), ["unresolved 0 in 11"]);
}

#[test]
fn nested_references_lead_through_tables() {
    assert_eq!(
        resolved(SYMBOLS, "path"),
        ["22/23", "not a symbol table 0", "unresolved 1 in 22", "unresolved 0 in 0"]
    );
}

#[test]
fn a_table_does_not_know_its_own_name() {
    assert_eq!(resolved(SYMBOLS, "named module"), ["15", "unresolved 0 in 14"]);
    assert_eq!(resolved(SYMBOLS, "function"), ["15"]);
}

#[test]
fn what_is_deeper_in_a_table_is_no_symbol_of_it() {
    let text = "func @f() {\n \"t.around\"() ({\n module @inner {}\n}) : () -> ()\n \"t.user\"() \
        {at = \"u\", uses = [@inner, @f]} : () -> ()\n return\n}";
    assert_eq!(resolved(text, "u"), ["unresolved 0 in 0", "1"]);
}

#[test]
fn private_symbols_are_seen_in_their_table_only() {
    assert_eq!(resolved(VISIBILITIES, "user"), ["2/3", "6", "7", "not visible 1"]);
}

/// Each name has to be visible to the user, and the private module is.
#[test]
fn visibility_is_asked_step_by_step() {
    assert_eq!(resolved(VISIBILITIES, "beside"), ["11/12"]);
}

#[test]
fn without_a_table() {
    let module = module(SYMBOLS);
    let function = module.walk().filter_map(|op| op.body().child(op.id())).next().unwrap();
    // A function by itself, as a pass on functions sees it.
    let user = function.as_op();
    let ctx = module.context();
    let reference = ctx.symbol_ident_attr(ctx.ident("symbol"));
    let error = SymbolTables::new(function).resolve(user, reference).err();
    assert!(matches!(error, Some(ResolveError::NoSymbolTable)));
    let error = SymbolTables::new(&module).resolve(module.as_op(), ctx.string_attr("symbol")).err();
    assert!(matches!(error, Some(ResolveError::NotAReference)));
}

#[test]
fn in_what_is_not_known_nothing_is_known() {
    assert_eq!(resolved(SYMBOLS, "unknown"), ["unknown scope 28"]);
    let mut module = module(SYMBOLS);
    let ctx = module.context().clone();
    let symbol = SymbolTable::new(&module).lookup(ctx.ident("symbol")).unwrap();
    {
        let tables = SymbolTables::new(&module);
        assert!(tables.uses(module.op(symbol), module.as_op()).is_none());
        assert!(!tables.is_known_unused(module.op(symbol), module.as_op()));
    }
    let before = print_op(module.as_op(), PrintOptions::default());
    assert_eq!(rename_symbol(&mut module, symbol, ctx.ident("other")), Err(UnknownUses));
    assert_eq!(print_op(module.as_op(), PrintOptions::default()), before);
}

const USES: &str = r#"
module @foo {
  func nested @nested() { return }
  "t.user"() {at = "inside", uses = [@nested, @foo]} : () -> ()
}
module @bar {
  func nested @foo() { return }
  "t.user"() {uses = [@foo]} : () -> ()
}
func @caller() {
  "t.user"() {at = "outside", uses = [@foo::@nested, [{a = @foo}], @bar::@foo, "@foo"]} : () -> ()
  return
}
func private @unused() { return }
"#;

#[test]
fn uses_are_references_that_lead_to_a_symbol_or_through_it() {
    let module = module(USES);
    let ctx = module.context();
    let tables = SymbolTables::new(&module);
    let uses = |path: &[&str], from: OpRef<'_>| -> Vec<String> {
        let mut symbol = module.as_op();
        for name in path {
            symbol = tables.lookup_in(symbol, ctx.ident(name)).unwrap();
        }
        let from = module
            .as_op()
            .walk()
            .find(|op| op.id() == from.id() && std::ptr::eq(op.body(), from.body()))
            .unwrap_or(module.as_op());
        let uses = tables.uses(symbol, from).unwrap();
        let text = |found: &SymbolUse<'_>| {
            format!("{} {}", line(found.user), print_attribute(ctx, found.reference))
        };
        uses.iter().map(text).collect()
    };
    assert_eq!(uses(&["foo"], module.as_op()), ["11 @foo::@nested", "11 @foo"]);
    assert_eq!(uses(&["foo", "nested"], module.as_op()), ["4 @nested", "11 @foo::@nested"]);
    assert_eq!(uses(&["bar", "foo"], module.as_op()), ["8 @foo", "11 @bar::@foo"]);
    assert_eq!(uses(&["unused"], module.as_op()), [""; 0]);
    // Within a part of the IR.
    let outside = user(&module, "outside");
    assert_eq!(uses(&["foo", "nested"], outside), ["11 @foo::@nested"]);
}

#[test]
fn renaming_changes_the_name_of_the_symbol_alone() {
    let mut module = module(USES);
    let ctx = module.context().clone();
    let foo = SymbolTable::new(&module).lookup(ctx.ident("foo")).unwrap();
    rename_symbol(&mut module, foo, ctx.ident("foo2")).unwrap();
    let uses = |at| print_attribute(&ctx, user(&module, at).attr_named("uses").unwrap());
    assert_eq!(uses("outside"), "[@foo2::@nested, [{a = @foo2}], @bar::@foo, \"@foo\"]");
    assert_eq!(uses("inside"), "[@nested, @foo]");
    assert_eq!(module.op(foo).symbol_name(), Some(ctx.ident("foo2")));
}

#[test]
fn any_string_can_be_a_name() {
    let text = "func @\"a b\\22\"() {\n return\n}\n\"t.user\"() {at = \"u\", uses = [@\"a \
        b\\22\"]} : () -> ()";
    assert_eq!(resolved(text, "u"), ["1"]);
}

/// The document's first example, unchanged, where declarations are public.
const AS_WRITTEN: &str = r#"
func @symbol()
"foo.user"() {at = "top", uses = [@symbol]} : () -> ()
func @other_symbol() {
  affine.for %i0 = 0 to 10 {
    "foo.user"() {at = "loop", uses = [@symbol]} : () -> ()
  }
  return
}
module {
  "foo.user"() {at = "nested module", uses = [@symbol]} : () -> ()
}
module @module_symbol {
  func @nested_symbol()
}
"foo.user"() {at = "path", uses = [@module_symbol::@nested_symbol]} : () -> ()
"#;

/// The example of visibilities, in both notations that the document has had.
const KEYWORDS: &str = r#"
module @public_module {
  func nested @nested_function()
  func private @private_function()
}
func private @private_function()
func @public_function()
"live.user"() {at = "user", uses = [
  @public_module::@nested_function,
  @private_function,
  @public_function
]} : () -> ()
"#;
const ATTRIBUTES: &str = r#"
module @public_module {
  func @nested_function() attributes { sym_visibility = "nested" }
  func @private_function() attributes { sym_visibility = "private" }
}
func @private_function() attributes { sym_visibility = "private" }
func @public_function()
"live.user"() {at = "user", uses = [
  @public_module::@nested_function,
  @private_function,
  @public_function
]} : () -> ()
"#;

/// The text as it is printed, which is read again.
fn printed(text: &str) -> String {
    let print = |text: &str| print_op(module(text).as_op(), PrintOptions::local());
    let once = print(text);
    assert_eq!(print(&once), once);
    once
}

#[test]
fn the_documents_examples_are_read_as_they_stand() {
    assert_eq!(resolved(AS_WRITTEN, "top"), ["2"]);
    assert_eq!(resolved(AS_WRITTEN, "loop"), ["2"]);
    assert_eq!(resolved(AS_WRITTEN, "nested module"), ["unresolved 0 in 10"]);
    assert_eq!(resolved(AS_WRITTEN, "path"), ["13/14"]);
    let indented: String = AS_WRITTEN.trim().lines().map(|line| format!("  {line}\n")).collect();
    assert_eq!(printed(AS_WRITTEN), format!("module {{\n{}}}", indented.replace("%i0", "%arg0")));
}

#[test]
fn visibilities_are_keywords_or_attributes() {
    assert_eq!(resolved(KEYWORDS, "user"), ["2/3", "6", "7"]);
    assert_eq!(resolved(ATTRIBUTES, "user"), ["2/3", "6", "7"]);
    assert_eq!(printed(ATTRIBUTES), printed(KEYWORDS));
    assert_eq!(
        printed(KEYWORDS),
        "\
module {
  module @public_module {
    func nested @nested_function()
    func private @private_function()
  }
  func private @private_function()
  func @public_function()
  \"live.user\"() {at = \"user\", uses = [@public_module::@nested_function, @private_function, \
  @public_function]} : () -> ()
}"
    );
}

/// Without `@.super`, a table does not see its siblings.
#[test]
fn what_is_beside_a_table_is_out_of_its_reach() {
    let text = r#"
module @foo {
  func private @inside()
  func nested @nested()
}
module @bar {
  func private @own()
  func @operation() {
    "symbol_user.user"() {at = "inside", uses = [@own, @foo::@nested, @bar::@own]} : () -> ()
    return
  }
}
"symbol_user.user"() {at = "outside", uses = [@foo::@nested, @foo::@inside]} : () -> ()
"#;
    assert_eq!(resolved(text, "inside"), ["7", "unresolved 0 in 6", "unresolved 0 in 6"]);
    assert_eq!(resolved(text, "outside"), ["2/4", "not visible 1"]);
}
