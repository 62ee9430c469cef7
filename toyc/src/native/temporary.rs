//! A private folder for temporary files. It and unfinished files are removed also when a signal
//! ends the process.

use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder that only this user can enter, under a random name; removed when dropped.
pub(super) struct TemporaryFolder {
    folder: TempDir,
    path: PathBuf,
}

impl TemporaryFolder {
    /// Makes the folder.
    ///
    /// # Errors
    /// If the folder for temporary files cannot be written.
    pub(super) fn new() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("toyc.");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            builder.permissions(std::fs::Permissions::from_mode(0o700));
        }
        #[cfg(unix)]
        signals::watch()?;
        let folder = builder.tempdir()?;
        // TMPDIR may be a relative path.
        let path = std::path::absolute(folder.path())?;
        #[cfg(unix)]
        signals::remember(&path);
        Ok(Self { folder, path })
    }

    /// The folder's absolute path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.folder.path());
        #[cfg(unix)]
        signals::forget(&self.path);
    }
}

/// While it lives, a file is removed when a signal ends the process; only where a
/// [`TemporaryFolder`] was made.
pub(super) struct RemovedBySignal {
    #[cfg(unix)]
    path: PathBuf,
}

impl RemovedBySignal {
    /// The file of this absolute path.
    #[cfg_attr(not(unix), allow(unused_variables, reason = "there are no signals"))]
    pub(super) fn new(path: &Path) -> Self {
        #[cfg(unix)]
        signals::remember(path);
        Self {
            #[cfg(unix)]
            path: path.to_owned(),
        }
    }
}

#[cfg(unix)]
impl Drop for RemovedBySignal {
    fn drop(&mut self) {
        signals::forget(&self.path);
    }
}

/// Signals that end the process are handled by a thread, which removes the folders and
/// files first.
#[cfg(unix)]
mod signals {
    use std::io;
    use std::path::{Path, PathBuf};
    use std::sync::{Mutex, Once, PoisonError};

    use nix::sys::signal::{SigSet, Signal, raise};

    static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

    pub(super) fn remember(path: &Path) {
        TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
    }

    pub(super) fn forget(path: &Path) {
        TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner).retain(|kept| kept != path);
    }

    /// Starts the thread. From here on, the calling thread and threads that it starts block these
    /// signals; threads started earlier would not.
    pub(super) fn watch() -> io::Result<()> {
        static STARTED: Once = Once::new();
        let signals = SigSet::from_iter([Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP]);
        signals.thread_block()?;
        let mut result = Ok(());
        STARTED.call_once(|| {
            let thread = std::thread::Builder::new().name("signals".to_owned());
            result = thread.spawn(move || end_by_signal(signals)).map(drop);
        });
        result
    }

    fn end_by_signal(signals: SigSet) {
        // A signal that is ignored, as under nohup, does not come.
        let Ok(signal) = signals.wait() else { return };
        let all = std::mem::take(&mut *TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner));
        for path in &all {
            // A compiler that still runs may create files while the folder is emptied.
            for _ in 0..3 {
                if std::fs::remove_file(path).is_ok() || std::fs::remove_dir_all(path).is_ok() {
                    break;
                }
            }
        }
        // The process ends as if the signal had not been handled.
        let _ = signals.thread_unblock();
        let _ = raise(signal);
    }
}
