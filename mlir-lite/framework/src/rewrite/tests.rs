//! The greedy driver on small programs. Expected texts are derived by hand from MLIR's
//! documentation of canonicalization.

use super::test_dialect::{
    AddOp, ConstOp, FuncOp, KeepingDialect, LoopOp, NegOp, parse, print, test_context,
};
use super::*;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::ir::body::OperationState;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::symbol_resolution::SymbolTables;
use mlir_lite::ir::{Body, Ident, Location, OpBuilder, OpDefinition, OpId, SymbolRequests};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

mod looks;
mod sweeps;

fn rewrite(ctx: &Context, module: &mut Body, patterns: RewritePatternSet) -> Result<bool, String> {
    let mut diagnostics = Diagnostics::new();
    let result = apply_patterns_greedily(
        module,
        &patterns.freeze(ctx),
        &GreedyConfig::default(),
        &mut SymbolRequests::new(),
        &mut diagnostics,
    );
    result.map_err(|_| diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("\n"))
}

fn canonical(text: &str) -> String {
    canonical_with(text, RewritePatternSet::new())
}

fn canonical_with(text: &str, patterns: RewritePatternSet) -> String {
    let ctx = test_context();
    let mut module = parse(&ctx, text);
    rewrite(&ctx, &mut module, patterns).unwrap();
    print(&module)
}

fn op(
    ctx: &Context,
    name: &str,
    operands: &[mlir_lite::ir::ValueId],
    results: &[Type],
) -> OperationState {
    OperationState::new(ctx.op_name(name), Location::UNKNOWN).operands(operands).results(results)
}

/// A pattern that replaces ops `from`, of any operands, by `to`.
fn rename(
    patterns: &mut RewritePatternSet,
    name: &'static str,
    benefit: u16,
    from: &'static str,
    to: &'static str,
) {
    patterns.add_rooted(PatternRoot::Op(from), name, benefit, move |root, rewriter| {
        let ctx = rewriter.context().clone();
        let operands = rewriter.body().operand_list(root);
        let types = rewriter.body().result_types(root);
        let new = rewriter.create(op(&ctx, to, &operands, &types));
        let values: Vec<_> = rewriter.body().results(new).collect();
        rewriter.replace_op(root, &values);
        Ok(())
    });
}

#[test]
fn constants_fold() {
    let text = r#"
        %0 = "t.const"() {value = 1 : i64} : () -> i64
        %1 = "t.const"() {value = 2 : i64} : () -> i64
        %2 = "t.add"(%0, %1) : (i64, i64) -> i64
        "x.use"(%2) : (i64) -> ()
    "#;
    let expected = r#"%0 = "t.const"() {value = 3 : i64} : () -> i64
"x.use"(%0) : (i64) -> ()
"#;
    assert_eq!(canonical(text), expected);
}

/// The sum of 1 and 2 is 3, and the existing 3 is used for it; 1 is asked for again after its first
/// user is erased, and 2 is not.
#[test]
fn a_constant_that_is_asked_for_again_keeps_its_place() {
    let text = r#"
        %0 = "t.const"() {value = 1 : i64} : () -> i64
        %1 = "t.const"() {value = 2 : i64} : () -> i64
        %2 = "t.const"() {value = 3 : i64} : () -> i64
        %3 = "t.add"(%0, %1) : (i64, i64) -> i64
        %4 = "t.const"() {value = 1 : i64} : () -> i64
        "x.use"(%2, %3, %4) : (i64, i64, i64) -> ()
    "#;
    let expected = r#"%0 = "t.const"() {value = 1 : i64} : () -> i64
%1 = "t.const"() {value = 3 : i64} : () -> i64
"x.use"(%1, %1, %0) : (i64, i64, i64) -> ()
"#;
    assert_eq!(canonical(text), expected);
}

/// Applies to ops with an operand that a `t.neg` defines, and counts how often it is tried.
struct OfNegated(Arc<AtomicUsize>);

impl RewritePattern for OfNegated {
    fn root(&self) -> PatternRoot {
        PatternRoot::Op("x.of")
    }
    fn operand_definition(&self) -> Option<OperandDefinition> {
        Some(OperandDefinition { op: NegOp::NAME, operand: Some(1) })
    }
    fn name(&self) -> &str {
        "of-negated"
    }
    fn match_and_rewrite(&self, op: OpId, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        self.0.fetch_add(1, Ordering::Relaxed);
        rewriter.erase_op(op);
        Ok(())
    }
}

#[test]
fn a_pattern_is_tried_where_its_operand_is_defined_as_it_says() {
    let tried = Arc::new(AtomicUsize::new(0));
    let mut patterns = RewritePatternSet::new();
    patterns.add_pattern(OfNegated(tried.clone()));
    let text = r#"
        %0 = "x.value"() : () -> i64
        %1 = "t.neg"(%0) : (i64) -> i64
        "x.of"(%1, %0) : (i64, i64) -> ()
        "x.of"(%0) : (i64) -> ()
        "x.of"(%0, %1) : (i64, i64) -> ()
    "#;
    let expected = r#"%0 = "x.value"() : () -> i64
%1 = "t.neg"(%0) : (i64) -> i64
"x.of"(%1, %0) : (i64, i64) -> ()
"x.of"(%0) : (i64) -> ()
"#;
    assert_eq!(canonical_with(text, patterns), expected);
    assert_eq!(tried.load(Ordering::Relaxed), 1);
}

/// A pattern that inspects the ops after its root sees their final form in the second sweep only,
/// if there is one.
#[test]
fn sweeps_follow_each_other_unless_they_are_not_to() {
    let text = r#"
        "x.first"() : () -> ()
        "x.second"() : () -> ()
    "#;
    let swept = |repeat: bool| {
        let mut patterns = RewritePatternSet::new();
        rename(&mut patterns, "second-to-third", 1, "x.second", "x.third");
        patterns.add_rooted(
            PatternRoot::Op("x.first"),
            "first-before-third",
            1,
            |root, rewriter| {
                let body = rewriter.body();
                let next = body.next_op(root).ok_or("it is the last op")?;
                if body.info(next).name() != "x.third" {
                    return Err("another op follows it".into());
                }
                rewriter.erase_op(root);
                Ok(())
            },
        );
        let ctx = test_context();
        let mut module = parse(&ctx, text);
        let config = GreedyConfig::default().with_repeat(repeat);
        let (mut symbols, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
        let patterns = patterns.freeze(&ctx);
        apply_patterns_greedily(&mut module, &patterns, &config, &mut symbols, &mut diagnostics)
            .unwrap();
        print(&module)
    };
    assert_eq!(swept(true), "\"x.third\"() : () -> ()\n");
    assert_eq!(swept(false), "\"x.first\"() : () -> ()\n\"x.third\"() : () -> ()\n");
}

#[test]
fn constants_of_commutative_ops_move_right() {
    let text = r#"
        %0 = "t.const"() {value = 4 : i64} : () -> i64
        %1 = "x.value"() : () -> i64
        %2 = "t.add"(%0, %1) : (i64, i64) -> i64
        "x.use"(%2) : (i64) -> ()
    "#;
    let expected = r#"%0 = "t.const"() {value = 4 : i64} : () -> i64
%1 = "x.value"() : () -> i64
%2 = "t.add"(%1, %0) : (i64, i64) -> i64
"x.use"(%2) : (i64) -> ()
"#;
    assert_eq!(canonical(text), expected);
}

#[test]
fn constants_are_merged_and_hoisted_to_the_entry_block() {
    let text = r#"
        %0 = "x.value"() : () -> i64
        %1 = "t.const"() {value = 5 : i64} : () -> i64
        "t.loop"() ({
            %2 = "t.const"() {value = 5 : i64} : () -> i64
            %3 = "t.const"() {value = 6 : i64} : () -> i64
            "x.use"(%0, %1, %2, %3) : (i64, i64, i64, i64) -> ()
        }) : () -> ()
    "#;
    let expected = r#"%0 = "t.const"() {value = 5 : i64} : () -> i64
%1 = "t.const"() {value = 6 : i64} : () -> i64
%2 = "x.value"() : () -> i64
"t.loop"() ({
  "x.use"(%2, %0, %0, %1) : (i64, i64, i64, i64) -> ()
}) : () -> ()
"#;
    assert_eq!(canonical(text), expected);
}

/// An op that is not known may be isolated from above, and enter any of its blocks.
#[test]
fn constants_of_an_unknown_op_stay_in_its_blocks() {
    let text = r#"
        %1 = "t.const"() {value = 5 : i64} : () -> i64
        "x.region"() ({
            "x.br"()[^bb1] : () -> ()
        ^bb1:
            %2 = "t.const"() {value = 5 : i64} : () -> i64
            %3 = "t.const"() {value = 5 : i64} : () -> i64
            "x.use"(%2, %3) : (i64, i64) -> ()
        }) : () -> ()
        "x.use"(%1) : (i64) -> ()
    "#;
    let expected = r#"%0 = "t.const"() {value = 5 : i64} : () -> i64
"x.region"() ({
  "x.br"()[^bb1] : () -> ()
^bb1:  // pred: ^bb0
  %1 = "t.const"() {value = 5 : i64} : () -> i64
  "x.use"(%1, %1) : (i64, i64) -> ()
}) : () -> ()
"x.use"(%0) : (i64) -> ()
"#;
    assert_eq!(canonical(text), expected);
}

#[test]
fn dead_ops_are_erased_with_their_dead_definitions() {
    let text = r#"
        %0 = "x.value"() : () -> i64
        %1 = "t.neg"(%0) : (i64) -> i64
        %2 = "t.neg"(%1) : (i64) -> i64
        %3 = "t.alloc"() : () -> i64
        %4 = "t.load"(%0) : (i64) -> i64
        "t.loop"() ({
            %5 = "t.load"(%0) : (i64) -> i64
            "t.yield"() : () -> ()
        }) : () -> ()
        "t.loop"() ({
            "t.store"(%0) : (i64) -> ()
            "t.yield"() : () -> ()
        }) : () -> ()
    "#;
    let expected = r#"%0 = "x.value"() : () -> i64
"t.loop"() ({
  "t.store"(%0) : (i64) -> ()
  "t.yield"() : () -> ()
}) : () -> ()
"#;
    assert_eq!(canonical(text), expected);
}

#[test]
fn all_results_of_a_fold_are_replaced() {
    let text = r#"
        %0 = "x.value"() : () -> i64
        %1:2 = "t.both"(%0) : (i64) -> (i64, i64)
        "x.use"(%1#0, %1#1) : (i64, i64) -> ()
    "#;
    let expected = r#"%0 = "t.const"() {value = 7 : i64} : () -> i64
%1 = "x.value"() : () -> i64
"x.use"(%1, %0) : (i64, i64) -> ()
"#;
    assert_eq!(canonical(text), expected);
}

#[test]
fn an_op_stays_whose_dialect_cannot_make_constants() {
    let text = "%0 = \"n.forty_two\"() : () -> i64\n\"x.use\"(%0) : (i64) -> ()\n";
    assert_eq!(canonical(text), text);
}

#[test]
fn unreachable_blocks_go() {
    let text = r#"
        "t.loop"() ({
            "x.br"()[^bb2] : () -> ()
        ^bb1:
            "x.br"()[^bb2] : () -> ()
        ^bb2:
            "x.return"() : () -> ()
        }) : () -> ()
    "#;
    let expected = r#""t.loop"() ({
  "x.br"()[^bb1] : () -> ()
^bb1:  // pred: ^bb0
  "x.return"() : () -> ()
}) : () -> ()
"#;
    assert_eq!(canonical(text), expected);
}

#[test]
fn double_negation_is_rewritten() {
    let mut patterns = RewritePatternSet::new();
    patterns.add::<NegOp>("double-neg", 1, |neg, rewriter| {
        let body = rewriter.body();
        let inner = NegOp::defining(body, body.operand(neg.id(), 0)).ok_or("not negated twice")?;
        let value = body.operand(inner.id(), 0);
        rewriter.replace_op(neg.id(), &[value]);
        Ok(())
    });
    let text = r#"
        %0 = "x.value"() : () -> i64
        %1 = "t.neg"(%0) : (i64) -> i64
        %2 = "t.neg"(%1) : (i64) -> i64
        %3 = "t.neg"(%2) : (i64) -> i64
        "x.use"(%3) : (i64) -> ()
    "#;
    let expected = r#"%0 = "x.value"() : () -> i64
%1 = "t.neg"(%0) : (i64) -> i64
"x.use"(%1) : (i64) -> ()
"#;
    assert_eq!(canonical_with(text, patterns), expected);
}

#[test]
fn benefit_beats_order_and_order_decides_among_equals() {
    let mut patterns = RewritePatternSet::new();
    rename(&mut patterns, "low", 1, "x.a", "x.low");
    rename(&mut patterns, "high", 2, "x.a", "x.high");
    rename(&mut patterns, "high-too", 2, "x.a", "x.high_too");
    assert_eq!(canonical_with("\"x.a\"() : () -> ()", patterns), "\"x.high\"() : () -> ()\n");
}

#[test]
fn patterns_that_undo_each_other_are_named() {
    let ctx = test_context();
    let mut module = parse(&ctx, "\"x.c\"() : () -> ()\n\"x.a\"() : () -> ()");
    let mut patterns = RewritePatternSet::new();
    rename(&mut patterns, "c-to-d", 1, "x.c", "x.d");
    rename(&mut patterns, "a-to-b", 1, "x.a", "x.b");
    rename(&mut patterns, "b-to-a", 1, "x.b", "x.a");
    let message = rewrite(&ctx, &mut module, patterns).unwrap_err();
    assert!(
        message.contains("pattern 'a-to-b'") && message.contains("pattern 'b-to-a'"),
        "{message}"
    );
    assert!(!message.contains("c-to-d"), "{message}");
}

#[test]
fn a_pattern_that_updates_for_ever_is_named() {
    let ctx = test_context();
    let mut module = parse(&ctx, "\"x.a\"() : () -> ()");
    let mut patterns = RewritePatternSet::new();
    patterns.add_rooted(PatternRoot::Op("x.a"), "count", 1, |op, rewriter| {
        let ctx = rewriter.context().clone();
        rewriter.update_in_place(op, |body| {
            let old = body.attr(op, Ident::VALUE).and_then(|value| value.as_i64(&ctx)).unwrap_or(0);
            body.set_attr(op, Ident::VALUE, ctx.i64_attr(old + 1));
        });
        Ok(())
    });
    let message = rewrite(&ctx, &mut module, patterns).unwrap_err();
    assert_eq!(
        message,
        "rewriting does not come to an end: pattern 'count' is applied again and again"
    );
}

#[test]
fn nothing_changes_twice() {
    let ctx = test_context();
    let mut module =
        parse(&ctx, "%0 = \"x.value\"() : () -> i64\n%1 = \"t.neg\"(%0) : (i64) -> i64");
    assert_eq!(rewrite(&ctx, &mut module, RewritePatternSet::new()), Ok(true));
    let version = module.version();
    assert_eq!(rewrite(&ctx, &mut module, RewritePatternSet::new()), Ok(false));
    assert_eq!(module.version(), version);
}

#[test]
fn only_the_given_ops_are_rewritten() {
    let ctx = test_context();
    let mut module = parse(&ctx, "\"x.a\"() : () -> ()\n\"x.a\"() : () -> ()");
    let first = module.own_ops()[0];
    let mut patterns = RewritePatternSet::new();
    rename(&mut patterns, "a-to-b", 1, "x.a", "x.b");
    rename(&mut patterns, "b-to-c", 1, "x.b", "x.c");
    let changed = apply_patterns_greedily_to(
        &mut module,
        &[first],
        &patterns.freeze(&ctx),
        &GreedyConfig::default(),
        &mut SymbolRequests::new(),
        &mut Diagnostics::new(),
    );
    assert_eq!(changed, Ok(true));
    assert_eq!(print(&module), "\"x.b\"() : () -> ()\n\"x.a\"() : () -> ()\n");
}

#[test]
fn the_walk_driver_visits_each_op_once() {
    let ctx = test_context();
    let mut module = parse(&ctx, "\"x.a\"() : () -> ()\n\"x.b\"() : () -> ()");
    let mut patterns = RewritePatternSet::new();
    rename(&mut patterns, "a-to-b", 1, "x.a", "x.b");
    rename(&mut patterns, "b-to-a", 1, "x.b", "x.a");
    let patterns = patterns.freeze(&ctx);
    assert!(walk_and_apply_patterns(&mut module, &patterns, &mut SymbolRequests::new()));
    assert_eq!(print(&module), "\"x.b\"() : () -> ()\n\"x.a\"() : () -> ()\n");
}

/// A pattern on links sees the body that holds the isolated ops, one on their names the bodies that
/// they own. Of three functions, one is used by another that is not used: both go, and the greedy
/// driver finds the second by itself.
#[test]
fn patterns_on_links_see_isolated_ops_from_outside() {
    const TEXT: &str = r#""t.func"() ({
}) {sym_name = "f"} : () -> ()
"t.func"() ({
  "x.call"() {callee = @f} : () -> ()
}) {sym_name = "g"} : () -> ()
"t.func"() ({
  "x.call"() {callee = @h} : () -> ()
}) {sym_name = "h"} : () -> ()
"#;
    let patterns = || {
        let mut patterns = RewritePatternSet::new();
        patterns.add_link::<FuncOp>("t.func-unused", 1, |function, rewriter| {
            let body = rewriter.body();
            let tables = SymbolTables::new(body);
            if !tables.is_known_unused(body.op(function.id()), body.as_op()) {
                return Err("the function is used".into());
            }
            rewriter.erase_op(function.id());
            Ok(())
        });
        patterns.add::<FuncOp>("t.func-within", 1, |function, rewriter| {
            assert_eq!(function.id(), rewriter.body().root());
            Err("the pattern only looks".into())
        });
        patterns
    };
    let ctx = test_context();
    ctx.allow_unregistered_dialects(true);
    let third = &TEXT[TEXT.rfind("\"t.func\"").unwrap()..];
    let mut module = parse(&ctx, TEXT);
    assert_eq!(rewrite(&ctx, &mut module, patterns()), Ok(true));
    assert_eq!(print(&module), third);
    let function = module.own_ops()[0];
    let function = module.child_mut(function).unwrap();
    assert_eq!(rewrite(&ctx, function, patterns()), Ok(false));

    let second = &TEXT[TEXT.find("\"t.func\"() ({\n  \"x.call\"").unwrap()..];
    let mut module = parse(&ctx, second);
    let patterns = patterns().freeze(&ctx);
    assert!(walk_and_apply_patterns(&mut module, &patterns, &mut SymbolRequests::new()));
    assert_eq!(print(&module), third);
}

#[test]
fn a_cost_model_changes_the_order() {
    let ctx = test_context();
    ctx.allow_unregistered_dialects(true);
    let mut patterns = RewritePatternSet::new();
    rename(&mut patterns, "low", 1, "x.a", "x.low");
    rename(&mut patterns, "high", 2, "x.a", "x.high");
    let patterns = patterns.freeze(&ctx);
    struct Plain;
    impl RewriteDriver for Plain {}
    let run = |model: &dyn Fn(&dyn RewritePattern) -> Option<u16>| {
        let mut module = parse(&ctx, "\"x.a\"() : () -> ()");
        let op = module.own_ops()[0];
        let mut applicator = PatternApplicator::new(&patterns);
        applicator.apply_cost_model(model);
        let mut symbols = SymbolRequests::new();
        let result = applicator.match_and_rewrite(&mut module, op, &mut Plain, &mut symbols);
        (result.is_ok(), print(&module))
    };
    let text = |name: &str| format!("\"x.{name}\"() : () -> ()\n");
    assert_eq!(run(&|pattern| Some(pattern.benefit())), (true, text("high")));
    assert_eq!(run(&|pattern| Some(10 - pattern.benefit())), (true, text("low")));
    assert_eq!(run(&|pattern| (pattern.benefit() < 2).then_some(1)), (true, text("low")));
    assert_eq!(run(&|_| None), (false, text("a")));
}

#[test]
fn required_symbols_come_first_and_once() {
    let ctx = test_context();
    let mut module =
        parse(&ctx, "\"t.func\"() ({}) {sym_name = \"f\"} : () -> ()\n\"x.a\"() : () -> ()");
    let mut patterns = RewritePatternSet::new();
    patterns.add_rooted(PatternRoot::Op("x.a"), "declare", 1, |op, rewriter| {
        for name in ["f", "g", "h", "g"] {
            let ctx = rewriter.context().clone();
            let ident = ctx.ident(name);
            rewriter.require_symbol(ident, || {
                let mut body = Body::new(&ctx, ctx.op_name("t.func"), Location::UNKNOWN, 1);
                let root = body.root();
                body.set_attr(root, Ident::SYM_NAME, ctx.string_attr(name));
                body
            });
        }
        rewriter.erase_op(op);
        Ok(())
    });
    let mut symbols = SymbolRequests::new();
    apply_patterns_greedily(
        &mut module,
        &patterns.freeze(&ctx),
        &GreedyConfig::default(),
        &mut symbols,
        &mut Diagnostics::new(),
    )
    .unwrap();
    symbols.merge_into(&mut module);
    let names: Vec<_> = module
        .children_mut()
        .into_iter()
        .map(|(_, body)| body.as_op().symbol_name().unwrap().text(&ctx).to_string())
        .collect();
    assert_eq!(names, ["g", "h", "f"]);
}

#[test]
fn a_builder_folds_what_it_creates() {
    let ctx = test_context();
    let mut module = parse(
        &ctx,
        "%0 = \"t.const\"() {value = 1 : i64} : () -> i64\n%1 = \"x.value\"() : () -> i64",
    );
    let ops = module.own_ops();
    let (one, value) = (module.result(ops[0], 0), module.result(ops[1], 0));
    let block = module.block(ops[0]).unwrap();
    let mut builder = BodyBuilder::at_end(&mut module, block);
    let add = |builder: &mut dyn OpBuilder, a, b| {
        let name = AddOp::name(builder.context());
        builder.create(
            OperationState::new(name, Location::UNKNOWN).operands(&[a, b]).results(&[Type::I64]),
        )
    };
    let two = create_or_fold(&mut builder, |builder| add(builder, one, one))[0];
    let sum = create_or_fold(&mut builder, |builder| add(builder, value, two))[0];
    assert!(ConstOp::defining(&module, two).is_some());
    assert!(AddOp::defining(&module, sum).is_some());
    assert_eq!(module.own_ops().len(), 4);
}

#[test]
fn inserting_a_copy_visits_what_is_in_it() {
    let ctx = test_context();
    let mut module = parse(
        &ctx,
        "\"t.loop\"() ({\n\"x.a\"() : () -> ()\n\"t.yield\"() : () -> ()\n}) : () -> ()\n",
    );
    let mut patterns = RewritePatternSet::new();
    patterns.add::<LoopOp>("unroll", 1, |op, rewriter| {
        let region = rewriter.body().region(op.id(), 0);
        let block = rewriter.body().entry_block(region).ok_or("no body")?;
        for nested in rewriter.body().ops(block).collect::<Vec<_>>() {
            if rewriter.body().terminator(block) != Some(nested) {
                rewriter.clone_op(nested, &mut mlir_lite::ir::clone::IrMapping::new());
            }
        }
        rewriter.erase_op(op.id());
        Ok(())
    });
    rename(&mut patterns, "a-to-b", 1, "x.a", "x.b");
    assert_eq!(rewrite(&ctx, &mut module, patterns), Ok(true));
    assert_eq!(print(&module), "\"x.b\"() : () -> ()\n");
}

#[test]
fn time_grows_with_size_only() {
    // A chain in which each rewrite opens the next one, in both directions.
    let ctx = test_context();
    let count = 20_000;
    let mut text = String::from("%0 = \"x.value\"() : () -> i64\n");
    for i in 0..count {
        text.push_str(&format!("%{} = \"t.neg\"(%{i}) : (i64) -> i64\n", i + 1));
    }
    let mut module = parse(&ctx, &text);
    assert_eq!(rewrite(&ctx, &mut module, RewritePatternSet::new()), Ok(true));
    assert_eq!(module.own_ops().len(), 1);
}

#[test]
fn a_dialect_keeps_constants_in_its_regions_and_folds_what_does_not_fold_itself() {
    let text = r#"
        "k.keep"() ({
          "t.loop"() ({
            %0 = "t.const"() {value = 3 : i64} : () -> i64
            %1 = "k.zero"() : () -> i64
            "x.use"(%0, %1) : (i64, i64) -> ()
          }) : () -> ()
        }) : () -> ()
        "t.loop"() ({
          %2 = "t.const"() {value = 3 : i64} : () -> i64
          "x.use"(%2) : (i64) -> ()
        }) : () -> ()
    "#;
    let expected = r#"%0 = "t.const"() {value = 3 : i64} : () -> i64
"k.keep"() ({
  %1 = "t.const"() {value = 3 : i64} : () -> i64
  %2 = "t.const"() {value = 0 : i64} : () -> i64
  "t.loop"() ({
    "x.use"(%1, %2) : (i64, i64) -> ()
  }) : () -> ()
}) : () -> ()
"t.loop"() ({
  "x.use"(%0) : (i64) -> ()
}) : () -> ()
"#;
    let ctx = test_context();
    ctx.load::<KeepingDialect>();
    let mut module = parse(&ctx, text);
    rewrite(&ctx, &mut module, RewritePatternSet::new()).unwrap();
    assert_eq!(print(&module), expected);
}

#[test]
#[cfg(debug_assertions)]
fn patterns_that_do_not_keep_to_the_rules_are_reported() {
    let text = r#"%0 = "x.a"() : () -> i64"#;
    let run = |patterns: RewritePatternSet, check_roots: bool| {
        let ctx = test_context();
        let mut module = parse(&ctx, text);
        let mut diagnostics = Diagnostics::new();
        let config = GreedyConfig::default().with_check_roots(check_roots);
        let mut symbols = SymbolRequests::new();
        let _ = apply_patterns_greedily(
            &mut module,
            &patterns.freeze(&ctx),
            &config,
            &mut symbols,
            &mut diagnostics,
        );
        diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>()
    };
    let mut patterns = RewritePatternSet::new();
    patterns.add_rooted(PatternRoot::Op("x.a"), "hasty", 1, |root, rewriter| {
        rewriter.update_in_place(root, |body| body.set_attr(root, Ident::VALUE, Attribute::UNIT));
        Err("it was not that".into())
    });
    assert_eq!(run(patterns, false), ["pattern 'hasty' does not apply but changes the IR"]);
    let mut patterns = RewritePatternSet::new();
    patterns.add_rooted(PatternRoot::Op("x.a"), "idle", 1, |_, _| Ok(()));
    assert_eq!(run(patterns, false), ["pattern 'idle' applies but changes nothing"]);
    let beside = || {
        let mut patterns = RewritePatternSet::new();
        patterns.add_rooted(PatternRoot::Op("x.a"), "beside", 1, |_, rewriter| {
            let ctx = rewriter.context().clone();
            if rewriter.body().own_ops().len() > 3 {
                return Err("there are enough".into());
            }
            rewriter.create(op(&ctx, "x.b", &[], &[]));
            Ok(())
        });
        patterns
    };
    assert_eq!(run(beside(), false), [""; 0]);
    assert_eq!(run(beside(), true), ["pattern 'beside' applies but leaves the op as it was"]);
}

#[derive(Default)]
struct Heard(Vec<String>);

impl Heard {
    fn note(&mut self, what: &str, body: &Body, op: OpId) {
        self.0.push(format!("{what} {}", body.info(op).name()));
    }
}

impl RewriteListener for Heard {
    fn op_inserted(&mut self, body: &Body, op: OpId) {
        self.note("inserted", body, op);
    }
    fn op_modified(&mut self, body: &Body, op: OpId) {
        self.note("modified", body, op);
    }
    fn op_replaced(&mut self, body: &Body, op: OpId, values: &[mlir_lite::ir::ValueId]) {
        assert_eq!(values.len(), body.num_results(op));
        self.note("replaced", body, op);
    }
    fn op_erased(&mut self, body: &Body, op: OpId) {
        self.note("erased", body, op);
    }
}

#[test]
fn a_listener_is_notified_of_all_changes() {
    let ctx = test_context();
    let text = r#"
        %0 = "t.const"() {value = 1 : i64} : () -> i64
        %1 = "x.a"(%0) : (i64) -> i64
        %2 = "t.neg"(%1) : (i64) -> i64
        "x.b"(%1) : (i64) -> ()
    "#;
    let mut module = parse(&ctx, text);
    let mut patterns = RewritePatternSet::new();
    rename(&mut patterns, "a-to-c", 1, "x.a", "x.c");
    patterns.add_rooted(PatternRoot::Op("x.b"), "mark", 1, |root, rewriter| {
        if rewriter.body().attr(root, Ident::VALUE).is_some() {
            return Err("it is marked".into());
        }
        rewriter.update_in_place(root, |body| body.set_attr(root, Ident::VALUE, Attribute::UNIT));
        Ok(())
    });
    let mut heard = Heard::default();
    apply_patterns_greedily_with(
        &mut heard,
        &mut module,
        &patterns.freeze(&ctx),
        &GreedyConfig::default(),
        &mut SymbolRequests::new(),
        &mut Diagnostics::new(),
    )
    .unwrap();
    let mut expected =
        ["inserted x.c", "replaced x.a", "erased x.a", "erased t.neg", "modified x.b"]
            .map(String::from)
            .to_vec();
    // The order in which ops are visited is not specified.
    heard.0.sort();
    expected.sort();
    assert_eq!(heard.0, expected);
}

/// The message of the panic of a pattern on `t.neg` that replaces a value.
fn panic_of_replacement(replace: fn(&mut PatternRewriter<'_>, OpId)) -> String {
    let ctx = test_context();
    let mut module = parse(
        &ctx,
        "%0:2 = \"x.values\"() : () -> (i64, i32)\n%1 = \"x.old\"(%0#0, %0#1) : (i64, i32) -> i64\n\
         \"x.use\"(%1) : (i64) -> ()",
    );
    let mut patterns = RewritePatternSet::new();
    patterns.add_rooted(PatternRoot::Op("x.old"), "x.old-wrong", 1, move |op, rewriter| {
        replace(rewriter, op);
        Ok(())
    });
    let run = std::panic::AssertUnwindSafe(|| rewrite(&ctx, &mut module, patterns));
    let panic = std::panic::catch_unwind(run).expect_err("the pattern is wrong");
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[test]
fn replacements_have_the_types_of_the_values() {
    let other_type: [fn(&mut PatternRewriter<'_>, OpId); 2] = [
        |rewriter, op| rewriter.replace_op(op, &[rewriter.body().operand(op, 1)]),
        |rewriter, op| {
            let (from, to) = (rewriter.body().result(op, 0), rewriter.body().operand(op, 1));
            rewriter.replace_all_uses(from, to);
        },
    ];
    for replace in other_type {
        assert_eq!(
            panic_of_replacement(replace),
            "pattern 'x.old-wrong': a value of type 'i64' is replaced by one of type 'i32': the \
                users would have operands of another type; build a cast, or write a conversion"
        );
    }
    assert_eq!(
        panic_of_replacement(|rewriter, op| rewriter.replace_op(op, &[])),
        "pattern 'x.old-wrong': 'x.old' has 1 results and is replaced by 0 values: an op is \
            replaced by one value per result"
    );
}
