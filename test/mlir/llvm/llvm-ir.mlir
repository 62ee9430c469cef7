// RUN: toyc %s -emit=llvm | FileCheck %s
// RUN: toyc %s -emit=llvm | opt -passes=verify -disable-output
// RUN: toyc %s -emit=llvm -opt | opt -passes=verify -disable-output
// RUN: toyc %s -emit=llvm -opt | FileCheck %s --check-prefix=OPT
// RUN: for flag in "" -opt; do toyc %s -emit=llvm $flag > %t.ll && { lli %t.ll > %t || true; } && \
// RUN:   printf '1.000000 16.000000 \n4.000000 25.000000 \n9.000000 36.000000 \n' | diff - %t || exit 1; done

func @main() {
  %0 = toy.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf64>
  %2 = toy.transpose(%0 : tensor<2x3xf64>) to tensor<3x2xf64>
  %3 = toy.mul %2, %2 : tensor<3x2xf64>
  toy.print %3 : tensor<3x2xf64>
  toy.return
}

// CHECK: define {{void|i32}} @main()
// CHECK: call {{.*}}ptr @malloc(i64
// CHECK: getelementptr {{.*}}double, ptr %{{.*}}, i64
// CHECK: load double, ptr %{{.*}}
// CHECK: call i32 (ptr, ...) @printf(
// CHECK: call void @free(ptr
// CHECK: ret {{void|i32 0}}

// OPT: define {{.*}}@main()
// OPT: @printf(
// OPT: ret {{void|i32 0}}
