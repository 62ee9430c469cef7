// The op at the end of modules in 2020 is read, and not needed. Anywhere else, and with attributes,
// an op of this name is an unknown op like others; if those are not allowed, the error is that of
// 2020.
// RUN: mlir-lite-opt -allow-unregistered-dialect -split-input-file %s | FileCheck %s
// RUN: not mlir-lite-opt -split-input-file %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: module {
// CHECK-NEXT: }
// UNKNOWN: module {
// UNKNOWN-NEXT: }
"module"() ({
  "module_terminator"() : () -> ()
}) : () -> ()
// -----
// CHECK: module {
// CHECK-NEXT: }
module {
  module_terminator
}
// -----
// CHECK: "module_terminator"() {keep = 1 : i32} : () -> ()
// UNKNOWN: [[#@LINE+2]]:3: error: {{.*}}'module_terminator'
module {
  "module_terminator"() {keep = 1 : i32} : () -> ()
}
// -----
// CHECK: "module_terminator"() : () -> ()
// CHECK-NEXT: "x.y"() : () -> ()
// UNKNOWN: [[#@LINE+2]]:3: error: 'module_terminator' op expects parent op 'module'
module {
  "module_terminator"() : () -> ()
  "x.y"() : () -> ()
}
// -----
// CHECK: func @f() {
// CHECK-NEXT: "x.y"() ({
// CHECK-NEXT: "x.z"() : () -> ()
// CHECK-NEXT: "module_terminator"() : () -> ()
func @f() {
  "x.y"() ({
    "x.z"() : () -> ()
    "module_terminator"() : () -> ()
  }) : () -> ()
  return
}
// -----
// CHECK: "module_terminator"() : () -> ()
// CHECK-NEXT: return
// UNKNOWN: [[#@LINE+2]]:3: error: 'module_terminator' op expects parent op 'module'
func @f() {
  "module_terminator"() : () -> ()
  return
}
