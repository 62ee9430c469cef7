//! A single sweep visits all ops, even if ops are moved or erased during it.

use super::*;
use mlir_lite::ir::RegionId;
use pretty_assertions::assert_eq;

const ORDERS: [Traversal; 2] = [Traversal::PostOrder, Traversal::PreOrder];

/// The names of the ops after one sweep, in program order; the sweep also changes each `x.a` that
/// it visits into `x.b`.
fn sweep(order: Traversal, text: &str, add: impl FnOnce(&mut RewritePatternSet)) -> Vec<String> {
    let ctx = test_context();
    let mut module = parse(&ctx, text);
    let mut patterns = RewritePatternSet::new();
    rename(&mut patterns, "a-to-b", 1, "x.a", "x.b");
    add(&mut patterns);
    let config = GreedyConfig::default()
        .with_traversal(order)
        .with_repeat(false)
        .with_simplify_regions(false);
    let (mut symbols, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
    apply_patterns_greedily(
        &mut module,
        &patterns.freeze(&ctx),
        &config,
        &mut symbols,
        &mut diagnostics,
    )
    .unwrap();
    module.own_ops().into_iter().map(|op| module.info(op).name().to_string()).collect()
}

/// The op after `op`, if it is one of that name.
fn next_of(body: &Body, op: OpId, name: &str) -> Result<OpId, MatchFailure> {
    let next = body.next_op(op).filter(|&next| body.info(next).name() == name);
    next.ok_or_else(|| MatchFailure::new("another op comes next"))
}

/// A pattern of `x.pull` that moves the ops `name` after it to the start of the block, one by one.
fn pull(patterns: &mut RewritePatternSet, name: &'static str) {
    patterns.add_rooted(PatternRoot::Op("x.pull"), "pull", 1, move |op, rewriter| {
        let body = rewriter.body();
        let pulled = next_of(body, op, name)?;
        let first = body.block(op).and_then(|block| body.first_op(block)).ok_or("no block")?;
        rewriter.move_op_before(first, pulled);
        rewriter.update_in_place(op, |_| ());
        Ok(())
    });
}

#[test]
fn ops_moved_before_the_cursor_are_visited() {
    let text = r#"
        "x.start"() : () -> ()
        "x.pull"() : () -> ()
        "x.a"() : () -> ()
        "x.a"() : () -> ()
        "x.last"() : () -> ()
    "#;
    for order in ORDERS {
        let left = sweep(order, text, |patterns| pull(patterns, "x.a"));
        assert_eq!(left, ["x.b", "x.b", "x.start", "x.pull", "x.last"], "{order:?}");
    }
}

#[test]
fn nested_ops_of_an_op_moved_before_the_cursor_are_visited() {
    let text = r#"
        "x.start"() : () -> ()
        "x.pull"() : () -> ()
        "x.nest"() ({
          "x.nest"() ({ "x.a"() : () -> () }) : () -> ()
          "x.a"() : () -> ()
        }) : () -> ()
        "x.last"() : () -> ()
    "#;
    for order in ORDERS {
        let left = sweep(order, text, |patterns| pull(patterns, "x.nest"));
        let wanted = ["x.nest", "x.nest", "x.b", "x.b", "x.start", "x.pull", "x.last"];
        assert_eq!(left, wanted, "{order:?}");
    }
}

#[test]
fn blocks_moved_before_the_cursor_are_visited() {
    let text = r#"
        "x.take"() ({}) : () -> ()
        "x.between"() ({ "x.a"() : () -> () }) : () -> ()
        "x.give"() ({
          "x.a"() : () -> ()
        ^bb1:
          "x.a"() : () -> ()
        }) : () -> ()
        "x.a"() : () -> ()
    "#;
    let take = |patterns: &mut RewritePatternSet| {
        patterns.add_rooted(PatternRoot::Op("x.take"), "take", 1, |op, rewriter| {
            let body = rewriter.body();
            let between = next_of(body, op, "x.between")?;
            let region: fn(&Body, OpId) -> RegionId = |body, op| body.regions(op)[0];
            for from in [between, next_of(body, between, "x.give")?] {
                let (from, to) = (region(rewriter.body(), from), region(rewriter.body(), op));
                if rewriter.body().entry_block(from).is_some() {
                    rewriter.move_region(from, to);
                    rewriter.update_in_place(op, |_| ());
                    return Ok(());
                }
            }
            Err(rewriter.notify_match_failure("there is nothing to take"))
        });
    };
    for order in ORDERS {
        let left = sweep(order, text, take);
        assert_eq!(
            left,
            ["x.take", "x.b", "x.b", "x.b", "x.between", "x.give", "x.b"],
            "{order:?}"
        );
    }
}

#[test]
fn a_sweep_continues_after_erased_ops() {
    let text = r#"
        "x.eat"() : () -> ()
        "x.a"() : () -> ()
        "x.eat"() : () -> ()
        "x.nest"() ({ "x.a"() : () -> () }) : () -> ()
        "x.nest"() ({
          "x.a"() : () -> ()
          "x.end_all"() : () -> ()
          "x.a"() : () -> ()
        }) : () -> ()
        "x.a"() : () -> ()
    "#;
    let erase = |patterns: &mut RewritePatternSet| {
        patterns.add_rooted(PatternRoot::Op("x.eat"), "eat", 1, |op, rewriter| {
            let next = rewriter.body().next_op(op).ok_or("nothing is left")?;
            if ["x.eat", "x.b"].contains(&rewriter.body().info(next).name()) {
                return Err(rewriter.notify_match_failure("not to be eaten"));
            }
            rewriter.erase_op(next);
            rewriter.erase_op(op);
            Ok(())
        });
        patterns.add_rooted(PatternRoot::Op("x.end_all"), "end", 1, |op, rewriter| {
            let around = rewriter.body().parent_op(op).ok_or("nothing is around it")?;
            rewriter.erase_op(around);
            Ok(())
        });
    };
    for order in ORDERS {
        assert_eq!(sweep(order, text, erase), ["x.b"], "{order:?}");
    }
}
