//! The differential test of canonicalization: `mlir-opt` 22 on the one side, the interpreter on the
//! other.
//!
//! For each file below `test/mlir/corpus/valid` and random modules, after `--canonicalize --cse`:
//! * `mlir-lite-opt` leaves no more ops in any function than `mlir-opt` does, except for the list
//!   of exceptions below;
//! * each tool accepts, and so verifies, the output of the other one;
//! * every function that can be interpreted computes what it did before, for several arguments: bit
//!   by bit, except for the payload of NaNs. Only calls that are defined before are compared: a
//!   canonical form may define more.

mod calls;
mod tools;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Arguments, Failed, Trial};
use mlir_lite::dialects::context_with_all;
use mlir_lite::ir::Body;
use mlir_lite::transforms::canonicalize::CanonicalizerPass;
use mlir_lite::transforms::cse::CsePass;
use text_test_runner::files_below;
use tools::{canonicalized_by_mlir_opt, canonicalized_by_us, parse};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test/mlir/corpus/valid");

/// Functions, by file, in which `mlir-lite-opt` leaves more ops, and why that is right.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "complex/complex.mlir",
        "arithmetic",
        "mlir-opt makes `a` of `(a + b) - b`, which floats are not: of 1 and 2^100 that is 0",
    ),
    (
        "folds/integers.mlir",
        "nested_choices",
        "mlir-opt joins the conditions by `and`, which is poison also where only the second one is \
            and nobody asks it",
    ),
    (
        "folds/scf.mlir",
        "if_nested_else",
        "mlir-opt joins the conditions by `and`, which is poison also where only the second one is \
            and nobody asks it",
    ),
    ("folds/memref.mlir", "toten", TENSORS_DO_NOT_CHANGE),
    ("folds/memref.mlir", "toten_cast", TENSORS_DO_NOT_CHANGE),
    ("gpu/host.mlir", "by_name", NO_FOLDS),
    ("gpu/host.mlir", "launches", NO_FOLDS),
    ("gpu/kernels.mlir", "kernels", NO_FOLDS),
    ("gpu/subgroups.mlir", "subgroups", NO_FOLDS),
    ("quant/casts.mlir", "generic", ROUNDED),
    ("quant/casts.mlir", "scalars", ROUNDED),
    ("quant/casts.mlir", "several_scales", ROUNDED),
];

const TENSORS_DO_NOT_CHANGE: &str = "mlir-opt takes the memory that a tensor was read from for the \
    tensor's own; here a \
    tensor is a value, which stays what it was when that memory is written";

const NO_FOLDS: &str = "the gpu dialect has no folds and effects of ops without memory";
const ROUNDED: &str = "mlir-opt takes a float that is quantized and back for the same float";

const RANDOM_MODULES: u64 = 200;

/// Random modules per run of the tools.
const MODULES_PER_RUN: u64 = 25;

/// The minimum number of compared calls, so that the test cannot become vacuous unnoticed.
const LEAST_CALLS: usize = 1000;

/// Ops that a call may run; some functions never end.
const MAX_OPS: u64 = 20_000;

static COMPARED_CALLS: AtomicUsize = AtomicUsize::new(0);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = files_below(Path::new(ROOT), &["mlir"])
        .unwrap_or_default()
        .into_iter()
        .map(of_file)
        .collect();
    let starts = (0..RANDOM_MODULES).step_by(MODULES_PER_RUN as usize);
    trials.extend(starts.map(|start| {
        Trial::test(format!("random modules from {start} on"), move || of_random_modules(start))
    }));
    let is_whole = arguments.filter.is_none() && arguments.skip.is_empty() && !arguments.list;
    let conclusion = libtest_mimic::run(&arguments, trials);
    let compared = COMPARED_CALLS.load(Ordering::Relaxed);
    if is_whole && compared < LEAST_CALLS {
        let message =
            format!("only {compared} calls were compared; at least {LEAST_CALLS} should be");
        // If nothing reads standard error, the exit status still reports the failure.
        let _ = writeln!(std::io::stderr(), "{message}");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

fn of_file(file: PathBuf) -> Trial {
    let name = file.strip_prefix(ROOT).unwrap_or(&file).display().to_string();
    Trial::test(name.clone(), move || {
        let text = std::fs::read_to_string(&file)?;
        let errors: Vec<String> = [leaves_no_more(&name, &text), computes_the_same(&text)]
            .into_iter()
            .filter_map(Result::err)
            .collect();
        if errors.is_empty() { Ok(()) } else { Err(Failed::from(errors.join("\n"))) }
    })
}

fn of_random_modules(start: u64) -> Result<(), Failed> {
    let texts: Vec<String> =
        (start..start + MODULES_PER_RUN).map(random_programs::ir::generate).collect();
    let joined = texts.join("\n// -----\n");
    leaves_no_more(&format!("random modules from {start} on"), &joined)?;
    for text in &texts {
        computes_the_same(text)?;
    }
    Ok(())
}

/// Both tools canonicalize the text; ours leaves no more, and each accepts the other's result.
fn leaves_no_more(name: &str, text: &str) -> Result<(), String> {
    let theirs = canonicalized_by_mlir_opt(text)?;
    let ours = canonicalized_by_us(text)?;
    tools::accepts(&tools::mlir_opt(), &ours)
        .map_err(|error| format!("mlir-opt rejects our result: {error}"))?;
    tools::accepts(&tools::mlir_lite_opt(), &theirs)
        .map_err(|error| format!("we reject the result of mlir-opt: {error}"))?;
    let mut errors = Vec::new();
    for (part, (theirs, ours)) in theirs.split("// -----").zip(ours.split("// -----")).enumerate() {
        let (theirs_by_function, ours_by_function) = (op_counts(theirs)?, op_counts(ours)?);
        for (function, &count) in &ours_by_function {
            let Some(&least) = theirs_by_function.get(function) else { continue };
            if count > least && !is_exception(name, function) {
                errors.push(format!(
                    "{name}, part {part}: {function} keeps {count} ops, {least} by mlir-opt"
                ));
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors.join("\n")) }
}

fn is_exception(file: &str, function: &str) -> bool {
    EXCEPTIONS.iter().any(|&(of, exception, _)| of == file && exception == function)
}

/// The number of ops in each function of a module; those outside functions count under an empty
/// name.
fn op_counts(text: &str) -> Result<BTreeMap<String, usize>, String> {
    let module = parse(&context_with_all(), text)?;
    let mut counts = BTreeMap::new();
    for op in module.as_op().regions().flat_map(|region| region.ops()) {
        let name =
            op.attr_named("sym_name").and_then(|name| Some(name.as_str(op.context())?.to_owned()));
        *counts.entry(name.unwrap_or_default()).or_insert(0) += 1 + op.walk().count();
    }
    Ok(counts)
}

/// Every function that can be called computes what it did before.
fn computes_the_same(text: &str) -> Result<(), String> {
    let ctx = context_with_all();
    let (text, calls) = calls::with_calls(&ctx, text)?;
    let mut module = parse(&ctx, &text).map_err(|error| format!("{error}\n{text}"))?;
    let before: Vec<_> = calls.iter().map(|call| calls::outcome(&module, call, MAX_OPS)).collect();
    canonicalize(&mut module)?;
    for (call, before) in calls.iter().zip(before) {
        let Ok(before) = before else { continue };
        let after = calls::outcome(&module, call, 10 * MAX_OPS)
            .map_err(|error| format!("{call} is no longer defined: {error}\n{text}"))?;
        if !calls::refines(&before, &after) {
            return Err(format!("{call} computed {before:?}, and now {after:?}\n{text}"));
        }
        COMPARED_CALLS.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

fn canonicalize(module: &mut Body) -> Result<(), String> {
    let ctx = module.context().clone();
    let mut passes = mlir_lite::pass::PassManager::new();
    passes.add_pass(CanonicalizerPass::new(&ctx));
    passes.add_pass(CsePass::new(&ctx));
    let mut diagnostics = mlir_lite_diagnostics::Diagnostics::new();
    let mut options = mlir_lite::pass::RunOptions::default();
    passes.run(module, &mut options, &mut diagnostics).map_err(|_| format!("{diagnostics:?}"))
}
