//! A file together with the files that it imports, and those that these import.
//!
//! The definitions of an imported file are part of the program as if they were written at the start
//! of the file that imports it. A file is read once, however many files import it.

use std::sync::Arc;

use mlir_lite_diagnostics::{Diagnostics, Reported, SourceFile, Span};

use super::{parse_after, parse_all};
use crate::ast::{Exprs, Import, Item, Module};
use crate::codes::Code;

/// A file that was found for an `import`.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The identity of the file, whatever path leads to it.
    pub identity: String,
    /// Its text, when it is found for the first time; later, none.
    pub file: Option<Arc<SourceFile>>,
}

/// The most files that import each other one after another.
const MOST_NESTED: usize = 64;

struct Files<'f> {
    /// Finds the file of an import that is in a file.
    find: &'f mut dyn FnMut(&SourceFile, &Import) -> Result<Imported, String>,
    exprs: Exprs,
    /// Each file after those that it imports.
    modules: Vec<Module>,
    /// The files around the one that is read: their identity, and their names.
    open: Vec<(String, String)>,
}

/// Parses a file and those that it imports. `identity` is that of the file; `find` finds imported
/// files, or says why it cannot.
///
/// # Errors
/// If a file is not well formed or cannot be read, or files import each other in a circle.
pub fn parse_program(
    file: &SourceFile,
    identity: String,
    find: &mut dyn FnMut(&SourceFile, &Import) -> Result<Imported, String>,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Reported> {
    let exprs = Exprs::default();
    let mut files = Files { find, exprs, modules: Vec::new(), open: Vec::new() };
    files.read(file, identity, diagnostics)?;
    let mut program = Module { exprs: files.exprs, ..Module::default() };
    for module in files.modules {
        program.imported_functions = program.functions.len();
        add_definitions(&mut program, module);
    }
    Ok(program)
}

/// The readable parts of files that are one program, each after those that it imports. Errors are
/// not reported: editors show them for each file. [`Module::imports`] is empty.
///
/// ```
/// use mlir_lite_diagnostics::SourceMap;
///
/// let sources = SourceMap::new();
/// let library = sources.add("lib.toy", "def f(a) { return a; }")?;
/// let main = sources.add("main.toy", "import \"lib.toy\"; def main() { print(f(1)) }")?;
/// let module = toy_ast::parse_partial_program(&[library, main]);
/// assert_eq!(module.functions.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_partial_program(files: &[Arc<SourceFile>]) -> Module {
    let mut program = Module::default();
    for file in files {
        let (mut module, _) = parse_all(file, std::mem::take(&mut program.exprs));
        program.exprs = std::mem::take(&mut module.exprs);
        add_definitions(&mut program, module);
    }
    program
}

/// Adds the definitions of a module to those of a program, which has their expressions already.
fn add_definitions(program: &mut Module, module: Module) {
    let firsts = [program.structs.len(), program.functions.len(), program.constants.len()];
    program.items.extend(module.items.into_iter().map(|item| match item {
        Item::Struct(index) => Item::Struct(firsts[0] + index),
        Item::Function(index) => Item::Function(firsts[1] + index),
        Item::Constant(index) => Item::Constant(firsts[2] + index),
    }));
    program.structs.extend(module.structs);
    program.functions.extend(module.functions);
    program.constants.extend(module.constants);
}

impl Files<'_> {
    /// Parses a file, and the files that it imports before it.
    fn read(
        &mut self,
        file: &SourceFile,
        identity: String,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let mut module = parse_after(file, std::mem::take(&mut self.exprs), diagnostics)?;
        self.exprs = std::mem::take(&mut module.exprs);
        self.open.push((identity, file.name().to_owned()));
        for import in &module.imports {
            self.import(file, import, diagnostics)?;
        }
        self.open.pop();
        self.modules.push(module);
        Ok(())
    }

    fn import(
        &mut self,
        file: &SourceFile,
        import: &Import,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Reported> {
        let wrong = |message: String, label: &str, span: Span| {
            Code::Import.error(span, message).with_label(label)
        };
        let found =
            match (self.find)(file, import) {
                Ok(found) => found,
                Err(why) => {
                    let message = format!("cannot import '{}': {why}", import.path);
                    let error = wrong(message, "this file", import.span);
                    return Err(diagnostics.error(error.with_help(
                        "the path is relative to the folder of the file that imports it",
                    )));
                }
            };
        if let Some(start) = self.open.iter().position(|(open, _)| *open == found.identity) {
            let names: Vec<&str> = self.open[start..].iter().map(|(_, name)| &**name).collect();
            let chain = format!("{} -> {}", names.join(" -> "), names[0]);
            let message = format!("files import each other: {chain}");
            let error = wrong(message, "this import closes the circle", import.span);
            return Err(diagnostics
                .error(error.with_help("put what both need into a file that imports neither")));
        }
        let Some(next) = found.file else { return Ok(()) };
        if self.open.len() >= MOST_NESTED {
            let message = format!("more than {MOST_NESTED} files import each other");
            return Err(diagnostics.error(wrong(message, "one after another", import.span)));
        }
        self.read(&next, found.identity, diagnostics)
    }
}
