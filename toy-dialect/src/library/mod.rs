//! The library: files of functions, written in Toy, that programs import from the compiler itself.
//!
//! `import "std/linalg.toy";` means the file of the library if there is no such file beside the
//! program.

use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use toy_ast::{Item, Module, parse_module};

use crate::builtins::{in_lines, wrapped};

/// The folder of the library in the names of its files, which no path of a program begins with.
const FOLDER: &str = "<toyc>";

/// A file of the library.
#[derive(Clone, Copy, Debug)]
pub struct LibraryFile {
    /// The path by which programs import it: `std/linalg.toy`.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All files of the library.
pub static FILES: &[LibraryFile] = &[
    LibraryFile { path: "std/fft.toy", text: include_str!("std/fft.toy") },
    LibraryFile { path: "std/linalg.toy", text: include_str!("std/linalg.toy") },
    LibraryFile { path: "std/numeric.toy", text: include_str!("std/numeric.toy") },
    LibraryFile { path: "std/optimize.toy", text: include_str!("std/optimize.toy") },
    LibraryFile { path: "std/random.toy", text: include_str!("std/random.toy") },
    LibraryFile { path: "std/special.toy", text: include_str!("std/special.toy") },
    LibraryFile { path: "std/stats.toy", text: include_str!("std/stats.toy") },
];

impl LibraryFile {
    /// The name of the file in messages, which is none on a disk: `<toyc>/std/linalg.toy`.
    pub fn name(&self) -> String {
        format!("{FOLDER}/{}", self.path)
    }

    /// The file of an `import` of this path.
    pub fn imported(path: &str) -> Option<&'static Self> {
        FILES.iter().find(|file| file.path == path)
    }

    /// The file of a name in messages.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::imported(name.strip_prefix(FOLDER)?.strip_prefix('/')?)
    }

    /// The file that defines a function.
    ///
    /// ```
    /// use toy_dialect::library::LibraryFile;
    ///
    /// let file = LibraryFile::defining("solve").expect("a function of the library");
    /// assert_eq!(file.path, "std/linalg.toy");
    /// assert!(LibraryFile::defining("missing").is_none());
    /// ```
    pub fn defining(function: &str) -> Option<&'static Self> {
        let definition = format!("\ndef {function}(");
        FILES.iter().find(|file| file.text.contains(&definition))
    }

    /// The functions of the file, in its order, with the comment before each. Those whose names
    /// begin with `_` are for the others of the file alone.
    pub fn functions(&self) -> Vec<LibraryFunction> {
        let sources = SourceMap::new();
        let Ok(source) = sources.add(self.name(), self.text) else { return Vec::new() };
        let Ok(module) = parse_module(&source, &mut Diagnostics::new()) else { return Vec::new() };
        let is_function = |item: &Item| match item {
            Item::Function(index) => Some(*index),
            _ => None,
        };
        module
            .items
            .iter()
            .filter_map(is_function)
            .map(|index| self.function(&module, index))
            .filter(|function| !function.name.starts_with('_'))
            .collect()
    }

    fn function(&self, module: &Module, index: usize) -> LibraryFunction {
        let name = module.functions[index].name.text().to_owned();
        let at = self.text.find(&format!("\ndef {name}(")).map_or(0, |at| at + 1);
        let head = self.text[at..].lines().next().unwrap_or_default();
        let signature = head.trim_start_matches("def ").trim_end_matches(" {").to_owned();
        let comment = self.text[..at].rsplit("\n\n").next().unwrap_or_default();
        let lines = comment.lines().filter_map(|line| line.strip_prefix("# "));
        LibraryFunction { name, signature, summary: lines.collect::<Vec<_>>().join(" ") }
    }
}

/// A function of the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryFunction {
    /// Its name.
    pub name: String,
    /// Its name and parameters: `solve(a<n, n>, b)`.
    pub signature: String,
    /// The comment before it: its result, the method, and what it does on input without a result.
    pub summary: String,
}

/// The page about the library, `docs/library.md`, as Markdown.
pub fn document() -> String {
    let mut text = include_str!("introduction.md").to_owned();
    for file in FILES {
        let head = file.text.split("\n\n").next().unwrap_or_default();
        let about: Vec<&str> = head.lines().filter_map(|line| line.strip_prefix("# ")).collect();
        text += &format!("\n## `{}`\n\n{}\n", file.path, in_lines(&about.join(" "), 100));
        for function in file.functions() {
            text += &format!(
                "\n### `{}`\n\n    {}\n\n{}\n",
                function.name,
                function.signature,
                in_lines(&function.summary, 100)
            );
        }
    }
    text
}

/// The text of the prompt about a function of the library.
pub fn explain(name: &str) -> Option<String> {
    let file = LibraryFile::defining(name)?;
    let function = file.functions().into_iter().find(|function| function.name == name)?;
    let import = format!("A function of the library: `import \"{}\";`", file.path);
    let LibraryFunction { signature, summary, .. } = function;
    Some(format!("{signature}\n{}{}", wrapped(&summary), wrapped(&import)))
}
