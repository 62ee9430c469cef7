//! Analyses: computed once, kept while they hold.

use super::*;
use mlir_lite::analysis::dominance::Dominance;
use mlir_lite::attributes::Attribute;
use pretty_assertions::assert_eq;
use std::any::TypeId;

/// How many ops a body has.
struct OpCount(usize);

impl Analysis for OpCount {
    const NAME: &'static str = "OpCount";
    type Parameters = ();
    fn compute(body: &Body, _: &(), _: &mut Analyses<'_>) -> Self {
        Self(body.own_ops().len())
    }
}

/// Holds as long as dominance does.
struct LikeDominance;

impl Analysis for LikeDominance {
    const NAME: &'static str = "LikeDominance";
    type Parameters = ();
    fn compute(_: &Body, _: &(), _: &mut Analyses<'_>) -> Self {
        Self
    }
    fn is_invalidated(&self, preserved: &PreservedAnalyses) -> bool {
        !preserved.contains::<Dominance>()
    }
}

/// Counts computations.
#[derive(Default)]
struct Counter(Vec<(&'static str, TypeId)>);

impl Instrumentation for Counter {
    fn after_analysis(&mut self, event: &AnalysisEvent<'_>) {
        self.0.push((event.name, event.id));
    }
}

/// Whether a body has more ops than the parameter says.
struct IsLarge(bool);

impl Analysis for IsLarge {
    const NAME: &'static str = "IsLarge";
    type Parameters = usize;
    fn compute(_: &Body, limit: &usize, analyses: &mut Analyses<'_>) -> Self {
        Self(analyses.get::<OpCount>().0 > *limit)
    }
}

/// Asks for `IsLarge` with a limit, and expects the answer.
fn ask_is_large(limit: usize, expected: bool) -> Test {
    Test::named("AskIsLarge", move |body, cx| {
        assert_eq!(cx.analysis_with::<IsLarge>(body, &limit).0, expected);
        Ok(())
    })
}

fn ask<A: Analysis<Parameters = ()>>() -> Test {
    Test::named("Ask", |body, cx| {
        cx.analysis::<A>(body);
        assert!(cx.cached_analysis::<A>(body).is_some());
        Ok(())
    })
}

fn change(preserve: fn(&mut PassContext<'_>)) -> Test {
    Test::named("Change", move |body, cx| {
        let (root, ctx) = (body.root(), body.context().clone());
        body.set_attr(root, ctx.ident("changed"), Attribute::UNIT);
        preserve(cx);
        Ok(())
    })
}

/// The names of the analyses that are computed when these passes run on one function.
fn computed(passes: impl IntoIterator<Item = Test>) -> Vec<&'static str> {
    let ctx = context();
    let mut manager = PassManager::new();
    let functions = manager.nest("std.func");
    for pass in passes {
        functions.add_pass(pass);
    }
    let mut counter = Counter::default();
    let mut options = RunOptions::default().with_instrumentations(vec![&mut counter]);
    let mut module = parse(&ctx, "func @f() {\n  return\n}");
    manager.run(&mut module, &mut options, &mut Diagnostics::new()).unwrap();
    counter.0.into_iter().map(|(name, _)| name).collect()
}

#[test]
fn a_change_invalidates_what_is_not_preserved() {
    let dominance = || [ask::<Dominance>(), change(|_| ()), ask::<Dominance>()];
    assert_eq!(computed(dominance()), ["DominanceInfo", "DominanceInfo"]);
    let preserving = change(|cx| cx.preserve_analysis::<Dominance>());
    assert_eq!(
        computed([ask::<Dominance>(), preserving.clone(), ask::<Dominance>()]),
        ["DominanceInfo"]
    );
    assert_eq!(computed([ask::<OpCount>(), preserving, ask::<OpCount>()]), ["OpCount", "OpCount"]);
    let all = change(|cx| cx.preserve_all_analyses());
    assert_eq!(computed([ask::<OpCount>(), all, ask::<OpCount>()]), ["OpCount"]);
}

#[test]
fn a_pass_that_changes_nothing_invalidates_nothing() {
    assert_eq!(computed([ask::<OpCount>(), ask::<OpCount>()]), ["OpCount"]);
}

#[test]
fn an_analysis_may_decide_itself() {
    let preserving = change(|cx| cx.preserve_analysis::<Dominance>());
    assert_eq!(
        computed([ask::<LikeDominance>(), preserving, ask::<LikeDominance>()]),
        ["LikeDominance"]
    );
}

#[test]
fn each_value_of_the_parameters_has_an_analysis() {
    let asked = [ask_is_large(0, true), ask_is_large(1, false), ask_is_large(0, true)];
    // It is the body of one op, which is counted once, by the first of them.
    assert_eq!(computed(asked), ["OpCount", "IsLarge", "IsLarge"]);
}

#[test]
fn an_analysis_holds_as_long_as_those_that_it_uses() {
    let both = change(|cx| {
        cx.preserve_analysis::<IsLarge>();
        cx.preserve_analysis::<OpCount>();
    });
    let asked = |change: Test| [ask_is_large(0, true), change, ask_is_large(0, true)];
    assert_eq!(computed(asked(both)), ["OpCount", "IsLarge"]);
    // Each of the two is needed.
    let itself = change(|cx| cx.preserve_analysis::<IsLarge>());
    assert_eq!(computed(asked(itself)), ["OpCount", "IsLarge", "OpCount", "IsLarge"]);
    let used = change(|cx| cx.preserve_analysis::<OpCount>());
    assert_eq!(computed(asked(used)), ["OpCount", "IsLarge", "IsLarge"]);
}

#[test]
fn an_analysis_is_never_out_of_date() {
    let ctx = context();
    let mut manager = PassManager::new();
    manager.nest("std.func").add_pass(Test::named("Erase", |body, cx| {
        assert_eq!(cx.analysis::<OpCount>(body).0, 2);
        let first = body.own_ops()[0];
        body.erase_op(first);
        assert!(cx.cached_analysis::<OpCount>(body).is_none());
        assert_eq!(cx.analysis::<OpCount>(body).0, 1);
        Ok(())
    }));
    assert_eq!(
        run_passes(&manager, &mut parse(&ctx, "func @f() {\n  \"t.op\"() : () -> ()\n  return\n}")),
        Ok(())
    );
}

#[test]
fn children_and_parents() {
    let ctx = context();
    let mut manager = PassManager::new();
    manager.add_pass(Test::named("Module", |module, cx| {
        let (first, _) = module.children().next().unwrap();
        assert!(cx.cached_child_analysis::<OpCount>(module, first).is_none());
        assert_eq!(cx.child_analysis::<OpCount>(module, first).unwrap().0, 1);
        assert!(cx.cached_child_analysis::<OpCount>(module, first).is_some());
        assert_eq!(cx.analysis::<OpCount>(module).0, 2);
        Ok(())
    }));
    manager.nest("std.func").add_pass(Test::named("Function", |body, cx| {
        assert_eq!(cx.cached_parent_analysis::<OpCount>().unwrap().0, 2);
        assert!(cx.cached_parent_analysis::<LikeDominance>().is_none());
        assert_eq!(cx.cached_analysis::<OpCount>(body).is_some(), symbol(body) == "f");
        Ok(())
    }));
    assert_eq!(run_passes(&manager, &mut parse(&ctx, TWO_FUNCTIONS)), Ok(()));
}

#[test]
fn the_counter_of_dominance_computations() {
    let ctx = context();
    let manager =
        parse_pipeline(&ctx, "func(cse,cse)", &registry(), &mut Diagnostics::new()).unwrap();
    let mut counter = Counter::default();
    let mut options = RunOptions::default().with_instrumentations(vec![&mut counter]);
    manager.run(&mut parse(&ctx, TWO_FUNCTIONS), &mut options, &mut Diagnostics::new()).unwrap();
    let dominance = TypeId::of::<Dominance>();
    assert_eq!(counter.0.iter().filter(|(_, id)| *id == dominance).count(), 2);
}
