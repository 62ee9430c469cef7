// Allocation and access.

func.func @alloc(%n: index) -> memref<?xf32> {
  %0 = memref.alloc() : memref<4x8xf32>
  %1 = memref.alloc(%n) : memref<?xf32>
  %2 = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32, 1>
  memref.dealloc %0 : memref<4x8xf32>
  memref.dealloc %2 : memref<?xf32, 1>
  return %1 : memref<?xf32>
}

func.func @alloc_symbols(%n: index) {
  %0 = memref.alloc()[%n] : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %1 = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  return
}

func.func @alloca(%n: index) {
  %0 = memref.alloca() : memref<4xf32>
  %1 = memref.alloca(%n, %n) {alignment = 8 : i64} : memref<?x?xi8>
  return
}

func.func @load_store(%m: memref<4x?xf32>, %i: index, %s: memref<i32>) -> f32 {
  %0 = memref.load %m[%i, %i] : memref<4x?xf32>
  memref.store %0, %m[%i, %i] : memref<4x?xf32>
  %1 = memref.load %s[] : memref<i32>
  memref.store %1, %s[] : memref<i32>
  return %0 : f32
}

func.func @load_store_hints(%m: memref<4xf32>, %i: index) {
  %0 = memref.load %m[%i] {nontemporal = true} : memref<4xf32>
  memref.store %0, %m[%i] {nontemporal = true} : memref<4xf32>
  %1 = memref.load %m[%i] {alignment = 16} : memref<4xf32>
  return
}

func.func @dim(%m: memref<4x?xf32>, %u: memref<*xf32>, %i: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = memref.dim %m, %c1 : memref<4x?xf32>
  %1 = memref.dim %u, %i : memref<*xf32>
  %2 = memref.rank %u : memref<*xf32>
  return %0 : index
}

func.func @cast(%m: memref<4x?xf32>) -> memref<*xf32> {
  %0 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %1 = memref.cast %m : memref<4x?xf32> to memref<*xf32>
  %2 = memref.cast %1 : memref<*xf32> to memref<4x4xf32>
  return %1 : memref<*xf32>
}

func.func @copy(%a: memref<4xf32>, %b: memref<4xf32>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  return
}

func.func @prefetch(%m: memref<4x?xf32>, %i: index) {
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x?xf32>
  memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<4x?xf32>
  return
}

func.func @assume_alignment(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.assume_alignment %m, 16 : memref<4xf32>
  return %0 : memref<4xf32>
}

func.func @atomics(%m: memref<4xf32>, %k: memref<4xi32>, %i: index, %x: f32, %n: i32) -> f32 {
  %0 = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<4xf32>) -> f32
  %1 = memref.atomic_rmw assign %x, %m[%i] : (f32, memref<4xf32>) -> f32
  %2 = memref.atomic_rmw maxs %n, %k[%i] : (i32, memref<4xi32>) -> i32
  %3 = memref.atomic_rmw ori %n, %k[%i] {tag} : (i32, memref<4xi32>) -> i32
  return %0 : f32
}

func.func @generic_atomic_rmw(%m: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    %c = arith.constant 1.0 : f32
    %1 = arith.addf %old, %c : f32
    memref.atomic_yield %1 : f32
  }
  return %0 : f32
}

memref.global "private" @g : memref<4xf32>
memref.global @initialised : memref<2xi32> = dense<[1, 2]>
memref.global "private" constant @c : memref<2x2xf64> = dense<1.5> {alignment = 64 : i64}
memref.global @uninitialised : memref<4xi8> = uninitialized

func.func @globals() -> memref<4xf32> {
  %0 = memref.get_global @g : memref<4xf32>
  %1 = memref.get_global @c : memref<2x2xf64>
  return %0 : memref<4xf32>
}

// What is said by default is not written.
func.func @nontemporal(%m: memref<4xf32>, %i: index) -> f32 {
  %0 = "memref.load"(%m, %i) <{nontemporal = false}> : (memref<4xf32>, index) -> f32
  "memref.store"(%0, %m, %i) <{nontemporal = false}> : (f32, memref<4xf32>, index) -> ()
  %1 = memref.load %m[%i] {nontemporal = true} : memref<4xf32>
  memref.store %1, %m[%i] {nontemporal = false, tag} : memref<4xf32>
  return %0 : f32
}
