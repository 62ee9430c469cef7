//! "Attributes": dictionaries, aliases, dialect attributes and standard ones.

use crate::{are_equal, prints, rejected, value_is_rejected, value_prints};

#[test]
fn dictionaries_are_sorted_and_names_are_unique() {
    value_prints("{}", "{}");
    value_prints("{b = 1 : i64, a = \"x\"}", "{a = \"x\", b = 1 : i64}");
    value_prints(
        "{\"any name\" = unit, swift.self, index = 0 : i32}",
        "{\"any name\", index = 0 : i32, swift.self}",
    );
    value_is_rejected("{a = 1, a = 2}", "duplicate key 'a' in dictionary attribute");
    // As some of the document's examples write it, against the grammar.
    value_is_rejected(
        "{fruit: \"banana\"}",
        "expected '=' after attribute name 'fruit', found ':'",
    );
}

#[test]
fn aliases_stand_for_attributes() {
    prints(
        "#map = affine_map<(d0) -> (d0 + 10)>

func @f(%a: index) -> index {
  // Using the original attribute.
  %b = affine.apply affine_map<(d0) -> (d0 + 10)> (%a)

  // Using the attribute alias.
  %c = affine.apply #map(%b)
  return %c : index
}",
        "#map0 = affine_map<(d0) -> (d0 + 10)>
module {
  func @f(%arg0: index) -> index {
    %0 = affine.apply #map0(%arg0)
    %1 = affine.apply #map0(%0)
    return %1 : index
  }
}",
    );
    prints(
        "#one = 1 : i8\n#also = #one\n\"t.op\"() {a = #also} : () -> ()",
        "module {\n  \"t.op\"() {a = 1 : i8} : () -> ()\n}",
    );
    rejected("#a = 1\n#a = 2", "redefinition of attribute alias id 'a'");
    rejected("#a.b = 1", "attribute names with a '.' are reserved for dialect-defined names");
    value_is_rejected("#a", "undefined symbol alias id 'a'");
}

#[test]
fn dialect_attributes_have_a_verbose_and_a_pretty_form() {
    value_prints("#foo<\"something<abcd>\">", "#foo<\"something<abcd>\">");
    value_prints("#foo<\"something<a%%123^^^>>>\">", "#foo<\"something<a%%123^^^>>>\">");
    value_prints("#foo.something<abcd>", "#foo.something<abcd>");
    value_prints("#foo.a", "#foo.a");
    value_is_rejected("#foo.something<(a]>", "unbalanced brackets: this one is not closed");
    value_is_rejected("#foo.something<a%%123^^^>>>", "expected ',' or '}', found '>'");
}

#[test]
fn containers_and_constants() {
    for value in [
        "[]",
        "[1, \"a\", [unit], {b}]",
        "true",
        "false",
        "i32",
        "(i32) -> !foo.bar",
        "@a",
        "@a::@b::@c",
    ] {
        value_prints(value, value);
    }
    value_is_rejected("@a::b", "expected nested symbol reference, found 'b'");
}

#[test]
fn affine_maps_and_integer_sets() {
    prints(
        "\"t.op\"() {a = affine_map<(d0, d1)[s0] -> (d0, d1 + s0)>, b = affine_set<(d0)[s0] : (d0 \
            - s0 >= 0, d0 mod 2 == 0)>} : () -> ()",
        "#map0 = affine_map<(d0, d1)[s0] -> (d0, d1 + s0)>
#set0 = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)>
module {
  \"t.op\"() {a = #map0, b = #set0} : () -> ()
}",
    );
}

#[test]
fn dense_elements() {
    let same = [
        "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>",
        "dense<[1.000000e+00, -2.500000e+00]> : vector<2xf32>",
        "dense<7> : tensor<4xindex>",
        "dense<[true, false]> : tensor<2xi1>",
        "dense<[\"a\", \"b\"]> : tensor<2x!tf.string>",
        "dense<\"a\"> : tensor<2x!tf.string>",
    ];
    for value in same {
        value_prints(value, value);
    }
    assert!(are_equal("dense<[1, 1]> : tensor<2xi32>", "dense<1> : tensor<2xi32>"));
    assert!(are_equal(
        "dense<\"0x0100000002000000\"> : tensor<2xi32>",
        "dense<[1, 2]> : tensor<2xi32>"
    ));
    value_is_rejected(
        "dense<[1]> : tensor<2xi32>",
        "expected 2 elements in this list of the literal, found 1",
    );
    value_is_rejected(
        "dense<1> : tensor<?xi32>",
        "elements literal must be a shaped type of static shape",
    );
}

#[test]
fn opaque_elements() {
    value_prints(
        "opaque<\"foo\", \"0xDEADBEEF\"> : tensor<4xi8>",
        "opaque<\"foo\", \"0xDEADBEEF\"> : tensor<4xi8>",
    );
    // The grammar has the namespace without quotes.
    value_prints(
        "opaque<foo, \"0x01\"> : vector<1xi8>",
        "opaque<\"foo\", \"0x01\"> : vector<1xi8>",
    );
    value_is_rejected(
        "opaque<foo, \"DEAD\"> : tensor<4xi8>",
        "opaque string should start with '0x' and hold pairs of digits",
    );
}

#[test]
fn sparse_elements() {
    let example = "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>";
    value_prints(example, example);
    value_prints("sparse<[[0, 0]], [1]> : tensor<3x4xi32>", "sparse<0, 1> : tensor<3x4xi32>");
    value_prints(
        "sparse<[[0, 0], [1, 2]], [5.0, 5.0]> : tensor<3x4xf32>",
        "sparse<[[0, 0], [1, 2]], 5.000000e+00> : tensor<3x4xf32>",
    );
    value_prints("sparse<> : vector<4xf32>", "sparse<> : vector<4xf32>");
    value_is_rejected(
        "sparse<[[0, 4]], [1]> : tensor<3x4xi32>",
        "sparse index #0 is not contained within the value shape, with index=[0, 4], and \
            type='tensor<3x4xi32>'",
    );
    value_is_rejected(
        "sparse<[[0]], [1]> : tensor<3x4xi32>",
        "expected shape ([3, 4]); inferred shape of indices literal ([1, 1]); inferred shape of \
            values literal ([1])",
    );
    value_is_rejected(
        "sparse<[[0, 1]], [1, 2]> : tensor<3x4xi32>",
        "expected shape ([3, 4]); inferred shape of indices literal ([1, 2]); inferred shape of \
            values literal ([2])",
    );
    value_is_rejected(
        "sparse<[[0], [1, 2]], [1, 2]> : tensor<3x4xi32>",
        "tensor literal is invalid; ranks are not consistent between elements",
    );
}

#[test]
fn floats() {
    value_prints("42.0", "4.200000e+01 : f64");
    value_prints("42.0 : f32", "4.200000e+01 : f32");
    value_prints("0x7C00 : f16", "0x7C00 : f16");
    value_prints("0x7CFF : f16", "0x7CFF : f16");
    value_prints("-1.5e-3", "-1.500000e-03 : f64");
    for (text, expected) in
        [("42.", "42.0"), ("-42.", "-42.0"), ("1.e5", "100000.0"), ("4.2E+1", "42.0")]
    {
        assert!(are_equal(text, expected), "{text}");
    }
    value_prints("1.e5", "1.000000e+05 : f64");
    // In the grammar, but not in MLIR.
    value_is_rejected("+1.5", "expected attribute value, found '+'");
    // Without a float's type this is an integer.
    value_prints("0x7C00", "31744 : i64");
    value_is_rejected(
        "42 : f32",
        "expected integer type for an integer literal: write a decimal point",
    );
    value_is_rejected("0x17C00 : f16", "hexadecimal float constant out of range for type");
    value_is_rejected("-0x7C00 : f16", "hexadecimal float literal should not have a leading minus");
}

#[test]
fn integers() {
    value_prints("42", "42 : i64");
    value_prints("-1 : i32", "-1 : i32");
    value_prints("0x2A : index", "42 : index");
    value_prints("255 : ui8", "255 : ui8");
    value_prints("-128 : si8", "-128 : si8");
    value_is_rejected("256 : i8", "integer constant out of range for an attribute of type 'i8'");
    value_is_rejected("4.0 : i8", "floating point value not valid for an integer type");
}

#[test]
fn strings() {
    value_prints("\"text\"", "\"text\"");
    value_prints("\"text\" : !tf.string", "\"text\" : !tf.string");
    // The document leaves open which characters can be escaped; this is what MLIR does.
    value_prints("\"\\n\\t\\\"\\\\\\7F\"", "\"\\0A\\09\\22\\\\\\7F\"");
    value_is_rejected(
        "\"\\z\"",
        "unknown escape in string literal: expected \\\", \\\\, \\n, \\t or two hexadecimal digits",
    );
    value_is_rejected("\"a\nb\"", "expected attribute value, found a string without end");
    value_is_rejected("\"a\rb\"", "expected attribute value, found a string without end");
}

#[test]
fn units() {
    prints(
        "// A unit attribute defined with the `unit` value specifier.
func @verbose_form(i1) attributes {dialectName.unitAttr = unit}

// A unit attribute can also be defined without the value specifier.
func @simple_form(i1) attributes {dialectName.unitAttr}",
        "module {
  func @verbose_form(i1) attributes {dialectName.unitAttr}
  func @simple_form(i1) attributes {dialectName.unitAttr}
}",
    );
}

#[test]
fn resources_of_today_are_named() {
    value_prints("dense_resource<blob> : tensor<2xi32>", "dense_resource<blob> : tensor<2xi32>");
}
