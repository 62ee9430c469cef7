// Integer and floating point arithmetic, with flags.

llvm.func @integers(%a: i32, %b: i32) -> i32 {
  %0 = llvm.add %a, %b : i32
  %1 = llvm.sub %0, %b : i32
  %2 = llvm.mul %1, %b : i32
  %3 = llvm.udiv %2, %b : i32
  %4 = llvm.sdiv %3, %b : i32
  %5 = llvm.urem %4, %b : i32
  %6 = llvm.srem %5, %b : i32
  llvm.return %6 : i32
}

llvm.func @bits(%a: i64, %b: i64) -> i64 {
  %0 = llvm.and %a, %b : i64
  %1 = llvm.or %0, %b : i64
  %2 = llvm.xor %1, %b : i64
  %3 = llvm.shl %2, %b : i64
  %4 = llvm.lshr %3, %b : i64
  %5 = llvm.ashr %4, %b : i64
  llvm.return %5 : i64
}

llvm.func @overflow_flags(%a: i32, %b: i32) -> i32 {
  %0 = llvm.add %a, %b overflow<nsw> : i32
  %1 = llvm.sub %0, %b overflow<nuw> : i32
  %2 = llvm.mul %1, %b overflow<nsw, nuw> : i32
  %3 = llvm.shl %2, %b overflow<nuw, nsw> {tag} : i32
  %4 = llvm.add %3, %b overflow<none> : i32
  llvm.return %4 : i32
}

llvm.func @exact_and_disjoint(%a: i32, %b: i32) -> i32 {
  %0 = llvm.sdiv exact %a, %b : i32
  %1 = llvm.udiv exact %0, %b : i32
  %2 = llvm.lshr exact %1, %b : i32
  %3 = llvm.ashr exact %2, %b {tag = 1 : i8} : i32
  %4 = llvm.or disjoint %3, %b : i32
  llvm.return %4 : i32
}

llvm.func @floats(%a: f64, %b: f64) -> f64 {
  %0 = llvm.fadd %a, %b : f64
  %1 = llvm.fsub %0, %b : f64
  %2 = llvm.fmul %1, %b : f64
  %3 = llvm.fdiv %2, %b : f64
  %4 = llvm.frem %3, %b : f64
  %5 = llvm.fneg %4 : f64
  llvm.return %5 : f64
}

llvm.func @fastmath(%a: f32, %b: f32) -> f32 {
  %0 = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<fast>} : f32
  %1 = llvm.fmul %0, %b {fastmathFlags = #llvm.fastmath<nnan, ninf>} : f32
  %2 = llvm.fsub %1, %b {fastmathFlags = #llvm.fastmath<contract, nsz, arcp>} : f32
  %3 = llvm.fdiv %2, %b {fastmathFlags = #llvm.fastmath<reassoc, afn>, tag} : f32
  %4 = llvm.fneg %3 {fastmathFlags = #llvm.fastmath<none>} : f32
  llvm.return %4 : f32
}

llvm.func @of_vectors(%a: vector<4xi32>, %x: vector<4xf32>) -> vector<4xf32> {
  %0 = llvm.add %a, %a : vector<4xi32>
  %1 = llvm.shl %0, %a overflow<nsw> : vector<4xi32>
  %2 = llvm.fadd %x, %x : vector<4xf32>
  %3 = llvm.fneg %2 : vector<4xf32>
  llvm.return %3 : vector<4xf32>
}

llvm.func @odd_widths(%a: i1, %b: i13, %c: i128) {
  %0 = llvm.xor %a, %a : i1
  %1 = llvm.mul %b, %b : i13
  %2 = llvm.udiv %c, %c : i128
  llvm.return
}
