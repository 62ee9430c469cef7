// MLIR's own translation reads our llvm dialect, and what it makes of it prints the product. (The exit status of a `main`
// without a result means nothing.)
// RUN: toyc %s -emit=mlir-llvm | mlir-translate --mlir-to-llvmir > %t.ll
// RUN: { lli %t.ll > %t || true; } && printf '1.000000 16.000000 \n4.000000 25.000000 \n9.000000 36.000000 \n' | diff - %t
// RUN: toyc %s -emit=mlir-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s
// RUN: toyc %s -emit=mlir-llvm -opt | mlir-translate --mlir-to-llvmir | FileCheck %s

func @main() {
  %0 = toy.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf64>
  %2 = toy.transpose(%0 : tensor<2x3xf64>) to tensor<3x2xf64>
  %3 = toy.mul %2, %2 : tensor<3x2xf64>
  toy.print %3 : tensor<3x2xf64>
  toy.return
}

// CHECK-DAG: declare i32 @printf(ptr, ...)
// CHECK-DAG: declare void @free(ptr)
// CHECK: define {{void|i32}} @main()
// CHECK: fmul double
// CHECK: call i32 (ptr, ...) @printf(
// CHECK: ret {{void|i32 0}}
