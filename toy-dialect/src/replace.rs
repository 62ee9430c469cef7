//! Replaces the contents of a file safely, for `save()`, `toyc fmt` and the prompt's `:save`.
//!
//! The contents are first written into a temporary file in the same directory and then moved into
//! place, so that a reader sees the old contents or the new, and a failed write leaves the old
//! ones. The temporary file is created exclusively under a random name: nobody can prepare a link
//! there. Links and permissions are kept, as when a program opens the file and overwrites it:
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

/// Replaces the contents of the file at `path` by what `write` writes.
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
        write(new.as_file_mut())?;
        new.persist(target).map_err(|error| error.error)?;
        return Ok(());
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
    write(new.as_file_mut())?;
    new.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A temporary file next to the file, and the path that it is to be moved to; none if the file has
/// to be overwritten in place.
fn beside(path: &Path, status: &Metadata) -> io::Result<Option<(NamedTempFile, PathBuf)>> {
    if !status.is_file() || has_other_links(status) {
        return Ok(None);
    }
    let target = path.canonicalize()?;
    if !is_same(&target.symlink_metadata()?, status) {
        return Ok(None);
    }
    let new = match temporary(directory(&target), 0o600) {
        Ok(new) => new,
        Err(error) => {
            let is_locked = matches!(
                error.kind(),
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
            );
            return if is_locked { Ok(None) } else { Err(error) };
        }
    };
    if !has_same_owner(&new.as_file().metadata()?, status) {
        return Ok(None);
    }
    new.as_file().set_permissions(status.permissions())?;
    Ok(Some((new, target)))
}

/// The directory that a file is in.
fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// A file that is created exclusively, under a random name. The process's umask applies to its
/// permissions.
fn temporary(directory: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".toy.").suffix(".part").rand_bytes(16);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = mode;
    builder.tempfile_in(directory).map_err(without_path)
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
