
// Functions on descriptors of tensors of f64. Those of other elements are made of them by replacing the type, the bytes of
// an element, and the names.

// Where a descriptor's first element is.
llvm.func internal @toy.first_element(%descriptor: !llvm.ptr) -> !llvm.ptr {
  %aligned_at = llvm.getelementptr %descriptor[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %aligned = llvm.load %aligned_at : !llvm.ptr -> !llvm.ptr
  %offset_at = llvm.getelementptr %descriptor[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %offset = llvm.load %offset_at : !llvm.ptr -> i64
  %first = llvm.getelementptr %aligned[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.return %first : !llvm.ptr
}

// A descriptor's elements in row-major order: where they are if they lie so, else a copy.
llvm.func internal @toy.row_major(%descriptor: !llvm.ptr, %rank: i64) -> !llvm.ptr {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %before_sizes = llvm.mlir.constant(3 : i64) : i64
  %bytes_of_element = llvm.mlir.constant(8 : i64) : i64
  %yes = llvm.mlir.constant(true) : i1
  %before_strides = llvm.add %before_sizes, %rank : i64
  %first = llvm.call @toy.first_element(%descriptor) : (!llvm.ptr) -> !llvm.ptr
  llvm.br ^head(%rank, %one, %yes : i64, i64, i1)
// From the last dimension on: how many are left, the elements of those behind, and whether these lie densely.
^head(%left: i64, %count: i64, %dense: i1):
  %more = llvm.icmp "ne" %left, %zero : i64
  llvm.cond_br %more, ^dimension, ^decide
^dimension:
  %index = llvm.sub %left, %one : i64
  %size_index = llvm.add %before_sizes, %index : i64
  %size_at = llvm.getelementptr %descriptor[%size_index] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %size = llvm.load %size_at : !llvm.ptr -> i64
  %stride_index = llvm.add %before_strides, %index : i64
  %stride_at = llvm.getelementptr %descriptor[%stride_index] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %stride = llvm.load %stride_at : !llvm.ptr -> i64
  // The stride of a dimension of size 1 is never used.
  %single = llvm.icmp "eq" %size, %one : i64
  %follows = llvm.icmp "eq" %stride, %count : i64
  %fits = llvm.or %single, %follows : i1
  %still_dense = llvm.and %dense, %fits : i1
  %product = llvm.mul %count, %size : i64
  llvm.br ^head(%index, %product, %still_dense : i64, i64, i1)
^decide:
  llvm.cond_br %dense, ^keep, ^copy
^keep:
  llvm.return %first : !llvm.ptr
^copy:
  %bytes = llvm.mul %count, %bytes_of_element : i64
  %elements = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
  llvm.br ^element(%zero : i64)
^element(%number: i64):
  %unfinished = llvm.icmp "ult" %number, %count : i64
  llvm.cond_br %unfinished, ^locate(%rank, %number, %zero : i64, i64, i64), ^done
// The subscripts of an element are the digits of its number.
^locate(%dimensions: i64, %rest: i64, %place: i64):
  %any = llvm.icmp "ne" %dimensions, %zero : i64
  llvm.cond_br %any, ^digit, ^move
^digit:
  %digit_index = llvm.sub %dimensions, %one : i64
  %base_index = llvm.add %before_sizes, %digit_index : i64
  %base_at = llvm.getelementptr %descriptor[%base_index] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %base = llvm.load %base_at : !llvm.ptr -> i64
  %step_index = llvm.add %before_strides, %digit_index : i64
  %step_at = llvm.getelementptr %descriptor[%step_index] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %step = llvm.load %step_at : !llvm.ptr -> i64
  %digit = llvm.urem %rest, %base : i64
  %higher = llvm.udiv %rest, %base : i64
  %distance = llvm.mul %digit, %step : i64
  %farther = llvm.add %place, %distance : i64
  llvm.br ^locate(%digit_index, %higher, %farther : i64, i64, i64)
^move:
  %from = llvm.getelementptr %first[%place] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %value = llvm.load %from : !llvm.ptr -> f64
  %to = llvm.getelementptr %elements[%number] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %value, %to : f64, !llvm.ptr
  %next = llvm.add %number, %one : i64
  llvm.br ^element(%next : i64)
^done:
  llvm.return %elements : !llvm.ptr
}

// Frees elements that are a copy of a descriptor's.
llvm.func internal @toy.release(%descriptor: !llvm.ptr, %elements: !llvm.ptr) {
  %first = llvm.call @toy.first_element(%descriptor) : (!llvm.ptr) -> !llvm.ptr
  %kept = llvm.icmp "eq" %first, %elements : !llvm.ptr
  llvm.cond_br %kept, ^end, ^free
^free:
  llvm.call @free(%elements) : (!llvm.ptr) -> ()
  llvm.br ^end
^end:
  llvm.return
}
