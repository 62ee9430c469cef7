//! Modules that are exported, imported and exported again are the same. The modules are those of
//! `test/mlir/corpus/export`, and LLVM IR in `test/mlir/llvm/import`.

use super::import_module;
use crate::export::export_module;
use inkwell::context::Context as LlvmContext;
use mlir_lite::context::Context;
use mlir_lite::dialects::{builtin::BuiltinDialect, llvm::LlvmDialect};
use mlir_lite::ir::Body;
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{Diagnostics, Position};
use pretty_assertions::assert_eq;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test/mlir");

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<LlvmDialect>();
    ctx
}

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(Path::new(ROOT).join(folder)).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

/// The messages, with lines.
fn messages(ctx: &Context, diagnostics: &Diagnostics) -> String {
    let all = diagnostics.iter().map(|found| {
        let line = match found.position {
            Position::Span(span) => ctx.sources().line_col(span.start).map(|at| at.line),
            _ => None,
        };
        format!("{line:?}: {}\n", found.message)
    });
    all.collect()
}

/// LLVM IR of a module.
fn exported(module: &Body) -> Result<String, String> {
    let llvm = LlvmContext::create();
    let module = export_module(module, &llvm, "test").map_err(|error| error.message)?;
    Ok(module.print_to_string().to_string())
}

fn imported(text: &str) -> Result<(Context, Body), String> {
    let ctx = context();
    let file = ctx.sources().add("test.ll", text).map_err(|error| error.to_string())?;
    let mut diagnostics = Diagnostics::new();
    let read = import_module(&ctx, &file, &mut diagnostics);
    let module = read.map_err(|_| messages(&ctx, &diagnostics))?;
    verify(&module, &mut diagnostics).map_err(|_| messages(&ctx, &diagnostics))?;
    Ok((ctx, module))
}

/// LLVM IR without what is not imported: the name of the file, notes, declarations that are not
/// used, the order of attributes.
fn essence(text: &str) -> String {
    let lines = text.lines().filter(|line| {
        !["; ModuleID", "source_filename", "!"].iter().any(|start| line.starts_with(start))
    });
    let kept = lines.map(|line| {
        let line = line.split("; preds").next().unwrap_or(line);
        let line = line.split(", !").next().unwrap_or(line);
        line.split(" !").next().unwrap_or(line).trim_end_matches(" {").to_owned() + "\n"
    });
    kept.collect::<String>().trim_end().to_owned()
}

fn comes_back(name: &str, text: &str, problems: &mut Vec<String>) {
    let again = imported(text).and_then(|(_ctx, module)| exported(&module));
    match again {
        Ok(again) if essence(&again) == essence(text) => {}
        Ok(again) => {
            let (old, new) = (essence(text), essence(&again));
            let (mut old, mut new) = (old.lines(), new.lines());
            let mut pairs = std::iter::repeat_with(|| (old.next(), new.next()));
            let differing = pairs.find(|(old, new)| old != new);
            problems.push(format!("{name}: {differing:?}"));
        }
        Err(error) => problems.push(format!("{name}: {error}")),
    }
}

#[test]
fn what_is_exported_comes_back() {
    let mut problems = Vec::new();
    for file in files("corpus/export") {
        let source = std::fs::read_to_string(&file).expect("the file is read");
        for (number, part) in source.split("// -----").enumerate() {
            let ctx = context();
            let text = ctx.sources().add("test.mlir", part).expect("the source is short");
            let options = ParseOptions::default().with_allow_unregistered(true);
            let mut diagnostics = Diagnostics::new();
            let module = parse_module(&ctx, &text, options, &mut diagnostics);
            let Ok(module) = module else { continue };
            let text = exported(&module).expect("it is exported");
            comes_back(&format!("{} {number}", file.display()), &text, &mut problems);
        }
    }
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn llvm_ir_comes_back() {
    let mut problems = Vec::new();
    let more = std::env::var("MORE_LLVM_IR").unwrap_or_default();
    let more = more.split_whitespace().map(PathBuf::from);
    for file in files("llvm/import").into_iter().chain(more) {
        let text = std::fs::read_to_string(&file).expect("the file is read");
        // In LLVM's own form.
        let once = imported(&text).and_then(|(_ctx, module)| exported(&module));
        match once {
            Ok(once) => comes_back(&file.display().to_string(), &once, &mut problems),
            Err(error) => problems.push(format!("{}: {error}", file.display())),
        }
    }
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn errors_have_places() {
    let cases = [
        // Messages of LLVM.
        (
            "define i32 @f(i32 %a) {\n  %b = add i32 %a, 1.0\n  ret i32 %b\n}\n",
            "Some(2): floating point constant invalid for type",
        ),
        ("define i32 @f() {\n  ret i32 %a\n}\n", "Some(2): use of undefined value '%a'"),
        // Instructions and symbols that the dialect has not.
        (
            "define void @f(ptr %p) {\n  indirectbr ptr %p, [label %a]\na:\n  ret void\n}\n",
            "Some(2): the llvm dialect has no counterpart of 'indirectbr'",
        ),
        (
            "define i1 @f(i32 %a) {\n  %b = icmp samesign ult i32 %a, 3\n  ret i1 %b\n}\n",
            "Some(2): the llvm dialect has no counterpart of 'samesign'",
        ),
        ("$g = comdat any\n", "Some(1): the llvm dialect has no counterpart of 'comdat'"),
    ];
    for (text, message) in cases {
        let error = imported(text).err().unwrap_or_default();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}
