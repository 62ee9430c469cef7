// Types and attributes of loaded dialects in the long forms: the name between the brackets, and, as
// MLIR's language reference of 2020 has it, in a string.
// RUN: mlir-lite-opt %s --split-input-file --verify-diagnostics --spelling=upstream | FileCheck %s

// CHECK-LABEL: func.func @names
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.array<2 x ptr<3>>, %[[A:.*]]: f32)
func.func @names(%p: !llvm<ptr>, %q: !llvm< array<2 x ptr<3>> >, %a: f32) -> f32 {
  // CHECK: arith.addf %[[A]], %[[A]] fastmath<nnan,ninf> : f32
  %0 = "arith.addf"(%a, %a) {fastmath = #arith<fastmath<nnan, ninf>>} : (f32, f32) -> f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @strings
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.struct<(i32, array<2 x ptr>)>, %[[A:.*]]: f32)
func.func @strings(%p: !llvm<"ptr">, %q: !llvm<"struct<(i32, array<2 x ptr>)>">, %a: f32) -> f32 {
  // CHECK: arith.addf %[[A]], %[[A]] fastmath<fast> : f32
  %0 = "arith.addf"(%a, %a) {fastmath = #arith<"fastmath<fast> ">} : (f32, f32) -> f32
  return %0 : f32
}

// -----

// expected-error@+1 {{expected one of none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
"builtin.module"() ({}) {test.a = #arith<fastmath<>>} : () -> ()

// -----

// expected-error@+1 {{expected '>', found 'x'}}
func.func private @after(!llvm<"ptr" x>)

// -----

// expected-error@+1 {{expected '"', found '3'}}
func.func private @more(!llvm<"ptr 3">)

// -----

// expected-error@+1 {{unknown type 'pointer' in dialect 'llvm'}}
func.func private @unknown(!llvm<pointer>)

// -----

// expected-error@+1 {{undefined symbol alias id '0'}}
"builtin.module"() ({}) {test.a = #0.5} : () -> ()
