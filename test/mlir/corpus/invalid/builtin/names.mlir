// Ops whose name depends on their types, attributes of ops that have none, terminators in the wrong place.

// A memref has no rank of tensors.
func.func @f(%m: memref<4xf32>) {
  // expected-error@below {{op 'tensor.rank' does not take these types: use 'memref.rank'}}
  %0 = tensor.rank %m : memref<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error@below {{op 'memref.rank' does not take these types: use 'tensor.rank'}}
  %0 = memref.rank %t : tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %i: index) {
  // expected-error@below {{op 'memref.dim' does not take these types: use 'tensor.dim'}}
  %0 = memref.dim %t, %i : tensor<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error@below {{op 'tensor.dim' does not take these types: use 'memref.dim'}}
  %0 = tensor.dim %m, %i : memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<f32>, %i: index) {
  // expected-error@below {{'memref.dim' op operand #0 must have at least one dimension}}
  %0 = memref.dim %m, %i : memref<f32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{op 'tensor.splat' does not take these types: use 'vector.broadcast'}}
  %0 = tensor.splat %x : vector<4xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{'vector.broadcast' op result #0 must be vector of any type values, but got 'tensor<4xf32>'}}
  %0 = vector.broadcast %x : f32 to tensor<4xf32>
  return
}

// -----

func.func @f(%v: tensor<*xf32>, %i: index) {
  // expected-error@below {{op 'tensor.extract' does not take these types: use 'std.extract_element'}}
  %0 = tensor.extract %v[%i] : tensor<*xf32>
  return
}

// -----

func.func @f(%v: tensor<*xf32>, %i: index, %x: f32) {
  // expected-error@below {{'tensor.insert' op operand #1 must be ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %0 = tensor.insert %x into %v[%i] : tensor<*xf32>
  return
}

// -----

func.func private @f()
func.func @g() {
  // expected-error@below {{op 'arith.constant' does not take these types: use 'func.constant'}}
  %0 = arith.constant @f : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@below {{op 'func.constant' does not take these types: use 'arith.constant'}}
  %0 = func.constant 1 : i32
  return
}

// -----

// A declaration that everybody may refer to.
// expected-error@below {{a function without body must be private: write `func.func private`}}
func.func @f(i32) -> i32

// -----

// expected-error@below {{a function without body must be private: write `func.func private`}}
func.func public @f()

// -----

// expected-error@below {{a function without body must be private: write `func.func private`}}
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
}) : () -> ()

// -----

func.func @f(%a: i32) {
  // expected-error@below {{operation 'arith.extsi' has no properties: write its attributes as `{..}`}}
  %0 = "arith.extsi"(%a) <{value = 1 : i32}> : (i32) -> i64
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error@below {{operation 'func.return' has no properties: write its attributes as `{..}`}}
  "func.return"() <{tag}> : () -> ()
}

// -----

// An end of other ops.
func.func @f() {
  // expected-error@below {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.parallel, scf.while'}}
  scf.yield
}

// -----

func.func @f() {
  // expected-error@below {{'affine.yield' op only terminates affine.if/for/parallel regions}}
  affine.yield
}

// -----

func.func @f(%c: i1) {
  scf.if %c {
    // expected-error@below {{'affine.yield' op only terminates affine.if/for/parallel regions}}
    affine.yield
  }
  return
}

// -----

func.func @f(%n: index) {
  affine.for %i = 0 to %n {
    // expected-error@below {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.parallel, scf.while'}}
    scf.yield
  }
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error@below {{'scf.condition' op expects parent op 'scf.while'}}
  scf.condition(%c)
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad'}}
  tensor.yield %x : f32
}

// -----

func.func @f(%x: f32) {
  // expected-error@below {{'memref.atomic_yield' op expects parent op 'memref.generic_atomic_rmw'}}
  memref.atomic_yield %x : f32
}
