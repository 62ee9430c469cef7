// An assertion becomes two blocks, so it cannot be lowered in a region that has one; nor can a copy.
// RUN: mlir-lite-opt %s --convert-std-to-llvm --split-input-file --verify-diagnostics -o /dev/null

func.func @in_if(%c: i1) {
  scf.if %c {
    // expected-error@+2 {{failed to legalize operation 'cf.assert'}}
    // expected-note@+1 {{the region around the op must have one block}}
    cf.assert %c, "no"
  }
  return
}

// -----

func.func @in_loop(%a: memref<4xi32>, %b: memref<4xi32>) {
  affine.for %i = 0 to 3 {
    // expected-error@+2 {{failed to legalize operation 'memref.copy'}}
    // expected-note@+1 {{the region around the op must have one block}}
    memref.copy %a, %b : memref<4xi32> to memref<4xi32>
  }
  return
}

// -----

func.func @in_function(%c: i1) {
  cf.assert %c, "no"
  return
}

// -----

func.func @in_while(%a: memref<4xi32>, %b: memref<4xi32>, %c: i1) {
  scf.while : () -> () {
    // expected-error@+2 {{failed to legalize operation 'memref.copy'}}
    // expected-note@+1 {{the region around the op must have one block}}
    memref.copy %a, %b : memref<4xi32> to memref<4xi32>
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}
