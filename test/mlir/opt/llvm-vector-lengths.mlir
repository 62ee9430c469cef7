// Vectors of one op are of one length: what LLVM's IR cannot be is refused where it is read.
// RUN: mlir-lite-opt %s -split-input-file -verify-diagnostics -o /dev/null

llvm.func @select(%c: vector<3xi1>, %a: vector<4xi32>) -> vector<4xi32> {
  // expected-error @+1 {{expects a condition 'i1', or a vector of it as long as the values}}
  %0 = llvm.select %c, %a, %a : vector<3xi1>, vector<4xi32>
  llvm.return %0 : vector<4xi32>
}

// -----
llvm.func @select_number(%c: vector<3xi1>, %a: i32) -> i32 {
  // expected-error @+1 {{expects a condition 'i1', or a vector of it as long as the values}}
  %0 = llvm.select %c, %a, %a : vector<3xi1>, i32
  llvm.return %0 : i32
}

// -----
llvm.func @select_whole(%c: i1, %d: vector<4xi1>, %a: vector<4xi32>) -> vector<4xi32> {
  %0 = llvm.select %c, %a, %a : i1, vector<4xi32>
  %1 = llvm.select %d, %0, %a : vector<4xi1>, vector<4xi32>
  llvm.return %1 : vector<4xi32>
}

// -----
llvm.func @power(%a: vector<4xf32>, %n: i32) -> vector<3xf32> {
  // expected-error @+1 {{expects a result of the type of the number}}
  %0 = llvm.intr.powi(%a, %n) : (vector<4xf32>, i32) -> vector<3xf32>
  llvm.return %0 : vector<3xf32>
}

// -----
llvm.func @powers(%a: vector<4xf32>, %n: vector<4xi32>) -> vector<4xf32> {
  // expected-error @+1 {{operand #1 must be signless integer, but got 'vector<4xi32>'}}
  %0 = llvm.intr.powi(%a, %n) : (vector<4xf32>, vector<4xi32>) -> vector<4xf32>
  llvm.return %0 : vector<4xf32>
}

// -----
llvm.func @overflow(%a: vector<4xi32>) {
  // expected-error @+1 {{expects a result of type '!llvm.struct<(vector<4xi32>, vector<4xi1>)>', found '!llvm.struct<(vector<4xi32>, i1)>'}}
  %0 = "llvm.intr.sadd.with.overflow"(%a, %a) : (vector<4xi32>, vector<4xi32>) -> !llvm.struct<(vector<4xi32>, i1)>
  llvm.return
}

// -----
llvm.func @product(%a: i32) {
  // expected-error @+1 {{expects a result of type '!llvm.struct<(i32, i1)>', found '!llvm.struct<(i64, i1)>'}}
  %0 = "llvm.intr.umul.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i64, i1)>
  llvm.return
}

// -----
llvm.func @classes(%a: vector<4xf32>) {
  // expected-error @+1 {{expects a result 'i1', or a vector of it as long as the operand}}
  %0 = "llvm.intr.is.fpclass"(%a) <{bit = 1 : i32}> : (vector<4xf32>) -> vector<3xi1>
  llvm.return
}

// -----
llvm.func @addresses(%p: vector<4x!llvm.ptr>, %i: vector<3xi64>) {
  // expected-error @+1 {{expects vectors of one length, and a vector as its result if there are any}}
  %0 = llvm.getelementptr %p[%i] : (vector<4x!llvm.ptr>, vector<3xi64>) -> vector<4x!llvm.ptr>, i8
  llvm.return
}

// -----
llvm.func @one_address(%p: !llvm.ptr, %i: vector<3xi64>) {
  // expected-error @+1 {{expects vectors of one length, and a vector as its result if there are any}}
  %0 = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<3xi64>) -> !llvm.ptr, i8
  llvm.return
}

// -----
llvm.func @each_address(%p: !llvm.ptr, %q: vector<3x!llvm.ptr>, %i: vector<3xi64>, %n: i64) {
  %0 = llvm.getelementptr %p[%i] : (!llvm.ptr, vector<3xi64>) -> vector<3x!llvm.ptr>, i8
  %1 = llvm.getelementptr %q[%n] : (vector<3x!llvm.ptr>, i64) -> vector<3x!llvm.ptr>, i8
  llvm.return
}
