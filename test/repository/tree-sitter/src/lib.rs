//! The parser that `build.rs` generates from the grammar in `toyc/editors/tree-sitter-toy`.

use tree_sitter::Language;

unsafe extern "C" {
    fn tree_sitter_toy() -> *const ();
}

/// The language of the parser.
pub fn language() -> Language {
    // SAFETY: the generated function returns a language, which lives as long as the program.
    unsafe { Language::from_raw(tree_sitter_toy().cast()) }
}
