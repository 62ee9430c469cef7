// Arithmetic on what it is not defined for.

// Operands of two types.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.addi %a, %b : i32
  return
}

// -----

// A float is no integer.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.addi %x, %x : f32
  return
}

// -----

// An integer is no float.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.mulf %a, %a : i32
  return
}

// -----

// Signed integers are not what arithmetic computes on.
func.func @f(%a: si32) {
  %0 = arith.addi %a, %a : si32
  return
}

// -----

// Memory is not a value.
func.func @f(%a: memref<4xf32>) {
  %0 = arith.addf %a, %a : memref<4xf32>
  return
}

// -----

// A result too many.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0:2 = arith.subi %a, %a : i32
  return
}

// -----

// An operand is missing.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.subi %a : i32
  return
}

// -----

// An operand too many.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.divf %x, %x, %x : f32
  return
}

// -----

// A vector of integers is no vector of floats.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.maximumf %w, %w : vector<4xi32>
  return
}

// -----

// Vectors of different lengths.
func.func @f(%a: vector<4xi32>, %b: vector<8xi32>) {
  %0 = arith.muli %a, %b : vector<4xi32>
  return
}

// -----

// The generic form has a result of another type.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = "arith.addi"(%a, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i64
  return
}

// -----

// The generic form has operands of two types.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = "arith.andi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

// The generic form has three operands.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = "arith.xori"(%a, %a, %a) : (i32, i32, i32) -> i32
  return
}

// -----

// The generic form has no result.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  "arith.remsi"(%a, %a) : (i32, i32) -> ()
  return
}

// -----

// The generic form has a region.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = "arith.ori"(%a, %a) ({}) : (i32, i32) -> i32
  return
}

// -----

// The type is missing.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.addf %x, %x
  return
}

// -----

// The comma is missing.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.addf %x %x : f32
  return
}

// -----

// Negation takes floats.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.negf %a : i32
  return
}

// -----

// An undefined operand.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.addi %a, %z : i32
  return
}

// -----

// No such op.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.addx %a, %a : i32
  return
}

// -----

// A condition is one bit.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.select %a, %x, %x : f32
  return
}

// -----

// Choices of two types.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.select %c, %x, %y : f32
  return
}

// -----

// A vector as condition has the length of the choices.
func.func @f(%c: vector<2xi1>, %x: vector<4xf32>) {
  %0 = arith.select %c, %x, %x : vector<2xi1>, vector<4xf32>
  return
}

// -----

// The sum and the carry have their own types.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0 = arith.addui_extended %a, %a : i32, i1
  return
}

// -----

// The carry is one bit.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0, %1 = arith.addui_extended %a, %a : i32, i8
  return
}

// -----

// The carry of vectors is a vector.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0, %1 = arith.addui_extended %w, %w : vector<4xi32>, i1
  return
}

// -----

// Both halves have the operands' type.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0:2 = "arith.mulsi_extended"(%a, %a) : (i32, i32) -> (i32, i64)
  return
}

// -----

// Index is not extended.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  %0, %1 = arith.mului_extended %x, %x : f32
  return
}
