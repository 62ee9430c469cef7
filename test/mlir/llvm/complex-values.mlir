// The parts of complex numbers are rounded at each step, on every engine, and absolute values need no squares.
// RUN: toyc -x mlir %s
// RUN: toyc -x mlir %s -emit=interp

// Whether the absolute value is the one expected.
func.func private @wrong(%re: f32, %im: f32, %expected: f32) -> i32 {
  %z = complex.create %re, %im : complex<f32>
  %abs = complex.abs %z : complex<f32>
  %differs = arith.cmpf une, %abs, %expected : f32
  %0 = arith.extui %differs : i1 to i32
  return %0 : i32
}

func.func @main() -> i32 {
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %three = arith.constant 3.0 : f32
  %minus_four = arith.constant -4.0 : f32
  %five = arith.constant 5.0 : f32
  // The largest number, and the least.
  %large = arith.constant 0x7F7FFFFF : f32
  %small = arith.constant 0x00000001 : f32
  %inf = arith.constant 0x7F800000 : f32
  %minus_inf = arith.constant 0xFF800000 : f32
  %0 = call @wrong(%three, %minus_four, %five) : (f32, f32, f32) -> i32
  %1 = call @wrong(%large, %five, %large) : (f32, f32, f32) -> i32
  %2 = call @wrong(%zero, %small, %small) : (f32, f32, f32) -> i32
  %3 = call @wrong(%zero, %minus_zero, %zero) : (f32, f32, f32) -> i32
  %4 = call @wrong(%inf, %minus_inf, %inf) : (f32, f32, f32) -> i32
  %5 = call @wrong(%five, %inf, %inf) : (f32, f32, f32) -> i32

  // The product of the first parts is too large for the format, so this is not a number.
  %z = complex.create %large, %large : complex<f32>
  %square = complex.mul %z, %z : complex<f32>
  %part = complex.re %square : complex<f32>
  %is_number = arith.cmpf ord, %part, %part : f32
  %6 = arith.extui %is_number : i1 to i32

  %7 = arith.addi %0, %1 : i32
  %8 = arith.addi %2, %3 : i32
  %9 = arith.addi %4, %5 : i32
  %10 = arith.addi %7, %8 : i32
  %11 = arith.addi %9, %10 : i32
  %12 = arith.addi %11, %6 : i32
  return %12 : i32
}
