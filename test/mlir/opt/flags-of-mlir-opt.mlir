// Flags of mlir-opt 22, which change the output as they do there, or are refused with the reason.
// RUN: mlir-lite-opt %s --spelling=upstream --split-input-file --output-split-marker='// =====' | FileCheck %s --check-prefix=SPLIT
// RUN: mlir-lite-opt %s --spelling=upstream --split-input-file --mlir-print-unique-ssa-ids | FileCheck %s --check-prefix=UNIQUE
// RUN: mlir-lite-opt %s --spelling=upstream --split-input-file --mlir-elide-elementsattrs-if-larger=3 | FileCheck %s --check-prefix=ELIDED
// RUN: mlir-lite-opt %s --spelling=upstream --split-input-file --mlir-elide-elementsattrs-if-larger=4 | FileCheck %s --check-prefix=KEPT
// RUN: mlir-lite-opt %s --spelling=upstream --split-input-file --mlir-print-skip-regions | FileCheck %s --check-prefix=SKIPPED
// RUN: mlir-lite-opt %s --spelling=upstream --split-input-file --mlir-print-assume-verified | FileCheck %s --check-prefix=KEPT
// RUN: mlir-lite-opt %s --split-input-file --verify-roundtrip > /dev/null
// RUN: mlir-lite-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: not --status=2 mlir-lite-opt %s --emit-bytecode 2>&1 | FileCheck %s --check-prefix=BYTECODE
// RUN: not --status=2 mlir-lite-opt %s --buffer-hoisting 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: not mlir-lite-opt %s --pass-pipeline='builtin.module(tosa-to-linalg)' 2>&1 | FileCheck %s --check-prefix=TOSA
// RUN: mlir-lite-opt %s --spelling=upstream --split-input-file --llvm-request-c-wrappers | FileCheck %s --check-prefix=WRAPPERS

// SPLIT: // =====
// SPLIT-NOT: // -----

// The arguments of functions beside each other have different names, as in mlir-opt.
// UNIQUE: func.func @first(%arg1: i32)
// UNIQUE-NEXT: return %arg1
// UNIQUE: func.func @second(%arg0: i32)
// UNIQUE-NEXT: return %arg0

// SKIPPED: module {...}

// ELIDED: dense_resource<__elided__> : tensor<4xi32>
// ELIDED: dense<1> : tensor<4xi32>
// KEPT: dense<[1, 2, 3, 4]> : tensor<4xi32>

// DIALECTS: Available Dialects: affine,builtin,gpu,index,irdl,llvm,nvvm,quant,scf,shape,std,vector
// BYTECODE: error: '--emit-bytecode' of mlir-opt is not here: there is no bytecode: IR is kept as text
// FREED: error: '--buffer-hoisting' of mlir-opt is not here: 'one-shot-bufferize' turns tensors into memory
// TOSA: help: there is no dialect 'tosa' here
// WRAPPERS: func.func @first(%arg0: i32) -> i32 attributes {llvm.emit_c_interface}
func.func @first(%a: i32) -> i32 {
  return %a : i32
}
func.func @second(%a: i32) -> i32 {
  return %a : i32
}
// -----
func.func @elements() -> tensor<4xi32> {
  %0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %1 = arith.constant dense<1> : tensor<4xi32>
  return %0 : tensor<4xi32>
}
