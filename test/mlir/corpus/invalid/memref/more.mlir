// expected-error@below {{'memref.global' op initial value should be elements of the sizes of 'memref<4xf32>'}}
"memref.global"() <{sym_name = "g", type = memref<4xf32>, initial_value = dense<1.0> : tensor<3xf32>}> : () -> ()

// -----

func.func @f(%m: memref<16xi8, strided<[2]>>, %i: index) {
  // expected-error@below {{'memref.view' op expects memrefs without layout, found 'memref<16xi8, strided<[2]>>' and 'memref<4xf32>'}}
  %0 = memref.view %m[%i][] : memref<16xi8, strided<[2]>> to memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<16xi8>, %i: index) {
  // expected-error@below {{'memref.view' op expects memrefs without layout, found 'memref<16xi8>' and 'memref<4xf32, strided<[2]>>'}}
  %0 = memref.view %m[%i][] : memref<16xi8> to memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f(%m: memref<16xf32>, %i: index) {
  // expected-error@below {{'memref.generic_atomic_rmw' op expects a result of the memref's element type}}
  %0 = "memref.generic_atomic_rmw"(%m, %i) ({
  ^bb0(%a: f32):
    memref.atomic_yield %a : f32
  }) : (memref<16xf32>, index) -> f64
  return
}

// -----

func.func @f(%m: memref<16xf32>, %i: index) {
  // expected-error@below {{'memref.generic_atomic_rmw' op expects a region}}
  %0 = "memref.generic_atomic_rmw"(%m, %i) ({
  }) : (memref<16xf32>, index) -> f32
  return
}

// -----

func.func @f(%m: memref<*xf32>, %i: index) {
  // expected-error@below {{'memref.subview' op operand #0 must be memref of any type values, but got 'memref<*xf32>'}}
  %0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (memref<*xf32>) -> memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error@below {{'memref.subview' op result #0 must be memref of any type values, but got 'memref<*xf32>'}}
  %0 = "memref.subview"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (memref<4xf32>) -> memref<*xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error@below {{expected the types of a tensor and of its destination}}
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error@below {{expected a weight of 32 bits}}
  cf.cond_br %c weights([4294967296, 1]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{'math.isnan' op result #0 must be bool-like, but got 'i8'}}
  %0 = "math.isnan"(%x) : (f32) -> i8
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{'complex.create' op failed to verify that complex element type matches real operand type: expected 'f64', found 'f32'}}
  %0 = "complex.create"(%x, %x) : (f32, f32) -> complex<f64>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{'arith.cmpf' op result #0 must be bool-like, but got 'i8'}}
  %0 = "arith.cmpf"(%x, %x) <{predicate = 1 : i64}> : (f32, f32) -> i8
  return
}

// -----

func.func @f(%x: vector<4xf32>, %y: tensor<4xf32>) {
  // expected-error@below {{'arith.addf' op requires the same type for all operands and results}}
  %0 = "arith.addf"(%x, %y) : (vector<4xf32>, tensor<4xf32>) -> vector<4xf32>
  return
}
