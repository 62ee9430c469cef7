//! Random programs on integers print what an evaluator computes, on each engine and stage. The
//! evaluator computes with integers of 128 bits, and shares no code with the compiler.

use std::fmt::Write as _;

use random_programs::random::Random;

use crate::check;

/// The elements of each tensor.
const LENGTH: usize = 5;

/// Programs that are run.
const PROGRAMS: u64 = 12;

/// The integer of 64 bits that is equal modulo 2^64.
fn wrapped(value: i128) -> i128 {
    let rest = value.rem_euclid(1 << 64);
    if rest >= 1 << 63 { rest - (1 << 64) } else { rest }
}

fn floor_division(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if quotient * b != a && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

type Elements = Vec<i128>;

/// A program, and the values of its variables.
struct Program {
    random: Random,
    text: String,
    variables: Vec<Elements>,
}

/// An expression and its value.
type Expression = (String, Elements);

fn name(variable: usize) -> String {
    format!("x{variable}")
}

impl Program {
    fn new(seed: u64) -> Self {
        let random = Random::new(seed);
        let mut program = Self { random, text: "def main() {\n".into(), variables: Vec::new() };
        for variable in 0..3 {
            let elements: Elements = (0..LENGTH).map(|_| program.integer()).collect();
            let list: Vec<String> = elements.iter().map(i128::to_string).collect();
            let (name, list) = (name(variable), list.join(", "));
            let _ = match program.random.below(3) {
                0 => writeln!(program.text, "  var {name} = i64([{list}]);"),
                1 => writeln!(program.text, "  var {name}<i64> = [{list}];"),
                _ => writeln!(program.text, "  var {name}<{LENGTH}, i64> = [{list}];"),
            };
            program.variables.push(elements);
        }
        for _ in 0..6 {
            program.statement();
        }
        for variable in 0..program.variables.len() {
            let _ = writeln!(program.text, "  print({});", name(variable));
        }
        program.text += "}\n";
        program
    }

    /// Any integer, which is exact in `i64`.
    fn integer(&mut self) -> i128 {
        match self.random.below(3) {
            0 => i128::from(self.random.below(usize::MAX) as i64),
            _ => self.literal(),
        }
    }

    /// A number that a float holds exactly.
    fn literal(&mut self) -> i128 {
        let size = [1_i128 << 52, 1 << 33, 20, 4][self.random.below(4)];
        let number = self.random.below(usize::MAX) as i128 % size;
        if self.random.below(2) == 0 { number } else { -number }
    }

    fn statement(&mut self) {
        let target = self.random.below(self.variables.len());
        let name = name(target);
        match self.random.below(5) {
            0 => {
                let (place, number) = (self.random.below(LENGTH), self.literal());
                let index = [place.to_string(), format!("i64({place})")];
                let index = &index[self.random.below(2)];
                let _ = writeln!(self.text, "  {name}[{index}] += {number};");
                let element = &mut self.variables[target][place];
                *element = wrapped(*element + number);
            }
            1 => {
                let (factor, count) = (self.literal() % 1000, 2 + self.random.below(3));
                let _ = writeln!(
                    self.text,
                    "  for i in 0:{count} {{\n    {name} = {name} * {factor} - i;\n  }}"
                );
                for i in 0..count {
                    let next = |x: &i128| wrapped(wrapped(x * factor) - i as i128);
                    self.variables[target] = self.variables[target].iter().map(next).collect();
                }
            }
            2 => self.ranges(target),
            _ => {
                let (text, value) = self.tensor(3);
                let _ = writeln!(self.text, "  {name} = {text};");
                self.variables[target] = value;
            }
        }
    }

    /// Assigns sums of ranges whose length is an integer that depends on a loop.
    fn ranges(&mut self, target: usize) {
        let source = self.random.below(self.variables.len());
        let (to, from) = (name(target), name(source));
        let first = self.random.below(2);
        let (index, own) = [("i64(i)", 0), ("2 * i64(i) - i + 1", 1)][self.random.below(2)];
        let _ = writeln!(
            self.text,
            "  for i in i64({first}):{} {{\n    var k = {index};\n    \
                {to}[i] = sum({from}[:k] % 1000) - sum(i64({from}[k:] // 3));\n  }}",
            LENGTH - own
        );
        for i in first..LENGTH - own {
            let (before, after) = self.variables[source].split_at(i + own);
            let before: i128 = before.iter().map(|x| x.rem_euclid(1000)).sum();
            let after: i128 = after.iter().map(|x| floor_division(*x, 3)).sum();
            self.variables[target][i] = wrapped(before - after);
        }
    }

    fn tensor(&mut self, depth: usize) -> Expression {
        if depth == 0 {
            let variable = self.random.below(self.variables.len());
            return (name(variable), self.variables[variable].clone());
        }
        match self.random.below(4) {
            0 => self.of_one(depth),
            1 => self.with_number(depth),
            _ => self.of_two(depth),
        }
    }

    /// A function of one tensor.
    fn of_one(&mut self, depth: usize) -> Expression {
        let (text, x) = self.tensor(depth - 1);
        let each = |f: fn(i128) -> i128| x.iter().map(|x| wrapped(f(*x))).collect::<Elements>();
        let running = |f: fn(i128, i128) -> i128| {
            let mut elements = x.clone();
            for index in 1..LENGTH {
                elements[index] = wrapped(f(elements[index - 1], elements[index]));
            }
            elements
        };
        match self.random.below(9) {
            0 => (format!("(-{text})"), each(|x| -x)),
            1 => (format!("abs({text})"), each(i128::abs)),
            2 => (format!("sign({text})"), each(i128::signum)),
            3 => (format!("(not {text})"), each(|x| i128::from(x == 0))),
            4 => (format!("cumsum({text})"), running(|a, b| a + b)),
            5 => (format!("cumprod({text})"), running(|a, b| a * b)),
            6 => {
                let mut sorted = x;
                sorted.sort_unstable();
                (format!("sort({text})"), sorted)
            }
            7 => {
                let mut rolled = x;
                rolled.rotate_right(1);
                (format!("roll({text}, 1)"), rolled)
            }
            // The converted numbers are exact.
            _ => (
                format!("i64(f64({text} % 1000) / 8 - 60.5)"),
                each(|x| (x.rem_euclid(1000) * 2 - 8 * 121) / 16),
            ),
        }
    }

    /// A function of a tensor and a number.
    fn with_number(&mut self, depth: usize) -> Expression {
        let (text, x) = self.tensor(depth - 1);
        let (of, y) = self.tensor(depth - 1);
        let product = |y: &[i128]| y.iter().fold(1, |product, y| wrapped(product * y));
        let literal = self.literal();
        let (number, value) = match self.random.below(6) {
            0 => (format!("sum({of})"), wrapped(y.iter().sum())),
            1 => (format!("prod({of})"), product(&y)),
            2 => (format!("min({of})"), y.iter().copied().min().unwrap_or(0)),
            3 => (format!("max({of})"), y.iter().copied().max().unwrap_or(0)),
            4 => (format!("any({of})"), i128::from(y.iter().any(|y| *y != 0))),
            _ => (format!("({literal})"), literal),
        };
        let each = |f: fn(i128, i128) -> i128| x.iter().map(|x| wrapped(f(*x, value))).collect();
        // `max(a, 1)` is warned of.
        match self.random.below(4) {
            0 => (format!("({text} + {number})"), each(|x, y| x + y)),
            1 => (format!("({number} - {text})"), each(|x, y| y - x)),
            2 => (format!("({text} * {number})"), each(|x, y| x * y)),
            _ => (format!("max({text}, {number} - 0)"), each(i128::max)),
        }
    }

    /// A function of two tensors.
    fn of_two(&mut self, depth: usize) -> Expression {
        let [(left, x), (right, y)] = [self.tensor(depth - 1), self.tensor(depth - 1)];
        let each = |f: fn(i128, i128) -> i128| {
            x.iter().zip(&y).map(|(x, y)| wrapped(f(*x, *y))).collect::<Elements>()
        };
        // A divisor that is 0 is replaced by -3.
        let divisor = format!("where({right} == 0, -3, {right})");
        let not_zero = |y: i128| if y == 0 { -3 } else { y };
        let divided = |f: fn(i128, i128) -> i128| {
            x.iter().zip(&y).map(|(x, y)| wrapped(f(*x, not_zero(*y)))).collect::<Elements>()
        };
        let boolean = |f: fn(&i128, &i128) -> bool| {
            x.iter().zip(&y).map(|(x, y)| i128::from(f(x, y))).collect::<Elements>()
        };
        match self.random.below(12) {
            0 => (format!("({left} + {right})"), each(|x, y| x + y)),
            1 => (format!("({left} - {right})"), each(|x, y| x - y)),
            2 | 3 => (format!("({left} * {right})"), each(|x, y| x * y)),
            4 | 5 => (format!("({left} // {divisor})"), divided(floor_division)),
            6 | 7 => {
                (format!("({left} % {divisor})"), divided(|x, y| x - y * floor_division(x, y)))
            }
            8 => (format!("min({left}, {right})"), each(i128::min)),
            9 => (format!("({left} < {right})"), boolean(i128::lt)),
            10 => (format!("({left} != {right} and {left} >= 0)"), {
                boolean(|x, y| x != y && *x >= 0)
            }),
            _ => (format!("where({left} > {right}, {left}, {right} + 1)"), {
                each(|x, y| if x > y { x } else { y + 1 })
            }),
        }
    }

    /// The expected output.
    fn expected(&self) -> String {
        let row = |elements: &Elements| {
            let numbers = elements.iter().map(|element| format!("{element} "));
            numbers.collect::<String>() + "\n"
        };
        self.variables.iter().map(row).collect()
    }
}

#[test]
fn random_programs_print_what_the_evaluator_computes() {
    check((0..PROGRAMS).map(|seed| {
        let program = Program::new(seed);
        let expected = program.expected();
        (program.text, expected)
    }));
}
