//! One command with limits of time, memory and output.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

/// The limits of a command.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long it may run.
    pub time: Duration,
    /// How many MiB of address space it may have.
    pub memory: u64,
    /// How many MiB it may write to a file.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(20), memory: 3072, output: 16 }
    }
}

/// Writes a script that can be run at once.
///
/// Another process writes it: what this one has open, a process that another thread starts has open
/// for a moment, too, and a file that is open for writing cannot be run.
///
/// # Errors
/// The file cannot be written.
pub fn write_script(path: &Path, text: &str) -> io::Result<()> {
    let mut shell = Command::new("sh")
        .args(["-c", r#"cat > "$0" && chmod 755 "$0""#])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = shell.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    match shell.wait()?.success() {
        true => Ok(()),
        false => Err(io::Error::other("the shell has not written the script")),
    }
}

/// How a command ended, and its output.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    /// The exit status.
    pub status: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// It took longer than it may.
    pub hangs: bool,
    /// It wrote more than it may.
    pub exceeds_output: bool,
    /// Standard output.
    pub output: Vec<u8>,
    /// Standard error.
    pub error: Vec<u8>,
}

impl Ran {
    /// Whether it ended with status 0.
    pub fn is_success(&self) -> bool {
        self.status == Some(0)
    }

    /// Whether it came to an end of its own, with a status of 0 to 2.
    pub fn ended_well(&self) -> bool {
        matches!(self.status, Some(0..=2))
    }

    /// Standard output as text.
    pub fn output_text(&self) -> String {
        String::from_utf8_lossy(&self.output).into_owned()
    }

    /// Standard error as text.
    pub fn error_text(&self) -> String {
        String::from_utf8_lossy(&self.error).into_owned()
    }
}

/// A folder in which commands run.
#[derive(Debug)]
pub struct Sandbox {
    folder: PathBuf,
    limits: Limits,
}

impl Sandbox {
    /// An empty folder.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(folder: &Path, limits: Limits) -> io::Result<Self> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), limits })
    }

    /// Writes a file.
    pub fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.folder.join(name), bytes).expect("the folder of a campaign can be written");
    }

    /// Reads a file, if there is one.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.folder.join(name)).ok()
    }

    /// A file as text; nothing if there is none.
    pub fn text(&self, name: &str) -> String {
        String::from_utf8_lossy(&self.read(name).unwrap_or_default()).into_owned()
    }

    /// The path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Runs a command in the folder.
    pub fn run(&self, program: &Path, arguments: &[&str]) -> Ran {
        self.run_with(program, arguments, None, self.limits.time)
    }

    /// Runs a command that reads `input`, for so long at most.
    pub fn run_with(
        &self,
        program: &Path,
        arguments: &[&str],
        input: Option<&[u8]>,
        time: Duration,
    ) -> Ran {
        self.try_run(program, arguments, input, time)
            .expect("commands of a campaign can be started")
    }

    fn try_run(
        &self,
        program: &Path,
        arguments: &[&str],
        input: Option<&[u8]>,
        time: Duration,
    ) -> io::Result<Ran> {
        let (output, error) = (self.folder.join(".stdout"), self.folder.join(".stderr"));
        let stdin = match input {
            None => Stdio::null(),
            Some(bytes) => {
                self.write(".stdin", bytes);
                File::open(self.folder.join(".stdin"))?.into()
            }
        };
        let Limits { memory, output: size, .. } = self.limits;
        // Blocks of files are counted by 512 bytes, memory by 1024.
        let (size, memory) = (size * 2048, memory * 1024);
        let line = format!("ulimit -c 0; ulimit -f {size}; ulimit -v {memory}; exec \"$@\"");
        let mut child = Command::new("/bin/sh")
            .args(["-c", &line, "sh"])
            .arg(program)
            .args(arguments)
            .current_dir(&self.folder)
            .env("RUST_BACKTRACE", "0")
            .env_remove("LLVM_SYMBOLIZER_PATH")
            .env("LLVM_DISABLE_SYMBOLIZATION", "1")
            .stdin(stdin)
            .stdout(File::create(&output)?)
            .stderr(File::create(&error)?)
            .process_group(0)
            .spawn()?;
        let start = Instant::now();
        let mut pause = Duration::from_micros(500);
        let mut ran = Ran::default();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if start.elapsed() > time {
                ran.hangs = true;
                // It may have ended meanwhile.
                let _ = killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL);
                break child.wait()?;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(4));
        };
        if !ran.hangs {
            ran.status = status.code();
            ran.signal = status.signal();
        }
        ran.exceeds_output = ran.signal == Some(Signal::SIGXFSZ as i32);
        ran.output = fs::read(&output)?;
        ran.error = fs::read(&error)?;
        Ok(ran)
    }
}
