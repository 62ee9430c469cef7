// Operand bundles, landing pads, and intrinsics of lowered programs.

llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @callee(i32) -> i32
llvm.func @printf(!llvm.ptr, ...) -> i32

llvm.func @bundles(%a: i32, %fp: !llvm.ptr, %x: f32) {
  %0 = llvm.call @callee(%a) ["deopt"(%a, %x : i32, f32)] : (i32) -> i32
  %1 = llvm.call @callee(%a) ["deopt"(), "tail"(%x : f32)] {tag} : (i32) -> i32
  %2 = llvm.call %fp(%a) [] : !llvm.ptr, (i32) -> i32
  %3 = llvm.call @printf(%fp, %a) vararg(!llvm.func<i32 (ptr, ...)>) ["x"(%a : i32)] : (!llvm.ptr, i32) -> i32
  %4 = llvm.call %fp(%a) ["y"(%fp : !llvm.ptr)] : !llvm.ptr, (i32 {llvm.noundef}) -> (i32 {llvm.noundef})
  llvm.return
}

llvm.func @pads(%a: i32) attributes {personality = @__gxx_personality_v0} {
  llvm.return
^bb1:
  %0 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %0 : !llvm.struct<(ptr, i32)>
^bb2:
  %1 = llvm.mlir.zero : !llvm.ptr
  %2 = llvm.mlir.undef : !llvm.array<1 x ptr>
  %3 = llvm.landingpad (catch %1 : !llvm.ptr) (catch %1 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %3 : !llvm.struct<(ptr, i32)>
^bb3:
  %4 = llvm.mlir.zero : !llvm.ptr
  %5 = llvm.landingpad cleanup (catch %4 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %5 : !llvm.struct<(ptr, i32)>
}

llvm.func @overflow(%a: i32, %v: vector<4xi8>) -> i1 {
  %0 = "llvm.intr.sadd.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %1 = "llvm.intr.uadd.with.overflow"(%a, %a) {tag} : (i32, i32) -> !llvm.struct<(i32, i1)>
  %2 = "llvm.intr.ssub.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %3 = "llvm.intr.usub.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %4 = "llvm.intr.smul.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %5 = "llvm.intr.umul.with.overflow"(%v, %v) : (vector<4xi8>, vector<4xi8>) -> !llvm.struct<(vector<4xi8>, vector<4xi1>)>
  %6 = llvm.extractvalue %0[1] : !llvm.struct<(i32, i1)>
  llvm.return %6 : i1
}

llvm.func @overflow_of_vectors(%v: vector<2xi64>) -> vector<2xi64> {
  %0 = "llvm.intr.sadd.with.overflow"(%v, %v) : (vector<2xi64>, vector<2xi64>) -> !llvm.struct<(vector<2xi64>, vector<2xi1>)>
  %1 = "llvm.intr.uadd.with.overflow"(%v, %v) : (vector<2xi64>, vector<2xi64>) -> !llvm.struct<(vector<2xi64>, vector<2xi1>)>
  %2 = "llvm.intr.ssub.with.overflow"(%v, %v) : (vector<2xi64>, vector<2xi64>) -> !llvm.struct<(vector<2xi64>, vector<2xi1>)>
  %3 = "llvm.intr.usub.with.overflow"(%v, %v) : (vector<2xi64>, vector<2xi64>) -> !llvm.struct<(vector<2xi64>, vector<2xi1>)>
  %4 = "llvm.intr.smul.with.overflow"(%v, %v) : (vector<2xi64>, vector<2xi64>) -> !llvm.struct<(vector<2xi64>, vector<2xi1>)>
  %5 = "llvm.intr.umul.with.overflow"(%v, %v) {tag} : (vector<2xi64>, vector<2xi64>) -> !llvm.struct<(vector<2xi64>, vector<2xi1>)>
  %6 = llvm.extractvalue %0[0] : !llvm.struct<(vector<2xi64>, vector<2xi1>)>
  llvm.return %6 : vector<2xi64>
}

llvm.func @saturated(%a: i8, %v: vector<2xi16>) -> i8 {
  %0 = llvm.intr.sadd.sat(%a, %a) : (i8, i8) -> i8
  %1 = llvm.intr.uadd.sat(%0, %a) : (i8, i8) -> i8
  %2 = llvm.intr.ssub.sat(%1, %a) : (i8, i8) -> i8
  %3 = llvm.intr.usub.sat(%2, %a) : (i8, i8) -> i8
  %4 = llvm.intr.sshl.sat(%3, %a) : (i8, i8) -> i8
  %5 = llvm.intr.ushl.sat(%4, %a) : (i8, i8) -> i8
  %6 = llvm.intr.fshl(%5, %a, %a) : (i8, i8, i8) -> i8
  %7 = llvm.intr.fshr(%6, %a, %a) : (i8, i8, i8) -> i8
  %8 = llvm.intr.sadd.sat(%v, %v) : (vector<2xi16>, vector<2xi16>) -> vector<2xi16>
  %9 = llvm.intr.uadd.sat(%8, %v) {tag} : (vector<2xi16>, vector<2xi16>) -> vector<2xi16>
  %10 = llvm.intr.ssub.sat(%9, %v) : (vector<2xi16>, vector<2xi16>) -> vector<2xi16>
  %11 = llvm.intr.usub.sat(%10, %v) : (vector<2xi16>, vector<2xi16>) -> vector<2xi16>
  %12 = llvm.intr.sshl.sat(%11, %v) : (vector<2xi16>, vector<2xi16>) -> vector<2xi16>
  %13 = llvm.intr.ushl.sat(%12, %v) : (vector<2xi16>, vector<2xi16>) -> vector<2xi16>
  %14 = llvm.intr.fshl(%13, %v, %v) : (vector<2xi16>, vector<2xi16>, vector<2xi16>) -> vector<2xi16>
  %15 = llvm.intr.fshr(%14, %v, %v) {tag} : (vector<2xi16>, vector<2xi16>, vector<2xi16>) -> vector<2xi16>
  llvm.return %7 : i8
}

llvm.func @angles(%x: f32, %v: vector<4xf64>, %n: i32) -> f32 {
  %0 = llvm.intr.acos(%x) : (f32) -> f32
  %1 = llvm.intr.asin(%0) : (f32) -> f32
  %2 = llvm.intr.atan(%1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
  %3 = llvm.intr.atan2(%2, %x) : (f32, f32) -> f32
  %4 = llvm.intr.cosh(%3) : (f32) -> f32
  %5 = llvm.intr.sinh(%4) : (f32) -> f32
  %6 = llvm.intr.tanh(%5) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %7 = llvm.intr.powi(%6, %n) : (f32, i32) -> f32
  %8 = llvm.intr.tan(%7) : (f32) -> f32
  %9 = llvm.intr.exp10(%8) : (f32) -> f32
  %10 = llvm.intr.acos(%v) : (vector<4xf64>) -> vector<4xf64>
  %11 = llvm.intr.asin(%10) {tag} : (vector<4xf64>) -> vector<4xf64>
  %12 = llvm.intr.atan(%11) : (vector<4xf64>) -> vector<4xf64>
  %13 = llvm.intr.atan2(%12, %v) : (vector<4xf64>, vector<4xf64>) -> vector<4xf64>
  %14 = llvm.intr.cosh(%13) : (vector<4xf64>) -> vector<4xf64>
  %15 = llvm.intr.sinh(%14) : (vector<4xf64>) -> vector<4xf64>
  %16 = llvm.intr.tanh(%15) : (vector<4xf64>) -> vector<4xf64>
  %17 = llvm.intr.powi(%16, %n) {fastmathFlags = #llvm.fastmath<afn>} : (vector<4xf64>, i32) -> vector<4xf64>
  %18 = llvm.intr.tan(%17) : (vector<4xf64>) -> vector<4xf64>
  %19 = llvm.intr.exp10(%18) : (vector<4xf64>) -> vector<4xf64>
  llvm.return %9 : f32
}

llvm.func @elementwise(%v: vector<4xf32>, %i: vector<4xi32>) -> vector<4xi32> {
  %0 = llvm.intr.fmuladd(%v, %v, %v) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %1 = llvm.intr.pow(%0, %v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %2 = llvm.intr.copysign(%1, %v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %3 = llvm.intr.fabs(%2) {fastmathFlags = #llvm.fastmath<nsz>} : (vector<4xf32>) -> vector<4xf32>
  %4 = llvm.intr.ceil(%3) : (vector<4xf32>) -> vector<4xf32>
  %5 = llvm.intr.floor(%4) : (vector<4xf32>) -> vector<4xf32>
  %6 = llvm.intr.sin(%5) : (vector<4xf32>) -> vector<4xf32>
  %7 = llvm.intr.cos(%6) : (vector<4xf32>) -> vector<4xf32>
  %8 = llvm.intr.exp(%7) : (vector<4xf32>) -> vector<4xf32>
  %9 = llvm.intr.exp2(%8) : (vector<4xf32>) -> vector<4xf32>
  %10 = llvm.intr.log(%9) : (vector<4xf32>) -> vector<4xf32>
  %11 = llvm.intr.log2(%10) : (vector<4xf32>) -> vector<4xf32>
  %12 = llvm.intr.log10(%11) : (vector<4xf32>) -> vector<4xf32>
  %13 = llvm.intr.maximum(%12, %v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %14 = llvm.intr.minimum(%13, %v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %15 = llvm.intr.maxnum(%14, %v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %16 = llvm.intr.minnum(%15, %v) {tag} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %17 = llvm.intr.round(%16) : (vector<4xf32>) -> vector<4xf32>
  %18 = llvm.intr.roundeven(%17) : (vector<4xf32>) -> vector<4xf32>
  %19 = llvm.intr.trunc(%18) : (vector<4xf32>) -> vector<4xf32>
  %20 = llvm.intr.rint(%19) : (vector<4xf32>) -> vector<4xf32>
  %21 = llvm.intr.nearbyint(%20) : (vector<4xf32>) -> vector<4xf32>
  %22 = llvm.intr.smax(%i, %i) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %23 = llvm.intr.smin(%22, %i) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %24 = llvm.intr.umax(%23, %i) : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %25 = llvm.intr.umin(%24, %i) {tag} : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
  %26 = llvm.intr.ctpop(%25) : (vector<4xi32>) -> vector<4xi32>
  %27 = llvm.intr.bitreverse(%26) : (vector<4xi32>) -> vector<4xi32>
  %28 = llvm.intr.bswap(%27) : (vector<4xi32>) -> vector<4xi32>
  %29 = "llvm.intr.ctlz"(%28) <{is_zero_poison = true}> : (vector<4xi32>) -> vector<4xi32>
  %30 = "llvm.intr.cttz"(%29) <{is_zero_poison = false}> {tag} : (vector<4xi32>) -> vector<4xi32>
  %31 = "llvm.intr.abs"(%30) <{is_int_min_poison = true}> : (vector<4xi32>) -> vector<4xi32>
  llvm.return %31 : vector<4xi32>
}

llvm.func @hints(%a: i64, %x: f64, %v: vector<2xf32>, %p: !llvm.ptr, %q: !llvm.ptr) {
  %0 = llvm.intr.expect %a, %a : i64
  %c1 = llvm.mlir.constant(true) : i1
  %1 = llvm.intr.expect %c1, %c1 {tag} : i1
  %2 = "llvm.intr.is.fpclass"(%x) <{bit = 3 : i32}> : (f64) -> i1
  %3 = "llvm.intr.is.fpclass"(%v) <{bit = 516 : i32}> : (vector<2xf32>) -> vector<2xi1>
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  "llvm.intr.prefetch"(%p) <{cache = 0 : i32, hint = 0 : i32, rw = 1 : i32}> {tag} : (!llvm.ptr) -> ()
  llvm.intr.vacopy %p to %q : !llvm.ptr, !llvm.ptr
  llvm.intr.vacopy %q to %p {tag} : !llvm.ptr, !llvm.ptr
  "llvm.intr.memmove"(%p, %q, %a) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy"(%p, %q, %a) <{isVolatile = true}> {tag} : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %4 = llvm.intr.stacksave {tag} : !llvm.ptr
  llvm.intr.stackrestore %4 {tag} : !llvm.ptr
  llvm.intr.debugtrap
  llvm.intr.trap
  llvm.unreachable
}

llvm.func @variadic(%n: i32, ...) {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %0 = llvm.alloca %c1 x !llvm.array<3 x i64> {alignment = 8 : i64} : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %0 : !llvm.ptr
  llvm.intr.vastart %0 : !llvm.ptr
  llvm.intr.vaend %0 : !llvm.ptr
  llvm.intr.lifetime.end %0 : !llvm.ptr
  llvm.intr.lifetime.start %0 {tag} : !llvm.ptr
  llvm.intr.vastart %0 {tag} : !llvm.ptr
  llvm.intr.vaend %0 {tag} : !llvm.ptr
  llvm.intr.lifetime.end %0 {tag} : !llvm.ptr
  llvm.intr.debugtrap {tag}
  llvm.intr.trap {tag}
  llvm.return
}

llvm.func @arithmetic(%a: vector<4xi32>, %x: vector<4xf32>) -> vector<4xi32> {
  %0 = llvm.urem %a, %a : vector<4xi32>
  %1 = llvm.srem %0, %a : vector<4xi32>
  %2 = llvm.and %1, %a : vector<4xi32>
  %3 = llvm.or disjoint %2, %a : vector<4xi32>
  %4 = llvm.xor %3, %a {tag} : vector<4xi32>
  %5 = llvm.frem %x, %x {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
  %6 = llvm.fpext %5 : vector<4xf32> to vector<4xf64>
  %7 = llvm.fptrunc %6 : vector<4xf64> to vector<4xf32>
  %8 = llvm.fptosi %7 : vector<4xf32> to vector<4xi32>
  %9 = llvm.fptoui %7 : vector<4xf32> to vector<4xi32>
  %10 = llvm.sitofp %8 : vector<4xi32> to vector<4xf32>
  %11 = llvm.uitofp nneg %9 : vector<4xi32> to vector<4xf32>
  %i = llvm.mlir.constant(0 : i64) : i64
  %12 = llvm.extractelement %8[%i : i64] : vector<4xi32>
  %13 = llvm.insertelement %12, %9[%i : i64] : vector<4xi32>
  llvm.return %13 : vector<4xi32>
}

llvm.func @pointers(%v: vector<2xi64>, %p: !llvm.ptr<1>) -> !llvm.ptr {
  %0 = llvm.inttoptr %v : vector<2xi64> to vector<2x!llvm.ptr>
  %1 = llvm.ptrtoint %0 {tag} : vector<2x!llvm.ptr> to vector<2xi64>
  %2 = llvm.addrspacecast %p {tag} : !llvm.ptr<1> to !llvm.ptr
  llvm.return %2 : !llvm.ptr
}

// What the optimiser may count on.
llvm.func @assumptions(%c: i1, %p: !llvm.ptr, %n: i64, %m: i32) {
  llvm.intr.assume %c : i1
  llvm.intr.assume %c : i1 {foo.bar = 1 : i32}
  %t = llvm.mlir.constant(true) : i1
  llvm.intr.assume %t ["align"(%p, %n : !llvm.ptr, i64)] : i1
  llvm.intr.assume %t ["align"(%p, %m : !llvm.ptr, i32), "nonnull"(%p : !llvm.ptr), "cold"()] : i1
  llvm.return
}
