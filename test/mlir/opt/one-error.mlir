// One error for one mistake: as mlir-opt 22 gives it, for the same text.
// RUN: mlir-lite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect -o /dev/null
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect -o /dev/null

func.func @f(%m: memref<4xi32>, %i: index) {
  // expected-error@+1 {{op result #0 must be }}
  %0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> i32
}
// -----
func.func @f() {
  // expected-error@+1 {{'arith.constant' op requires attribute 'value'}}
  %0 = "arith.constant"() : () -> i32
}
// -----
func.func @f(%m: memref<4xi32>, %i: index) {
  // expected-error@+1 {{'memref.load' op}}
  %0 = "memref.load"(%m, %i) : (memref<4xi32>, index) -> f32
}
// -----
func.func @f() {
  llvm.func @g()
  // expected-error@-1 {{symbol's parent must have the SymbolTable trait}}
  return
}
// -----
func.func @f() {
  // expected-error@+1 {{symbol's parent must have the SymbolTable trait}}
  llvm.mlir.global internal @g(42 : i32) : i32
  return
}
// -----
func.func @f() {
  // An op that nobody knows may be a table.
  "foo.table"() ({
    func.func private @g()
  }) : () -> ()
  return
}
// -----
// expected-error@+1 {{'func.func' op type of entry block argument #0('i64') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() <{sym_name = "f", function_type = (i32) -> ()}> ({
^bb0(%a: i64):
  func.return
}) : () -> ()
// -----
// Both operands and the result are wrong: the first is reported.
func.func @f(%a: f32) -> f32 {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless-integer-like}}
  %0 = "arith.addi"(%a, %a) : (f32, f32) -> f32
  return %0 : f32
}
// -----
func.func @f(%a: i32) -> f32 {
  // expected-error@+1 {{'arith.addi' op}}
  %0 = "arith.addi"(%a) : (i32) -> f32
  return %0 : f32
}
// -----
func.func @f(%a: i32) -> f32 {
  // expected-error@+1 {{'arith.cmpi' op requires attribute 'predicate'}}
  %0 = "arith.cmpi"(%a, %a) : (i32, i32) -> f32
  return %0 : f32
}
// -----
func.func @f(%a: i32, %b: f32) {
  // expected-error@+1 {{'memref.store' op operand #1 must be memref of any type values}}
  "memref.store"(%a, %a, %b) : (i32, i32, f32) -> ()
  return
}
// -----
// A block without a terminator, and an op that is wrong.
func.func @f(%a: f32) {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless-integer-like}}
  %0 = "arith.addi"(%a, %a) : (f32, f32) -> f32
}
// -----
func.func @f(%c: i1, %a: f32) {
  "scf.if"(%c) ({
    // expected-error@+1 {{'arith.addi' op operand #0 must be signless-integer-like}}
    %0 = "arith.addi"(%a, %a) : (f32, f32) -> f32
  }, {
  }) : (i1) -> ()
  return
}
// -----
func.func @f() -> i32 {
  // expected-error@+1 {{use of undeclared SSA value name}}
  %1 = arith.addi %0, %0 : i32
  %2 = arith.addi %1, %0 : i32
  return %0 : i32
}
// -----
func.func @f(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  // expected-note@+1 {{operand defined here}}
  %0 = arith.addi %a, %a : i32
  cf.br ^b
^b:
  // expected-error@+1 {{operand #0 does not dominate this use}}
  %1 = arith.addi %0, %a : i32
  %2 = arith.addi %0, %0 : i32
  return %0 : i32
}
// -----
func.func @f(%a: i32) -> i32 {
  // expected-note@+1 {{}}
  %0 = arith.addi %a, %a : i32
  // expected-error@+1 {{redefinition of SSA value '%0'}}
  %0 = arith.muli %a, %a : i32
  return %0 : i32
}
// -----
// expected-note@+1 {{previously defined here}}
func.func @f(%a: i32) {
  // expected-error@+1 {{redefinition of SSA value '%a'}}
  %a = arith.muli %a, %a : i32
  return
}
// -----
func.func @f(%a: i32) -> i32 {
  // expected-error@+1 {{expected ':'}}
  %0 = arith.addi %a, %a foo : i32
  return %0 : i32
}
// -----
func.func @f() {
  // expected-error@+1 {{reference to an undefined block}}
  cf.br ^b
}
// -----
func.func @f(%a: i32) {
  // expected-error@+1 {{'cf.br' op}}
  "cf.br"() : () -> ()
}
// -----
func.func @f(%a: i32) {
  // expected-error@+1 {{branch has 2 operands for successor #0, but target block has 1}}
  cf.br ^b(%a, %a : i32, i32)
^b(%b: i64):
  return
}
// -----
func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{type mismatch for bb argument #0 of successor #0}}
  cf.cond_br %c, ^b(%a, %a : i32, i32), ^b(%a, %a : i32, i32)
^b(%b: i64, %d: i64):
  return
}
// -----
func.func @f(%a: f32) -> i32 {
  // expected-error@+1 {{'func.return' op}}
  "func.return"(%a, %a) : (f32, f32) -> ()
}
// -----
func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{must be the last operation in the parent block}}
  "func.return"() : () -> ()
  // The ops after it are not wrong.
  %0 = arith.addi %a, %a : i32
  "func.return"() : () -> ()
}
// -----
// A branch that is wrong by itself is not compared with what its target takes.
func.func @f(%a: i32, %x: f32) {
  // expected-error@+1 {{'cf.cond_br' op operand #0 must be 1-bit signless integer}}
  "cf.cond_br"(%a, %x)[^b, ^b] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, f32) -> ()
^b:
  return
}
// -----
// Two values are returned wrongly.
func.func @f(%a: i32, %x: f32) -> (f32, i32) {
  // expected-error@+1 {{type of return operand 0 ('i32') doesn't match function result type ('f32')}}
  return %a, %x : i32, f32
}
// -----
func.func @f(%x: f32) -> tensor<3xi32> {
  // expected-error@+1 {{'tensor.from_elements' op}}
  %0 = "tensor.from_elements"(%x, %x) : (f32, f32) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
// -----
func.func @f(%i: index, %x: f32, %m: memref<4xf32>, %n: memref<4xf32, 1>, %t: memref<1xi32>) {
  // expected-error@+1 {{'affine.dma_start' op}}
  "affine.dma_start"(%m, %x, %n, %x, %t, %x, %x) {src_map = affine_map<(d0) -> (d0)>, dst_map = affine_map<(d0) -> (d0)>, tag_map = affine_map<(d0) -> (d0)>} : (memref<4xf32>, f32, memref<4xf32, 1>, f32, memref<1xi32>, f32, f32) -> ()
  return
}
// -----
llvm.func @g()
llvm.func @f() {
  // expected-error@+1 {{'llvm.mlir.addressof' op result #0 must be LLVM pointer type, but got 'tensor<4xf32>'}}
  %0 = "llvm.mlir.addressof"() <{global_name = @nothing}> : () -> tensor<4xf32>
  llvm.return
}
