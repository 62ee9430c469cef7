//! `docs/rules.md`: all folds and patterns, and how they were proved.

use crate::campaign::Row;
use crate::measure::{COMPONENTS, Measure, order};
use crate::overlaps::Pair;
use crate::passes::PassRow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Programs in which a rule has to fire to count as covered.
pub const COVERED: u64 = 1000;

const INTRODUCTION: &str = "\
# Folds and rewrite rules

Each fold of a registered op and each of its canonicalization patterns was applied alone to random
programs, which were interpreted before and after on random and special arguments: NaN, infinities,
zeros with signs, extreme integers, poison, integers of 1 to 128 bits, all float formats, vectors
and tensors. `docs/testing.md` says how. This document was written by

    make rule-proofs COUNT={count} DOCUMENT=docs/rules.md

A *rule* is one of `rewrite!`, a *pattern* a function in Rust. *Fired* counts programs, *compared*
runs that were defined before. What fired in fewer than 1,000 programs, or was not compared, is *not
covered*, for the reason given. A test fails when a rule is missing here, or is here and no more.

| op | rule | kind | fired | compared | result |
|---|---|---|---:|---:|---|
";

const PASSES: &str = "
## Patterns of passes

A pattern of a conversion makes sense only together with the others of its pass. {programs} random
modules and as many random Toy programs were run before and after the passes that have patterns of
their own; *fired* counts the programs in which the pattern applied and whose runs were compared.
What differs is an error of the campaign, so no row is wrong.

| pass | op | pattern | fired | compared | result |
|---|---|---|---:|---:|---|
";

const ENDING: &str = "
## Why canonicalization ends

For the rules of each op, numbers of a function in an order: a rule lowers one of them in all
programs in which it fired, and raises none before it. Ops that nobody needs, and those that have
only constants, do not count. The order is found from a campaign, not proved, and says nothing of
rules of different ops that undo each other. For these, and for the rules in the last column, there
is a bound: patterns are applied in at most `max-iterations` sweeps, and rules that do not come to
an end are an error that names them.

| op | is lowered, in this order | not lowered |
|---|---|---|
";

const PAIRS: &str = "
## Critical pairs of rules

Programs that two rules of `rewrite!` match at once, in ops that they share. One copy is changed by
the one rule, another by the other, and both are canonicalized. Where they become different
programs, which mean the same, the result depends on the order in which rules are tried: the one of
higher benefit comes first, and of equal ones the one that was added first.

";

/// The contents of the document.
pub struct Findings<'f> {
    /// Folds, rules and patterns that were applied alone.
    pub rows: &'f [Row],
    /// Patterns of passes.
    pub passes: &'f [PassRow],
    /// Critical pairs.
    pub pairs: &'f [Pair],
    /// Runs that were wanted of each rule.
    pub count: u64,
    /// Random modules, and Toy programs, that went through passes.
    pub programs: u64,
}

/// The document.
pub fn document(&Findings { rows, passes, pairs, count, programs }: &Findings<'_>) -> String {
    let mut text = INTRODUCTION.replace("{count}", &count.to_string());
    for row in rows {
        let Row { root, name, kind, record } = row;
        // A bar would end the cell.
        let name = name.replace('|', "\\\\|");
        let _ = writeln!(
            text,
            "| `{root}` | {name} | {kind} | {} | {} | {} |",
            record.fired,
            record.compared,
            result(row)
        );
    }
    text += &PASSES.replace("{programs}", &programs.to_string());
    for row in passes {
        let PassRow { pass, root, name, fired, compared } = row;
        let result = match *fired {
            0 => "not covered: no program made it fire".to_owned(),
            fired if fired < COVERED => format!("not covered: it fires in {fired} programs"),
            _ => "right".to_owned(),
        };
        let _ =
            writeln!(text, "| `{pass}` | `{root}` | {name} | {fired} | {compared} | {result} |");
    }
    text += ENDING;
    let roots: BTreeSet<&str> = rows.iter().map(|row| row.root).collect();
    for root in roots {
        let own: Vec<&Row> = rows.iter().filter(|row| row.root == root).collect();
        let changes: Vec<Option<Measure>> = own.iter().map(|row| row.record.change).collect();
        let order = order(&changes);
        let steps: Vec<&str> =
            order.steps.iter().map(|(component, _)| COMPONENTS[*component]).collect();
        let rest: Vec<String> =
            order.rest.iter().map(|&rule| own[rule].name.replace('|', "\\|")).collect();
        if own.iter().any(|row| row.record.change.is_some()) {
            let _ = writeln!(text, "| `{root}` | {} | {} |", steps.join(", "), rest.join("; "));
        }
    }
    text += PAIRS;
    let made: Vec<&Pair> = pairs.iter().filter(|pair| pair.programs > 0).collect();
    let apart: Vec<&&Pair> = made.iter().filter(|pair| pair.joined < pair.programs).collect();
    let _ = writeln!(
        text,
        "Of {} pairs, programs were made for {}; {} of these join, and these do not:\n\n\
         | rule | with | programs that join | of |\n|---|---|---:|---:|",
        pairs.len(),
        made.len(),
        made.len() - apart.len()
    );
    for pair in apart {
        let (outer, inner) = &pair.rules;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            outer.replace('|', "\\|"),
            inner.replace('|', "\\|"),
            pair.joined,
            pair.programs
        );
    }
    text
}

/// The text about a rule.
pub fn result(row: &Row) -> String {
    let record = &row.record;
    if record.failure.is_some() {
        return "**wrong**".to_owned();
    }
    if record.fired >= COVERED && record.compared >= COVERED {
        return "right".to_owned();
    }
    let why = match record.no_meaning.iter().max_by_key(|(_, count)| **count) {
        _ if record.fired == 0 => "no program made it fire".to_owned(),
        Some((reason, _)) if record.compared < COVERED => format!("the interpreter: {reason}"),
        _ if record.compared < COVERED && record.undefined > record.compared => {
            let most = record.no_result.iter().max_by_key(|(_, count)| **count);
            let why = most.map_or(String::new(), |(reason, _)| format!(", mostly: {reason}"));
            format!("programs in which it fires are seldom defined{why}")
        }
        _ => format!("it fires in {} of {} programs", record.fired, record.programs),
    };
    format!("not covered: {why}")
}
