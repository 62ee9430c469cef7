//! Runs work in a forked process: it can be stopped at any moment, and however it ends, this
//! process continues, with its memory unchanged.
//!
//! Invariant: this process has one thread when it forks. Threads are not copied, and locks that
//! others held would stay locked in the copy.

use std::io;

/// How the forked process ended.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code, reason = "elsewhere, there are no forked processes"))]
pub(super) enum Ended {
    /// It came to its end.
    Finished {
        /// The answer.
        answer: Vec<u8>,
        /// Its output, if it was collected.
        printed: Vec<u8>,
    },
    /// The user stopped it.
    Interrupted,
    /// The work ended the process with status 1, and has reported the reason.
    Failed,
    /// It was ended by something else, described here.
    Died(String),
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io::{self, Read as _, Seek as _, Write as _};
    use std::os::fd::OwnedFd;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use nix::errno::Errno;
    use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
    use nix::sys::wait::{WaitStatus, waitpid};
    use nix::unistd::{ForkResult, Pid, dup2_stdout, fork, getpid, getppid, pipe};

    use super::Ended;
    use crate::repl::settings::Prints;

    pub(in crate::repl) fn apart(
        prints: Prints,
        work: impl FnOnce() -> Vec<u8>,
    ) -> io::Result<Ended> {
        // Buffered output must not be written again by the copy.
        io::stdout().flush()?;
        let mut printed = match prints {
            Prints::Inherited => None,
            Prints::Collected => Some(tempfile::tempfile()?),
        };
        let (reader, writer) = pipe()?;
        let parent = getpid();
        let interrupts = InterruptsIgnored::begin()?;
        // SAFETY: this process has one thread, as this module requires, so no lock is held in the
        // copy.
        #[allow(unsafe_code, reason = "a process is copied")]
        let child = match unsafe { fork() }? {
            ForkResult::Parent { child } => child,
            ForkResult::Child => {
                drop(reader);
                // Status 1 is for programs that fail and report the reason.
                let status = if run_copy(parent, writer, printed, work).is_ok() { 0 } else { 2 };
                // SAFETY: it does not return. The copy must not clean up anything that belongs to
                // the parent.
                #[allow(unsafe_code, reason = "the copy ends here")]
                unsafe {
                    nix::libc::_exit(status)
                }
            }
        };
        drop(writer);
        let mut answer = Vec::new();
        let read = File::from(reader).read_to_end(&mut answer);
        let status = wait(child)?;
        drop(interrupts);
        read?;
        Ok(match status {
            WaitStatus::Exited(_, 0) => {
                let mut text = Vec::new();
                if let Some(file) = &mut printed {
                    file.rewind()?;
                    file.read_to_end(&mut text)?;
                }
                Ended::Finished { answer, printed: text }
            }
            WaitStatus::Signaled(_, Signal::SIGINT, _) => Ended::Interrupted,
            WaitStatus::Signaled(_, signal, _) => {
                Ended::Died(format!("it was stopped by {signal}"))
            }
            WaitStatus::Exited(_, 1) => Ended::Failed,
            WaitStatus::Exited(_, status) => Ended::Died(format!("it ended with status {status}")),
            status => Ended::Died(format!("its status is {status:?}")),
        })
    }

    fn run_copy(
        parent: Pid,
        writer: OwnedFd,
        printed: Option<File>,
        work: impl FnOnce() -> Vec<u8>,
    ) -> Result<(), ()> {
        set_interrupts(SigHandler::SigDfl).map_err(|_| ())?;
        // It does not outlive the session, also if that ended before the signal was asked for.
        #[cfg(target_os = "linux")]
        {
            let _ = nix::sys::prctl::set_pdeathsig(Signal::SIGKILL);
            if getppid() != parent {
                return Err(());
            }
        }
        if let Some(file) = &printed {
            dup2_stdout(file).map_err(|_| ())?;
        }
        let answer = catch_unwind(AssertUnwindSafe(work)).map_err(|_| ())?;
        File::from(writer).write_all(&answer).map_err(|_| ())
    }

    fn wait(child: Pid) -> io::Result<WaitStatus> {
        loop {
            match waitpid(child, None) {
                Err(Errno::EINTR) => {}
                result => return Ok(result?),
            }
        }
    }

    /// While it lives, this process ignores Ctrl-C.
    #[derive(Debug)]
    pub(in crate::repl) struct InterruptsIgnored(SigAction);

    impl InterruptsIgnored {
        pub(in crate::repl) fn begin() -> io::Result<Self> {
            // With a handler: started programs would inherit an ignored signal, but not a handler.
            Ok(Self(set_interrupts(SigHandler::Handler(do_nothing))?))
        }
    }

    extern "C" fn do_nothing(_: nix::libc::c_int) {}

    impl Drop for InterruptsIgnored {
        fn drop(&mut self) {
            // SAFETY: this is the previous handler.
            #[allow(unsafe_code, reason = "handlers of signals are set")]
            let _ = unsafe { sigaction(Signal::SIGINT, &self.0) };
        }
    }

    fn set_interrupts(handler: SigHandler) -> nix::Result<SigAction> {
        let action = SigAction::new(handler, SaFlags::SA_RESTART, SigSet::empty());
        // SAFETY: the handler does nothing.
        #[allow(unsafe_code, reason = "handlers of signals are set")]
        unsafe {
            sigaction(Signal::SIGINT, &action)
        }
    }
}

#[cfg(unix)]
pub(super) use unix::InterruptsIgnored;

/// Does nothing on this system.
#[cfg(not(unix))]
#[derive(Debug)]
pub(super) struct InterruptsIgnored;

#[cfg(not(unix))]
impl InterruptsIgnored {
    pub(super) fn begin() -> io::Result<Self> {
        Ok(Self)
    }
}

/// Runs work in a copy of this process, and waits for it. Ctrl-C ends the copy.
///
/// # Errors
/// If the system cannot start a process.
#[cfg(unix)]
pub(super) fn apart(
    prints: super::settings::Prints,
    work: impl FnOnce() -> Vec<u8>,
) -> io::Result<Ended> {
    unix::apart(prints, work)
}

/// Runs the work here: this system cannot fork processes.
#[cfg(not(unix))]
pub(super) fn apart(
    _prints: super::settings::Prints,
    work: impl FnOnce() -> Vec<u8>,
) -> io::Result<Ended> {
    Ok(Ended::Finished { answer: work(), printed: Vec::new() })
}
