// Globals, their values and addresses.

llvm.mlir.global external @declared() {addr_space = 0 : i32} : i32
llvm.mlir.global @variable(42 : i32) : i32
llvm.mlir.global internal @float(4.200000e+01 : f32) : f32
llvm.mlir.global external constant @constant(-1 : i64) : i64
llvm.mlir.global internal constant @text("abc\00")
llvm.mlir.global private constant @typed_text("foo") : !llvm.array<3 x i8>
llvm.mlir.global private unnamed_addr constant @unnamed("x") {alignment = 1 : i64}
llvm.mlir.global private local_unnamed_addr @local_unnamed(1 : i8) : i8
llvm.mlir.global linkonce_odr @linkonce(0 : i32) : i32
llvm.mlir.global weak @weak(0 : i32) : i32
llvm.mlir.global common @common(0 : i32) : i32
llvm.mlir.global common @zeros(dense<0.0> : tensor<2xf32>) : !llvm.array<2 x f32>
llvm.mlir.global common @zero_by_zero([0 : i32, 0 : i32]) : !llvm.array<2 x i32>
llvm.mlir.global extern_weak @extern_weak() : i32
llvm.mlir.global external thread_local @tls(7 : i32) : i32
llvm.mlir.global internal @aligned(0 : i64) {alignment = 64 : i64} : i64
llvm.mlir.global internal @space(0 : i64) {addr_space = 3 : i32} : i64
llvm.mlir.global internal constant @elements(dense<[1, 2, 3]> : tensor<3xi32>) : !llvm.array<3 x i32>
llvm.mlir.global internal constant @vector(dense<1.000000e+00> : vector<4xf32>) : vector<4xf32>
llvm.mlir.global external @section(1 : i32) {section = "data", dso_local, tag} : i32
llvm.mlir.global internal hidden @hidden(1 : i32) : i32
llvm.mlir.global external protected constant @protected(1 : i32) : i32

llvm.mlir.global internal @initialised() : !llvm.ptr {
  %0 = llvm.mlir.addressof @variable : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global external constant @structure() : !llvm.struct<(i32, ptr)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, ptr)>
  %1 = llvm.mlir.constant(7 : i32) : i32
  %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, ptr)>
  %3 = llvm.mlir.zero : !llvm.ptr
  %4 = llvm.insertvalue %3, %2[1] : !llvm.struct<(i32, ptr)>
  llvm.return %4 : !llvm.struct<(i32, ptr)>
}
llvm.mlir.global private @element() {alignment = 8 : i64} : !llvm.ptr {
  %0 = llvm.mlir.addressof @elements : !llvm.ptr
  %1 = llvm.getelementptr %0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<3 x i32>
  llvm.return %1 : !llvm.ptr
}

llvm.func @addresses() -> i32 {
  %0 = llvm.mlir.addressof @variable : !llvm.ptr
  %1 = llvm.mlir.addressof @space : !llvm.ptr<3>
  %2 = llvm.mlir.addressof @addresses {tag} : !llvm.ptr
  %3 = llvm.mlir.addressof @later : !llvm.ptr
  %4 = llvm.load %0 : !llvm.ptr -> i32
  llvm.return %4 : i32
}
llvm.mlir.global @later(1 : i1) : i1

llvm.mlir.global_ctors ctors = [@ctor], priorities = [0 : i32], data = [#llvm.zero]
llvm.mlir.global_dtors dtors = [@ctor], priorities = [3 : i32], data = [#llvm.zero]
llvm.func @ctor() {
  llvm.return
}
llvm.mlir.alias external @aliased : i32 {
  %0 = llvm.mlir.addressof @variable : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.mlir.alias internal @other : i32 {
  %0 = llvm.mlir.addressof @aliased : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.mlir.global_ctors ctors = [@ctor, @late], priorities = [1 : i32, 65535 : i32], data = [@variable, #llvm.zero]
llvm.mlir.global_dtors dtors = [], priorities = [], data = []
llvm.func @late() {
  llvm.return
}

llvm.func @tokens(%p: !llvm.ptr, %b: i8, %n: i64) {
  %0 = llvm.mlir.none : !llvm.token
  %1 = llvm.mlir.none {tag} : !llvm.token
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = true}> : (!llvm.ptr, i8, i64) -> ()
  llvm.return
}
