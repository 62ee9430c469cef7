// Structs, arrays, vectors, constants.

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{index 2 is out of bounds of '!llvm.struct<(i32, f32)>'}}
  %0 = llvm.extractvalue %s[2] : !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected a struct or an array at index 0, found 'i32'}}
  %0 = llvm.extractvalue %s[0, 0] : !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected integer, found '%a'}}
  %0 = llvm.extractvalue %s[%a] : !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected a struct or an array at index 0, found 'f32'}}
  %0 = llvm.extractvalue %x[0] : f32
  llvm.return
}

// -----

// expected-note@below {{prior use here}}
llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{use of value '%x' expects different type than prior uses: 'i32' vs 'f32'}}
  %0 = llvm.insertvalue %x, %s[0] : !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{index -1 is out of bounds of '!llvm.struct<(i32, f32)>'}}
  %0 = llvm.insertvalue %a, %s[-1] : !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.extractvalue' op expects a value of type 'i32' for the position, found 'f32'}}
  %0 = "llvm.extractvalue"(%s) <{position = array<i64: 0>}> : (!llvm.struct<(i32, f32)>) -> f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected LLVM dialect-compatible vector type}}
  %0 = llvm.extractelement %s[%a : i32] : !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.extractelement' op operand #1 must be signless integer, but got 'f32'}}
  %0 = llvm.extractelement %v[%x : f32] : vector<4xf32>
  llvm.return
}

// -----

// expected-note@below {{prior use here}}
llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'f32' vs 'i32'}}
  %0 = llvm.insertelement %a, %v[%a : i32] : vector<4xf32>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected LLVM dialect-compatible vector type, and positions}}
  %0 = llvm.shufflevector %x, %x [0] : f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.mlir.constant' op has value '1.000000e+00 : f32', which is none of type 'f64'}}
  %0 = llvm.mlir.constant(1.0 : f32) : f64
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.mlir.constant' op has value '1 : i32', which is none of type '!llvm.ptr'}}
  %0 = llvm.mlir.constant(1 : i32) : !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.mlir.constant' op has value 'dense<1> : tensor<3xi32>', which is none of type '!llvm.ptr'}}
  %0 = llvm.mlir.constant(dense<1> : tensor<3xi32>) : !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected '(', found ':'}}
  %0 = llvm.mlir.constant : i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.mlir.zero' op result #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  %0 = llvm.mlir.zero : tensor<4xf32>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.mlir.undef' op result #0 must be LLVM dialect-compatible type, but got 'index'}}
  %0 = llvm.mlir.undef : index
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.mlir.addressof' op must refer to an 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func'}}
  %0 = llvm.mlir.addressof @nowhere : !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.mlir.addressof' op result #0 must be LLVM pointer type, but got 'i32'}}
  %0 = llvm.mlir.addressof @f : i32
  llvm.return
}
