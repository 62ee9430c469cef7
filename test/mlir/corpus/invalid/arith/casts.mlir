// Conversions between numbers.

// Not wider.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.extsi' op operand type 'i64' and result type 'i32' are cast incompatible}}
  %0 = arith.extsi %b : i64 to i32
  return
}

// -----

// Not wider, but the same.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.extui' op operand type 'i32' and result type 'i32' are cast incompatible}}
  %0 = arith.extui %a : i32 to i32
  return
}

// -----

// Not narrower.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.trunci' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = arith.trunci %a : i32 to i64
  return
}

// -----

// Floats are extended otherwise.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.extsi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.extsi %x : f32 to f64
  return
}

// -----

// Not wider.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.extf' op operand type 'f64' and result type 'f32' are cast incompatible}}
  %0 = arith.extf %y : f64 to f32
  return
}

// -----

// Not narrower.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.truncf' op operand type 'f32' and result type 'f64' are cast incompatible}}
  %0 = arith.truncf %x : f32 to f64
  return
}

// -----

// As wide, but not narrower.
func.func @f(%a: f16) {
  // expected-error@below {{'arith.truncf' op operand type 'f16' and result type 'bf16' are cast incompatible}}
  %0 = arith.truncf %a : f16 to bf16
  return
}

// -----

// Index has no width.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.extsi' op operand type 'index' and result type 'i64' are cast incompatible}}
  %0 = arith.extsi %i : index to i64
  return
}

// -----

// Index has no width.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.trunci' op operand type 'index' and result type 'i32' are cast incompatible}}
  %0 = arith.trunci %i : index to i32
  return
}

// -----

// From an integer, not from a float.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.sitofp' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.sitofp %x : f32 to f64
  return
}

// -----

// To an integer, not to a float.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.fptosi' op result #0 must be signless-integer-like, but got 'f64'}}
  %0 = arith.fptosi %x : f32 to f64
  return
}

// -----

// From index only by way of an integer.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.uitofp' op operand type 'index' and result type 'f32' are cast incompatible}}
  %0 = arith.uitofp %i : index to f32
  return
}

// -----

// One of the two is index.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = arith.index_cast %a : i32 to i64
  return
}

// -----

// Index is not a float.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.index_cast' op result #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.index_cast %i : index to f32
  return
}

// -----

// One of the two is index.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.index_castui' op operand type 'index' and result type 'index' are cast incompatible}}
  %0 = arith.index_castui %i : index to index
  return
}

// -----

// Of different widths.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.bitcast' op operand type 'i32' and result type 'f64' are cast incompatible}}
  %0 = arith.bitcast %a : i32 to f64
  return
}

// -----

// Index has no bits.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like, but got 'index'}}
  %0 = arith.bitcast %i : index to i64
  return
}

// -----

// Vectors of different lengths.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.extf' op requires the same shape for all operands and results}}
  %0 = arith.extf %v : vector<4xf32> to vector<8xf64>
  return
}

// -----

// A vector is not a scalar.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.sitofp' op requires the same shape for all operands and results}}
  %0 = arith.sitofp %w : vector<4xi32> to f32
  return
}

// -----

// Tensors of different sizes.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.sitofp' op requires the same shape for all operands and results}}
  %0 = arith.sitofp %t : tensor<4xi32> to tensor<8xf32>
  return
}

// -----

// A tensor is not a vector.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.sitofp' op operand type 'i32' and result type 'f32' are cast incompatible}}
  %0 = arith.sitofp %t : tensor<4xi32> to vector<4xf32>
  return
}

// -----

// The target type is missing.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.extsi %a : i32
  // expected-error@above {{expected 'to', found 'return'}}
  return
}

// -----

// The word between the types is another.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected 'to', found 'into'}}
  %0 = arith.extsi %a : i32 into i64
  return
}

// -----

// No such way to round.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected ':', found 'sideways'}}
  %0 = arith.truncf %y sideways : f64 to f32
  return
}

// -----

// Sizes that are known on one side only.
func.func @f(%t: tensor<4xf32>) {
  // expected-error@below {{'arith.extf' op operand and result must be ranked tensors of the same dimensions, found 'tensor<4xf32>' and 'tensor<?xf64>'}}
  %0 = arith.extf %t : tensor<4xf32> to tensor<?xf64>
  return
}

// -----

func.func @f(%t: tensor<*xf32>) {
  // expected-error@below {{'arith.fptosi' op operand and result must be ranked tensors of the same dimensions, found 'tensor<*xf32>' and 'tensor<*xi32>'}}
  %0 = arith.fptosi %t : tensor<*xf32> to tensor<*xi32>
  return
}

// -----

func.func @f(%t: tensor<?xi32>) {
  // expected-error@below {{'arith.index_cast' op operand and result must be ranked tensors of the same dimensions, found 'tensor<?xi32>' and 'tensor<4xindex>'}}
  %0 = arith.index_cast %t : tensor<?xi32> to tensor<4xindex>
  return
}

// -----

// Signed integers have no bits to cast.
func.func @f(%a: si32) {
  // expected-error@below {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like, but got 'si32'}}
  %0 = arith.bitcast %a : si32 to f32
  return
}

// -----

func.func @f(%a: i64) {
  // expected-error@below {{'arith.bitcast' op result #0 must be signless-integer-or-float-like, but got '!llvm.ptr'}}
  %0 = arith.bitcast %a : i64 to !llvm.ptr
  return
}
