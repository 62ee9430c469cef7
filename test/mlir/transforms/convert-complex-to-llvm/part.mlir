// RUN: mlir-lite-opt %s --convert-complex-to-llvm --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --convert-complex-to-llvm='complex-range=basic' --spelling=upstream | FileCheck %s
// RUN: not mlir-lite-opt %s --convert-complex-to-llvm='complex-range=improved' 2>&1 | FileCheck %s --check-prefix=RANGE

// RANGE: 'complex-range' can only be 'basic', found 'improved'

// CHECK-LABEL: func.func @sum
// CHECK: [[A:%.*]] = builtin.unrealized_conversion_cast %arg0 : complex<f32> to !llvm.struct<(f32, f32)>
// CHECK: llvm.extractvalue [[A]][0]
// CHECK: llvm.fadd
// CHECK: llvm.fadd
// CHECK: arith.addf %arg1, %arg1 : f32
func.func @sum(%a: complex<f32>, %x: f32) -> (complex<f32>, f32) {
  %0 = complex.add %a, %a : complex<f32>
  %1 = arith.addf %x, %x : f32
  return %0, %1 : complex<f32>, f32
}
