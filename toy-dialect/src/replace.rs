//! Replaces the contents of a file safely, for `save()`, `toyc fmt` and the prompt's `:save`.
//!
//! The contents are first written into a temporary file in the same directory and then moved into
//! place, so that a reader sees the old contents or the new, and a failed write leaves the old
//! ones. Where the system can, the temporary file has no name while it is written, so that nothing
//! is left of it when a signal ends the process. A name is created exclusively and is random: it is
//! not possible to prepare a link there. Links and permissions are kept, as when a program opens
//! the file and overwrites it:
//!
//! * a symbolic link stays, and the file that it leads to is replaced;
//! * the permissions and the owner of an existing file stay, and a file that may not be written is
//!   not replaced;
//! * a file with several hard links or of another owner, and one in a directory that may not be
//!   written, is overwritten in place, without the guarantee about old contents; and so is anything
//!   but a regular file, such as `/dev/null`.
//!
//! `toyc/src/native/files.c` does the same for programs that run without toyc.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Replaces the contents of the file at `path` by the output of `write`.
///
/// # Errors
/// If the file cannot be written, or `write` fails.
pub fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    // Opening for writing asks the system whether this user may, links in shared directories
    // included.
    let mut old = match OpenOptions::new().write(true).open(path) {
        Ok(old) => old,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return create(path, error, write),
        Err(error) => return Err(error),
    };
    let status = old.metadata()?;
    if let Some((mut new, target)) = beside(path, &status)? {
        write(new.file())?;
        return new.persist(&target);
    }
    if status.is_file() {
        old.set_len(0)?;
    }
    write(&mut old)
}

/// Creates a file that does not exist, according to the error `missing`.
fn create(
    path: &Path,
    missing: io::Error,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        // A link to a file that does not exist.
        return write(&mut File::create(path)?);
    }
    if path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(missing);
    }
    let mut new = temporary(directory(path), 0o666)?;
    write(new.file())?;
    new.persist(path)
}

/// A temporary file next to the file, and the path that it is to be moved to; none if the file has
/// to be overwritten in place.
fn beside(path: &Path, status: &Metadata) -> io::Result<Option<(Temporary, PathBuf)>> {
    if !status.is_file() || has_other_links(status) {
        return Ok(None);
    }
    let target = path.canonicalize()?;
    if !is_same(&target.symlink_metadata()?, status) {
        return Ok(None);
    }
    let mut new = match temporary(directory(&target), 0o600) {
        Ok(new) => new,
        Err(error) => {
            let is_locked = matches!(
                error.kind(),
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
            );
            return if is_locked { Ok(None) } else { Err(error) };
        }
    };
    if !has_same_owner(&new.file().metadata()?, status) {
        return Ok(None);
    }
    new.file().set_permissions(status.permissions())?;
    Ok(Some((new, target)))
}

/// The directory that a file is in.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// A temporary file in a directory.
enum Temporary {
    Named(NamedTempFile),
    /// Its name is still to be given.
    #[cfg(target_os = "linux")]
    Nameless(File, PathBuf),
}

impl Temporary {
    fn file(&mut self) -> &mut File {
        match self {
            Self::Named(file) => file.as_file_mut(),
            #[cfg(target_os = "linux")]
            Self::Nameless(file, _) => file,
        }
    }

    /// Moves it to a path in its directory.
    fn persist(self, path: &Path) -> io::Result<()> {
        match self {
            Self::Named(file) => file.persist(path).map(drop).map_err(|error| error.error),
            #[cfg(target_os = "linux")]
            Self::Nameless(file, directory) => match linux::give_name(&file, path) {
                // A name takes the place of another one only when a file is renamed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let named = names().make_in(directory, |path| linux::give_name(&file, path));
                    let named = named.map_err(without_path)?;
                    named.persist(path).map(drop).map_err(|error| error.error)
                }
                result => result,
            },
        }
    }
}

/// A temporary file. The process's umask applies to its permissions.
fn temporary(directory: &Path, mode: u32) -> io::Result<Temporary> {
    #[cfg(target_os = "linux")]
    if let Some(file) = linux::nameless(directory, mode) {
        return Ok(Temporary::Nameless(file, directory.to_owned()));
    }
    let mut names = names();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        names.permissions(std::fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = mode;
    names.tempfile_in(directory).map(Temporary::Named).map_err(without_path)
}

/// Random names.
fn names() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".toy.").suffix(".part").rand_bytes(16);
    builder
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    use std::path::{Path, PathBuf};

    use nix::fcntl::{AT_FDCWD, AtFlags};
    use nix::unistd::linkat;

    /// A file without a name, where the file system has such files and they can be named.
    pub(super) fn nameless(directory: &Path, mode: u32) -> Option<File> {
        let mut options = OpenOptions::new();
        options.write(true).mode(mode).custom_flags(nix::libc::O_TMPFILE);
        let file = options.open(directory).ok()?;
        entry(&file).exists().then_some(file)
    }

    /// Gives such a file a name that no other one has.
    pub(super) fn give_name(file: &File, path: &Path) -> io::Result<()> {
        let flags = AtFlags::AT_SYMLINK_FOLLOW;
        Ok(linkat(AT_FDCWD, &entry(file), AT_FDCWD, path, flags)?)
    }

    /// Where the system shows an open file.
    fn entry(file: &File) -> PathBuf {
        format!("/proc/self/fd/{}", file.as_raw_fd()).into()
    }
}

/// The error without the path: the name of a temporary file means nothing to the user.
fn without_path(error: io::Error) -> io::Error {
    let source = error.get_ref().and_then(|inner| inner.source()).and_then(|it| it.downcast_ref());
    source.and_then(io::Error::raw_os_error).map_or(error, io::Error::from_raw_os_error)
}

#[cfg(unix)]
fn has_other_links(status: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    status.nlink() != 1
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(unix)]
fn has_same_owner(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.uid(), one.gid()) == (other.uid(), other.gid())
}

#[cfg(not(unix))]
fn has_other_links(_: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(not(unix))]
fn has_same_owner(_: &Metadata, _: &Metadata) -> bool {
    true
}
