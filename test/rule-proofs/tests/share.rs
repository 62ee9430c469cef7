//! A share of the campaign, and rules that are wrong on purpose.

use mlir_lite::interpreter::{DialectInterpreterInterface, EvalFn, arithmetic_evaluator};
use mlir_lite::ir::op_def::OpDef;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite;
use mlir_lite::rewrite::RewritePatternSet;
use pretty_assertions::assert_eq;
use rule_proofs::campaign::{Campaign, Row};
use rule_proofs::corpus::texts;
use rule_proofs::proof::Goal;
use std::path::Path;

/// Runs that are enough for a rule, and programs to try it in: each is run on eight sets of arguments.
const GOAL: Goal = Goal { compared: 1000, programs: 200 };

/// Runs that most rules are compared in at least.
const MOST: u64 = 100;

fn jobs() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

#[test]
fn no_rule_changes_what_a_program_computes() {
    std::panic::set_hook(Box::new(|_| ()));
    let campaign = Campaign { goal: GOAL, jobs: jobs(), load: |_| (), texts: texts(), words: Vec::new() };
    let rows = campaign.run(&|_| ());
    let wrong: Vec<String> = rows.iter().filter_map(complaint).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // What is not compared is not tested.
    let compared = rows.iter().filter(|row| row.record.compared >= MOST).count();
    let fired = rows.iter().filter(|row| row.record.fired > 0).count();
    assert!(rows.len() > 250, "{} rules", rows.len());
    assert!(compared * 10 >= rows.len() * 7, "{compared} of {} rules were compared", rows.len());
    assert!(fired * 10 >= rows.len() * 7, "{fired} of {} rules fired", rows.len());
}

fn complaint(row: &Row) -> Option<String> {
    let failure = row.record.failure.as_ref()?;
    Some(format!("{}: {}: {}\n{}", row.root, row.name, failure.what, failure.program))
}

#[test]
fn the_document_has_every_rule() {
    let campaign = Campaign {
        goal: Goal { compared: 0, programs: 0 },
        jobs: 1,
        load: |_| (),
        texts: Vec::new(),
        words: Vec::new(),
    };
    let rows = campaign.run(&|_| ());
    let expected: Vec<String> = rows
        .iter()
        .map(|row| format!("| `{}` | {} | {} |", row.root, row.name.replace('|', "\\|"), row.kind))
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let document = std::fs::read_to_string(path).expect("docs/rules.md is there");
    let table = document.split("\n## ").next().unwrap_or_default();
    let lines: Vec<&str> = table.lines().filter(|line| line.starts_with("| `")).collect();
    let first_cells = |line: &str| line.splitn(5, " | ").take(3).collect::<Vec<_>>().join(" | ") + " |";
    let found: Vec<String> = lines.iter().map(|line| first_cells(line)).collect();
    assert_eq!(found, expected, "make rule-proofs COUNT=100000 DOCUMENT=docs/rules.md");
    let wrong: Vec<&&str> = lines.iter().filter(|line| line.contains("**wrong**")).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// The difference of two integers, which folds and is rewritten wrongly.
#[op(name = "wrong.subi", traits(Pure, SameOperandsAndResultType), fold, canonicalize)]
pub struct WrongSubOp {
    #[operand]
    lhs: SignlessIntegerLike,
    #[operand]
    rhs: SignlessIntegerLike,
    #[result]
    result: SignlessIntegerLike,
}

impl FoldOp for WrongSubOp {
    fn fold(self, body: &mut Body, _constants: &[Option<Attribute>]) -> Fold {
        let (lhs, rhs) = (self.lhs(body), self.rhs(body));
        if lhs == rhs { Fold::value(lhs) } else { Fold::Unchanged }
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
            rewriter.replace_op_with(op.id(), |rewriter| WrongSubOp::build(rewriter, location, rhs, lhs));
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
        dialect.interface::<dyn DialectInterpreterInterface>(&WrongDialect);
    }
}

impl DialectInterpreterInterface for WrongDialect {
    fn evaluator(&self, _op: &'static OpDef) -> Option<EvalFn> {
        arithmetic_evaluator("subi")
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
        let failure = row.record.failure.as_ref().unwrap_or_else(|| panic!("{} was not found", row.name));
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
