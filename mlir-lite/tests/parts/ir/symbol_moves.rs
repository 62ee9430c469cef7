//! Moving and copying symbols: references mean what they meant, or nothing is changed.

use mlir_lite::Context;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::symbol_resolution::{SymbolTables, copy_symbol, move_symbol, references};
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::{Body, OpId, OpRef};
use mlir_lite::text::print_attribute;
use pretty_assertions::assert_eq;
use random_programs::symbols::{Form, Kind, Tree, generate};
use test_support::{parse, print};

const SEEDS: std::ops::Range<u64> = 0..if cfg!(miri) { 2 } else { 50 };

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx
}

/// The number of an op in its tree.
fn number(op: OpRef<'_>) -> Option<usize> {
    let id = op.attr_named("t.id")?.as_i64(op.context())?;
    usize::try_from(id).ok()
}

/// The links from the outermost body to that of the op of a number, and the op.
fn place(module: &Body, wanted: usize) -> (Vec<OpId>, OpId) {
    let op = module.walk().find(|&op| number(op) == Some(wanted)).expect("it is in the module");
    (SymbolTables::new(module).path_to(op), op.id())
}

/// The links to the body of a table.
fn table(module: &Body, wanted: usize) -> Vec<OpId> {
    if wanted == 0 {
        return Vec::new();
    }
    let (mut path, op) = place(module, wanted);
    path.push(op);
    path
}

/// A random module. Most have only references that can be resolved: with others, a symbol is rarely
/// moved.
fn tree(seed: u64) -> Tree {
    let mut tree = generate(seed, Form::All);
    if !seed.is_multiple_of(4) {
        tree.remove_unresolved();
    }
    tree
}

/// Some of the pairs of a symbol and a table.
fn pairs(tree: &Tree, seed: u64) -> Vec<(usize, usize)> {
    let numbers = tree.numbers();
    let symbols = numbers.iter().filter(|&&it| it != 0 && tree.node(it).name.is_some());
    let tables: Vec<usize> = numbers
        .iter()
        .copied()
        .filter(|&it| matches!(tree.node(it).kind, Kind::Table { .. }))
        .collect();
    let pick = |symbol: usize| tables[(symbol * 7 + seed as usize) % tables.len()];
    symbols.map(|&symbol| (symbol, pick(symbol))).take(6).collect()
}

/// Checks that the references of an op resolve to the same symbols as in `tree`.
fn check_references<'b>(
    tree: &Tree,
    tables: &SymbolTables<'b>,
    op: OpRef<'b>,
    text: &str,
) -> usize {
    let (ctx, Some(user)) = (op.context(), number(op)) else { return 0 };
    let found = op.attr_named("uses").map_or_else(Vec::new, |uses| references(ctx, uses));
    let mut resolved = 0;
    for (reference, attribute) in tree.node(user).uses.iter().zip(found) {
        let Some(symbol) = tree.resolve(user, reference) else { continue };
        let found = tables.resolve(op, attribute).ok().and_then(number);
        let (old, new) = (reference.text(), print_attribute(ctx, attribute));
        assert_eq!(found, Some(symbol), "{old} of {user} became {new}\n{text}");
        resolved += 1;
    }
    resolved
}

#[test]
fn references_mean_what_they_meant_after_a_move() {
    let ctx = context();
    let (mut moved, mut refused, mut resolved) = (0, 0, 0);
    for seed in SEEDS {
        let tree = tree(seed);
        for (symbol, target) in pairs(&tree, seed) {
            let mut module = parse(&ctx, &tree.text());
            let before = print(&module);
            let ((from, op), to) = (place(&module, symbol), table(&module, target));
            let Ok(op) = move_symbol(&mut module, (&from, op), &to) else {
                refused += 1;
                assert_eq!(print(&module), before, "seed {seed}: {symbol} to {target}");
                continue;
            };
            moved += 1;
            let after = print(&module);
            assert_eq!(print(&parse(&ctx, &after)), after);
            assert_eq!(table(&module, symbol), [&to[..], &[op]].concat());
            let tables = SymbolTables::new(&module);
            let text = format!("seed {seed}: {symbol} to {target}\n{}\n{after}", tree.text());
            for user in module.walk() {
                resolved += check_references(&tree, &tables, user, &text);
            }
        }
    }
    if !cfg!(miri) {
        assert!(moved > 30 && refused > 30 && resolved > 50, "{moved} {refused} {resolved}");
    }
}

#[test]
fn references_of_a_copy_mean_what_those_of_the_original_mean() {
    let ctx = context();
    let (mut copied, mut resolved) = (0, 0);
    for seed in SEEDS {
        let tree = tree(seed);
        for (symbol, target) in pairs(&tree, seed) {
            let mut module = parse(&ctx, &tree.text());
            let before = print(&module);
            let ((from, op), to) = (place(&module, symbol), table(&module, target));
            if let Ok(copy) = copy_symbol(&mut module, (&from, op), &to, ctx.ident("copy")) {
                copied += 1;
                let tables = SymbolTables::new(&module);
                let copies = module.walk().find(|op| op.id() == copy).expect("it was inserted");
                let text = format!("seed {seed}: {symbol} to {target}\n{}", print(&module));
                for user in copies.walk() {
                    resolved += check_references(&tree, &tables, user, &text);
                }
                let links = tables.path_to(copies);
                let body = links.iter().fold(&mut module, |body, &op| body.child_mut(op).unwrap());
                body.take_child(copy);
            }
            // The rest is as it was.
            assert_eq!(print(&module), before, "seed {seed}: {symbol} to {target}");
        }
    }
    if !cfg!(miri) {
        assert!(copied > 30 && resolved > 50, "{copied} {resolved}");
    }
}

/// The message of a move of `@moved`, in the outermost table, to the table `@target`.
fn refusal(text: &str) -> String {
    let ctx = context();
    let mut module = parse(&ctx, text);
    let before = print(&module);
    let symbols = SymbolTable::new(&module);
    let find = |name: &str| symbols.lookup(ctx.ident(name)).expect("it is there");
    let (moved, target) = (find("moved"), find("target"));
    let error = move_symbol(&mut module, (&[], moved), &[target]).unwrap_err();
    assert_eq!(print(&module), before);
    error.message.clone()
}

#[test]
fn what_cannot_be_moved_stays() {
    let moved = "module @moved attributes {builtin.transparent_symbols} {
        \"t.user\"() {uses = @.super::@other} : () -> ()
      }";
    let with = |rest: &str| format!("module {{ {moved} {rest} }}");
    let no_reference = "'t.user' op refers to '@.super::@other', to which there would be no \
        reference from its new place";
    assert_eq!(refusal(&with("module @other {} module @target {}")), no_reference);
    let transparent = "attributes {builtin.transparent_symbols}";
    let open = format!("module @target {transparent} {{}}");
    assert_eq!(
        refusal(&with(&open)),
        "'t.user' op cannot resolve '@.super::@other': component #1, '@other', is not a symbol of \
            its table"
    );
    let taken = format!("module @other {{}} module @target {transparent} {{ module @moved {{}} }}");
    assert_eq!(
        refusal(&with(&taken)),
        "'builtin.module' op cannot be where '@moved' is defined already"
    );
    let unknown = format!("module @other {{}} {open} \"t.table\"() ({{}}) : () -> ()");
    assert_eq!(
        refusal(&with(&unknown)),
        "'t.table' op is not registered and could be a symbol table, so it is not known what its \
            references mean"
    );
    let function = "module @other {} func private @target()";
    assert_eq!(refusal(&with(function)), "'std.func' op is not a symbol table with a block");
    // The symbol is private, and would not be in a table around the user.
    assert_eq!(
        refusal(
            "module {
               module @moved attributes {sym_visibility = \"private\"} {}
               module @target {}
               \"t.user\"() {uses = @moved} : () -> ()
             }"
        ),
        "'t.user' op refers to '@moved', to which there would be no reference from its new place"
    );
}

#[test]
fn a_symbol_is_not_moved_into_itself() {
    let ctx = context();
    let mut module = parse(&ctx, "module { module @moved { module @inner {} } }");
    let moved = SymbolTable::new(&module).lookup(ctx.ident("moved")).unwrap();
    let inner = SymbolTable::new(module.child(moved).unwrap()).lookup(ctx.ident("inner")).unwrap();
    for to in [&[moved][..], &[moved, inner]] {
        let error = move_symbol(&mut module, (&[], moved), to).unwrap_err();
        assert_eq!(error.message, "'builtin.module' op cannot be moved into itself");
    }
}
