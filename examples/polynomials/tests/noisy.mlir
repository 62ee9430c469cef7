// Each product has the noise of both factors, and each sum one bit more than the noisier operand.
// RUN: poly-opt %s --noisy-reduce-noise | FileCheck %s
// RUN: poly-opt %s --noisy-reduce-noise=max-noise=100 | FileCheck %s --check-prefix=MORE
// RUN: not poly-opt %s --noisy-reduce-noise=max-noise=20 2>&1 | FileCheck %s --check-prefix=LESS

// LESS: error: 'noisy.mul' op has 24 bits of noise, more than 20, with the least noise of its operands
// LESS-NEXT: %square = noisy.mul %a, %a

// CHECK-LABEL: func @chain
// CHECK: %[[A:.*]] = noisy.encode
// CHECK-NEXT: %[[SQUARE:.*]] = noisy.mul %[[A]], %[[A]]
// CHECK-NEXT: %[[FIRST:.*]] = noisy.reduce_noise %[[SQUARE]]
// CHECK-NEXT: %[[SECOND:.*]] = noisy.reduce_noise %[[SQUARE]]
// CHECK-NEXT: %[[FOURTH:.*]] = noisy.mul %[[SECOND]], %[[FIRST]]
// CHECK-NEXT: %[[SUM:.*]] = noisy.add %[[FOURTH]], %[[A]]
// CHECK-NEXT: %[[TWICE:.*]] = noisy.add %[[SUM]], %[[SUM]]
// CHECK-NEXT: %[[CLEAN:.*]] = noisy.reduce_noise %[[TWICE]]
// CHECK-NEXT: noisy.add %[[CLEAN]], %[[A]]
// MORE-LABEL: func @chain
// MORE-NOT: reduce_noise
// MORE-LABEL: func @loop
func @chain(%x: i32) -> i32 {
  %a = noisy.encode %x
  %square = noisy.mul %a, %a
  %fourth = noisy.mul %square, %square
  %sum = noisy.add %fourth, %a
  %twice = noisy.add %sum, %sum
  %more = noisy.add %twice, %a
  %result = noisy.decode %more
  return %result : i32
}

// What a loop adds to has any noise, so it is reduced in each iteration.
// CHECK-LABEL: func @loop
// CHECK: scf.for {{.*}} iter_args(%[[SUM:.*]] = %[[A:.*]]) -> (!noisy.i32)
// CHECK-NEXT: %[[CLEAN:.*]] = noisy.reduce_noise %[[SUM]]
// CHECK-NEXT: %[[NEXT:.*]] = noisy.add %[[CLEAN]], %[[A]]
// CHECK-NEXT: scf.yield %[[NEXT]]
func @loop(%x: i32, %n: index) -> i32 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %a = noisy.encode %x
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> (!noisy.i32) {
    %next = noisy.add %acc, %a
    scf.yield %next : !noisy.i32
  }
  %result = noisy.decode %sum
  return %result : i32
}
