//! All programs below `examples/` and `test/` that run give the same output from every stage.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use crate::check::{Expected, Program, check};
use crate::worker::Worker;
use crate::{plans, scratch, setting};
use test_support::repository;

/// The minimum number of programs: fewer would mean that the search is broken.
const LEAST: usize = 60;

/// Examples that need files: the inputs, and the arguments.
const ARGUMENTS: [(&str, &str, &[&str]); 1] =
    [("examples/image_blur.toy", "examples/numpy/image.npy", &["input.npy", "output.npy"])];

/// Programs that take minutes on the interpreter: they are run as machine code only.
const LONG: [&str; 3] = [
    "test/toy/parallel/stages.toy",
    "test/toy/parallel/threads.toy",
    "test/toy/transpose/large.toy",
];

/// Programs that are measured. They do minutes of work on the interpreter, and the benchmarks
/// compare their output.
const MEASURED: &str = "test/bench/toy";

/// Programs of several files, which `toyc/tests/examples.rs` runs on all engines.
const IMPORTING: &str = "examples/digits";

/// Programs that take long on the interpreter of lower stages, and which `toyc/tests/gallery.rs`
/// runs on all engines.
const GALLERY: &str = "examples/gallery";

/// A program that ends only where a loop is left out that never ends, which compiled code may do.
const ENDLESS: &str = "test/toy/jit/endless-loop.toy";

/// The programs, sorted, relative to the root.
fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::from("examples"), PathBuf::from("test")];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(repository().join(&folder)) else { continue };
        for entry in entries.flatten() {
            let path = folder.join(entry.file_name());
            if [MEASURED, IMPORTING, GALLERY, ENDLESS]
                .iter()
                .any(|left_out| path == Path::new(left_out))
            {
                continue;
            } else if entry.path().is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toy") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A test for each program, and one for the number of programs.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (number, file) in files().into_iter().enumerate() {
        let name = format!("repository/{}", file.display());
        let folder = scratch(&name.replace('/', "-"));
        trials.push(Trial::test(name, move || {
            check_file(&file, number, &folder).map_err(Into::into)
        }));
    }
    let number = trials.len();
    trials.push(Trial::test("repository", move || match number >= LEAST {
        true if LONG.iter().all(|long| repository().join(long).is_file()) => Ok(()),
        true => Err(format!("one of {LONG:?} is missing").into()),
        false => Err(format!("there are {number} programs, expected {LEAST} at least").into()),
    }));
    trials
}

fn check_file(file: &Path, number: usize, folder: &Path) -> Result<(), String> {
    let mut worker = Worker::new(folder).map_err(|error| error.to_string())?;
    let source = std::fs::read(repository().join(file)).map_err(|error| error.to_string())?;
    // A program that is not UTF-8 is a test of errors.
    let Ok(source) = String::from_utf8(source) else { return Ok(()) };
    let mut program = Program { source, ..Program::default() };
    for (example, input, arguments) in ARGUMENTS {
        if file == Path::new(example) {
            let contents =
                std::fs::read(repository().join(input)).map_err(|error| error.to_string())?;
            program.inputs.insert(arguments[0].to_owned(), contents);
            program.arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        }
    }
    worker.write("program.toy", program.source.as_bytes())?;
    for (name, contents) in &program.inputs {
        worker.write(name, contents)?;
    }
    let is_long = LONG.iter().any(|long| file == Path::new(long));
    let mut words = vec!["program.toy", if is_long { "-emit=jit" } else { "-emit=interp" }];
    if !program.arguments.is_empty() {
        words.push("--");
    }
    words.extend(program.arguments.iter().map(String::as_str));
    let run = worker.run(&words)?;
    let is_example = file.starts_with("examples");
    if run.status != Some(0) && !is_example {
        // Tests of errors do not run.
        return Ok(());
    }
    let printed = run.success(&words)?;
    let mut files = std::collections::BTreeMap::new();
    if let Some(written) = program.arguments.get(1) {
        let contents = std::fs::read(folder.join(written)).map_err(|error| error.to_string())?;
        let described =
            random_programs::describe_file(&contents).ok_or("the file is not an array")?;
        files.insert(written.clone(), described);
    }
    program.expected = Expected::Output { printed, files, errors: BTreeSet::new() };
    let result = match setting("ALL_STAGES_FORMS") {
        None => check(&mut worker, &program, &plans::third_of_every_stage(number, is_long)),
        // All dumps in each form, one form after the other.
        Some(_) => (0..plans::FORMS.len())
            .try_for_each(|form| check(&mut worker, &program, &plans::every_stage(form, is_long))),
    };
    let _ = std::fs::remove_dir_all(folder);
    result
}
