// Landing pads and operand bundles.

// No personality.
llvm.func @f() {
  // expected-error@below {{'llvm.landingpad' op needs to be in a function with a personality}}
  %0 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.return
}

// -----

// What is caught has to be known.
llvm.func @personality(...) -> i32
llvm.func @f(%p: !llvm.ptr) attributes {personality = @personality} {
  // expected-error@below {{'llvm.landingpad' op expects clause #0 to be the result of 'llvm.mlir.zero', 'llvm.mlir.addressof' or 'llvm.bitcast'}}
  %0 = llvm.landingpad (catch %p : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.return
}

// -----

// Nothing is caught.
llvm.func @personality(...) -> i32
llvm.func @f() attributes {personality = @personality} {
  // expected-error@below {{'llvm.landingpad' op expects at least one clause or 'cleanup'}}
  %0 = llvm.landingpad : !llvm.struct<(ptr, i32)>
  llvm.return
}

// -----

// A bundle without its values.
llvm.func @callee(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error@below {{'llvm.call' op operand bundles have 1 operands, but 'op_bundle_sizes' adds up to 2}}
  %0 = "llvm.call"(%a, %a) <{callee = @callee, op_bundle_sizes = array<i32: 2>, op_bundle_tags = ["deopt"], operandSegmentSizes = array<i32: 1, 1>}> : (i32, i32) -> i32
  llvm.return
}

// -----

// More tags than bundles.
llvm.func @callee(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error@below {{'llvm.call' op expected 1 operand bundle tags, but got 2}}
  %0 = "llvm.call"(%a, %a) <{callee = @callee, op_bundle_sizes = array<i32: 1>, op_bundle_tags = ["a", "b"], operandSegmentSizes = array<i32: 1, 1>}> : (i32, i32) -> i32
  llvm.return
}

// -----

// A tag that is not a string.
llvm.func @callee(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error@below {{'llvm.call' op operand bundle tags must be strings}}
  %0 = "llvm.call"(%a, %a) <{callee = @callee, op_bundle_sizes = array<i32: 1>, op_bundle_tags = [1], operandSegmentSizes = array<i32: 1, 1>}> : (i32, i32) -> i32
  llvm.return
}

// -----

// A bundle in custom form has parentheses.
llvm.func @callee(i32) -> i32
llvm.func @f(%a: i32) {
  // expected-error@below {{expected '(', found ']'}}
  %0 = llvm.call @callee(%a) ["deopt"] : (i32) -> i32
  llvm.return
}

// -----

// Overflow of two types.
llvm.func @f(%a: i32, %b: i64) {
  // expected-error@below {{'llvm.intr.sadd.with.overflow' op requires all operands to have the same type}}
  %0 = "llvm.intr.sadd.with.overflow"(%a, %b) : (i32, i64) -> !llvm.struct<(i32, i1)>
  llvm.return
}

// -----

// A float power.
llvm.func @f(%x: f32) {
  // expected-error@below {{'llvm.intr.powi' op operand #1 must be signless integer, but got 'f32'}}
  %0 = llvm.intr.powi(%x, %x) : (f32, f32) -> f32
  llvm.return
}

// -----

// The list of arguments is in memory.
llvm.func @f(%a: i64) {
  // expected-error@below {{'llvm.intr.vastart' op operand #0 must be LLVM pointer type, but got 'i64'}}
  llvm.intr.vastart %a : i64
  llvm.return
}

// -----

llvm.func @g(i32)
llvm.func @f(%a: i32) {
  // expected-error@below {{'llvm.invoke' op first operation in unwind destination should be a llvm.landingpad operation}}
  llvm.invoke @g(%a) to ^bb1 unwind ^bb1 : (i32) -> ()
^bb1:
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error@below {{expected 'att' or 'intel'}}
  llvm.inline_asm asm_dialect = gas "nop", "" : () -> ()
  llvm.return
}
