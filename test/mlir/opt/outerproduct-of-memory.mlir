// The second operand is a vector or a number. `mlir-opt` takes any type that has elements.
// RUN: mlir-lite-opt %s --verify-diagnostics

func.func @f(%a: vector<2xf32>, %b: memref<*xf32>) {
  // expected-error@below {{expected a vector or a number of the result's element type for operand #2}}
  %0 = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<2xf32>, memref<*xf32>) -> vector<2xf32>
  return
}
