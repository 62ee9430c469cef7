//! The output file of machine code: the file that `-o` names, else one named after the source, in
//! the current folder. A Python module has a library beside it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported};

use crate::export_flags;
use crate::plan::Plan;
use crate::stage::Stage;

/// The name of the output if the source has no name.
const NAMELESS: &str = "a";

/// The file to write; `-` is standard output.
///
/// # Errors
/// If it would be the source, or a file that the program is given.
pub(super) fn output_file(
    plan: &Plan,
    stage: Stage,
    diagnostics: &mut Diagnostics,
) -> Result<PathBuf, Reported> {
    if let Some(output) = &plan.output {
        return Ok(output.clone());
    }
    let output = default_name(plan.input.named_file(), stage);
    plan.input.refuse_as_output(&output, diagnostics)?;
    Ok(output)
}

/// The files of a Python module and its library. `-o` names the module, with or without `.py`, or
/// the folder that it goes to.
///
/// # Errors
/// If no module can have this name, or a file would be one that the program is given.
pub(super) fn python_files(
    plan: &Plan,
    diagnostics: &mut Diagnostics,
) -> Result<(PathBuf, PathBuf), Reported> {
    let stem = plan.input.named_file().and_then(Path::file_stem).unwrap_or(NAMELESS.as_ref());
    let output = plan.output.clone().unwrap_or_default();
    let (folder, stem) = match (output.parent(), output.file_stem()) {
        _ if output.as_os_str().is_empty() || output.is_dir() => (&*output, stem),
        (Some(folder), Some(stem)) if output.extension().is_some_and(|end| end == "py") => {
            (folder, stem)
        }
        (Some(folder), _) => (folder, output.file_name().unwrap_or_default()),
        (None, _) => (&*output, stem),
    };
    let Some(name) = stem.to_str().filter(|name| export_flags::is_python_name(name)) else {
        let message = format!("no Python module can be called '{}'", stem.display());
        let error = Diagnostic::error(Position::Unknown, message);
        return Err(diagnostics.error(error.with_help(
            "name a file by '-o', as in '-o my_module.py': the name is one of letters, digits and \
                underscores",
        )));
    };
    let end = std::env::consts::DLL_SUFFIX;
    let files = (folder.join(format!("{name}.py")), folder.join(format!("lib{name}{end}")));
    for file in [&files.0, &files.1] {
        plan.input.refuse_as_output(file, diagnostics)?;
    }
    Ok(files)
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
