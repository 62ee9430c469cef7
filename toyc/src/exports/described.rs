//! The parts of a program that describe its functions, beside their code.

use std::collections::BTreeMap;

use mlir_lite_diagnostics::SourceMap;
use toy_ast::classify;

use crate::comments::comment_before;

/// The descriptions of a program's functions, by name.
pub(crate) type Described = BTreeMap<String, Description>;

/// The names and the comment that a program gives to a function.
#[derive(Debug)]
pub(crate) struct Description {
    /// The names of the parameters.
    pub(crate) parameters: Vec<String>,
    /// The comment in the lines above the function, empty if there is none.
    #[cfg_attr(not(feature = "llvm"), expect(dead_code, reason = "modules need LLVM"))]
    pub(crate) comment: String,
}

/// The descriptions of a module's functions.
pub(crate) fn described(module: &toy_ast::Module, sources: &SourceMap) -> Described {
    let mut tokens = BTreeMap::new();
    let mut describe = |function: &toy_ast::Function| {
        let parameters = function.params.iter().map(|param| param.name.text().to_owned()).collect();
        let comment = sources.file_at(function.span.start).map_or(String::new(), |file| {
            let tokens = tokens.entry(file.base()).or_insert_with(|| classify(file.text()));
            comment_before(file.text(), tokens, (function.span.start - file.base()) as usize)
        });
        (function.name.text().to_owned(), Description { parameters, comment })
    };
    module.functions.iter().map(&mut describe).collect()
}
