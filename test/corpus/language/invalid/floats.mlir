// Floating point literals of all formats.

"t.x"() {a = 0x12345 : f16} : () -> ()

// -----

"t.x"() {a = 0x100 : f8E5M2} : () -> ()

// -----

"t.x"() {a = 0x1F : f4E2M1FN} : () -> ()

// -----

"t.x"() {a = 1 : f32} : () -> ()

// -----

"t.x"() {a = -0x10 : f32} : () -> ()

// -----

"t.x"() {a = array<f4E2M1FN: 1.0>} : () -> ()

// -----

"t.x"() {a = array<i4: 1>} : () -> ()

// -----

"t.x"() {a = array<i1: true, false, 1, 0>, b = array<index: 1, 2>, c = array<si8: -1>, d = array<i128 : 3>} : () -> ()

// -----

"t.x"() {a = array<i1: true, false, 1, 0>} : () -> ()

// -----

"t.x"() {a = array<i8: 256>} : () -> ()

// -----

"t.x"() {a = array<i32>, b = array<i32:>, c = array<i24 : 1>} : () -> ()

// -----

"t.x"() {a = array<i32: 0xFF, true>} : () -> ()

// -----

"t.x"() {a = array<f32: 1>} : () -> ()

// -----

"t.x"() {a = array<complex<f32>: (1.0, 1.0)>} : () -> ()

// -----

"t.x"() {a = dense<1> : vector<[2]xi32>, b = dense<[[1,2],[3,4]]> : vector<2x2xindex>, c = dense<1> : tensor<i0>} : () -> ()
