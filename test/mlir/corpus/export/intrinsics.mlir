// All intrinsics, on numbers and on vectors, with the constants that they are given.

llvm.func @floats(%x: f32, %y: f64, %h: f16, %v: vector<4xf32>) {
  %0 = llvm.intr.fma(%x, %x, %x) : (f32, f32, f32) -> f32
  %1 = llvm.intr.fmuladd(%y, %y, %y) : (f64, f64, f64) -> f64
  %2 = llvm.intr.pow(%v, %v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %3 = llvm.intr.copysign(%h, %h) : (f16, f16) -> f16
  %4 = llvm.intr.fabs(%x) : (f32) -> f32
  %5 = llvm.intr.sqrt(%v) {fastmathFlags = #llvm.fastmath<nnan, contract>} : (vector<4xf32>) -> vector<4xf32>
  %6 = llvm.intr.ceil(%x) : (f32) -> f32
  %7 = llvm.intr.floor(%x) : (f32) -> f32
  %8 = llvm.intr.sin(%x) : (f32) -> f32
  %9 = llvm.intr.cos(%x) : (f32) -> f32
  %10 = llvm.intr.exp(%x) : (f32) -> f32
  %11 = llvm.intr.exp2(%x) : (f32) -> f32
  %12 = llvm.intr.log(%x) : (f32) -> f32
  %13 = llvm.intr.log2(%x) : (f32) -> f32
  %14 = llvm.intr.log10(%x) : (f32) -> f32
  %15 = llvm.intr.exp10(%x) : (f32) -> f32
  %16 = llvm.intr.tan(%x) : (f32) -> f32
  %17 = llvm.intr.acos(%x) : (f32) -> f32
  %18 = llvm.intr.asin(%x) : (f32) -> f32
  %19 = llvm.intr.atan(%x) : (f32) -> f32
  %20 = llvm.intr.cosh(%x) : (f32) -> f32
  %21 = llvm.intr.sinh(%x) : (f32) -> f32
  %22 = llvm.intr.tanh(%x) : (f32) -> f32
  %23 = llvm.intr.atan2(%x, %x) : (f32, f32) -> f32
  %24 = llvm.intr.round(%x) : (f32) -> f32
  %25 = llvm.intr.roundeven(%x) : (f32) -> f32
  %26 = llvm.intr.trunc(%x) : (f32) -> f32
  %27 = llvm.intr.rint(%x) : (f32) -> f32
  %28 = llvm.intr.nearbyint(%x) : (f32) -> f32
  %29 = llvm.intr.maximum(%x, %x) : (f32, f32) -> f32
  %30 = llvm.intr.minimum(%x, %x) : (f32, f32) -> f32
  %31 = llvm.intr.maxnum(%x, %x) : (f32, f32) -> f32
  %32 = llvm.intr.minnum(%v, %v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return
}

llvm.func @flags(%x: f32) {
  %0 = llvm.intr.fma(%x, %x, %x) {fastmathFlags = #llvm.fastmath<reassoc>} : (f32, f32, f32) -> f32
  %1 = llvm.intr.fmuladd(%x, %x, %x) {fastmathFlags = #llvm.fastmath<arcp>} : (f32, f32, f32) -> f32
  %2 = llvm.intr.pow(%x, %x) {fastmathFlags = #llvm.fastmath<afn>} : (f32, f32) -> f32
  %3 = llvm.intr.copysign(%x, %x) {fastmathFlags = #llvm.fastmath<nsz>} : (f32, f32) -> f32
  %4 = llvm.intr.fabs(%x) {fastmathFlags = #llvm.fastmath<ninf>} : (f32) -> f32
  %6 = llvm.intr.ceil(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %7 = llvm.intr.floor(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %8 = llvm.intr.sin(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %9 = llvm.intr.cos(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %10 = llvm.intr.exp(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %11 = llvm.intr.exp2(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %12 = llvm.intr.log(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %13 = llvm.intr.log2(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %14 = llvm.intr.log10(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %15 = llvm.intr.exp10(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %16 = llvm.intr.tan(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %17 = llvm.intr.acos(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %18 = llvm.intr.asin(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %19 = llvm.intr.atan(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %20 = llvm.intr.cosh(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %21 = llvm.intr.sinh(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %22 = llvm.intr.tanh(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %23 = llvm.intr.atan2(%x, %x) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
  %24 = llvm.intr.round(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %25 = llvm.intr.roundeven(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %26 = llvm.intr.trunc(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %27 = llvm.intr.rint(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %28 = llvm.intr.nearbyint(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %29 = llvm.intr.maximum(%x, %x) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  %30 = llvm.intr.minimum(%x, %x) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  %31 = llvm.intr.maxnum(%x, %x) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
  llvm.return
}

// -----

llvm.func @powers(%x: f32, %y: f64, %v: vector<4xf32>, %n: i32) {
  %0 = llvm.intr.powi(%x, %n) : (f32, i32) -> f32
  %1 = llvm.intr.powi(%y, %n) {fastmathFlags = #llvm.fastmath<fast>} : (f64, i32) -> f64
  %2 = llvm.intr.powi(%v, %n) : (vector<4xf32>, i32) -> vector<4xf32>
  llvm.return
}

llvm.func @classes(%x: f32, %v: vector<4xf64>) {
  %0 = "llvm.intr.is.fpclass"(%x) <{bit = 3 : i32}> : (f32) -> i1
  %1 = "llvm.intr.is.fpclass"(%v) <{bit = 516 : i32}> : (vector<4xf64>) -> vector<4xi1>
  llvm.return
}

llvm.func @prefetches(%p: !llvm.ptr, %q: !llvm.ptr<3>) {
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  "llvm.intr.prefetch"(%q) <{cache = 0 : i32, hint = 2 : i32, rw = 1 : i32}> : (!llvm.ptr<3>) -> ()
  llvm.return
}

// -----

llvm.func @integers(%n: i32, %m: i64, %v: vector<4xi16>) {
  %0 = llvm.intr.smax(%n, %n) : (i32, i32) -> i32
  %1 = llvm.intr.smin(%v, %v) : (vector<4xi16>, vector<4xi16>) -> vector<4xi16>
  %2 = llvm.intr.umax(%m, %m) : (i64, i64) -> i64
  %3 = llvm.intr.umin(%n, %n) : (i32, i32) -> i32
  %4 = llvm.intr.sadd.sat(%n, %n) : (i32, i32) -> i32
  %5 = llvm.intr.uadd.sat(%n, %n) : (i32, i32) -> i32
  %6 = llvm.intr.ssub.sat(%n, %n) : (i32, i32) -> i32
  %7 = llvm.intr.usub.sat(%v, %v) : (vector<4xi16>, vector<4xi16>) -> vector<4xi16>
  %8 = llvm.intr.sshl.sat(%n, %n) : (i32, i32) -> i32
  %9 = llvm.intr.ushl.sat(%n, %n) : (i32, i32) -> i32
  %10 = llvm.intr.fshl(%n, %n, %n) : (i32, i32, i32) -> i32
  %11 = llvm.intr.fshr(%m, %m, %m) : (i64, i64, i64) -> i64
  %12 = llvm.intr.ctpop(%v) : (vector<4xi16>) -> vector<4xi16>
  %13 = llvm.intr.bitreverse(%n) : (i32) -> i32
  %14 = llvm.intr.bswap(%n) : (i32) -> i32
  %15 = "llvm.intr.ctlz"(%n) <{is_zero_poison = false}> : (i32) -> i32
  %16 = "llvm.intr.ctlz"(%v) <{is_zero_poison = true}> : (vector<4xi16>) -> vector<4xi16>
  %17 = "llvm.intr.cttz"(%n) <{is_zero_poison = true}> : (i32) -> i32
  %18 = "llvm.intr.abs"(%m) <{is_int_min_poison = true}> : (i64) -> i64
  %19 = "llvm.intr.sadd.with.overflow"(%n, %n) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %20 = "llvm.intr.uadd.with.overflow"(%v, %v) : (vector<4xi16>, vector<4xi16>) -> !llvm.struct<(vector<4xi16>, vector<4xi1>)>
  %21 = "llvm.intr.ssub.with.overflow"(%n, %n) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %22 = "llvm.intr.usub.with.overflow"(%n, %n) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %23 = "llvm.intr.smul.with.overflow"(%m, %m) : (i64, i64) -> !llvm.struct<(i64, i1)>
  %24 = "llvm.intr.umul.with.overflow"(%m, %m) : (i64, i64) -> !llvm.struct<(i64, i1)>
  %25 = llvm.intr.expect %n, %n : i32
  llvm.return
}

// -----

llvm.func @memory(%p: !llvm.ptr, %q: !llvm.ptr<3>, %n: i64, %m: i32, %b: i8) {
  "llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy"(%p, %q, %m) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr<3>, i32) -> ()
  "llvm.intr.memmove"(%p, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memmove"(%q, %p, %m) <{isVolatile = true}> : (!llvm.ptr<3>, !llvm.ptr, i32) -> ()
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memset"(%q, %b, %m) <{isVolatile = true}> : (!llvm.ptr<3>, i8, i32) -> ()
  %0 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %0 : !llvm.ptr
  llvm.return
}

llvm.func @slots() {
  %one = llvm.mlir.constant(1 : i32) : i32
  %slot = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %slot : !llvm.ptr
  llvm.intr.lifetime.end %slot : !llvm.ptr
  llvm.return
}

llvm.func @arguments(%p: !llvm.ptr, %q: !llvm.ptr, ...) {
  llvm.intr.vastart %p : !llvm.ptr
  llvm.intr.vacopy %p to %q : !llvm.ptr, !llvm.ptr
  llvm.intr.vaend %q : !llvm.ptr
  llvm.return
}

llvm.func @stops() {
  llvm.intr.debugtrap
  llvm.intr.trap
  llvm.unreachable
}

llvm.func @assumptions(%c: i1, %p: !llvm.ptr) {
  %true = llvm.mlir.constant(true) : i1
  %bytes = llvm.mlir.constant(32 : i64) : i64
  llvm.intr.assume %c : i1
  llvm.intr.assume %true ["align"(%p, %bytes : !llvm.ptr, i64)] : i1
  llvm.return
}

llvm.func @by_name(%a: vector<8xi16>, %c: i1) -> vector<4xi32> {
  %0 = llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"(%a, %a) : (vector<8xi16>, vector<8xi16>) -> vector<4xi32>
  llvm.call_intrinsic "llvm.assume"(%c) : (i1) -> ()
  llvm.return %0 : vector<4xi32>
}

llvm.func @by_name_with_flags(%p: !llvm.ptr, %n: i64, %x: vector<4xf32>) -> vector<4xf32> {
  %true = llvm.mlir.constant(true) : i1
  llvm.call_intrinsic "llvm.assume"(%true) ["align"(%p, %n : !llvm.ptr, i64)] : (i1) -> ()
  %0 = llvm.call_intrinsic "llvm.x86.sse.max.ps"(%x, %x) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return %0 : vector<4xf32>
}
