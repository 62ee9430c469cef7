//! The output file of machine code: the file that `-o` names, else one named after the source, in
//! the current folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use mlir_lite_diagnostics::{Diagnostics, Reported};
use mlir_lite_opt::output::refuse_inputs;

use crate::arguments::Arguments;
use crate::stage::Stage;

/// The name of the output if the source has no name.
const NAMELESS: &str = "a";

/// The file to write; `-` is standard output.
///
/// # Errors
/// If it would be the source, or a file that the program is given.
pub(super) fn output_file(
    arguments: &Arguments,
    diagnostics: &mut Diagnostics,
) -> Result<PathBuf, Reported> {
    if let Some(output) = &arguments.output {
        return Ok(output.clone());
    }
    let source = arguments.file.as_deref().filter(|file| *file != Path::new("-"));
    let output = default_name(source, arguments.emit);
    let words = arguments.program_arguments.iter().map(Path::new);
    refuse_inputs(&output, source.into_iter().chain(words), diagnostics)?;
    Ok(output)
}

/// The name of the output, derived from its source.
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
            assert_eq!(
                default_name(source.map(Path::new), stage),
                Path::new(name),
                "{source:?} {stage:?}"
            );
        }
    }
}
