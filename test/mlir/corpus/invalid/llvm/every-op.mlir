// Each op of the dialect with an operand, or a result, of a type that is none of LLVM's.
func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.add' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.add"(%a0, %a1) <{overflowFlags = 0 : i32}> : (tensor<4xf32>, i32) -> i32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.addrspacecast' op operand #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'tensor<4xf32>'}}
  %r = "llvm.addrspacecast"(%a0) : (tensor<4xf32>) -> !llvm.ptr
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.alloca' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.alloca"(%a0) <{alignment = 8 : i64, elem_type = !llvm.array<3 x i64>}> : (tensor<4xf32>) -> !llvm.ptr
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xi32>) {
  // expected-error@below {{'llvm.and' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.and"(%a0, %a1) : (tensor<4xf32>, vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i64) {
  // expected-error@below {{'llvm.ashr' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.ashr"(%a0, %a1) : (tensor<4xf32>, i64) -> i64
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.atomicrmw' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  %r = "llvm.atomicrmw"(%a0, %a1) <{bin_op = 1 : i64, ordering = 2 : i64}> : (tensor<4xf32>, i32) -> i32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.bitcast' op operand #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  %r = "llvm.bitcast"(%a0) : (tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32, %a2: i32) {
  // expected-error@below {{'llvm.cmpxchg' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  %r = "llvm.cmpxchg"(%a0, %a1, %a2) <{failure_ordering = 2 : i64, success_ordering = 6 : i64}> : (tensor<4xf32>, i32, i32) -> !llvm.struct<(i32, i1)>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i64) {
  // expected-error@below {{'llvm.extractelement' op operand #0 must be LLVM dialect-compatible vector type, but got 'tensor<4xf32>'}}
  %r = "llvm.extractelement"(%a0, %a1) : (tensor<4xf32>, i64) -> i32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.extractvalue' op operand #0 must be LLVM aggregate type, but got 'tensor<4xf32>'}}
  %r = "llvm.extractvalue"(%a0) <{position = array<i64: 1>}> : (tensor<4xf32>) -> i1
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: f64) {
  // expected-error@below {{'llvm.fadd' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.fadd"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, f64) -> f64
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: f32) {
  // expected-error@below {{'llvm.fcmp' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.fcmp"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>, predicate = 0 : i64}> : (tensor<4xf32>, f32) -> i1
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: f64) {
  // expected-error@below {{'llvm.fdiv' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.fdiv"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, f64) -> f64
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: f64) {
  // expected-error@below {{'llvm.fmul' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.fmul"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, f64) -> f64
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.fneg' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.fneg"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> f64
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.fpext' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.fpext"(%a0) : (tensor<4xf32>) -> vector<4xf64>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.fptosi' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.fptosi"(%a0) : (tensor<4xf32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.fptoui' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.fptoui"(%a0) : (tensor<4xf32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.fptrunc' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.fptrunc"(%a0) : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.freeze' op operand #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  %r = "llvm.freeze"(%a0) : (tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xf32>) {
  // expected-error@below {{'llvm.frem' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.frem"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<fast>}> : (tensor<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: f64) {
  // expected-error@below {{'llvm.fsub' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.fsub"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, f64) -> f64
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.getelementptr' op operand #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'tensor<4xf32>'}}
  %r = "llvm.getelementptr"(%a0) <{elem_type = !llvm.array<3 x i32>, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: 0, 1>}> : (tensor<4xf32>) -> !llvm.ptr
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.icmp' op operand #0 must be signless integer or LLVM pointer type or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.icmp"(%a0, %a1) <{predicate = 0 : i64}> : (tensor<4xf32>, i32) -> i1
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32, %a2: i64) {
  // expected-error@below {{'llvm.insertelement' op operand #0 must be LLVM dialect-compatible vector type, but got 'tensor<4xf32>'}}
  %r = "llvm.insertelement"(%a0, %a1, %a2) : (tensor<4xf32>, i32, i64) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.insertvalue' op operand #0 must be LLVM aggregate type, but got 'tensor<4xf32>'}}
  %r = "llvm.insertvalue"(%a0, %a1) <{position = array<i64: 0>}> : (tensor<4xf32>, i32) -> !llvm.struct<(i32, ptr)>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.abs' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.abs"(%a0) <{is_int_min_poison = true}> : (tensor<4xf32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.acos' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.acos"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.asin' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.asin"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.atan' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.atan"(%a0) <{fastmathFlags = #llvm.fastmath<nnan>}> : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: f32) {
  // expected-error@below {{'llvm.intr.atan2' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.atan2"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, f32) -> f32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.bitreverse' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.bitreverse"(%a0) : (tensor<4xf32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.bswap' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.bswap"(%a0) : (tensor<4xf32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.ceil' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.ceil"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xf32>) {
  // expected-error@below {{'llvm.intr.copysign' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.copysign"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.cos' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.cos"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.cosh' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.cosh"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.ctlz' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.ctlz"(%a0) <{is_zero_poison = true}> : (tensor<4xf32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.ctpop' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.ctpop"(%a0) : (tensor<4xf32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.cttz' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.cttz"(%a0) <{is_zero_poison = false}> : (tensor<4xf32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.exp' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.exp"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.exp10' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.exp10"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.exp2' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.exp2"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i64) {
  // expected-error@below {{'llvm.intr.expect' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.expect"(%a0, %a1) : (tensor<4xf32>, i64) -> i64
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.fabs' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.fabs"(%a0) <{fastmathFlags = #llvm.fastmath<nsz>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.floor' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.floor"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: f64, %a2: f64) {
  // expected-error@below {{'llvm.intr.fma' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.fma"(%a0, %a1, %a2) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, f64, f64) -> f64
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xf32>, %a2: vector<4xf32>) {
  // expected-error@below {{'llvm.intr.fmuladd' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.fmuladd"(%a0, %a1, %a2) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i8, %a2: i8) {
  // expected-error@below {{'llvm.intr.fshl' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.fshl"(%a0, %a1, %a2) : (tensor<4xf32>, i8, i8) -> i8
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i8, %a2: i8) {
  // expected-error@below {{'llvm.intr.fshr' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.fshr"(%a0, %a1, %a2) : (tensor<4xf32>, i8, i8) -> i8
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.is.fpclass' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.is.fpclass"(%a0) <{bit = 3 : i32}> : (tensor<4xf32>) -> i1
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.lifetime.end' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  "llvm.intr.lifetime.end"(%a0) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.lifetime.start' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  "llvm.intr.lifetime.start"(%a0) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.log' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.log"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.log10' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.log10"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.log2' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.log2"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xf32>) {
  // expected-error@below {{'llvm.intr.maximum' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.maximum"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xf32>) {
  // expected-error@below {{'llvm.intr.maxnum' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.maxnum"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: !llvm.ptr, %a2: i64) {
  // expected-error@below {{'llvm.intr.memcpy' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  "llvm.intr.memcpy"(%a0, %a1, %a2) <{isVolatile = true}> : (tensor<4xf32>, !llvm.ptr, i64) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: !llvm.ptr, %a2: i64) {
  // expected-error@below {{'llvm.intr.memmove' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  "llvm.intr.memmove"(%a0, %a1, %a2) <{isVolatile = true}> : (tensor<4xf32>, !llvm.ptr, i64) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i8, %a2: i64) {
  // expected-error@below {{'llvm.intr.memset' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  "llvm.intr.memset"(%a0, %a1, %a2) <{isVolatile = false}> : (tensor<4xf32>, i8, i64) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xf32>) {
  // expected-error@below {{'llvm.intr.minimum' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.minimum"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xf32>) {
  // expected-error@below {{'llvm.intr.minnum' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.minnum"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.nearbyint' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.nearbyint"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xf32>) {
  // expected-error@below {{'llvm.intr.pow' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.pow"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.intr.powi' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.powi"(%a0, %a1) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, i32) -> f32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.prefetch' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  "llvm.intr.prefetch"(%a0) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.rint' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.rint"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.round' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.round"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.roundeven' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.roundeven"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i8) {
  // expected-error@below {{'llvm.intr.sadd.sat' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.sadd.sat"(%a0, %a1) : (tensor<4xf32>, i8) -> i8
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.intr.sadd.with.overflow' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.sadd.with.overflow"(%a0, %a1) : (tensor<4xf32>, i32) -> !llvm.struct<(i32, i1)>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.sin' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.sin"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.sinh' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.sinh"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xi32>) {
  // expected-error@below {{'llvm.intr.smax' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.smax"(%a0, %a1) : (tensor<4xf32>, vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xi32>) {
  // expected-error@below {{'llvm.intr.smin' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.smin"(%a0, %a1) : (tensor<4xf32>, vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.intr.smul.with.overflow' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.smul.with.overflow"(%a0, %a1) : (tensor<4xf32>, i32) -> !llvm.struct<(i32, i1)>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.sqrt' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.sqrt"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> f64
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i8) {
  // expected-error@below {{'llvm.intr.sshl.sat' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.sshl.sat"(%a0, %a1) : (tensor<4xf32>, i8) -> i8
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i8) {
  // expected-error@below {{'llvm.intr.ssub.sat' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.ssub.sat"(%a0, %a1) : (tensor<4xf32>, i8) -> i8
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.intr.ssub.with.overflow' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.ssub.with.overflow"(%a0, %a1) : (tensor<4xf32>, i32) -> !llvm.struct<(i32, i1)>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.stackrestore' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  "llvm.intr.stackrestore"(%a0) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f() {
  // expected-error@below {{'llvm.intr.stacksave' op result #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.stacksave"() : () -> tensor<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.tan' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.tan"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.tanh' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.tanh"(%a0) <{fastmathFlags = #llvm.fastmath<fast>}> : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.trunc' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.trunc"(%a0) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i8) {
  // expected-error@below {{'llvm.intr.uadd.sat' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.uadd.sat"(%a0, %a1) : (tensor<4xf32>, i8) -> i8
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.intr.uadd.with.overflow' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.uadd.with.overflow"(%a0, %a1) : (tensor<4xf32>, i32) -> !llvm.struct<(i32, i1)>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xi32>) {
  // expected-error@below {{'llvm.intr.umax' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.umax"(%a0, %a1) : (tensor<4xf32>, vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xi32>) {
  // expected-error@below {{'llvm.intr.umin' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.umin"(%a0, %a1) : (tensor<4xf32>, vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xi8>) {
  // expected-error@below {{'llvm.intr.umul.with.overflow' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.umul.with.overflow"(%a0, %a1) : (tensor<4xf32>, vector<4xi8>) -> !llvm.struct<(vector<4xi8>, vector<4xi1>)>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i8) {
  // expected-error@below {{'llvm.intr.ushl.sat' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.ushl.sat"(%a0, %a1) : (tensor<4xf32>, i8) -> i8
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i8) {
  // expected-error@below {{'llvm.intr.usub.sat' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.usub.sat"(%a0, %a1) : (tensor<4xf32>, i8) -> i8
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.intr.usub.with.overflow' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.intr.usub.with.overflow"(%a0, %a1) : (tensor<4xf32>, i32) -> !llvm.struct<(i32, i1)>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: !llvm.ptr) {
  // expected-error@below {{'llvm.intr.vacopy' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  "llvm.intr.vacopy"(%a0, %a1) : (tensor<4xf32>, !llvm.ptr) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.vaend' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  "llvm.intr.vaend"(%a0) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.intr.vastart' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  "llvm.intr.vastart"(%a0) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.inttoptr' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.inttoptr"(%a0) : (tensor<4xf32>) -> vector<2x!llvm.ptr>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'llvm.landingpad' op result #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  %r = "llvm.landingpad"() <{cleanup}> : () -> tensor<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.load' op operand #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  %r = "llvm.load"(%a0) <{ordering = 0 : i64}> : (tensor<4xf32>) -> i32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i64) {
  // expected-error@below {{'llvm.lshr' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.lshr"(%a0, %a1) : (tensor<4xf32>, i64) -> i64
  return
}

// -----

func.func @f() {
  // expected-error@below {{'llvm.mlir.addressof' op result #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  %r = "llvm.mlir.addressof"() <{global_name = @variable}> : () -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'llvm.mlir.constant' op result #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  %r = "llvm.mlir.constant"() <{value = 42 : i32}> : () -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'llvm.mlir.none' op result #0 must be LLVM token type, but got 'tensor<4xf32>'}}
  %r = "llvm.mlir.none"() : () -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'llvm.mlir.poison' op result #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  %r = "llvm.mlir.poison"() : () -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'llvm.mlir.undef' op result #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  %r = "llvm.mlir.undef"() : () -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@below {{'llvm.mlir.zero' op result #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  %r = "llvm.mlir.zero"() : () -> tensor<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.mul' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.mul"(%a0, %a1) <{overflowFlags = 0 : i32}> : (tensor<4xf32>, i32) -> i32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xi32>) {
  // expected-error@below {{'llvm.or' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.or"(%a0, %a1) <{isDisjoint}> : (tensor<4xf32>, vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.ptrtoint' op operand #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'tensor<4xf32>'}}
  %r = "llvm.ptrtoint"(%a0) : (tensor<4xf32>) -> vector<2xi64>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.resume' op operand #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  "llvm.resume"(%a0) : (tensor<4xf32>) -> ()
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.return' op operand #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  "llvm.return"(%a0) : (tensor<4xf32>) -> ()
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.sdiv' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.sdiv"(%a0, %a1) : (tensor<4xf32>, i32) -> i32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32, %a2: i32) {
  // expected-error@below {{'llvm.select' op operand #0 must be bool-like, but got 'tensor<4xf32>'}}
  %r = "llvm.select"(%a0, %a1, %a2) <{fastmathFlags = #llvm.fastmath<none>}> : (tensor<4xf32>, i32, i32) -> i32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.sext' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.sext"(%a0) : (tensor<4xf32>) -> i64
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i64) {
  // expected-error@below {{'llvm.shl' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.shl"(%a0, %a1) <{overflowFlags = 0 : i32}> : (tensor<4xf32>, i64) -> i64
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xf32>) {
  // expected-error@below {{'llvm.shufflevector' op operand #0 must be LLVM dialect-compatible vector type, but got 'tensor<4xf32>'}}
  %r = "llvm.shufflevector"(%a0, %a1) <{mask = array<i32: 0, 4, 1, 5, 2, 6, 3, 7>}> : (tensor<4xf32>, vector<4xf32>) -> vector<8xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.sitofp' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.sitofp"(%a0) : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xi32>) {
  // expected-error@below {{'llvm.srem' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.srem"(%a0, %a1) : (tensor<4xf32>, vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: !llvm.ptr) {
  // expected-error@below {{'llvm.store' op operand #0 must be LLVM dialect-compatible type, but got 'tensor<4xf32>'}}
  "llvm.store"(%a0, %a1) <{ordering = 0 : i64}> : (tensor<4xf32>, !llvm.ptr) -> ()
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.sub' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.sub"(%a0, %a1) <{overflowFlags = 0 : i32}> : (tensor<4xf32>, i32) -> i32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.trunc' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.trunc"(%a0) <{overflowFlags = 0 : i32}> : (tensor<4xf32>) -> i8
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: i32) {
  // expected-error@below {{'llvm.udiv' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.udiv"(%a0, %a1) : (tensor<4xf32>, i32) -> i32
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.uitofp' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.uitofp"(%a0) <{nonNeg}> : (tensor<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xi32>) {
  // expected-error@below {{'llvm.urem' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.urem"(%a0, %a1) : (tensor<4xf32>, vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>, %a1: vector<4xi32>) {
  // expected-error@below {{'llvm.xor' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.xor"(%a0, %a1) : (tensor<4xf32>, vector<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a0: tensor<4xf32>) {
  // expected-error@below {{'llvm.zext' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'tensor<4xf32>'}}
  %r = "llvm.zext"(%a0) : (tensor<4xf32>) -> i64
  return
}
