//! How the elements that a program captures come to the session: as words in this process, or from
//! a copy of it through a file in memory that both have. Nothing is copied more than twice: into
//! the file, and out of it.

use std::fs::File;
use std::io::{self, Read, Write as _};

use toy_dialect::elements::{Element, Elements};

/// Takes the elements of captures, in their order.
#[derive(Debug)]
pub(super) struct Sink {
    /// Where they go; else they are kept here.
    file: Option<File>,
    /// The elements, without a file.
    pub(super) kept: Vec<u8>,
    /// The number of elements of each capture.
    pub(super) counts: Vec<usize>,
    /// Why elements could not be written.
    pub(super) error: Option<io::Error>,
}

impl Sink {
    /// Takes nothing.
    pub(super) const NONE: Self =
        Self { file: None, kept: Vec::new(), counts: Vec::new(), error: None };

    /// Takes the elements of this many captures.
    pub(super) fn new(captures: usize, file: Option<File>) -> Self {
        Self { file, counts: vec![0; captures], ..Self::NONE }
    }

    /// Takes the elements of a capture, in bytes of the words that [`Elements::to_words`] gives.
    pub(super) fn put(&mut self, index: i64, words: &[u8]) {
        let Ok(index) = usize::try_from(index) else { return };
        let Some(count) = self.counts.get_mut(index) else { return };
        *count = words.len() / size_of::<u64>();
        match &mut self.file {
            None => self.kept.extend_from_slice(words),
            Some(file) => self.error = file.write_all(words).err().or(self.error.take()),
        }
    }
}

/// The words of elements, in bytes.
pub(super) fn words_of(elements: &Elements) -> Vec<u8> {
    elements.to_words().into_iter().flat_map(u64::to_ne_bytes).collect()
}

/// Words that are read at once.
const CHUNK: usize = 1 << 16;

/// A file that is not on a disk, where the system has such files.
///
/// # Errors
/// If there can be no more files.
pub(super) fn in_memory() -> io::Result<File> {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::memfd::{MFdFlags, memfd_create};
        if let Ok(file) = memfd_create("captures", MFdFlags::MFD_CLOEXEC) {
            return Ok(File::from(file));
        }
    }
    tempfile::tempfile()
}

/// Reads the elements of captures, of these types and numbers.
///
/// # Errors
/// If there are fewer bytes, or they cannot be read.
pub(super) fn read_captures(
    mut from: impl Read,
    types: &[Element],
    counts: &[usize],
) -> io::Result<Vec<Elements>> {
    let mut bytes = Vec::new();
    let mut read = |(element, count): (&Element, &usize)| {
        let mut elements = Elements::nearest(*element, &[]);
        elements.reserve(*count);
        let mut missing = *count;
        while missing > 0 {
            let now = missing.min(CHUNK);
            bytes.resize(8 * now, 0);
            from.read_exact(&mut bytes)?;
            let (words, _) = bytes.as_chunks::<8>();
            elements.extend_words(words.iter().map(|word| u64::from_ne_bytes(*word)));
            missing -= now;
        }
        Ok(elements)
    };
    types.iter().zip(counts).map(&mut read).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Seek as _;

    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn elements_come_through_a_file_as_they_are() {
        let many: Vec<f64> = (0..200_000).map(f64::from).collect();
        let all = [
            Elements::I64(vec![i64::MIN, 9_007_199_254_740_993]),
            Elements::F64(many),
            Elements::Bool(vec![true, false, true]),
            Elements::F32(vec![0.1]),
        ];
        let mut file = in_memory().expect("a file");
        let mut sink = Sink::new(all.len(), Some(file.try_clone().expect("a second handle")));
        for (index, elements) in all.iter().enumerate() {
            sink.put(index as i64, &words_of(elements));
        }
        file.rewind().expect("a file");
        let types = all.each_ref().map(Elements::element);
        let found = read_captures(file, &types, &sink.counts).expect("elements");
        assert_eq!(found, all);
    }
}
