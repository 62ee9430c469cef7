//! Tests of the pass manager on small modules.

mod analyses;
mod compaction;
mod documents;
mod pipelines;
mod running;
mod skipping;

use mlir_lite::context::{Context, Dialect, DialectRegistration};
use mlir_lite::ir::Body;
use mlir_lite::pass::*;
use mlir_lite::register_all_passes;
use mlir_lite::text::PrintOptions;
use mlir_lite_diagnostics::Diagnostics;
use std::sync::{Arc, Mutex};
use test_support::{context, parse, print, render, run_passes};

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
