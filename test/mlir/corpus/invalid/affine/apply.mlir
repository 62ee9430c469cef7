// affine.apply, affine.min, affine.max and the linear indices.

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.apply' op mapping must produce one value}}
  %0 = affine.apply affine_map<(d0) -> (d0, d0)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{affine map has 1 dimensions, but 2 dimension operands are given}}
  %0 = affine.apply affine_map<(d0) -> (d0)>(%n, %n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0)>(%n)
  // expected-error@below {{affine map has 1 symbols, but 0 symbol operands are given}}
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{use of value '%k' expects different type than prior uses: 'index' vs 'i32'}}
  %0 = affine.apply affine_map<(d0) -> (d0)>(%k)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{expected an affine map}}
  %0 = affine.apply affine_set<(d0) : (d0 >= 0)>(%n)
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.apply' op operand count and affine map dimension and symbol count must match}}
  %0 = "affine.apply"(%n, %n) <{map = affine_map<(d0) -> (d0)>}> : (index, index) -> index
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.apply' op result #0 must be index, but got 'i32'}}
  %0 = "affine.apply"(%n) <{map = affine_map<(d0) -> (d0)>}> : (index) -> i32
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.apply' op requires attribute 'map'}}
  %0 = "affine.apply"(%n) : (index) -> index
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.min' op affine map expect at least one result}}
  %0 = affine.min affine_map<() -> ()>()
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.min' op operand count and affine map dimension and symbol count must match}}
  %0 = "affine.min"(%n) <{map = affine_map<() -> (0)>}> : (index) -> index
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.max' op operand count and affine map dimension and symbol count must match}}
  %0 = "affine.max"(%n) <{map = affine_map<(d0)[s0] -> (d0, s0)>}> : (index) -> index
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.delinearize_index' op expects as many indices as sizes, or one more: 2 indices, 3 sizes}}
  %0:2 = affine.delinearize_index %n into (2, 3, 4) : index, index
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.delinearize_index' op expects sizes of at least 1}}
  %0 = affine.delinearize_index %n into (0) : index
  return
}

// -----

func.func @f(%m: memref<10x?xf32>, %n: index, %x: f32, %k: i32) {
  // expected-error@below {{'affine.linearize_index' op expects as many indices as sizes, or one more: 3 indices, 1 sizes}}
  %0 = affine.linearize_index [%n, %n, %n] by (3) : index
  return
}
