// affine.parallel: ranges, steps, reductions, groups of bounds.

func.func @parallel(%n: index) {
  affine.parallel (%i, %j) = (0, 0) to (4, 8) {
  }
  affine.parallel (%i) = (0) to (symbol(%n)) {
  }
  return
}

func.func @steps(%n: index) {
  affine.parallel (%i, %j) = (0, 2) to (100, 50) step (10, 3) {
  }
  affine.parallel (%i, %j) = (0, 0) to (symbol(%n), symbol(%n) * 2) step (1, 1) {
  }
  return
}

func.func @bounds_of_outer_loops(%n: index, %m: memref<?xf32>, %x: f32) {
  affine.parallel (%i) = (0) to (16) {
    affine.parallel (%j) = (%i * 4) to (%i * 4 + 4) {
      affine.store %x, %m[%j] : memref<?xf32>
    }
  }
  return
}

func.func @reduction(%m: memref<100xf32>) -> f32 {
  %0 = affine.parallel (%i) = (0) to (100) reduce ("addf") -> f32 {
    %1 = affine.load %m[%i] : memref<100xf32>
    affine.yield %1 : f32
  }
  return %0 : f32
}

func.func @reductions(%m: memref<100x100xf32>) -> (f32, f32) {
  %0:2 = affine.parallel (%i, %j) = (0, 0) to (100, 100) step (2, 2) reduce ("minimumf", "mulf") -> (f32, f32) {
    %1 = affine.load %m[%i, %j] : memref<100x100xf32>
    affine.yield %1, %1 : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

func.func @integer_reductions(%m: memref<100xi32>) -> (i32, i32, i32, i32, i32) {
  %0:5 = affine.parallel (%i) = (0) to (100) reduce ("addi", "muli", "assign", "ori", "andi") -> (i32, i32, i32, i32, i32) {
    %1 = affine.load %m[%i] : memref<100xi32>
    affine.yield %1, %1, %1, %1, %1 : i32, i32, i32, i32, i32
  }
  return %0#0, %0#1, %0#2, %0#3, %0#4 : i32, i32, i32, i32, i32
}

func.func @min_and_max(%n: index, %k: index) {
  affine.parallel (%i, %j) = (max(0, symbol(%n)), 0) to (100, min(symbol(%n), symbol(%k) + 4)) {
  }
  affine.parallel (%i) = (max(1, 2, 3)) to (min(100, 200)) step (7) {
  }
  return
}

func.func @no_dimensions() {
  affine.parallel () = () to () {
  }
  return
}

func.func @with_attributes() {
  affine.parallel (%i) = (0) to (4) {
  } {tag = "t"}
  return
}
