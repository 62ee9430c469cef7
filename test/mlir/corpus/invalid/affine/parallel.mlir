// affine.parallel and DMA.

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.parallel' op region argument count and number of lower bounds must match: 2 and 1}}
  affine.parallel (%i, %j) = (0) to (10, 10) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.parallel' op region argument count and number of upper bounds must match: 1 and 2}}
  affine.parallel (%i) = (0) to (10, 10) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.parallel' op region argument count and number of steps must match: 1 and 2}}
  affine.parallel (%i) = (0) to (10) step (1, 2) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected SSA value, integer or 'symbol', found 'min'}}
  affine.parallel (%i) = (min(0, 1)) to (10) {
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  affine.parallel (%i) = (0) to (%k) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected one of addf, addi, andi, assign, maximumf, maxnumf, maxs, maxu, minimumf, minnumf, mins, minu, mulf, muli, ori, xori, found 'nothing'}}
  %0 = affine.parallel (%i) = (0) to (10) reduce ("nothing") -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.parallel' op result type cannot match reduction attribute: 'addi' of 'f32'}}
  %0 = affine.parallel (%i) = (0) to (10) reduce ("addi") -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.parallel' op a reduction must be specified for each output}}
  %0:2 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (f32, f32) {
    affine.yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  %0 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> f32 {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> f32 {
    // expected-error@below {{'affine.yield' op types mismatch between yield op and its parent}}
    affine.yield %k : i32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.dma_wait' op expects 1 sizes, found 2}}
  affine.dma_wait %m[0, 0], %n, %n : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.dma_start' op expects 1 or 3 sizes, found 2}}
  affine.dma_start %m[0, 0], %m[0, 0], %m[0, 0], %n, %n : memref<10x?xf32>, memref<10x?xf32>, memref<10x?xf32>
  return
}
