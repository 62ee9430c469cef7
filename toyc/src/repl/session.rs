//! A session: takes entries, gives replies, keeps definitions.
//!
//! Each entry is one program, in a context of its own. It is checked completely before it runs, and
//! only a successful run changes the session. Nothing here reads or writes a terminal; a program's
//! output goes where the settings say.

use std::collections::VecDeque;
use std::sync::Arc;

use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, Position, Reported, SourceFile, SourceMap, SourceTooLarge, Span,
};
use toy_ast::{Module, Name, ReplInput, ReplParse, StmtKind, all_statements, parse_repl_input};
use toy_dialect::sema::{Analysis, analyze, lint, lint_entry};

use super::autosave::{Autosave, Killed};
use super::capture::{Captured, Captures};
use super::commands;
use super::definitions::{Changes, Definitions, LAST_VALUE};
use super::dependents::Replacements;
use super::display::shown;
use super::entry_text;
use super::other_prompts::OtherCommand;
use super::partial::{calls_later_functions, to_be_defined};
use super::program::{Form, Kept, compose};
use super::run::{Times, run};
use super::settings::Settings;
use super::value::Value;

/// The number of entries that can be undone.
const MAX_UNDO: usize = 100;

/// The maximum number of elements in replaced values that are kept for undoing: 128 MB of them.
const MAX_UNDO_WEIGHT: usize = 16 << 20;

/// The number of entries in `:history`.
const MAX_HISTORY: usize = 1_000;

/// Source texts that are kept in addition to twice the number that definitions need.
const SPARE_SOURCES: usize = 256;

/// A session's state.
///
/// ```
/// use toyc::repl::{End, Session, Settings};
///
/// let mut session = Session::new(Settings::default());
/// assert_eq!(session.enter("var a = [1, 2]").end, End::Done);
/// assert_eq!(session.enter("a * a").shown, "tensor<2> [1 4]\n");
/// assert_eq!(session.enter("_ + 1").shown, "tensor<2> [2 5]\n");
/// let reply = session.enter("b");
/// assert_eq!(reply.end, End::Failed);
/// assert!(reply.report.starts_with("<repl:4>:1:1: error[T0027]: unknown variable 'b'"));
/// ```
#[derive(Debug)]
pub struct Session {
    pub(super) settings: Settings,
    pub(super) sources: Arc<SourceMap>,
    /// If there are more texts, unreferenced ones are dropped.
    max_sources: usize,
    pub(super) definitions: Definitions,
    /// The changes of the last entries.
    pub(super) undo: VecDeque<Changes>,
    /// The entries, with their numbers.
    pub(super) history: VecDeque<(usize, String)>,
    /// The last entry that was Toy source.
    pub(super) last_source: Option<String>,
    entries: usize,
    has_ended: bool,
    /// Where entries that change the session are kept.
    pub(super) autosave: Option<Autosave>,
    /// A session that was killed before this one began.
    pub(super) killed: Option<Killed>,
    /// Whether the entry changed definitions.
    pub(super) has_changed: bool,
}

/// The results of an entry, in the order in which they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The program's output, if it is collected.
    pub printed: Vec<u8>,
    /// Errors and warnings.
    pub report: String,
    /// Values, and the output of commands.
    pub shown: String,
    /// Source that was entered in an editor.
    pub edited: Option<String>,
    /// How the entry ended.
    pub end: End,
}

/// How an entry ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// It was done.
    #[default]
    Done,
    /// It was wrong. It changed nothing, except that of several definitions those are kept that are
    /// right by themselves.
    Failed,
    /// The user leaves.
    Quit,
}

/// A parsed entry, not yet checked.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) input: ReplInput,
    /// Whether its value is shown.
    pub(super) shows: bool,
    /// Whether the program is a file, which is independent of the session: it does not see the
    /// session's variables.
    pub(super) is_file: bool,
}

impl Session {
    /// A session without definitions.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            sources: Arc::default(),
            max_sources: SPARE_SOURCES,
            definitions: Definitions::default(),
            undo: VecDeque::new(),
            history: VecDeque::new(),
            last_source: None,
            entries: 0,
            has_ended: false,
            autosave: None,
            killed: None,
            has_changed: false,
        }
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The number of entries; blank ones do not count.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Whether the user has left.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Whether the entry continues on the next line: while brackets are open, and where an operand
    /// is missing. Commands do not.
    pub fn is_incomplete(&self, text: &str) -> bool {
        entry_text::command(text).is_none()
            && entry_text::is_incomplete(text, &|word| self.definitions.has_name(word))
    }

    /// Runs an entry: a complete piece of Toy source, or a command.
    pub fn enter(&mut self, text: &str) -> Reply {
        let mut reply = Reply::default();
        let text = text.trim_end();
        if text.trim_start().is_empty() {
            return reply;
        }
        self.entries += 1;
        self.history.push_back((self.entries, text.to_owned()));
        if self.history.len() > MAX_HISTORY {
            self.history.pop_front();
        }
        let mut diagnostics = Diagnostics::new();
        self.has_changed = false;
        let result = match entry_text::command(text) {
            Some(command) => commands::run(self, &command, &mut reply, &mut diagnostics),
            None => {
                self.last_source = Some(text.to_owned());
                self.evaluate(text, &mut reply, &mut diagnostics).map(|_| ())
            }
        };
        if result.is_err() {
            reply.end = End::Failed;
        }
        self.has_ended |= reply.end == End::Quit;
        if self.has_changed
            && let Some(autosave) = &mut self.autosave
        {
            autosave.append(reply.edited.as_deref().unwrap_or(text));
        }
        reply.report += &self.rendered(&diagnostics);
        self.drop_sources();
        reply
    }

    /// The user leaves: the session need not be restored.
    pub(super) fn leave(&self) {
        if let Some(autosave) = &self.autosave {
            autosave.end();
        }
    }

    /// Drops the texts of entries without kept definitions, once there are many.
    fn drop_sources(&mut self) {
        if self.sources.len() <= self.max_sources {
            return;
        }
        let mut positions = self.definitions.positions(&self.undo);
        positions.sort_unstable();
        let is_needed = |file: &SourceFile| {
            let span = file.span();
            let next = positions.partition_point(|position| *position < span.start);
            positions.get(next).is_some_and(|position| *position <= span.end)
        };
        self.sources = Arc::new(self.sources.with_files(is_needed));
        self.max_sources = 2 * self.sources.len() + SPARE_SOURCES;
    }

    /// Compiles and runs source, keeps what it defines and shows its value.
    ///
    /// # Errors
    /// If the source is wrong. Of several definitions, those are kept then that are right by
    /// themselves.
    pub(super) fn evaluate(
        &mut self,
        text: &str,
        reply: &mut Reply,
        diagnostics: &mut Diagnostics,
    ) -> Result<Times, Reported> {
        let result = self.evaluate_whole(text, reply, diagnostics);
        if result.is_err() {
            self.keep_right_definitions(text, reply);
        }
        result
    }

    fn evaluate_whole(
        &mut self,
        text: &str,
        reply: &mut Reply,
        diagnostics: &mut Diagnostics,
    ) -> Result<Times, Reported> {
        let mut entry = self.read(text, diagnostics)?;
        let imports = std::mem::take(&mut entry.input.module.imports);
        commands::import(self, &imports, reply, diagnostics)?;
        check_form(&entry.input, diagnostics)?;
        match self.command_of_other_prompts(&entry.input) {
            None => {}
            Some(OtherCommand::Leave) => {
                reply.end = End::Quit;
                return Ok(Times::default());
            }
            Some(OtherCommand::Unknown(error)) => return Err(diagnostics.error(*error)),
        }
        let mut found = Diagnostics::new();
        let result = self.perform(&entry, reply, &mut found);
        if result.is_err() && calls_later_functions(&entry.input, &found) {
            diagnostics.extend(found.into_iter().map(to_be_defined));
            self.keep(&entry.input, Vec::new(), reply, diagnostics);
            self.remember_changes();
            return Ok(Times::default());
        }
        diagnostics.extend(found);
        let times = result?;
        if self.settings.shows_times {
            reply.shown += &commands::times(times);
        }
        Ok(times)
    }

    /// The value of an expression, which is not kept; none if it gives none.
    ///
    /// # Errors
    /// If it is wrong.
    pub(super) fn value_of(
        &mut self,
        text: &str,
        reply: &mut Reply,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Value>, Reported> {
        let entry = self.read(text, diagnostics)?;
        check_form(&entry.input, diagnostics)?;
        let program = self.check(&entry.input, diagnostics)?;
        let has_value = entry.input.value.is_some();
        Ok(self.run(program, &[], has_value, reply, diagnostics)?.0.shown)
    }

    /// Runs a program, and takes the values of these variables and of the last expression from it.
    fn run(
        &self,
        (mut program, analysis): (Module, Analysis),
        variables: &[Name],
        has_value: bool,
        reply: &mut Reply,
        diagnostics: &mut Diagnostics,
    ) -> Result<(Captured, Times), Reported> {
        let captures = Captures::add_to(&mut program, &analysis, variables, has_value);
        let finished =
            run(&program, captures.tensors(), &self.settings, &self.sources, diagnostics)?;
        reply.printed.extend(finished.printed);
        Ok((captures.values(finished.tensors), finished.times))
    }

    /// Parses source, where names of the session are not keywords.
    fn parse(&self, file: &SourceFile, diagnostics: &mut Diagnostics) -> ReplParse {
        parse_repl_input(file, &|word| self.definitions.has_name(word), diagnostics)
    }

    /// Parses source, as the file `<repl:3>` in the third entry.
    ///
    /// # Errors
    /// If it is malformed.
    pub(super) fn read(
        &self,
        text: &str,
        diagnostics: &mut Diagnostics,
    ) -> Result<Entry, Reported> {
        self.read_part(text, 1, diagnostics)
    }

    /// As [`read`](Self::read), a part of the entry that begins with this line, from 1.
    ///
    /// # Errors
    /// If it is malformed.
    pub(super) fn read_part(
        &self,
        text: &str,
        first_line: u32,
        diagnostics: &mut Diagnostics,
    ) -> Result<Entry, Reported> {
        let text = entry_text::with_semicolons(text, &|word| self.definitions.has_name(word));
        let name = format!("<repl:{}>", self.entries);
        let file = self.sources.add_part(name, text, first_line);
        let file = file.map_err(|error| too_large(&error, diagnostics))?;
        match self.parse(&file, diagnostics) {
            ReplParse::Complete(input) => Ok(Entry::new(input)),
            ReplParse::Wrong(reported) => Err(reported),
            ReplParse::Incomplete => {
                let end = Span::at(file.span().end);
                Err(diagnostics.error(
                    Diagnostic::error(end, "the entry is not finished")
                        .with_label("something is missing here")
                        .with_help("close the brackets that are open, or finish the expression"),
                ))
            }
        }
    }

    /// Adds a text to those that reports can show.
    ///
    /// # Errors
    /// If the source map is full.
    pub(super) fn add_source(
        &self,
        name: String,
        text: &str,
        diagnostics: &mut Diagnostics,
    ) -> Result<Arc<SourceFile>, Reported> {
        self.sources.add(name, text).map_err(|error| too_large(&error, diagnostics))
    }

    /// The text of a definition.
    pub(super) fn text_of(&self, span: Span) -> String {
        let text = self.sources.file_at(span.start).and_then(|file| {
            let place = |position: u32| (position - file.base()) as usize;
            file.text().get(place(span.start)..place(span.end)).map(str::to_owned)
        });
        text.unwrap_or_default()
    }

    /// Compiles and runs an entry; keeps what it defines.
    ///
    /// # Errors
    /// If it is wrong. The session is then as it was.
    pub(super) fn perform(
        &mut self,
        entry: &Entry,
        reply: &mut Reply,
        diagnostics: &mut Diagnostics,
    ) -> Result<Times, Reported> {
        let times = self.perform_without_undo(entry, reply, diagnostics)?;
        self.remember_changes();
        Ok(times)
    }

    /// As [`perform`](Self::perform); its changes belong to the step that is undone next.
    ///
    /// # Errors
    /// If it is wrong. The session is then as it was.
    pub(super) fn perform_without_undo(
        &mut self,
        entry: &Entry,
        reply: &mut Reply,
        diagnostics: &mut Diagnostics,
    ) -> Result<Times, Reported> {
        let input = &entry.input;
        let program = match entry.is_file {
            false => self.check(input, diagnostics)?,
            true => {
                let program = compose(input, &self.definitions, Kept::Functions, Form::Main);
                let analysis = analyze(&program, diagnostics)?;
                (program, analysis)
            }
        };
        lint(&input.module, &[], diagnostics);
        lint_entry(&input.module, &input.body, input.value, diagnostics);
        let (captured, times) =
            self.run(program, &defined(input), input.value.is_some(), reply, diagnostics)?;
        let Captured { variables, shown: value } = captured;
        self.keep(input, variables, reply, diagnostics);
        if let (Some(value), Some(expr)) = (value, input.value) {
            if entry.shows {
                reply.shown += &shown(&value, self.settings.shown_elements);
            }
            // Several values are not one value.
            if value.struct_name() != Some(Value::SEVERAL) {
                let name = Name::new(LAST_VALUE, input.module.exprs[expr].span);
                self.definitions.keep_variable(name, value);
            }
        }
        Ok(times)
    }

    /// Keeps the definitions of an entry, and reports the changes.
    pub(super) fn keep(
        &mut self,
        input: &ReplInput,
        variables: Vec<(Name, Value)>,
        reply: &mut Reply,
        diagnostics: &mut Diagnostics,
    ) {
        let replacements = Replacements::of(input, &self.definitions);
        for variable in self.definitions.keep_definitions(input) {
            diagnostics.emit(
                Diagnostic::warning(
                    variable.name.span,
                    format!(
                        "variable '{}' is removed: its struct is now another one",
                        variable.name.text()
                    ),
                )
                .with_label("defined here")
                .with_help("`:undo` takes the new struct back"),
            );
        }
        for (name, value) in variables {
            self.definitions.keep_variable(name, value);
        }
        reply.shown += &replacements.tell(&self.definitions, diagnostics);
    }

    /// Makes the latest changes one step that can be undone, and names what was changed. A value
    /// that was only shown is not a step: it goes with the one before.
    pub(super) fn remember_changes(&mut self) -> Vec<String> {
        let changes = self.definitions.take_changes();
        let names = changes.names();
        self.has_changed |= !changes.is_empty();
        match self.undo.back_mut() {
            _ if changes.is_empty() => return names,
            Some(last) if names.is_empty() => last.append(changes),
            None if names.is_empty() => return names,
            _ => self.undo.push_back(changes),
        }
        let mut weight: usize = self.undo.iter().map(Changes::weight).sum();
        while self.undo.len() > MAX_UNDO || (weight > MAX_UNDO_WEIGHT && self.undo.len() > 1) {
            let oldest = self.undo.pop_front();
            weight -= oldest.as_ref().map_or(0, Changes::weight);
        }
        names
    }

    /// The program of an entry, without captures.
    ///
    /// # Errors
    /// If names or kinds in it are wrong.
    pub(super) fn check(
        &self,
        input: &ReplInput,
        diagnostics: &mut Diagnostics,
    ) -> Result<(Module, Analysis), Reported> {
        let program = compose(input, &self.definitions, Kept::Used, Form::Main);
        let mut found = Diagnostics::new();
        match analyze(&program, &mut found) {
            Ok(analysis) => Ok((program, analysis)),
            Err(reported) => {
                // Check again, with the names of everything for suggestions.
                let mut better = Diagnostics::new();
                let all = compose(input, &self.definitions, Kept::Named, Form::Main);
                let is_better = analyze(&all, &mut better).is_err();
                diagnostics.extend(if is_better { better } else { found });
                Err(reported)
            }
        }
    }

    /// The values of variables by name.
    pub fn variable(&self, name: &str) -> Option<&Value> {
        self.definitions.variable(name).map(|variable| &variable.value)
    }
}

impl Entry {
    /// If the last statement is an expression, its value is kept, too, but only shown without `;`.
    pub(super) fn new(mut input: ReplInput) -> Self {
        let shows = input.value.is_some();
        if !shows
            && let Some(last) = input.body.last()
            && let StmtKind::Expr(value) = last.kind
        {
            input.value = Some(value);
            input.body.pop();
        }
        Self { input, shows, is_file: false }
    }
}

fn too_large(error: &SourceTooLarge, diagnostics: &mut Diagnostics) -> Reported {
    diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string()))
}

/// Rejects constructs that are valid in a program but not in a session.
pub(super) fn check_form(input: &ReplInput, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let returns =
        input.body.iter().filter(|statement| matches!(statement.kind, StmtKind::Return(_)));
    for statement in returns {
        diagnostics.error(
            Diagnostic::error(statement.span, "'return' is outside of a function")
                .with_help("an expression alone shows its value"),
        );
    }
    let main = input.module.functions.iter().find(|function| function.name.text() == "main");
    if let Some(main) = main
        && !(input.body.is_empty() && input.value.is_none())
    {
        diagnostics.error(
            Diagnostic::error(main.name.span, "'main' runs when it is entered, and must be alone")
                .with_help("enter it by itself, or its statements without it"),
        );
    }
    diagnostics.check()
}

/// The variables that an input defines or changes, each once, at its last definition.
fn defined(input: &ReplInput) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for statement in &input.body {
        if !statement.defined().is_empty() {
            for name in statement.defined() {
                names.retain(|other| other.text() != name.text());
                names.push(name.clone());
            }
            continue;
        }
        // The variables that loops and conditionals change, except their own.
        let inner = || all_statements(std::slice::from_ref(statement));
        for changed in inner() {
            let StmtKind::Assign(assign) = &changed.kind else { continue };
            let name = &assign.name;
            let is_own = inner()
                .any(|statement| statement.defined().iter().any(|own| own.text() == name.text()));
            if !is_own && names.iter().all(|other| other.text() != name.text()) {
                names.push(name.clone());
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    struct Test(Session);

    impl Test {
        fn new() -> Self {
            Self(Session::new(Settings::default()))
        }

        /// The report on an entry, and its output.
        fn eval(&mut self, text: &str) -> String {
            let reply = self.0.enter(text);
            reply.report + &reply.shown
        }

        #[track_caller]
        fn shows(&mut self, text: &str, expected: &str) {
            assert_eq!(self.eval(text), expected, "{text}");
        }

        /// Expects an error at a location of this input, with these words in its message.
        #[track_caller]
        fn fails(&mut self, text: &str, place: &str, words: &str) {
            let report = self.eval(text);
            let place = format!("<repl:{}>:{place}: error", self.0.entries);
            let error = report.lines().find(|line| line.starts_with(&place));
            assert!(error.is_some_and(|line| line.contains(words)), "{text}: {report}");
        }
    }

    #[test]
    fn expressions_show_their_value() {
        let mut session = Test::new();
        session.shows("1 + 2", "number 3\n");
        session.shows("1 + 2;", "");
        session.shows("[1, 2] * [3, 4]", "tensor<2> [3 8]\n");
        session.shows("transpose([[1, 2, 3]])", "tensor<3x1>\n[[1]\n [2]\n [3]]\n");
        session.shows("-(1 / 0)", "number -inf\n");
        session.shows("0 / 0", "number nan\n");
        session.shows("", "");
        session.shows("# nothing", "");
    }

    #[test]
    fn variables_live_on() {
        let mut session = Test::new();
        session.shows("var a = [[1, 2], [3, 4]];", "");
        session.shows("var b<4> = a; var c = 10;", "");
        session.shows("a * c", "tensor<2x2>\n[[10 20]\n [30 40]]\n");
        session.shows("b", "tensor<4> [1 2 3 4]\n");
        session.shows("var exact = 1 / 3;", "");
        session.shows("exact - 1 / 3", "number 0\n");
    }

    #[test]
    fn later_definitions_shadow_earlier_ones() {
        let mut session = Test::new();
        session.shows("var a = 1;", "");
        session.shows("var a = a + 1;", "");
        session.shows("a", "number 2\n");
        session
            .shows("var a = a * 10; var b = a; var a = a + [0, 1]; a + b", "tensor<2> [40 41]\n");
    }

    #[test]
    fn literals_hold_values_of_one_shape() {
        let mut session = Test::new();
        session.shows("var a = 1;", "");
        session.shows("[a, a + 1]", "tensor<2> [1 2]\n");
        session.fails("[a, [a]]", "1:5", "elements of a list differ in shape");
    }

    #[test]
    fn functions_live_on_and_are_looked_up_when_called() {
        let mut session = Test::new();
        session.shows("def twice(x) { return x + x; }", "");
        session.shows("def four(x) { return twice(twice(x)); }", "");
        session.shows("four([1, 2])", "tensor<2> [4 8]\n");
        session.shows("def twice(x) { return x * x; }", "'four' now uses the new 'twice'\n");
        session.shows("four(3)", "number 81\n");
        session.shows("def nothing(x) { print(x); }", "");
        session.shows("nothing(1)", "");
        let report = session.eval("def idle(x) { x * 2; }");
        assert!(report.starts_with("<repl:8>:1:15: warning[T0057]: unused value"), "{report}");
    }

    #[test]
    fn structs_live_on() {
        let mut session = Test::new();
        session.shows("struct P { var x; var y; }", "");
        session.shows("struct L { P from; P to; }", "");
        session.shows("P p = {1, [2, 3]};", "");
        session.shows("p", "P {\n  x: number 1\n  y: tensor<2> [2 3]\n}\n");
        session.shows("def swap(P p) { P q = {p.y, p.x}; return q; }", "");
        session.shows("var q = swap(p); L l = {p, q};", "");
        session.shows("l.to.x + l.from.x", "tensor<2> [3 4]\n");
        session.shows("q", "P {\n  x: tensor<2> [2 3]\n  y: number 1\n}\n");
    }

    #[test]
    fn variables_of_a_struct_that_changes_are_forgotten() {
        let mut session = Test::new();
        session.shows("struct P { var x; } P p = {1}; var a = 2;", "");
        session.shows("struct P { var x; }", "");
        session.shows("p.x", "number 1\n");
        let report = session.eval("struct P { var x; var y; }");
        assert!(report.contains("warning: variable 'p' is removed"), "{report}");
        session.fails("p.x", "1:1", "unknown variable 'p'");
        session.shows("var pair = 1; P kept = {1, 2};", "");
        let report = session.eval("struct P { var z; } pai");
        assert!(
            report.starts_with("<repl:7>:1:21: error[T0027]: unknown variable 'pai'"),
            "{report}"
        );
        assert_eq!(report.matches("error").count(), 1, "{report}");
        session.shows("P p = {1, 2}; p.y + a", "number 4\n");
    }

    #[test]
    fn an_error_leaves_the_session_as_it_was() {
        let mut session = Test::new();
        session.shows("var a = 1; def f(x) { return x; }", "");
        session.fails("var a = 2; var b = [1, 2] + [1, 2, 3];", "1:20", "shape");
        session.shows("a", "number 1\n");
        session.fails("b", "1:1", "unknown variable 'b'");
        session.fails("def f(x) { return y; }", "1:19", "unknown variable 'y'");
        session.shows("f(5)", "number 5\n");
        session.fails("def f(x) { return g(x); } def g(x) { return f(x); }", "1:45", "recursive");
        session.shows("f(6)", "number 6\n");
    }

    #[test]
    fn unreferenced_texts_are_dropped() {
        let mut session = Test::new();
        session.shows("def f(x) { return x + [1, 2]; }", "");
        session.shows("def g(x) { return x; }", "");
        for number in 0..400 {
            session.shows(&format!("var a = {number}; # {}", "-".repeat(100)), "");
        }
        assert!(session.0.sources.len() < 300, "{}", session.0.sources.len());
        let report = session.eval("f([1, 2, 3])");
        assert!(report.contains("<repl:1>:1:19: error"), "{report}");
        // The latest entries can be undone, and report their positions.
        session.shows(":undo", "as before: variable 'a'\n");
        session.shows("def g(x) { return f(x); }", "");
        let report = session.eval(":doc g");
        assert!(report.contains("def g(x) { return f(x); }"), "{report}");
    }

    #[test]
    fn words_of_other_prompts_are_told_what_they_are_here() {
        let mut session = Test::new();
        for (word, command) in
            [("help", ":help"), ("undo", ":undo"), ("clear", ":reset"), ("vars()", ":vars")]
        {
            let report = session.eval(word);
            assert!(report.contains(command) && report.matches("error").count() == 1, "{report}");
        }
        session.shows("var help = 1", "");
        session.shows("help", "number 1\n");
    }

    #[test]
    fn an_assignment_is_a_whole_entry() {
        let mut session = Test::new();
        session.shows("var a = 1", "");
        session.shows("a = [2, a]", "");
        session.shows("a", "tensor<2> [2 1]\n");
        session.fails("b = 2", "1:1", "unknown variable 'b'");
    }

    #[test]
    fn misspelt_names_find_what_the_session_knows() {
        let mut session = Test::new();
        session.shows("var length = 1; def area(x) { return x; }", "");
        let report = session.eval("lenght");
        assert!(report.contains("did you mean 'length'?"), "{report}");
        let report = session.eval("aera(2)");
        assert!(report.contains("did you mean 'area'?"), "{report}");
    }

    #[test]
    fn a_kept_function_that_no_longer_fits_is_reported_where_it_is_used() {
        let mut session = Test::new();
        session.shows("def g(x) { return x; } def f(x) { return g(x); }", "");
        let report = session.eval("def g(x, y) { return x * y; }");
        assert!(
            report.contains("warning: function 'f' no longer fits: function 'g' takes 2"),
            "{report}"
        );
        session.shows("g(2, 3)", "number 6\n");
        let report = session.eval("f(1)");
        assert!(
            report.starts_with("<repl:1>:1:42: error[T0036]: function 'g' takes 2 arguments"),
            "{report}"
        );
    }

    #[test]
    fn what_makes_no_sense_in_a_session() {
        let mut session = Test::new();
        session.fails("return 1;", "1:1", "outside of a function");
        session.fails("def main() { } 1", "1:5", "must be alone");
        session.fails("{1, 2}", "1:1", "");
    }

    #[test]
    fn main_runs_when_it_is_entered() {
        let mut session = Test::new();
        let report = session.eval("def f(x) { return x; } def main() { var a = f(1); }");
        assert!(
            report.starts_with("<repl:1>:1:41: warning[T0056]: unused variable 'a'"),
            "{report}"
        );
        session.fails("a", "1:1", "unknown variable 'a'");
        session.shows("f(2)", "number 2\n");
        session.shows("def main() { f(3); }", "");
    }
}
