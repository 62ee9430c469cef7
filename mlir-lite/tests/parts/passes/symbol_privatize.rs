//! Which symbols become private.

use crate::support::run_pass;
use mlir_lite::transforms::symbol_privatize::SymbolPrivatizePass;
use pretty_assertions::assert_eq;

#[test]
fn a_library_stays_public() {
    let text = "module {\n  func @f() {\n    return\n  }\n}";
    assert_eq!(run_pass(&SymbolPrivatizePass::except(&["main"]), text), text);
}

#[test]
fn all_but_what_is_kept_become_private() {
    let text = "module {\n  func F() {\n    return\n  }\n  func @main() {\n    return\n  }\n}";
    assert_eq!(
        run_pass(&SymbolPrivatizePass::except(&["main"]), &text.replace('F', "@f")),
        text.replace('F', "private @f")
    );
}
