// Arithmetic, comparisons, casts.

// expected-note@below {{prior use here}}
llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{use of value '%b' expects different type than prior uses: 'i32' vs 'i64'}}
  %0 = llvm.add %a, %b : i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.add' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  %0 = llvm.add %x, %x : f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.fadd' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  %0 = llvm.fadd %a, %a : i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected one of none, nsw, nuw, found 'fast'}}
  %0 = llvm.add %a, %a overflow<fast> : i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected one of none, fast, nnan, ninf, nsz, arcp, contract, afn, reassoc, found 'quick'}}
  %0 = llvm.fadd %x, %x {fastmathFlags = #llvm.fastmath<quick>} : f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.add' op requires the same type for all operands and results}}
  %0 = "llvm.add"(%a, %b) : (i32, i64) -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.add' op requires the same type for all operands and results}}
  %0 = "llvm.add"(%a, %a) : (i32, i32) -> i64
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.add' op expected 2 operands, but found 1}}
  %0 = "llvm.add"(%a) : (i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.fneg' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  %0 = llvm.fneg %a : i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected one of eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge, found 'less'}}
  %0 = llvm.icmp "less" %a, %a : i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.icmp' op operand #0 must be signless integer or LLVM pointer type or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  %0 = llvm.icmp "slt" %x, %x : f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.fcmp' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  %0 = llvm.fcmp "olt" %a, %a : i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected string, found 'slt'}}
  %0 = llvm.icmp slt %a, %a : i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.icmp' op attribute 'predicate' failed to satisfy constraint: predicate of a comparison of integers, from 0 to 9}}
  %0 = "llvm.icmp"(%a, %a) <{predicate = 10 : i64}> : (i32, i32) -> i1
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.icmp' op result #0 must be bool-like, but got 'i32'}}
  %0 = "llvm.icmp"(%a, %a) <{predicate = 1 : i64}> : (i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.select' op operand #0 must be bool-like, but got 'i32'}}
  %0 = llvm.select %a, %x, %x : i32, f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.select' op expects two values of the result's type}}
  %0 = "llvm.select"(%c, %a, %b) : (i1, i32, i64) -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.sext' op integer or float width of the input type must be smaller than that of the output type}}
  %0 = llvm.sext %b : i64 to i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.zext' op integer or float width of the input type must be smaller than that of the output type}}
  %0 = llvm.zext %a : i32 to i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.sitofp' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  %0 = llvm.sitofp %x : f32 to f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.ptrtoint' op operand #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'i32'}}
  %0 = llvm.ptrtoint %a : i32 to i64
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.inttoptr' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got '!llvm.ptr'}}
  %0 = llvm.inttoptr %p : !llvm.ptr to !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.bitcast' op can only cast pointers from and to pointers}}
  %0 = llvm.bitcast %p : !llvm.ptr to i64
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.sext' op input and output vectors are of incompatible shape}}
  %0 = llvm.sext %a : i32 to vector<4xi64>
  llvm.return
}
