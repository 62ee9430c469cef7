//! Sessions as text: entries after a prompt, followed by the replies. The files of
//! `test/toy/repl/`, and each session in the README, are run through the session's library
//! interface.
//!
//! A line `toy> ...` begins an entry, lines `  ... ` continue it, and the lines up to the next
//! entry are the reply. Times are compared as `0.000 ms`, the path of a temporary folder as `TMP`.
//! Words after `--` select sessions by their names. That memory does not grow with the entries is
//! tested here as well; `bench-toy --session` measures it. `make update` rewrites the files; review
//! them before they are committed.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use test_support::repository;
use toyc::repl::{End, Isolation, Prints, Session, Settings};

const PROMPT: &str = "toy> ";
const CONTINUATION: &str = " ... ";

/// An entry, and its reply.
#[derive(Debug, Default, PartialEq)]
struct Step {
    entry: String,
    shown: String,
}

fn main() {
    let mut arguments = Arguments::from_args();
    // Each entry runs in a copy of this process, which must have one thread: the library is
    // configured for it here.
    arguments.test_threads = Some(1);
    let mut trials = Vec::new();
    let mut files: Vec<PathBuf> = fs::read_dir(repository().join("test/toy/repl"))
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        trials.push(Trial::test(name, move || check_file(&path)));
    }
    trials.push(Trial::test("README", check_readme));
    trials.push(Trial::test("memory", check_memory));
    libtest_mimic::run(&arguments, trials).exit();
}

fn check_file(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    // The text before the first prompt describes the session.
    let start = text.find(PROMPT).unwrap_or(text.len());
    let steps = steps(&text[start..]);
    if test_support::is_updating() {
        let played = text[..start].to_owned() + &transcript(&play(&steps));
        fs::write(path, played)?;
        return Ok(());
    }
    check(&steps)
}

/// Each fenced block of the README that begins with a prompt is a session of its own.
fn check_readme() -> Result<(), Failed> {
    let text = fs::read_to_string(repository().join("README.md"))?;
    let mut found = 0;
    for block in
        text.split("\n```").filter_map(|block| block.split_once('\n')).map(|(_, block)| block)
    {
        if block.starts_with(PROMPT) {
            found += 1;
            check(&steps(&format!("{block}\n")))?;
        }
    }
    if found == 0 { Err("the README shows no session".into()) } else { Ok(()) }
}

/// The code, contexts and values of finished entries are freed: memory grows by their text alone.
fn check_memory() -> Result<(), Failed> {
    const ENTRIES: usize = 100;
    const GROWTH: usize = 2 << 20;
    let mut session = Session::new(settings());
    let mut enter = |count: usize| {
        for index in 0..count {
            session.enter(&format!("var a = [[{index}, 1], [2, 3]]"));
            session.enter(&format!("def f(x) {{ return transpose(x) * {index}; }}"));
            session.enter("f(a) + _");
            session.enter("f(b)");
        }
    };
    enter(ENTRIES / 4);
    let Some(before) = memory() else { return Ok(()) };
    enter(ENTRIES);
    let grown = memory().unwrap_or_default().saturating_sub(before);
    if grown < GROWTH {
        Ok(())
    } else {
        Err(format!("{ENTRIES} times four entries took {grown} bytes").into())
    }
}

/// The memory of this process in bytes, where the system reports it.
fn memory() -> Option<usize> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

fn check(steps: &[Step]) -> Result<(), Failed> {
    for (expected, found) in steps.iter().zip(play(steps)) {
        if *expected != found {
            return Err(format!(
                "below the entry\n{}\nis expected\n{}\nand shown\n{}",
                expected.entry, expected.shown, found.shown
            )
            .into());
        }
    }
    Ok(())
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines() {
        if let Some(entry) = line.strip_prefix(PROMPT).or((line == PROMPT.trim_end()).then_some(""))
        {
            steps.push(Step { entry: entry.to_owned(), shown: String::new() });
        } else if let Some(step) = steps.last_mut() {
            match line.strip_prefix(CONTINUATION).filter(|_| step.shown.is_empty()) {
                Some(more) => step.entry += &format!("\n{more}"),
                None => step.shown += &format!("{line}\n"),
            }
        }
    }
    steps
}

fn transcript(steps: &[Step]) -> String {
    let entry = |step: &Step| step.entry.replace('\n', &format!("\n{CONTINUATION}"));
    steps.iter().map(|step| format!("{PROMPT}{}\n{}", entry(step), step.shown)).collect()
}

/// Enters the entries into a new session.
fn play(steps: &[Step]) -> Vec<Step> {
    let folder = tempfile::tempdir().expect("a folder");
    let folder_name = folder.path().to_string_lossy().into_owned();
    let mut session = Session::new(settings());
    let mut played = Vec::new();
    for step in steps {
        let text = step.entry.replace("TMP", &folder_name);
        assert!(!session.is_incomplete(&text), "the entry goes on: {text}");
        let reply = session.enter(&text);
        let shown =
            String::from_utf8_lossy(&reply.printed).into_owned() + &reply.report + &reply.shown;
        let mut shown = without_times(&shown.replace(&folder_name, "TMP"));
        // Editors strip trailing spaces.
        shown = shown.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        played.push(Step { entry: step.entry.clone(), shown });
        if reply.end == End::Quit {
            break;
        }
    }
    played
}

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.isolation = Isolation::OwnProcess;
    settings.prints = Prints::Collected;
    settings
}

/// `3.217 ms` is `0.000 ms`.
fn without_times(text: &str) -> String {
    let is_number =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || c == '.');
    let parts: Vec<&str> = text.split(" ms").collect();
    let last = parts.len() - 1;
    let parts = parts.iter().enumerate().map(|(index, part)| {
        let (before, number) = part.rsplit_once(' ').unwrap_or(("", part));
        if index < last && is_number(number) {
            format!("{before} 0.000")
        } else {
            (*part).to_owned()
        }
    });
    parts.collect::<Vec<_>>().join(" ms")
}
