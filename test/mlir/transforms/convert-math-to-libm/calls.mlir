// Each function is declared once; vectors are taken apart, and f16 is computed as f32.
// RUN: mlir-lite-opt %s --convert-math-to-libm --spelling=upstream | FileCheck %s

// CHECK-DAG: llvm.func @exp(f64) -> f64
// CHECK-DAG: llvm.func @expf(f32) -> f32
// CHECK-DAG: llvm.func @atan2(f64, f64) -> f64
// CHECK-LABEL: func.func @numbers
// CHECK-NEXT: %0 = llvm.call @exp(%arg0) : (f64) -> f64
// CHECK-NEXT: %1 = llvm.call @atan2(%0, %arg0) : (f64, f64) -> f64
// CHECK-NEXT: return %1 : f64
func.func @numbers(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  %1 = math.atan2 %0, %x : f64
  return %1 : f64
}

// CHECK-LABEL: func.func @vector
// CHECK-COUNT-2: llvm.call @expf
// CHECK-NOT: math.exp
func.func @vector(%x: vector<2xf32>) -> vector<2xf32> {
  %0 = math.exp %x : vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK-LABEL: func.func @half
// CHECK: llvm.fpext %arg0 : f16 to f32
// CHECK: llvm.call @expf
// CHECK: llvm.fptrunc {{.*}} : f32 to f16
func.func @half(%x: f16) -> f16 {
  %0 = math.exp %x : f16
  return %0 : f16
}

// An integer function is not one of C's library.
// CHECK-LABEL: func.func @integer
// CHECK: math.ctpop
func.func @integer(%x: i32) -> i32 {
  %0 = math.ctpop %x : i32
  return %0 : i32
}
