//! The analysis knows the ops of a dialect by their interfaces alone.

use super::{AliasAnalysis, AliasClass, AliasResult, UnderlyingObject};
use crate::rewrite::test_dialect::{FuncOp, TestDialect, parse};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::{LocationKind, UniquedLocation};
use pretty_assertions::assert_eq;
use smallvec::smallvec;

/// `a`: ops with the interfaces that the analysis asks.
struct AddressDialect;

impl Dialect for AddressDialect {
    const NAMESPACE: &'static str = "a";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<NewOp>();
        dialect.op::<AccessOp>();
        dialect.op::<ViewOp>();
        dialect.op::<SelectOp>();
        dialect.op::<GlobalOp>();
        dialect.op::<LoopOp>();
        dialect.op::<ChoiceOp>();
        dialect.op::<YieldOp>();
        dialect.op::<BranchOp>();
    }
}

/// Allocates.
#[op(name = "a.new", implements(MemoryEffectOpInterface))]
struct NewOp {
    #[result]
    memory: AnyType,
}

impl MemoryEffectOpInterface for NewOp {
    fn effects(op: NewOpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::on(EffectKind::Allocate, op.memory())]
    }
}

/// Writes its first operand; its results have any types.
#[op(name = "a.access", implements(MemoryEffectOpInterface))]
struct AccessOp {
    #[operand]
    memory: AnyType,
    #[operand]
    stored: Variadic<AnyType>,
    #[result]
    results: Variadic<AnyType>,
}

impl MemoryEffectOpInterface for AccessOp {
    fn effects(op: AccessOpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::on(EffectKind::Write, op.memory())]
    }
}

/// A view, complete if its attribute is set.
#[op(name = "a.view", traits(Pure), implements(ViewLikeOpInterface))]
struct ViewOp {
    #[operand]
    source: AnyType,
    #[attr]
    complete: Optional<UnitAttr>,
    #[result]
    result: AnyType,
}

impl ViewLikeOpInterface for ViewOp {
    fn view_source(op: ViewOpRef<'_>) -> ValueId {
        op.source().id()
    }

    fn is_known_to_be_complete_view(op: ViewOpRef<'_>) -> bool {
        op.complete().is_some()
    }
}

#[op(name = "a.select", traits(Pure), implements(SelectLikeOpInterface))]
struct SelectOp {
    #[operand]
    condition: AnyType,
    #[operand]
    yes: AnyType,
    #[operand]
    no: AnyType,
    #[result]
    result: AnyType,
}

impl SelectLikeOpInterface for SelectOp {
    fn condition(op: SelectOpRef<'_>) -> ValueId {
        SelectOpRef::condition(op).id()
    }

    fn true_value(op: SelectOpRef<'_>) -> ValueId {
        op.yes().id()
    }

    fn false_value(op: SelectOpRef<'_>) -> ValueId {
        op.no().id()
    }
}

/// The memory of a symbol, which is its own if the op's attribute is set.
#[op(name = "a.global", traits(Pure), implements(AddressOfGlobalOpInterface))]
struct GlobalOp {
    #[attr]
    symbol: FlatSymbolRefAttr,
    #[attr]
    own: Optional<UnitAttr>,
    #[result]
    result: AnyType,
}

impl AddressOfGlobalOpInterface for GlobalOp {
    fn symbol(op: GlobalOpRef<'_>) -> Option<Ident> {
        GlobalOpRef::symbol(op).as_flat_symbol(op.context())
    }

    fn is_own_memory(op: GlobalOpRef<'_>) -> bool {
        op.own().is_some()
    }
}

/// Carries all of its operands.
#[op(name = "a.loop", traits(RecursiveMemoryEffects), implements(LoopLikeOpInterface))]
struct LoopOp {
    #[operand]
    inits: Variadic<AnyType>,
    #[region]
    body: AnyRegion,
    #[result]
    results: Variadic<AnyType>,
}

impl LoopLikeOpInterface for LoopOp {
    fn inits(op: LoopOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        LoopOpRef::inits(op).ids().collect()
    }

    fn region_iter_args(op: LoopOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        SmallVec::from_slice(op.body().entry().map_or(&[][..], BlockRef::arguments))
    }

    fn yielded_values(op: LoopOpRef<'_>) -> SmallVec<[ValueId; 4]> {
        let end = op.body().entry().and_then(BlockRef::terminator);
        end.map_or_else(SmallVec::new, |end| end.operands().collect())
    }

    fn loop_results(op: LoopOpRef<'_>) -> Option<SmallVec<[ValueId; 4]>> {
        Some(op.results().ids().collect())
    }
}

/// One of its regions gives its results.
#[op(name = "a.choice", traits(RecursiveMemoryEffects), implements(RegionBranchOpInterface))]
struct ChoiceOp {
    #[region]
    regions: Variadic<AnyRegion>,
    #[result]
    results: Variadic<AnyType>,
}

impl RegionBranchOpInterface for ChoiceOp {}

#[op(name = "a.yield", traits(Pure, Terminator, ReturnLike))]
struct YieldOp {
    #[operand]
    values: Variadic<AnyType>,
}

#[op(name = "a.branch", traits(Pure, Terminator))]
struct BranchOp {
    #[operand]
    values: Variadic<AnyType>,
}

/// The function that the text is the body of, and its values: what an op at the location "x" gives
/// is `x`, `x#1` and so on; `x@0` is an argument of its regions. The arguments of the function's
/// blocks are `bb0.0` and so on.
struct Function {
    module: Body,
    aliases: AliasAnalysis,
}

const MEMREF: &str = "memref<4xf64>";

/// Parses ops in which `M` is a type of memory.
fn function(text: &str) -> Function {
    let ctx = Context::new();
    ctx.load::<TestDialect>();
    ctx.load::<AddressDialect>();
    let text = format!(
        "\"t.func\"() ({{ ^bb0(%x: M, %y: M, %c: i1): {text} }}) {{sym_name = \"f\"}} : () -> ()"
    );
    let module = parse(&ctx, &text.replace("M", MEMREF));
    Function { module, aliases: AliasAnalysis::default() }
}

impl Function {
    fn body(&self) -> &Body {
        let (_, body) = self.module.children().next().expect("a function");
        assert!(FuncOp::is(body, body.root()));
        body
    }

    fn value(&self, name: &str) -> ValueId {
        let body = self.body();
        if let Some((block, index)) = name.strip_prefix("bb").and_then(|rest| rest.split_once('.'))
        {
            let mut blocks = body.blocks(body.regions(body.root())[0]);
            let block = blocks.nth(block.parse().expect("a number")).expect("a block");
            return body.arguments(block)[index.parse::<usize>().expect("a number")];
        }
        let (op, index) = name.split_once(['#', '@']).unwrap_or((name, "0"));
        let index: usize = index.parse().expect("a number");
        let ctx = body.context();
        let is_at = |&id: &OpId| {
            matches!(body.location(id).kind(ctx),
                LocationKind::Uniqued(UniquedLocation::Name { name, .. }) if name.text(ctx) == op)
        };
        let id = body.own_ops().into_iter().find(is_at).expect("an op at the location");
        if name.contains('@') {
            let block = body.entry_block(body.regions(id)[0]).expect("a block");
            return body.arguments(block)[index];
        }
        body.result(id, index)
    }

    #[track_caller]
    fn check(&self, cases: &[(&str, &str, AliasResult)]) {
        for &(a, b, expected) in cases {
            let [first, second] = [a, b].map(|name| self.value(name));
            for (first, second) in [(first, second), (second, first)] {
                let found = self.aliases.alias(self.body(), first, second);
                assert_eq!(found, expected, "{a}, {b}");
            }
            // Classes are coarser.
            let classes = [first, second].map(|value| self.aliases.class(self.body(), value));
            if first != second && !classes[0].may_alias(classes[1]) {
                assert_eq!(expected, No, "{a}, {b}: {classes:?}");
            }
        }
    }

    fn objects(&self, name: &str) -> Vec<UnderlyingObject> {
        self.aliases.underlying_objects(self.body(), self.value(name))
    }
}

use AliasResult::{May, Must, No};

const TWO: &str = "%a = \"a.new\"() : () -> M loc(\"a\")
                   %b = \"a.new\"() : () -> M loc(\"b\")";

#[test]
fn allocations_and_arguments() {
    let function = function(&format!("{TWO}\n \"a.yield\"() : () -> ()"));
    function.check(&[
        ("a", "a", Must),
        ("a", "b", No),
        ("a", "bb0.0", No),
        ("bb0.0", "bb0.1", May),
        ("bb0.0", "bb0.0", Must),
    ]);
    let a = function.value("a");
    assert_eq!(function.objects("a"), [UnderlyingObject::Allocation(a)]);
    assert_eq!(function.aliases.class(function.body(), a), AliasClass::Private);
}

#[test]
fn views_are_their_source_or_a_part_of_it() {
    function(&format!(
        "{TWO}
         %p = \"a.view\"(%a) : (M) -> M loc(\"p\")
         %q = \"a.view\"(%p) {{complete}} : (M) -> M loc(\"q\")
         %r = \"a.view\"(%a) {{complete}} : (M) -> M loc(\"r\")
         %s = \"a.view\"(%r) {{complete}} : (M) -> M loc(\"s\")
         \"a.yield\"() : () -> ()"
    ))
    .check(&[
        ("a", "p", May),
        ("a", "q", May),
        ("p", "q", Must),
        ("a", "r", Must),
        ("a", "s", Must),
        ("q", "s", May),
        ("q", "b", No),
        ("q", "bb0.0", No),
    ]);
}

#[test]
fn selects_are_either_operand() {
    let function = function(&format!(
        "{TWO}
         %d = \"a.new\"() : () -> M loc(\"d\")
         %s = \"a.select\"(%c, %a, %b) : (i1, M, M) -> M loc(\"s\")
         \"a.yield\"() : () -> ()"
    ));
    function.check(&[("s", "a", May), ("s", "b", May), ("s", "d", No), ("s", "bb0.0", No)]);
    let objects = ["a", "b"].map(|name| UnderlyingObject::Allocation(function.value(name)));
    assert_eq!(function.objects("s"), objects);
}

#[test]
fn globals_are_told_apart_by_their_symbols() {
    let global = |name: &str, symbol: &str, own: &str| {
        format!("%{name} = \"a.global\"() {{symbol = @{symbol}{own}}} : () -> M loc(\"{name}\")\n")
    };
    let text = global("g", "g", ", own")
        + &global("same", "g", ", own")
        + &global("h", "h", ", own")
        + &global("other", "other", "")
        + &global("again", "other", "");
    function(&format!("{TWO}\n {text} \"a.yield\"() : () -> ()")).check(&[
        ("g", "same", Must),
        ("g", "h", No),
        ("g", "other", May),
        ("other", "again", Must),
        ("g", "bb0.0", May),
        ("g", "a", No),
        ("other", "a", No),
    ]);
}

/// A loop that begins with `inits` and yields `yielded`.
fn exchange(inits: [&str; 2], yielded: [&str; 2]) -> Function {
    function(&format!(
        "{TWO}
         %r:2 = \"a.loop\"(%{}, %{}) ({{ ^bb0(%p: M, %q: M):
           \"a.yield\"(%{}, %{}) : (M, M) -> ()
         }}) : (M, M) -> (M, M) loc(\"r\")
         \"a.yield\"() : () -> ()",
        inits[0], inits[1], yielded[0], yielded[1]
    ))
}

#[test]
fn loops_that_exchange_memory() {
    for yielded in [["p", "q"], ["q", "p"]] {
        exchange(["a", "b"], yielded).check(&[
            ("r@0", "r@1", No),
            ("r#0", "r#1", No),
            ("r#0", "bb0.0", No),
        ]);
        exchange(["a", "a"], yielded).check(&[("r@0", "r@1", May), ("r#0", "r#1", May)]);
        exchange(["x", "y"], yielded).check(&[("r@0", "r@1", May), ("r#0", "r#1", May)]);
    }
    // The first one stays, the second one stays.
    exchange(["a", "b"], ["p", "q"]).check(&[("r@0", "a", May), ("r@0", "b", No)]);
    // Either one, after an exchange.
    exchange(["a", "b"], ["q", "p"]).check(&[("r@0", "a", May), ("r#0", "b", May)]);
    // Both are the second one from the second iteration on.
    exchange(["a", "b"], ["q", "q"]).check(&[("r@0", "r@1", May), ("r#0", "r#1", May)]);
    // Memory from outside of the loop comes in.
    exchange(["a", "b"], ["q", "a"]).check(&[("r@0", "r@1", May)]);
}

#[test]
fn results_of_regions() {
    function(&format!(
        "{TWO}
         %d = \"a.new\"() : () -> M loc(\"d\")
         %r:2 = \"a.choice\"() ({{
           \"a.yield\"(%a, %b) : (M, M) -> ()
         }}, {{
           \"a.yield\"(%b, %b) : (M, M) -> ()
         }}) : () -> (M, M) loc(\"r\")
         %u = \"t.unknown\"() : () -> M loc(\"u\")
         \"a.yield\"() : () -> ()"
    ))
    .check(&[
        ("r#0", "a", May),
        ("r#0", "b", May),
        ("r#1", "a", No),
        ("r#0", "r#1", May),
        ("r#0", "d", No),
        // Yielded to the op around it, memory has not escaped.
        ("a", "u", No),
        ("r#0", "u", No),
    ]);
}

#[test]
fn arguments_of_blocks() {
    let text = format!(
        "{TWO}
         %d = \"a.new\"() : () -> M loc(\"d\")
         %u = \"t.unknown\"() : () -> M loc(\"u\")
         \"a.branch\"()[^bb1(%a, %d : M, M), ^bb2(%b : M)] : () -> ()
       ^bb1(%p: M, %q: M):
         \"a.branch\"()[^bb1(%q, %p : M, M), ^bb2(%q : M)] : () -> ()
       ^bb2(%r: M):
         \"a.yield\"() : () -> ()
       ^bb3(%never: M):
         \"a.yield\"() : () -> ()"
    );
    function(&text).check(&[
        ("bb1.0", "a", May),
        ("bb1.0", "d", May),
        ("bb1.0", "b", No),
        ("bb1.0", "bb1.1", May),
        ("bb2.0", "a", May),
        ("bb2.0", "b", May),
        ("bb2.0", "bb0.0", No),
        ("bb2.0", "u", No),
        // Of a block that nothing enters, nothing is known.
        ("bb3.0", "bb0.0", May),
    ]);
}

#[test]
fn memory_escapes_unless_it_is_only_accessed() {
    for (using, escapes) in [
        ("", false),
        ("\"a.access\"(%a) : (M) -> ()", false),
        ("%v = \"a.access\"(%a) : (M) -> f64", false),
        ("%v = \"a.access\"(%a) : (M) -> tensor<4xf64>", false),
        ("%v = \"a.access\"(%a) : (M) -> vector<4xindex>", false),
        // Other memory is stored in it.
        ("\"a.access\"(%a, %b) : (M, M) -> ()", false),
        // It is stored in other memory.
        ("\"a.access\"(%x, %a) : (M, M) -> ()", true),
        // The result may be its address.
        ("%v = \"a.access\"(%a) : (M) -> M", true),
        ("\"t.unknown\"(%a) : (M) -> ()", true),
        ("%v = \"a.view\"(%a) : (M) -> M\n \"a.access\"(%v) : (M) -> ()", false),
        ("%v = \"a.view\"(%a) : (M) -> M\n \"t.unknown\"(%v) : (M) -> ()", true),
        ("%v = \"a.select\"(%c, %a, %b) : (i1, M, M) -> M", false),
        (
            "%v = \"a.select\"(%c, %x, %a) : (i1, M, M) -> M\n \"a.access\"(%x, %v) : (M, M) -> ()",
            true,
        ),
        ("\"t.unknown\"() ({ \"a.yield\"(%a) : (M) -> () }) : () -> ()", true),
        ("%r = \"a.loop\"(%a) ({ ^bb0(%p: M): \"a.yield\"(%p) : (M) -> () }) : (M) -> M", false),
        (
            "%r = \"a.loop\"(%b) ({ ^bb0(%p: M): \"a.yield\"(%a) : (M) -> () }) : (M) -> M
             \"t.unknown\"(%r) : (M) -> ()",
            true,
        ),
        // The end of the function may be a return.
        ("\"a.yield\"(%a) : (M) -> ()\n ^bb1:", true),
    ] {
        let text = format!(
            "{TWO}\n %u = \"t.unknown\"() : () -> M loc(\"u\")\n {using}\n \"a.yield\"() : () -> ()"
        );
        let expected = if escapes { May } else { No };
        let function = function(&text);
        let [a, u] = ["a", "u"].map(|name| function.value(name));
        assert_eq!(function.aliases.alias(function.body(), a, u), expected, "{using}");
        assert_eq!(function.aliases.alias(function.body(), a, function.value("bb0.0")), No);
    }
}

/// A pointer may be stored to its own memory; a memref has another type than its elements.
#[test]
fn pointers_that_are_stored_to_their_own_memory_escape() {
    let function = function(
        "%a = \"a.new\"() : () -> !t.pointer loc(\"a\")
         \"a.access\"(%a, %a) : (!t.pointer, !t.pointer) -> ()
         %u = \"t.unknown\"() : () -> !t.pointer loc(\"u\")
         %b = \"a.new\"() : () -> M loc(\"b\")
         \"a.access\"(%b, %b) : (M, M) -> ()
         \"a.yield\"() : () -> ()",
    );
    function.check(&[("a", "u", May), ("b", "u", No)]);
}

/// Each value takes its source's objects; too many of them are anything.
#[test]
fn many_values_are_followed_in_linear_time() {
    let views = |number: usize| -> String {
        (0..number)
            .map(|view| {
                let source = if view == 0 { "a".to_owned() } else { format!("v{}", view - 1) };
                format!("%v{view} = \"a.view\"(%{source}) : (M) -> M loc(\"v{view}\")\n")
            })
            .collect()
    };
    let few = function(&format!("{TWO}\n {} \"a.yield\"() : () -> ()", views(100)));
    few.check(&[("v99", "b", No), ("v99", "a", May), ("v99", "v50", May)]);
    let many = function(&format!("{TWO}\n {} \"a.yield\"() : () -> ()", views(900)));
    assert_eq!(many.objects("v899"), [UnderlyingObject::Any]);
    // `alias` compares the sources of views of views.
    many.check(&[("v899", "b", No), ("v899", "a", May)]);
}

/// Each loop begins with the results of the one before it, each of three memrefs.
#[test]
fn chains_of_exchanges_take_polynomial_time() {
    let chain = |length: usize| {
        let mut text = format!("{TWO}\n %d = \"a.new\"() : () -> M\n");
        let mut inits = "%a, %b, %d".to_owned();
        for number in 0..length {
            let name = format!("r{number}");
            text += &format!(
                "%{name}:3 = \"a.loop\"({inits}) ({{ ^bb0(%p: M, %q: M, %r: M):
                   \"a.yield\"(%q, %r, %p) : (M, M, M) -> ()
                 }}) : (M, M, M) -> (M, M, M) loc(\"{name}\")\n"
            );
            inits = format!("%{name}#0, %{name}#1, %{name}#2");
        }
        function(&(text + "\"a.yield\"() : () -> ()"))
    };
    chain(16).check(&[("r15@0", "r15@2", No), ("r15#0", "r15#1", No)]);
    // Longer chains are not followed.
    chain(20).check(&[("r19@0", "r19@2", May), ("r3#0", "r3#1", No)]);
}
