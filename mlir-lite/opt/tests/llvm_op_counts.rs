//! The llvm dialect as input: after `canonicalize`, there are at most as many ops as `mlir-opt` 22
//! leaves, and after `inline` at most as many calls of functions that the module defines.
//!
//! The modules are all files below `test/mlir` that have names of MLIR and can be lowered, each
//! lowered by `lower-affine`, `convert-vector-to-scf`, `lower-vector`, `convert-scf-to-std` and
//! `convert-std-to-llvm`. `test/mlir/llvm-op-counts.txt` has the numbers that `mlir-opt`
//! leaves; `make update` runs it and writes them anew.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use mlir_lite::conversions::{
    LowerAffinePass, LowerVectorPass, ScfToStdPass, StdToLlvmPass, VectorToScfPass,
};
use mlir_lite::dialects::context_with_all;
use mlir_lite::dialects::llvm::CallOp;
use mlir_lite::ir::{Body, Ident, OpRef};
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite::transforms::canonicalize::CanonicalizerPass;
use mlir_lite::transforms::inline::InlinerPass;
use mlir_lite_diagnostics::Diagnostics;
use mlir_lite_opt::split::split;
use test_support::{read, repository};
use text_test_runner::{Tool, files_below};

const COUNTS: &str = "test/mlir/llvm-op-counts.txt";

/// The passes that are compared.
const PIPELINES: [&str; 2] = ["--canonicalize", "--inline --canonicalize"];

/// A module that has been lowered.
struct Lowered {
    name: String,
    text: String,
}

/// The module in the llvm dialect, if it can be lowered.
fn lowered(source: &str) -> Option<String> {
    let ctx = context_with_all();
    let mut module = read(&ctx, source).ok()?;
    let mut manager = PassManager::new();
    manager.add_pass(LowerAffinePass::new(&ctx));
    manager.add_pass(VectorToScfPass::new(&ctx));
    manager.add_pass(LowerVectorPass::new(&ctx));
    manager.add_pass(ScfToStdPass::new(&ctx));
    manager.add_pass(StdToLlvmPass::new(&ctx));
    manager.run(&mut module, &mut RunOptions::default(), &mut Diagnostics::new()).ok()?;
    let is_llvm = |op: OpRef<'_>| {
        let def = op.def();
        def.is_some_and(|def| def.name.starts_with("llvm.") || def.name.starts_with("builtin."))
    };
    let is_lowered = module.walk().all(is_llvm) && module.children().next().is_some();
    let print = PrintOptions::default().with_spelling(Spelling::Upstream);
    is_lowered.then(|| print_op(module.as_op(), print))
}

fn modules() -> Vec<Lowered> {
    let root = repository().join("test/mlir");
    let folders = ["corpus/valid", "corpus/export", "programs", "transforms", "opt", "llvm"];
    let files = folders
        .into_iter()
        .flat_map(|folder| files_below(&root.join(folder), &["mlir"]).unwrap_or_default());
    let mut modules = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the file is read");
        let name = file.strip_prefix(&root).unwrap_or(Path::new("")).display().to_string();
        for (number, part) in split(&text, "// -----").iter().enumerate() {
            if let Some(text) = lowered(part.text) {
                modules.push(Lowered { name: format!("{name} {number}"), text });
            }
        }
    }
    modules
}

/// The number of ops of a module; after inlining, that of the calls of functions that it defines.
fn count(module: &Body, pipeline: &str) -> usize {
    if !pipeline.starts_with("--inline") {
        return module.walk().count();
    }
    let functions = module.children().map(|(_, child)| child.as_op());
    let defined: BTreeSet<Ident> = functions
        .filter(|function| !function.is_declaration())
        .filter_map(|function| function.symbol_name())
        .collect();
    let calls = module.walk().filter_map(|op| op.cast::<CallOp>()?.callee());
    calls.filter(|callee| defined.contains(callee)).count()
}

/// The number of ops after a pipeline.
fn own_count(text: &str, pipeline: &str) -> usize {
    let ctx = context_with_all();
    let mut module = read(&ctx, text).expect("the lowered module is valid");
    let mut manager = PassManager::new();
    if pipeline.starts_with("--inline") {
        manager.add_pass(InlinerPass::default());
    }
    manager.add_pass(CanonicalizerPass::new(&ctx));
    let mut diagnostics = Diagnostics::new();
    manager.run(&mut module, &mut RunOptions::default(), &mut diagnostics).expect("the passes run");
    count(&module, pipeline)
}

/// The number of ops that `mlir-opt` leaves; none if it refuses the module.
fn count_of_mlir_opt(text: &str, flags: &str) -> Option<usize> {
    let mut child = Command::new(Tool::of_llvm("mlir-opt").path)
        .args(flags.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("mlir-opt starts");
    let mut input = child.stdin.take().expect("a pipe");
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("mlir-opt ends");
    // An invalid module may be reported before all of it is read.
    let _ = writer.join();
    if !output.status.success() {
        return None;
    }
    let ctx = context_with_all();
    let module = read(&ctx, &String::from_utf8_lossy(&output.stdout)).ok()?;
    Some(count(&module, flags))
}

#[test]
fn at_most_as_many_ops_as_mlir_opt_leaves() {
    let modules = modules();
    assert!(modules.len() > 400, "only {} modules are lowered", modules.len());
    let file = repository().join(COUNTS);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        let mut text = String::new();
        for module in &modules {
            let counts: Option<Vec<usize>> =
                PIPELINES.iter().map(|flags| count_of_mlir_opt(&module.text, flags)).collect();
            let Some(counts) = counts else { continue };
            writeln!(text, "{} {} {}", module.name, counts[0], counts[1]).expect("it is text");
        }
        std::fs::write(&file, text).expect("the file is written");
    }
    let counts = std::fs::read_to_string(&file).expect("the numbers are there");
    let known = |name: &str| -> Option<Vec<usize>> {
        let line = counts.lines().find_map(|line| line.strip_prefix(&format!("{name} ")))?;
        line.split(' ').map(|number| number.parse().ok()).collect()
    };
    let (mut more, mut totals) = (Vec::new(), [[0; 2]; PIPELINES.len()]);
    for module in &modules {
        let Some(theirs) = known(&module.name) else { continue };
        for (index, pipeline) in PIPELINES.iter().enumerate() {
            let own = own_count(&module.text, pipeline);
            totals[index][0] += own;
            totals[index][1] += theirs[index];
            if own > theirs[index] {
                let theirs = theirs[index];
                more.push(format!("{pipeline} {}: {own}, mlir-opt leaves {theirs}", module.name));
            }
        }
    }
    assert!(more.is_empty(), "{more:#?}");
    for ([own, theirs], pipeline) in totals.into_iter().zip(PIPELINES) {
        assert!(own <= theirs && theirs > 20, "{pipeline}: {own}, mlir-opt leaves {theirs}");
    }
}
