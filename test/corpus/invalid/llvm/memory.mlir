// Memory and atomics.

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.alloca %x x i32 : (f32) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.alloca %a x i32 : (i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.alloca %a i32 : (i32) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.load %a : i32 -> f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.load %p : !llvm.ptr -> tensor<4xf32>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.store %x, %a : f32, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.store %x : f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.load %p atomic acquire : !llvm.ptr -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.load %p atomic release {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.store %a, %p atomic acquire {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.load %p atomic acquire {alignment = 4 : i64} : !llvm.ptr -> !llvm.struct<(i32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.getelementptr %a[0] : (i32) -> !llvm.ptr, f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.getelementptr %p[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.getelementptr %p[0, %b] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = "llvm.getelementptr"(%p) <{elem_type = f32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.fence monotonic
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  llvm.fence
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.atomicrmw add %p, %x monotonic : !llvm.ptr, f32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.atomicrmw fadd %p, %a monotonic : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.atomicrmw add %p, %a unordered : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.atomicrmw plus %p, %a monotonic : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.cmpxchg %p, %a, %a monotonic release : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.cmpxchg %p, %a, %a unordered monotonic : !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%a: i32, %b: i64, %c: i1, %x: f32, %p: !llvm.ptr, %v: vector<4xf32>, %s: !llvm.struct<(i32, f32)>) {
  %0 = llvm.cmpxchg %p, %s, %s monotonic monotonic : !llvm.ptr, !llvm.struct<(i32, f32)>
  llvm.return
}
