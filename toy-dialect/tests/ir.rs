//! The IR of programs, before and after the passes at the level of the dialect; and that its text
//! reads back.

mod common;

use common::Compiled;
use pretty_assertions::assert_eq;

const MULTIPLY_TRANSPOSE: &str = "\
def multiply_transpose(a, b) {
  return transpose(a) * transpose(b);
}

def main() {
  var a<2, 3> = [[1, 2, 3], [4, 5, 6]];
  var b<2, 3> = [1, 2, 3, 4, 5, 6];
  var c = multiply_transpose(a, b);
  var d = multiply_transpose(b, a);
  print(d);
}
";

#[test]
fn functions_calls_and_reshapes() {
    let expected = "\
module {
  func @multiply_transpose(%arg0: tensor<*xf64>, %arg1: tensor<*xf64>) -> tensor<*xf64> {
    %0 = toy.transpose(%arg0 : tensor<*xf64>) to tensor<*xf64>
    %1 = toy.transpose(%arg1 : tensor<*xf64>) to tensor<*xf64>
    %2 = toy.mul %0, %1 : tensor<*xf64>
    toy.return %2 : tensor<*xf64>
  }
  func @main() {
    %0 = toy.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, \
    5.000000e+00, 6.000000e+00]]> : tensor<2x3xf64>
    %1 = toy.reshape(%0 : tensor<2x3xf64>) to tensor<2x3xf64>
    %2 = toy.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, \
    6.000000e+00]> : tensor<6xf64>
    %3 = toy.reshape(%2 : tensor<6xf64>) to tensor<2x3xf64>
    %4 = toy.generic_call @multiply_transpose(%1, %3) : (tensor<2x3xf64>, tensor<2x3xf64>) -> \
    tensor<*xf64>
    %5 = toy.generic_call @multiply_transpose(%3, %1) : (tensor<2x3xf64>, tensor<2x3xf64>) -> \
    tensor<*xf64>
    toy.print %5 : tensor<*xf64>
    toy.return
  }
}";
    assert_eq!(Compiled::new(MULTIPLY_TRANSPOSE).text(), expected);
}

#[test]
fn locations_are_the_tutorials() {
    let text = Compiled::new(MULTIPLY_TRANSPOSE).text_with_locations();
    let places: Vec<&str> =
        text.lines().filter_map(|line| line.rsplit_once("loc(")).map(|(_, l)| l).collect();
    let at = |place: &str| format!("\"t.toy\":{place})");
    let expected: Vec<String> = [
        "2:10", "2:25", "2:25", "2:3", "1:1", "6:17", "6:3", "7:17", "7:3", "8:11", "9:11", "10:3",
    ]
    .into_iter()
    .chain(["5:1", "5:1"])
    .map(at)
    .chain(["unknown)".to_owned()])
    .collect();
    assert_eq!(places, expected);
}

#[test]
fn inference_makes_all_shapes_known() {
    let mut program = Compiled::new(MULTIPLY_TRANSPOSE);
    program.run_toy_passes().unwrap();
    let expected = "\
module {
  func @main() {
    %0 = toy.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, \
    5.000000e+00, 6.000000e+00]]> : tensor<2x3xf64>
    %1 = toy.transpose(%0 : tensor<2x3xf64>) to tensor<3x2xf64>
    %2 = toy.mul %1, %1 : tensor<3x2xf64>
    toy.print %2 : tensor<3x2xf64>
    toy.return
  }
}";
    assert_eq!(program.text(), expected);
}

#[test]
fn the_operators() {
    let program = Compiled::new("def f(a, b) { return -(a + b) - a / b * 2; }");
    let expected = "\
module {
  func @f(%arg0: tensor<*xf64>, %arg1: tensor<*xf64>) -> tensor<*xf64> {
    %0 = toy.add %arg0, %arg1 : tensor<*xf64>
    %1 = toy.neg %0 : tensor<*xf64>
    %2 = toy.div %arg0, %arg1 : tensor<*xf64>
    %3 = toy.constant dense<2.000000e+00> : tensor<f64>
    %4 = toy.mul %2, %3 : (tensor<*xf64>, tensor<f64>) -> tensor<*xf64>
    %5 = toy.sub %1, %4 : tensor<*xf64>
    toy.return %5 : tensor<*xf64>
  }
}";
    assert_eq!(program.text(), expected);
}

#[test]
fn structs() {
    let source = "\
struct Pair { var first; var second; }
struct Tree { Pair pair; var leaf; }
def grow(x) {
  Tree tree = {{x, 20}, [1, 2]};
  return tree;
}
def main() {
  Tree tree = {{1, [2]}, [3]};
  print(grow(4).pair.first + tree.pair.second);
  nothing();
}
def nothing() {
}
";
    let mut program = Compiled::new(source);
    let pair = "!toy.struct<tensor<*xf64>, tensor<*xf64>>";
    let tree = format!("!toy.struct<{pair}, tensor<*xf64>>");
    let expected = format!(
        "\
module {{
  func @grow(%arg0: tensor<*xf64>) -> {tree} {{
    %0 = toy.constant dense<2.000000e+01> : tensor<f64>
    %1 = toy.struct_construct(%arg0, %0 : tensor<*xf64>, tensor<f64>) : {pair}
    %2 = toy.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64>
    %3 = toy.struct_construct(%1, %2 : {pair}, tensor<2xf64>) : {tree}
    toy.return %3 : {tree}
  }}
  func @main() {{
    %0 = toy.struct_constant [[dense<1.000000e+00> : tensor<f64>, dense<2.000000e+00> : \
    tensor<1xf64>], dense<3.000000e+00> : tensor<1xf64>] : {tree}
    %1 = toy.constant dense<4.000000e+00> : tensor<f64>
    %2 = toy.generic_call @grow(%1) : (tensor<f64>) -> {tree}
    %3 = toy.struct_access %2[0] : {tree} -> {pair}
    %4 = toy.struct_access %3[0] : {pair} -> tensor<*xf64>
    %5 = toy.struct_access %0[0] : {tree} -> {pair}
    %6 = toy.struct_access %5[1] : {pair} -> tensor<*xf64>
    %7 = toy.add %4, %6 : tensor<*xf64>
    toy.print %7 : tensor<*xf64>
    toy.generic_call @nothing() : () -> ()
    toy.return
  }}
  func @nothing() {{
    toy.return
  }}
}}"
    );
    assert_eq!(program.text(), expected);
    program.run_toy_passes().unwrap();
    let expected = "\
module {
  func @main() {
    %0 = toy.constant dense<4.000000e+00> : tensor<f64>
    %1 = toy.constant dense<2.000000e+00> : tensor<1xf64>
    %2 = toy.add %0, %1 : (tensor<f64>, tensor<1xf64>) -> tensor<1xf64>
    toy.print %2 : tensor<1xf64>
    toy.return
  }
}";
    assert_eq!(program.text(), expected);
}

#[test]
fn a_function_without_calls_keeps_its_unknown_shapes() {
    let source = "def f(x) {\n  return transpose(transpose(x));\n}\n";
    let mut program = Compiled::new(source);
    program.run_toy_passes().unwrap();
    assert_eq!(
        program.text(),
        "module {\n  func @f(%arg0: tensor<*xf64>) -> tensor<*xf64> {\n    toy.return %arg0 : \
            tensor<*xf64>\n  }\n}"
    );
}

#[test]
fn reshapes_of_constants_are_constants() {
    let mut program = Compiled::new(
        "def main() { var a<2,1> = [1, 2]; var b<2,1> = a; var c<2,1> = b; print(c); }",
    );
    program.run_toy_passes().unwrap();
    let expected = "\
module {
  func @main() {
    %0 = toy.constant dense<[[1.000000e+00], [2.000000e+00]]> : tensor<2x1xf64>
    toy.print %0 : tensor<2x1xf64>
    toy.return
  }
}";
    assert_eq!(program.text(), expected);
}

#[test]
fn operands_that_do_not_match_are_shown_with_the_calls_that_led_there() {
    let source = "\
def outer(a, b) {
  return inner(a, b);
}
def inner(a, b) {
  return transpose(a) * b;
}
def main() {
  var unused = outer([[1, 2, 3]], [[1, 2]]);
}
";
    let expected = "\
t.toy:5:10: error[T0052]: operator '*' cannot combine shapes <3, 1> and <2, 2>
  return transpose(a) * b;
         ^~~~~~~~~~~~~~~~ shapes do not match
t.toy:5:10: note: this has shape <3, 1>
  return transpose(a) * b;
         ^~~~~~~~~~~~
t.toy:8:35: note: this has shape <2, 2>
  var unused = outer([[1, 2, 3]], [[1, 2], [3, 4]]);
                                  ^~~~~~~~~~~~~~~~
note: from the last dimension on, sizes must be equal or one of them 1
t.toy:2:10: note: called from here
  return inner(a, b);
         ^~~~~~~~~~~
t.toy:8:16: note: called from here
  var unused = outer([[1, 2, 3]], [[1, 2], [3, 4]]);
               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
";
    let source = source.replace("[[1, 2]]", "[[1, 2], [3, 4]]");
    assert_eq!(Compiled::new(&source).run_toy_passes().unwrap_err(), expected);
}

#[test]
fn reshapes_of_another_number_of_elements_are_shown() {
    let source = "\
def main() {
  var a = [[1, 2, 3], [4, 5, 6]];
  var b<2, 2> = a;
  var c<5> = a;
  print(b);
  print(c);
}
";
    let expected = "\
t.toy:3:17: error[T0051]: cannot reshape <2, 3> to <2, 2>
  var b<2, 2> = a;
                ^ 6 elements become 4
note: a reshape keeps the number of elements
t.toy:4:14: error[T0051]: cannot reshape <2, 3> to <5>
  var c<5> = a;
             ^ 6 elements become 5
note: a reshape keeps the number of elements
";
    assert_eq!(Compiled::new(source).run_toy_passes().unwrap_err(), expected);
}

#[test]
fn tensors_that_no_memory_can_hold_are_errors() {
    let mut source = "def main() {\n  var a0 = [[1, 2]];\n".to_owned();
    // Each step doubles the number of dimensions of the product.
    for i in 0..70 {
        let shape = format!("{}2", "1, ".repeat(i + 1));
        let column = format!("2{}", ", 1".repeat(i + 1));
        source += &format!("  var r{i}<{shape}> = [1, 2];\n  var c{i}<{column}> = [1, 2];\n");
    }
    source += "  var x = ";
    source += &(0..70).map(|i| format!("c{i}")).collect::<Vec<_>>().join(" + ");
    source += ";\n}\n";
    let error = Compiled::new(&source).run_toy_passes().unwrap_err();
    assert!(error.contains("is too large"), "{error}");
}

#[test]
fn text_reads_back_at_both_levels() {
    for source in [
        MULTIPLY_TRANSPOSE,
        "struct P { var a; var b; } def f(P p) { P q = {p.b, p.a + 1}; return q; } def main() { \
            print(f({1, [2]}).a); }",
        "def n() { return; } def main() { n(); print(-[1, 1] / 3); var a<1, 2> = [1, 2]; print(a); \
            }",
    ] {
        let mut program = Compiled::new(source);
        assert_eq!(common::read_back(&program.text()), program.text());
        program.run_toy_passes().unwrap();
        assert_eq!(common::read_back(&program.text()), program.text());
    }
}

#[test]
fn long_chains_need_no_stack() {
    let source = format!("def main() {{ var a = [1, 2]; print(a{}); }}", " + a".repeat(50_000));
    let mut program = Compiled::new(&source);
    program.run_toy_passes().unwrap();
}
