// The functions of MLIR's runtime libraries for numbers, punctuation, time and copies, by the names
// that programs declare them with and by those for C. The numbers are printed as mlir-runner 22
// prints them.
// RUN: toyc %s | FileCheck %s
// RUN: toyc %s -emit=interp | FileCheck %s
// RUN: toyc %s -emit=mlir-llvm | toyc -x mlir - -emit=interp | FileCheck %s
// RUN: toyc %s -emit=exe -o %t && %t 2>/dev/null | FileCheck %s
// RUN: toyc %s -emit=llvm | FileCheck %s --check-prefix=LLVM
// RUN: sed 's/@printU64(i64)/@printU64(i32)/; /call @printU64/d' %s > %t.mlir
// RUN: not toyc %t.mlir 2>&1 | FileCheck %s --check-prefix=TYPE

// TYPE: error: 'llvm.func' op is declared with the type '!llvm.func<void (i32)>'; the function of the runtime library has the type '!llvm.func<void (i64)>'
// LLVM: define internal double @rtclock()

func.func private @printI64(i64)
func.func private @printU64(i64)
func.func private @printF32(f32)
func.func private @printF64(f64)
func.func private @printF16(i16)
func.func private @printBF16(i16)
func.func private @printOpen()
func.func private @printClose()
func.func private @printComma()
func.func private @printFlops(f64)
func.func private @printString(!llvm.ptr)
func.func private @rtclock() -> f64
func.func private @nanoTime() -> i64 attributes {llvm.emit_c_interface}
func.func private @memrefCopy(i64, !llvm.ptr, !llvm.ptr)
llvm.mlir.global internal constant @text("text\00")

// A program's own function of a name that the library has, too.
func.func @printNewline() {
  vector.print str "own line\n"
  return
}

func.func @main() {
  %minus = arith.constant -5 : i64
  %tenth = arith.constant 0.1 : f32
  %large = arith.constant 123456789.125 : f64
  %text = llvm.mlir.addressof @text : !llvm.ptr
  // CHECK: ( -5, 18446744073709551611 )0.1, 1.23457e+08textown line
  call @printOpen() : () -> ()
  call @printI64(%minus) : (i64) -> ()
  call @printComma() : () -> ()
  call @printU64(%minus) : (i64) -> ()
  call @printClose() : () -> ()
  call @printF32(%tenth) : (f32) -> ()
  call @printComma() : () -> ()
  call @printF64(%large) : (f64) -> ()
  call @printFlops(%large) : (f64) -> ()
  call @printString(%text) : (!llvm.ptr) -> ()
  call @printNewline() : () -> ()
  // 1.5, the smallest positive number, the largest, minus infinity, and NaN.
  // CHECK-NEXT: 1.5, 5.96046e-08, 65504, -inf, nan, 1.5, -inf
  %f0 = arith.constant 15872 : i16
  %f1 = arith.constant 1 : i16
  %f2 = arith.constant 31743 : i16
  %f3 = arith.constant -1024 : i16
  %f4 = arith.constant 32256 : i16
  %b0 = arith.constant 16320 : i16
  %b1 = arith.constant -128 : i16
  call @printF16(%f0) : (i16) -> ()
  call @printComma() : () -> ()
  call @printF16(%f1) : (i16) -> ()
  call @printComma() : () -> ()
  call @printF16(%f2) : (i16) -> ()
  call @printComma() : () -> ()
  call @printF16(%f3) : (i16) -> ()
  call @printComma() : () -> ()
  call @printF16(%f4) : (i16) -> ()
  call @printComma() : () -> ()
  call @printBF16(%b0) : (i16) -> ()
  call @printComma() : () -> ()
  call @printBF16(%b1) : (i16) -> ()
  vector.print punctuation <newline>
  // Times do not go back, and are after the year 2020.
  // CHECK-NEXT: 1{{$}}
  // CHECK-NEXT: 1{{$}}
  // CHECK-NEXT: 1{{$}}
  %t0 = call @rtclock() : () -> f64
  %t1 = call @rtclock() : () -> f64
  %year = arith.constant 1.5778e9 : f64
  %c0 = arith.cmpf oge, %t1, %t0 : f64
  vector.print %c0 : i1
  %c1 = arith.cmpf oge, %t0, %year : f64
  vector.print %c1 : i1
  %n0 = call @nanoTime() : () -> i64
  %n1 = call @nanoTime() : () -> i64
  %c2 = arith.cmpi sge, %n1, %n0 : i64
  vector.print %c2 : i1
  // A column of a matrix is copied to a row: descriptors are the pointers, the offset, the sizes and
  // the strides.
  // CHECK-NEXT: 0{{$}}
  // CHECK-NEXT: 2{{$}}
  // CHECK-NEXT: 5{{$}}
  %one = llvm.mlir.constant(1 : i32) : i32
  %rank = llvm.mlir.constant(1 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %bytes = llvm.mlir.constant(8 : i64) : i64
  %five = llvm.mlir.constant(5 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %from = llvm.alloca %one x !llvm.array<6 x i64> : (i32) -> !llvm.ptr
  %to = llvm.alloca %one x !llvm.array<3 x i64> : (i32) -> !llvm.ptr
  %from1 = llvm.getelementptr %from[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %from4 = llvm.getelementptr %from[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %to1 = llvm.getelementptr %to[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %to2 = llvm.getelementptr %to[2] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %two, %from1 : i64, !llvm.ptr
  llvm.store %five, %from4 : i64, !llvm.ptr
  llvm.store %zero, %to : i64, !llvm.ptr
  %p = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p0 = llvm.insertvalue %from, %p[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p1 = llvm.insertvalue %from, %p0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p2 = llvm.insertvalue %rank, %p1[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p3 = llvm.insertvalue %two, %p2[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p4 = llvm.insertvalue %three, %p3[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %q1 = llvm.insertvalue %to, %p3[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %q4 = llvm.insertvalue %rank, %q1[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %from_descriptor = llvm.alloca %one x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> : (i32) -> !llvm.ptr
  %to_descriptor = llvm.alloca %one x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> : (i32) -> !llvm.ptr
  llvm.store %p4, %from_descriptor : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
  llvm.store %q4, %to_descriptor : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
  %from_unranked = llvm.alloca %one x !llvm.struct<(i64, ptr)> : (i32) -> !llvm.ptr
  %to_unranked = llvm.alloca %one x !llvm.struct<(i64, ptr)> : (i32) -> !llvm.ptr
  %from_place = llvm.getelementptr %from_unranked[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %to_place = llvm.getelementptr %to_unranked[1] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %rank, %from_unranked : i64, !llvm.ptr
  llvm.store %rank, %to_unranked : i64, !llvm.ptr
  llvm.store %from_descriptor, %from_place : !llvm.ptr, !llvm.ptr
  llvm.store %to_descriptor, %to_place : !llvm.ptr, !llvm.ptr
  call @memrefCopy(%bytes, %from_unranked, %to_unranked) : (i64, !llvm.ptr, !llvm.ptr) -> ()
  %r0 = llvm.load %to : !llvm.ptr -> i64
  %r1 = llvm.load %to1 : !llvm.ptr -> i64
  %r2 = llvm.load %to2 : !llvm.ptr -> i64
  vector.print %r0 : i64
  vector.print %r1 : i64
  vector.print %r2 : i64
  return
}
