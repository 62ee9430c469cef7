//! A share of the campaign, and rules that are wrong on purpose.

use mlir_lite::interpreter::arithmetic::integers;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::scalar::IntegerFunction;
use pretty_assertions::assert_eq;
use random_programs::random::Random;
use rule_proofs::campaign::{Campaign, Row};
use rule_proofs::corpus::texts;
use rule_proofs::generator::{Generator, Neighbours};
use rule_proofs::passes;
use rule_proofs::proof::Goal;
use rule_proofs::workshop::Workshop;
use std::collections::HashSet;
use std::path::Path;

/// The number of runs that are enough for a rule, and of programs to try it in: each is run on
/// eight sets of arguments.
const GOAL: Goal = Goal { compared: 60, programs: 100 };

/// Random modules and Toy programs that go through passes.
const PROGRAMS: u64 = 20;

fn jobs() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

#[test]
fn no_rule_changes_what_a_program_computes() {
    std::panic::set_hook(Box::new(|_| ()));
    let campaign =
        Campaign { goal: GOAL, jobs: jobs(), load: |_| (), texts: texts(), words: Vec::new() };
    let rows = campaign.run(&|_| ());
    let _ = std::panic::take_hook();
    let wrong: Vec<String> = rows.iter().filter_map(complaint).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // The comparisons must not become vacuous.
    let compared = rows.iter().filter(|row| row.record.compared >= GOAL.compared).count();
    let fired = rows.iter().filter(|row| row.record.fired > 0).count();
    assert!(rows.len() > 250, "{} rules", rows.len());
    assert!(compared * 10 >= rows.len() * 7, "{compared} of {} rules were compared", rows.len());
    assert!(fired * 10 >= rows.len() * 9, "{fired} of {} rules fired", rows.len());
}

#[test]
fn no_pattern_of_a_pass_changes_what_a_program_computes() {
    let record = passes::run(PROGRAMS, jobs());
    assert!(record.failures.is_empty(), "{}", record.failures.join("\n\n"));
    let fired = record.rows.iter().filter(|row| row.fired > 0).count();
    assert!(record.rows.len() > 150, "{} patterns", record.rows.len());
    assert!(fired * 10 >= record.rows.len() * 7, "{fired} of {} patterns fired", record.rows.len());
}

fn complaint(row: &Row) -> Option<String> {
    let failure = row.record.failure.as_ref()?;
    Some(format!("{}: {}: {}\n{}", row.root, row.name, failure.what, failure.program))
}

/// How many rules may be added until the campaign that measures them is run again.
const MAX_PENDING: usize = 110;

#[test]
fn the_document_has_the_rules() {
    let campaign = Campaign {
        goal: Goal { compared: 0, programs: 0 },
        jobs: 1,
        load: |_| (),
        texts: Vec::new(),
        words: Vec::new(),
    };
    let rules = campaign.run(&|_| ());
    let escaped = |name: &str| name.replace('|', "\\|");
    let rules = rules
        .iter()
        .map(|row| format!("| `{}` | {} | {} |", row.root, escaped(&row.name), row.kind));
    let patterns = passes::run(0, 1).rows;
    let patterns =
        patterns.iter().map(|row| format!("| `{}` | `{}` | {} |", row.pass, row.root, row.name));
    let expected: Vec<String> = rules.chain(patterns).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/rules.md");
    let document = std::fs::read_to_string(path).expect("docs/rules.md is there");
    let tables = document.split("\n## Why").next().unwrap_or_default();
    let lines: Vec<&str> = tables.lines().filter(|line| line.starts_with("| `")).collect();
    let first_cells =
        |line: &str| line.splitn(5, " | ").take(3).collect::<Vec<_>>().join(" | ") + " |";
    let mut found: Vec<String> = lines.iter().map(|line| first_cells(line)).collect();
    // Rules that were added since the last campaign are not in the document yet. Each short
    // campaign runs them all the same.
    let is_pending = |rule: &String| !found.contains(rule);
    let (pending, mut measured): (Vec<String>, Vec<String>) =
        expected.into_iter().partition(is_pending);
    measured.sort();
    found.sort();
    let command = "make rule-proofs COUNT=100000 DOCUMENT=docs/rules.md";
    assert_eq!(found, measured, "{command}");
    assert!(pending.len() <= MAX_PENDING, "{command}: {pending:#?}");
    let wrong: Vec<&&str> = lines.iter().filter(|line| line.contains("**wrong**")).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// A name is `<op>-<what>`: the full name of the root, or `any`, and words in lower case.
fn is_pattern_name(root: &str, name: &str) -> bool {
    let root = if root == "any op" { "any" } else { root };
    let what = name.strip_prefix(root).and_then(|rest| rest.strip_prefix('-'));
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|it| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'_'))
    };
    what.is_some_and(|what| what.split('-').all(is_word))
}

#[test]
fn pattern_names_are_unique_and_start_with_their_op() {
    assert!(is_pattern_name("std.addi", "std.addi-of-addi-constant"));
    for wrong in ["std.addi", "std.addi-", "std.addi-Of", "std.addi of x", "std.subi-of-addi"] {
        assert!(!is_pattern_name("std.addi", wrong), "{wrong}");
    }
    let rules = rule_proofs::rules::rules(&Workshop::new(|_| ()));
    let rules = rules.into_iter().filter(|rule| rule.kind() != "fold");
    let rules = rules.map(|rule| (rule.root.name.to_owned(), rule.name));
    let patterns = passes::run(0, 1).rows.into_iter().map(|row| (row.root, row.name));
    let mut seen = HashSet::new();
    let mut wrong = Vec::new();
    for (root, name) in rules.chain(patterns) {
        if !is_pattern_name(&root, &name) {
            wrong.push(format!("the name of a pattern of '{root}' is not <op>-<what>: '{name}'"));
        }
        if !seen.insert(name.clone()) {
            wrong.push(format!("two patterns have the name '{name}'"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen.len() > 250, "only {} patterns were found", seen.len());
}

#[test]
fn programs_are_made_of_arguments_and_other_ops() {
    let workshop = Workshop::new(|_| ());
    let def = workshop.ops.iter().find(|def| def.name == "std.addi").expect("the op is registered");
    let neighbours = Neighbours::default();
    let (mut made, mut with_arguments, mut with_ops) = (0, 0, 0);
    for seed in 0..100 {
        let random = &mut Random::new(seed);
        let mut generator = Generator::new(&workshop, random, &neighbours, def, false);
        let Some((function, names)) = generator.root(def).and_then(|root| generator.finish(root))
        else {
            continue;
        };
        let entry =
            function.entry_block(function.region(function.root(), 0)).expect("it has a body");
        made += 1;
        with_arguments += u32::from(!function.arguments(entry).is_empty());
        with_ops += u32::from(!names.is_empty());
    }
    assert!(made >= 90, "{made} of 100 programs were made");
    assert!(with_arguments >= 60, "{with_arguments} of {made} have arguments");
    assert!(with_ops >= 30, "{with_ops} of {made} have other ops");
}

/// The difference of two integers, which folds and is rewritten wrongly.
#[op(
    name = "wrong.subi",
    traits(Pure, SameOperandsAndResultType),
    implements(FoldOp, CanonicalizeOp, InterpretOp)
)]
pub struct WrongSubOp {
    #[operand]
    lhs: SignlessIntegerLike,
    #[operand]
    rhs: SignlessIntegerLike,
    #[result]
    result: SignlessIntegerLike,
}

impl FoldOp for WrongSubOp {
    fn fold(op: WrongSubOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let (this, body) = (op.handle(), op.body());
        let (lhs, rhs) = (this.lhs(body), this.rhs(body));
        if lhs == rhs { Fold::value(lhs) } else { Fold::Unchanged }
    }
}

impl InterpretOp for WrongSubOp {
    fn interpret<'b>(op: WrongSubOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        integers(m, op.op(), IntegerFunction::Sub)
    }
}

impl CanonicalizeOp for WrongSubOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add_rules(rewrite! {
            "(x - y) - z": WrongSubOp(WrongSubOp($x, $y), $z) => WrongSubOp($x, WrongSubOp($y, $z));
        });
        set.add::<Self>("swaps", 1, |op, rewriter| {
            let (lhs, rhs) = (op.lhs(rewriter.body()), op.rhs(rewriter.body()));
            let location = rewriter.body().location(op.id());
            rewriter.replace_op_with(op.id(), |rewriter| {
                WrongSubOp::build(rewriter, location, rhs, lhs)
            });
            Ok(())
        });
    }
}

struct WrongDialect;

impl Dialect for WrongDialect {
    const NAMESPACE: &'static str = "wrong";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("An op that is simplified wrongly.");
        dialect.op::<WrongSubOp>();
    }
}

#[test]
fn a_wrong_fold_and_wrong_rules_are_found() {
    let campaign = Campaign {
        goal: GOAL,
        jobs: 1,
        load: |ctx| {
            ctx.load::<WrongDialect>();
        },
        texts: Vec::new(),
        words: vec!["wrong.".to_owned()],
    };
    let rows = campaign.run(&|_| ());
    let found: Vec<(&str, &str)> = rows.iter().map(|row| (row.name.as_str(), row.kind)).collect();
    assert_eq!(found, [("fold", "fold"), ("(x - y) - z", "rule"), ("swaps", "pattern")]);
    for (row, ops) in rows.iter().zip([1, 2, 1]) {
        let failure =
            row.record.failure.as_ref().unwrap_or_else(|| panic!("{} was not found", row.name));
        assert!(
            failure.what.contains(", and now ") || failure.what.contains(", and is now "),
            "{}",
            failure.what
        );
        let before = failure.program.split("@after").next().unwrap_or_default();
        // Nothing is left that the failure does not need.
        assert_eq!(before.matches("\"wrong.subi\"").count(), ops, "{}", failure.program);
        assert!(before.lines().count() < 12 + ops, "{}", failure.program);
    }
}
