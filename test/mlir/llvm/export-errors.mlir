// What cannot be exported is an error where it is.
// RUN: sed -n '/^\/\/ ONE/,/^\/\/ END/p' %s > %t.mlir; not toyc %t.mlir -emit=llvm 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: sed -n '/^\/\/ TWO/,/^\/\/ END/p' %s > %t.mlir; not toyc %t.mlir -emit=llvm 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: sed -n '/^\/\/ THREE/,/^\/\/ END/p' %s > %t.mlir; not toyc %t.mlir -emit=llvm 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: sed -n '/^\/\/ FOUR/,/^\/\/ END/p' %s > %t.mlir; not toyc %t.mlir -emit=llvm 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: sed -n '/^\/\/ FIVE/,/^\/\/ END/p' %s > %t.mlir; not toyc %t.mlir -emit=llvm 2>&1 | FileCheck %s --check-prefix=FIVE
// RUN: sed -n '/^\/\/ SIX/,/^\/\/ END/p' %s > %t.mlir; not toyc %t.mlir -emit=llvm 2>&1 | FileCheck %s --check-prefix=SIX
// RUN: sed -n '/^\/\/ SEVEN/,/^\/\/ END/p' %s > %t.mlir; not toyc %t.mlir -emit=llvm 2>&1 | FileCheck %s --check-prefix=SEVEN
// RUN: sed -n '/^\/\/ EIGHT/,/^\/\/ END/p' %s > %t.mlir; not toyc %t.mlir -emit=llvm 2>&1 | FileCheck %s --check-prefix=EIGHT

// ONE: :6:8: error
// ONE-SAME: 'llvm.load' cannot be exported: it is not a constant, as the initial value of a symbol must be
llvm.mlir.global internal @g(1 : i32) : i32
llvm.mlir.global internal @h() : i32 {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  %1 = llvm.load %0 : !llvm.ptr -> i32
  llvm.return %1 : i32
}
// END
// TWO: error: 'llvm.func' cannot be exported: LLVM has no attribute of arguments and results for 'llvm.unheard'
llvm.func @f(%p: i32 {llvm.unheard}) {
  llvm.return
}
// END
// THREE: error: 'llvm.func' cannot be exported: LLVM's attribute 'noinline' takes no value
llvm.func @f() attributes {passthrough = [["noinline", "3"]]} {
  llvm.return
}
// END
// FOUR: error: 'llvm.func' cannot be exported: LLVM's attribute 'alignstack' takes a number
llvm.func @f() attributes {passthrough = ["alignstack"]} {
  llvm.return
}
// END
// FIVE: error: 'llvm.mlir.global' cannot be exported: 'dense<{{\[\[1, 2, 3\], \[4, 5, 6\]\]}}> : tensor<2x3xi32>' has another shape than '!llvm.array<3 x array<2 x i32>>'
llvm.mlir.global @a(dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>) : !llvm.array<3 x array<2 x i32>>
// END
// SIX: error: 'llvm.mlir.global' cannot be exported: {{.*}} has another shape than '!llvm.array<4 x i32>'
llvm.mlir.global @a(dense<[1, 2, 3, 4]> : vector<4xi32>) : !llvm.array<4 x i32>
// END
// SEVEN: error: 'llvm.mlir.global' cannot be exported: {{.*}} has another shape than 'vector<2xi32>'
llvm.mlir.global @a(dense<[1, 2]> : tensor<2xi32>) : vector<2xi32>
// END
// EIGHT: error: 'llvm.mlir.global' cannot be exported: {{.*}} has another shape than '!llvm.array<2 x array<2 x i32>>'
llvm.mlir.global @a(sparse<[0, 1], [1, 2]> : tensor<4xi32>) : !llvm.array<2 x array<2 x i32>>
// END
