//! Inputs of a REPL: complete, incomplete or wrong.

mod common;

use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use pretty_assertions::assert_eq;
use toy_ast::{ReplInput, ReplParse, StmtKind, parse_repl_input};

fn repl(text: &str) -> (ReplParse, String) {
    let sources = SourceMap::new();
    let file = sources.add("<repl>", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let parse = parse_repl_input(&file, &|_| false, &mut diagnostics);
    assert_eq!(diagnostics.has_errors(), matches!(parse, ReplParse::Wrong(_)));
    (parse, common::render(&sources, &diagnostics))
}

#[track_caller]
fn complete(text: &str) -> ReplInput {
    match repl(text) {
        (ReplParse::Complete(input), _) => input,
        (parse, errors) => panic!("{text}: {parse:?} {errors}"),
    }
}

#[test]
fn complete_inputs() {
    let shape = |input: ReplInput| {
        (
            input.module.structs.len(),
            input.module.functions.len(),
            input.body.len(),
            input.value.is_some(),
        )
    };
    assert_eq!(shape(complete("")), (0, 0, 0, false));
    assert_eq!(shape(complete(" # nothing\n")), (0, 0, 0, false));
    assert_eq!(shape(complete("1 + 2")), (0, 0, 0, true));
    assert_eq!(shape(complete("1 + 2;")), (0, 0, 1, false));
    assert_eq!(shape(complete("var a = 1; a")), (0, 0, 1, true));
    assert_eq!(
        shape(complete("struct S { var a; } def f(S s) { return s.a; } S s = {1}; f(s)")),
        (1, 1, 1, true)
    );
    assert_eq!(shape(complete("[1, 2]")), (0, 0, 0, true));
    assert_eq!(shape(complete("var a = 1")), (0, 0, 1, false));
    assert_eq!(shape(complete("var a<2> = [1,\n2] # two")), (0, 0, 1, false));
    assert_eq!(shape(complete("struct S { var a; } S s = {1}")), (1, 0, 1, false));
}

#[test]
fn a_print_without_its_semicolon_prints() {
    let input = complete("print(1)");
    assert!(input.value.is_none());
    assert!(matches!(input.body[0].kind, StmtKind::Print(_)));
}

#[test]
fn incomplete_inputs() {
    for text in [
        "def f(a) {",
        "def f(a) {\n  return a;",
        "def",
        "struct S { var a;",
        "var a = [1, 2",
        "var a = [[1, 2],",
        "print((1 + 2)",
        "1 +",
        "var a =",
        "a.",
        "S s = {1,",
    ] {
        let (parse, errors) = repl(text);
        assert!(matches!(parse, ReplParse::Incomplete), "{text}: {parse:?}");
        assert_eq!(errors, "", "{text}");
    }
}

#[test]
fn wrong_inputs() {
    for (text, error) in [
        ("1 2", "<repl>:1:3: error: unexpected number `2`\n1 2\n  ^ expected `;` or an operator\n"),
        ("var a = [1 2", "<repl>:1:12: error: unexpected number `2` in a tensor literal\n"),
        ("var a = [1, {", "<repl>:1:12: error: missing `]`\n"),
        ("}", "<repl>:1:1: error: unexpected `}`\n}\n^ expected a statement, `def` or `struct`\n"),
        (
            "var a = ;",
            "<repl>:1:9: error: unexpected `;`\nvar a = ;\n        ^ expected an expression\n",
        ),
        ("def f( {", "<repl>:1:7: error: missing `)`\n"),
        ("1.2.3 +", "<repl>:1:1: error: `1.2.3` is not a number\n"),
    ] {
        let (parse, errors) = repl(text);
        assert!(matches!(parse, ReplParse::Wrong(_)), "{text}: {parse:?}");
        assert!(errors.starts_with(error), "{text}: {errors}");
    }
}
