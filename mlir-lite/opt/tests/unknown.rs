//! Unknown ops stay untouched: an op that is not registered may be isolated from above, so no pass
//! moves anything into or out of its regions.
//!
//! Each function of the corpus and of random modules is given copies of its own body in regions of
//! unknown ops, which use nothing from outside: if a pass shares, hoists or forwards a value across
//! the region, a use of a value from outside appears.

use std::path::Path;

use mlir_lite::Context;
use mlir_lite::dialects::context_with_all;
use mlir_lite::ir::view::OpRef;
use mlir_lite::ir::{Body, ValueDef, ValueId};
use mlir_lite::pass::{PassManager, PassRegistry, RunOptions};
use mlir_lite::register_all_passes;
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite_diagnostics::Diagnostics;
use mlir_lite_opt::split::split;
use test_support::parse;
use text_test_runner::files_below;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test/mlir/corpus/valid");

/// Passes that change nothing, or only locations.
const IDLE: [&str; 7] = [
    "memref-dependence-check",
    "print-op-stats",
    "snapshot-op-locations",
    "strip-debuginfo",
    "test-print-defuse",
    "test-print-nesting",
    "view-op-graph",
];

const RANDOM_MODULES: u64 = 25;

fn generic(op: OpRef<'_>) -> String {
    let options = PrintOptions::default()
        .with_spelling(Spelling::Upstream)
        .with_generic(true)
        .with_local_scope(true);
    print_op(op, options)
}

/// A function in generic form with its own body in unknown ops, at the start and, where it has one
/// block, before its end. None if it has no body, or nested functions.
fn with_copies(function: &str) -> Option<String> {
    let (head, rest) = function.split_once("({\n")?;
    let (body, tail) = rest.rsplit_once("\n}) ")?;
    if !head.starts_with("\"func.func\"")
        || body.contains("\"func.func\"")
        || body.contains("\"foo.isolated\"")
    {
        return None;
    }
    let copy = |prefix: &str| {
        let body =
            body.replace('%', &format!("%{prefix}")).replace("\"func.return\"", "\"foo.return\"");
        format!("\"foo.isolated\"() ({{\n{body}\n}}) : () -> ()\n")
    };
    let (label, ops) = match body.trim_start().starts_with("^bb") {
        true => body.split_once('\n')?,
        false => ("^bb0:", body),
    };
    let has_one_block = !ops.lines().any(|line| line.starts_with("^bb"));
    let (ops, end) =
        if has_one_block { ops.rsplit_once('\n').unwrap_or(("", ops)) } else { (ops, "") };
    let late = if has_one_block { copy("late_") } else { String::new() };
    // A private function may be erased as a whole.
    let head = ["private", "nested"].iter().fold(head.to_owned(), |head, visibility| {
        head.replace(&format!("sym_visibility = \"{visibility}\""), "sym_visibility = \"public\"")
    });
    Some(format!("{head}({{\n{label}\n{}{ops}\n{late}{end}\n}}) {tail}\n", copy("early_")))
}

/// All functions of a module with copies; functions without a body, globals and the like unchanged.
fn module_with_copies(module: &Body) -> String {
    let ops =
        module.as_op().regions().flat_map(|region| region.ops()).filter(|op| op.def().is_some());
    ops.map(generic).map(|text| with_copies(&text).unwrap_or(text + "\n")).collect()
}

/// Whether a value is defined in the regions of `op`.
fn is_inside(body: &Body, value: ValueId, op: OpRef<'_>) -> bool {
    let block = match body.value_def(value) {
        ValueDef::Result { op, .. } => body.block(op),
        ValueDef::Argument { block, .. } => Some(block),
    };
    let mut owner = block.and_then(|block| body.block_owner(block));
    while let Some(current) = owner {
        if current == op.id() {
            return true;
        }
        owner = body.parent_op(current);
    }
    false
}

/// Checks that no op in a copy uses a value from outside; returns the number of copies.
fn copies_are_isolated(module: &Body) -> Result<usize, String> {
    let mut copies = 0;
    let body_ops = |op: OpRef<'_>| op.info().name() == "foo.isolated";
    for copy in module.walk().filter(|&op| body_ops(op)) {
        copies += 1;
        let body = copy.body();
        // An isolated op in it has a body of its own, and cannot use values from outside.
        for op in copy.walk().filter(|op| std::ptr::eq(op.body(), body)) {
            if let Some(value) = op.operands().find(|&value| !is_inside(body, value, copy)) {
                let definition = body.defining_op(value).map(|op| generic(body.op(op)));
                return Err(format!("{} uses {definition:?} from outside", generic(op)));
            }
        }
    }
    Ok(copies)
}

/// Runs each pass on the module, and checks the copies after it. Returns how often a pass
/// succeeded.
fn check(ctx: &Context, registry: &PassRegistry, name: &str, text: &str) -> usize {
    let mut succeeded = 0;
    let is_tested = |pass: &&str| !IDLE.contains(pass) && !registry.is_pipeline(pass);
    for pass in registry.names().into_iter().filter(is_tested) {
        let mut module = parse(ctx, text);
        let before = copies_are_isolated(&module).unwrap_or_else(|error| panic!("{name}: {error}"));
        let instance = registry.pass(pass).and_then(|info| info.create(ctx, &[]).ok());
        let mut manager = PassManager::new();
        manager.add_pass_where_it_runs(instance.expect("passes need no options"));
        let result = manager.run(&mut module, &mut RunOptions::default(), &mut Diagnostics::new());
        match copies_are_isolated(&module) {
            Ok(after) => {
                assert_eq!(before, after, "--{pass} on {name}: another number of unknown ops")
            }
            Err(error) => panic!("--{pass} on {name}: {error}\n{text}"),
        }
        succeeded += usize::from(result.is_ok());
    }
    succeeded
}

fn registry() -> PassRegistry {
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    registry
}

#[test]
fn nothing_moves_into_or_out_of_unknown_ops_in_the_corpus() {
    let registry = registry();
    let mut succeeded = 0;
    for file in files_below(Path::new(CORPUS), &["mlir"]).expect("the corpus is there") {
        let text = std::fs::read_to_string(&file).expect("the corpus is readable");
        for piece in split(&text, "// -----") {
            let ctx = context_with_all();
            let text = module_with_copies(&parse(&ctx, piece.text));
            succeeded += check(&ctx, &registry, &file.display().to_string(), &text);
        }
    }
    assert!(succeeded > 500, "only {succeeded} passes ran to their end");
}

#[test]
fn nothing_moves_into_or_out_of_unknown_ops_in_random_modules() {
    let registry = registry();
    let mut succeeded = 0;
    for seed in 0..RANDOM_MODULES {
        let ctx = context_with_all();
        let text = module_with_copies(&parse(&ctx, &random_programs::ir::generate(seed)));
        assert!(text.contains("foo.isolated"), "seed {seed} has no function");
        succeeded += check(&ctx, &registry, &format!("seed {seed}"), &text);
    }
    assert!(succeeded > 10 * RANDOM_MODULES as usize, "only {succeeded} passes ran to their end");
}
