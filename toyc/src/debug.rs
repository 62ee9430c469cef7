//! Source information for debug information, for `-g`.

use mlir_lite::llvm::{DebugInfo, SourceFunction};
use toy_ast::Module;

use crate::optimization::Level;

/// A source as a debugger sees it.
#[derive(Debug)]
pub(crate) struct DebugSource {
    file: String,
    /// The folder that file names are relative to.
    folder: String,
    is_optimized: bool,
    /// Functions with their first and last lines, in order.
    functions: Vec<(SourceFunction, u32)>,
}

impl DebugSource {
    /// The source of this name.
    pub(crate) fn new(file: &str, level: Level) -> Self {
        let folder = std::env::current_dir()
            .map_or_else(|_| String::new(), |folder| folder.display().to_string());
        let is_optimized = level != Level::O0;
        Self { file: file.to_owned(), folder, is_optimized, functions: Vec::new() }
    }

    /// Records the locations of the functions of a program; `line_of` gives the line of a position.
    pub(crate) fn add_functions(&mut self, program: &Module, line_of: impl Fn(u32) -> Option<u32>) {
        for function in &program.functions {
            let (first, last) = (line_of(function.span.start), line_of(function.end.start));
            if let (Some(line), Some(last)) = (first, last) {
                let name = function.name.text().to_owned();
                self.functions.push((SourceFunction { name, line }, last));
            }
        }
    }

    /// Calls `use_info` with the debug information for the export.
    pub(crate) fn with_info<R>(&self, use_info: impl FnOnce(DebugInfo<'_>) -> R) -> R {
        let function_at = |file: &str, line| self.function_at(file, line);
        use_info(DebugInfo {
            file: &self.file,
            folder: &self.folder,
            producer: concat!("toyc ", env!("CARGO_PKG_VERSION")),
            is_optimized: self.is_optimized,
            function_at: &function_at,
        })
    }

    fn function_at(&self, file: &str, line: u32) -> Option<SourceFunction> {
        if file != self.file {
            return None;
        }
        // The last one that begins there or before.
        let after = self.functions.partition_point(|(function, _)| function.line <= line);
        let (function, last) = self.functions.get(after.checked_sub(1)?)?;
        (line <= *last).then(|| function.clone())
    }
}
