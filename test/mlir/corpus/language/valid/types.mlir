// Types of the builtin dialect.

func.func private @f(f4E2M1FN, f6E2M3FN, f6E3M2FN, f8E5M2, f8E4M3, f8E4M3FN, f8E5M2FNUZ, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E3M4, f8E8M0FNU, bf16, f16, tf32, f32, f64, f80, f128)

// -----

func.func private @f(vector<[4]xf32>, vector<2x[4]xf32>, vector<[2]x[3]xi32>, vector<4xindex>, vector<f32>)

// -----

func.func private @f(memref<2xmemref<2xf32>>, memref<2xmemref<*xf32>>, memref<2xvector<4xf32>>, memref<2xindex>, memref<2xcomplex<i8>>, memref<*xmemref<*xf32>>)

// -----

func.func private @f(complex<si32>, complex<bf16>)

// -----

func.func private @f(tuple<>, tuple<i32>, tuple<tuple<>, tuple<f32, index>>, none)

// -----

func.func private @f(tensor<2x3xf32, #foo.bar>, tensor<2xf32, "hello">, tensor<2xf32, 5 : i32>, tensor<2xf32, 5>, tensor<2xf32, {a = 1 : i32}>, tensor<2xf32, dense<0> : tensor<2xi32>>, tensor<2xf32, affine_map<(d0) -> (d0)>>, tensor<2xf32, f32>)

// -----

func.func private @f(tensor<0xf32>, tensor<?x0xi1>, memref<0xf32>)

// -----

func.func private @f(i0)

// -----

func.func private @f(i16777215, si1, ui1)

// -----

func.func private @f(i01)

// -----

func.func private @f(memref<2xf32, true>)

// -----

func.func private @f(memref<2xf32, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>>)

// -----

func.func private @f(memref<2xf32, strided<[1]>, strided<[1]>>)

// -----

func.func private @f(memref<2xf32, strided<[2]>, strided<[1]>>)

// -----

func.func private @f(memref<2xf32, strided<[1], offset: ?>, 1>, memref<2x3xf32, strided<[3,1], offset: 5>>, memref<f32, strided<[]>>, memref<f32, strided<[], offset: ?>>)

// -----

func.func private @f(memref<2xf32, strided<[0]>>, memref<2xf32, strided<[-1], offset: -3>>)

// -----

func.func private @f(memref<2xf32, strided<[1], offset: 0>>)

// -----

func.func private @f(memref<2x2xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<2x2xf32, affine_map<(d0, d1) -> (d0 + d1)>, 3>, memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>)

// -----

func.func private @f(!foo.bar, !foo.bar<x>, !foo<bar>, !foo<"bar">, !foo.bar<[{()}], "a>b", ->, x>)

// -----

func.func private @f(tensor<2 x f32>, tensor<2x 3xf32>)

// -----

func.func private @f(tensor<0x3xf32>)

// -----

func.func private @f(tensor<0xi32>)

// -----

func.func private @f(tensor<9223372036854775807xf32>)

// -----

func.func private @f(vector<4xi0>)

// -----

!a = i32
!b = tensor<2x!a>
func.func private @f(!a, !b, tuple<!a>)

// -----

func.func private @f(tensor<2x!foo.x>, tensor<*x!foo.x>)

// -----

func.func private @f(tensor<2xvector<2xf32>>, tensor<2xindex>, tensor<2xcomplex<i8>>)

// -----

func.func private @f(memref<2xf32, {a = 1}>)

// -----

func.func private @f(memref<2xf32, "a">, memref<2xf32, "">)

// -----

func.func private @f(memref<2xf32, 1>, memref<2xf32, 1 : i32>, memref<2xf32, 1 : index>, memref<*xf32, 1>, memref<*xf32, "a">, memref<2xf32, 0>, memref<2xf32, 0 : i32>, memref<*xf32, 0>, memref<*xf32, 0 : i32>, memref<2xf32, false>)

// -----

func.func private @f(memref<2xf32, -1>, memref<2xf32, 5 : si8>)

// -----

func.func private @f(memref<2xf32, #gpu.address_space<workgroup>>)

// -----

func.func private @f(memref<2xf32, #ptr.generic_space>)

// -----

func.func private @f(memref<2xf32, affine_map<(d0) -> (d0)>, 1>, memref<2xf32, affine_map<(d0) -> (d0)>, strided<[2]>>, memref<2xf32, strided<[2]>, affine_map<(d0) -> (d0)>>)

// -----

func.func private @f(memref<2xf32, affine_map<(d0) -> (d0, d0)>>)

// -----

func.func private @f(tensor<2xf32,>)

// -----

func.func private @f(!foo<"a b">, !foo<abc>, !foo<"abc<d>">, !foo<abc<d>>, !foo<1>, !foo<a.b>, !foo<"">, !foo<a-b>, !foo<>)

// -----

"t.x"() {a = #foo<"a b">, b = #foo<abc>, c = #foo<"abc<d>">, d = #foo<abc<d>>, e = #foo<1>, f = #foo<a.b>, g = #foo<"">, h = #foo.a<1>, i = #foo.a, j = #foo<"x"> : i32, k = #foo.b : f32} : () -> ()

// -----

"t.x"() {a = #foo<"a b">, b = #foo<abc>, c = #foo<"abc<d>">, d = #foo<abc<d>>, e = #foo<1>, f = #foo<a.b>, g = #foo<"">, h = #foo.a<1>, i = #foo.a} : () -> ()

// -----

"t.x"() {a = #foo<"x"> : i32} : () -> ()

// -----

"t.x"() {a = #arith.fastmath<fast>, b = #arith<fastmath<fast>>, c = #arith.overflow<nsw>} : () -> ()

// -----

"t.x"() {a = #foo.a-b} : () -> ()

// -----

"t.x"() {a = #foo.a.b<c>, b = !foo.a.b<c>} : () -> ()

// -----

"t.x"() {a = dense<"0x01"> : tensor<8xi1>} : () -> ()

// -----

"t.x"() {a = dense<"0xFF"> : tensor<100xi1>} : () -> ()

// -----

"t.x"() {a = distinct[0]<42 : i32>, b = distinct[0]<42 : i32>, c = distinct[1]<42 : i32>, d = distinct[5]<[1, "x"]>, e = distinct[7]<>, f = [distinct[0]<42 : i32>]} : () -> ()

// -----

#a = distinct[3]<unit>
"t.x"() {a = #a} : () -> ()
"t.y"() {a = #a, b = distinct[2]<distinct[3]<unit>>} : () -> ()
