//! A campaign: the answers for random systems are those of isl.
//!
//! `SYSTEMS=20000 cargo test --release -p mlir-lite-presburger --test isl -- --ignored answers`
//! runs it. `PYTHON` names a Python that has the package `islpy`; without it, the campaign is
//! skipped, with a message.

use generator::{Random, Rows, conjunct, in_box, set, union};
use mlir_lite_presburger::{Budget, Conjunct, Int, Set, Space, Unknown};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;

mod generator;

/// Reads lines of a question, an answer and sets; prints those with another answer.
const SCRIPT: &str = r#"
import sys
import islpy
questions = {
    "empty": lambda a: a.is_empty(),
    "subset": lambda a, b: a.is_subset(b),
    "difference": lambda a, b, c: a.subtract(b).is_equal(c),
    "minimum": lambda a, b: a.lexmin().is_equal(b),
    "maximum": lambda a, b: a.lexmax().is_equal(b),
    "within": lambda a, b: b.is_subset(a),
}
for line in sys.stdin:
    question, answer, *sets = line.rstrip("\n").split("\t")
    sets = [islpy.Set(text) for text in sets]
    if questions[question](*sets) != (answer == "true"):
        print("differs:", line, end="")
"#;

/// The work for one question.
const WORK: u64 = 20_000_000;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// More variables, larger factors, and no box in half of the cases.
fn wide(random: &mut Random) -> Rows {
    let space = Space::new(1 + random.below(7), 0);
    let locals = random.below(2);
    let mut this = conjunct(random, space, locals);
    let columns = this.columns();
    let largest = [3, 3, 20, 20, 20, 1000, 1000, 1 << 40][random.below(8)];
    for _ in 0..random.below(8) {
        let mut row: Vec<i64> = (0..columns).map(|_| random.between(-largest, largest)).collect();
        row.push(random.between(-4 * largest, 8 * largest));
        this.inequalities.push(row);
    }
    let radius = [4, 30, 1 << 20][random.below(3)];
    if random.below(2) == 0 { in_box(this, radius) } else { this }
}

fn question(random: &mut Random, budget: &mut Budget, text: &mut String) -> Result<(), Unknown> {
    let mut line = |question: &str, answer: bool, sets: &[&Set]| {
        write!(text, "{question}\t{answer}").expect("a string takes all");
        for set in sets {
            write!(text, "\t{set}").expect("a string takes all");
        }
        text.push('\n');
    };
    match random.below(10) {
        0..6 => {
            let this = Set::from(wide(random).conjunct());
            let sample = this.sample(budget)?;
            line("empty", sample.is_none(), &[&this]);
            if let Some(point) = sample {
                let mut is_point = Conjunct::universe(this.space());
                for (column, value) in point.iter().enumerate() {
                    let mut row = vec![Int::ZERO; point.len() + 1];
                    row[column] = Int::ONE;
                    row[point.len()] = -value;
                    is_point.add_equality(row);
                }
                line("within", true, &[&this, &is_point.into()]);
            }
        }
        6..8 => {
            let space = Space::new(1 + random.below(3), random.below(2));
            let [a, b] = [(); 2].map(|()| union(&set(random, space, 9), space));
            let is_subset = a.is_subset(&b, budget)?;
            line("subset", is_subset, &[&a, &b]);
            let difference = a.difference(&b, budget)?;
            line("difference", true, &[&a, &b, &difference]);
        }
        _ => {
            let space = Space::new(1 + random.below(2), random.below(2));
            let a = union(&set(random, space, 9), space);
            let minimum = a.lexicographic_minimum(budget)?;
            let maximum = a.lexicographic_maximum(budget)?;
            line("minimum", true, &[&a, &minimum]);
            line("maximum", true, &[&a, &maximum]);
        }
    }
    Ok(())
}

#[test]
#[ignore = "a campaign, which needs islpy"]
fn answers_are_those_of_isl() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let mut import = Command::new(&python);
    let import = import.args(["-c", "import islpy"]).stderr(Stdio::null());
    if !import.status().is_ok_and(|status| status.success()) {
        writeln!(std::io::stderr(), "skipped: {python} has no islpy").expect("stderr is open");
        return;
    }
    let (systems, seed) = (setting("SYSTEMS", 1000), setting("SEED", 1));
    let mut child = Command::new(&python)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python starts");
    let mut to = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        let mut unknown = 0;
        for system in 0..systems {
            let mut text = String::new();
            let mut random = Random::new(seed.wrapping_mul(1 << 32) + system + 1);
            let answer = question(&mut random, &mut Budget::new(WORK), &mut text);
            unknown += u64::from(answer.is_err());
            to.write_all(text.as_bytes()).expect("python reads");
        }
        unknown
    });
    let output = child.wait_with_output().expect("python ends");
    let unknown = writer.join().expect("no panic");
    assert!(output.status.success());
    let differences = String::from_utf8_lossy(&output.stdout);
    assert!(differences.is_empty(), "{differences}");
    writeln!(std::io::stderr(), "{systems} systems, {unknown} unknown: the same answers")
        .expect("stderr is open");
}

#[test]
#[ignore = "a measurement"]
fn twenty_variables_and_sixty_constraints() {
    for (factors, largest) in [(2, 1), (2, 3), (3, 5), (4, 9)] {
        let mut times = Vec::new();
        let (mut empty, mut unknown) = (0, 0);
        for seed in 0..201 {
            let mut random = Random::new(seed + 1);
            let space = Space::new(20, 0);
            let mut this =
                Rows { space, locals: 0, equalities: Vec::new(), inequalities: Vec::new() };
            while this.inequalities.len() < 60 {
                let mut row = vec![0; 20];
                for _ in 0..factors {
                    row[random.below(20)] = random.between(-largest, largest);
                }
                row.push(random.between(-4, 20));
                let is_equality = this.equalities.len() < 4;
                if is_equality { &mut this.equalities } else { &mut this.inequalities }.push(row);
            }
            let this = this.conjunct();
            let start = Instant::now();
            let answer = this.is_empty(&mut Budget::new(WORK));
            times.push(start.elapsed());
            unknown += u32::from(answer.is_err());
            empty += u32::from(answer == Ok(true));
        }
        times.sort();
        let (median, late) = (times[100], times[190]);
        writeln!(
            std::io::stderr(),
            "{factors} factors up to {largest}: median {median:?}, 95 % within {late:?}, \
             {empty} empty and {unknown} unknown of 201"
        )
        .expect("stderr is open");
    }
}
