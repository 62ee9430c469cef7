// In a large transpose, squares of 8 by 8 elements are turned around in registers, so that each cache line is used while it is
// there. 64 is eight squares; of 65, one column is left.
// RUN: toyc %s -emit=mlir-affine -opt | FileCheck %s
// RUN: toyc %s -emit=jit -opt | FileCheck %s --check-prefix=OUTPUT
// RUN: toyc %s -emit=mlir-affine | FileCheck %s --check-prefix=PLAIN
func @main() {
  %0 = toy.constant dense<1.5> : tensor<64x65xf64>
  %1 = toy.mul %0, %0 : tensor<64x65xf64>
  %2 = toy.transpose(%1 : tensor<64x65xf64>) to tensor<65x64xf64>
  toy.print %2 : tensor<65x64xf64>
  toy.return
}
// CHECK: affine.for %[[I:.*]] = 0 to 64 {
// CHECK-NEXT: affine.for %[[J:.*]] = 64 to 65 {
// CHECK-NEXT: %[[X:.*]] = affine.load %{{.*}}[%[[I]], %[[J]]] : memref<64x65xf64>
// CHECK-NEXT: %[[Y:.*]] = mulf %[[X]], %[[X]] : f64
// CHECK-NEXT: affine.store %[[Y]], %{{.*}}[%[[J]], %[[I]]] : memref<65x64xf64>
// CHECK: affine.for {{.*}} step 8 {
// CHECK-NEXT: affine.for {{.*}} step 8 {
// CHECK-COUNT-8: affine.vector_load %{{.*}} : memref<64x65xf64>, vector<8xf64>
// CHECK-COUNT-8: mulf {{.*}} : vector<8xf64>
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: affine.vector_store %{{.*}} : memref<65x64xf64>, vector<8xf64>
// CHECK-NOT: affine.for

// OUTPUT-COUNT-4160: 2.250000
// OUTPUT-NOT: {{[0-9]}}

// PLAIN-NOT: step
