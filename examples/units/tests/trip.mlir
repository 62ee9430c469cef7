module {
  func @trip(%arg0: !units.quantity<mi>, %arg1: f64) -> !units.quantity<m> {
    %0 = units.convert %arg0 : !units.quantity<mi> to !units.quantity<ft>
    %1 = units.convert %0 : !units.quantity<ft> to !units.quantity<m>
    %2 = units.constant 1.000000e+02 : !units.quantity<ft>
    %3 = units.convert %2 : !units.quantity<ft> to !units.quantity<m>
    %4 = units.constant 5.000000e-01 : !units.quantity<m>
    %5 = units.add %3, %4 : !units.quantity<m>
    %6 = units.add %1, %5 : !units.quantity<m>
    %7 = units.scale %6 by %arg1 : !units.quantity<m>
    return %7 : !units.quantity<m>
  }
}
