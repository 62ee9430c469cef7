//! Each file in `cases` fails to compile with the errors in the file next to it. Only errors of our
//! own are here: the compiler's own errors about missing implementations list all others, and
//! change with each new op. After a change of messages, `TRYBUILD=overwrite` rewrites them.

#[test]
fn wrong_declarations_are_compile_errors() {
    trybuild::TestCases::new().compile_fail("tests/cases/*.rs");
}
