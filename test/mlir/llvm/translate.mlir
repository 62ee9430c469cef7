// The llvm dialect as LLVM IR, which is the text of mlir-translate but for the order of phis' edges.
// RUN: mlir-lite-translate --mlir-to-llvmir --split-input-file %s -o %t.ours; grep -v phi %t.ours > %t.without
// RUN: mlir-translate --mlir-to-llvmir --split-input-file %s | grep -v phi | diff - %t.without
// RUN: mlir-lite-translate -mlir-to-llvmir -split-input-file --output-split-marker='; next' %s | FileCheck %s
// RUN: not --status=2 mlir-lite-translate %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: printf 'func.func @f() {\n  return\n}\n' > %t.mlir; not mlir-lite-translate --mlir-to-llvmir %t.mlir 2>&1 | FileCheck %s --check-prefix=FUNC
// RUN: printf '// expected-error@+1 {{expected only functions and globals of the llvm dialect}}\n"func.func"() ({}) {sym_name = "f", function_type = () -> (), sym_visibility = "private"} : () -> ()\n' > %t.mlir; mlir-lite-translate --mlir-to-llvmir --verify-diagnostics %t.mlir
// RUN: mlir-lite-translate --help | FileCheck %s --check-prefix=HELP

// NONE: --mlir-to-llvmir
// FUNC: .mlir:1:1: error: 'func.func' cannot be exported: expected only functions and globals of the llvm dialect
// HELP: --split-input-file

// CHECK: ; ModuleID = 'LLVMDialectModule'
// CHECK: define i32 @sum(ptr %0, i64 %1)
// CHECK: phi i32
llvm.func @sum(%p: !llvm.ptr, %n: i64) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %first = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%first, %zero : i64, i32)
^loop(%i: i64, %sum: i32):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %x = llvm.load %q : !llvm.ptr -> i32
  %next = llvm.add %sum, %x : i32
  %j = llvm.add %i, %one overflow<nsw> : i64
  llvm.br ^loop(%j, %next : i64, i32)
^end:
  llvm.return %sum : i32
}

// -----

// CHECK: {{^}}; next
// CHECK: @word = internal constant [3 x i8] c"abc"
llvm.mlir.global internal constant @word("abc") : !llvm.array<3 x i8>
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @main() -> i32 {
  %p = llvm.mlir.addressof @word : !llvm.ptr
  // CHECK: call i32 (ptr, ...) @printf(ptr @word)
  %r = llvm.call @printf(%p) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr) -> i32
  llvm.return %r : i32
}
