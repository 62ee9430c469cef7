//! Tests dominance of blocks and values, on examples and against the definition.

use super::*;
use crate::Context;
use crate::text::{ParseOptions, parse_module};
use mlir_lite_diagnostics::Diagnostics;

/// The blocks of the first op's region, in order.
fn blocks(text: &str) -> (Body, Vec<BlockId>) {
    let ctx = Context::new();
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let options = ParseOptions::default().with_allow_unregistered(true);
    let body = parse_module(&ctx, &file, options, &mut Diagnostics::new()).unwrap();
    let op = body.own_ops()[0];
    let blocks = body.blocks(body.region(op, 0)).collect();
    (body, blocks)
}

#[test]
fn a_diamond_is_dominated_by_its_top() {
    let (body, b) = blocks(
        "\"t.r\"() ({
           \"t.br\"()[^a, ^b] : () -> ()
         ^a: \"t.br\"()[^c] : () -> ()
         ^b: \"t.br\"()[^c] : () -> ()
         ^c: \"t.br\"()[^c] : () -> ()
         ^dead: \"t.end\"() : () -> ()
         }) : () -> ()",
    );
    let dominance = Dominance::new(&body);
    assert!(dominance.block_dominates(b[0], b[3]));
    assert!(!dominance.block_dominates(b[1], b[3]));
    assert!(!dominance.block_dominates(b[3], b[1]));
    assert!(!dominance.is_reachable(b[4]));
    assert!(dominance.block_dominates(b[1], b[4]));
    assert_eq!(dominance.children(b[0]), [b[1], b[2], b[3]]);
}

#[test]
fn values_reach_nested_regions_but_not_out_of_them() {
    let (body, _) = blocks(
        "\"t.r\"() ({
           %a = \"t.a\"() : () -> i32
           \"t.nest\"() ({ %b = \"t.b\"(%a) : (i32) -> i32 }) : () -> ()
           %c = \"t.c\"() : () -> i32
         ^second:
         }) : () -> ()",
    );
    let ops = body.own_ops();
    let dominance = Dominance::new(&body);
    let (a, nest, b, c) = (ops[1], ops[2], ops[3], ops[4]);
    assert!(dominance.value_dominates(&body, body.result(a, 0), b));
    assert!(dominance.value_dominates(&body, body.result(a, 0), nest));
    assert!(!dominance.value_dominates(&body, body.result(b, 0), c));
    assert!(!dominance.value_dominates(&body, body.result(c, 0), b));
    assert!(!dominance.value_dominates(&body, body.result(c, 0), c));
}

#[test]
fn long_chains_take_no_stack() {
    let mut text = String::from("\"t.r\"() ({\n");
    for i in 0..20_000 {
        text += &format!("^b{i}: \"t.br\"()[^b{}] : () -> ()\n", i + 1);
    }
    text += "^b20000: \"t.end\"() : () -> ()\n}) : () -> ()";
    let (body, b) = blocks(&text);
    assert!(Dominance::new(&body).block_dominates(b[0], b[20_000]));
}

/// A loop of 50,000 blocks, each of which can branch to one exit and back to the first: a shape for
/// which simpler algorithms take quadratic time.
#[test]
fn ladders_take_no_time() {
    let count = 50_000;
    let mut text = String::from("\"t.r\"() ({\n\"t.br\"()[^b0] : () -> ()\n");
    for i in 0..count {
        text +=
            &format!("^b{i}: \"t.br\"()[^b{}, ^exit, ^b{}] : () -> ()\n", (i + 1) % count, i / 2);
    }
    text += "^exit: \"t.end\"() : () -> ()\n}) : () -> ()";
    let (body, b) = blocks(&text);
    let dominance = Dominance::new(&body);
    assert_eq!(dominance.children(b[1]), [b[2], b[count + 1]]);
    assert!(dominance.block_dominates(b[1], b[count]));
}

/// A block dominates another if removing it makes the other unreachable.
#[test]
fn random_graphs_agree_with_the_definition() {
    let mut state = 12_345_u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..300 {
        let count = 2 + random(9);
        let mut edges: Vec<Vec<usize>> = Vec::new();
        let mut text = String::from("\"t.r\"() ({\n");
        for i in 0..count {
            // No block branches to the entry.
            let successors: Vec<usize> = (0..random(4)).map(|_| 1 + random(count - 1)).collect();
            let names: Vec<String> = successors.iter().map(|block| format!("^b{block}")).collect();
            let names =
                if names.is_empty() { String::new() } else { format!("[{}]", names.join(", ")) };
            text += &format!("^b{i}: \"t.br\"(){names} : () -> ()\n");
            edges.push(successors);
        }
        text += "}) : () -> ()";
        let (body, b) = blocks(&text);
        let dominance = Dominance::new(&body);
        let reached = |without: usize| {
            let mut seen = vec![false; count];
            let mut work = if without == 0 { vec![] } else { vec![0] };
            while let Some(block) = work.pop() {
                if !std::mem::replace(&mut seen[block], true) {
                    work.extend(edges[block].iter().filter(|&&next| next != without));
                }
            }
            seen
        };
        let all = reached(count);
        for x in 0..count {
            assert_eq!(dominance.is_reachable(b[x]), all[x], "{text}");
            let rest = reached(x);
            for y in (0..count).filter(|&y| all[x] && all[y]) {
                let expected = x == y || !rest[y];
                assert_eq!(dominance.block_dominates(b[x], b[y]), expected, "{x} {y} {text}");
            }
        }
    }
}
