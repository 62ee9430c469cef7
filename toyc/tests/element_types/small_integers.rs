//! Random programs on integers of 8 bits print what an evaluator computes, on each engine and
//! stage. The evaluator shares no code with the compiler: it has the formulas of quantization, and
//! sums of products in 64 bits.

use std::fmt::Write as _;

use random_programs::random::Random;

use crate::check;

/// Programs that are run.
const PROGRAMS: u64 = 20;

/// Rows, inner size and columns of the products.
const SIZES: [usize; 3] = [5, 5, 4];

/// A number as a conversion to 8 bits gets it, and as Toy writes it.
fn number(random: &mut Random) -> (f64, String) {
    match random.below(10) {
        0 => (f64::NAN, "nan".to_owned()),
        1 => (f64::INFINITY, "inf".to_owned()),
        2 => (f64::NEG_INFINITY, "-inf".to_owned()),
        3 => (1.0e10, "10000000000".to_owned()),
        _ => {
            // Quarters, so that halves of scales are among them.
            let quarters = random.below(1600) as i64 - 800;
            let number = quarters as f64 / 4.0;
            (number, format!("{number}"))
        }
    }
}

fn matrix(random: &mut Random, rows: usize, columns: usize) -> (Vec<f64>, String) {
    let numbers: Vec<(f64, String)> = (0..rows * columns).map(|_| number(random)).collect();
    let rows: Vec<String> = numbers
        .chunks(columns)
        .map(|row| {
            let row: Vec<&str> = row.iter().map(|(_, text)| text.as_str()).collect();
            format!("[{}]", row.join(", "))
        })
        .collect();
    (numbers.iter().map(|(number, _)| *number).collect(), format!("[{}]", rows.join(", ")))
}

/// The formula of the language reference. A cast of Rust saturates, and makes 0 of NaN.
fn quantized(real: f64, scale: f64, zero: i64) -> i8 {
    let rounded = (real / scale).round_ties_even();
    let scaled = if rounded.is_nan() { 0.0 } else { rounded };
    (scaled + zero as f64) as i8
}

fn shown<T: std::fmt::Display>(numbers: &[T], columns: usize) -> String {
    numbers.chunks(columns).fold(String::new(), |mut text, row| {
        row.iter().for_each(|number| {
            let _ = write!(text, "{number} ");
        });
        text + "\n"
    })
}

fn product(a: &[i8], b: &[i8]) -> Vec<i64> {
    let [rows, inner, columns] = SIZES;
    let element = |row: usize, column: usize| {
        let of = |k| i64::from(a[row * inner + k]) * i64::from(b[k * columns + column]);
        (0..inner).map(of).sum()
    };
    (0..rows * columns).map(|at| element(at / columns, at % columns)).collect()
}

fn program(seed: u64) -> (String, String) {
    let random = &mut Random::new(seed);
    let [rows, inner, columns] = SIZES;
    let (a, a_text) = matrix(random, rows, inner);
    let (b, b_text) = matrix(random, inner, columns);
    let scale = [0.5, 0.25, 1.0, 3.0, 0.1][random.below(5)];
    let zero = random.below(256) as i64 - 128;
    let text = format!(
        "def moved(x, n) {{
  var y = x;
  for i in 0:n {{
    y = transpose(y);
  }}
  return y;
}}

def main() {{
  var a = {a_text};
  var b = {b_text};
  var p = i8(a);
  var q = quantize(b, {scale}, {zero});
  print(p);
  print(q);
  print(p @ q);
  print(p[0:2, 0:{inner}] @ q);
  print(transpose(p));
  print(moved(p[0:3, 1:4], 3));
  print(i64(q) * 2 + q);
  print(bool(p));
  print(dequantize(q, {scale}, {zero}));
  var last = p[{last}, 0];
  if last > 0 {{
    last = q[1, 2];
  }}
  print(last, i8(last + 1));
}}
",
        last = rows - 1
    );
    let p: Vec<i8> = a.iter().map(|&number| number as i8).collect();
    let q: Vec<i8> = b.iter().map(|&real| quantized(real, scale, zero)).collect();
    let transposed = |of: &[i8], rows: usize, columns: usize| -> Vec<i8> {
        (0..rows * columns).map(|at| of[at % rows * columns + at / rows]).collect()
    };
    let sums = product(&p, &q);
    let mut expected = shown(&p, inner) + &shown(&q, columns) + &shown(&sums, columns);
    expected += &shown(&sums[..2 * columns], columns);
    expected += &shown(&transposed(&p, rows, inner), rows);
    let part: Vec<i8> = (0..9).map(|at| p[at / 3 * inner + at % 3 + 1]).collect();
    expected += &shown(&transposed(&part, 3, 3), 3);
    expected += &shown(&q.iter().map(|&it| i64::from(it) * 3).collect::<Vec<_>>(), columns);
    expected += &shown(&p.iter().map(|&it| it != 0).collect::<Vec<_>>(), inner);
    let real = q.iter().map(|&stored| (f64::from(stored) - zero as f64) * scale);
    expected += &shown(&real.map(|number| format!("{number:.6}")).collect::<Vec<_>>(), columns);
    let last = if p[(rows - 1) * inner] > 0 { q[columns + 2] } else { p[(rows - 1) * inner] };
    let _ = writeln!(expected, "{last} {}", (i64::from(last) + 1).min(127));
    (text, expected)
}

#[test]
fn random_programs_on_small_integers() {
    check((0..PROGRAMS).map(program));
}
