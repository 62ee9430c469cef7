// affine.for.

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected step to be representable as a positive signed integer}}
  affine.for %i = 0 to 10 step -1 {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected an affine map}}
  affine.for %i = 0 to {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected SSA operand, found 'i'}}
  affine.for i = 0 to 10 {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected '=', found '0'}}
  affine.for %i 0 to 10 {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{loop bound affine map with multiple results requires 'max' prefix}}
  affine.for %i = affine_map<() -> (0, 1)>() to 10 {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{loop bound affine map with multiple results requires 'min' prefix}}
  affine.for %i = 0 to affine_map<()[s0] -> (s0, 8)>()[%n] {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.for' op expected lower bound map to have at least one result}}
  affine.for %i = affine_map<() -> ()>() to 10 {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{loop bound affine map has 1 dimensions, but 0 dimension operands are given}}
  affine.for %i = affine_map<(d0) -> (d0)>() to 10 {
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  affine.for %i = 0 to %k {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.for %i = 0 to 10 {
    // expected-error@below {{'affine.for' op operand cannot be used as a symbol}}
    affine.for %j = 0 to %i {
    }
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.for %i = 0 to 10 {
    %0 = affine.apply affine_map<(d0) -> (d0)>(%i)
    // expected-error@below {{'affine.for' op operand cannot be used as a symbol}}
    affine.for %j = %0 to 10 {
    }
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  %0 = affine.for %i = 0 to 10 iter_args(%a = %x) -> (f32) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.for %i = 0 to 10 iter_args(%a = %x) -> (f32) {
    // expected-error@below {{'affine.yield' op types mismatch between yield op and its parent}}
    affine.yield %k : i32
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{use of value '%x' expects different type than prior uses: 'i32' vs 'f32'}}
  %0 = affine.for %i = 0 to 10 iter_args(%a = %x) -> (i32) {
    affine.yield %k : i32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected 1 types for as many operands, found 2}}
  %0 = affine.for %i = 0 to 10 iter_args(%a = %x) -> (f32, f32) {
    affine.yield %a, %a : f32, f32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.for %i = 0 to 10 {
    // expected-error@below {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
    affine.yield %x : f32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.for %i = 0 to 10 {
    // expected-error@below {{'func.return' op expects parent op 'func.func'}}
    func.return
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.for' op expects a body whose first argument, the loop's variable, has type 'index'}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (1)>}> ({
  ^bb0(%i: i32):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.for' op expects region 'body' to have one block}}
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (1)>}> ({
  }) : () -> ()
  return
}
