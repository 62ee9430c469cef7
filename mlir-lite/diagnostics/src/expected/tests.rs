//! Expectations in comments, met and missed: the examples of MLIR's document on diagnostics.

use pretty_assertions::assert_eq;

use super::*;

/// The differences that the comparison reports for `text`, in which each `(line, severity,
/// message)` was found.
fn differences(text: &str, found: &[(u32, Severity, &str)]) -> Vec<(Option<u32>, String)> {
    let sources = SourceMap::new();
    let file = sources.add("a.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    for (line, severity, message) in found {
        let position = match file.line_start(*line) {
            Some(start) => Position::Span(Span::at(file.base() + start)),
            None => Position::Unknown,
        };
        diagnostics.emit(Diagnostic::new(*severity, position, *message));
    }
    let mut report = Diagnostics::new();
    let result = ExpectedDiagnostics::of(&file).compare(&sources, &diagnostics, &mut report);
    assert_eq!(result.is_ok(), report.is_empty());
    let line = |diagnostic: &Diagnostic| match &diagnostic.position {
        Position::Span(span) => sources.line_col(span.start).map(|place| place.line),
        _ => None,
    };
    report.iter().map(|diagnostic| (line(diagnostic), diagnostic.message.clone())).collect()
}

use Severity::{Error, Note, Remark, Warning};

/// The examples of MLIR's document on diagnostics.
#[test]
fn the_documents_examples() {
    let same = "func @bad_branch() {\n  br ^missing  // expected-error {{reference to an undefined \
        block}}\n}\n";
    assert_eq!(differences(same, &[(2, Error, "reference to an undefined block")]), []);
    let adjacent = "func @foo(%a : f32) {\n  // expected-error@+1 {{unknown comparison \
        predicate \"foo\"}}\n  \
                    %result = cmpf \"foo\", %a, %a : f32\n  return\n}\n";
    assert_eq!(differences(adjacent, &[(3, Error, "unknown comparison predicate \"foo\"")]), []);
    let below = "// expected-remark@below {{remark on function below}}\n\
                 // expected-remark@below {{another remark on function below}}\nfunc @bar(%a : \
                 f32)\n";
    let remarks =
        [(3, Remark, "remark on function below"), (3, Remark, "another remark on function below")];
    assert_eq!(differences(below, &remarks), []);
    let above = "func @baz(%a : f32)\n// expected-remark@above {{remark on function above}}\n\
                 // expected-remark@above {{another remark on function above}}\n";
    let remarks =
        [(1, Remark, "remark on function above"), (1, Remark, "another remark on function above")];
    assert_eq!(differences(above, &remarks), []);
}

#[test]
fn the_documents_differences() {
    assert_eq!(
        differences(
            "func @foo() -> (index, ind) {\n// expected-remark {{expected some remark}}\n",
            &[(1, Error, "expected non-function type")]
        ),
        [
            (Some(1), "unexpected error: expected non-function type".to_owned()),
            (Some(2), "expected remark \"expected some remark\" was not produced".to_owned()),
        ]
    );
}

#[test]
fn lines_before_and_after() {
    assert_eq!(differences("a\n\n// expected-warning@-2 {{w}}\n", &[(1, Warning, "w")]), []);
    assert_eq!(differences("// expected-note@+2{{n}}\n\nb\n", &[(3, Note, "n")]), []);
    assert_eq!(
        differences("// expected-error@-7 {{e}}\n", &[]),
        [(Some(1), "expected error \"e\" was not produced".to_owned())]
    );
    assert_eq!(
        differences("// expected-error@below {{e}}", &[]),
        [(Some(1), "expected error \"e\" was not produced".to_owned())]
    );
}

#[test]
fn without_a_place() {
    assert_eq!(differences("// expected-error@unknown {{e}}\n", &[(99, Error, "an e")]), []);
    assert_eq!(
        differences("// expected-error {{e}}\n", &[(99, Error, "an e")]),
        [
            (None, "unexpected error: an e".to_owned()),
            (Some(1), "expected error \"e\" was not produced".to_owned()),
        ]
    );
}

#[test]
fn another_severity() {
    assert_eq!(
        differences("// expected-warning {{e}}\n", &[(1, Error, "e")]),
        [
            (Some(1), "'error' diagnostic emitted when expecting a 'warning'".to_owned()),
            (Some(1), "expected warning \"e\" was not produced".to_owned()),
        ]
    );
}

#[test]
fn regular_expressions() {
    let text = "// expected-error-re {{size {{[0-9]+}} (of {{a|b}})}}\n";
    assert_eq!(differences(text, &[(1, Error, "the size 12 (of b) is wrong")]), []);
    assert_eq!(differences(text, &[(1, Error, "size 12 of b")]).len(), 2);
    assert_eq!(
        differences("// expected-error-re {{a {{b}}\n", &[(1, Error, "a {{b")])[0],
        (Some(1), "found start of regex with no end '}}'".to_owned())
    );
    assert!(
        differences("// expected-error-re {{a {{(}}}}\n", &[])[0].1.starts_with("invalid regex: ")
    );
}

#[test]
fn one_comment_may_fit_several() {
    assert_eq!(differences("// expected-error {{e}}\n", &[(1, Error, "e"), (1, Error, "e 2")]), []);
}

#[test]
fn notes_and_secondary_places() {
    let sources = SourceMap::new();
    let file = sources
        .add(
            "f",
            "a // expected-note {{first}}\nb // expected-error {{again}}\n// expected-note@-1 \
                {{because}}\n",
        )
        .unwrap();
    let at = |line| Span::at(file.base() + file.line_start(line).unwrap());
    let mut found = Diagnostics::new();
    found.error(
        Diagnostic::error(at(2), "again")
            .with_secondary(at(1), "first")
            .with_note("because")
            .with_help("nobody expects help"),
    );
    assert!(
        ExpectedDiagnostics::of(&file).compare(&sources, &found, &mut Diagnostics::new()).is_ok()
    );
}

#[test]
fn what_is_no_comment() {
    for text in [
        "// expected-error\n",
        "// expected-oops {{a}}\n",
        "// expected-error {{a}} b\n",
        "// expected-error@x {{a}}\n",
    ] {
        assert_eq!(differences(text, &[]), [], "{text}");
    }
}
