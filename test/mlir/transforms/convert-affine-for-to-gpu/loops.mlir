// Nests of affine loops become launches, as by mlir-opt.
// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(convert-affine-for-to-gpu))' > %t
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.module(func.func(convert-affine-for-to-gpu))' \
// RUN:   --spelling=upstream | diff %t -
// RUN: FileCheck %s --input-file=%t
// RUN: mlir-opt %s > %t -pass-pipeline='builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=2 gpu-thread-dims=0}))'
// RUN: mlir-lite-opt %s --spelling=upstream --pass-pipeline='builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=2 gpu-thread-dims=0}))' | diff %t -
// RUN: mlir-opt %s > %t -pass-pipeline='builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=0 gpu-thread-dims=1}))'
// RUN: mlir-lite-opt %s --spelling=upstream --pass-pipeline='builtin.module(func.func(convert-affine-for-to-gpu{gpu-block-dims=0 gpu-thread-dims=1}))' | diff %t -

// CHECK-LABEL: func.func @f
// CHECK: gpu.launch
func.func @f(%a: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to 16 {
    affine.for %j = 2 to 34 step 4 {
      %0 = affine.load %a[%i, %j] : memref<?x?xf32>
      affine.store %0, %a[%j, %i] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%n) to %n {
      affine.for %k = 0 to 3 {
        %0 = affine.load %a[%i, %j] : memref<?x?xf32>
        affine.store %0, %a[%j, %i] : memref<?x?xf32>
      }
    }
  }
  return
}

// Only loops of the function itself.
// CHECK-LABEL: func.func @in_conditional
// CHECK-NOT: gpu.launch
func.func @in_conditional(%a: memref<?x?xf32>, %z: f32, %c: i1) {
  scf.if %c {
    affine.for %i = 2 to 34 {
      affine.for %j = 2 to 34 {
        affine.store %z, %a[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
