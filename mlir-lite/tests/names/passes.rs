//! The ops that passes run on, and options that are given twice.

use crate::{context, messages, parse_registered};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{
    PassContext, PassInfo, PassManager, PassRegistry, PipelineStep, RunOptions, RunPass,
    parse_pipeline, parse_steps, pass, pass_options,
};
use mlir_lite::text::Spelling;
use mlir_lite_diagnostics::Reported;
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use text_test_runner::files_below;

/// Counts the ops that it runs on.
#[pass(name = "count", on = self.on)]
struct Count {
    on: Option<&'static str>,
    runs: Arc<AtomicUsize>,
}

impl RunPass for Count {
    fn run(&self, _body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

const TEXT: &str = "func @f() {\n  return\n}\nfunc @g() {\n  return\n}";
const SPELLINGS: [&str; 4] = ["func", "std.func", "func.func", "builtin.func"];

fn run(ctx: &Context, manager: &PassManager) -> Result<(), String> {
    let mut module = parse_registered(ctx, TEXT);
    let mut diagnostics = Diagnostics::new();
    manager
        .run(&mut module, &mut RunOptions::default(), &mut diagnostics)
        .map_err(|_| diagnostics.iter().map(|d| format!("{} {:?}", d.message, d.help)).collect())
}

/// Runs on functions, by the name that they have today
#[pass(name = "on-functions", on = "func.func")]
struct OnFunctions;

static DECLARED_RUNS: AtomicUsize = AtomicUsize::new(0);

impl RunPass for OnFunctions {
    fn run(&self, _body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        DECLARED_RUNS.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

#[test]
fn a_pass_that_is_declared_on_an_op_runs_on_it() {
    let ctx = context();
    let mut registry = PassRegistry::new();
    registry.register(OnFunctions::info());
    let steps = [PipelineStep::Named("on-functions".to_string(), String::new())];
    let manager =
        parse_steps(&ctx, &steps, &registry, &mut Diagnostics::new()).expect("it is right");
    run(&ctx, &manager).expect("it runs");
    assert_eq!(DECLARED_RUNS.load(Ordering::Relaxed), 2);
}

#[test]
fn passes_run_on_the_ops_of_any_spelling() {
    for on in SPELLINGS {
        for nested in SPELLINGS {
            let ctx = context();
            let runs = Arc::new(AtomicUsize::new(0));
            let mut manager = PassManager::new();
            manager.nest(nested).add_pass(Count { on: Some(on), runs: Arc::clone(&runs) });
            run(&ctx, &manager).unwrap_or_else(|error| panic!("{on} in {nested}: {error}"));
            assert_eq!(runs.load(Ordering::Relaxed), 2, "{on} in {nested}");
        }
    }
    for module in ["module", "builtin.module"] {
        let ctx = context();
        let runs = Arc::new(AtomicUsize::new(0));
        let mut manager = PassManager::anchored_at(module);
        manager.add_pass(Count { on: Some("module"), runs: Arc::clone(&runs) });
        run(&ctx, &manager).expect("it runs");
        assert_eq!(runs.load(Ordering::Relaxed), 1);
    }
}

#[test]
fn managers_for_one_op_are_one() {
    let mut manager = PassManager::new();
    for name in SPELLINGS {
        manager.nest(name).add_pass(Count { on: None, runs: Arc::default() });
        manager.add_pass_where_it_runs(Arc::new(Count { on: Some(name), runs: Arc::default() }));
    }
    assert_eq!(manager.len(), 1);
    let ctx = context();
    let counts = ["count"; 8];
    assert_eq!(manager.to_text(&ctx, Spelling::Std), format!("func({})", counts.join(", ")));
    assert_eq!(
        manager.to_text(&ctx, Spelling::Upstream),
        format!("builtin.module(func.func({}))", counts.join(","))
    );
}

#[test]
fn pipelines_name_ops_in_any_spelling() {
    let ctx = context();
    let runs: Arc<AtomicUsize> = Arc::default();
    let mut registry = PassRegistry::new();
    let counter = Arc::clone(&runs);
    registry.register(
        PassInfo::new("count", "Counts", move |_| Count { on: None, runs: Arc::clone(&counter) })
            .on("func.func"),
    );
    for name in SPELLINGS {
        for text in [format!("{name}(count)"), format!("builtin.module({name}(count))")] {
            runs.store(0, Ordering::Relaxed);
            let mut diagnostics = Diagnostics::new();
            let manager = parse_pipeline(&ctx, &text, &registry, &mut diagnostics);
            let manager = manager.unwrap_or_else(|_| panic!("{text}: {}", messages(&diagnostics)));
            assert_eq!(manager.to_text(&ctx, Spelling::Std), "func(count)", "{text}");
            run(&ctx, &manager).expect("it runs");
            assert_eq!(runs.load(Ordering::Relaxed), 2, "{text}");
        }
    }
    // The registry says what the pass is for.
    let mut diagnostics = Diagnostics::new();
    assert!(parse_pipeline(&ctx, "count", &registry, &mut diagnostics).is_err());
    assert_eq!(
        messages(&diagnostics),
        "pass 'count' runs on 'func' ops, and cannot be added to a pipeline for 'module' ops"
    );
}

#[test]
fn passes_for_ops_that_there_are_not() {
    let ctx = context();
    let mut manager = PassManager::new();
    manager.nest("func.fnc").add_pass(Count { on: None, runs: Arc::default() });
    let error = run(&ctx, &manager).unwrap_err();
    assert!(
        error.contains("passes cannot run on 'func.fnc' ops: no loaded dialect has such an op"),
        "{error}"
    );
    assert!(error.contains("did you mean 'func.func'?"), "{error}");
    let mut manager = PassManager::new();
    manager.nest("func").add_pass(Count { on: Some("fun.func"), runs: Arc::default() });
    let error = run(&ctx, &manager).unwrap_err();
    assert!(error.contains("pass 'count' is declared for 'fun.func' ops: "), "{error}");
    assert!(error.contains("did you mean 'func.func'?"), "{error}");
    let mut manager = PassManager::new();
    manager
        .add_pass_where_it_runs(Arc::new(Count { on: Some("arith.addf"), runs: Arc::default() }));
    let error = run(&ctx, &manager).unwrap_err();
    assert!(error.contains("they are not isolated from above"), "{error}");
}

/// Options of two kinds.
#[pass_options]
#[derive(Clone, Debug)]
struct TwoKinds {
    /// One
    #[option("number", default = 7)]
    pub number: i64,
    /// Several
    #[option("names", default = vec!["default".to_string()])]
    pub names: Vec<String>,
}

#[test]
fn lists_have_the_elements_of_all_times_that_they_are_given() {
    let ctx = context();
    type Seen = Vec<(i64, Vec<String>)>;
    let seen: Arc<Mutex<Seen>> = Arc::default();
    let mut registry = PassRegistry::new();
    let log = Arc::clone(&seen);
    registry.register(PassInfo::with_options("look", "Looks", move |_, options: &TwoKinds| {
        log.lock().expect("it is free").push((options.number, options.names.clone()));
        Count { on: None, runs: Arc::default() }
    }));
    for text in [
        "look",
        "look{names=a}",
        "look{names=a names=b,c number=1 names=d number=2}",
        "look{names= names=a}",
    ] {
        assert!(parse_pipeline(&ctx, text, &registry, &mut Diagnostics::new()).is_ok(), "{text}");
    }
    let seen = seen.lock().expect("it is free");
    let of = |number, names: &[&str]| {
        (number, names.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(
        *seen,
        [of(7, &["default"]), of(7, &["a"]), of(2, &["a", "b", "c", "d"]), of(7, &["a"])]
    );
}

/// `test/mlir/transforms` has a folder for each pass, with input and the expected output.
#[test]
fn each_registered_pass_has_files_of_input_and_output() {
    let mut registry = PassRegistry::new();
    mlir_lite::register_all_passes(&mut registry);
    let names = registry.names().into_iter();
    let passes: BTreeSet<&str> =
        names.filter_map(|name| registry.pass(name)).map(PassInfo::argument).collect();
    let root = test_support::repository().join("test/mlir/transforms");
    let missing = passes.iter().filter(|pass| {
        let files = files_below(&root.join(pass), &["mlir"]).unwrap_or_default();
        !files.iter().any(|file| {
            let text = std::fs::read_to_string(file).expect("tests are text");
            text.lines().any(|line| line.contains("RUN:") && line.contains(&format!("--{pass}")))
        })
    });
    let missing: Vec<&&str> = missing.collect();
    assert!(
        missing.is_empty(),
        "passes without a test in test/mlir/transforms/<pass>: {missing:?}"
    );
    let folders = std::fs::read_dir(&root).expect("the folder is there");
    let folders = folders.map(|entry| entry.expect("an entry").file_name().into_string());
    for folder in folders {
        let folder = folder.expect("names are UTF-8");
        assert!(passes.contains(&*folder), "test/mlir/transforms/{folder}: there is no such pass");
    }
}
