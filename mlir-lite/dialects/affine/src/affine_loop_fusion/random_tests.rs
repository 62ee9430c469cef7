//! Random programs of loops over shared buffers compute the same before and after fusion, scalar
//! replacement and tiling, checked by a small interpreter.

use super::fuse_affine_loops;
use super::tests::parse;
use crate::affine_loop_interchange::interchange_affine_loops;
use crate::affine_loop_reversal::reverse_affine_loops;
use crate::affine_loop_tile::tile_affine_loops;
use crate::memref_dataflow::replace_scalars;
use crate::operands::MapOperands;
use crate::subscripts::Access;
use crate::{ApplyOp, ForOp};
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::standard::{AddFOp, AllocOp, ConstantOp, MulFOp};
use mlir_lite::ir::{BlockId, Body, OpDefinition, ValueId};
use mlir_lite::text::{PrintOptions, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// Pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn choose<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len() as u64) as usize]
    }
}

const BUFFERS: [&str; 6] = ["%a", "%b", "%c", "%d", "%m", "%n"];

const SUBSCRIPTS: [&str; 9] = [
    "%i, %j",
    "%j, %i",
    "%i, 0",
    "1, %j",
    "%i + 1, %j",
    "%i, %i",
    "%i + %j, %j",
    "%i * 2, %j",
    "0, 1",
];

fn program(random: &mut Random) -> String {
    let mut text = String::from(
        "func @f(%m: memref<9x9xf64>, %n: memref<9x9xf64>) {\n%one = constant 1.5 : f64\n",
    );
    for buffer in &BUFFERS[..4] {
        writeln!(text, "{buffer} = alloc() : memref<9x9xf64>").unwrap();
    }
    // Most programs do not use the arguments, which may be any memory.
    let buffers = if random.below(4) == 0 { &BUFFERS[..] } else { &BUFFERS[..4] };
    // Subscripts that differ from those of the loops, the same at many places.
    let special = random.choose(&SUBSCRIPTS);
    let count = 2 + random.below(6);
    for number in 0..count {
        match random.below(8) {
            0 => writeln!(
                text,
                "\"t.observe\"({}) : (memref<9x9xf64>) -> ()",
                random.choose(buffers)
            )
            .unwrap(),
            1 => {
                let (to, from) = (random.choose(buffers), random.choose(buffers));
                let (i, j) = (random.below(3), random.below(3));
                writeln!(text, "%s{number} = affine.load {from}[{j}, {i}] : memref<9x9xf64>")
                    .unwrap();
                writeln!(text, "affine.store %s{number}, {to}[{i}, {j}] : memref<9x9xf64>")
                    .unwrap();
            }
            _ => nest(random, buffers, special, &mut text),
        }
    }
    for buffer in buffers {
        if random.below(2) == 0 {
            writeln!(text, "\"t.observe\"({buffer}) : (memref<9x9xf64>) -> ()").unwrap();
        }
    }
    text + "return\n}"
}

fn nest(random: &mut Random, buffers: &[&str], special: &'static str, text: &mut String) {
    let bound = random.choose(&["3", "3", "3", "2", "1"]);
    writeln!(text, "affine.for %i = 0 to 3 {{\naffine.for %j = 0 to {bound} {{").unwrap();
    let subscripts = |random: &mut Random| match random.below(8) {
        0 => random.choose(&SUBSCRIPTS),
        1..4 => special,
        _ => "%i, %j",
    };
    for number in 0..1 + random.below(2) {
        for value in ["x", "y"] {
            let (from, at) = (random.choose(buffers), subscripts(random));
            writeln!(text, "%{value}{number} = affine.load {from}[{at}] : memref<9x9xf64>")
                .unwrap();
        }
        let op = random.choose(&["addf", "mulf"]);
        writeln!(text, "%p{number} = {op} %x{number}, %y{number} : f64").unwrap();
        writeln!(text, "%z{number} = addf %p{number}, %one : f64").unwrap();
        let (to, at) = (random.choose(buffers), subscripts(random));
        writeln!(text, "affine.store %z{number}, {to}[{at}] : memref<9x9xf64>").unwrap();
    }
    text.push_str("}\n}\n");
}

type Memory = BTreeMap<Vec<i64>, u64>;

/// Runs a program; its arguments are all the same memory.
#[derive(Default)]
struct Interpreter {
    floats: HashMap<ValueId, f64>,
    indices: HashMap<ValueId, i64>,
    memories: Vec<Memory>,
    /// The memory of each memref.
    memrefs: HashMap<ValueId, usize>,
    observed: Vec<Memory>,
}

impl Interpreter {
    fn run(body: &Body) -> Vec<Memory> {
        let mut this = Self { memories: vec![Memory::new()], ..Self::default() };
        let entry = body.entry_block(body.region(body.root(), 0)).unwrap();
        this.memrefs.extend(body.arguments(entry).iter().map(|&argument| (argument, 0)));
        this.block(body, entry);
        this.observed
    }

    fn evaluate(&self, body: &Body, at: &MapOperands) -> Vec<i64> {
        let ctx = body.context();
        let inputs: Vec<i64> = at.operands.iter().map(|value| self.indices[value]).collect();
        let (dims, symbols) = inputs.split_at(at.map.data(ctx).dims as usize);
        at.map
            .results(ctx)
            .iter()
            .map(|result| result.evaluate(ctx, dims, symbols).unwrap())
            .collect()
    }

    fn block(&mut self, body: &Body, block: BlockId) {
        let ctx = body.context();
        for op in body.ops(block) {
            let operand = |this: &Self, i| this.floats[&body.operand(op, i)];
            if let Some(access) = Access::cast(body, op) {
                let element = self.evaluate(body, &access.map_operands(body));
                let memory = self.memrefs[&access.memref(body)];
                match access {
                    Access::Load(_) => {
                        let bits = self.memories[memory].get(&element).copied();
                        let value = bits
                            .map_or(element[0] as f64 + 0.25 * element[1] as f64, f64::from_bits);
                        self.floats.insert(body.result(op, 0), value);
                    }
                    Access::Store(_) => {
                        let value = operand(self, 0);
                        self.memories[memory].insert(element, value.to_bits());
                    }
                }
            } else if let Some(this) = ForOp::cast(body, op) {
                let lower = self.evaluate(body, &this.lower_bound(body)).into_iter().max().unwrap();
                let upper = self.evaluate(body, &this.upper_bound(body)).into_iter().min().unwrap();
                for i in (lower..upper).step_by(this.step_value(body) as usize) {
                    self.indices.insert(this.induction_variable(body), i);
                    self.block(body, this.block(body));
                }
            } else if let Some(apply) = ApplyOp::cast(body, op) {
                let map = MapOperands::new(apply.map(body), &apply.operands(body));
                let value = self.evaluate(body, &map)[0];
                self.indices.insert(apply.result(body), value);
            } else if AllocOp::is(body, op) {
                self.memrefs.insert(body.result(op, 0), self.memories.len());
                self.memories.push(Memory::new());
            } else if let Some(constant) = ConstantOp::cast(body, op) {
                self.floats.insert(body.result(op, 0), constant.value(body).as_f64(ctx).unwrap());
            } else if AddFOp::is(body, op) {
                self.floats.insert(body.result(op, 0), operand(self, 0) + operand(self, 1));
            } else if MulFOp::is(body, op) {
                self.floats.insert(body.result(op, 0), operand(self, 0) * operand(self, 1));
            } else if body.info(op).name() == "t.observe" {
                self.observed.push(self.memories[self.memrefs[&body.operand(op, 0)]].clone());
            }
        }
    }
}

#[test]
fn random_programs_do_the_same() {
    let mut random = Random(7);
    let (mut merges, mut loads, mut tiled) = (0, 0, 0);
    for _ in 0..2000 {
        let text = program(&mut random);
        let mut module = parse(&text);
        for (_, function) in module.children_mut() {
            let before = Interpreter::run(function);
            merges += fuse_affine_loops(function, &AliasAnalysis::default());
            let fused = Interpreter::run(function);
            assert!(before == fused, "merging loops changes what this does:\n{text}");
            loads += replace_scalars(function, &AliasAnalysis::default()).loads;
            let replaced = Interpreter::run(function);
            assert!(before == replaced, "replacing loads changes what this does:\n{text}");
            tiled += tile_affine_loops(function, 2, false, &AliasAnalysis::default());
            let after = Interpreter::run(function);
            assert!(before == after, "tiling changes what this does:\n{text}");
        }
        let mut diagnostics = Diagnostics::new();
        let result = verify(&module, &mut diagnostics);
        assert!(result.is_ok(), "not valid: {}", print_op(module.as_op(), PrintOptions::default()));
    }
    let enough = (merges > 100, loads > 500, tiled > 500);
    assert_eq!(enough, (true, true, true), "{merges} merges, {loads} loads, {tiled} tiled nests");
}

/// Programs of nests do the same after a change of the order of their iterations, and `least` nests
/// are changed.
fn check_orders(change: &dyn Fn(&mut Body, &AliasAnalysis) -> usize, least: usize) {
    let mut changed = 0;
    for seed in 0..150 {
        let text = program(&mut Random(seed + 1_000_000));
        let mut module = parse(&text);
        for (_, function) in module.children_mut() {
            let before = Interpreter::run(function);
            changed += change(function, &AliasAnalysis::default());
            let after = Interpreter::run(function);
            assert!(before == after, "another order changes what this does:\n{text}");
        }
        let mut diagnostics = Diagnostics::new();
        let result = verify(&module, &mut diagnostics);
        assert!(result.is_ok(), "not valid: {}", print_op(module.as_op(), PrintOptions::default()));
    }
    assert!(changed >= least, "{changed} nests");
}

#[test]
fn exchanged_loops_do_the_same() {
    check_orders(&|body, aliases| interchange_affine_loops(body, &[1, 0], aliases), 100);
}

#[test]
fn reversed_loops_do_the_same() {
    check_orders(&|body, aliases| reverse_affine_loops(body, 0, aliases), 100);
    check_orders(&|body, aliases| reverse_affine_loops(body, 1, aliases), 100);
}
