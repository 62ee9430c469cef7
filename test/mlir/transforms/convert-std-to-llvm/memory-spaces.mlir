// The memory space of a memref is the address space of the pointers to its elements, as in mlir-opt.
// RUN: mlir-lite-opt %s --convert-std-to-llvm --spelling=upstream | FileCheck %s
// RUN: mlir-opt %s -finalize-memref-to-llvm -convert-func-to-llvm -reconcile-unrealized-casts | FileCheck %s
// RUN: mlir-lite-opt %s --convert-std-to-llvm --spelling=upstream | mlir-translate --mlir-to-llvmir -o /dev/null
// RUN: mlir-lite-opt %s --convert-std-to-llvm=use-bare-ptr-memref-call-conv | FileCheck %s --check-prefix=BARE

// CHECK-LABEL: llvm.func @load(%arg0: !llvm.ptr<3>, %arg1: !llvm.ptr<3>, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64) -> f32
// CHECK: llvm.getelementptr {{.*}} : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
// BARE-LABEL: llvm.func @load(%arg0: !llvm.ptr<3>, %arg1: i64) -> f32
func.func @load(%m: memref<8xf32, 3>, %i: index) -> f32 {
  %0 = memref.load %m[%i] : memref<8xf32, 3>
  return %0 : f32
}

// CHECK-LABEL: llvm.func @allocate
// CHECK: %[[P:.*]] = llvm.call @malloc(%{{.*}}) : (i64) -> !llvm.ptr
// CHECK: %[[Q:.*]] = llvm.addrspacecast %[[P]] : !llvm.ptr to !llvm.ptr<3>
// CHECK: llvm.insertvalue %[[Q]], %{{.*}}[0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
// BARE-LABEL: llvm.func @allocate(%arg0: i64) -> !llvm.ptr<3>
func.func @allocate(%n: index) -> memref<4xf32, 3> {
  %0 = memref.alloc() : memref<4xf32, 3>
  return %0 : memref<4xf32, 3>
}

// CHECK-LABEL: llvm.func @slot
// CHECK: llvm.alloca %{{.*}} x f32 : (i64) -> !llvm.ptr<5>
func.func @slot(%i: index) -> f32 {
  %0 = memref.alloca() : memref<4xf32, 5>
  %1 = memref.load %0[%i] : memref<4xf32, 5>
  return %1 : f32
}

memref.global "private" @global : memref<4xf32, 3> = dense<1.0>

// CHECK-LABEL: llvm.func @of_global
// CHECK: llvm.mlir.addressof @global : !llvm.ptr<3>
func.func @of_global(%i: index) -> f32 {
  %0 = memref.get_global @global : memref<4xf32, 3>
  %1 = memref.load %0[%i] : memref<4xf32, 3>
  return %1 : f32
}

// CHECK-LABEL: llvm.func @unranked(%arg0: i64, %arg1: !llvm.ptr, %arg2: i64)
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
func.func @unranked(%m: memref<*xf32, 3>, %i: index) -> f32 {
  %0 = memref.cast %m : memref<*xf32, 3> to memref<?xf32, 3>
  %1 = memref.load %0[%i] : memref<?xf32, 3>
  return %1 : f32
}
