//! Passes that would change nothing are not run.

use super::*;
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::OpDefinition;
use mlir_lite_diagnostics::Diagnostic;
use pretty_assertions::assert_eq;

/// A pass that is a function and declares itself pure.
#[pass(name = "test-pure", pure)]
struct Pure {
    /// Another option makes another pass
    #[option("variant")]
    variant: usize,
    #[default(Arc::new(|_, _| Ok(())))]
    run: Arc<Work>,
    #[statistic("seen")]
    /// Number of ops that were seen
    SEEN: Statistic,
}

impl RunPass for Pure {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        (self.run)(body, cx)
    }
}

/// The same for each body.
#[pass(name = "test-pure-each", pure, each_body)]
struct PureEach {
    #[default(Arc::new(|_, _| Ok(())))]
    run: Arc<Work>,
}

impl RunPass for PureEach {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        (self.run)(body, cx)
    }
}

/// Notes the symbol of each op that it runs on, and does something.
fn noting(
    log: &Log,
    also: impl Fn(&mut Body, &mut PassContext<'_>) + Send + Sync + 'static,
) -> Arc<Work> {
    let log = log.clone();
    Arc::new(move |body, cx| {
        log.lock().unwrap().push(symbol(body));
        also(body, cx);
        Ok(())
    })
}

fn pure(log: &Log, also: impl Fn(&mut Body, &mut PassContext<'_>) + Send + Sync + 'static) -> Pure {
    Pure { run: noting(log, also), ..Pure::default() }
}

fn mark(body: &mut Body) {
    let root = body.root();
    let name = body.context().ident("test.mark");
    match body.attr(root, name) {
        None => body.set_attr(root, name, Attribute::UNIT),
        Some(_) => drop(body.remove_attr(root, name)),
    }
}

/// Changes one function.
fn marks(function: &'static str) -> Test {
    Test::named("Marks", move |body, _| {
        if symbol(body) == function {
            mark(body);
        }
        Ok(())
    })
}

/// Runs a pipeline on functions f and g with one thread and with several; the log is sorted for
/// each step.
fn log_of(fill: impl Fn(&mut PassManager, &Log)) -> Vec<String> {
    let mut logs = Vec::new();
    for threads in [1, 4] {
        let (ctx, log) = (context(), Log::default());
        let mut manager = PassManager::new();
        fill(&mut manager, &log);
        let mut options = RunOptions::default().with_threads(threads);
        let mut module = parse(&ctx, TWO_FUNCTIONS);
        manager.run(&mut module, &mut options, &mut Diagnostics::new()).unwrap();
        let mut log = std::mem::take(&mut *log.lock().unwrap());
        log.sort();
        logs.push(log);
    }
    assert_eq!(logs[0], logs[1]);
    logs.swap_remove(0)
}

#[test]
fn what_has_changed_nothing_is_not_run_again() {
    let log = log_of(|manager, log| {
        for _ in 0..5 {
            manager.add_pass(pure(log, |_, _| ()));
            manager.nest("std.func").add_pass(pure(log, |_, _| ()));
        }
    });
    assert_eq!(log, ["?", "f", "g"]);
}

#[test]
fn passes_that_do_not_declare_it_are_run() {
    let log = log_of(|manager, log| {
        for _ in 0..2 {
            manager.nest("std.func").add_pass(trace("A", log));
        }
    });
    assert_eq!(log, ["f:A", "f:A", "g:A", "g:A"]);
}

#[test]
fn a_change_of_one_op_is_a_change_of_those_around_it_only() {
    let log = log_of(|manager, log| {
        for _ in 0..2 {
            manager.add_pass(pure(log, |_, _| ()));
            manager.nest("std.func").add_pass(pure(log, |_, _| ())).add_pass(marks("g"));
        }
        manager.nest("std.func").add_pass(pure(log, |_, _| ()));
    });
    assert_eq!(log, ["?", "?", "f", "g", "g", "g"]);
}

#[test]
fn a_pass_for_each_body_runs_on_those_that_have_changed() {
    let log = log_of(|manager, log| {
        let each = |log: &Log| PureEach { run: noting(log, |_, _| ()) };
        manager.add_pass(each(log));
        manager.nest("std.func").add_pass(marks("f"));
        manager.add_pass(each(log)).add_pass(each(log));
    });
    assert_eq!(log, ["?", "?", "f", "f", "g"]);
}

#[test]
fn a_pass_that_changes_something_is_run_until_it_does_not() {
    let log = log_of(|manager, log| {
        let once = |body: &mut Body, _: &mut PassContext<'_>| {
            let name = body.context().ident("test.mark");
            if body.attr(body.root(), name).is_none() {
                mark(body);
            }
        };
        let functions = manager.nest("std.func");
        for _ in 0..4 {
            functions.add_pass(pure(log, once));
        }
    });
    assert_eq!(log, ["f", "f", "g", "g"]);
}

#[test]
fn other_options_make_another_pass() {
    let log = log_of(|manager, log| {
        let functions = manager.nest("std.func");
        for variant in [1, 2, 1, 2] {
            functions.add_pass(Pure { variant, ..pure(log, |_, _| ()) });
        }
    });
    assert_eq!(log, ["f", "f", "g", "g"]);
}

#[test]
fn what_would_be_missing_is_done_again() {
    type Work = fn(&mut Body, &mut PassContext<'_>);
    let works: [Work; 4] = [
        |body, cx| {
            let position = body.location(body.root()).to_position(body.context());
            cx.diagnostics.emit(Diagnostic::remark(position, "said"));
        },
        |_, cx| cx.count(Pure::SEEN, 1),
        |_, cx| {
            let _ = cx.cached_parent_analysis::<Nothing>();
        },
        |body, cx| {
            let ctx = body.context().clone();
            let name = ctx.ident("needed");
            cx.requests.require(name, move || {
                let mut module = parse(&ctx, "func private @needed()");
                let function = module.children().next().unwrap().0;
                module.take_child(function).unwrap()
            });
        },
    ];
    for (number, work) in works.into_iter().enumerate() {
        let log = log_of(|manager, log| {
            let functions = manager.nest("std.func");
            functions.add_pass(pure(log, work)).add_pass(pure(log, work));
            manager.nest("std.func").add_pass(pure(log, work));
        });
        assert_eq!(log, ["f", "f", "f", "g", "g", "g"], "{number}");
    }
}

struct Nothing;

impl Analysis for Nothing {
    const NAME: &'static str = "Nothing";
    type Parameters = ();
    fn compute(_: &Body, (): &(), _: &mut Analyses<'_>) -> Self {
        Self
    }
}

#[test]
fn symbols_matter_to_a_pass_that_asks_for_them() {
    for asks in [false, true] {
        let log = log_of(|manager, log| {
            let work = move |_: &mut Body, cx: &mut PassContext<'_>| {
                if asks {
                    cx.symbols();
                }
            };
            manager.nest("std.func").add_pass(pure(log, work));
            manager.nest("std.func").add_pass(pure(log, work));
            manager.add_pass(Test::named("Privatizes", |module, _| {
                let ctx = module.context().clone();
                let functions: Vec<_> = module.children().map(|(op, _)| op).collect();
                for op in functions {
                    let function = module.child_mut(op).unwrap();
                    if symbol(function) == "g" {
                        let root = function.root();
                        let private = ctx.string_attr("private");
                        function.set_attr(root, ctx.ident("sym_visibility"), private);
                    }
                }
                Ok(())
            }));
            manager.nest("std.func").add_pass(pure(log, work));
        });
        // g has changed itself, too.
        let expected: &[&str] = if asks { &["f", "f", "g", "g"] } else { &["f", "g", "g"] };
        assert_eq!(log, expected);
    }
}

#[test]
fn an_option_runs_all() {
    let (ctx, log) = (context(), Log::default());
    let mut manager = PassManager::new();
    manager.nest("std.func").add_pass(pure(&log, |_, _| ())).add_pass(pure(&log, |_, _| ()));
    let mut options = RunOptions::default().with_threads(1).with_skip_unchanged(false);
    manager.run(&mut parse(&ctx, TWO_FUNCTIONS), &mut options, &mut Diagnostics::new()).unwrap();
    assert_eq!(*log.lock().unwrap(), ["f", "f", "g", "g"]);
}

/// The notifications to a watcher.
#[derive(Default)]
struct Told(Vec<String>);

impl Instrumentation for Told {
    fn before_pass(&mut self, event: &PassEvent<'_>) {
        self.0.push(format!("{} {}", event.pass.argument(), symbol(event.op.body())));
    }

    fn skipped_pass(&mut self, event: &PassEvent<'_>) {
        self.0.push(format!("{} {} skipped", event.pass.argument(), symbol(event.op.body())));
    }
}

#[test]
fn watchers_and_statistics_are_told() {
    let (ctx, log) = (context(), Log::default());
    let mut manager = PassManager::new();
    for _ in 0..2 {
        let functions = manager.nest(mlir_lite::dialects::standard::FuncOp::NAME);
        functions.add_pass(pure(&log, |_, _| ()));
        functions.add_pass(marks("g"));
        functions.add_pass(pure(&log, |_, _| ()));
    }
    let (mut told, mut statistics) = (Told::default(), PassStatistics::default());
    let mut options = RunOptions::default()
        .with_verify_each(false)
        .with_instrumentations(vec![&mut told])
        .with_statistics(&mut statistics);
    manager.run(&mut parse(&ctx, TWO_FUNCTIONS), &mut options, &mut Diagnostics::new()).unwrap();
    let on = |name: &str, g_changes: bool| {
        let skipped = |is: bool| if is { " skipped" } else { "" };
        [
            format!("test-pure {name}"),
            format!("test {name}"),
            format!("test-pure {name}{}", skipped(!g_changes)),
        ]
    };
    let second = |name: &str, g_changes: bool| {
        let mut lines = on(name, g_changes);
        lines[0] += " skipped";
        lines
    };
    // Adjacent pipelines of functions are one.
    let expected = [on("f", false), second("f", false), on("g", true), second("g", true)].concat();
    assert_eq!(told.0, expected);
    let report = statistics.report(ReportLayout::Pipeline);
    let lines: Vec<&str> =
        report.lines().filter(|line| line.trim().starts_with("Pure")).map(str::trim).collect();
    assert_eq!(
        lines,
        ["Pure", "Pure (skipped on 1 of 2 ops)", "Pure (skipped)", "Pure (skipped on 1 of 2 ops)"]
    );
    let list = statistics.report(ReportLayout::List);
    assert!(list.contains("Pure (skipped on 4 of 8 ops)"), "{list}");
}
