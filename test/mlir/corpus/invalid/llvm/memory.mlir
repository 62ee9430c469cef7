// Memory and atomics.

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.alloca' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  %0 = llvm.alloca %x x i32 : (f32) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.alloca' op result #0 must be LLVM pointer type, but got 'i32'}}
  %0 = llvm.alloca %a x i32 : (i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected 'x', found 'i32'}}
  %0 = llvm.alloca %a i32 : (i32) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.load' op operand #0 must be LLVM pointer type, but got 'i32'}}
  %0 = llvm.load %a : i32 -> f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.load' op result #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  %0 = llvm.load %p : !llvm.ptr -> tensor<4xf32>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.store' op operand #1 must be LLVM pointer type, but got 'i32'}}
  llvm.store %x, %a : f32, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected ',', found ':'}}
  llvm.store %x : f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.load' op expected alignment for atomic access}}
  %0 = llvm.load %p atomic acquire : !llvm.ptr -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.load' op unsupported ordering 'release'}}
  %0 = llvm.load %p atomic release {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.store' op unsupported ordering 'acquire'}}
  llvm.store %a, %p atomic acquire {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.load' op unsupported type for atomic access: its width is not a power of 2 from 8 on}}
  %0 = llvm.load %p atomic acquire {alignment = 4 : i64} : !llvm.ptr -> !llvm.struct<(i32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.getelementptr' op operand #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'i32'}}
  %0 = llvm.getelementptr %a[0] : (i32) -> !llvm.ptr, f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.getelementptr' op cannot index into '!llvm.struct<(i32, f32)>' by 2}}
  %0 = llvm.getelementptr %p[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.getelementptr' op cannot index into '!llvm.struct<(i32, f32)>' by a dynamic index}}
  %0 = llvm.getelementptr %p[0, %b] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.getelementptr' op cannot index into 'f32' by 1}}
  %0 = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.getelementptr' op has 0 index operands, but 1 dynamic indices}}
  %0 = "llvm.getelementptr"(%p) <{elem_type = f32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.fence' op can be given only acquire, release, acq_rel, and seq_cst orderings}}
  llvm.fence monotonic
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.fence
  // expected-error@above {{expected one of not_atomic, unordered, monotonic, acquire, release, acq_rel, seq_cst, found 'llvm.return'}}
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.atomicrmw' op expected LLVM IR integer type for 'add'}}
  %0 = llvm.atomicrmw add %p, %x monotonic : !llvm.ptr, f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.atomicrmw' op expected LLVM IR floating point type for 'fadd'}}
  %0 = llvm.atomicrmw fadd %p, %a monotonic : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.atomicrmw' op expected at least 'monotonic' ordering}}
  %0 = llvm.atomicrmw add %p, %a unordered : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{expected one of xchg, add, sub, _and, nand, _or, _xor, max, min, umax, umin, fadd, fsub, fmax, fmin, uinc_wrap, udec_wrap, usub_cond, usub_sat, fmaximum, fminimum, found 'plus'}}
  %0 = llvm.atomicrmw plus %p, %a monotonic : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.cmpxchg' op failure ordering cannot be 'release' or 'acq_rel'}}
  %0 = llvm.cmpxchg %p, %a, %a monotonic release : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.cmpxchg' op ordering must be at least 'monotonic'}}
  %0 = llvm.cmpxchg %p, %a, %a unordered monotonic : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  // expected-error@below {{'llvm.cmpxchg' op unexpected LLVM IR type}}
  %0 = llvm.cmpxchg %p, %s, %s monotonic monotonic : !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.return
}
