// Types of the builtin dialect.

// expected-error@below {{vector types have static sizes only}}
func.func private @f(vector<4x?xf32>)

// -----

// expected-error@below {{vector types must have positive constant sizes}}
func.func private @f(vector<0xf32>)

// -----

// expected-error@below {{vector types must have positive constant sizes}}
func.func private @f(vector<[0]xf32>)

// -----

// expected-error@below {{expected an integer, index or float type in a vector type, found 'complex<f32>'}}
func.func private @f(vector<2xcomplex<f32>>)

// -----

// expected-error@below {{expected an integer, index or float type in a vector type, found 'vector<2xf32>'}}
func.func private @f(vector<2xvector<2xf32>>)

// -----

// expected-error@below {{expected an integer, index or float type in a vector type, found '!foo.bar'}}
func.func private @f(vector<2x!foo.bar>)

// -----

// expected-error@below {{expected non-function type, found '*'}}
func.func private @f(vector<*xf32>)

// -----

// expected-error@below {{expected an integer, index or float type in a vector type, found 'none'}}
func.func private @f(vector<2xnone>)

// -----

// expected-error@below {{invalid tensor element type: 'none'}}
func.func private @f(tensor<2xnone>)

// -----

// expected-error@below {{invalid tensor element type: 'tensor<2xf32>'}}
func.func private @f(tensor<2xtensor<2xf32>>, tensor<2xvector<4xf32>>, tensor<2x!foo.bar>, tensor<*xcomplex<f32>>)

// -----

// expected-error@below {{invalid tensor element type: 'tuple<i32>'}}
func.func private @f(tensor<2xtuple<i32>>)

// -----

// expected-error@below {{invalid tensor element type: '(i32) -> i32'}}
func.func private @f(tensor<2x(i32) -> i32>)

// -----

// expected-error@below {{invalid tensor element type: 'memref<2xf32>'}}
func.func private @f(tensor<2xmemref<2xf32>>)

// -----

// expected-error@below {{invalid tensor element type: 'memref<*xf32>'}}
func.func private @f(tensor<2xmemref<*xf32>>)

// -----

// expected-error@below {{invalid tensor element type: 'memref<*xf32>'}}
func.func private @f(tensor<*xmemref<*xf32>>)

// -----

// expected-error@below {{invalid memref element type: 'tensor<2xf32>'}}
func.func private @f(memref<2xtensor<2xf32>>)

// -----

// expected-error@below {{invalid memref element type: '!foo.bar'}}
func.func private @f(memref<2x!foo.bar>)

// -----

// expected-error@below {{invalid memref element type: 'none'}}
func.func private @f(memref<2xnone>)

// -----

// expected-error@below {{invalid memref element type: 'tuple<>'}}
func.func private @f(memref<2xtuple<>>)

// -----

// expected-error@below {{invalid memref element type: '() -> ()'}}
func.func private @f(memref<2x() -> ()>)

// -----

// expected-error@below {{expected an integer or float type in a complex type, found 'index'}}
func.func private @f(complex<index>)

// -----

// expected-error@below {{expected an integer or float type in a complex type, found 'complex<f32>'}}
func.func private @f(complex<complex<f32>>)

// -----

// expected-error@below {{cannot apply encoding to unranked tensor}}
func.func private @f(tensor<*xf32, #foo.bar>)

// -----

// expected-error@below {{integer bitwidth is limited to 16777215 bits}}
func.func private @f(i16777216)

// -----

// expected-error@below {{integer bitwidth is limited to 16777215 bits}}
func.func private @f(i99999999999999999999)

// -----

// expected-error@below {{unsupported memory space: expected an integer, a string, a dictionary or an attribute of a dialect}}
func.func private @f(memref<2xf32, 1>, memref<2xf32, 1 : i32>, memref<2xf32, "x">, memref<2xf32, #foo.x>, memref<2xf32, @a>, memref<2xf32, {a = 1}>, memref<*xf32, 1>, memref<*xf32, "a">, memref<2xf32, 0>, memref<2xf32, 0 : i32>, memref<*xf32, 0>)

// -----

// expected-error@below {{multiple memory spaces specified in memref type}}
func.func private @f(memref<2xf32, 1, 2>)

// -----

// expected-error@below {{unsupported memory space: expected an integer, a string, a dictionary or an attribute of a dialect}}
func.func private @f(memref<2xf32, f32>)

// -----

// expected-error@below {{unsupported memory space: expected an integer, a string, a dictionary or an attribute of a dialect}}
func.func private @f(memref<2xf32, [1]>)

// -----

// expected-error@below {{unsupported memory space: expected an integer, a string, a dictionary or an attribute of a dialect}}
func.func private @f(memref<2xf32, 1.0>)

// -----

// expected-error@below {{unsupported memory space: expected an integer, a string, a dictionary or an attribute of a dialect}}
func.func private @f(memref<2xf32, unit>)

// -----

// expected-error@below {{expected memory space to be last in memref type}}
func.func private @f(memref<2xf32, 1, strided<[1]>>)

// -----

// expected-error@below {{expected the number of strides to match the rank}}
func.func private @f(memref<2xf32, strided<[1,1]>>)

// -----

// expected-error@below {{an unranked memref type has no layout}}
func.func private @f(memref<*xf32, affine_map<(d0) -> (d0)>>)

// -----

// expected-error@below {{an unranked memref type has no layout}}
func.func private @f(memref<*xf32, strided<[1]>>)

// -----

// expected-error@below {{undefined symbol alias id 'foo'}}
func.func private @f(!foo)

// -----

// expected-error@below {{unbalanced brackets: this one is not closed}}
func.func private @f(!foo.bar<(>)

// -----

// expected-error@below {{unknown type 'foo' in dialect 'builtin'}}
func.func private @f(!builtin.foo)

// -----

// expected-error@below {{unknown type 'tensor' in dialect 'builtin'}}
func.func private @f(!builtin.tensor<2xf32>)

// -----

// expected-error@below {{expected '->', found ')'}}
func.func private @f(() -> (), (i32) -> i32, (i32, i32) -> (i32, i32), () -> (() -> ()), () -> ((() -> ())))

// -----

// expected-error@below {{expected non-function type, found 'graph'}}
func.func private @f(graph () -> ())

// -----

// expected-error@below {{expected non-function type, found '-'}}
func.func private @f(tensor<-1xf32>)

// -----

// expected-error@below {{dimension does not fit into 64 bits}}
func.func private @f(tensor<9223372036854775808xf32>)

// -----

// expected-error@below {{expected non-function type, found '*'}}
func.func private @f(tensor<?x?x*xf32>)

// -----

// expected-error@below {{expected 'x' in dimension list, found '>'}}
func.func private @f(tensor<?x?>)

// -----

// expected-error@below {{expected non-function type, found 'x'}}
func.func private @f(tensor<x>)

// -----

// expected-error@below {{expected non-function type, found 'xf32'}}
func.func private @f(tensor<xf32>)

// -----

// expected-error@below {{expected non-function type, found '>'}}
func.func private @f(tensor<>)

// -----

// expected-error@below {{expected '<', found ')'}}
func.func private @f(tensor)

// -----

// expected-error@below {{expected non-function type, found '['}}
func.func private @f(memref<[4]xf32>)

// -----

// expected-error@below {{expected ']' closing scalable dimension, found 'x2'}}
func.func private @f(vector<[4x2]xf32>)

// -----

// expected-error@below {{expected size of a scalable dimension, found '-'}}
func.func private @f(vector<[-4]xf32>)

// -----

// expected-error@below {{type names with a '.' are reserved for dialect-defined names}}
!a.b = i32
func.func private @f(!a.b)

// -----

// expected-error@below {{undefined symbol alias id 'b'}}
!a = !b
func.func private @f(!a)

// -----

// expected-error@below {{invalid memref element type: '!llvm.ptr'}}
func.func private @f(memref<2x!llvm.ptr>, vector<2x!llvm.ptr>, tensor<2x!llvm.ptr>)

// -----

// expected-error@below {{invalid memref element type: '!llvm.struct<(i32)>'}}
func.func private @f(memref<2x!llvm.struct<(i32)>>)

// -----

// expected-error@below {{unsupported memory space: expected an integer, a string, a dictionary or an attribute of a dialect}}
func.func private @f(memref<2xf32, @a>)

// -----

// expected-error@below {{multiple memory spaces specified in memref type}}
func.func private @f(memref<*xf32, 1, 2>)

// -----

// expected-error@below {{unsupported memory space: expected an integer, a string, a dictionary or an attribute of a dialect}}
func.func private @f(memref<*xf32, @a>)

// -----

// expected-error@below {{memref layout mismatch between rank and affine map}}
func.func private @f(memref<2xf32, affine_map<(d0,d1) -> (d0)>>)

// -----

// expected-error@below {{expected attribute value, found '>'}}
func.func private @f(memref<2xf32,>)

// -----

// expected-error@below {{expected '>', found ','}}
func.func private @f(tensor<2xf32, 1, 2>)

// -----

// expected-error@below {{expected ',', found '>'}}
func.func private @f(!foo<"a b">, !foo<abc>, !foo<"abc<d>">, !foo<abc<d>>, !foo<1>, !foo.1>)

// -----

// expected-error@below {{dialect 'builtin' has no attribute 'x' of that form}}
"t.x"() {a = #builtin.x} : () -> ()

// -----

// expected-error@below {{elements hex data size is invalid for provided type: 8 bytes for 8 bits}}
"t.x"() {a = dense<"0x0101010101010101"> : tensor<8xi1>} : () -> ()

// -----

// expected-error@below {{elements hex data size is invalid for provided type: 1 bytes for 100 bits}}
"t.x"() {a = dense<"0x01"> : tensor<100xi1>} : () -> ()

// -----

// expected-error@below {{'distinct[0]' does not match its previous definition}}
"t.x"() {a = distinct[0]<42 : i32>, b = distinct[0]<43 : i32>} : () -> ()

// -----

// expected-error@below {{expected distinct ID, found '-'}}
"t.x"() {a = distinct[-1]<1>} : () -> ()

// -----

// expected-error@below {{expected '[', found '<'}}
"t.x"() {a = distinct<1>} : () -> ()

// -----

// expected-error@below {{expected an unsigned 64-bit integer}}
"t.x"() {a = distinct[99999999999999999999]<1>} : () -> ()
