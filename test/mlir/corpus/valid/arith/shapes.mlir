// Arithmetic on vectors and tensors, and names of constants.

func.func @vectors(%a: vector<4x8xi32>, %b: vector<4x8xf16>) -> vector<4x8xi1> {
  %0 = arith.muli %a, %a overflow<nsw, nuw> : vector<4x8xi32>
  %1 = arith.extf %b : vector<4x8xf16> to vector<4x8xf64>
  %2 = arith.fptosi %1 : vector<4x8xf64> to vector<4x8xi32>
  %3 = arith.cmpi ule, %0, %2 : vector<4x8xi32>
  return %3 : vector<4x8xi1>
}

func.func @tensors(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xi1>) -> tensor<?x4xf32> {
  %0 = arith.subf %a, %b fastmath<reassoc,contract> : tensor<?x4xf32>
  %1 = arith.select %c, %0, %b : tensor<?x4xi1>, tensor<?x4xf32>
  %2 = arith.negf %1 : tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

func.func @unranked(%a: tensor<*xi64>) -> tensor<*xi64> {
  %0 = arith.shli %a, %a : tensor<*xi64>
  %1 = arith.xori %0, %a : tensor<*xi64>
  return %1 : tensor<*xi64>
}

func.func @names() -> (i1, i1, index, i8) {
  %a = arith.constant true
  %b = arith.constant false
  %c = arith.constant -1 : index
  %d = arith.constant -128 : i8
  %e = arith.constant 0 : i256
  %f = arith.constant -1 : index
  return %a, %b, %c, %d : i1, i1, index, i8
}

func.func @floats() -> f64 {
  %0 = arith.constant 0x7FF0000000000000 : f64
  %1 = arith.constant 0xFF800000 : f32
  %2 = arith.constant 1.0e-300 : f64
  %3 = arith.constant -0.0 : bf16
  %4 = arith.constant 3.14159274 : f32
  %5 = arith.constant 0x7E00 : f16
  return %2 : f64
}

func.func @elements() -> tensor<2x3xf32> {
  %0 = arith.constant dense<[[1.0, 2.0, 3.0], [-4.0, 0.5, 1.0e10]]> : tensor<2x3xf32>
  %1 = arith.constant dense<> : tensor<0x4xi8>
  %2 = arith.constant dense<[true, false, true]> : vector<3xi1>
  %3 = arith.constant dense<7> : tensor<i64>
  %4 = arith.constant dense<(1.0, -1.0)> : tensor<2xcomplex<f32>>
  %5 = arith.constant dense<-1> : tensor<2x2xindex>
  return %0 : tensor<2x3xf32>
}

func.func @wide(%a: i129, %b: i3) -> i129 {
  %c = arith.constant 340282366920938463463374607431768211456 : i129
  %0 = arith.addi %a, %c : i129
  %1 = arith.extui %b : i3 to i129
  %2 = arith.ori %0, %1 : i129
  return %2 : i129
}

func.func @extended(%a: vector<2xi16>, %b: index) -> vector<2xi1> {
  %sum, %carry = arith.addui_extended %a, %a : vector<2xi16>, vector<2xi1>
  %low, %high = arith.mulsi_extended %a, %a : vector<2xi16>
  return %carry : vector<2xi1>
}

func.func @discardable(%a: i32) -> i32 {
  %0 = arith.addi %a, %a {t.note = "here", t.list = [1 : i8, 2.0 : f32, "s", @f, unit]} : i32
  %1 = arith.cmpi eq, %0, %a {t.flag} : i32
  %2 = arith.select %1, %a, %0 {t.x = {y = i32, z = dense<1> : tensor<2xi8>}} : i32
  return %2 : i32
}

func.func @bits(%a: f32, %b: vector<2xf64>) -> i32 {
  %0 = arith.bitcast %a : f32 to i32
  %1 = arith.bitcast %b : vector<2xf64> to vector<2xi64>
  %2 = arith.index_castui %0 : i32 to index
  return %0 : i32
}
