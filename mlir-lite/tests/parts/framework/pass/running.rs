//! Order, failure, verification, parallel runs.

use super::*;
use mlir_lite::attributes::Attribute;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::ir::Ident;
use mlir_lite::text::Spelling;
use pretty_assertions::assert_eq;
use std::fmt::Write as _;

#[test]
fn all_passes_run_on_the_first_function_before_the_second() {
    let (ctx, log) = (context(), Log::default());
    let mut manager = PassManager::new();
    manager.nest("std.func").add_pass(trace("A", &log)).add_pass(trace("B", &log));
    for threads in [1, 0] {
        let mut options = RunOptions::default().with_threads(threads);
        manager
            .run(&mut parse(&ctx, TWO_FUNCTIONS), &mut options, &mut Diagnostics::new())
            .unwrap();
        let mut trace = std::mem::take(&mut *log.lock().unwrap());
        // With threads, only the order on each function is given.
        trace.sort_by_key(|entry| entry.split(':').next().unwrap().to_string());
        assert_eq!(trace, ["f:A", "f:B", "g:A", "g:B"]);
    }
}

#[test]
fn the_structure_is_shown_and_nested_managers_run_on_ops_directly_inside() {
    let (ctx, log) = (context(), Log::default());
    let mut manager = PassManager::new();
    manager.add_pass(trace("MyModulePass", &log));
    let inner = manager.nest("builtin.module");
    inner.add_pass(trace("MySPIRVModulePass", &log));
    inner.nest("std.func").add_pass(trace("MyFunctionPass", &log));
    assert_eq!(
        manager.describe(),
        "OpPassManager<builtin.module>
  MyModulePass
  OpPassManager<builtin.module>
    MySPIRVModulePass
    OpPassManager<std.func>
      MyFunctionPass
"
    );
    let mut module = parse(
        &ctx,
        "module @outer { func @not_this() { return }  module @inner { func @this() { return } } }",
    );
    assert_eq!(run_passes(&manager, &mut module), Ok(()));
    assert_eq!(
        *log.lock().unwrap(),
        ["outer:MyModulePass", "inner:MySPIRVModulePass", "this:MyFunctionPass"]
    );
}

#[test]
fn a_clone_is_the_same_pipeline() {
    let ctx = context();
    let text = "func(canonicalize{max-iterations=3}), symbol-privatize{exclude=main,test}";
    let manager = parse_pipeline(&ctx, text, &registry(), &mut Diagnostics::new()).unwrap();
    assert_eq!(manager.clone().to_text(&ctx, Spelling::Std), text);
}

#[test]
fn passes_run_on_isolated_ops_of_loaded_dialects() {
    let ctx = context();
    ctx.load::<ScfDialect>();
    for (anchor, message) in [
        ("gpu.func", "passes cannot run on 'gpu.func' ops: no loaded dialect has such an op"),
        (
            "scf.for",
            "passes cannot run on 'scf.for' ops: they are not isolated from above, so a pass could \
                change what is around them",
        ),
    ] {
        let mut manager = PassManager::new();
        manager.nest(anchor);
        assert_eq!(run_passes(&manager, &mut parse(&ctx, TWO_FUNCTIONS)), Err(message.to_string()));
    }
}

#[test]
fn a_pass_for_one_op_is_added_to_a_manager_for_that_op() {
    let (ctx, log) = (context(), Log::default());
    let mut manager = PassManager::new();
    manager.add_pass(trace("A", &log).on("std.func"));
    let mut diagnostics = Diagnostics::new();
    let mut module = parse(&ctx, TWO_FUNCTIONS);
    assert!(manager.run(&mut module, &mut RunOptions::default(), &mut diagnostics).is_err());
    assert_eq!(
        render(ctx.sources(), &diagnostics),
        "error: pass 'test' runs on 'func' ops, and cannot be added to a pipeline for 'module' \
            ops\nhelp: nest it: `func(test)`\n"
    );
    let mut manager = PassManager::new();
    manager.add_pass_where_it_runs(Arc::new(trace("A", &log).on("std.func")));
    assert_eq!(run_passes(&manager, &mut module), Ok(()));
    assert_eq!(log.lock().unwrap().len(), 2);
}

#[test]
fn a_manager_runs_on_its_op() {
    let ctx = context();
    let manager = PassManager::anchored_at("std.func");
    assert_eq!(
        run_passes(&manager, &mut parse(&ctx, "module {}")),
        Err("cannot run a pass manager for 'std.func' ops on a 'builtin.module' op".to_string())
    );
}

#[test]
fn no_pass_follows_one_that_failed() {
    let (ctx, log) = (context(), Log::default());
    let mut manager = PassManager::new();
    let functions = manager.nest("std.func");
    functions.add_pass(trace("A", &log));
    functions.add_pass(Test::named("Fails", |body, cx| {
        if symbol(body) == "f" { fail(body, cx) } else { Ok(()) }
    }));
    functions.add_pass(trace("B", &log));
    manager.add_pass(trace("Module", &log));
    let mut options = RunOptions::default().with_threads(1);
    let mut diagnostics = Diagnostics::new();
    assert!(manager.run(&mut parse(&ctx, TWO_FUNCTIONS), &mut options, &mut diagnostics).is_err());
    assert_eq!(*log.lock().unwrap(), ["f:A", "g:A", "g:B"]);
    assert_eq!(diagnostics.len(), 1);
}

#[test]
fn a_panic_is_a_failure() {
    let ctx = context();
    let mut manager = PassManager::new();
    manager.nest("std.func").add_pass(Test::named("Panics", |_, _| panic!("no such thing")));
    assert_eq!(
        run_passes(&manager, &mut parse(&ctx, "func @f() {\n  return\n}")),
        Err("pass 'test' has panicked: no such thing".to_string())
    );
}

#[test]
fn dialects_are_loaded_before_passes_run() {
    /// Need another dialect.
    #[pass(name = "depends", dialects(OtherDialect))]
    struct Depends;
    impl RunPass for Depends {
        fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
            assert!(body.context().dialect_id("other").is_some());
            Ok(())
        }
    }
    let ctx = context();
    let mut manager = PassManager::new();
    // Without the declaration, an entity of the dialect cannot be created.
    manager.add_pass(Test::named("Undeclared", |body, _| {
        body.context()
            .op_name_of(<mlir_lite::dialects::scf::YieldOp as mlir_lite::ir::OpDefinition>::def());
        Ok(())
    }));
    let mut module = parse(&ctx, "module {}");
    assert_eq!(
        run_passes(&manager, &mut module),
        Err("pass 'test' has panicked: op 'scf.yield' is created before its dialect is loaded"
            .to_string())
    );
    let mut manager = PassManager::new();
    manager.add_pass(Depends);
    assert_eq!(run_passes(&manager, &mut module), Ok(()));
}

#[test]
fn what_a_pass_leaves_invalid_is_found_before_the_next_one() {
    let (ctx, log) = (context(), Log::default());
    let mut manager = PassManager::new();
    let functions = manager.nest("std.func");
    functions.add_pass(Test::named("Breaks", |body, _| {
        let block = body.entry_block(body.region(body.root(), 0)).unwrap();
        let terminator = body.terminator(block).unwrap();
        body.erase_op(terminator);
        Ok(())
    }));
    functions.add_pass(trace("Next", &log));
    let text = "func @f() {\n  return\n}";
    assert!(run_passes(&manager, &mut parse(&ctx, text)).is_err());
    assert!(log.lock().unwrap().is_empty());
    let mut options = RunOptions::default().with_verify_each(false);
    assert!(manager.run(&mut parse(&ctx, text), &mut options, &mut Diagnostics::new()).is_ok());
    assert_eq!(*log.lock().unwrap(), ["f:Next"]);
}

/// Only bodies that have changed are verified: earlier errors in the others are not found.
#[test]
fn the_verifier_visits_changed_bodies() {
    let ctx = context();
    // Wrong from the start: no terminator.
    let mut module =
        parse(&ctx, "func @f() {\n  %0 = constant 1 : i32\n}\nfunc @g() {\n  return\n}");
    let touch = |name: &'static str| {
        let mut manager = PassManager::new();
        manager.add_pass(Test::named("Touch", move |module, _| {
            for (_, function) in module.children_mut() {
                if symbol(function) == name {
                    let (root, ctx) = (function.root(), function.context().clone());
                    function.set_attr(root, ctx.ident("touched"), Attribute::UNIT);
                }
            }
            Ok(())
        }));
        manager
    };
    assert_eq!(run_passes(&touch("g"), &mut module), Ok(()));
    assert!(run_passes(&touch("f"), &mut module).is_err());
}

#[test]
fn symbols_are_verified_after_nested_pipelines() {
    let ctx = context();
    let mut manager = PassManager::new();
    manager.nest("std.func").add_pass(Test::named("Rename", |body, _| {
        if symbol(body) == "g" {
            let (root, ctx) = (body.root(), body.context().clone());
            body.set_attr(root, Ident::SYM_NAME, ctx.string_attr("h"));
        }
        Ok(())
    }));
    let text = "func @f() {\n  call @g() : () -> ()\n  return\n}\nfunc @g() {\n  return\n}";
    assert_eq!(
        run_passes(&manager, &mut parse(&ctx, text)),
        Err("'std.call' op 'g' does not reference a valid function".to_string())
    );
}

/// 1000 functions; in some of them passes fail, warn, or require symbols.
#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let mut text = String::new();
    for i in 0..1000 {
        writeln!(
            text,
            "func @f{i}(%a: i32) -> i32 {{\n  %0 = constant {i} : i32\n  %1 = constant {i} : \
                i32\n  %2 = addi %0, %1 : i32\n  \
             %3 = addi %a, %2 : i32\n  %4 = addi %a, %2 : i32\n  %5 = muli %3, %4 : i32\n  return \
             %5 : i32\n}}"
        )
        .unwrap();
    }
    let outcome = |threads: usize, fails: bool| {
        let ctx = context();
        let mut module = parse(&ctx, &text);
        let mut manager =
            parse_pipeline(&ctx, "func(cse, canonicalize)", &registry(), &mut Diagnostics::new())
                .unwrap();
        manager.nest("std.func").add_pass(Test::named("Some", move |body, cx| {
            let name = symbol(body);
            let number: usize = name[1..].parse().unwrap();
            let op = body.as_op();
            if number.is_multiple_of(3) {
                let mut warning = op.error(format!("{name} is a multiple of 3"));
                warning.severity = mlir_lite_diagnostics::Severity::Warning;
                cx.diagnostics.emit(warning);
            }
            if number % 100 == 7 {
                let ctx = body.context().clone();
                let needed = ctx.ident(&format!("needed{number}"));
                cx.requests.require(needed, || {
                    let op = ctx.op_name("std.func");
                    let mut function = Body::new(&ctx, op, mlir_lite::ir::Location::UNKNOWN, 1);
                    let root = function.root();
                    function.set_attr(root, Ident::SYM_NAME, ctx.string_attr(needed.text(&ctx)));
                    function.set_attr(
                        root,
                        Ident::FUNCTION_TYPE,
                        ctx.type_attr(ctx.function_type(&[], &[])),
                    );
                    function.set_attr(
                        root,
                        ctx.ident("sym_visibility"),
                        ctx.string_attr("private"),
                    );
                    function
                });
            }
            if fails && number % 250 == 11 { fail(body, cx) } else { Ok(()) }
        }));
        let mut diagnostics = Diagnostics::new();
        let mut statistics = PassStatistics::default();
        let mut options =
            RunOptions::default().with_threads(threads).with_statistics(&mut statistics);
        let result = manager.run(&mut module, &mut options, &mut diagnostics);
        assert_eq!(result.is_err(), fails);
        assert_eq!(statistics.total("CSE", "num-cse'd"), 2000);
        (print(&module), render(ctx.sources(), &diagnostics))
    };
    for fails in [false, true] {
        let alone = outcome(1, fails);
        assert_eq!(alone.1.matches("error:").count(), if fails { 4 } else { 0 });
        assert_eq!(alone.0.matches("@needed").count(), 10);
        for threads in [2, 8, 0] {
            let together = outcome(threads, fails);
            assert!(alone == together, "{threads} threads give something else");
        }
    }
}

#[test]
fn statistics_are_of_an_instance() {
    let ctx = context();
    let text = "func @f() -> (i32, i32) {\n  %0 = constant 1 : i32\n  %1 = constant 1 : i32\n  \
        return %0, %1 : i32, i32\n}";
    let manager =
        parse_pipeline(&ctx, "func(cse,cse)", &registry(), &mut Diagnostics::new()).unwrap();
    let mut statistics = PassStatistics::default();
    let mut options = RunOptions::default().with_statistics(&mut statistics);
    manager.run(&mut parse(&ctx, text), &mut options, &mut Diagnostics::new()).unwrap();
    assert_eq!(
        statistics.report(ReportLayout::Pipeline).lines().skip(3).collect::<Vec<_>>(),
        [
            "'func' Pipeline",
            "  CSE",
            "    (S) 1 num-cse'd - Number of operations CSE'd",
            "    (S) 0 num-dce'd - Number of operations DCE'd",
            "  VerifierPass",
            "  CSE",
            "    (S) 0 num-cse'd - Number of operations CSE'd",
            "    (S) 0 num-dce'd - Number of operations DCE'd",
            "  VerifierPass",
            "VerifierPass",
        ]
    );
}

#[test]
fn passes_on_each_body_go_into_modules_too() {
    let ctx = context();
    let constants =
        "%0 = constant 1 : i32\n%1 = constant 1 : i32\n\"t.use\"(%0, %1) : (i32, i32) -> ()\n";
    let text = format!(
        "{constants} func @f() {{ {constants} return }} module {{ func @g() {{ {constants} return \
            }} }}"
    );
    let mut module = parse(&ctx, &text);
    let manager =
        parse_pipeline(&ctx, "module(cse)", &registry(), &mut Diagnostics::new()).unwrap();
    assert_eq!(run_passes(&manager, &mut module), Ok(()));
    assert_eq!(print(&module).matches("constant").count(), 3);
}
