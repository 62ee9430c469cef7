// What the body of a loop allocates on the stack is freed at the end of each iteration, also where loops are blocks.
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --spelling=upstream | mlir-opt -o /dev/null
// RUN: mlir-lite-opt %s --run=sum | FileCheck %s --check-prefix=SUM
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --run=sum | FileCheck %s --check-prefix=SUM
// RUN: mlir-lite-opt %s --run=outer | FileCheck %s --check-prefix=OUTER
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --run=outer | FileCheck %s --check-prefix=OUTER
// RUN: mlir-lite-opt %s --run=reduction | FileCheck %s --check-prefix=REDUCTION
// RUN: mlir-lite-opt %s --convert-scf-to-std --run=reduction | FileCheck %s --check-prefix=REDUCTION
// RUN: not mlir-lite-opt %s --run=freed 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: not mlir-lite-opt %s --convert-scf-to-std --run=freed 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: mlir-lite-opt %s --run=kept | FileCheck %s --check-prefix=KEPT
// RUN: mlir-lite-opt %s --convert-scf-to-std --run=kept | FileCheck %s --check-prefix=KEPT

// 0 + 1 + 2
// SUM: 3.000000e+00 : f64
// CHECK-LABEL: func @sum
func @sum() -> f64 {
  %zero = constant 0.0 : f64
  // CHECK: cond_br %{{.*}}, ^bb2, ^bb3
  // CHECK: ^bb2:
  // CHECK-NEXT: %[[STACK:.*]] = llvm.intr.stacksave : !llvm.ptr
  // CHECK-NEXT: alloca()
  // CHECK: addf
  // CHECK-NEXT: llvm.intr.stackrestore %[[STACK]] : !llvm.ptr
  // CHECK: br ^bb1
  %0 = affine.for %i = 0 to 3 iter_args(%sum = %zero) -> (f64) {
    %m = alloca() : memref<32xf64>
    %n = index_cast %i : index to i64
    %x = sitofp %n : i64 to f64
    affine.store %x, %m[%i] : memref<32xf64>
    %y = affine.load %m[%i] : memref<32xf64>
    %next = addf %sum, %y : f64
    affine.yield %next : f64
  }
  return %0 : f64
}

// The memory of the outer loop outlives the inner one, which frees its own. A conditional frees nothing: the memory that it
// allocates is still there after it. 3 * ((1 + 1 + 1 + 1) + 2)
// OUTER: 1.800000e+01 : f64
// CHECK-LABEL: func @outer
func @outer() -> f64 {
  %from = constant 0 : index
  %step = constant 1 : index
  %to = constant 3 : index
  %four = constant 4 : index
  %zero = constant 0.0 : f64
  %one = constant 1.0 : f64
  %two = constant 2.0 : f64
  %true = constant true
  // CHECK: llvm.intr.stacksave
  // CHECK-NEXT: alloca() : memref<2xf64>
  // CHECK: llvm.intr.stacksave
  // CHECK-NEXT: alloca() : memref<3xf64>
  // CHECK: llvm.intr.stackrestore
  // CHECK: alloca() : memref<4xf64>
  // CHECK-NOT: llvm.intr.stacksave
  // CHECK: llvm.intr.stackrestore
  %0 = scf.for %i = %from to %to step %step iter_args(%sum = %zero) -> (f64) {
    %m = alloca() : memref<2xf64>
    store %sum, %m[%from] : memref<2xf64>
    scf.for %j = %from to %four step %step {
      %k = alloca() : memref<3xf64>
      %old = load %m[%from] : memref<2xf64>
      store %one, %k[%step] : memref<3xf64>
      %add = load %k[%step] : memref<3xf64>
      %new = addf %old, %add : f64
      store %new, %m[%from] : memref<2xf64>
    }
    %k = scf.if %true -> memref<4xf64> {
      %a = alloca() : memref<4xf64>
      store %two, %a[%from] : memref<4xf64>
      scf.yield %a : memref<4xf64>
    } else {
      %a = alloca() : memref<4xf64>
      scf.yield %a : memref<4xf64>
    }
    %x = load %m[%from] : memref<2xf64>
    %y = load %k[%from] : memref<4xf64>
    %next = addf %x, %y : f64
    scf.yield %next : f64
  }
  return %0 : f64
}

// A reduction is computed after the body, and frees its own memory.
// REDUCTION: 6 : i64
// CHECK-LABEL: func @reduction
func @reduction() -> i64 {
  %from = constant 0 : index
  %step = constant 1 : index
  %to = constant 4 : index
  %zero = constant 0 : i64
  // CHECK: llvm.intr.stacksave
  // CHECK-NEXT: alloca() : memref<2xi64>
  // CHECK: llvm.intr.stackrestore
  // CHECK: llvm.intr.stacksave
  // CHECK-NEXT: alloca() : memref<3xi64>
  // CHECK: llvm.intr.stackrestore
  %0 = scf.parallel (%i) = (%from) to (%to) step (%step) init (%zero) -> i64 {
    %m = alloca() : memref<2xi64>
    %n = index_cast %i : index to i64
    store %n, %m[%from] : memref<2xi64>
    %x = load %m[%from] : memref<2xi64>
    scf.reduce(%x : i64) {
    ^bb0(%a: i64, %b: i64):
      %k = alloca() : memref<3xi64>
      %c = addi %a, %b : i64
      store %c, %k[%from] : memref<3xi64>
      %d = load %k[%from] : memref<3xi64>
      scf.reduce.return %d : i64
    }
  }
  return %0 : i64
}

// FREED: error: accesses memory that was freed
func @freed() -> f64 {
  %from = constant 0 : index
  %step = constant 1 : index
  %to = constant 3 : index
  %one = constant 1.0 : f64
  %first = alloca() : memref<2xf64>
  %0 = scf.for %i = %from to %to step %step iter_args(%m = %first) -> (memref<2xf64>) {
    %n = alloca() : memref<2xf64>
    store %one, %n[%from] : memref<2xf64>
    scf.yield %n : memref<2xf64>
  }
  %1 = load %0[%from] : memref<2xf64>
  return %1 : f64
}

// A loop without the trait, as in MLIR 22, keeps the memory until the function returns.
// KEPT: 1.000000e+00 : f64
func @kept() -> f64 {
  %zero = constant 0 : index
  %one = constant 1.0 : f64
  %first = alloca() : memref<2xf64>
  %true = constant true
  %false = constant false
  %0:2 = scf.while (%m = %first, %go = %true) : (memref<2xf64>, i1) -> (memref<2xf64>, i1) {
    scf.condition(%go) %m, %go : memref<2xf64>, i1
  } do {
  ^bb0(%m: memref<2xf64>, %go: i1):
    %n = alloca() : memref<2xf64>
    store %one, %n[%zero] : memref<2xf64>
    scf.yield %n, %false : memref<2xf64>, i1
  }
  %1 = load %0#0[%zero] : memref<2xf64>
  return %1 : f64
}
