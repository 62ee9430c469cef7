// Locations that are written alike have one alias, however they came about: so text is printed again as it was read. The place of
// an op in this file is the same as one that names this file, its line and its column.
// RUN: toyc %s -emit=mlir --spelling=upstream -mlir-print-debuginfo | FileCheck %s
// RUN: toyc %s -emit=mlir --spelling=upstream -mlir-print-debuginfo -o %t
// RUN: toyc -x mlir %t -emit=mlir --spelling=upstream -mlir-print-debuginfo | diff %t -

func @f() -> f64 {
  %0 = constant 1.000000e+00 : f64
  %1 = constant 2.000000e+00 : f64 loc("test/toy/emit/same-locations.mlir":8:8)
  %2 = addf %0, %1 : f64 loc(fused["a", "test/toy/emit/same-locations.mlir":8:8])
  %3 = addf %0, %2 : f64 loc("x"("test/toy/emit/same-locations.mlir":8:8))
  return %3 : f64 loc("test/toy/emit/same-locations.mlir":8:8)
}

// CHECK: %{{.*}} = arith.constant 1.000000e+00 : f64 loc(#[[LOC:loc[0-9]+]])
// CHECK: %{{.*}} = arith.constant 2.000000e+00 : f64 loc(#[[LOC]])
// CHECK: return %{{.*}} loc(#[[LOC]])
// CHECK: #[[LOC]] = loc("test/toy/emit/same-locations.mlir":8:8)
// CHECK-NOT: = loc("test/toy/emit/same-locations.mlir":8:8)
