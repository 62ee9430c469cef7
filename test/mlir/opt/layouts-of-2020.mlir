// Text of 2020: several layout maps are composed, each applied to what the one before it gives (mlir-opt takes the last);
// and a constant of type `none`, which today's MLIR does not have.
// RUN: mlir-lite-opt %s > %t
// RUN: FileCheck %s < %t
// RUN: mlir-lite-opt %t | diff %t -
// RUN: mlir-lite-opt --spelling=upstream %s | mlir-lite-opt - | diff %t -
// RUN: mlir-lite-opt --spelling=upstream %s | mlir-opt -allow-unregistered-dialect - | FileCheck %s --check-prefix=TODAY
// RUN: echo 'func @f(memref<2xi8, affine_map<(d0) -> (d0, d0)>, affine_map<(d0) -> (d0)>>)' | not mlir-lite-opt - 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK-DAG: #[[SHIFT:.*]] = affine_map<(d0, d1) -> (d0 + 1, d1 + 1)>
// CHECK-DAG: #[[SWAP:.*]] = affine_map<(d0, d1)[s0, s1] -> (d1 * s1, d0)>
// CHECK-DAG: #[[LAST:.*]] = affine_map<(d0, d1) -> (d0 * 8 + d1)>
// CHECK: func{{.*}} @shift(memref<2x2xi8, #[[SHIFT]]>)
func private @shift(memref<2x2xi8, affine_map<(d0, d1) -> (d0, d1 + 1)>, affine_map<(d0, d1) -> (d0 + 1, d1)>>)
// CHECK: func{{.*}} @swap(memref<2x2xi8, #[[SWAP]], 3>)
func private @swap(memref<2x2xi8, affine_map<(d0, d1)[s0] -> (d1, d0)>, affine_map<(d0, d1)[s0] -> (d0 * s0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, 3>)
// An identity on the way changes nothing.
// CHECK: func{{.*}} @identities(memref<2x2xi8, #[[LAST]]>, memref<2x2xi8>)
func private @identities(memref<2x2xi8, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0 * 8 + d1)>>, memref<2x2xi8, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1, d0)>>)
// ERROR: the layout before this one has 2 results, but this one has 1 dimensions

// CHECK: constant unit
// TODAY: "std.constant"() <{value}> : () -> none
func @none() {
  %0 = constant unit
  return
}
