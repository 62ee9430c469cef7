// Memory under the type of another memory space, and memory that values do not share.

func.func @cast(%a: memref<4xf32, 1>, %u: memref<*xf32, 1>) {
  %0 = memref.memory_space_cast %a : memref<4xf32, 1> to memref<4xf32>
  %1 = memref.memory_space_cast %u {tag} : memref<*xf32, 1> to memref<*xf32, 2>
  return
}

func.func @distinct(%a: memref<?xf32>, %b: memref<4xi8>) {
  %0, %1 = memref.distinct_objects %a, %b : memref<?xf32>, memref<4xi8>
  %2 = memref.distinct_objects %a {tag} : memref<?xf32>
  return
}
