// The structure of what the tutorial shows, in today's text of the llvm dialect: descriptors and typed pointers are gone.
// RUN: toyc %s -emit=mlir-llvm | FileCheck %s --implicit-check-not=affine. --implicit-check-not=toy. --implicit-check-not=memref
// RUN: toyc %s -emit=mlir-llvm -opt | FileCheck %s --check-prefix=OPT

func @main() {
  %0 = toy.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf64>
  %2 = toy.transpose(%0 : tensor<2x3xf64>) to tensor<3x2xf64>
  %3 = toy.mul %2, %2 : tensor<3x2xf64>
  toy.print %3 : tensor<3x2xf64>
  toy.return
}

// CHECK-DAG: llvm.func @free(!llvm.ptr)
// CHECK-DAG: llvm.func @printf(!llvm.ptr, ...) -> i32
// CHECK-DAG: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK: llvm.func @main()
// CHECK: llvm.mlir.constant({{.*}} : f64) : f64
// CHECK: llvm.call @malloc(%{{.*}}) : (i64) -> !llvm.ptr
// CHECK: llvm.br ^bb{{[0-9]+}}(%{{.*}} : i64)
// CHECK: llvm.cond_br
// CHECK: llvm.fmul %{{.*}}, %{{.*}} : f64
// CHECK: llvm.getelementptr inbounds|nuw %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f64
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> f64
// CHECK: llvm.call @printf(%{{.*}}, %{{.*}}) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
// CHECK: llvm.call @free(%{{.*}}) : (!llvm.ptr) -> ()
// CHECK: llvm.return

// OPT: llvm.func @main()
// OPT: llvm.fmul
// OPT: llvm.return
