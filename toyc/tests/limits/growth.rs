//! Input with many equal parts takes linear time, at all stages including a run.

use std::io::Write as _;
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

/// The instructions of a command and of the processes that it starts, as Valgrind counts them.
fn instructions_of(name: &str, source: &str, words: &[&str]) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), source).expect("the source is written");
    let mut valgrind = Command::new("valgrind");
    valgrind
        .current_dir(folder.path())
        .args(["--tool=callgrind", "--trace-children=yes", "--callgrind-out-file=/dev/null", TOYC])
        .args(words)
        .arg(name);
    let output = valgrind.output().expect("valgrind starts");
    let said = String::from_utf8_lossy(&output.stderr);
    let counts = said.lines().filter_map(|line| line.split_once("Collected : "));
    let counts: Vec<u64> =
        counts.map(|(_, count)| count.trim().parse().expect("a count")).collect();
    assert!(!counts.is_empty(), "{said}");
    counts.iter().sum()
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

fn structs(count: usize) -> String {
    let structs = lines(count, |index| format!("struct S{index} {{ var a; var b; }} "));
    format!("{structs}def main() {{ print(1); }}")
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

/// A kind of input, how many parts it has, the name of the file, and the words of a command line.
type Case = (&'static str, fn(usize) -> String, usize, &'static str, &'static [&'static str]);

const CASES: &[Case] = &[
    ("unknown names", unknown_names, 3_000, "a.toy", &["check"]),
    ("unknown functions", unknown_functions, 3_000, "a.toy", &["check"]),
    ("prints", prints, 3_000, "a.toy", &["-emit=mlir-llvm"]),
    ("prints", prints, 3_000, "a.toy", &["-emit=interp"]),
    ("cases of a switch", switch, 12_000, "a.mlir", &["-emit=mlir-llvm"]),
    ("cases of a switch", switch, 12_000, "a.mlir", &["-emit=interp"]),
];

/// A list of the grammar with a length that takes some tenths of a second.
type List = (&'static str, fn(usize) -> String, usize);
/// A layout of its lines.
type Layout = (&'static str, fn(&str) -> String);

/// Lists of the grammar, on one line.
const LISTS: &[List] = &[
    ("conditions", conditions, 2_000),
    ("arguments of print", arguments_of_print, 20_000),
    ("elements", elements, 10_000),
    ("rows", rows, 200_000),
    ("parameters", parameters, 10_000),
    ("structs", structs, 20_000),
    ("branches", branches, 5_000),
    ("functions", functions, 10_000),
    ("constants", constants, 20_000),
    ("assignments", assignments, 6_000),
    ("texts", texts, 20_000),
];

/// The ways in which lines end.
const LAYOUTS: &[Layout] = &[
    ("one line, without its end", str::to_owned),
    ("lines", |text| text.replace("; ", ";\n").replace(", ", ",\n").replace("} ", "}\n") + "\n"),
    ("lines that end with CR and LF", |text| text.replace(' ', "\r\n")),
];

#[cfg(feature = "llvm")]
const CASES_OF_MACHINE_CODE: &[Case] = &[
    ("prints", prints, 3_000, "a.toy", &["-emit=llvm"]),
    ("prints", prints, 3_000, "a.toy", &[]),
    // Between 2,000 and 4,000, LLVM begins to schedule the block in another way, and takes 2.5
    // times the instructions; from 4,000 to 8,000 it is 1.9 times.
    ("assignments of elements", element_assignments, 1_000, "a.toy", &["-O3", "--parallel"]),
    ("cases of a switch", switch, 12_000, "a.mlir", &["-emit=llvm"]),
    ("cases of a switch", switch, 12_000, "a.mlir", &[]),
];

#[cfg(not(feature = "llvm"))]
const CASES_OF_MACHINE_CODE: &[Case] = &[];

/// Set by `make growth`: instructions are counted, which other programs do not change, and twice as
/// much takes at most 2.3 times as many.
const BY_INSTRUCTIONS: &str = "GROWTH_BY_INSTRUCTIONS";

/// Checks that twice as much does not take 2.6 times as long: it takes at most 2.3 times, and other
/// programs slow a run down, so the shortest of some runs counts.
///
/// If the linear part of the time takes a second, a quadratic part of 0.43 seconds is found, which
/// takes 1.72 seconds for twice as much.
fn assert_doubles(what: &str, (name, words): (&str, &[&str]), source: impl Fn(usize) -> String) {
    let (small, large) = (source(1), source(2));
    if std::env::var_os(BY_INSTRUCTIONS).is_some() {
        let of = |source: &str| instructions_of(name, source, words) as f64;
        let (first, second) = (of(&small), of(&large));
        let growth = second / first;
        let line = format!("{what} {words:?}: {first:.2e} instructions, times {growth:.2}\n");
        std::io::stderr().write_all(line.as_bytes()).expect("a line is written");
        assert!(growth <= 2.3, "{what} {words:?}: {growth:.2} times as many for twice as much");
        return;
    }
    let (mut first, mut second) = (Duration::MAX, Duration::MAX);
    for _ in 0..8 {
        first = first.min(time_of(name, &small, words));
        second = second.min(time_of(name, &large, words));
        // The times are multiples of 10 ms.
        if second < first.mul_f64(2.6) + Duration::from_millis(20) {
            return;
        }
    }
    panic!("{what} {words:?}: {first:?} and {second:?} for twice as much");
}

#[test]
fn much_of_the_same_takes_linear_time() {
    for (what, make, length, name, words) in CASES.iter().chain(CASES_OF_MACHINE_CODE) {
        assert_doubles(what, (name, words), |times| make(times * length));
    }
}

#[test]
fn lists_of_the_grammar_take_linear_time_in_every_layout() {
    for (what, make, length) in LISTS {
        let run: &[&str] = if cfg!(feature = "llvm") { &[] } else { &["-emit=interp"] };
        super::succeeds(&super::toyc("a.toy", &make(100), run));
        for (layout, laid_out) in LAYOUTS {
            let source = |times| laid_out(&make(times * length));
            assert_doubles(&format!("{what}, {layout}"), ("a.toy", &["check"]), source);
        }
    }
}

/// Statements and arguments that become code of their own, in runs.
#[test]
fn runs_of_long_lists_take_linear_time() {
    let interpreter: &[&str] = &["-emit=interp"];
    assert_doubles("arguments of print", ("a.toy", interpreter), |times| {
        arguments_of_print(times * 20_000)
    });
    #[cfg(feature = "llvm")]
    for (what, make, length) in [
        ("arguments of print", arguments_of_print as fn(usize) -> String, 4_000),
        ("texts", texts, 4_000),
        ("conditions", conditions, 1_000),
        ("assignments", assignments, 1_000),
        ("functions", functions, 2_000),
    ] {
        assert_doubles(what, ("a.toy", &[]), |times| make(times * length));
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
