// What `mlir-opt` writes, too.
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-normalize))' > %t.1
// RUN: mlir-lite-opt %s --affine-loop-normalize --spelling=upstream | diff %t.1 -

func.func @use(%i: index, %j: index) {
  return
}

func.func @constants() {
  affine.for %i = 3 to 64 {
    affine.for %j = 2 to 32 step 3 {
      func.call @use(%i, %j) : (index, index) -> ()
    }
  }
  return
}

func.func @several(%n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to min affine_map<()[s0, s1] -> (s0 + s1, 100)>()[%n, %m] step 2 {
      func.call @use(%i, %j) : (index, index) -> ()
    }
  }
  return
}

func.func @from_symbol(%n: index) {
  affine.for %i = %n to 100 step 3 {
    func.call @use(%i, %i) : (index, index) -> ()
  }
  return
}

// The largest of several values is no start; what is normal stays as it is.
func.func @stay(%n: index) {
  affine.for %i = max affine_map<()[s0] -> (s0, 5)>()[%n] to 100 step 2 {
    func.call @use(%i, %i) : (index, index) -> ()
  }
  affine.for %i = 0 to 100 {
    func.call @use(%i, %i) : (index, index) -> ()
  }
  affine.for %i = 0 to 0 {
    func.call @use(%i, %i) : (index, index) -> ()
  }
  return
}
