// Functions of shared libraries, in the JIT and in executables.
// RUN: echo 'double twice(double x) { return 2 * x; }' > %t.c && cc -shared -fPIC %t.c -o %t.so
// RUN: toyc %s --entry-point-result=f64 --shared-libs=%t.so | FileCheck %s
// RUN: toyc %s --entry-point-result=f64 --shared-libs=%t.so -emit=exe -o %t.exe && %t.exe | FileCheck %s
// RUN: not toyc %s --entry-point-result=f64 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not toyc %s --entry-point-result=f64 --shared-libs=%t.none.so 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not --status=2 toyc %s --shared-libs=%t.so -emit=interp 2>&1 | FileCheck %s --check-prefix=INTERP

// CHECK: 5.000000e+00
// NONE: error: uses the external function 'twice', which is not in Toy's runtime
// NONE: help: '--shared-libs=FILE' loads a library of such functions
// MISSING: error: cannot link the module into the JIT session: cannot load '{{.*}}none.so'
// INTERP: error: '--shared-libs' needs machine code
func.func private @twice(f64) -> f64

func.func @main() -> f64 {
  %0 = arith.constant 2.5 : f64
  %1 = call @twice(%0) : (f64) -> f64
  return %1 : f64
}
