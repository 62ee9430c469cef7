// A number is brought into an interval: both spellings, folded, interpreted and lowered. A NaN stays one.
// RUN: mlir-lite-opt %s | mlir-lite-opt --spelling=upstream | FileCheck %s --check-prefix=UPSTREAM
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt | mlir-lite-opt --spelling=std | FileCheck %s --check-prefix=STD
// RUN: mlir-lite-opt %s -canonicalize | FileCheck %s --check-prefix=FOLDED
// RUN: mlir-lite-opt %s --run=numbers --run-args='7.5' | FileCheck %s --check-prefix=INTERPRETED
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --run=numbers --run-args='7.5' | FileCheck %s --check-prefix=LOWERED
// RUN: mlir-lite-opt %s --convert-std-to-llvm=full --spelling=upstream | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// RUN: mlir-lite-opt --dialect-doc=std | FileCheck %s --check-prefix=DOC

// DOC: `std.clampf`
// DOC: Only in today's MLIR: `math.clampf`

// UPSTREAM-LABEL: @flags
// UPSTREAM: math.clampf %{{.*}} to [%{{.*}}, %{{.*}}] fastmath<nnan> : vector<2x2xf32>
// STD-LABEL: func @flags
// STD: clampf %{{.*}} to [%{{.*}}, %{{.*}}] {fastmath = #arith.fastmath<nnan>} : vector<2x2xf32>
// LLVM-LABEL: @flags
// LLVM-COUNT-2: call nnan <2 x float> @llvm.maximum.v2f32
func @flags(%x: vector<2x2xf32>, %lo: vector<2x2xf32>, %hi: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = "std.clampf"(%x, %lo, %hi) {fastmath = #arith.fastmath<nnan>} : (vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// FOLDED-LABEL: func @folded
// FOLDED: constant dense<[1.000000e+00, 2.500000e+00, 4.000000e+00, 0x7FF8000000000000]> : vector<4xf64>
func @folded() -> vector<4xf64> {
  %x = constant dense<[-3.0, 2.5, 1.0e9, 0x7FF8000000000000]> : vector<4xf64>
  %lo = constant dense<1.0> : vector<4xf64>
  %hi = constant dense<4.0> : vector<4xf64>
  %0 = clampf %x to [%lo, %hi] : vector<4xf64>
  return %0 : vector<4xf64>
}

// INTERPRETED: 4.000000e+00 : f64
// INTERPRETED: 7.500000e+00 : f64
// LOWERED: (4.000000e+00, 7.500000e+00)
func @numbers(%x: f64) -> (f64, f64) {
  %one = constant 1.0 : f64
  %four = constant 4.0 : f64
  %ten = constant 10.0 : f64
  %0 = clampf %x to [%one, %four] : f64
  %1 = clampf %x to [%one, %ten] : f64
  return %0, %1 : f64, f64
}
