// Memory that a branch hands to another block, or that another block frees, stays where it is: its life does not end in the
// block that allocates it. Memory that one block alone uses gets a place there.
// RUN: toyc %s -emit=mlir --pass-pipeline='func(toy-place-buffers)' | FileCheck %s
// RUN: toyc %s | FileCheck %s --check-prefix=OUTPUT
// RUN: toyc %s -opt | FileCheck %s --check-prefix=OUTPUT
// RUN: toyc %s -emit=interp | FileCheck %s --check-prefix=OUTPUT

// CHECK-LABEL: func @main
// CHECK-NEXT: %[[FIRST:.*]] = alloc() : memref<1xf64>
// CHECK-NEXT: %[[SECOND:.*]] = alloc() : memref<1xf64>
// CHECK: br ^[[HEAD:bb[0-9]+]](%{{.*}}, %[[FIRST]], %[[SECOND]]
// CHECK: ^[[HEAD]](
// CHECK-NOT: dealloc
// CHECK: cond_br
// CHECK: dealloc %[[FIRST]]
// CHECK-NEXT: dealloc %[[SECOND]]
func @main() {
  %first = alloc() : memref<1xf64>
  %second = alloc() : memref<1xf64>
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %c3 = constant 3 : index
  %one = constant 1.000000e+00 : f64
  store %one, %first[%c0] : memref<1xf64>
  br ^head(%c0, %first, %second : index, memref<1xf64>, memref<1xf64>)
^head(%i: index, %now: memref<1xf64>, %next: memref<1xf64>):
  %more = cmpi slt, %i, %c3 : index
  cond_br %more, ^body, ^end
^body:
  %value = load %now[%c0] : memref<1xf64>
  %sum = addf %value, %value : f64
  store %sum, %next[%c0] : memref<1xf64>
  %after = addi %i, %c1 : index
  br ^head(%after, %next, %now : index, memref<1xf64>, memref<1xf64>)
^end:
  toy.print %now : memref<1xf64>
  dealloc %first : memref<1xf64>
  dealloc %second : memref<1xf64>
  return
}

// OUTPUT: 8.000000
