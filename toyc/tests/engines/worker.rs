//! A process that executes many command lines of toyc, one after the other: starting a process for
//! each would take most of the time.
//!
//! The worker is this test's own program. It reads command lines, one a line with tabs between the
//! words, and writes a mark to standard output and to standard error after each. A run that ends
//! the process (a run-time error of compiled code) ends the worker, whose exit status is then that
//! of the run; the next run gets a new worker.

use std::io::{self, BufRead as _, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The argument that makes this program a worker.
pub(crate) const WORKER: &str = "--worker";

/// The mark after the output of a run; the status follows it.
const MARK: &str = "\u{1}end of run ";

/// The time limit of a run.
const LIMIT: Duration = Duration::from_secs(120);

/// The number of runs in one process: each leaks memory until the process ends.
const RUNS: usize = 150;

/// Executes the command lines on standard input.
pub(crate) fn serve() -> ExitCode {
    let statuses: Vec<String> = (0..=9).map(|code| format!("{:?}", ExitCode::from(code))).collect();
    for line in io::stdin().lines() {
        let Ok(line) = line else { break };
        let words = std::iter::once("toyc").chain(line.split('\t'));
        let status = format!("{:?}", toyc::run(words.map(Into::into)));
        let status = statuses.iter().position(|code| *code == status).unwrap_or(9);
        let mark = format!("{MARK}{status}\n");
        // If nothing reads the output, the process is about to be ended.
        let _ = io::stdout().write_all(mark.as_bytes()).and_then(|()| io::stdout().flush());
        let _ = io::stderr().write_all(mark.as_bytes());
    }
    ExitCode::SUCCESS
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The exit status, 9 for all above; none if it was ended by a signal, or exceeded the limit.
    pub(crate) status: Option<i32>,
    pub(crate) output: Vec<u8>,
    pub(crate) errors: String,
}

impl Run {
    /// The output of a run that is to succeed.
    pub(crate) fn success(self, words: &[&str]) -> Result<Vec<u8>, String> {
        match self.status {
            Some(0) => Ok(self.output),
            _ => Err(format!("{words:?} ends with status {:?}\n{}", self.status, self.errors)),
        }
    }
}

/// The end of a run's output, and the status if the process has not ended.
type Piece = (Vec<u8>, Option<i32>);

struct Process {
    child: Child,
    stdin: ChildStdin,
    output: Receiver<Piece>,
    errors: Receiver<Piece>,
    runs: usize,
}

/// Runs command lines in a folder.
pub(crate) struct Worker {
    folder: PathBuf,
    process: Option<Process>,
}

impl Worker {
    /// A worker in a folder of its own.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), process: None })
    }

    /// The folder for the files of runs.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a file that runs read.
    pub(crate) fn write(&self, name: &str, contents: &[u8]) -> Result<(), String> {
        std::fs::write(self.folder.join(name), contents).map_err(|error| format!("{name}: {error}"))
    }

    /// Executes a command line.
    pub(crate) fn run(&mut self, words: &[&str]) -> Result<Run, String> {
        let mut process = match self.process.take().filter(|process| process.runs < RUNS) {
            Some(process) => process,
            None => Process::start(&self.folder)
                .map_err(|error| format!("no worker starts: {error}"))?,
        };
        process.runs += 1;
        let line = words.join("\t") + "\n";
        process
            .stdin
            .write_all(line.as_bytes())
            .map_err(|error| format!("the worker has ended: {error}"))?;
        let (output, status) = match process.output.recv_timeout(LIMIT) {
            Ok(piece) => piece,
            Err(RecvTimeoutError::Timeout) => return Err(format!("{words:?} does not end")),
            Err(RecvTimeoutError::Disconnected) => return Err(format!("{words:?}: no output")),
        };
        let (errors, _) = process.errors.recv_timeout(LIMIT).map_err(|error| error.to_string())?;
        let status = match status {
            Some(status) => {
                self.process = Some(process);
                Some(status)
            }
            // The run has ended the process.
            None => process.child.wait().map_err(|error| error.to_string())?.code(),
        };
        Ok(Run { status, output, errors: String::from_utf8_lossy(&errors).into_owned() })
    }
}

impl Process {
    fn start(folder: &Path) -> io::Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(WORKER)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let output = pieces(child.stdout.take().ok_or_else(missing)?);
        let errors = pieces(child.stderr.take().ok_or_else(missing)?);
        Ok(Self { child, stdin, output, errors, runs: 0 })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // One that has ended already cannot be ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The output from a pipe, in pieces that end with a mark; the last one ends with the pipe.
fn pieces(pipe: impl Read + Send + 'static) -> Receiver<Piece> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut pipe = io::BufReader::new(pipe);
        let mut piece = Vec::new();
        loop {
            let read = pipe.read_until(b'\n', &mut piece).unwrap_or(0);
            let line = piece.len() - read;
            let mark = piece[line..].windows(MARK.len()).position(|part| part == MARK.as_bytes());
            let status = mark.map(|at| {
                let status = piece.split_off(line + at);
                status.get(MARK.len()).map_or(9, |digit| i32::from(*digit) - i32::from(b'0'))
            });
            if read > 0 && status.is_none() {
                continue;
            }
            let is_over = sender.send((std::mem::take(&mut piece), status)).is_err();
            if is_over || read == 0 {
                return;
            }
        }
    });
    receiver
}

/// Checks that the status of one run in a process does not affect the next one.
pub(crate) fn check_statuses() -> Result<(), String> {
    let mut worker = Worker::new(&crate::scratch("statuses")).map_err(|error| error.to_string())?;
    worker.write("arguments.toy", b"def main() { save(arg(0), 1); }")?;
    worker.write("status.toy", b"def main() { return 3; }")?;
    worker.write("wrong.toy", b"def main() { print([1, 2] + [1, 2, 3]); }")?;
    worker.write("right.toy", b"def main() { print(1); }")?;
    let expected = [("arguments.toy", 2), ("wrong.toy", 1), ("status.toy", 3), ("right.toy", 0)];
    for (file, status) in [&expected[..], &expected].concat() {
        for engine in ["-emit=interp", "-emit=jit"] {
            let run = worker.run(&[file, engine])?;
            if run.status != Some(status) {
                return Err(format!("{file} {engine}: expected {status}, found {:?}", run.status));
            }
        }
    }
    // A dump checks its arguments at run time.
    let dump = worker.run(&["arguments.toy", "-emit=mlir", "--", "a.npy"])?.success(&["a dump"])?;
    worker.write("dump.mlir", &dump)?;
    for (file, status) in [("dump.mlir", 2), ("wrong.toy", 1)] {
        let run = worker.run(&["-emit=interp", file])?;
        if run.status != Some(status) {
            return Err(format!("{file}: expected {status}, found {:?}", run.status));
        }
    }
    Ok(())
}
