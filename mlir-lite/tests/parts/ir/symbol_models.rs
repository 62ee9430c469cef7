//! Random modules with nested tables, private and public symbols, and references of all forms:
//! resolution, uses, renaming, dead symbols and shortest references are compared with an evaluator
//! that shares no code with this one.

use mlir_lite::Context;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::symbol_resolution::*;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, OpRef};
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::text::print_attribute;
use mlir_lite::transforms::symbol_dce::SymbolDcePass;
use mlir_lite::transforms::symbol_privatize::SymbolPrivatizePass;
use mlir_lite::transforms::symbol_shorten::SymbolShortenPass;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use random_programs::symbols::{Form, Kind, Tree, generate};
use std::collections::BTreeMap;
use test_support::{messages, parse, print, run_pass};

const SEEDS: std::ops::Range<u64> = 0..if cfg!(miri) { 2 } else { 300 };

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx
}

/// The number of an op in its tree.
fn number(op: OpRef<'_>) -> usize {
    let id = op.attr_named("t.id").and_then(|id| id.as_i64(op.context()));
    usize::try_from(id.expect("all ops have numbers")).unwrap()
}

fn ops(module: &Body) -> BTreeMap<usize, OpRef<'_>> {
    let all = std::iter::once(module.as_op()).chain(module.walk());
    all.filter(|op| op.attr_named("t.id").is_some()).map(|op| (number(op), op)).collect()
}

#[test]
fn references_resolve_to_what_the_rules_say() {
    let ctx = context();
    let (mut resolved, mut total) = (0, 0);
    for seed in SEEDS {
        let tree = generate(seed, Form::All);
        let module = parse(&ctx, &tree.text());
        let (tables, ops) = (SymbolTables::new(&module), ops(&module));
        for user in tree.numbers() {
            let op = ops[&user];
            let found = op.attr_named("uses").map_or_else(Vec::new, |uses| references(&ctx, uses));
            for (reference, attribute) in tree.node(user).uses.iter().zip(found) {
                let found = tables.resolve(op, attribute).ok().map(number);
                let text =
                    || format!("seed {seed}, {} of {user}\n{}", reference.text(), tree.text());
                assert_eq!(found, tree.resolve(user, reference), "{}", text());
                total += 1;
                resolved += usize::from(found.is_some());
            }
        }
    }
    if !cfg!(miri) {
        assert!(resolved * 3 > total && resolved * 10 < total * 9, "{resolved} of {total}");
    }
}

#[test]
fn uses_are_what_the_rules_say() {
    let ctx = context();
    for seed in SEEDS {
        let tree = generate(seed, Form::All);
        let module = parse(&ctx, &tree.text());
        let (tables, ops) = (SymbolTables::new(&module), ops(&module));
        for symbol in tree.numbers().into_iter().filter(|&it| tree.node(it).name.is_some()) {
            let uses = tables.uses(ops[&symbol], module.as_op()).unwrap();
            let found: Vec<_> = uses
                .iter()
                .map(|it| (number(it.user), print_attribute(&ctx, it.reference), it.component))
                .collect();
            let expected: Vec<_> = tree
                .uses(symbol)
                .into_iter()
                .map(|(user, index, at)| (user, tree.node(user).uses[index].text(), at))
                .collect();
            assert_eq!(found, expected, "seed {seed}, symbol {symbol}\n{}", tree.text());
            assert_eq!(tables.is_known_unused(ops[&symbol], module.as_op()), expected.is_empty());
        }
    }
}

#[test]
fn renaming_changes_what_the_rules_say() {
    let ctx = context();
    for seed in SEEDS {
        let mut tree = generate(seed, Form::All);
        let mut module = parse(&ctx, &tree.text());
        for symbol in tree.node(0).children.clone() {
            let Some(name) = tree.node(symbol).name.clone() else { continue };
            let op = SymbolTable::new(&module).lookup(ctx.ident(&name)).unwrap();
            let new = format!("new_{symbol}");
            rename_symbol(&mut module, op, ctx.ident(&new)).unwrap();
            tree.rename(symbol, &new);
        }
        assert_eq!(print(&module), print(&parse(&ctx, &tree.text())), "seed {seed}");
    }
}

#[test]
fn dead_symbols_are_what_the_rules_say() {
    let ctx = context();
    for seed in SEEDS {
        let mut tree = generate(seed, Form::All);
        let text = tree.text();
        let mut module = parse(&ctx, &text);
        run_pass(&SymbolDcePass, &mut module, &[]);
        tree.remove_dead();
        assert_eq!(print(&module), print(&parse(&ctx, &tree.text())), "seed {seed}\n{text}");
    }
}

/// Symbols of the outermost table become private, which they can be: all uses are in it.
#[test]
fn symbols_that_are_made_private_stay_visible_to_nested_tables() {
    let ctx = context();
    for seed in SEEDS {
        let tree = generate(seed, Form::All);
        let mut module = parse(&ctx, &tree.text());
        run_pass(&SymbolPrivatizePass::default(), &mut module, &[]);
        let (tables, ops) = (SymbolTables::new(&module), ops(&module));
        for (&user, &op) in &ops {
            let found = op.attr_named("uses").map_or_else(Vec::new, |uses| references(&ctx, uses));
            for (reference, attribute) in tree.node(user).uses.iter().zip(found) {
                let resolved = tables.resolve(op, attribute).ok().map(number);
                assert_eq!(resolved, tree.resolve(user, reference), "seed {seed}");
            }
        }
    }
}

#[test]
fn shortest_references_are_what_the_rules_say() {
    let ctx = context();
    for seed in SEEDS {
        let mut tree: Tree = generate(seed, Form::All);
        let text = tree.text();
        let mut module = parse(&ctx, &text);
        run_pass(&SymbolShortenPass, &mut module, &[]);
        tree.shorten();
        assert_eq!(print(&module), print(&parse(&ctx, &tree.text())), "seed {seed}\n{text}");
    }
}

/// Passes that run on nested tables alone, too, do not remove what is referred to from outside.
#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let ctx = context();
    for seed in SEEDS {
        let tree = generate(seed, Form::All);
        let run = |threads| {
            let mut module = parse(&ctx, &tree.text());
            let mut passes = PassManager::new();
            let nested = passes.nest("builtin.module");
            nested.add_pass(SymbolDcePass).add_pass(SymbolShortenPass);
            nested.nest("builtin.module").add_pass(SymbolDcePass);
            passes.add_pass(SymbolShortenPass).add_pass(SymbolDcePass);
            let mut diagnostics = Diagnostics::new();
            let mut options = RunOptions::default().with_threads(threads);
            let result = passes.run(&mut module, &mut options, &mut diagnostics);
            assert!(result.is_ok(), "{}", messages(&diagnostics));
            print(&module)
        };
        let one = run(1);
        assert_eq!(run(8), one, "seed {seed}");
        // Symbols of a nested table that were referred to from outside are still there.
        let mut shortest = tree.clone();
        shortest.shorten();
        let module = parse(&ctx, &one);
        let (tables, ops) = (SymbolTables::new(&module), ops(&module));
        for (&user, &op) in &ops {
            let found = op.attr_named("uses").map_or_else(Vec::new, |uses| references(&ctx, uses));
            for (reference, attribute) in shortest.node(user).uses.iter().zip(found) {
                assert_eq!(print_attribute(&ctx, attribute), reference.text(), "seed {seed}");
                let resolved = tables.resolve(op, attribute).ok().map(number);
                assert_eq!(resolved, tree.resolve(user, reference), "seed {seed}\n{}", tree.text());
            }
        }
    }
}

/// The random modules have what the tests are about.
#[test]
fn random_modules_are_varied() {
    let mut seen = BTreeMap::<&str, usize>::new();
    for seed in 0..200 {
        let tree = generate(seed, Form::All);
        for number in tree.numbers() {
            let node = tree.node(number);
            let kind = match node.kind {
                Kind::Table { is_transparent: true } => "transparent",
                Kind::Table { is_transparent: false } => "isolated",
                Kind::Function => "function",
                Kind::User => "user",
            };
            *seen.entry(kind).or_default() += 1;
            for reference in &node.uses {
                let supers = ["flat", "super", "supers"][reference.supers.min(2)];
                *seen.entry(supers).or_default() += 1;
            }
        }
    }
    assert!(seen.len() == 7 && seen.values().all(|&count| count > 100), "{seen:?}");
}
