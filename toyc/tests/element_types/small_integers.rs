//! Random programs on integers of 8 bits, with a sign and without one, print what an evaluator
//! computes, on each engine and stage. The evaluator shares no code with the compiler: it has the
//! formulas of quantization, and sums of products in 64 bits.

use std::fmt::Write as _;

use pretty_assertions::assert_eq;
use random_programs::random::Random;

use crate::check;

/// Programs that are run.
const PROGRAMS: u64 = 10;

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

/// The formula of the language reference.
fn quantized(real: f64, scale: f64, zero: i64, is_signed: bool) -> i64 {
    let rounded = (real / scale).round_ties_even();
    let scaled = if rounded.is_nan() { 0.0 } else { rounded };
    saturated(scaled + zero as f64, is_signed)
}

/// The nearest integer of 8 bits. A cast of Rust saturates, and makes 0 of NaN.
fn saturated(number: f64, is_signed: bool) -> i64 {
    if is_signed { i64::from(number as i8) } else { i64::from(number as u8) }
}

fn shown<T: std::fmt::Display>(numbers: &[T], columns: usize) -> String {
    numbers.chunks(columns).fold(String::new(), |mut text, row| {
        row.iter().for_each(|number| {
            let _ = write!(text, "{number} ");
        });
        text + "\n"
    })
}

fn product(a: &[i64], b: &[i64], [rows, inner, columns]: [usize; 3]) -> Vec<i64> {
    let element = |row: usize, column: usize| {
        let of = |k| a[row * inner + k] * b[k * columns + column];
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
    let [of_p, of_q] = [random.below(2) == 0, random.below(2) == 0];
    let zero = random.below(256) as i64 - if of_q { 128 } else { 0 };
    let name = |is_signed| if is_signed { "i8" } else { "u8" };
    let quantize = if of_q { "quantize" } else { "quantize_u8" };
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
  var p = {p_type}(a);
  var q = {quantize}(b, {scale}, {zero});
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
    last = {p_type}(q[1, 2]);
  }}
  print(last, {p_type}(last + 1));
}}
",
        p_type = name(of_p),
        last = rows - 1
    );
    let p: Vec<i64> = a.iter().map(|&number| saturated(number, of_p)).collect();
    let q: Vec<i64> = b.iter().map(|&real| quantized(real, scale, zero, of_q)).collect();
    let transposed = |of: &[i64], rows: usize, columns: usize| -> Vec<i64> {
        (0..rows * columns).map(|at| of[at % rows * columns + at / rows]).collect()
    };
    let sums = product(&p, &q, SIZES);
    let mut expected = shown(&p, inner) + &shown(&q, columns) + &shown(&sums, columns);
    expected += &shown(&sums[..2 * columns], columns);
    expected += &shown(&transposed(&p, rows, inner), rows);
    let part: Vec<i64> = (0..9).map(|at| p[at / 3 * inner + at % 3 + 1]).collect();
    expected += &shown(&transposed(&part, 3, 3), 3);
    expected += &shown(&q.iter().map(|&it| it * 3).collect::<Vec<_>>(), columns);
    expected += &shown(&p.iter().map(|&it| it != 0).collect::<Vec<_>>(), inner);
    let real = q.iter().map(|&stored| ((stored - zero) as f64) * scale);
    expected += &shown(&real.map(|number| format!("{number:.6}")).collect::<Vec<_>>(), columns);
    let last = p[(rows - 1) * inner];
    let last = if last > 0 { saturated(q[columns + 2] as f64, of_p) } else { last };
    let _ = writeln!(expected, "{last} {}", saturated((last + 1) as f64, of_p));
    (text, expected)
}

#[test]
fn random_programs_on_small_integers() {
    check((0..PROGRAMS).map(program));
}

/// A file of integers of 8 bits in NumPy's format, version 1.0.
fn npy(descr: &str, [rows, columns]: [usize; 2], bytes: &[u8]) -> Vec<u8> {
    let mut header =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let length = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), bytes].concat()
}

/// Bytes with many extreme ones, as those that are signed and those that are not see them.
fn bytes(random: &mut Random, count: usize) -> Vec<u8> {
    let byte = |random: &mut Random| match random.below(4) {
        0 => [0, 127, 128, 255][random.below(4)],
        _ => random.below(256) as u8,
    };
    (0..count).map(|_| byte(random)).collect()
}

fn integers(bytes: &[u8], is_signed: bool) -> Vec<i64> {
    let integer = |byte: &u8| if is_signed { i64::from(*byte as i8) } else { i64::from(*byte) };
    bytes.iter().map(integer).collect()
}

/// The least odd number whose square times `size` is at least the number of multiplications from
/// which on products are blocked.
fn other_size(size: usize) -> usize {
    (1..).step_by(2).find(|other| other * other * size >= 100_000).expect("there is one")
}

#[test]
fn products_at_the_edges_of_tiles_are_exact() {
    const ENGINES: [&[&str]; 2] =
        [&["-emit=interp"], &["-emit=jit", "-O2", "--jit-optimize=always"]];
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let random = &mut Random::new(7);
    let mut number = 0;
    for edge in [1, 2, 3, 15, 16, 17, 31, 33, 64, 65] {
        for place in 0..3 {
            let mut sizes = [other_size(edge); 3];
            sizes[place] = edge;
            let [rows, inner, columns] = sizes;
            let [a, b] = [rows * inner, inner * columns].map(|count| bytes(random, count));
            // Each combination of signs comes with each place of the edge, and so do transposes.
            let signed = [number & 1 == 0, number & 2 == 0];
            let is_transposed = number & 4 == 0;
            number += 1;
            let [of_a, of_b] = signed.map(|is_signed| if is_signed { "|i1" } else { "|u1" });
            let names = signed.map(|is_signed| if is_signed { "i8" } else { "u8" });
            std::fs::write(path("a.npy"), npy(of_a, [rows, inner], &a)).expect("it is written");
            let stored = match is_transposed {
                true => {
                    let moved = (0..b.len()).map(|at| b[at % inner * columns + at / inner]);
                    npy(of_b, [columns, inner], &moved.collect::<Vec<u8>>())
                }
                false => npy(of_b, [inner, columns], &b),
            };
            std::fs::write(path("b.npy"), stored).expect("it is written");
            let right = format!("{}(load(\"{}\"))", names[1], path("b.npy").display());
            let right = if is_transposed { format!("transpose({right})") } else { right };
            let text = format!(
                "def main() {{ print({}(load(\"{}\")) @ {right}); }}\n",
                names[0],
                path("a.npy").display(),
            );
            let file = path("a.toy");
            std::fs::write(&file, &text).expect("the program is written");
            let sums = product(&integers(&a, signed[0]), &integers(&b, signed[1]), sizes);
            let expected = shown(&sums, columns);
            for engine in ENGINES {
                let found = crate::output(engine, &file);
                assert!(found == expected, "{engine:?} {sizes:?} {signed:?}\n{text}");
            }
            // The blocked loops at each stage, once.
            let stages = ["-emit=mlir-affine", "-emit=mlir-std", "-emit=mlir-llvm"];
            for stage in stages.into_iter().filter(|_| edge == 17 && place == 1) {
                let lowered = path("a.mlir");
                let dump = crate::output(&[stage, "-opt"], &file);
                let is_blocked = dump.contains("vector<");
                std::fs::write(&lowered, dump).expect("it is written");
                let found = crate::output(&["-emit=interp"], &lowered);
                assert!(is_blocked && found == expected, "{stage} {sizes:?} {signed:?}\n{text}");
            }
        }
    }
}

/// A product has more terms than sums of 32 bits hold: 33025 of 255 * 255, 131071 of -128 * -128,
/// or 65793 of 255 * -128.
#[test]
fn sums_beyond_32_bits_are_exact() {
    let text = "def main() {
  var u = u8(fill(255, 3, 66051));
  var s = i8(fill(-128, 3, 131073));
  var t = s[0:3, 0:66051];
  print(u @ transpose(u));
  print(s @ transpose(s));
  print(u @ transpose(t));
  print(t @ u[0]);
}
";
    let square = |number: i64| format!("{number} {number} {number} \n").repeat(3);
    let expected = square(66051 * 255 * 255)
        + &square(131_073 * 128 * 128)
        + &square(66051 * 255 * -128)
        + &square(66051 * 255 * -128)
            .lines()
            .next()
            .map_or_else(String::new, |line| format!("{line}\n"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.toy");
    std::fs::write(&file, text).expect("the program is written");
    for engine in [&["-emit=interp"][..], &["-emit=jit", "-O0"], &["-emit=jit", "-O2"]] {
        assert_eq!(crate::output(engine, &file), expected, "{engine:?}");
    }
}

/// All integers of 8 bits, as floats and as those of 64 bits, are the same after a conversion there
/// and back, and those beyond are the first or the last one.
#[test]
fn conversions_of_all_integers() {
    let list = |numbers: &mut dyn Iterator<Item = i64>| -> String {
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
    };
    let programs = [(true, -128, 127), (false, 0, 255)].map(|(is_signed, least, greatest)| {
        let name = if is_signed { "i8" } else { "u8" };
        let numbers = list(&mut (least - 3..=greatest + 3));
        let text = format!(
            "def main() {{
  var x = [{numbers}];
  print({name}(x));
  print({name}(i64(x)));
  print({name}(f32(x)));
  print(i64({name}(x)));
  print({name}(f64({name}(x))));
}}
"
        );
        let line = (least - 3..=greatest + 3)
            .map(|number| format!("{} ", number.clamp(least, greatest)))
            .collect::<String>();
        (text, format!("{line}\n").repeat(5))
    });
    check(programs.into_iter());
}
