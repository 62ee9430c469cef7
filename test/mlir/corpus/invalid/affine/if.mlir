// affine.if.

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{integer set has 1 dimensions, but 0 dimension operands are given}}
  affine.if affine_set<(d0) : (d0 >= 0)>() {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{integer set has 1 symbols, but 0 symbol operands are given}}
  affine.if affine_set<(d0)[s0] : (d0 >= 0)>(%n) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected an integer set}}
  affine.if affine_map<(d0) -> (d0)>(%n) {
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  affine.if affine_set<(d0) : (d0 >= 0)>(%k) {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.if' op has results and must have an else region}}
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
    affine.yield %x : f32
  } else {
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
    affine.yield %x : f32
  } else {
    // expected-error@below {{'affine.yield' op types mismatch between yield op and its parent}}
    affine.yield %k : i32
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.for %i = 0 to 4 {
    // expected-error@below {{'affine.if' op operand cannot be used as a symbol}}
    affine.if affine_set<()[s0] : (s0 >= 0)>()[%i] {
    }
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.if' op operand count and condition integer set dimension and symbol count must match}}
  "affine.if"(%n) <{condition = affine_set<() : (0 >= 0)>}> ({
    "affine.yield"() : () -> ()
  }, {
  }) : (index) -> ()
  return
}
