// expected-error@below {{expected symbol name, found '@' without a name: names begin with a letter or '_', others are written in quotes}}
func.func private @1()

// -----

// expected-error@below {{expected '(', found '-'}}
func.func private @a-b()

// -----

// expected-error@below {{expected '{', found '@' without a name: names begin with a letter or '_', others are written in quotes}}
module @1 {
}

// -----

// expected-error@below {{dialect 'arith' has no operation 'fruit'}}
"arith.fruit"() : () -> ()

// -----

// expected-error@below {{dialect 'builtin' has no operation 'fruit'}}
"builtin.fruit"() : () -> ()

// -----

// expected-error@below {{operation 'fruit.op' is of dialect 'fruit', which is not loaded. If this is intended, use -allow-unregistered-dialect}}
"fruit.op"() : () -> ()

// -----

// expected-error@below {{unknown type 'fruit' in dialect 'arith'}}
func.func private @f(!arith.fruit)

// -----

// expected-error@below {{unknown type '"fruit"' in dialect 'memref'}}
func.func private @f(!memref<"fruit">)

// -----

// expected-error@below {{type '!fruit.kind' is of dialect 'fruit', which is not loaded. If this is intended, use -allow-unregistered-dialect}}
func.func private @f(!fruit.kind)

// -----

// expected-error@below {{type '!fruit' is of dialect 'fruit', which is not loaded. If this is intended, use -allow-unregistered-dialect}}
func.func private @f(!fruit<"kind">)

// -----

// expected-error@below {{unknown attribute 'fruit' in dialect 'arith'}}
func.func private @f() attributes {a = #arith.fruit}

// -----

// expected-error@below {{unknown attribute 'fruit' in dialect 'scf'}}
func.func private @f() attributes {a = #scf<fruit>}

// -----

// expected-error@below {{attribute '#fruit.kind' is of dialect 'fruit', which is not loaded. If this is intended, use -allow-unregistered-dialect}}
func.func private @f() attributes {a = #fruit.kind}

// -----

// expected-error@below {{attribute '#fruit' is of dialect 'fruit', which is not loaded. If this is intended, use -allow-unregistered-dialect}}
func.func private @f() attributes {a = #fruit<"kind">}

// -----

// expected-error@below {{operation 'fruit' is not known. If this is intended, use -allow-unregistered-dialect}}
"fruit"() : () -> ()

// -----

func.func @f(%a: i32) {
  // expected-error@below {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands: expected 'i1', found 'vector<4xi1>'}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 1 : i64}> : (i32, i32) -> vector<4xi1>
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error@below {{'math.isnan' op failed to verify that result type has i1 element type and same shape as operands: expected 'i1', found 'vector<4xi1>'}}
  %0 = "math.isnan"(%a) : (f32) -> vector<4xi1>
  return
}

// -----

// expected-error@below {{'affine.yield' op only terminates affine.if/for/parallel regions}}
affine.yield
