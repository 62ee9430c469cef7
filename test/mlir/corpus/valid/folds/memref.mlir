// Memory that folds: casts and views that are looked through, sizes that are known, accesses that are not needed.

func.func @rc_const(%m: memref<10xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = memref.reinterpret_cast %m to offset: [%c1], sizes: [%c4], strides: [%c1] : memref<10xf32> to memref<?xf32, strided<[?], offset: ?>>
  return %0 : memref<?xf32, strided<[?], offset: ?>>
}

func.func @rc_id(%m: memref<10xf32>) -> memref<10xf32> {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [10], strides: [1] : memref<10xf32> to memref<10xf32>
  return %0 : memref<10xf32>
}

func.func @rc_of_rc(%m: memref<10xf32>) -> memref<5xf32> {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2, 5], strides: [5, 1] : memref<10xf32> to memref<2x5xf32>
  %1 = memref.reinterpret_cast %0 to offset: [0], sizes: [5], strides: [1] : memref<2x5xf32> to memref<5xf32>
  return %1 : memref<5xf32>
}

func.func @rc_of_cast(%m: memref<10xf32>) -> memref<5xf32> {
  %0 = memref.cast %m : memref<10xf32> to memref<?xf32>
  %1 = memref.reinterpret_cast %0 to offset: [0], sizes: [5], strides: [1] : memref<?xf32> to memref<5xf32>
  return %1 : memref<5xf32>
}

func.func @rc_of_subview(%m: memref<10xf32>) -> memref<3xf32> {
  %0 = memref.subview %m[0][5][1] : memref<10xf32> to memref<5xf32, strided<[1]>>
  %1 = memref.reinterpret_cast %0 to offset: [0], sizes: [3], strides: [1] : memref<5xf32, strided<[1]>> to memref<3xf32>
  return %1 : memref<3xf32>
}

func.func @alloc_const() -> memref<?xf32> {
  %c4 = arith.constant 4 : index
  %0 = memref.alloc(%c4) : memref<?xf32>
  return %0 : memref<?xf32>
}

func.func @alloc_dead() {
  %0 = memref.alloc() : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}

func.func @alloc_storeonly(%f: f32) {
  %c0 = arith.constant 0 : index
  %0 = memref.alloc() : memref<4xf32>
  memref.store %f, %0[%c0] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}

func.func @alloca_dead() {
  %0 = memref.alloca() : memref<4xf32>
  return
}

func.func @cast_of_cast(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %0 : memref<?xf32> to memref<4xf32>
  return %1 : memref<4xf32>
}

func.func @cast_of_cast2(%m: memref<4x?xf32>) -> memref<?x?xf32> {
  %0 = memref.cast %m : memref<4x?xf32> to memref<4x6xf32>
  %1 = memref.cast %0 : memref<4x6xf32> to memref<?x?xf32>
  return %1 : memref<?x?xf32>
}

func.func @cast_unranked(%m: memref<4xf32>) -> memref<?xf32> {
  %0 = memref.cast %m : memref<4xf32> to memref<*xf32>
  %1 = memref.cast %0 : memref<*xf32> to memref<?xf32>
  return %1 : memref<?xf32>
}

func.func @load_cast(%m: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %1 = memref.load %0[%i] : memref<?xf32>
  return %1 : f32
}

func.func @store_cast(%m: memref<4xf32>, %i: index, %f: f32) {
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.store %f, %0[%i] : memref<?xf32>
  return
}

func.func @dim_alloc(%n: index, %i: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = memref.alloc(%n) : memref<4x?xf32>
  %1 = memref.dim %0, %c1 : memref<4x?xf32>
  memref.dealloc %0 : memref<4x?xf32>
  return %1 : index
}

func.func @dim_subview(%m: memref<?x?xf32>, %n: index, %i: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[0, 0][%i, %n][1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %1 = memref.dim %0, %c1 : memref<?x?xf32, strided<[?, 1]>>
  return %1 : index
}

func.func @dim_subview_rr(%m: memref<?x?xf32>, %n: index, %i: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %m[0, 0][1, %n][1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1]>>
  %1 = memref.dim %0, %c0 : memref<?xf32, strided<[1]>>
  return %1 : index
}

func.func @dim_view(%m: memref<2048xi8>, %n: index, %i: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = memref.view %m[%c0][%n] : memref<2048xi8> to memref<?xf32>
  %1 = memref.dim %0, %c0 : memref<?xf32>
  return %1 : index
}

func.func @dim_rc(%m: memref<10xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1] : memref<10xf32> to memref<?xf32>
  %1 = memref.dim %0, %c0 : memref<?xf32>
  return %1 : index
}

func.func @dim_transpose(%m: memref<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  %1 = memref.dim %0, %c0 : memref<?x?xf32, strided<[1, ?]>>
  return %1 : index
}

func.func @dim_reshape(%m: memref<*xf32>, %s: memref<?xindex>) -> index {
  %c0 = arith.constant 0 : index
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  %1 = memref.dim %0, %c0 : memref<*xf32>
  return %1 : index
}

func.func @dim_oob(%m: memref<4xf32>) -> index {
  %c7 = arith.constant 7 : index
  %1 = memref.dim %m, %c7 : memref<4xf32>
  return %1 : index
}

func.func @rank(%m: memref<4x?xf32>) -> index {
  %1 = memref.rank %m : memref<4x?xf32>
  return %1 : index
}

func.func @rank_cast(%m: memref<4x?xf32>) -> index {
  %0 = memref.cast %m : memref<4x?xf32> to memref<*xf32>
  %1 = memref.rank %0 : memref<*xf32>
  return %1 : index
}

func.func @dim_unranked(%m: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = memref.cast %m : memref<?xf32> to memref<*xf32>
  %1 = memref.dim %0, %c0 : memref<*xf32>
  return %1 : index
}

func.func @view_const(%m: memref<2048xi8>) -> memref<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %0 = memref.view %m[%c0][%c8] : memref<2048xi8> to memref<?x4xf32>
  return %0 : memref<?x4xf32>
}

func.func @view_alloc() -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %a = memref.alloc(%c64) : memref<?xi8>
  %0 = memref.view %a[%c0][] : memref<?xi8> to memref<4xf32>
  return %0 : memref<4xf32>
}

func.func @view_of_view(%m: memref<2048xi8>, %k: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %0 = memref.view %m[%c8][] : memref<2048xi8> to memref<64xi8>
  %1 = memref.view %0[%c8][] : memref<64xi8> to memref<4xf32>
  return %1 : memref<4xf32>
}

func.func @subview_const(%m: memref<8x16xf32>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = memref.subview %m[%c1, %c1][%c4, %c4][%c1, %c1] : memref<8x16xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

func.func @subview_id(%m: memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>> {
  %0 = memref.subview %m[0, 0][8, 16][1, 1] : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1]>>
  return %0 : memref<8x16xf32, strided<[16, 1]>>
}

func.func @subview_id2(%m: memref<8x16xf32>) -> memref<8x16xf32> {
  %0 = memref.subview %m[0, 0][8, 16][1, 1] : memref<8x16xf32> to memref<8x16xf32>
  return %0 : memref<8x16xf32>
}

func.func @subview_id_dyn(%m: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  %0 = memref.subview %m[0][%d][1] : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

func.func @subview_of_cast(%m: memref<8x16xf32>, %i: index) -> memref<4x4xf32, strided<[?, 1], offset: ?>> {
  %c = memref.cast %m : memref<8x16xf32> to memref<?x?xf32>
  %0 = memref.subview %c[%i, %i][4, 4][1, 1] : memref<?x?xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  return %0 : memref<4x4xf32, strided<[?, 1], offset: ?>>
}

func.func @subview_of_subview(%m: memref<8x16xf32>) -> memref<2x2xf32, strided<[16, 1], offset: 34>> {
  %c = memref.subview %m[1, 1][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 17>>
  %0 = memref.subview %c[1, 1][2, 2][1, 1] : memref<4x4xf32, strided<[16, 1], offset: 17>> to memref<2x2xf32, strided<[16, 1], offset: 34>>
  return %0 : memref<2x2xf32, strided<[16, 1], offset: 34>>
}

func.func @subview_of_subview2(%m: memref<8x16xf32>) -> memref<8x16xf32, strided<[16, 1]>> {
  %c = memref.subview %m[0, 0][8, 16][1, 1] : memref<8x16xf32> to memref<8x16xf32, strided<[16, 1]>>
  %0 = memref.subview %c[0, 0][8, 16][1, 1] : memref<8x16xf32, strided<[16, 1]>> to memref<8x16xf32, strided<[16, 1]>>
  return %0 : memref<8x16xf32, strided<[16, 1]>>
}

func.func @transpose_id(%m: memref<4x4xf32>) -> memref<4x4xf32> {
  %0 = memref.transpose %m (i, j) -> (i, j) : memref<4x4xf32> to memref<4x4xf32>
  return %0 : memref<4x4xf32>
}

func.func @transpose_tt(%m: memref<4x4xf32>) -> memref<4x4xf32, strided<[4, 1]>> {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  %1 = memref.transpose %0 (i, j) -> (j, i) : memref<4x4xf32, strided<[1, 4]>> to memref<4x4xf32, strided<[4, 1]>>
  return %1 : memref<4x4xf32, strided<[4, 1]>>
}

func.func @copy_self(%m: memref<4x4xf32>) {
  memref.copy %m, %m : memref<4x4xf32> to memref<4x4xf32>
  return
}

func.func @copy_cast(%m: memref<4xf32>, %n: memref<4xf32>) {
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  %b = memref.cast %n : memref<4xf32> to memref<?xf32>
  memref.copy %a, %b : memref<?xf32> to memref<?xf32>
  return
}

func.func @copy_empty(%m: memref<0xf32>, %n: memref<0xf32>) {
  memref.copy %m, %n : memref<0xf32> to memref<0xf32>
  return
}

func.func @prefetch_cast(%m: memref<4xf32>, %i: index) {
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.prefetch %a[%i], read, locality<3>, data : memref<?xf32>
  return
}

func.func @rmw_cast(%m: memref<4xf32>, %i: index, %f: f32) -> f32 {
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  %0 = memref.atomic_rmw addf %f, %a[%i] : (f32, memref<?xf32>) -> f32
  return %0 : f32
}

func.func @assume(%m: memref<4xf32>) {
  %0 = memref.assume_alignment %m, 16 : memref<4xf32>
  return
}

func.func @assume_tower(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.assume_alignment %m, 16 : memref<4xf32>
  %1 = memref.assume_alignment %0, 16 : memref<4xf32>
  return %1 : memref<4xf32>
}

func.func @getglobal_load() -> f32 {
  %c = arith.constant 1 : index
  %m = memref.get_global @g : memref<4xf32>
  %0 = memref.load %m[%c] : memref<4xf32>
  return %0 : f32
}
memref.global "private" constant @g : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>

func.func @dealloc_cast(%m: memref<4xf32>) {
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

func.func @reshape_of_cast(%m: memref<4xf32>, %s: memref<1xindex>) -> memref<?xf32> {
  %a = memref.cast %m : memref<4xf32> to memref<*xf32>
  %0 = memref.reshape %a(%s) : (memref<*xf32>, memref<1xindex>) -> memref<?xf32>
  return %0 : memref<?xf32>
}

func.func @reshape_same(%m: memref<4xf32>, %s: memref<1xindex>) -> memref<4xf32> {
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xindex>) -> memref<4xf32>
  return %0 : memref<4xf32>
}

func.func @alloc_cast(%n: index) -> memref<?x4xf32> {
  %c4 = arith.constant 4 : index
  %0 = memref.alloc(%n, %c4) : memref<?x?xf32>
  %1 = memref.cast %0 : memref<?x?xf32> to memref<?x4xf32>
  return %1 : memref<?x4xf32>
}

func.func @toten(%m: memref<?xf32>) -> memref<?xf32> {
  %t = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %b = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  return %b : memref<?xf32>
}

func.func @toten_cast(%m: memref<?xf32>) -> memref<4xf32> {
  %t = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %c = tensor.cast %t : tensor<?xf32> to tensor<4xf32>
  %b = bufferization.to_buffer %c : tensor<4xf32> to memref<4xf32>
  return %b : memref<4xf32>
}

func.func @tobuf_load(%t: tensor<?xf32>, %i: index) -> f32 {
  %b = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %0 = memref.load %b[%i] : memref<?xf32>
  return %0 : f32
}

func.func @dim_toten(%m: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  return %d : index
}

func.func @call_cast(%m: memref<4xf32>) {
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  func.call @ext(%a) : (memref<?xf32>) -> ()
  return
}
func.func private @ext(memref<?xf32>)

func.func @generic_rmw(%m: memref<4xf32>, %i: index, %f: f32) -> f32 {
  %a = memref.cast %m : memref<4xf32> to memref<?xf32>
  %0 = memref.generic_atomic_rmw %a[%i] : memref<?xf32> {
  ^bb0(%x: f32):
    memref.atomic_yield %x : f32
  }
  return %0 : f32
}
