// RUN: mlir-lite-opt %s --inline | FileCheck %s --check-prefix=INLINE
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-lite-opt - --spelling=upstream | FileCheck %s --check-prefix=NAMES

// Modules that random IR has found. What affine ops use from the top level of a function is not at the top level in a
// region, so such functions are only inlined where there is none around the call. `mlir-opt` keeps this call, too.

// INLINE-LABEL: func @stores_at_symbol
func @stores_at_symbol(%x: i32, %memory: memref<8xi64>) {
  %index = index_cast %x : i32 to index
  %value = constant 7 : i64
  affine.store %value, %memory[symbol(%index) mod 8] : memref<8xi64>
  return
}

// INLINE-LABEL: func @loops_to_symbol
func @loops_to_symbol(%n: index, %memory: memref<8xi64>) {
  %value = constant 7 : i64
  affine.for %i = 0 to %n {
    affine.store %value, %memory[%i] : memref<8xi64>
  }
  return
}

// INLINE-LABEL: func @independent
func @independent(%memory: memref<8xi64>) {
  %value = constant 7 : i64
  affine.for %i = 0 to 8 {
    affine.store %value, %memory[%i] : memref<8xi64>
  }
  return
}

// INLINE-LABEL: func @in_regions
// INLINE:         scf.if
// INLINE-NEXT:      call @stores_at_symbol
// INLINE-NEXT:      call @loops_to_symbol
// INLINE-NEXT:      constant 7
// INLINE-NEXT:      affine.for %{{.*}} = 0 to 8
// INLINE-NOT:       call @independent
// INLINE:         return
func @in_regions(%flag: i1, %x: i32, %n: index, %memory: memref<8xi64>) {
  scf.if %flag {
    call @stores_at_symbol(%x, %memory) : (i32, memref<8xi64>) -> ()
    call @loops_to_symbol(%n, %memory) : (index, memref<8xi64>) -> ()
    call @independent(%memory) : (memref<8xi64>) -> ()
  }
  return
}

// INLINE-LABEL: func @at_the_top
// INLINE-NOT:     call
// INLINE:         affine.store {{.*}}[symbol(%{{.*}}) mod 8]
// INLINE:         affine.for %{{.*}} = 0 to %
// INLINE:         return
func @at_the_top(%x: i32, %n: index, %memory: memref<8xi64>) {
  call @stores_at_symbol(%x, %memory) : (i32, memref<8xi64>) -> ()
  call @loops_to_symbol(%n, %memory) : (index, memref<8xi64>) -> ()
  return
}

// MLIR 22 has another op for elements of vectors, and none for those of tensors of unknown rank.

// NAMES-LABEL: func.func @elements
// NAMES:         vector.extract %{{.*}}[%{{.*}}] : f32 from vector<4xf32>
// NAMES:         "std.extract_element"(%{{.*}}, %{{.*}}) : (tensor<*xf32>, index) -> f32
// NAMES:         tensor.extract %{{.*}}[%{{.*}}] : tensor<4xf32>
func @elements(%v: vector<4xf32>, %u: tensor<*xf32>, %t: tensor<4xf32>, %i: index) -> (f32, f32, f32) {
  %0 = extract_element %v[%i] : vector<4xf32>
  %1 = extract_element %u[%i] : tensor<*xf32>
  %2 = extract_element %t[%i] : tensor<4xf32>
  return %0, %1, %2 : f32, f32, f32
}
