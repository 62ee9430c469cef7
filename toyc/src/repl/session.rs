//! A session: inputs in, values out, definitions kept.
//!
//! Each input is one program, in a context of its own. All of it is checked before any of it runs, and only a run to the
//! end changes the session. Nothing here reads or writes a terminal; what a program prints goes to standard output.

use std::sync::Arc;

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported, SourceMap, Span};
use toy_ast::{Name, ReplInput, ReplParse, StmtKind, parse_repl_input};
use toy_dialect::sema::analyze;

use super::capture::{Captured, Captures};
use super::definitions::Definitions;
use super::program::{Kept, compose};
use super::run::run;
use super::value::Value;
use crate::arguments::Arguments;

/// A session's state.
#[derive(Debug)]
pub(crate) struct Session {
    arguments: Arguments,
    sources: Arc<SourceMap>,
    definitions: Definitions,
    inputs: usize,
}

impl Session {
    /// A session that knows nothing.
    pub(crate) fn new(arguments: &Arguments) -> Self {
        Self {
            arguments: arguments.clone(),
            sources: Arc::default(),
            definitions: Definitions::default(),
            inputs: 0,
        }
    }

    /// The texts of the inputs, for reports.
    pub(crate) fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Whether the input goes on in the next line.
    pub(crate) fn is_incomplete(text: &str) -> bool {
        // Not the session's map, which would keep each beginning of the input.
        let parse =
            SourceMap::new().add("", text).map(|file| parse_repl_input(&file, &mut Diagnostics::new()));
        matches!(parse, Ok(ReplParse::Incomplete))
    }

    /// Compiles and runs a complete input; returns the value to be shown, if it is an expression.
    ///
    /// # Errors
    /// If the input is wrong. The session is then as it was.
    pub(crate) fn eval(
        &mut self,
        text: &str,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Value>, Reported> {
        self.inputs += 1;
        let file = self.sources.add(format!("<input {}>", self.inputs), text);
        let file =
            file.map_err(|error| diagnostics.error(Diagnostic::error(Position::Unknown, error.to_string())))?;
        let input = match parse_repl_input(&file, diagnostics) {
            ReplParse::Complete(input) => input,
            ReplParse::Wrong(reported) => return Err(reported),
            ReplParse::Incomplete => {
                let end = Span::at(file.span().end);
                return Err(diagnostics.error(Diagnostic::error(end, "the input is not finished")));
            }
        };
        check_form(&input, diagnostics)?;
        let Captured { variables, shown } = self.compile_and_run(&input, diagnostics)?;
        for name in self.definitions.keep_definitions(&input) {
            diagnostics.emit(
                Diagnostic::warning(
                    name.span,
                    format!("variable '{}' is gone: its struct is now another one", name.text()),
                )
                .with_label("defined here"),
            );
        }
        for (name, value) in variables {
            self.definitions.keep_variable(name, value);
        }
        Ok(shown)
    }

    fn compile_and_run(
        &self,
        input: &ReplInput,
        diagnostics: &mut Diagnostics,
    ) -> Result<Captured, Reported> {
        let mut program = compose(input, &self.definitions, Kept::Used);
        let mut found = Diagnostics::new();
        let analysis = match analyze(&program, &mut found) {
            Ok(analysis) => analysis,
            Err(reported) => {
                // Once more, knowing the names of everything.
                let mut better = Diagnostics::new();
                let all = compose(input, &self.definitions, Kept::Named);
                let is_better = analyze(&all, &mut better).is_err();
                diagnostics.extend(if is_better { better } else { found });
                return Err(reported);
            }
        };
        diagnostics.extend(found);
        let captures = Captures::add_to(&mut program, &analysis, &defined(input), input.value.is_some());
        let tensors = run(&program, captures.tensors(), &self.arguments, &self.sources, diagnostics)?;
        Ok(captures.values(tensors))
    }
}

/// What is right in a program and makes no sense in a session.
fn check_form(input: &ReplInput, diagnostics: &mut Diagnostics) -> Result<(), Reported> {
    let returns = input.body.iter().filter(|statement| matches!(statement.kind, StmtKind::Return(_)));
    for statement in returns {
        diagnostics.error(
            Diagnostic::error(statement.span, "'return' stands outside of a function")
                .with_help("an expression alone shows its value"),
        );
    }
    let main = input.module.functions.iter().find(|function| function.name.text() == "main");
    if let Some(main) = main
        && !(input.body.is_empty() && input.value.is_none())
    {
        diagnostics.error(
            Diagnostic::error(main.name.span, "'main' runs when it is entered, and stands alone")
                .with_help("enter it by itself, or its statements without it"),
        );
    }
    diagnostics.check()
}

/// The variables that an input defines, once each, where it does so last.
fn defined(input: &ReplInput) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for statement in &input.body {
        if let StmtKind::Var { name, .. } = &statement.kind {
            names.retain(|other| other.text() != name.text());
            names.push(name.clone());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use mlir_lite_diagnostics::{RenderStyle, Renderer};
    use pretty_assertions::assert_eq;

    use super::*;

    struct Test(Session);

    impl Test {
        fn new() -> Self {
            Self(Session::new(&Arguments::parse_from(["toyc"])))
        }

        /// What an input shows, or the first line of its report.
        fn eval(&mut self, text: &str) -> String {
            let mut diagnostics = Diagnostics::new();
            let result = self.0.eval(text, &mut diagnostics);
            let mut report = Vec::new();
            Renderer::new(self.0.sources(), RenderStyle::Plain)
                .render_all(&diagnostics, &mut report)
                .expect("memory takes everything");
            let report = String::from_utf8(report).expect("reports are text");
            assert_eq!(result.is_err(), diagnostics.has_errors(), "{text}: {report}");
            match result {
                Ok(None) => report,
                Ok(Some(value)) => report + &value.to_string(),
                Err(_) => report,
            }
        }

        #[track_caller]
        fn shows(&mut self, text: &str, expected: &str) {
            assert_eq!(self.eval(text), expected, "{text}");
        }

        /// Expects an error at a place of this input, with these words in its message.
        #[track_caller]
        fn fails(&mut self, text: &str, place: &str, words: &str) {
            let report = self.eval(text);
            let place = format!("<input {}>:{place}: error", self.0.inputs);
            let error = report.lines().find(|line| line.starts_with(&place));
            assert!(error.is_some_and(|line| line.contains(words)), "{text}: {report}");
        }
    }

    #[test]
    fn expressions_show_their_value() {
        let mut session = Test::new();
        session.shows("1 + 2", "3.000000 \n");
        session.shows("1 + 2;", "");
        session.shows("[1, 2] * [3, 4]", "3.000000 8.000000 \n");
        session.shows("transpose([[1, 2, 3]])", "1.000000 \n2.000000 \n3.000000 \n");
        session.shows("-(1 / 0)", "-inf \n");
        session.shows("0 / 0", "nan \n");
        session.shows("", "");
        session.shows("# nothing", "");
    }

    #[test]
    fn variables_live_on() {
        let mut session = Test::new();
        session.shows("var a = [[1, 2], [3, 4]];", "");
        session.shows("var b<4> = a; var c = 10;", "");
        session.shows("a * c", "10.000000 20.000000 \n30.000000 40.000000 \n");
        session.shows("b", "1.000000 2.000000 3.000000 4.000000 \n");
        session.shows("var exact = 1 / 3;", "");
        session.shows("exact - 1 / 3", "0.000000 \n");
    }

    #[test]
    fn later_definitions_shadow_earlier_ones() {
        let mut session = Test::new();
        session.shows("var a = 1;", "");
        session.shows("var a = a + 1;", "");
        session.shows("a", "2.000000 \n");
        session.shows("var a = a * 10; var b = a; var a = a + [0, 1]; a + b", "40.000000 41.000000 \n");
    }

    #[test]
    fn literals_hold_numbers_only() {
        let mut session = Test::new();
        session.shows("var a = 1;", "");
        session.fails("[a, a]", "1:2", "unexpected name `a`");
    }

    #[test]
    fn functions_live_on_and_are_looked_up_when_called() {
        let mut session = Test::new();
        session.shows("def twice(x) { return x + x; }", "");
        session.shows("def four(x) { return twice(twice(x)); }", "");
        session.shows("four([1, 2])", "4.000000 8.000000 \n");
        session.shows("def twice(x) { return x * x; }", "");
        session.shows("four(3)", "81.000000 \n");
        session.shows("def nothing(x) { x * 2; }", "");
        session.shows("nothing(1)", "");
    }

    #[test]
    fn structs_live_on() {
        let mut session = Test::new();
        session.shows("struct P { var x; var y; }", "");
        session.shows("struct L { P from; P to; }", "");
        session.shows("P p = {1, [2, 3]};", "");
        session.shows("p", "P {\n  x: 1.000000 \n  y: 2.000000 3.000000 \n}\n");
        session.shows("def swap(P p) { P q = {p.y, p.x}; return q; }", "");
        session.shows("var q = swap(p); L l = {p, q};", "");
        session.shows("l.to.x + l.from.x", "3.000000 4.000000 \n");
        session.shows("q", "P {\n  x: 2.000000 3.000000 \n  y: 1.000000 \n}\n");
    }

    #[test]
    fn variables_of_a_struct_that_changes_are_forgotten() {
        let mut session = Test::new();
        session.shows("struct P { var x; } P p = {1}; var a = 2;", "");
        session.shows("struct P { var x; }", "");
        session.shows("p.x", "1.000000 \n");
        let report = session.eval("struct P { var x; var y; }");
        assert!(report.contains("warning: variable 'p' is gone"), "{report}");
        session.fails("p.x", "1:1", "unknown variable 'p'");
        session.shows("var pair = 1; P kept = {1, 2};", "");
        let report = session.eval("struct P { var z; } pai");
        assert!(report.starts_with("<input 7>:1:21: error[T0027]: unknown variable 'pai'"), "{report}");
        assert_eq!(report.matches("error").count(), 1, "{report}");
        session.shows("P p = {1, 2}; p.y + a", "4.000000 \n");
    }

    #[test]
    fn an_error_leaves_the_session_as_it_was() {
        let mut session = Test::new();
        session.shows("var a = 1; def f(x) { return x; }", "");
        session.fails("var a = 2; var b = [1, 2] + [1, 2, 3];", "1:20", "shape");
        session.shows("a", "1.000000 \n");
        session.fails("b", "1:1", "unknown variable 'b'");
        session.fails("def f(x) { return y; }", "1:19", "unknown variable 'y'");
        session.shows("f(5)", "5.000000 \n");
        session.fails("def f(x) { return g(x); } def g(x) { return f(x); }", "1:45", "recursive");
        session.shows("f(6)", "6.000000 \n");
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
        session.shows("def g(x, y) { return x * y; }", "");
        session.shows("g(2, 3)", "6.000000 \n");
        let report = session.eval("f(1)");
        assert!(
            report.starts_with("<input 1>:1:42: error[T0036]: function 'g' takes 2 arguments"),
            "{report}"
        );
    }

    #[test]
    fn what_makes_no_sense_in_a_session() {
        let mut session = Test::new();
        session.fails("return 1;", "1:1", "outside of a function");
        session.fails("def main() { } 1", "1:5", "stands alone");
        session.fails("{1, 2}", "1:1", "");
    }

    #[test]
    fn main_runs_when_it_is_entered() {
        let mut session = Test::new();
        session.shows("def f(x) { return x; } def main() { var a = f(1); }", "");
        session.fails("a", "1:1", "unknown variable 'a'");
        session.shows("f(2)", "2.000000 \n");
        session.shows("def main() { f(3); }", "");
    }
}
