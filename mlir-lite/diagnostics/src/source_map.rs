//! The source texts of a run, addressed by global byte positions.
//!
//! Invariants: files are only added, never changed or removed; bases ascend in the order of
//! addition, beginning at 1; between two files one position is left free, so that the end of a file
//! is a position of its own. All positions are below 2^31, which leaves users of the map a bit. A
//! map is shared by threads: adding takes a lock, reading takes none. A process that reads an
//! unbounded number of texts makes a new map with [the files that it still
//! needs](SourceMap::with_files); positions in the other files then belong to no file, and are not
//! assigned again.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::span::Span;

/// Positions end here (inclusive): 2^31 - 1.
const LAST_POSITION: u32 = i32::MAX as u32;

/// All sources of one run. See the module's header for the positions.
///
/// ```
/// let sources = mlir_lite_diagnostics::SourceMap::new();
/// let file = sources.add("a.toy", "var\na")?;
/// let place = sources.line_col(file.base() + 4).unwrap();
/// assert_eq!((place.file.name(), place.line, place.col), ("a.toy", 2, 1));
/// # Ok::<(), mlir_lite_diagnostics::SourceTooLarge>(())
/// ```
pub struct SourceMap {
    files: boxcar::Vec<Arc<SourceFile>>,
    /// Base of the next file. Held while a file is pushed, so that bases ascend with the index.
    next_base: Mutex<u32>,
}

/// One source text.
pub struct SourceFile {
    name: Arc<str>,
    text: String,
    base: u32,
    /// The number of the text's first line.
    first_line: u32,
    line_starts: OnceLock<Vec<u32>>,
}

/// Where a position is, for people: lines and columns count from 1, columns in bytes (as MLIR
/// counts).
#[derive(Clone, Debug)]
pub struct LineCol {
    /// The file.
    pub file: Arc<SourceFile>,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub col: u32,
}

/// The sources of one run would exceed 2^31 - 2 bytes together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceTooLarge {
    /// The file that did not fit.
    pub name: String,
    /// Its size in bytes.
    pub bytes: usize,
}

impl fmt::Display for SourceTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' ({} bytes) is too large: the sources of one run are limited to 2147483646 bytes \
                together",
            self.name, self.bytes
        )
    }
}

impl std::error::Error for SourceTooLarge {}

impl SourceMap {
    /// A map without files.
    pub fn new() -> Self {
        Self { files: boxcar::Vec::new(), next_base: Mutex::new(1) }
    }

    /// Adds a text under a name. Names need not differ: [`file_by_name`](Self::file_by_name) finds
    /// the last.
    ///
    /// # Errors
    /// If all texts together would exceed 2^31 - 2 bytes.
    pub fn add(
        &self,
        name: impl Into<String>,
        text: impl Into<String>,
    ) -> Result<Arc<SourceFile>, SourceTooLarge> {
        self.add_part(name, text, 1)
    }

    /// Adds a part of a file: a text whose first line is line `first_line` (from 1) of the file
    /// `name`.
    ///
    /// # Errors
    /// If all texts together would exceed 2^31 - 2 bytes.
    pub fn add_part(
        &self,
        name: impl Into<String>,
        text: impl Into<String>,
        first_line: u32,
    ) -> Result<Arc<SourceFile>, SourceTooLarge> {
        let (name, text) = (name.into(), text.into());
        // The lock guards one integer that is written last: a poisoned lock holds a valid value.
        let mut next_base = self.next_base.lock().unwrap_or_else(PoisonError::into_inner);
        let base = *next_base;
        let end = u32::try_from(text.len())
            .ok()
            .and_then(|len| base.checked_add(len))
            .filter(|end| *end < LAST_POSITION);
        let Some(end) = end else { return Err(SourceTooLarge { name, bytes: text.len() }) };
        let file = Arc::new(SourceFile { first_line, ..SourceFile::new(name.into(), text, base) });
        self.files.push(Arc::clone(&file));
        *next_base = end + 1;
        Ok(file)
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.count()
    }

    /// Whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A map of the files that `is_kept` accepts, at their existing positions. Files that are added
    /// to it get positions after all those of this map.
    ///
    /// ```
    /// let sources = mlir_lite_diagnostics::SourceMap::new();
    /// let (old, new) = (sources.add("old", "a")?, sources.add("new", "b")?);
    /// let kept = sources.with_files(|file| file.name() == "new");
    /// assert_eq!(kept.line_col(new.base()).unwrap().file.name(), "new");
    /// assert!(kept.line_col(old.base()).is_none());
    /// assert!(kept.add("next", "c")?.base() > new.base());
    /// # Ok::<(), mlir_lite_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn with_files(&self, is_kept: impl Fn(&SourceFile) -> bool) -> Self {
        let next_base = self.next_base.lock().unwrap_or_else(PoisonError::into_inner);
        let files = boxcar::Vec::new();
        for (_, file) in self.files.iter().filter(|(_, file)| is_kept(file)) {
            files.push(Arc::clone(file));
        }
        Self { files, next_base: Mutex::new(*next_base) }
    }

    /// The file that contains a position; the end of a file's text belongs to it.
    pub fn file_at(&self, pos: u32) -> Option<Arc<SourceFile>> {
        let (mut low, mut high) = (0, self.files.count());
        while low < high {
            let middle = low + (high - low) / 2;
            // An entry that another thread is still writing is newer than any position that the
            // caller can have.
            match self.files.get(middle) {
                Some(file) if file.base <= pos => low = middle + 1,
                _ => high = middle,
            }
        }
        let file = self.files.get(low.checked_sub(1)?)?;
        (pos <= file.span().end).then(|| Arc::clone(file))
    }

    /// File, line and column of a position.
    pub fn line_col(&self, pos: u32) -> Option<LineCol> {
        let file = self.file_at(pos)?;
        let (line, col) = file.line_col(pos - file.base);
        Some(LineCol { file, line, col })
    }

    /// The file of this name that was added last.
    pub fn file_by_name(&self, name: &str) -> Option<Arc<SourceFile>> {
        (0..self.files.count())
            .rev()
            .filter_map(|i| self.files.get(i))
            .find(|f| &*f.name == name)
            .cloned()
    }
}

impl Default for SourceMap {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for SourceMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.files.iter().map(|(_, file)| file)).finish()
    }
}

impl SourceFile {
    /// A text at a base; base 0 is for texts outside of any map.
    pub(crate) fn new(name: Arc<str>, text: String, base: u32) -> Self {
        Self { name, text, base, first_line: 1, line_starts: OnceLock::new() }
    }

    /// The name it was added under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Global position of the first byte.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// Global positions of the text.
    pub fn span(&self) -> Span {
        Span::new(self.base, self.base + self.text.len() as u32)
    }

    /// The number of the first line: 1, unless the text is a [part](SourceMap::add_part) of a file.
    pub fn first_line(&self) -> u32 {
        self.first_line
    }

    /// Line and column (both from 1, the column in bytes) of a byte offset in this file; offsets
    /// past the end count as the end.
    pub fn line_col(&self, offset: u32) -> (u32, u32) {
        let offset = offset.min(self.text.len() as u32);
        let starts = self.line_starts();
        let line = starts.partition_point(|start| *start <= offset);
        (line as u32 + (self.first_line - 1), offset - starts[line - 1] + 1)
    }

    /// Number of lines; a text that ends in a newline has an empty last line.
    pub fn line_count(&self) -> u32 {
        self.line_starts().len() as u32
    }

    /// Byte offset at which a line (from 1) begins.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.line_starts().get(usize::try_from(line.checked_sub(self.first_line)?).ok()?).copied()
    }

    /// The text of a line (from 1) without its line end.
    pub fn line_text(&self, line: u32) -> Option<&str> {
        let start = self.line_start(line)? as usize;
        let end = self.line_start(line + 1).map_or(self.text.len(), |next| next as usize - 1);
        let text = self.text.get(start..end)?;
        Some(text.strip_suffix('\r').unwrap_or(text))
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let newlines = memchr::memchr_iter(b'\n', self.text.as_bytes());
            std::iter::once(0).chain(newlines.map(|i| i as u32 + 1)).collect()
        })
    }
}

impl fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceFile").field("name", &self.name).field("span", &self.span()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(map: &SourceMap, pos: u32) -> Option<(String, u32, u32)> {
        map.line_col(pos).map(|p| (p.file.name().to_owned(), p.line, p.col))
    }

    #[test]
    fn parts_of_a_file_count_its_lines() {
        let map = SourceMap::new();
        let part = map.add_part("f", "one\ntwo", 7).unwrap();
        assert_eq!((part.line_col(0), part.line_col(5)), ((7, 1), (8, 2)));
        assert_eq!(
            (part.line_text(6), part.line_text(7), part.line_text(8)),
            (None, Some("one"), Some("two"))
        );
    }

    #[test]
    fn positions_name_their_file() {
        let map = SourceMap::new();
        let a = map.add("a", "ab\n").unwrap();
        let empty = map.add("empty", "").unwrap();
        let b = map.add("b", "x\r\ny").unwrap();
        assert_eq!((a.base(), empty.base(), b.base()), (1, 5, 6));
        assert_eq!(place(&map, 0), None);
        assert_eq!(place(&map, 1), Some(("a".into(), 1, 1)));
        assert_eq!(place(&map, 4), Some(("a".into(), 2, 1)));
        assert_eq!(place(&map, 5), Some(("empty".into(), 1, 1)));
        assert_eq!(place(&map, 9), Some(("b".into(), 2, 1)));
        assert_eq!(place(&map, 10), Some(("b".into(), 2, 2)));
        assert_eq!(place(&map, 11), None);
    }

    #[test]
    fn lines() {
        let file = SourceFile::new("f".into(), "one\r\n\nthree".into(), 0);
        assert_eq!(file.line_count(), 3);
        let lines: Vec<_> = (0..=4).map(|line| file.line_text(line)).collect();
        assert_eq!(lines, [None, Some("one"), Some(""), Some("three"), None]);
        assert_eq!(file.line_col(1000), (3, 6));
    }

    #[test]
    fn columns_count_bytes() {
        let file = SourceFile::new("f".into(), "é x".into(), 0);
        assert_eq!(file.line_col(3), (1, 4));
    }

    #[test]
    fn the_last_of_a_name_wins() {
        let map = SourceMap::new();
        map.add("a", "old").unwrap();
        map.add("a", "new").unwrap();
        assert_eq!(map.file_by_name("a").unwrap().text(), "new");
        assert!(map.file_by_name("b").is_none());
    }

    #[test]
    fn positions_stay_below_two_to_the_31() {
        let map = SourceMap::new();
        *map.next_base.lock().unwrap() = LAST_POSITION - 4;
        assert_eq!(
            map.add("big", "12345").unwrap_err(),
            SourceTooLarge { name: "big".into(), bytes: 5 }
        );
        let last = map.add("fits", "123").unwrap();
        assert_eq!(last.span().end, LAST_POSITION - 1);
        assert!(map.add("full", "").is_err());
    }

    #[test]
    fn threads_add_at_the_same_time() {
        let map = SourceMap::new();
        std::thread::scope(|scope| {
            for t in 0..4 {
                let map = &map;
                scope.spawn(move || {
                    for i in 0..100 {
                        let file = map.add(format!("{t}.{i}"), "text").unwrap();
                        assert_eq!(
                            map.file_at(file.base() + 4).unwrap().name(),
                            format!("{t}.{i}")
                        );
                    }
                });
            }
        });
        assert_eq!(map.files.count(), 400);
    }
}
