// Constants of all kinds, in globals and in functions.

llvm.mlir.global internal @i1(true) : i1
llvm.mlir.global internal @i7(-3 : i7) : i7
llvm.mlir.global internal @i128(170141183460469231731687303715884105727 : i128) : i128
llvm.mlir.global internal @splat_i1(dense<true> : tensor<1x4xi1>) : !llvm.array<1 x array<4 x i1>>
llvm.mlir.global internal @many_i1(dense<[true, false, true]> : tensor<3xi1>) : !llvm.array<3 x i1>
llvm.mlir.global internal @many_i4(dense<[1, 2, -3]> : tensor<3xi4>) : !llvm.array<3 x i4>
llvm.mlir.global internal @many_i24(dense<[1, 2, -3]> : tensor<3xi24>) : !llvm.array<3 x i24>
llvm.mlir.global internal @many_i128(dense<[1, 2, -3]> : tensor<3xi128>) : !llvm.array<3 x i128>
llvm.mlir.global internal @indices(dense<[1, -2]> : tensor<2xindex>) : !llvm.array<2 x i64>
llvm.mlir.global internal @matrix(dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : !llvm.array<2 x array<3 x i32>>
llvm.mlir.global internal @cube(dense<[[[1], [2]], [[3], [4]], [[5], [6]]]> : tensor<3x2x1xi16>) : !llvm.array<3 x array<2 x array<1 x i16>>>
llvm.mlir.global internal @zeros(dense<0.0> : tensor<100x100xf64>) : !llvm.array<100 x array<100 x f64>>
llvm.mlir.global internal @ones(dense<1> : tensor<2x3xi64>) : !llvm.array<2 x array<3 x i64>>
llvm.mlir.global internal @empty(dense<> : tensor<0xi32>) : !llvm.array<0 x i32>
llvm.mlir.global internal @sparse(sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>) : !llvm.array<3 x array<4 x i32>>
llvm.mlir.global internal @sparse_row(sparse<[2], [1.5]> : tensor<4xf32>) : !llvm.array<4 x f32>
llvm.mlir.global internal @half(1.5 : f16) : f16
llvm.mlir.global internal @bfloat(1.5 : bf16) : bf16
llvm.mlir.global internal @single(0.1 : f32) : f32
llvm.mlir.global internal @double(-0.1 : f64) : f64
llvm.mlir.global internal @extended(1.5 : f80) : f80
llvm.mlir.global internal @quad(1.5 : f128) : f128
llvm.mlir.global internal @halves(dense<[1.5, -2.0]> : tensor<2xf16>) : !llvm.array<2 x f16>
llvm.mlir.global internal @bfloats(dense<[1.5, -2.0]> : tensor<2xbf16>) : !llvm.array<2 x bf16>
llvm.mlir.global internal @extendeds(dense<[1.5, 2.5]> : tensor<2xf80>) : !llvm.array<2 x f80>
llvm.mlir.global internal @quads(dense<[1.5, 2.5]> : tensor<2xf128>) : !llvm.array<2 x f128>
llvm.mlir.global internal @not_numbers(dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0x80000000]> : tensor<4xf32>) : !llvm.array<4 x f32>
llvm.mlir.global internal @f8(1.5 : f8E4M3FN) : i8
llvm.mlir.global internal @f8s(dense<1.5> : tensor<4xf8E4M3FN>) : !llvm.array<4 x i8>
llvm.mlir.global internal @f8e5s(dense<[1.5, 2.0]> : tensor<2xf8E5M2>) : !llvm.array<2 x i8>
llvm.mlir.global internal @text("abc\00") {addr_space = 0 : i32}
llvm.mlir.global internal @text_with_type("a\22b") : !llvm.array<3 x i8>
llvm.mlir.global internal @vector(dense<[1.0, 2.0]> : vector<2xf32>) : vector<2xf32>
llvm.mlir.global internal @vectors(dense<[[1, 2], [3, 4]]> : vector<2x2xi32>) : !llvm.array<2 x vector<2xi32>>
llvm.mlir.global internal @complex([1.0 : f32, 2.0 : f32]) : !llvm.struct<(f32, f32)>
llvm.mlir.global internal @complexes(dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>) : !llvm.array<2 x struct<(f32, f32)>>
llvm.mlir.global internal @struct([1 : i32, 2.0 : f32]) : !llvm.struct<(i32, f32)>
llvm.mlir.global internal @lists([[1 : i32, 2 : i32], [3 : i32, 4 : i32]]) : !llvm.array<2 x array<2 x i32>>
llvm.mlir.global internal @undef(#llvm.undef) : !llvm.array<2 x array<2 x i32>>
llvm.mlir.global internal @zero(#llvm.zero) : !llvm.struct<(i32, ptr)>

// -----

llvm.func @g()
llvm.func @constants() {
  %0 = llvm.mlir.constant(42 : i32) : i32
  %1 = llvm.mlir.constant(42 : index) : i64
  %2 = llvm.mlir.constant(dense<[0, 0, 1, 1]> : vector<4xindex>) : vector<4xi64>
  %3 = llvm.mlir.constant(dense<[true, false]> : vector<2xi1>) : vector<2xi1>
  %4 = llvm.mlir.constant(dense<1.0> : vector<4xf16>) : vector<4xf16>
  %5 = llvm.mlir.constant([1.0 : f64, 2.0 : f64]) : !llvm.struct<(f64, f64)>
  %6 = llvm.mlir.constant("text") : !llvm.array<4 x i8>
  %7 = llvm.mlir.constant(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
  %8 = llvm.mlir.zero : !llvm.ptr
  %9 = llvm.mlir.zero : !llvm.struct<(i32, array<2 x f32>)>
  %10 = llvm.mlir.undef : vector<2xf32>
  %11 = llvm.mlir.poison : !llvm.struct<(i32, ptr)>
  %12 = llvm.mlir.none : !llvm.token
  %13 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.call @takes(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %13) : (i32, i64, vector<4xi64>, vector<2xi1>, vector<4xf16>, !llvm.struct<(f64, f64)>, !llvm.array<4 x i8>, !llvm.array<2 x i32>, !llvm.ptr, !llvm.struct<(i32, array<2 x f32>)>, vector<2xf32>, !llvm.struct<(i32, ptr)>, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @takes(i32, i64, vector<4xi64>, vector<2xi1>, vector<4xf16>, !llvm.struct<(f64, f64)>, !llvm.array<4 x i8>, !llvm.array<2 x i32>, !llvm.ptr, !llvm.struct<(i32, array<2 x f32>)>, vector<2xf32>, !llvm.struct<(i32, ptr)>, !llvm.ptr)
