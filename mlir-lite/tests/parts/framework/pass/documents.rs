//! The texts of MLIR's document on pass infrastructure: reports, dumps,
//! reproducers.

use super::*;
use mlir_lite::attributes::Attribute;
use mlir_lite::text::Spelling;
use pretty_assertions::assert_eq;

const SIMPLE_CONSTANT: &str = "func @simple_constant() -> (i32, i32) {
  %c1_i32 = constant 1 : i32
  %c1_i32_0 = constant 1 : i32
  return %c1_i32, %c1_i32_0 : i32, i32
}";

const AFTER_CSE: &str = "func @simple_constant() -> (i32, i32) {
  %c1_i32 = constant 1 : i32
  return %c1_i32, %c1_i32 : i32, i32
}";

const BAR: &str = "func @bar(%arg0: f32, %arg1: f32) -> f32 {
  return %arg0 : f32
}";

/// The dumps while a pipeline runs.
fn dumps(pipeline: &str, source: &str, options: IrPrintingOptions) -> String {
    let ctx = context();
    let manager = parse_pipeline(&ctx, pipeline, &registry(), &mut Diagnostics::new()).unwrap();
    let mut out = Vec::new();
    let mut printing = IrPrinting::new(&mut out, options);
    let mut options = RunOptions::default().with_instrumentations(vec![&mut printing]);
    let _ = manager.run(&mut parse(&ctx, source), &mut options, &mut Diagnostics::new());
    String::from_utf8(out).unwrap()
}

fn only(name: &str) -> PassFilter {
    PassFilter::Only(vec![name.to_string()])
}

#[test]
fn print_ir_before_and_after() {
    let before = IrPrintingOptions { before: only("cse"), ..Default::default() };
    assert_eq!(
        dumps("func(cse)", SIMPLE_CONSTANT, before),
        format!("*** IR Dump Before CSE ***\n{SIMPLE_CONSTANT}\n\n")
    );
    let after = IrPrintingOptions { after: only("cse"), ..Default::default() };
    assert_eq!(
        dumps("func(cse)", SIMPLE_CONSTANT, after),
        format!("*** IR Dump After CSE ***\n{AFTER_CSE}\n\n")
    );
    let all =
        IrPrintingOptions { before: PassFilter::All, after: PassFilter::All, ..Default::default() };
    let titles: Vec<String> = dumps("func(cse,canonicalize)", SIMPLE_CONSTANT, all)
        .lines()
        .filter(|line| line.starts_with("***"))
        .map(str::to_string)
        .collect();
    assert_eq!(
        titles,
        [
            "*** IR Dump Before CSE ***",
            "*** IR Dump After CSE ***",
            "*** IR Dump Before Canonicalizer ***",
            "*** IR Dump After Canonicalizer ***",
        ]
    );
}

#[test]
fn print_ir_after_change() {
    let options =
        IrPrintingOptions { after: only("cse"), after_change: true, ..Default::default() };
    assert_eq!(
        dumps("func(cse,cse)", SIMPLE_CONSTANT, options),
        format!("*** IR Dump After CSE ***\n{AFTER_CSE}\n\n")
    );
    let alone = IrPrintingOptions { after_change: true, ..Default::default() };
    assert_eq!(dumps("func(cse,cse)", SIMPLE_CONSTANT, alone), "");
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// In the first dump, the second function is still unchanged.
#[test]
fn print_ir_module_scope() {
    let options =
        IrPrintingOptions { after: only("cse"), module_scope: true, ..Default::default() };
    let module = |second: &str| format!("module {{\n{}{}}}", indented(BAR), indented(second));
    assert_eq!(
        dumps("func(cse)", &format!("{BAR}\n{SIMPLE_CONSTANT}"), options),
        format!(
            "*** IR Dump After CSE ***  ('func' operation: @bar)\n{}\n\n\
             *** IR Dump After CSE ***  ('func' operation: @simple_constant)\n{}\n\n",
            module(SIMPLE_CONSTANT),
            module(AFTER_CSE)
        )
    );
}

#[test]
fn print_ir_after_failure() {
    let ctx = context();
    let mut manager = PassManager::new();
    manager
        .nest("std.func")
        .add_pass(trace("First", &Log::default()))
        .add_pass(Test::named("Second", |b, cx| fail(b, cx)));
    let mut out = Vec::new();
    let mut printing =
        IrPrinting::new(&mut out, IrPrintingOptions { after_failure: true, ..Default::default() });
    let mut options = RunOptions::default().with_instrumentations(vec![&mut printing]);
    assert!(manager.run(&mut parse(&ctx, BAR), &mut options, &mut Diagnostics::new()).is_err());
    assert_eq!(
        String::from_utf8(out).unwrap(),
        format!("*** IR Dump After Second Failed ***\n{BAR}\n\n")
    );
}

#[test]
fn todays_titles() {
    let options = IrPrintingOptions {
        after: only("cse"),
        print: PrintOptions::default().with_spelling(Spelling::Upstream),
        ..Default::default()
    };
    assert_eq!(
        dumps("func(cse)", BAR, options),
        "// -----// IR Dump After CSE (cse) //----- //\nfunc.func @bar(%arg0: f32, %arg1: f32) -> \
            f32 {\n  return %arg0 : f32\n}\n\n"
    );
}

/// My Pass Summary
///
/// Here we can now give a much larger description of `MyPass`, including all of
/// its various constraints and behavior.
#[pass(name = "my-pass", report_name = "MyPass")]
struct MyPass {
    /// An example option
    #[option("example-option", default = true)]
    option: bool,
    /// An example list option
    #[option("example-list")]
    list_option: Vec<i64>,
    /// A test statistic
    #[statistic("testStat")]
    STATISTIC: Statistic,
}

impl RunPass for MyPass {
    /// Counts 15 on the first run and 6 on later ones.
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let (root, ctx) = (body.root(), body.context().clone());
        let seen = body.as_op().attr_named("seen").is_some();
        body.set_attr(root, ctx.ident("seen"), Attribute::UNIT);
        cx.count(Self::STATISTIC, if seen { 6 } else { 15 });
        Ok(())
    }
}

fn my_registry() -> PassRegistry {
    let mut registry = registry();
    registry.register(MyPass::info());
    registry
}

#[test]
fn pass_statistics() {
    let ctx = context();
    let manager =
        parse_pipeline(&ctx, "func(my-pass,my-pass)", &my_registry(), &mut Diagnostics::new())
            .unwrap();
    let mut statistics = PassStatistics::default();
    let mut options = RunOptions::default().with_statistics(&mut statistics);
    manager.run(&mut parse(&ctx, BAR), &mut options, &mut Diagnostics::new()).unwrap();
    assert_eq!(
        statistics.report(ReportLayout::Pipeline),
        "\
===-------------------------------------------------------------------------===
                         ... Pass statistics report ...
===-------------------------------------------------------------------------===
'func' Pipeline
  MyPass
    (S) 15 testStat - A test statistic
  VerifierPass
  MyPass
    (S)  6 testStat - A test statistic
  VerifierPass
VerifierPass
"
    );
    assert_eq!(
        statistics.report(ReportLayout::List),
        "\
===-------------------------------------------------------------------------===
                         ... Pass statistics report ...
===-------------------------------------------------------------------------===
MyPass
  (S) 21 testStat - A test statistic
"
    );
}

#[test]
fn a_declared_pass_is_documented() {
    assert_eq!(
        MyPass::info().markdown(),
        "\
### `-my-pass`

_My Pass Summary_

Here we can now give a much larger description of `MyPass`, including all of its various \
constraints and behavior.

#### Options

```
-example-option : An example option (bool; default: true)
-example-list   : An example list option (list of int; default: none)
```

#### Statistics

```
testStat : A test statistic
```
"
    );
}

#[test]
fn two_instances_have_options_of_their_own() {
    let ctx = context();
    let text = "my-pass{example-option=false example-list=1,-2,3}, my-pass{example-list=4}";
    let manager = parse_pipeline(&ctx, text, &my_registry(), &mut Diagnostics::new()).unwrap();
    assert_eq!(manager.clone().to_text(&ctx, Spelling::Std), text);
}

/// The report with each digit of a time and of a percentage as `0`.
fn masked(report: &str) -> String {
    let mut text = String::new();
    for line in report.lines() {
        let numbers = line.find(")  ").map_or(0, |_| line.rfind(")  ").unwrap_or(0));
        let (numbers, name) =
            if line.starts_with("  Total Execution") { (line, "") } else { line.split_at(numbers) };
        text.extend(numbers.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }));
        text += name;
        text.push('\n');
    }
    // Wide percentages are of one width with narrow ones.
    text.replace("(000.0%)", "(  0.0%)").replace("( 00.0%)", "(  0.0%)")
}

fn timing(threads: usize, layout: ReportLayout) -> String {
    let ctx = context();
    let pipeline = "func(cse,canonicalize), convert-std-to-llvm";
    let manager = parse_pipeline(&ctx, pipeline, &registry(), &mut Diagnostics::new()).unwrap();
    let mut timing = PassTiming::new();
    let mut options =
        RunOptions::default().with_threads(threads).with_instrumentations(vec![&mut timing]);
    let mut module = parse(&ctx, &format!("{BAR}\n{SIMPLE_CONSTANT}"));
    manager.run(&mut module, &mut options, &mut Diagnostics::new()).unwrap();
    timing.report(layout)
}

#[test]
fn pass_timing_as_the_pipeline_nests() {
    assert_eq!(
        masked(&timing(1, ReportLayout::Pipeline)),
        "\
===-------------------------------------------------------------------------===
                      ... Pass execution timing report ...
===-------------------------------------------------------------------------===
  Total Execution Time: 0.0000 seconds

   ---Wall Time---  --- Name ---
   0.0000 (  0.0%)  'func' Pipeline
   0.0000 (  0.0%)    CSE
   0.0000 (  0.0%)      (A) DominanceInfo
   0.0000 (  0.0%)    VerifierPass
   0.0000 (  0.0%)    Canonicalizer
   0.0000 (  0.0%)    VerifierPass
   0.0000 (  0.0%)  VerifierPass
   0.0000 (  0.0%)  StdToLlvm
   0.0000 (  0.0%)  VerifierPass
   0.0000 (  0.0%)  Total
"
    );
}

/// Percentages of the lines that begin a name at this column.
fn percentages(report: &str, select: impl Fn(&str) -> bool) -> f64 {
    let rows = report.lines().filter_map(|line| line.split_once("%)  "));
    let rows = rows.filter(|(_, name)| select(name));
    rows.map(|(numbers, _)| numbers.rsplit_once('(').unwrap().1.trim().parse::<f64>().unwrap())
        .sum()
}

#[test]
fn pass_timing_adds_up() {
    let tree = timing(1, ReportLayout::Pipeline);
    let outermost = percentages(&tree, |name| !name.starts_with(' ') && name != "Total");
    assert!((outermost - 100.0).abs() < 0.5, "{tree}");
    let list = timing(1, ReportLayout::List);
    let passes = percentages(&list, |name| !name.starts_with("(A)") && name != "Total");
    assert!((passes - 100.0).abs() < 0.5, "{list}");
    let names: Vec<&str> =
        list.lines().filter_map(|line| Some(line.split_once("%)  ")?.1)).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(
        sorted,
        ["(A) DominanceInfo", "CSE", "Canonicalizer", "StdToLlvm", "Total", "VerifierPass"]
    );
    assert_eq!(names.last(), Some(&"Total"));
    // The longest first; `Total` is the end.
    let seconds = |line: &str| line.trim_start().split_once(' ')?.0.parse::<f64>().ok();
    let rows = list.lines().filter(|line| line.contains("%)  ") && !line.contains("Total"));
    let times: Vec<f64> = rows.filter_map(seconds).collect();
    assert!(times.len() == 5 && times.is_sorted_by(|a, b| a >= b), "{list}");
}

#[test]
fn pass_timing_on_several_threads() {
    // Two functions need not meet two threads: the layout is tested with times of two.
    let mut timing = PassTiming::new();
    let event = PipelineEvent::new(InstanceId(0), None, "'module' Pipeline", "builtin.module");
    let outer = Some(InstanceId(0));
    let inner = PipelineEvent::new(InstanceId(1), outer, "'func' Pipeline", "std.func");
    timing.before_pipeline(&event);
    let shared = Mutex::new(&mut timing);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                shared.lock().unwrap().before_pipeline(&inner);
                shared.lock().unwrap().after_pipeline(&inner);
            });
        }
    });
    timing.after_pipeline(&event);
    let report = masked(&timing.report(ReportLayout::Pipeline));
    assert_eq!(
        report.lines().skip(5).collect::<Vec<_>>(),
        [
            "   ---User Time---   ---Wall Time---  --- Name ---",
            "   0.0000 (  0.0%)     0.0000 (  0.0%)  'func' Pipeline",
            "   0.0000 (  0.0%)     0.0000 (  0.0%)  Total",
        ]
    );
}

/// Notes all hooks.
struct Hooks {
    name: &'static str,
    log: Log,
}

impl Hooks {
    fn note(&self, what: String) {
        self.log.lock().unwrap().push(format!("{} {what}", self.name));
    }
}

impl Instrumentation for Hooks {
    fn before_pipeline(&mut self, event: &PipelineEvent<'_>) {
        self.note(format!("before {}", event.name));
    }
    fn after_pipeline(&mut self, event: &PipelineEvent<'_>) {
        self.note(format!("after {}", event.name));
    }
    fn before_pass(&mut self, event: &PassEvent<'_>) {
        self.note(format!("before {}", event.pass.name()));
    }
    fn after_pass(&mut self, event: &PassEvent<'_>) {
        self.note(format!("after {}", event.pass.name()));
    }
    fn after_pass_failed(&mut self, event: &PassEvent<'_>) {
        self.note(format!("failed {}", event.pass.name()));
    }
    fn before_analysis(&mut self, event: &AnalysisEvent<'_>) {
        self.note(format!("before {}", event.name));
    }
    fn after_analysis(&mut self, event: &AnalysisEvent<'_>) {
        self.note(format!("after {}", event.name));
    }
}

#[test]
fn hooks_are_called_as_from_a_stack() {
    let ctx = context();
    let log = Log::default();
    let (mut first, mut second) =
        (Hooks { name: "1", log: log.clone() }, Hooks { name: "2", log: log.clone() });
    let mut manager = PassManager::new();
    manager.nest("std.func").add_pass(Test::named("Pass", |body, cx| {
        cx.analysis::<mlir_lite::analysis::dominance::Dominance>(body);
        fail(body, cx)
    }));
    let mut options = RunOptions::default()
        .with_verify_each(false)
        .with_instrumentations(vec![&mut first, &mut second]);
    assert!(manager.run(&mut parse(&ctx, BAR), &mut options, &mut Diagnostics::new()).is_err());
    assert_eq!(
        *log.lock().unwrap(),
        [
            "1 before 'module' Pipeline",
            "2 before 'module' Pipeline",
            "1 before 'func' Pipeline",
            "2 before 'func' Pipeline",
            "1 before Pass",
            "2 before Pass",
            "1 before DominanceInfo",
            "2 before DominanceInfo",
            "2 after DominanceInfo",
            "1 after DominanceInfo",
            "2 failed Pass",
            "1 failed Pass",
            "2 after 'func' Pipeline",
            "1 after 'func' Pipeline",
            "2 after 'module' Pipeline",
            "1 after 'module' Pipeline",
        ]
    );
}

/// Fails on functions named `foo`
#[pass(name = "fails-on-foo", on = mlir_lite::dialects::standard::FuncOp)]
struct FailsOnFoo;

impl RunPass for FailsOnFoo {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        if symbol(body) == "foo" { fail(body, cx) } else { Ok(()) }
    }
}

const FOO: &str = "module {
  func @foo() -> (i32, i32) {
    %c1_i32 = constant 1 : i32
    %c1_i32_0 = constant 1 : i32
    return %c1_i32, %c1_i32_0 : i32, i32
  }
}";

/// The reproducer of a pipeline that fails, after it was run again: it fails in the same way.
fn reproducer(name: &str, local: bool, spelling: Spelling) -> String {
    let mut registry = registry();
    registry.register(FailsOnFoo::info());
    let pipeline = "func(cse, fails-on-foo), inline";
    let ctx = context();
    let manager = parse_pipeline(&ctx, pipeline, &registry, &mut Diagnostics::new()).unwrap();
    let file = std::env::temp_dir().join(format!("mlir-lite-{}-{name}.mlir", std::process::id()));
    let crash = CrashReproducer { file: file.clone(), local };
    let mut options = RunOptions::default().with_reproducer(&crash).with_spelling(spelling);
    let mut diagnostics = Diagnostics::new();
    assert!(manager.run(&mut parse(&ctx, FOO), &mut options, &mut diagnostics).is_err());
    let messages: Vec<_> =
        diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect();
    assert_eq!(messages[0], "foo fails");
    let what = if local { " while executing `FailsOnFoo` on 'func" } else { "" };
    assert!(messages[1].starts_with(&format!("the pipeline failed{what}")), "{messages:?}");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let again = Reproducer::find(&text).unwrap();
    assert!(again.verify_each);
    let ctx = context();
    let manager =
        parse_pipeline(&ctx, &again.pipeline, &registry, &mut Diagnostics::new()).unwrap();
    let ir = text.split("{-#").next().unwrap();
    assert_eq!(run_passes(&manager, &mut parse(&ctx, ir)), Err("foo fails".to_string()));
    text
}

#[test]
fn crash_reproducers() {
    assert_eq!(
        reproducer("whole", false, Spelling::Std),
        format!(
            "// configuration: -pass-pipeline='func(cse, fails-on-foo), inline'\n// note: \
                verifyPasses=true\n\n{FOO}\n"
        )
    );
    let upstream = reproducer("upstream", false, Spelling::Upstream);
    assert!(
        upstream.contains("pipeline: \"builtin.module(func.func(cse,fails-on-foo),inline)\","),
        "{upstream}"
    );
}

#[test]
fn local_reproducers() {
    let after_cse = indented(AFTER_CSE).replace("simple_constant", "foo");
    assert_eq!(
        reproducer("local", true, Spelling::Std),
        format!(
            "// configuration: -pass-pipeline='func(fails-on-foo)'\n// note: \
                verifyPasses=true\n\nmodule {{\n{after_cse}}}\n"
        )
    );
}
