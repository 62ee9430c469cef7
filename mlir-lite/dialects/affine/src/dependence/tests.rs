//! Dependences of random nests, compared with all of their iterations.

use super::pair::{Distance, Pair, Place, budget_of_nest, comes_before, may_exist};
use crate::AffineDialect;
use crate::subscripts::Access;
use mlir_lite::Context;
use mlir_lite::ir::Body;
use pretty_assertions::assert_eq;
use smallvec::SmallVec;
use std::fmt::Write as _;
use test_support::parse_in;

/// A generator of numbers: xorshift.
struct Random(u64);

impl Random {
    fn between(&mut self, least: i64, most: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        least + ((self.0 >> 11) % (most - least + 1) as u64) as i64
    }
}

/// `(first * i + second * j + constant) / by`, rounded down.
#[derive(Clone, Debug)]
struct Function {
    factors: Vec<i64>,
    constant: i64,
    by: i64,
}

impl Function {
    fn random(random: &mut Random, depth: usize, divides: bool) -> Self {
        let factors = (0..depth).map(|_| random.between(-2, 2)).collect();
        let by = if divides && random.between(0, 3) == 0 { random.between(2, 3) } else { 1 };
        Self { factors, constant: random.between(-3, 3), by }
    }

    fn value(&self, point: &[i64]) -> i64 {
        let terms = self.factors.iter().zip(point).map(|(factor, value)| factor * value);
        (terms.sum::<i64>() + self.constant).div_euclid(self.by)
    }

    fn text(&self) -> String {
        let terms = self.factors.iter().enumerate();
        let terms: String = terms.map(|(at, factor)| format!("d{at} * {factor} + ")).collect();
        match self.by {
            1 => format!("{terms}{}", self.constant),
            by => format!("({terms}{}) floordiv {by}", self.constant),
        }
    }

    fn dims(&self) -> String {
        let names: Vec<String> = (0..self.factors.len()).map(|at| format!("d{at}")).collect();
        names.join(", ")
    }

    fn operands(&self) -> String {
        let names: Vec<String> = (0..self.factors.len()).map(|at| format!("%i{at}")).collect();
        names.join(", ")
    }
}

/// A loop: its bounds, which may depend on the loops around it, and its step.
#[derive(Debug)]
struct Loop {
    lower: Vec<Function>,
    upper: Vec<Function>,
    step: i64,
}

/// An access in loops, perhaps where a function is not negative, or where it is negative.
#[derive(Debug)]
struct Accessed {
    condition: Option<(Function, bool)>,
    subscripts: Vec<Function>,
    is_store: bool,
}

#[derive(Debug)]
struct Nest {
    loops: Vec<Loop>,
    accesses: Vec<Accessed>,
}

fn nest(random: &mut Random) -> Nest {
    let depth = random.between(1, 3) as usize;
    let bound = |random: &mut Random, depth, from: i64| {
        let mut function = Function::random(random, depth, false);
        if random.between(0, 1) == 0 {
            function.factors.fill(0);
        }
        function.constant += from;
        function
    };
    let loops = (0..depth)
        .map(|depth| Loop {
            lower: vec![bound(random, depth, 0)],
            upper: (0..random.between(1, 2)).map(|_| bound(random, depth, 5)).collect(),
            step: random.between(1, 3),
        })
        .collect();
    let rank = random.between(1, 2);
    let accesses = (0..2)
        .map(|_| Accessed {
            condition: (random.between(0, 2) == 0)
                .then(|| (Function::random(random, depth, true), random.between(0, 1) == 0)),
            subscripts: (0..rank).map(|_| Function::random(random, depth, true)).collect(),
            is_store: random.between(0, 2) > 0,
        })
        .collect();
    Nest { loops, accesses }
}

impl Nest {
    fn text(&self) -> String {
        let mut text = String::new();
        let map = |functions: &[Function]| {
            let results: Vec<String> = functions.iter().map(Function::text).collect();
            let (dims, results) = (functions[0].dims(), results.join(", "));
            format!("affine_map<({dims}) -> ({results})>({})", functions[0].operands())
        };
        let mut add = |line: String| writeln!(text, "{line}").expect("a string takes all");
        for (at, this) in self.loops.iter().enumerate() {
            let (lower, upper) = (map(&this.lower), map(&this.upper));
            add(format!("affine.for %i{at} = max {lower} to min {upper} step {} {{", this.step));
        }
        let dynamic = vec!["?"; self.accesses[0].subscripts.len()].join("x");
        let memref = format!("memref<{dynamic}xf32>");
        for (at, access) in self.accesses.iter().enumerate() {
            if let Some((function, holds)) = &access.condition {
                let (dims, function_text) = (function.dims(), function.text());
                let operands = function.operands();
                let other = if *holds { "" } else { "} else {" };
                add(format!(
                    "affine.if affine_set<({dims}) : ({function_text} >= 0)>({operands}) {{ {other}"
                ));
            }
            let mut names = Vec::new();
            for (dim, function) in access.subscripts.iter().enumerate() {
                names.push(format!("%s{at}_{dim}"));
                add(format!(
                    "{} = affine.apply {}",
                    names[dim],
                    map(std::slice::from_ref(function))
                ));
            }
            let names = names.join(", ");
            if access.is_store {
                add(format!("affine.store %x, %m[{names}] : {memref}"));
            } else {
                add(format!("%l{at} = affine.load %m[{names}] : {memref}"));
            }
            if access.condition.is_some() {
                add("}".into());
            }
        }
        for _ in &self.loops {
            add("}".into());
        }
        format!("func @f(%m: {memref}, %x: f32) {{ {text} return }}")
    }

    /// The iterations in which an access runs.
    fn iterations(&self, access: &Accessed) -> Vec<Vec<i64>> {
        let mut points = vec![Vec::new()];
        for this in &self.loops {
            let longer = points.iter().flat_map(|point: &Vec<i64>| {
                let value = |function: &Function| function.value(point);
                let lower = this.lower.iter().map(value).max().unwrap_or(0);
                let upper = this.upper.iter().map(value).min().unwrap_or(0);
                let values = (lower..upper.max(lower)).step_by(this.step as usize);
                values.map(|value| [&point[..], &[value]].concat()).collect::<Vec<_>>()
            });
            points = longer.collect();
        }
        points.retain(|point| {
            let holds =
                |(function, holds): &(Function, bool)| (function.value(point) >= 0) == *holds;
            access.condition.as_ref().is_none_or(holds)
        });
        points
    }

    /// The distances at each depth between the iterations in which both access one element.
    fn distances(&self, from: usize, to: usize) -> Vec<Option<Vec<Distance>>> {
        let depth = self.loops.len();
        let mut found: Vec<Option<Vec<Distance>>> = vec![None; depth + 1];
        let [source, target] = [from, to].map(|at| &self.accesses[at]);
        let element = |access: &Accessed, point: &[i64]| -> Vec<i64> {
            access.subscripts.iter().map(|function| function.value(point)).collect()
        };
        let targets = self.iterations(target);
        for a in self.iterations(source) {
            for b in &targets {
                if element(source, &a) != element(target, b) {
                    continue;
                }
                let carrying = (0..depth).find(|&at| a[at] != b[at]).unwrap_or(depth);
                if carrying == depth && from >= to || carrying < depth && b[carrying] < a[carrying]
                {
                    continue;
                }
                let distance: Vec<i64> = a.iter().zip(b).map(|(a, b)| b - a).collect();
                let known = found[carrying].get_or_insert_with(|| {
                    distance.iter().map(|&distance| (Some(distance), Some(distance))).collect()
                });
                for ((least, most), distance) in known.iter_mut().zip(distance) {
                    *least = (*least).min(Some(distance));
                    *most = (*most).max(Some(distance));
                }
            }
        }
        found
    }
}

fn computed(body: &Body, places: &[Place], from: usize, to: usize) -> Vec<Option<Vec<Distance>>> {
    let (source, target) = (&places[from], &places[to]);
    let pair = Pair::new(body, source, target, None);
    let depth = |depth| {
        let iterations = pair.carried_at(depth);
        let is_ordered = depth < pair.common.len() || comes_before(body, source.op, target.op);
        let mut work = budget_of_nest();
        (is_ordered && may_exist(&iterations, &mut work))
            .then(|| pair.distances(&iterations, &mut work))
    };
    (0..=pair.common.len()).map(depth).collect()
}

#[test]
fn distances_are_those_of_all_iterations() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let count = std::env::var("NESTS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    for _ in 0..count {
        let nest = nest(&mut random);
        let text = nest.text();
        let load = |ctx: &Context| {
            ctx.load::<AffineDialect>();
        };
        let module = parse_in(load, &text);
        let (_, body) = module.children().next().expect("a function");
        let places: Vec<Place> = body
            .pre_order(body.root())
            .filter_map(|op| {
                let subscripts = Some(Access::cast(body, op)?.map_operands(body));
                Some(Place { op, subscripts, vector: SmallVec::new() })
            })
            .collect();
        for (from, to) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let expected = nest.distances(from, to);
            assert_eq!(computed(body, &places, from, to), expected, "{from} to {to} in {text}");
        }
    }
}
