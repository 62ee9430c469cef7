// A large transpose runs in tiles of 32 by 32 elements, so that each cache line is used while it is there. 64 is two
// tiles; 65 is three, the last of which has one element.
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
// CHECK: affine.for %[[S:.*]] = 0 to 64 step 32 {
// CHECK-NEXT: affine.for %[[T:.*]] = 0 to 65 step 32 {
// CHECK-NEXT: affine.for %[[I:.*]] = {{.*}}(%[[S]]) to {{.*}}(%[[S]]) {
// CHECK-NEXT: affine.for %[[J:.*]] = {{.*}}(%[[T]]) to min {{.*}}(%[[T]]) {
// CHECK-NEXT: %[[X:.*]] = affine.load %{{.*}}[%[[I]], %[[J]]] : memref<64x65xf64>
// CHECK-NEXT: %[[Y:.*]] = mulf %[[X]], %[[X]] : f64
// CHECK-NEXT: affine.store %[[Y]], %{{.*}}[%[[J]], %[[I]]] : memref<65x64xf64>
// CHECK-NOT: affine.for

// OUTPUT-COUNT-4160: 2.250000
// OUTPUT-NOT: {{[0-9]}}

// PLAIN-NOT: step
