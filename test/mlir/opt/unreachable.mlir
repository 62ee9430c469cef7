// Unreachable code: both spellings, interpreted and lowered. A program that gets there is stopped.
// RUN: mlir-lite-opt %s --spelling=upstream | FileCheck %s --check-prefix=UPSTREAM
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt | mlir-lite-opt --spelling=std | FileCheck %s --check-prefix=STD
// RUN: mlir-lite-opt %s --run=half --run-args=8 | FileCheck %s --check-prefix=EVEN
// RUN: not mlir-lite-opt %s --run=half --run-args=7 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --run=half --run-args=8 | FileCheck %s --check-prefix=EVEN
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --spelling=upstream | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s --check-prefix=FOLDED

// UPSTREAM: ub.unreachable
// STD-LABEL: func @half
// STD: {{^}}    unreachable
// FOLDED-LABEL: func @half
// FOLDED-NOT: cond_br
// FOLDED: divi_signed
// FOLDED-NOT: unreachable
// LLVM: unreachable
// EVEN: 4
// ODD: unreachable.mlir:[[@LINE+12]]:3: error: control reaches an op that the program declares unreachable
func @half(%x: i32) -> i32 {
  %one = constant 1 : i32
  %zero = constant 0 : i32
  %last = and %x, %one : i32
  %even = cmpi "eq", %last, %zero : i32
  cond_br %even, ^even, ^odd
^even:
  %two = constant 2 : i32
  %half = divi_signed %x, %two : i32
  return %half : i32
^odd:
  unreachable
}
