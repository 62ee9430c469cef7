// Sine and cosine of one angle.

func.func @numbers(%x: f32, %y: f64) -> (f32, f64) {
  %sin, %cos = math.sincos %x : f32
  %s, %c = math.sincos %y fastmath<afn> {tag = "x"} : f64
  return %cos, %s : f32, f64
}

func.func @vectors(%x: vector<4xf32>, %y: vector<2x3xf64>) -> (vector<4xf32>, vector<2x3xf64>) {
  %0:2 = math.sincos %x fastmath<fast> : vector<4xf32>
  %1:2 = math.sincos %y : vector<2x3xf64>
  return %0#0, %1#1 : vector<4xf32>, vector<2x3xf64>
}

func.func @tensors(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %0:2 = math.sincos %x : tensor<?x4xf32>
  return %0#0, %0#1 : tensor<?x4xf32>, tensor<?x4xf32>
}
