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

#[cfg(feature = "llvm")]
const CASES_OF_MACHINE_CODE: &[Case] = &[
    ("prints", prints, "a.toy", &["-emit=llvm"]),
    ("prints", prints, "a.toy", &[]),
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
