//! Texts about the command line: help, version, completions and man pages.

use std::io;
use std::path::Path;

use clap_complete::Shell;

use super::subcommands::everything;

/// The name under which the program is called.
const NAME: &str = "toyc";

/// The help on all of the command line, or on a subcommand.
pub(super) fn help(subcommand: Option<&str>, is_long: bool) -> String {
    let mut command = everything();
    // Gives the subcommands their full names.
    command.build();
    let command = match subcommand.and_then(|name| command.find_subcommand_mut(name)) {
        Some(subcommand) => subcommand,
        None => &mut command,
    };
    let text = if is_long { command.render_long_help() } else { command.render_help() };
    text.to_string()
}

/// The version of the program, and of LLVM.
pub(super) fn version() -> String {
    format!("{NAME} {}\n{}\n", env!("CARGO_PKG_VERSION"), llvm_version())
}

#[cfg(feature = "llvm")]
fn llvm_version() -> String {
    let (major, minor, patch) = mlir_lite::llvm::inkwell::support::get_llvm_version();
    format!("LLVM {major}.{minor}.{patch}")
}

#[cfg(not(feature = "llvm"))]
fn llvm_version() -> String {
    "without LLVM: programs run on the interpreter".to_owned()
}

/// Completions for a shell.
pub(super) fn completions(shell: Shell) -> String {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut everything(), NAME, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// The man page of the whole program.
pub(super) fn man_page() -> String {
    let mut text = Vec::new();
    // Writing into memory does not fail.
    let _ = clap_mangen::Man::new(everything()).render(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Writes a man page for the program and for each subcommand.
///
/// # Errors
/// If the folder cannot be made or a page not be written.
pub(super) fn man_pages(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(everything(), folder)
}
