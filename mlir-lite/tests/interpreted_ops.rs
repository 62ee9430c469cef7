//! Which ops the interpreter runs.

use mlir_lite::dialects::context_with_all;
use mlir_lite::interpreter::DialectInterpreterInterface;
use pretty_assertions::assert_eq;

/// Registered ops that the interpreter does not run. The list only gets shorter.
const NOT_RUN: &[&str] = &[
    "affine.dma_start",
    "affine.dma_wait",
    "builtin.module",
    "builtin.unrealized_conversion_cast",
    "llvm.func",
    "llvm.intr.fshl",
    "llvm.intr.fshr",
    "llvm.intr.is.fpclass",
    "llvm.intr.sshl.sat",
    "llvm.intr.ushl.sat",
    "llvm.intr.vacopy",
    "llvm.intr.vaend",
    "llvm.intr.vastart",
    "llvm.landingpad",
    "llvm.mlir.alias",
    "llvm.mlir.global",
    "llvm.mlir.global_ctors",
    "llvm.mlir.global_dtors",
    "llvm.mlir.none",
    "llvm.resume",
    "std.dma_start",
    "std.dma_wait",
    "std.erf",
    "std.func",
    "std.global_memref",
];

#[test]
fn all_ops_are_run_but_these() {
    let ctx = context_with_all();
    let mut found = Vec::new();
    for namespace in ctx.loaded_dialects() {
        let Some(id) = ctx.dialect_id(namespace) else { continue };
        let interpreter = ctx.dialect_interface::<dyn DialectInterpreterInterface>(id);
        for def in ctx.dialect_ops(id) {
            if interpreter.is_none_or(|interpreter| interpreter.evaluator(def).is_none()) {
                found.push(def.name);
            }
        }
    }
    found.sort_unstable();
    assert_eq!(found, NOT_RUN);
}
