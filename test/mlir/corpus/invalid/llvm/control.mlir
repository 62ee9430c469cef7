// Branches, calls, functions, globals.

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{branch has 1 operands for successor #0, but target block has 0}}
  llvm.br ^bb1(%a : i32)
  ^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{branch has 0 operands for successor #0, but target block has 1}}
  llvm.br ^bb1
  ^bb1(%0: i32):
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{type mismatch for bb argument #0 of successor #0: 'i32' is passed, 'i64' is taken}}
  llvm.br ^bb1(%a : i32)
  ^bb1(%0: i64):
  llvm.return
}

// -----

// expected-note@below {{prior use here}}
llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{use of value '%a' expects different type than prior uses: 'i1' vs 'i32'}}
  llvm.cond_br %a, ^bb1, ^bb1
  ^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.cond_br' op expects number of branch weights to match number of successors: 1 vs 2}}
  llvm.cond_br %c weights([1]), ^bb1, ^bb1
  ^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected an integer type}}
  llvm.switch %x : f32, ^bb1 [
  ]
  ^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{branch has 1 operands for successor #1, but target block has 0}}
  llvm.switch %a : i32, ^bb1 [
    0: ^bb1(%a : i32)
  ]
  ^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.unreachable' op must be the last operation in the parent block}}
  llvm.unreachable
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{reference to an undefined block}}
  llvm.br ^bb2
  ^bb1:
  llvm.return
}

// -----

llvm.func @f() -> i32 {
  // expected-error@below {{'llvm.return' op returns nothing from a function that returns i32}}
  llvm.return
}

// -----

llvm.func @f() {
  %0 = llvm.mlir.zero : i32
  // expected-error@below {{'llvm.return' op returns i32 from a function that returns nothing}}
  llvm.return %0 : i32
}

// -----

llvm.func @f() -> i32 {
  %0 = llvm.mlir.zero : i64
  // expected-error@below {{'llvm.return' op returns i64 from a function that returns i32}}
  llvm.return %0 : i64
}

// -----

// expected-error@below {{expected ')': a function has one result at most, perhaps a struct, found ','}}
llvm.func @f() -> (i32, i32)

// -----

// expected-error@below {{the arguments of a function with a body have names}}
llvm.func @f(i32) {
  llvm.return
}

// -----

// expected-error@below {{'llvm.func' op external functions must have 'external' or 'extern_weak' linkage}}
llvm.func internal @f()

// -----

// expected-error@below {{'llvm.func' op functions cannot have 'common' linkage}}
llvm.func common @f() {
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error@below {{'llvm.call' op 'g' does not reference a function 'llvm.func'}}
  llvm.call @g() : () -> ()
  llvm.return
}

// -----

llvm.func @g(i32)
llvm.func @f() {
  // expected-error@below {{'llvm.call' op calls 'g' of type '!llvm.func<void (i32)>' as '!llvm.func<void ()>'}}
  llvm.call @g() : () -> ()
  llvm.return
}

// -----

llvm.func @g() -> i32
llvm.func @f() {
  // expected-error@below {{'llvm.call' op calls 'g' of type '!llvm.func<i32 ()>' as '!llvm.func<void ()>'}}
  llvm.call @g() : () -> ()
  llvm.return
}

// -----

llvm.func @g()
llvm.func @f() {
  // expected-error@below {{a function has one result at most: use a struct}}
  %0:2 = llvm.call @g() : () -> (i32, i32)
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@below {{'llvm.call' op must have either a 'callee' attribute or a pointer as first operand}}
  llvm.call %a() : i32, () -> ()
  llvm.return
}

// -----

// expected-note@below {{see existing symbol definition here}}
llvm.func @f()
// expected-error@below {{redefinition of symbol named 'f'}}
llvm.func @f()

// -----

// expected-error@below {{'llvm.mlir.global' op requires an i8 array type of the length equal to that of the string attribute}}
llvm.mlir.global @g("abc") : !llvm.array<4 x i8>

// -----

// expected-error@below {{type can only be omitted for string globals}}
llvm.mlir.global @g(1 : i32)

// -----

// expected-error@below {{'llvm.mlir.global' op expected array type for 'appending' linkage}}
llvm.mlir.global appending @g(0 : i32) : i32

// -----

// expected-error@below {{'llvm.mlir.global' op cannot have both initializer value and region}}
llvm.mlir.global @g(0 : i32) : i32 {
  %0 = llvm.mlir.zero : i32
  llvm.return %0 : i32
}

// -----

// expected-error@below {{'llvm.mlir.global' op initializer region type 'i64' does not match global type 'i32'}}
llvm.mlir.global @g() : i32 {
  %0 = llvm.mlir.zero : i64
  llvm.return %0 : i64
}

// -----

// expected-error@below {{'llvm.mlir.global' op initializer region cannot return void}}
llvm.mlir.global @g() : i32 {
  llvm.return
}

// -----

// expected-error@below {{'llvm.mlir.alias' op initializer region must always return a pointer}}
llvm.mlir.alias @g : i32 {
  %0 = llvm.mlir.zero : i32
  llvm.return %0 : i32
}

// -----

// expected-error@below {{'llvm.mlir.global_ctors' op expects as many priorities and data as functions, 1, but found 0 and 1}}
llvm.mlir.global_ctors ctors = [@f], priorities = [], data = [#llvm.zero]
