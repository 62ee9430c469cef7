//! The messages for malformed texts, word for word, and that errors do not hide each other.

mod common;

use common::{errors, parse};
use pretty_assertions::assert_eq;

/// A function with this body.
fn body(statements: &str) -> String {
    format!("def f(a) {{\n{statements}\n}}\n")
}

#[test]
fn missing_semicolon() {
    assert_eq!(
        errors(&body("var x = a  # no end\nreturn x;")),
        "\
t.toy:2:10: error: missing `;`
var x = a  # no end
         ^ add `;` here
"
    );
    assert_eq!(
        errors(&body("print(a)")),
        "t.toy:2:9: error: missing `;`\nprint(a)\n        ^ add `;` here\n"
    );
    assert_eq!(
        errors(&body("return")),
        "t.toy:2:7: error: missing `;`\nreturn\n      ^ add `;` here\n"
    );
}

#[test]
fn missing_closing_brace() {
    assert_eq!(
        errors("def f() {\n  return 1;\ndef g() { }\n"),
        "\
t.toy:2:12: error: missing `}`
  return 1;
           ^ add `}` here
t.toy:1:9: note: this `{` is not closed
def f() {
        ^
"
    );
    assert_eq!(
        errors("struct S { var a;"),
        "\
t.toy:1:18: error: missing `}`
struct S { var a;
                 ^ add `}` here
t.toy:1:10: note: this `{` is not closed
struct S { var a;
         ^
"
    );
    assert_eq!(
        errors(&body("S s = {1, 2;")),
        "\
t.toy:2:12: error: missing `}`
S s = {1, 2;
           ^ add `}` here
t.toy:2:7: note: this `{` is not closed
S s = {1, 2;
      ^
"
    );
}

#[test]
fn missing_opening_brace() {
    assert_eq!(
        errors("def f() return 1; }"),
        "t.toy:1:8: error: missing `{`\ndef f() return 1; }\n       ^ add `{` here\n\
         help: a function is written `def name(a, b) { ... }`, also without parameters: `def \
         name() { ... }`\n"
    );
}

#[test]
fn missing_parenthesis() {
    assert_eq!(
        errors(&body("print((a + 2);")),
        "\
t.toy:2:14: error: missing `)`
print((a + 2);
             ^ add `)` here
t.toy:2:6: note: this `(` is not closed
print((a + 2);
     ^
"
    );
}

#[test]
fn unexpected_tokens() {
    assert_eq!(
        errors(&body("print(1 + );")),
        "t.toy:2:11: error: unexpected `)`\nprint(1 + );\n          ^ expected an expression\n"
    );
    assert_eq!(
        errors(&body("a 2;")),
        "t.toy:2:3: error: unexpected number `2`\na 2;\n  ^ expected `;` or an operator\n\
         help: a call is written `a(...)`\n"
    );
    assert_eq!(
        errors(&body("var return = 3;")),
        "t.toy:2:5: error: unexpected keyword `return`\nvar return = 3;\n    ^~~~~~ expected a \
            variable's name\n\
         help: keywords cannot be names: choose another one\n"
    );
    assert_eq!(
        errors(&body("{1};")),
        "t.toy:2:1: error: unexpected `{`\n{1};\n^ expected a statement\n\
         help: a value in braces is given to a variable: `Struct name = {...};`\n"
    );
    assert_eq!(
        errors(&body("f([1] 2);")),
        "\
t.toy:2:7: error: unexpected number `2`
f([1] 2);
      ^ expected `,`, `)` or an operator
"
    );
    assert_eq!(
        errors(&body("f(a,);")),
        "t.toy:2:5: error: unexpected `)`\nf(a,);\n    ^ expected an expression\nhelp: remove the \
            `,` before it\n"
    );
    assert_eq!(
        errors("def f(a b c) { }"),
        "\
t.toy:1:11: error: unexpected name `c`
def f(a b c) { }
          ^ expected `,` or `)`
"
    );
}

#[test]
fn outside_of_functions() {
    assert_eq!(
        errors("return 1;"),
        "\
t.toy:1:1: error: unexpected keyword `return`
return 1;
^~~~~~ expected `def` or `struct`
help: statements are in functions: `def main() { ... }`
"
    );
    assert_eq!(
        errors("def f() { }\n}\n"),
        "\
t.toy:2:1: error: unexpected `}`
}
^ expected `def` or `struct`
help: no `{` is open here: remove this `}`
"
    );
}

#[test]
fn what_other_languages_have() {
    assert_eq!(
        errors(&body("a.b = 3;")),
        "\
t.toy:2:5: error: member 'b' cannot be changed
a.b = 3;
    ^ values do not change
help: make a new value: `S s = {...};`
"
    );
    assert_eq!(
        errors(&body("f(a) = 3;")),
        "\
t.toy:2:1: error: nothing can be assigned to this expression
f(a) = 3;
^~~~ expected a variable, or elements of one
help: an assignment is written `name = ...;` or `name[i] = ...;`
"
    );
    assert_eq!(
        errors(&body("print(a); // shown\n")),
        "\
t.toy:2:11: error: `//` begins no comment
print(a); // shown
          ^~ write `#` here
help: a comment begins with `#` and ends with its line
"
    );
    // After an operand, two words show that it is a comment.
    assert!(!errors(&body("print(a // b and\nc;\n")).contains("`//` begins no comment"));
    assert_eq!(
        errors(&body("print(a) // shows it\n;")),
        "\
t.toy:2:10: error: `//` begins no comment
print(a) // shows it
         ^~ write `#` here
help: a comment begins with `#` and ends with its line
"
    );
    assert_eq!(
        errors(&body("print(\"a);")),
        "\
t.toy:2:7: error: a text does not end on its line
print(\"a);
      ^~~~ add `\"` at its end
"
    );
}

#[test]
fn a_variable_without_a_value() {
    let expected = |statement: &str, column: usize, name: &str| {
        format!(
            "t.toy:2:{column}: error: variable '{name}' has no value\n{statement}\n{}^ add `= \
                value` here\n\
             help: values do not change: a variable gets its value where it is defined\n",
            " ".repeat(column - 1)
        )
    };
    assert_eq!(errors(&body("var x;")), expected("var x;", 6, "x"));
    assert_eq!(errors(&body("var x<2, 3>;")), expected("var x<2, 3>;", 12, "x"));
    assert_eq!(errors(&body("S s;")), expected("S s;", 4, "s"));
}

#[test]
fn numbers() {
    for number in ["1.2.3", "2x", "0x1g", "1e", "1e+5.3", "1..2", ".5.5", "1_000_"] {
        let help = match number {
            "1..2" => "a range is written `0:5`",
            "2x" => "a product is written `2 * x`; names begin with a letter or `_`",
            "0x1g" => "integers in other bases are written like 0xff, 0b1010 and 0o17",
            "1_000_" => "a `_` is between two digits, as in 1_000_000",
            "1e" => {
                "numbers are written like 1, .5, 2.25 and 1.5e-3, and names begin with a letter or \
                    `_`"
            }
            _ => "numbers are written like 1, .5, 2.25 and 1.5e-3",
        };
        assert_eq!(
            errors(&body(&format!("print({number});"))),
            format!(
                "t.toy:2:7: error: `{number}` is not a number\nprint({number});\n      ^{} \
                    malformed number\n\
                 help: {help}\n",
                "~".repeat(number.len() - 1)
            )
        );
    }
    assert_eq!(
        errors(&body("print([1e999]);")),
        "\
t.toy:2:8: error: number `1e999` is too large
print([1e999]);
       ^~~~~ does not fit a 64-bit float
note: the largest 64-bit float is about 1.8e308
"
    );
}

#[test]
fn shapes() {
    for (shape, label) in [
        ("1.5", "a size is an integer"),
        ("2e0", "a size is an integer"),
        ("0", "a size is at least 1"),
        ("9223372036854775808", "a size is below 2^63"),
    ] {
        assert_eq!(
            errors(&body(&format!("var x<{shape}> = a;"))),
            format!(
                "t.toy:2:7: error: `{shape}` is not a size of a tensor\nvar x<{shape}> = a;\n      \
                    ^{} {label}\n\
                 help: a shape is written like <2, 3>: the number of rows, then the number of \
                 columns\n",
                "~".repeat(shape.len() - 1)
            )
        );
    }
    assert_eq!(
        errors(&body("var x<> = a;")),
        "\
t.toy:2:7: error: unexpected `>`
var x<> = a;
      ^ expected a size
help: a shape is written like `<2, 3>`
"
    );
    assert_eq!(
        errors(&body("var x<2 = a;")),
        "t.toy:2:8: error: missing `>`\nvar x<2 = a;\n       ^ add `>` here\n\
         help: a shape is written like `<2, 3>`\n"
    );
}

#[test]
fn unknown_characters() {
    assert_eq!(
        errors(&body("print(a $$ 2);")),
        "\
t.toy:2:9: error: unknown characters '$$'
print(a $$ 2);
        ^~ not part of the language
"
    );
    assert_eq!(
        errors(&body("print(a × 2);")),
        "\
t.toy:2:9: error: unknown character '×'
print(a × 2);
        ^ not part of the language
help: write `*`
"
    );
    assert!(errors(&body("\u{0}")).starts_with("t.toy:2:1: error: unknown character '\\u{0}'\n"));
}

#[test]
fn ragged_literals() {
    assert_eq!(
        errors(&body("print([[1, 2, 3], [4, 5]]);")),
        "\
t.toy:2:19: error: rows of a tensor literal differ in shape
print([[1, 2, 3], [4, 5]]);
                  ^~~~~~ this row has shape <2>
t.toy:2:8: note: this row has shape <3>
print([[1, 2, 3], [4, 5]]);
       ^~~~~~~~~
help: all rows of a tensor literal have one shape
"
    );
    assert_eq!(
        errors(&body("print([[[1, 2]], [3]]);")),
        "\
t.toy:2:18: error: rows of a tensor literal differ in shape
print([[[1, 2]], [3]]);
                 ^~~ this row has shape <1>
t.toy:2:8: note: this row has shape <1, 2>
print([[[1, 2]], [3]]);
       ^~~~~~~~
help: all rows of a tensor literal have one shape
"
    );
    assert_eq!(
        errors(&body("print([1, [2, 3]]);")),
        "\
t.toy:2:11: error: a row of a tensor literal mixes numbers and rows
print([1, [2, 3]]);
          ^~~~~~ this is a row of shape <2>
t.toy:2:8: note: this is a number
print([1, [2, 3]]);
       ^
help: all elements of a row have one shape
"
    );
    assert_eq!(
        errors(&body("print([[1], -2]);")),
        "\
t.toy:2:13: error: a row of a tensor literal mixes numbers and rows
print([[1], -2]);
            ^~ this is a number
t.toy:2:8: note: this is a row of shape <1>
print([[1], -2]);
       ^~~
help: all elements of a row have one shape
"
    );
}

#[test]
fn other_errors_in_literals() {
    assert_eq!(
        errors(&body("print([]);")),
        "\
t.toy:2:7: error: empty tensor literal
print([]);
      ^~ no elements
help: a tensor has at least one element
"
    );
    assert_eq!(
        errors(&body("print([1,]);")),
        "\
t.toy:2:10: error: unexpected `]`
print([1,]);
         ^ expected a number or `[`
help: remove the `,` before it
"
    );
    assert_eq!(
        errors(&body("print([1, \"a\"]);")),
        "\
t.toy:2:11: error: unexpected text in a tensor literal
print([1, \"a\"]);
          ^~~ expected a number or `[`
note: the elements of a tensor are numbers, expressions, or rows of these
"
    );
    assert_eq!(
        errors(&body("print([1 2]);")),
        "\
t.toy:2:10: error: unexpected number `2` in a tensor literal
print([1 2]);
         ^ expected `,` or `]`
help: elements are separated by `,`: `[1, 2, 3]`
"
    );
    assert_eq!(
        errors(&body("var x = [[1, 2], [3;\nvar y = ;")),
        "\
t.toy:2:20: error: missing `]`
var x = [[1, 2], [3;
                   ^ add `]` here
t.toy:2:18: note: this `[` is not closed
var x = [[1, 2], [3;
                 ^
t.toy:3:9: error: unexpected `;`
var y = ;
        ^ expected an expression
"
    );
    assert_eq!(
        errors("def f() { return [1, 2"),
        "\
t.toy:1:23: error: missing `]`
def f() { return [1, 2
                      ^ add `]` here
t.toy:1:18: note: this `[` is not closed
def f() { return [1, 2
                 ^
"
    );
}

#[test]
fn structs() {
    assert_eq!(
        errors("struct S { }"),
        "\
t.toy:1:12: error: unexpected `}`
struct S { }
           ^ expected a member
help: a struct has at least one member
"
    );
    assert_eq!(
        errors("struct S { var a = 1; var b<2>; var c }"),
        "\
t.toy:1:18: error: a member of a struct has no initial value
struct S { var a = 1; var b<2>; var c }
                 ^ unexpected `=`
help: give values where a struct is made: `S s = {...};`
t.toy:1:28: error: a member of a struct has no shape
struct S { var a = 1; var b<2>; var c }
                           ^ unexpected `<`
help: a member takes the shape of its value
t.toy:1:38: error: missing `;`
struct S { var a = 1; var b<2>; var c }
                                     ^ add `;` here
"
    );
    assert_eq!(
        errors(&body("S s = {};")),
        "\
t.toy:2:8: error: unexpected `}`
S s = {};
       ^ expected an expression
help: a struct has at least one member
"
    );
    assert_eq!(
        errors(&body("a.1;")),
        "t.toy:2:2: error: unexpected number `.1`\na.1;\n ^~ expected `;` or an operator\n"
    );
    assert_eq!(
        errors(&body("a.var;")),
        "t.toy:2:3: error: unexpected keyword `var`\na.var;\n  ^~~ expected a member's name\n\
         help: keywords cannot be names: choose another one\n"
    );
}

#[test]
fn builtins() {
    assert_eq!(
        errors(&body("var x = print(a);")),
        "\
t.toy:2:9: error: print(...) has no value
var x = print(a);
        ^~~~~~~~ used as a value here
help: write it as a statement of its own: `print(...);`
"
    );
    assert_eq!(
        errors(&body("var x = print(\"a\", 2);")),
        "\
t.toy:2:9: error: print(...) has no value
var x = print(\"a\", 2);
        ^~~~~~~~~~~~~ used as a value here
help: write it as a statement of its own: `print(...);`
"
    );
}

#[test]
fn independent_errors_are_reported_together() {
    let text = "\
def f(a) {
  var x = a
  var y = (a + ;
  print(x $ y);
  var z = 1.2.3;
}
def g(a,) {
  var v<0> = [[1], [2, 3]];
}
junk
struct S { var a; b; }
def h() {
  return 1;
";
    let errors = errors(text);
    let headlines: Vec<_> = errors.lines().filter(|line| line.contains(": error: ")).collect();
    assert_eq!(
        headlines,
        [
            "t.toy:2:12: error: missing `;`",
            "t.toy:3:16: error: unexpected `;`",
            "t.toy:4:11: error: unknown character '$'",
            "t.toy:5:11: error: `1.2.3` is not a number",
            "t.toy:7:9: error: unexpected `)`",
            "t.toy:8:9: error: `0` is not a size of a tensor",
            "t.toy:8:20: error: rows of a tensor literal differ in shape",
            "t.toy:10:1: error: unexpected name `junk`",
            "t.toy:11:20: error: unexpected `;`",
            "t.toy:13:12: error: missing `}`",
        ]
    );
}

#[test]
fn what_is_right_is_right() {
    for text in [
        "",
        "# only a comment",
        "struct S { var a; };struct T { S s; }",
        "def f() { } def main() { f(); f() * 2; }",
        "def f(S s, a) { return {s.a, {a, [1]}, -1}; }",
        "def main() { g(); }\ndef g() { return; }",
        "def main() { var var_ = -.5e-3 - -1; var defs = 1e3; var print = 2; }",
        "def f(a) { return --a / (((a))) * transpose(a).b; }",
        "def f(){var a<2,3>=[[1,2,3],[4,5,6]];Struct s={a,a};print(s.a);}",
    ] {
        assert_eq!(parse(text).map(|_| ()), Ok(()), "{text}");
    }
}
