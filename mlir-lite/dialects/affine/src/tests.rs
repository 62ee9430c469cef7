//! The dialect's text, checked against forms that `mlir-opt` 22 prints.

use super::AffineDialect;
use mlir_lite::Context;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::text::{ParseOptions, PrintOptions, Spelling, parse_module, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::{Diagnostics, RenderStyle, Renderer};
use pretty_assertions::assert_eq;
use std::io::Write;
use std::process::{Command, Stdio};

fn print(text: &str, options: PrintOptions) -> Result<String, String> {
    let ctx = Context::new();
    ctx.load::<AffineDialect>();
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    match parse_module(
        &ctx,
        &file,
        ParseOptions::default().with_allow_unregistered(true),
        &mut diagnostics,
    ) {
        Ok(module) => Ok(print_op(module.as_op(), options) + "\n"),
        Err(_) => {
            let mut out = Vec::new();
            Renderer::new(ctx.sources(), RenderStyle::Plain)
                .render_all(&diagnostics, &mut out)
                .unwrap();
            Err(String::from_utf8(out).unwrap())
        }
    }
}

const ALL_FORMS: &str = r#"module {
  %0:3 = "t.values"() : () -> (memref<10x?xf32>, index, f32)
  affine.for %arg0 = 0 to 10 step 2 {
    affine.for %arg1 = affine_map<(d0) -> (d0)>(%arg0) to %0#1 {
      %2 = affine.load %0#0[%arg0 + 1, %arg1 + symbol(%0#1) * 2] : memref<10x?xf32>
      affine.store %2, %0#0[%arg0, %arg1] {a} : memref<10x?xf32>
      affine.store %2, %0#0[0, %arg0] : memref<10x?xf32>
      affine.store %2, %0#0[%arg0 floordiv 2, symbol(%0#1)] : memref<10x?xf32>
      %3 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0 - 1)>(%arg0)[%0#1]
      %4 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%arg0)[%0#1]
      %5 = affine.max affine_map<(d0) -> (d0, 5)>(%arg0)
      affine.if affine_set<(d0)[s0] : (d0 - 10 >= 0, -d0 + s0 - 9 >= 0, d0 - s0 == 0)>(%arg0)[%0#1] {
        "t.x"(%3, %4, %5) : (index, index, index) -> ()
      } else {
        "t.y"() : () -> ()
      }
    }
  } {foo = 1 : i32}
  %1 = affine.for %arg0 = max affine_map<(d0)[s0] -> (d0, s0)>(%0#1)[%0#1] to min affine_map<(d0)[s0] -> (d0 + 5, s0)>(%0#1)[%0#1] iter_args(%arg1 = %0#2) -> (f32) {
    %2 = affine.if affine_set<(d0) : (d0 >= 0)>(%arg0) -> f32 {
      affine.yield %0#2 : f32
    } else {
      affine.yield %arg1 : f32
    }
    affine.yield %2 : f32
  }
  affine.for %arg0 = affine_map<(d0) -> (d0 * 2)>(%0#1) to affine_map<()[s0] -> (s0 + 1)>()[%0#1] {
  }
  affine.for %arg0 = -1 to 3 {
  }
}
"#;

#[test]
fn custom_forms_round_trip() {
    assert_eq!(print(ALL_FORMS, PrintOptions::local()).unwrap(), ALL_FORMS);
}

#[test]
fn generic_forms_round_trip() {
    let generic = print(ALL_FORMS, PrintOptions::local().with_generic(true)).unwrap();
    assert_eq!(print(&generic, PrintOptions::local()).unwrap(), ALL_FORMS);
}

#[test]
fn generic_loops_of_2020_are_read() {
    let text = r#"%n = "t.n"() : () -> index
      "affine.for"(%n) ( {
      ^bb0(%i: index):
        "affine.terminator"() : () -> ()
      }) {lower_bound = affine_map<() -> (0)>, step = 1 : index, upper_bound = affine_map<()[s0] -> (s0)>} : (index) -> ()"#;
    let expected = r#"module {
  %0 = "t.n"() : () -> index
  affine.for %arg0 = 0 to %0 {
  }
}
"#;
    assert_eq!(print(text, PrintOptions::local()).unwrap(), expected);
}

/// If `mlir-opt` is installed, it parses our output, and prints the same.
#[test]
fn todays_mlir_reads_what_is_printed() {
    let mlir_opt = ["/usr/lib/llvm-22/bin/mlir-opt", "/usr/local/bin/mlir-opt"];
    let Some(mlir_opt) = mlir_opt.into_iter().find(|path| std::path::Path::new(path).exists())
    else {
        return;
    };
    for generic in [false, true] {
        let options = PrintOptions::local().with_spelling(Spelling::Upstream).with_generic(generic);
        let text = print(ALL_FORMS, options).unwrap();
        let mut command = Command::new(mlir_opt);
        command.args(["--allow-unregistered-dialect", "--mlir-print-local-scope"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "mlir-opt refuses this:\n{text}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), ALL_FORMS.trim_end());
    }
}

/// The verifier's messages for functions that the parser accepts.
fn messages(body: &str) -> Vec<String> {
    let ctx = Context::new();
    ctx.load::<AffineDialect>();
    ctx.load::<StdDialect>();
    let text = format!(
        "func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %b: i32) {{\n{body}\nreturn\n}}"
    );
    let file = ctx.sources().add("t.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    if let Ok(module) = parse_module(&ctx, &file, options, &mut diagnostics) {
        let _ = verify(&module, &mut diagnostics);
    }
    diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect()
}

#[test]
fn wrong_ops_are_reported_as_mlir_does() {
    let inside =
        |op: &str| format!("affine.for %i = 0 to 10 {{ %z = \"t.x\"() : () -> index\n {op} }}");
    let cases = [
        ("%v = affine.load %m[%n] : memref<10x?xf32>".to_string(), "'affine.load' op affine map \
            num results must equal memref rank"),
        (inside("%v = affine.load %m[%z, %n] : memref<10x?xf32>"), "'affine.load' op operand \
            cannot be used as a dimension id"),
        (inside("affine.store %x, %m[symbol(%z), %n] : memref<10x?xf32>"), "'affine.store' op \
            operand cannot be used as a symbol"),
        (inside("affine.for %j = 0 to %z { }"), "'affine.for' op operand cannot be used as a \
            symbol"),
        (inside("affine.for %j = 0 to %i { }"), "'affine.for' op operand cannot be used as a \
            symbol"),
        (inside("affine.if affine_set<(d0) : (d0 >= 0)>(%z) { }"), "'affine.if' op operand cannot \
            be used as a dimension id"),
        ("affine.for %i = affine_map<() -> ()>() to 10 { }".to_string(), "'affine.for' op expected \
            lower bound map to have at least one result"),
        ("%f = \"affine.load\"(%m, %n) {map = affine_map<(d0, d1) -> (d0, d1)>} : \
            (memref<10x?xf32>, index) -> \
            f32".to_string(), "'affine.load' op expects as many subscripts as affine map inputs"),
        ("%f = \"affine.load\"(%m) {map = affine_map<() -> (0, 0)>} : (memref<10x?xf32>) -> \
            i32".to_string(), "'affine.load' op result type must match element type of memref"),
        ("\"affine.store\"(%b, %m) {map = affine_map<() -> (0, 0)>} : (i32, memref<10x?xf32>) -> \
            ()".to_string(), "'affine.store' op value to store must have the same type as memref \
                element type"),
        ("%q = \"affine.apply\"(%n) {map = affine_map<(d0) -> (d0, d0)>} : (index) -> \
            index".to_string(), "'affine.apply' op mapping must produce one value"),
        ("%q = \"affine.min\"(%n) {map = affine_map<() -> ()>} : (index) -> \
            index".to_string(), "'affine.min' op operand count and affine map dimension and symbol \
                count must match"),
        ("%r = affine.for %i = 0 to 10 iter_args(%a = %x) -> (f32) { affine.yield %b : i32 }".to_string(), "'affine.yield' op types mismatch between yield op and its parent: value #0 is 'i32', result 'f32'"),
        ("affine.for %i = 0 to 10 step 0 { }".to_string(), "expected step to be representable as a \
            positive signed integer"),
        ("affine.for %i = affine_map<() -> (0, 1)>() to 10 { }".to_string(), "loop bound affine \
            map with multiple results requires 'max' prefix"),
    ];
    for (body, message) in cases {
        assert_eq!(messages(&body), [message], "{body}");
    }
}

/// Each line computes `%v` in a loop over `%i`; whether it may be a symbol, and whether a
/// dimension.
const SOURCES: [(&str, bool, bool); 16] = [
    // The value is an argument of the function.
    ("%v = affine.apply affine_map<()[s0] -> (s0)>()[%n]", true, true),
    ("%v = constant 3 : index", true, true),
    // The size of any memref that is an argument.
    ("%v = dim %m, %i : memref<10x?xf32>", true, true),
    // Of an allocated one: only if it is a constant or a symbol.
    ("%a = alloc(%n) : memref<?xf32>\n%v = dim %a, 0 : memref<?xf32>", true, true),
    ("%a = alloc() : memref<4xf32>\n%v = dim %a, 0 : memref<4xf32>", true, true),
    ("%a = alloc(%i) : memref<?xf32>\n%v = dim %a, 0 : memref<?xf32>", false, false),
    // Of symbols, and of dimensions.
    ("%v = affine.min affine_map<()[s0] -> (s0, 3)>()[%n]", true, true),
    ("%v = addi %n, %n : index", true, true),
    ("%v = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)", false, true),
    ("%v:2 = affine.delinearize_index %i into (3, 4) : index, index", false, true),
    ("%v = affine.linearize_index [%i, %n] by (3, 4) : index", false, true),
    ("%v = affine.max affine_map<(d0) -> (d0, 3)>(%i)", false, false),
    ("%v = addi %i, %n : index", false, false),
    ("%v = index_cast %b : i32 to index", false, false),
    ("%w = alloc() : memref<index>\n%v = affine.load %w[] : memref<index>", false, false),
    (
        "%v = affine.for %k = 0 to 4 iter_args(%a = %n) -> (index) { affine.yield %a : index }",
        false,
        false,
    ),
];

#[test]
fn symbols_and_dimensions_are_what_the_reference_says() {
    for (source, symbol, dim) in SOURCES {
        let v = if source.contains("%v:2") { "%v#0" } else { "%v" };
        let inside = |op: &str| format!("affine.for %i = 0 to 10 {{\n{source}\n{op}\n}}");
        let symbol_use = inside(&format!("affine.for %j = 0 to {v} {{ }}"));
        let dim_use = inside(&format!("affine.if affine_set<(d0) : (d0 >= 0)>({v}) {{ }}"));
        let expected = |valid: bool, op: &str, role: &str| match valid {
            true => Vec::new(),
            false => vec![format!("'{op}' op operand cannot be used as {role}")],
        };
        assert_eq!(messages(&symbol_use), expected(symbol, "affine.for", "a symbol"), "{source}");
        assert_eq!(messages(&dim_use), expected(dim, "affine.if", "a dimension id"), "{source}");
    }
}
