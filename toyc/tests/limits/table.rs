//! Each limit: just below, just above, and with its option.

use super::{fails, least, succeeds, toyc};

/// A limit of the compiler, and inputs that reach it.
struct Limit {
    option: &'static str,
    default: usize,
    /// The name of the input file, and how it is parsed.
    name: &'static str,
    words: &'static [&'static str],
    /// An input that needs exactly the given amount.
    input: fn(usize) -> String,
    /// The message for an input that needs more than `{}`.
    message: &'static str,
    /// Whether the default can be raised.
    can_be_raised: bool,
}

fn repeated(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect()
}

/// A list with commas in between.
fn listed(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

/// Functions with many such lines are not inlined.
const LARGE: &str = "  print(x);\n";

const LIMITS: &[Limit] = &[
    Limit {
        option: "--max-copies",
        default: 1000,
        name: "a.toy",
        words: &["check"],
        input: |count| {
            let calls = repeated(count, |index| format!("  f(zeros({}));\n", index + 1));
            format!("def f(x) {{\n{}}}\ndef main() {{\n{calls}}}\n", LARGE.repeat(30))
        },
        message: "error[T0070]: the program takes more than {} copies of functions",
        can_be_raised: true,
    },
    Limit {
        option: "--max-numbers",
        default: 1000,
        name: "a.toy",
        words: &["check", "--max-copies=2000"],
        input: |count| {
            let calls = repeated(count, |index| format!("  f({});\n", index + 1));
            format!(
                "def f(n) {{\n  var x = zeros(n);\n{}}}\ndef main() {{\n{calls}}}\n",
                LARGE.repeat(30)
            )
        },
        message: "error[T0070]: 'f' is compiled for more than {} lists of numbers",
        can_be_raised: true,
    },
    Limit {
        option: "--max-known-elements",
        default: 1024,
        name: "a.toy",
        words: &["check"],
        input: |count| format!("def main() {{ print(zeros(sum(ones({count})))); }}\n"),
        message: "this takes a tensor of more than {} elements to compute",
        can_be_raised: true,
    },
    Limit {
        option: "--max-struct-tensors",
        default: 1024,
        name: "a.toy",
        words: &["check"],
        input: |count| {
            let members = repeated(count, |index| format!("  var m{index};\n"));
            format!("struct S {{\n{members}}}\ndef main() {{ print(1); }}\n")
        },
        message: "more than {} tensors, those of its members included",
        can_be_raised: true,
    },
    Limit {
        option: "--max-nesting",
        default: 128,
        name: "a.toy",
        words: &["check"],
        input: |count| {
            // The body of the function and the call of `print` are two levels.
            let (open, close) = ("(".repeat(count - 2), ")".repeat(count - 2));
            format!("def main() {{ print({open}1{close}); }}\n")
        },
        message: "more than {} levels are open here",
        can_be_raised: false,
    },
    Limit {
        option: "--max-nesting",
        default: 128,
        name: "a.toy",
        words: &["check"],
        input: |count| {
            let structs =
                repeated(count - 1, |index| format!("struct S{} {{ S{index} s; }}\n", index + 1));
            format!("struct S0 {{ var x; }}\n{structs}def main() {{ print(1); }}\n")
        },
        message: "more than {} structs within each other",
        can_be_raised: false,
    },
    Limit {
        option: "--max-nesting",
        default: 128,
        name: "a.toy",
        words: &["check"],
        input: |count| {
            let more =
                repeated(count - 1, |index| format!(" else if {index} {{ print({index}); }}"));
            format!("def main() {{ if 0 {{ print(1); }}{more} }}\n")
        },
        message: "a conditional has at most {} conditions",
        can_be_raised: false,
    },
    Limit {
        option: "--max-nesting",
        default: 200,
        name: "a.mlir",
        words: &["-emit=mlir"],
        input: |count| {
            // The module is a level.
            let (open, close) = ("[".repeat(count - 1), "]".repeat(count - 1));
            format!("module {{\n  func private @f() attributes {{a = {open}{close}}}\n}}\n")
        },
        message: "nesting is deeper than {} levels",
        can_be_raised: false,
    },
    Limit {
        option: "--max-location-depth",
        default: 10_000,
        name: "a.mlir",
        words: &["-emit=mlir", "-mlir-print-debuginfo"],
        input: |count| {
            let aliases = repeated(count - 1, |index| {
                format!("#l{} = loc(callsite(\"a.toy\":{}:1 at #l{index}))\n", index + 1, index + 1)
            });
            format!("func private @f() loc(#l{})\n#l0 = loc(\"a.toy\":1:1)\n{aliases}", count - 1)
        },
        message: "the location has more than {} levels",
        can_be_raised: true,
    },
    Limit {
        option: "--max-call-depth",
        default: 20_000,
        name: "a.mlir",
        words: &["-emit=interp"],
        input: |count| {
            // `main` is a level, and each call of `f` is one, of which the last is for 0.
            format!(
                "func @f(%n: i64) {{\n  %0 = constant 0 : i64\n  %1 = cmpi \"eq\", %n, %0 : i64\n  \
                 cond_br %1, ^end, ^more\n^more:\n  %2 = constant 1 : i64\n  %3 = subi %n, %2 : \
                 i64\n  \
                 call @f(%3) : (i64) -> ()\n  br ^end\n^end:\n  return\n}}\n\
                 func @main() {{\n  %0 = constant {} : i64\n  call @f(%0) : (i64) -> ()\n  \
                 return\n}}\n",
                count - 2
            )
        },
        message: "more than {} calls and regions are open at once",
        can_be_raised: true,
    },
];

#[test]
fn limits_hold_exactly() {
    for limit in LIMITS {
        let run = |count: usize, most: Option<usize>| {
            let option = most.map(|most| format!("{}={most}", limit.option));
            let words: Vec<&str> = limit.words.iter().copied().chain(option.as_deref()).collect();
            toyc(limit.name, &(limit.input)(count), &words)
        };
        let refuses = |count: usize, most: Option<usize>| {
            let output = run(count, most);
            assert!(!output.status.success(), "{} {count} {most:?}", limit.message);
            fails(
                &output,
                &limit.message.replace("{}", &most.unwrap_or(limit.default).to_string()),
            );
            fails(&output, &format!("'{}=", limit.option));
        };
        let default = limit.default;
        succeeds(&run(default, None));
        refuses(default + 1, None);
        // Lowered, and raised.
        succeeds(&run(9, Some(9)));
        refuses(10, Some(9));
        if limit.can_be_raised {
            succeeds(&run(default + 2, Some(default + 2)));
            refuses(default + 3, Some(default + 2));
        } else {
            let output = run(9, Some(default.max(200) + 1));
            assert_eq!(output.status.code(), Some(2), "{}", super::text(&output.stderr));
        }
    }
}

/// The operations of a function that is copied into a loop.
#[test]
fn operations_copied_into_loops_are_bounded() {
    let source = format!(
        "def row(x, i) {{\n{}  return x[i];\n}}\n\
         def main() {{ var a = iota(9); for i in 0:9 {{ print(row(a, i)); }} }}\n",
        LARGE.repeat(30)
    );
    let with =
        |most: usize| toyc("a.toy", &source, &["check", &format!("--max-copied-ops={most}")]);
    // The function has 30 prints, a slice and a return, and may need a few operations more.
    let border = least(50, |most| with(most).status.success());
    assert!(border >= 31, "{border}");
    fails(
        &with(border - 1),
        &format!("'row' is copied into loops too often: more than {} operations", border - 1),
    );
    fails(&with(border - 1), "'--max-copied-ops=N' allows more");
}

/// Limits that no option changes.
#[test]
fn fixed_limits_hold_exactly() {
    let rank = |count: usize| {
        let sizes = listed(count, |_| "1".to_owned());
        toyc("a.toy", &format!("def main() {{ var a<{sizes}> = 1; print(a); }}\n"), &["check"])
    };
    succeeds(&rank(128));
    fails(&rank(129), "a tensor has at most 128 dimensions");
    let terms = |count: usize| {
        let sum = vec!["d0 * 2 + d1"; count / 2].join(" + ");
        let source =
            format!("func private @f() attributes {{a = affine_map<(d0, d1) -> ({sum})>}}\n");
        toyc("a.mlir", &source, &["-emit=mlir"])
    };
    succeeds(&terms(1000));
    fails(&terms(1002), "affine expression has more than 1000 terms");
    let pipeline = |count: usize| {
        let text = format!("{}cse{}", "builtin.module(".repeat(count), ")".repeat(count));
        toyc("a.mlir", "module {\n}\n", &["-emit=mlir", &format!("-pass-pipeline={text}")])
    };
    succeeds(&pipeline(1));
    fails(&pipeline(65), "pipelines nest at most 64 deep");
}
