//! Names that the public interface takes.

use crate::{context, panic_of};
use mlir_lite::context::DEBUG_PARTS;
use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::standard::{AddFOp, FuncOp, StdDialect};
use mlir_lite::docs::dialect_doc;
use mlir_lite::ir::prelude::*;
use pretty_assertions::assert_eq;

#[test]
fn all_spellings_are_one_op() {
    let ctx = context();
    for (spellings, name) in [
        (&["addf", "std.addf", "arith.addf"][..], AddFOp::name(&ctx)),
        (&["func", "std.func", "func.func"], FuncOp::name(&ctx)),
        (&["module", "builtin.module"], ModuleOp::name(&ctx)),
    ] {
        for spelling in spellings {
            assert_eq!(ctx.registered_op(spelling), Some(name), "{spelling}");
            assert_eq!(ctx.op_name(spelling), name, "{spelling}");
            assert_eq!(ctx.check_op_name(spelling), Ok(()), "{spelling}");
        }
    }
    assert_eq!(ctx.registered_op("arith.load"), None);
    assert_eq!(ctx.registered_op(""), None);
}

#[test]
fn all_spellings_are_one_dialect() {
    let ctx = context();
    let std = ctx.dialect_id("std");
    for name in ["std", "arith", "func", "cf", "memref", "math", "tensor"] {
        assert_eq!(ctx.find_dialect(name), std, "{name}");
        assert_eq!(ctx.check_dialect_name(name), Ok(()), "{name}");
        assert_eq!(dialect_doc(&ctx, name), dialect_doc(&ctx, "std"), "{name}");
    }
    assert_eq!(ctx.find_dialect("arithh"), None);
}

#[test]
fn unknown_names_are_explained() {
    let ctx = context();
    let wrong = |name| ctx.check_op_name(name).unwrap_err();
    assert_eq!(wrong("arith.adf"), "dialect 'arith' has no op 'adf'; did you mean 'arith.addf'?");
    assert_eq!(wrong("addff"), "there is no op 'addff'; did you mean 'addf'?");
    assert_eq!(wrong("arithh.addf"), "no dialect 'arithh' is loaded; did you mean 'arith'?");
    let message = ctx.check_dialect_name("nonesuch").unwrap_err();
    assert!(message.starts_with("no dialect 'nonesuch' is loaded; there are "), "{message}");
}

/// Dialects of this crate may be loaded later; others may have unregistered ops, if that is
/// allowed.
#[test]
fn names_of_what_is_not_loaded_yet_are_known() {
    let ctx = Context::new();
    for name in ["std", "arith", "scf", "affine", "llvm", "memref"] {
        assert_eq!(ctx.check_dialect_name(name), Ok(()), "{name}");
    }
    assert_eq!(ctx.check_op_name("scf.for"), Ok(()));
    assert!(ctx.check_op_name("tosa.add").is_err());
    ctx.allow_unregistered_dialects(true);
    assert_eq!(ctx.check_op_name("tosa.add"), Ok(()));
    assert!(ctx.check_op_name("builtin.modul").is_err());
    ctx.load::<StdDialect>();
    assert!(ctx.check_dialect_name("arithh").is_err(), "it is near to one that is loaded");
}

#[test]
fn parts_with_debug_output_are_known() {
    let ctx = Context::new();
    let message = panic_of(|| ctx.set_debug_output(["dialect-conversio"], |_| ()));
    assert!(message.starts_with("no part 'dialect-conversio' has debug output"), "{message}");
    assert!(ctx.set_debug_output(DEBUG_PARTS.iter().copied(), |_| ()));
}
