// Nobody enters `^bb1`, and once what is in it is simplified, a value there is computed from itself: no rule is tried on it.
// RUN: mlir-lite-opt %s --canonicalize='max-iterations=100 top-down=true' --spelling=upstream | FileCheck %s

// CHECK-LABEL: func.func @entry
// CHECK-NEXT: return
func.func @entry(%arg0: i1) {
  %c0 = arith.constant 0 : index
  %alloc = memref.alloc() : memref<4x3xi1>
  cf.switch %arg0 : i1, [
    default: ^bb2]
^bb1(%0: i1):  // pred: ^bb1
  %true = arith.constant true
  %1 = scf.if %true -> (i3) {
    %3:2 = scf.execute_region -> (index, index) {
      cf.br ^bb2
    ^bb1:  // no predecessors
      cf.switch %arg0 : i1, [
        default: ^bb2]
    ^bb2:  // 2 preds: ^bb0, ^bb1
      affine.store %arg0, %alloc[%c0, 0] : memref<4x3xi1>
      scf.yield %c0, %c0 : index, index
    }
    %c0_i3 = arith.constant 0 : i3
    scf.yield %c0_i3 : i3
  } else {
    %c0_i3 = arith.constant 0 : i3
    scf.yield %c0_i3 : i3
  }
  %true_0 = arith.constant true
  %2 = arith.subi %0, %true_0 : i1
  cf.cond_br %arg0, ^bb1(%2 : i1), ^bb3
^bb2:  // pred: ^bb0
  cf.switch %arg0 : i1, [
    default: ^bb3]
^bb3:  // 2 preds: ^bb1, ^bb2
  cf.cond_br %arg0, ^bb5, ^bb4
^bb4:  // 2 preds: ^bb3, ^bb5
  cf.switch %arg0 : i1, [
    default: ^bb6]
^bb5:  // pred: ^bb3
  cf.cond_br %arg0, ^bb4, ^bb6
^bb6:  // 2 preds: ^bb4, ^bb5
  return
}
