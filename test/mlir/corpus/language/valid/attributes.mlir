// Attributes of the builtin dialect.

"t.x"() {a = -5, b = -5 : i32, c = 255 : i8, d = -128 : i8, e = 0xFF : i8, f = 5 : index, g = -5 : si8, h = 200 : ui8, i = 170141183460469231731687303715884105727 : i128, j = true, k = false, l = 1 : i1, m = 0 : i1, n = -1 : i1} : () -> ()

// -----

"t.x"() {a = 9223372036854775808} : () -> ()

// -----

"t.x"() {a = 18446744073709551615} : () -> ()

// -----

"t.x"() {a = -9223372036854775808, b= -9223372036854775808 : index} : () -> ()

// -----

"t.x"() {a = 1.} : () -> ()

// -----

"t.x"() {a = 1.e5, b = 1.0e+5, c = 1.0E-5, d = 1.5e05} : () -> ()

// -----

"t.x"() {a = 007} : () -> ()

// -----

"t.x"() {a = "x" : i32, b = "\00\FF\n\t\\\"", c = "é"} : () -> ()

// -----

"t.x"() {a = [], b = [1, 2.0, "x", unit, [], {}, i32, @a, @a::@b, affine_map<() -> ()>], c = {}, d = {a, b = 1}} : () -> ()

// -----

"t.x"() {"a b" = 1, "a" = 2, "\01" = 3, a.b = 4, "1" = 5} : () -> ()

// -----

"t.x"() {i32 = 1, i32x = 2, f32 = 3, index = 4, tensor = 5, loc = 6, true = 7, unit = 8} : () -> ()

// -----

"t.x"() {a = i32, b = (i32) -> i32, c = tensor<2xf32>, d = !foo.bar, e = none, f = () -> ()} : () -> ()

// -----

"t.x"() {a = dense<1> : tensor<2xi32>, b = dense<[1,2]> : tensor<2xi32>, c = dense<[[1],[2]]> : tensor<2x1xi8>, d = dense<true> : tensor<i1>, e = dense<> : tensor<0xi32>, f = dense<[]> : tensor<0xi32>, g = dense<[[],[]]> : tensor<2x0xi32>} : () -> ()

// -----

"t.x"() {a = dense<1> : memref<2xi32>} : () -> ()

// -----

"t.x"() {a = dense<1> : tensor<0xi32>} : () -> ()

// -----

"t.x"() {a = dense<"0x01000000"> : tensor<2xi32>, b = dense<"0x0100000002000000"> : tensor<2xi32>, c = dense<"0x0100000001000000"> : tensor<2xi32>} : () -> ()

// -----

"t.x"() {a = dense<"0x01"> : tensor<0xi8>} : () -> ()

// -----

"t.x"() {a = dense<"0x"> : tensor<0xi8>} : () -> ()

// -----

"t.x"() {a = dense<"abc"> : tensor<2x!foo.string>, b = dense<["a", "b"]> : tensor<2x!foo.string>, c = dense<["a", "a"]> : tensor<2x!foo.string>} : () -> ()

// -----

"t.x"() {a = dense<[1, -1, 0xFF]> : tensor<3xi8>, b = dense<[0x7F800000, 1.0]> : tensor<2xf32>, c = dense<[true, 1, 0]> : tensor<3xi1>, d= dense<-1> : tensor<2xi1>} : () -> ()

// -----

"t.x"() {a = dense<[1, 2]> : vector<2xindex>, b = dense<1> : tensor<2xi65>, c = dense<36893488147419103231> : tensor<2xi65>, d = dense<[1,2]> : tensor<2xi4>, e = dense<"0x0102"> : tensor<2xi4>, f = dense<[255]> : tensor<1xui8>, g = dense<-1> : tensor<1xsi8>} : () -> ()

// -----

"t.x"() {a = sparse<[[0, 1]], [5]> : tensor<2x2xi32>, b = sparse<0, 1> : tensor<2xi32>, c = sparse<[0], [1]> : tensor<2xi32>, d = sparse<[[0,0],[1,1]], 3.0> : tensor<2x2xf32>, e = sparse<> : tensor<2xi32>, f = sparse<[[0],[1]], [1,2]> : tensor<3xi32>} : () -> ()

// -----

"t.x"() {a = sparse<[[0, 0]], [(1.0, 2.0)]> : tensor<2x2xcomplex<f32>>} : () -> ()

// -----

"t.x"() {a = dense_resource<foo> : tensor<2xi32>, b = dense_resource<"a b"> : vector<2xf32>} : () -> ()

// -----

"t.x"() {a = dense_resource<foo> : tensor<*xi32>} : () -> ()

// -----

"t.x"() {a = affine_map<(d0, d1)[s0] -> (d0 + s0 * 2, d1 mod 3, d0 floordiv 2, d1 ceildiv 4)>, b = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>, c = affine_set<() : ()>, d = affine_map<(i, j) -> (j, i)>, e = affine_map<(d0) -> ()>} : () -> ()

// -----

"t.x"() {a = affine_set<(d0) : (d0 <= 5)>} : () -> ()

// -----

"t.x"() {a = affine_set<(d0) : (d0 >= 5)>} : () -> ()

// -----

"t.x"() {a = affine_set<(d0, d1) : (d0 >= d1, d1 == d0, d0 <= d1)>} : () -> ()

// -----

"t.x"() {a = affine_set<(d0) : (0 == 0)>, b = affine_set<(d0) : (1 == 0)>} : () -> ()

// -----

"t.x"() {a = strided<[1, ?], offset: ?>, b = strided<[]>, c = strided<[1], offset: 0>} : () -> ()

// -----

"t.x"() {a = loc("a":1:2), b = loc(unknown), c = [loc("b")]} : () -> ()

// -----

"t.x"() {a = unit, b = [unit], c = {unit}} : () -> ()

// -----

"t.x"() {a = none} : () -> ()

// -----

#foo = 5
"t.x"() {a = #foo, b = [#foo]} : () -> ()

// -----

#foo = i32
"t.x"() {a = #foo} : () -> ()

// -----

#1 = 1
"t.x"() {a = #1} : () -> ()

// -----

#a = 1 "t.x"() {a = #a} : () -> ()

// -----

  #a = 1
"t.x"() {a = #a} : () -> ()
