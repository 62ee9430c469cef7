// Atomic operations and fences.

llvm.func @fence() {
  llvm.fence acquire
  llvm.fence release
  llvm.fence acq_rel
  llvm.fence seq_cst
  llvm.fence syncscope("agent") seq_cst
  llvm.return
}

llvm.func @atomicrmw(%p: !llvm.ptr, %n: i32, %x: f32) -> i32 {
  %0 = llvm.atomicrmw add %p, %n monotonic : !llvm.ptr, i32
  %1 = llvm.atomicrmw xchg %p, %n acquire : !llvm.ptr, i32
  %2 = llvm.atomicrmw sub %p, %n release : !llvm.ptr, i32
  %3 = llvm.atomicrmw _and %p, %n acq_rel : !llvm.ptr, i32
  %4 = llvm.atomicrmw nand %p, %n seq_cst : !llvm.ptr, i32
  %5 = llvm.atomicrmw _or %p, %n monotonic : !llvm.ptr, i32
  %6 = llvm.atomicrmw _xor %p, %n monotonic : !llvm.ptr, i32
  %7 = llvm.atomicrmw max %p, %n monotonic : !llvm.ptr, i32
  %8 = llvm.atomicrmw min %p, %n monotonic : !llvm.ptr, i32
  %9 = llvm.atomicrmw umax %p, %n monotonic : !llvm.ptr, i32
  %10 = llvm.atomicrmw umin %p, %n monotonic : !llvm.ptr, i32
  %11 = llvm.atomicrmw fadd %p, %x monotonic : !llvm.ptr, f32
  %12 = llvm.atomicrmw fsub %p, %x monotonic : !llvm.ptr, f32
  %13 = llvm.atomicrmw fmax %p, %x monotonic : !llvm.ptr, f32
  %14 = llvm.atomicrmw fmin %p, %x monotonic : !llvm.ptr, f32
  %15 = llvm.atomicrmw uinc_wrap %p, %n monotonic : !llvm.ptr, i32
  %16 = llvm.atomicrmw udec_wrap %p, %n monotonic : !llvm.ptr, i32
  llvm.return %0 : i32
}

llvm.func @atomicrmw_details(%p: !llvm.ptr, %n: i32, %q: !llvm.ptr) -> i32 {
  %0 = llvm.atomicrmw volatile add %p, %n seq_cst : !llvm.ptr, i32
  %1 = llvm.atomicrmw add %p, %n syncscope("singlethread") monotonic {alignment = 4 : i64} : !llvm.ptr, i32
  %2 = llvm.atomicrmw xchg %p, %q monotonic : !llvm.ptr, !llvm.ptr
  llvm.return %0 : i32
}

llvm.func @cmpxchg(%p: !llvm.ptr, %a: i32, %b: i32) -> i1 {
  %0 = llvm.cmpxchg %p, %a, %b acq_rel monotonic : !llvm.ptr, i32
  %1 = llvm.cmpxchg weak volatile %p, %a, %b seq_cst acquire {alignment = 16 : i64} : !llvm.ptr, i32
  %2 = llvm.cmpxchg %p, %p, %p syncscope("agent") monotonic monotonic : !llvm.ptr, !llvm.ptr
  %3 = llvm.extractvalue %0[1] : !llvm.struct<(i32, i1)>
  llvm.return %3 : i1
}
