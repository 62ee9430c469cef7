// The options that mlir-opt 22 writes when it shows a pipeline.
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(convert-vector-to-llvm{enable-amx=false enable-arm-bf16=false enable-arm-i8mm=false enable-arm-neon=false enable-arm-sve=false enable-x86vector=false force-32bit-vector-indices=true reassociate-fp-reductions=false use-vector-alignment=false vector-contract-lowering=dot})' --spelling=upstream | FileCheck %s
// RUN: not mlir-lite-opt %s --convert-vector-to-llvm='reassociate-fp-reductions=true' 2>&1 | FileCheck %s --check-prefix=ORDER

// ORDER: 'reassociate-fp-reductions' can only be 'false', found 'true': reductions of floats have one order

// CHECK: llvm.extractelement
func.func @f(%v: vector<4xf32>) -> f32 {
  %0 = vector.extract %v[1] : f32 from vector<4xf32>
  return %0 : f32
}

// CHECK-LABEL: @broadcast
// CHECK: llvm.insertelement
// CHECK: llvm.shufflevector {{.*}} [0, 0, 0, 0]
func.func @broadcast(%x: f32) -> vector<4xf32> {
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  return %0 : vector<4xf32>
}
