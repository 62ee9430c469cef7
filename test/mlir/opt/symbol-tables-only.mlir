// A pass that changes the symbols of a table is an error on an op that has none, as in mlir-opt.
// RUN: not mlir-lite-opt --pass-pipeline='func(inline)' %s 2>&1 | FileCheck %s
// RUN: not mlir-lite-opt --pass-pipeline='func(symbol-dce)' %s 2>&1 | FileCheck %s
// RUN: not mlir-lite-opt --pass-pipeline='func(symbol-privatize)' %s 2>&1 | FileCheck %s
// RUN: not mlir-lite-opt --pass-pipeline='func(symbol-shorten)' %s 2>&1 | FileCheck %s
// RUN: not mlir-lite-opt --pass-pipeline='any(inline)' %s 2>&1 | FileCheck %s
// RUN: not mlir-opt --pass-pipeline='builtin.module(func.func(inline))' %s
// RUN: not mlir-opt --pass-pipeline='builtin.module(func.func(symbol-dce))' %s

// CHECK: [[#@LINE+2]]:1: error: 'func.func' op is not a symbol table, on which this pass has to run
// CHECK: help: run the pass on the op around it, such as the module
func.func private @a() -> i32 { %0 = arith.constant 1 : i32 return %0 : i32 }
func.func @u() -> i32 { %0 = func.call @a() : () -> i32 return %0 : i32 }
