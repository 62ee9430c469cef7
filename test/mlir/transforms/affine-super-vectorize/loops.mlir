// Loops that become loops of vectors: the same as `mlir-opt` makes of them. It takes memrefs of
// different names to be different memory; here an option says so.
// RUN: mlir-lite-opt %s --spelling=upstream --affine-super-vectorize="virtual-vector-size=8 distinct-memrefs" | FileCheck %s
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt --affine-super-vectorize=virtual-vector-size=8 | FileCheck %s
// RUN: mlir-lite-opt %s --spelling=upstream --affine-super-vectorize="virtual-vector-size=4,8 distinct-memrefs" | FileCheck %s --check-prefix=TWO
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt --affine-super-vectorize=virtual-vector-size=4,8 | FileCheck %s --check-prefix=TWO
// RUN: mlir-lite-opt %s --spelling=upstream --affine-super-vectorize="virtual-vector-size=8 test-fastest-varying=1 distinct-memrefs" | FileCheck %s --check-prefix=COLUMNS
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt --affine-super-vectorize="virtual-vector-size=8 test-fastest-varying=1" | FileCheck %s --check-prefix=COLUMNS
// RUN: mlir-lite-opt %s --spelling=upstream --affine-super-vectorize="virtual-vector-size=8 vectorize-reductions distinct-memrefs" | FileCheck %s --check-prefix=SUM
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-opt --affine-super-vectorize="virtual-vector-size=8 vectorize-reductions=true" | FileCheck %s --check-prefix=SUM
// Without the option, arguments may be the same memory.
// RUN: mlir-lite-opt %s --spelling=upstream --affine-super-vectorize=virtual-vector-size=8 | FileCheck %s --check-prefix=ALIAS
// ALIAS-NOT: vector.transfer

// CHECK: #[[FIRST:.*]] = affine_map<(d0, d1) -> (0)>
// CHECK: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d0)>
// TWO-DAG: #[[ROWS:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// TWO-DAG: #[[REPEATED:.*]] = affine_map<(d0, d1) -> (0, d1)>

// An access before the loop's start, and a number from outside.
// CHECK-LABEL: func.func @scaled(
// CHECK-SAME: %[[A:.*]]: memref<130xf32>, %[[B:.*]]: memref<128xf32>, %[[S:.*]]: f32)
// CHECK: %[[SPLAT:.*]] = vector.broadcast %[[S]] : f32 to vector<8xf32>
// CHECK: affine.for %[[I:.*]] = 0 to 128 step 8 {
// CHECK: affine.apply
// CHECK: %[[X:.*]] = vector.transfer_read %[[A]][%{{.*}}], %{{.*}} : memref<130xf32>, vector<8xf32>
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[SPLAT]] : vector<8xf32>
// CHECK: vector.transfer_write %[[Y]], %[[B]][%[[I]]] : vector<8xf32>, memref<128xf32>
// There are not two loops.
// TWO-LABEL: func.func @scaled(
// TWO: affine.for %{{.*}} = 0 to 128 {
func @scaled(%a: memref<130xf32>, %b: memref<128xf32>, %s: f32) {
  affine.for %i = 0 to 128 {
    %x = affine.load %a[%i + 2] : memref<130xf32>
    %y = mulf %x, %s : f32
    affine.store %y, %b[%i] : memref<128xf32>
  }
  return
}

// The loop over k stays, and runs on vectors.
// CHECK-LABEL: func.func @product(
// CHECK: affine.for %[[I:.*]] = 0 to 64 {
// CHECK: affine.for %[[J:.*]] = 0 to 64 step 8 {
// CHECK: affine.for %[[K:.*]] = 0 to 64 {
// CHECK: %[[X:.*]] = vector.transfer_read %{{.*}}[%[[I]], %[[K]]], %{{.*}} {permutation_map = #[[FIRST]]} : memref<64x64xf32>, vector<8xf32>
// CHECK: %[[Y:.*]] = vector.transfer_read %{{.*}}[%[[K]], %[[J]]], %{{.*}} : memref<64x64xf32>, vector<8xf32>
// CHECK: %[[Z:.*]] = vector.transfer_read %{{.*}}[%[[I]], %[[J]]], %{{.*}} : memref<64x64xf32>, vector<8xf32>
// CHECK: %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : vector<8xf32>
// CHECK: %[[Q:.*]] = arith.addf %[[Z]], %[[P]] : vector<8xf32>
// CHECK: vector.transfer_write %[[Q]], %{{.*}}[%[[I]], %[[J]]] : vector<8xf32>, memref<64x64xf32>
// TWO-LABEL: func.func @product(
// TWO: affine.for %[[I:.*]] = 0 to 64 step 4 {
// TWO: affine.for %[[J:.*]] = 0 to 64 step 8 {
// TWO: affine.for %[[K:.*]] = 0 to 64 {
// TWO: vector.transfer_read %{{.*}}[%[[I]], %[[K]]], %{{.*}} {permutation_map = #[[ROWS]]} : memref<64x64xf32>, vector<4x8xf32>
// TWO: vector.transfer_read %{{.*}}[%[[K]], %[[J]]], %{{.*}} {permutation_map = #[[REPEATED]]} : memref<64x64xf32>, vector<4x8xf32>
// TWO: vector.transfer_read %{{.*}}[%[[I]], %[[J]]], %{{.*}} : memref<64x64xf32>, vector<4x8xf32>
// TWO: vector.transfer_write %{{.*}}[%[[I]], %[[J]]] : vector<4x8xf32>, memref<64x64xf32>
func @product(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %x = affine.load %a[%i, %k] : memref<64x64xf32>
        %y = affine.load %b[%k, %j] : memref<64x64xf32>
        %z = affine.load %c[%i, %j] : memref<64x64xf32>
        %p = mulf %x, %y : f32
        %q = addf %z, %p : f32
        affine.store %q, %c[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

// The loop over k carries vectors.
// CHECK-LABEL: func.func @carried(
// CHECK: affine.for %{{.*}} = 0 to 64 step 8 {
// CHECK: %[[R:.*]] = affine.for %{{.*}} = 0 to 64 iter_args(%{{.*}} = %{{.*}}) -> (vector<8xf32>) {
// CHECK: affine.yield %{{.*}} : vector<8xf32>
// CHECK: vector.transfer_write %[[R]]
// SUM-LABEL: func.func @carried(
// SUM: affine.for %{{.*}} = 0 to 64 iter_args
func @carried(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  %zero = constant 0.0 : f32
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %r = affine.for %k = 0 to 64 iter_args(%s = %zero) -> (f32) {
        %x = affine.load %a[%i, %k] : memref<64x64xf32>
        %y = affine.load %b[%k, %j] : memref<64x64xf32>
        %p = mulf %x, %y : f32
        %q = addf %s, %p : f32
        affine.yield %q : f32
      }
      affine.store %r, %c[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// Along columns: the inner loop, as in each access the same dimension moves.
// CHECK-LABEL: func.func @columns(
// CHECK: affine.for %[[I:.*]] = 0 to 16 {
// CHECK: affine.for %[[J:.*]] = 0 to 64 step 8 {
// CHECK: vector.transfer_read %{{.*}}[%[[J]], %[[I]]], %{{.*}} {permutation_map = #[[COLUMN]]} : memref<64x16xf32>, vector<8xf32>
// CHECK: vector.transfer_write %{{.*}}[%[[J]], %[[I]]] {permutation_map = #[[COLUMN]]} : vector<8xf32>, memref<64x16xf32>
// COLUMNS-LABEL: func.func @columns(
// COLUMNS: affine.for %{{.*}} = 0 to 16 {
// COLUMNS: affine.for %{{.*}} = 0 to 64 step 8 {
func @columns(%a: memref<64x16xf32>, %b: memref<64x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%j, %i] : memref<64x16xf32>
      affine.store %x, %b[%j, %i] : memref<64x16xf32>
    }
  }
  return
}

// COLUMNS-LABEL: func.func @rows(
// COLUMNS: affine.for %{{.*}} = 0 to 16 step 8 {
// COLUMNS: affine.for %{{.*}} = 0 to 64 {
// CHECK-LABEL: func.func @rows(
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK: affine.for %{{.*}} = 0 to 64 step 8 {
// CHECK: vector.transfer_read
// CHECK: affine.for %{{.*}} = 0 to 64 step 8 {
// CHECK: vector.transfer_read
// TWO-LABEL: func.func @rows(
// TWO: affine.for %{{.*}} = 0 to 16 step 4 {
// TWO: affine.for %{{.*}} = 0 to 64 step 8 {
// TWO: affine.for %{{.*}} = 0 to 64 step 8 {
func @rows(%a: memref<16x64xf32>, %b: memref<16x64xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i, %j] : memref<16x64xf32>
      affine.store %x, %b[%i, %j] : memref<16x64xf32>
    }
    affine.for %j = 0 to 64 {
      %x = affine.load %b[%i, %j] : memref<16x64xf32>
      affine.store %x, %a[%i, %j] : memref<16x64xf32>
    }
  }
  return
}

// What moves along a row in one memref and along a column in another one stays.
// CHECK-LABEL: func.func @transpose(
// CHECK-NOT: vector.transfer
// CHECK: return
func @transpose(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%j, %i] : memref<64x64xf32>
      affine.store %x, %b[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// Types of several widths, and conditions.
// CHECK-LABEL: func.func @widths(
// CHECK: arith.sitofp %{{.*}} : vector<8xi8> to vector<8xf64>
// CHECK: arith.extf %{{.*}} : vector<8xf32> to vector<8xf64>
// CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} : vector<8xf64>
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xf64>
func @widths(%a: memref<128xf32>, %b: memref<128xi8>, %c: memref<128xf64>) {
  affine.for %i = 0 to 128 {
    %x = affine.load %a[%i] : memref<128xf32>
    %y = affine.load %b[%i] : memref<128xi8>
    %u = sitofp %y : i8 to f64
    %v = fpext %x : f32 to f64
    %w = cmpf "ogt", %u, %v : f64
    %z = select %w, %u, %v : f64
    affine.store %z, %c[%i] : memref<128xf64>
  }
  return
}

// CHECK-LABEL: func.func @sums(
// CHECK-NOT: vector.transfer
// SUM-LABEL: func.func @sums(
// SUM: %[[R:.*]]:2 = affine.for %{{.*}} = 0 to 128 step 8 iter_args(%[[S:.*]] = %{{.*}}, %[[T:.*]] = %{{.*}}) -> (vector<8xf32>, vector<8xi32>) {
// SUM: %[[MAX:.*]] = arith.maximumf %[[S]], %{{.*}} : vector<8xf32>
// SUM: %[[SUM:.*]] = arith.addi %[[T]], %{{.*}} : vector<8xi32>
// SUM: affine.yield %[[MAX]], %[[SUM]] : vector<8xf32>, vector<8xi32>
// SUM: %[[M:.*]] = vector.reduction <maximumf>, %[[R]]#0 : vector<8xf32> into f32
// SUM: arith.maximumf %[[M]], %{{.*}} : f32
// SUM: vector.reduction <add>, %[[R]]#1 : vector<8xi32> into i32
// SUM-NEXT: return
func @sums(%a: memref<128xf32>, %b: memref<128xi32>) -> (f32, i32) {
  %one = constant 1.0 : f32
  %zero = constant 0 : i32
  %r:2 = affine.for %i = 0 to 128 iter_args(%s = %one, %t = %zero) -> (f32, i32) {
    %x = affine.load %a[%i] : memref<128xf32>
    %y = affine.load %b[%i] : memref<128xi32>
    %m = maximumf %s, %x : f32
    %n = addi %t, %y : i32
    affine.yield %m, %n : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}
