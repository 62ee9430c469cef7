// Floating point literals of all formats.

// expected-error@below {{hexadecimal float constant out of range for type}}
"t.x"() {a = 0x12345 : f16} : () -> ()

// -----

// expected-error@below {{hexadecimal float constant out of range for type}}
"t.x"() {a = 0x100 : f8E5M2} : () -> ()

// -----

// expected-error@below {{hexadecimal float constant out of range for type}}
"t.x"() {a = 0x1F : f4E2M1FN} : () -> ()

// -----

// expected-error@below {{expected integer type for an integer literal: write a decimal point}}
"t.x"() {a = 1 : f32} : () -> ()

// -----

// expected-error@below {{hexadecimal float literal should not have a leading minus}}
"t.x"() {a = -0x10 : f32} : () -> ()

// -----

// expected-error@below {{element type bitwidth must be a multiple of 8}}
"t.x"() {a = array<f4E2M1FN: 1.0>} : () -> ()

// -----

// expected-error@below {{element type bitwidth must be a multiple of 8}}
"t.x"() {a = array<i4: 1>} : () -> ()

// -----

// expected-error@below {{expected 'true' or 'false', the values of i1, found '1'}}
"t.x"() {a = array<i1: true, false, 1, 0>, b = array<index: 1, 2>, c = array<si8: -1>, d = array<i128 : 3>} : () -> ()

// -----

// expected-error@below {{expected 'true' or 'false', the values of i1, found '1'}}
"t.x"() {a = array<i1: true, false, 1, 0>} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i8'}}
"t.x"() {a = array<i8: 256>} : () -> ()

// -----

// expected-error@below {{expected element: a number, 'true' or 'false', found '>'}}
"t.x"() {a = array<i32>, b = array<i32:>, c = array<i24 : 1>} : () -> ()

// -----

// expected-error@below {{expected i1 type for 'true' or 'false' values}}
"t.x"() {a = array<i32: 0xFF, true>} : () -> ()

// -----

// expected-error@below {{expected integer type for an integer literal: write a decimal point}}
"t.x"() {a = array<f32: 1>} : () -> ()

// -----

// expected-error@below {{expected integer or float type}}
"t.x"() {a = array<complex<f32>: (1.0, 1.0)>} : () -> ()

// -----

// expected-error@below {{integer constant out of range for an attribute of type 'i0'}}
"t.x"() {a = dense<1> : vector<[2]xi32>, b = dense<[[1,2],[3,4]]> : vector<2x2xindex>, c = dense<1> : tensor<i0>} : () -> ()
