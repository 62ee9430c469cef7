// Numbers of more digits than f64 has: the same folded, interpreted and by machine code. Status 0 if all are as expected.
// RUN: toyc -x mlir %s
// RUN: toyc -x mlir %s -opt
// RUN: toyc -x mlir %s -emit=interp

// A third is 0.0101..., of which 64 digits are kept: rounded up.
func.func private @wrong_third(%one: f80, %three: f80) -> i32 {
  %third = arith.divf %one, %three : f80
  %bits = arith.bitcast %third : f80 to i80
  %expected = arith.constant 0x3FFDAAAAAAAAAAAAAAAB : i80
  %differs = arith.cmpi ne, %bits, %expected : i80
  %0 = arith.extui %differs : i1 to i32
  return %0 : i32
}

// 2^60 + 1 has more digits than f64; rounded to that, the 1 is lost.
func.func private @wrong_sum(%large: i64) -> i32 {
  %one = arith.constant 1.0 : f80
  %float = arith.sitofp %large : i64 to f80
  %sum = arith.addf %float, %one : f80
  %back = arith.fptosi %sum : f80 to i64
  %one_more = arith.constant 1 : i64
  %expected = arith.addi %large, %one_more : i64
  %differs = arith.cmpi ne, %back, %expected : i64
  %narrow = arith.truncf %sum : f80 to f64
  %wide = arith.extf %narrow : f64 to f80
  %is_lost = arith.cmpf une, %wide, %float : f80
  %either = arith.ori %differs, %is_lost : i1
  %0 = arith.extui %either : i1 to i32
  return %0 : i32
}

func.func @main() -> i32 {
  %one = arith.constant 1.0 : f80
  %three = arith.constant 3.0 : f80
  %large = arith.constant 1152921504606846976 : i64
  %0 = call @wrong_third(%one, %three) : (f80, f80) -> i32
  %1 = call @wrong_sum(%large) : (i64) -> i32
  // The same with constants, which fold.
  %third = arith.divf %one, %three : f80
  %bits = arith.bitcast %third : f80 to i80
  %expected = arith.constant 0x3FFDAAAAAAAAAAAAAAAB : i80
  %differs = arith.cmpi ne, %bits, %expected : i80
  %2 = arith.extui %differs : i1 to i32
  %3 = arith.addi %0, %1 : i32
  %4 = arith.addi %2, %3 : i32
  return %4 : i32
}
