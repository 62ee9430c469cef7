//! Accesses of tensors are proved to be in range or checked, on every engine alike.
//!
//! Small programs are made of a form of access, a form of loop bounds, a conditional and sizes around the border. What
//! each prints, and where it ends, is found by counting here: which iterations run, and which elements they take.
#![cfg(feature = "llvm")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use pretty_assertions::assert_eq;

/// An index that is linear in the loops' variables: `i * by_i + j * by_j + constant`.
#[derive(Clone, Copy)]
struct Index {
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

/// What a subscript takes.
#[derive(Clone, Copy)]
enum Subscript {
    /// One element; the dimension is dropped.
    At(Index),
    /// So many elements from an index on.
    Range(Index, i64),
    /// Everything.
    All,
}

/// What is done with what is taken.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    /// `print(a[i]);`
    Print,
    /// `var _x = a[i];`: not used, and still an error.
    Unused,
    /// `print(sum(a[i : i + 2] * 2 + 1));`: loops that are fused.
    Fused,
    /// `print(take(a, i, j));`, where the function takes the elements.
    Function,
    /// `x = x + a[i : i + 2];`: a tensor that the loop carries, printed behind it.
    Carried,
    /// `x = x + ...; print(x[i])`, of a tensor that the loop carries.
    OfCarried,
    /// `print(s.t[i]);`
    OfStruct,
}

/// Which iterations reach the access.
#[derive(Clone, Copy)]
enum Guard {
    None,
    Below(i64),
    AtLeast(i64),
    /// The access is in the `else` of this.
    NotBelow(i64),
    /// By an element of a tensor, which nothing at compile time looks at.
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

/// How the bounds of the outer loop are written.
#[derive(Clone, Copy)]
enum Bounds {
    Literal,
    /// The size of another tensor.
    Shape,
    /// What a function returns.
    Returned,
    /// Arguments of the function that the loop is in.
    Arguments,
}

struct Case {
    sizes: Vec<i64>,
    subscripts: Vec<Subscript>,
    outer: (i64, i64),
    /// The loop of `j` in that of `i`.
    inner: Option<(i64, i64)>,
    guard: Guard,
    bounds: Bounds,
    purpose: Use,
}

/// What a case does.
#[derive(Debug, PartialEq)]
enum Expected {
    /// It is refused when it is compiled, at this place.
    Refused(String),
    /// It prints this, and ends so: with a line on standard error, or well.
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

    fn source(&self) -> String {
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
            // Element number k is k; those below 0 are written out.
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
            writeln!(text, "def main() {{\n  var a<{shape}> = iota({count});\n  run(a, {from}, {to});\n}}")
                .unwrap();
        }
        text
    }

    /// The sizes of what is taken.
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

    /// The iterations, those of the inner loop in those of the outer one, with whether they begin one of the outer one.
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

    /// Where the access is, as `line:column`.
    fn place(&self, source: &str) -> String {
        let tensor = match self.purpose {
            Use::OfCarried => "x",
            Use::OfStruct => "s.t",
            _ => "a",
        };
        let access = self.access(tensor);
        let (line, text) =
            source.lines().enumerate().find(|(_, line)| line.contains(&access)).expect("the access is there");
        let column = text.rfind(&access).expect("the access is there");
        format!("{}:{}", line + 1, column + 1)
    }

    fn expected(&self, source: &str) -> Expected {
        let place = self.place(source);
        let runs: Vec<(i64, i64)> = self
            .iterations()
            .into_iter()
            .flat_map(|(i, inner)| inner.into_iter().map(move |j| (i, j)))
            .collect();
        for dimension in 0..self.sizes.len() {
            let firsts: Vec<i64> = runs.iter().map(|&(i, j)| self.taken(dimension, i, j).0).collect();
            let (Some(least), Some(greatest)) = (firsts.iter().min(), firsts.iter().max()) else { continue };
            let last = self.sizes[dimension] - self.taken(dimension, 0, 0).1;
            let is_wrong_somewhere = *least < 0 || *greatest > last;
            let is_wrong_everywhere = *greatest < 0 || *least > last;
            if is_wrong_everywhere || (is_wrong_somewhere && matches!(self.guard, Guard::None)) {
                return Expected::Refused(place);
            }
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
                    let what = if is_element {
                        format!("there is no element {first} in a dimension of size {size}")
                    } else {
                        format!("the range {first}:{} is not in a dimension of size {size}", first + count)
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
                    Use::Carried => sum.iter_mut().zip(&elements).for_each(|(sum, element)| *sum += element),
                    Use::OfCarried => {
                        let moved: Vec<f64> = elements.iter().map(|element| element + round as f64).collect();
                        self.print(&moved, &mut printed);
                    }
                    Use::Print | Use::Function | Use::OfStruct => self.print(&elements, &mut printed),
                }
            }
        }
        if self.purpose == Use::Carried {
            self.print(&sum, &mut printed);
        }
        Expected::Runs { printed, error: None }
    }

    /// The elements that an iteration takes; element number k of the tensor is k.
    fn elements(&self, i: i64, j: i64) -> Vec<f64> {
        let mut numbers = vec![0];
        for (dimension, size) in self.sizes.iter().enumerate() {
            let (first, count, _) = self.taken(dimension, i, j);
            numbers = numbers
                .into_iter()
                .flat_map(|number: i64| (first..first + count).map(move |index| number * size + index))
                .collect();
        }
        numbers.into_iter().map(|number| number as f64).collect()
    }

    fn print(&self, elements: &[f64], out: &mut String) {
        let result = self.result();
        let row = if result.len() < 2 { elements.len() } else { *result.last().expect("a size") as usize };
        for row in elements.chunks(row) {
            for element in row {
                write!(out, "{element:.6} ").unwrap();
            }
            out.push('\n');
        }
    }
}

/// Forms of access, with the sizes of tensors for which the border lies among the iterations of `0:4`, or beside them.
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

/// All cases: each form with each size, and with purposes, guards and bounds that go through all of theirs.
fn cases() -> Vec<Case> {
    let purposes =
        [Use::Print, Use::Unused, Use::Fused, Use::Function, Use::Carried, Use::OfCarried, Use::OfStruct];
    let all_bounds = [Bounds::Literal, Bounds::Shape, Bounds::Returned, Bounds::Arguments];
    let mut cases = Vec::new();
    for (subscripts, all_sizes) in forms() {
        for sizes in all_sizes {
            for purpose in purposes {
                for k in -1..4 {
                    let guards =
                        [Guard::None, Guard::Below(k), Guard::AtLeast(k), Guard::NotBelow(k), Guard::Data(k)];
                    for (number, guard) in guards.into_iter().enumerate() {
                        if number == 0 && k > 0 {
                            continue;
                        }
                        let outer = [(0, 4), (1, 4), (-1, 3), (2, 2)][cases.len() % 7 % 4];
                        let bounds = all_bounds[(cases.len() / 3) % 4];
                        let has_inner = subscripts.iter().any(|subscript| {
                            matches!(subscript, Subscript::At(index) | Subscript::Range(index, _) if index.by_j != 0)
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

/// Runs toyc with a text as its standard input.
fn toyc(input: &str, flags: &[&str]) -> Output {
    let mut child = Command::new("timeout")
        .args(["60", env!("CARGO_BIN_EXE_toyc"), "-"])
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("toyc starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("toyc reads");
    child.wait_with_output().expect("toyc ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a run has shown, in the form of what is expected.
fn found(output: &Output) -> Expected {
    let (printed, error) = (text(&output.stdout), text(&output.stderr));
    match output.status.code() {
        Some(0) => Expected::Runs { printed, error: (!error.is_empty()).then_some(error) },
        Some(1) if error.contains("cannot take elements of shape") => {
            let place: Vec<&str> = error.split(':').skip(1).take(2).collect();
            Expected::Refused(place.join(":"))
        }
        Some(1) => Expected::Runs { printed, error: Some(error) },
        status => panic!("status {status:?}\n{printed}\n{error}"),
    }
}

/// Does something with each case, on all processors; says which cases fail.
fn for_each(cases: &[Case], check: impl Fn(usize, &Case) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut failures = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(number) else { return failures };
            if let Err(what) = check(number, case) {
                failures.push(format!("case {number}: {what}\n{}", case.source()));
            }
        }
    };
    let failures: Vec<String> = std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker ends")).collect()
    });
    let shown: Vec<&str> = failures.iter().take(3).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} of {} fail:\n{}", failures.len(), cases.len(), shown.join("\n"));
}

fn compare(expected: &Expected, output: &Output, how: &str) -> Result<(), String> {
    let found = found(output);
    if found == *expected { Ok(()) } else { Err(format!("{how}: expected {expected:?}\nfound {found:?}")) }
}

/// Each loop runs on threads, however little it does.
const PARALLEL: [&str; 4] = ["-O2", "--jit-optimize=always", "--parallel=2", "--parallel-minimum=1"];

const ENGINES: [&[&str]; 6] = [
    &["-emit=interp"],
    &["-O0"],
    &["-O1", "--jit-optimize=always"],
    &["-O2", "--jit-optimize=always"],
    &["-O3", "--jit-optimize=always"],
    &PARALLEL,
];

/// Every so many cases take part, which is prime to the numbers of guards and purposes; with `TOYC_ALL_ACCESSES=1` in the
/// environment all do.
fn every(step: usize) -> Vec<Case> {
    let step = if std::env::var_os("TOYC_ALL_ACCESSES").is_some() { 1 } else { step };
    cases().into_iter().step_by(step).collect()
}

#[test]
fn engines_take_what_is_there_and_say_the_same_of_the_rest() {
    let cases = every(43);
    let outcomes: Vec<Expected> = cases.iter().map(|case| case.expected(&case.source())).collect();
    let refused = outcomes.iter().filter(|outcome| matches!(outcome, Expected::Refused(_))).count();
    let failing = outcomes.iter().filter(|outcome| matches!(outcome, Expected::Runs { error: Some(_), .. }));
    let failing = failing.count();
    // What the cases are about is among them.
    assert!(
        refused * 16 > cases.len() && failing * 8 > cases.len(),
        "{refused}, {failing} of {}",
        cases.len()
    );
    for_each(&cases, |number, case| {
        let source = case.source();
        // The interpreter and the most optimising engines always, the others in turn.
        for engine in [ENGINES[0], ENGINES[3], ENGINES[[1, 2, 4, 5][number % 4]]] {
            compare(&outcomes[number], &toyc(&source, engine), &engine.join(" "))?;
        }
        Ok(())
    });
}

#[test]
fn programs_of_their_own_say_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for_each(&every(401), |number, case| {
        let source = case.source();
        let expected = case.expected(&source);
        let program = folder.path().join(format!("program{number}"));
        let name = program.to_str().expect("a path in UTF-8");
        let level = ["-O0", "-O2", "-O3"][number % 3];
        let compiled = toyc(&source, &["-emit=exe", level, "-o", name]);
        if matches!(expected, Expected::Refused(_)) {
            return compare(&expected, &compiled, "-emit=exe");
        }
        if !compiled.status.success() {
            return Err(text(&compiled.stderr));
        }
        let output = Command::new(&program).output().expect("the program starts");
        compare(&expected, &output, "the program")
    });
}

const STAGES: [&str; 4] = ["-emit=mlir", "-emit=mlir-affine", "-emit=mlir-std", "-emit=mlir-llvm"];

#[test]
fn every_stage_carries_its_checks() {
    for_each(&every(311), |number, case| {
        let source = case.source();
        let expected = case.expected(&source);
        if matches!(expected, Expected::Refused(_)) {
            return Ok(());
        }
        let flags: [&[&str]; 3] = [&[], &["-O2"], &PARALLEL];
        let spelling = ["--spelling=upstream", "--spelling=std"][number % 2];
        for (stage, turn) in STAGES.into_iter().zip(number..) {
            let flags = [&[stage, spelling][..], flags[turn % 3]].concat();
            let dump = toyc(&source, &flags);
            if !dump.status.success() {
                return Err(format!("{flags:?}: {}", text(&dump.stderr)));
            }
            let dump = text(&dump.stdout);
            let carries = matches!(case.purpose, Use::Carried | Use::OfCarried);
            for engine in [&["-emit=interp"][..], &["-O2", "--jit-optimize=always"]] {
                if carries && stage == "-emit=mlir-std" && engine.len() > 1 {
                    continue;
                }
                let output = toyc(&dump, &[&["-x", "mlir"][..], engine].concat());
                compare(&expected, &output, &format!("{flags:?}, then {engine:?}"))?;
            }
        }
        Ok(())
    });
}

/// A program with an access that a conditional keeps in range, but for the last iteration; and one with the right bounds.
const CHECKED: &str = "\
def main() {
  var a = iota(4);
  for i in 0:6 {
    if i > 2 {
      print(a[i]);
    }
  }
}
";
const PROVED: &str = "\
def main() {
  var a = iota(6);
  for i in 0:6 {
    if i > 2 {
      print(a[i]);
    }
  }
}
";

#[test]
fn a_check_is_seen_at_each_stage_and_a_proved_access_has_none() {
    for (flags, sign) in [
        (&["-emit=mlir"][..], "at = \"<stdin>:5:13\""),
        (&["-emit=mlir", "-opt"], "checked = array<i64: 0>"),
        (&["-emit=mlir-affine"], "toy.checked_index %"),
        (&["-emit=mlir-affine", "-opt"], "toy.checked_index %"),
        (&["-emit=mlir-std"], "call @toy.out_of_range("),
        (&["-emit=mlir-std", "--spelling=upstream"], "call @toy.out_of_range("),
        (&["-emit=mlir-llvm", "-O2"], "llvm.call @toy.out_of_range("),
        (&["-emit=llvm", "-O3"], "call void @toy.out_of_range("),
    ] {
        let dump = text(&toyc(CHECKED, flags).stdout);
        assert!(dump.contains(sign), "{flags:?}\n{dump}");
        if flags.len() > 1 || flags[0] != "-emit=mlir" {
            let dump = text(&toyc(PROVED, flags).stdout);
            for word in ["check", "out_of_range", "at = "] {
                assert!(!dump.contains(word), "{flags:?} has '{word}'\n{dump}");
            }
        }
    }
}

#[test]
fn an_access_that_was_made_wrong_by_hand_is_checked() {
    // Only the loop's bound is changed: the access was proved for the other one.
    let source = PROVED.replace("if i > 2 {", "if i > 2 {\n      print(i);");
    let dump = text(&toyc(&source, &["-emit=mlir", "-opt"]).stdout);
    assert!(dump.contains("0 to 6"), "{dump}");
    let wrong = dump.replace("0 to 6", "0 to 8");
    // The lowering alone marks it: no shapes are inferred here.
    let lowering = "-pass-pipeline=func(toy-to-affine)";
    let lowered = |dump: &str| text(&toyc(dump, &["-x", "mlir", "-emit=mlir-affine", lowering]).stdout);
    assert!(lowered(&wrong).contains("toy.checked_index"), "{}", lowered(&wrong));
    assert!(lowered(&dump).contains("affine.load") && !lowered(&dump).contains("toy.checked_index"));
    for flags in [&["-O0"][..], &["-O2"], &["-emit=interp"]] {
        let output = toyc(&wrong, &[&["-x", "mlir"][..], flags].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains("there is no element 6 in a dimension of size 6"), "{error}");
        assert!(text(&output.stdout).ends_with("6.000000 \n"));
    }
}

#[test]
fn a_result_that_was_made_larger_by_hand_is_refused() {
    let source =
        "def main() {\n  var a = iota(4);\n  print(a[1 : 3]);\n  print(transpose(concat(a, a)));\n}\n";
    let dump = text(&toyc(source, &["-emit=mlir", "-opt"]).stdout);
    assert!(dump.contains("tensor<2xf64>") && dump.contains("tensor<8xf64>"), "{dump}");
    for (right, wrong) in [("tensor<2xf64>", "tensor<400xf64>"), ("tensor<8xf64>", "tensor<900xf64>")] {
        for flags in [&["-O0"][..], &["-O2"]] {
            let output = toyc(&dump.replace(right, wrong), &[&["-x", "mlir"][..], flags].concat());
            assert_eq!(output.status.code(), Some(1), "{right}");
            assert_eq!(text(&output.stdout), "", "{right}");
            let error = text(&output.stderr);
            assert!(error.contains("has a result of shape"), "{error}");
        }
    }
}

#[test]
fn entries_of_a_session_say_the_same() {
    for engine in [&[][..], &["-O2"], &["-emit=interp"]] {
        let script = "var a = iota(4)\nfor i in 0:6 { if i > 2 { print(a[i]); } }\n";
        let mut child = Command::new(env!("CARGO_BIN_EXE_toyc"))
            .arg("repl")
            .args(engine)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("toyc starts");
        child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("toyc reads");
        let output = child.wait_with_output().expect("toyc ends");
        assert_eq!(
            (output.status.code(), text(&output.stdout).as_str()),
            (Some(1), "3.000000 \n"),
            "{engine:?}"
        );
        let error = text(&output.stderr);
        let first = error.lines().next().unwrap_or_default();
        assert_eq!(first, "<repl:2>:1:33: error[T0066]: there is no element 4 in a dimension of size 4");
    }
}

#[test]
fn calls_of_functions_with_checks_are_neither_removed_nor_moved() {
    // Large enough that it is not inlined.
    let terms: String = (2..20).map(|factor| format!(" + sum(x * {factor})")).collect();
    let source = format!(
        "def f(x, end) {{\n  var s = 0;\n  for i in 0:6 {{\n    if i < end {{\n      s = s + x[i];\n    }}\n  }}\n  \
         return s{terms};\n}}\n\
         def main() {{\n  var a = iota(4);\n  var _u = f(a, 4);\n  print(1);\n  var _v = f(a, 6);\n  print(2);\n}}\n"
    );
    for flags in ENGINES {
        let output = toyc(&source, flags);
        let expected = Expected::Runs {
            printed: "1.000000 \n".to_owned(),
            error: Some(
                "<stdin>:5:15: error[T0066]: there is no element 4 in a dimension of size 4\n".to_owned(),
            ),
        };
        assert_eq!(found(&output), expected, "{flags:?}");
    }
    assert!(text(&toyc(&source, &["-emit=mlir-affine", "-O2"]).stdout).contains("call @f$"));
}

#[test]
fn memory_beyond_a_tensor_is_not_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("leak.npy");
    let source = format!(
        "def at(n) {{\n  return n;\n}}\ndef main() {{\n  var a = iota(40);\n  for i in at(39):at(41) {{\n    \
         if i > 39 {{\n      save(\"{}\", a[i : i + 40]);\n    }}\n  }}\n}}\n",
        file.display()
    );
    for (source, words) in [
        // In no iteration it is in range; in one it is not, which is behind a conditional.
        (source.clone(), "cannot take elements of shape <40>: in the loop, places from 39 to 79 are not"),
        (source.replace("39):at", "0):at"), "<stdin>:8:"),
    ] {
        for flags in ENGINES {
            let output = toyc(&source, flags);
            assert_eq!(output.status.code(), Some(1), "{flags:?}");
            assert!(text(&output.stderr).contains(words), "{flags:?}: {}", text(&output.stderr));
            assert!(!file.exists(), "{flags:?}");
        }
    }
}

#[test]
fn memory_that_there_is_not_is_an_error() {
    // More than a machine has: the sizes are those of addresses.
    let source =
        "def main() {\n  print(1);\n  var a = zeros(1000000, 1000000, 1000);\n  print(a[0, 0, 0]);\n}\n";
    let expected = |output: &Output, how: &str| {
        assert_eq!(output.status.code(), Some(1), "{how}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), "1.000000 \n", "{how}");
        assert_eq!(text(&output.stderr), "error: cannot allocate 8000000000000000 bytes\n", "{how}");
    };
    // With more optimisation, what is used of the tensor is a number.
    for flag in ["-emit=interp", "-O0"] {
        expected(&toyc(source, &[flag]), flag);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program");
    let name = program.to_str().expect("a path in UTF-8");
    assert!(toyc(source, &["-emit=exe", "-o", name]).status.success());
    expected(&Command::new(&program).output().expect("the program starts"), "the program");
}

#[test]
fn a_function_for_c_ends_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let (library, main) = (folder.path().join("f.o"), folder.path().join("main.c"));
    let source = "\
def f(x) {
  var s = 0;
  for i in 0:8 {
    if x[0] > i {
      s = s + x[i];
    }
  }
  return s;
}
";
    let name = library.to_str().expect("a path in UTF-8");
    let output = toyc(source, &["-emit=obj", "-O2", "--export", "f(<4>)", "-o", name]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let header = text(&toyc(source, &["-emit=header", "--export", "f(<4>)"]).stdout);
    let code = format!(
        "{header}\n#include <stdio.h>\nint main(int count, char **words) {{\n  (void)words;\n  \
         double x[4] = {{count * 4.0, 1, 2, 3}}, s;\n  \
         toy_memref_1 from = toy_memref_1_of(x, 4);\n  toy_memref_0 to = toy_memref_0_of(&s);\n  \
         if (f(&to, &from) == 0) printf(\"%g\\n\", to.aligned[0]);\n}}\n"
    );
    std::fs::write(&main, code).expect("the source is written");
    let program = folder.path().join("main");
    let linked = Command::new("cc").arg(&main).arg(&library).arg("-lm").arg("-o").arg(&program).output();
    let linked = linked.expect("there is a C compiler");
    assert!(linked.status.success(), "{}", text(&linked.stderr));
    let run = |words: &[&str]| Command::new(&program).args(words).output().expect("the program starts");
    assert_eq!(text(&run(&[]).stdout), "10\n");
    let failing = run(&["more"]);
    assert_eq!(failing.status.code(), Some(1));
    assert_eq!(
        text(&failing.stderr),
        "<stdin>:5:15: error[T0066]: there is no element 4 in a dimension of size 4\n"
    );
}

#[test]
fn what_is_proved_and_what_is_checked_is_listed() {
    let source = "\
def take(x, n) {
  return x[n];
}
def main() {
  var a = iota(4);
  print(a[1]);
  print(take(a, 2));
  print(a[1 : 3]);
  for i in 0:3 {
    print(a[i : i + 2]);
    if i > 0 {
      print(a[i + 2]);
    }
    for j in 2:2 {
      print(a[i + 9 * j]);
    }
  }
}
";
    let output = Command::new(env!("CARGO_BIN_EXE_toyc"));
    let mut output = output;
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("p.toy"), source).expect("the source is written");
    let output = output.args(["check", "--accesses", "p.toy"]).current_dir(folder.path()).output();
    let output = output.expect("toyc starts");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(
        text(&output.stdout),
        "\
p.toy:2:10: proved by constants: element 2 of dimension 0, of size 4
p.toy:6:9: proved by constants: element 1 of dimension 0, of size 4
p.toy:8:9: proved by constants: elements 1 to 2 of dimension 0, of size 4
p.toy:10:11: proved by the bounds of loops: elements 0 to 3 of dimension 0, of size 4
p.toy:12:13: checked at run time: elements 2 to 4 of dimension 0, of size 4
p.toy:15:13: proved by a loop that has no iteration: elements of dimension 0, of size 4
5 accesses proved, 1 checked at run time
"
    );
    // Elsewhere there is nothing to list.
    let output = toyc(source, &["--accesses"]);
    assert_eq!(output.status.code(), Some(2));
}
