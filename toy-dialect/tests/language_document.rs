//! `docs/language.md` is generated from the table of builtins.

use test_support::check_expected;
use toy_dialect::builtins;

#[test]
fn the_document_is_up_to_date() {
    check_expected("docs/language.md", &builtins::language());
}
