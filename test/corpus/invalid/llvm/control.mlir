// Branches, calls, functions, globals.

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.br ^bb1(%a : i32)
  ^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.br ^bb1
  ^bb1(%0: i32):
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.br ^bb1(%a : i32)
  ^bb1(%0: i64):
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.cond_br %a, ^bb1, ^bb1
  ^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.cond_br %c weights([1]), ^bb1, ^bb1
  ^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.switch %x : f32, ^bb1 [
  ]
  ^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.switch %a : i32, ^bb1 [
    0: ^bb1(%a : i32)
  ]
  ^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.unreachable
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.br ^bb2
  ^bb1:
  llvm.return
}

// -----

llvm.func @f() -> i32 {
  llvm.return
}

// -----

llvm.func @f() {
  %0 = llvm.mlir.zero : i32
  llvm.return %0 : i32
}

// -----

llvm.func @f() -> i32 {
  %0 = llvm.mlir.zero : i64
  llvm.return %0 : i64
}

// -----

llvm.func @f() -> (i32, i32)

// -----

llvm.func @f(i32) {
  llvm.return
}

// -----

llvm.func internal @f()

// -----

llvm.func common @f() {
  llvm.return
}

// -----

llvm.func @f() {
  llvm.call @g() : () -> ()
  llvm.return
}

// -----

llvm.func @g(i32)
llvm.func @f() {
  llvm.call @g() : () -> ()
  llvm.return
}

// -----

llvm.func @g() -> i32
llvm.func @f() {
  llvm.call @g() : () -> ()
  llvm.return
}

// -----

llvm.func @g()
llvm.func @f() {
  %0:2 = llvm.call @g() : () -> (i32, i32)
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  llvm.call %a() : i32, () -> ()
  llvm.return
}

// -----

llvm.func @f()
llvm.func @f()

// -----

llvm.mlir.global @g("abc") : !llvm.array<4 x i8>

// -----

llvm.mlir.global @g(1 : i32)

// -----

llvm.mlir.global appending @g(0 : i32) : i32

// -----

llvm.mlir.global @g(0 : i32) : i32 {
  %0 = llvm.mlir.zero : i32
  llvm.return %0 : i32
}

// -----

llvm.mlir.global @g() : i32 {
  %0 = llvm.mlir.zero : i64
  llvm.return %0 : i64
}

// -----

llvm.mlir.global @g() : i32 {
  llvm.return
}

// -----

llvm.mlir.alias @g : i32 {
  %0 = llvm.mlir.zero : i32
  llvm.return %0 : i32
}

// -----

llvm.mlir.global_ctors ctors = [@f], priorities = [], data = [#llvm.zero]
