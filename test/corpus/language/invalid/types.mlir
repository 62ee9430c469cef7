// Types of the builtin dialect.

func.func private @f(vector<4x?xf32>)

// -----

func.func private @f(vector<0xf32>)

// -----

func.func private @f(vector<[0]xf32>)

// -----

func.func private @f(vector<2xcomplex<f32>>)

// -----

func.func private @f(vector<2xvector<2xf32>>)

// -----

func.func private @f(vector<2x!foo.bar>)

// -----

func.func private @f(vector<*xf32>)

// -----

func.func private @f(vector<2xnone>)

// -----

func.func private @f(tensor<2xnone>)

// -----

func.func private @f(tensor<2xtensor<2xf32>>, tensor<2xvector<4xf32>>, tensor<2x!foo.bar>, tensor<*xcomplex<f32>>)

// -----

func.func private @f(tensor<2xtuple<i32>>)

// -----

func.func private @f(tensor<2x(i32) -> i32>)

// -----

func.func private @f(tensor<2xmemref<2xf32>>)

// -----

func.func private @f(tensor<2xmemref<*xf32>>)

// -----

func.func private @f(tensor<*xmemref<*xf32>>)

// -----

func.func private @f(memref<2xtensor<2xf32>>)

// -----

func.func private @f(memref<2x!foo.bar>)

// -----

func.func private @f(memref<2xnone>)

// -----

func.func private @f(memref<2xtuple<>>)

// -----

func.func private @f(memref<2x() -> ()>)

// -----

func.func private @f(complex<index>)

// -----

func.func private @f(complex<complex<f32>>)

// -----

func.func private @f(tensor<*xf32, #foo.bar>)

// -----

func.func private @f(i16777216)

// -----

func.func private @f(i99999999999999999999)

// -----

func.func private @f(memref<2xf32, 1>, memref<2xf32, 1 : i32>, memref<2xf32, "x">, memref<2xf32, #foo.x>, memref<2xf32, @a>, memref<2xf32, {a = 1}>, memref<*xf32, 1>, memref<*xf32, "a">, memref<2xf32, 0>, memref<2xf32, 0 : i32>, memref<*xf32, 0>)

// -----

func.func private @f(memref<2xf32, 1, 2>)

// -----

func.func private @f(memref<2xf32, f32>)

// -----

func.func private @f(memref<2xf32, [1]>)

// -----

func.func private @f(memref<2xf32, 1.0>)

// -----

func.func private @f(memref<2xf32, unit>)

// -----

func.func private @f(memref<2xf32, 1, strided<[1]>>)

// -----

func.func private @f(memref<2xf32, strided<[1,1]>>)

// -----

func.func private @f(memref<*xf32, affine_map<(d0) -> (d0)>>)

// -----

func.func private @f(memref<*xf32, strided<[1]>>)

// -----

func.func private @f(!foo)

// -----

func.func private @f(!foo.bar<(>)

// -----

func.func private @f(!builtin.foo)

// -----

func.func private @f(!builtin.tensor<2xf32>)

// -----

func.func private @f(() -> (), (i32) -> i32, (i32, i32) -> (i32, i32), () -> (() -> ()), () -> ((() -> ())))

// -----

func.func private @f(graph () -> ())

// -----

func.func private @f(tensor<-1xf32>)

// -----

func.func private @f(tensor<9223372036854775808xf32>)

// -----

func.func private @f(tensor<?x?x*xf32>)

// -----

func.func private @f(tensor<?x?>)

// -----

func.func private @f(tensor<x>)

// -----

func.func private @f(tensor<xf32>)

// -----

func.func private @f(tensor<>)

// -----

func.func private @f(tensor)

// -----

func.func private @f(memref<[4]xf32>)

// -----

func.func private @f(vector<[4x2]xf32>)

// -----

func.func private @f(vector<[-4]xf32>)

// -----

!a.b = i32
func.func private @f(!a.b)

// -----

!a = !b
func.func private @f(!a)

// -----

func.func private @f(memref<2x!llvm.ptr>, vector<2x!llvm.ptr>, tensor<2x!llvm.ptr>)

// -----

func.func private @f(memref<2x!llvm.struct<(i32)>>)

// -----

func.func private @f(memref<2xf32, @a>)

// -----

func.func private @f(memref<*xf32, 1, 2>)

// -----

func.func private @f(memref<*xf32, @a>)

// -----

func.func private @f(memref<2xf32, affine_map<(d0,d1) -> (d0)>>)

// -----

func.func private @f(memref<2xf32,>)

// -----

func.func private @f(tensor<2xf32, 1, 2>)

// -----

func.func private @f(!foo<"a b">, !foo<abc>, !foo<"abc<d>">, !foo<abc<d>>, !foo<1>, !foo.1>)

// -----

"t.x"() {a = #builtin.x} : () -> ()

// -----

"t.x"() {a = dense<"0x0101010101010101"> : tensor<8xi1>} : () -> ()

// -----

"t.x"() {a = dense<"0x01"> : tensor<100xi1>} : () -> ()

// -----

"t.x"() {a = distinct[0]<42 : i32>, b = distinct[0]<43 : i32>} : () -> ()

// -----

"t.x"() {a = distinct[-1]<1>} : () -> ()

// -----

"t.x"() {a = distinct<1>} : () -> ()

// -----

"t.x"() {a = distinct[99999999999999999999]<1>} : () -> ()
