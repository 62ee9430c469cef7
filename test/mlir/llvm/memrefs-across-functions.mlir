// Memrefs of any shape are passed to functions and returned: as pointers where the type says all the rest, else as descriptors.
// RUN: toyc %s | FileCheck %s --check-prefix=VALUE
// RUN: toyc %s -O2 | FileCheck %s --check-prefix=VALUE
// RUN: toyc %s -emit=interp | FileCheck %s --check-prefix=VALUE
// RUN: toyc %s -emit=mlir-llvm | FileCheck %s
// RUN: toyc %s -emit=mlir-llvm | mlir-translate --mlir-to-llvmir -o /dev/null
// RUN: toyc %s -emit=exe -o %t.exe; %t.exe | FileCheck %s --check-prefix=VALUE

llvm.mlir.global internal constant @format("%f %f\0A\00")
llvm.func @printf(!llvm.ptr, ...) -> i32

func.func @show(%x: f64, %y: f64) {
  %0 = llvm.mlir.addressof @format : !llvm.ptr
  %1 = llvm.call @printf(%0, %x, %y) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64, f64) -> i32
  return
}

// CHECK-LABEL: llvm.func {{.*}}@fill{{.*}}(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: f64)
func.func @fill(%m: memref<?xf64>, %n: index, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %i = arith.subi %n, %c1 : index
    memref.store %x, %m[%i] : memref<?xf64>
    %next = arith.addf %x, %x : f64
    func.call @fill(%m, %i, %next) : (memref<?xf64>, index, f64) -> ()
  }
  return
}

// A static one beside a strided and an unranked one.
func.func @mixed(%s: memref<4xf64>, %t: memref<2xf64, strided<[2], offset: ?>>, %u: memref<*xf64>, %n: index) -> (memref<4xf64>, memref<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %d = memref.cast %u : memref<*xf64> to memref<?xf64>
  %x = memref.load %t[%c1] : memref<2xf64, strided<[2], offset: ?>>
  cf.cond_br %more, ^again, ^end
^again:
  %m = arith.subi %n, %c1 : index
  %r:3 = call @mixed(%s, %t, %u, %m) : (memref<4xf64>, memref<2xf64, strided<[2], offset: ?>>, memref<*xf64>, index) -> (memref<4xf64>, memref<?xf64>, f64)
  return %r#0, %r#1, %r#2 : memref<4xf64>, memref<?xf64>, f64
^end:
  return %s, %d, %x : memref<4xf64>, memref<?xf64>, f64
}

// The same memory twice: nothing is assumed of what functions take.
func.func @writes(%a: memref<1xf64>, %b: memref<1xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %more = arith.cmpi sgt, %n, %c0 : index
  cf.cond_br %more, ^again, ^end
^again:
  %m = arith.subi %n, %c1 : index
  %r = call @writes(%a, %b, %m) : (memref<1xf64>, memref<1xf64>, index) -> f64
  return %r : f64
^end:
  memref.store %one, %a[%c0] : memref<1xf64>
  memref.store %two, %b[%c0] : memref<1xf64>
  %x = memref.load %a[%c0] : memref<1xf64>
  return %x : f64
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = arith.constant 4 : index
  %x = arith.constant 1.0 : f64
  %m = memref.alloc(%n) : memref<?xf64>
  call @fill(%m, %n, %x) : (memref<?xf64>, index, f64) -> ()
  %a = memref.load %m[%c0] : memref<?xf64>
  %b = memref.load %m[%c3] : memref<?xf64>
  // VALUE: 8.000000 1.000000
  call @show(%a, %b) : (f64, f64) -> ()
  %s = memref.cast %m : memref<?xf64> to memref<4xf64>
  %t = memref.subview %s[%c1] [2] [2] : memref<4xf64> to memref<2xf64, strided<[2], offset: ?>>
  %u = memref.cast %m : memref<?xf64> to memref<*xf64>
  %r:3 = call @mixed(%s, %t, %u, %c3) : (memref<4xf64>, memref<2xf64, strided<[2], offset: ?>>, memref<*xf64>, index) -> (memref<4xf64>, memref<?xf64>, f64)
  %c = memref.load %r#0[%c1] : memref<4xf64>
  %d = memref.load %r#1[%c0] : memref<?xf64>
  // VALUE: 4.000000 8.000000
  call @show(%c, %d) : (f64, f64) -> ()
  %w = memref.alloc() : memref<1xf64>
  %v = call @writes(%w, %w, %c3) : (memref<1xf64>, memref<1xf64>, index) -> f64
  // VALUE: 1.000000 2.000000
  call @show(%r#2, %v) : (f64, f64) -> ()
  return
}
