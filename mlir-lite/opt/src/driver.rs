//! One run of an opt tool: a source, its parts, a dump.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Command;
use mlir_lite::Context;
use mlir_lite::docs::dialect_doc;
use mlir_lite::ir::Body;
use mlir_lite::pass::{PassInfo, PassRegistry, PipelineStep, Reproducer, parse_steps};
use mlir_lite::text::{self, ParseOptions};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, ExpectedDiagnostics, Position, Reported, SourceFile, SourceMap,
    did_you_mean, nearest, show_stack_traces,
};

use crate::diff;
use crate::irdl;
use crate::only_op;
use crate::options::{ComparedDiagnostics, Options};
use crate::output::{refuse_inputs, write_dump, write_with};
use crate::patterns;
use crate::query;
use crate::report::report;
use crate::run::run_function;
use crate::source;
use crate::split::split;
use crate::status::Status;

/// The parameters of one opt tool and one run of it.
pub(crate) struct Run<'t> {
    pub(crate) set_up: &'t dyn Fn(&Context),
    pub(crate) registry: &'t PassRegistry,
    pub(crate) steps: &'t [PipelineStep],
    pub(crate) debug_parts: &'t [&'static str],
}

/// The inputs of a run but for its source.
#[derive(Clone, Copy)]
struct Inputs<'t> {
    sources: &'t Arc<SourceMap>,
    /// The files that define dialects.
    irdl: &'t [Arc<SourceFile>],
}

/// Runs the tool with these options.
pub(crate) fn execute(options: &Options, command: &mut Command, run: &Run<'_>) -> Status {
    options.limits.set();
    let sources = Arc::new(SourceMap::new());
    let mut diagnostics = Diagnostics::new();
    let result = match documentation(options, command, run.registry, &mut diagnostics) {
        Some(text) => {
            text.and_then(|text| write_dump(&text, options.output.as_deref(), &mut diagnostics))
        }
        None => process(options, &sources, run, &mut diagnostics),
    };
    let result = result.and(options.remarks.deliver(&sources, &mut diagnostics));
    report(&sources, &diagnostics, options.diagnostics);
    match result {
        Ok(()) => Status::Success,
        Err(_) => Status::InputErrors,
    }
}

fn process(
    options: &Options,
    sources: &Arc<SourceMap>,
    run: &Run<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let output = options.output.as_deref();
    if let Some(output) = output {
        refuse_inputs(output, options.irdl_files.iter().map(PathBuf::as_path), diagnostics)?;
        if options.dialect_doc.is_none() && options.pass_patterns.is_none() {
            let file = options.file.as_deref().unwrap_or(Path::new("-"));
            refuse_inputs(output, [file], diagnostics)?;
        }
    }
    let inputs = Inputs { sources, irdl: &irdl::read(&options.irdl_files, sources, diagnostics)? };
    if options.show_dialects {
        let ctx = context(options, inputs, run, diagnostics)?;
        let text = format!("Available Dialects: {}\n", ctx.loaded_dialects().join(","));
        return write_dump(text.as_bytes(), output, diagnostics);
    }
    if let Some(namespace) = &options.dialect_doc {
        let ctx = context(options, inputs, run, diagnostics)?;
        return write_dump(document(&ctx, namespace, diagnostics)?.as_bytes(), output, diagnostics);
    }
    if let Some(name) = &options.pass_patterns {
        let pass = find_pass(run.registry, name, diagnostics)?;
        let text = patterns::list(&context(options, inputs, run, diagnostics)?, pass);
        return write_dump(text.as_bytes(), output, diagnostics);
    }
    if let Some(first) = &options.diff {
        let ctx = context(options, inputs, run, diagnostics)?;
        let first = source::load(Some(first), sources, diagnostics)?;
        let second = source::load(options.file.as_deref(), sources, diagnostics)?;
        let first = transform(options, &ctx, &first, run, diagnostics)?;
        let second = transform(options, &ctx, &second, run, diagnostics)?;
        return diff::compare(&first, &second, diagnostics);
    }
    if let Some(query) = &options.query {
        let ctx = context(options, inputs, run, diagnostics)?;
        let file = source::load(options.file.as_deref(), sources, diagnostics)?;
        let module = transform(options, &ctx, &file, run, diagnostics)?;
        let text = query::answer(query, &module, &file, options.query_json, diagnostics)?;
        return write_dump(text.as_bytes(), output, diagnostics);
    }
    let Some(marker) = options.split_marker() else {
        let file = source::load(options.file.as_deref(), sources, diagnostics)?;
        if options.verify_diagnostics.is_none() {
            let ctx = context(options, inputs, run, diagnostics)?;
            let module = transform(options, &ctx, &file, run, diagnostics)?;
            let Some(function) = &options.run else {
                let result = write_with(output, diagnostics, |out| print(options, &module, out));
                // The process ends: freeing each body, and the context it belongs to, would take a
                // tenth of the time for many small functions.
                std::mem::forget(module);
                return result;
            };
            let results =
                run_function(&module, function, (&options.run_args, options.vscale), diagnostics)?;
            return write_dump(&results, output, diagnostics);
        }
        let text = part(options, inputs, &file, run, diagnostics)?;
        return write_dump(text.as_bytes(), output, diagnostics);
    };
    let (name, whole) = source::read(options.file.as_deref(), diagnostics)?;
    let mut dumps = Vec::new();
    let mut result = Ok(());
    for piece in split(&whole, marker) {
        let file =
            sources.add_part(name.as_str(), piece.text, piece.first_line).map_err(|error| {
                diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string()))
            })?;
        match part(options, inputs, &file, run, diagnostics) {
            Ok(dump) => dumps.push(dump),
            Err(error) => {
                dumps.push(String::new());
                result = Err(error);
            }
        }
    }
    // Parts with errors do not keep those without from being printed, as in MLIR.
    let marker = format!("{}\n", options.output_split_marker);
    write_dump(dumps.join(&marker).as_bytes(), output, diagnostics)?;
    result
}

/// The output of one part. If diagnostics are compared, only the differences are errors.
fn part(
    options: &Options,
    inputs: Inputs<'_>,
    file: &SourceFile,
    run: &Run<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<String, Reported> {
    let ctx = context(options, inputs, run, diagnostics)?;
    let dump = |diagnostics: &mut Diagnostics| {
        let module = transform(options, &ctx, file, run, diagnostics)?;
        let text = match &options.run {
            Some(function) => {
                run_function(&module, function, (&options.run_args, options.vscale), diagnostics)?
            }
            None => {
                let mut text = Vec::new();
                // Writing to memory cannot fail.
                let _ = print(options, &module, &mut text);
                text
            }
        };
        Ok(String::from_utf8(text).unwrap_or_default())
    };
    let Some(compared) = options.verify_diagnostics else { return dump(diagnostics) };
    let mut found = Diagnostics::new();
    let dump = dump(&mut found);
    let expected = ExpectedDiagnostics::of(file);
    match compared {
        ComparedDiagnostics::All => expected.compare(inputs.sources, &found, diagnostics)?,
        ComparedDiagnostics::OnlyExpected => {
            expected.find(inputs.sources, &found, diagnostics)?;
        }
    }
    Ok(dump.unwrap_or_default())
}

fn write_debug_output(ctx: &Context, parts: &[String]) {
    if !parts.is_empty() {
        // An error in writing to standard error cannot be reported anywhere.
        ctx.set_debug_output(parts, |text| {
            drop(io::Write::write_all(
                &mut io::stderr(),
                mlir_lite_diagnostics::visible_lines(text).as_bytes(),
            ));
        });
    }
}

fn transform(
    options: &Options,
    ctx: &Context,
    file: &SourceFile,
    run: &Run<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<Body, Reported> {
    let mut module = text::parse_module(ctx, file, parse_options(options), diagnostics)?;
    if options.no_implicit_module {
        only_op::check(&module, run.steps, diagnostics)?;
    }
    verify(&module, diagnostics)?;
    if options.verify_roundtrip {
        check_round_trip(options, &module, diagnostics)?;
    }
    let mut steps = run.steps.to_vec();
    let mut verify_each = options.verify_each;
    if options.run_reproducer
        && let Some(reproducer) = Reproducer::find(file.text())
    {
        steps.push(PipelineStep::Text(reproducer.pipeline));
        verify_each &= reproducer.verify_each;
    }
    let manager = parse_steps(ctx, &steps, run.registry, diagnostics)?;
    if !manager.is_empty() {
        options.passes.run(
            &manager,
            &mut module,
            options.printing.options_for(ctx),
            verify_each,
            diagnostics,
        )?;
    }
    Ok(module)
}

/// Checks that the text of a module is read back as a module that prints the same, in the custom
/// and in the generic form.
fn check_round_trip(
    options: &Options,
    module: &Body,
    diagnostics: &mut Diagnostics,
) -> Result<(), Reported> {
    let ctx = module.context();
    let printing = options.printing.options_for(ctx).with_elided_above(None);
    for generic in [false, true] {
        let printing = printing.with_generic(generic);
        let text = text::print_valid_op(module.as_op(), printing);
        let wrong = |error: &dyn std::fmt::Display| {
            Diagnostic::error(Position::Unknown, format!("the text is not read back: {error}"))
        };
        let file = ctx.sources().add("<round trip>", text.clone());
        let file = file.map_err(|error| diagnostics.error(wrong(&error)))?;
        let again = text::parse_module(ctx, &file, parse_options(options), diagnostics)?;
        if text::print_valid_op(again.as_op(), printing) != text {
            return Err(diagnostics.error(wrong(&"it prints another text")));
        }
    }
    Ok(())
}

/// The documentation that is requested instead of reading a source.
fn documentation(
    options: &Options,
    command: &mut Command,
    registry: &PassRegistry,
    diagnostics: &mut Diagnostics,
) -> Option<Result<Vec<u8>, Reported>> {
    if let Some(shell) = options.completion {
        let name = command.get_name().to_string();
        let mut script = Vec::new();
        clap_complete::generate(shell, command, name, &mut script);
        return Some(Ok(script));
    }
    if options.list_passes {
        return Some(Ok(registry.list().into_bytes()));
    }
    let name = options.pass_doc.as_deref()?;
    if name.is_empty() {
        return Some(Ok(registry.markdown().into_bytes()));
    }
    Some(find_pass(registry, name, diagnostics).map(|info| info.markdown().into_bytes()))
}

/// The pass of a name; reports an error if there is none.
fn find_pass<'r>(
    registry: &'r PassRegistry,
    name: &str,
    diagnostics: &mut Diagnostics,
) -> Result<&'r PassInfo, Reported> {
    registry.pass(name).ok_or_else(|| {
        let diagnostic = Diagnostic::error(Position::Unknown, format!("there is no pass '{name}'"));
        let help = registry.suggestion(name).unwrap_or("`--list-passes` lists them".to_string());
        diagnostics.error(diagnostic.with_help(help))
    })
}

/// A context with the tool's dialects, and those that files define.
fn context(
    options: &Options,
    inputs: Inputs<'_>,
    run: &Run<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<Context, Reported> {
    let ctx = Context::with_sources(Arc::clone(inputs.sources));
    ctx.set_threads(options.passes.thread_count());
    ctx.show_ops_in_errors(options.mlir_print_op_on_diagnostic);
    show_stack_traces(options.mlir_print_stacktrace_on_diagnostic);
    run.debug_parts.iter().for_each(|part| ctx.add_debug_part(part));
    write_debug_output(&ctx, &options.debug_only);
    ctx.set_remark_filter(options.remarks.filter());
    (run.set_up)(&ctx);
    irdl::load(&ctx, inputs.irdl, parse_options(options), diagnostics)?;
    Ok(ctx)
}

fn parse_options(options: &Options) -> ParseOptions {
    ParseOptions::default().with_allow_unregistered(options.allow_unregistered_dialect)
}

fn print(options: &Options, module: &Body, out: &mut dyn io::Write) -> io::Result<()> {
    let printing = options.printing.options_for(module.context());
    let top = only_op::find(module).filter(|_| options.no_implicit_module);
    let top = top.unwrap_or_else(|| module.as_op());
    // After passes without verification, the module may be invalid.
    if options.verify_each || options.printing.mlir_print_assume_verified {
        text::write_valid_op(top, printing, out)?;
    } else {
        text::write_op(top, printing, out)?;
    }
    // `mlir-opt` ends its dumps with an empty line, unless it prints in local scope.
    let has_empty_line = printing.spelling == text::Spelling::Upstream && !printing.local_scope;
    out.write_all(if has_empty_line { b"\n\n" } else { b"\n" })
}

/// The documentation of a dialect that the tool knows.
fn document(
    ctx: &Context,
    namespace: &str,
    diagnostics: &mut Diagnostics,
) -> Result<String, Reported> {
    dialect_doc(ctx, namespace).ok_or_else(|| {
        let message =
            format!("no dialect '{namespace}'; there are {}", ctx.loaded_dialects().join(", "));
        let diagnostic = Diagnostic::error(Position::Unknown, message);
        diagnostics.error(match nearest(namespace, ctx.dialect_prefixes()) {
            Some(near) => diagnostic.with_help(did_you_mean(near)),
            None => diagnostic,
        })
    })
}
