//! Compiles a program, and collects what the page shows.

use std::sync::Arc;
use std::time::Duration;

use mlir_lite::Context;
use mlir_lite::dialects::standard::AllocOp;
use mlir_lite::ir::Body;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::text::PrintOptions;
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{
    Diagnostics, Position, RenderStyle, Renderer, Reported, SourceFile, SourceMap, visible_lines,
};
use mlir_lite_opt::passes::PassFlags;
use mlir_lite_opt::source;
use serde_json::{Value, json};
use toy_dialect::pipeline::FloatingPoint;
use toy_dialect::sema::{analyze, lint, no_main};
use toy_dialect::shapes::needs_inference;
use toy_dialect::{ProgramArguments, arguments_taken, program};

use super::child::{self, Limits};
use super::clock::now;
use super::lines::Lines;
#[cfg(feature = "llvm")]
use super::machine;
use super::steps::Recorder;
#[cfg(feature = "llvm")]
use crate::debug::DebugSource;
use crate::entry_point::MAIN;
#[cfg(feature = "llvm")]
use crate::execution;
use crate::imports;
use crate::optimization::Level;
use crate::pipeline::Pipeline;
use crate::plan::Plan;
use crate::stage::Stage;
#[cfg(feature = "llvm")]
use crate::timing::Timing;

/// The limits of a program when the page is made.
const RUN_LIMITS: Limits = Limits { time: Duration::from_secs(5), output: 64 << 10 };

/// How a program is compiled.
pub(super) struct How {
    /// The arguments of the program.
    words: Vec<String>,
    #[cfg(feature = "llvm")]
    level: Level,
    pipeline: Pipeline,
}

impl How {
    fn of(plan: &Plan) -> Self {
        Self {
            words: plan.input.words.clone(),
            #[cfg(feature = "llvm")]
            level: plan.code.level,
            pipeline: plan.pipeline.clone(),
        }
    }

    /// Without arguments, at a level.
    pub(super) fn at(level: Level) -> Self {
        let (passes, printing) = (PassFlags::default(), PrintOptions::default());
        let pipeline = Pipeline::with(level, FloatingPoint::Strict, passes, printing);
        Self {
            words: Vec::new(),
            #[cfg(feature = "llvm")]
            level,
            pipeline,
        }
    }
}

/// A program at one stage.
#[derive(Debug)]
struct Shown {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    lines: Vec<u32>,
}

/// A program at every stage, as far as it could be compiled.
#[derive(Default)]
pub(super) struct Exploration {
    file: Option<Arc<SourceFile>>,
    stages: Vec<Shown>,
    recorder: Option<Recorder>,
    /// How long each part took.
    times: Vec<(&'static str, Duration)>,
    buffers: Vec<Value>,
    is_complete: bool,
    /// Whether the program is for the interpreter: no machine code, and the module is kept.
    interprets: bool,
    /// The program as it is written, in the toy dialect.
    program: Option<Body>,
}

impl Exploration {
    /// An exploration of a program that the interpreter runs.
    pub(super) fn for_interpreter() -> Self {
        Self { interprets: true, ..Self::default() }
    }

    /// The program for the interpreter, if it could be compiled and needs no arguments.
    pub(super) fn runnable(&self) -> Option<&Body> {
        self.program.as_ref().filter(|_| self.is_complete)
    }

    /// Compiles the program of the plan.
    ///
    /// # Errors
    /// If it is wrong; it was reported.
    pub(super) fn compile(
        &mut self,
        plan: &Plan,
        sources: &Arc<SourceMap>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let file = source::load(plan.input.file.as_deref(), sources, diagnostics)?;
        self.compile_file(file, &How::of(plan), sources, diagnostics)
    }

    /// Compiles a program.
    ///
    /// # Errors
    /// If it is wrong; it was reported.
    pub(super) fn compile_file(
        &mut self,
        file: Arc<SourceFile>,
        how: &How,
        sources: &Arc<SourceMap>,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        self.file = Some(Arc::clone(&file));
        let program = self.time("parse", || imports::parse(&file, sources, diagnostics))?;
        let mut lines = Lines::default();
        let mut text = Vec::new();
        // Writing into memory does not fail.
        let _ = toy_ast::dump(&program, sources, &mut text);
        let tree = visible_lines(&String::from_utf8_lossy(&text)).into_owned();
        let found = lines.of_tree(&tree, file.name());
        self.show("ast", "Syntax tree", "The result of the parser.", found);
        self.recorder = Some(Recorder::new(lines, file.name()));

        let analysis = self.time("analyse", || analyze(&program, diagnostics))?;
        lint(&program, &[], diagnostics);
        program::set_arguments(how.words.clone());
        let ctx = Context::with_sources(Arc::clone(sources));
        toy_dialect::register(&ctx);
        let given = ProgramArguments { words: &how.words, are_counted: true };
        let mut module = self.time("emit toy", || {
            toy_dialect::emit_module_with_arguments(&ctx, &program, &analysis, given)
        });
        if SymbolTable::new(&module).lookup(ctx.ident(MAIN)).is_none() {
            let names = program.functions.iter().map(|function| function.name.text());
            return Err(diagnostics.error(no_main(file.name(), names)));
        }
        if self.interprets {
            self.program = Some(module.deep_clone());
        }
        self.lower(&mut module, how, diagnostics)?;
        if let Some(program) = &mut self.program
            && needs_inference(program)
        {
            how.pipeline.specialize(program, diagnostics)?;
        }
        #[cfg(feature = "llvm")]
        if !self.interprets {
            let mut debug = DebugSource::new(file.name(), how.level);
            debug.add_functions(&program, |at| sources.line_col(at).map(|location| location.line));
            self.machine_code(&module, how.level, &debug, diagnostics)?;
        }
        self.is_complete = true;
        let taken = arguments_taken(&program);
        // A program that is given too few arguments is compiled, and not run.
        self.is_complete &= taken.len() == how.words.len();
        Ok(())
    }

    fn lower(
        &mut self,
        module: &mut Body,
        how: &How,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let Some(mut recorder) = self.recorder.take() else { return Ok(()) };
        recorder.start(module.as_op());
        let written = recorder.module.clone();
        self.show("toy", "toy", "The toy dialect, as the program is written.", written);
        let stages = [
            (
                Stage::Mlir,
                "inferred",
                "toy, inferred",
                "Calls are inlined, and all shapes are known.",
            ),
            (Stage::MlirAffine, "affine", "affine", "Loops over memory: affine and std."),
            (Stage::MlirStd, "std", "std", "Control flow, arithmetic and memory: std."),
            (
                Stage::MlirLlvm,
                "llvm-dialect",
                "llvm dialect",
                "The instructions of LLVM IR, as ops.",
            ),
        ];
        let mut result = Ok(());
        for (stage, id, title, about) in stages {
            recorder.stage = id;
            let before = recorder.steps.len();
            result = how.pipeline.run_stage(module, stage, &mut recorder, diagnostics);
            // Without the time that recording takes.
            self.times.push((title, recorder.steps[before..].iter().map(|step| step.time).sum()));
            result = result.and_then(|()| verify(module, diagnostics));
            if result.is_err() {
                break;
            }
            recorder.end_stage(module.as_op());
            self.show(id, title, about, recorder.module.clone());
            if stage == Stage::MlirAffine {
                self.buffers = buffers(module);
            }
        }
        self.recorder = Some(recorder);
        result
    }

    #[cfg(feature = "llvm")]
    fn machine_code(
        &mut self,
        module: &Body,
        level: Level,
        debug: &DebugSource,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let mut ir =
            |level| execution::llvm_ir(module, level, Some(debug), &mut Timing::new(), diagnostics);
        let plain = self.time("LLVM IR", || ir(Level::O0))?;
        let found = machine::llvm_lines(self.lines(), &plain);
        self.show("llvm", "LLVM IR", "The input of LLVM.", found);
        if level != Level::O0 {
            let text = self.time("LLVM's passes", || ir(level))?;
            let found = machine::llvm_lines(self.lines(), &text);
            self.show("optimized", "LLVM IR, optimised", "After LLVM's passes.", found);
        }
        let text =
            self.time("assembly", || execution::assembly(module, level, Some(debug), diagnostics))?;
        let found = machine::assembly_lines(self.lines(), &text);
        self.show("asm", "Assembly", "The instructions of this machine.", found);
        Ok(())
    }

    #[cfg(feature = "llvm")]
    fn lines(&mut self) -> &mut Lines {
        let recorder = self.recorder.get_or_insert_with(|| Recorder::new(Lines::default(), ""));
        &mut recorder.lines
    }

    fn time<R>(&mut self, part: &'static str, work: impl FnOnce() -> R) -> R {
        let begin = now();
        let result = work();
        self.times.push((part, now() - begin));
        result
    }

    fn show(
        &mut self,
        id: &'static str,
        title: &'static str,
        about: &'static str,
        lines: Vec<u32>,
    ) {
        self.stages.push(Shown { id, title, about, lines });
    }

    /// All that the page shows. The program is run if it could be compiled.
    pub(super) fn data(
        &self,
        plan: &Plan,
        sources: &SourceMap,
        diagnostics: &Diagnostics,
    ) -> Value {
        let output = self.is_complete.then(|| self.output(plan));
        self.data_with(sources, diagnostics, output)
    }

    /// All that the page shows, with this output of the program.
    pub(super) fn data_with(
        &self,
        sources: &SourceMap,
        diagnostics: &Diagnostics,
        output: Option<Value>,
    ) -> Value {
        let mut messages = Vec::new();
        let renderer = Renderer::new(sources, RenderStyle::Plain);
        // Writing into memory does not fail.
        let _ = renderer.render_all(diagnostics.iter(), &mut messages);
        let empty = Lines::default();
        let lines = self.recorder.as_ref().map_or(&empty, |recorder| &recorder.lines);
        let (texts, lines) = lines.data();
        let stage = |stage: &Shown| {
            json!({
                "id": stage.id,
                "title": stage.title,
                "about": stage.about,
                "lines": stage.lines,
            })
        };
        let time = |(part, time): &(&str, Duration)| json!([part, time.as_micros() as u64]);
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "name": self.file.as_ref().map_or("", |file| file.name()),
            "source": self.file.as_ref().map_or("", |file| file.text()),
            "messages": String::from_utf8_lossy(&messages),
            "failed": diagnostics.error_count() > 0,
            "texts": texts,
            "lines": lines,
            "stages": self.stages.iter().map(stage).collect::<Vec<_>>(),
            "steps": self.recorder.as_ref().map_or(json!([]), Recorder::data),
            "times": self.times.iter().map(time).collect::<Vec<_>>(),
            "buffers": self.buffers,
            "output": output,
        })
    }

    /// The output of the program.
    fn output(&self, plan: &Plan) -> Value {
        let text = self.file.as_ref().map_or("", |file| file.text());
        let name = plan.input.named_file();
        let mut words = vec!["run".into(), "-xtoy".into()];
        words.push(name.map_or("-".into(), |name| name.as_os_str().to_owned()));
        words.push("--".into());
        words.extend(plan.input.words.iter().map(Into::into));
        let input = if name.is_some() { Vec::new() } else { text.as_bytes().to_vec() };
        match child::run(&words, input, RUN_LIMITS, false) {
            Ok(ended) => json!({
                "text": visible_lines(&String::from_utf8_lossy(&ended.output)),
                "messages": visible_lines(&String::from_utf8_lossy(&ended.messages)),
                "status": ended.status,
                "exceeded": ended.exceeded,
                "us": ended.time.as_micros() as u64,
            }),
            Err(error) => json!({ "text": "", "messages": error.to_string(), "status": null }),
        }
    }
}

/// The allocations of a module: function, type, bytes, and where they come from.
fn buffers(module: &Body) -> Vec<Value> {
    let ctx = module.context();
    let mut found = Vec::new();
    let functions = module.as_op().regions().flat_map(|region| region.ops());
    for function in functions.filter_map(|link| module.child(link.id())) {
        let name = function.as_op().symbol_name().map_or("", |name| name.text(ctx));
        for op in function.walk().filter(|op| op.is::<AllocOp>()) {
            let Some(ty) = op.result_types().next() else { continue };
            let Some(shape) = ty.static_shape(ctx) else { continue };
            let location = match op.location().to_position(ctx) {
                Position::Span(span) => ctx.sources().line_col(span.start),
                _ => None,
            };
            found.push(json!({
                "function": name,
                "shape": shape,
                "bytes": shape.iter().fold(8_i64, |bytes, size| bytes.saturating_mul(*size)),
                "line": location.as_ref().map(|location| location.line),
            }));
        }
    }
    found
}
