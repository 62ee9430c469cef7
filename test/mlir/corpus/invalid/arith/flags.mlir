// Flags of arithmetic that there are not, or not there.

// No such flag.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected one of none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast, found 'quick'}}
  %0 = arith.addf %x, %x fastmath<quick> : f32
  return
}

// -----

// Flags in brackets of another kind.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected '<', found '('}}
  %0 = arith.addf %x, %x fastmath(nnan) : f32
  return
}

// -----

// No flag at all.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected one of none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast, found '>'}}
  %0 = arith.addf %x, %x fastmath<> : f32
  return
}

// -----

// Integers do not have the flags of floats.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected ':', found 'fastmath'}}
  %0 = arith.addi %a, %a fastmath<nnan> : i32
  return
}

// -----

// No such flag.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected one of none, nsw, nuw, found 'nsx'}}
  %0 = arith.addi %a, %a overflow<nsx> : i32
  return
}

// -----

// Floats do not overflow that way.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected ':', found 'overflow'}}
  %0 = arith.mulf %x, %x overflow<nsw> : f32
  return
}

// -----

// A quotient does not wrap.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected ':', found 'overflow'}}
  %0 = arith.divsi %a, %a overflow<nsw> : i32
  return
}

// -----

// An attribute of another kind.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.addf' op has an invalid value for 'fastmath': 1 : i32}}
  %0 = "arith.addf"(%x, %x) <{fastmath = 1 : i32}> : (f32, f32) -> f32
  return
}

// -----

// An attribute of another kind.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{'arith.addi' op has an invalid value for 'overflowFlags': "nsw"}}
  %0 = "arith.addi"(%a, %a) <{overflowFlags = "nsw"}> : (i32, i32) -> i32
  return
}

// -----

// A flag that the attribute does not have.
func.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %y: f64, %i: index, %v: vector<4xf32>, %w: vector<4xi32>, %t: tensor<4xi32>, %u: tensor<?xf32>) {
  // expected-error@below {{expected one of none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast, found 'quick'}}
  %0 = "arith.addf"(%x, %x) <{fastmath = #arith.fastmath<quick>}> : (f32, f32) -> f32
  return
}
