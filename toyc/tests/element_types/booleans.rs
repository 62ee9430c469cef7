//! Random programs on booleans print what an evaluator computes, on each engine and stage. The
//! evaluator shares no code with the compiler.

use std::fmt::Write as _;

use random_programs::random::Random;

use crate::check;

/// The elements of each tensor. More than a vector of them.
const LENGTH: usize = 37;

/// Programs that are run.
const PROGRAMS: u64 = 12;

/// The depth of expressions.
const DEPTH: usize = 3;

/// The value of an expression.
#[derive(Clone, PartialEq, Debug)]
enum Tensor {
    Booleans(Vec<bool>),
    Integers(Vec<i64>),
    /// Floats that are small whole numbers or halves, so all are exact.
    Floats(Vec<f64>),
}

/// An expression on tensors of one element type, and its value.
type Of<E> = (String, Vec<E>);

/// A program, and the values of its variables.
struct Program {
    random: Random,
    text: String,
    /// They change in the program, and keep their element types.
    masks: Vec<Vec<bool>>,
    numbers: Vec<Vec<f64>>,
    integers: Vec<Vec<i64>>,
    expected: String,
    /// How many variables count.
    counters: usize,
}

fn mask(variable: usize) -> String {
    format!("m{variable}")
}

/// Elements as the arguments of a literal.
fn list<T: ToString>(elements: &[T]) -> String {
    let elements: Vec<String> = elements.iter().map(T::to_string).collect();
    format!("[{}]", elements.join(", "))
}

fn combined<A, B, C>(a: &[A], b: &[B], f: impl Fn(&A, &B) -> C) -> Vec<C> {
    a.iter().zip(b).map(|(a, b)| f(a, b)).collect()
}

impl Program {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut text = "def main() {\n".to_owned();
        let (mut masks, mut numbers, mut integers) = (Vec::new(), Vec::new(), Vec::new());
        for variable in 0..3 {
            let halves: Vec<i64> = (0..LENGTH).map(|_| random.below(9) as i64 - 4).collect();
            let floats: Vec<f64> = halves.iter().map(|half| *half as f64 / 2.0).collect();
            let whole: Vec<i64> = (0..LENGTH).map(|_| random.below(5) as i64 - 2).collect();
            let booleans: Vec<bool> = (0..LENGTH).map(|_| random.below(2) == 1).collect();
            let _ = writeln!(text, "  var x{variable} = {};", list(&floats));
            let _ = writeln!(text, "  var n{variable} = i64({});", list(&whole));
            let _ = match random.below(3) {
                0 => writeln!(text, "  var {} = bool({});", mask(variable), list(&booleans)),
                1 => writeln!(text, "  var {}<bool> = {};", mask(variable), list(&booleans)),
                _ => writeln!(text, "  var {}<{LENGTH}, bool> = {};", mask(variable), {
                    let numbers: Vec<i64> =
                        booleans.iter().map(|boolean| i64::from(*boolean) * -7).collect();
                    list(&numbers)
                }),
            };
            masks.push(booleans);
            numbers.push(floats);
            integers.push(whole);
        }
        let expected = String::new();
        let mut program = Self { random, text, masks, numbers, integers, expected, counters: 0 };
        for _ in 0..6 {
            program.statement();
        }
        for variable in 0..3 {
            let value = Tensor::Booleans(program.masks[variable].clone());
            program.print(&mask(variable), &value);
            let value = Tensor::Floats(program.numbers[variable].clone());
            program.print(&format!("x{variable}"), &value);
            let value = Tensor::Integers(program.integers[variable].clone());
            program.print(&format!("n{variable}"), &value);
        }
        program.text += "}\n";
        program
    }

    /// Adds a statement.
    fn statement(&mut self) {
        let target = self.random.below(3);
        let name = mask(target);
        match self.random.below(7) {
            0 => {
                let (text, value) = self.booleans(DEPTH);
                let _ = writeln!(self.text, "  {name} = {text};");
                self.masks[target] = value;
            }
            1 => {
                let (text, value) = self.floats(DEPTH);
                self.print(&text, &Tensor::Floats(value));
            }
            2 => {
                let (text, value) = self.integers(DEPTH);
                self.print(&text, &Tensor::Integers(value));
            }
            3 => self.assign_elements(target),
            4 => self.loops(target),
            5 => self.conditional(target),
            _ => {
                let (text, value) = self.booleans(DEPTH);
                self.print(&text, &Tensor::Booleans(value));
            }
        }
    }

    /// Assigns numbers and booleans to elements and ranges of a mask.
    fn assign_elements(&mut self, target: usize) {
        let name = mask(target);
        let at = self.random.below(LENGTH - 8);
        let number = [0.0, 0.5, 1.0, -3.0][self.random.below(4)];
        let _ = writeln!(self.text, "  {name}[{at}] = {number};");
        self.masks[target][at] = number != 0.0;
        let (text, value) = self.booleans(1);
        let _ = writeln!(self.text, "  {name}[{at}:{}] = ({text})[2:10];", at + 8);
        self.masks[target][at..at + 8].copy_from_slice(&value[2..10]);
        let (text, value) = self.floats(1);
        let _ = writeln!(self.text, "  {name}[-3:] = ({text})[:3];");
        for (boolean, number) in self.masks[target][LENGTH - 3..].iter_mut().zip(&value) {
            *boolean = *number != 0.0;
        }
    }

    /// Changes a mask in a loop, and counts in ranges whose length depends on the loop.
    fn loops(&mut self, target: usize) {
        let (name, other) = (mask(target), self.random.below(3));
        let counter = format!("count{}", self.counters);
        self.counters += 1;
        let _ = writeln!(
            self.text,
            "  for i in 1:{LENGTH} {{
    {name}[i] = {name}[i - 1] != m{other}[i];
  }}
  var {counter} = i64(0);
  for i in 1:9 {{
    if any({name}[:i]) and not all(m{other}[:i]) {{
      {counter} += sum({name}[i:]);
    }}
  }}"
        );
        for index in 1..LENGTH {
            self.masks[target][index] = self.masks[target][index - 1] != self.masks[other][index];
        }
        let (own, other) = (&self.masks[target], &self.masks[other]);
        let counted = (1..9).filter(|end| {
            own[..*end].iter().any(|boolean| *boolean)
                && !other[..*end].iter().all(|boolean| *boolean)
        });
        let booleans = counted.flat_map(|end| &own[end..]);
        let count = booleans.map(|boolean| i64::from(*boolean)).sum();
        self.print(&counter, &Tensor::Integers(vec![count]));
    }

    /// Changes a mask where an element of a mask is true.
    fn conditional(&mut self, target: usize) {
        let (name, other, at) = (mask(target), self.random.below(3), self.random.below(LENGTH));
        let ((yes, then), (no, otherwise)) = (self.booleans(1), self.booleans(1));
        let _ = writeln!(
            self.text,
            "  if m{other}[{at}] {{\n    {name} = {yes};\n  }} else {{\n    {name} = {no};\n  }}"
        );
        self.masks[target] = if self.masks[other][at] { then } else { otherwise };
    }

    /// Adds a `print` of a value. A single element is a number.
    fn print(&mut self, text: &str, value: &Tensor) {
        let _ = writeln!(self.text, "  print({text});");
        let elements: Vec<String> = match value {
            Tensor::Booleans(booleans) => booleans.iter().map(bool::to_string).collect(),
            Tensor::Integers(integers) => integers.iter().map(i64::to_string).collect(),
            Tensor::Floats(floats) => floats.iter().map(|float| format!("{float:.6}")).collect(),
        };
        let _ = writeln!(self.expected, "{} ", elements.join(" "));
    }

    /// An expression that is a mask.
    fn booleans(&mut self, depth: usize) -> Of<bool> {
        if depth == 0 {
            let variable = self.random.below(3);
            return (mask(variable), self.masks[variable].clone());
        }
        match self.random.below(6) {
            0 => self.of_numbers(depth),
            1 | 2 => self.of_two_masks(depth),
            3 => self.of_parts(depth),
            _ => self.of_one_mask(depth),
        }
    }

    /// A mask that is computed from numbers.
    fn of_numbers(&mut self, depth: usize) -> Of<bool> {
        let (text, x) = self.floats(depth - 1);
        let (other, n) = self.integers(depth - 1);
        match self.random.below(7) {
            0 => (format!("bool({text})"), x.iter().map(|x| *x != 0.0).collect()),
            1 => (format!("bool({other})"), n.iter().map(|n| *n != 0).collect()),
            2 => (format!("bool(f32({text}))"), x.iter().map(|x| *x != 0.0).collect()),
            3 => (format!("bool({text} > 0)"), x.iter().map(|x| *x > 0.0).collect()),
            4 => (format!("bool({text} / 0)"), x.iter().map(|_| true).collect()),
            5 => {
                let (name, m) = self.booleans(depth - 1);
                (format!("({name} and {text} < 1)"), combined(&m, &x, |m, x| *m && *x < 1.0))
            }
            _ => {
                let (name, m) = self.booleans(depth - 1);
                (format!("({other} or {name})"), combined(&n, &m, |n, m| *n != 0 || *m))
            }
        }
    }

    /// A mask that is combined from two masks, element by element.
    fn of_two_masks(&mut self, depth: usize) -> Of<bool> {
        let ((left, x), (right, y)) = (self.booleans(depth - 1), self.booleans(depth - 1));
        let each = |f: fn(bool, bool) -> bool| combined(&x, &y, |x, y| f(*x, *y));
        match self.random.below(11) {
            0 => (format!("({left} and {right})"), each(|x, y| x && y)),
            1 => (format!("({left} or {right})"), each(|x, y| x || y)),
            2 => (format!("({left} == {right})"), each(|x, y| x == y)),
            3 => (format!("({left} != {right})"), each(|x, y| x != y)),
            4 => (format!("({left} < {right})"), each(|x, y| !x && y)),
            5 => (format!("({left} >= {right})"), each(|x, y| x || !y)),
            6 => (format!("min({left}, {right})"), each(|x, y| x && y)),
            7 => (format!("max({left}, {right})"), each(|x, y| x || y)),
            8 => (format!("where({left}, {right}, not {right})"), each(|x, y| x == y)),
            9 => (format!("where({left} == {right}, {left}, {left})"), x),
            _ => (format!("stack({left}, {right})[1]"), y),
        }
    }

    /// A mask whose elements are those of another one in other places.
    fn of_parts(&mut self, depth: usize) -> Of<bool> {
        let (text, mut x) = self.booleans(depth - 1);
        match self.random.below(6) {
            0 => {
                x.rotate_right(3);
                (format!("roll({text}, 3)"), x)
            }
            1 => {
                x.sort_unstable();
                (format!("sort({text})"), x)
            }
            2 => {
                x.rotate_left(5);
                (format!("concat(({text})[5:], ({text})[:5])"), x)
            }
            3 => {
                x.copy_within(2.., 0);
                x[LENGTH - 2..].fill(true);
                (format!("pad(({text})[2:], 0, 2, value=7)"), x)
            }
            4 => {
                x.reverse();
                (format!("({text})[{} - iota({LENGTH})]", LENGTH - 1), x)
            }
            _ => (format!("transpose(reshape({text}, {LENGTH}, 1))[0]"), x),
        }
    }

    /// A mask that is computed from one mask.
    fn of_one_mask(&mut self, depth: usize) -> Of<bool> {
        let (text, x) = self.booleans(depth - 1);
        let (of, y) = self.booleans(depth - 1);
        let (is_any, is_all) = (y.iter().any(|y| *y), y.iter().all(|y| *y));
        let each = |f: &dyn Fn(bool) -> bool| x.iter().map(|x| f(*x)).collect::<Vec<bool>>();
        match self.random.below(7) {
            0 => (format!("(not {text})"), each(&|x| !x)),
            1 => (format!("({text} and any({of}))"), each(&|x| x && is_any)),
            2 => (format!("({text} or all({of}))"), each(&|x| x || is_all)),
            3 => (format!("({text} == max({of}))"), each(&|x| x == is_any)),
            4 => (format!("({text} > min({of}))"), each(&|x| x && !is_all)),
            5 => (format!("any(stack({text}, {of}), axis=0)"), combined(&x, &y, |x, y| *x || *y)),
            _ => (format!("all(stack({text}, {of}), axis=0)"), combined(&x, &y, |x, y| *x && *y)),
        }
    }

    /// An expression of floats, which stay small.
    fn floats(&mut self, depth: usize) -> Of<f64> {
        let variable = self.random.below(3);
        let (name, x) = (format!("x{variable}"), self.numbers[variable].clone());
        if depth == 0 {
            return (name, x);
        }
        let (text, m) = self.booleans(depth - 1);
        let each = |f: fn(f64, f64) -> f64| combined(&m, &x, |m, x| f(f64::from(u8::from(*m)), *x));
        match self.random.below(6) {
            // No 0 is negative.
            0 => (format!("({name} * {text} + 0)"), each(|m, x| m * x + 0.0)),
            1 => (format!("({text} + {name})"), each(|m, x| m + x)),
            2 => (format!("({text} / 2 - {name})"), each(|m, x| m / 2.0 - x)),
            3 => (format!("f64({text})"), each(|m, _| m)),
            4 => (format!("where({text}, {name}, 3)"), each(|m, x| if m == 1.0 { x } else { 3.0 })),
            _ => (format!("f64(f32({text}) * f32({name}) + 0)"), each(|m, x| m * x + 0.0)),
        }
    }

    /// An expression of integers, which stay small.
    fn integers(&mut self, depth: usize) -> Of<i64> {
        let variable = self.random.below(3);
        let (name, n) = (format!("n{variable}"), self.integers[variable].clone());
        if depth == 0 {
            return (name, n);
        }
        let (text, m) = self.booleans(depth - 1);
        let m: Vec<i64> = m.iter().map(|boolean| i64::from(*boolean)).collect();
        let each = |f: fn(i64, i64) -> i64| combined(&m, &n, |m, n| f(*m, *n));
        let total: i64 = m.iter().sum();
        match self.random.below(7) {
            0 => (format!("({name} * {text})"), each(|m, n| m * n)),
            1 => (format!("({text} - {name})"), each(|m, n| m - n)),
            2 => (format!("i64({text})"), m),
            3 => (format!("({name} + sum({text}))"), n.iter().map(|n| n + total).collect()),
            4 => (format!("cumsum({text})"), {
                m.iter()
                    .scan(0, |sum, m| {
                        *sum += m;
                        Some(*sum)
                    })
                    .collect()
            }),
            5 => (format!("abs({text})"), m),
            _ => (format!("where({text}, {name}, 3)"), each(|m, n| if m == 1 { n } else { 3 })),
        }
    }
}

#[test]
fn random_programs_print_what_the_evaluator_computes() {
    check((0..PROGRAMS).map(|seed| {
        let program = Program::new(seed);
        (program.text, program.expected)
    }));
}
