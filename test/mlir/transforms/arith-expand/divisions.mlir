// RUN: mlir-lite-opt %s --arith-expand --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --run=values | FileCheck %s --check-prefix=VALUES
// RUN: mlir-lite-opt %s --arith-expand --run=values | FileCheck %s --check-prefix=VALUES
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(arith-expand{include-bf16=false include-f4e2m1=false include-f8e8m0=false})' --run=values | FileCheck %s --check-prefix=VALUES

// CHECK-LABEL: func.func @all
// CHECK-NOT: ceildivsi
// CHECK-NOT: floordivsi
// CHECK-NOT: ceildivui
// CHECK-NOT: maximumf
// CHECK-NOT: minimumf
// CHECK-NOT: maxnumf
// CHECK-NOT: minnumf
func.func @all(%a: i32, %b: i32, %x: f32, %y: f32) -> (i32, i32, i32, f32, f32, f32, f32) {
  %0 = arith.ceildivsi %a, %b : i32
  %1 = arith.floordivsi %a, %b : i32
  %2 = arith.ceildivui %a, %b : i32
  %3 = arith.maximumf %x, %y : f32
  %4 = arith.minimumf %x, %y : f32
  %5 = arith.maxnumf %x, %y : f32
  %6 = arith.minnumf %x, %y : f32
  return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i32, f32, f32, f32, f32
}

// -7 / 2 rounds to -3 and -4; as unsigned, (2^32 - 7) / 2 to 2147483645. 7 / -2 likewise.
// VALUES: -3 : i32
// VALUES-NEXT: -4 : i32
// VALUES-NEXT: 2147483645 : i32
// VALUES-NEXT: 0x7FC00000 : f32
// VALUES-NEXT: 0x7FC00000 : f32
// VALUES-NEXT: 1.000000e+00 : f32
// VALUES-NEXT: 1.000000e+00 : f32
// VALUES-NEXT: -3 : i32
// VALUES-NEXT: -4 : i32
// VALUES-NEXT: 1 : i32
// VALUES-NEXT: 2.000000e+00 : f32
// VALUES-NEXT: 1.000000e+00 : f32
// VALUES-NEXT: 2.000000e+00 : f32
// VALUES-NEXT: 1.000000e+00 : f32
func.func @values() -> (i32, i32, i32, f32, f32, f32, f32, i32, i32, i32, f32, f32, f32, f32) {
  %a = arith.constant -7 : i32
  %b = arith.constant 2 : i32
  %x = arith.constant 1.0 : f32
  %n = arith.constant 0x7FC00000 : f32
  %0:7 = call @all(%a, %b, %x, %n) : (i32, i32, f32, f32) -> (i32, i32, i32, f32, f32, f32, f32)
  %c = arith.constant 7 : i32
  %d = arith.constant -2 : i32
  %y = arith.constant 2.0 : f32
  %1:7 = call @all(%c, %d, %y, %x) : (i32, i32, f32, f32) -> (i32, i32, i32, f32, f32, f32, f32)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %1#0, %1#1, %1#2, %1#3, %1#4, %1#5, %1#6
    : i32, i32, i32, f32, f32, f32, f32, i32, i32, i32, f32, f32, f32, f32
}

// A constant of sizes that are not known cannot be written.
// CHECK-LABEL: func.func @open
// CHECK: arith.ceildivsi
func.func @open(%a: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.ceildivsi %a, %a : tensor<?xi32>
  return %0 : tensor<?xi32>
}
