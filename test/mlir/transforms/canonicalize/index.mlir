// Folds of the dialect 'index' hold for numbers of 32 bits as well.
// RUN: mlir-lite-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @constants
// CHECK-DAG: [[EIGHT:%.*]] = index.constant 8
// CHECK-DAG: [[THIRD:%.*]] = index.constant 6148914691236517205
// CHECK: [[Q:%.*]] = index.divs %idx5, %idx0
// CHECK: [[S:%.*]] = index.shl %idx5, %idx40
// CHECK: [[D:%.*]] = index.divs %idx5000000000, %idx3
// CHECK: return [[EIGHT]], [[THIRD]], [[Q]], [[S]], [[D]]
func.func @constants() -> (index, index, index, index, index) {
  %c0 = index.constant 0
  %c3 = index.constant 3
  %c5 = index.constant 5
  %c40 = index.constant 40
  %m1 = index.constant -1
  %big = index.constant 5000000000
  %0 = index.add %c5, %c3
  %1 = index.divu %m1, %c3
  %2 = index.divs %c5, %c0
  %3 = index.shl %c5, %c40
  %4 = index.divs %big, %c3
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}

// CHECK-LABEL: func.func @neutral
// CHECK-DAG: [[ZERO:%.*]] = index.constant 0
// CHECK-DAG: [[M:%.*]] = index.constant -1
// CHECK-NOT: index.{{[a-z]+}} %arg
// CHECK: return %arg0, %arg0, %arg0, [[ZERO]], %arg0, [[ZERO]], %arg0, [[M]], [[ZERO]], [[ZERO]], %arg0
func.func @neutral(%a: index) -> (index, index, index, index, index, index, index, index, index, index, index) {
  %c0 = index.constant 0
  %c1 = index.constant 1
  %m1 = index.constant -1
  %0 = index.add %c0, %a
  %1 = index.shl %a, %c0
  %2 = index.floordivs %a, %c1
  %3 = index.mul %a, %c0
  %4 = index.and %a, %m1
  %5 = index.minu %c0, %a
  %6 = index.maxu %a, %c0
  %7 = index.or %a, %m1
  %8 = index.sub %a, %a
  %9 = index.xor %a, %a
  %10 = index.mins %a, %a
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10
      : index, index, index, index, index, index, index, index, index, index, index
}

// CHECK-LABEL: func.func @grouped
// CHECK-DAG: [[TEN:%.*]] = index.constant 10
// CHECK-DAG: [[MAX:%.*]] = index.constant 7
// CHECK: index.add %arg0, [[TEN]]
// CHECK: index.maxs %arg0, [[MAX]]
func.func @grouped(%a: index) -> (index, index) {
  %c3 = index.constant 3
  %c7 = index.constant 7
  %0 = index.add %a, %c3
  %1 = index.add %c7, %0
  %2 = index.maxs %a, %c3
  %3 = index.maxs %2, %c7
  return %1, %3 : index, index
}

// A difference wraps, so it is below zero where the numbers are not in that order.
// CHECK-LABEL: func.func @compared
// CHECK-DAG: [[TRUE:%.*]] = index.bool.constant true
// CHECK-DAG: [[FALSE:%.*]] = index.bool.constant false
// CHECK: [[D:%.*]] = index.sub %arg0, %arg1
// CHECK: [[SAME:%.*]] = index.cmp eq(%arg0, %arg1)
// CHECK: [[LESS:%.*]] = index.cmp slt([[D]], %{{.*}})
// CHECK: [[UNSIGNED:%.*]] = index.cmp ugt(
// CHECK: return [[SAME]], [[LESS]], [[TRUE]], [[FALSE]], [[UNSIGNED]]
func.func @compared(%a: index, %b: index) -> (i1, i1, i1, i1, i1) {
  %c0 = index.constant 0
  %c3 = index.constant 3
  %c7 = index.constant 7
  %d = index.sub %a, %b
  %0 = index.cmp eq(%d, %c0)
  %1 = index.cmp slt(%d, %c0)
  %m = index.maxs %a, %c7
  %2 = index.cmp sgt(%m, %c3)
  %3 = index.cmp ult(%b, %b)
  %4 = index.cmp ugt(%m, %c3)
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}
