// Constants, and the names that they suggest.

func.func @integers() -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.constant -1 : i32
  %3 = arith.constant 42 : i64
  %4 = arith.constant 255 : i8
  %5 = arith.constant 1 : i32
  return %5 : i32
}

func.func @booleans() -> i1 {
  %0 = arith.constant true
  %1 = arith.constant false
  %2 = arith.constant true
  return %2 : i1
}

func.func @indices() -> index {
  %0 = arith.constant 0 : index
  %1 = arith.constant 10 : index
  %2 = arith.constant -5 : index
  return %2 : index
}

func.func @floats() -> f32 {
  %0 = arith.constant 0.0 : f32
  %1 = arith.constant 1.5 : f32
  %2 = arith.constant -2.0e10 : f64
  %3 = arith.constant 0x7F800000 : f32
  %4 = arith.constant 0x7FC00000 : f32
  %5 = arith.constant 1.0 : f16
  %6 = arith.constant 3.14159274 : f32
  %7 = arith.constant 0.1 : f64
  return %1 : f32
}

func.func @elements() -> tensor<2x2xf64> {
  %0 = arith.constant dense<1.0> : tensor<2x2xf64>
  %1 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %2 = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %3 = arith.constant dense<true> : tensor<4xi1>
  %4 = arith.constant dense<> : tensor<0xi32>
  return %1 : tensor<2x2xf64>
}

func.func @with_attributes() -> i32 {
  %0 = arith.constant {tag = "t"} 7 : i32
  return %0 : i32
}
