//! Tests of the pass manager on small modules.

mod analyses;
mod documents;
mod pipelines;
mod running;

use mlir_lite::context::{Context, Dialect, DialectRegistration};
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::Body;
use mlir_lite::pass::*;
use mlir_lite::register_all_passes;
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite_diagnostics::{Diagnostics, RenderStyle, Renderer};
use std::sync::{Arc, Mutex};

type Work = dyn Fn(&mut Body, &mut PassContext<'_>) -> Result<(), Reported> + Send + Sync;

/// A pass that is a function.
#[pass(name = "test", report_name = self.name, on = self.anchor)]
#[derive(Clone)]
struct Test {
    name: &'static str,
    anchor: Option<&'static str>,
    #[default(Arc::new(|_, _| Ok(())))]
    run: Arc<Work>,
}

impl Test {
    fn named(
        name: &'static str,
        run: impl Fn(&mut Body, &mut PassContext<'_>) -> Result<(), Reported> + Send + Sync + 'static,
    ) -> Self {
        Self { name, anchor: None, run: Arc::new(run) }
    }

    fn on(mut self, anchor: &'static str) -> Self {
        self.anchor = Some(anchor);
        self
    }
}

impl RunPass for Test {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        (self.run)(body, cx)
    }
}

type Log = Arc<Mutex<Vec<String>>>;

fn symbol(body: &Body) -> String {
    body.as_op().symbol_name().map_or("?", |name| name.text(body.context())).to_string()
}

/// Notes the op's symbol and its own name.
fn trace(name: &'static str, log: &Log) -> Test {
    let log = log.clone();
    Test::named(name, move |body, _| {
        log.lock().unwrap().push(format!("{}:{name}", symbol(body)));
        Ok(())
    })
}

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx
}

#[track_caller]
fn parse(ctx: &Context, text: &str) -> Body {
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions { allow_unregistered: true };
    let Ok(module) = parse_module(ctx, &file, options, &mut diagnostics) else {
        panic!("{diagnostics:?}")
    };
    module
}

const TWO_FUNCTIONS: &str = "func @f() {
  return
}
func @g() {
  return
}
";

fn registry() -> PassRegistry {
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    registry
}

/// The diagnostics as a user sees them.
fn rendered(ctx: &Context, diagnostics: &Diagnostics) -> String {
    let mut out = Vec::new();
    Renderer::new(ctx.sources(), RenderStyle::Plain).render_all(diagnostics, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn print(module: &Body) -> String {
    print_op(module.as_op(), PrintOptions::default())
}

#[track_caller]
fn run(manager: &PassManager, module: &mut Body) -> Result<(), String> {
    let mut diagnostics = Diagnostics::new();
    let result = manager.run(module, &mut RunOptions::default(), &mut diagnostics);
    let messages: Vec<_> =
        diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect();
    result.map_err(|_| messages.join("\n"))
}

/// Reports an error about the op and fails.
fn fail(body: &Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
    let message = format!("{} fails", symbol(body));
    Err(cx.error(body.as_op().error(message)))
}

struct OtherDialect;

impl Dialect for OtherDialect {
    const NAMESPACE: &'static str = "other";
    fn register(_dialect: &mut DialectRegistration<'_>) {}
}
