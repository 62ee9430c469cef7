//! The names in conversion targets.

use crate::{context, messages, panic_of, parse_registered};
use mlir_lite::conversion::{
    ConversionPatternSet, ConversionTarget, analyze_conversion, apply_partial_conversion,
};
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{ParseOptions, parse_module};
use pretty_assertions::assert_eq;

const TEXT: &str = "func @f(%a: f32, %m: memref<4xf32>, %t: tensor<?xf32>, %i: index) {
  %0 = addf %a, %a : f32
  %1 = load %m[%i] : memref<4xf32>
  %2 = dim %m, %i : memref<4xf32>
  %3 = dim %t, %i : tensor<?xf32>
  return
}";

/// The errors of a conversion without patterns.
fn errors(ctx: &Context, say: impl FnOnce(&mut ConversionTarget)) -> Vec<String> {
    let mut module = parse_registered(ctx, TEXT);
    let mut target = ConversionTarget::new(ctx);
    say(&mut target);
    let patterns = ConversionPatternSet::new().freeze(ctx);
    let mut diagnostics = Diagnostics::new();
    let mut symbols = SymbolRequests::new();
    let result =
        apply_partial_conversion(&mut module, &target, &patterns, &mut symbols, &mut diagnostics);
    let messages: Vec<String> = diagnostics.iter().map(|d| d.message.clone()).collect();
    assert_eq!(result.is_err(), !messages.is_empty());
    messages
}

/// The ops that a target without patterns cannot legalize.
fn illegal(say: impl FnOnce(&mut ConversionTarget)) -> Vec<String> {
    let messages = errors(&context(), say);
    let name = |message: &String| message.split('\'').nth(1).unwrap_or(message).to_string();
    messages.iter().map(name).collect()
}

#[test]
fn the_name_of_a_dialect_of_today_is_about_its_ops() {
    assert_eq!(illegal(|t| _ = t.add_illegal_dialect("arith")), ["std.addf"]);
    assert_eq!(illegal(|t| _ = t.add_illegal_dialect("memref")), ["std.load", "std.dim"]);
    // The dialect depends on the op.
    assert_eq!(illegal(|t| _ = t.add_illegal_dialect("tensor")), ["std.dim"]);
    assert_eq!(illegal(|t| _ = t.add_illegal_dialect("math")), Vec::<String>::new());
    let all = ["std.func", "std.addf", "std.load", "std.dim", "std.return"];
    let mut found = illegal(|t| _ = t.add_illegal_dialect("std"));
    found.sort();
    let mut wanted = all.to_vec();
    wanted.sort();
    assert_eq!(found, wanted);
}

#[test]
fn the_narrower_name_comes_first() {
    assert_eq!(
        illegal(|t| _ = t.add_legal_dialect("std").add_illegal_dialect("arith")),
        ["std.addf"]
    );
    assert_eq!(
        illegal(|t| _ = t.add_illegal_dialect("arith").add_legal_dialect("std")),
        ["std.addf"]
    );
    assert_eq!(
        illegal(|t| _ = t.add_illegal_dialect("arith").add_legal_op_named("addf")),
        Vec::<String>::new()
    );
    assert_eq!(illegal(|t| _ = t.add_dynamically_legal_dialect("arith", |_| false)), ["std.addf"]);
    assert_eq!(
        illegal(|t| _ = t.mark_dialect_dynamically_legal("arith").set_dynamic_legality(|_| false)),
        ["std.addf"]
    );
}

#[test]
fn ops_have_the_names_of_any_spelling() {
    for name in ["addf", "std.addf", "arith.addf"] {
        assert_eq!(illegal(|t| _ = t.add_illegal_op_named(name)), ["std.addf"], "{name}");
        assert_eq!(
            illegal(|t| _ = t.add_dynamically_legal_op_named(name, |_| false)),
            ["std.addf"],
            "{name}"
        );
        assert_eq!(
            illegal(|t| _ = t.add_illegal_dialect("arith").add_legal_op_named(name)),
            Vec::<String>::new(),
            "{name}"
        );
    }
}

/// A target may be made before the dialects that it names are loaded.
#[test]
fn names_are_looked_up_when_the_target_is_used() {
    for (dialect, op) in [("arith", "arith.addf"), ("std", "addf"), ("std", "std.addf")] {
        let ctx = Context::new();
        let mut early = ConversionTarget::new(&ctx);
        early.add_illegal_dialect(dialect).add_legal_op_named(op).add_legal_dialect("scf");
        ctx.load::<mlir_lite::dialects::standard::StdDialect>();
        let mut module = parse_registered(&ctx, TEXT);
        let patterns = ConversionPatternSet::new().freeze(&ctx);
        let mut diagnostics = Diagnostics::new();
        let function = module.children().next().expect("there is a function").0;
        let body = module.child_mut(function).expect("it has a body");
        let _ = apply_partial_conversion(
            body,
            &early,
            &patterns,
            &mut SymbolRequests::new(),
            &mut diagnostics,
        );
        let messages = messages(&diagnostics);
        assert!(!messages.contains("addf"), "{messages}");
        assert_eq!(messages.contains("std.load"), dialect == "std", "{messages}");
    }
}

#[test]
fn names_that_nothing_has_are_errors() {
    let prefix = "the conversion target names what nothing has: ";
    let wrong = |say: &dyn Fn(&mut ConversionTarget)| errors(&context(), say).join("\n");
    assert_eq!(
        wrong(&|t| _ = t.add_illegal_dialect("arithh")),
        format!("{prefix}no dialect 'arithh' is loaded; did you mean 'arith'?")
    );
    assert_eq!(
        wrong(&|t| _ = t.add_legal_dialect("arithh")),
        format!("{prefix}no dialect 'arithh' is loaded; did you mean 'arith'?")
    );
    assert_eq!(
        wrong(&|t| _ = t.add_illegal_op_named("std.addff")),
        format!("{prefix}dialect 'std' has no op 'addff'; did you mean 'std.addf'?")
    );
    assert_eq!(
        wrong(&|t| _ = t.add_legal_op_named("addff")),
        format!("{prefix}there is no op 'addff'; did you mean 'addf'?")
    );
    let found =
        wrong(&|t| _ = t.add_illegal_dialect("nonesuch").add_illegal_op_named("nonesuch2.op"));
    assert_eq!(found.lines().count(), 2, "{found}");
    let ctx = context();
    let mut module = parse_registered(&ctx, TEXT);
    let mut target = ConversionTarget::new(&ctx);
    target.add_illegal_dialect("arithh");
    let patterns = ConversionPatternSet::new().freeze(&ctx);
    let message = panic_of(|| analyze_conversion(&mut module, &target, &patterns));
    assert!(message.contains("did you mean 'arith'?"), "{message}");
}

#[test]
fn unregistered_dialects_may_be_named_where_they_are_allowed() {
    let ctx = context();
    let file = ctx.sources().add("test.mlir", "\"foo.op\"() : () -> ()").expect("there is room");
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    let mut module = parse_module(&ctx, &file, options, &mut diagnostics).expect("it is right");
    let mut target = ConversionTarget::new(&ctx);
    target.add_illegal_dialect("foo").add_legal_dialect("quux").add_legal_op_named("quux.op");
    let patterns = ConversionPatternSet::new().freeze(&ctx);
    let _ = apply_partial_conversion(
        &mut module,
        &target,
        &patterns,
        &mut SymbolRequests::new(),
        &mut diagnostics,
    );
    assert_eq!(
        messages(&diagnostics),
        "failed to legalize operation 'foo.op' that was explicitly marked illegal"
    );
}
