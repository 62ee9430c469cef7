//! Each file in `cases` fails to compile with the errors in the file next to it. Only errors of our
//! own are here: the compiler's own errors about missing implementations list all others, and
//! change with each new op. After a change of messages, `make update` rewrites them.

#[test]
fn wrong_declarations_are_compile_errors() {
    let is_set = |name| std::env::var_os(name).is_some();
    if is_set("UPDATE_EXPECTED") && !is_set("TRYBUILD") {
        // trybuild reads its own variable, from the environment of the process.
        let program = std::env::current_exe().expect("the path of this program");
        let status = std::process::Command::new(program).env("TRYBUILD", "overwrite").status();
        assert!(status.is_ok_and(|status| status.success()), "trybuild fails");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/cases/*.rs");
}
