llvm.func @integers(%v: vector<4xi32>, %w: vector<[4]xi64>) {
  %0 = "llvm.intr.vector.reduce.add"(%v) : (vector<4xi32>) -> i32
  %1 = "llvm.intr.vector.reduce.mul"(%v) : (vector<4xi32>) -> i32
  %2 = "llvm.intr.vector.reduce.and"(%v) : (vector<4xi32>) -> i32
  %3 = "llvm.intr.vector.reduce.or"(%v) : (vector<4xi32>) -> i32
  %4 = "llvm.intr.vector.reduce.xor"(%v) : (vector<4xi32>) -> i32
  %5 = "llvm.intr.vector.reduce.smax"(%w) : (vector<[4]xi64>) -> i64
  %6 = "llvm.intr.vector.reduce.smin"(%w) : (vector<[4]xi64>) -> i64
  %7 = "llvm.intr.vector.reduce.umax"(%w) : (vector<[4]xi64>) -> i64
  %8 = "llvm.intr.vector.reduce.umin"(%w) : (vector<[4]xi64>) -> i64
  llvm.return
}

llvm.func @floats(%v: vector<4xf32>, %w: vector<[2]xf64>, %s: f32, %t: f64) {
  %0 = llvm.intr.vector.reduce.fmax(%v) : (vector<4xf32>) -> f32
  %1 = llvm.intr.vector.reduce.fmin(%v) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
  %2 = llvm.intr.vector.reduce.fmaximum(%w) : (vector<[2]xf64>) -> f64
  %3 = llvm.intr.vector.reduce.fminimum(%w) : (vector<[2]xf64>) -> f64
  %4 = "llvm.intr.vector.reduce.fadd"(%s, %v) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
  %5 = "llvm.intr.vector.reduce.fmul"(%t, %w) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f64, vector<[2]xf64>) -> f64
  llvm.return
}

llvm.func @sizes() {
  %0 = llvm.intr.stepvector : vector<[4]xi64>
  %1 = llvm.intr.stepvector : vector<4xi32>
  %2 = "llvm.intr.vscale"() : () -> i64
  llvm.return
}

llvm.func @more_integers(%v: vector<[8]xi8>, %w: vector<2xi64>) {
  %0 = "llvm.intr.vector.reduce.add"(%v) : (vector<[8]xi8>) -> i8
  %1 = "llvm.intr.vector.reduce.mul"(%v) : (vector<[8]xi8>) -> i8
  %2 = "llvm.intr.vector.reduce.and"(%v) : (vector<[8]xi8>) -> i8
  %3 = "llvm.intr.vector.reduce.or"(%v) : (vector<[8]xi8>) -> i8
  %4 = "llvm.intr.vector.reduce.xor"(%v) : (vector<[8]xi8>) -> i8
  %5 = "llvm.intr.vector.reduce.smax"(%w) : (vector<2xi64>) -> i64
  %6 = "llvm.intr.vector.reduce.smin"(%w) : (vector<2xi64>) -> i64
  %7 = "llvm.intr.vector.reduce.umax"(%w) : (vector<2xi64>) -> i64
  %8 = "llvm.intr.vector.reduce.umin"(%w) : (vector<2xi64>) -> i64
  llvm.return
}

llvm.func @more_floats(%v: vector<[4]xf16>, %w: vector<8xf64>, %s: f16, %t: f64) {
  %0 = llvm.intr.vector.reduce.fmax(%v) {fastmathFlags = #llvm.fastmath<ninf>} : (vector<[4]xf16>) -> f16
  %1 = llvm.intr.vector.reduce.fmin(%v) {fastmathFlags = #llvm.fastmath<ninf>} : (vector<[4]xf16>) -> f16
  %2 = llvm.intr.vector.reduce.fmaximum(%w) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<8xf64>) -> f64
  %3 = llvm.intr.vector.reduce.fminimum(%w) {fastmathFlags = #llvm.fastmath<nsz>} : (vector<8xf64>) -> f64
  %4 = "llvm.intr.vector.reduce.fadd"(%s, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f16, vector<[4]xf16>) -> f16
  %5 = "llvm.intr.vector.reduce.fmul"(%t, %w) <{fastmathFlags = #llvm.fastmath<none>}> : (f64, vector<8xf64>) -> f64
  %6 = "llvm.intr.vscale"() : () -> i32
  llvm.return
}
