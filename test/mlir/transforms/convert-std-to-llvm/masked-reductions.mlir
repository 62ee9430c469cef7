// What is in the region of a mask stays: a mask holds one op that takes a mask, and the reduction of
// LLVM takes none. Once the mask is lowered, the reduction is.
// RUN: mlir-lite-opt %s --convert-std-to-llvm | FileCheck %s
// RUN: mlir-lite-opt %s --convert-std-to-llvm --spelling=upstream | mlir-opt -o /dev/null
// RUN: mlir-lite-opt %s --lower-vector --convert-std-to-llvm | FileCheck %s --check-prefix=LOWERED

// CHECK-LABEL: llvm.func @integers
// CHECK: vector.mask %{{.*}} { vector.reduction <or>, %{{.*}} : vector<3xi32> into i32 }
// LOWERED-LABEL: llvm.func @integers
// LOWERED: %[[SET:.*]] = llvm.select %{{.*}}, %{{.*}}, %{{.*}} : vector<3xi1>, vector<3xi32>
// LOWERED: "llvm.intr.vector.reduce.or"(%[[SET]])
func.func @integers(%v: vector<3xi32>, %m: vector<3xi1>) -> i32 {
  %0 = vector.mask %m { vector.reduction <or>, %v : vector<3xi32> into i32 } : vector<3xi1> -> i32
  return %0 : i32
}

// The reduction of floats takes what it begins with, a constant.
// CHECK-LABEL: llvm.func @floats
// CHECK: vector.mask %{{.*}} { vector.reduction <add>, %{{.*}} : vector<3xf32> into f32 }
// LOWERED-LABEL: llvm.func @floats
// LOWERED: llvm.intr.vector.reduce.fadd
func.func @floats(%v: vector<3xf32>, %m: vector<3xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %v : vector<3xf32> into f32 } : vector<3xi1> -> f32
  return %0 : f32
}
