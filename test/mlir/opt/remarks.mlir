// Remarks of passes are shown to those who ask, by category.

// RUN: mlir-lite-opt %s --inline=max-callee-ops=2 | FileCheck %s --check-prefix=NONE
// RUN: mlir-lite-opt %s --inline=max-callee-ops=2 --remarks-filter=inline -o - 2>&1 | FileCheck %s
// RUN: mlir-lite-opt %s --inline=max-callee-ops=2 --remarks-filter-missed='in.*' -o - 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: mlir-lite-opt %s --inline=max-callee-ops=2 --remarks-filter='inl' -o - 2>&1 | FileCheck %s --check-prefix=NONE

// RUN: mlir-lite-opt %s --inline=max-callee-ops=2 --remarks-filter-passed=inline --remark-format=yaml --remarks-output-file=%t.yaml -o %t.mlir
// RUN: FileCheck %s --check-prefix=YAML < %t.yaml
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(inline{max-callee-ops=2},inline{max-callee-ops=2})' --remarks-filter=inline -o - 2>&1 | grep -c 'Callee="large"' | FileCheck %s --check-prefix=ALL
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(inline{max-callee-ops=2},inline{max-callee-ops=2})' --remarks-filter=inline --remark-policy=final -o - 2>&1 | grep -c 'Callee="large"' | FileCheck %s --check-prefix=FINAL
// RUN: not --status=2 mlir-lite-opt %s --remarks-filter='[x' 2>&1 | FileCheck %s --check-prefix=WRONG

// ALL: 2
// FINAL: 1
// WRONG: '[x' is not a regular expression

// The document is as LLVM writes it.
// YAML: --- !Passed
// YAML-NEXT: Pass:            inline
// YAML-NEXT: Name:            inline
// YAML-NEXT: DebugLoc:        { File: '{{.*}}remarks.mlir', Line: {{[0-9]+}}, Column: 8 }
// YAML-NEXT: Function:        main
// YAML-NEXT: Args:
// YAML-NEXT:   - Callee:          small
// YAML-NEXT: ...

// NONE-NOT: remark:
// MISSED-NOT: [Passed]

// CHECK: remark: [Passed] inline | Category:inline | Function=main | Callee="small"
// CHECK: remark: [Missed] inline | Category:inline | Function=main | Callee="large", Reason="the function has 3 ops, more than 2"
// CHECK: remark: [Missed] inline | Category:inline | Function=main | Callee="outside", Reason="the function has no body, or ops that cannot be copied to another one"
// MISSED: remark: [Missed] inline | Category:inline | Function=again | Callee="again", Reason="the call is recursive"

func private @outside()
func @small(%x: i32) -> i32 {
  %0 = addi %x, %x : i32
  return %0 : i32
}
func @large(%x: i32) -> i32 {
  %0 = addi %x, %x : i32
  %1 = muli %0, %x : i32
  return %1 : i32
}
func @again() {
  call @again() : () -> ()
  return
}
func @main(%x: i32) -> (i32, i32) {
  %0 = call @small(%x) : (i32) -> i32
  %1 = call @large(%x) : (i32) -> i32
  call @outside() : () -> ()
  return %0, %1 : i32, i32
}
