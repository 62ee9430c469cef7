// Globals, aliases, and what they begin with.

llvm.mlir.global internal @without_value() : i64
llvm.mlir.global external @elsewhere() : i64
llvm.mlir.global extern_weak @perhaps() : i32
llvm.mlir.global weak local_unnamed_addr @weak() : i32
llvm.mlir.global common @common(0 : i32) : i32
llvm.mlir.global linkonce @once(1 : i32) : i32
llvm.mlir.global weak_odr protected unnamed_addr @odr(2 : i32) : i32
llvm.mlir.global external constant @constant(3 : i32) {alignment = 16 : i64, section = "data"} : i32
llvm.mlir.global external thread_local @each(4 : i32) : i32
llvm.mlir.global external hidden @hidden(5 : i32) : i32
llvm.mlir.global external @space(6 : i32) {addr_space = 3 : i32} : i32
llvm.mlir.global external @host(7 : i32) {externally_initialized, dso_local} : i32
llvm.mlir.global appending @appended(dense<1> : tensor<2xi32>) : !llvm.array<2 x i32>
llvm.mlir.global private @private(8 : i32) : i32
llvm.mlir.global external @of_struct() : !llvm.struct<"pair", (i32, ptr)>

// -----

llvm.mlir.global internal @g(42 : i32) : i32
llvm.func @f(%x: i32) {
  llvm.return
}
llvm.mlir.global internal constant @address() : !llvm.ptr {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global internal constant @function() : !llvm.ptr {
  %0 = llvm.mlir.addressof @f : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global internal @fields() : !llvm.struct<(ptr, array<2 x i64>, f32)> {
  %0 = llvm.mlir.addressof @later : !llvm.ptr
  %1 = llvm.mlir.undef : !llvm.struct<(ptr, array<2 x i64>, f32)>
  %2 = llvm.insertvalue %0, %1[0] : !llvm.struct<(ptr, array<2 x i64>, f32)>
  %3 = llvm.mlir.constant(5 : i64) : i64
  %4 = llvm.insertvalue %3, %2[1, 1] : !llvm.struct<(ptr, array<2 x i64>, f32)>
  %5 = llvm.mlir.constant(1.5 : f32) : f32
  %6 = llvm.insertvalue %5, %4[2] : !llvm.struct<(ptr, array<2 x i64>, f32)>
  llvm.return %6 : !llvm.struct<(ptr, array<2 x i64>, f32)>
}
llvm.mlir.global internal @named() : !llvm.struct<"pair", (i32, ptr)> {
  %0 = llvm.mlir.zero : !llvm.struct<"pair", (i32, ptr)>
  %1 = llvm.mlir.constant(7 : i32) : i32
  %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<"pair", (i32, ptr)>
  llvm.return %2 : !llvm.struct<"pair", (i32, ptr)>
}
llvm.mlir.global internal @number() : i64 {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  %1 = llvm.ptrtoint %0 : !llvm.ptr to i64
  llvm.return %1 : i64
}
llvm.mlir.global internal @later(1 : i32) : i32
llvm.mlir.alias external @other : i32 {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.alias weak hidden thread_local unnamed_addr @of_function {dso_local} : !llvm.func<void (i32)> {
  %0 = llvm.mlir.addressof @f : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @uses() -> !llvm.ptr {
  %0 = llvm.mlir.addressof @other : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @first() {
  llvm.return
}
llvm.mlir.global_ctors ctors = [@first], priorities = [3 : i32], data = [#llvm.zero]
llvm.mlir.global_dtors dtors = [@first, @uses_nothing], priorities = [3 : i32, 65535 : i32], data = [#llvm.zero, #llvm.zero]
llvm.func @uses_nothing() {
  llvm.return
}

// -----

llvm.mlir.global internal @g(42 : i32) : i32
llvm.mlir.global internal @moved() : !llvm.ptr {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  %1 = llvm.getelementptr inbounds %0[4] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.return %1 : !llvm.ptr
}

// -----

module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu", llvm.data_layout = "e-m:e-i64:64-n8:16:32:64-S128"} {
  llvm.mlir.global internal @g(42 : i32) : i32
}
