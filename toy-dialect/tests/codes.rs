//! The examples of `toyc --explain`: each wrong program leads to its code alone, each repaired one
//! to no diagnostics.

mod common;

use common::Checked;
use pretty_assertions::assert_eq;
use toy_ast::{Code, Entry};

#[test]
fn wrong_examples_lead_to_their_code_alone() {
    let mut differences = String::new();
    for code in Code::ALL {
        let checked = Checked::new("t.toy", code.entry().wrong);
        let found: Vec<_> = checked.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        if found != [Some(code.text())] {
            differences += &format!("{code:?} {}:\n{}", code.text(), checked.report());
        }
    }
    assert_eq!(differences, "");
}

#[test]
fn repaired_examples_are_right() {
    let mut differences = String::new();
    for code in Code::ALL {
        let Entry { repaired, text, .. } = code.entry();
        let report = Checked::new("t.toy", repaired).report();
        if !report.is_empty() {
            differences += &format!("{code:?} {text}:\n{report}");
        }
    }
    assert_eq!(differences, "");
}
