// A terminator that is there wherever none is written is written if it has attributes, which mlir-opt loses.
// RUN: mlir-lite-opt %s --allow-unregistered-dialect --spelling=upstream | FileCheck %s
// RUN: mlir-lite-opt %s --allow-unregistered-dialect | mlir-lite-opt - --allow-unregistered-dialect --spelling=upstream | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK: affine.for
// CHECK-NEXT: affine.yield {foo.a}
// CHECK: affine.if
// CHECK-NEXT: affine.yield {foo.b}
// CHECK: affine.parallel
// CHECK-NEXT: affine.yield {foo.c}
// CHECK: scf.for
// CHECK-NEXT: scf.yield {foo.d}
// CHECK: scf.if
// CHECK-NEXT: scf.yield {foo.e}
// CHECK: else
// CHECK-NEXT: scf.yield {foo.f}
// CHECK: scf.index_switch
// CHECK-NEXT: case
// CHECK-NEXT: scf.yield {foo.g}
// CHECK: default
// CHECK-NEXT: }
func.func @f(%c: i1, %n: index) {
  affine.for %i = 0 to 3 {
    affine.yield {foo.a}
  }
  affine.if affine_set<(d0) : (d0 >= 0)>(%n) {
    affine.yield {foo.b}
  }
  affine.parallel (%i) = (0) to (3) {
    affine.yield {foo.c}
  }
  scf.for %i = %n to %n step %n {
    scf.yield {foo.d}
  }
  scf.if %c {
    scf.yield {foo.e}
  } else {
    scf.yield {foo.f}
  }
  scf.index_switch %n
  case 1 {
    scf.yield {foo.g}
  }
  default {
  }
  return
}
