//! Random programs on vectors: what they print on the interpreter is what they print lowered to
//! loops, to rows of one dimension, to parts and to the llvm dialect, and by `mlir-opt` and
//! `mlir-runner`.
//!
//! A program makes vectors of up to four dimensions from others, reads and writes memory of unknown
//! sizes at offsets that may be partly or wholly outside, with masks, and prints each result. All
//! numbers are small whole ones, so that sums have no rounding; of formats in which those of larger
//! ones have, and of booleans, programs only move elements.

use mlir_lite::Context;
use mlir_lite::conversions::{
    LowerVectorPass, ReconcileUnrealizedCastsPass, ScfToStdPass, StdToLlvmPass, VectorToLlvmPass,
    VectorToScfPass,
};
use mlir_lite::dialects::context_with_all;
use mlir_lite::interpreter::run;
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::text::{PrintOptions, print_op};
use mlir_lite_diagnostics::Diagnostics;
use random_programs::random::Random;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use test_support::{messages, read};
use text_test_runner::Tool;

/// A vector of the program.
#[derive(Clone)]
struct Vector {
    name: String,
    shape: Vec<usize>,
    element: &'static str,
}

impl Vector {
    fn ty(&self) -> String {
        vector_type(&self.shape, self.element)
    }
}

fn vector_type(shape: &[usize], element: &str) -> String {
    let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
    format!("vector<{sizes}{element}>")
}

const ELEMENTS: [&str; 10] =
    ["i1", "i8", "i16", "i32", "i64", "index", "f16", "bf16", "f32", "f64"];

fn is_float(element: &str) -> bool {
    element.contains('f')
}

/// Whether sums of elements are exact.
fn adds(element: &str) -> bool {
    !matches!(element, "i1" | "f16" | "bf16")
}

struct Program {
    random: Random,
    text: String,
    count: usize,
    vectors: Vec<Vector>,
}

impl Program {
    fn fresh(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    /// An op whose result is a vector, which is printed.
    fn give(&mut self, shape: &[usize], element: &'static str, op: &str) {
        let name = self.fresh();
        self.line(&format!("{name} = {op}"));
        let vector = Vector { name, shape: shape.to_vec(), element };
        self.line(&format!("vector.print {} : {}", vector.name, vector.ty()));
        self.vectors.push(vector);
    }

    /// A value whose op is not printed.
    fn value(&mut self, op: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {op}"));
        name
    }

    fn index(&mut self, value: usize) -> String {
        self.value(&format!("arith.constant {value} : index"))
    }

    fn shape(&mut self, rank: usize) -> Vec<usize> {
        (0..rank).map(|_| 1 + self.random.below(3)).collect()
    }

    fn any(&mut self) -> Vector {
        let at = self.random.below(self.vectors.len());
        self.vectors[at].clone()
    }

    /// A vector of this shape.
    fn of(&mut self, shape: &[usize], element: &'static str) -> Vector {
        let found = self.vectors.iter().rev().find(|v| v.shape == shape && v.element == element);
        if let Some(found) = found {
            return found.clone();
        }
        self.constant(shape, element);
        self.vectors[self.vectors.len() - 1].clone()
    }

    /// A constant of a few small numbers.
    fn constant(&mut self, shape: &[usize], element: &'static str) {
        let number = |random: &mut Random| {
            let whole = random.below(7) as i64 - 3;
            match element {
                "i1" => (whole > 0).to_string(),
                // Printed without sign.
                "index" => whole.abs().to_string(),
                _ if is_float(element) => format!("{whole}.0"),
                _ => whole.to_string(),
            }
        };
        fn list(sizes: &[usize], number: &mut dyn FnMut() -> String) -> String {
            match sizes {
                [] => number(),
                [size, rest @ ..] => {
                    let parts: Vec<String> = (0..*size).map(|_| list(rest, number)).collect();
                    format!("[{}]", parts.join(", "))
                }
            }
        }
        let elements = list(shape, &mut || number(&mut self.random));
        let ty = vector_type(shape, element);
        self.give(shape, element, &format!("arith.constant dense<{elements}> : {ty}"));
    }

    /// One more op, if there is a vector that it takes.
    fn step(&mut self) {
        let v = self.any();
        let (name, ty, shape, element) = (v.name.clone(), v.ty(), v.shape.clone(), v.element);
        let rank = shape.len();
        match self.random.below(16) {
            0 => {
                let rank = 1 + self.random.below(4);
                let (shape, element) =
                    (self.shape(rank), ELEMENTS[self.random.below(ELEMENTS.len())]);
                self.constant(&shape, element);
            }
            1 if rank > 1 => {
                let at = self.random.below(shape[0]);
                let part = vector_type(&shape[1..], element);
                let op = format!("vector.extract {name}[{at}] : {part} from {ty}");
                self.give(&shape[1..], element, &op);
            }
            2 if rank > 1 => {
                let at = self.random.below(shape[0]);
                let part = self.of(&shape[1..], element);
                let op =
                    format!("vector.insert {}, {name} [{at}] : {} into {ty}", part.name, part.ty());
                self.give(&shape, element, &op);
            }
            3 if rank < 4 => {
                let size = 1 + self.random.below(3);
                let larger = [&[size], &shape[..]].concat();
                let to = vector_type(&larger, element);
                self.give(&larger, element, &format!("vector.broadcast {name} : {ty} to {to}"));
            }
            4 if rank > 1 => {
                let mut order: Vec<usize> = (0..rank).collect();
                for at in (1..rank).rev() {
                    order.swap(at, self.random.below(at + 1));
                }
                let permuted: Vec<usize> = order.iter().map(|&at| shape[at]).collect();
                let to = vector_type(&permuted, element);
                let op = format!("vector.transpose {name}, {order:?} : {ty} to {to}");
                self.give(&permuted, element, &op);
            }
            5 => {
                let flat = [shape.iter().product()];
                let to = vector_type(&flat, element);
                self.give(&flat, element, &format!("vector.shape_cast {name} : {ty} to {to}"));
            }
            6 | 7 if adds(element) => {
                let other = self.of(&shape, element);
                let kinds = match element {
                    "index" => ["addi", "addi", "maxsi"],
                    _ if is_float(element) => ["addf", "subf", "maximumf"],
                    _ => ["addi", "subi", "maxsi"],
                };
                let kind = kinds[self.random.below(3)];
                let op = format!("arith.{kind} {name}, {} : {ty}", other.name);
                self.give(&shape, element, &op);
            }
            8 => {
                let count = 1 + self.random.below(3);
                let places: Vec<usize> =
                    (0..count).map(|_| self.random.below(2 * shape[0])).collect();
                let result = [&[count], &shape[1..]].concat();
                let op = format!("vector.shuffle {name}, {name} {places:?} : {ty}, {ty}");
                self.give(&result, element, &op);
            }
            9 => self.slice(&v),
            10 if adds(element) => self.reduction(&v),
            11 if adds(element) => self.product(element),
            // Booleans have no bytes of their own in memory.
            12 if element != "i1" => self.masked(&v),
            13.. if element != "i1" => self.transfer(&v),
            _ => {}
        }
    }

    fn slice(&mut self, v: &Vector) {
        let (offsets, sizes): (Vec<usize>, Vec<usize>) = (v.shape.iter())
            .map(|&size| {
                let offset = self.random.below(size);
                (offset, 1 + self.random.below(size - offset))
            })
            .unzip();
        let strides = vec![1; sizes.len()];
        let part = vector_type(&sizes, v.element);
        let (name, ty) = (&v.name, v.ty());
        let op = format!(
            "vector.extract_strided_slice {name} {{offsets = {offsets:?}, sizes = {sizes:?}, \
             strides = {strides:?}}} : {ty} to {part}"
        );
        self.give(&sizes, v.element, &op);
        let part = self.vectors[self.vectors.len() - 1].clone();
        let whole = self.of(&v.shape, v.element);
        let op = format!(
            "vector.insert_strided_slice {}, {} {{offsets = {offsets:?}, strides = {strides:?}}} : \
             {} into {ty}",
            part.name,
            whole.name,
            part.ty()
        );
        self.give(&v.shape, v.element, &op);
    }

    fn reduction(&mut self, v: &Vector) {
        let (kept, reduced): (Vec<usize>, Vec<usize>) =
            (0..v.shape.len()).partition(|_| self.random.below(2) == 0);
        // Without dimensions, mlir-opt forgets the accumulator.
        if kept.is_empty() || reduced.is_empty() {
            return;
        }
        let result: Vec<usize> = kept.iter().map(|&at| v.shape[at]).collect();
        let acc = self.of(&result, v.element);
        let kinds = ["add", if is_float(v.element) { "maximumf" } else { "minsi" }];
        let kind = kinds[self.random.below(2)];
        let op = format!(
            "vector.multi_reduction <{kind}>, {}, {} {reduced:?} : {} to {}",
            v.name,
            acc.name,
            v.ty(),
            acc.ty()
        );
        self.give(&result, v.element, &op);
    }

    fn product(&mut self, element: &'static str) {
        let [m, n, k] = [(); 3].map(|()| 1 + self.random.below(3));
        let (a, b) = (self.of(&[m, k], element), self.of(&[k, n], element));
        let c = self.of(&[m, n], element);
        let op = format!(
            "vector.contract {{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, \
             affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], \
             iterator_types = [\"parallel\", \"parallel\", \"reduction\"]}} {}, {}, {} : {}, {} \
             into {}",
            a.name,
            b.name,
            c.name,
            a.ty(),
            b.ty(),
            c.ty()
        );
        self.give(&[m, n], element, &op);
    }

    /// A mask of the first elements of each dimension.
    fn mask(&mut self, shape: &[usize]) -> (String, String) {
        let sizes: Vec<String> = (shape.iter())
            .map(|&size| {
                let set = self.random.below(size + 2);
                self.index(set)
            })
            .collect();
        let ty = vector_type(shape, "i1");
        (self.value(&format!("vector.create_mask {} : {ty}", sizes.join(", "))), ty)
    }

    /// Memory of sizes that are not known, filled with 1.
    fn memory(&mut self, sizes: &[usize], element: &str) -> (String, String) {
        let sizes: Vec<String> = sizes.iter().map(|&size| self.index(size)).collect();
        let dynamic = "?x".repeat(sizes.len());
        let ty = format!("memref<{dynamic}{element}>");
        let memory = self.value(&format!("memref.alloc({}) : {ty}", sizes.join(", ")));
        let one = if is_float(element) { "1.0" } else { "1" };
        let one = self.value(&format!("arith.constant {one} : {element}"));
        let (zero, step) = (self.index(0), self.index(1));
        let variables: Vec<String> = sizes.iter().map(|_| self.fresh()).collect();
        for (variable, size) in variables.iter().zip(&sizes) {
            self.line(&format!("scf.for {variable} = {zero} to {size} step {step} {{"));
        }
        self.line(&format!("memref.store {one}, {memory}[{}] : {ty}", variables.join(", ")));
        for _ in &variables {
            self.line("}");
        }
        (memory, ty)
    }

    /// Masked accesses of memory of one dimension.
    fn masked(&mut self, v: &Vector) {
        let shape = [v.shape.iter().product::<usize>()];
        let to = vector_type(&shape, v.element);
        let flat = self.value(&format!("vector.shape_cast {} : {} to {to}", v.name, v.ty()));
        let (memory, ty) = self.memory(&[shape[0] + 1], v.element);
        let at = self.random.below(2);
        let (at, (mask, mask_type)) = (self.index(at), self.mask(&shape));
        let store = ["maskedstore", "compressstore"][self.random.below(2)];
        self.line(&format!(
            "vector.{store} {memory}[{at}], {mask}, {flat} : {ty}, {mask_type}, {to}"
        ));
        let (mask, load) =
            (self.mask(&shape).0, ["maskedload", "expandload"][self.random.below(2)]);
        let op = format!(
            "vector.{load} {memory}[{at}], {mask}, {flat} : {ty}, {mask_type}, {to} into {to}"
        );
        self.give(&shape, v.element, &op);
        let places: Vec<usize> = (0..shape[0]).map(|_| self.random.below(shape[0])).collect();
        let positions = self
            .value(&format!("arith.constant dense<{places:?}> : {}", vector_type(&shape, "i32")));
        let op = format!(
            "vector.gather {memory}[{at}] [{positions}], {mask}, {flat} : {ty}, {}, {mask_type}, \
             {to} into {to}",
            vector_type(&shape, "i32")
        );
        self.give(&shape, v.element, &op);
    }

    /// A write and a read along some dimensions in some order, at offsets inside and outside.
    fn transfer(&mut self, v: &Vector) {
        let rank = v.shape.len() + self.random.below(2);
        let sizes: Vec<usize> = (0..rank).map(|_| 1 + self.random.below(4)).collect();
        let (memory, ty) = self.memory(&sizes, v.element);
        let mut dimensions: Vec<usize> = (0..rank).collect();
        for at in (1..rank).rev() {
            dimensions.swap(at, self.random.below(at + 1));
        }
        dimensions.truncate(v.shape.len());
        let letters = |list: &[usize]| {
            let names: Vec<String> = list.iter().map(|at| format!("d{at}")).collect();
            names.join(", ")
        };
        let all: Vec<usize> = (0..rank).collect();
        let map = format!("affine_map<({}) -> ({})>", letters(&all), letters(&dimensions));
        // The dimensions that the vector does not have are accessed inside.
        let mut offsets = || -> Vec<usize> {
            let offset = |(at, &size): (usize, &usize)| {
                self.random.below(if dimensions.contains(&at) { size + 2 } else { size })
            };
            sizes.iter().enumerate().map(offset).collect()
        };
        let [to, from] = [offsets(), offsets()].map(|offsets| {
            let offsets: Vec<String> = offsets.iter().map(|&offset| self.index(offset)).collect();
            offsets.join(", ")
        });
        // The mask has the dimensions in the order of the memory.
        let mut order: Vec<(usize, usize)> =
            dimensions.iter().copied().zip(v.shape.iter().copied()).collect();
        order.sort_unstable();
        let mask_shape: Vec<usize> = order.into_iter().map(|(_, size)| size).collect();
        let mask = match self.random.below(2) {
            0 => String::new(),
            _ => format!(", {}", self.mask(&mask_shape).0),
        };
        let (name, vector) = (&v.name, v.ty());
        self.line(&format!(
            "vector.transfer_write {name}, {memory}[{to}]{mask} {{permutation_map = {map}}} : \
             {vector}, {ty}"
        ));
        let padding = if is_float(v.element) { "7.0" } else { "7" };
        let padding = self.value(&format!("arith.constant {padding} : {}", v.element));
        let op = format!(
            "vector.transfer_read {memory}[{from}], {padding}{mask} {{permutation_map = {map}}} : \
             {ty}, {vector}"
        );
        self.give(&v.shape, v.element, &op);
    }
}

/// The text of a program.
fn program(seed: u64) -> String {
    let mut program = Program {
        random: Random::new(seed),
        text: "func.func @main() {\n".to_owned(),
        count: 0,
        vectors: Vec::new(),
    };
    for element in ELEMENTS {
        let rank = 1 + program.random.below(4);
        let shape = program.shape(rank);
        program.constant(&shape, element);
    }
    for _ in 0..24 {
        program.step();
    }
    program.text += "  return\n}\n";
    program.text
}

/// How a module is lowered.
type Lowering = fn(&Context, &mut PassManager);

const LLVM: &str = "lowered to the llvm dialect";

const LOWERINGS: [(&str, Lowering); 3] = [
    ("interpreted", |_, _| {}),
    ("lowered to rows", to_rows),
    (LLVM, |ctx, passes| {
        passes.add_pass(VectorToScfPass::new(ctx));
        passes.add_pass(VectorToLlvmPass::new(ctx));
        passes.add_pass(ScfToStdPass::new(ctx));
        passes.add_pass(StdToLlvmPass::new(ctx));
        passes.add_pass(ReconcileUnrealizedCastsPass::new(ctx));
    }),
];

fn to_rows(ctx: &Context, passes: &mut PassManager) {
    passes.add_pass(VectorToScfPass::new(ctx));
    passes.add_pass(LowerVectorPass::new(ctx));
}

/// Runs a program of the llvm dialect, and gives what it prints.
pub(crate) type RunLlvm<'r> = &'r dyn Fn(&str) -> Result<String, String>;

/// Checks the output of a program, which must be the same in all ways: also as `jit` runs the
/// lowered program, and, if `runs_upstream`, by `mlir-runner`.
///
/// # Errors
/// The text of the program with two outputs that differ, or an error.
pub(crate) fn prints_the_same(
    seed: u64,
    runs_upstream: bool,
    jit: Option<RunLlvm<'_>>,
) -> Result<(), String> {
    let mut text = program(seed);
    if jit.is_some() {
        // A conversion to `bf16` is a function that the JIT does not find.
        text = text.replace("bf16", "f16");
    }
    let with_text = |error: String| format!("{error}\n{text}");
    let mut outputs = Vec::new();
    for (name, lowering) in LOWERINGS {
        let with_name = |error: String| with_text(format!("{name}: {error}"));
        let (output, lowered) = interpreted(&text, lowering).map_err(with_name)?;
        outputs.push((name, output));
        if let Some(jit) = jit.filter(|_| name == LLVM) {
            outputs.push(("run by LLVM", jit(&lowered).map_err(with_name)?));
        }
    }
    if runs_upstream {
        outputs.extend(upstream(&text).map_err(with_text)?.map(|it| ("mlir-runner", it)));
    }
    for (name, output) in &outputs[1..] {
        if *output != outputs[0].1 {
            let (first, expected) = &outputs[0];
            return Err(with_text(format!("{first}:\n{expected}\n{name}:\n{output}")));
        }
    }
    Ok(())
}

/// The output of a program when it is lowered, and the lowered text.
fn interpreted(text: &str, lowering: Lowering) -> Result<(String, String), String> {
    let ctx = context_with_all();
    let mut module = read(&ctx, text)?;
    let (mut passes, mut diagnostics) = (PassManager::new(), Diagnostics::new());
    lowering(&ctx, &mut passes);
    let result = passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics);
    result.map_err(|_| messages(&diagnostics))?;
    let mut output = Vec::new();
    run(&module, "main", Vec::new(), &mut output).map_err(|error| error.message.clone())?;
    let output = String::from_utf8(output).map_err(|error| error.to_string())?;
    Ok((output, print_op(module.as_op(), PrintOptions::default())))
}

/// The output of MLIR's tools. None for a program that `mlir-opt` does not lower: some reductions
/// stay, and it makes masks of a wrong shape for some transfers.
fn upstream(text: &str) -> Result<Option<String>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let [program, lowered] = ["p.mlir", "l.mlir"].map(|name| folder.path().join(name));
    std::fs::write(&program, text).map_err(|error| error.to_string())?;
    let mut opt = Command::new(Tool::of_llvm("mlir-opt").path);
    opt.args(["--convert-vector-to-scf", "--convert-scf-to-cf", "--test-lower-to-llvm", "-o"]);
    let output = opt.arg(&lowered).arg(&program).output().map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(&lowered).unwrap_or_default();
    if !output.status.success() || text.contains("vector.multi_reduction") {
        return Ok(None);
    }
    let runner = Tool::of_llvm("mlir-runner").path;
    let folder = runner.ancestors().nth(2).map(|root| root.join("lib")).unwrap_or_default();
    let files = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libmlir_c_runner_utils.so")
    };
    let library = files.flatten().map(|file| file.path()).find(is_library);
    let library = library.ok_or("MLIR's runner has no library for printing")?;
    let mut runner = Command::new(runner);
    runner.args(["-e", "main", "--entry-point-result=void"]);
    runner.arg(format!("--shared-libs={}", library.display())).arg(&lowered);
    let output = runner.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned())),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
