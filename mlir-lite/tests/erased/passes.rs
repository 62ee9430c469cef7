//! A pass that erases in the wrong order panics in every build; the framework has no check that
//! only debug builds have.

use crate::{context, ops, parse, refused};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::transforms::symbol_dce::SymbolDcePass;
use mlir_lite_diagnostics::Diagnostics;
use std::path::Path;

const CHAIN: &str = r#"
%0 = "t.a"() : () -> i32
%1 = "t.b"(%0) : (i32) -> i32
"t.c"(%1) : (i32) -> ()
"#;

/// Erases all ops in the order in which they are in the block: a definition before its uses.
fn erase_forward(module: &mut Body) {
    for op in ops(module) {
        module.erase_op(op);
    }
}

#[test]
fn a_pass_that_erases_definitions_before_uses() {
    let mut module = parse(&context(), CHAIN);
    let panic =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| erase_forward(&mut module)));
    let panic = panic.expect_err("the first op is in use");
    let message = panic.downcast_ref::<String>().expect("a message");
    assert!(message.contains("'t.a' op") && message.contains("'t.b' op"), "{message}");
    for op in ops(&module).into_iter().rev() {
        module.erase_op(op);
    }
    assert_eq!(ops(&module), []);
}

/// A former bug of `--sccp`: it kept the value of a constant that it erased, and used it later.
#[test]
fn a_pass_that_keeps_a_value_over_an_erasure() {
    let text = r#"
%0 = "t.zero"() : () -> i32
%1 = "t.sum"() : () -> i32
"t.use"(%1) : (i32) -> ()
"#;
    let mut module = parse(&context(), text);
    let [zero, sum, _] = ops(&module)[..] else { panic!("three ops") };
    let (known, value) = (module.result(zero, 0), module.result(sum, 0));
    module.erase_op(zero);
    let message = refused(|| module.replace_all_uses(value, known));
    assert!(message.starts_with("this value was erased"), "{message}");
}

/// A symbol that has a value, too.
#[op(name = "er.symbol", traits(Symbol))]
struct ValueSymbolOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[attr]
    sym_visibility: Optional<StrAttr>,
    #[result]
    value: AnyType,
}

/// Nothing refers to `@used` and `@unused`; only the value of one is used.
struct ErDialect;

impl Dialect for ErDialect {
    const NAMESPACE: &'static str = "er";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<ValueSymbolOp>();
    }
}

/// Nothing refers to `@used` and `@unused`; only the value of one is used.
#[test]
fn a_symbol_whose_value_is_used_stays() {
    let ctx = context();
    ctx.load::<ErDialect>();
    let text = r#"
%0 = "er.symbol"() {sym_name = "used", sym_visibility = "private"} : () -> i32
%1 = "er.symbol"() {sym_name = "unused", sym_visibility = "private"} : () -> i32
"t.use"(%0) : (i32) -> ()
"#;
    let mut module = parse(&ctx, text);
    let mut passes = PassManager::new();
    passes.add_pass(SymbolDcePass::new(&ctx));
    let result = passes.run(&mut module, &mut RunOptions::default(), &mut Diagnostics::new());
    assert!(result.is_ok());
    let names: Vec<_> = ops(&module).iter().filter_map(|&op| module.op(op).symbol_name()).collect();
    assert_eq!(names, [ctx.ident("used")]);
}

/// No check of ids, bodies and the verifier depends on how they are built.
#[test]
fn no_check_depends_on_the_build() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("ir/src");
    let mut folders: Vec<_> =
        ["support", "ir", "verify"].iter().map(|name| source.join(name)).collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the source") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = std::fs::read_to_string(&path).expect("a source");
                let lines = text.lines().filter(|line| line.contains("debug_assert"));
                found.extend(lines.map(|line| format!("{}: {line}", path.display())));
            }
        }
    }
    assert_eq!(found, Vec::<String>::new());
}
