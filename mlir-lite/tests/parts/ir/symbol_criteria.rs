//! The six criteria for symbols of the RFC's discussion, in its order. `docs/symbols.md` says what
//! holds.

use mlir_lite::Context;
use mlir_lite::dialects::standard::{FuncOp, StdDialect};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, run};
use mlir_lite::ir::interfaces::{CallOpInterface, Callee};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbol_resolution::*;
use mlir_lite::ir::symbols::SymbolScope;
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::text::{PrintOptions, print_attribute};
use mlir_lite::transforms::symbol_dce::SymbolDcePass;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use test_support::{messages, read, run_pass};

/// `c`: calls of functions in any table.
struct CallDialect;

impl Dialect for CallDialect {
    const NAMESPACE: &'static str = "c";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<CallOp>();
    }
}

/// Calls a function by any reference.
#[op(
    name = "c.call",
    implements(InterpretOp, CallOpInterface, SymbolUserOpInterface),
    format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, $results)"
)]
struct CallOp {
    #[attr]
    callee: SymbolRefAttr,
    #[operand]
    operands: Variadic<AnyType>,
    #[result]
    results: Variadic<AnyType>,
}

impl CallOpInterface for CallOp {
    fn callee(op: CallOpRef<'_>) -> Option<Callee> {
        Callee::of(op.context(), CallOpRef::callee(op))
    }
    fn arguments(op: CallOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        op.operands().ids().collect()
    }
}

impl SymbolUserOpInterface for CallOp {
    fn verify_symbol_uses(
        op: CallOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        symbols.require(op.op(), CallOpRef::callee(op), diagnostics);
    }
}

impl InterpretOp for CallOp {
    fn interpret<'b>(op: CallOpRef<'b>, machine: &mut Machine<'b>) -> Result<Flow, Trap> {
        machine.run_call(op.op())
    }
}

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx.load::<CallDialect>();
    ctx
}

/// The example of the discussion. In `@b`, the path is not absolute: it begins at the table around
/// `@b`, which is the outermost one.
const WORLD: &str = r#"
module @external_lib {
  func nested @external_func(i32) -> i32
}
module @a attributes {builtin.transparent_symbols} {
  func @foo(%0: i32) -> i32 {
    %1 = c.call @increment(%0) : (i32) -> i32
    return %1 : i32
  }
  func private @increment(%0: i32) -> i32 {
    %1 = c.call @.super::@external_lib::@external_func(%0) : (i32) -> i32
    return %1 : i32
  }
}
module @b attributes {builtin.transparent_symbols} {
  func @bar(%0: i32) -> i32 {
    %1 = c.call @.super::@a::@foo(%0) : (i32) -> i32
    return %1 : i32
  }
}
"#;

fn world() -> Body {
    read(&context(), WORLD).unwrap()
}

/// The op that these names lead to from the outermost table.
fn symbol<'b>(module: &'b Body, names: &[&str]) -> OpRef<'b> {
    let (tables, ctx) = (SymbolTables::new(module), module.context());
    names
        .iter()
        .fold(module.as_op(), |table, name| tables.lookup_in(table, ctx.ident(name)).unwrap())
}

/// A symbol has one name in its table, whether it is declared or defined, and that is the name of
/// references to it. From each op, one shortest reference leads to each symbol.
#[test]
fn one_name_has_one_meaning() {
    let module = world();
    let (tables, ctx) = (SymbolTables::new(&module), module.context());
    let external = symbol(&module, &["external_lib", "external_func"]);
    assert!(external.is_declaration());
    let mut references = Vec::new();
    for user in module.walk().filter(|op| op.is::<CallOp>()) {
        let reference = tables.reference_to(user, external).unwrap();
        assert_eq!(tables.resolve(user, reference).unwrap().symbol_name(), external.symbol_name());
        references.push(print_attribute(ctx, reference));
    }
    references.dedup();
    assert_eq!(references, ["@.super::@external_lib::@external_func"]);
}

/// An external symbol is declared once, in the table that its name says.
#[test]
fn declarations_are_at_their_place() {
    let module = world();
    let declarations = module.walk().filter(|op| op.is_declaration()).count();
    assert_eq!(declarations, 1);
    let tables = SymbolTables::new(&module);
    let external = symbol(&module, &["external_lib", "external_func"]);
    let uses = tables.uses(external, module.as_op()).unwrap();
    assert_eq!(uses.len(), 1);
    // Where it is not declared, a reference is an error before anything is linked.
    let absent = WORLD.replace("@external_func(%0)", "@other(%0)");
    let error = read(&context(), &absent).err().unwrap();
    assert!(error.ends_with("component #2, '@other', is not a symbol of its table"), "{error}");
    // As is one that its visibility forbids.
    let hidden = WORLD.replace("func nested @external_func", "func private @external_func");
    let error = read(&context(), &hidden).err().unwrap();
    assert!(error.ends_with("component #2, '@external_func', is private to its table"), "{error}");
}

/// A program that creates IR asks for the reference to a symbol of any table.
#[test]
fn names_can_be_qualified() {
    let module = world();
    let (tables, ctx) = (SymbolTables::new(&module), module.context());
    let users: Vec<OpRef<'_>> = module.walk().filter(|op| op.is::<CallOp>()).collect();
    let text = |user: usize, names: &[&str]| {
        let reference = tables.reference_to(users[user], symbol(&module, names));
        reference.map(|reference| print_attribute(ctx, reference))
    };
    assert_eq!(text(0, &["a", "increment"]).as_deref(), Some("@increment"));
    assert_eq!(text(0, &["b", "bar"]).as_deref(), Some("@.super::@b::@bar"));
    assert_eq!(text(2, &["a"]).as_deref(), Some("@.super::@a"));
    // @increment is private to @a.
    assert_eq!(text(2, &["a", "increment"]), None);
    // Without the attribute, nothing outside of @b can be referred to.
    let isolated = "module @a {}\nmodule @b {\n func @f() { return }\n}";
    let module = read(&context(), isolated).unwrap();
    let user = module.walk().last().unwrap();
    assert!(SymbolTables::new(&module).reference_to(user, symbol(&module, &["a"])).is_none());
}

/// A program that has absolute names finds the symbol, and the reference to it, from any place.
#[test]
fn absolute_names_do_not_depend_on_the_place() {
    let module = world();
    let (tables, ctx) = (SymbolTables::new(&module), module.context());
    let users: Vec<OpRef<'_>> = module.walk().filter(|op| op.is::<CallOp>()).collect();
    let path = |names: &[&str]| {
        let names: Vec<_> = names.iter().map(|name| ctx.ident(name)).collect();
        ctx.symbol_ref_attr(names[0], &names[1..])
    };
    for names in [&["a"][..], &["a", "increment"], &["b", "bar"]] {
        let symbol = symbol(&module, names);
        assert_eq!(tables.absolute_path(symbol), Some(path(names)));
        for &user in &users {
            match tables.resolve_absolute(user, path(names)) {
                Ok(found) => {
                    assert_eq!(tables.absolute_path(found), Some(path(names)));
                    let reference = tables.reference_to(user, found).unwrap();
                    let same = tables.resolve(user, reference).unwrap();
                    assert_eq!(tables.absolute_path(same), Some(path(names)));
                }
                // @increment is private to @a.
                Err(error) => {
                    assert_eq!(names, ["a", "increment"]);
                    assert_eq!(error.to_string(), "component #1 is private to its table");
                }
            }
        }
    }
    let error = tables.resolve_absolute(users[0], path(&["a", "nothing"])).unwrap_err();
    assert_eq!(error.to_string(), "component #1 is not a symbol of its table");
    assert_eq!(tables.absolute_path(users[0]), None);
}

/// The calls of all tables, by the names of caller and callee.
fn calls(module: &Body) -> Vec<String> {
    let (tables, ctx) = (SymbolTables::new(module), module.context());
    let name = |op: OpRef<'_>| op.symbol_name().unwrap().text(ctx).to_owned();
    let functions = module.walk().filter(|op| op.is::<FuncOp>() && op.symbol_name().is_some());
    let mut calls = Vec::new();
    for function in functions {
        for call in function.walk().filter(|op| op.implements::<dyn CallOpInterface>()) {
            let callee = tables.resolve_callee(call).map_or("nothing".to_owned(), name);
            calls.push(format!("{} calls {callee}", name(function)));
        }
    }
    calls.dedup();
    calls
}

/// Uses, dead symbols and calls are found across tables.
#[test]
fn uses_and_calls_are_known_across_tables() {
    let mut module = world();
    assert_eq!(
        calls(&module),
        ["foo calls increment", "increment calls external_func", "bar calls foo"]
    );
    // Only what @bar needs is left if nothing else is called from outside.
    let ctx = module.context().clone();
    let mut text = WORLD.replace("func @foo", "func nested @foo");
    run_pass(&SymbolDcePass, &mut module, &[]);
    assert_eq!(calls(&module).len(), 3);
    text = text.replace("func @bar", "func private @bar");
    let mut module = read(&ctx, &text).unwrap();
    run_pass(&SymbolDcePass, &mut module, &[]);
    let left = mlir_lite::text::print_op(module.as_op(), PrintOptions::local());
    assert!(!left.contains("func"), "{left}");
}

/// Ops with the call interface may refer to functions of any table, also when they are interpreted.
#[test]
fn calls_of_other_tables_are_calls() {
    let text = WORLD.replace(
        "func nested @external_func(i32) -> i32",
        "func nested @external_func(%0: i32) -> i32 {
          %1 = addi %0, %0 : i32
          return %1 : i32
        }",
    ) + "func @main(%0: i32) -> i32 {
          %1 = c.call @b::@bar(%0) : (i32) -> i32
          return %1 : i32
        }";
    let module = read(&context(), &text).unwrap();
    let mut output = Vec::new();
    let outcome = run(&module, "main", vec![Value::Int(21)], &mut output).unwrap();
    assert_eq!(outcome.results[..], [Value::Int(42)]);
    let missing = WORLD.to_owned()
        + "func @main(%0: i32) -> i32 {\n %1 = c.call @b::@bar(%0) : \
        (i32) -> i32\n return %1 : i32\n}";
    let module = read(&context(), &missing).unwrap();
    assert!(run(&module, "main", vec![Value::Int(21)], &mut output).is_err());
}

/// A unit that is compiled alone has declarations of the symbols that it uses, at their places, and
/// so its references are the same as in the whole.
#[test]
fn units_can_be_compiled_separately() {
    let unit_a = &WORLD[..WORLD.find("module @b").unwrap()];
    let unit_b = format!(
        "module @a {{\n  func nested @foo(i32) -> i32\n  func nested @unused(i32) -> i32\n}}\n{}",
        &WORLD[WORLD.find("module @b").unwrap()..]
    );
    let compile = |text: &str, threads: usize| {
        let mut module = read(&context(), text).unwrap();
        let mut passes = PassManager::new();
        passes.add_pass(SymbolDcePass);
        let mut diagnostics = Diagnostics::new();
        let mut options = RunOptions::default().with_threads(threads);
        let result = passes.run(&mut module, &mut options, &mut diagnostics);
        assert!(result.is_ok(), "{}", messages(&diagnostics));
        mlir_lite::text::print_op(module.as_op(), PrintOptions::local())
    };
    let units = [unit_a, &unit_b];
    let alone: Vec<String> = units.iter().map(|unit| compile(unit, 1)).collect();
    // At the same time.
    let together: Vec<String> = std::thread::scope(|scope| {
        let started: Vec<_> = units.iter().map(|unit| scope.spawn(|| compile(unit, 8))).collect();
        started.into_iter().map(|unit| unit.join().unwrap()).collect()
    });
    assert_eq!(alone, together);
    assert!(alone[1].contains("func nested @foo(i32) -> i32"), "{}", alone[1]);
    assert!(!alone[1].contains("@unused"), "{}", alone[1]);
    let ctx = context();
    let [a, b] = [&alone[0], &alone[1]].map(|text| calls(&read(&ctx, text).unwrap()));
    assert_eq!(a, ["foo calls increment", "increment calls external_func"]);
    assert_eq!(b, ["bar calls foo"]);
}
