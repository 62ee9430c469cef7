//! The corpus lowered to the llvm dialect by
//! `--lower-affine --convert-vector-to-scf --lower-vector --convert-scf-to-std
//! --convert-std-to-llvm`, and from there to LLVM IR by
//! `mlir-translate` 22.
//!
//! Of each file below `test/mlir/corpus/valid` all functions are lowered except those in
//! [`EXCEPTIONS`], or with a type or an op that [`NOT_LOWERED`] lists; each entry of the list is
//! needed by something in the corpus.
//!
//! And random programs on vectors print the same in each way: see `lowering/random_vectors.rs`.

#[path = "lowering/random_vectors.rs"]
mod random_vectors;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use mlir_lite::conversions::{
    LowerAffinePass, LowerVectorPass, ScfToStdPass, StdToLlvmPass, VectorToScfPass,
};
use mlir_lite::dialects::context_with_all;
use mlir_lite::ir::{Body, OpId};
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite_diagnostics::Diagnostics;
use mlir_lite_opt::split::split;
use test_support::read;
use text_test_runner::files_below;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test/mlir/corpus/valid");

/// Parts of the text of functions that are not lowered, and why.
const NOT_LOWERED: [(&str, &str); 16] = [
    ("irdl.", "definitions of dialects are loaded, and not run"),
    ("gpu.", "kernels have no lowering"),
    ("shape.", "shapes become tensors first, by passes of their own"),
    ("tensor<", "tensors have no memory layout before they are bufferized"),
    ("tuple<", "the llvm dialect has no tuples"),
    (" none", "the llvm dialect has no values without content"),
    (
        "affine_map<(d0, d1) -> (d1, d0)>>",
        "a layout whose order of dimensions is another has no strides here",
    ),
    ("floordiv 32", "tiles have no strides"),
    ("unrealized_conversion_cast", "nothing says what the cast does"),
    (".dma_", "nothing copies between memories: mlir-opt does not lower that to LLVM either"),
    ("]x", "how many elements a scalable vector has is known when the program runs"),
    ("vector<f", NO_DIMENSIONS),
    ("vector<i", NO_DIMENSIONS),
    ("vector<bf", NO_DIMENSIONS),
    ("!quant.", "quantized numbers are lowered to integers first, by a pass of their own"),
    ("\"assign\"", "no number is neutral in it"),
];

const NO_DIMENSIONS: &str = "vectors without dimensions have no counterpart";
const ROWS: &str = "rows of a vector have no addresses";
const NO_MASK: &str = "the op is not lowered with a mask";
const OF_VECTORS: &str = "memory of vectors is not transferred";

/// Functions that are not lowered, by file and name, and why.
const EXCEPTIONS: [(&str, &str, &str); 29] = [
    ("arith/elementwise.mlir", "extended", "extended products of vectors are not lowered"),
    ("vector/transfer.mlir", "other_elements", "elements of other types are not taken apart"),
    ("folds/memref.mlir", "dim_oob", "a memref of one dimension has no eighth"),
    ("folds/memref.mlir", "dim_reshape", "the new shape needs the number of dimensions"),
    ("bufferization/ownership.mlir", "owned", OF_OWNERS),
    ("memref/realloc.mlir", "realloc", EXPANDED),
    ("func/attributes.mlir", "declared", "of several results, which are packed, LLVM says nothing"),
    (
        "func/functions.mlir",
        "attributes",
        "of several results, which are packed, LLVM says nothing",
    ),
    ("llvm/control.mlir", "switch_default", "mlir-translate 22 crashes on a switch without cases"),
    ("llvm/types.mlir", "function_types", "a type of functions is not a type of arguments"),
    ("llvm/types.mlir", "named", "LLVM passes no values of unknown size"),
    ("llvm/types.mlir", "recursive", "LLVM passes no values that contain themselves"),
    ("llvm/types.mlir", "others", "LLVM passes tokens to intrinsics only"),
    (
        "math/shapes.mlir",
        "unary_3",
        "C's library has no functions of vectors of several dimensions",
    ),
    ("math/shapes.mlir", "unary_4", "C's library has no functions of 'f16'"),
    ("math/shapes.mlir", "unary_5", "C's library has no functions of 'f128' that one can count on"),
    ("vector/extract_insert.mlir", "extract_6", "a position is not defined"),
    ("vector/extract_insert.mlir", "extract_all_dynamic", ROWS),
    ("vector/extract_insert.mlir", "extract_mixed", ROWS),
    ("vector/extract_insert.mlir", "insert_mixed", ROWS),
    ("vector/masks.mlir", "contract", NO_MASK),
    ("vector/masks.mlir", "empty", NO_MASK),
    ("vector/transfer.mlir", "read_vectors", OF_VECTORS),
    ("vector/transfer.mlir", "read_more_vectors", OF_VECTORS),
    ("vector/transfer.mlir", "write_vectors", OF_VECTORS),
    ("memref/layouts.mlir", "spaces", "an address space is a number, not a name"),
    (
        "memref/more.mlir",
        "measures",
        "no op stands for the rank of an argument that could keep what is said of it",
    ),
    ("memref/more.mlir", "copies", "the copy needs the number of dimensions"),
    ("memref/more.mlir", "reshapes", "the new shape needs the number of dimensions"),
];

/// Ops of the dialects above llvm that are in no function that is lowered, and why.
const OPS_NOT_LOWERED: [(&str, &str); 34] = [
    ("affine.dma_start", NO_DMA),
    ("affine.dma_wait", NO_DMA),
    ("builtin.unrealized_conversion_cast", "nothing says what the cast does"),
    ("std.alloc_tensor", OF_TENSORS),
    ("std.concat_tensor", OF_TENSORS),
    ("std.dealloc_owned", OF_OWNERS),
    ("std.dealloc_tensor", OF_TENSORS),
    ("std.dma_start", NO_DMA),
    ("std.dma_wait", NO_DMA),
    ("std.dynamic_tensor_from_elements", OF_TENSORS),
    ("std.empty_tensor", OF_TENSORS),
    ("std.extract_element", OF_TENSORS),
    ("std.gather_tensor", OF_TENSORS),
    ("std.insert_element", OF_TENSORS),
    ("std.pad_tensor", OF_TENSORS),
    ("std.parallel_insert_slice", OF_TENSORS),
    ("std.realloc", EXPANDED),
    ("std.reshape_tensor", OF_TENSORS),
    ("std.scaling_truncf", OF_FEW_BITS),
    ("std.scatter_tensor", OF_TENSORS),
    ("std.splat", "of a vector, it is `vector.broadcast` in the corpus"),
    ("std.subtensor", OF_TENSORS),
    ("std.subtensor_insert", OF_TENSORS),
    ("std.tensor_bitcast", OF_TENSORS),
    ("std.tensor_cast", OF_TENSORS),
    ("std.tensor_collapse_shape", OF_TENSORS),
    ("std.tensor_expand_shape", OF_TENSORS),
    ("std.tensor_from_elements", OF_TENSORS),
    ("std.tensor_load", OF_TENSORS),
    ("std.tensor_store", OF_TENSORS),
    ("std.tensor_to_memref", OF_TENSORS),
    ("std.yield", OF_TENSORS),
    ("vector.scalable.extract", "the llvm dialect has no such intrinsic"),
    ("vector.scalable.insert", "the llvm dialect has no such intrinsic"),
];

const NO_DMA: &str = "nothing copies between memories: mlir-opt does not lower that to LLVM either";
const EXPANDED: &str = "'expand-realloc' expands it first";
const OF_OWNERS: &str = "no pass here compares the addresses of memory that may be freed";
const OF_FEW_BITS: &str = "the scale is a float of 8 bits, which LLVM does not compute with";
const OF_TENSORS: &str = "tensors have no memory layout before they are bufferized";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let files = files_below(Path::new(CORPUS), &["mlir"]).unwrap_or_default();
    let mut trials = vec![Trial::test("exceptions", {
        let files = files.clone();
        move || exceptions_are_needed(&files)
    })];
    trials.push(Trial::test("every op", {
        let files = files.clone();
        move || every_op_is_lowered(&files)
    }));
    // `make fuzz-vectors` runs more, all of them by MLIR's tools as well.
    let more = std::env::var("FUZZ_VECTORS_COUNT").ok().and_then(|count| count.parse().ok());
    trials.extend((1..=more.unwrap_or(20)).map(|seed| {
        let runs_upstream = more.is_some() || seed <= 2;
        Trial::test(format!("random vectors/{seed}"), move || {
            random_vectors::prints_the_same(seed, runs_upstream, None).map_err(Failed::from)
        })
    }));
    trials.extend(files.into_iter().map(|file| {
        let name = name_of(&file);
        Trial::test(name, move || is_lowered(&file).map_err(Failed::from))
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn name_of(file: &Path) -> String {
    file.strip_prefix(CORPUS).unwrap_or(file).display().to_string()
}

/// Each entry of [`NOT_LOWERED`] is in some function.
fn exceptions_are_needed(files: &[PathBuf]) -> Result<(), Failed> {
    let mut met = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        met.extend(
            NOT_LOWERED.iter().filter(|(part, _)| text.contains(part)).map(|(part, _)| *part),
        );
    }
    let unused: Vec<_> = NOT_LOWERED.iter().filter(|(part, _)| !met.contains(part)).collect();
    if unused.is_empty() { Ok(()) } else { Err(format!("not in the corpus: {unused:?}").into()) }
}

/// Each op that a dialect declares occurs in a function that is lowered, or is listed: a newly
/// declared op fails this test.
fn every_op_is_lowered(files: &[PathBuf]) -> Result<(), Failed> {
    let mut lowered = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        for piece in split(&text, "// -----") {
            let mut module = read(&context_with_all(), piece.text)?;
            leave_out_exceptions(&mut module, &name_of(file));
            lowered.extend(module.walk().filter_map(|op| op.def()).map(|def| def.name));
        }
    }
    let ctx = context_with_all();
    let dialects =
        ["builtin", "std", "scf", "affine"].into_iter().filter_map(|name| ctx.dialect_id(name));
    let mut wrong = Vec::new();
    for def in dialects.flat_map(|dialect| ctx.dialect_ops(dialect)) {
        let is_listed = OPS_NOT_LOWERED.iter().any(|(name, _)| *name == def.name);
        match (lowered.contains(def.name), is_listed) {
            (false, false) => wrong.push(format!("{} is in no function that is lowered", def.name)),
            (true, true) => wrong.push(format!("{} is listed, and lowered", def.name)),
            _ => {}
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{wrong:#?}").into()) }
}

fn is_lowered(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    for piece in split(&text, "// -----") {
        let ctx = context_with_all();
        let mut diagnostics = Diagnostics::new();
        let mut module = read(&ctx, piece.text)?;
        leave_out_exceptions(&mut module, &name_of(file));
        let mut manager = PassManager::new();
        manager.add_pass(LowerAffinePass::new(&ctx));
        manager.add_pass(VectorToScfPass::new(&ctx));
        manager.add_pass(LowerVectorPass::new(&ctx));
        manager.add_pass(ScfToStdPass::new(&ctx));
        manager.add_pass(StdToLlvmPass::new(&ctx));
        let result = manager.run(&mut module, &mut RunOptions::default(), &mut diagnostics);
        if result.is_err() {
            let messages = diagnostics.iter().map(|diagnostic| {
                let notes: Vec<_> =
                    diagnostic.notes.iter().map(|note| note.message.as_str()).collect();
                format!("{}\n  {}", diagnostic.message, notes.join("\n  "))
            });
            return Err(messages.collect::<Vec<_>>().join("\n"));
        }
        let print = PrintOptions::default().with_spelling(Spelling::Upstream);
        translate(&print_op(module.as_op(), print))?;
    }
    Ok(())
}

/// Erases the functions that are not lowered, and those that use a symbol that is erased with them.
fn leave_out_exceptions(module: &mut Body, file: &str) {
    let print = PrintOptions::default().with_spelling(Spelling::Upstream).with_local_scope(true);
    let name = |op: OpId, module: &Body| {
        module
            .op(op)
            .symbol_name()
            .map(|name| name.text(module.context()).to_owned())
            .unwrap_or_default()
    };
    let Some(block) = module.entry_block(module.region(module.root(), 0)) else { return };
    loop {
        let mut erased = Vec::new();
        for op in module.ops(block).collect::<Vec<_>>() {
            let text = print_op(module.op(op), print);
            let own = name(op, module);
            let is_listed =
                EXCEPTIONS.iter().any(|&(of, function, _)| of == file && function == own);
            let is_unregistered = module.child(op).is_none() && module.op(op).def().is_none();
            let has_unregistered = module.op(op).walk().any(|inner| inner.def().is_none());
            if is_listed
                || is_unregistered
                || has_unregistered
                || NOT_LOWERED.iter().any(|(part, _)| text.contains(part))
                || uses_missing_symbol(module, op, &text)
            {
                module.erase_op(op);
                erased.push(own);
            }
        }
        if erased.is_empty() {
            return;
        }
    }
}

/// Whether the op's text refers to a symbol that the module does not have.
fn uses_missing_symbol(module: &Body, op: OpId, text: &str) -> bool {
    let Some(block) = module.block(op) else { return false };
    let ctx = module.context();
    let names: BTreeSet<&str> = module
        .ops(block)
        .filter_map(|op| module.op(op).symbol_name())
        .map(|name| name.text(ctx))
        .collect();
    let uses = text.match_indices('@').map(|(at, _)| {
        let rest = &text[at + 1..];
        let end =
            rest.find(|c: char| !(c.is_alphanumeric() || "_.$-".contains(c))).unwrap_or(rest.len());
        &rest[..end]
    });
    uses.into_iter().any(|used| !used.is_empty() && !names.contains(used))
}

/// Checks that `mlir-translate` accepts the module.
fn translate(text: &str) -> Result<(), String> {
    let tool = text_test_runner::Tool::of_llvm("mlir-translate").path;
    let mut command = Command::new(&tool);
    command
        .arg("--mlir-to-llvmir")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("{}: {error}", tool.display()))?;
    if let Some(mut input) = child.stdin.take() {
        // If it ends early, its message says why.
        let _ = input.write_all(text.as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{errors}\n{text}")) }
}
