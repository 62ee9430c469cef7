//! Commands that show an expression or a function: its type, its code at each stage, the effects of
//! passes, its time.

use mlir_lite::ir::Body;
use mlir_lite::pass::{Instrumentation, PassEvent};
use mlir_lite::text::{PrintOptions, print_op};
use mlir_lite_diagnostics::{RenderStyle, Reported};
use similar::{ChangeTag, TextDiff};
use toy_ast::{Item, Module};

use super::super::capture::Captures;
use super::super::display::tensor_name;
use super::super::run::infer;
use super::super::session::{Entry, Session, check_form};
use super::super::subject::{Program, Shape, Subject, example, signature};
use super::{Output, times};
use crate::optimization::Level;
use crate::pipeline::Pipeline;
use crate::stage::Stage;

/// Lines that are shown around a change.
const CONTEXT: usize = 2;

pub(super) fn type_of(
    session: &mut Session,
    text: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    match Subject::read(session, text, out.diagnostics)? {
        Subject::Entry(entry) => type_of_entry(session, &entry, out),
        Subject::Generic(name) => {
            let (shown, params) = match session.definitions.function(&name) {
                Some(function) => {
                    (function.function().signature(), function.function().params.len())
                }
                None => (name.clone(), 1),
            };
            out.reply.shown += &format!(
                "{shown}: generic, for arguments of any shape; for some: `:type {}`\n",
                example(&name, params)
            );
            Ok(())
        }
        subject @ Subject::Function(..) => {
            let program = subject.program(session, out.diagnostics)?;
            let (Some(root), Some(shapes)) = (&program.root, &program.shapes) else {
                return Ok(());
            };
            let mut module = program.emit(session, out.diagnostics)?;
            session
                .settings
                .pipeline()
                .keeping(vec![root.clone()])
                .infer_shapes(&mut module, out.diagnostics)?;
            let results = signature(&module, root).map(|(_, results)| results).unwrap_or_default();
            let results = results.iter().filter_map(|ty| Shape::of_type(module.context(), *ty));
            let results: Vec<_> = results.map(|shape| shape.text()).collect();
            let shapes: Vec<_> = shapes.iter().map(Shape::text).collect();
            let results =
                if results.is_empty() { "nothing".to_owned() } else { results.join(", ") };
            out.reply.shown += &match &shapes[..] {
                [] => format!("{root}: -> {results}\n"),
                shapes => format!("{root}: for {} -> {results}\n", shapes.join(", ")),
            };
            Ok(())
        }
    }
}

/// The type of an entry's value, which is not computed.
fn type_of_entry(session: &Session, entry: &Entry, out: &mut Output<'_>) -> Result<(), Reported> {
    check_form(&entry.input, out.diagnostics)?;
    let (mut program, analysis) = session.check(&entry.input, out.diagnostics)?;
    let captures = Captures::add_to(&mut program, &analysis, &[], true);
    let inferred =
        infer(&program, captures.tensors(), &session.settings, &session.sources, out.diagnostics)?;
    out.reply.shown += &match captures.values(inferred.tensors).shown {
        Some(value) => format!("{}\n", described(&value)),
        None => "no value\n".to_owned(),
    };
    Ok(())
}

/// `tensor<2x3>`, `P { x: number, y: tensor<2> }`.
fn described(value: &super::super::value::Value) -> String {
    use super::super::value::Value;
    match value {
        Value::Tensor(tensor) => tensor_name(tensor),
        Value::Struct(name, members) => {
            let members =
                members.iter().map(|(name, member)| format!("{name}: {}", described(member)));
            format!("{name} {{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
    }
}

pub(super) fn ast(session: &mut Session, text: &str, out: &mut Output<'_>) -> Result<(), Reported> {
    let tree = match Subject::read(session, text, out.diagnostics)? {
        Subject::Generic(name) | Subject::Function(name, _) => {
            match session.definitions.function(&name) {
                Some(kept) => Module {
                    functions: vec![kept.function().clone()],
                    items: vec![Item::Function(0)],
                    exprs: kept.exprs().clone(),
                    ..Module::default()
                },
                None => Module::default(),
            }
        }
        entry => entry.program(session, out.diagnostics)?.tree,
    };
    let mut dump = Vec::new();
    // Writing into memory does not fail.
    let _ = toy_ast::dump(&tree, &session.sources, &mut dump);
    out.reply.shown += &String::from_utf8_lossy(&dump);
    Ok(())
}

pub(super) fn ir(
    session: &mut Session,
    text: &str,
    stage: Stage,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let program =
        Subject::read(session, text, out.diagnostics)?.program(session, out.diagnostics)?;
    let is_as_written = stage == Stage::Mlir && session.settings.shown_level() == Level::O0;
    let module = if is_as_written {
        program.emit(session, out.diagnostics)?
    } else {
        lowered(session, &program, stage, out)?
    };
    out.reply.shown += &format!("{}\n", print_op(module.as_op(), session.settings.printing));
    Ok(())
}

#[cfg(feature = "llvm")]
pub(super) fn llvm(
    session: &mut Session,
    text: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let program =
        Subject::read(session, text, out.diagnostics)?.program(session, out.diagnostics)?;
    let module = lowered(session, &program, Stage::MlirLlvm, out)?;
    let level = session.settings.shown_level();
    let mut timing = crate::timing::Timing::new();
    out.reply.shown +=
        &crate::execution::llvm_ir(&module, level, None, &mut timing, out.diagnostics)?;
    Ok(())
}

#[cfg(feature = "llvm")]
pub(super) fn asm(session: &mut Session, text: &str, out: &mut Output<'_>) -> Result<(), Reported> {
    let program =
        Subject::read(session, text, out.diagnostics)?.program(session, out.diagnostics)?;
    let module = lowered(session, &program, Stage::MlirLlvm, out)?;
    out.reply.shown += &crate::execution::assembly(
        &module,
        session.settings.shown_level(),
        None,
        out.diagnostics,
    )?;
    Ok(())
}

/// The pipeline for a program, and its IR before the pipeline.
///
/// # Errors
/// If the shapes of the program are not known.
fn prepared(
    session: &Session,
    program: &Program,
    out: &mut Output<'_>,
) -> Result<(Pipeline, Body), Reported> {
    let pipeline = session.settings.shown_pipeline();
    let Some(root) = &program.root else {
        return Err(
            out.error("there is only a definition, which is generic", "enter it, and then name it")
        );
    };
    if program.shapes.is_none() {
        let params = program.tree.functions.iter().find(|function| function.name.text() == root);
        let usage = example(root, params.map_or(1, |function| function.params.len()));
        return Err(out.error(
            format!(
                "function '{root}' is generic: its code depends on the shapes of its arguments"
            ),
            format!("give shapes, as in `{usage}`, or arguments"),
        ));
    }
    let module = program.emit(session, out.diagnostics)?;
    Ok((pipeline.keeping(vec![root.clone()]), module))
}

fn lowered(
    session: &Session,
    program: &Program,
    stage: Stage,
    out: &mut Output<'_>,
) -> Result<Body, Reported> {
    let (pipeline, mut module) = prepared(session, program, out)?;
    pipeline.infer_shapes(&mut module, out.diagnostics)?;
    pipeline.lower(&mut module, stage, out.diagnostics)?;
    Ok(module)
}

pub(super) fn passes(
    session: &mut Session,
    text: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let program =
        Subject::read(session, text, out.diagnostics)?.program(session, out.diagnostics)?;
    let (pipeline, mut module) = prepared(session, &program, out)?;
    let printing = session.settings.printing;
    let colour = matches!(session.settings.style, RenderStyle::Fancy { colour: true });
    let mut watcher = Watcher {
        before: lines(&module, printing),
        text: String::new(),
        idle: Vec::new(),
        printing,
        colour,
    };
    watcher.text = format!("as it is written\n{}", watcher.before);
    let result = pipeline.run_watched(&mut module, &mut watcher, out.diagnostics);
    watcher.tell_idle();
    out.reply.shown += &watcher.text;
    result
}

fn lines(module: &Body, printing: PrintOptions) -> String {
    print_op(module.as_op(), printing) + "\n"
}

/// Records the changes of each pass.
struct Watcher {
    before: String,
    text: String,
    /// The latest passes that have changed nothing.
    idle: Vec<&'static str>,
    printing: PrintOptions,
    colour: bool,
}

impl Watcher {
    fn tell_idle(&mut self) {
        if !self.idle.is_empty() {
            self.text += &format!("\nnothing is changed by {}\n", self.idle.join(", "));
            self.idle.clear();
        }
    }

    fn add_difference(&mut self, after: &str) {
        let difference = TextDiff::from_lines(self.before.as_str(), after);
        for (index, group) in difference.grouped_ops(CONTEXT).iter().enumerate() {
            if index > 0 {
                self.text += "  ...\n";
            }
            for change in group.iter().flat_map(|op| difference.iter_changes(op)) {
                let (sign, colour) = match change.tag() {
                    ChangeTag::Delete => ("- ", "\x1b[31m"),
                    ChangeTag::Insert => ("+ ", "\x1b[32m"),
                    ChangeTag::Equal => ("  ", ""),
                };
                let (begin, end) =
                    if self.colour && !colour.is_empty() { (colour, "\x1b[0m") } else { ("", "") };
                self.text +=
                    &format!("{begin}{sign}{}{end}\n", change.value().trim_end_matches('\n'));
            }
        }
    }
}

impl Instrumentation for Watcher {
    fn after_pass(&mut self, event: &PassEvent<'_>) {
        let after = print_op(event.root, self.printing) + "\n";
        let pass = event.pass.argument();
        if after == self.before {
            self.idle.push(pass);
            return;
        }
        self.tell_idle();
        let name =
            event.op.symbol_name().map(|name| format!(" on @{}", name.text(event.op.context())));
        self.text += &format!("\n{pass}{}\n", name.unwrap_or_default());
        self.add_difference(&after);
        self.before = after;
    }
}

pub(super) fn time(
    session: &mut Session,
    text: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let was = std::mem::replace(&mut session.settings.shows_times, false);
    let result = session.evaluate(text, out.reply, out.diagnostics);
    session.settings.shows_times = was;
    out.reply.shown += &times(result?);
    Ok(())
}
