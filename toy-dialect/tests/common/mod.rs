//! Helpers for the tests of this crate.
#![allow(dead_code, reason = "each test program uses some of it")]

use mlir_lite::Context;
use mlir_lite::ir::Body;
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::verify::verify;
use std::sync::Arc;
pub(crate) use test_support::render;

use mlir_lite_diagnostics::{Diagnostics, Reported, SourceMap};
use toy_dialect::elements::Element;
use toy_dialect::exports::{
    Export, ExportedTensor, LinearSize, Signature, add_exports, signatures,
};
use toy_dialect::pipeline::add_toy_passes_keeping;
use toy_dialect::sema;

/// The diagnostics of analysis for a program in the file `t.toy`, as plain text: errors, warnings,
/// or nothing.
#[track_caller]
pub(crate) fn analysis(text: &str) -> String {
    let sources = SourceMap::new();
    let file = sources.add("t.toy", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = toy_ast::parse_module(&file, &mut diagnostics).expect("a well-formed program");
    let result = sema::analyze(&module, &mut diagnostics);
    assert_eq!(result.is_err(), diagnostics.has_errors());
    if result.is_ok() {
        sema::lint(&module, &[], &mut diagnostics);
    }
    // The codes are in the table of `docs/errors.md`.
    let mut without_codes = Diagnostics::new();
    without_codes.extend(diagnostics.into_iter().map(|mut diagnostic| {
        diagnostic.code = None;
        diagnostic
    }));
    render(&sources, &without_codes)
}

/// All diagnostics about a program up to its execution.
pub(crate) struct Checked {
    pub(crate) sources: Arc<SourceMap>,
    pub(crate) diagnostics: Diagnostics,
}

impl Checked {
    /// Checks the program in a file of this name.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let ctx = Context::new();
        toy_dialect::register(&ctx);
        let sources = Arc::clone(ctx.sources());
        let mut diagnostics = Diagnostics::new();
        // The diagnostics show whether it fails.
        let _ = check(&ctx, name, text, &mut diagnostics);
        Self { sources, diagnostics }
    }

    /// Errors and warnings as plain text.
    pub(crate) fn report(&self) -> String {
        render(&self.sources, &self.diagnostics)
    }
}

fn check(
    ctx: &Context,
    name: &str,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let file = ctx.sources().add(name, text).expect("a text of bearable size");
    let ast = toy_ast::parse_module(&file, diagnostics)?;
    let analysis = sema::analyze(&ast, diagnostics)?;
    sema::lint(&ast, &[], diagnostics);
    if !ast.functions.iter().any(|function| function.name.text() == "main") {
        let functions = ast.functions.iter().map(|function| function.name.text());
        return Err(diagnostics.error(sema::no_main(name, functions)));
    }
    let mut module = toy_dialect::emit_module(ctx, &ast, &analysis);
    let mut passes = PassManager::new();
    toy_dialect::pipeline::add_toy_passes(ctx, &mut passes);
    passes.run(&mut module, &mut RunOptions::default(), diagnostics)
}

/// The messages of [`analysis`] with their places, without the source lines.
#[track_caller]
pub(crate) fn messages(text: &str) -> Vec<String> {
    let all = analysis(text);
    all.lines()
        .filter_map(|line| line.strip_prefix("t.toy:"))
        .filter(|line| line.contains(": error: ") || line.contains(": warning: "))
        .map(str::to_owned)
        .collect()
}

/// A program as IR.
pub(crate) struct Compiled {
    ctx: Context,
    pub(crate) module: Body,
}

impl Compiled {
    /// Of a valid Toy program in the file `t.toy`.
    #[track_caller]
    pub(crate) fn new(source: &str) -> Self {
        let ctx = Context::new();
        toy_dialect::register(&ctx);
        let file = ctx.sources().add("t.toy", source).unwrap();
        let mut diagnostics = Diagnostics::new();
        let ast = toy_ast::parse_module(&file, &mut diagnostics).expect("a well-formed program");
        let analysis = sema::analyze(&ast, &mut diagnostics).expect("a valid program");
        let module = toy_dialect::emit_module(&ctx, &ast, &analysis);
        verify(&module, &mut diagnostics).expect("valid IR");
        Self { ctx, module }
    }

    /// Of IR in the file `t.mlir`.
    #[track_caller]
    pub(crate) fn read(text: &str) -> Self {
        let module = read(text).expect("valid IR");
        Self { ctx: module.context().clone(), module }
    }

    pub(crate) fn text(&self) -> String {
        print_op(self.module.as_op(), PrintOptions::default())
    }

    pub(crate) fn text_with_locations(&self) -> String {
        print_op(self.module.as_op(), PrintOptions::default().with_debug_info(true))
    }

    /// Runs passes; the error is what was reported.
    pub(crate) fn run(
        &mut self,
        add: impl FnOnce(&Context, &mut PassManager),
    ) -> Result<(), String> {
        let mut passes = PassManager::new();
        add(&self.ctx, &mut passes);
        let mut diagnostics = Diagnostics::new();
        passes
            .run(&mut self.module, &mut RunOptions::default(), &mut diagnostics)
            .map_err(|_| render(self.ctx.sources(), &diagnostics))
    }

    pub(crate) fn run_toy_passes(&mut self) -> Result<(), String> {
        self.run(toy_dialect::pipeline::add_toy_passes)
    }
}

/// The signature of `f` for parameters of these sizes, or what was reported.
pub(crate) fn signature(source: &str, parameters: &[Vec<LinearSize>]) -> Result<Signature, String> {
    let mut program = Compiled::new(source);
    let parameters = parameters
        .iter()
        .map(|sizes| ExportedTensor { sizes: sizes.clone(), element: Element::F64 })
        .collect();
    let export = Export { symbol: "f".into(), function: "f".into(), parameters };
    let mut diagnostics = Diagnostics::new();
    let exports = [export];
    add_exports(&mut program.module, &exports, &mut diagnostics).expect("there is a function f");
    program.run(|ctx, passes| add_toy_passes_keeping(ctx, passes, &[&exports[0].root()]))?;
    signatures(&program.module, &exports).pop().ok_or_else(|| "no signature".to_owned())
}

/// Reads IR and prints it again.
#[track_caller]
pub(crate) fn read_back(text: &str) -> String {
    match read(text) {
        Ok(module) => print_op(module.as_op(), PrintOptions::default()),
        Err(errors) => panic!("{errors}\n{text}"),
    }
}

/// Reads IR from the file `t.mlir` and verifies it.
pub(crate) fn read(text: &str) -> Result<Body, String> {
    let ctx = Context::new();
    toy_dialect::register(&ctx);
    let file = ctx.sources().add("t.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let parsed = parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics);
    let module = parsed.and_then(|module| verify(&module, &mut diagnostics).map(|()| module));
    module.map_err(|_| render(ctx.sources(), &diagnostics))
}
