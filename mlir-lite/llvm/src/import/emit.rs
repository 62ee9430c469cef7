//! How names and strings are written in the llvm dialect.

/// Text in quotes.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text += &format!("\\{byte:02X}"),
            b' '..=b'~' => text.push(char::from(byte)),
            byte => text += &format!("\\{byte:02X}"),
        }
    }
    text + "\""
}

/// The name of a function or a global.
pub(super) fn symbol(name: &str) -> String {
    format!("@{}", quoted(name.as_bytes()))
}

/// The entries of a dictionary with a space before it; nothing if there are none.
pub(super) fn dictionary(entries: &[String]) -> String {
    match entries {
        [] => String::new(),
        entries => format!(" {{{}}}", entries.join(", ")),
    }
}
