// The least number of 64 bits in affine maps and sets reads back as it is printed.
// RUN: mlir-lite-opt %s -allow-unregistered-dialect | FileCheck %s
// RUN: mlir-lite-opt %s -allow-unregistered-dialect | mlir-lite-opt - -allow-unregistered-dialect | FileCheck %s
// RUN: mlir-lite-opt %s -allow-unregistered-dialect --canonicalize | mlir-lite-opt - -allow-unregistered-dialect | FileCheck %s --check-prefix=SET

// CHECK: (d0) -> (-9223372036854775808)
"t.a"() {map = affine_map<(d0) -> (-9223372036854775808)>} : () -> ()
// CHECK: (d0) -> (d0 + -9223372036854775808)
"t.b"() {map = affine_map<(d0) -> (d0 + -9223372036854775808)>} : () -> ()
// CHECK: (d0, d1) -> (d0 + d1 * -9223372036854775808)
"t.c"() {map = affine_map<(d0, d1) -> (d0 + d1 * -9223372036854775808)>} : () -> ()
// CHECK: (d0) -> (d0 - 9223372036854775807)
"t.d"() {map = affine_map<(d0) -> (d0 - 9223372036854775807)>} : () -> ()

// SET: affine_set<() : (-9223372036854775808 - 3 >= 0)>
func @no_way_to_know() {
  %0 = constant -9223372036854775808 : index
  affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%0) {
    "t.e"() : () -> ()
  }
  return
}
