//! The names at which patterns are rooted.

use crate::{context, panic_of, parse_registered};
use mlir_lite::conversion::ConversionPatternSet;
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{
    GreedyConfig, PatternRoot, RewritePatternSet, apply_patterns_greedily_to,
};
use pretty_assertions::assert_eq;

fn rooted(root: &'static str) -> RewritePatternSet {
    let mut patterns = RewritePatternSet::new();
    patterns.add_rooted(PatternRoot::Op(root), "test", 1, |op, rewriter| {
        let operand = rewriter.body().operand(op, 0);
        rewriter.replace_op(op, &[operand]);
        Ok(())
    });
    patterns
}

#[test]
fn a_pattern_is_tried_on_the_op_of_any_spelling() {
    for root in ["addf", "std.addf", "arith.addf"] {
        let ctx = context();
        let mut module = parse_registered(
            &ctx,
            "func @f(%a: f32) -> f32 {\n  %0 = addf %a, %a : f32\n  return %0 : f32\n}",
        );
        let patterns = rooted(root).freeze(&ctx);
        let function = module.children().next().expect("there is a function").0;
        let body = module.child_mut(function).expect("it has a body");
        let ops = body.own_ops();
        let mut symbols = SymbolRequests::new();
        let mut diagnostics = Diagnostics::new();
        let config = GreedyConfig::default();
        let _ = apply_patterns_greedily_to(
            body,
            &ops,
            &patterns,
            &config,
            &mut symbols,
            &mut diagnostics,
        );
        let names: Vec<&str> = body.own_ops().iter().map(|&op| body.info(op).name()).collect();
        assert_eq!(names, ["std.return"], "{root}");
    }
}

#[test]
fn a_pattern_for_ops_that_there_cannot_be() {
    for (root, wrong) in [
        ("arith.addff", "dialect 'arith' has no op 'addff'; did you mean 'arith.addf'?"),
        ("std.addff", "dialect 'std' has no op 'addff'; did you mean 'std.addf'?"),
        ("addff", "there is no op 'addff'; did you mean 'addf'?"),
        ("toi.print", "no dialect 'toi' is loaded"),
    ] {
        let message = panic_of(|| rooted(root).freeze(&context()));
        assert!(
            message.starts_with(&format!("pattern 'test' is about ops '{root}': {wrong}")),
            "{message}"
        );
        let message = panic_of(|| {
            let mut patterns = ConversionPatternSet::new();
            patterns.add_rooted(PatternRoot::Op(root), "test", 1, &[], |_, _, _| Ok(()));
            patterns.freeze(&context())
        });
        assert!(message.contains(wrong), "{message}");
        let message = panic_of(|| {
            let mut patterns = ConversionPatternSet::new();
            patterns.add_rewrites(rooted("std.addf"));
            patterns.add_rooted(
                PatternRoot::Any,
                "makes-what-is-not",
                1,
                match root {
                    "arith.addff" => &["arith.addff"],
                    "std.addff" => &["std.addff"],
                    "addff" => &["addff"],
                    _ => &["toi.print"],
                },
                |_, _, _| Ok(()),
            );
            patterns.freeze(&context())
        });
        assert!(message.contains(wrong), "{message}");
    }
}

#[test]
fn ops_of_dialects_that_are_not_loaded_may_be_allowed() {
    let ctx = context();
    ctx.allow_unregistered_dialects(true);
    assert_eq!(rooted("toi.print").freeze(&ctx).len(), 1);
    assert_eq!(rooted("scf.for").freeze(&context()).len(), 1);
}
