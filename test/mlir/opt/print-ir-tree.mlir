// Dumps as files, in folders that nest as the IR does; the names are those of `mlir-opt`.
// RUN: rm -rf %t.ours %t.theirs
// RUN: mlir-lite-opt %s --spelling=upstream --mlir-print-ir-tree-dir=%t.ours --mlir-print-ir-after-all --mlir-disable-threading --pass-pipeline='builtin.module(canonicalize,func.func(cse,canonicalize),cse,func.func(cse))' -o /dev/null
// RUN: mlir-opt %s --mlir-print-ir-tree-dir=%t.theirs --mlir-print-ir-after-all --mlir-disable-threading --pass-pipeline='builtin.module(canonicalize,func.func(cse,canonicalize),cse,func.func(cse))' -o /dev/null
// RUN: cd %t.ours && find . -type f | LC_ALL=C sort > %t.ours.list
// RUN: cd %t.theirs && find . -type f | LC_ALL=C sort > %t.theirs.list
// RUN: diff %t.ours.list %t.theirs.list
// RUN: FileCheck %s --input-file=%t.ours/builtin_module_no-symbol-name/func_func_f/0_0_cse.mlir

// CHECK: // -----// IR Dump After CSE (cse)
// CHECK-NEXT: func.func @f
func.func @f() {
  return
}
func.func @g() {
  return
}
