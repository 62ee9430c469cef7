//! The names of copies of functions in messages: the source has the name of what was copied.

use mlir_lite_diagnostics::Diagnostic;
use toy_ast::Module;

use crate::program::calls::source_name;

/// Replaces the names of copies in the text of a diagnostic about a module.
pub(super) fn use_source_names(module: &Module, diagnostic: &mut Diagnostic) {
    let Diagnostic { message, label, labels, notes, help, .. } = diagnostic;
    let texts = std::iter::once(message)
        .chain(label)
        .chain(labels.iter_mut().map(|label| &mut label.message))
        .chain(notes.iter_mut().map(|note| &mut note.message))
        .chain(help);
    for text in texts.filter(|text| text.contains('$')) {
        *text = replaced(text, &|name| {
            module.functions.iter().any(|function| function.name.text() == name)
        });
    }
}

/// A text with the name in the source in place of each name of a copy.
fn replaced(text: &str, is_copy: &dyn Fn(&str) -> bool) -> String {
    let belongs = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(belongs) {
        let (before, after) = rest.split_at(start);
        let end = after.find(|c| !belongs(c)).unwrap_or(after.len());
        let (word, after) = after.split_at(end);
        result += before;
        result += if is_copy(word) { source_name(word) } else { word };
        rest = after;
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn copies_have_the_name_of_their_source() {
        let is_copy = |name: &str| name == "rec$cube" || name == "some$lambda$1";
        assert_eq!(replaced("'rec$cube': rec$cube -> rec$cube", &is_copy), "'rec': rec -> rec");
        assert_eq!(replaced("some$lambda$1 and a$b.npy", &is_copy), "some and a$b.npy");
        assert_eq!(source_name("main"), "main");
    }
}
