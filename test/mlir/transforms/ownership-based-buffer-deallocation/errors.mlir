// Ops of which it is not known how they pass memory are errors, as in mlir-opt.
// RUN: mlir-lite-opt %s --ownership-based-buffer-deallocation --allow-unregistered-dialect --split-input-file --verify-diagnostics

func.func @unknown(%m: memref<4xf32>) {
  // expected-error@below {{'foo.region' op does not say how its regions take and return memory}}
  "foo.region"() ({
    %0 = memref.alloc() : memref<4xf32>
    "foo.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @freed(%m: memref<4xf32>) {
  // expected-error@below {{'memref.dealloc' op frees memory, which this pass decides}}
  memref.dealloc %m : memref<4xf32>
  return
}

// -----

func.func @mixed(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  // expected-error@below {{'foo.one_of' op returns memory of which it is not known who owns it}}
  %1 = "foo.one_of"(%m, %0) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  return %1 : memref<4xf32>
}

// -----

func.func @jump() {
  %0 = memref.alloc() : memref<4xf32>
  // expected-error@below {{'foo.jump' op does not say how it passes memory to its successors}}
  "foo.jump"()[^bb1] : () -> ()
^bb1(%1: f16):
  return
}
