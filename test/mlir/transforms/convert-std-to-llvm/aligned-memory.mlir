// Memory that begins where a line of the caches does, and stores past the caches, down to LLVM.
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --convert-std-to-llvm=use-aligned-alloc | FileCheck %s --check-prefix=ALIGNED
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --convert-std-to-llvm | FileCheck %s --check-prefix=BUMPED
// RUN: mlir-lite-opt %s --lower-affine --spelling=upstream | mlir-opt | FileCheck %s --check-prefix=TODAY
// RUN: mlir-lite-opt %s --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --convert-std-to-llvm=use-aligned-alloc --run | FileCheck %s
// RUN: mlir-lite-opt %s --lower-affine --convert-scf-to-std --convert-std-to-llvm=use-aligned-alloc --spelling=upstream | mlir-translate --mlir-to-llvmir | lli; test $? -eq 7

// CHECK: 7 : i32
// TODAY: vector.store %{{.*}}, %{{.*}}[%{{.*}}] {nontemporal = true} : memref<100xi32>, vector<4xi32>

// The bytes are rounded up to a multiple of 64.
// ALIGNED: llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
// ALIGNED-NOT: @malloc
// ALIGNED-LABEL: llvm.func @main
// ALIGNED: %[[LESS:.*]] = llvm.mlir.constant(63 : index) : i64
// ALIGNED: %[[MORE:.*]] = llvm.add %{{.*}}, %[[LESS]] : i64
// ALIGNED: %[[MASK:.*]] = llvm.mlir.constant(-64 : index) : i64
// ALIGNED: %[[BYTES:.*]] = llvm.and %[[MORE]], %[[MASK]] : i64
// ALIGNED: %[[ALIGNMENT:.*]] = llvm.mlir.constant(64 : index) : i64
// ALIGNED: %[[MEMORY:.*]] = llvm.call @aligned_alloc(%[[ALIGNMENT]], %[[BYTES]])
// ALIGNED: llvm.store %{{.*}}, %{{.*}} {alignment = 4 : i64, nontemporal} : vector<4xi32>, !llvm.ptr
// ALIGNED: llvm.call @free(%[[MEMORY]])
// Who is told of the result sees what was stored.
// ALIGNED: llvm.fence seq_cst
// ALIGNED-NEXT: llvm.return

// BUMPED-NOT: aligned_alloc
// BUMPED: %[[ALLOCATED:.*]] = llvm.call @malloc
// BUMPED: llvm.inttoptr
// BUMPED: llvm.call @free(%[[ALLOCATED]])
func @main() -> i32 {
  %m = alloc() {alignment = 64} : memref<100xi32>
  %seven = constant 7 : i32
  %v = splat %seven : vector<4xi32>
  %c4 = constant 4 : index
  affine.vector_store %v, %m[symbol(%c4) + 8] {nontemporal = true} : memref<100xi32>, vector<4xi32>
  %x = affine.load %m[15] : memref<100xi32>
  dealloc %m : memref<100xi32>
  return %x : i32
}
