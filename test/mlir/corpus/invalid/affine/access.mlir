// affine.load, affine.store, affine.prefetch and vectors.

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.load' op affine map num results must equal memref rank}}
  %0 = affine.load %m[%n] : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.load' op affine map num results must equal memref rank}}
  %0 = affine.load %m[%n, %n, 0] : memref<10x?xf32>
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  %0 = affine.load %m[%k, 0] : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
  %0 = affine.load %m[%n * %n, 0] : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected ',' or ']', found ':'}}
  %0 = affine.load %m[%n, 0 : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected SSA operand, found '3'}}
  %0 = affine.load %m[%n, symbol(3)] : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected a memref type of known rank}}
  %0 = affine.load %x[%n] : f32
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.for %i = 0 to 4 {
    // expected-error@below {{'affine.load' op operand cannot be used as a symbol}}
    %0 = affine.load %m[symbol(%i), 0] : memref<10x?xf32>
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.for %i = 0 to 4 {
    %v = arith.index_cast %k : i32 to index
    // expected-error@below {{'affine.load' op operand cannot be used as a dimension id}}
    %0 = affine.load %m[%v, 0] : memref<10x?xf32>
  }
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  affine.for %i = 0 to 4 {
    %v = arith.addi %i, %i : index
    // expected-error@below {{'affine.load' op operand cannot be used as a dimension id}}
    %0 = affine.load %m[%v, 0] : memref<10x?xf32>
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'f32' vs 'i32'}}
  affine.store %k, %m[0, 0] : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.load' op result type must match element type of memref}}
  %0 = "affine.load"(%m, %n) <{map = affine_map<(d0) -> (d0, 0)>}> : (memref<10x?xf32>, index) -> i32
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.load' op expects as many subscripts as affine map inputs}}
  %0 = "affine.load"(%m) <{map = affine_map<(d0) -> (d0, 0)>}> : (memref<10x?xf32>) -> f32
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.store' op value to store must have the same type as memref element type}}
  "affine.store"(%k, %m) <{map = affine_map<() -> (0, 0)>}> : (i32, memref<10x?xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.prefetch' op expects a 'localityHint' from 0 to 3}}
  affine.prefetch %m[0, 0], read, locality<4>, data : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected 'read' or 'write', found 'look'}}
  affine.prefetch %m[0, 0], look, locality<1>, data : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected 'instr' or 'data', found 'cache'}}
  affine.prefetch %m[0, 0], read, locality<1>, cache : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.prefetch' op affine map num results must equal memref rank}}
  affine.prefetch %m[0], read, locality<1>, data : memref<10x?xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.vector_load' op affine map num results must equal memref rank}}
  %0 = affine.vector_load %m[0] : memref<10x?xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.vector_load' op requires memref and vector types of the same elemental type}}
  %0 = affine.vector_load %m[0, 0] : memref<10x?xf32>, vector<4xi32>
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.vector_load' op result #0 must be vector of any type values, but got 'f32'}}
  %0 = affine.vector_load %m[0, 0] : memref<10x?xf32>, f32
  return
}
