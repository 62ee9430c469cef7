//! "Defining dialect attributes and types": the texts of the types that it
//! defines. How they are declared and what their parameters must be is in
//! `declarations/types.rs`.

use crate::{are_equal, value_prints};
use mlir_lite::ir::prelude::*;

#[test]
fn types_of_unknown_dialects_are_kept() {
    for value in [
        "!mydialect.simple",
        "!mydialect.complex<2, i32>",
        "!mydialect.rec<\"a\", !mydialect.rec<\"a\">>",
        "#mydialect.complex<2, i32>",
    ] {
        value_prints(value, value);
        assert!(are_equal(value, value));
    }
    assert!(!are_equal("!mydialect.complex<2, i32>", "!mydialect.complex<3, i32>"));
}

#[test]
fn singletons_have_no_parameters() {
    let ctx = Context::new();
    assert_eq!(ctx.integer_type(8), Type::I8);
    assert_ne!(ctx.integer_type(8), ctx.integer_type(16));
    assert!(are_equal("index", "index"));
}
