//! The ops that the greedy driver visits, their order, and the IR that folds and patterns see
//! there.

use super::*;
use pretty_assertions::assert_eq;
use rustc_hash::FxHashSet;
use std::sync::Mutex;

/// A pattern of all ops that never applies, and records the ops on which it is tried.
fn witness(patterns: &mut RewritePatternSet) -> Arc<Mutex<Vec<String>>> {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let list = seen.clone();
    patterns.add_rooted(PatternRoot::Any, "witness", 1, move |op, rewriter| {
        let body = rewriter.body();
        let name = if op == body.root() { "root" } else { body.info(op).name() };
        list.lock().unwrap().push(name.to_string());
        Err(rewriter.notify_match_failure("only looking"))
    });
    seen
}

fn looked_at(text: &str, config: &GreedyConfig) -> Vec<String> {
    let ctx = test_context();
    let mut module = parse(&ctx, text);
    let mut patterns = RewritePatternSet::new();
    let seen = witness(&mut patterns);
    let (mut symbols, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
    apply_patterns_greedily(
        &mut module,
        &patterns.freeze(&ctx),
        config,
        &mut symbols,
        &mut diagnostics,
    )
    .unwrap();
    let seen = seen.lock().unwrap().clone();
    // Nothing changes, so there is one sweep; if something was dead there are two.
    let end = seen.iter().position(|name| name == "root").map_or(seen.len(), |end| end + 1);
    if config.traversal == Traversal::PostOrder { seen[..end].to_vec() } else { seen }
}

#[test]
fn an_op_comes_after_what_is_in_it_unless_it_is_to_come_before() {
    let text = r#"
        "x.first"() : () -> ()
        "x.outer"() ({
          "x.one"() : () -> ()
          "x.inner"() ({
            "x.two"() : () -> ()
          }) : () -> ()
        ^other:
          "x.three"() : () -> ()
        }, {
          "x.four"() : () -> ()
        }) : () -> ()
        "x.last"() : () -> ()
    "#;
    let post =
        ["x.first", "x.one", "x.two", "x.inner", "x.three", "x.four", "x.outer", "x.last", "root"];
    // A block that is not reached is erased after the sweep; a second one finds nothing to do.
    assert_eq!(looked_at(text, &GreedyConfig::default().with_simplify_regions(false)), post);
    let pre =
        ["root", "x.first", "x.outer", "x.one", "x.inner", "x.two", "x.three", "x.four", "x.last"];
    let config =
        GreedyConfig::default().with_traversal(Traversal::PreOrder).with_simplify_regions(false);
    assert_eq!(looked_at(text, &config), pre);
}

/// Chains of dead ops, also in and around regions, are erased before the first visit.
#[test]
fn dead_ops_are_not_looked_at() {
    let text = r#"
        %0 = "x.value"() : () -> i64
        %1 = "t.neg"(%0) : (i64) -> i64
        %2 = "t.add"(%1, %1) : (i64, i64) -> i64
        %3 = "t.loop"() ({
          %4 = "t.neg"(%2) : (i64) -> i64
          "t.yield"(%4) : (i64) -> ()
        }) : () -> i64
        %5 = "t.const"() {value = 1 : i64} : () -> i64
    "#;
    for traversal in [Traversal::PostOrder, Traversal::PreOrder] {
        let looks = looked_at(text, &GreedyConfig::default().with_traversal(traversal));
        assert!(looks.iter().all(|name| name == "x.value" || name == "root"), "{looks:?}");
    }
}

/// `t.middle` folds to its first operand if the second, and no other, is a constant.
#[test]
fn folds_see_the_constants_among_the_operands() {
    let text = r#"
        %0 = "x.value"() : () -> i64
        %1 = "t.const"() {value = 1 : i64} : () -> i64
        %2 = "t.middle"(%0, %1, %0) : (i64, i64, i64) -> i64
        %3 = "t.middle"(%1, %1, %0) : (i64, i64, i64) -> i64
        "x.use"(%2, %3) : (i64, i64) -> ()
    "#;
    let expected = r#"%0 = "t.const"() {value = 1 : i64} : () -> i64
%1 = "x.value"() : () -> i64
%2 = "t.middle"(%0, %0, %1) : (i64, i64, i64) -> i64
"x.use"(%1, %2) : (i64, i64) -> ()
"#;
    assert_eq!(canonical(text), expected);
}

/// Counts the constants that folding creates and that are live at a time.
#[derive(Default)]
struct Created {
    live: FxHashSet<OpId>,
    most: usize,
    all: usize,
}

impl RewriteListener for Created {
    fn op_inserted(&mut self, _body: &Body, op: OpId) {
        self.live.insert(op);
        self.most = self.most.max(self.live.len());
        self.all += 1;
    }
    fn op_erased(&mut self, _body: &Body, op: OpId) {
        self.live.remove(&op);
    }
}

/// Of a thousand intermediate sums, only a few are kept at a time.
#[test]
fn constants_on_the_way_do_not_pile_up() {
    let ctx = test_context();
    let sums = 1000;
    let mut text = "%0 = \"t.const\"() {value = 1 : i64} : () -> i64\n".to_string();
    for sum in 1..=sums {
        let (a, b) = (sum - 1, 0);
        text += &format!("%{sum} = \"t.add\"(%{a}, %{b}) : (i64, i64) -> i64\n");
    }
    text += &format!("\"x.use\"(%{sums}) : (i64) -> ()\n");
    let mut module = parse(&ctx, &text);
    let mut created = Created::default();
    let (mut symbols, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
    apply_patterns_greedily_with(
        &mut created,
        &mut module,
        &RewritePatternSet::new().freeze(&ctx),
        &GreedyConfig::default(),
        &mut symbols,
        &mut diagnostics,
    )
    .unwrap();
    assert_eq!(created.all, sums);
    assert!(created.most < 200, "{} constants at a time", created.most);
    let [constant, _] = module.own_ops()[..] else { panic!("a constant and its use are left") };
    assert_eq!(
        constant_value(&module, module.result(constant, 0)),
        Some(ctx.i64_attr(1 + sums as i64))
    );
}

/// Of a thousand constants of three kinds, a few hundred are left when the sweep reaches the last
/// op, and three in the end.
#[test]
fn equal_constants_do_not_pile_up() {
    let ctx = test_context();
    let constant = |name: usize, value: usize| {
        format!("%{name} = \"t.const\"() {{value = {value} : i64}} : () -> i64\n")
    };
    let text: String = (0..1000)
        .map(|i| constant(i, i % 3) + &format!("\"x.use\"(%{i}) : (i64) -> ()\n"))
        .collect();
    let mut module = parse(&ctx, &(text + "\"x.last\"() : () -> ()\n"));
    let counted = Arc::new(Mutex::new(None));
    let count = counted.clone();
    let mut patterns = RewritePatternSet::new();
    patterns.add_rooted(PatternRoot::Any, "count", 1, move |op, rewriter| {
        let body = rewriter.body();
        if body.info(op).name() == "x.last" {
            let constants = body.walk().filter(|op| body.info(op.id()).name() == "t.const").count();
            count.lock().unwrap().get_or_insert(constants);
        }
        Err(rewriter.notify_match_failure("only counting"))
    });
    let (mut symbols, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
    let (patterns, config) = (patterns.freeze(&ctx), GreedyConfig::default());
    apply_patterns_greedily(&mut module, &patterns, &config, &mut symbols, &mut diagnostics)
        .unwrap();
    let counted = counted.lock().unwrap().unwrap();
    assert!((3..300).contains(&counted), "{counted} constants are left");
    let constants = (0..3).map(|i| constant(i, i));
    let uses = (0..1000).map(|i| format!("\"x.use\"(%{}) : (i64) -> ()\n", i % 3));
    assert_eq!(
        print(&module),
        constants.chain(uses).chain(["\"x.last\"() : () -> ()\n".into()]).collect::<String>()
    );
}

/// An op that is changed into a constant is recorded as one, and an op that is changed from a
/// constant is forgotten.
#[test]
fn ops_become_constants_and_cease_to_be() {
    let ctx = test_context();
    let text = r#"
        %0 = "t.neg"() {value = 1 : i64} : () -> i64
        "x.use"(%0) : (i64) -> ()
    "#;
    let mut module = parse(&ctx, text);
    let op = module.own_ops()[0];
    let value = module.result(op, 0);
    assert_eq!(constant_value(&module, value), None);
    module.rename_op(op, ConstOp::name(&ctx));
    assert_eq!(constant_value(&module, value), Some(ctx.i64_attr(1)));
    module.rename_op(op, NegOp::name(&ctx));
    assert_eq!(constant_value(&module, value), None);
}

/// Ops are built before the root, even if it moves, and after it once it is erased; updated ops are
/// visited again.
#[test]
fn the_rewriter_erases_replaces_and_updates() {
    let text = r#"
        %0 = "x.value"() : () -> i64
        "x.gone"() : () -> ()
        %1 = "x.old"(%0) : (i64) -> i64
        "x.use"(%1) : (i64) -> ()
    "#;
    let mut patterns = RewritePatternSet::new();
    patterns.add_rooted(PatternRoot::Op("x.gone"), "erase", 1, |root, rewriter| {
        let ctx = rewriter.context().clone();
        rewriter.create(op(&ctx, "x.before", &[], &[]));
        rewriter.erase_op(root);
        rewriter.create(op(&ctx, "x.after", &[], &[]));
        Ok(())
    });
    patterns.add_rooted(PatternRoot::Op("x.old"), "replace", 1, |root, rewriter| {
        let operands = rewriter.body().operand_list(root);
        let location = rewriter.body().location(root);
        rewriter.replace_op_with(root, |rewriter| {
            rewriter.create_simple::<NegOp>(location, &operands, &[Type::I64])
        });
        Ok(())
    });
    rename(&mut patterns, "use-to-used", 1, "x.marked", "x.used");
    patterns.add_rooted(PatternRoot::Op("x.use"), "mark", 1, |root, rewriter| {
        let name = rewriter.context().op_name("x.marked");
        rewriter.update_in_place(root, |body| body.rename_op(root, name));
        Ok(())
    });
    let expected = r#"%0 = "x.value"() : () -> i64
"x.before"() : () -> ()
"x.after"() : () -> ()
%1 = "t.neg"(%0) : (i64) -> i64
"x.used"(%1) : (i64) -> ()
"#;
    assert_eq!(canonical_with(text, patterns), expected);
}
