// Arithmetic, comparison, casts, aggregates and vectors, with their flags.

llvm.func @integers(%a: i32, %b: i32, %v: vector<4xi64>) {
  %0 = llvm.add %a, %b : i32
  %1 = llvm.add %a, %b overflow<nsw, nuw> : i32
  %2 = llvm.sub %a, %b overflow<nsw> : i32
  %3 = llvm.mul %v, %v overflow<nuw> : vector<4xi64>
  %4 = llvm.shl %a, %b overflow<nsw> : i32
  %5 = llvm.sdiv exact %a, %b : i32
  %6 = llvm.udiv exact %a, %b : i32
  %7 = llvm.srem %a, %b : i32
  %8 = llvm.urem %a, %b : i32
  %9 = llvm.and %a, %b : i32
  %10 = llvm.or disjoint %a, %b : i32
  %11 = llvm.xor %v, %v : vector<4xi64>
  %12 = llvm.lshr exact %a, %b : i32
  %13 = llvm.ashr exact %a, %b : i32
  %14 = llvm.or %a, %b : i32
  llvm.return
}

llvm.func @floats(%a: f32, %b: f32, %v: vector<4xf64>) {
  %0 = llvm.fadd %a, %b : f32
  %1 = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<fast>} : f32
  %2 = llvm.fsub %a, %b {fastmathFlags = #llvm.fastmath<nnan>} : f32
  %3 = llvm.fmul %v, %v {fastmathFlags = #llvm.fastmath<ninf, nsz>} : vector<4xf64>
  %4 = llvm.fdiv %a, %b {fastmathFlags = #llvm.fastmath<arcp>} : f32
  %5 = llvm.frem %a, %b {fastmathFlags = #llvm.fastmath<contract>} : f32
  %6 = llvm.fneg %v {fastmathFlags = #llvm.fastmath<reassoc, afn>} : vector<4xf64>
  %7 = llvm.fneg %a : f32
  llvm.return
}

llvm.func @compare(%a: i32, %x: f32, %p: !llvm.ptr, %v: vector<4xi32>, %w: vector<4xf32>) {
  %0 = llvm.icmp "eq" %a, %a : i32
  %1 = llvm.icmp "ne" %p, %p : !llvm.ptr
  %2 = llvm.icmp "slt" %v, %v : vector<4xi32>
  %3 = llvm.icmp "sle" %a, %a : i32
  %4 = llvm.icmp "sgt" %a, %a : i32
  %5 = llvm.icmp "sge" %a, %a : i32
  %6 = llvm.icmp "ult" %a, %a : i32
  %7 = llvm.icmp "ule" %a, %a : i32
  %8 = llvm.icmp "ugt" %a, %a : i32
  %9 = llvm.icmp "uge" %a, %a : i32
  %10 = llvm.fcmp "oeq" %x, %x : f32
  %11 = llvm.fcmp "une" %w, %w {fastmathFlags = #llvm.fastmath<nnan>} : vector<4xf32>
  %12 = llvm.fcmp "_false" %x, %x : f32
  %13 = llvm.fcmp "_true" %x, %x : f32
  %14 = llvm.fcmp "uno" %x, %x : f32
  %15 = llvm.fcmp "ord" %x, %x : f32
  %16 = llvm.fcmp "ogt" %x, %x : f32
  %17 = llvm.fcmp "ole" %x, %x : f32
  %18 = llvm.fcmp "ult" %x, %x : f32
  %19 = llvm.select %0, %x, %x {fastmathFlags = #llvm.fastmath<nsz>} : i1, f32
  %20 = llvm.select %2, %v, %v : vector<4xi1>, vector<4xi32>
  %21 = llvm.select %0, %p, %p : i1, !llvm.ptr
  llvm.return
}

llvm.func @casts(%a: i32, %b: i64, %x: f32, %y: f64, %p: !llvm.ptr, %v: vector<4xi32>) {
  %0 = llvm.sext %a : i32 to i64
  %1 = llvm.zext %a : i32 to i64
  %2 = llvm.zext nneg %a : i32 to i64
  %3 = llvm.trunc %b : i64 to i32
  %4 = llvm.trunc %b overflow<nsw, nuw> : i64 to i32
  %5 = llvm.sitofp %a : i32 to f32
  %6 = llvm.uitofp %a : i32 to f64
  %7 = llvm.uitofp nneg %v : vector<4xi32> to vector<4xf32>
  %8 = llvm.fptosi %x : f32 to i32
  %9 = llvm.fptoui %y : f64 to i8
  %10 = llvm.fpext %x : f32 to f64
  %11 = llvm.fptrunc %y : f64 to f16
  %12 = llvm.ptrtoint %p : !llvm.ptr to i64
  %13 = llvm.inttoptr %b : i64 to !llvm.ptr
  %14 = llvm.bitcast %a : i32 to f32
  %15 = llvm.bitcast %v : vector<4xi32> to vector<2xi64>
  %16 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<3>
  llvm.return
}

// -----

llvm.func @aggregates(%s: !llvm.struct<(ptr, array<2 x i64>, struct<(i32, f32)>)>, %n: i64, %x: f32, %a: !llvm.array<2 x i64>) -> i64 {
  %0 = llvm.extractvalue %s[0] : !llvm.struct<(ptr, array<2 x i64>, struct<(i32, f32)>)>
  %1 = llvm.extractvalue %s[1, 1] : !llvm.struct<(ptr, array<2 x i64>, struct<(i32, f32)>)>
  %2 = llvm.insertvalue %x, %s[2, 1] : !llvm.struct<(ptr, array<2 x i64>, struct<(i32, f32)>)>
  %3 = llvm.insertvalue %n, %a[0] : !llvm.array<2 x i64>
  %4 = llvm.mlir.poison : !llvm.struct<(ptr, array<2 x i64>)>
  %5 = llvm.insertvalue %n, %4[1, 0] : !llvm.struct<(ptr, array<2 x i64>)>
  %6 = llvm.mlir.undef : !llvm.struct<(i64, i64)>
  %7 = llvm.insertvalue %n, %6[1] : !llvm.struct<(i64, i64)>
  llvm.return %1 : i64
}

llvm.func @vectors(%v: vector<4xf32>, %x: f32, %i: i32, %w: vector<4xi32>) -> f32 {
  %0 = llvm.extractelement %v[%i : i32] : vector<4xf32>
  %1 = llvm.insertelement %x, %v[%i : i32] : vector<4xf32>
  %2 = llvm.shufflevector %v, %1 [0, 4, -1, 5] : vector<4xf32>
  %3 = llvm.shufflevector %w, %w [0, 0] : vector<4xi32>
  %4 = llvm.freeze %v : vector<4xf32>
  %5 = llvm.freeze %x : f32
  llvm.return %0 : f32
}

// -----

llvm.func @branches(%c: i1, %n: i32, %m: i64) -> i32 {
  llvm.cond_br %c weights([7, 3]), ^bb1, ^bb2(%n : i32)
^bb1:
  llvm.switch %m : i64, ^bb3(%n : i32) [
    1: ^bb2(%n : i32),
    -2: ^bb4
  ]
^bb2(%a: i32):
  llvm.br ^bb3(%a : i32)
^bb3(%b: i32):
  llvm.return %b : i32
^bb4:
  llvm.switch %n : i32, ^bb1 [
    7: ^bb5
  ] {branch_weights = array<i32: 1, 2>}
^bb5:
  llvm.unreachable
}

llvm.func @order(%c: i1, %n: i32) -> i32 {
  llvm.br ^bb3
^bb1:
  %0 = llvm.add %n, %n : i32
  llvm.br ^bb2(%0 : i32)
^bb2(%a: i32):
  llvm.return %a : i32
^bb3:
  %1 = llvm.mul %n, %n : i32
  llvm.cond_br %c, ^bb1, ^bb2(%1 : i32)
}

llvm.func @never(%n: i32) -> i32 {
  llvm.return %n : i32
^bb1:
  %0 = llvm.add %n, %n : i32
  llvm.br ^bb2
^bb2:
  %1 = llvm.add %0, %n : i32
  llvm.return %1 : i32
}

llvm.func @personality(...) -> i32
llvm.func @resumes(%s: !llvm.struct<(ptr, i32)>) attributes {personality = @personality} {
  llvm.resume %s : !llvm.struct<(ptr, i32)>
}

// -----

llvm.func @both(%c: i1, %x: i64, %y: i64) -> i64 {
  llvm.cond_br %c, ^bb1(%x : i64), ^bb1(%y : i64)
^bb1(%r: i64):
  llvm.return %r : i64
}

// -----

llvm.func @slots(%n: i32, %m: i64) {
  %0 = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  %1 = llvm.alloca %m x f64 {alignment = 32 : i64} : (i64) -> !llvm.ptr
  %2 = llvm.mlir.constant(1 : i32) : i32
  %3 = llvm.alloca %2 x !llvm.struct<"pair", (i32, ptr)> : (i32) -> !llvm.ptr
  %4 = llvm.alloca %n x i8 {alignment = 4 : i64} : (i32) -> !llvm.ptr<5>
  %5 = llvm.alloca inalloca %2 x i32 : (i32) -> !llvm.ptr
  llvm.return
}

llvm.func @addresses(%p: !llvm.ptr, %q: !llvm.ptr<3>, %i: i64, %j: i32, %v: vector<4xi64>, %w: vector<4x!llvm.ptr>) {
  %0 = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %1 = llvm.getelementptr inbounds %p[%i, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f64)>
  %2 = llvm.getelementptr inbounds|nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %3 = llvm.getelementptr nusw %q[2, %j] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i16>
  %4 = llvm.getelementptr nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %5 = llvm.getelementptr %p[%i, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"pair", (i32, ptr)>
  %6 = llvm.getelementptr %w[%v] : (vector<4x!llvm.ptr>, vector<4xi64>) -> vector<4x!llvm.ptr>, f32
  %7 = llvm.load %p : !llvm.ptr -> vector<4x!llvm.ptr>
  llvm.return
}

llvm.func @accesses(%p: !llvm.ptr, %x: f32, %n: i32) {
  %0 = llvm.load %p : !llvm.ptr -> f32
  %1 = llvm.load volatile %p {alignment = 16 : i64} : !llvm.ptr -> f64
  %2 = llvm.load %p {nontemporal} : !llvm.ptr -> vector<4xf32>
  %3 = llvm.load %p invariant : !llvm.ptr -> i32
  %4 = llvm.load %p invariant_group : !llvm.ptr -> !llvm.ptr
  %5 = llvm.load %p atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %6 = llvm.load volatile %p atomic syncscope("agent") monotonic {alignment = 8 : i64} : !llvm.ptr -> f64
  %7 = llvm.load %p atomic unordered {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  llvm.store %x, %p : f32, !llvm.ptr
  llvm.store volatile %x, %p {alignment = 16 : i64} : f32, !llvm.ptr
  llvm.store %x, %p {nontemporal} : f32, !llvm.ptr
  llvm.store %x, %p invariant_group : f32, !llvm.ptr
  llvm.store %n, %p atomic seq_cst {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store volatile %n, %p atomic syncscope("agent") release {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.return
}

llvm.func @atomics(%p: !llvm.ptr, %q: !llvm.ptr<3>, %n: i32, %x: f32, %a: !llvm.ptr, %v: vector<2xf16>) {
  %0 = llvm.atomicrmw xchg %p, %n monotonic : !llvm.ptr, i32
  %1 = llvm.atomicrmw add %p, %n acquire : !llvm.ptr, i32
  %2 = llvm.atomicrmw sub %q, %n release : !llvm.ptr<3>, i32
  %3 = llvm.atomicrmw _and %p, %n acq_rel : !llvm.ptr, i32
  %4 = llvm.atomicrmw nand %p, %n seq_cst : !llvm.ptr, i32
  %5 = llvm.atomicrmw _or %p, %n syncscope("agent") seq_cst : !llvm.ptr, i32
  %6 = llvm.atomicrmw _xor %p, %n monotonic {alignment = 8 : i64} : !llvm.ptr, i32
  %7 = llvm.atomicrmw volatile max %p, %n monotonic : !llvm.ptr, i32
  %8 = llvm.atomicrmw min %p, %n monotonic : !llvm.ptr, i32
  %9 = llvm.atomicrmw umax %p, %n monotonic : !llvm.ptr, i32
  %10 = llvm.atomicrmw umin %p, %n monotonic : !llvm.ptr, i32
  %11 = llvm.atomicrmw fadd %p, %x monotonic : !llvm.ptr, f32
  %12 = llvm.atomicrmw fsub %p, %x monotonic : !llvm.ptr, f32
  %13 = llvm.atomicrmw fmax %p, %x monotonic : !llvm.ptr, f32
  %14 = llvm.atomicrmw fmin %p, %x monotonic : !llvm.ptr, f32
  %15 = llvm.atomicrmw uinc_wrap %p, %n monotonic : !llvm.ptr, i32
  %16 = llvm.atomicrmw udec_wrap %p, %n monotonic : !llvm.ptr, i32
  %17 = llvm.atomicrmw usub_cond %p, %n monotonic : !llvm.ptr, i32
  %18 = llvm.atomicrmw usub_sat %p, %n monotonic : !llvm.ptr, i32
  %19 = llvm.atomicrmw fmaximum %p, %x monotonic : !llvm.ptr, f32
  %20 = llvm.atomicrmw fminimum %p, %x monotonic : !llvm.ptr, f32
  %21 = llvm.atomicrmw xchg %p, %a monotonic : !llvm.ptr, !llvm.ptr
  %22 = llvm.atomicrmw fadd %p, %v monotonic : !llvm.ptr, vector<2xf16>
  %23 = llvm.cmpxchg %p, %n, %n acq_rel monotonic : !llvm.ptr, i32
  %24 = llvm.cmpxchg weak volatile %p, %n, %n syncscope("agent") seq_cst acquire {alignment = 8 : i64} : !llvm.ptr, i32
  %25 = llvm.cmpxchg %p, %a, %a monotonic monotonic : !llvm.ptr, !llvm.ptr
  llvm.fence acquire
  llvm.fence syncscope("agent") seq_cst
  llvm.return
}
