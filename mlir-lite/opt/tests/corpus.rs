//! The corpus: text that `mlir-opt` 22 and `mlir-lite-opt` read and print alike, and text that both
//! reject.
//!
//! Of each file below `test/mlir/corpus/valid`, in the names and forms of MLIR 22:
//! * `mlir-lite-opt` prints byte for byte what `mlir-opt` prints, in custom and in generic form;
//! * the output of `mlir-opt` in either form, printed by `mlir-lite-opt` in either form, means the
//!   same to `mlir-opt`;
//! * printed with the names of the std dialect and read again, it is the same.
//!
//! The same holds for text tests below `test/mlir/opt` whose output `mlir-opt` reads, once they are
//! printed in the names of MLIR 22. All of the files together have each op of the dialects that
//! MLIR has too at least twice. Of each case of each file below `test/mlir/corpus/language`, which
//! is about the language and no dialect: the valid ones are printed alike, with locations and
//! without, the invalid ones are rejected by both.
//!
//! Of each case of each file below `test/mlir/corpus/invalid` and
//! `test/mlir/corpus/language/invalid` (cases are parted by lines that begin with `// -----`): both
//! tools end with exit status 1, so neither accepts it and neither crashes. The messages of
//! `mlir-lite-opt` are in comments `// expected-error@below {{..}}`, word for word.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use mlir_lite::Context;
use mlir_lite::dialects::affine::AffineDialect;
use mlir_lite::dialects::gpu::GpuDialect;
use mlir_lite::dialects::irdl::IrdlDialect;
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::nvvm::NvvmDialect;
use mlir_lite::dialects::quant::QuantDialect;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::shape::ShapeDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::dialects::standard::index::IndexDialect;
use mlir_lite::dialects::vector::VectorDialect;
use mlir_lite_opt::split::split;
use text_test_runner::files_below;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test/mlir/corpus");
const GENERIC: &str = "-mlir-print-op-generic";
const UNREGISTERED: &str = "-allow-unregistered-dialect";
const DEBUG_INFO: &str = "-mlir-print-debuginfo";
const FORMS_TO_PRINT: [&[&str]; 4] =
    [&[], &[GENERIC], &[DEBUG_INFO], &[DEBUG_INFO, "-mlir-print-local-scope"]];
const SPLIT: &str = "-split-input-file";
const SEPARATOR: &str = "\n// -----\n";
const FILES_AT_ONCE: usize = 10;
const LEAST_FUNCTIONS: usize = 300;
const LEAST_INVALID_CASES: usize = 150;
const LEAST_OCCURRENCES: usize = 2;

/// Ops that the files have less often than required, and why.
const SELDOM: &[(&str, &str)] = &[
    ("affine.terminator", "MLIR's name of 2020 for affine.yield"),
    ("quant.const_fake_quant", NOT_OF_TODAY),
    ("quant.const_fake_quant_per_axis", NOT_OF_TODAY),
    ("quant.coupled_ref", NOT_OF_TODAY),
    ("quant.region", NOT_OF_TODAY),
    ("quant.return", NOT_OF_TODAY),
    ("quant.stats", NOT_OF_TODAY),
    ("quant.stats_ref", NOT_OF_TODAY),
    ("vector.cast", "the document's name of vector.shape_cast"),
    ("vector.extractelement", "2020's name of vector.extract with a value as position"),
    ("vector.insertelement", "2020's name of vector.insert with a value as position"),
    ("vector.strided_slice", "2020's name of vector.extract_strided_slice"),
];

const NOT_OF_TODAY: &str = "MLIR 22 has only the casts of 2020's ops";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let (valid, invalid) = (files("valid"), files("invalid"));
    let (functions, cases) =
        (count(&valid, functions_in), count(&invalid, |text| split(text, "// -----").len()));
    let mut trials = vec![
        Trial::test("functions", move || at_least(functions, LEAST_FUNCTIONS)),
        Trial::test("invalid cases", move || at_least(cases, LEAST_INVALID_CASES)),
    ];
    let text_tests = text_tests();
    let all_valid = [&valid[..], &text_tests[..]].concat();
    trials.push(Trial::test("ops", move || Ok(every_op_occurs(&all_valid)?)));
    trials.extend(
        valid.chunks(FILES_AT_ONCE).map(|files| trial_of_many(files, |text| Ok(text.to_owned()))),
    );
    trials.extend(
        text_tests
            .chunks(FILES_AT_ONCE)
            .map(|files| trial_of_many(files, |text| upstream(text, &[]))),
    );
    trials.extend(invalid.into_iter().map(|file| trial(file, is_rejected_by_both)));
    trials.extend(
        files("language/valid").into_iter().map(|file| trial(file, cases_are_printed_alike)),
    );
    trials.extend(
        files("language/invalid").into_iter().map(|file| trial(file, cases_are_rejected_by_both)),
    );
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The `.mlir` files below a folder of the corpus, sorted.
fn files(folder: &str) -> Vec<PathBuf> {
    files_below(&Path::new(ROOT).join(folder), &["mlir"]).unwrap_or_default()
}

/// The text tests whose output `mlir-opt` reads.
fn text_tests() -> Vec<PathBuf> {
    let mut files = files_below(&Path::new(ROOT).join("../opt"), &["mlir"]).unwrap_or_default();
    files.retain(|file| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        text.lines().any(|line| line.starts_with("// RUN:") && line.contains("| mlir-opt |"))
    });
    files
}

fn count(files: &[PathBuf], count: impl Fn(&str) -> usize) -> usize {
    files.iter().filter_map(|file| Some(count(&std::fs::read_to_string(file).ok()?))).sum()
}

/// Functions with a body.
fn functions_in(text: &str) -> usize {
    let is_function = |line: &&str| {
        let line = line.trim();
        (line.starts_with("func.func")
            || line.starts_with("llvm.func")
            || line.starts_with("\"func.func\""))
            && line.contains('{')
    };
    text.lines().filter(is_function).count()
}

fn at_least(found: usize, least: usize) -> Result<(), Failed> {
    if found >= least { Ok(()) } else { Err(format!("{found} of {least}").into()) }
}

/// Whether the files have each op that MLIR has too, by each of its names there.
fn every_op_occurs(files: &[PathBuf]) -> Result<(), String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        let generic = upstream(&text, &[GENERIC])?;
        // A quoted word before a parenthesis is the name of an op, or part of a string and does not
        // matter.
        let quoted = generic.split("\"(").filter_map(|before| before.rsplit('"').next());
        quoted.for_each(|name| *counts.entry(name.to_string()).or_default() += 1);
    }
    let seldom: Vec<String> = names_in_mlir()
        .into_iter()
        .filter(|name| SELDOM.iter().all(|(known, _)| known != name))
        .filter_map(|name| {
            let count = counts.get(name).copied().unwrap_or(0);
            (count < LEAST_OCCURRENCES).then(|| format!("{name} ({count})"))
        })
        .collect();
    if seldom.is_empty() { Ok(()) } else { Err(format!("too seldom: {}", seldom.join(", "))) }
}

/// The MLIR 22 names of the ops of the dialects of `mlir-lite-opt`.
fn names_in_mlir() -> Vec<&'static str> {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx.load::<ScfDialect>();
    ctx.load::<IndexDialect>();
    ctx.load::<VectorDialect>();
    ctx.load::<QuantDialect>();
    ctx.load::<ShapeDialect>();
    ctx.load::<GpuDialect>();
    ctx.load::<NvvmDialect>();
    ctx.load::<AffineDialect>();
    ctx.load::<LlvmDialect>();
    ctx.load::<IrdlDialect>();
    let dialects =
        ctx.loaded_dialects().into_iter().filter_map(|namespace| ctx.dialect_id(namespace));
    let ops = dialects.flat_map(|dialect| ctx.dialect_ops(dialect));
    ops.flat_map(|def| {
        def.upstream.as_ref().map_or(vec![def.name], |upstream| upstream.names.to_vec())
    })
    .collect()
}

fn trial(file: PathBuf, check: fn(&str) -> Result<(), String>) -> Trial {
    let name = file.strip_prefix(ROOT).unwrap_or(&file).display().to_string();
    Trial::test(name, move || {
        let text = std::fs::read_to_string(&file)?;
        check(&text).map_err(Failed::from)
    })
}

/// Checks several files, as parts of one text: starting `mlir-opt` takes longer than reading a
/// file. If they are not printed alike, each is checked alone.
fn trial_of_many(files: &[PathBuf], prepare: fn(&str) -> Result<String, String>) -> Trial {
    let files = files.to_vec();
    let name = |file: &PathBuf| file.strip_prefix(ROOT).unwrap_or(file).display().to_string();
    let names: Vec<String> = files.iter().map(name).collect();
    let title = match &names[..] {
        [first, .., last] => format!("{first} to {last}"),
        _ => names.join(""),
    };
    Trial::test(title, move || {
        let mut texts = Vec::new();
        for file in &files {
            texts.push(prepare(&std::fs::read_to_string(file)?)?);
        }
        if is_printed_alike(&texts.join(SEPARATOR), &[SPLIT]).is_ok() {
            return Ok(());
        }
        for (name, text) in names.iter().zip(&texts) {
            is_printed_alike(text, &[]).map_err(|what| format!("{name}: {what}"))?;
        }
        Err("they are not printed alike together".into())
    })
}

fn is_printed_alike(text: &str, flags: &[&str]) -> Result<(), String> {
    // The tools leave other empty lines between the parts of a text.
    let tidy = |text: String| match flags {
        [] => text,
        _ => without_empty_lines(&text).join("\n"),
    };
    let mlir_opt = |text: &str, more: &[&str]| mlir_opt(text, &[flags, more].concat()).map(tidy);
    let upstream = |text: &str, more: &[&str]| upstream(text, &[flags, more].concat()).map(tidy);
    let mlir_lite_opt =
        |text: &str, more: &[&str]| mlir_lite_opt(text, &[flags, more].concat()).map(tidy);
    let custom = mlir_opt(text, &[])?;
    let generic = mlir_opt(text, &[GENERIC])?;
    // `mlir-opt` does not always print the same again for its own output.
    let again = mlir_opt(&custom, &[])?;
    same("mlir-lite-opt", &custom, &upstream(text, &[])?)?;
    same("mlir-lite-opt in generic form", &generic, &upstream(text, &[GENERIC])?)?;
    for (input_form, input) in [("custom", &custom), ("generic", &generic)] {
        for (output_form, flags) in [("custom", &[][..]), ("generic", &[GENERIC][..])] {
            let back = mlir_opt(&upstream(input, flags)?, &[])?;
            same(
                &format!("mlir-opt, {input_form}, mlir-lite-opt, {output_form}, mlir-opt"),
                &again,
                &back,
            )?;
        }
    }
    for flags in [&[][..], &[GENERIC][..]] {
        let std_names = mlir_lite_opt(text, flags)?;
        same("by the names of std", &again, &upstream(&std_names, &[])?)?;
    }
    Ok(())
}

fn cases_are_printed_alike(text: &str) -> Result<(), String> {
    for flags in FORMS_TO_PRINT {
        let flags = [&[UNREGISTERED], flags].concat();
        // Of all cases at once, the tools leave other empty lines between them.
        let all_flags = [&flags[..], &[SPLIT]].concat();
        let expected = without_places_of_separators(text, mlir_opt(text, &all_flags)?);
        if without_empty_lines(&expected) == without_empty_lines(&upstream(text, &all_flags)?) {
            continue;
        }
        for case in split(text, "// -----") {
            let what = format!("{flags:?}, case from line {} on", case.first_line);
            same(&what, &mlir_opt(case.text, &flags)?, &upstream(case.text, &flags)?)?;
        }
    }
    Ok(())
}

/// The output for many cases where the modules around them have no place: for `mlir-opt`, each
/// begins at the end of the line before it.
fn without_places_of_separators(text: &str, mut output: String) -> String {
    for case in split(text, "// -----").iter().skip(1) {
        let end_of_separator = format!("\"<stdin>\":{}:9", case.first_line - 1);
        output = output.replace(&end_of_separator, "\"<stdin>\":0:0");
    }
    output
}

fn without_empty_lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

fn is_rejected_by_both(text: &str) -> Result<(), String> {
    says_what_is_expected(text, &[])?;
    are_rejected_by_both(text, &[])
}

fn says_what_is_expected(text: &str, flags: &[&str]) -> Result<(), String> {
    let tool = Path::new(env!("CARGO_BIN_EXE_mlir-lite-opt"));
    let flags = [&[SPLIT, "-verify-diagnostics"], flags].concat();
    let (status, _, errors) = run(tool, &flags, text)?;
    if status == Some(0) {
        Ok(())
    } else {
        Err(format!("mlir-lite-opt says something else: {errors}"))
    }
}

fn cases_are_rejected_by_both(text: &str) -> Result<(), String> {
    says_what_is_expected(text, &[UNREGISTERED])?;
    are_rejected_by_both(text, &[UNREGISTERED])
}

fn are_rejected_by_both(text: &str, flags: &[&str]) -> Result<(), String> {
    let cases = split(text, "// -----");
    for tool in [tool_of_llvm("mlir-opt"), env!("CARGO_BIN_EXE_mlir-lite-opt").into()] {
        // One process for all cases; one more for each that the errors do not tell.
        let (_, _, errors) = run(&tool, &[&[SPLIT], flags].concat(), text)?;
        let wrong_lines: Vec<u32> = errors.lines().filter_map(line_of_error).collect();
        for (index, case) in cases.iter().enumerate() {
            let next = cases.get(index + 1).map_or(u32::MAX, |next| next.first_line);
            if wrong_lines.iter().any(|line| (case.first_line..next).contains(line)) {
                continue;
            }
            let (status, _, errors) = run(&tool, flags, case.text)?;
            if status != Some(1) {
                return Err(format!(
                    "{} ends with {status:?} for the case from line {} on: {errors}\n{}",
                    tool.display(),
                    case.first_line,
                    case.text
                ));
            }
        }
    }
    Ok(())
}

/// The line of the input that an error is about, if this is the first line of an error.
fn line_of_error(text: &str) -> Option<u32> {
    let (line, rest) = text.strip_prefix("<stdin>:")?.split_once(':')?;
    let (_, rest) = rest.split_once(':')?;
    rest.starts_with(" error:").then(|| line.parse().ok())?
}

/// Compares two texts; the error has the first line that differs.
fn same(what: &str, expected: &str, found: &str) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let mut lines = expected.lines().zip(found.lines()).zip(1..);
    let difference = match lines.find(|((expected, found), _)| expected != found) {
        Some(((expected, found), line)) => {
            format!("line {line}\n  expected {expected}\n     found {found}")
        }
        None => format!(
            "one has more lines: {} and {}",
            expected.lines().count(),
            found.lines().count()
        ),
    };
    Err(format!("{what}: {difference}"))
}

fn mlir_opt(text: &str, flags: &[&str]) -> Result<String, String> {
    accepted(&tool_of_llvm("mlir-opt"), flags, text)
}

fn upstream(text: &str, flags: &[&str]) -> Result<String, String> {
    mlir_lite_opt(text, &[&["--spelling=upstream"], flags].concat())
}

fn mlir_lite_opt(text: &str, flags: &[&str]) -> Result<String, String> {
    accepted(Path::new(env!("CARGO_BIN_EXE_mlir-lite-opt")), flags, text)
}

fn tool_of_llvm(name: &str) -> PathBuf {
    text_test_runner::Tool::of_llvm(name).path
}

/// The output of a tool for a text that it has to accept.
fn accepted(tool: &Path, flags: &[&str], text: &str) -> Result<String, String> {
    let (status, output, errors) =
        run(tool, &[&["-allow-unregistered-dialect"], flags].concat(), text)?;
    if status == Some(0) {
        Ok(output)
    } else {
        Err(format!("{} {flags:?}: {errors}", tool.display()))
    }
}

fn run(tool: &Path, flags: &[&str], text: &str) -> Result<(Option<i32>, String, String), String> {
    let spawned = Command::new(tool)
        .args(flags)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = spawned.map_err(|error| format!("cannot run {}: {error}", tool.display()))?;
    let output = std::thread::scope(|scope| {
        if let Some(mut input) = child.stdin.take() {
            // If the tool ends before it has read everything, its message says why.
            scope.spawn(move || drop(input.write_all(text.as_bytes())));
        }
        child.wait_with_output()
    })
    .map_err(|error| error.to_string())?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok((output.status.code(), text(output.stdout), text(output.stderr)))
}
