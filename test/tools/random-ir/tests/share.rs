//! A share of random modules, with fixed seeds, through every pass.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pretty_assertions::assert_eq;
use random_ir::Checker;
use random_ir::campaign::Campaign;
use random_ir::generate::{generate, ops_without_form, registered_ops};
use random_ir::read::{context, parse};
use random_ir::upstream::{parts as parts_of, refused};

/// Modules that go through every pass.
const MODULES: u64 = 20;

/// Modules among which every registered op has to be.
const MODULES_FOR_OPS: u64 = 2400;

#[test]
fn modules_survive_every_pass() {
    let jobs = std::thread::available_parallelism().map_or(1, |jobs| jobs.get() as u64);
    let limit = Duration::from_secs(300);
    let campaign = Campaign { first: 0, count: MODULES, jobs, limit, minimize: true, one_in: 1 };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("share");
    let findings =
        campaign.run(Path::new(env!("CARGO_BIN_EXE_fuzz-ir")), &folder).expect("processes start");
    assert!(findings.failures.is_empty(), "{}", findings.failures.join("\n\n"));
    let counts = findings.counts;
    assert_eq!(counts.modules, MODULES);
    // The comparisons must not become vacuous: nearly all modules are defined, and most conversions
    // work.
    assert!(counts.compared > 20 * counts.undefined, "{counts:?}");
    assert!(counts.changed * 4 > counts.passes, "{counts:?}");
    assert!(counts.compared > counts.changed, "{counts:?}");
    assert!(counts.refused * 5 < counts.passes, "{counts:?}");
}

#[test]
fn every_listed_pass_is_run() {
    let checker = Checker::default();
    let run: BTreeSet<&str> = checker.passes().iter().map(|pass| pass.name).collect();
    let list = random_ir::pipelines::registry().list();
    let listed: BTreeSet<&str> = list
        .lines()
        .skip_while(|line| !line.starts_with("Passes:"))
        .take_while(|line| !line.starts_with("Pass pipelines:"))
        .filter_map(|line| line.trim().strip_prefix("--")?.split(' ').next())
        .collect();
    assert_eq!(run, listed);
    let alone: BTreeSet<String> = (checker.pipelines(0).into_iter())
        .filter(|pipeline| pipeline.len() == 1)
        .map(|pipeline| pipeline[0].split('{').next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(alone, run.iter().map(|name| (*name).to_owned()).collect());
}

#[test]
fn seeds_make_the_same_module_each_time_and_different_ones() {
    let texts: Vec<String> = (0..40).map(|seed| generate(seed).text).collect();
    let others =
        std::thread::spawn(|| (0..40).rev().map(|seed| generate(seed).text).collect::<Vec<_>>());
    let mut others = others.join().expect("nothing panics");
    others.reverse();
    assert_eq!(texts, others);
    assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), 40);
}

/// Ends of the names of registered ops that are in no random module, and why.
const NOT_GENERATED: [(&str, &str); 10] = [
    ("llvm.invoke", "its successors have to begin with what they are for"),
    ("std.alloca_scope", "its region has to end with its own terminator"),
    ("std.alloca_scope_return", "it ends a region of one op alone"),
    ("std.parallel_insert_slice", "it is in the terminator of a parallel loop"),
    ("quant.stats", "a pass rounds its value"),
    ("_expand_shape", "its groups of dimensions and sizes have to fit the types"),
    ("std.gather_tensor", "its dimensions have to fit the types"),
    ("std.pad_tensor", "its region and its lists have to fit the types"),
    ("std.scatter_tensor", "its dimensions have to fit the types"),
    ("std.unreachable", "a program that comes to it is stopped"),
];

/// The prefix of ops that are in no random module, because nothing runs them.
const NOT_RUN: &str = "gpu.";

#[test]
fn every_registered_op_occurs() {
    let ctx = context();
    let mut met = BTreeSet::new();
    for seed in 0..MODULES_FOR_OPS {
        let module = parse(&ctx, &generate(seed).text).expect("random modules are valid");
        met.extend(
            std::iter::once(module.as_op())
                .chain(module.walk())
                .map(|op| op.info().name().to_owned()),
        );
    }
    let without_form: BTreeSet<&str> = ops_without_form().into_iter().collect();
    let is_listed = |name: &str| {
        name.starts_with(NOT_RUN) || NOT_GENERATED.iter().any(|(end, _)| name.ends_with(end))
    };
    let missing: Vec<_> = (registered_ops(&ctx).into_iter())
        .map(|def| def.name)
        .filter(|name| !met.contains(*name) && !is_listed(name))
        .map(|name| (name, without_form.contains(name)))
        .collect();
    assert!(
        missing.is_empty(),
        "no module of {MODULES_FOR_OPS} has (name, no form is found): {missing:?}"
    );
    let is_met = |end: &str| met.iter().any(|name| name.ends_with(end));
    let needless: Vec<_> = NOT_GENERATED.iter().filter(|(end, _)| is_met(end)).collect();
    assert!(needless.is_empty(), "listed as not generated, and generated: {needless:?}");
}

/// Modules that `mlir-opt` reads.
const MODULES_FOR_MLIR_OPT: u64 = 20;

#[test]
fn mlir_opt_reads_what_passes_leave() {
    let checker = Checker::default();
    let mut parts = Vec::new();
    for seed in 0..MODULES_FOR_MLIR_OPT {
        parts.extend(parts_of(&checker, seed).expect("random modules are valid"));
    }
    assert!(
        parts.len() as u64 > 2 * MODULES_FOR_MLIR_OPT,
        "passes refused too much: {}",
        parts.len()
    );
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("for_mlir_opt.mlir");
    let mlir_opt = text_test_runner::Tool::of_llvm("mlir-opt").path;
    let refused = refused(Path::new(&mlir_opt), &path, &parts).expect("mlir-opt is installed");
    assert!(refused.is_empty(), "{}", refused.join("\n\n"));
}

#[test]
fn what_mlir_opt_refuses_is_named() {
    let good = "func.func @good() { return }".to_owned();
    let bad = "func.func @bad() {\n  return %0 : i32\n}".to_owned();
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("refused.mlir");
    let mlir_opt = text_test_runner::Tool::of_llvm("mlir-opt").path;
    let parts = [good.clone(), bad.clone(), good];
    let refused = refused(Path::new(&mlir_opt), &path, &parts).expect("mlir-opt is installed");
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert!(refused[0].ends_with(&bad), "{refused:?}");
}
