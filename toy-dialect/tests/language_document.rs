//! `docs/language.md` is generated from the table of builtins.

use std::path::Path;

use pretty_assertions::assert_eq;
use toy_dialect::builtins;

#[test]
fn the_document_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/language.md");
    let document = builtins::language();
    if std::env::var_os("UPDATE_LANGUAGE").is_some() {
        std::fs::write(&path, &document).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), document);
}
