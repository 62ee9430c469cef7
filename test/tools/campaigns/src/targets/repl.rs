//! Scripts for the prompt.

use random_programs::random::Random;

use crate::mutate::{gentle, harsh};
use crate::process::Sandbox;
use crate::seeds::texts;
use crate::target::{Language, Outcome, Target, Tools, beginning, command_line, misbehaviour};

use super::toy::WORDS;

/// Entries, mutated, in any order.
pub(super) struct Repl {
    tools: Tools,
    sessions: Vec<Vec<String>>,
}

impl Repl {
    pub(super) fn new(tools: &Tools) -> Self {
        let folder = tools.root.join("test/toy/repl");
        let mut sessions = Vec::new();
        let mut files = text_test_runner::files_below(&folder, &["txt"]).unwrap_or_default();
        files.sort();
        for file in files {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            let entries = text.lines().filter_map(|line| {
                line.strip_prefix("toy> ").or_else(|| line.strip_prefix(" ... ")).map(str::to_owned)
            });
            sessions.push(entries.collect());
        }
        for program in texts(&tools.root, &["toy"]) {
            sessions.push(program.lines().map(str::to_owned).collect());
        }
        Self { tools: tools.clone(), sessions }
    }
}

const FILE: &str = "script.txt";

impl Target for Repl {
    fn name(&self) -> &'static str {
        "repl"
    }

    fn summary(&self) -> &'static str {
        "scripts for the prompt, mutated: no entry ends the session but by an error, and a script \
            does the same twice"
    }

    fn file(&self) -> &'static str {
        FILE
    }

    fn language(&self) -> Language {
        Language::Text
    }

    fn input(&self, seed: u64) -> Vec<u8> {
        let random = &mut Random::new(seed ^ 0x3e91);
        let mut script = String::new();
        for _ in 0..random.between(1, 2) {
            let Some(session) = random.pick(&self.sessions) else { break };
            let start = if random.chance(70) { 0 } else { random.below(session.len()) };
            let entries = session.iter().skip(start).take(random.between(3, 25));
            // Files of the machine are not the script's.
            for entry in
                entries.filter(|entry| !entry.contains(":save") && !entry.contains("save("))
            {
                script += entry;
                script.push('\n');
            }
        }
        match random.below(10) {
            0 => script,
            1 | 2 => harsh(random, &script, "var a = 1\n:vars\n:undo\n", &WORDS),
            _ => gentle(random, &script, &WORDS),
        }
        .into_bytes()
    }

    fn check(&self, input: &[u8], _: u64, sandbox: &Sandbox) -> Outcome {
        let toyc = self.tools.toyc.clone();
        let command = format!("{} < FILE", command_line(&toyc, &["repl"]));
        let mut outputs = Vec::new();
        for _ in 0..2 {
            let ran = sandbox.run_with(&toyc, &["repl"], Some(input), self.tools.limits.time);
            if ran.hangs && String::from_utf8_lossy(input).contains("for ") {
                // How long a valid entry runs is its matter.
                return Outcome::FINE;
            }
            if let Some(found) = misbehaviour(&ran, &command) {
                return found;
            }
            if !matches!(ran.status, Some(0 | 1)) || (ran.status == Some(1) && ran.error.is_empty())
            {
                return Outcome::found(
                    format!("status {:?}, or silent", ran.status),
                    ran.error_text(),
                    command,
                );
            }
            let error = ran.error_text();
            if let Some(line) = error
                .lines()
                .find(|line| line.contains("was stopped by") || line.contains("ended with status"))
            {
                return Outcome::found(format!("an entry died: {line}"), error.clone(), command);
            }
            outputs.push((ran.status, ran.output_text(), error));
        }
        let timed = String::from_utf8_lossy(input).contains(":t");
        if outputs[0] != outputs[1] && !timed {
            let detail = format!("{}\n{}", beginning(&outputs[0].1), beginning(&outputs[1].1));
            return Outcome::found("a script does something else the second time", detail, command);
        }
        Outcome { accepted: outputs[0].0 == Some(0), find: None }
    }
}
