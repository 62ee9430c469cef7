// Comparisons and selection.

func.func @cmpi(%a: i32, %b: i32) -> i1 {
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi ne, %a, %b : i32
  %2 = arith.cmpi slt, %a, %b : i32
  %3 = arith.cmpi sle, %a, %b : i32
  %4 = arith.cmpi sgt, %a, %b : i32
  %5 = arith.cmpi sge, %a, %b : i32
  %6 = arith.cmpi ult, %a, %b : i32
  %7 = arith.cmpi ule, %a, %b : i32
  %8 = arith.cmpi ugt, %a, %b : i32
  %9 = arith.cmpi uge, %a, %b {tag} : i32
  return %9 : i1
}

func.func @cmpf(%a: f32, %b: f32) -> i1 {
  %0 = arith.cmpf false, %a, %b : f32
  %1 = arith.cmpf oeq, %a, %b : f32
  %2 = arith.cmpf ogt, %a, %b : f32
  %3 = arith.cmpf oge, %a, %b : f32
  %4 = arith.cmpf olt, %a, %b : f32
  %5 = arith.cmpf ole, %a, %b : f32
  %6 = arith.cmpf one, %a, %b : f32
  %7 = arith.cmpf ord, %a, %b : f32
  %8 = arith.cmpf ueq, %a, %b : f32
  %9 = arith.cmpf ugt, %a, %b : f32
  %10 = arith.cmpf uge, %a, %b : f32
  %11 = arith.cmpf ult, %a, %b : f32
  %12 = arith.cmpf ule, %a, %b : f32
  %13 = arith.cmpf une, %a, %b : f32
  %14 = arith.cmpf uno, %a, %b : f32
  %15 = arith.cmpf true, %a, %b : f32
  return %15 : i1
}

func.func @cmpf_flags(%a: f64) -> i1 {
  %0 = arith.cmpf olt, %a, %a fastmath<fast> : f64
  %1 = arith.cmpf ogt, %a, %a fastmath<nnan,ninf> {tag} : f64
  return %1 : i1
}

func.func @of_shapes(%i: index, %v: vector<4xi8>, %t: tensor<?xf32>) -> vector<4xi1> {
  %0 = arith.cmpi ult, %i, %i : index
  %1 = arith.cmpi slt, %v, %v : vector<4xi8>
  %2 = arith.cmpf oeq, %t, %t : tensor<?xf32>
  return %1 : vector<4xi1>
}

func.func @select(%c: i1, %a: i32, %t: tensor<4xf32>, %m: memref<?xf32>) -> i32 {
  %0 = arith.select %c, %a, %a : i32
  %1 = arith.select %c, %t, %t : tensor<4xf32>
  %2 = arith.select %c, %m, %m {tag} : memref<?xf32>
  return %0 : i32
}

func.func @select_elements(%c: vector<4xi1>, %a: vector<4xf32>, %d: tensor<2xi1>, %t: tensor<2xi8>) -> vector<4xf32> {
  %0 = arith.select %c, %a, %a : vector<4xi1>, vector<4xf32>
  %1 = arith.select %d, %t, %t : tensor<2xi1>, tensor<2xi8>
  return %0 : vector<4xf32>
}
