//! Programs that are compiled and run in this process, on the interpreter: what a browser does
//! without a server.

use std::io::{self, Write};
use std::sync::Arc;

use mlir_lite_diagnostics::{Diagnostics, RenderStyle, Renderer, SourceMap, visible_lines};
use mlir_lite_opt::source::load_standard_input;
use serde_json::{Value, json};

use super::clock::now;
pub use super::clock::{Clock, set_clock};
use super::data::{Exploration, How};
use crate::interpretation;
use crate::optimization::Level;

/// A program that was compiled.
pub struct Playground {
    exploration: Exploration,
    sources: Arc<SourceMap>,
    diagnostics: Diagnostics,
}

impl Playground {
    /// Compiles a program for a level of optimisation, 0 to 3.
    pub fn compile(source: &str, level: u32) -> Self {
        let level = match level {
            0 => Level::O0,
            1 => Level::O1,
            2 => Level::O2,
            _ => Level::O3,
        };
        let sources = Arc::new(SourceMap::new());
        let mut diagnostics = Diagnostics::new();
        let mut exploration = Exploration::for_interpreter();
        // Errors in a program are shown as its messages.
        let _ = load_standard_input(source.as_bytes().to_vec(), &sources, &mut diagnostics)
            .and_then(|file| {
                exploration.compile_file(file, &How::at(level), &sources, &mut diagnostics)
            });
        Self { exploration, sources, diagnostics }
    }

    /// The data of the page, as JSON. The program has not run.
    pub fn data(&self) -> String {
        self.shown().to_string()
    }

    fn shown(&self) -> Value {
        self.exploration.data_with(&self.sources, &self.diagnostics, None)
    }

    /// The data of the page, with the output of the program.
    pub(super) fn played(self) -> Value {
        let mut data = self.shown();
        let mut output = Vec::new();
        if let Some(mut ended) = self.end(&mut output) {
            ended["text"] = String::from_utf8_lossy(&output).into();
            data["output"] = ended;
        }
        data
    }

    /// Runs the program; returns how it ended, as JSON. None if it is wrong or needs arguments,
    /// which it does not get.
    pub fn run(self, output: &mut (dyn Write + Send)) -> Option<String> {
        self.end(output).map(|ended| ended.to_string())
    }

    fn end(self, output: &mut (dyn Write + Send)) -> Option<Value> {
        let module = self.exploration.runnable()?;
        let (begin, mut diagnostics) = (now(), Diagnostics::new());
        let mut output = Visible { output, line: Vec::new() };
        let result = interpretation::run_with(module, &mut output, &mut diagnostics);
        // The page takes all that is written.
        let _ = output.finish();
        let status = toy_dialect::program::exit_status().unwrap_or(result.is_err().into());
        let mut messages = Vec::new();
        // Writing into memory does not fail.
        let _ = Renderer::new(&self.sources, RenderStyle::Plain)
            .render_all(diagnostics.iter(), &mut messages);
        Some(json!({
            "status": status,
            "messages": visible_lines(&String::from_utf8_lossy(&messages)),
            "us": (now() - begin).as_micros() as u64,
        }))
    }
}

/// Passes on whole lines, of which all characters are visible.
struct Visible<'o> {
    output: &'o mut (dyn Write + Send),
    line: Vec<u8>,
}

impl Visible<'_> {
    fn show(&mut self, end: usize) -> io::Result<()> {
        let text = String::from_utf8_lossy(&self.line[..end]);
        self.output.write_all(visible_lines(&text).as_bytes())?;
        self.line.drain(..end);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.show(self.line.len())
    }
}

impl Write for Visible<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if let Some(end) = self.line.iter().rposition(|byte| *byte == b'\n') {
            self.show(end + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// The data of a program's page, its output, and how it ended.
    fn played(source: &str, level: u32) -> (Value, String, Option<Value>) {
        let playground = Playground::compile(source, level);
        let data = serde_json::from_str(&playground.data()).expect("JSON");
        let mut output = Vec::new();
        let ended = playground.run(&mut output);
        let ended = ended.map(|ended| serde_json::from_str(&ended).expect("JSON"));
        (data, String::from_utf8(output).expect("text"), ended)
    }

    #[test]
    fn programs_are_compiled_to_the_llvm_dialect_and_run() {
        let (data, output, ended) = played("def main() {\n  print(\"\u{1b}[1m\", 6 * 7);\n}\n", 2);
        let stages = data["stages"].as_array().expect("stages");
        let stages: Vec<&str> = stages.iter().filter_map(|stage| stage["id"].as_str()).collect();
        assert_eq!(stages, ["ast", "toy", "inferred", "affine", "std", "llvm-dialect"]);
        assert_eq!(output, "\\u{1b}[1m 42\n");
        let ended = ended.expect("it ran");
        assert_eq!((&ended["status"], &ended["messages"]), (&json!(0), &json!("")));
    }

    /// Counts how often something is written.
    #[derive(Default)]
    struct Pieces(Vec<String>);

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn output_is_passed_on_while_the_program_runs() {
        let source = "def main() {
          print(1); var i = 0; while i < 100000 { i += 1; } print(i, digits=7);
        }";
        let mut pieces = Pieces::default();
        Playground::compile(source, 0).run(&mut pieces);
        assert_eq!(pieces.0, ["1.000000 \n", "100000\n"]);
    }

    #[test]
    fn levels_are_those_of_the_command_line() {
        let passes =
            |level| played("def main() { print([1] + [2]); }", level).0["steps"].to_string();
        assert!(!passes(0).contains("affine-loop-fusion"));
        assert!(passes(2).contains("affine-loop-fusion"));
        assert!(passes(u32::MAX).contains("affine-loop-fusion"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let (data, _, ended) = played("def main() { print(x); }", 2);
        assert!(data["messages"].as_str().expect("a text").contains("<stdin>:1:20: error[T0027]"));
        assert_eq!((&data["failed"], ended), (&json!(true), None));
        // Arguments cannot be given there.
        assert_eq!(played("def main() { print(arg(0)); }", 2).2, None);
        // An index that is known only when the program runs.
        let source =
            "def main() { print(1); var i = 0; while i < 5 { i += 1; } print([1, 2][i]); }";
        let (_, output, ended) = played(source, 2);
        let ended = ended.expect("it ran");
        assert_eq!((output.as_str(), &ended["status"]), ("1.000000 \n", &json!(1)));
        assert!(ended["messages"].as_str().expect("a text").contains("T0066"), "{ended}");
    }
}
