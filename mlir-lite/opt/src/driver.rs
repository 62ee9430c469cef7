//! One run of an opt tool: a source, its parts, a dump.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use mlir_lite::Context;
use mlir_lite::docs::dialect_doc;
use mlir_lite::ir::Body;
use mlir_lite::text::{self, ParseOptions};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, ExpectedDiagnostics, Position, Reported, SourceFile, SourceMap,
};

use crate::dashes;
use crate::options::Options;
use crate::output::{write_dump, write_with};
use crate::report::report;
use crate::source;
use crate::split::split;
use crate::status::Status;

/// An opt tool: reads what its command line names, verifies it and prints it. `set_up` loads the dialects that the tool
/// knows; it is called once for each part of a file. See the crate's documentation for an example.
pub fn run(set_up: impl Fn(&Context), arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    match dashes::from_command_line(arguments, |_: &Options| Ok(())) {
        Ok(options) => run_with(&options, set_up).into(),
        Err(status) => status.into(),
    }
}

/// As [`run`], and `transform` is what happens between verifying and printing: passes, which verify
/// what they leave.
pub fn run_passes(
    set_up: impl Fn(&Context),
    transform: impl Fn(&mut Body, &mut Diagnostics) -> Result<(), Reported>,
    arguments: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    match dashes::from_command_line(arguments, |_: &Options| Ok(())) {
        Ok(options) => execute(&options, &Tool { set_up: &set_up, transform: &transform }).into(),
        Err(status) => status.into(),
    }
}

/// As [`run`], for options that are read.
pub fn run_with(options: &Options, set_up: impl Fn(&Context)) -> Status {
    execute(options, &Tool { set_up: &set_up, transform: &|_, _| Ok(()) })
}

/// What tells one opt tool from another.
struct Tool<'t> {
    set_up: &'t dyn Fn(&Context),
    transform: &'t dyn Fn(&mut Body, &mut Diagnostics) -> Result<(), Reported>,
}

fn execute(options: &Options, tool: &Tool<'_>) -> Status {
    let sources = Arc::new(SourceMap::new());
    let mut diagnostics = Diagnostics::new();
    let result = process(options, &sources, tool, &mut diagnostics);
    report(&sources, &diagnostics, options.diagnostics);
    match result {
        Ok(()) => Status::Success,
        Err(_) => Status::InputErrors,
    }
}

fn process(
    options: &Options,
    sources: &Arc<SourceMap>,
    tool: &Tool<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let output = options.output.as_deref();
    if let Some(namespace) = &options.dialect_doc {
        let ctx = context(options, sources, tool);
        return write_dump(document(&ctx, namespace, diagnostics)?.as_bytes(), output, diagnostics);
    }
    let Some(marker) = options.split_marker() else {
        let file = source::load(options.file.as_deref(), sources, diagnostics)?;
        if !options.verify_diagnostics {
            let ctx = context(options, sources, tool);
            let module = transform(options, &ctx, &file, tool, diagnostics)?;
            return write_with(output, diagnostics, |out| print(options, &module, out));
        }
        let text = part(options, sources, &file, tool, diagnostics)?;
        return write_dump(text.as_bytes(), output, diagnostics);
    };
    let (name, whole) = source::read(options.file.as_deref(), diagnostics)?;
    let mut dumps = Vec::new();
    let mut result = Ok(());
    for piece in split(&whole, marker) {
        let file = sources
            .add_part(name.as_str(), piece.text, piece.first_line)
            .map_err(|error| diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string())))?;
        match part(options, sources, &file, tool, diagnostics) {
            Ok(dump) => dumps.push(dump),
            Err(error) => {
                dumps.push(String::new());
                result = Err(error);
            }
        }
    }
    // Parts with errors do not keep those without from being printed, as in MLIR.
    write_dump(dumps.join("// -----\n").as_bytes(), output, diagnostics)?;
    result
}

/// What is printed of one part. In a comparison of diagnostics, only what differs is an error.
fn part(
    options: &Options,
    sources: &Arc<SourceMap>,
    file: &SourceFile,
    tool: &Tool<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<String, Reported> {
    let ctx = context(options, sources, tool);
    let dump = |diagnostics: &mut Diagnostics| {
        let module = transform(options, &ctx, file, tool, diagnostics)?;
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = print(options, &module, &mut text);
        Ok(String::from_utf8(text).unwrap_or_default())
    };
    if !options.verify_diagnostics {
        return dump(diagnostics);
    }
    let mut found = Diagnostics::new();
    let dump = dump(&mut found);
    ExpectedDiagnostics::of(file).compare(sources, &found, diagnostics)?;
    Ok(dump.unwrap_or_default())
}

fn transform(
    options: &Options,
    ctx: &Context,
    file: &SourceFile,
    tool: &Tool<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<Body, Reported> {
    let parse = ParseOptions { allow_unregistered: options.allow_unregistered_dialect };
    let mut module = text::parse_module(ctx, file, parse, diagnostics)?;
    verify(&module, diagnostics)?;
    (tool.transform)(&mut module, diagnostics)?;
    Ok(module)
}

/// A context with the tool's dialects.
fn context(options: &Options, sources: &Arc<SourceMap>, tool: &Tool<'_>) -> Context {
    let ctx = Context::with_sources(Arc::clone(sources));
    ctx.set_threads(if options.mlir_disable_threading { 1 } else { options.threads });
    (tool.set_up)(&ctx);
    ctx
}

fn print(options: &Options, module: &Body, out: &mut dyn io::Write) -> io::Result<()> {
    let printing = options.printing.options();
    text::write_op(module.as_op(), printing, out)?;
    // `mlir-opt` ends its dumps with an empty line.
    let is_upstream = printing.spelling == text::Spelling::Upstream;
    out.write_all(if is_upstream { b"\n\n" } else { b"\n" })
}

/// The page of a dialect that the tool knows.
fn document(ctx: &Context, namespace: &str, diagnostics: &mut Diagnostics) -> Result<String, Reported> {
    dialect_doc(ctx, namespace).ok_or_else(|| {
        let message = format!("no dialect '{namespace}'; there are {}", ctx.loaded_dialects().join(", "));
        diagnostics.error(Diagnostic::error(Position::Unknown, message))
    })
}
