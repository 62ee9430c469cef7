// affine.for: bounds, steps, values that are carried, nests.

func.func @constant_bounds() {
  affine.for %i = 0 to 10 {
  }
  affine.for %i = -4 to 4 step 2 {
  }
  return
}

func.func @operand_bounds(%n: index, %m: index) {
  affine.for %i = %n to %m {
  }
  affine.for %i = 0 to %m step 3 {
    affine.for %j = %n to 100 {
    }
  }
  return
}

func.func @map_bounds(%n: index) {
  affine.for %i = affine_map<(d0) -> (d0 * 2)>(%n) to affine_map<(d0)[s0] -> (d0 + s0)>(%n)[%n] {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<()[s0] -> (s0)>()[%n] {
    }
  }
  return
}

func.func @max_and_min(%n: index) {
  affine.for %i = max affine_map<()[s0] -> (0, s0 - 8)>()[%n] to min affine_map<()[s0] -> (s0, 128)>()[%n] step 4 {
    affine.for %j = max affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 4)>(%i) {
    }
  }
  return
}

func.func @constants_as_maps(%n: index) {
  affine.for %i = affine_map<() -> (0)>() to affine_map<() -> (8)>() {
  }
  affine.for %i = affine_map<(d0) -> (0)>(%n) to affine_map<()[s0] -> (8)>()[%n] {
  }
  return
}

func.func @carried(%x: f32) -> f32 {
  %0 = affine.for %i = 0 to 10 iter_args(%sum = %x) -> (f32) {
    %1 = arith.addf %sum, %x : f32
    affine.yield %1 : f32
  }
  return %0 : f32
}

func.func @carried_many(%x: f32, %n: index) -> (f32, index) {
  %0:2 = affine.for %i = 0 to %n step 2 iter_args(%a = %x, %b = %n) -> (f32, index) {
    affine.yield %a, %i : f32, index
  }
  return %0#0, %0#1 : f32, index
}

func.func @carried_nest(%x: f32, %m: memref<8x8xf32>) -> f32 {
  %0 = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {
    %1 = affine.for %j = 0 to 8 iter_args(%b = %a) -> (f32) {
      %2 = affine.load %m[%i, %j] : memref<8x8xf32>
      %3 = arith.addf %b, %2 : f32
      affine.yield %3 : f32
    }
    affine.yield %1 : f32
  }
  return %0 : f32
}

func.func @with_attributes(%x: f32) -> f32 {
  affine.for %i = 0 to 10 {
  } {unroll = 4 : i32}
  %0 = affine.for %i = 0 to 10 iter_args(%a = %x) -> (f32) {
    affine.yield %a : f32
  } {tag = "sum", flag}
  return %0 : f32
}

func.func @explicit_yield() {
  affine.for %i = 0 to 10 {
    affine.yield
  }
  return
}

func.func @generic(%n: index) {
  "affine.for"(%n) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = affine_map<(d0) -> (d0)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : (index) -> ()
  return
}

func.func @triangle(%m: memref<16x16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %x, %m[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

func.func @tiles(%n: index, %m: memref<?xf32>) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 ceildiv 32)>()[%n] {
    affine.for %j = affine_map<(d0) -> (d0 * 32)>(%i) to min affine_map<(d0)[s0] -> (d0 * 32 + 32, s0)>(%i)[%n] {
      %0 = affine.load %m[%j] : memref<?xf32>
      affine.store %0, %m[%j] : memref<?xf32>
    }
  }
  return
}

func.func @bound_by_size(%m: memref<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %d = memref.dim %m, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %d {
  }
  return
}

func.func @bound_by_size_inside(%t: tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 4 {
    %d = tensor.dim %t, %c0 : tensor<?x4xf32>
    affine.for %j = 0 to %d {
    }
  }
  return
}
