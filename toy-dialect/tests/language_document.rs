//! `docs/language.md` is generated from the table of builtins, and `docs/library.md` from the files
//! of the library.

use test_support::check_expected;
use toy_dialect::{builtins, library};

#[test]
fn the_document_is_up_to_date() {
    check_expected("docs/language.md", &builtins::language());
    check_expected("docs/library.md", &library::document());
}

#[test]
fn each_function_of_the_library_is_described_and_has_a_name_of_its_own() {
    let mut names = std::collections::BTreeSet::new();
    for file in library::FILES {
        let functions = file.functions();
        assert!(!functions.is_empty(), "{} can be parsed", file.path);
        for function in functions {
            assert!(function.summary.ends_with('.'), "{function:?}");
            assert!(builtins::find(&function.name).is_none(), "{function:?}");
            assert!(names.insert(function.name.clone()), "{function:?} is in two files");
        }
    }
}
