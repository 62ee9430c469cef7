// Scopes of memory on the stack.

func.func @f() {
  memref.alloca_scope {
    %0 = arith.constant 1 : i32
    // expected-error@below {{returns (i32) where the scope has results ()}}
    memref.alloca_scope.return %0 : i32
  }
  return
}

// -----

func.func @f() {
  // expected-error@below {{expects parent op 'memref.alloca_scope'}}
  memref.alloca_scope.return
}

// -----

func.func @f() {
  // expected-error@below {{region cannot have any arguments}}
  "memref.alloca_scope"() ({
  ^bb0(%a: i32):
    memref.alloca_scope.return
  }) : () -> ()
  return
}
