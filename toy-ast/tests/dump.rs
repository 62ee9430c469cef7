//! The dump, compared with the Toy tutorial's and its reference implementation's.

mod common;

use common::dump;
use pretty_assertions::assert_eq;

/// Chapter 1. The program follows two header lines, and its third call is of `(b, c)`.
#[test]
fn the_tutorials_program() {
    let source = "\
# RUN: toyc-ch1 %s -emit=ast 2>&1 | FileCheck %s

# User defined generic function that operates on unknown shaped arguments.
def multiply_transpose(a, b) {
  return transpose(a) * transpose(b);
}

def main() {
  # Define a variable `a` with shape <2, 3>, initialized with the literal value.
  # The shape is inferred from the supplied literal.
  var a = [[1, 2, 3], [4, 5, 6]];

  # b is identical to a, the literal tensor is implicitly reshaped: defining new
  # variables is the way to reshape tensors (element count must match).
  var b<2, 3> = [1, 2, 3, 4, 5, 6];

  # This call will specialize `multiply_transpose` with <2, 3> for both
  # arguments and deduce a return type of <3, 2> in initialization of `c`.
  var c = multiply_transpose(a, b);
  # A second call to `multiply_transpose` with <2, 3> for both arguments will
  # reuse the previously specialized and inferred version and return <3, 2>.
  var d = multiply_transpose(b, a);
  # A new call with <3, 2> (instead of <2, 3>) for both dimensions will
  # trigger another specialization of `multiply_transpose`.
  var e = multiply_transpose(b, c);
  # Finally, calling into `multiply_transpose` with incompatible shape will
  # trigger a shape inference error.
  var f = multiply_transpose(transpose(a), c);
}
";
    let expected = "\
Module:
  Function\x20
    Proto 'multiply_transpose' @test/Examples/Toy/Ch1/ast.toy:4:1'
    Params: [a, b]
    Block {
      Return
        BinOp: * @test/Examples/Toy/Ch1/ast.toy:5:25
          Call 'transpose' [ @test/Examples/Toy/Ch1/ast.toy:5:10
            var: a @test/Examples/Toy/Ch1/ast.toy:5:20
          ]
          Call 'transpose' [ @test/Examples/Toy/Ch1/ast.toy:5:25
            var: b @test/Examples/Toy/Ch1/ast.toy:5:35
          ]
    } // Block
  Function\x20
    Proto 'main' @test/Examples/Toy/Ch1/ast.toy:8:1'
    Params: []
    Block {
      VarDecl a<> @test/Examples/Toy/Ch1/ast.toy:11:3
        Literal: <2, 3>[ <3>[ 1.000000e+00, 2.000000e+00, 3.000000e+00], <3>[ 4.000000e+00, \
        5.000000e+00, 6.000000e+00]] @test/Examples/Toy/Ch1/ast.toy:11:11
      VarDecl b<2, 3> @test/Examples/Toy/Ch1/ast.toy:15:3
        Literal: <6>[ 1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, \
        6.000000e+00] @test/Examples/Toy/Ch1/ast.toy:15:17
      VarDecl c<> @test/Examples/Toy/Ch1/ast.toy:19:3
        Call 'multiply_transpose' [ @test/Examples/Toy/Ch1/ast.toy:19:11
          var: a @test/Examples/Toy/Ch1/ast.toy:19:30
          var: b @test/Examples/Toy/Ch1/ast.toy:19:33
        ]
      VarDecl d<> @test/Examples/Toy/Ch1/ast.toy:22:3
        Call 'multiply_transpose' [ @test/Examples/Toy/Ch1/ast.toy:22:11
          var: b @test/Examples/Toy/Ch1/ast.toy:22:30
          var: a @test/Examples/Toy/Ch1/ast.toy:22:33
        ]
      VarDecl e<> @test/Examples/Toy/Ch1/ast.toy:25:3
        Call 'multiply_transpose' [ @test/Examples/Toy/Ch1/ast.toy:25:11
          var: b @test/Examples/Toy/Ch1/ast.toy:25:30
          var: c @test/Examples/Toy/Ch1/ast.toy:25:33
        ]
      VarDecl f<> @test/Examples/Toy/Ch1/ast.toy:28:3
        Call 'multiply_transpose' [ @test/Examples/Toy/Ch1/ast.toy:28:11
          Call 'transpose' [ @test/Examples/Toy/Ch1/ast.toy:28:30
            var: a @test/Examples/Toy/Ch1/ast.toy:28:40
          ]
          var: c @test/Examples/Toy/Ch1/ast.toy:28:44
        ]
    } // Block
";
    assert_eq!(dump("test/Examples/Toy/Ch1/ast.toy", source), expected);
}

#[test]
fn assignments_loops_and_lists() {
    let source = "\
def main() {
  var a = [1, b];
  a = not a;
  a += 1 and 2;
  while a {
    break;
  }
  for i in 0:a:-2 {
    continue;
  }
}
";
    let expected = "\
Module:
  Function\u{20}
    Proto 'main' @t.toy:1:1'
    Params: []
    Block {
      VarDecl a<> @t.toy:2:3
        List [ @t.toy:2:11
          1.000000e+00 @t.toy:2:12
          var: b @t.toy:2:15
        ]
      Rebind a @t.toy:3:3
        Not @t.toy:3:7
          var: a @t.toy:3:11
      Rebind a += @t.toy:4:3
        BinOp: and @t.toy:4:14
          1.000000e+00 @t.toy:4:8
          2.000000e+00 @t.toy:4:14
      While @t.toy:5:3
        var: a @t.toy:5:9
      Block {
        Break @t.toy:6:5
      } // Block
      For i @t.toy:8:3
        0.000000e+00 @t.toy:8:12
        var: a @t.toy:8:14
        Step
          Neg @t.toy:8:16
            2.000000e+00 @t.toy:8:17
      Block {
        Continue @t.toy:9:5
      } // Block
    } // Block
";
    assert_eq!(dump("t.toy", source), expected);
}

/// Chapter 7's program: the dump of structs by its reference implementation, in the tutorial's
/// spelling.
#[test]
fn structs() {
    let source = "\
struct Struct {
  var a;
  var b;
}

def multiply_transpose(Struct value) {
  return transpose(value.a) * transpose(value.b);
}

def main() {
  Struct value = {[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]};
  var c = multiply_transpose(value);
  print(c);
}
";
    let literal = "Literal: <2, 3>[ <3>[ 1.000000e+00, 2.000000e+00, 3.000000e+00], \
                   <3>[ 4.000000e+00, 5.000000e+00, 6.000000e+00]]";
    let expected = format!(
        "\
Module:
  Struct: Struct @s.toy:1:1
    Variables: [
      VarDecl a<> @s.toy:2:3
      VarDecl b<> @s.toy:3:3
    ]
  Function\x20
    Proto 'multiply_transpose' @s.toy:6:1'
    Params: [value]
    Block {{
      Return
        BinOp: * @s.toy:7:31
          Call 'transpose' [ @s.toy:7:10
            BinOp: . @s.toy:7:26
              var: value @s.toy:7:20
              var: a @s.toy:7:26
          ]
          Call 'transpose' [ @s.toy:7:31
            BinOp: . @s.toy:7:47
              var: value @s.toy:7:41
              var: b @s.toy:7:47
          ]
    }} // Block
  Function\x20
    Proto 'main' @s.toy:10:1'
    Params: []
    Block {{
      VarDecl value<Struct> @s.toy:11:3
        Struct Literal:           {literal} @s.toy:11:19
          {literal} @s.toy:11:43
         @s.toy:11:18
      VarDecl c<> @s.toy:12:3
        Call 'multiply_transpose' [ @s.toy:12:11
          var: value @s.toy:12:30
        ]
      Print [ @s.toy:13:3
        var: c @s.toy:13:9
      ]
    }} // Block
"
    );
    assert_eq!(dump("s.toy", source), expected);
}

/// Constructs that the tutorial does not show, in its style.
#[test]
fn the_rest_of_the_language() {
    let source = "\
def f(a, S b) {
  a - (b.c / -2);
  return;
}
struct S { var c; T d; };
";
    let expected = "\
Module:
  Function\x20
    Proto 'f' @f:1:1'
    Params: [a, b]
    Block {
      BinOp: - @f:2:7
        var: a @f:2:3
        BinOp: / @f:2:14
          BinOp: . @f:2:10
            var: b @f:2:8
            var: c @f:2:10
          Neg @f:2:14
            2.000000e+00 @f:2:15
      Return
    } // Block
  Struct: S @f:5:1
    Variables: [
      VarDecl c<> @f:5:12
      VarDecl d<T> @f:5:19
    ]
";
    assert_eq!(dump("f", source), expected);
}

#[test]
fn an_empty_file() {
    assert_eq!(dump("f", ""), "Module:\n");
    assert_eq!(dump("f", "# nothing"), "Module:\n");
}

#[test]
fn numbers_are_printed_as_by_c() {
    for (source, printed) in [
        ("0", "0.000000e+00"),
        ("1.", "1.000000e+00"),
        (".5", "5.000000e-01"),
        ("1e3", "1.000000e+03"),
        ("1.5e-3", "1.500000e-03"),
        ("1E+100", "1.000000e+100"),
        ("5e-324", "4.940656e-324"),
        ("1234567.5", "1.234568e+06"),
        ("9999999.9", "1.000000e+07"),
    ] {
        let text = dump("f", &format!("def main() {{ {source}; }}"));
        assert_eq!(
            text.lines().nth(5),
            Some(format!("      {printed} @f:1:14").as_str()),
            "{source}"
        );
    }
}

#[test]
fn literals_of_any_rank() {
    let text = dump("f", "def main() { [[[1], [-2]], [[3], [4e0]], [[.5], [-.25]]]; }");
    assert_eq!(
        text.lines().nth(5),
        Some(
            "      Literal: <3, 2, 1>[ <2, 1>[ <1>[ 1.000000e+00], <1>[ -2.000000e+00]], \
             <2, 1>[ <1>[ 3.000000e+00], <1>[ 4.000000e+00]], \
             <2, 1>[ <1>[ 5.000000e-01], <1>[ -2.500000e-01]]] @f:1:14"
        )
    );
}

/// Columns count bytes; the byte order mark is part of the first line.
#[test]
fn columns_count_bytes() {
    let text = dump("f", "\u{feff}def main() {\r\n\t# ä\r\n\tmain();\r\n}\r\n");
    assert_eq!(text.lines().nth(2), Some("    Proto 'main' @f:1:4'"));
    assert_eq!(text.lines().nth(5), Some("      Call 'main' [ @f:3:2"));
}
