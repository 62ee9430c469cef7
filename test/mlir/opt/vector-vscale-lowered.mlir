// Ops on scalable vectors, lowered to intrinsics of LLVM.

// RUN: mlir-lite-opt %s --run=vscale --vscale=4 | FileCheck %s --check-prefix=VSCALE
// RUN: mlir-lite-opt %s --lower-vector --convert-std-to-llvm --run=vscale --vscale=4 \
// RUN:   | FileCheck %s --check-prefix=VSCALE
// RUN: mlir-lite-opt %s --run=reductions --vscale=2 --run-args=0.5,4 \
// RUN:   | FileCheck %s --check-prefix=REDUCTIONS
// RUN: mlir-lite-opt %s --lower-vector --convert-std-to-llvm --run=reductions \
// RUN:   --vscale=2 --run-args=0.5,4 | FileCheck %s --check-prefix=PACKED
// RUN: mlir-lite-opt %s --lower-vector --convert-std-to-llvm \
// RUN:   | FileCheck %s --check-prefix=OPS

// VSCALE: 4 :
func @vscale() -> index {
  %0 = vector.vscale
  return %0 : index
}

// Of the numbers from 0 to 7, those below 4 are kept: the sum 0.5 + 0 + 1 + 2 + 3, the largest one,
// the largest one or 100, and the bits of all.
// REDUCTIONS: 6.500000e+00 : f64
// REDUCTIONS-NEXT: 3.000000e+00 : f64
// REDUCTIONS-NEXT: 100 : i64
// REDUCTIONS-NEXT: 3 : i64
// PACKED: (6.500000e+00, 3.000000e+00, 100, 3)

// OPS-LABEL: llvm.func @reductions(
// OPS: llvm.intr.stepvector : vector<[4]xi64>
// OPS: llvm.icmp "slt"
// OPS: "llvm.intr.vector.reduce.fadd"(%{{.*}}, %{{.*}}){{.*}}: (f64, vector<[4]xf64>) -> f64
// OPS: llvm.intr.vector.reduce.fmaximum(%{{.*}}){{.*}}: (vector<[4]xf64>) -> f64
// OPS: "llvm.intr.vector.reduce.umax"(%{{.*}}) : (vector<[4]xi64>) -> i64
// OPS: llvm.intr.umax
// OPS: "llvm.intr.vector.reduce.or"(%{{.*}}) : (vector<[4]xi64>) -> i64
func @reductions(%start: f64, %n: index) -> (f64, f64, i64, i64) {
  %hundred = constant 100 : i64
  %zeros = constant dense<0> : vector<[4]xi64>
  %0 = vector.step : vector<[4]xindex>
  %1 = index_cast %0 : vector<[4]xindex> to vector<[4]xi64>
  %mask = vector.create_mask %n : vector<[4]xi1>
  %2 = select %mask, %1, %zeros : vector<[4]xi1>, vector<[4]xi64>
  %3 = sitofp %2 : vector<[4]xi64> to vector<[4]xf64>
  %sum = vector.reduction <add>, %3, %start : vector<[4]xf64> into f64
  %max = vector.reduction <maximumf>, %3 : vector<[4]xf64> into f64
  %umax = vector.reduction <maxui>, %2, %hundred : vector<[4]xi64> into i64
  %or = vector.reduction <or>, %2 : vector<[4]xi64> into i64
  return %sum, %max, %umax, %or : f64, f64, i64, i64
}
