//! Input with many equal parts takes linear time, at all stages including a run.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::{TOYC, text};

/// The CPU time of a command.
fn time_of(name: &str, source: &str, words: &[&str]) -> Duration {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), source).expect("the source is written");
    let mut shell = Command::new("sh");
    shell
        .current_dir(folder.path())
        .args(["-c", "\"$@\" > /dev/null 2>&1; times", "sh", TOYC])
        .args(words)
        .arg(name);
    let output = shell.stderr(Stdio::inherit()).output().expect("a shell starts");
    // The second line is of the children: user and system time, as in `0m1.234s 0m0.010s`.
    let times = text(&output.stdout);
    let user =
        times.lines().nth(1).and_then(|line| line.split_whitespace().next()).expect("two lines");
    let (minutes, seconds) =
        user.trim_end_matches('s').split_once('m').expect("minutes and seconds");
    let (minutes, seconds): (f64, f64) = (minutes.parse().unwrap(), seconds.parse().unwrap());
    Duration::from_secs_f64(minutes * 60.0 + seconds)
}

/// A number of lines, made from their numbers.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

fn unknown_names(count: usize) -> String {
    format!("def main() {{\n{}}}\n", lines(count, |index| format!("  print(u{index});\n")))
}

fn unknown_functions(count: usize) -> String {
    let functions = lines(count, |index| format!("def g{index}() {{ print(f{index}()); }}\n"));
    functions + "def main() { print(1); }\n"
}

fn prints(count: usize) -> String {
    format!("def main() {{\n{}}}\n", lines(count, |index| format!("  print({index});\n")))
}

/// Items with commas in between, in the braces of `main`.
fn listed(before: &str, count: usize, item: impl Fn(usize) -> String, after: &str) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    format!("def main() {{ {before}{}{after} }}", items.join(", "))
}

fn conditions(count: usize) -> String {
    let all: Vec<String> = (0..count).map(|index| format!("a[0] > -{index}")).collect();
    format!("def main() {{ var a = [1, 2]; if {} {{ print(1); }} }}", all.join(" and "))
}

fn arguments_of_print(count: usize) -> String {
    listed("print(", count, |index| format!("{index}"), ");")
}

fn elements(count: usize) -> String {
    listed("var a = 1; var b = [", count, |index| format!("a + {index}"), "]; print(b[0]);")
}

fn rows(count: usize) -> String {
    listed("print(sum([", count, |index| format!("[{index}, 1]"), "]));")
}

fn parameters(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|index| format!("p{index}")).collect();
    let names = names.join(", ");
    let values = vec!["1"; count].join(", ");
    format!("def f({names}) {{ return p0; }} def main() {{ print(f({values})); }}")
}

fn members(count: usize) -> String {
    // As many as a struct may have.
    let members = lines(count.min(1000), |index| format!("var m{index};"));
    format!("struct S {{ {members} }} def main() {{ print(1); }}")
}

fn branches(count: usize) -> String {
    let branches = lines(count, |index| format!(" else if a[0] == {index} {{ print({index}); }}"));
    format!("def main() {{ var a = iota(2) + 2; if a[0] < 0 {{ print(0); }}{branches} }}")
}

fn functions(count: usize) -> String {
    let functions = lines(count, |index| format!("def f{index}(x) {{ return x + {index}; }} "));
    format!("{functions}def main() {{ print(f0(1)); }}")
}

fn constants(count: usize) -> String {
    lines(count, |index| format!("var c{index} = {index}; ")) + "def main() { print(c0); }"
}

fn assignments(count: usize) -> String {
    let all = lines(count, |index| format!("a = a + {index}; "));
    format!("def main() {{ var a = iota(2); {all}print(a); }}")
}

#[cfg(feature = "llvm")]
fn element_assignments(count: usize) -> String {
    let all = lines(count, |index| format!("  a[{index}] = {index};\n"));
    format!("def main() {{\n  var a = zeros({count});\n{all}  print(sum(a));\n}}\n")
}

fn texts(count: usize) -> String {
    listed("print(", count, |index| format!("\"t\\n{index}\""), ");")
}

/// A switch whose cases have a block each for even numbers, and share one that takes an argument
/// otherwise.
fn switch(count: usize) -> String {
    let case = |index: usize| match index % 2 {
        0 => format!(",\n    {index}: ^b{index}"),
        _ => format!(",\n    {index}: ^end(%x : i32)"),
    };
    let block = |index: usize| match index % 2 {
        0 => {
            format!(
                "^b{index}:\n  %k{index} = arith.constant {index} : i32\n  cf.br ^end(%k{index} : \
                    i32)\n"
            )
        }
        _ => String::new(),
    };
    format!(
        "func.func private @putchar(i32) -> i32\n\
         func.func @main() {{\n  %c = arith.constant 66 : i32\n  %x = call @putchar(%c) : (i32) -> \
         i32\n  \
         cf.switch %x : i32, [\n    default: ^end(%c : i32){}\n  ]\n{}\
         ^end(%r: i32):\n  %0 = call @putchar(%r) : (i32) -> i32\n  return\n}}\n",
        lines(count, case),
        lines(count, block)
    )
}

/// A kind of input with its name, and the words of a command line.
type Case = (&'static str, fn(usize) -> String, &'static str, &'static [&'static str]);

const CASES: &[Case] = &[
    ("unknown names", unknown_names, "a.toy", &["check"]),
    ("unknown functions", unknown_functions, "a.toy", &["check"]),
    ("prints", prints, "a.toy", &["-emit=mlir-llvm"]),
    ("prints", prints, "a.toy", &["-emit=interp"]),
    ("cases of a switch", switch, "a.mlir", &["-emit=mlir-llvm"]),
    ("cases of a switch", switch, "a.mlir", &["-emit=interp"]),
];

/// A list of the grammar, and a layout of its lines.
type List = (&'static str, fn(usize) -> String);
type Layout = (&'static str, fn(&str) -> String);

/// Lists of the grammar, on one line.
const LISTS: &[List] = &[
    ("conditions", conditions),
    ("arguments of print", arguments_of_print),
    ("elements", elements),
    ("rows", rows),
    ("parameters", parameters),
    ("members", members),
    ("branches", branches),
    ("functions", functions),
    ("constants", constants),
    ("assignments", assignments),
    ("texts", texts),
];

/// The ways in which lines end.
const LAYOUTS: &[Layout] = &[
    ("one line, without its end", str::to_owned),
    ("lines", |text| text.replace("; ", ";\n").replace(", ", ",\n").replace("} ", "}\n") + "\n"),
    ("lines that end with CR and LF", |text| text.replace(' ', "\r\n")),
];

#[cfg(feature = "llvm")]
const CASES_OF_MACHINE_CODE: &[Case] = &[
    ("prints", prints, "a.toy", &["-emit=llvm"]),
    ("prints", prints, "a.toy", &[]),
    ("assignments of elements", element_assignments, "a.toy", &["-O3", "--parallel"]),
    ("cases of a switch", switch, "a.mlir", &["-emit=llvm"]),
    ("cases of a switch", switch, "a.mlir", &[]),
];

#[cfg(not(feature = "llvm"))]
const CASES_OF_MACHINE_CODE: &[Case] = &[];

#[test]
fn much_of_the_same_takes_linear_time() {
    for (what, make, name, words) in CASES.iter().chain(CASES_OF_MACHINE_CODE) {
        let (small, large) = (750, 6_000);
        let first = time_of(name, &make(small), words).max(Duration::from_millis(25));
        let second = time_of(name, &make(large), words);
        // Eight times as much takes 8 times as long if it is linear, 64 times if it is quadratic.
        assert!(second < first * 24, "{what} {words:?}: {first:?} and {second:?}");
    }
}

#[test]
fn lists_of_the_grammar_take_linear_time_in_every_layout() {
    let (small, large) = (500, 4_000);
    for (what, make) in LISTS {
        super::succeeds(&super::toyc("a.toy", &make(100), &["check"]));
        for (layout, laid_out) in LAYOUTS {
            let words: &[&str] = if *layout == LAYOUTS[0].0 { &[] } else { &["check"] };
            let words = if cfg!(feature = "llvm") { words } else { &["check"] };
            let time = |count| time_of("a.toy", &laid_out(&make(count)), words);
            let first = time(small).max(Duration::from_millis(25));
            let second = time(large);
            assert!(second < first * 20, "{what}, {layout}: {first:?} and {second:?}");
        }
    }
}

/// They print the right results, so that nothing was rejected.
#[test]
fn much_of_the_same_runs() {
    let engines: &[&[&str]] =
        if cfg!(feature = "llvm") { &[&[], &["-emit=interp"]] } else { &[&["-emit=interp"]] };
    for words in engines {
        let printed = super::succeeds(&super::toyc("a.toy", &prints(2000), words));
        assert_eq!(printed, lines(2000, |index| format!("{index}.000000 \n")));
        // putchar returns 66, whose block passes 66 on, and so do those of odd cases.
        let printed = super::succeeds(&super::toyc("a.mlir", &switch(2000), words));
        assert_eq!(printed, "BB");
    }
}
