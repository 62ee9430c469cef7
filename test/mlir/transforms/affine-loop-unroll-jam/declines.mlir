// Nests that must not be jammed, and why. `mlir-opt` 22 transforms the first one, whose result then
// differs.
// RUN: mlir-lite-opt %s --affine-loop-unroll-jam --remarks-filter=affine 2>&1 | FileCheck %s
// RUN: mlir-lite-opt %s --affine-loop-unroll-jam | FileCheck %s --check-prefix=NONE
// RUN: mlir-lite-opt %s --affine-loop-unroll-jam=arguments-may-alias --remarks-filter=affine 2>&1 | FileCheck %s --check-prefix=ALIAS

// NONE-NOT: affine.apply

// CHECK: remark: [Missed] unroll-and-jam | Category:affine | Function=crossing | Reason="a dependence between iterations forbids it"
func @crossing(%m: memref<100xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %m[%i] : memref<100xf32>
      affine.store %0, %m[%j] : memref<100xf32>
    }
  }
  return
}

// CHECK: remark: [Missed] unroll-and-jam | Category:affine | Function=triangle | Reason="bounds of inner loops depend on it"
func @triangle(%m: memref<100x100xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 8 {
      %0 = affine.load %m[%i, %j] : memref<100x100xf32>
      affine.store %0, %m[%i, %j] : memref<100x100xf32>
    }
  }
  return
}

// CHECK: remark: [Missed] unroll-and-jam | Category:affine | Function=calls | Reason="it does more than compute and access memory"
func @calls() {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      call @f() : () -> ()
    }
  }
  return
}

func private @f()

// CHECK: remark: [Missed] unroll-and-jam | Category:affine | Function=imperfect | Reason="the nest is not perfect"
func @imperfect(%m: memref<100x100xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %m[%i, 0] : memref<100x100xf32>
    affine.for %j = 0 to 3 {
      affine.store %x, %m[%i, %j] : memref<100x100xf32>
    }
  }
  return
}

// ALIAS: remark: [Missed] unroll-and-jam | Category:affine | Function=copy | Reason="a dependence between iterations forbids it"
func @copy(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%i, %j] : memref<8x8xf32>
      affine.store %0, %b[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
