//! Small programs that combine a form of access, a form of loop bounds, a conditional and sizes
//! around the limit. The output of each, and where it ends, is computed here by enumeration of the
//! iterations and the elements they access.

use std::fmt::Write as _;

/// An index that is linear in the loops' variables: `i * by_i + j * by_j + constant`.
#[derive(Clone, Copy)]
pub(crate) struct Index {
    by_i: i64,
    by_j: i64,
    constant: i64,
}

impl Index {
    fn at(self, i: i64, j: i64) -> i64 {
        self.by_i * i + self.by_j * j + self.constant
    }

    fn text(self) -> String {
        let mut text = String::new();
        for (factor, name) in [(self.by_i, "i"), (self.by_j, "j")] {
            let sign = match (text.is_empty(), factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            match factor.abs() {
                0 => {}
                1 => write!(text, "{sign}{name}").unwrap(),
                by => write!(text, "{sign}{by} * {name}").unwrap(),
            }
        }
        match self.constant {
            0 if !text.is_empty() => {}
            constant if text.is_empty() => write!(text, "{constant}").unwrap(),
            constant if constant < 0 => write!(text, " - {}", -constant).unwrap(),
            constant => write!(text, " + {constant}").unwrap(),
        }
        text
    }
}

/// The elements that a subscript takes.
#[derive(Clone, Copy)]
pub(crate) enum Subscript {
    /// One element; the dimension is dropped.
    At(Index),
    /// This many elements from an index onwards.
    Range(Index, i64),
    /// Everything.
    All,
}

/// How the accessed elements are used.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Use {
    /// `print(a[i]);`
    Print,
    /// `var _x = a[i];`: not used, and still an error.
    Unused,
    /// `print(sum(a[i : i + 2] * 2 + 1));`: loops that are fused.
    Fused,
    /// `print(take(a, i, j));`, where the function takes the elements.
    Function,
    /// `x = x + a[i : i + 2];`: a tensor that the loop carries, printed after it.
    Carried,
    /// `x = x + ...; print(x[i])`, of a tensor that the loop carries.
    OfCarried,
    /// `print(s.t[i]);`
    OfStruct,
}

/// Which iterations reach the access.
#[derive(Clone, Copy)]
pub(crate) enum Guard {
    None,
    Below(i64),
    AtLeast(i64),
    /// The access is in the `else` of this.
    NotBelow(i64),
    /// By an element of a tensor, which is not evaluated at compile time.
    Data(i64),
}

impl Guard {
    fn holds(self, i: i64) -> bool {
        match self {
            Self::None => true,
            Self::Below(k) | Self::Data(k) => i < k,
            Self::AtLeast(k) | Self::NotBelow(k) => i >= k,
        }
    }
}

/// The form of the bounds of the outer loop.
#[derive(Clone, Copy)]
pub(crate) enum Bounds {
    Literal,
    /// The size of another tensor.
    Shape,
    /// The result of a function.
    Returned,
    /// Arguments of the function that the loop is in.
    Arguments,
}

#[derive(Clone)]
pub(crate) struct Case {
    sizes: Vec<i64>,
    subscripts: Vec<Subscript>,
    outer: (i64, i64),
    /// The loop of `j` in that of `i`.
    inner: Option<(i64, i64)>,
    guard: Guard,
    bounds: Bounds,
    pub(crate) purpose: Use,
}

/// The expected outcome of a case.
#[derive(Debug, PartialEq)]
pub(crate) enum Expected {
    /// It is rejected at compile time, with this location.
    Refused(String),
    /// It prints this, and ends with this error, if any.
    Runs { printed: String, error: Option<String> },
}

impl Case {
    fn access(&self, tensor: &str) -> String {
        let subscripts: Vec<String> = self
            .subscripts
            .iter()
            .map(|subscript| match subscript {
                Subscript::At(index) => index.text(),
                Subscript::Range(index, count) => {
                    let end = Index { constant: index.constant + count, ..*index };
                    format!("{} : {}", index.text(), end.text())
                }
                Subscript::All => ":".to_owned(),
            })
            .collect();
        format!("{tensor}[{}]", subscripts.join(", "))
    }

    pub(crate) fn source(&self) -> String {
        let count: i64 = self.sizes.iter().product();
        let shape: Vec<String> = self.sizes.iter().map(i64::to_string).collect();
        let shape = shape.join(", ");
        let tensor = match self.purpose {
            Use::OfCarried => "x",
            Use::OfStruct => "s.t",
            _ => "a",
        };
        let access = self.access(tensor);
        let (parameters, arguments) = match self.inner {
            Some(_) => ("a, i, j", "a, i, j"),
            None => ("a, i", "a, i"),
        };
        let statement = match self.purpose {
            Use::Print | Use::OfCarried | Use::OfStruct => format!("print({access});"),
            Use::Unused => format!("var _x = {access};"),
            Use::Fused => format!("print(sum({access} * 2 + 1));"),
            Use::Function => format!("print(take({arguments}));"),
            Use::Carried => format!("x = x + {access};"),
        };
        let guarded = match self.guard {
            Guard::None => statement,
            Guard::Below(k) => format!("if i < {k} {{ {statement} }}"),
            Guard::AtLeast(k) => format!("if i >= {k} {{ {statement} }}"),
            Guard::NotBelow(k) => format!("if i < {k} {{ print(0.5); }} else {{ {statement} }}"),
            Guard::Data(k) => format!("if i < limit[{}] {{ {statement} }}", k - k.min(0)),
        };
        let mut text = String::new();
        if self.purpose == Use::OfStruct {
            text += "struct S { var t; var u; }\n";
        }
        if self.purpose == Use::Function {
            writeln!(text, "def take({parameters}) {{\n  return {access};\n}}").unwrap();
        }
        let (from, to) = self.outer;
        let bounds = match self.bounds {
            Bounds::Literal => format!("{from}:{to}"),
            Bounds::Shape => format!("{from}:shape(zeros({}))[0] + {}", to.max(1), to - to.max(1)),
            Bounds::Returned => {
                text += "def same(n) {\n  return n;\n}\n";
                format!("same({from}):same({to})")
            }
            Bounds::Arguments => "from:to".to_owned(),
        };
        let is_apart = matches!(self.bounds, Bounds::Arguments);
        text += if is_apart { "def run(a, from, to) {\n" } else { "def main() {\n" };
        if !is_apart {
            writeln!(text, "  var a<{shape}> = iota({count});").unwrap();
        }
        match self.purpose {
            Use::Carried => writeln!(text, "  var x = {} * 0;", self.zero_of_result()).unwrap(),
            Use::OfCarried => text += "  var x = a;\n",
            Use::OfStruct => text += "  S s = {a * 1, 7};\n",
            _ => {}
        }
        if let Guard::Data(k) = self.guard {
            // The value of element k is k; negative values are written out.
            let element = if k < 0 { format!("[{k}]") } else { format!("iota({})", k + 1) };
            writeln!(text, "  var limit = {element};").unwrap();
        }
        writeln!(text, "  for i in {bounds} {{\n    print(i);").unwrap();
        if let Some((from, to)) = self.inner {
            writeln!(text, "    for j in {from}:{to} {{\n      {guarded}\n    }}").unwrap();
        } else {
            writeln!(text, "    {guarded}").unwrap();
        }
        if self.purpose == Use::OfCarried {
            text += "    x = x + 1;\n";
        }
        text += "  }\n";
        if self.purpose == Use::Carried {
            text += "  print(x);\n";
        }
        text += "}\n";
        if is_apart {
            writeln!(text, "def main() {{\n  var a<{shape}> = iota({count});").unwrap();
            writeln!(text, "  run(a, {from}, {to});\n}}").unwrap();
        }
        text
    }

    /// The sizes of the result.
    fn result(&self) -> Vec<i64> {
        let mut result = Vec::new();
        for (dimension, &size) in self.sizes.iter().enumerate() {
            match self.subscripts.get(dimension) {
                Some(Subscript::At(_)) => {}
                Some(Subscript::Range(_, count)) => result.push(*count),
                Some(Subscript::All) | None => result.push(size),
            }
        }
        result
    }

    fn zero_of_result(&self) -> String {
        let sizes: Vec<String> = self.result().iter().map(i64::to_string).collect();
        if sizes.is_empty() { "1".to_owned() } else { format!("zeros({})", sizes.join(", ")) }
    }

    /// The iterations of the outer loop, each with those of the inner one.
    fn iterations(&self) -> Vec<(i64, Vec<i64>)> {
        let inner: Vec<i64> = self.inner.map_or(vec![0], |(from, to)| (from..to).collect());
        (self.outer.0..self.outer.1).map(|i| (i, inner.clone())).collect()
    }

    /// The first index and the number of elements of a subscript in an iteration.
    fn taken(&self, dimension: usize, i: i64, j: i64) -> (i64, i64, bool) {
        match self.subscripts.get(dimension) {
            Some(Subscript::At(index)) => (index.at(i, j), 1, true),
            Some(Subscript::Range(index, count)) => (index.at(i, j), *count, false),
            Some(Subscript::All) | None => (0, self.sizes[dimension], false),
        }
    }

    /// The location of the access, as `line:column`.
    fn place(&self, source: &str) -> String {
        let tensor = match self.purpose {
            Use::OfCarried => "x",
            Use::OfStruct => "s.t",
            _ => "a",
        };
        let access = self.access(tensor);
        let mut lines = source.lines().enumerate();
        let found = lines.find(|(_, line)| line.contains(&access));
        let (line, text) = found.expect("the access is there");
        let column = text.rfind(&access).expect("the access is there");
        format!("{}:{}", line + 1, column + 1)
    }

    fn is_constant(&self, dimension: usize) -> bool {
        match self.subscripts.get(dimension) {
            Some(Subscript::At(index) | Subscript::Range(index, _)) => {
                index.by_i == 0 && index.by_j == 0
            }
            Some(Subscript::All) | None => true,
        }
    }

    /// The location of the subscript of a dimension, in the access at `place`; the access itself if
    /// ranges on both sides of a subscript with variables make the assignment of numbers ambiguous.
    fn place_of_subscript(&self, place: &str, dimension: usize) -> String {
        let is_element = |subscript: &Subscript| matches!(subscript, Subscript::At(_));
        let (before, rest) = self.subscripts.split_at(dimension);
        let has_elements = [before, &rest[1..]].map(|others| others.iter().all(is_element));
        let is_known = match has_elements {
            [true, true] => true,
            [false, false] => false,
            _ => is_element(&rest[0]),
        };
        if !is_known && !self.is_constant(dimension) {
            return place.to_owned();
        }
        let tensor = match self.purpose {
            Use::OfCarried => "x",
            Use::OfStruct => "s.t",
            _ => "a",
        };
        // The text before it, including the bracket or the comma.
        let earlier = Self { subscripts: before.to_vec(), ..self.clone() }.access(tensor);
        let offset = if before.is_empty() { earlier.len() - 1 } else { earlier.len() + 1 };
        let (line, column) = place.split_once(':').expect("a place has a line and a column");
        format!("{line}:{}", column.parse::<usize>().expect("a column is a number") + offset)
    }

    pub(crate) fn expected(&self, source: &str) -> Expected {
        let place = self.place(source);
        let runs: Vec<(i64, i64)> = self
            .iterations()
            .into_iter()
            .flat_map(|(i, inner)| inner.into_iter().map(move |j| (i, j)))
            .collect();
        let mut wrong = Vec::new();
        for dimension in 0..self.sizes.len() {
            let firsts = || runs.iter().map(|&(i, j)| self.taken(dimension, i, j).0);
            let (Some(least), Some(greatest)) = (firsts().min(), firsts().max()) else { continue };
            let last = self.sizes[dimension] - self.taken(dimension, 0, 0).1;
            let is_wrong_somewhere = least < 0 || greatest > last;
            let is_wrong_everywhere = greatest < 0 || least > last;
            if is_wrong_everywhere || (is_wrong_somewhere && matches!(self.guard, Guard::None)) {
                wrong.push(dimension);
            }
        }
        // Constants are checked before the bounds of loops are known.
        let constant = wrong.iter().find(|&&dimension| self.is_constant(dimension));
        if let Some(&dimension) = constant.or(wrong.first()) {
            return Expected::Refused(self.place_of_subscript(&place, dimension));
        }
        let mut printed = String::new();
        let mut sum = vec![0.0; self.result().iter().product::<i64>() as usize];
        for (round, (i, inner)) in self.iterations().into_iter().enumerate() {
            writeln!(printed, "{i}.000000 ").unwrap();
            for j in inner {
                if !self.guard.holds(i) {
                    if matches!(self.guard, Guard::NotBelow(_)) {
                        printed += "0.500000 \n";
                    }
                    continue;
                }
                for dimension in 0..self.sizes.len() {
                    let (first, count, is_element) = self.taken(dimension, i, j);
                    let size = self.sizes[dimension];
                    if first >= 0 && first + count <= size {
                        continue;
                    }
                    let end = first + count;
                    let what = if is_element {
                        format!("there is no element {first} in a dimension of size {size}")
                    } else {
                        format!("the range {first}:{end} is not in a dimension of size {size}")
                    };
                    let error = format!("<stdin>:{place}: error[T0066]: {what}\n");
                    return Expected::Runs { printed, error: Some(error) };
                }
                let elements = self.elements(i, j);
                match self.purpose {
                    Use::Unused => {}
                    Use::Fused => {
                        let total: f64 = elements.iter().map(|element| element * 2.0 + 1.0).sum();
                        writeln!(printed, "{total:.6} ").unwrap();
                    }
                    Use::Carried => {
                        sum.iter_mut().zip(&elements).for_each(|(sum, element)| *sum += element);
                    }
                    Use::OfCarried => {
                        let moved = elements.iter().map(|element| element + round as f64);
                        self.print(&moved.collect::<Vec<_>>(), &mut printed);
                    }
                    Use::Print | Use::Function | Use::OfStruct => {
                        self.print(&elements, &mut printed);
                    }
                }
            }
        }
        if self.purpose == Use::Carried {
            self.print(&sum, &mut printed);
        }
        Expected::Runs { printed, error: None }
    }

    /// The elements that an iteration accesses; the value of element k of the tensor is k.
    fn elements(&self, i: i64, j: i64) -> Vec<f64> {
        let mut numbers = vec![0];
        for (dimension, size) in self.sizes.iter().enumerate() {
            let (first, count, _) = self.taken(dimension, i, j);
            let taken = first..first + count;
            let of_number = |number: i64| taken.clone().map(move |index| number * size + index);
            numbers = numbers.into_iter().flat_map(of_number).collect();
        }
        numbers.into_iter().map(|number| number as f64).collect()
    }

    fn print(&self, elements: &[f64], out: &mut String) {
        let result = self.result();
        let row = match &result[..] {
            [_, .., last] => *last as usize,
            _ => elements.len(),
        };
        for row in elements.chunks(row) {
            for element in row {
                write!(out, "{element:.6} ").unwrap();
            }
            out.push('\n');
        }
    }
}

/// Forms of access, with tensor sizes for which the limit lies within the iterations of `0:4`, or
/// next to them.
fn forms() -> Vec<(Vec<Subscript>, Vec<Vec<i64>>)> {
    use Subscript::{All, At, Range};
    let index = |by_i, by_j, constant| Index { by_i, by_j, constant };
    let i = index(1, 0, 0);
    let j = index(0, 1, 0);
    let lines = |sizes: std::ops::Range<i64>| sizes.map(|size| vec![size]).collect::<Vec<_>>();
    vec![
        (vec![At(i)], lines(1..6)),
        (vec![At(index(1, 0, 2))], lines(3..8)),
        (vec![At(index(1, 0, -1))], lines(1..5)),
        (vec![At(index(2, 0, 1))], lines(4..9)),
        (vec![At(index(-1, 0, 3))], lines(2..6)),
        (vec![At(index(1, 1, 0))], lines(3..8)),
        (vec![Range(i, 2)], lines(2..7)),
        (vec![Range(index(-2, 0, 6), 3)], lines(5..10)),
        (vec![Range(index(1, 0, -2), 1)], lines(1..4)),
        (vec![At(i), At(j)], vec![vec![4, 3], vec![3, 3], vec![4, 2], vec![2, 2]]),
        (vec![At(j), At(i)], vec![vec![3, 4], vec![3, 3], vec![2, 4]]),
        (vec![At(i), All], vec![vec![4, 2], vec![3, 2]]),
        (vec![All, At(i)], vec![vec![2, 4], vec![2, 3]]),
        (vec![At(i)], vec![vec![4, 2], vec![3, 3]]),
        (vec![Range(i, 2), At(index(0, 0, 1))], vec![vec![5, 2], vec![4, 2]]),
        (vec![At(index(0, 0, 1)), Range(i, 2)], vec![vec![2, 5], vec![2, 4]]),
        (vec![Range(i, 2), Range(j, 2)], vec![vec![5, 4], vec![5, 3], vec![4, 4]]),
    ]
}

/// All cases: each form with each size, cycling through uses, guards and bounds.
pub(crate) fn cases() -> Vec<Case> {
    use Use::{Carried, Function, Fused, OfCarried, OfStruct, Print, Unused};
    let purposes = [Print, Unused, Fused, Function, Carried, OfCarried, OfStruct];
    let all_bounds = [Bounds::Literal, Bounds::Shape, Bounds::Returned, Bounds::Arguments];
    let mut cases = Vec::new();
    for (subscripts, all_sizes) in forms() {
        for sizes in all_sizes {
            for purpose in purposes {
                for k in -1..4 {
                    let none = Guard::None;
                    let (below, data) = (Guard::Below(k), Guard::Data(k));
                    let others = [below, Guard::AtLeast(k), Guard::NotBelow(k), data];
                    for (number, guard) in [none].into_iter().chain(others).enumerate() {
                        if number == 0 && k > 0 {
                            continue;
                        }
                        let outer = [(0, 4), (1, 4), (-1, 3), (2, 2)][cases.len() % 7 % 4];
                        let bounds = all_bounds[(cases.len() / 3) % 4];
                        let has_inner = subscripts.iter().any(|subscript| match subscript {
                            Subscript::At(index) | Subscript::Range(index, _) => index.by_j != 0,
                            Subscript::All => false,
                        });
                        cases.push(Case {
                            sizes: sizes.clone(),
                            subscripts: subscripts.clone(),
                            outer,
                            inner: has_inner.then_some((0, 3)),
                            guard,
                            bounds,
                            purpose,
                        });
                    }
                }
            }
        }
    }
    cases
}
