//! `toyc explore`: a page that shows a program at every stage of the compiler, side by side.
//!
//! | file | concept |
//! |---|---|
//! | `mod.rs` | the command: writes the page, or serves it |
//! | `data.rs` | compiles a program, and collects what the page shows |
//! | `playground.rs` | compiles and runs a program in this process: in a browser |
//! | `clock.rs` | the time |
//! | `lines.rs` | lines of stages, and the locations in the source that they come from |
//! | `steps.rs` | the changes of each pass, and how long it takes |
//! | `machine.rs` | lines of LLVM IR and assembly |
//! | `child.rs` | runs a program in another process, for a limited time |
//! | `server.rs` | serves the page with an editor, on this machine only |
//! | `request.rs` | reads a request of a browser, within limits |
//! | `page.html`, `page.css`, `page.js` | the page |
//! | `playground.js`, `worker.js` | the page without a server: programs, and their worker |
//!
//! The page contains all that it shows as JSON, and needs no network.

mod child;
mod clock;
mod data;
mod lines;
#[cfg(feature = "llvm")]
mod machine;
pub mod playground;
mod request;
mod server;
mod steps;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, SourceMap};
use mlir_lite_opt::output::{refuse_inputs, write_dump};
use mlir_lite_opt::source::{read, read_file, without_number};
use mlir_lite_opt::{Status, report};
use serde_json::Value;

use crate::plan::Plan;
use data::Exploration;

use playground::Playground;
pub(crate) use server::serve;

/// The program that a page with an editor shows where none is given.
const SAMPLE: &str = "\
# Change the program, and see what every stage makes of it.
def multiply_transpose(a, b) {
  return transpose(a) * transpose(b);
}

def main() {
  var a = [[1, 2, 3], [4, 5, 6]];
  print(multiply_transpose(a, a + 1));
}
";

/// Explores a program and writes the page, or its data alone.
pub(crate) fn run(plan: &Plan, data_alone: bool) -> Status {
    let sources = Arc::new(SourceMap::new());
    let mut diagnostics = Diagnostics::new();
    if data_alone {
        child::limit_this_process();
    }
    let output = output_file(plan);
    let mut result = plan.input.refuse_as_output(&output, &mut diagnostics);
    if result.is_ok() {
        let mut exploration = Exploration::default();
        result = exploration.compile(plan, &sources, &mut diagnostics);
        let page = if data_alone {
            // Wrong programs are shown, too.
            result = Ok(());
            Some(exploration.data(plan, &sources, &diagnostics).to_string())
        } else {
            let data = || exploration.data(plan, &sources, &diagnostics);
            result.is_ok().then(|| page(&data(), Engine::None))
        };
        if let Some(page) = page {
            result = write_dump(page.as_bytes(), Some(&output), &mut diagnostics);
        }
    }
    if !data_alone || result.is_err() {
        report(&sources, &diagnostics, plan.reporting);
    }
    if result.is_ok() { Status::Success } else { Status::InputErrors }
}

/// Writes the page that compiles and runs programs itself, with an interpreter for browsers: a
/// module of WebAssembly, compressed by gzip.
pub(crate) fn write_playground(engine: &Path, plan: &Plan) -> Status {
    let sources = Arc::new(SourceMap::new());
    let mut diagnostics = Diagnostics::new();
    let output = output_file(plan);
    let inputs = plan.input.file.iter().map(PathBuf::as_path).chain([engine]);
    let result = refuse_inputs(&output, inputs, &mut diagnostics).and_then(|()| {
        let source = match &plan.input.file {
            None => SAMPLE.to_owned(),
            Some(file) => read(Some(file), &mut diagnostics)?.1,
        };
        let engine = read_engine(engine)
            .map_err(|message| diagnostics.error(Diagnostic::error(Position::Unknown, message)))?;
        // The first result is there before the engine is.
        let data = Playground::compile(&source, 2).played();
        let page = page(&data, Engine::Wasm(&engine));
        write_dump(page.as_bytes(), Some(&output), &mut diagnostics)
    });
    report(&sources, &diagnostics, plan.reporting);
    if result.is_ok() { Status::Success } else { Status::InputErrors }
}

fn read_engine(file: &Path) -> Result<Vec<u8>, String> {
    let name = file.display();
    let bytes = read_file(file)
        .map_err(|error| format!("cannot read '{name}': {}", without_number(&error)))?;
    match bytes.starts_with(&[0x1f, 0x8b]) {
        true => Ok(bytes),
        false => Err(format!(
            "expected a module of WebAssembly that is compressed by gzip; '{name}' is not: \
                'make playground' builds one"
        )),
    }
}

/// The file that `-o` names, else one named after the source.
fn output_file(plan: &Plan) -> PathBuf {
    plan.output.clone().unwrap_or_else(|| {
        let stem = plan.input.named_file().and_then(Path::file_stem).unwrap_or("page".as_ref());
        let mut name = stem.to_owned();
        name.push(".html");
        name.into()
    })
}

/// The engine that compiles other programs than the one that a page shows.
enum Engine<'e> {
    None,
    /// The address of a server.
    Server(&'e str),
    /// The interpreter, compressed.
    Wasm(&'e [u8]),
}

/// The permissions of the page with an interpreter: it loads nothing, and sends nothing anywhere.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
    script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; worker-src blob:; \
    img-src data:\">";

/// The page for data.
fn page(data: &Value, engine: Engine<'_>) -> String {
    // Within a script element, `</script>` and `<!--` would end the data.
    let embedded = |value: String| value.replace('<', "\\u003c");
    let (mut policy, mut scripts, mut server) = ("", String::new(), None);
    match engine {
        Engine::None => {}
        Engine::Server(address) => server = Some(address),
        Engine::Wasm(bytes) => {
            policy = POLICY;
            scripts = format!(
                "<script type=\"text/plain\" id=\"engine\">{}</script>\n\
                 <script type=\"text/plain\" id=\"worker\">\n{}</script>\n\
                 <script>\n{}</script>\n",
                BASE64_STANDARD.encode(bytes),
                include_str!("worker.js"),
                include_str!("playground.js")
            );
        }
    }
    include_str!("page.html")
        .replace("<!--POLICY-->\n", policy)
        .replace("<!--ENGINE-->\n", &scripts)
        .replace("/*STYLE*/", include_str!("page.css"))
        .replace("/*SCRIPT*/", include_str!("page.js"))
        .replace("\"SERVER\"", &embedded(Value::from(server).to_string()))
        .replace("\"DATA\"", &embedded(data.to_string()))
}
