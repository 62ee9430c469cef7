//! Measures sessions of toyc in a pseudo-terminal: how soon the first prompt comes, how soon an
//! entry is answered, and whether time and memory stay the same over thousands of entries.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Child;
use std::time::Instant;

use bench::processes::median_of;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

/// Entries of the long session.
pub(crate) const ENTRIES: usize = 10_000;

/// The number of entries whose times are compared: at the end, and after the first ones, by which
/// all names are defined.
const WINDOW: usize = 500;

/// Sessions that are started, and entries that are answered, of which the median counts.
const REPEATS: usize = 25;

const PROMPT: &[u8] = b"toy> ";

/// The measurements; times in milliseconds, memory in megabytes.
pub(crate) struct Measured {
    prompt: f64,
    answer: f64,
    /// Per entry.
    early: f64,
    late: f64,
    memory_early: f64,
    memory_late: f64,
    entries: usize,
}

/// A session in a terminal.
struct Session {
    terminal: Pty,
    process: Child,
    /// Output that was not read yet.
    pending: Vec<u8>,
}

impl Session {
    fn start(toyc: &Path, state: &Path) -> Result<Self, String> {
        let explain = |error: pty_process::Error| format!("{}: {error}", toyc.display());
        let (terminal, other_side) = open().map_err(explain)?;
        terminal.resize(Size::new(50, 120)).map_err(explain)?;
        let command = Command::new(toyc)
            .env("XDG_STATE_HOME", state)
            .env("TERM", "xterm")
            .env("NO_COLOR", "1");
        let process = command.spawn(other_side).map_err(explain)?;
        let mut session = Self { terminal, process, pending: Vec::new() };
        session.wait_for_prompt()?;
        Ok(session)
    }

    fn wait_for_prompt(&mut self) -> Result<(), String> {
        let mut buffer = [0; 1 << 16];
        while !ends_with_prompt(&self.pending) {
            let count = self
                .terminal
                .read(&mut buffer)
                .map_err(|error| format!("the session has ended: {error}"))?;
            self.pending.extend(&buffer[..count]);
        }
        self.pending.clear();
        Ok(())
    }

    /// Enters a line and waits until it is answered; milliseconds.
    fn enter(&mut self, entry: &str) -> Result<f64, String> {
        let begin = Instant::now();
        self.terminal
            .write_all(format!("{entry}\r").as_bytes())
            .map_err(|error| error.to_string())?;
        self.wait_for_prompt()?;
        Ok(1e3 * begin.elapsed().as_secs_f64())
    }

    /// Memory that it holds, in megabytes; 0 where the system does not say.
    fn memory(&self) -> f64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))
            .unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kilobytes.unwrap_or_default() / 1e3
    }

    fn end(mut self) -> Result<(), String> {
        self.terminal.write_all(b"\x04").map_err(|error| error.to_string())?;
        self.process.wait().map(|_| ()).map_err(|error| error.to_string())
    }
}

/// Whether the editor waits for a new entry: since it began to look for pasted text, which it does
/// with each entry, it has written its prompt, and then nothing but cursor movements.
fn ends_with_prompt(bytes: &[u8]) -> bool {
    const BEGIN: &[u8] = b"\x1b[?2004h";
    let last = |wanted: &[u8]| bytes.windows(wanted.len()).rposition(|window| window == wanted);
    let (Some(begin), Some(prompt)) = (last(BEGIN), last(PROMPT)) else { return false };
    let after = String::from_utf8_lossy(&bytes[prompt + PROMPT.len()..]).into_owned();
    begin < prompt && is_movement(&after)
}

/// Whether a text is nothing but blanks and escape sequences.
fn is_movement(text: &str) -> bool {
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            // Up to its letter, after the bracket.
            '\x1b' => drop(chars.by_ref().find(|c| c.is_ascii_alphabetic())),
            _ if !c.is_whitespace() => return false,
            _ => {}
        }
    }
    true
}

/// Starts sessions and enters what is to be measured.
pub(crate) fn measure(toyc: &Path, folder: &Path, entries: usize) -> Result<Measured, String> {
    let mut prompts = Vec::new();
    for _ in 0..REPEATS {
        let begin = Instant::now();
        let session = Session::start(toyc, folder)?;
        prompts.push(1e3 * begin.elapsed().as_secs_f64());
        session.end()?;
    }
    let mut session = Session::start(toyc, folder)?;
    session.enter("var x = [[1, 2], [3, 4]]")?;
    let answers: Result<Vec<f64>, String> = (0..REPEATS).map(|_| session.enter("x * x")).collect();
    session.end()?;

    let mut session = Session::start(toyc, folder)?;
    let (mut times, mut memory_early) = (Vec::with_capacity(entries), 0.0);
    for index in 0..entries {
        times.push(session.enter(&entry(index))?);
        if index == (2 * WINDOW).min(entries - 1) {
            memory_early = session.memory();
        }
    }
    let memory_late = session.memory();
    session.end()?;
    let window = WINDOW.min(entries);
    Ok(Measured {
        prompt: median_of(prompts),
        answer: median_of(answers?),
        early: median_of(
            times[window.min(entries - window)..].iter().take(window).copied().collect(),
        ),
        late: median_of(times[entries - window..].to_vec()),
        memory_early,
        memory_late,
        entries,
    })
}

/// Variables, expressions, functions, calls, and mistakes, by turns.
fn entry(index: usize) -> String {
    let which = index / 5 % 100;
    match index % 5 {
        0 => format!("var v{which} = [[{index}, 2], [3, 4]]"),
        1 => format!("v{which} * v{which} + {index}"),
        2 => format!("def f{which}(x) {{ return x * {index}; }}"),
        3 => format!("f{which}(v{which})"),
        _ => format!("v{which} + unknown{which}"),
    }
}

impl Measured {
    /// The table.
    pub(crate) fn markdown(&self) -> String {
        let mut text = String::from("| session | goal | measured |\n|---|---:|---:|\n");
        let mut row = |what: &str, goal: &str, measured: String| {
            let _ = writeln!(text, "| {what} | {goal} | **{measured}** |");
        };
        row("from its start to the first prompt", "30 ms", format!("{:.1} ms", self.prompt));
        row(
            "`x * x`, from its first key to the next prompt",
            "15 ms",
            format!("{:.1} ms", self.answer),
        );
        row("an entry, from the 500th to the 1,000th", "", format!("{:.1} ms", self.early));
        let ratio = self.late / self.early;
        row(
            &format!("an entry, the last 500 of {}", self.entries),
            "the same",
            format!("{:.1} ms, {ratio:.2} times", self.late),
        );
        row("memory after 1,000 entries", "", format!("{:.1} MB", self.memory_early));
        row(
            &format!("memory after {} entries", self.entries),
            "the same",
            format!("{:.1} MB", self.memory_late),
        );
        text
    }
}
