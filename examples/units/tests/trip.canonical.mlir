module {
  func @trip(%arg0: !units.quantity<mi>, %arg1: f64) -> !units.quantity<m> {
    %0 = units.constant 3.098000e+01 : !units.quantity<m>
    %1 = units.convert %arg0 : !units.quantity<mi> to !units.quantity<m>
    %2 = units.add %1, %0 : !units.quantity<m>
    %3 = units.scale %2 by %arg1 : !units.quantity<m>
    return %3 : !units.quantity<m>
  }
}
