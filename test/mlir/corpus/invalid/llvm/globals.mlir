// expected-error@below {{'llvm.mlir.global' op attribute 'addr_space' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
llvm.mlir.global internal @g("abc") {addr_space = -1 : i32} : !llvm.array<3 x i8>

// -----

// expected-error@below {{'llvm.mlir.global' op attribute 'addr_space' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
llvm.mlir.global internal @g("abc") {addr_space = 3 : i64} : !llvm.array<3 x i8>

// -----

llvm.mlir.global external @g() {addr_space = 1 : i32} : i32
llvm.func @f() {
  // expected-error@below {{'llvm.mlir.addressof' op gives a pointer into address space 0, but the global is in 1}}
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.mlir.addressof' op must refer to an 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func'}}
  %0 = llvm.mlir.addressof @nosuch : !llvm.ptr
  llvm.return
}

// -----

// expected-error@below {{'llvm.mlir.global_ctors' op refers to 'nosuch', which is not an 'llvm.func' of the module}}
llvm.mlir.global_ctors ctors = [@nosuch], priorities = [0 : i32], data = [#llvm.zero]

// -----

func.func @f() {
  return
}
// expected-error@below {{'llvm.mlir.global_dtors' op refers to 'f', which is not an 'llvm.func' of the module}}
llvm.mlir.global_dtors dtors = [@f], priorities = [0 : i32], data = [#llvm.zero]

// -----

llvm.func @f()
// expected-error@below {{'llvm.mlir.global_ctors' op refers to 'f', which has no body}}
llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]

// -----

llvm.func @f() {
  llvm.return
}
// expected-error@below {{attribute 'priorities' must be: 32-bit signless integer array attribute}}
llvm.mlir.global_ctors ctors = [@f], priorities = [0.0 : f32], data = [#llvm.zero]

// -----

llvm.func @f() {
  llvm.return
}
// expected-error@below {{'llvm.mlir.global_dtors' op expects as many priorities and data as functions, 1, but found 0 and 1}}
llvm.mlir.global_dtors dtors = [@f], priorities = [], data = [#llvm.zero]

// -----

// What is common begins as zeros.

// expected-error@below {{'llvm.mlir.global' op expected zero value for 'common' linkage}}
llvm.mlir.global common @one(1 : i32) : i32

// -----

// expected-error@below {{'llvm.mlir.global' op expected zero value for 'common' linkage}}
llvm.mlir.global common @ones(dense<[0, 1]> : tensor<2xi32>) : !llvm.array<2 x i32>

// -----

// expected-error@below {{'llvm.mlir.global' op expected zero value for 'common' linkage}}
llvm.mlir.global common @text("abc")

// -----

// expected-error@below {{'llvm.mlir.global' op expected zero value for 'common' linkage}}
llvm.mlir.global common @a_type(i32) : i32

// -----

// expected-error@below {{'llvm.mlir.global' op expected zero value for 'common' linkage}}
llvm.mlir.global common @inner([0 : i32, 1 : i32]) : !llvm.array<2 x i32>
