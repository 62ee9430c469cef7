//! Another process that runs a program or compiles one, for a limited time and with limited output.

use std::ffi::OsStr;
use std::io::{self, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The limits of a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) time: Duration,
    /// Bytes of standard output.
    pub(super) output: usize,
}

/// The outcome of a process.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) output: Vec<u8>,
    pub(super) messages: Vec<u8>,
    /// The exit status; none if it was ended.
    pub(super) status: Option<i32>,
    pub(super) time: Duration,
    /// The limit that it exceeded, in words.
    pub(super) exceeded: Option<String>,
}

/// The most memory that a process for a served page takes, and processor time if it is not ended
/// before.
#[cfg(unix)]
const MEMORY: u64 = 8 << 30;
#[cfg(unix)]
const SECONDS: u64 = 60;

/// Limits what this process and its children may use.
pub(super) fn limit_this_process() {
    #[cfg(unix)]
    {
        use nix::sys::resource::{Resource, setrlimit};
        // Systems without such a limit still have those of the server.
        let _ = setrlimit(Resource::RLIMIT_AS, MEMORY, MEMORY);
        let _ = setrlimit(Resource::RLIMIT_CPU, SECONDS, SECONDS);
    }
}

/// Runs this program with other arguments, in a process group of its own if its children have to
/// end with it.
///
/// # Errors
/// If it cannot be started.
pub(super) fn run<S: AsRef<OsStr>>(
    arguments: &[S],
    input: Vec<u8>,
    limits: Limits,
    ends_with_children: bool,
) -> io::Result<Ended> {
    let begin = Instant::now();
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    if ends_with_children {
        use std::os::unix::process::CommandExt as _;
        command.process_group(0);
    }
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A process that ends without reading has its reasons.
        thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
    }
    let (sender, finished) = mpsc::channel();
    let output = read(child.stdout.take(), limits.output, sender.clone());
    let messages = read(child.stderr.take(), limits.output, sender);
    let mut exceeded = None;
    let mut open = 2;
    while open > 0 {
        let left = limits.time.saturating_sub(begin.elapsed());
        match finished.recv_timeout(left) {
            Ok(true) => open -= 1,
            Ok(false) => {
                exceeded = Some(format!("more than {} bytes of output", limits.output));
                break;
            }
            Err(_) => {
                exceeded = Some(format!("more than {} s", limits.time.as_secs_f64()));
                break;
            }
        }
    }
    if exceeded.is_some() {
        end(&mut child, ends_with_children);
    }
    let status = child.wait()?.code();
    let joined = |reader: thread::JoinHandle<Vec<u8>>| reader.join().unwrap_or_default();
    let (output, messages) = (joined(output), joined(messages));
    Ok(Ended { output, messages, status, time: begin.elapsed(), exceeded })
}

#[cfg_attr(not(unix), allow(unused_variables, reason = "process groups are Unix's"))]
fn end(child: &mut Child, ends_with_children: bool) {
    #[cfg(unix)]
    if ends_with_children {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;
        // It may have ended already.
        let _ = killpg(Pid::from_raw(child.id() as i32), Signal::SIGKILL);
    }
    // It may have ended already.
    let _ = child.kill();
}

/// Reads up to a number of bytes, and sends whether that was all.
fn read(
    from: Option<impl Read + Send + 'static>,
    most: usize,
    finished: mpsc::Sender<bool>,
) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut found = Vec::new();
        if let Some(from) = from {
            // After an error, the text that was read before is all there is.
            let _ = from.take(most as u64 + 1).read_to_end(&mut found);
        }
        let is_all = found.len() <= most;
        found.truncate(most);
        // If another limit was exceeded, the receiver does not wait any more.
        let _ = finished.send(is_all);
        found
    })
}
