// llvm.icmp, llvm.fcmp and llvm.select.

llvm.func @icmp(%a: i32, %b: i32) -> i1 {
  %0 = llvm.icmp "eq" %a, %b : i32
  %1 = llvm.icmp "ne" %a, %b : i32
  %2 = llvm.icmp "slt" %a, %b : i32
  %3 = llvm.icmp "sle" %a, %b : i32
  %4 = llvm.icmp "sgt" %a, %b : i32
  %5 = llvm.icmp "sge" %a, %b : i32
  %6 = llvm.icmp "ult" %a, %b : i32
  %7 = llvm.icmp "ule" %a, %b : i32
  %8 = llvm.icmp "ugt" %a, %b : i32
  %9 = llvm.icmp "uge" %a, %b {tag} : i32
  llvm.return %9 : i1
}

llvm.func @icmp_of_others(%p: !llvm.ptr, %v: vector<4xi8>) -> vector<4xi1> {
  %0 = llvm.icmp "eq" %p, %p : !llvm.ptr
  %1 = llvm.icmp "ult" %v, %v : vector<4xi8>
  llvm.return %1 : vector<4xi1>
}

llvm.func @fcmp(%a: f32, %b: f32) -> i1 {
  %0 = llvm.fcmp "_false" %a, %b : f32
  %1 = llvm.fcmp "oeq" %a, %b : f32
  %2 = llvm.fcmp "ogt" %a, %b : f32
  %3 = llvm.fcmp "oge" %a, %b : f32
  %4 = llvm.fcmp "olt" %a, %b : f32
  %5 = llvm.fcmp "ole" %a, %b : f32
  %6 = llvm.fcmp "one" %a, %b : f32
  %7 = llvm.fcmp "ord" %a, %b : f32
  %8 = llvm.fcmp "ueq" %a, %b : f32
  %9 = llvm.fcmp "ugt" %a, %b : f32
  %10 = llvm.fcmp "uge" %a, %b : f32
  %11 = llvm.fcmp "ult" %a, %b : f32
  %12 = llvm.fcmp "ule" %a, %b : f32
  %13 = llvm.fcmp "une" %a, %b : f32
  %14 = llvm.fcmp "uno" %a, %b : f32
  %15 = llvm.fcmp "_true" %a, %b : f32
  llvm.return %15 : i1
}

llvm.func @fcmp_flags(%a: f64, %v: vector<2xf64>) -> vector<2xi1> {
  %0 = llvm.fcmp "olt" %a, %a {fastmathFlags = #llvm.fastmath<fast>} : f64
  %1 = llvm.fcmp "olt" %v, %v {fastmathFlags = #llvm.fastmath<nnan>} : vector<2xf64>
  llvm.return %1 : vector<2xi1>
}

llvm.func @select(%c: i1, %a: i32, %s: !llvm.struct<(i32, f32)>, %vc: vector<4xi1>, %v: vector<4xf32>) -> i32 {
  %0 = llvm.select %c, %a, %a : i1, i32
  %1 = llvm.select %c, %s, %s : i1, !llvm.struct<(i32, f32)>
  %2 = llvm.select %vc, %v, %v : vector<4xi1>, vector<4xf32>
  %3 = llvm.select %c, %v, %v {fastmathFlags = #llvm.fastmath<nnan>} : i1, vector<4xf32>
  llvm.return %0 : i32
}
