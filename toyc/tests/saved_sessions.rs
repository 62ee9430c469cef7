//! Random sessions: what `:save` writes is accepted by `toyc check`, and after `:reset` and `:load`
//! the variables and the functions are as before. `SESSIONS=500` runs more of them.
#![cfg(feature = "llvm")]

use std::process::Command;

use toyc::repl::{End, Session, Settings};

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

const SHORT: u64 = 12;

/// A sequence of numbers that depends on the seed alone.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }
}

const VARIABLES: &[&str] = &["a", "b", "n", "total", "_kept", "x1"];
const FUNCTIONS: &[&str] = &["f", "g", "late", "zeta", "alpha", "_h"];
const VALUES: &[&str] = &[
    "3",
    "[1, 2]",
    "[[1, 2], [3, 4]]",
    "i64(9007199254740993)",
    "i64([1, -9223372036854775807])",
    "bool([1, 0])",
    "f32([0.1, 2])",
    "1 / 0",
    "[1, 0] / [0, 0]",
    "-0.0",
    "1e-300",
    "[0.1, 1e16]",
    "iota(3)",
    "random(1, 2, 2)",
    "sum([1, 2])",
];

fn entry(numbers: &mut Numbers) -> String {
    let (variable, other) = (numbers.of(VARIABLES), numbers.of(VARIABLES));
    let (function, called) = (numbers.of(FUNCTIONS), numbers.of(FUNCTIONS));
    let value = numbers.of(VALUES);
    match numbers.below(12) {
        0..=3 => format!("var {variable} = {value}"),
        4 => format!("{variable} = {value}"),
        5 => format!("def {function}(x) {{ return x + sum(f64({variable})); }}"),
        6 => format!("def {function}(x, k = {variable}) {{\n  return x * k\n}}"),
        7 => format!("def {function}(x) {{ return {called}(x) + 1; }} # calls"),
        8 => format!("def {function}(x) {{ var {variable} = x; return {variable} * 2; }}"),
        9 => "struct P { var x; var y; }".to_owned(),
        10 => format!("P {variable} = {{{value}, [1, 2]}}"),
        _ => format!("var {variable} = {other}"),
    }
}

/// The state of a session: all variables, and the results of all functions that can be called.
fn shown(session: &mut Session, functions: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for name in VARIABLES {
        all.push(format!("{name}: {:?}", session.variable(name)));
    }
    for name in functions {
        let reply = session.enter(&format!("{name}([1, 2])"));
        all.push(format!(
            "{name}: {}",
            if reply.end == End::Done { reply.shown } else { String::new() }
        ));
    }
    all
}

#[test]
fn saved_sessions_are_loaded_as_they_were() {
    let count =
        std::env::var("SESSIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(SHORT);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("saved.toy");
    for seed in 0..count {
        let mut numbers = Numbers(seed);
        let mut session = Session::new(Settings::default());
        let mut entries = Vec::new();
        for _ in 0..4 + numbers.below(12) {
            let entry = entry(&mut numbers);
            if session.enter(&entry).end == End::Done {
                entries.push(entry);
            }
        }
        let saved = session.enter(&format!(":save {}", path.display()));
        assert_eq!(saved.end, End::Done, "{}", saved.report);
        let text = std::fs::read_to_string(&path).expect("the saved file");
        let about = || format!("seed {seed}: {entries:#?}\n{text}");
        // Comments in the file are lost, and reported as lost.
        let lost = |name: &&&str| saved.shown.contains(&format!("function '{name}' is saved as"));
        let kept = FUNCTIONS.iter().filter(|name| !lost(name));
        let functions: Vec<String> = kept.map(|name| (*name).to_owned()).collect();
        let before = shown(&mut session, &functions);
        let checked = Command::new(TOYC).arg("check").arg(&path).output().expect("toyc starts");
        let errors = String::from_utf8_lossy(&checked.stderr);
        assert!(checked.status.success(), "{}\n{errors}", about());
        session.enter(":reset");
        let loaded = session.enter(&format!(":load {}", path.display()));
        assert_eq!(loaded.end, End::Done, "{}\n{}", about(), loaded.report);
        let after = shown(&mut session, &functions);
        assert_eq!(before, after, "{}", about());
    }
}
