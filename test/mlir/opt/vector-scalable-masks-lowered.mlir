// Masks with a scalable dimension in the llvm dialect and in LLVM IR.
// RUN: mlir-lite-opt %s --convert-vector-to-llvm --convert-std-to-llvm --reconcile-unrealized-casts | FileCheck %s --check-prefix=LLVM
// RUN: mlir-lite-opt %s --convert-vector-to-llvm --convert-std-to-llvm --reconcile-unrealized-casts --spelling=upstream | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=EXPORT

// LLVM-LABEL: llvm.func @created(
// LLVM: llvm.intr.stepvector
// LLVM: llvm.icmp "slt"
// LLVM-COUNT-3: llvm.insertvalue
// EXPORT-LABEL: define [3 x <vscale x 2 x i1>] @created(i64 %0, i64 %1)
// EXPORT: call <vscale x 2 x i64> @llvm.stepvector.nxv2i64()
// EXPORT: icmp slt <vscale x 2 x i64>
// EXPORT-COUNT-3: insertvalue [3 x <vscale x 2 x i1>]
func @created(%rows: index, %columns: index) -> vector<3x[2]xi1> {
  %0 = vector.create_mask %rows, %columns : vector<3x[2]xi1>
  return %0 : vector<3x[2]xi1>
}

// LLVM-LABEL: llvm.func @constant(
// LLVM-COUNT-2: llvm.insertvalue
func @constant() -> vector<3x[2]xi1> {
  %0 = vector.constant_mask [2, 2] : vector<3x[2]xi1>
  return %0 : vector<3x[2]xi1>
}
