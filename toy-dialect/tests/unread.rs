//! Warnings of assignments whose value is never read: on the marked lines, and on no others.

mod common;

use common::analysis;

const UNREAD: &str = "is never read";

/// Bodies of `def f(a, n) { .. }`. A line that ends in `#!` has such an assignment.
const BODIES: &[&str] = &[
    // Parameters, and all forms of assignment.
    "a[0] = 1; #!",
    "a = n; #!",
    "a += n; #!",
    "a[0:2] *= n; #!",
    "a = a + n; #!",
    "a[0] = a[1] + a[2]; #!",
    "a[0] = 1;\nreturn a;",
    "a[0] = 1;\nprint(a);",
    "a[0] = 1;\nprint(shape(a));",
    "a[a[0]] = 1; #!",
    "_a();\na = 1; #!",
    // Overwritten before they are read.
    "a = 1; #!\na = 2;\nreturn a;",
    "a[0] = 1; #!\na = [n, 1];\nreturn a;",
    "a = [n, 1];\na[0] = 1;\nreturn a;",
    "var b = 0;\nb = n;\nreturn b;",
    "var b = n;\nprint(b);\nb = 2; #!",
    "var b = n;\nb = b + 1; #!",
    "var b = n;\nb = g(b); #!",
    "var b = 1;\nb = 2;\nb = h(b); #!",
    "var _b = n;\n_b = 1;\nprint(_b);\n_b = 2;",
    // Conditionals.
    "if n > 0 {\na = 1;\n}\nreturn a;",
    "if n > 0 {\na = 1; #!\n} else {\nprint(a);\n}",
    "a = 1; #!\nif n > 0 {\na = 2;\n} else {\na = 3;\n}\nreturn a;",
    "a = 1;\nif n > 0 {\na = 2;\n} else if n < 5 {\na = 3;\n}\nreturn a;",
    "a = 1;\nif n > 0 {\nprint(a);\n}",
    "if n > 0 {\na = 1; #!\nreturn n;\n}\nreturn a;",
    "a = 1;\nif n > 0 {\nreturn n;\n}\nreturn a;",
    "a = 1; #!\nif n > 0 {\nreturn n;\n} else {\nreturn n + 1;\n}",
    "if n > 0 {\nvar b = 1;\nb = 2;\nprint(b);\n} else {\nvar b = n;\nprint(b);\nb = 3; #!\n}",
    // Loops.
    "for i in 0:3 {\na += i; #!\n}",
    "for i in 0:3 {\na += i;\n}\nreturn a;",
    "for i in 0:3 {\na = a + i; #!\n}",
    "for i in 0:3 {\nprint(a);\na = i;\n}",
    "for i in 0:3 {\na = i;\nprint(a);\n}",
    "for i in 0:3 {\na = i; #!\na = 1;\nprint(a);\n}",
    "for i in 0:3 {\na = i;\n}\nprint(a);",
    "a = 1;\nfor i in 0:n {\na = i;\n}\nprint(a);",
    "for i in 0:n {\nfor j in 0:n {\na[i] = j;\n}\nprint(a[0]);\n}",
    "for i in 0:n {\nfor j in 0:n {\na[i] = j; #!\n}\n}",
    "for i in 0:n {\nvar b = i;\nprint(b);\nb = 2; #!\n}",
    "while n > 0 {\nn -= 1;\n}",
    "while n > 0 {\nn -= 1;\na = n; #!\n}",
    "while n > 0 {\nn = 0;\nbreak;\n}\nreturn n;",
    "var k = 0;\nwhile true {\nk += 1;\nif k > n {\nbreak;\n}\n}",
    "var s = 0;\nfor i in 0:n {\nif i > 1 {\ncontinue;\n}\ns += i;\n}\nreturn s;",
    "for i in 0:n {\nif i > 1 {\na = i;\ncontinue;\n}\na = 0;\n}\nreturn a;",
    "for i in 0:n {\nif i > 1 {\na = i;\nbreak;\n}\nreturn n;\n}\nreturn a;",
    "for i in 0:n {\nfor j in 0:n {\nif j > 1 {\na = j;\nbreak;\n}\na = 5;\n}\nprint(a);\n}",
    "for i in 0:n {\nif i > 1 {\na = i; #!\nreturn n;\n}\n}\nreturn n;",
    "for i in 0:n {\na = i; #!\n}\nfor i in 0:n {\na = i;\nprint(a);\n}",
];

#[test]
fn unread_assignments_are_warned_of_and_others_are_not() {
    for body in BODIES {
        let program = format!(
            "def _a() {{ }}\ndef g(x) {{ return x; }}\ndef h(x) {{ print(x); return x; }}\n\
             def f(a, n) {{\n{body}\n}}\ndef main() {{ f([1, 2, 3], 2); _a(); g(1); h(1); }}\n"
        );
        let marked = program.lines().enumerate().filter(|(_, line)| line.ends_with("#!"));
        let expected: Vec<usize> = marked.map(|(line, _)| line + 1).collect();
        let report = analysis(&program);
        let warned: Vec<usize> = report
            .lines()
            .filter(|line| line.contains(UNREAD))
            .filter_map(|line| line.split(':').nth(1)?.parse().ok())
            .collect();
        assert!(!report.contains("error"), "{program}\n{report}");
        assert_eq!(warned, expected, "{program}\n{report}");
    }
}

#[test]
fn a_variable_that_is_never_used_is_reported_once() {
    let program = "def main() { var a = 1; a = 2; a += 1; }";
    let report = analysis(program);
    assert_eq!(report.matches("warning").count(), 1, "{report}");
}
