//! Random programs that assign where masks are true print what an evaluator computes, on each
//! engine and stage. The masks come from comparisons, logic, variables, functions, structs, loops
//! and conditionals, and from conversions to `bool`.

use std::fmt::Write as _;

use random_programs::random::Random;

use crate::check;

/// The rows of each matrix, and its columns.
const ROWS: usize = 4;
const COLUMNS: usize = 3;

/// Programs that are run; each runs on three engines and five stages.
const PROGRAMS: u64 = 12;

/// Numbers that are exact in each element type.
type Elements = Vec<i64>;

/// The element types of the matrices.
const TYPES: [&str; 3] = ["f64", "f32", "i64"];

struct Program {
    random: Random,
    text: String,
    /// Matrices, row-major.
    variables: Vec<Elements>,
    types: Vec<&'static str>,
}

/// A mask as source, and whether it holds for each element, or for each row.
struct Mask {
    text: String,
    holds: Vec<bool>,
}

const FUNCTIONS: &str = "\
struct Pair { var mask; var number; }
def below(x, limit) { return x < limit; }
def opposite(mask) { return not mask; }
def assigned(a, mask, value) { a[mask] = value; return a; }
def increased(a, mask, value) {
  if sum(mask) > 2 { a[mask] += value; } else { a[mask] -= value; }
  return a;
}
";

impl Program {
    fn new(seed: u64) -> Self {
        let mut program = Self {
            random: Random::new(seed),
            text: FUNCTIONS.to_owned() + "def main() {\n",
            variables: Vec::new(),
            types: Vec::new(),
        };
        for variable in 0..3 {
            let element = TYPES[program.random.below(TYPES.len())];
            let elements: Elements = (0..ROWS * COLUMNS).map(|_| program.number()).collect();
            let list: Vec<String> = elements.iter().map(i64::to_string).collect();
            let _ = writeln!(
                program.text,
                "  var x{variable}<{ROWS}, {COLUMNS}, {element}> = {element}([{}]);",
                list.join(", ")
            );
            program.variables.push(elements);
            program.types.push(element);
        }
        for statement in 0..7 {
            program.statement(statement);
        }
        for variable in 0..program.variables.len() {
            let _ = writeln!(program.text, "  print(x{variable});");
        }
        program.text += "}\n";
        program
    }

    fn number(&mut self) -> i64 {
        self.random.below(19) as i64 - 9
    }

    /// A mask for each element.
    fn mask(&mut self, depth: usize) -> Mask {
        let of = self.random.below(self.variables.len());
        let (number, x) = (self.number(), self.variables[of].clone());
        let compared = |text: String, f: fn(i64, i64) -> bool| Mask {
            text,
            holds: x.iter().map(|x| f(*x, number)).collect(),
        };
        match self.random.below(if depth == 0 { 4 } else { 8 }) {
            0 => compared(format!("x{of} < {number}"), |x, y| x < y),
            1 => compared(format!("x{of} == {number}"), |x, y| x == y),
            2 => compared(format!("below(x{of}, {number})"), |x, y| x < y),
            3 => Mask { text: format!("bool(x{of})"), holds: x.iter().map(|x| *x != 0).collect() },
            4 => {
                let Mask { text, holds } = self.mask(depth - 1);
                let text = format!("opposite({text})");
                Mask { text, holds: holds.into_iter().map(|holds| !holds).collect() }
            }
            5 => {
                let Mask { text, holds } = self.mask(depth - 1);
                Mask { text: format!("(not ({text}))"), holds: holds.iter().map(|x| !x).collect() }
            }
            6 => self.joined(depth, "and", |a, b| a && b),
            _ => self.joined(depth, "or", |a, b| a || b),
        }
    }

    fn joined(&mut self, depth: usize, word: &str, f: fn(bool, bool) -> bool) -> Mask {
        let [a, b] = [self.mask(depth - 1), self.mask(depth - 1)];
        let holds = a.holds.iter().zip(&b.holds).map(|(a, b)| f(*a, *b)).collect();
        Mask { text: format!("({}) {word} ({})", a.text, b.text), holds }
    }

    fn statement(&mut self, number: usize) {
        let target = self.random.below(self.variables.len());
        let Mask { text, holds } = self.mask(2);
        let value = self.number();
        let assign = |elements: &mut Elements, f: &dyn Fn(i64) -> i64| {
            for (element, holds) in elements.iter_mut().zip(&holds) {
                *element = if *holds { f(*element) } else { *element };
            }
        };
        let elements = &mut self.variables[target];
        let (line, x) = (&mut self.text, format!("x{target}"));
        let _ = match self.random.below(9) {
            0 => {
                assign(elements, &|_| value);
                writeln!(line, "  {x}[{text}] = {value};")
            }
            1 => {
                assign(elements, &|element| element + value);
                writeln!(line, "  var m{number} = {text};\n  {x}[m{number}] += {value};")
            }
            2 => {
                assign(elements, &|_| value);
                writeln!(line, "  {x} = assigned({x}, {text}, {value});")
            }
            3 => {
                let count = holds.iter().filter(|holds| **holds).count();
                let value = if count > 2 { value } else { -value };
                assign(elements, &|element| element + value);
                let value = if count > 2 { value } else { -value };
                writeln!(line, "  {x} = increased({x}, {text}, {value});")
            }
            4 => {
                assign(elements, &|_| value);
                writeln!(
                    line,
                    "  Pair p{number} = {{{text}, {value}}};\n  \
                        {x}[p{number}.mask] = p{number}.number;"
                )
            }
            5 => {
                // A mask that a loop carries.
                let others: Vec<bool> = elements.iter().map(|x| (0..3).contains(x)).collect();
                let holds: Vec<bool> = holds.iter().zip(&others).map(|(a, b)| *a || *b).collect();
                let begin = format!("  var m{number} = bool({text});\n  for i in 0:3 {{\n    ");
                let text = format!("{begin}m{number} = m{number} or {x} == i;\n  }}\n");
                for (element, holds) in elements.iter_mut().zip(holds) {
                    *element = if holds { value } else { *element };
                }
                writeln!(line, "{text}  {x}[m{number}] = {value};")
            }
            6 => {
                // A mask of rows, and a row of values.
                let rows: Vec<bool> = elements.chunks(COLUMNS).map(|row| row[0] > 0).collect();
                let row: Elements = (0..COLUMNS as i64).map(|column| column * value).collect();
                let list: Vec<String> = row.iter().map(i64::to_string).collect();
                for (index, element) in elements.iter_mut().enumerate() {
                    if rows[index / COLUMNS] {
                        *element = row[index % COLUMNS];
                    }
                }
                writeln!(line, "  {x}[{x}[:, 0] > 0] = [{}];", list.join(", "))
            }
            7 => {
                // Where the mask is true, the elements at the same place.
                let source = elements.clone();
                for (index, element) in elements.iter_mut().enumerate() {
                    if holds[index] {
                        *element += source[index] + 1;
                    }
                }
                writeln!(line, "  {x}[{text}] += {x} + 1;")
            }
            _ => {
                let condition = elements[0] > 0;
                if condition {
                    assign(elements, &|_| value);
                }
                writeln!(
                    line,
                    "  if {x}[0, 0] > 0 {{ var m = {text}; m[0, 0] = m[0, 0]; {x}[m] = {value}; }}"
                )
            }
        };
    }

    /// The expected output.
    fn expected(&self) -> String {
        let mut text = String::new();
        for (elements, element) in self.variables.iter().zip(&self.types) {
            for row in elements.chunks(COLUMNS) {
                for x in row {
                    let _ = match *element {
                        "i64" => write!(text, "{x} "),
                        _ => write!(text, "{x}.000000 "),
                    };
                }
                text.push('\n');
            }
        }
        text
    }
}

#[test]
fn random_masks_assign_what_the_evaluator_computes() {
    check((0..PROGRAMS).map(|seed| {
        let program = Program::new(seed);
        let expected = program.expected();
        (program.text, expected)
    }));
}
