// The number of an interval that is nearest to a number.

func.func @numbers(%x: f32, %y: f64, %lo: f64, %hi: f64) -> (f32, f64) {
  %min = arith.constant -1.0 : f32
  %max = arith.constant 1.0 : f32
  %0 = math.clampf %x to [%min, %max] : f32
  %1 = math.clampf %y to [%lo, %hi] fastmath<nnan> {tag = "x"} : f64
  return %0, %1 : f32, f64
}

func.func @vectors(%x: vector<4xf32>, %y: vector<2x3xf16>) -> (vector<4xf32>, vector<2x3xf16>) {
  %0 = math.clampf %x to [%x, %x] fastmath<fast> : vector<4xf32>
  %1 = math.clampf %y to [%y, %y] : vector<2x3xf16>
  return %0, %1 : vector<4xf32>, vector<2x3xf16>
}

func.func @tensors(%x: tensor<?x4xf32>, %lo: tensor<?x4xf32>, %hi: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = math.clampf %x to [%lo, %hi] : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
