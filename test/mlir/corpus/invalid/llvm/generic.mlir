// Types of results that the custom forms of llvm ops do not have, and numbers that stand for nothing.

llvm.func @f(%a: i32) {
  // expected-error@below {{'llvm.icmp' op expects a result 'i1', or a vector of it as long as the operands}}
  %0 = "llvm.icmp"(%a, %a) <{predicate = 0 : i64}> : (i32, i32) -> vector<2xi1>
  llvm.return
}

// -----

llvm.func @f(%s: !llvm.struct<(i32)>, %a: i32) {
  // expected-error@below {{'llvm.insertvalue' op expects a result of the container's type}}
  %0 = "llvm.insertvalue"(%s, %a) <{position = array<i64: 0>}> : (!llvm.struct<(i32)>, i32) -> !llvm.struct<(i64)>
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %a: i32) {
  // expected-error@below {{'llvm.atomicrmw' op expects a result of the value's type}}
  %0 = "llvm.atomicrmw"(%p, %a) <{bin_op = 1 : i64, ordering = 4 : i64}> : (!llvm.ptr, i32) -> i64
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %a: i32) {
  // expected-error@below {{'llvm.atomicrmw' op attribute 'bin_op' failed to satisfy constraint: llvm.atomicrmw binary operations}}
  %0 = "llvm.atomicrmw"(%p, %a) <{bin_op = 99 : i64, ordering = 4 : i64}> : (!llvm.ptr, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error@below {{'llvm.load' op attribute 'ordering' failed to satisfy constraint: Atomic ordering for LLVM's memory model}}
  %0 = "llvm.load"(%p) <{ordering = 99 : i64}> : (!llvm.ptr) -> i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error@below {{'llvm.load' op expected syncscope to be null for non-atomic access}}
  %0 = "llvm.load"(%p) <{ordering = 0 : i64, syncscope = "agent"}> : (!llvm.ptr) -> i32
  llvm.return
}

// -----

llvm.func @f(%v: vector<4xi32>, %i: i32) {
  // expected-error@below {{'llvm.extractelement' op expects a result of the vector's element type}}
  %0 = "llvm.extractelement"(%v, %i) : (vector<4xi32>, i32) -> i64
  llvm.return
}

// -----

llvm.func @f(%v: vector<4xi32>, %a: i64, %i: i32) {
  // expected-error@below {{'llvm.insertelement' op expects a value of the vector's element type, and a result of the vector's type}}
  %0 = "llvm.insertelement"(%v, %a, %i) : (vector<4xi32>, i64, i32) -> vector<4xi32>
  llvm.return
}

// -----

llvm.func @f(%v: vector<4xi32>, %w: vector<2xi32>) {
  // expected-error@below {{'llvm.shufflevector' op expects vectors of one type, and as result one of their elements, as long as the mask}}
  %0 = "llvm.shufflevector"(%v, %w) <{mask = array<i32: 0, 1>}> : (vector<4xi32>, vector<2xi32>) -> vector<2xi32>
  llvm.return
}
