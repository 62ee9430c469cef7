//! The errors of the parser, the op verifiers and the lowering for invalid IR.

mod common;

use common::{read, read_back};
use pretty_assertions::assert_eq;

/// The first line of the errors for the ops of a function of type `() -> tensor<*xf64>` or `()`.
#[track_caller]
fn error(signature: &str, ops: &str) -> String {
    let text = format!("func @f{signature} {{\n{ops}\n}}\n");
    match read(&text) {
        Ok(_) => panic!("no error in\n{text}"),
        Err(errors) => errors.lines().next().unwrap_or_default().to_owned(),
    }
}

/// One op on its own line, between the function's first line and a `toy.return`.
#[track_caller]
fn op_error(signature: &str, op: &str) -> String {
    error(signature, &format!("  {op}\n  toy.return"))
}

#[test]
fn a_constant_is_of_its_values_type() {
    assert_eq!(
        op_error(
            "()",
            "%0 = \"toy.constant\"() {value = dense<1.0> : tensor<2xf64>} : () -> tensor<3xf64>"
        ),
        "t.mlir:2:8: error: 'toy.constant' op returns a value of type 'tensor<3xf64>', but its \
            attribute 'value' is of type 'tensor<2xf64>'"
    );
}

#[test]
fn a_transpose_reverses_the_dimensions() {
    assert_eq!(
        op_error(
            "(%a: tensor<2x3xf64>)",
            "%0 = toy.transpose(%a : tensor<2x3xf64>) to tensor<2x3xf64>"
        ),
        "t.mlir:2:8: error: 'toy.transpose' op expects the result type 'tensor<3x2xf64>', found \
            'tensor<2x3xf64>'"
    );
}

#[test]
fn a_reshape_has_a_known_shape() {
    assert_eq!(
        op_error("(%a: tensor<2xf64>)", "%0 = toy.reshape(%a : tensor<2xf64>) to tensor<*xf64>"),
        "t.mlir:2:8: error: 'toy.reshape' op expects a result type of known shape"
    );
}

#[test]
fn the_tutorials_invalid_print() {
    let found = op_error("()", "%0 = \"toy.print\"() : () -> tensor<2x3xf64>");
    assert!(found.starts_with("t.mlir:2:8: error: 'toy.print' op"), "{found}");
}

#[test]
fn structs_do_not_print() {
    let found =
        op_error("(%a: !toy.struct<tensor<*xf64>>)", "toy.print %a : !toy.struct<tensor<*xf64>>");
    assert!(
        found.contains(
            "'toy.print' op operand #0 must be tensor of 32-bit float or 64-bit float or 64-bit \
                signless integer or 8-bit signless integer or 8-bit unsigned integer or 1-bit \
                signless integer values"
        ),
        "{found}"
    );
}

#[test]
fn returns_agree_with_the_function() {
    assert_eq!(
        error("() -> tensor<*xf64>", "  toy.return"),
        "t.mlir:2:3: error: 'toy.return' op returns 0 values from a function that returns 1"
    );
    assert_eq!(
        error("(%a: tensor<2xf64>) -> tensor<3xf64>", "  toy.return %a : tensor<2xf64>"),
        "t.mlir:2:3: error: 'toy.return' op returns a 'tensor<2xf64>' from a function that returns \
            a 'tensor<3xf64>'"
    );
}

#[test]
fn calls_agree_with_the_function() {
    let found = op_error("()", "toy.generic_call @g() : () -> ()");
    assert_eq!(
        found,
        "t.mlir:2:3: error: 'toy.generic_call' op calls '@g', which is not a function here"
    );
    let found = op_error(
        "(%a: tensor<2xf64>)",
        "toy.generic_call @f(%a, %a) : (tensor<2xf64>, tensor<2xf64>) -> ()",
    );
    assert_eq!(
        found,
        "t.mlir:2:3: error: 'toy.generic_call' op calls '@f' as '(tensor<2xf64>, tensor<2xf64>) -> \
            ()', but it is a '(tensor<2xf64>) -> ()'"
    );
}

#[test]
fn elements_of_structs_are_tensors_and_structs() {
    let found = op_error("(%a: !toy.struct<i32>)", "");
    assert_eq!(
        found,
        "t.mlir:1:25: error: expected a tensor or a struct as an element of a struct, found 'i32'"
    );
}

#[test]
fn accesses_are_to_elements_that_exist() {
    let ty = "!toy.struct<tensor<2xf64>>";
    assert_eq!(
        op_error(
            &format!("(%a: {ty})"),
            &format!("%0 = toy.struct_access %a[1] : {ty} -> tensor<*xf64>")
        ),
        format!(
            "t.mlir:2:8: error: 'toy.struct_access' op expects an index of an element: '{ty}' has 1"
        )
    );
    assert_eq!(
        op_error(
            &format!("(%a: {ty})"),
            &format!("%0 = toy.struct_access %a[0] : {ty} -> tensor<3xf64>")
        ),
        "t.mlir:2:8: error: 'toy.struct_access' op expects the type of the element, \
            'tensor<2xf64>', as the result's, found 'tensor<3xf64>'"
    );
}

#[test]
fn struct_values_have_the_elements_of_their_type() {
    let found = op_error(
        "(%a: tensor<2xf64>)",
        "%0 = toy.struct_construct(%a : tensor<2xf64>) : !toy.struct<tensor<*xf64>, tensor<*xf64>>",
    );
    assert_eq!(
        found,
        "t.mlir:2:8: error: 'toy.struct_construct' op expects the elements of \
            '!toy.struct<tensor<*xf64>, tensor<*xf64>>', found 'tensor<2xf64>'"
    );
    let found = op_error("()", "%0 = toy.struct_constant [1 : i32] : !toy.struct<tensor<*xf64>>");
    assert_eq!(
        found,
        "t.mlir:2:8: error: 'toy.struct_constant' op expects elements, and arrays of elements, as \
            its value"
    );
    let found = op_error(
        "()",
        "%0 = toy.struct_constant [dense<1.0> : tensor<2xf64>] : !toy.struct<tensor<3xf64>>",
    );
    assert_eq!(
        found,
        "t.mlir:2:8: error: 'toy.struct_constant' op returns a value of type \
            '!toy.struct<tensor<3xf64>>', but its value is of type '!toy.struct<tensor<2xf64>>'"
    );
}

#[test]
fn operands_that_do_not_broadcast() {
    let found = op_error(
        "(%a: tensor<2xf64>, %b: tensor<3xf64>)",
        "%0 = toy.mul %a, %b : (tensor<2xf64>, tensor<3xf64>) -> tensor<*xf64>",
    );
    assert_eq!(
        found,
        "t.mlir:2:8: error: 'toy.mul' op operands don't have broadcast-compatible shapes"
    );
}

#[test]
fn forms_with_attributes_read_back() {
    let ops = [
        "%0 = toy.constant {a = 1 : i32} dense<1.000000e+00> : tensor<2xf64>",
        "%1 = toy.mul %arg0, %arg0 {a} : tensor<*xf64>",
        "%2 = toy.neg %0 {a} : (tensor<2xf64>) -> tensor<*xf64>",
        "%3 = toy.transpose(%0 : tensor<2xf64>) {inplace = true} to tensor<2xf64>",
        "%4 = toy.reshape(%0 : tensor<2xf64>) {a} to tensor<1x2xf64>",
        "%5 = toy.cast %0 {a} : tensor<2xf64> to tensor<*xf64>",
        "toy.print %5 {a} : tensor<*xf64>",
        "toy.return %5 : tensor<*xf64>",
    ];
    let text = format!(
        "module {{\n  func @f(%arg0: tensor<*xf64>) -> tensor<*xf64> {{\n    {}\n  }}\n}}",
        ops.join("\n    ")
    );
    assert_eq!(read_back(&text), text);
}
