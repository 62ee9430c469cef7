//! Positions resolved to file, line and column, with the text where it is available.
//!
//! A `FileLineCol` position names a file that may not be in the source map: it is then read from
//! disk, once, and only if it is a regular file of acceptable size (a location may name
//! `/dev/zero`).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::diagnostic::Position;
use crate::source_map::{SourceFile, SourceMap};

/// Larger files are not read to show one of their lines.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// A resolved position.
pub(super) struct ResolvedPosition {
    /// File name as it is shown.
    pub name: Arc<str>,
    /// Line, from 1 (0 only if the location has line 0).
    pub line: u32,
    /// Column in bytes, from 1 (0 only if the location has column 0).
    pub col: u32,
    /// The text around it, if the file is known and has such a line.
    pub text: Option<TextRange>,
}

/// A range of bytes in a text.
#[derive(Clone)]
pub(super) struct TextRange {
    pub file: Arc<SourceFile>,
    /// Offset of the first byte in the file.
    pub start: u32,
    /// Offset past the last byte, `>= start`.
    pub end: u32,
}

/// Resolves positions.
pub(super) struct PositionResolver<'a> {
    sources: &'a SourceMap,
    from_disk: Mutex<HashMap<Arc<str>, Option<Arc<SourceFile>>>>,
}

impl<'a> PositionResolver<'a> {
    pub(super) fn new(sources: &'a SourceMap) -> Self {
        Self { sources, from_disk: Mutex::default() }
    }

    /// `None` for positions that are unknown.
    pub(super) fn resolve(&self, position: &Position) -> Option<ResolvedPosition> {
        match position {
            Position::Unknown => None,
            Position::Span(span) => {
                let file = self.sources.file_at(span.start)?;
                let start = span.start - file.base();
                let end = span.end.min(file.span().end).max(span.start) - file.base();
                let (line, col) = file.line_col(start);
                let name = file.name().into();
                Some(ResolvedPosition {
                    name,
                    line,
                    col,
                    text: Some(TextRange { file, start, end }),
                })
            }
            Position::FileLineCol { file: name, line, col } => {
                let text = self.file(name).and_then(|file| {
                    let width = file.line_text(*line)?.len() as u32;
                    let column = col.checked_sub(1)?.min(width);
                    let start = file.line_start(*line)? + column;
                    let end = start + u32::from(column < width);
                    Some(TextRange { file, start, end })
                });
                Some(ResolvedPosition { name: Arc::clone(name), line: *line, col: *col, text })
            }
        }
    }

    fn file(&self, name: &Arc<str>) -> Option<Arc<SourceFile>> {
        if let Some(file) = self.sources.file_by_name(name) {
            return Some(file);
        }
        let mut from_disk = self.from_disk.lock().unwrap_or_else(PoisonError::into_inner);
        from_disk.entry(Arc::clone(name)).or_insert_with(|| read(name)).clone()
    }
}

fn read(name: &Arc<str>) -> Option<Arc<SourceFile>> {
    let metadata = std::fs::metadata(&**name).ok()?;
    if !metadata.is_file() || metadata.len() > MAX_FILE_BYTES {
        return None;
    }
    let text = std::fs::read_to_string(&**name).ok()?;
    Some(Arc::new(SourceFile::new(Arc::clone(name), text, 0)))
}
