llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value '"abc"', which is none of type '!llvm.array<4 x i8>': expected '!llvm.array<3 x i8>'}}
  %0 = llvm.mlir.constant("abc") : !llvm.array<4 x i8>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value '"abc"', which is none of type '!llvm.array<3 x i16>': expected '!llvm.array<3 x i8>'}}
  %0 = llvm.mlir.constant("abc") : !llvm.array<3 x i16>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value '"abc"', which is none of type 'i32': expected '!llvm.array<3 x i8>'}}
  %0 = llvm.mlir.constant("abc") : i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value '[1 : i32, 2.000000e+00]', which is none of type '!llvm.struct<(i32, f32)>': expected a list of values, one of each field's type}}
  %0 = llvm.mlir.constant([1 : i32, 2.0 : f64]) : !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value 'dense<1> : tensor<2xi32>', which is none of type '!llvm.struct<(i32, i32)>': expected a list of values, one of each field's type}}
  %0 = llvm.mlir.constant(dense<1> : tensor<2xi32>) : !llvm.struct<(i32, i32)>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value '[1 : i32]', which is none of type '!llvm.array<1 x i32>': expected an integer, a float, a string or elements}}
  %0 = llvm.mlir.constant([1 : i32]) : !llvm.array<1 x i32>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value 'dense<1> : tensor<2xi32>', which is none of type '!llvm.array<3 x i32>': expected 3 elements}}
  %0 = llvm.mlir.constant(dense<1> : tensor<2xi32>) : !llvm.array<3 x i32>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value 'dense<1> : tensor<2xi32>', which is none of type 'i32': expected a vector or an array}}
  %0 = llvm.mlir.constant(dense<1> : tensor<2xi32>) : i32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value 'dense<1> : vector<2x2xi32>', which is none of type '!llvm.array<3 x vector<2xi32>>': expected 6 elements}}
  %0 = llvm.mlir.constant(dense<1> : vector<2x2xi32>) : !llvm.array<3 x vector<2xi32>>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value 'dense<1> : vector<2xi32>', which is none of type 'vector<2xf32>': expected floats}}
  %0 = llvm.mlir.constant(dense<1> : vector<2xi32>) : vector<2xf32>
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value '1 : i32', which is none of type 'f32': expected an integer type}}
  %0 = llvm.mlir.constant(1 : i32) : f32
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value '1.000000e+00 : f32', which is none of type 'i64': expected the float's type, or the integer type of its width}}
  %0 = llvm.mlir.constant(1.0 : f32) : i64
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op has value '@f', which is none of type '!llvm.ptr': expected an integer, a float, a string or elements}}
  %0 = llvm.mlir.constant(@f) : !llvm.ptr
  llvm.return
}
