// RUN: poly-opt %s --poly-to-affine --affine-loop-unroll=unroll-factor=-1 | FileCheck %s

// The loop over three coefficients becomes its iterations.
// CHECK-LABEL: func @unrolled
// CHECK-NOT: affine.for
// CHECK-COUNT-3: addi
// CHECK-NOT: addi
// CHECK: return
func @unrolled(%p: !poly.poly<3>, %q: !poly.poly<3>) -> !poly.poly<3> {
  %sum = poly.add %p, %q : !poly.poly<3>
  return %sum : !poly.poly<3>
}
