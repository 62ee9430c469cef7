//! Critical pairs: programs that two declared rules match at once, with overlapping ops.
//!
//! A program is generated for each pair. One rule is applied to one copy, the other to another;
//! both are canonicalized. If that gives the same program, the pair joins.

use crate::generator::{Generator, Neighbours};
use crate::rules::Rule;
use crate::workshop::Workshop;
use mlir_lite::ir::{Body, OpId, SymbolRequests};
use mlir_lite::rewrite::rules::{SourceArgument, SourceOp};
use mlir_lite::rewrite::{GreedyConfig, apply_patterns_greedily};
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite::transforms::canonicalize::canonicalization_patterns;
use mlir_lite_diagnostics::Diagnostics;
use random_programs::random::Random;

/// Programs that are tried to be made of a pair.
const TRIES: u64 = 60;

/// A critical pair.
pub struct Pair {
    /// The outer rule, and the one at an op inside of its match, or at the same op.
    pub rules: (String, String),
    /// Programs that both match, and how many of these join.
    pub programs: u64,
    /// How many of these join.
    pub joined: u64,
    /// A program that does not join, and the results of both rules.
    pub example: Option<[String; 3]>,
}

/// All critical pairs of the declared rules.
pub fn pairs(workshop: &Workshop, rules: &[Rule]) -> Vec<Pair> {
    let declared: Vec<&Rule> = rules.iter().filter(|rule| rule.declared.is_some()).collect();
    let mut pairs = Vec::new();
    for (number, outer) in declared.iter().enumerate() {
        for (other, inner) in declared.iter().enumerate() {
            let (Some(a), Some(b)) = (outer.declared, inner.declared) else { continue };
            for path in places(&a.source, b.source.op.name) {
                // Two rules of one op are one pair, and a rule with itself is none there.
                if path.is_empty() && other <= number {
                    continue;
                }
                let source: &'static SourceOp =
                    Box::leak(Box::new(merged(&a.source, &path, &b.source, a.symbols)));
                pairs.push(pair(workshop, (outer, inner), &path, source, a.symbols + b.symbols));
            }
        }
    }
    pairs
}

/// The positions of ops of that name in a rule's match, as numbers of arguments.
fn places(source: &SourceOp, name: &str) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    if source.op.name == name {
        found.push(Vec::new());
    }
    for (index, argument) in source.arguments.iter().enumerate() {
        if let SourceArgument::Op { op, .. } = argument {
            found.extend(places(op, name).into_iter().map(|rest| [vec![index], rest].concat()));
        }
    }
    found
}

/// The ops that both rules match: the second one at a place of the first.
fn merged(
    outer: &'static SourceOp,
    path: &[usize],
    inner: &'static SourceOp,
    offset: usize,
) -> SourceOp {
    let argument = |(index, own): (usize, &'static SourceArgument)| match (own, path.split_first())
    {
        (SourceArgument::Op { op, result, otherwise }, Some((&at, rest))) if at == index => {
            SourceArgument::Op { op: merged(op, rest, inner, offset), result: *result, otherwise }
        }
        (own, Some(_)) => copied(own, 0),
        (own, None) => match (own, inner.arguments.get(index)) {
            (
                SourceArgument::Op { op, result, otherwise },
                Some(SourceArgument::Op { op: other, .. }),
            ) if op.op.name == other.op.name => SourceArgument::Op {
                op: merged(op, &[], other, offset),
                result: *result,
                otherwise,
            },
            (SourceArgument::Op { .. }, _) => copied(own, 0),
            (_, Some(other @ SourceArgument::Op { .. })) => copied(other, offset),
            _ => copied(own, 0),
        },
    };
    let arguments: Vec<SourceArgument> = outer.arguments.iter().enumerate().map(argument).collect();
    SourceOp {
        op: outer.op,
        symbol: outer.symbol,
        arguments: arguments.leak(),
        regions: outer.regions,
    }
}

fn copied(argument: &'static SourceArgument, offset: usize) -> SourceArgument {
    match argument {
        SourceArgument::Any => SourceArgument::Any,
        SourceArgument::Bind(symbol) => SourceArgument::Bind(symbol + offset),
        SourceArgument::Constrained(symbol, constraint) => {
            SourceArgument::Constrained(symbol.map(|symbol| symbol + offset), *constraint)
        }
        SourceArgument::Op { op, result, otherwise } => {
            let arguments = all_copied(op.arguments, offset);
            let symbol = op.symbol.map(|symbol| symbol + offset);
            let regions: Vec<Option<usize>> =
                op.regions.iter().map(|region| region.map(|symbol| symbol + offset)).collect();
            SourceArgument::Op {
                op: SourceOp { op: op.op, symbol, arguments, regions: regions.leak() },
                result: *result,
                otherwise,
            }
        }
        SourceArgument::List { elements, rest } => SourceArgument::List {
            elements: all_copied(elements, offset),
            rest: rest.map(|symbol| symbol.map(|symbol| symbol + offset)),
        },
    }
}

fn all_copied(arguments: &'static [SourceArgument], offset: usize) -> &'static [SourceArgument] {
    let copies: Vec<_> = arguments.iter().map(|argument| copied(argument, offset)).collect();
    copies.leak()
}

fn pair(
    workshop: &Workshop,
    (outer, inner): (&Rule, &Rule),
    path: &[usize],
    source: &'static SourceOp,
    symbols: usize,
) -> Pair {
    let rules = (outer.title(), inner.title());
    let mut pair = Pair { rules, programs: 0, joined: 0, example: None };
    for seed in 0..TRIES {
        let random = &mut Random::new(seed);
        let neighbours = Neighbours::default();
        let mut generator = Generator::new(workshop, random, &neighbours, outer.root, false);
        let Some(root) = generator.source(source, symbols) else { continue };
        let Some((body, _)) = generator.finish(root) else { continue };
        let name = inner.root_name(workshop);
        // The op inside: the one of that name among those that the root is made of.
        let mut inside = vec![root];
        for _ in path {
            inside = inside
                .iter()
                .flat_map(|&op| body.operands(op))
                .filter_map(|it| body.defining_op(it))
                .collect();
        }
        let Some(&at) = inside.iter().find(|&&op| body.name(op) == name) else { continue };
        let (Some(first), Some(second)) =
            (normal_form(&body, outer, root), normal_form(&body, inner, at))
        else {
            continue;
        };
        pair.programs += 1;
        if first == second {
            pair.joined += 1;
        } else if pair.example.as_ref().is_none_or(|example| example[0].len() > text(&body).len()) {
            pair.example = Some([text(&body), first, second]);
        }
    }
    pair
}

fn text(body: &Body) -> String {
    print_op(body.as_op(), PrintOptions::default().with_spelling(Spelling::Upstream))
}

/// The result of a rule on a program, canonicalized; none if the rule does not apply.
fn normal_form(body: &Body, rule: &Rule, op: OpId) -> Option<String> {
    let mut copy = body.deep_clone();
    let place = body.own_ops().iter().position(|&it| it == op)?;
    let op = *copy.own_ops().get(place)?;
    if !matches!(rule.apply(&mut copy, op), Ok(true)) {
        return None;
    }
    let patterns = canonicalization_patterns(body.context());
    let config = GreedyConfig::default();
    apply_patterns_greedily(
        &mut copy,
        &patterns,
        &config,
        &mut SymbolRequests::new(),
        &mut Diagnostics::new(),
    )
    .ok()?;
    Some(text(&copy))
}
