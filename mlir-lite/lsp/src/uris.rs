//! Names of documents, and their files.

use std::path::{Path, PathBuf};

/// The file that a document is an edited copy of; for one that is not a file, its name.
pub(crate) fn path_of(uri: &str) -> PathBuf {
    let Some(rest) = uri.strip_prefix("file://") else { return uri.into() };
    // `file://host/path`: the host is this one.
    let path = rest.find('/').map_or(rest, |slash| &rest[slash..]);
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let [first, rest @ ..] = left {
        let digits = rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                left = &rest[2..];
            }
            _ => {
                bytes.push(*first);
                left = rest;
            }
        }
    }
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// The name of a file.
pub(crate) fn uri_of(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut uri = "file://".to_owned();
    for byte in absolute.to_string_lossy().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{path_of, uri_of};

    #[test]
    fn files_have_names_and_names_have_files() {
        let path = Path::new("/a b/é%.toy");
        assert_eq!(uri_of(path), "file:///a%20b/%C3%A9%25.toy");
        assert_eq!(path_of(&uri_of(path)), path);
        assert_eq!(path_of("file://host/a"), Path::new("/a"));
        assert_eq!(path_of("file:///100%"), Path::new("/100%"));
        assert_eq!(path_of("untitled:Untitled-1"), Path::new("untitled:Untitled-1"));
    }
}
