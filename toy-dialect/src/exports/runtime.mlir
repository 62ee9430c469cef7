// What functions for C are made of. A descriptor is read as a list of 64-bit words: allocated, aligned, offset, then a
// size for each dimension, then a stride for each.

llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)

// Whether a descriptor has these sizes. One that is negative here is any size from 1 on.
llvm.func internal @toy.has_sizes(%descriptor: !llvm.ptr, %rank: i64, %sizes: !llvm.ptr) -> i1 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %before_sizes = llvm.mlir.constant(3 : i64) : i64
  %no = llvm.mlir.constant(false) : i1
  %yes = llvm.mlir.constant(true) : i1
  llvm.br ^head(%zero : i64)
^head(%dimension: i64):
  %more = llvm.icmp "ult" %dimension, %rank : i64
  llvm.cond_br %more, ^compare, ^end(%yes : i1)
^compare:
  %index = llvm.add %before_sizes, %dimension : i64
  %found_at = llvm.getelementptr %descriptor[%index] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %found = llvm.load %found_at : !llvm.ptr -> i64
  %wanted_at = llvm.getelementptr %sizes[%dimension] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %wanted = llvm.load %wanted_at : !llvm.ptr -> i64
  %equal = llvm.icmp "eq" %found, %wanted : i64
  %any = llvm.icmp "slt" %wanted, %zero : i64
  %positive = llvm.icmp "sge" %found, %one : i64
  %decided = llvm.and %any, %positive : i1
  %same = llvm.or %equal, %decided : i1
  %next = llvm.add %dimension, %one : i64
  llvm.cond_br %same, ^head(%next : i64), ^end(%no : i1)
^end(%result: i1):
  llvm.return %result : i1
}
