//! Decodes source text: sources are UTF-8, and invalid bytes are reported with their location.

use crate::diagnostic::{Diagnostic, Position};

/// The text of a source file, from its bytes; `name` is the file's name in messages.
///
/// ```
/// use mlir_lite_diagnostics::decode_source;
/// assert_eq!(decode_source("a.toy", b"print(1);".to_vec()).unwrap(), "print(1);");
/// let error = decode_source("a.toy", b"print(1);\n  \xff".to_vec()).unwrap_err();
/// assert_eq!(error.message, "the source is not UTF-8: byte 0xFF at offset 12");
/// ```
///
/// # Errors
/// A diagnostic at the first byte that is not UTF-8, with its line, offset and value.
pub fn decode_source(name: &str, bytes: Vec<u8>) -> Result<String, Box<Diagnostic>> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let (before, rest) = bytes.split_at(offset);
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let col = 1 + before.iter().rev().take_while(|byte| **byte != b'\n').count();
        let value = rest.first().copied().unwrap_or_default();
        let position = Position::FileLineCol {
            file: name.into(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            col: u32::try_from(col).unwrap_or(u32::MAX),
        };
        Box::new(
            Diagnostic::error(
                position,
                format!("the source is not UTF-8: byte 0x{value:02X} at offset {offset}"),
            )
            .with_help("save the file as UTF-8"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(bytes: &[u8]) -> (Position, String) {
        let error = decode_source("f", bytes.to_vec()).unwrap_err();
        (error.position, error.message)
    }

    #[test]
    fn the_first_wrong_byte_is_named() {
        let at = |line, col| Position::FileLineCol { file: "f".into(), line, col };
        let message =
            |byte, offset| format!("the source is not UTF-8: byte {byte} at offset {offset}");
        assert_eq!(place(b"\xff"), (at(1, 1), message("0xFF", 0)));
        assert_eq!(place(b"ab\ncd\xc3("), (at(2, 3), message("0xC3", 5)));
        assert_eq!(place(b"\xc3\xa4\n\n \x80\x81"), (at(3, 2), message("0x80", 5)));
        assert_eq!(place(b"cut \xe2\x82"), (at(1, 5), message("0xE2", 4)));
    }
}
