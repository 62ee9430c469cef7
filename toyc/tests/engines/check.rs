//! Checks that one program prints the same on many engines.
//!
//! The engines are the interpreter, machine code on each level of optimisation and on several
//! threads, executables, and all of them again on each stage's dump, parsed again. A dump that is
//! parsed prints as before.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, Stdio};

use crate::tally;
use crate::worker::{Run, Worker};

/// A program, and its expected result.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) source: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) inputs: BTreeMap<String, Vec<u8>>,
    pub(crate) expected: Expected,
}

/// The expected result of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// It prints this, and writes these files, each described as text. Then it ends: successfully,
    /// or with status 1 and one of these lines.
    Output { printed: Vec<u8>, files: BTreeMap<String, String>, errors: BTreeSet<String> },
    /// It is rejected, everywhere with the same message: at one of these locations (`line:column`),
    /// and with one of these messages, if there are any.
    Refusal { places: BTreeSet<String>, messages: BTreeSet<String> },
}

impl Default for Expected {
    fn default() -> Self {
        Self::Output { printed: vec![], files: BTreeMap::new(), errors: BTreeSet::new() }
    }
}

/// Files that random programs write.
const OUTPUTS: [&str; 2] = ["out0.npy", "out1.npy"];

/// A dump, and how it is run.
#[derive(Clone, Debug)]
pub(crate) struct Dump {
    pub(crate) stage: &'static str,
    /// Flags for the stage: optimisation, threads.
    pub(crate) making: &'static [&'static str],
    /// Flags for the form of the dump.
    pub(crate) printing: Vec<&'static str>,
    /// The engines: each list of flags is a run.
    pub(crate) engines: Vec<&'static [&'static str]>,
}

/// The engines for a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) engines: Vec<&'static [&'static str]>,
    pub(crate) dumps: Vec<Dump>,
    pub(crate) executable: Option<&'static [&'static str]>,
    /// Whether the program is also run with one argument too many, and with one too few.
    pub(crate) counts_arguments: bool,
}

const SOURCE: &str = "program.toy";
const DUMP: &str = "dump.mlir";
const EXECUTABLE: &str = "program";

/// Checks a program on the engines of a plan; the error says what differs.
pub(crate) fn check(worker: &mut Worker, program: &Program, plan: &Plan) -> Result<(), String> {
    worker.write(SOURCE, program.source.as_bytes())?;
    let mut refusal = None;
    for &flags in &plan.engines {
        tally::count(|| flags.join(" "));
        check_run(worker, program, SOURCE, flags, &mut refusal)?;
    }
    if plan.counts_arguments {
        check_without_run(worker, program, &mut refusal)?;
    }
    // For a wrong program, another error may be found first.
    let counts_arguments =
        plan.counts_arguments && matches!(program.expected, Expected::Output { .. });
    for dump in &plan.dumps {
        check_dump(worker, program, dump, counts_arguments, &mut refusal)?;
    }
    if counts_arguments {
        check_wrong_arguments(
            worker,
            program,
            SOURCE,
            plan.engines.last().copied().unwrap_or(&[]),
        )?;
    }
    match plan.executable {
        Some(flags) => {
            tally::count(|| format!("-emit=exe {}", flags.join(" ")));
            check_executable(worker, program, flags, counts_arguments)
        }
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

/// Runs a file with some flags. All other results are compared with the first error.
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
        Expected::Output { printed, files, errors } => {
            compare_end(errors, &run).map_err(what)?;
            compare(printed, &run.output).and_then(|()| compare_files(worker, files)).map_err(what)
        }
        Expected::Refusal { places, messages } => {
            compare_refusal(&run, file, places, messages, refusal).map_err(what)
        }
    }
}

/// `toyc check` rejects what a run rejects, and prints and writes nothing.
fn check_without_run(
    worker: &mut Worker,
    program: &Program,
    refusal: &mut Option<String>,
) -> Result<(), String> {
    prepare(worker, program)?;
    let words = with_arguments(program, &["check", SOURCE]);
    tally::count(|| "toyc check".to_owned());
    let run = worker.run(&words)?;
    let what = |problem: String| format!("{}: {problem}", words.join(" "));
    match &program.expected {
        Expected::Output { .. } => compare_end(&BTreeSet::new(), &run)
            .and_then(|()| compare(&[], &run.output))
            .and_then(|()| compare_files(worker, &BTreeMap::new()))
            .map_err(what),
        Expected::Refusal { places, messages } => {
            compare_refusal(&run, SOURCE, places, messages, refusal).map_err(what)
        }
    }
}

/// Whether a run has ended successfully, or with an error and status 1.
fn compare_end(errors: &BTreeSet<String>, run: &Run) -> Result<(), String> {
    let found: Vec<&str> = run.errors.lines().filter(|line| line.contains("error")).collect();
    let status = i32::from(!errors.is_empty());
    let is_expected = match found[..] {
        [] => errors.is_empty(),
        [one] => errors.contains(one),
        _ => false,
    };
    if run.status == Some(status) && is_expected {
        return Ok(());
    }
    Err(format!(
        "expected status {status} and one of the errors {errors:?}, found {:?} and {found:?}\n{}",
        run.status, run.errors
    ))
}

/// Whether a program was rejected, as expected and as before.
fn compare_refusal(
    run: &Run,
    file: &str,
    places: &BTreeSet<String>,
    expected: &BTreeSet<String>,
    refusal: &mut Option<String>,
) -> Result<(), String> {
    let found =
        || format!("{:?}: {}{}", run.status, String::from_utf8_lossy(&run.output), run.errors);
    let message = messages(&run.errors);
    if run.status != Some(1) || !run.output.is_empty() || message.is_empty() {
        return Err(format!("expected an error, found {}", found()));
    }
    if !expected.is_empty() {
        let first = message.lines().next().unwrap_or_default();
        // For a dump, locations are those in the dump.
        let is_said_at = |place: &String| {
            let start = format!("{SOURCE}:{place}: error[T0066]: ");
            run.errors.lines().any(|line| line.starts_with(&start))
        };
        let is_there = file != SOURCE || places.iter().any(is_said_at);
        if !expected.contains(first) || !is_there {
            return Err(format!(
                "expected one of {expected:?} at one of {places:?}, found {}",
                found()
            ));
        }
    }
    let first = refusal.get_or_insert_with(|| message.clone());
    match *first == message {
        true => Ok(()),
        false => Err(format!("expected the errors\n{first}, found\n{message}")),
    }
}

/// Runs a program with one argument too many, and with one too few: both are wrong usage.
fn check_wrong_arguments(
    worker: &mut Worker,
    program: &Program,
    file: &'static str,
    flags: &[&'static str],
) -> Result<(), String> {
    // The number of arguments is part of the IR only if it is not zero.
    if program.arguments.is_empty() && file == DUMP {
        return Ok(());
    }
    for arguments in wrong_arguments(program) {
        prepare(worker, program)?;
        let wrong = Program { arguments, ..program.clone() };
        let words = with_arguments(&wrong, &[&[file], flags].concat());
        tally::count(|| "wrong numbers of arguments".to_owned());
        let run = worker.run(&words)?;
        compare_wrong_usage(program, run.status, &run.output, &run.errors)
            .map_err(|what| format!("{}: {what}", words.join(" ")))?;
    }
    Ok(())
}

/// The arguments of a program with one more, and with one less if there are any.
fn wrong_arguments(program: &Program) -> Vec<Vec<String>> {
    let fewer = program.arguments.split_last().map(|(_, fewer)| fewer.to_vec());
    let more = [&program.arguments[..], &["more.npy".to_owned()]].concat();
    fewer.into_iter().chain([more]).collect()
}

fn compare_wrong_usage(
    program: &Program,
    status: Option<i32>,
    output: &[u8],
    errors: &str,
) -> Result<(), String> {
    let number = program.arguments.len();
    let said = format!("the program takes {number} argument");
    if status == Some(2) && output.is_empty() && errors.contains(&said) {
        return Ok(());
    }
    let output = String::from_utf8_lossy(output);
    Err(format!("expected status 2 and '{said}', found {status:?}, '{output}' and '{errors}'"))
}

/// The errors among diagnostics, without their locations.
fn messages(errors: &str) -> String {
    let errors = errors.lines().filter_map(|line| {
        let (_, error) = line.split_once("error")?;
        let is_diagnostic = error.starts_with("[T") || error.starts_with(':');
        let (_, message) = error.split_once(": ")?;
        is_diagnostic.then_some(message)
    });
    errors.map(|message| format!("{message}\n")).collect()
}

/// Creates the input files of a program, and removes its output files.
fn prepare(worker: &Worker, program: &Program) -> Result<(), String> {
    for (name, contents) in &program.inputs {
        worker.write(name, contents)?;
    }
    let mut written: Vec<&str> = OUTPUTS.to_vec();
    // Programs with unusual statements write it, and read a missing file.
    written.push("odd.npy");
    if let Expected::Output { files, .. } = &program.expected {
        written.extend(files.keys().map(String::as_str));
    }
    for name in written {
        // It may not exist.
        let _ = fs::remove_file(worker.folder().join(name));
    }
    Ok(())
}

fn compare_files(worker: &Worker, files: &BTreeMap<String, String>) -> Result<(), String> {
    for (name, expected) in files {
        let contents =
            fs::read(worker.folder().join(name)).map_err(|error| format!("{name}: {error}"))?;
        let found = random_programs::describe_file(&contents);
        if found.as_ref() != Some(expected) {
            return Err(format!("the file {name} is to hold\n{expected}, but holds\n{found:?}"));
        }
    }
    match OUTPUTS
        .iter()
        .find(|&&name| !files.contains_key(name) && worker.folder().join(name).exists())
    {
        Some(name) => Err(format!("the file {name} is written")),
        None => Ok(()),
    }
}

/// Prints a stage, parses it and prints it again, and runs the dump.
fn check_dump(
    worker: &mut Worker,
    program: &Program,
    dump: &Dump,
    counts_arguments: bool,
    refusal: &mut Option<String>,
) -> Result<(), String> {
    let making = [&[SOURCE, dump.stage], dump.making, &dump.printing[..]].concat();
    prepare(worker, program)?;
    let words = with_arguments(program, &making);
    let run = worker.run(&words)?;
    let of_dump = |problem: String| format!("{}: {problem}", words.join(" "));
    let is_refusal = match &program.expected {
        Expected::Refusal { places, messages } if run.status != Some(0) => {
            return compare_refusal(&run, SOURCE, places, messages, refusal).map_err(of_dump);
        }
        expected => matches!(expected, Expected::Refusal { .. }),
    };
    let text = run.success(&words)?;
    worker.write(DUMP, &text)?;
    let reading = [&["-x", "mlir", DUMP, "-emit=mlir"], &dump.printing[..]].concat();
    let run = worker.run(&reading)?;
    if is_refusal && run.status == Some(1) {
        // The verifier reports in the dump what shape inference reports in the program, with
        // another message.
        return Ok(());
    }
    let again = run.success(&reading).map_err(of_dump)?;
    compare_lines(&text, &again)
        .map_err(|what| of_dump(format!("read back and printed again, {what}")))?;
    for flags in &dump.engines {
        tally::count(|| format!("{} {}, continued", dump.stage, dump.making.join(" ")));
        tally::count(|| format!("a dump with {}", flags.join(" ")));
        let flags = [&["-x", "mlir"], *flags].concat();
        check_run(worker, program, DUMP, &flags, refusal).map_err(of_dump)?;
        if counts_arguments {
            check_wrong_arguments(worker, program, DUMP, &flags).map_err(of_dump)?;
        }
    }
    Ok(())
}

/// Compiles an executable, and runs it.
fn check_executable(
    worker: &mut Worker,
    program: &Program,
    flags: &[&'static str],
    counts_arguments: bool,
) -> Result<(), String> {
    prepare(worker, program)?;
    let words =
        with_arguments(program, &[&[SOURCE, "-emit=exe", "-o", EXECUTABLE], flags].concat());
    let run = worker.run(&words)?;
    let what = |problem: String| format!("{}, run: {problem}", words.join(" "));
    let (printed, files, errors) = match &program.expected {
        Expected::Output { printed, files, errors } => (printed, files, errors),
        Expected::Refusal { places, messages } => {
            return compare_refusal(&run, SOURCE, places, messages, &mut None).map_err(what);
        }
    };
    run.success(&words)?;
    let call = |arguments: &[String]| -> Result<Run, String> {
        let output = Command::new(worker.folder().join(EXECUTABLE))
            .args(arguments)
            .current_dir(worker.folder())
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{}: {error}", words.join(" ")))?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok(Run { status: output.status.code(), output: output.stdout, errors })
    };
    let run = call(&program.arguments)?;
    compare_end(errors, &run).map_err(what)?;
    compare(printed, &run.output).and_then(|()| compare_files(worker, files)).map_err(what)?;
    for arguments in wrong_arguments(program).into_iter().filter(|_| counts_arguments) {
        let run = call(&arguments)?;
        compare_wrong_usage(program, run.status, &run.output, &run.errors)
            .map_err(|problem| what(format!("{arguments:?}: {problem}")))?;
    }
    Ok(())
}

/// Compares the output.
fn compare(expected: &[u8], found: &[u8]) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let words = |text: &[u8]| -> Vec<String> {
        String::from_utf8_lossy(text).split_whitespace().map(str::to_owned).collect()
    };
    let (expected, found) = (words(expected), words(found));
    let place =
        expected.iter().zip(&found).take_while(|(expected, found)| expected == found).count();
    let at =
        |numbers: &[String]| numbers.get(place).cloned().unwrap_or_else(|| "nothing".to_owned());
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
