//! The llvm dialect to LLVM IR: `toyc -x mlir -emit=llvm` and `mlir-lite-translate` give the same
//! as MLIR's `mlir-translate`, instruction by instruction, for a corpus that has each op of the
//! dialect with each of its attributes. LLVM IR that is imported is the same again.
//!
//! A newly declared op or attribute fails [`everything_is_covered`] until the corpus has it, or a
//! list here says why not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use mlir_lite::Context;
use mlir_lite::dialects::{builtin::BuiltinDialect, llvm::LlvmDialect, nvvm::NvvmDialect};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite_diagnostics::Diagnostics;
use text_test_runner::{Tool, files_below};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../test/mlir/corpus/export");

/// LLVM IR that is imported.
const IMPORTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../test/mlir/llvm/import");

/// The separator of the modules of a file.
const MARKER: &str = "// -----";

/// Modules for which the two outputs differ, by file and number, and why.
const EXCEPTIONS: [(&str, usize, &str); 2] = [
    (
        "globals.mlir",
        2,
        "mlir-translate writes an address in a global by its number of bytes, and adds 'nuw' to it",
    ),
    (
        "instructions.mlir",
        3,
        "the second edge from one block to another leads through a block; mlir-translate's has \
            phis of one value",
    ),
];

/// Ops that the corpus does not have, and why.
const OPS_LEFT_OUT: [(&str, &str); 0] = [];

/// Attributes that the corpus does not have, by op and name, and why.
const ATTRIBUTES_LEFT_OUT: [(&str, &str, &str); 3] = [
    ("llvm.func", "comdat", "an error: 'llvm.comdat' is not an op here"),
    ("llvm.invoke", "op_bundle_sizes", "an error: its bundles are not supported"),
    ("llvm.inline_asm", "operand_attrs", "an error: attributes of its operands are not supported"),
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = vec![Trial::test("everything_is_covered", everything_is_covered)];
    for (file, number, text) in modules() {
        let name = format!("{file}, module {number}");
        trials.push(Trial::test(name, move || is_translated_alike(&file, number, &text)));
    }
    for file in files_below(Path::new(IMPORTED), &["ll"]).unwrap_or_default() {
        let name = format!("import of {}", file.file_name().unwrap_or_default().display());
        trials.push(Trial::test(name, move || is_imported_alike(&file)));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The modules of the corpus, with the name of the file and the number of the module in it.
fn modules() -> Vec<(String, usize, String)> {
    let files = files_below(Path::new(CORPUS), &["mlir"]).unwrap_or_default();
    let mut modules = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let name =
            file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        modules.extend(
            text.split(MARKER)
                .enumerate()
                .map(|(number, part)| (name.clone(), number, part.to_owned())),
        );
    }
    modules
}

fn everything_is_covered() -> Result<(), Failed> {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<LlvmDialect>();
    ctx.load::<NvvmDialect>();
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, number, text) in modules() {
        let source = ctx
            .sources()
            .add(format!("{file}:{number}"), text)
            .map_err(|error| error.to_string())?;
        let mut diagnostics = Diagnostics::new();
        let module = parse_module(&ctx, &source, ParseOptions::default(), &mut diagnostics);
        let module = module.map_err(|_| format!("{file}, module {number}: {diagnostics:?}"))?;
        for op in module.walk() {
            let Some(def) = op.def() else { continue };
            let attributes = found.entry(def.name).or_default();
            for attr in def.attrs {
                let value = op.attr_named(attr.name);
                if value.is_some() && value != attr.default.map(|default| default(&ctx)) {
                    attributes.insert(attr.name);
                }
            }
        }
    }
    let llvm = ctx.dialect_id("llvm").ok_or("the dialect is loaded")?;
    let mut missing = Vec::new();
    for def in ctx.dialect_ops(llvm) {
        if OPS_LEFT_OUT.iter().any(|(name, _)| *name == def.name) {
            continue;
        }
        let Some(attributes) = found.get(def.name) else {
            missing.push(format!("op {}", def.name));
            continue;
        };
        for attr in def.attrs {
            let is_listed = ATTRIBUTES_LEFT_OUT
                .iter()
                .any(|(op, name, _)| *op == def.name && *name == attr.name);
            if !attributes.contains(attr.name) && !is_listed {
                missing.push(format!("attribute {} of {}", attr.name, def.name));
            }
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(format!("not in the corpus: {missing:#?}").into()) }
}

fn is_translated_alike(file: &str, number: usize, text: &str) -> Result<(), Failed> {
    let input = scratch(&format!("{file}.{number}.mlir"));
    fs::write(&input, text)?;
    let ours = run(Path::new(env!("CARGO_BIN_EXE_toyc")), &["-x", "mlir", "-emit=llvm"], &input)?;
    let translate = Path::new(env!("CARGO_BIN_EXE_mlir-lite-translate"));
    let translated = run(translate, &["--mlir-to-llvmir"], &input)?;
    let theirs = run(&Tool::of_llvm("mlir-translate").path, &["--mlir-to-llvmir"], &input)?;
    let is_exception = EXCEPTIONS.iter().any(|(of, part, _)| *of == file && *part == number);
    let (ours, theirs) = (lines(&ours), lines(&theirs));
    if lines(&translated) != ours {
        return Err("mlir-lite-translate prints something else than toyc".into());
    }
    let difference = ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs);
    match difference {
        _ if is_exception && ours == theirs => {
            Err("it is an exception, and needs to be none".into())
        }
        _ if is_exception => Ok(()),
        Some((ours, theirs)) => Err(format!("ours:   {ours}\ntheirs: {theirs}").into()),
        None if ours.len() != theirs.len() => {
            Err(format!("{} lines, {} by mlir-translate", ours.len(), theirs.len()).into())
        }
        None => Ok(()),
    }
}

/// A module that is imported here, and by `mlir-translate`, is the same LLVM IR again, but for the
/// layout of data, which `mlir-translate` completes, and notes, which are not imported here.
fn is_imported_alike(file: &Path) -> Result<(), Failed> {
    let reference = Tool::of_llvm("mlir-translate").path;
    let again = |module: &str, name: &str| -> Result<Vec<String>, Failed> {
        let input = scratch(name);
        fs::write(&input, module)?;
        let text = run(&reference, &["--mlir-to-llvmir"], &input)?;
        let kept = text.lines().filter(|line| {
            !line.starts_with("target datalayout") && !line.starts_with('!') && !line.is_empty()
        });
        Ok(kept.map(|line| line.split(", !").next().unwrap_or(line).to_owned()).collect())
    };
    let own = Path::new(env!("CARGO_BIN_EXE_mlir-lite-translate"));
    let ours = again(
        &run(own, &["--import-llvm"], file)?,
        &format!("{}.imported.mlir", file.file_name().unwrap_or_default().display()),
    )?;
    let theirs = again(
        &run(&reference, &["--import-llvm"], file)?,
        &format!("{}.referenced.mlir", file.file_name().unwrap_or_default().display()),
    )?;
    match ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs) {
        Some((ours, theirs)) => Err(format!("ours:   {ours}\ntheirs: {theirs}").into()),
        None if ours.len() != theirs.len() => Err("the numbers of lines differ".into()),
        None => Ok(()),
    }
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("translation.{name}"))
}

fn run(tool: &Path, flags: &[&str], input: &Path) -> Result<String, Failed> {
    let output = Command::new(tool).args(flags).arg(input).output()?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} ends with {}\n{errors}", tool.display(), output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The lines of a program without comments; attributes and metadata are numbered in order of
/// occurrence, and the incoming values of phis are sorted by their text.
fn lines(text: &str) -> Vec<String> {
    let mut metadata = Numbers::default();
    let mut attributes = Numbers::default();
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or_default().trim_end();
        let is_about_text = ["source_filename", "target ", "!llvm.module.flags"];
        if line.is_empty()
            || is_about_text.iter().any(|start| line.starts_with(start))
            || line.ends_with("= !{i32 2, !\"Debug Info Version\", i32 3}")
        {
            continue;
        }
        let line = attributes.renumber(&metadata.renumber(line, '!'), '#');
        lines.push(match line.split_once(" phi ") {
            Some((value, rest)) => {
                let (ty, list) = rest.split_once(" [").unwrap_or((rest, ""));
                let mut edges: Vec<&str> =
                    list.trim_end_matches(" ]").split(" ], [").map(str::trim).collect();
                edges.sort_unstable();
                format!("{value} phi {ty} {edges:?}")
            }
            None => line,
        });
    }
    lines
}

/// Numbers in the order in which they occur.
#[derive(Default)]
struct Numbers {
    known: BTreeMap<String, usize>,
}

impl Numbers {
    /// The line with new numbers after `mark`.
    fn renumber(&mut self, line: &str, mark: char) -> String {
        let mut parts = line.split(mark);
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            text.push(mark);
            if !digits.is_empty() {
                let next = self.known.len();
                text += &self.known.entry(digits.clone()).or_insert(next).to_string();
            }
            text += &part[digits.len()..];
        }
        text
    }
}
