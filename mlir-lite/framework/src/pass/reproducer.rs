//! Reproducers: a failure recorded as IR and the pipeline that fails on it.
//!
//! ```text
//! // configuration: -pass-pipeline='func(cse, canonicalize), inline'
//! // note: verifyPasses=true
//!
//! module {
//!   ...
//! }
//! ```
//! In today's spelling the configuration follows the IR, in a dictionary of resources, so that
//! `mlir-opt --run-reproducer` reads the file too.

use crate::pass::Pass;
use crate::pass::manager::op_spelling;
use crate::pass::pipeline::print::pass_text;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Where and how failures of a run are recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrashReproducer {
    /// The file.
    pub file: PathBuf,
    /// Whether only the pass that failed is recorded, with the IR right before it; else the whole
    /// pipeline, with the IR at its start.
    pub local: bool,
}

/// A pipeline and its settings, as stored in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reproducer {
    /// The pipeline's text.
    pub pipeline: String,
    /// Whether the IR is verified after each pass.
    pub verify_each: bool,
}

impl Reproducer {
    /// Finds the pipeline in the text of a file, if it has one.
    ///
    /// ```
    /// # extern crate mlir_lite_framework as mlir_lite;
    /// use mlir_lite::pass::Reproducer;
    /// let text = "// configuration: -pass-pipeline='func(cse)'\n// note: verifyPasses=false\n\nmodule {\n}\n";
    /// let reproducer = Reproducer::find(text).unwrap();
    /// assert_eq!((reproducer.pipeline.as_str(), reproducer.verify_each), ("func(cse)", false));
    /// ```
    pub fn find(text: &str) -> Option<Self> {
        let commented = text.lines().find_map(|line| {
            let (_, quoted) =
                line.strip_prefix("// configuration:")?.split_once("-pass-pipeline='")?;
            Some(quoted.rsplit_once('\'').map_or(quoted, |(pipeline, _)| pipeline))
        });
        if let Some(pipeline) = commented {
            let says_no = text.lines().any(|line| line.trim_end() == "// note: verifyPasses=false");
            return Some(Self { pipeline: pipeline.to_string(), verify_each: !says_no });
        }
        let (_, resource) = text.rsplit_once("mlir_reproducer:")?;
        let (_, pipeline) = resource.split_once("pipeline:")?;
        let pipeline = string(pipeline.trim_start())?;
        let verify_each = resource.split_once("verify_each:").map(|(_, value)| value.trim_start());
        Some(Self {
            pipeline,
            verify_each: verify_each.is_none_or(|value| !value.starts_with("false")),
        })
    }

    /// A file's text, with the IR.
    pub fn to_text(&self, ir: &str, spelling: Spelling) -> String {
        let Self { pipeline, verify_each } = self;
        match spelling {
            Spelling::Std => format!(
                "// configuration: -pass-pipeline='{pipeline}'\n// note: \
                    verifyPasses={verify_each}\n\n{ir}\n"
            ),
            Spelling::Upstream => {
                let pipeline = pipeline.replace('\\', "\\\\").replace('"', "\\22");
                format!(
                    "{ir}\n\n{{-#\n  external_resources: {{\n    mlir_reproducer: {{\n      \
                        pipeline: \"{pipeline}\",\n      \
                     disable_threading: true,\n      verify_each: {verify_each}\n    }}\n  \
                     }}\n#-}}\n"
                )
            }
        }
    }
}

/// The string that a text begins with.
fn string(text: &str) -> Option<String> {
    let mut rest = text.strip_prefix('"')?;
    let mut result = String::new();
    loop {
        let at = rest.find(['"', '\\'])?;
        result.push_str(&rest[..at]);
        if rest[at..].starts_with('"') {
            return Some(result);
        }
        rest = &rest[at + 1..];
        match rest.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                result.push(char::from(byte));
                rest = &rest[2..];
            }
            None => {
                let escaped = rest.chars().next()?;
                result.push(escaped);
                rest = &rest[escaped.len_utf8()..];
            }
        }
    }
}

/// Collects what is recorded if a run fails.
pub(super) struct Recorder<'r> {
    reproducer: &'r CrashReproducer,
    spelling: Spelling,
    verify_each: bool,
    latest: Mutex<Latest>,
}

struct Latest {
    ir: String,
    version: Option<u64>,
    pipeline: String,
    /// The running pass or pipeline: `pass on 'func' operation: @f`.
    what: String,
}

impl<'r> Recorder<'r> {
    pub(super) fn new(
        reproducer: &'r CrashReproducer,
        pipeline: &str,
        verify_each: bool,
        spelling: Spelling,
        module: &Body,
    ) -> Self {
        let latest = Latest {
            ir: print(module, spelling),
            version: None,
            pipeline: pipeline.to_string(),
            what: String::new(),
        };
        Self { reproducer, spelling, verify_each, latest: Mutex::new(latest) }
    }

    pub(super) fn is_local(&self) -> bool {
        self.reproducer.local
    }

    /// Records the pass that is about to run.
    pub(super) fn before_pass(&self, pass: &dyn Pass, root: &Body, path: &[OpId], body: &Body) {
        if !self.is_local() {
            return;
        }
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let version = root.deep_version();
        if latest.version != Some(version) {
            latest.ir = print(root, self.spelling);
            latest.version = Some(version);
        }
        let ctx = root.context();
        let mut names = vec![root.info(root.root()).name()];
        let mut outer = root;
        for &op in path {
            let Some(child) = outer.child(op) else { break };
            names.push(child.info(child.root()).name());
            outer = child;
        }
        let mut pipeline = pass_text(pass, self.spelling);
        // Today's texts begin with the module, 2020's within it.
        let skipped = if self.spelling == Spelling::Std { 1 } else { 0 };
        for name in names.iter().skip(skipped).rev() {
            pipeline = format!("{}({pipeline})", op_spelling(ctx, name, self.spelling));
        }
        latest.pipeline = pipeline;
        let op = body.as_op();
        let name = op_spelling(ctx, op.info().name(), self.spelling);
        let symbol =
            op.symbol_name().map_or(String::new(), |symbol| format!(": @{}", symbol.text(ctx)));
        latest.what = format!(" while executing `{}` on '{name}' operation{symbol}", pass.name());
    }

    /// Writes the file, and reports it.
    pub(super) fn write(self, diagnostics: &mut Diagnostics) {
        let Latest { ir, pipeline, what, .. } =
            self.latest.into_inner().unwrap_or_else(PoisonError::into_inner);
        let text =
            Reproducer { pipeline, verify_each: self.verify_each }.to_text(&ir, self.spelling);
        let file = self.reproducer.file.display();
        match std::fs::write(&self.reproducer.file, text) {
            Ok(()) => diagnostics.emit(Diagnostic::remark(
                Position::Unknown,
                format!("the pipeline failed{what}: reproducer generated at '{file}'"),
            )),
            Err(error) => {
                let message = format!("cannot write the reproducer '{file}': {error}");
                diagnostics.error(Diagnostic::error(Position::Unknown, message));
            }
        }
    }
}

fn print(module: &Body, spelling: Spelling) -> String {
    print_op(module.as_op(), PrintOptions::default().with_spelling(spelling))
}
