// Passes of the framework on polynomials, for no line of code here: what each op says of itself, by
// traits and folds, is enough.
// RUN: poly-opt %s --control-flow-sink | FileCheck %s --check-prefix=SINK
// RUN: poly-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefix=MOTION
// RUN: poly-opt %s --sccp --canonicalize | FileCheck %s --check-prefix=SCCP

// What one branch alone needs is computed there.
// SINK-LABEL: func @sink
// SINK-NEXT: scf.if
// SINK-NEXT: poly.mul
// SINK-NEXT: scf.yield
func @sink(%c: i1, %p: !poly.poly<3>) -> !poly.poly<3> {
  %square = poly.mul %p, %p : !poly.poly<3>
  %r = scf.if %c -> (!poly.poly<3>) {
    scf.yield %square : !poly.poly<3>
  } else {
    scf.yield %p : !poly.poly<3>
  }
  return %r : !poly.poly<3>
}

// What each iteration would compute again is computed before the loop.
// MOTION-LABEL: func @motion
// MOTION: poly.mul
// MOTION-NEXT: scf.for
// MOTION-NEXT: poly.add
func @motion(%n: index, %p: !poly.poly<3>) -> !poly.poly<3> {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %p) -> (!poly.poly<3>) {
    %square = poly.mul %p, %p : !poly.poly<3>
    %next = poly.add %sum, %square : !poly.poly<3>
    scf.yield %next : !poly.poly<3>
  }
  return %r : !poly.poly<3>
}

// Constants go through branches and folds: (1 + 2x) * (1 + 2x) = 1 + 4x + 4x^2.
// SCCP-LABEL: func @constants
// SCCP-NEXT: poly.constant dense<[1, 4, 4]>
// SCCP-NEXT: return
func @constants() -> !poly.poly<3> {
  %p = poly.constant dense<[1, 2]> : tensor<2xi32> : !poly.poly<3>
  br ^bb1(%p : !poly.poly<3>)
^bb1(%q: !poly.poly<3>):
  %square = poly.mul %q, %q : !poly.poly<3>
  return %square : !poly.poly<3>
}
