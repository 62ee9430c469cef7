// Memory that grows or shrinks.

func.func @realloc(%m: memref<?xf32>, %k: memref<4xi8, 1>, %n: index) -> (memref<4xf32>, memref<8xi8, 1>) {
  %0 = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  %1 = memref.realloc %k {alignment = 8 : i64} : memref<4xi8, 1> to memref<8xi8, 1>
  %2 = memref.realloc %0 : memref<?xf32> to memref<4xf32>
  return %2, %1 : memref<4xf32>, memref<8xi8, 1>
}
