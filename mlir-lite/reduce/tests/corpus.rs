//! Each kind of op in the modules of the repository's tests, reduced to the op alone, as far as
//! that is valid.

use std::collections::BTreeMap;
use std::path::Path;

use mlir_lite::Context;
use mlir_lite::ir::Body;
use mlir_lite::register_all_dialects;
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use mlir_lite_reduce::{Options, reduce_mlir};

/// Larger modules are left to campaigns.
const MANY_OPS: usize = 120;

/// The share of kinds of ops that are reduced: one in this many.
const SHARE: usize = 41;

fn valid(text: &str) -> Option<Body> {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    let file = ctx.sources().add("a.mlir", text.to_owned()).ok()?;
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    let module = parse_module(&ctx, &file, options, &mut diagnostics).ok()?;
    verify(&module, &mut diagnostics).ok()?;
    Some(module)
}

fn has(module: &Body, name: &str) -> bool {
    module.walk().any(|op| op.info().name() == name)
}

#[test]
fn any_op_can_be_found_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test");
    let files = text_test_runner::files_below(&root, &["mlir"]).expect("the tests can be listed");
    // The first module of each kind of op.
    let mut modules: BTreeMap<String, String> = BTreeMap::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("tests are text");
        for part in text.split("// -----") {
            let Some(module) = valid(part) else { continue };
            let ops = module.walk().count();
            for op in module.walk().filter(|_| (8..MANY_OPS).contains(&ops)) {
                modules.entry(op.info().name().to_owned()).or_insert_with(|| part.to_owned());
            }
        }
    }
    assert!(modules.len() > 100, "{}", modules.len());
    for (name, text) in modules.into_iter().step_by(SHARE) {
        let mut test = |candidate: &str| valid(candidate).is_some_and(|module| has(&module, &name));
        let options = Options { attempts: 3000, ..Options::default() };
        let reduced = reduce_mlir(register_all_dialects, &text, &options, &mut test);
        let module =
            valid(&reduced.text).unwrap_or_else(|| panic!("{name}: invalid:\n{}", reduced.text));
        assert!(has(&module, &name), "{name}: lost in\n{}", reduced.text);
        assert!(reduced.accepted > 0 && reduced.attempts < options.attempts, "{name}: {reduced:?}");
        // An op with its context: its function, terminators, definitions of operands.
        let ops = module.walk().count();
        assert!(ops <= 8, "{name}: {ops} ops are left:\n{}", reduced.text);
    }
}
