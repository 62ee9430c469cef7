// A loop does not update memory in place that something else reads: what the loop began with is
// read after it, or in it.
// RUN: toyc %s -emit=mlir-affine -opt | FileCheck %s
// RUN: toyc %s | FileCheck %s --check-prefix=OUTPUT
// RUN: toyc %s -O0 | FileCheck %s --check-prefix=OUTPUT
// RUN: toyc %s -O2 --jit-optimize=always | FileCheck %s --check-prefix=OUTPUT
// RUN: toyc %s -emit=interp -opt | FileCheck %s --check-prefix=OUTPUT

// CHECK-COUNT-3: iter_args
// CHECK-NOT: iter_args
func @main() {
  %two = constant 2.000000e+00 : f64
  %one = constant 1.000000e+00 : f64
  // The third iteration writes to %b; the second wrote to %a: 4, and the third to %b: 8.
  %a = alloc() : memref<2xf64>
  %b = alloc() : memref<2xf64>
  affine.for %i = 0 to 2 {
    affine.store %one, %a[%i] : memref<2xf64>
  }
  %after:2 = affine.for %n = 0 to 3 iter_args(%x = %a, %y = %b) -> (memref<2xf64>, memref<2xf64>) {
    affine.for %i = 0 to 2 {
      %v = affine.load %x[%i] : memref<2xf64>
      %w = mulf %v, %two : f64
      affine.store %w, %y[%i] : memref<2xf64>
    }
    affine.yield %y, %x : memref<2xf64>, memref<2xf64>
  }
  toy.print %after#0 : memref<2xf64>
  toy.print %a : memref<2xf64>
  // OUTPUT: 8.000000 8.000000
  // OUTPUT-NEXT: 4.000000 4.000000

  // The first iteration prints 1; the second one wrote to %c, so the third prints 4.
  %c = alloc() : memref<2xf64>
  %d = alloc() : memref<2xf64>
  affine.for %i = 0 to 2 {
    affine.store %one, %c[%i] : memref<2xf64>
  }
  %in:2 = affine.for %n = 0 to 3 iter_args(%x = %c, %y = %d) -> (memref<2xf64>, memref<2xf64>) {
    affine.for %i = 0 to 2 {
      %v = affine.load %x[%i] : memref<2xf64>
      %w = mulf %v, %two : f64
      affine.store %w, %y[%i] : memref<2xf64>
    }
    toy.print %c : memref<2xf64>
    affine.yield %y, %x : memref<2xf64>, memref<2xf64>
  }
  // OUTPUT-NEXT: 1.000000 1.000000
  // OUTPUT-NEXT: 4.000000 4.000000
  // OUTPUT-NEXT: 4.000000 4.000000

  // The second buffer is what the loop yields beside the first.
  %e = alloc() : memref<2xf64>
  %f = alloc() : memref<2xf64>
  affine.for %i = 0 to 2 {
    affine.store %one, %e[%i] : memref<2xf64>
  }
  %both:2 = affine.for %n = 0 to 3 iter_args(%x = %e, %y = %f) -> (memref<2xf64>, memref<2xf64>) {
    affine.for %i = 0 to 2 {
      %v = affine.load %x[%i] : memref<2xf64>
      %w = mulf %v, %two : f64
      affine.store %w, %y[%i] : memref<2xf64>
    }
    affine.yield %y, %x : memref<2xf64>, memref<2xf64>
  }
  toy.print %both#1 : memref<2xf64>
  // OUTPUT-NEXT: 4.000000 4.000000

  // This one is in place.
  %g = alloc() : memref<2xf64>
  %h = alloc() : memref<2xf64>
  affine.for %i = 0 to 2 {
    affine.store %one, %g[%i] : memref<2xf64>
  }
  %own:2 = affine.for %n = 0 to 3 iter_args(%x = %g, %y = %h) -> (memref<2xf64>, memref<2xf64>) {
    affine.for %i = 0 to 2 {
      %v = affine.load %x[%i] : memref<2xf64>
      %w = mulf %v, %two : f64
      affine.store %w, %y[%i] : memref<2xf64>
    }
    affine.yield %y, %x : memref<2xf64>, memref<2xf64>
  }
  toy.print %own#0 : memref<2xf64>
  // OUTPUT-NEXT: 8.000000 8.000000
  dealloc %h : memref<2xf64>
  dealloc %g : memref<2xf64>
  dealloc %f : memref<2xf64>
  dealloc %e : memref<2xf64>
  dealloc %d : memref<2xf64>
  dealloc %c : memref<2xf64>
  dealloc %b : memref<2xf64>
  dealloc %a : memref<2xf64>
  return
}
