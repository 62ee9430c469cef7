//! Programs with large tensors of odd sizes print the same bytes on one thread and on several,
//! whatever the level. All programs of the repository run on threads in the test `engines`.
#![cfg(feature = "llvm")]

use std::path::Path;
use std::process::Command;

/// The output of a program, and its exit status.
fn run(program: &Path, flags: &[&str]) -> (String, Option<i32>) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_toyc")).arg(program).args(flags).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    (String::from_utf8_lossy(&output.stdout).into_owned() + &errors, output.status.code())
}

/// Checks that a program prints the same with `flags` on these numbers of threads as on one;
/// returns that.
fn check(program: &Path, flags: &[&str], threads: &[&str]) -> String {
    let serial = run(program, flags);
    assert_eq!(serial.1, Some(0), "{}: {}", program.display(), serial.0);
    for threads in threads {
        let parallel = format!("--parallel={threads}");
        let found = run(program, &[flags, &[&parallel]].concat());
        assert!(
            found == serial,
            "{} {flags:?}, {threads} threads:\n{}",
            program.display(),
            found.0
        );
    }
    serial.0
}

/// Statements on a matrix `a` of 301 by 517 elements and `b` of 517 by 263; they store a result in
/// `c`.
const PROGRAMS: [(&str, &str); 11] = [
    ("element-wise", "var c = a * a + a / (a + 2) - sqrt(a);"),
    ("one dimension", "var x = random(3, 300001); var c = x * x - x / 3;"),
    ("transpose", "var c = transpose(a * 2) + random(5, 517, 301);"),
    ("large transpose", "var c = transpose(random(4, 1111, 2049));"),
    ("matmul", "var c = a @ b;"),
    ("matmul of transposed matrices", "var c = transpose(b) @ transpose(a);"),
    (
        "matrices times vectors",
        "var c = concat(a @ b[:, 5], concat(b @ b[7], transpose(a) @ a[:, 9]));",
    ),
    ("reductions of rows", "var c = sum(a, 1) * max(transpose(b)) + mean(a * 2, 1);"),
    ("reductions of columns", "var c = sum(b, 0) + mean(b * b, 0);"),
    ("slices", "var c = concat(a[0:301, 1:300], a[:, 10:200] * 2, 1) - 1;"),
    (
        "loops",
        "var c = a; for i in 0:5 { c = (c[:, 1:517] @ b[1:517, :]) @ transpose(b) / 70000 + a; }",
    ),
];

#[test]
fn large_programs_print_the_same() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parallel-loops");
    std::fs::create_dir_all(&folder).unwrap();
    for (number, (name, statements)) in PROGRAMS.into_iter().enumerate() {
        let program = folder.join(format!("{number}.toy"));
        // The bits of sums distinguish results that print the same.
        let text = format!(
            "# {name}\ndef main() {{\n  var a = random(1, 301, 517);\n  var b = random(2, 517, \
                263);\n  {statements}\n  \
             print(sum(a) + sum(b));\n  var bits = (c * 4503599627370496) - (c * 4503599627370496 \
             + 1);\n  print(sum(c));\n  print(sum(c * c));\n  \
             print(sum(bits * c));\n  print(max(c) * 1000000);\n}}\n"
        );
        std::fs::write(&program, text).unwrap();
        let check =
            |level, threads: &[&str]| check(&program, &[level, "--parallel-minimum=1000"], threads);
        let optimized = check("-O3", &["2", "8"]);
        // Unoptimized products take seconds.
        if number % 2 == 0 {
            assert_eq!(check("-O0", &["3"]), optimized, "{name}");
        }
    }
}
