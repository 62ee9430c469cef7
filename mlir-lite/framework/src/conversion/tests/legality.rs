//! Legality: unknown ops, whole dialects, conditions, and declarations that must come first.

use super::*;
use pretty_assertions::assert_eq;

const TEXT: &str = "\"x.a\"() {keep} : () -> ()\n\"x.a\"() : () -> ()\n";
const EXPECTED: &str = "\"x.a\"() {keep} : () -> ()\n\"ok.a\"() : () -> ()\n";

fn is_kept(op: mlir_lite::ir::OpRef<'_>) -> bool {
    op.attr_named("keep").is_some()
}

#[test]
fn unknown_ops_and_dialects_are_legal_where_a_condition_holds() {
    let unknown = |target: &mut ConversionTarget| {
        target.mark_unknown_op_dynamically_legal(is_kept);
    };
    let patterns = |_: &Context| renames(&[("x.a", "ok.a")]);
    assert_eq!(partial(TEXT, unknown, patterns).as_deref(), Ok(EXPECTED));
    let dialect = |target: &mut ConversionTarget| {
        target.add_dynamically_legal_dialect("x", is_kept);
    };
    assert_eq!(partial(TEXT, dialect, patterns).as_deref(), Ok(EXPECTED));
    // In a partial conversion, too, illegal ops must be converted.
    let error = partial(TEXT, unknown, |_| renames(&[])).unwrap_err();
    assert!(
        error.starts_with("failed to legalize operation 'x.a' that was explicitly marked illegal"),
        "{error}"
    );
}

/// The document's example: `addi` is legal of 32-bit integers only.
#[test]
fn addi_is_legal_of_32_bits_only() {
    let text = "%0 = \"ok.v\"() : () -> i32\n%1 = \"t.add\"(%0, %0) : (i32, i32) -> i32\n\
                %2 = \"ok.v\"() : () -> i64\n%3 = \"t.add\"(%2, %2) : (i64, i64) -> i64\n";
    let result = partial(
        text,
        |target| {
            target.add_legal_dialect("t").add_dynamically_legal_op::<AddOp>(|op| {
                op.result_types().all(|ty| ty == Type::I32)
            });
        },
        |_| renames(&[("t.add", "ok.add")]),
    );
    assert_eq!(result, Ok(text.replace("\"t.add\"(%2", "\"ok.add\"(%2")));
}

#[test]
fn ops_in_a_recursively_legal_op_stay_where_its_condition_holds() {
    let text = "\"t.loop\"() ({\n  \"x.a\"() : () -> ()\n}) {keep} : () -> ()\n\
                \"t.loop\"() ({\n  \"x.a\"() : () -> ()\n}) : () -> ()\n";
    let result = partial(
        text,
        |target| {
            target
                .add_illegal_dialect("x")
                .add_legal_op::<LoopOp>()
                .mark_op_recursively_legal::<LoopOp>(is_kept);
        },
        |_| renames(&[("x.a", "ok.a")]),
    );
    let second = text.rfind("x.a").unwrap();
    assert_eq!(result, Ok(format!("{}ok.a{}", &text[..second], &text[second + 3..])));
}

#[test]
fn an_op_is_made_legal_before_what_is_in_it() {
    let said = std::panic::catch_unwind(|| {
        let ctx = test_context();
        ConversionTarget::new(&ctx).mark_op_recursively_legal::<LoopOp>(|_| true);
    });
    let message = said.unwrap_err().downcast::<String>().unwrap();
    assert_eq!(*message, "'t.loop' is to be recursively legal and must be made legal first");
}
