//! The header of a `.npy` file, parsed by a strict grammar.
//!
//! The grammar is written down in `docs/npy.md`. It is a subset of NumPy's, and
//! `toyc/src/native/files.c` reads the same subset with the same messages: keep both in sync. A
//! differential test (`toyc/tests/npy_headers.rs`) compares both readers with each other and with
//! NumPy.

/// The first bytes of each file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The longest header that is read, as in NumPy.
pub(super) const MAX_HEADER: usize = 10_000;

/// The contents of a header.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Header {
    pub(super) shape: Vec<i64>,
    pub(super) element: ElementType,
    pub(super) is_fortran: bool,
    /// The offset of the first element in the file.
    pub(super) start: usize,
}

/// The type of a file's elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ElementType {
    /// `f`, `i`, `u` or `b`.
    pub(super) kind: u8,
    /// Bytes of an element.
    pub(super) size: usize,
    pub(super) is_big_endian: bool,
}

impl Header {
    /// Parses the header from the first bytes of a file: all of them, or at least the maximum size
    /// of a header.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let truncated = || "ends within its header".to_owned();
        if !bytes.starts_with(MAGIC) {
            return Err("is not a .npy file: it does not begin like one".to_owned());
        }
        let &[major, minor] = bytes.get(6..8).ok_or_else(truncated)? else {
            return Err(truncated());
        };
        let start = match (major, minor) {
            (1, 0) => 10,
            (2 | 3, 0) => 12,
            _ => {
                return Err(format!(
                    "is of version {major}.{minor} of the format; versions 1.0, 2.0 and 3.0 are \
                        known"
                ));
            }
        };
        let length = bytes.get(8..start).ok_or_else(truncated)?;
        let length = length.iter().rev().fold(0, |length, byte| length << 8 | usize::from(*byte));
        if length > MAX_HEADER {
            return Err(format!(
                "has a header of {length} bytes, and at most {MAX_HEADER} are read"
            ));
        }
        let text = bytes.get(start..start + length).ok_or_else(truncated)?;
        Parser { text, at: 0, offset: start }.header()
    }

    /// Checks that a file of this length holds the array.
    pub(super) fn check_length(&self, length: u64) -> Result<(), String> {
        let count =
            self.shape.iter().try_fold(1_u64, |count, size| count.checked_mul(*size as u64));
        let bytes = count.and_then(|count| count.checked_mul(self.element.size as u64));
        match bytes.and_then(|bytes| bytes.checked_add(self.start as u64)) {
            Some(expected) if expected <= length => Ok(()),
            Some(expected) => {
                Err(format!("is too short: it has {length} bytes, and its array takes {expected}"))
            }
            None => Err(TOO_LARGE.to_owned()),
        }
    }

    /// The number of elements of an array whose length was checked.
    pub(super) fn count(&self) -> usize {
        self.shape.iter().product::<i64>() as usize
    }
}

const TOO_LARGE: &str = "says that its array is larger than any file";

/// Reads the text of a header.
struct Parser<'t> {
    text: &'t [u8],
    /// The next byte of the text.
    at: usize,
    /// The offset of the text in the file.
    offset: usize,
}

/// The value of an entry that may occur only once.
fn once<T>(entry: &mut Option<T>, key: &str, value: T) -> Result<(), String> {
    match entry.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("has a header with two entries '{key}'")),
    }
}

impl<'t> Parser<'t> {
    fn header(mut self) -> Result<Header, String> {
        let (mut descr, mut order, mut shape) = (None, None, None);
        // Python ends a line here, and refuses one that is indented.
        self.skip(b" \t");
        self.expect(b'{')?;
        loop {
            self.blanks();
            if self.peek() == Some(b'}') {
                break;
            }
            let key = self.string("a key in quotes")?;
            self.blanks();
            self.expect(b':')?;
            self.blanks();
            match key {
                b"descr" => {
                    once(
                        &mut descr,
                        "descr",
                        self.string("a type of elements in quotes, as in '<f8'")?,
                    )?;
                }
                b"fortran_order" => once(&mut order, "fortran_order", self.boolean()?)?,
                b"shape" => once(&mut shape, "shape", self.shape()?)?,
                key => {
                    let key = String::from_utf8_lossy(key);
                    return Err(format!("has a header with an entry '{key}', which is not known"));
                }
            }
            self.blanks();
            if self.peek() != Some(b',') {
                break;
            }
            self.at += 1;
        }
        self.expect(b'}')?;
        self.blanks();
        if self.at < self.text.len() {
            return Err(self.expected("the end of the header"));
        }
        let missing = |key: &str| format!("has a header without '{key}'");
        let descr = descr.ok_or_else(|| missing("descr"))?;
        let is_fortran = order.ok_or_else(|| missing("fortran_order"))?;
        let shape = shape.ok_or_else(|| missing("shape"))?;
        let element = element_type(descr)?;
        if shape.len() > toy_ast::MAX_NESTING {
            let (rank, most) = (shape.len(), toy_ast::MAX_NESTING);
            return Err(format!(
                "holds an array of {rank} dimensions, and a tensor has at most {most}"
            ));
        }
        if shape.contains(&0) {
            return Err("holds an array without elements, and a tensor has at least one".to_owned());
        }
        Ok(Header { shape, element, is_fortran, start: self.offset + self.text.len() })
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip(&mut self, blanks: &[u8]) {
        while self.peek().is_some_and(|byte| blanks.contains(&byte)) {
            self.at += 1;
        }
    }

    /// Skips what Python takes for blanks within brackets.
    fn blanks(&mut self) {
        self.skip(b" \t\n\r\x0c");
    }

    fn expected(&self, what: &str) -> String {
        format!("has a malformed header: expected {what} at byte {}", self.offset + self.at)
    }

    fn expect(&mut self, byte: u8) -> Result<(), String> {
        if self.peek() != Some(byte) {
            return Err(self.expected(&format!("'{}'", char::from(byte))));
        }
        self.at += 1;
        Ok(())
    }

    /// A text in quotes of either kind, of printable ASCII without backslashes.
    fn string(&mut self, what: &str) -> Result<&'t [u8], String> {
        let Some(quote @ (b'\'' | b'"')) = self.peek() else { return Err(self.expected(what)) };
        let start = self.at + 1;
        let rest = &self.text[start..];
        let length =
            rest.iter().take_while(|&&byte| byte != quote && byte != b'\\' && is_printable(byte));
        let end = start + length.count();
        if self.text.get(end) != Some(&quote) {
            self.at = end;
            return Err(self.expected("a printable character, or the closing quote"));
        }
        self.at = end + 1;
        Ok(&self.text[start..end])
    }

    fn boolean(&mut self) -> Result<bool, String> {
        for (word, value) in [(&b"True"[..], true), (b"False", false)] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.expected("True or False"))
    }

    /// Sizes in parentheses. A single one needs a comma after it: without it the parentheses have
    /// no meaning in Python.
    fn shape(&mut self) -> Result<Vec<i64>, String> {
        let mut sizes = Vec::new();
        let mut ends_with_comma = false;
        self.expect(b'(')?;
        loop {
            self.blanks();
            if self.peek() == Some(b')') {
                break;
            }
            sizes.push(self.size()?);
            self.blanks();
            ends_with_comma = self.peek() == Some(b',');
            if !ends_with_comma {
                break;
            }
            self.at += 1;
        }
        if sizes.len() == 1 && !ends_with_comma {
            return Err(self.expected("','"));
        }
        self.expect(b')')?;
        Ok(sizes)
    }

    fn size(&mut self) -> Result<i64, String> {
        let rest = &self.text[self.at..];
        let digits = &rest[..rest.iter().take_while(|byte| byte.is_ascii_digit()).count()];
        if digits.is_empty() || (digits.len() > 1 && digits[0] == b'0') {
            return Err(self.expected("a size without a leading zero"));
        }
        let size = digits.iter().try_fold(0_i64, |size, digit| {
            size.checked_mul(10)?.checked_add(i64::from(digit - b'0'))
        });
        self.at += digits.len();
        size.ok_or_else(|| TOO_LARGE.to_owned())
    }
}

fn is_printable(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte)
}

/// The type named by `<f8` and so on.
fn element_type(name: &[u8]) -> Result<ElementType, String> {
    let (order, rest) = match name {
        [order @ (b'<' | b'>' | b'|' | b'='), rest @ ..] => (*order, rest),
        rest => (b'=', rest),
    };
    let is_big_endian = order == b'>' || (order != b'<' && cfg!(target_endian = "big"));
    let (kind, size) = match rest {
        [b'f', size @ (b'4' | b'8')] => (b'f', size),
        [kind @ (b'i' | b'u'), size @ (b'1' | b'2' | b'4' | b'8')] => (*kind, size),
        [b'b', size @ b'1'] => (b'b', size),
        _ => {
            return Err(format!(
                "holds elements of type '{}'; read are floats of 4 and 8 bytes, integers and \
                    booleans, as in \
                 '<f8' and '|u1'",
                String::from_utf8_lossy(name)
            ));
        }
    };
    Ok(ElementType { kind, size: usize::from(size - b'0'), is_big_endian })
}
