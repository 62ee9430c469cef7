//! The names of the runtime library, and its definitions.

use super::{ELEMENTS, is_runtime_function, library};
use crate::LlvmDialect;
use mlir_lite::Context;
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;

#[test]
fn the_names_are_those_of_the_definitions() {
    let ctx = Context::new();
    ctx.load::<LlvmDialect>();
    let library = library(&ctx).expect("the text is valid");
    verify(&library, &mut Diagnostics::new()).expect("the functions are valid");
    let mut public = 0;
    for op in library.as_op().regions().flat_map(|region| region.ops()) {
        let name = op.symbol_name().expect("every op is a symbol").text(&ctx).to_owned();
        let is_own = name.starts_with("mlir.runtime.");
        let is_public = !is_own && !op.is_declaration();
        assert_eq!(is_runtime_function(&name), is_public, "{name}");
        public += usize::from(is_public);
    }
    // Four for each type of elements.
    assert_eq!(public, 4 * ELEMENTS.len() + super::OTHERS.len() + super::FORWARDED.len());
}
