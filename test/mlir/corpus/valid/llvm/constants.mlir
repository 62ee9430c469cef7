// Constants and values that are none.

llvm.func @numbers() -> i32 {
  %0 = llvm.mlir.constant(42 : i32) : i32
  %1 = llvm.mlir.constant(-1 : i64) : i64
  %2 = llvm.mlir.constant(7) : i64
  %3 = llvm.mlir.constant(5 : index) : i64
  %4 = llvm.mlir.constant(true) : i1
  %5 = llvm.mlir.constant(false) : i1
  %6 = llvm.mlir.constant(255 : i8) : i8
  llvm.return %0 : i32
}

llvm.func @floats() -> f32 {
  %0 = llvm.mlir.constant(1.500000e+00 : f32) : f32
  %1 = llvm.mlir.constant(-0.000000e+00 : f64) : f64
  %2 = llvm.mlir.constant(1.0) : f64
  %3 = llvm.mlir.constant(0x7F800000 : f32) : f32
  %4 = llvm.mlir.constant(2.000000e+00 : f16) : f16
  %5 = llvm.mlir.constant(2.000000e+00 : bf16) : bf16
  llvm.return %0 : f32
}

llvm.func @elements() -> vector<4xf32> {
  %0 = llvm.mlir.constant(dense<1.000000e+00> : vector<4xf32>) : vector<4xf32>
  %1 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi16>) : vector<2xi16>
  %2 = llvm.mlir.constant(dense<[1, 2, 3]> : tensor<3xi32>) : !llvm.array<3 x i32>
  %3 = llvm.mlir.constant(dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>) : !llvm.array<2 x array<2 x f64>>
  llvm.return %0 : vector<4xf32>
}

llvm.func @strings() {
  %0 = llvm.mlir.constant("hello") : !llvm.array<5 x i8>
  %1 = llvm.mlir.constant("a\00b\22") {tag} : !llvm.array<4 x i8>
  llvm.return
}

llvm.func @structs() {
  %0 = llvm.mlir.constant([1 : i32, 2.0 : f64]) : !llvm.struct<(i32, f64)>
  llvm.return
}

llvm.func @zero() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  %1 = llvm.mlir.zero : !llvm.ptr<3>
  %2 = llvm.mlir.zero : !llvm.struct<(i32, array<4 x ptr>)>
  %3 = llvm.mlir.zero : i32
  llvm.return %0 : !llvm.ptr
}

llvm.func @undef() -> i32 {
  %0 = llvm.mlir.undef : i32
  %1 = llvm.mlir.undef : !llvm.struct<(i32, ptr)>
  %2 = llvm.mlir.undef : vector<4xf32>
  llvm.return %0 : i32
}

llvm.func @poison() -> i32 {
  %0 = llvm.mlir.poison : i32
  %1 = llvm.mlir.poison : !llvm.array<2 x f32>
  %2 = llvm.mlir.poison : vector<4x!llvm.ptr>
  llvm.return %0 : i32
}
llvm.func @none() {
  %0 = llvm.mlir.none : !llvm.token
  llvm.return
}
