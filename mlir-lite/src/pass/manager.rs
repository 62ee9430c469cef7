//! The pass manager: runs passes on an op and on the isolated ops in it.

use crate::ir::body::Body;
use crate::ir::symbol_requests::SymbolRequests;
use crate::pass::{Instrumentation, Pass, PassContext, SymbolSnapshot};
use crate::verify::{verify, verify_symbols};
use mlir_lite_diagnostics::{Diagnostics, Reported};
use rayon::prelude::*;

/// A sequence of passes on an op, and of managers for the ops nested in it.
///
/// Passes that are added to one nested manager all run on the first op before
/// any runs on the second.
pub struct PassManager {
    anchor: &'static str,
    items: Vec<Item>,
}

enum Item {
    Pass(Box<dyn Pass>),
    Nested(PassManager),
}

/// How passes are run.
pub struct RunOptions<'i> {
    /// Whether each body that a pass has changed is verified after it.
    pub verify_each: bool,
    /// How many ops may be processed at a time; 0 is as many as there are
    /// processors.
    pub threads: usize,
    /// Who watches.
    pub instrumentation: Option<&'i mut dyn Instrumentation>,
}

impl Default for RunOptions<'_> {
    fn default() -> Self {
        Self { verify_each: true, threads: 0, instrumentation: None }
    }
}

/// What running passes on one op left behind.
struct Outcome {
    diagnostics: Diagnostics,
    requests: SymbolRequests,
    result: Result<(), Reported>,
}

impl Default for PassManager {
    fn default() -> Self {
        Self::new()
    }
}

impl PassManager {
    /// A manager for modules.
    pub fn new() -> Self {
        Self::anchored_at("builtin.module")
    }

    /// A manager for ops of this full name.
    pub fn anchored_at(anchor: &'static str) -> Self {
        Self { anchor, items: Vec::new() }
    }

    /// Full name of the ops that the passes run on.
    pub fn anchor(&self) -> &'static str {
        self.anchor
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Adds a pass that runs on the manager's op.
    pub fn add_pass(&mut self, pass: impl Pass + 'static) -> &mut Self {
        self.items.push(Item::Pass(Box::new(pass)));
        self
    }

    /// The manager for ops of that full name directly in this one's op: the
    /// last one if it is for the same ops, else a new one.
    pub fn nest(&mut self, anchor: &'static str) -> &mut PassManager {
        if !matches!(self.items.last(), Some(Item::Nested(last)) if last.anchor == anchor) {
            self.items.push(Item::Nested(PassManager::anchored_at(anchor)));
        }
        match self.items.last_mut() {
            Some(Item::Nested(nested)) => nested,
            _ => unreachable!("a nested manager was just added"),
        }
    }

    /// The passes, a line each, indented below the ops that they run on.
    pub fn describe(&self) -> String {
        let mut text = String::new();
        self.describe_into(0, &mut text);
        text
    }

    fn describe_into(&self, indent: usize, text: &mut String) {
        *text += &format!("{:indent$}OpPassManager<{}>\n", "", self.anchor);
        for item in &self.items {
            match item {
                Item::Pass(pass) => *text += &format!("{:width$}{}\n", "", pass.name(), width = indent + 2),
                Item::Nested(nested) => nested.describe_into(indent + 2, text),
            }
        }
    }

    /// Runs all passes on `module`.
    ///
    /// # Errors
    /// If a pass failed or left something invalid behind; what is wrong is in
    /// `diagnostics`, in source order.
    pub fn run(
        &self,
        module: &mut Body,
        options: &mut RunOptions<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let mut requests = SymbolRequests::new();
        let symbols = SymbolSnapshot::default();
        let mut cx = PassContext::new(diagnostics, &mut requests, &symbols);
        self.run_on(module, options, &mut cx)
    }

    fn run_on(
        &self,
        body: &mut Body,
        options: &mut RunOptions<'_>,
        cx: &mut PassContext<'_>,
    ) -> Result<(), Reported> {
        for item in &self.items {
            match item {
                Item::Pass(pass) => run_pass(&**pass, body, options, cx)?,
                Item::Nested(nested) => {
                    let version = body.deep_version();
                    nested.run_below(body, options, cx)?;
                    // Each op was verified alone; what it refers to was not.
                    if options.verify_each && body.deep_version() != version {
                        verify_symbols(body, cx.diagnostics)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Runs on all ops directly in `body` that the manager is for.
    fn run_below(
        &self,
        body: &mut Body,
        options: &mut RunOptions<'_>,
        cx: &mut PassContext<'_>,
    ) -> Result<(), Reported> {
        let symbols = SymbolSnapshot::new(body);
        let mut children: Vec<&mut Body> = body
            .children_mut()
            .into_iter()
            .map(|(_, child)| child)
            .filter(|child| child.info(child.root()).name() == self.anchor)
            .collect();
        let parallel = options.instrumentation.is_none() && options.threads != 1 && children.len() > 1;
        let outcomes: Vec<Outcome> = if parallel {
            let verify_each = options.verify_each;
            let mut run = || {
                children
                    .par_iter_mut()
                    .map(|child| {
                        let mut options = RunOptions { verify_each, threads: 1, instrumentation: None };
                        self.run_alone(child, &mut options, &symbols)
                    })
                    .collect()
            };
            match options.threads {
                0 => run(),
                threads => match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                    Ok(pool) => pool.install(run),
                    Err(_) => run(),
                },
            }
        } else {
            children.iter_mut().map(|child| self.run_alone(child, options, &symbols)).collect()
        };
        let mut requests = SymbolRequests::new();
        let mut result = Ok(());
        for outcome in outcomes {
            cx.diagnostics.extend(outcome.diagnostics);
            requests.append(outcome.requests);
            result = result.and(outcome.result);
        }
        requests.merge_into(body);
        result
    }

    fn run_alone(&self, child: &mut Body, options: &mut RunOptions<'_>, symbols: &SymbolSnapshot) -> Outcome {
        let mut diagnostics = Diagnostics::new();
        let mut requests = SymbolRequests::new();
        let mut cx = PassContext::new(&mut diagnostics, &mut requests, symbols);
        let result = self.run_on(child, options, &mut cx);
        Outcome { diagnostics, requests, result }
    }
}

fn run_pass(
    pass: &dyn Pass,
    body: &mut Body,
    options: &mut RunOptions<'_>,
    cx: &mut PassContext<'_>,
) -> Result<(), Reported> {
    if let Some(watcher) = &mut options.instrumentation {
        watcher.before_pass(pass, body.as_op());
    }
    let version = body.deep_version();
    let mut result = pass.run(body, cx);
    if result.is_ok() && options.verify_each && body.deep_version() != version {
        result = verify(body, cx.diagnostics);
    }
    if let Some(watcher) = &mut options.instrumentation {
        match result {
            Ok(()) => watcher.after_pass(pass, body.as_op()),
            Err(_) => watcher.after_pass_failed(pass, body.as_op()),
        }
    }
    result
}

#[cfg(test)]
mod tests;
