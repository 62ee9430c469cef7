func @lengths_are_no_times(%a: !units.quantity<m>) {
  // expected-error @+1 {{'units.convert' op cannot convert 'm' to 'h'}}
  %0 = units.convert %a : !units.quantity<m> to !units.quantity<h>
  return
}

// -----

// expected-error @+1 {{expected one of m, ft, mi, s, h, found 'kg'}}
func private @there_are_no_kilograms(!units.quantity<kg>)

// -----

func @sums_have_one_unit(%a: !units.quantity<m>, %b: !units.quantity<ft>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %0 = "units.add"(%a, %b) : (!units.quantity<m>, !units.quantity<ft>) -> !units.quantity<m>
  return
}
