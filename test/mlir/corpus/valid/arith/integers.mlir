// Integer arithmetic.

func.func @wrapping(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %0, %b : i32
  %2 = arith.muli %1, %b : i32
  %3 = arith.shli %2, %b : i32
  return %3 : i32
}

func.func @overflow_flags(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b overflow<nsw> : i32
  %1 = arith.subi %0, %b overflow<nuw> : i32
  %2 = arith.muli %1, %b overflow<nsw, nuw> : i32
  %3 = arith.shli %2, %b overflow<nuw, nsw> {tag} : i32
  %4 = arith.addi %3, %b overflow<none> : i32
  return %4 : i32
}

func.func @division(%a: i64, %b: i64) -> i64 {
  %0 = arith.divsi %a, %b : i64
  %1 = arith.divui %0, %b : i64
  %2 = arith.remsi %1, %b : i64
  %3 = arith.remui %2, %b : i64
  %4 = arith.floordivsi %3, %b : i64
  %5 = arith.ceildivsi %4, %b : i64
  %6 = arith.ceildivui %5, %b : i64
  return %6 : i64
}

func.func @exact(%a: i64, %b: i64) -> i64 {
  %0 = arith.divsi %a, %b exact : i64
  %1 = arith.divui %0, %b exact : i64
  %2 = arith.shrsi %1, %b exact : i64
  %3 = arith.shrui %2, %b exact : i64
  return %3 : i64
}

func.func @bits(%a: i8, %b: i8) -> i8 {
  %0 = arith.andi %a, %b : i8
  %1 = arith.ori %0, %b : i8
  %2 = arith.xori %1, %b : i8
  %3 = arith.shrsi %2, %b : i8
  %4 = arith.shrui %3, %b : i8
  return %4 : i8
}

func.func @extrema(%a: i32, %b: i32) -> i32 {
  %0 = arith.maxsi %a, %b : i32
  %1 = arith.minsi %0, %b : i32
  %2 = arith.maxui %1, %b : i32
  %3 = arith.minui %2, %b : i32
  return %3 : i32
}

func.func @extended(%a: i32, %b: i32) -> (i32, i1) {
  %0, %1 = arith.addui_extended %a, %b : i32, i1
  %2, %3 = arith.mulsi_extended %a, %b : i32
  %4:2 = arith.mului_extended %a, %b : i32
  return %0, %1 : i32, i1
}

func.func @of_index(%i: index, %j: index) -> index {
  %0 = arith.addi %i, %j : index
  %1 = arith.muli %0, %j : index
  %2 = arith.ceildivui %1, %j : index
  return %2 : index
}

func.func @of_vectors(%a: vector<4xi32>, %b: vector<4xi32>) -> vector<4xi32> {
  %0 = arith.addi %a, %b : vector<4xi32>
  %1 = arith.maxsi %0, %b : vector<4xi32>
  %2, %3 = arith.addui_extended %1, %b : vector<4xi32>, vector<4xi1>
  return %2 : vector<4xi32>
}

func.func @of_tensors(%a: tensor<2x?xi16>, %b: tensor<2x?xi16>) -> tensor<2x?xi16> {
  %0 = arith.subi %a, %b : tensor<2x?xi16>
  %1 = arith.andi %0, %b : tensor<2x?xi16>
  return %1 : tensor<2x?xi16>
}

func.func @with_attributes(%a: i32) -> i32 {
  %0 = arith.addi %a, %a {tag = "t", n = 1 : i8} : i32
  %1 = arith.divsi %0, %a {tag} : i32
  return %1 : i32
}
