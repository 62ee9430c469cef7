// Numbers of one bit, square roots of narrow formats: the same on every engine. Status 0 if all are as expected.
// RUN: toyc -x mlir %s
// RUN: toyc -x mlir %s -emit=interp
// RUN: toyc -x mlir %s -opt

// In one bit, 0 to the power of 0 is 1, and 1 is -1: (-1) to the power of -1 is -1, which is 1 again.
func.func private @wrong_power(%base: i1, %exponent: i1, %expected: i1) -> i32 {
  %power = math.ipowi %base, %exponent : i1
  %differs = arith.xori %power, %expected : i1
  %0 = arith.extui %differs : i1 to i32
  return %0 : i32
}

// The root is rounded, and then its reciprocal.
func.func private @wrong_root(%x: f32) -> i32 {
  %one = arith.constant 1.0 : f32
  %root = math.sqrt %x : f32
  %expected = arith.divf %one, %root : f32
  %reciprocal = math.rsqrt %x : f32
  %differs = arith.cmpf une, %reciprocal, %expected : f32
  %0 = arith.extui %differs : i1 to i32
  return %0 : i32
}

func.func @main() -> i32 {
  %false = arith.constant false
  %true = arith.constant true
  // 1 / 3 rounded to f32: with one rounding, the reciprocal of its root is another number.
  %third = arith.constant 0x3EAAAAAB : f32
  %folded = math.rsqrt %third : f32
  %bits = arith.bitcast %folded : f32 to i32
  %expected = arith.constant 0x3FDDB3D8 : i32
  %0 = call @wrong_power(%false, %false, %true) : (i1, i1, i1) -> i32
  %1 = call @wrong_power(%true, %false, %true) : (i1, i1, i1) -> i32
  %2 = call @wrong_power(%true, %true, %true) : (i1, i1, i1) -> i32
  %3 = call @wrong_root(%third) : (f32) -> i32
  %differs = arith.cmpi ne, %bits, %expected : i32
  %4 = arith.extui %differs : i1 to i32
  %5 = arith.addi %0, %1 : i32
  %6 = arith.addi %2, %3 : i32
  %7 = arith.addi %5, %6 : i32
  %8 = arith.addi %7, %4 : i32
  return %8 : i32
}
