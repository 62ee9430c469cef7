//! Each file in `cases` fails to compile with the errors that stand beside it.
//! Only errors of our own are here: what the compiler itself says of missing
//! implementations lists all others, and changes with each op that is added.
//! After a change of messages, `TRYBUILD=overwrite` writes them anew.

#[test]
fn wrong_declarations_are_compile_errors() {
    trybuild::TestCases::new().compile_fail("tests/cases/*.rs");
}
