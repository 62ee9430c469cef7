//! Pipelines as text, and the registry.

use super::*;
use mlir_lite::text::Spelling;
use pretty_assertions::assert_eq;

fn text(ctx: &Context, pipeline: &str, spelling: Spelling) -> String {
    let mut diagnostics = Diagnostics::new();
    match parse_pipeline(ctx, pipeline, &registry(), &mut diagnostics) {
        Ok(manager) => manager.to_text(ctx, spelling),
        Err(_) => panic!("{}", render(ctx.sources(), &diagnostics)),
    }
}

#[test]
fn both_generations_are_read_and_printed() {
    let ctx = context();
    let std = "func(cse, canonicalize), convert-std-to-llvm";
    let upstream = "builtin.module(func.func(cse,canonicalize),convert-std-to-llvm)";
    for pipeline in [
        std,
        upstream,
        "func(cse,canonicalize),convert-std-to-llvm",
        " func ( cse , canonicalize ) , convert-std-to-llvm ",
        "module(func.func(cse,canonicalize),convert-std-to-llvm)",
        "builtin.module(std.func(cse,canonicalize),convert-std-to-llvm)",
    ] {
        assert_eq!(text(&ctx, pipeline, Spelling::Std), std);
        assert_eq!(text(&ctx, pipeline, Spelling::Upstream), upstream);
    }
}

#[test]
fn printing_and_parsing_is_the_identity() {
    let ctx = context();
    for pipeline in [
        "",
        "cse",
        "module(module(cse))",
        "module(cse), func()",
        "any(cse), func(canonicalize{max-iterations=3 region-simplify=disabled})",
        "symbol-privatize{exclude=main,\"a b\",\"\\\"\"}",
        "func(convert-scf-to-std), inline, symbol-dce",
        "func(affine-loop-fusion, affine-scalrep)",
    ] {
        assert_eq!(text(&ctx, pipeline, Spelling::Std), pipeline);
        let upstream = text(&ctx, pipeline, Spelling::Upstream);
        assert_eq!(text(&ctx, &upstream, Spelling::Upstream), upstream);
        assert_eq!(text(&ctx, &upstream, Spelling::Std), pipeline);
    }
    assert_eq!(
        text(&ctx, "func(convert-scf-to-std,memref-dataflow-opt)", Spelling::Upstream),
        "builtin.module(func.func(convert-scf-to-cf,affine-scalrep))"
    );
}

#[test]
fn options_at_their_defaults_are_not_printed() {
    let ctx = context();
    assert_eq!(
        text(&ctx, "canonicalize{region-simplify=true max-iterations=64 top-down}", Spelling::Std),
        "canonicalize{top-down=true}"
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of pipelines and their errors")]
fn errors_point_into_the_text() {
    let ctx = context();
    for (pipeline, expected) in [
        (
            "func(csee)",
            "1:6: error: 'csee' is not a registered pass or pass pipeline\nfunc(csee)\n     \
                ^~~~\nhelp: did you mean 'cse'?",
        ),
        (
            "fnc(cse)",
            "1:1: error: 'fnc' is not an op that a pipeline can be for\nfnc(cse)\n^~~\nhelp: did \
                you \
                mean 'func'?",
        ),
        (
            "cse(cse)",
            "1:1: error: 'cse' is not an op that a pipeline can be for\ncse(cse)\n^~~\nhelp: 'cse' \
                is \
                a pass: its options are written in braces, as in `cse{key=value}`",
        ),
        (
            "func",
            "1:1: error: 'func' is not a registered pass or pass pipeline\nfunc\n^~~~\nhelp: \
                'func' \
                is an op: what runs on it is written in parentheses, as in `func(cse)`",
        ),
        (
            "constant(cse)",
            "1:1: error: passes cannot run on 'std.constant' ops: they are not isolated from \
                above, so a pass could change what is around them\nconstant(cse)\n^~~~~~~~",
        ),
        (
            "func(cse",
            "1:9: error: unbalanced parentheses: expected ',' or ')'\nfunc(cse\n        ^",
        ),
        (
            "func(cse))",
            "1:10: error: unbalanced parentheses: this ')' closes nothing\nfunc(cse))\n         \
                ^\nhelp: remove it",
        ),
        ("cse canonicalize", "1:5: error: expected ',' between two elements of a pipeline"),
        (
            "cse,,inline",
            "1:5: error: expected the name of a pass, of a pipeline or of an op, found ','",
        ),
        (
            "cse,",
            "1:5: error: expected the name of a pass, of a pipeline or of an op, found the end",
        ),
        (
            "canonicalize{max-iteration=3}",
            "1:14: error: pass 'canonicalize' has no option \
                'max-iteration'\ncanonicalize{max-iteration=3}\n             ^~~~~~~~~~~~~\nhelp: \
                did you mean 'max-iterations'?",
        ),
        (
            "dce{x=1}",
            "1:5: error: pass 'dce' has no option 'x'\ndce{x=1}\n    ^\nhelp: it has no options",
        ),
        (
            "canonicalize{max-iterations=many}",
            "1:29: error: option 'max-iterations' of pass 'canonicalize': expected an unsigned \
                integer, found 'many'",
        ),
        (
            "canonicalize{max-iterations}",
            "1:14: error: option 'max-iterations' of pass 'canonicalize': 'max-iterations' needs a \
                value: `max-iterations=<uint>`",
        ),
        (
            "canonicalize{max-iterations=3",
            "1:30: error: unbalanced braces: expected an option or '}'",
        ),
        (
            "symbol-privatize{exclude=\"main}",
            "1:32: error: expected \" at the end of an option's value",
        ),
        ("cse{=}", "1:5: error: expected the name of an option"),
    ] {
        let mut diagnostics = Diagnostics::new();
        assert!(
            parse_pipeline(&ctx, pipeline, &registry(), &mut diagnostics).is_err(),
            "{pipeline}"
        );
        let report = render(ctx.sources(), &diagnostics);
        assert!(
            report.starts_with(&format!("<pass-pipeline>:{expected}")),
            "{pipeline}:\n{report}\n{expected}"
        );
    }
}

#[test]
fn all_wrong_elements_are_reported() {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    assert!(parse_pipeline(&ctx, "func(a, b), c{x}", &registry(), &mut diagnostics).is_err());
    assert_eq!(diagnostics.len(), 3);
}

#[test]
fn deep_nesting_is_an_error() {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let text = "module(".repeat(100_000);
    assert!(parse_pipeline(&ctx, &text, &registry(), &mut diagnostics).is_err());
    assert_eq!(diagnostics.into_vec()[0].message, "pipelines nest at most 64 deep");
}

#[test]
fn random_texts_do_not_panic() {
    let ctx = context();
    let registry = registry();
    let parts = [
        "func",
        "(",
        ")",
        "{",
        "}",
        "=",
        ",",
        " ",
        "cse",
        "\"",
        "'",
        "\\",
        "max-iterations",
        "ä",
        "any",
        "3",
    ];
    let mut state = 1u64;
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..12 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text += parts[(state >> 33) as usize % parts.len()];
        }
        let _ = parse_pipeline(&ctx, &text, &registry, &mut Diagnostics::new());
    }
}

#[test]
fn flags_make_a_pipeline() {
    let ctx = context();
    let named = |name: &str| PipelineStep::Named(name.into(), String::new());
    let steps = [
        named("cse"),
        PipelineStep::Named("canonicalize".into(), "max-iterations=3".into()),
        PipelineStep::Text("func(sccp)".into()),
        named("convert-std-to-llvm"),
    ];
    let manager = parse_steps(&ctx, &steps, &registry(), &mut Diagnostics::new()).unwrap();
    assert_eq!(
        manager.to_text(&ctx, Spelling::Std),
        "cse, canonicalize{max-iterations=3}, func(sccp), convert-std-to-llvm"
    );
}

/// `-cse -canonicalize -convert-std-to-llvm` and
/// `-pass-pipeline='func(cse, canonicalize), convert-std-to-llvm'`.
#[test]
fn single_flags_do_what_the_nested_pipeline_does() {
    let text = "func @f(%a: i32) -> i32 {
  %0 = constant 1 : i32
  %1 = constant 1 : i32
  %2 = addi %0, %1 : i32
  %3 = addi %a, %2 : i32
  return %3 : i32
}";
    let outcome = |steps: &[PipelineStep]| {
        let ctx = context();
        let manager = parse_steps(&ctx, steps, &registry(), &mut Diagnostics::new()).unwrap();
        let mut module = parse(&ctx, text);
        assert_eq!(run_passes(&manager, &mut module), Ok(()));
        print(&module)
    };
    let flags = ["cse", "canonicalize", "convert-std-to-llvm"];
    let flags = flags.map(|name| PipelineStep::Named(name.into(), String::new()));
    let nested = PipelineStep::Text("func(cse, canonicalize), convert-std-to-llvm".into());
    assert_eq!(outcome(&flags), outcome(&[nested]));
}

/// The document's options of a pipeline.
#[pass_options]
#[derive(Clone, Debug)]
struct MyPipelineOptions {
    /// An example option
    #[option("flag-name", default = 0)]
    pub example_option: i32,
    /// An example list
    #[option("list-flag-name")]
    pub example_list: Vec<i32>,
}

#[test]
fn pipelines_are_registered() {
    let mut registry = registry();
    registry.register_pipeline::<MyPipelineOptions>(
        "example-pipeline",
        "Run an example pipeline.",
        |ctx, manager, options| {
            for &rounds in &options.example_list {
                let options = mlir_lite::transforms::canonicalize::CanonicalizerOptions {
                    max_iterations: rounds as usize,
                    ..Default::default()
                };
                manager.add_pass(
                    mlir_lite::transforms::canonicalize::CanonicalizerPass::with_options(
                        ctx, &options,
                    ),
                );
            }
            if options.example_option > 0 {
                manager.add_pass(mlir_lite::transforms::cse::CsePass::default());
            }
        },
    );
    registry.register(PassInfo::new("foo-10", "Foo Pass 10", |_| trace("Foo", &Log::default())));
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let text = "func(example-pipeline{flag-name=1 list-flag-name=3,4}), foo-10";
    let manager = parse_pipeline(&ctx, text, &registry, &mut diagnostics).unwrap();
    assert_eq!(
        manager.to_text(&ctx, Spelling::Std),
        "func(canonicalize{max-iterations=3}, canonicalize{max-iterations=4}, cse), test"
    );
    assert!(parse_pipeline(&ctx, "example-pipeline{flag=1}", &registry, &mut diagnostics).is_err());
    assert_eq!(
        diagnostics.into_vec()[0].message,
        "pipeline 'example-pipeline' has no option 'flag'"
    );
    assert!(
        registry.list().split("Pass pipelines:\n").nth(1).is_some_and(|pipelines| {
            pipelines
                .contains("  --example-pipeline                     - Run an example pipeline.\n")
        }),
        "{}",
        registry.list()
    );
}
