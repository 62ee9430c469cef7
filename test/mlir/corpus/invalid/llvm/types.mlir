// Types of the llvm dialect.

// expected-error@below {{unknown type 'nothing' in dialect 'llvm'}}
llvm.func @f(!llvm.nothing)

// -----

// expected-error@below {{expected the number of an address space}}
llvm.func @f(!llvm.ptr<f32>)

// -----

// expected-error@below {{expected an array of one length: '!llvm.array<2 x i64>'}}
llvm.func @f(!llvm.array<f32>)

// -----

// expected-error@below {{expected a type of values: no function and no 'void'; their addresses are of type 'ptr'}}
llvm.func @f(!llvm.array<2 x void>)

// -----

// expected-error@below {{expected an array of one length: '!llvm.array<2 x i64>'}}
llvm.func @f(!llvm.array<? x f32>)

// -----

// expected-error@below {{expected a type of values: no function and no 'void'; their addresses are of type 'ptr'}}
llvm.func @f(!llvm.struct<(void)>)

// -----

// expected-error@below {{expected ',' or ')', found '>'}}
llvm.func @f(!llvm.struct<(i32>)

// -----

// expected-error@below {{struct without a body only allowed in a recursive struct}}
llvm.func @f(!llvm.struct<"a">)

// -----

// expected-error@below {{identified type 'a' already used with a different body}}
llvm.func @f(!llvm.struct<"a", (i32)>, !llvm.struct<"a", (i64)>)

// -----

// expected-error@below {{identified type 'a' already used with a different body}}
llvm.func @f(!llvm.struct<"a", opaque>, !llvm.struct<"a", (i64)>)

// -----

// expected-error@below {{expected a type of the llvm dialect, an integer, a float or a vector}}
llvm.func @f(!llvm.struct<(index)>)

// -----

// expected-error@below {{expected a type of LLVM's for the argument, found 'tensor<4xf32>'}}
llvm.func @f(tensor<4xf32>)

// -----

// expected-error@below {{vector types must have positive constant sizes}}
llvm.func @f(vector<0xf32>)

// -----

// expected-error@below {{expected ')', found ','}}
llvm.func @f(i32, ..., i32)

// -----

// expected-error@below {{expected a type of values: no function and no 'void'; their addresses are of type 'ptr'}}
func.func private @f(!llvm.func<void (void)>)
