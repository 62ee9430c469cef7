//! A test that is a command.

use std::fs;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tempfile::TempDir;

/// Which outcome of the command is interesting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// This exit status.
    Status(i32),
    /// It takes longer than the limit.
    Hang,
}

/// How a run ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outcome {
    With(ExitStatus),
    AtTheLimit,
}

/// A command line for the shell, with the path of a candidate as its last argument.
pub(crate) struct CommandTest {
    command: String,
    limit: Duration,
    wanted: Wanted,
    /// Removed with the test.
    _folder: TempDir,
    file: PathBuf,
}

impl CommandTest {
    /// A test of files named `input`, in a folder of its own.
    pub(crate) fn new(
        command: &str,
        limit: Duration,
        wanted: Wanted,
        input: &Path,
    ) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("mlir-lite-reduce-").tempdir()?;
        let file = folder.path().join(input.file_name().unwrap_or("candidate.mlir".as_ref()));
        Ok(Self { command: command.to_owned(), limit, wanted, _folder: folder, file })
    }

    /// Whether a candidate is interesting.
    pub(crate) fn is_interesting(&self, candidate: &str) -> io::Result<bool> {
        let ended = self.run(candidate)?;
        Ok(match (self.wanted, ended) {
            (Wanted::Status(wanted), Outcome::With(status)) => status.code() == Some(wanted),
            (Wanted::Hang, Outcome::AtTheLimit) => true,
            _ => false,
        })
    }

    /// Runs the command on a candidate.
    pub(crate) fn run(&self, candidate: &str) -> io::Result<Outcome> {
        fs::write(&self.file, candidate)?;
        // The path is an argument of the shell, never a part of the command line.
        let line = format!("{} \"$1\"", self.command);
        let mut child = Command::new("/bin/sh")
            .args(["-c", &line, "sh"])
            .arg(&self.file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        wait(&mut child, self.limit)
    }
}

/// Waits for a process group leader; at the limit, the whole group is killed.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Outcome> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Outcome::With(status));
        }
        if start.elapsed() > limit {
            // It may have ended meanwhile.
            let _ = killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL);
            child.wait()?;
            return Ok(Outcome::AtTheLimit);
        }
        sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}
