// Intrinsics with ops of their own.

llvm.func @floats(%x: f64, %y: f64) -> f64 {
  %0 = llvm.intr.fma(%x, %y, %x) : (f64, f64, f64) -> f64
  %1 = llvm.intr.fmuladd(%x, %y, %x) : (f64, f64, f64) -> f64
  %2 = llvm.intr.pow(%x, %y) : (f64, f64) -> f64
  %3 = llvm.intr.copysign(%x, %y) : (f64, f64) -> f64
  %4 = llvm.intr.fabs(%x) : (f64) -> f64
  %5 = llvm.intr.sqrt(%x) : (f64) -> f64
  %6 = llvm.intr.ceil(%x) : (f64) -> f64
  %7 = llvm.intr.floor(%x) : (f64) -> f64
  llvm.return %0 : f64
}

llvm.func @functions(%x: f32) -> f32 {
  %0 = llvm.intr.sin(%x) : (f32) -> f32
  %1 = llvm.intr.cos(%x) : (f32) -> f32
  %2 = llvm.intr.exp(%x) : (f32) -> f32
  %3 = llvm.intr.exp2(%x) : (f32) -> f32
  %4 = llvm.intr.log(%x) : (f32) -> f32
  %5 = llvm.intr.log2(%x) : (f32) -> f32
  %6 = llvm.intr.log10(%x) : (f32) -> f32
  llvm.return %0 : f32
}

llvm.func @with_flags(%x: f32, %v: vector<4xf32>) -> vector<4xf32> {
  %0 = llvm.intr.sqrt(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %1 = llvm.intr.fma(%v, %v, %v) {fastmathFlags = #llvm.fastmath<contract>} : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return %1 : vector<4xf32>
}

llvm.func @extrema(%x: f32, %n: i32) -> f32 {
  %0 = llvm.intr.maximum(%x, %x) : (f32, f32) -> f32
  %1 = llvm.intr.minimum(%x, %x) : (f32, f32) -> f32
  %2 = llvm.intr.maxnum(%x, %x) : (f32, f32) -> f32
  %3 = llvm.intr.minnum(%x, %x) : (f32, f32) -> f32
  %4 = llvm.intr.smax(%n, %n) : (i32, i32) -> i32
  %5 = llvm.intr.smin(%n, %n) : (i32, i32) -> i32
  %6 = llvm.intr.umax(%n, %n) : (i32, i32) -> i32
  %7 = llvm.intr.umin(%n, %n) : (i32, i32) -> i32
  llvm.return %0 : f32
}

llvm.func @rounding(%x: f32) -> f32 {
  %0 = llvm.intr.round(%x) : (f32) -> f32
  %1 = llvm.intr.roundeven(%x) : (f32) -> f32
  %2 = llvm.intr.trunc(%x) : (f32) -> f32
  %3 = llvm.intr.rint(%x) : (f32) -> f32
  %4 = llvm.intr.nearbyint(%x) : (f32) -> f32
  llvm.return %0 : f32
}

llvm.func @bits(%n: i32) -> i32 {
  %0 = llvm.intr.ctpop(%n) : (i32) -> i32
  %1 = llvm.intr.bitreverse(%n) : (i32) -> i32
  %2 = llvm.intr.bswap(%n) : (i32) -> i32
  %3 = "llvm.intr.ctlz"(%n) <{is_zero_poison = false}> : (i32) -> i32
  %4 = "llvm.intr.cttz"(%n) <{is_zero_poison = true}> : (i32) -> i32
  %5 = "llvm.intr.abs"(%n) <{is_int_min_poison = false}> : (i32) -> i32
  llvm.return %0 : i32
}

llvm.func @memory(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64, %b: i8) {
  "llvm.intr.memcpy"(%p, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memmove"(%p, %q, %n) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  llvm.return
}

llvm.func @stack() {
  %0 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %0 : !llvm.ptr
  llvm.return
}

// An intrinsic by its name, with and without a result.
llvm.func @by_name(%a: vector<8xi16>, %p: !llvm.ptr, %n: i64) -> vector<4xi32> {
  %true = llvm.mlir.constant(true) : i1
  %0 = llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"(%a, %a) : (vector<8xi16>, vector<8xi16>) -> vector<4xi32>
  llvm.call_intrinsic "llvm.assume"(%true) ["align"(%p, %n : !llvm.ptr, i64)] : (i1) -> ()
  llvm.return %0 : vector<4xi32>
}
