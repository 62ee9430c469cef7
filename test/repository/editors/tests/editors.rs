//! The grammars and folders of `toyc/editors`, on all files of the repository.

use std::io::Write as _;

#[path = "editors/extension.rs"]
mod extension;
#[path = "editors/lists.rs"]
mod lists;
#[path = "editors/mlir.rs"]
mod mlir;
#[path = "editors/page.rs"]
mod page;
#[path = "editors/toy.rs"]
mod toy;
#[path = "editors/vim.rs"]
mod vim;

/// Says what is not tested here.
fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {text}");
}
