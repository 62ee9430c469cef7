//! Canonicalization of control-flow graphs terminates, in time linear in their size, and preserves
//! their results.

use mlir_lite::Context;
use mlir_lite::dialects::context_with_all;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::interpreter::{Value, run_at_most};
use mlir_lite::ir::{Body, OpDefinition};
use mlir_lite::pass::PassManager;
use mlir_lite::transforms::canonicalize::CanonicalizerPass;
use std::fmt::Write;
use std::time::{Duration, Instant};
use test_support::{parse_registered, print, run_passes};

fn canonicalize(ctx: &Context, module: &mut Body) {
    let mut passes = PassManager::new();
    passes.nest(FuncOp::NAME).add_pass(CanonicalizerPass::new(ctx));
    assert_eq!(run_passes(&passes, module), Ok(()));
}

/// The canonicalized module, as text.
fn canonicalized(text: &str) -> String {
    let ctx = context_with_all();
    let mut module = parse_registered(&ctx, text);
    canonicalize(&ctx, &mut module);
    print(&module)
}

/// Pseudo-random numbers (Marsaglia, "Xorshift RNGs", 2003).
struct Numbers(u64);

impl Numbers {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// Where the branches of a random graph lead.
#[derive(Copy, Clone, Debug)]
enum Reach {
    Forward,
    Near,
    Anywhere,
}

const REACHES: [Reach; 3] = [Reach::Forward, Reach::Near, Reach::Anywhere];

impl Reach {
    fn target(self, from: usize, blocks: usize, numbers: &mut Numbers) -> usize {
        let target = match self {
            Self::Forward => from + 1 + numbers.below(4),
            Self::Near => (from + numbers.below(9)).saturating_sub(3),
            Self::Anywhere => numbers.below(blocks),
        };
        target.clamp(1, blocks - 1)
    }
}

/// A function of this many blocks, some of which take a number, pass it on, and add to it;
/// conditions are tested repeatedly, and some are constant.
fn random_graph(blocks: usize, reach: Reach, seed: u64) -> String {
    let mut numbers = Numbers::new(seed);
    let takes: Vec<bool> = (0..blocks).map(|_| numbers.below(3) == 0).collect();
    let mut text =
        "func @f(%c: i1, %d: i1, %x: i32) -> i32 {\n  %true = constant true\n  br ^b1".to_owned();
    text.push_str(if takes[1] { "(%x : i32)\n" } else { "\n" });
    for block in 1..blocks {
        let mut value = "%x".to_owned();
        if takes[block] {
            value = format!("%a{block}");
            let _ = writeln!(text, "^b{block}(%a{block}: i32):");
        } else {
            let _ = writeln!(text, "^b{block}:");
        }
        if numbers.below(2) == 0 {
            let _ = writeln!(text, "  %k{block} = constant {block} : i32");
            let _ = writeln!(text, "  %v{block} = addi {value}, %k{block} : i32");
            value = format!("%v{block}");
        }
        let edge = |numbers: &mut Numbers| {
            let target = reach.target(block, blocks, numbers);
            if takes[target] { format!("^b{target}({value} : i32)") } else { format!("^b{target}") }
        };
        let condition = ["%c", "%c", "%d", "%true"][numbers.below(4)];
        let end = match numbers.below(20) {
            _ if block == blocks - 1 => format!("return {value} : i32"),
            0 => format!("return {value} : i32"),
            1..=6 => format!("br {}", edge(&mut numbers)),
            7..=18 => {
                format!("cond_br {condition}, {}, {}", edge(&mut numbers), edge(&mut numbers))
            }
            _ => {
                let edges = [(); 3].map(|()| edge(&mut numbers));
                format!(
                    "switch %x : i32, [default: {}, 1: {}, 2: {}]",
                    edges[0], edges[1], edges[2]
                )
            }
        };
        let _ = writeln!(text, "  {end}");
    }
    text.push('}');
    text
}

/// Each block branches to the next and to the previous one; the last but one is reached only if the
/// condition holds, and so is each earlier one once that is known.
fn steps(blocks: usize) -> String {
    let mut text = "func @f(%c: i1) {\n  br ^b0\n".to_owned();
    for block in 0..blocks {
        let back = block.saturating_sub(1);
        let _ = writeln!(text, "^b{block}:\n  cond_br %c, ^b{}, ^b{back}", block + 1);
    }
    let _ = write!(text, "^b{blocks}:\n  return\n}}");
    text
}

/// A switch to each of a chain of blocks that only branch to the next one.
fn empty_chain(blocks: usize) -> String {
    let mut text = "func @f(%x: i32) {\n  switch %x : i32, [default: ^end".to_owned();
    (0..blocks).for_each(|block| _ = write!(text, ", {block}: ^b{block}"));
    text.push_str("]\n");
    (0..blocks).for_each(|block| _ = writeln!(text, "^b{block}:\n  br ^b{}", block + 1));
    let _ = write!(text, "^b{blocks}:\n  br ^end\n^end:\n  return\n}}");
    text
}

/// A cycle of blocks that only branch, entered by a conditional branch.
fn empty_circle(blocks: usize) -> String {
    let mut text = "func @f(%c: i1) {\n  cond_br %c, ^b0, ^end\n".to_owned();
    (0..blocks).for_each(|block| _ = writeln!(text, "^b{block}:\n  br ^b{}", (block + 1) % blocks));
    text.push_str("^end:\n  return\n}");
    text
}

#[test]
fn what_is_known_of_one_block_is_used_at_the_next() {
    for blocks in [1, 2, 100, 1000] {
        // All back edges are erased except that of the first block to itself.
        let text = canonicalized(&steps(blocks));
        assert_eq!(text.matches("cond_br").count(), 1, "{blocks}: {text}");
    }
}

#[test]
fn a_chain_of_empty_blocks_is_left_out() {
    for blocks in [1, 2, 100, 1000] {
        let text = canonicalized(&empty_chain(blocks));
        assert!(!text.contains("br") && !text.contains("switch"), "{blocks}: {text}");
    }
}

#[test]
fn a_circle_of_empty_blocks_stays_one() {
    for blocks in [1, 2, 3, 100] {
        let text = canonicalized(&empty_circle(blocks));
        assert!(text.contains("cond_br"), "{blocks}: {text}");
    }
}

/// A loop around a loop, to which a condition never leads that is found to be false: its blocks
/// merge, so that its ops are made of their own results.
#[test]
fn rewrites_in_loops_that_are_never_entered_come_to_an_end() {
    let text = "\
func @f(%x: i1, %n: index) -> index {
  %one = constant 1 : index
  %never = cmpi \"ne\", %n, %n : index
  cond_br %never, ^outer(%n : index), ^exit
^outer(%i: index):
  %next = addi %i, %one : index
  br ^inner
^inner:
  cond_br %x, ^inner, ^latch
^latch:
  %last = addi %next, %one : index
  br ^outer(%last : index)
^exit:
  return %n : index
}";
    let text = canonicalized(text);
    assert!(!text.contains("addi") && !text.contains("br"), "{text}");
}

/// The result of the function, or that it runs for longer.
fn result(module: &Body, arguments: [u128; 3]) -> Option<Value> {
    const STEPS: u64 = 20_000;
    let arguments = arguments.map(Value::Int).into();
    let outcome = run_at_most(STEPS, module, "f", arguments, &mut std::io::sink());
    outcome.ok().map(|outcome| outcome.results[0].clone())
}

#[test]
fn random_graphs_compute_what_they_did() {
    let mut compared = 0;
    for seed in 0..60 {
        for reach in REACHES {
            let text = random_graph([4, 12, 60][seed as usize % 3], reach, seed);
            let ctx = context_with_all();
            let mut module = parse_registered(&ctx, &text);
            let inputs: Vec<[u128; 3]> =
                (0..8).map(|bits| [bits & 1, bits >> 1 & 1, bits >> 2 & 1]).collect();
            let before: Vec<_> = inputs.iter().map(|&input| result(&module, input)).collect();
            canonicalize(&ctx, &mut module);
            for (&input, before) in inputs.iter().zip(before) {
                let Some(before) = before else { continue };
                compared += 1;
                let after = result(&module, input);
                assert_eq!(
                    after,
                    Some(before),
                    "{reach:?}, seed {seed}, {input:?}\n{text}\n{}",
                    print(&module)
                );
            }
        }
    }
    assert!(compared > 500, "only {compared} runs came to an end");
}

/// The minimum of several times for a graph.
fn time(text: &str) -> Duration {
    let once = || {
        let ctx = context_with_all();
        let mut module = parse_registered(&ctx, text);
        let start = Instant::now();
        canonicalize(&ctx, &mut module);
        start.elapsed()
    };
    (0..3).map(|_| once()).min().expect("there are three")
}

/// Twenty times as many blocks would take four hundred times as long if the time were quadratic.
#[test]
fn time_grows_with_the_number_of_blocks() {
    let (few, many) = (500, 10_000);
    let check = |what: &str, graph: &dyn Fn(usize) -> String| {
        let (short, long) = (time(&graph(few)), time(&graph(many)));
        assert!(long < short * 100, "{what}: {few} blocks take {short:?}, {many} take {long:?}");
    };
    check("steps", &steps);
    check("a chain of empty blocks", &empty_chain);
    check("a circle of empty blocks", &empty_circle);
    for reach in REACHES {
        for seed in 0..2 {
            check(&format!("{reach:?}, seed {seed}"), &|blocks| random_graph(blocks, reach, seed));
        }
    }
}
