//! Conversions of small programs. Expected texts are derived by hand from
//! MLIR's documentation of dialect conversion.

mod legality;
mod signatures;

use super::*;
use crate::rewrite::test_dialect::{AddOp, ConstOp, FuncOp, LoopOp, parse, print, test_context};
use crate::rewrite::{MatchResult, PatternRoot, RewritePatternSet};
use mlir_lite::context::Context;
use mlir_lite::ir::body::OperationState;
use mlir_lite::ir::{
    Body, InsertionPoint, Location, OpBuilder, OpDefinition, OpId, SymbolRequests, ValueId,
};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn messages(diagnostics: &Diagnostics) -> String {
    diagnostics
        .iter()
        .flat_map(|d| {
            let notes = d.notes.iter().map(|note| format!("note: {}", note.message));
            std::iter::once(d.message.clone()).chain(notes)
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn convert(
    module: &mut Body,
    target: &ConversionTarget,
    patterns: ConversionPatternSet,
    mode: ConversionMode,
) -> Result<(), String> {
    let ctx = module.context().clone();
    let mut diagnostics = Diagnostics::new();
    let mut symbols = SymbolRequests::new();
    let patterns = patterns.freeze(&ctx);
    convert_bodies(module, target, &patterns, mode, |_| {}, &mut symbols, &mut diagnostics)
        .map_err(|_| messages(&diagnostics))
}

/// The text after a partial conversion, or the errors; on errors the module
/// must be what it was.
fn partial(
    text: &str,
    target: impl FnOnce(&mut ConversionTarget),
    patterns: impl FnOnce(&Context) -> ConversionPatternSet,
) -> Result<String, String> {
    run(text, ConversionMode::Partial, target, patterns)
}

fn run(
    text: &str,
    mode: ConversionMode,
    say: impl FnOnce(&mut ConversionTarget),
    patterns: impl FnOnce(&Context) -> ConversionPatternSet,
) -> Result<String, String> {
    let ctx = test_context();
    let mut module = parse(&ctx, text);
    let before = print(&module);
    let mut target = ConversionTarget::new(&ctx);
    target.add_legal_dialect("builtin").add_legal_dialect("ok");
    say(&mut target);
    let result = convert(&mut module, &target, patterns(&ctx), mode);
    let after = print(&module);
    if result.is_err() {
        assert_eq!(after, before);
    }
    result.map(|()| after)
}

fn create<B: OpBuilder>(
    rewriter: &mut B,
    name: &str,
    operands: &[ValueId],
    results: &[Type],
) -> OpId {
    let name = rewriter.context().op_name(name);
    rewriter
        .create(OperationState::new(name, Location::UNKNOWN).operands(operands).results(results))
}

/// Replaces an op by another on the replacements of its operands, with its result types converted.
fn rename(
    op: OpId,
    operands: &[ValueId],
    rewriter: &mut ConversionPatternRewriter<'_>,
    to: &str,
) -> MatchResult {
    let mut types = rewriter.body().result_types(op);
    if rewriter.type_converter().is_some() {
        for ty in &mut types {
            *ty = rewriter.convert_type(*ty)?;
        }
    }
    let new = create(rewriter, to, operands, &types);
    let values: Vec<_> = rewriter.body().results(new).collect();
    rewriter.replace_op(op, &values);
    Ok(())
}

fn add_rename(
    patterns: &mut ConversionPatternSet,
    from: &'static str,
    to: &'static str,
    generated: &'static [&'static str],
) {
    patterns.add_rooted(
        PatternRoot::Op(from),
        from,
        1,
        generated,
        move |op, operands, rewriter| rename(op, operands, rewriter, to),
    );
}

fn renames(list: &[(&'static str, &'static str)]) -> ConversionPatternSet {
    let mut patterns = ConversionPatternSet::new();
    for &(from, to) in list {
        add_rename(&mut patterns, from, to, &[]);
    }
    patterns
}

/// `i1` becomes `i8`, `f64` two `i32`, `none` nothing; all other types stay.
fn converter(ctx: &Context) -> TypeConverter {
    let mut converter = TypeConverter::new(ctx);
    converter.add_conversion(|_, ty| match ty {
        Type::I1 => Type::I8.into(),
        Type::F64 => vec![Type::I32, Type::I32].into(),
        Type::NONE => vec![].into(),
        _ => TypeConversion::from(ty),
    });
    converter
}

#[test]
fn transitive_legalization_leaves_nothing_in_between() {
    let text = "%0 = \"bar.add\"() : () -> i64\n\"ok.use\"(%0) : (i64) -> ()\n";
    let say = |target: &mut ConversionTarget| {
        target.add_legal_op_named("foo.add").add_illegal_dialect("bar");
    };
    let patterns = |_: &Context| renames(&[("bar.add", "baz.add"), ("baz.add", "foo.add")]);
    let expected = "%0 = \"foo.add\"() : () -> i64\n\"ok.use\"(%0) : (i64) -> ()\n";
    assert_eq!(partial(text, say, patterns), Ok(expected.to_string()));
}

#[test]
fn a_pattern_fails_whose_result_nothing_legalizes() {
    let text = "\"bar.add\"() : () -> ()\n\"ok.other\"() : () -> ()\n";
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("bar");
    };
    let error = partial(text, say, |_| renames(&[("bar.add", "baz.add")])).unwrap_err();
    assert_eq!(
        error,
        "failed to legalize operation 'bar.add' that was explicitly marked illegal\n\
         note: pattern 'bar.add': 'baz.add', which it has created, cannot be legalized"
    );
}

#[test]
fn full_conversion_needs_all_ops_legal_and_reports_each_kind_once() {
    let text = "\"x.a\"() : () -> ()\n\"x.b\"() : () -> ()\n\"x.a\"() : () -> ()\n";
    let patterns = |_: &Context| renames(&[]);
    assert_eq!(partial(text, |_| (), patterns), Ok(text.to_string()));
    let error = run(text, ConversionMode::Full, |_| (), patterns).unwrap_err();
    assert_eq!(
        error,
        "failed to legalize operation 'x.a'\nnote: there is no pattern for 'x.a'\nnote: and 1 more \
            of these operations\n\
         failed to legalize operation 'x.b'\nnote: there is no pattern for 'x.b'"
    );
}

#[test]
fn the_shortest_way_is_taken() {
    // Of higher benefit, but two steps away from legal ops.
    let patterns = |_: &Context| {
        let mut patterns = ConversionPatternSet::new();
        patterns.add_rooted(
            PatternRoot::Op("x.a"),
            "far",
            9,
            &["x.b"],
            |op, operands, rewriter| rename(op, operands, rewriter, "x.b"),
        );
        add_rename(&mut patterns, "x.a", "ok.near", &["ok.near"]);
        add_rename(&mut patterns, "x.b", "ok.far", &["ok.far"]);
        patterns
    };
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("x");
    };
    assert_eq!(
        partial("\"x.a\"() : () -> ()", say, patterns),
        Ok("\"ok.near\"() : () -> ()\n".into())
    );
}

#[test]
fn an_op_overrides_its_dialect_and_dynamic_legality_inspects_the_op() {
    let text = "\"x.a\"() : () -> ()\n\"x.b\"() {keep} : () -> ()\n\"x.b\"() : () -> ()\n\"x.c\"() \
        : () -> ()\n";
    let say = |target: &mut ConversionTarget| {
        target.add_legal_dialect("x").add_illegal_op_named("x.a");
        target.add_dynamically_legal_op_named("x.b", |op| op.attr_named("keep").is_some());
    };
    let patterns = |_: &Context| renames(&[("x.a", "ok.a"), ("x.b", "ok.b"), ("x.c", "ok.c")]);
    let expected = "\"ok.a\"() : () -> ()\n\"x.b\"() {keep} : () -> ()\n\"ok.b\"() : () -> \
        ()\n\"x.c\"() : () -> ()\n";
    assert_eq!(partial(text, say, patterns), Ok(expected.to_string()));
}

#[test]
fn what_is_in_a_recursively_legal_op_may_stay() {
    let text = "\"t.loop\"() ({\n  \"x.a\"() : () -> ()\n}) : () -> ()\n\"x.a\"() : () -> ()\n";
    let say = |target: &mut ConversionTarget| {
        target
            .add_illegal_dialect("x")
            .add_legal_op::<LoopOp>()
            .mark_op_recursively_legal::<LoopOp>(|_| true);
    };
    let expected =
        "\"t.loop\"() ({\n  \"x.a\"() : () -> ()\n}) : () -> ()\n\"ok.a\"() : () -> ()\n";
    assert_eq!(partial(text, say, |_| renames(&[("x.a", "ok.a")])), Ok(expected.to_string()));
}

#[test]
fn folding_is_tried_first() {
    let text = r#"
        %0 = "t.const"() {value = 1 : i64} : () -> i64
        %1 = "t.add"(%0, %0) : (i64, i64) -> i64
        "ok.use"(%1) : (i64) -> ()
    "#;
    let say = |target: &mut ConversionTarget| {
        target.add_legal_op::<ConstOp>().add_illegal_op::<AddOp>();
    };
    let expected = r#"%0 = "t.const"() {value = 1 : i64} : () -> i64
%1 = "t.const"() {value = 2 : i64} : () -> i64
"ok.use"(%1) : (i64) -> ()
"#;
    assert_eq!(partial(text, say, |_| renames(&[("t.add", "ok.add")])), Ok(expected.to_string()));
}

#[test]
fn patterns_that_know_nothing_of_conversions_are_applied_too() {
    let text = "%0 = \"x.a\"() : () -> i64\n\"x.b\"(%0) : (i64) -> ()\n";
    let patterns = |_: &Context| {
        let mut rewrites = RewritePatternSet::new();
        for (from, to) in [("x.a", "ok.a"), ("x.b", "ok.b")] {
            rewrites.add_rooted(PatternRoot::Op(from), from, 1, move |op, rewriter| {
                let operands = rewriter.body().operand_list(op);
                let types = rewriter.body().result_types(op);
                let new = create(rewriter, to, &operands, &types);
                let values: Vec<_> = rewriter.body().results(new).collect();
                rewriter.replace_op(op, &values);
                Ok(())
            });
        }
        let mut patterns = ConversionPatternSet::new();
        patterns.add_rewrites(rewrites);
        patterns
    };
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("x");
    };
    let expected = "%0 = \"ok.a\"() : () -> i64\n\"ok.b\"(%0) : (i64) -> ()\n";
    assert_eq!(partial(text, say, patterns), Ok(expected.to_string()));
}

#[test]
fn operands_come_converted_and_casts_between_converted_ops_vanish() {
    let text = "%0 = \"x.a\"() : () -> i1\n%1 = \"x.b\"(%0, %0) : (i1, i1) -> i1\n\"x.c\"(%1) : \
        (i1) -> ()\n";
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("x");
    };
    let patterns = |ctx: &Context| {
        let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter(ctx)));
        for (from, to) in [("x.a", "ok.a"), ("x.b", "ok.b"), ("x.c", "ok.c")] {
            add_rename(&mut patterns, from, to, &[]);
        }
        patterns
    };
    let expected = "%0 = \"ok.a\"() : () -> i8\n%1 = \"ok.b\"(%0, %0) : (i8, i8) -> \
        i8\n\"ok.c\"(%1) : (i8) -> ()\n";
    assert_eq!(partial(text, say, patterns), Ok(expected.to_string()));
}

#[test]
fn a_missing_materialization_fails_the_conversion() {
    let text = "%0 = \"x.a\"() : () -> i1\n\"ok.use\"(%0) : (i1) -> ()\n";
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("x");
    };
    let patterns = |ctx: &Context| {
        let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter(ctx)));
        add_rename(&mut patterns, "x.a", "ok.a", &[]);
        patterns
    };
    let error = partial(text, say, patterns).unwrap_err();
    assert_eq!(
        error,
        "failed to legalize unresolved materialization from ('i8') to ('i1') that remained live \
            after conversion\n\
         note: see existing live user here: 'ok.use'"
    );
}

#[test]
fn source_and_target_materializations_bridge_what_stays() {
    let text = "%0 = \"ok.def\"() : () -> i1\n%1 = \"x.a\"(%0, %0) : (i1, i1) -> \
        i1\n\"ok.use\"(%1) : (i1) -> ()\n";
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("x");
    };
    let patterns = |ctx: &Context| {
        let mut converter = converter(ctx);
        converter.add_source_materialization(|builder, ty, values| {
            let op = create_dyn(builder, "ok.source", values, ty);
            builder.body().result(op, 0)
        });
        converter.add_target_materialization(|builder, ty, values| {
            let op = create_dyn(builder, "ok.target", values, ty);
            builder.body().result(op, 0)
        });
        let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter));
        add_rename(&mut patterns, "x.a", "ok.a", &[]);
        patterns
    };
    let expected = r#"%0 = "ok.def"() : () -> i1
%1 = "ok.target"(%0) : (i1) -> i8
%2 = "ok.a"(%1, %1) : (i8, i8) -> i8
%3 = "ok.source"(%2) : (i8) -> i1
"ok.use"(%3) : (i1) -> ()
"#;
    assert_eq!(partial(text, say, patterns), Ok(expected.to_string()));
}

fn create_dyn(builder: &mut dyn OpBuilder, name: &str, operands: &[ValueId], ty: Type) -> OpId {
    let name = builder.context().op_name(name);
    builder.create(OperationState::new(name, Location::UNKNOWN).operands(operands).results(&[ty]))
}

#[test]
fn a_pattern_is_not_called_where_its_operands_cannot_be_made() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let text = "%0 = \"ok.def\"() : () -> i1\n\"x.a\"(%0) : (i1) -> ()\n";
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("x");
    };
    let patterns = |ctx: &Context| {
        let mut converter = converter(ctx);
        converter.add_target_materialization(|_, _, _| Materialization::Fail);
        let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter));
        patterns.add_rooted(PatternRoot::Op("x.a"), "never", 1, &[], |_, _, _| {
            CALLS.fetch_add(1, Ordering::Relaxed);
            Err("called".into())
        });
        patterns
    };
    let error = partial(text, say, patterns).unwrap_err();
    assert!(
        error.ends_with("note: pattern 'never': a value of type 'i8' cannot be made"),
        "{error}"
    );
    assert_eq!(CALLS.load(Ordering::Relaxed), 0);
}

/// Converts the arguments of the regions of `x.region`, in place.
fn convert_regions(patterns: &mut ConversionPatternSet) {
    patterns.add_rooted(PatternRoot::Op("x.region"), "region", 1, &[], |op, _, rewriter| {
        let region = rewriter.body().region(op, 0);
        rewriter.convert_region_types(region, None)?;
        let name = rewriter.context().op_name("ok.region");
        rewriter.update_in_place(op, |body| body.rename_op(op, name));
        Ok(())
    });
}

#[test]
fn block_arguments_become_one_several_or_none() {
    let text = r#""x.region"() ({
^bb0(%arg0: i1, %arg1: f64, %arg2: none, %arg3: i64):
  "x.use"(%arg0, %arg3) : (i1, i64) -> ()
  "x.pair"(%arg1) : (f64) -> ()
  "x.br"(%arg0)[^bb1] : (i1) -> ()
^bb1(%0: i1):  // pred: ^bb0
  "x.use"(%0, %arg3) : (i1, i64) -> ()
}) : () -> ()
"#;
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("x");
    };
    let patterns = |ctx: &Context| {
        let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter(ctx)));
        convert_regions(&mut patterns);
        add_rename(&mut patterns, "x.use", "ok.use", &[]);
        patterns.add_rooted(PatternRoot::Op("x.pair"), "pair", 1, &[], |op, _, rewriter| {
            let values = rewriter.remapped_values(rewriter.body().operand(op, 0));
            create(rewriter, "ok.pair", &values, &[]);
            rewriter.erase_op(op);
            Ok(())
        });
        patterns.add_rooted(PatternRoot::Op("x.br"), "br", 1, &[], |op, operands, rewriter| {
            let to = rewriter.body().successor(op, 0);
            let name = rewriter.context().op_name("ok.br");
            rewriter.create(OperationState::new(name, Location::UNKNOWN).successor(to, operands));
            rewriter.erase_op(op);
            Ok(())
        });
        patterns
    };
    let expected = r#""ok.region"() ({
^bb0(%arg0: i8, %arg1: i32, %arg2: i32, %arg3: i64):
  "ok.use"(%arg0, %arg3) : (i8, i64) -> ()
  "ok.pair"(%arg1, %arg2) : (i32, i32) -> ()
  "ok.br"(%arg0)[^bb1] : (i8) -> ()
^bb1(%0: i8):  // pred: ^bb0
  "ok.use"(%0, %arg3) : (i8, i64) -> ()
}) : () -> ()
"#;
    let text = text
        .replace("\"x.br\"(%arg0)[^bb1] : (i1) -> ()", "\"x.br\"()[^bb1(%arg0 : i1)] : () -> ()");
    let expected = expected
        .replace("\"ok.br\"(%arg0)[^bb1] : (i8) -> ()", "\"ok.br\"()[^bb1(%arg0 : i8)] : () -> ()");
    assert_eq!(partial(&text, say, patterns), Ok(expected));
}

#[test]
fn a_dropped_argument_that_is_used_is_an_error() {
    let text = "\"x.region\"() ({\n^bb0(%arg0: none):\n  \"ok.use\"(%arg0) : (none) -> ()\n}) : () \
        -> ()\n";
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("x");
    };
    let patterns = |ctx: &Context| {
        let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter(ctx)));
        convert_regions(&mut patterns);
        patterns
    };
    let error = partial(text, say, patterns).unwrap_err();
    assert!(
        error.starts_with("failed to legalize unresolved materialization from () to ('none')"),
        "{error}"
    );
}

#[test]
fn functions_are_converted_at_the_root_of_their_bodies() {
    let text = r#""t.func"() ({
^bb0(%arg0: i1):
  "x.use"(%arg0) : (i1) -> ()
}) {sym_name = "f"} : () -> ()
"t.func"() ({
}) {sym_name = "g"} : () -> ()
"#;
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_dialect("x").add_illegal_op::<FuncOp>();
    };
    let patterns = |ctx: &Context| {
        let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter(ctx)));
        patterns.add::<FuncOp>("func", 1, |func, _, rewriter| {
            let op = OpDefinition::id(func);
            let region = rewriter.body().region(op, 0);
            rewriter.convert_region_types(region, None)?;
            let name = rewriter.context().op_name("ok.func");
            rewriter.update_in_place(op, |body| body.rename_op(op, name));
            let helper = rewriter.context().ident("helper");
            let ctx = rewriter.context().clone();
            rewriter.require_symbol(helper, || {
                let mut body = Body::new(&ctx, ctx.op_name("ok.helper"), Location::UNKNOWN, 0);
                let root = body.root();
                body.set_attr(root, mlir_lite::ir::Ident::SYM_NAME, ctx.string_attr("helper"));
                body
            });
            Ok(())
        });
        add_rename(&mut patterns, "x.use", "ok.use", &[]);
        patterns
    };
    let expected = r#""ok.helper"() {sym_name = "helper"} : () -> ()
"ok.func"() ({
^bb0(%arg0: i8):
  "ok.use"(%arg0) : (i8) -> ()
}) {sym_name = "f"} : () -> ()
"ok.func"() ({
}) {sym_name = "g"} : () -> ()
"#;
    assert_eq!(partial(text, say, patterns), Ok(expected.to_string()));
    // A failure in the last function leaves all others unchanged; `partial` checks it.
    let broken = text.replace("({\n})", "({\n  \"x.unknown\"() : () -> ()\n})");
    let error = partial(&broken, say, patterns).unwrap_err();
    assert!(error.starts_with("failed to legalize operation 'x.unknown'"), "{error}");
}

/// Lowers `x.loop` to blocks: the block is split at the loop, the loop's
/// region put in between.
fn lower_loop(op: OpId, rewriter: &mut ConversionPatternRewriter<'_>) -> MatchResult {
    let region = rewriter.body().region(op, 0);
    let (before, after) = rewriter.split_block(op);
    let start = rewriter.body().entry_block(region).ok_or("the loop is empty")?;
    let last = rewriter.body().blocks(region).next_back().ok_or("the loop is empty")?;
    rewriter.inline_region_before(region, after);
    let br = rewriter.context().op_name("ok.br");
    let branch = |from: InsertionPoint, to, rewriter: &mut ConversionPatternRewriter<'_>| {
        rewriter.set_insertion_point(from);
        rewriter.create(OperationState::new(br, Location::UNKNOWN).successor(to, &[]));
    };
    branch(InsertionPoint::End(before), start, rewriter);
    branch(InsertionPoint::End(last), after, rewriter);
    rewriter.erase_op(op);
    Ok(())
}

fn loop_patterns(_: &Context) -> ConversionPatternSet {
    let mut patterns = ConversionPatternSet::new();
    patterns.add_rooted(PatternRoot::Op("x.loop"), "loop", 1, &[], |op, _, rewriter| {
        lower_loop(op, rewriter)
    });
    add_rename(&mut patterns, "x.a", "ok.a", &[]);
    patterns
}

#[test]
fn regions_are_inlined_between_the_halves_of_a_block() {
    let text = r#""ok.region"() ({
^bb0(%arg0: i64):
  "x.a"(%arg0) : (i64) -> ()
  "x.loop"() ({
    "x.loop"() ({
      "x.a"(%arg0) : (i64) -> ()
    }) : () -> ()
    "x.b"() : () -> ()
  }) : () -> ()
  "x.c"(%arg0) : (i64) -> ()
  "x.d"(%arg0) : (i64) -> ()
  "x.e"(%arg0) : (i64) -> ()
}) : () -> ()
"#;
    let expected = r#""ok.region"() ({
^bb0(%arg0: i64):
  "ok.a"(%arg0) : (i64) -> ()
  "ok.br"()[^bb1] : () -> ()
^bb1:  // pred: ^bb0
  "ok.br"()[^bb2] : () -> ()
^bb2:  // pred: ^bb1
  "ok.a"(%arg0) : (i64) -> ()
  "ok.br"()[^bb3] : () -> ()
^bb3:  // pred: ^bb2
  "x.b"() : () -> ()
  "ok.br"()[^bb4] : () -> ()
^bb4:  // pred: ^bb3
  "x.c"(%arg0) : (i64) -> ()
  "x.d"(%arg0) : (i64) -> ()
  "x.e"(%arg0) : (i64) -> ()
}) : () -> ()
"#;
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_op_named("x.loop").add_illegal_op_named("x.a");
    };
    assert_eq!(partial(text, say, loop_patterns), Ok(expected.to_string()));
    // All of it is undone if something else fails; `partial` checks it.
    let say = |target: &mut ConversionTarget| {
        target
            .add_illegal_op_named("x.loop")
            .add_illegal_op_named("x.a")
            .add_illegal_op_named("x.e");
    };
    assert!(partial(text, say, loop_patterns).is_err());
}

#[test]
fn all_changes_of_a_pattern_are_undone() {
    let text = r#"%0 = "ok.def"() : () -> i64
"x.region"(%0) ({
^bb0(%arg0: i1):
  "ok.first"(%arg0) : (i1) -> ()
  "x.br"()[^bb1(%arg0 : i1)] : () -> ()
^bb1(%1: i1):  // pred: ^bb0
  "ok.second"(%1) : (i1) -> ()
  "ok.third"(%1) {a = 1 : i64, b} : (i1) -> ()
}, {
}) : (i64) -> ()
"#;
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_op_named("x.region");
    };
    let patterns = |ctx: &Context| {
        let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter(ctx)));
        patterns.add_rooted(
            PatternRoot::Op("x.region"),
            "much",
            1,
            &[],
            |op, operands, rewriter| {
                let regions = rewriter.body().regions(op).to_vec();
                let blocks: Vec<_> = rewriter.body().blocks(regions[0]).collect();
                let ops: Vec<_> = rewriter.body().ops(blocks[1]).collect();
                rewriter.convert_region_types(regions[0], None)?;
                rewriter.split_block(ops[1]);
                rewriter.move_op_before(ops[0], ops[1]);
                rewriter.update_in_place(ops[1], |body| {
                    let ctx = body.context().clone();
                    body.rename_op(ops[1], ctx.op_name("t.const"));
                    body.remove_attr(ops[1], ctx.ident("a"));
                    body.set_attr(ops[1], ctx.ident("c"), ctx.i64_attr(3));
                    body.set_operands(ops[1], &[operands[0], operands[0]]);
                    body.add_successor(ops[1], blocks[1], &[operands[0]]);
                });
                rewriter.move_region(regions[0], regions[1]);
                let block = rewriter.create_block(regions[0], &[Type::I1]);
                rewriter.set_insertion_point(InsertionPoint::End(block));
                let new = create(rewriter, "ok.new", operands, &[Type::I1]);
                let value = rewriter.body().result(new, 0);
                let argument = rewriter.body().arguments(block)[0];
                rewriter.replace_all_uses(argument, value);
                rewriter.inline_block_before(block, ops[0], &[value]);
                Err("on purpose".into())
            },
        );
        patterns
    };
    let error = partial(text, say, patterns).unwrap_err();
    assert!(error.contains("pattern 'much': on purpose"), "{error}");
}

/// The trace of MLIR's document, with numbers of ops for addresses.
#[test]
fn the_trace_shows_how_an_op_is_legalized() {
    let ctx = test_context();
    let written = Arc::new(std::sync::Mutex::new(String::new()));
    let sink = Arc::clone(&written);
    assert!(
        ctx.set_debug_output(["dialect-conversion"], move |text| sink
            .lock()
            .unwrap()
            .push_str(text))
    );
    let mut module = parse(&ctx, "\"std.return\"() : () -> ()");
    let mut target = ConversionTarget::new(&ctx);
    target.add_legal_dialect("spv").add_illegal_dialect("std");
    let patterns = renames(&[("std.return", "spv.Return")]).freeze(&ctx);
    let mut symbols = SymbolRequests::new();
    apply_partial_conversion(
        &mut module,
        &target,
        &patterns,
        &mut symbols,
        &mut Diagnostics::new(),
    )
    .unwrap();
    let text = written.lock().unwrap().clone();
    // The enclosing op is tried first, here the module.
    let rule = "//===-------------------------------------------===//\n";
    let (before, found) = text.split_once("Legalizing operation : 'std.return'").unwrap();
    assert!(before.ends_with(rule), "{before}");
    let mut masked = String::new();
    for (index, part) in found.split("(0x").enumerate() {
        let rest = if index == 0 { part } else { part.split_once(')').unwrap().1 };
        masked.push_str(if index == 0 { "" } else { "(0x)" });
        masked.push_str(rest);
    }
    let expected = r#"(0x) {
  "std.return"() : () -> ()

  * Fold {
  } -> FAILURE : unable to fold

  * Pattern : 'std.return -> ()' {
    ** Insert  : 'spv.Return'(0x)
    ** Replace : 'std.return'(0x)

    //===-------------------------------------------===//
    Legalizing operation : 'spv.Return'(0x) {
      "spv.Return"() : () -> ()

    } -> SUCCESS : operation marked legal by the target
    //===-------------------------------------------===//
  } -> SUCCESS : pattern applied successfully
} -> SUCCESS
//===-------------------------------------------===//
"#;
    assert_eq!(masked, expected);
}

#[test]
fn analysis_changes_nothing() {
    let ctx = test_context();
    let mut module = parse(&ctx, "\"x.a\"() : () -> ()\n\"x.b\"() : () -> ()\n");
    let before = print(&module);
    let mut target = ConversionTarget::new(&ctx);
    target.add_illegal_dialect("x").add_legal_dialect("ok").add_legal_dialect("builtin");
    let ops = module.own_ops();
    let patterns = renames(&[("x.a", "ok.a")]).freeze(&ctx);
    assert_eq!(analyze_conversion(&mut module, &target, &patterns), [ops[0]]);
    assert_eq!(print(&module), before);
}

#[test]
fn time_grows_with_size_only() {
    // Many loops in one block: each splits the rest of the block.
    let count = 5_000;
    let mut text = String::from("\"ok.region\"() ({\n");
    for i in 0..count {
        text.push_str(&format!(
            "%{i} = \"x.v\"() : () -> i64\n\"x.loop\"() ({{\n\"x.a\"() : () -> ()\n}}) : () -> ()\n"
        ));
    }
    text.push_str("}) : () -> ()\n");
    let say = |target: &mut ConversionTarget| {
        target.add_illegal_op_named("x.loop").add_illegal_op_named("x.a");
    };
    let text = partial(&text, say, loop_patterns).unwrap();
    assert_eq!(text.matches("ok.br").count(), 2 * count);
}

#[test]
fn ops_marked_dynamic_without_a_condition_are_asked_of_the_target() {
    let text = r#"%0 = "t.neg"() {small} : () -> i64
%1 = "t.neg"() : () -> i64
"#;
    let expected = r#"%0 = "t.neg"() {small} : () -> i64
%1 = "ok.neg"() : () -> i64
"#;
    let is_small = |op: mlir_lite::ir::OpRef<'_>| op.attr_named("small").is_some();
    let result = partial(
        text,
        |target| {
            target.mark_dialect_dynamically_legal("t").set_dynamic_legality(is_small);
        },
        |_| renames(&[("t.neg", "ok.neg")]),
    );
    assert_eq!(result.as_deref(), Ok(expected));
    let result = partial(
        text,
        |target| {
            target.mark_op_dynamically_legal::<crate::rewrite::test_dialect::NegOp>();
        },
        |_| renames(&[("t.neg", "ok.neg")]),
    );
    assert_eq!(result.as_deref(), Ok(&*expected.replace("t.neg\"() {small}", "ok.neg\"()")));
}

#[test]
fn blocks_moved_into_a_converted_region_are_converted() {
    // The second region's blocks are moved to the first, whose types are converted before.
    let text = r#"
        "t.two"() ({
          "ok.br"() : () -> ()
        }, {
        ^bb0(%a: i1):
          "ok.use"(%a) : (i1) -> ()
        }) : () -> ()
    "#;
    let result = partial(
        text,
        |target| {
            target.add_dynamically_legal_op_named("t.two", |op| {
                op.region(1).is_some_and(|r| r.is_empty())
            });
        },
        |ctx| {
            let mut converter = TypeConverter::new(ctx);
            converter.add_conversion(|_, ty| ty);
            converter.add_conversion(|_, ty| (ty == Type::I1).then_some(Type::I8));
            converter.add_source_materialization(|builder, ty, values| {
                let op = create_dyn(builder, "ok.cast", values, ty);
                builder.body().result(op, 0)
            });
            let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter));
            patterns.add_rooted(PatternRoot::Op("t.two"), "join", 1, &[], |op, _, rewriter| {
                let [to, from] = [0, 1].map(|index| rewriter.body().region(op, index));
                rewriter.convert_region_types(to, None)?;
                rewriter.update_in_place(op, |_| ());
                rewriter.move_region(from, to);
                Ok(())
            });
            patterns
        },
    );
    let text = result.unwrap();
    assert!(text.contains("^bb1(%0: i8):"), "{text}");
    assert!(text.contains("\"ok.cast\"(%0) : (i8) -> i1"), "{text}");
}

/// Both functions enter isolated ops at any depth, also those in other isolated ops; where an op
/// there cannot be legalized, nothing is changed.
#[test]
fn conversions_enter_isolated_ops() {
    const TEXT: &str = r#""t.func"() ({
  "t.func"() ({
    %0 = "x.a"() : () -> i64
  }) {sym_name = "g"} : () -> ()
  %1 = "x.b"() : () -> i64
}) {sym_name = "f"} : () -> ()"#;
    for (apply, mode) in [
        (apply_full_conversion as fn(&mut _, &_, &_, &mut _, &mut _) -> _, ConversionMode::Full),
        (apply_partial_conversion, ConversionMode::Partial),
    ] {
        for converted in [["x.a", "x.b"], ["x.a", "x.a"]] {
            let ctx = test_context();
            let mut module = parse(&ctx, TEXT);
            let before = print(&module);
            let mut target = ConversionTarget::new(&ctx);
            target.add_legal_op::<FuncOp>().add_legal_dialect("builtin");
            target.add_legal_dialect("ok").add_illegal_dialect("x");
            let patterns = renames(&converted.map(|name| (name, "ok.a"))).freeze(&ctx);
            let (mut symbols, mut diagnostics) = (SymbolRequests::new(), Diagnostics::new());
            let result: Result<(), _> =
                apply(&mut module, &target, &patterns, &mut symbols, &mut diagnostics);
            let messages = messages(&diagnostics);
            if converted[1] == "x.b" {
                result.expect(&messages);
                let after = before.replace("x.a", "ok.a").replace("x.b", "ok.a");
                assert_eq!(print(&module), after);
            } else {
                assert!(result.is_err(), "{mode:?}");
                assert!(messages.contains("failed to legalize operation 'x.b'"), "{messages}");
                assert!(!messages.contains("'x.a'"), "{messages}");
                assert_eq!(print(&module), before);
            }
        }
    }
}

/// A body is converted before those in it: an isolated op that is erased need not be converted, one
/// in a recursively legal op stays, and one that a pattern creates is converted.
#[test]
fn isolated_ops_are_converted_after_what_holds_them() {
    let text = r#""x.erased"() ({
  "t.func"() ({
    "x.wrong"() : () -> ()
  }) {sym_name = "f"} : () -> ()
}) : () -> ()
"t.loop"() ({
  "t.func"() ({
    "x.stays"() : () -> ()
  }) {sym_name = "g"} : () -> ()
}) : () -> ()
"x.copied"() ({
  "t.func"() ({
    %0 = "x.a"() : () -> i64
  }) {sym_name = "h"} : () -> ()
}) : () -> ()"#;
    let after = run(
        text,
        ConversionMode::Full,
        |target| {
            target.add_legal_op::<FuncOp>().add_illegal_dialect("x");
            target.add_legal_op::<LoopOp>().mark_op_recursively_legal::<LoopOp>(|_| true);
        },
        |_| {
            let mut patterns = renames(&[("x.a", "ok.a")]);
            patterns.add_rooted(
                PatternRoot::Op("x.erased"),
                "erased",
                1,
                &[],
                |op, _, rewriter| {
                    rewriter.erase_op(op);
                    Ok(())
                },
            );
            patterns.add_rooted(
                PatternRoot::Op("x.copied"),
                "copied",
                1,
                &[],
                |op, _, rewriter| {
                    let region = rewriter.body().region(op, 0);
                    let block = rewriter.body().entry_block(region).ok_or("no block")?;
                    let function = rewriter.body().first_op(block).ok_or("no function")?;
                    rewriter.clone_op(function, &mut mlir_lite::ir::IrMapping::new());
                    rewriter.erase_op(op);
                    Ok(())
                },
            );
            patterns
        },
    );
    let expected = r#""t.loop"() ({
  "t.func"() ({
    "x.stays"() : () -> ()
  }) {sym_name = "g"} : () -> ()
}) : () -> ()
"t.func"() ({
  %0 = "ok.a"() : () -> i64
}) {sym_name = "h"} : () -> ()
"#;
    assert_eq!(after.as_deref(), Ok(expected));
}

/// A pattern on links erases isolated ops that are not legal; others are not touched by it.
#[test]
fn links_are_converted_where_they_are() {
    let text = r#""t.func"() ({
  "x.wrong"() : () -> ()
}) {sym_name = "f"} : () -> ()
"t.func"() ({
}) {sym_name = "g"} : () -> ()"#;
    let after = run(
        text,
        ConversionMode::Full,
        |target| {
            target.add_dynamically_legal_op::<FuncOp>(|op| {
                op.regions().all(|region| region.ops().next().is_none())
            });
        },
        |_| {
            let mut patterns = ConversionPatternSet::new();
            let mut links = RewritePatternSet::new();
            links.add_link::<FuncOp>("erase", 1, |op, rewriter| {
                rewriter.erase_op(op.id());
                Ok(())
            });
            patterns.add_rewrites(links);
            patterns
        },
    );
    let expected = "\"t.func\"() ({\n}) {sym_name = \"g\"} : () -> ()\n";
    assert_eq!(after.as_deref(), Ok(expected));
}

/// An op with one result is replaced by several values, by none, or each of its results by a list:
/// the users see all of them, and a user that stays sees a cast, after all of the values.
#[test]
fn ops_are_replaced_by_several_values() {
    const TEXT: &str = r#"%0 = "x.make"() : () -> i64
"x.use"(%0) : (i64) -> ()
"y.use"(%0) : (i64) -> ()"#;
    for count in [0, 2, 3] {
        for by_lists in [false, true] {
            let ctx = test_context();
            let mut module = parse(&ctx, TEXT);
            let mut target = ConversionTarget::new(&ctx);
            target.add_illegal_dialect("x").add_legal_dialect("y");
            let mut patterns = ConversionPatternSet::new();
            patterns.add_rooted(
                PatternRoot::Op("x.make"),
                "make",
                1,
                &[],
                move |op, _, rewriter| {
                    let parts: Vec<_> = (0..count)
                        .map(|_| {
                            let name = rewriter.context().op_name("y.part");
                            let state = OperationState::new(name, Location::UNKNOWN);
                            let part = rewriter.create(state.results(&[Type::I32]));
                            rewriter.body().result(part, 0)
                        })
                        .collect();
                    match by_lists {
                        true => rewriter.replace_op_with_multiple(op, &[&parts]),
                        false => rewriter.replace_op(op, &parts),
                    }
                    Ok(())
                },
            );
            patterns.add_rooted(PatternRoot::Op("x.use"), "use", 1, &[], move |op, _, rewriter| {
                let parts = rewriter.remapped_values(rewriter.body().operand(op, 0));
                assert_eq!(parts.len(), count);
                rewriter.erase_op(op);
                Ok(())
            });
            let patterns = patterns.freeze(&ctx);
            let mut diagnostics = Diagnostics::new();
            let mut symbols = SymbolRequests::new();
            let result = apply_partial_conversion(
                &mut module,
                &target,
                &patterns,
                &mut symbols,
                &mut diagnostics,
            );
            let types = ["'i32'"].repeat(count).join(", ");
            let expected = format!("unresolved materialization from ({types}) to ('i64')");
            let messages = messages(&diagnostics);
            assert!(result.is_err() && messages.contains(&expected), "{count}: {messages}");
        }
    }
}
