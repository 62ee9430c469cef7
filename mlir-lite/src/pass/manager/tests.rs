use super::*;
use crate::Context;
use crate::dialects::builtin::ModuleOp;
use crate::ir::Location;
use mlir_lite_diagnostics::Diagnostic;
use pretty_assertions::assert_eq;
use std::sync::{Arc, Mutex};

/// Notes its name and the location of the op that it runs on.
struct Trace {
    name: &'static str,
    log: Arc<Mutex<Vec<String>>>,
    fail: bool,
}

impl Pass for Trace {
    fn name(&self) -> &'static str {
        self.name
    }
    fn argument(&self) -> &'static str {
        "trace"
    }
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let op = body.as_op();
        let name = op.attr_named("sym_name").and_then(|name| name.as_str(op.context())).unwrap_or("?");
        self.log.lock().unwrap().push(format!("{name}:{}", self.name));
        if self.fail {
            return Err(cx.error(Diagnostic::error(
                mlir_lite_diagnostics::Position::Unknown,
                format!("{name} fails"),
            )));
        }
        Ok(())
    }
}

/// A module with nested modules of these names.
fn nested_modules(ctx: &Context, names: &[&str]) -> Body {
    let mut module = ModuleOp::create(ctx, Location::UNKNOWN);
    let block = ModuleOp::body_block(&module);
    for name in names {
        let mut child = ModuleOp::create(ctx, Location::UNKNOWN);
        let root = child.root();
        child.set_attr(root, crate::ir::Ident::SYM_NAME, ctx.string_attr(name));
        let op = module.create_isolated_op(child, &[], &[]);
        module.append_op(block, op);
    }
    module
}

fn run(names: &[&str], fail: bool, threads: usize) -> (Vec<String>, Vec<String>) {
    let ctx = Context::new();
    let mut module = nested_modules(&ctx, names);
    let log = Arc::new(Mutex::new(Vec::new()));
    let mut manager = PassManager::new();
    let nested = manager.nest("builtin.module");
    nested.add_pass(Trace { name: "A", log: log.clone(), fail });
    nested.add_pass(Trace { name: "B", log: log.clone(), fail: false });
    let mut diagnostics = Diagnostics::new();
    let mut options = RunOptions { threads, ..RunOptions::default() };
    let result = manager.run(&mut module, &mut options, &mut diagnostics);
    assert_eq!(result.is_err(), fail);
    let trace = log.lock().unwrap().clone();
    (trace, diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect())
}

#[test]
fn all_passes_run_on_the_first_op_before_the_second() {
    assert_eq!(run(&["f", "g"], false, 1).0, ["f:A", "f:B", "g:A", "g:B"]);
}

#[test]
fn diagnostics_come_in_source_order_for_any_number_of_threads() {
    let names: Vec<String> = (0..50).map(|i| format!("f{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let expected: Vec<String> = names.iter().map(|name| format!("{name} fails")).collect();
    for threads in [1, 2, 8] {
        assert_eq!(run(&names, true, threads).1, expected);
    }
}

#[test]
fn a_failed_pass_is_the_last_on_its_op() {
    assert_eq!(run(&["f"], true, 1).0, ["f:A"]);
}

#[test]
fn the_structure_is_shown() {
    let mut manager = PassManager::new();
    let log = Arc::new(Mutex::new(Vec::new()));
    manager.add_pass(Trace { name: "MyPass", log: log.clone(), fail: false });
    manager.nest("std.func").add_pass(Trace { name: "MyFunctionPass", log, fail: false });
    assert_eq!(
        manager.describe(),
        "OpPassManager<builtin.module>\n  MyPass\n  OpPassManager<std.func>\n    MyFunctionPass\n"
    );
}
