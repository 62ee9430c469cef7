//! The program of `docs/second-day/effects.md`.

use mlir_lite::ir::interfaces::{Effect, EffectKind, MemoryEffectOpInterface, Resource};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::read_module;
use mlir_lite::register_all_dialects;
use mlir_lite::transforms::cse::CsePass;

/// The settings of a machine, which are not in its memory.
const SETTINGS: Resource = Resource::new("settings");

/// Reads a setting.
#[op(
    name = "machine.get",
    implements(MemoryEffectOpInterface),
    format = "$name attr-dict `:` type($result)"
)]
pub struct GetOp {
    #[attr]
    name: StrAttr,
    #[result]
    result: I32,
}

impl MemoryEffectOpInterface for GetOp {
    fn effects(_: GetOpRef<'_>) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[Effect::of(EffectKind::Read, SETTINGS)])
    }
}

/// Changes a setting.
#[op(
    name = "machine.set",
    implements(MemoryEffectOpInterface),
    format = "$name `,` $value attr-dict"
)]
pub struct SetOp {
    #[attr]
    name: StrAttr,
    #[operand]
    value: I32,
}

impl MemoryEffectOpInterface for SetOp {
    fn effects(_: SetOpRef<'_>) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[Effect::of(EffectKind::Write, SETTINGS)])
    }
}

struct MachineDialect;

impl Dialect for MachineDialect {
    const NAMESPACE: &'static str = "machine";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<GetOp>();
        dialect.op::<SetOp>();
    }
}

fn main() {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    ctx.load::<MachineDialect>();
    let text = "func @f(%m: memref<4xi32>, %i: index) -> (i32, i32, i32) {
  %0 = machine.get \"speed\" : i32
  store %0, %m[%i] : memref<4xi32>
  %1 = machine.get \"speed\" : i32
  machine.set \"speed\", %1
  %2 = machine.get \"speed\" : i32
  return %0, %1, %2 : i32, i32, i32
}";
    let mut module = read_module(&ctx, text).expect("the text is right");
    let mut passes = PassManager::new();
    passes.nest("std.func").add_pass(CsePass::default());
    let mut diagnostics = Diagnostics::new();
    passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics).expect("nothing fails");
    assert_eq!(
        module.to_string(),
        "module {
  func @f(%arg0: memref<4xi32>, %arg1: index) -> (i32, i32, i32) {
    %0 = machine.get \"speed\" : i32
    store %0, %arg0[%arg1] : memref<4xi32>
    machine.set \"speed\", %0
    %1 = machine.get \"speed\" : i32
    return %0, %0, %1 : i32, i32, i32
  }
}"
    );
}
