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
