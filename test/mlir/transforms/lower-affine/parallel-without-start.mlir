// RUN: mlir-lite-opt %s --lower-affine -verify-diagnostics

memref.global "private" constant @powers : memref<4xf8E8M0FNU> = dense<[2.0, 8.0, 0.5, 1.0]>

// The format has no zero that the sum could start with.
func.func @sum() -> f8E8M0FNU {
  %m = memref.get_global @powers : memref<4xf8E8M0FNU>
  // expected-error@+1 {{failed to legalize operation 'affine.parallel'}}
  %0 = affine.parallel (%i) = (0) to (4) reduce ("addf") -> (f8E8M0FNU) {
    %1 = affine.load %m[%i] : memref<4xf8E8M0FNU>
    affine.yield %1 : f8E8M0FNU
  }
  return %0 : f8E8M0FNU
}
