// The literal of dense elements has the shape of its type: what mlir-opt infers from it.
// RUN: mlir-lite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect -o /dev/null

// expected-error@+1 {{an empty list has no elements of the other dimensions of <0, 3>: write 'dense<>'}}
"t.x"() {a = dense<[]> : tensor<0x3xi32>} : () -> ()
// -----
// expected-error@+1 {{an empty list has no elements of the other dimensions of <2, 0, 3>}}
"t.x"() {a = dense<[[], []]> : tensor<2x0x3xi32>} : () -> ()
// -----
// expected-error@+1 {{an empty list has no elements of the other dimensions of <0, 2>}}
"t.x"() {a = dense<[]> : tensor<0x2x!t.s>} : () -> ()
// -----
"t.x"() {a = dense<> : tensor<0x3xi32>, b = dense<[]> : tensor<0xi32>, c = dense<[[], []]> : tensor<2x0xi32>} : () -> ()
// -----
// expected-error@+1 {{expected 3 elements in this list of the literal, found 2}}
"t.x"() {a = dense<[[1, 2], [3, 4], [5, 6]]> : tensor<2x3xi32>} : () -> ()
// -----
// expected-error@+1 {{expected}}
"t.x"() {a = dense<[1, 2, 3, 4, 5, 6]> : tensor<2x3xi32>} : () -> ()
// -----
llvm.func @f() -> vector<[2]xi32> {
  // expected-error@+1 {{expected one number for all elements of a scalable vector}}
  %0 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : vector<[2]xi32>
  llvm.return %0 : vector<[2]xi32>
}
