// Resources with long literals are left out.
// RUN: mlir-lite-opt %s --mlir-elide-resource-strings-if-larger=18 | FileCheck %s
// RUN: mlir-opt %s --mlir-elide-resource-strings-if-larger=18 | FileCheck %s
// RUN: mlir-lite-opt %s --mlir-elide-resource-strings-if-larger=17 | FileCheck %s --check-prefix=NONE
// RUN: mlir-opt %s --mlir-elide-resource-strings-if-larger=17 | FileCheck %s --check-prefix=NONE

// CHECK: dense_resource<long>
// CHECK: dialect_resources
// CHECK-NEXT: builtin: {
// CHECK-NEXT: short: "0x01000000010203"{{$}}
// CHECK-NEXT: }
// NONE: {-#
// NONE-NOT: resources
// NONE: #-}
func.func @f() {
  %0 = arith.constant dense_resource<short> : tensor<3xi8>
  %1 = arith.constant dense_resource<long> : tensor<4xi8>
  return
}

{-#
  dialect_resources: {
    builtin: {
      short: "0x01000000010203",
      long: "0x0100000001020304"
    }
  }
#-}
