//! `rule-proofs`: every fold and pattern on random programs. `rule-proofs --help` says how.

use rule_proofs::campaign::{Campaign, Row};
use rule_proofs::corpus::texts;
use rule_proofs::document::{COVERED, Findings, document};
use rule_proofs::passes;
use rule_proofs::proof::{Bench, Goal};
use std::io::Write as _;
use std::process::ExitCode;

const HELP: &str = "\
Every fold and canonicalization pattern of the project, applied alone to random programs

Usage: rule-proofs [--count INPUTS] [--jobs JOBS] [--document FILE] [WORD]..

  --count INPUTS   runs to compare for each rule, and programs to try it in at the most (1000)
  --jobs JOBS      threads; as many as there are processors, if nothing is said
  --passes COUNT   random modules, and Toy programs, that go through the passes that have patterns \
  of their own; a
                   tenth of INPUTS, if nothing is said and all rules are tried
  --document FILE  writes the table of all rules there
  WORD             only rules whose op or name has one of the words
";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<bool, String> {
    let mut count = 1000;
    let mut words: Vec<String> = Vec::new();
    let mut path = None;
    let mut programs = None;
    let mut jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("'{argument}' needs a value"));
        let number = |text: String| {
            text.parse::<u64>()
                .map_err(|_| format!("expected a number after '{argument}', found '{text}'"))
        };
        match argument.as_str() {
            "--count" => count = number(value()?)?,
            "--jobs" => jobs = number(value()?)? as usize,
            "--passes" => programs = Some(number(value()?)?),
            "--document" => path = Some(value()?),
            "--help" => {
                let _ = write!(std::io::stdout(), "{HELP}");
                return Ok(true);
            }
            flag if flag.starts_with("--") => return Err(format!("unknown argument '{flag}'")),
            word => words.push(word.to_owned()),
        }
    }
    // Panics are reported with the program.
    std::panic::set_hook(Box::new(|_| ()));
    let goal = Goal { compared: count, programs: count };
    let is_of_all = words.is_empty();
    let campaign = Campaign { goal, jobs, load: |_| (), texts: texts(), words };
    let rows = campaign.run(&|row| show(row));
    let wrong = rows.iter().filter(|row| row.record.failure.is_some()).count();
    let idle =
        rows.iter().filter(|row| row.record.fired.min(row.record.compared) < COVERED).count();
    let _ = writeln!(std::io::stdout(), "{} rules, {wrong} wrong, {idle} not covered", rows.len());
    let programs = programs.unwrap_or(if is_of_all { count / 10 } else { 0 });
    let passes = passes::run(programs, jobs);
    for row in passes.rows.iter().filter(|_| programs > 0) {
        let _ = writeln!(
            std::io::stdout(),
            "{}: {}: {}: fired {}, compared {}",
            row.pass,
            row.root,
            row.name,
            row.fired,
            row.compared
        );
    }
    for failure in &passes.failures {
        let _ = writeln!(std::io::stdout(), "WRONG {failure}");
    }
    if let Some(path) = path {
        let pairs = Bench::new(|_| (), Vec::new()).pairs();
        let findings =
            Findings { rows: &rows, passes: &passes.rows, pairs: &pairs, count, programs };
        std::fs::write(&path, document(&findings)).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(wrong == 0 && passes.failures.is_empty())
}

fn show(row: &Row) {
    let Row { root, name, record, .. } = row;
    let mut text = format!(
        "{root}: {name}: {} programs, fired {}, compared {}, undefined {} {:?} {:?}\n",
        record.programs,
        record.fired,
        record.compared,
        record.undefined,
        record.no_meaning,
        record.no_result
    );
    if let Some(failure) = &record.failure {
        text += &format!("WRONG {root}: {name}: {}\n{}\n", failure.what, failure.program);
    }
    let _ = std::io::stdout().write_all(text.as_bytes());
}
