//! Each error of analysis, with its location, labels and help; and programs without errors.

mod common;

use common::{analysis, messages};
use pretty_assertions::assert_eq;

/// The whole report about a program.
macro_rules! report {
    ($name:ident, $source:expr, $expected:expr $(,)?) => {
        #[test]
        fn $name() {
            assert_eq!(analysis($source), $expected);
        }
    };
}

report!(
    unknown_variable,
    "def main() {\n  var length = 3;\n  print(lenght);\n}\n",
    "t.toy:3:9: error: unknown variable 'lenght'\n  print(lenght);\n        ^~~~~~ not defined \
        before this\n\
     help: did you mean 'length'?\n",
);
report!(
    unknown_variable_that_is_a_function,
    "def f() {\n  return 1;\n}\ndef main() {\n  print(f);\n}\n",
    "t.toy:5:9: error: function 'f' is not a value\n  print(f);\n        ^ a function where a \
        value must be\nhelp: call it, or give it to a function that calls its parameter\n",
);
report!(
    unknown_function,
    "def scale(x) {\n  return x;\n}\ndef main() {\n  print(scail(2));\n}\n",
    "t.toy:5:9: error: unknown function 'scail'\n  print(scail(2));\n        ^~~~~ no function of \
        this name\n\
     help: did you mean 'scale'?\n",
);
report!(
    unknown_builtin,
    "def main() {\n  print(transpos(2));\n}\n",
    "t.toy:2:9: error: unknown function 'transpos'\n  print(transpos(2));\n        ^~~~~~~~ no \
        function of this name\n\
     help: did you mean 'transpose'?\n",
);
report!(
    unknown_struct,
    "struct Point {\n  var x;\n}\ndef main() {\n  Pont p = {1};\n}\n",
    "t.toy:5:3: error: unknown struct 'Pont'\n  Pont p = {1};\n  ^~~~ no struct of this name\n\
     help: did you mean 'Point'?\n",
);
report!(
    unknown_member,
    "struct Pair {\n  var first;\n  var second;\n}\ndef f(Pair p) {\n  return p.frist;\n}\n",
    "t.toy:6:12: error: struct 'Pair' has no member 'frist'\n  return p.frist;\n           ^~~~~ \
        unknown member\n\
     t.toy:1:8: note: its members are 'first', 'second'\nstruct Pair {\n       ^~~~\n\
     help: did you mean 'first'?\n",
);
report!(
    redefinition_of_a_variable,
    "def main() {\n  var a = 1;\n  var a = 2;\n}\n",
    "t.toy:3:7: error: redefinition of variable 'a'\n  var a = 2;\n      ^ defined again here\n\
     t.toy:2:7: note: first defined here\n  var a = 1;\n      ^\n\
     help: values do not change: give the new one a name of its own\n",
);
report!(
    redefinition_of_a_parameter,
    "def f(a, a) {\n}\n",
    "t.toy:1:10: error: redefinition of parameter 'a'\ndef f(a, a) {\n         ^ defined again \
        here\n\
     t.toy:1:7: note: first defined here\ndef f(a, a) {\n      ^\n\
     help: give one of them another name\n",
);
report!(
    redefinition_of_a_function,
    "def f() {\n}\ndef f(a) {\n}\n",
    "t.toy:3:5: error: redefinition of function 'f'\ndef f(a) {\n    ^ defined again here\n\
     t.toy:1:5: note: first defined here\ndef f() {\n    ^\n\
     help: functions differ in their names, whatever their parameters: rename one of them\n",
);
report!(
    redefinition_of_a_struct,
    "struct S {\n  var a;\n}\nstruct S {\n  var b;\n}\n",
    "t.toy:4:8: error: redefinition of struct 'S'\nstruct S {\n       ^ defined again here\n\
     t.toy:1:8: note: first defined here\nstruct S {\n       ^\n\
     help: give one of them another name\n",
);
report!(
    redefinition_of_a_member,
    "struct S {\n  var a;\n  var a;\n}\n",
    "t.toy:3:7: error: redefinition of member 'a'\n  var a;\n      ^ defined again here\n\
     t.toy:2:7: note: first defined here\n  var a;\n      ^\n\
     help: give one of them another name\n",
);
report!(
    too_many_arguments,
    "def one(x) {\n  return x;\n}\ndef main() {\n  print(one(1, 2));\n}\n",
    "t.toy:5:9: error: function 'one' takes 1 argument, found 2\n  print(one(1, 2));\n        \
        ^~~~~~~~~ found 2 arguments\n\
     t.toy:1:5: note: declared here with the parameter 'x'\ndef one(x) {\n    ^~~\n",
);
report!(
    too_few_arguments,
    "def two(x, y) {\n  return x;\n}\ndef main() {\n  print(two(1));\n}\n",
    "t.toy:5:9: error: function 'two' takes 2 arguments, found 1\n  print(two(1));\n        ^~~~~~ \
        found 1 argument\n\
     t.toy:1:5: note: declared here with the parameters 'x', 'y'\ndef two(x, y) {\n    ^~~\n",
);
report!(
    abs_of_two,
    "def main() {\n  print(abs(1, 2));\n}\n",
    "t.toy:2:9: error: 'abs' takes 1 argument, found 2\n  print(abs(1, 2));\n        \
        ^~~~~~~~~ \
     found 2 arguments\nhelp: it is called as `abs(x)`\n",
);
report!(
    nothing_used_as_a_value,
    "def nothing(x) {\n  print(x);\n}\ndef main() {\n  var a = nothing(3);\n}\n",
    "t.toy:5:11: error: function 'nothing' returns nothing\n  var a = nothing(3);\n          \
        ^~~~~~~~~~ used as a value here\n\
     t.toy:1:5: note: defined here\ndef nothing(x) {\n    ^~~~~~~\n\
     help: a function has a value if it ends with `return value;`\n",
);
report!(
    calling_main,
    "def main() {\n  main();\n}\n",
    "t.toy:2:3: error: function 'main' cannot be called\n  main();\n  ^~~~ only running the \
        program calls it\n\
     t.toy:1:5: note: defined here\ndef main() {\n    ^~~~\n\
     help: put what is to be shared into a function of its own\n",
);
report!(
    main_with_parameters,
    "def main(a, b) {\n}\n",
    "t.toy:1:10: error: function 'main' takes no parameters\ndef main(a, b) {\n         ^~~~ found \
        2 parameters\n\
     help: nothing calls 'main' with arguments: define variables in it\n",
);
report!(
    main_returns_a_struct,
    "struct S {\n  var a;\n}\ndef main() {\n  S s = {1};\n  return s;\n}\n",
    "t.toy:6:10: error: function 'main' cannot return a struct\n  return s;\n         ^ an exit \
        status is a number\n\
     help: return a whole number from 0 to 255, or print the members\n",
);
report!(main_returns_a_number, "def main() {\n  return 1;\n}\n", "");
report!(
    returns_of_two_kinds,
    "def f(x) {\n  return x;\n  return;\n}\n",
    "t.toy:3:3: error: function 'f' returns both a tensor and nothing\n  return;\n  ^~~~~~~ \
        returns nothing\n\
     t.toy:2:3: note: returns a tensor\n  return x;\n  ^~~~~~~~~\n",
);
report!(
    unreachable_statements_are_reported_once,
    "def f(x) {\n  return x;\n  print(x);\n  print(x);\n}\n",
    "t.toy:3:3: warning: unreachable statement\n  print(x);\n  ^~~~~~~~~ never reached\n\
     t.toy:2:3: note: the function returns here\n  return x;\n  ^~~~~~~~~\n",
);
report!(
    recursion_names_the_cycle,
    "def even(x) {\n  return odd(x);\n}\ndef odd(x) {\n  return even(x);\n}\n",
    "t.toy:5:10: error: recursive call of function 'even': even -> odd -> even\n  return \
        even(x);\n         ^~~~ \
     this call closes the cycle\n\
     t.toy:2:10: note: 'even' calls 'odd' here\n  return odd(x);\n         ^~~\n\
     help: return before it under a condition on shapes or known numbers: `if shape(x)[0] == 1 { \
     return x; }`\n",
);
report!(
    recursion_of_one_function,
    "def f(x) {\n  return f(x);\n}\n",
    "t.toy:2:10: error: recursive call of function 'f': f -> f\n  return f(x);\n         ^ this \
        call closes the cycle\n\
     help: return before it under a condition on shapes or known numbers: `if shape(x)[0] == 1 { \
     return x; }`\n",
);
report!(
    recursive_structs,
    "struct A {\n  B b;\n}\nstruct B {\n  var x;\n  A a;\n}\n",
    "t.toy:6:3: error: struct 'A' holds itself: A -> B -> A\n  A a;\n  ^~~~ this member closes the \
        cycle\n\
     t.toy:1:8: note: defined here\nstruct A {\n       ^\n",
);
report!(
    root_of_a_struct,
    "struct Pair {\n  var first;\n  var second;\n}\ndef f(Pair p) {\n  print(sqrt(p));\n}\n",
    "t.toy:6:14: error: 'sqrt' takes a tensor, found a struct 'Pair'\n  print(sqrt(p));\n     \
        \x20       ^ this is a struct 'Pair'\n\
     help: take a member of it: 'first', 'second'\n",
);
report!(
    operator_on_a_struct,
    "struct S {\n  var a;\n}\ndef f(S s) {\n  return 2 * s;\n}\n",
    "t.toy:5:14: error: operator '*' takes a tensor, found a struct 'S'\n  return 2 * \
        s;\n             ^ this is a struct 'S'\n\
     help: take a member of it: 'a'\n",
);
report!(
    struct_passed_as_a_tensor,
    "struct S {\n  var a;\n}\ndef f(x) {\n  return x;\n}\ndef g(S s) {\n  return f(s);\n}\n",
    "t.toy:8:12: error: parameter 'x' of function 'f' is a tensor, found a struct 'S'\n  return \
        f(s);\n           ^ \
     this is a struct 'S'\n\
     t.toy:4:7: note: declared here\ndef f(x) {\n      ^\n",
);
report!(
    tensor_passed_as_a_struct,
    "struct S {\n  var a;\n}\ndef f(S s) {\n  return s;\n}\ndef main() {\n  f([1, 2]);\n}\n",
    "t.toy:8:5: error: parameter 's' of function 'f' is a struct 'S', found a tensor\n  f([1, \
        2]);\n    ^~~~~~ this is a tensor\n\
     t.toy:4:7: note: declared here\ndef f(S s) {\n      ^~~\n",
);
report!(
    member_of_a_tensor,
    "def f(x) {\n  return x.y;\n}\n",
    "t.toy:2:12: error: a tensor has no member 'y'\n  return x.y;\n           ^ only structs have \
        members\n\
     t.toy:1:7: note: 'x' is declared as a tensor here\ndef f(x) {\n      ^\n",
);
report!(
    too_many_values_for_a_struct,
    "struct Pair {\n  var first;\n  var second;\n}\ndef main() {\n  Pair p = {1, 2, 3};\n}\n",
    "t.toy:6:12: error: struct 'Pair' has 2 members, found 3 values\n  Pair p = {1, 2, \
        3};\n           ^~~~~~~~~ found 3 values\n\
     t.toy:1:8: note: its members are 'first', 'second'\nstruct Pair {\n       ^~~~\n",
);
report!(
    tensor_as_a_member_that_is_a_struct,
    "struct A {\n  var a;\n}\nstruct B {\n  A a;\n}\ndef main() {\n  B b = {[1]};\n}\n",
    "t.toy:8:10: error: member 'a' of struct 'B' is a struct 'A', found a tensor\n  B b = \
        {[1]};\n         ^~~ this is a tensor\n\
     t.toy:5:3: note: declared here\n  A a;\n  ^~~~\n",
);
report!(
    struct_of_another_type,
    "struct A {\n  var a;\n}\nstruct B {\n  var a;\n}\ndef f(A a) {\n  B b = a;\n}\n",
    "t.toy:8:9: error: variable 'b' is a struct 'B', found a struct 'A'\n  B b = a;\n        ^ \
        this is a struct 'A'\n\
     t.toy:8:3: note: declared here\n  B b = a;\n  ^\n",
);
report!(
    struct_with_a_declared_shape,
    "struct S {\n  var a;\n}\ndef f(S s) {\n  var x<2, 3> = s;\n}\n",
    "t.toy:5:17: error: variable 'x' of a declared shape takes a tensor, found a struct 'S'\n  var \
        x<2, 3> = s;\n                \
     ^ this is a struct 'S'\n\
     help: take a member of it: 'a'\n",
);
report!(
    braces_of_no_known_struct,
    "def f() {\n  return {1, 2};\n}\n",
    "t.toy:2:10: error: a value in braces of unknown struct\n  return {1, 2};\n         ^~~~~~ \
     nothing says of which struct this is\n\
     help: give it a name and a struct: `Struct name = {...};`\n",
);
report!(
    literal_of_another_number_of_elements,
    "def main() {\n  var a<2, 3> = [1, 2, 3, 4];\n}\n",
    "t.toy:2:17: error: cannot reshape 4 elements to <2, 3>, which has 6\n  var a<2, 3> = [1, 2, \
        3, 4];\n                ^~~~~~~~~~~~ \
     4 elements\n\
     t.toy:2:8: note: a tensor of shape <2, 3> has 6 elements\n  var a<2, 3> = [1, 2, 3, \
     4];\n       ^~~~~~\n",
);

report!(
    unused_variable,
    "def main() {\n  var a = 1;\n  var _b = 2;\n}\n",
    "t.toy:2:7: warning: unused variable 'a'\n  var a = 1;\n      ^ never used\n\
     help: remove it, or name it '_a' if that is intended\n",
);
report!(
    unused_values,
    "def f(x) {\n  print(x);\n}\ndef main() {\n  f(1);\n  transpose(2) + 1;\n}\n",
    "t.toy:6:3: warning: unused value\n  transpose(2) + 1;\n  ^~~~~~~~~~~~~~~~~ computed and \
        dropped\n\
     help: show it with `print(...);`, or name it: `var name = ...;`\n",
);
report!(
    unused_function,
    "def f(x) {\n  return x;\n}\ndef _g(x) {\n  return f(x);\n}\ndef main() {\n}\n",
    "t.toy:1:5: warning: unused function 'f'\ndef f(x) {\n    ^ 'main' calls it neither itself nor \
        through others\n\
     help: call it, remove it, or name it '_f'\n",
);
report!(
    variable_with_the_name_of_a_function,
    "def f(f) {\n  return f;\n}\ndef g(f) {\n  return f(f);\n}\n",
    "t.toy:4:7: warning: parameter 'f' has the name of a function\ndef g(f) {\n      ^ \
     `f` is this parameter, and `f(...)` calls the function\n\
     t.toy:1:5: note: the function is defined here\ndef f(f) {\n    ^\n\
     help: give one of them another name\n",
);

#[test]
fn independent_errors_are_reported_in_one_run_in_source_order() {
    let source = "\
def main() {
  print(a);
  print(a + b);
  var c = f(1);
  print(c.x);
  g(c);
}
def f() {
  var x = y;
  return x;
}
";
    assert_eq!(
        messages(source),
        [
            "2:9: error: unknown variable 'a'",
            "3:13: error: unknown variable 'b'",
            "4:11: error: function 'f' takes 0 arguments, found 1",
            "6:3: error: unknown function 'g'",
            "9:11: error: unknown variable 'y'",
        ]
    );
}

#[test]
fn nothing_is_no_operand_argument_or_member() {
    let source = "\
struct S {
  var a;
}
def n() {
}
def f(x) {
  return x;
}
def main() {
  print(n());
  print(1 + n());
  print(-n());
  print(transpose(n()));
  f(n());
  S s = {n()};
  n().a;
}
";
    let messages = messages(source);
    let places: Vec<_> = messages.iter().map(|m| m.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["10:9", "11:13", "12:10", "13:19", "14:5", "15:10", "16:3"]);
    assert!(messages.iter().all(|m| m.ends_with("returns nothing")), "{messages:?}");
}

#[test]
fn each_cycle_is_reported_once() {
    let source = "\
def a(x) {
  b(x);
  b(x);
  a(x);
}
def b(x) {
  a(x);
  a(x);
}
";
    assert_eq!(messages(source).len(), 1);
}

#[test]
fn dimensions_are_limited_as_those_of_literals_are() {
    let source = format!(
        "def main() {{ var a<{}1> = 1; var b<{}1> = 1; }}",
        "1, ".repeat(127),
        "1, ".repeat(128)
    );
    let messages = messages(&source);
    assert_eq!(messages.len(), 1);
    assert!(messages[0].ends_with("error: a tensor has at most 128 dimensions"), "{messages:?}");
}

#[test]
fn structs_that_grow_with_each_definition_are_limited() {
    let mut source = "struct S0 { var a; var b; }\n".to_owned();
    for i in 1..60 {
        source += &format!("struct S{i} {{ S{} a; S{} b; }}\n", i - 1, i - 1);
    }
    let messages = messages(&source);
    assert!(messages[0].ends_with("error: struct 'S10' is too large"), "{messages:?}");
}

#[test]
fn structs_within_structs_are_limited() {
    let mut source = "struct S0 { var a; }\n".to_owned();
    for i in 1..10_000 {
        source += &format!("struct S{i} {{ S{} a; }}\n", i - 1);
    }
    let messages = messages(&source);
    assert!(messages[0].ends_with("error: struct 'S128' is too large"), "{messages:?}");
}

#[test]
fn valid_programs_are_silent() {
    for source in [
        "",
        "struct S { var a; }",
        "def main() { show(twice(3)); } def show(x) { print(x); } def twice(x) { return x + x; }",
        "struct P { var a; var b; } struct T { P p; var l; } def swap(P p) { P q = {p.b, p.a}; \
            return q; }
         def main() { T t = {{1, [2]}, -3}; print(swap(t.p).a); var p = t.p; print(p.b); swap({1, \
         2}); }",
        "def f(x) { return; } def main() { f(f2()); var a<3> = f2(); print(a); } def f2() { return \
            [1, 2, 3]; }",
        "struct Outer { Inner i; } struct Inner { var a; }",
        "def f(x) { return x; } def main() { var print = 1; print(f(print)); }",
    ] {
        assert_eq!(analysis(source), "", "{source}");
    }
}

#[test]
fn warnings_follow_from_no_error() {
    assert_eq!(messages("def main() { var length = 1; print(lenght); }").len(), 1);
}

#[test]
fn long_chains_need_no_stack() {
    let source = format!("def main() {{ var a = 1; print(a{}); }}", " + a".repeat(200_000));
    assert_eq!(analysis(&source), "");
    let mut calls = "def main() { f0(1); }\n".to_owned();
    for i in 0..20_000 {
        calls += &format!("def f{i}(x) {{ return f{}(x); }}\n", i + 1);
    }
    calls += "def f20000(x) { return x; }";
    assert_eq!(analysis(&calls), "");
}

#[test]
fn exported_functions_are_used() {
    let sources = mlir_lite_diagnostics::SourceMap::new();
    let mut diagnostics = mlir_lite_diagnostics::Diagnostics::new();
    let text = "def f(x) { return g(x); } def g(x) { return x; } def h(x) { return x; } def main() \
        { print(1); }";
    let file = sources.add("t.toy", text).unwrap();
    let module = toy_ast::parse_module(&file, &mut diagnostics).expect("a well-formed program");
    toy_dialect::sema::lint(&module, &["f"], &mut diagnostics);
    let messages: Vec<_> = diagnostics.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(messages, ["unused function 'h'"]);
}

#[test]
fn a_loop_gives_the_name_of_its_variable_back() {
    assert_eq!(
        messages("def main() { var i = 1; for i in 0:3 { print(i); } print(i); }"),
        ["1:29: error: redefinition of variable 'i'"]
    );
    assert_eq!(
        messages("def f(x) { return x; } def main() { for f in 0:3 { print(f(f)); } }"),
        ["1:41: warning: loop variable 'f' has the name of a function"]
    );
}
