//! Print of parse of print is the identity: for random IR that is built through the API, and for
//! every `.mlir` file of the tests; in custom and generic form, in both spellings, with and without
//! locations and aliases.

mod generate;

use std::path::Path;

use mlir_lite::Context;
use mlir_lite::dialects::affine::AffineDialect;
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::Body;
use mlir_lite::text::{ParseOptions, PrintOptions, Spelling, parse_module, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{Diagnostics, RenderStyle, Renderer};
use text_test_runner::files_below;

use generate::Generator;

const MODULES: u64 = 50;

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx.load::<ScfDialect>();
    ctx.load::<AffineDialect>();
    ctx.load::<LlvmDialect>();
    ctx
}

/// All ways to print.
fn all_options() -> impl Iterator<Item = PrintOptions> {
    (0..16).map(|bits| {
        PrintOptions::default()
            .with_spelling(if bits & 1 == 0 { Spelling::Std } else { Spelling::Upstream })
            .with_generic(bits & 2 != 0)
            .with_debug_info(bits & 4 != 0)
            .with_local_scope(bits & 8 != 0)
    })
}

fn parse(ctx: &Context, text: &str) -> Result<Body, String> {
    let file = ctx.sources().add("text.mlir", text).expect("the texts are small");
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    let parsed = parse_module(ctx, &file, options, &mut diagnostics)
        .and_then(|module| verify(&module, &mut diagnostics).map(|()| module));
    parsed.map_err(|_| {
        let mut text = Vec::new();
        let _ =
            Renderer::new(ctx.sources(), RenderStyle::Plain).render_all(&diagnostics, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    })
}

/// The first line in which printing what was printed differs.
fn difference(module: &Body, options: PrintOptions) -> Result<(), String> {
    let printed = print_op(module.as_op(), options);
    // Nothing may come from handles: another context gives other ones.
    let again = parse(&context(), &printed)
        .map_err(|error| format!("{options:?} is not read:\n{error}"))?;
    let twice = print_op(again.as_op(), options);
    match printed.lines().zip(twice.lines()).find(|(once, twice)| once != twice) {
        Some((once, twice)) => Err(format!("{options:?}\n   once {once}\n  twice {twice}")),
        None if printed == twice => Ok(()),
        None => Err(format!("{options:?}: one text has more lines:\n{printed}\n{twice}")),
    }
}

#[test]
fn random_ir() {
    let mut failures = Vec::new();
    for seed in 0..MODULES {
        let module = Generator::new(&context(), seed).module();
        let mut diagnostics = Diagnostics::new();
        assert!(verify(&module, &mut diagnostics).is_ok(), "seed {seed}: {diagnostics:?}");
        for options in all_options() {
            if let Err(error) = difference(&module, options) {
                failures.push(format!("seed {seed}: {error}"));
                break;
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {MODULES} modules:\n{}",
        failures.len(),
        failures[..failures.len().min(5)].join("\n")
    );
}

/// Both forms hold the same.
#[test]
fn generic_and_custom_form_of_random_ir() {
    for seed in 0..MODULES {
        let module = Generator::new(&context(), seed).module();
        let custom = PrintOptions::default().with_debug_info(true);
        let generic = custom.with_generic(true);
        let printed = print_op(module.as_op(), custom);
        let by_generic = parse(&context(), &print_op(module.as_op(), generic)).expect("it is read");
        assert_eq!(printed, print_op(by_generic.as_op(), custom), "seed {seed}");
    }
}

#[test]
fn every_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut failures = Vec::new();
    let mut count = 0;
    for file in ["test", "examples"]
        .iter()
        .flat_map(|folder| files_below(&root.join(folder), &["mlir"]))
        .flatten()
    {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        for (part, text) in text.split("\n// -----").enumerate() {
            // Files that are wrong on purpose, or of dialects that are not loaded, are tested
            // elsewhere.
            let Ok(module) = parse(&context(), text) else { continue };
            count += 1;
            for options in all_options() {
                if let Err(error) = difference(&module, options) {
                    failures.push(format!("{}, part {part}: {error}", file.display()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count >= 30, "only {count} files could be read");
}
