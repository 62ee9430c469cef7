llvm.func @f(%p: !llvm.ptr, %a: i32, %b: i64) {
  // expected-error@below {{'llvm.cmpxchg' op expects two values of one type, and a struct of it and 'i1' as result}}
  %0 = "llvm.cmpxchg"(%p, %a, %b) <{failure_ordering = 2 : i64, success_ordering = 2 : i64}> : (!llvm.ptr, i32, i64) -> !llvm.struct<(i32, i1)>
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %a: i32, %b: i64) {
  // expected-error@below {{'llvm.cmpxchg' op result #0 must be LLVM aggregate type, but got 'i32'}}
  %0 = "llvm.cmpxchg"(%p, %a, %a) <{failure_ordering = 2 : i64, success_ordering = 2 : i64}> : (!llvm.ptr, i32, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%s: !llvm.struct<(i32)>) {
  // expected-error@below {{'llvm.bitcast' op expects numbers, pointers or vectors, no structs or arrays}}
  %0 = llvm.bitcast %s : !llvm.struct<(i32)> to i32
  llvm.return
}

// -----

llvm.func @f(%s: i64) {
  // expected-error@below {{'llvm.switch' op expects cases of its operand's type, an integer}}
  "llvm.switch"(%s)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i64) -> ()
^bb1:
  llvm.return
}

// -----

llvm.func @f(%s: f32) {
  // expected-error@below {{'llvm.switch' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.switch"(%s)[^bb1] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (f32) -> ()
^bb1:
  llvm.return
}

// -----

// expected-error@below {{expected a type of LLVM's for the result, found 'index'}}
llvm.func @f() -> index

// -----

// expected-error@below {{expected a type of LLVM's for the argument, found 'index'}}
llvm.func @f(index)

// -----

// expected-error@below {{'llvm.func' op entry block arguments must have the function's parameter types}}
"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void (i32)>}> ({
^bb0(%a: i64):
  llvm.return
}) : () -> ()

// -----

// expected-error@below {{'llvm.func' op entry block arguments must have the function's parameter types}}
"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void (i32)>}> ({
^bb0:
  llvm.return
}) : () -> ()

// -----

// expected-error@below {{'llvm.mlir.global' op expects type to be a valid element type for an LLVM global}}
"llvm.mlir.global"() <{global_type = !llvm.void, linkage = #llvm.linkage<external>, sym_name = "g", addr_space = 0 : i32}> ({}) : () -> ()

// -----

// expected-error@below {{'llvm.mlir.global' op expects an initializer region of one block}}
llvm.mlir.global internal @g() : i32 {
  llvm.br ^bb1
^bb1:
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}

// -----

llvm.func @f(%n: i64) {
  // expected-error@below {{expected a type such as '(i64) -> !llvm.ptr'}}
  %0 = llvm.alloca %n x i32 : (i64, i64) -> !llvm.ptr
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error@below {{expected a constant index of 32 bits}}
  %0 = llvm.getelementptr %p[4294967296] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.return
}

// -----

llvm.func @f(%v: vector<4xf32>) {
  // expected-error@below {{expected a position of 32 bits}}
  %0 = llvm.shufflevector %v, %v [4294967296] : vector<4xf32>
  llvm.return
}

// -----

// expected-error@below {{expected an address space: a number from 0 to 4294967295}}
llvm.func @f(!llvm.ptr<4294967296>)

// -----

// expected-error@below {{unknown type 'fruit' in dialect 'llvm'}}
llvm.func @f(!llvm.fruit)

// -----

// expected-error@below {{unknown type '"[4 x i8]"' in dialect 'llvm'}}
llvm.func @f(!llvm<"[4 x i8]">)

// -----

// expected-error@below {{unknown type '"<4 x float>"' in dialect 'llvm'}}
llvm.func @f(!llvm<"<4 x float>">)

// -----

// expected-error@below {{expected a struct of the same name as one around it to be written without a body}}
llvm.func @f(!llvm.struct<"a", (struct<"a", (i32)>)>)

// -----

llvm.func @f(%a: i1) {
  // expected-error@below {{expected a weight of 32 bits}}
  llvm.cond_br %a weights([4294967296, 1]), ^bb1, ^bb1
^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i1) {
  // expected-error@below {{'llvm.mlir.none' op result #0 must be LLVM token type, but got 'i32'}}
  "llvm.mlir.none"() : () -> i32
  llvm.return
}

// -----

llvm.func @f(%a: i1) {
  // expected-error@below {{expected a struct or an array at index 0, found 'i1'}}
  %0 = llvm.extractvalue %a[0] : i1
  llvm.return
}

// -----

// expected-error@below {{'llvm.mlir.global' op attribute 'linkage' failed to satisfy constraint: LLVM linkage specification}}
"llvm.mlir.global"() <{global_type = i32, linkage = 1 : i32, sym_name = "g", addr_space = 0 : i32}> ({}) : () -> ()

// -----

// expected-error@below {{'llvm.func' op attribute 'function_type' failed to satisfy constraint: type attribute of LLVM function type}}
"llvm.func"() <{sym_name = "f", function_type = i32}> ({}) : () -> ()

// -----

// expected-error@below {{'llvm.func' op attribute 'CConv' failed to satisfy constraint: LLVM Calling Convention specification}}
"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void ()>, CConv = 3 : i32}> ({}) : () -> ()

// -----

llvm.func @f(%x: f32) {
  // expected-error@below {{'llvm.fadd' op attribute 'fastmathFlags' failed to satisfy constraint: LLVM fastmath flags}}
  %0 = "llvm.fadd"(%x, %x) <{fastmathFlags = 3 : i32}> : (f32, f32) -> f32
  llvm.return
}

// -----

llvm.func @f(%x: f32) {
  // expected-error@below {{'llvm.call' op attribute 'TailCallKind' failed to satisfy constraint: LLVM tail call kind}}
  "llvm.call"() <{TailCallKind = 3 : i32, callee = @f, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
  llvm.return
}

// -----

// expected-error@below {{attribute 'ctors' must be: flat symbol ref array attribute}}
llvm.mlir.global_ctors ctors = [3 : i32], priorities = [0 : i32], data = [#llvm.zero]

// -----

llvm.func @f() {
  llvm.return
}
// expected-error@below {{attribute 'data' must be: array attribute of `#llvm.zero` or symbols}}
llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [3 : i32]

// -----

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @f(%fp: !llvm.ptr, %a: i32) {
  // expected-error@below {{'llvm.call' op is said to call a function of type '!llvm.func<i1 (ptr, ...)>', which has another result}}
  %0 = llvm.call @printf(%fp, %a) vararg(!llvm.func<i1 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  llvm.return
}

// -----

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @f(%fp: !llvm.ptr, %a: i32) {
  // expected-error@below {{'llvm.call' op is said to call a function of type '!llvm.func<i32 (ptr)>', which has no '...'}}
  %0 = llvm.call @printf(%fp, %a) vararg(!llvm.func<i32 (ptr)>) : (!llvm.ptr, i32) -> i32
  llvm.return
}

// -----

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @f(%fp: !llvm.ptr, %a: i32) {
  // expected-error@below {{'llvm.call' op is said to call a function of type '!llvm.func<i32 (i32, ...)>', which takes other arguments}}
  %0 = llvm.call @printf(%fp, %a) vararg(!llvm.func<i32 (i32, ...)>) : (!llvm.ptr, i32) -> i32
  llvm.return
}

// -----

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @f(%fp: !llvm.ptr, %a: i32) {
  // expected-error@below {{'llvm.call' op attribute 'var_callee_type' failed to satisfy constraint: type attribute of LLVM function type}}
  %0 = llvm.call @printf(%fp, %a) vararg(i32) : (!llvm.ptr, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%fp: !llvm.ptr, %a: i32) {
  // expected-error@below {{'llvm.call' op is said to call a function of type '!llvm.func<i64 (i32, ...)>', which has another result}}
  %0 = llvm.call %fp(%a) vararg(!llvm.func<i64 (i32, ...)>) : !llvm.ptr, (i32) -> i32
  llvm.return
}

// -----

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @f(%fp: !llvm.ptr, %a: i32) {
  // expected-error@below {{'llvm.call' op calls a function with any number of arguments: write 'vararg(!llvm.func<i32 (ptr, ...)>)'}}
  %0 = llvm.call @printf(%fp, %a) : (!llvm.ptr, i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i64) {
  // expected-error@below {{expected SSA operand, found 'nuw'}}
  %2 = llvm.getelementptr nuw nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i64) {
  // expected-error@below {{expected SSA operand, found 'nuw'}}
  %2 = llvm.getelementptr inbounds nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %i: i64) {
  // expected-error@below {{expected one of none, inbounds_flag, nusw, nuw, inbounds, found '%p'}}
  %2 = llvm.getelementptr inbounds| %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return
}

// -----

func.func @f(%a: vector<2x2xf32>) {
  // expected-error@below {{'llvm.fneg' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'vector<2x2xf32>'}}
  %0 = "llvm.fneg"(%a) : (vector<2x2xf32>) -> vector<2x2xf32>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %b: i7, %n: i64) {
  // expected-error@below {{'llvm.intr.memset' op operand #1 must be 8-bit signless integer, but got 'i7'}}
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = true}> : (!llvm.ptr, i7, i64) -> ()
  return
}
