//! A declaration with a shape keeps the element type of its value, also where loops and
//! conditionals change the variable.

use crate::check;

/// Sums, whose element types are not known before those of their operands.
const REASSIGNED: &str = "\
def main() {
  var a<2> = f32([5, 1]) + 1;
  if sum(a) > 1 {
    a = f32([1, 2]);
  }
  print(a / 3, \"in 32 bits\");
  var b<1, 2> = i64([5, 1]) + 1;
  for i in 0:2 {
    b = b * 2;
  }
  print(b);
  var c<2> = [bool([1, 0])[0], bool(3)];
  while all(c) {
    c = not c;
  }
  print(c);
}
";

#[test]
fn reshaped_values_keep_their_element_types() {
    // 1 / 3 and 2 / 3 are rounded to 32 bits, of which 8 digits are shown.
    let expected = "[0.33333334 0.6666667 ] in 32 bits\n24 8 \nfalse false \n";
    check([(REASSIGNED.to_owned(), expected.to_owned())].into_iter());
}

/// Ops that are computed in 64 bits and rounded once.
const ROUNDED: &str = "\
def main() {
  var v = f32([344143]);
  print(v % 684.205 == v % f32(684.205), v // 0.00684205 == v // f32(0.00684205));
  print(v ** 2.1 == v ** f32(2.1), atan2(v, 0.1) == atan2(v, f32(0.1)), \"in 32 bits\");
  print(f64(v % 684.205), f64(v ** 2.1), \"as floats of 64 bits\");
}
";

#[test]
fn numbers_take_the_type_of_the_other_operand_where_64_bits_are_computed_with() {
    // NumPy's `numpy.float32(344143) % numpy.float32(684.205)`, and likewise `**`.
    let expected = "[1] [1]\n[1] [1] in 32 bits\n\
        [672.0814209] [423790542848] as floats of 64 bits\n";
    check([(ROUNDED.to_owned(), expected.to_owned())].into_iter());
}
