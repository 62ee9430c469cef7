//! "Type System": aliases, dialect types and standard types.

use crate::{are_equal, prints, rejected, value_is_rejected, value_prints};

#[test]
fn aliases_stand_for_types() {
    // The document leaves out the operand list's parentheses.
    prints(
        "!avx_m128 = type vector<4 x f32>

// Using the original type.
%x = \"bar\"() : () -> vector<4 x f32>
\"foo\"(%x) : (vector<4 x f32>) -> ()

// Using the type alias.
\"foo\"(%x) : (!avx_m128) -> ()
",
        "module {
  %0 = \"bar\"() : () -> vector<4xf32>
  \"foo\"(%0) : (vector<4xf32>) -> ()
  \"foo\"(%0) : (vector<4xf32>) -> ()
}",
    );
    rejected("%x = \"bar\"() : () -> i32\n\"foo\"(%x) : i32 -> ()", "expected '(', found 'i32'");
    let example = |ty: &str| {
        format!(
            "!avx_m128 = type vector<4 x f32>\n%x = \"bar\"() : () -> !avx_m128\n\"foo\"(%x) : \
                {ty} -> ()"
        )
    };
    rejected(&example("vector<4 x f32>"), "expected '(', found 'vector'");
    rejected(&example("!avx_m128"), "expected '(', found '!avx_m128'");
}

#[test]
fn aliases_are_defined_once_and_have_no_dot() {
    rejected("!a = type i32\n!a = type i64", "redefinition of type alias id 'a'");
    rejected("!a.b = type i32", "type names with a '.' are reserved for dialect-defined names");
    value_is_rejected("!a", "undefined symbol alias id 'a'");
}

#[test]
fn aliases_are_defined_before_they_are_used() {
    let func = |argument: &str| format!("func private @f({argument})\n");
    prints(&format!("!a = type i32\n{}", func("!a")), &format!("module {{\n  {}}}", func("i32")));
    rejected(&format!("{}!a = type i32", func("!a")), "undefined symbol alias id 'a'");
    let op = |text: &str| format!("\"t.op\"() {text} : () -> ()");
    prints(
        &format!("#a = 7 : i64\n{}", op("{n = #a}")),
        "module {\n  \"t.op\"() {n = 7 : i64} : () -> ()\n}",
    );
    rejected(&format!("{}\n#a = 7 : i64", op("{n = #a}")), "undefined symbol alias id 'a'");
    // A location at the end of an op may be defined later; one in an attribute may not.
    let place = "#place = loc(\"a.mlir\":1:2)";
    prints(
        &format!("\"t.op\"() : () -> () loc(#place)\n{place}"),
        "module {\n  \"t.op\"() : () -> ()\n}",
    );
    rejected(&format!("{}\n{place}", op("{n = #place}")), "undefined symbol alias id 'place'");
}

#[test]
fn dialect_types_have_a_verbose_and_a_pretty_form() {
    value_prints("!tf.string", "!tf.string");
    value_prints("!foo<\"something<abcd>\">", "!foo<\"something<abcd>\">");
    value_prints("!foo<\"something<a%%123^^^>>>\">", "!foo<\"something<a%%123^^^>>>\">");
    value_prints("!foo.something<abcd>", "!foo.something<abcd>");
    value_prints("!llvm<\"i32*\">", "!llvm<\"i32*\">");
    // In brackets, a dash at the end would be read as an arrow.
    value_prints("!foo.a-", "!foo.a-");
    value_prints("#foo.a-b-", "#foo.a-b-");
    value_prints("!foo.a-b", "!foo<a-b>");
    value_is_rejected("!foo.something<a%%123^^^>>>", "expected ',' or '}', found '>'");
    // Brackets of all four kinds, and dots after the dialect's.
    value_prints("!foo.bar<(a, [b]) {c: <d>}>", "!foo.bar<(a, [b]) {c: <d>}>");
    value_prints("!foo.a.b_c9<x>", "!foo.a.b_c9<x>");
    value_is_rejected("!foo.something<a)>", "unbalanced brackets: this one is not closed");
    value_is_rejected("!foo.something<abcd", "unbalanced brackets: this one is not closed");
}

#[test]
fn complex_types() {
    value_prints("complex<f32>", "complex<f32>");
    value_prints("complex<i32>", "complex<i32>");
    for element in ["index", "vector<2xf32>", "complex<f32>", "!foo.bar"] {
        value_is_rejected(
            &format!("complex<{element}>"),
            &format!("expected an integer or float type in a complex type, found '{element}'"),
        );
    }
}

#[test]
fn scalar_types() {
    let names = [
        "f16", "bf16", "f32", "f64", "index", "none", "i1", "i4", "i8", "i13", "i16", "i32", "si8",
        "ui8",
    ];
    for name in names {
        value_prints(name, name);
    }
    assert!(!are_equal("i8", "si8") && !are_equal("si8", "ui8"));
    // Beyond the grammar's `[1-9][0-9]*`, as MLIR does.
    value_prints("i0", "i0");
    value_prints("ui08", "ui8");
    value_is_rejected("i16777216", "integer bitwidth is limited to 16777215 bits");
}

#[test]
fn function_types() {
    value_prints("() -> ()", "() -> ()");
    value_prints("(i32) -> i32", "(i32) -> i32");
    value_prints("(i32) -> (i32)", "(i32) -> i32");
    value_prints("(i32) -> (i32, f32)", "(i32) -> (i32, f32)");
    value_prints("() -> (() -> i1)", "() -> (() -> i1)");
    value_is_rejected("() -> () -> i1", "expected ',' or '}', found '->'");
    rejected("func @foo() -> (index, ind) {", "expected non-function type, found 'ind'");
}

#[test]
fn memref_types_differ_by_shape() {
    let shapes = ["memref<f32>", "memref<0 x f32>", "memref<1 x 0 x f32>", "memref<0 x 1 x f32>"];
    for (i, a) in shapes.iter().enumerate() {
        value_prints(a, &a.replace(' ', ""));
        for b in &shapes[i + 1..] {
            assert!(!are_equal(a, b), "{a} {b}");
        }
    }
    value_prints("memref<*xf32>", "memref<*xf32>");
    value_prints("memref<* x f32, 3>", "memref<*xf32, 3>");
    value_prints("memref<16x32xf32, 1>", "memref<16x32xf32, 1>");
    // Index elements: only vectors may not have them, says the rationale.
    value_prints("memref<4xindex>", "memref<4xindex>");
}

#[test]
fn identity_layouts_and_the_default_space_are_dropped() {
    prints(
        "#identity = affine_map<(d0, d1) -> (d0, d1)>
\"t.op\"() {a = memref<16x32xf32, #identity>} : () -> ()",
        "module {\n  \"t.op\"() {a = memref<16x32xf32>} : () -> ()\n}",
    );
    assert!(are_equal("memref<?x?xf32, affine_map<(i, j) -> (i, j)>>", "memref<?x?xf32>"));
    assert!(are_equal("memref<?x?xf32, 0>", "memref<?x?xf32>"));
    // Without `affine_map`, as in the document, a function type is read.
    value_is_rejected("memref<?x?xf32, (i,j)->(i,j)>", "expected non-function type, found 'i'");
}

#[test]
fn layout_maps() {
    let same = |map: &str| {
        let text = format!("\"t.op\"() {{a = {map}}} : () -> ()");
        prints(
            &text,
            &format!("#map0 = {map}\nmodule {{\n  \"t.op\"() {{a = #map0}} : () -> ()\n}}"),
        );
    };
    same("affine_map<(d0, d1, d2) -> (d2, d1, d0)>");
    same("affine_map<(d0, d1)[s0, s1] -> (d0 floordiv s0, d1 floordiv s1, d0 mod s0, d1 mod s1)>");
    same("affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>");
    // Named as one likes in the text, and simplified.
    let examples = [
        (
            "(d0, d1) -> (d0, (d1 + 2) floordiv 2, (d1 + 2) mod 2)",
            "(d0, d1) -> (d0, d1 floordiv 2 + 1, d1 mod 2)",
        ),
        ("(i, j) -> (i, j)", "(d0, d1) -> (d0, d1)"),
        ("(i, j) -> (j, i)", "(d0, d1) -> (d1, d0)"),
        (
            "(i, j) -> (i floordiv 64, j floordiv 64, i mod 64, j mod 64)",
            "(d0, d1) -> (d0 floordiv 64, d1 floordiv 64, d0 mod 64, d1 mod 64)",
        ),
    ];
    for (text, map) in examples {
        assert!(are_equal(&format!("affine_map<{text}>"), &format!("affine_map<{map}>")));
        // As the document writes them, without `affine_map`.
        let variable = if text.starts_with("(i") { "i" } else { "d0" };
        value_is_rejected(text, &format!("expected non-function type, found '{variable}'"));
    }
    // Nor as the value of an alias.
    for (name, text) in
        ["row_major", "col_major"].iter().zip(["(i, j) -> (i, j)", "(i, j) -> (j, i)"])
    {
        rejected(&format!("#layout_map_{name} = {text}"), "expected non-function type, found 'i'");
    }
    rejected(
        "#layout_tiled = (i, j) -> (i floordiv 64, j floordiv 64, i mod 64, j mod 64)",
        "expected non-function type, found 'i'",
    );
    rejected(
        "#tiled_2d_128x256 = affine_map<(d0, d1) -> (d0 div 128, d1 div 256, d0 mod 128, d1 mod \
            256)>",
        "expected ',' or ')', found 'div'",
    );
    same("affine_map<(d0, d1) -> (d0 floordiv 128, d1 floordiv 256, d0 mod 128, d1 mod 256)>");
    // There is no `div`.
    value_is_rejected(
        "affine_map<(d0, d1) -> (d0 div 128, d1)>",
        "expected ',' or ')', found 'div'",
    );
}

#[test]
fn layouts_must_fit_the_rank() {
    value_is_rejected(
        "memref<4xf32, affine_map<(d0, d1) -> (d0, d1)>>",
        "memref layout mismatch between rank and affine map",
    );
    value_is_rejected(
        "memref<4xf32, 1, affine_map<(d0) -> (-d0)>>",
        "expected memory space to be last in memref type",
    );
}

#[test]
fn strides_and_offset() {
    // The document says that the first is the type with the map `(i, j) -> (33 + i + 64 * j)`, but
    // newer MLIR keeps the strides.
    for ty in [
        "memref<42x16xf32, offset: 33, strides: [1, 64]>",
        "memref<?x?xf32, offset: ?, strides: [?, 1], 2>",
        "memref<f32, offset: 3, strides: []>",
    ] {
        value_prints(ty, ty);
    }
    prints(
        "\"t.op\"() {a = memref<42x16xf32, affine_map<(i, j) -> (33 + i + 64 * j)>>} : () -> ()",
        "#map0 = affine_map<(d0, d1) -> (d0 + d1 * 64 + 33)>
module {
  \"t.op\"() {a = memref<42x16xf32, #map0>} : () -> ()
}",
    );
    // Without `affine_map`, as in the document.
    value_is_rejected(
        "memref<42x16xf32, (i, j) -> (33 + i + 64 * j)>",
        "expected non-function type, found 'i'",
    );
    value_is_rejected(
        "memref<*xf32, offset: 33, strides: [1]>",
        "an unranked memref type has no layout",
    );
    value_is_rejected(
        "memref<42x16xf32, offset: 33, strides: [1]>",
        "expected the number of strides to match the rank",
    );
}

#[test]
fn strided_layouts_of_today() {
    for (today, of_2020) in [
        ("memref<4xf32, strided<[1], offset: ?>>", "memref<4xf32, offset: ?, strides: [1]>"),
        ("memref<?x?xf32, strided<[?, 1]>, 2>", "memref<?x?xf32, offset: 0, strides: [?, 1], 2>"),
    ] {
        assert!(are_equal(today, of_2020));
    }
    value_is_rejected(
        "memref<4xf32, strided<[1, 2]>>",
        "expected the number of strides to match the rank",
    );
    value_is_rejected("memref<4xf32, strided<[1], offset>>", "expected ':', found '>'");
}

#[test]
fn tensor_types() {
    let examples = [
        ("tensor<* x f32>", "tensor<*xf32>"),
        ("tensor<? x ? x ? x ? x f32>", "tensor<?x?x?x?xf32>"),
        ("tensor<? x ? x 13 x ? x f32>", "tensor<?x?x13x?xf32>"),
        ("tensor<17 x 4 x 13 x 4 x f32>", "tensor<17x4x13x4xf32>"),
        ("tensor<f32>", "tensor<f32>"),
        ("tensor<0 x 42 x f32>", "tensor<0x42xf32>"),
        ("tensor<0xf32>", "tensor<0xf32>"),
        ("tensor<2xvector<4xf32>>", "tensor<2xvector<4xf32>>"),
        ("tensor<2xcomplex<f32>>", "tensor<2xcomplex<f32>>"),
    ];
    for (text, expected) in examples {
        value_prints(text, expected);
    }
    assert!(are_equal("tensor<0xf32>", "tensor<0 x f32>"));
    // Not a hexadecimal number: two sizes.
    assert!(are_equal("tensor<0x42xf32>", "tensor<0 x 42 x f32>"));
    value_is_rejected("tensor<*x4xf32>", "expected non-function type, found '4'");
    assert!(!are_equal("tensor<0 x 1 x i32>", "tensor<1 x 0 x i32>"));
}

#[test]
fn tuple_types() {
    for ty in ["tuple<>", "tuple<f32>", "tuple<i32, f32, tensor<i1>, i5>"] {
        value_prints(ty, ty);
    }
}

#[test]
fn vector_types() {
    value_prints("vector<16 x f32>", "vector<16xf32>");
    value_prints("vector<4x8xi1>", "vector<4x8xi1>");
    value_is_rejected("vector<0x42xi32>", "vector types must have positive constant sizes");
    value_is_rejected("vector<*xf32>", "expected non-function type, found '*'");
    value_is_rejected("vector<?xi32>", "vector types have static sizes only");
    value_is_rejected(
        "vector<4xvector<4xf32>>",
        "expected an integer, index or float type in a vector type, found 'vector<4xf32>'",
    );
}
