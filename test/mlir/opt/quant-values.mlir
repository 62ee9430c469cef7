// Values of casts by the interpreter, lowered to integers, lowered to the llvm dialect, and run by LLVM: the examples of
// the document, ties, infinities and NaN, and two scales in one program. Expected are the numbers of the formula
// clamp(round_to_nearest_even(real / scale) + zero_point).
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-quant-ops --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-quant-ops --canonicalize --convert-vector-to-scf --convert-vector-to-llvm --convert-scf-to-std --convert-std-to-llvm --reconcile-unrealized-casts --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-quant-ops --canonicalize --convert-vector-to-scf --convert-vector-to-llvm --convert-scf-to-std --convert-std-to-llvm --reconcile-unrealized-casts --spelling=upstream | mlir-translate --mlir-to-llvmir | lli | FileCheck %s

// CHECK: 138
// CHECK-NEXT: 128
// CHECK-NEXT: 255
// CHECK-NEXT: 0
// CHECK-NEXT: 255
// CHECK-NEXT: 0
// CHECK-NEXT: 128
// CHECK-NEXT: 255
// CHECK-NEXT: 0
// CHECK-NEXT: 127
// CHECK-NEXT: 2
// CHECK-NEXT: 4
// CHECK-NEXT: 0
// CHECK-NEXT: -2
// CHECK-NEXT: -4
// CHECK-NEXT: 0
// CHECK-NEXT: 2
// CHECK-NEXT: 127
// CHECK-NEXT: -128
// CHECK-NEXT: -64
// CHECK-NEXT: 63.5
// CHECK-NEXT: 0

// Of `u8`, as an integer of 32 bits.
func @unsigned(%x: f32) {
  %q = "quant.qcast"(%x) : (f32) -> !quant.uniform<u8:f32, 0.1:128>
  %s = "quant.scast"(%q) : (!quant.uniform<u8:f32, 0.1:128>) -> i8
  %w = zexti %s : i8 to i32
  vector.print %w : i32
  return
}

func @signed(%x: f32) {
  %q = "quant.qcast"(%x) : (f32) -> !quant.uniform<i8:f32, 0.5>
  %s = "quant.scast"(%q) : (!quant.uniform<i8:f32, 0.5>) -> i8
  vector.print %s : i8
  return
}

func @real(%x: i8) {
  %q = "quant.scast"(%x) : (i8) -> !quant.uniform<i8:f32, 0.5>
  %d = "quant.dcast"(%q) : (!quant.uniform<i8:f32, 0.5>) -> f32
  vector.print %d : f32
  return
}

func @main() -> i32 {
  %one = constant 1.0 : f32
  %zero = constant 0.0 : f32
  %hundred = constant 100.0 : f32
  %minus_hundred = constant -100.0 : f32
  %inf = constant 0x7F800000 : f32
  %minus_inf = constant 0xFF800000 : f32
  %nan = constant 0x7FC00000 : f32
  %huge = constant 3.0e38 : f32
  call @unsigned(%one) : (f32) -> ()
  call @unsigned(%zero) : (f32) -> ()
  call @unsigned(%hundred) : (f32) -> ()
  call @unsigned(%minus_hundred) : (f32) -> ()
  call @unsigned(%inf) : (f32) -> ()
  call @unsigned(%minus_inf) : (f32) -> ()
  call @unsigned(%nan) : (f32) -> ()
  call @unsigned(%huge) : (f32) -> ()

  %t0 = constant 0.25 : f32
  %t1 = constant 1000.0 : f32
  %t2 = constant 0.75 : f32
  %t3 = constant 1.75 : f32
  %t4 = constant -0.25 : f32
  %t5 = constant -0.75 : f32
  %t6 = constant -1.75 : f32
  %t7 = constant 0.2499 : f32
  call @signed(%t0) : (f32) -> ()
  call @signed(%t1) : (f32) -> ()
  call @signed(%t2) : (f32) -> ()
  call @signed(%t3) : (f32) -> ()
  call @signed(%t4) : (f32) -> ()
  call @signed(%t5) : (f32) -> ()
  call @signed(%t6) : (f32) -> ()
  call @signed(%t7) : (f32) -> ()
  call @signed(%one) : (f32) -> ()
  call @signed(%inf) : (f32) -> ()
  call @signed(%minus_inf) : (f32) -> ()

  %least = constant -128 : i8
  %greatest = constant 127 : i8
  %none = constant 0 : i8
  call @real(%least) : (i8) -> ()
  call @real(%greatest) : (i8) -> ()
  call @real(%none) : (i8) -> ()
  %success = constant 0 : i32
  return %success : i32
}
