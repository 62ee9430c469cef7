//! Where machine code goes: to the file that `-o` names, else to one named after the source, in the current folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};

use crate::arguments::Arguments;
use crate::stage::Stage;

/// The name of the file where the source has none.
const NAMELESS: &str = "a";

/// The file to write; `-` is standard output.
///
/// # Errors
/// If it would be the source.
pub(super) fn output_file(arguments: &Arguments, diagnostics: &mut Diagnostics) -> Result<PathBuf, Reported> {
    if let Some(output) = &arguments.output {
        return Ok(output.clone());
    }
    let source = arguments.file.as_deref().filter(|file| *file != Path::new("-"));
    let output = default_name(source, arguments.emit);
    if source.is_some_and(|source| is_same(source, &output)) {
        let message = format!("the output would take the place of the source '{}'", output.display());
        let error = Diagnostic::error(Position::Unknown, message);
        return Err(diagnostics.error(error.with_help("name another file with '-o FILE'")));
    }
    Ok(output)
}

/// What the output is called after its source.
fn default_name(source: Option<&Path>, stage: Stage) -> PathBuf {
    let stem = source.and_then(Path::file_stem);
    let name = PathBuf::from(stem.unwrap_or(NAMELESS.as_ref()));
    match stage {
        Stage::Asm => PathBuf::from("-"),
        Stage::Exe if stem.is_none() => name.with_extension("out"),
        Stage::Exe => name,
        Stage::Shared => {
            let mut library = OsString::from("lib");
            library.push(name);
            library.push(std::env::consts::DLL_SUFFIX);
            library.into()
        }
        _ => {
            let mut name = name.into_os_string();
            name.push(".o");
            name.into()
        }
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn outputs_are_named_after_their_sources() {
        for (source, stage, name) in [
            (Some("dir/f.toy"), Stage::Exe, "f"),
            (Some("dir/f.toy"), Stage::Obj, "f.o"),
            (Some("f.1.toy"), Stage::Obj, "f.1.o"),
            (Some("f.toy"), Stage::Asm, "-"),
            (None, Stage::Exe, "a.out"),
            (None, Stage::Obj, "a.o"),
        ] {
            assert_eq!(default_name(source.map(Path::new), stage), Path::new(name), "{source:?} {stage:?}");
        }
    }
}
