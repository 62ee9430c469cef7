//! `toyc explore`: a page that shows a program at every stage of the compiler, side by side.
//!
//! | file | concept |
//! |---|---|
//! | `mod.rs` | the command: writes the page, or serves it |
//! | `data.rs` | compiles a program, and collects what the page shows |
//! | `lines.rs` | lines of stages, and the locations in the source that they come from |
//! | `steps.rs` | what each pass changes, and how long it takes |
//! | `machine.rs` | lines of LLVM IR and assembly |
//! | `child.rs` | runs a program in another process, for a limited time |
//! | `server.rs` | serves the page with an editor, on this machine only |
//! | `request.rs` | reads a request of a browser, within limits |
//! | `page.html`, `page.css`, `page.js` | the page |
//!
//! The page contains all that it shows as JSON, and needs no network.

mod child;
mod data;
mod lines;
#[cfg(feature = "llvm")]
mod machine;
mod request;
mod server;
mod steps;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use mlir_lite_opt::output::{refuse_inputs, write_dump};
use mlir_lite_opt::{Status, report};
use serde_json::Value;

use crate::arguments::Arguments;
use data::Exploration;

pub(crate) use server::serve;

/// Explores a program and writes the page, or its data alone.
pub(crate) fn run(arguments: &Arguments, data_alone: bool) -> Status {
    let sources = Arc::new(SourceMap::new());
    let mut diagnostics = Diagnostics::new();
    if data_alone {
        child::limit_this_process();
    }
    let output = output_file(arguments);
    let inputs = arguments.file.iter().map(PathBuf::as_path);
    let words = arguments.program_arguments.iter().map(Path::new);
    let mut result = refuse_inputs(&output, inputs.chain(words), &mut diagnostics);
    if result.is_ok() {
        let mut exploration = Exploration::default();
        result = exploration.compile(arguments, &sources, &mut diagnostics);
        let page = if data_alone {
            // Wrong programs are shown, too.
            result = Ok(());
            Some(exploration.data(arguments, &sources, &diagnostics).to_string())
        } else {
            let data = || exploration.data(arguments, &sources, &diagnostics);
            result.is_ok().then(|| page(&data(), None))
        };
        if let Some(page) = page {
            result = write_dump(page.as_bytes(), Some(&output), &mut diagnostics);
        }
    }
    if !data_alone || result.is_err() {
        report(&sources, &diagnostics, arguments.reporting());
    }
    if result.is_ok() { Status::Success } else { Status::InputErrors }
}

/// The file that `-o` names, else one named after the source.
fn output_file(arguments: &Arguments) -> PathBuf {
    arguments.output.clone().unwrap_or_else(|| {
        let file = arguments.file.as_deref().filter(|file| *file != Path::new("-"));
        let stem = file.and_then(Path::file_stem).unwrap_or("page".as_ref());
        let mut name = stem.to_owned();
        name.push(".html");
        name.into()
    })
}

/// The page for data; with `server`, the address that compiles other programs.
fn page(data: &Value, server: Option<&str>) -> String {
    // Within a script element, `</script>` and `<!--` would end the data.
    let embedded = |value: String| value.replace('<', "\\u003c");
    include_str!("page.html")
        .replace("/*STYLE*/", include_str!("page.css"))
        .replace("/*SCRIPT*/", include_str!("page.js"))
        .replace("\"SERVER\"", &embedded(Value::from(server).to_string()))
        .replace("\"DATA\"", &embedded(data.to_string()))
}
