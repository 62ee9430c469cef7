module {
  func @trip(%arg0: f64, %arg1: f64) -> f64 {
    %cst = constant 3.098000e+01 : f64
    %cst_0 = constant 1609.3440000000001 : f64
    %0 = mulf %arg0, %cst_0 : f64
    %1 = addf %0, %cst : f64
    %2 = mulf %1, %arg1 : f64
    return %2 : f64
  }
}
