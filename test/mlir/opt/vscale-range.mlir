// The range of vscale is written after the results if its numbers are of type i32, as they are when
// this form is read; with other types, it is written as an attribute.
// RUN: mlir-lite-opt %s | FileCheck %s
// RUN: mlir-lite-opt %s | mlir-lite-opt | FileCheck %s
// RUN: mlir-lite-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK: llvm.func @short(i32) -> i32 vscale_range(2, 16) attributes {no_unwind}
// GENERIC: no_unwind{{.*}}vscale_range = #llvm.vscale_range<minRange = 2 : i32, maxRange = 16 : i32>
llvm.func @short(i32) -> i32 vscale_range(2, 16) attributes {no_unwind}

// CHECK: llvm.func @attribute() vscale_range(2, 16)
llvm.func @attribute() attributes {vscale_range = #llvm.vscale_range<maxRange = 16 : i32, minRange = 2 : i32>}

// CHECK: llvm.func @types() attributes {vscale_range = #llvm.vscale_range<minRange = 2 : index, maxRange = 16 : i64>}
// GENERIC: vscale_range = #llvm.vscale_range<minRange = 2 : index, maxRange = 16 : i64>
llvm.func @types() attributes {vscale_range = #llvm.vscale_range<maxRange = 16, minRange = 2 : index>}
