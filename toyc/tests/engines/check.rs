//! One program on many engines: all print the same.
//!
//! The engines are the interpreter, machine code on each level of optimisation and on several threads, executables, and all
//! of them once more on each stage's dump, read back. A dump that is read back is printed as it was.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};

use crate::worker::Worker;

/// A program, and what it is expected to do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) source: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) inputs: BTreeMap<String, Vec<u8>>,
    pub(crate) expected: Expected,
}

/// What a program is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// It prints this, and leaves these files, each described as text.
    Output { printed: Vec<u8>, files: BTreeMap<String, String> },
    /// It is refused, everywhere with the same message.
    Refusal,
}

impl Default for Expected {
    fn default() -> Self {
        Self::Output { printed: vec![], files: BTreeMap::new() }
    }
}

/// A dump, and how it is continued.
#[derive(Clone, Debug)]
pub(crate) struct Dump {
    pub(crate) stage: &'static str,
    /// Flags that make the stage: of optimisation, of threads.
    pub(crate) making: &'static [&'static str],
    /// Flags that say how it is printed.
    pub(crate) printing: Vec<&'static str>,
    /// What it is run with: each list of flags is a run.
    pub(crate) engines: Vec<&'static [&'static str]>,
}

/// On what a program is run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) engines: Vec<&'static [&'static str]>,
    pub(crate) dumps: Vec<Dump>,
    pub(crate) executable: Option<&'static [&'static str]>,
}

const SOURCE: &str = "program.toy";
const DUMP: &str = "dump.mlir";
const EXECUTABLE: &str = "program";

/// Checks a program on the engines of a plan; the error says what differs.
pub(crate) fn check(worker: &mut Worker, program: &Program, plan: &Plan) -> Result<(), String> {
    worker.write(SOURCE, program.source.as_bytes())?;
    let mut refusal = None;
    for &flags in &plan.engines {
        check_run(worker, program, SOURCE, flags, &mut refusal)?;
    }
    for dump in &plan.dumps {
        check_dump(worker, program, dump, &mut refusal)?;
    }
    match plan.executable {
        Some(flags) => check_executable(worker, program, flags),
        None => Ok(()),
    }
}

fn with_arguments<'a>(program: &'a Program, words: &[&'a str]) -> Vec<&'a str> {
    let mut words = words.to_vec();
    if !program.arguments.is_empty() {
        words.push("--");
        words.extend(program.arguments.iter().map(String::as_str));
    }
    words
}

/// Runs a file with some flags. The first refusal is the one that all others are compared with.
fn check_run(
    worker: &mut Worker,
    program: &Program,
    file: &'static str,
    flags: &[&'static str],
    refusal: &mut Option<String>,
) -> Result<(), String> {
    prepare(worker, program)?;
    let words = with_arguments(program, &[&[file], flags].concat());
    let run = worker.run(&words)?;
    let what = |problem: String| format!("{}: {problem}", words.join(" "));
    match &program.expected {
        Expected::Output { printed, files } => {
            let output = run.success(&words)?;
            compare(printed, &output).and_then(|()| compare_files(worker, files)).map_err(what)
        }
        Expected::Refusal => {
            if run.status != Some(1) || !run.output.is_empty() {
                return Err(what(format!(
                    "expected an error, found status {:?} and output {:?}\n{}",
                    run.status,
                    String::from_utf8_lossy(&run.output),
                    run.errors
                )));
            }
            let message = messages(&run.errors);
            if message.is_empty() {
                return Err(what(format!("expected an error, found: {}", run.errors)));
            }
            let first = refusal.get_or_insert_with(|| message.clone());
            if *first == message {
                Ok(())
            } else {
                Err(what(format!("expected the errors\n{first}, found\n{message}")))
            }
        }
    }
}

/// The errors among diagnostics, without their places.
fn messages(errors: &str) -> String {
    let errors = errors.lines().filter_map(|line| {
        let (_, error) = line.split_once("error")?;
        let is_diagnostic = error.starts_with("[T") || error.starts_with(':');
        let (_, message) = error.split_once(": ")?;
        is_diagnostic.then_some(message)
    });
    errors.map(|message| format!("{message}\n")).collect()
}

/// Lays out the files that a program reads, and removes those that it writes.
fn prepare(worker: &Worker, program: &Program) -> Result<(), String> {
    for (name, contents) in &program.inputs {
        worker.write(name, contents)?;
    }
    if let Expected::Output { files, .. } = &program.expected {
        for name in files.keys() {
            // One that there is not, need not be removed.
            let _ = fs::remove_file(worker.folder().join(name));
        }
    }
    Ok(())
}

fn compare_files(worker: &Worker, files: &BTreeMap<String, String>) -> Result<(), String> {
    for (name, expected) in files {
        let contents = fs::read(worker.folder().join(name)).map_err(|error| format!("{name}: {error}"))?;
        let found = random_programs::describe_file(&contents);
        if found.as_ref() != Some(expected) {
            return Err(format!("the file {name} is to hold\n{expected}, but holds\n{found:?}"));
        }
    }
    Ok(())
}

/// Prints a stage, reads it back and prints it again, and runs what was printed.
fn check_dump(
    worker: &mut Worker,
    program: &Program,
    dump: &Dump,
    refusal: &mut Option<String>,
) -> Result<(), String> {
    let making = [&[SOURCE, dump.stage], dump.making, &dump.printing[..]].concat();
    prepare(worker, program)?;
    let words = with_arguments(program, &making);
    let run = worker.run(&words)?;
    if program.expected == Expected::Refusal && run.status == Some(1) {
        let message = messages(&run.errors);
        let first = refusal.get_or_insert_with(|| message.clone());
        return match *first == message {
            true => Ok(()),
            false => Err(format!("{}: expected the errors\n{first}, found\n{message}", words.join(" "))),
        };
    }
    let text = run.success(&words)?;
    worker.write(DUMP, &text)?;
    let of_dump = |problem: String| format!("{}: {problem}", words.join(" "));
    let reading = [&["-x", "mlir", DUMP, "-emit=mlir"], &dump.printing[..]].concat();
    let run = worker.run(&reading)?;
    if program.expected == Expected::Refusal && run.status == Some(1) {
        // The verifier sees in the dump what shape inference sees in the program, and says it in its own words.
        return Ok(());
    }
    let again = run.success(&reading).map_err(of_dump)?;
    compare_lines(&text, &again).map_err(|what| of_dump(format!("read back and printed again, {what}")))?;
    for flags in &dump.engines {
        let flags = [&["-x", "mlir"], *flags].concat();
        check_run(worker, program, DUMP, &flags, refusal).map_err(of_dump)?;
    }
    Ok(())
}

/// Makes a program that runs without toyc, and runs it.
fn check_executable(worker: &mut Worker, program: &Program, flags: &[&'static str]) -> Result<(), String> {
    let Expected::Output { printed, files } = &program.expected else { return Ok(()) };
    prepare(worker, program)?;
    let words = with_arguments(program, &[&[SOURCE, "-emit=exe", "-o", EXECUTABLE], flags].concat());
    worker.run(&words)?.success(&words)?;
    let run = Command::new(worker.folder().join(EXECUTABLE))
        .args(&program.arguments)
        .current_dir(worker.folder())
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", words.join(" ")))?;
    let what = |problem: String| format!("{}, run: {problem}", words.join(" "));
    if !run.status.success() {
        return Err(what(format!("{}\n{}", run.status, String::from_utf8_lossy(&run.stderr))));
    }
    compare(printed, &run.stdout).and_then(|()| compare_files(worker, files)).map_err(what)
}

/// Compares what was printed.
fn compare(expected: &[u8], found: &[u8]) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let words = |text: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(text).split_whitespace().map(str::to_owned).collect()
    };
    let (expected, found) = (words(expected), words(found));
    let place = expected.iter().zip(&found).take_while(|(expected, found)| expected == found).count();
    let at = |numbers: &[String]| numbers.get(place).cloned().unwrap_or_else(|| "nothing".to_owned());
    Err(format!("expected as number {place} {}, found {}", at(&expected), at(&found)))
}

fn compare_lines(expected: &[u8], found: &[u8]) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let (expected, found) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(found));
    let differs = expected.lines().zip(found.lines()).find(|(expected, found)| expected != found);
    match differs {
        Some((expected, found)) => Err(format!("expected the line\n{expected}\nfound\n{found}")),
        None => Err("one text is longer than the other".to_owned()),
    }
}
