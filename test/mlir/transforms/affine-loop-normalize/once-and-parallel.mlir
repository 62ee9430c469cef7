// Loops that run once, and parallel loops. `mlir-opt` 22 promotes the first two loops as well; in the
// third function, it writes the variables with operands in another order.
// RUN: mlir-lite-opt %s --affine-loop-normalize=promote-single-iter | FileCheck %s
// RUN: mlir-lite-opt %s --affine-loop-normalize --remarks-filter=affine 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-DAG: #[[TWICE:.*]] = affine_map<()[s0] -> (s0 * 2)>
// CHECK-DAG: #[[FIRST:.*]] = affine_map<(d0) -> (d0 * 2 + 2)>
// CHECK-DAG: #[[SECOND:.*]] = affine_map<(d0, d1) -> (d0 * 3 + d1)>

// CHECK-LABEL: func @once
// CHECK-NEXT: %[[A:.*]] = constant 3 : index
// CHECK-NEXT: %[[B:.*]] = constant 3 : index
// CHECK-NEXT: call @use(%[[A]], %[[B]])
// CHECK-NEXT: %[[START:.*]] = affine.apply #[[TWICE]]()[%{{.*}}]
// CHECK-NEXT: call @use(%[[START]], %[[START]])
// CHECK-NEXT: return
func @once(%n: index) {
  affine.for %i = 3 to 4 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i) {
      call @use(%i, %j) : (index, index) -> ()
    }
  }
  affine.for %i = affine_map<()[s0] -> (s0 * 2)>()[%n] to affine_map<()[s0] -> (s0 * 2 + 2)>()[%n] step 2 {
    call @use(%i, %i) : (index, index) -> ()
  }
  return
}

// CHECK-LABEL: func @carried
// CHECK-NEXT: %[[ZERO:.*]] = constant 0 : index
// CHECK-NEXT: %[[VALUE:.*]] = call @next(%[[ZERO]], %{{.*}})
// CHECK-NEXT: return %[[VALUE]]
func @carried(%x: f32) -> f32 {
  %s = affine.for %i = 0 to 1 iter_args(%y = %x) -> f32 {
    %0 = call @next(%i, %y) : (index, f32) -> f32
    affine.yield %0 : f32
  }
  return %s : f32
}

// CHECK-LABEL: func @parallel
// CHECK: affine.parallel (%[[I:.*]], %[[J:.*]]) = (0, 0) to (4, (-%{{.*}} + 100) ceildiv 3) {
// CHECK-DAG: %[[A:.*]] = affine.apply #[[FIRST]](%[[I]])
// CHECK-DAG: %[[B:.*]] = affine.apply #[[SECOND]](%[[J]], %{{.*}})
// CHECK: call @use(%[[A]], %[[B]])
func @parallel(%n: index) {
  affine.parallel (%i, %j) = (2, %n) to (10, 100) step (2, 3) {
    call @use(%i, %j) : (index, index) -> ()
  }
  return
}

// REMARK: remark: [Missed] normalize | Category:affine | Function=largest | Reason="the lower bound is the largest of several values"
func @largest(%n: index) {
  affine.for %i = max affine_map<()[s0] -> (s0, 5)>()[%n] to 100 step 2 {
    call @use(%i, %i) : (index, index) -> ()
  }
  return
}

func private @use(index, index)
func private @next(index, f32) -> f32
