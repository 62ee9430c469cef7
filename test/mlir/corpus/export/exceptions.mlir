// Calls that may throw, and assembly.

llvm.func @personality(...) -> i32
llvm.func @may_throw(i32) -> i32
llvm.func @may_throw_all(i32, ...) -> i32

llvm.func @invokes(%a: i32, %p: !llvm.ptr) -> i32 attributes {personality = @personality} {
  %3 = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.invoke @may_throw(%a) to ^bb2 unwind ^bb1 {branch_weights = array<i32: 1, 2>} : (i32 {llvm.noundef}) -> (i32 {llvm.noundef})
^bb1:
  %1 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.invoke fastcc %p(%a) to ^bb3 unwind ^bb4 : !llvm.ptr, (i32) -> ()
^bb2:
  %2 = llvm.invoke @may_throw_all(%0, %a) to ^bb3 unwind ^bb1 vararg(!llvm.func<i32 (i32, ...)>) : (i32, i32) -> i32
^bb3:
  llvm.return %a : i32
^bb4:
  %4 = llvm.landingpad (catch %3 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %4 : !llvm.struct<(ptr, i32)>
}

llvm.func @assembly(%a: i32) -> i32 {
  %0 = llvm.inline_asm has_side_effects is_align_stack asm_dialect = intel "bswap $0", "=r,r" %a : (i32) -> i32
  llvm.inline_asm asm_dialect = att "nop", "~{memory}" : () -> ()
  llvm.inline_asm tail_call_kind = <tail> "nop", "r,r" %a, %0 : (i32, i32) -> ()
  llvm.return %0 : i32
}
