// Sine and cosine of one angle: both spellings, folded, interpreted and lowered.
// RUN: mlir-lite-opt %s --spelling=upstream | FileCheck %s --check-prefix=UPSTREAM
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt | mlir-lite-opt --spelling=std | FileCheck %s --check-prefix=STD
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s --check-prefix=FOLDED
// RUN: mlir-lite-opt %s --run=right_angle | FileCheck %s --check-prefix=INTERPRETED
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --run=right_angle | FileCheck %s --check-prefix=LOWERED
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --spelling=upstream | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// UPSTREAM-LABEL: @rows
// UPSTREAM: %sin, %cos = math.sincos %arg0 fastmath<afn> : vector<2x3xf32>
// STD-LABEL: func @rows
// STD: %0:2 = sincos %arg0 {fastmath = #arith.fastmath<afn>} : vector<2x3xf32>
// LLVM-LABEL: @rows
// LLVM-COUNT-2: call afn <3 x float> @llvm.sin.v3f32
// LLVM-COUNT-2: call afn <3 x float> @llvm.cos.v3f32
func @rows(%x: vector<2x3xf32>) -> (vector<2x3xf32>, vector<2x3xf32>) {
  %0:2 = "std.sincos"(%x) {fastmath = #arith.fastmath<afn>} : (vector<2x3xf32>) -> (vector<2x3xf32>, vector<2x3xf32>)
  return %0#0, %0#1 : vector<2x3xf32>, vector<2x3xf32>
}

// FOLDED-LABEL: func @right_angle
// FOLDED-DAG: %[[SIN:.*]] = constant dense<[0.000000e+00, 1.000000e+00]> : vector<2xf64>
// FOLDED-DAG: %[[COS:.*]] = constant dense<[1.000000e+00, 6.{{.*}}E-17]> : vector<2xf64>
// FOLDED: return %[[SIN]], %[[COS]]
// INTERPRETED: [0.000000e+00, 1.000000e+00]
// INTERPRETED: [1.000000e+00, 6.
// LOWERED: [0.000000e+00, 1.000000e+00]
// LOWERED: [1.000000e+00, 6.
func @right_angle() -> (vector<2xf64>, vector<2xf64>) {
  %x = constant dense<[0.0, 1.5707963267948966]> : vector<2xf64>
  %sin, %cos = sincos %x : vector<2xf64>
  return %sin, %cos : vector<2xf64>, vector<2xf64>
}
