// What becomes several blocks is lowered only where a region may have several; elsewhere, a conversion says so at the op.
// RUN: mlir-lite-opt %s --convert-scf-to-std --split-input-file --verify-diagnostics --allow-unregistered-dialect -o /dev/null

func.func @in_affine_if(%c: i1, %n: index) {
  affine.if affine_set<(d0) : (d0 >= 0)>(%n) {
    // expected-error@+1 {{failed to legalize operation 'scf.if'}}
    scf.if %c {
      "foo.op"() : () -> ()
    }
  }
  return
}

// -----

func.func @in_atomic_rmw(%m: memref<4xi32>, %c: i1, %n: index) {
  %0 = memref.generic_atomic_rmw %m[%n] : memref<4xi32> {
  ^bb0(%old: i32):
    // expected-error@+1 {{failed to legalize operation 'scf.if'}}
    %new = scf.if %c -> i32 {
      scf.yield %old : i32
    } else {
      %twice = arith.addi %old, %old : i32
      scf.yield %twice : i32
    }
    memref.atomic_yield %new : i32
  }
  return
}

// -----

// The first op uses what is defined after it, which an unknown op's region of one block allows.
func.func @in_a_graph(%c: i1) {
  "foo.graph"() ({
    "foo.use"(%later) : (i32) -> ()
    // expected-error@+1 {{failed to legalize operation 'scf.if'}}
    scf.if %c {
      "foo.op"() : () -> ()
    }
    %later = "foo.make"() : () -> i32
    "foo.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @in_what_may_have_blocks(%c: i1) {
  "foo.blocks"() ({
    scf.if %c {
      "foo.op"() : () -> ()
    }
    "foo.end"() : () -> ()
  }) : () -> ()
  scf.execute_region {
    scf.if %c {
      "foo.op"() : () -> ()
    }
    scf.yield
  }
  return
}
