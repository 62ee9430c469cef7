// What canonicalization makes of integers: constants at the ends of the width, and operands that cancel.

func.func @sums(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32, i32) {
  %c1 = arith.constant 2147483647 : i32
  %c2 = arith.constant 5 : i32
  %m1 = arith.constant -1 : i32
  %0 = arith.addi %x, %c1 : i32
  %1 = arith.addi %0, %c2 : i32
  %2 = arith.subi %x, %c2 : i32
  %3 = arith.addi %2, %c1 : i32
  %4 = arith.subi %c2, %x : i32
  %5 = arith.addi %4, %c1 : i32
  %6 = arith.muli %y, %m1 : i32
  %7 = arith.addi %x, %6 : i32
  %8 = arith.subi %x, %y : i32
  %9 = arith.addi %8, %y : i32
  %10 = arith.addi %y, %8 : i32
  return %1, %3, %5, %7, %9, %10 : i32, i32, i32, i32, i32, i32
}

func.func @differences(%x: i8, %y: i8) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %c1 = arith.constant -128 : i8
  %c2 = arith.constant 3 : i8
  %0 = arith.addi %x, %c1 : i8
  %1 = arith.subi %0, %c2 : i8
  %2 = arith.subi %c2, %0 : i8
  %3 = arith.subi %x, %c1 : i8
  %4 = arith.subi %3, %c2 : i8
  %5 = arith.subi %c1, %x : i8
  %6 = arith.subi %5, %c2 : i8
  %7 = arith.subi %c2, %3 : i8
  %8 = arith.subi %c2, %5 : i8
  %9 = arith.addi %x, %y : i8
  %10 = arith.subi %9, %y : i8
  %11 = arith.subi %9, %x : i8
  %12 = arith.subi %x, %y : i8
  %13 = arith.subi %12, %x : i8
  %14 = arith.subi %x, %x : i8
  return %1, %2, %4, %6, %7, %8, %10, %11, %13 : i8, i8, i8, i8, i8, i8, i8, i8, i8
}

func.func @products(%x: i64, %y: i64) -> (i64, i64, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 4294967296 : i64
  %c2 = arith.constant 8589934592 : i64
  %0 = arith.muli %x, %c1 : i64
  %1 = arith.muli %0, %c2 : i64
  %2 = arith.muli %c0, %y : i64
  %3 = arith.muli %c1, %y : i64
  return %1, %2, %3 : i64, i64, i64
}

func.func @quotients(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.divsi %x, %c1 : i32
  %1 = arith.divui %0, %c1 : i32
  %2 = arith.ceildivsi %1, %c1 : i32
  %3 = arith.floordivsi %2, %c1 : i32
  %4 = arith.ceildivui %3, %c1 : i32
  %5 = arith.remsi %x, %c1 : i32
  %6 = arith.remui %x, %c1 : i32
  %7 = arith.muli %x, %y : i32
  %8 = arith.divui %7, %x : i32
  %9 = arith.divsi %7, %y : i32
  return %4, %5, %6, %8, %9, %x, %y : i32, i32, i32, i32, i32, i32, i32
}

func.func @quotients_of_products(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.muli %x, %y overflow<nsw> : i32
  %1 = arith.divsi %0, %y : i32
  %2 = arith.muli %x, %y overflow<nuw> : i32
  %3 = arith.divui %2, %x : i32
  return %1, %3 : i32, i32
}

func.func @quotients_of_constants() -> (i8, i8, i8, i8, i8, i8, i8, i8) {
  %min = arith.constant -128 : i8
  %m1 = arith.constant -1 : i8
  %zero = arith.constant 0 : i8
  %c7 = arith.constant 7 : i8
  %m2 = arith.constant -2 : i8
  %0 = arith.divsi %min, %m1 : i8
  %1 = arith.divsi %c7, %zero : i8
  %2 = arith.divsi %c7, %m2 : i8
  %3 = arith.floordivsi %c7, %m2 : i8
  %4 = arith.ceildivsi %c7, %m2 : i8
  %5 = arith.divui %min, %c7 : i8
  %6 = arith.remsi %min, %c7 : i8
  %7 = arith.remui %c7, %zero : i8
  return %0, %1, %2, %3, %4, %5, %6, %7 : i8, i8, i8, i8, i8, i8, i8, i8
}

func.func @shifts(%x: i16) -> (i16, i16, i16, i16, i16, i16) {
  %zero = arith.constant 0 : i16
  %c15 = arith.constant 15 : i16
  %c16 = arith.constant 16 : i16
  %m2 = arith.constant -2 : i16
  %0 = arith.shli %x, %zero : i16
  %1 = arith.shrsi %0, %zero : i16
  %2 = arith.shrui %1, %zero : i16
  %3 = arith.shli %m2, %c16 : i16
  %4 = arith.shrsi %m2, %c15 : i16
  %5 = arith.shrui %m2, %c15 : i16
  %6 = arith.shli %m2, %c15 : i16
  %7 = arith.shrui %zero, %x : i16
  return %2, %3, %4, %5, %6, %7 : i16, i16, i16, i16, i16, i16
}

func.func @bits(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %ones = arith.constant -1 : i32
  %0 = arith.xori %x, %ones : i32
  %1 = arith.andi %x, %0 : i32
  %2 = arith.ori %0, %x : i32
  %3 = arith.xori %0, %ones : i32
  %4 = arith.andi %x, %y : i32
  %5 = arith.andi %4, %x : i32
  %6 = arith.andi %y, %4 : i32
  %7 = arith.xori %x, %y : i32
  %8 = arith.xori %7, %y : i32
  %9 = arith.xori %x, %7 : i32
  %10 = arith.andi %x, %zero : i32
  %11 = arith.ori %x, %ones : i32
  %12 = arith.ori %x, %x : i32
  return %1, %2, %3, %5, %6, %8, %9, %10, %12 : i32, i32, i32, i32, i32, i32, i32, i32, i32
}

func.func @extended_bits(%x: i8, %y: i8, %z: i1, %w: i1) -> (i32, i32, i32, i32) {
  %0 = arith.extui %x : i8 to i32
  %1 = arith.extui %y : i8 to i32
  %2 = arith.andi %0, %1 : i32
  %3 = arith.ori %0, %1 : i32
  %4 = arith.extsi %z : i1 to i32
  %5 = arith.extsi %w : i1 to i32
  %6 = arith.xori %4, %5 : i32
  %7 = arith.ori %4, %5 : i32
  return %2, %3, %6, %7 : i32, i32, i32, i32
}

func.func @extremes(%x: i8) -> (i8, i8, i8, i8, i8, i8, i8, i8) {
  %smin = arith.constant -128 : i8
  %smax = arith.constant 127 : i8
  %zero = arith.constant 0 : i8
  %ones = arith.constant -1 : i8
  %0 = arith.maxsi %x, %smin : i8
  %1 = arith.maxsi %x, %smax : i8
  %2 = arith.minsi %x, %smax : i8
  %3 = arith.minsi %x, %smin : i8
  %4 = arith.maxui %x, %zero : i8
  %5 = arith.maxui %x, %ones : i8
  %6 = arith.minui %x, %ones : i8
  %7 = arith.minui %x, %zero : i8
  return %0, %1, %2, %3, %4, %5, %6, %7 : i8, i8, i8, i8, i8, i8, i8, i8
}

func.func @extremes_of_constants() -> (i8, i8, i8, i8) {
  %a = arith.constant -100 : i8
  %b = arith.constant 100 : i8
  %0 = arith.maxsi %a, %b : i8
  %1 = arith.minsi %a, %b : i8
  %2 = arith.maxui %a, %b : i8
  %3 = arith.minui %a, %b : i8
  return %0, %1, %2, %3 : i8, i8, i8, i8
}

func.func @booleans(%x: i1) -> (i1, i1, i1, i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = arith.addi %true, %true : i1
  %1 = arith.muli %x, %true : i1
  %2 = arith.shli %true, %true : i1
  %3 = arith.divsi %x, %true : i1
  %4 = arith.cmpi slt, %true, %false : i1
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

func.func @wide(%x: i128) -> (i128, i128, i256, i256, i128, i1) {
  %a = arith.constant 170141183460469231731687303715884105727 : i128
  %b = arith.constant 1 : i128
  %c = arith.constant 57896044618658097711785492504343953926634992332820282019728792003956564819967 : i256
  %d = arith.constant 340282366920938463463374607431768211456 : i256
  %0 = arith.addi %a, %b : i128
  %1 = arith.muli %a, %a : i128
  %2 = arith.divui %c, %d : i256
  %3 = arith.remui %c, %d : i256
  %4 = arith.addi %x, %a : i128
  %5 = arith.addi %4, %b : i128
  %6 = arith.cmpi slt, %0, %b : i128
  return %0, %1, %2, %3, %5, %6 : i128, i128, i256, i256, i128, i1
}

func.func @extended_sums(%x: i32) -> (i32, i1, i8, i1, i32) {
  %zero = arith.constant 0 : i32
  %a = arith.constant -1 : i8
  %b = arith.constant 2 : i8
  %0:2 = arith.addui_extended %x, %zero : i32, i1
  %1:2 = arith.addui_extended %a, %b : i8, i1
  %2:2 = arith.addui_extended %x, %x : i32, i1
  return %0#0, %0#1, %1#0, %1#1, %2#0 : i32, i1, i8, i1, i32
}

func.func @extended_products(%x: i32, %y: i32) -> (i32, i32, i32, i32, i8, i8, i8, i8, i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = arith.constant -100 : i8
  %b = arith.constant 100 : i8
  %0:2 = arith.mulsi_extended %x, %zero : i32
  %1:2 = arith.mului_extended %x, %one : i32
  %2:2 = arith.mulsi_extended %a, %b : i8
  %3:2 = arith.mului_extended %a, %b : i8
  %4:2 = arith.mulsi_extended %x, %y : i32
  %5:2 = arith.mului_extended %x, %y : i32
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %5#0
      : i32, i32, i32, i32, i8, i8, i8, i8, i32, i32
}

func.func @upper_half(%x: i32, %y: i32) -> (i32, i32) {
  %c32 = arith.constant 32 : i64
  %0 = arith.extsi %x : i32 to i64
  %1 = arith.extsi %y : i32 to i64
  %2 = arith.muli %0, %1 : i64
  %3 = arith.shrui %2, %c32 : i64
  %4 = arith.trunci %3 : i64 to i32
  %5 = arith.extui %x : i32 to i64
  %6 = arith.extui %y : i32 to i64
  %7 = arith.muli %5, %6 : i64
  %8 = arith.shrui %7, %c32 : i64
  %9 = arith.trunci %8 : i64 to i32
  return %4, %9 : i32, i32
}

func.func @comparisons(%x: i32, %y: i32, %z: i1, %w: i8, %v: i8) -> (i1, i1, i1, i1, i1, i1, i1, i1, i1, i1) {
  %c5 = arith.constant 5 : i32
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %false = arith.constant false
  %0 = arith.cmpi sle, %x, %x : i32
  %1 = arith.cmpi ult, %x, %x : i32
  %2 = arith.cmpi slt, %c5, %x : i32
  %3 = arith.xori %2, %true : i1
  %4 = arith.extui %z : i1 to i32
  %5 = arith.cmpi ne, %4, %zero : i32
  %6 = arith.cmpi eq, %z, %true : i1
  %7 = arith.cmpi ne, %z, %false : i1
  %8 = arith.extsi %w : i8 to i32
  %9 = arith.extsi %v : i8 to i32
  %10 = arith.cmpi slt, %8, %9 : i32
  %11 = arith.cmpi eq, %8, %9 : i32
  %12 = arith.cmpi ult, %8, %9 : i32
  %13 = arith.extui %w : i8 to i32
  %14 = arith.extui %v : i8 to i32
  %15 = arith.cmpi ult, %13, %14 : i32
  return %0, %1, %3, %5, %6, %7, %10, %11, %12, %15 : i1, i1, i1, i1, i1, i1, i1, i1, i1, i1
}

func.func @choices(%c: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32, i1, i1, i32, i32, i32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %0 = arith.select %true, %x, %y : i32
  %1 = arith.select %c, %x, %x : i32
  %2 = arith.select %c, %true, %false : i1
  %3 = arith.select %c, %false, %true : i1
  %4 = arith.select %c, %one, %zero : i32
  %5 = arith.cmpi eq, %x, %y : i32
  %6 = arith.select %5, %x, %y : i32
  %7 = arith.xori %c, %true : i1
  %8 = arith.select %7, %x, %y : i32
  %9 = arith.select %c, %x, %y : i32
  %10 = arith.select %c, %9, %z : i32
  return %0, %1, %2, %3, %4, %6, %8, %10 : i32, i32, i1, i1, i32, i32, i32, i32
}

func.func @nested_choices(%c: i1, %d: i1, %x: i32, %z: i32) -> i32 {
  %0 = arith.select %d, %x, %z : i32
  %1 = arith.select %c, %0, %z : i32
  return %1 : i32
}

func.func @casts(%x: i8, %y: i32, %n: index, %u: i64) -> (i32, i8, i32, i16, i16, i8, i32, index, i64, i32) {
  %0 = arith.extui %x : i8 to i16
  %1 = arith.extui %0 : i16 to i32
  %2 = arith.trunci %1 : i32 to i8
  %3 = arith.extsi %0 : i16 to i32
  %4 = arith.trunci %y : i32 to i16
  %5 = arith.extsi %y : i32 to i64
  %6 = arith.trunci %5 : i64 to i16
  %7 = arith.trunci %4 : i16 to i8
  %8 = arith.extsi %x : i8 to i64
  %9 = arith.trunci %8 : i64 to i32
  %10 = arith.index_cast %u : i64 to index
  %11 = arith.index_cast %10 : index to i64
  %12 = arith.extsi %y : i32 to i64
  %13 = arith.index_cast %12 : i64 to index
  %14 = arith.bitcast %y : i32 to f32
  %15 = arith.bitcast %14 : f32 to i32
  return %1, %2, %3, %4, %6, %7, %9, %13, %11, %15 : i32, i8, i32, i16, i16, i8, i32, index, i64, i32
}

func.func @casts_of_constants() -> (i64, i64, i8, index, index, i32, i128, f32, i16) {
  %a = arith.constant -1 : i32
  %b = arith.constant 511 : i64
  %n = arith.constant -7 : index
  %f = arith.constant 1.5 : bf16
  %0 = arith.extui %a : i32 to i64
  %1 = arith.extsi %a : i32 to i64
  %2 = arith.trunci %b : i64 to i8
  %3 = arith.index_cast %a : i32 to index
  %4 = arith.index_castui %a : i32 to index
  %5 = arith.index_cast %n : index to i32
  %6 = arith.extsi %a : i32 to i128
  %7 = arith.bitcast %a : i32 to f32
  %8 = arith.bitcast %f : bf16 to i16
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i64, i64, i8, index, index, i32, i128, f32, i16
}

func.func @elements(%v: vector<4xi32>, %w: vector<2xi1>)
    -> (vector<4xi32>, tensor<3xi8>, vector<4xi32>, vector<2xi1>, tensor<3xi16>, tensor<3xi1>, vector<2xi32>) {
  %zero = arith.constant dense<0> : vector<4xi32>
  %a = arith.constant dense<[1, -128, 127]> : tensor<3xi8>
  %b = arith.constant dense<1> : tensor<3xi8>
  %c = arith.constant dense<[true, false]> : vector<2xi1>
  %d = arith.constant dense<[1, 2]> : vector<2xi32>
  %e = arith.constant dense<[3, 4]> : vector<2xi32>
  %0 = arith.addi %v, %zero : vector<4xi32>
  %1 = arith.subi %a, %b : tensor<3xi8>
  %2 = arith.subi %v, %v : vector<4xi32>
  %3 = arith.xori %w, %w : vector<2xi1>
  %4 = arith.extui %a : tensor<3xi8> to tensor<3xi16>
  %5 = arith.cmpi slt, %a, %b : tensor<3xi8>
  %6 = arith.select %c, %d, %e : vector<2xi1>, vector<2xi32>
  return %0, %1, %2, %3, %4, %5, %6
      : vector<4xi32>, tensor<3xi8>, vector<4xi32>, vector<2xi1>, tensor<3xi16>, tensor<3xi1>, vector<2xi32>
}
