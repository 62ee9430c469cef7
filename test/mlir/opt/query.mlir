// Questions about IR: ops, symbols, and the uses of values and symbols.
// RUN: mlir-lite-opt %s --query=ops:arith.addi | FileCheck %s --check-prefix=OPS
// RUN: mlir-lite-opt %s --query=ops --cse -o %t; FileCheck %s --check-prefix=ALL < %t
// RUN: mlir-lite-opt %s --query=symbols | FileCheck %s --check-prefix=SYMBOLS
// RUN: mlir-lite-opt %s --query=symbols --query-json | FileCheck %s --check-prefix=JSON
// RUN: mlir-lite-opt %s --query='uses:@twice' | FileCheck %s --check-prefix=CALLS
// RUN: mlir-lite-opt %s --query='uses:@m::@inner' | diff - /dev/null
// RUN: mlir-lite-opt %s --query=uses:%x | FileCheck %s --check-prefix=ARGUMENT
// RUN: mlir-lite-opt %s --query=uses:%pair | FileCheck %s --check-prefix=PAIR
// RUN: mlir-lite-opt %s --query='uses:%pair#1' --query-json | FileCheck %s --check-prefix=SECOND
// RUN: not mlir-lite-opt %s --query='uses:@twise' 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not mlir-lite-opt %s --query=uses:%nothing 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not mlir-lite-opt %s --query=ops:arith.adi 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not --status=2 mlir-lite-opt %s --query=uses 2>&1 | FileCheck %s --check-prefix=FORM

// OPS: query.mlir:{{[0-9]+}}:8: arith.addi -> i32
// OPS-NOT: {{.}}
// ALL: query.mlir:{{.*}}: func.func @twice
// ALL: query.mlir:{{.*}}: func.return
// SYMBOLS: func.func @twice private, 2 uses
// SYMBOLS: func.func @main public, 0 uses
// SYMBOLS: builtin.module @m public, 0 uses
// SYMBOLS: func.func @m::@inner public, 0 uses
// JSON: [
// JSON: "file": "{{.*}}query.mlir"
// JSON: "op": "func.func"
// JSON: "symbol": "@twice"
// JSON: "uses": 2
// JSON: "visibility": "private"
// CALLS-COUNT-2: func.call refers to @twice as @twice
// CALLS-NOT: {{.}}
// ARGUMENT: arith.addi has %x as operand #0
// ARGUMENT: arith.addi has %x as operand #1
// ARGUMENT-NOT: {{.}}
// PAIR: func.call has %pair as operand #0
// PAIR: func.call has %pair as operand #0
// SECOND: "line": [[#]]
// SECOND: "of": "scf.if"
// SECOND-NOT: "of"
// NEAR: error: there is no symbol '@twise'; did you mean '@twice'?
// NOTHING: error: there is no value '%nothing'
// NAME: error: dialect 'arith' has no op 'adi'; did you mean 'arith.addi'?
// FORM: expected 'ops', 'ops:NAME', 'symbols', 'uses:%NAME' or 'uses:@NAME'
func.func private @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

func.func @main(%b: i1, %p: i32, %q: i32) -> i32 {
  %pair:2 = scf.if %b -> (i32, i32) {
    scf.yield %p, %q : i32, i32
  } else {
    scf.yield %q, %p : i32, i32
  }
  %one = call @twice(%pair#0) : (i32) -> i32
  %other = call @twice(%pair#1) : (i32) -> i32
  return %other : i32
}

module @m {
  func.func @inner() {
    return
  }
}
