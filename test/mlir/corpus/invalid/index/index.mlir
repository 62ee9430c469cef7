func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{'index.casts' op operand type 'index' and result type 'index' are cast incompatible}}
  %0 = index.casts %a : index to index
  return
}

// -----

func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{'index.casts' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = index.casts %i : i32 to i64
  return
}

// -----

func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{'index.castu' op operand #0 must be integer or index, but got 'f32'}}
  %0 = index.castu %x : f32 to index
  return
}

// -----

func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{expected one of eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge, found 'lt'}}
  %0 = index.cmp lt(%a, %a)
  return
}

// -----

func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{'index.cmp' op requires attribute 'pred'}}
  %0 = "index.cmp"(%a, %a) : (index, index) -> i1
  return
}

// -----

func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{'index.cmp' op attribute 'pred' failed to satisfy constraint: index comparison predicate kind}}
  %0 = "index.cmp"(%a, %a) {pred = 0 : i64} : (index, index) -> i1
  return
}

// -----

func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{'index.add' op operand #0 must be index, but got 'i32'}}
  %0 = "index.add"(%i, %i) : (i32, i32) -> index
  return
}

// -----

func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{floating point value not valid for an integer type}}
  %0 = index.constant 1.0
  return
}

// -----

func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{'index.constant' op attribute 'value' failed to satisfy constraint: index attribute}}
  %0 = "index.constant"() {value = 1 : i32} : () -> index
  return
}

// -----

func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{'index.bool.constant' op attribute 'value' failed to satisfy constraint: bool attribute}}
  %0 = "index.bool.constant"() {value = 1 : i8} : () -> i1
  return
}

// -----

func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{'index.sizeof' op result #0 must be index, but got 'i64'}}
  %0 = "index.sizeof"() : () -> i64
  return
}

// -----

func.func @f(%a: index, %i: i32, %x: f32) {
  // expected-error@below {{expected ',', found ':'}}
  %0 = index.sub %a : index
  return
}
