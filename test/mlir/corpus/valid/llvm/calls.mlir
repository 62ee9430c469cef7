// Calls: by name, by address, with varargs.

llvm.func @none()
llvm.func @one(i32) -> i32
llvm.func @two(i32, !llvm.ptr) -> f64
llvm.func @printf(!llvm.ptr, ...) -> i32

llvm.func @direct(%a: i32, %p: !llvm.ptr) -> i32 {
  llvm.call @none() : () -> ()
  %0 = llvm.call @one(%a) : (i32) -> i32
  %1 = llvm.call @two(%0, %p) : (i32, !llvm.ptr) -> f64
  llvm.return %0 : i32
}

llvm.func @indirect(%f: !llvm.ptr, %a: i32) -> i32 {
  llvm.call %f() : !llvm.ptr, () -> ()
  %0 = llvm.call %f(%a) : !llvm.ptr, (i32) -> i32
  llvm.return %0 : i32
}

llvm.func @vararg(%p: !llvm.ptr, %a: i32) -> i32 {
  %0 = llvm.call @printf(%p) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr) -> i32
  %1 = llvm.call @printf(%p, %a, %a) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, i32) -> i32
  %2 = llvm.call %p(%p, %a) vararg(!llvm.func<i32 (ptr, ...)>) : !llvm.ptr, (!llvm.ptr, i32) -> i32
  llvm.return %1 : i32
}

llvm.func @with_attributes(%x: f32) -> f32 {
  %0 = llvm.call @through(%x) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
  %1 = llvm.call @through(%0) {tag = "t"} : (f32) -> f32
  llvm.return %1 : f32
}
llvm.func @through(%x: f32) -> f32 {
  llvm.return %x : f32
}

llvm.func @conventions(%a: i32) -> i32 {
  %0 = llvm.call fastcc @fast(%a) : (i32) -> i32
  %1 = llvm.call tail @one(%a) : (i32) -> i32
  %2 = llvm.call notail @one(%a) : (i32) -> i32
  llvm.return %0 : i32
}
llvm.func fastcc @fast(i32) -> i32

llvm.func @argument_attributes(%p: !llvm.ptr) {
  %0 = llvm.call @attributed(%p) : (!llvm.ptr {llvm.noundef}) -> (!llvm.ptr {llvm.nonnull})
  llvm.return
}
llvm.func @attributed(!llvm.ptr {llvm.noundef}) -> (!llvm.ptr {llvm.nonnull})

llvm.func @effects() {
  llvm.call @none() {no_unwind, will_return} : () -> ()
  llvm.return
}

llvm.func @recursive(%n: i32) -> i32 {
  %0 = llvm.call @recursive(%n) : (i32) -> i32
  llvm.return %0 : i32
}

llvm.func @aggregates(%s: !llvm.struct<(i32, f32)>) -> !llvm.struct<(i32, f32)> {
  %0 = llvm.call @aggregates(%s) : (!llvm.struct<(i32, f32)>) -> !llvm.struct<(i32, f32)>
  llvm.return %0 : !llvm.struct<(i32, f32)>
}
