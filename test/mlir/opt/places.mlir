// What is missing at the end of an op is looked for where the op ends, not where the next one begins. The columns are those
// that mlir-opt gives.
// RUN: not mlir-lite-opt %s --split-input-file --allow-unregistered-dialect 2>&1 | FileCheck %s

// CHECK: places.mlir:[[#@LINE+1]]:1: error: type can only be omitted for string globals
llvm.mlir.global internal @g(42 : i64)

// -----
func.func @f() {
// CHECK: places.mlir:[[#@LINE+1]]:26: error: expected non-function type, found 'return'
  %0 = arith.constant 1 :
  return
}
// -----
func.func @f(%a: i32) {
// CHECK: places.mlir:[[#@LINE+1]]:25: error: expected ':', found 'return'
  %0 = arith.addi %a, %a   // a comment: here
  // "and" another

  return
}
// -----
func.func @f(%a: i32) {
// CHECK: places.mlir:[[#@LINE+1]]:22: error: expected SSA operand, found 'return'
  %0 = arith.addi %a,
  return
}
// -----
func.func @f(%m: memref<4xi32>, %i: index) {
// CHECK: places.mlir:[[#@LINE+1]]:26: error: expected ':', found '}'
  %0 = memref.load %m[%i]
}
// -----
func.func @f(%m: memref<4xi32>, %i: index) {
// CHECK: places.mlir:[[#@LINE+1]]:8: error: expected block name, found '}'
  cf.br
}
// -----
func.func @f(%i: index) {
// CHECK: places.mlir:[[#@LINE+1]]:21: error: expected ':', found 'return'
  %0 = "foo.bar"(%i)
  return
}
// -----
func.func @f(%i: index) {
// CHECK: places.mlir:[[#@LINE+1]]:7: error: expected operation name in quotes
  %0 =
}
// -----
llvm.func @f() {
// CHECK: places.mlir:[[#@LINE+1]]:35: error: expected ':', found 'llvm.return'
  %0 = llvm.mlir.constant(1 : i32)
  llvm.return
}
// -----
// CHECK: places.mlir:[[#@LINE+1]]:31: error: expected '>', found 'func.func'
#map = affine_map<(d0) -> (d0)
func.func private @f()
// -----
// What is there, and wrong, is where it is.
func.func @f() {
  return
// CHECK: places.mlir:[[#@LINE+1]]:3: error: expected operation name in quotes, {{.*}}, found '42'
  42
}
// -----
// CHECK: places.mlir:[[#@LINE+1]]:17: error: expected ':', found the end of the file
memref.global @x

// -----
module {
  func.func @f() {
    return
// CHECK: places.mlir:[[#@LINE+1]]:4: error: expected operation name in quotes, {{.*}}, found the end of the file
  }
