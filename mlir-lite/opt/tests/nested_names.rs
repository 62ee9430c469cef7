//! Names of values and blocks in nested scopes, in random modules: values at module level and in
//! functions, modules and unknown ops nested in each other.
//!
//! Both tools print each module alike, in custom and in generic form, and the output of
//! `mlir-lite-opt` reads back as the same.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MODULES: u64 = 80;
const SEPARATOR: &str = "// -----";
const GENERIC: &str = "-mlir-print-op-generic";
const UPSTREAM: &str = "--spelling=upstream";

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit.max(1) as u64) as usize
    }
}

/// The op that has the region.
#[derive(Copy, Clone, PartialEq)]
enum Owner {
    Module,
    Function,
    Unknown,
}

struct Generator {
    random: Random,
    text: String,
    /// Values, functions and blocks so far.
    named: usize,
}

impl Generator {
    fn module(seed: u64) -> String {
        let mut generator = Self { random: Random(seed), text: String::new(), named: 0 };
        generator.ops(Owner::Module, &mut Vec::new(), 0);
        generator.text
    }

    fn fresh(&mut self) -> usize {
        self.named += 1;
        self.named
    }

    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", 2 * depth);
    }

    /// Some of the values, and as many types.
    fn uses(&mut self, visible: &[String]) -> (String, String) {
        let count = if visible.is_empty() { 0 } else { self.random.below(4) };
        let values: Vec<&str> =
            (0..count).map(|_| visible[self.random.below(visible.len())].as_str()).collect();
        (values.join(", "), vec!["i32"; count].join(", "))
    }

    fn ops(&mut self, owner: Owner, visible: &mut Vec<String>, depth: usize) {
        for _ in 0..1 + self.random.below(5) {
            self.op(owner, visible, depth);
        }
    }

    fn op(&mut self, owner: Owner, visible: &mut Vec<String>, depth: usize) {
        let may_nest = depth < 5;
        let number = self.fresh();
        let (values, types) = self.uses(visible);
        match self.random.below(10) {
            0 | 1 => {
                let value = self.random.below(3);
                self.line(depth, &format!("%v{number} = arith.constant {value} : i32"));
                visible.push(format!("%v{number}"));
            }
            2 => {
                self.line(depth, &format!("%v{number} = \"t.def\"({values}) : ({types}) -> i32"));
                visible.push(format!("%v{number}"));
            }
            3 => {
                self.line(
                    depth,
                    &format!("%v{number}:2 = \"t.two\"({values}) : ({types}) -> (i32, i32)"),
                );
                visible.extend([format!("%v{number}#0"), format!("%v{number}#1")]);
            }
            4 if !visible.is_empty() => {
                let value = visible[self.random.below(visible.len())].clone();
                let line =
                    format!("%v{number} = builtin.unrealized_conversion_cast {value} : i32 to i32");
                self.line(depth, &line);
                visible.push(format!("%v{number}"));
            }
            5 | 6 if may_nest => {
                self.line(depth, &format!("\"t.region\"({values}) ({{"));
                for region in 0..1 + self.random.below(2) {
                    if region > 0 {
                        self.line(depth, "}, {");
                    }
                    self.blocks(visible, depth);
                }
                self.line(depth, &format!("}}) : ({types}) -> ()"));
            }
            7 if may_nest => {
                self.line(depth, "builtin.module {");
                self.ops(Owner::Module, &mut Vec::new(), depth + 1);
                self.line(depth, "}");
            }
            8 if may_nest && owner != Owner::Function => {
                self.line(depth, &format!("func.func @f{number}(%v{number}: i32) {{"));
                self.ops(Owner::Function, &mut vec![format!("%v{number}")], depth + 1);
                self.line(depth + 1, "func.return");
                self.line(depth, "}");
            }
            _ => self.line(depth, &format!("\"t.use\"({values}) : ({types}) -> ()")),
        }
    }

    /// The blocks of an unknown op's region; each sees the values visible around the op, and its
    /// own.
    fn blocks(&mut self, visible: &[String], depth: usize) {
        let others: Vec<usize> = (0..self.random.below(3)).map(|_| self.fresh()).collect();
        for block in std::iter::once(None).chain(others.iter().map(Some)) {
            let mut inside = visible.to_vec();
            let label = block.map_or("bb0".to_owned(), |number| format!("label{number}"));
            let argument = self.fresh();
            if self.random.below(2) == 0 {
                self.line(depth, &format!("^{label}(%a{argument}: i32):"));
                inside.push(format!("%a{argument}"));
            } else if block.is_some() {
                self.line(depth, &format!("^{label}:"));
            }
            self.ops(Owner::Unknown, &mut inside, depth + 1);
            if !others.is_empty() {
                let target = others[self.random.below(others.len())];
                self.line(depth + 1, &format!("\"t.branch\"()[^label{target}] : () -> ()"));
            }
        }
    }
}

fn run(tool: &Path, flags: &[&str], text: &str) -> String {
    let mut child = Command::new(tool)
        .args(["-allow-unregistered-dialect", "-split-input-file", "-"])
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", tool.display()));
    let mut input = child.stdin.take().expect("standard input is a pipe");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || drop(input.write_all(text.as_bytes())));
        child.wait_with_output().expect("the tool ends")
    });
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{} {flags:?}: {}",
        tool.display(),
        errors.lines().next().unwrap_or("")
    );
    String::from_utf8(output.stdout).expect("text is UTF-8")
}

/// Checks that both are the same, piece by piece.
fn assert_same(what: &str, texts: &[String], expected: &str, found: &str) {
    let pieces =
        |text: &str| text.split(SEPARATOR).map(|piece| piece.trim().to_owned()).collect::<Vec<_>>();
    let (expected, found) = (pieces(expected), pieces(found));
    assert_eq!(expected.len(), found.len(), "{what}: another number of modules");
    for ((expected, found), text) in expected.iter().zip(&found).zip(texts) {
        assert!(expected == found, "{what}\nof\n{text}\nexpected\n{expected}\nfound\n{found}");
    }
}

#[test]
fn names_are_those_of_mlir_opt_and_can_be_read_back() {
    let mlir_opt: PathBuf = text_test_runner::Tool::of_llvm("mlir-opt").path;
    let own = Path::new(env!("CARGO_BIN_EXE_mlir-lite-opt"));
    let texts: Vec<String> = (0..MODULES).map(Generator::module).collect();
    let all = texts.join(&format!("\n{SEPARATOR}\n"));
    let custom = run(&mlir_opt, &[], &all);
    let generic = run(&mlir_opt, &[GENERIC], &all);
    assert_same("custom form", &texts, &custom, &run(own, &[UPSTREAM], &all));
    assert_same("generic form", &texts, &generic, &run(own, &[UPSTREAM, GENERIC], &all));
    for flags in [&[UPSTREAM][..], &[UPSTREAM, GENERIC], &[], &[GENERIC]] {
        let printed = run(own, flags, &all);
        assert_same(
            &format!("{flags:?} read back"),
            &texts,
            &custom,
            &run(own, &[UPSTREAM], &printed),
        );
        if flags.contains(&UPSTREAM) {
            assert_same(
                &format!("{flags:?} read by mlir-opt"),
                &texts,
                &custom,
                &run(&mlir_opt, &[], &printed),
            );
        }
    }
}
