//! `.npy`: NumPy's format for one array in a file.
//!
//! Read are floats of 32 and 64 bits, whole numbers and truths, of either byte order and in C or Fortran order; what has no
//! exact value as a float of 64 bits is refused, and so is everything else, by name. Written is `<f8` in C order, first
//! beside the file and then in its place: who reads it sees the old contents or the new.

use std::fs::{self, File};
use std::io::{self, Read, SeekFrom};
use std::path::Path;

use crate::shapes::shown;
use crate::tensor::Tensor;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Elements that are read or written at once.
const BLOCK: usize = 1 << 13;

/// What a header says.
#[derive(Clone, Debug, PartialEq)]
struct Header {
    shape: Vec<i64>,
    kind: u8,
    /// Bytes of an element.
    size: usize,
    is_big_endian: bool,
    is_fortran: bool,
    /// Where the elements begin.
    start: usize,
}

/// The shape of the array in a file, of which only the header is read; the file is long enough for it.
///
/// # Errors
/// If there is no such file, or it holds no array that can be read; the text says why.
pub fn read_shape(path: &str) -> Result<Vec<i64>, String> {
    open(path).map(|(_, header)| header.shape)
}

/// The array in a file.
///
/// # Errors
/// If there is no such file, or it holds no array that can be read; the text says why.
pub fn read(path: &str) -> Result<Tensor, String> {
    let (file, header) = open(path)?;
    let mut values = vec![0.0; header.count()];
    header.read_elements(file, &mut values).map_err(|problem| problem.text(path))?;
    Ok(Tensor { shape: header.shape, values })
}

/// Reads the array in a file, which must have this shape, into elements in row-major order: as many as the shape has.
///
/// # Errors
/// If there is no such file, or it holds no such array; the text says why.
pub fn read_into(path: &str, shape: &[i64], elements: &mut [f64]) -> Result<(), String> {
    let (file, header) = open(path)?;
    if header.shape != shape || header.count() != elements.len() {
        return Err(changed(path, &header.shape, shape));
    }
    header.read_elements(file, elements).map_err(|problem| problem.text(path))
}

/// A file and its header; the file is long enough for its array.
fn open(path: &str) -> Result<(File, Header), String> {
    let unreadable = |error: io::Error| Problem::Read(error).text(path);
    let mut file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    let mut start = Vec::new();
    Read::by_ref(&mut file).take(1 << 16).read_to_end(&mut start).map_err(unreadable)?;
    let header = Header::read(&start).and_then(|header| header.check_length(length).map(|()| header));
    header.map(|header| (file, header)).map_err(|what| Problem::Contents(what).text(path))
}

/// Writes an array into a file, which keeps its old contents if that fails.
///
/// # Errors
/// If the file cannot be written; the text says why.
pub fn write(path: &str, shape: &[i64], values: &[f64]) -> Result<(), String> {
    let wrong = |error: io::Error| format!("cannot write '{path}': {error}");
    let target = Path::new(path);
    let Some(name) = target.file_name() else {
        return Err(format!("cannot write '{path}': it is no name of a file"));
    };
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = target.with_file_name(beside);
    let written = File::create(&beside).and_then(|file| write_array(file, shape, values));
    let result = written.and_then(|()| fs::rename(&beside, target));
    if result.is_err() {
        let _ = fs::remove_file(&beside);
    }
    result.map_err(wrong)
}

/// What is wrong with a file that holds another shape than the program was compiled for.
pub fn changed(path: &str, found: &[i64], expected: &[i64]) -> String {
    format!("'{path}' holds shape {}, and the program was compiled for {}", shown(found), shown(expected))
}

/// Why an array cannot be read.
#[derive(Debug)]
enum Problem {
    Read(io::Error),
    /// What the file does or has.
    Contents(String),
}

impl Problem {
    fn text(self, path: &str) -> String {
        match self {
            Self::Read(error) => format!("cannot read '{path}': {error}"),
            Self::Contents(what) => format!("'{path}' {what}"),
        }
    }
}

fn write_array(mut file: impl io::Write, shape: &[i64], values: &[f64]) -> io::Result<()> {
    let sizes: String = shape.iter().map(|size| format!("{size}, ")).collect();
    let sizes = if shape.len() == 1 { sizes.trim_end() } else { sizes.trim_end_matches(", ") };
    let mut header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({sizes}), }}");
    // The elements begin at a multiple of 64.
    let unpadded = MAGIC.len() + 4 + header.len() + 1;
    header.push_str(&" ".repeat(unpadded.next_multiple_of(64) - unpadded));
    header.push('\n');
    file.write_all(MAGIC)?;
    file.write_all(&[1, 0])?;
    file.write_all(&(header.len() as u16).to_le_bytes())?;
    file.write_all(header.as_bytes())?;
    let mut bytes = Vec::with_capacity(BLOCK * size_of::<f64>());
    for block in values.chunks(BLOCK) {
        bytes.clear();
        bytes.extend(block.iter().flat_map(|value| value.to_le_bytes()));
        file.write_all(&bytes)?;
    }
    file.flush()
}

/// Puts elements that lie in Fortran order, the first dimension varying fastest, into C order.
fn reorder(shape: &[i64], fortran: &[f64], elements: &mut [f64]) {
    let mut strides = Vec::with_capacity(shape.len());
    let mut stride = 1;
    for &size in shape {
        strides.push(stride);
        stride *= size as usize;
    }
    let mut subscripts = vec![0; shape.len()];
    let mut place = 0;
    for element in elements {
        *element = fortran[place];
        for (dimension, &size) in shape.iter().enumerate().rev() {
            subscripts[dimension] += 1;
            place += strides[dimension];
            if subscripts[dimension] < size {
                break;
            }
            subscripts[dimension] = 0;
            place -= strides[dimension] * size as usize;
        }
    }
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self, String> {
        let truncated = || "ends within its header".to_owned();
        if !bytes.starts_with(MAGIC) {
            return Err("is no .npy file: it does not begin like one".to_owned());
        }
        let version = *bytes.get(6).ok_or_else(truncated)?;
        let (length, start) = match version {
            1 => {
                let length = bytes.get(8..10).ok_or_else(truncated)?;
                (usize::from(u16::from_le_bytes([length[0], length[1]])), 10)
            }
            2 | 3 => {
                let length = bytes.get(8..12).ok_or_else(truncated)?;
                (u32::from_le_bytes([length[0], length[1], length[2], length[3]]) as usize, 12)
            }
            _ => return Err(format!("is of version {version} of the format; versions 1 to 3 are known")),
        };
        let end = start + length;
        let text = bytes.get(start..end).ok_or_else(truncated)?;
        let text = std::str::from_utf8(text).map_err(|_| "has a header that is no text".to_owned())?;
        let missing = |what: &str| format!("has a header without '{what}'");
        let descr = entry(text, "descr").ok_or_else(|| missing("descr"))?;
        let order = entry(text, "fortran_order").ok_or_else(|| missing("fortran_order"))?;
        let shape = entry(text, "shape").ok_or_else(|| missing("shape"))?;
        let is_fortran = order.starts_with("True");
        let (kind, size, is_big_endian) = element_type(descr)?;
        Ok(Self { shape: sizes(shape)?, kind, size, is_big_endian, is_fortran, start: end })
    }

    fn check_length(&self, length: u64) -> Result<(), String> {
        let count = self.shape.iter().try_fold(1_u64, |count, size| count.checked_mul(*size as u64));
        let bytes = count.and_then(|count| count.checked_mul(self.size as u64));
        let expected = bytes.and_then(|bytes| bytes.checked_add(self.start as u64));
        match expected {
            Some(expected) if expected <= length => Ok(()),
            Some(expected) => {
                Err(format!("is too short: it has {length} bytes, and its array takes {expected}"))
            }
            None => Err("says that its array is larger than any file".to_owned()),
        }
    }

    /// Elements of an array whose length was checked.
    fn count(&self) -> usize {
        self.shape.iter().product::<i64>() as usize
    }

    /// Reads as many elements as there are, into row-major order.
    fn read_elements(&self, mut file: impl Read + io::Seek, elements: &mut [f64]) -> Result<(), Problem> {
        file.seek(SeekFrom::Start(self.start as u64)).map_err(Problem::Read)?;
        if !self.is_fortran {
            return self.read_in_order(file, elements);
        }
        let mut fortran = vec![0.0; elements.len()];
        self.read_in_order(file, &mut fortran)?;
        reorder(&self.shape, &fortran, elements);
        Ok(())
    }

    fn read_in_order(&self, mut file: impl Read, elements: &mut [f64]) -> Result<(), Problem> {
        let mut bytes = vec![0; BLOCK.min(elements.len()) * self.size];
        for block in elements.chunks_mut(BLOCK) {
            let bytes = &mut bytes[..block.len() * self.size];
            file.read_exact(bytes).map_err(Problem::Read)?;
            self.convert(bytes, block).map_err(Problem::Contents)?;
        }
        Ok(())
    }

    /// Elements from their bytes.
    fn convert(&self, bytes: &[u8], elements: &mut [f64]) -> Result<(), String> {
        let is_big = self.is_big_endian;
        match (self.kind, self.size) {
            (b'f', 4) => each(bytes, is_big, elements, |bytes| Ok(f32::from_le_bytes(bytes).into())),
            (b'f', _) => each(bytes, is_big, elements, |bytes| Ok(f64::from_le_bytes(bytes))),
            (b'i', 1) => each(bytes, is_big, elements, |bytes| Ok(i8::from_le_bytes(bytes).into())),
            (b'i', 2) => each(bytes, is_big, elements, |bytes| Ok(i16::from_le_bytes(bytes).into())),
            (b'i', 4) => each(bytes, is_big, elements, |bytes| Ok(i32::from_le_bytes(bytes).into())),
            (b'i', _) => each(bytes, is_big, elements, |bytes| {
                let number = i64::from_le_bytes(bytes);
                exact(number as f64, (number as f64) as i128 == i128::from(number), &number)
            }),
            (_, 1) => each(bytes, is_big, elements, |bytes| Ok(u8::from_le_bytes(bytes).into())),
            (_, 2) => each(bytes, is_big, elements, |bytes| Ok(u16::from_le_bytes(bytes).into())),
            (_, 4) => each(bytes, is_big, elements, |bytes| Ok(u32::from_le_bytes(bytes).into())),
            _ => each(bytes, is_big, elements, |bytes| {
                let number = u64::from_le_bytes(bytes);
                exact(number as f64, (number as f64) as u128 == u128::from(number), &number)
            }),
        }
    }
}

/// Elements of `N` bytes each; `value` gets these with the lowest first.
fn each<const N: usize>(
    bytes: &[u8],
    is_big_endian: bool,
    elements: &mut [f64],
    value: impl Fn([u8; N]) -> Result<f64, String>,
) -> Result<(), String> {
    let (chunks, _) = bytes.as_chunks::<N>();
    for (element, &chunk) in elements.iter_mut().zip(chunks) {
        let mut chunk = chunk;
        if is_big_endian {
            chunk.reverse();
        }
        *element = value(chunk)?;
    }
    Ok(())
}

fn exact(value: f64, is_exact: bool, number: &dyn std::fmt::Display) -> Result<f64, String> {
    if is_exact {
        Ok(value)
    } else {
        Err(format!("holds {number}, which has no exact value as a float of 64 bits"))
    }
}

/// What stands behind a key of the header, which is a dictionary of Python.
fn entry<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let quoted = [format!("'{key}'"), format!("\"{key}\"")];
    let place = quoted.iter().find_map(|quoted| text.find(quoted).map(|place| place + quoted.len()))?;
    Some(text[place..].trim_start().strip_prefix(':')?.trim_start())
}

/// Kind, size and whether the byte order is the big one, of `'<f8'` and so on.
fn element_type(descr: &str) -> Result<(u8, usize, bool), String> {
    let shown: String = descr.chars().take_while(|c| !matches!(c, ',' | '}')).take(40).collect();
    let refused = || {
        format!(
            "holds elements of type {shown}; read are floats of 4 and 8 bytes, integers and truths, as in '<f8' and '|u1'"
        )
    };
    let name = descr
        .strip_prefix(['\'', '"'])
        .and_then(|rest| rest.split(['\'', '"']).next())
        .ok_or_else(refused)?;
    let (order, rest) = match name.as_bytes() {
        [order @ (b'<' | b'>' | b'|' | b'='), rest @ ..] => (*order, rest),
        rest => (b'=', rest),
    };
    let is_big_endian = order == b'>';
    match rest {
        [b'f', b'4'] => Ok((b'f', 4, is_big_endian)),
        [b'f', b'8'] => Ok((b'f', 8, is_big_endian)),
        [kind @ (b'i' | b'u'), size @ (b'1' | b'2' | b'4' | b'8')] => {
            Ok((*kind, usize::from(size - b'0'), is_big_endian))
        }
        [b'b', b'1'] => Ok((b'b', 1, is_big_endian)),
        _ => Err(refused()),
    }
}

fn sizes(text: &str) -> Result<Vec<i64>, String> {
    let wrong = || "has a header whose shape is no list of sizes".to_owned();
    let inner = text.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or_else(wrong)?.0;
    let parts = inner.split(',').map(str::trim).filter(|part| !part.is_empty());
    let sizes = parts.map(|part| part.parse::<i64>().map_err(|_| wrong())).collect::<Result<Vec<_>, _>>()?;
    if sizes.len() > toy_ast::MAX_NESTING {
        return Err(format!(
            "holds an array of {} dimensions, and a tensor has at most {}",
            sizes.len(),
            toy_ast::MAX_NESTING
        ));
    }
    match sizes.iter().find(|size| **size < 1) {
        Some(_) => Err("holds an array without elements, and a tensor has at least one".to_owned()),
        None => Ok(sizes),
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    /// A file of version 1 with this header and these elements.
    fn file(descr: &str, order: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
        let header = format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n");
        [MAGIC, &[1, 0], &(header.len() as u16).to_le_bytes(), header.as_bytes(), elements].concat()
    }

    /// What is read of these bytes.
    fn parse(bytes: &[u8]) -> Result<Tensor, String> {
        let header = Header::read(bytes)?;
        header.check_length(bytes.len() as u64)?;
        let mut values = vec![0.0; header.count()];
        match header.read_elements(io::Cursor::new(bytes), &mut values) {
            Ok(()) => Ok(Tensor { shape: header.shape, values }),
            Err(problem) => Err(problem.text("a.npy")),
        }
    }

    fn tensor(shape: &[i64], values: &[f64]) -> Result<Tensor, String> {
        Ok(Tensor { shape: shape.to_vec(), values: values.to_vec() })
    }

    #[test]
    fn what_is_written_is_read() {
        for (shape, values) in
            [(&[][..], &[1.5][..]), (&[2], &[f64::INFINITY, -0.0]), (&[1, 3], &[1.0, 2.0, 3.0])]
        {
            let mut bytes = Vec::new();
            write_array(&mut bytes, shape, values).expect("memory takes everything");
            assert_eq!(parse(&bytes), tensor(shape, values));
            assert_eq!((bytes.len() - values.len() * 8) % 64, 0);
        }
    }

    #[test]
    fn types_and_orders() {
        let of_f4: Vec<u8> = [1.5_f32, -2.0].iter().flat_map(|x| x.to_be_bytes()).collect();
        assert_eq!(parse(&file("'>f4'", "False", "(2,)", &of_f4)), tensor(&[2], &[1.5, -2.0]));
        assert_eq!(parse(&file("'<i2'", "False", "(2,)", &[0xff, 0xff, 0, 1])), tensor(&[2], &[-1.0, 256.0]));
        assert_eq!(parse(&file("'|u1'", "False", "()", &[200])), tensor(&[], &[200.0]));
        assert_eq!(parse(&file("'|b1'", "False", "(2,)", &[0, 1])), tensor(&[2], &[0.0, 1.0]));
        let fortran = parse(&file("'|i1'", "True", "(2, 3)", &[1, 4, 2, 5, 3, 6]));
        assert_eq!(fortran, tensor(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
        let of_u8: Vec<u8> = (0..24).collect();
        let read = parse(&file("'|u1'", "True", "(2, 3, 4)", &of_u8)).unwrap();
        let element = |i: usize, j: usize, k: usize| read.values[(i * 3 + j) * 4 + k];
        assert_eq!([element(1, 0, 0), element(0, 1, 0), element(1, 2, 3)], [1.0, 2.0, 1.0 + 4.0 + 18.0]);
        assert_eq!(
            parse(&file("'>u4'", "False", "(1,)", &[0xff, 0, 0, 1])),
            tensor(&[1], &[4_278_190_081.0])
        );
    }

    #[test]
    fn arrays_of_many_blocks() {
        let values: Vec<f64> = (0..3 * BLOCK + 5).map(|number| number as f64 / 3.0).collect();
        let shape = [values.len() as i64];
        let mut bytes = Vec::new();
        write_array(&mut bytes, &shape, &values).expect("memory takes everything");
        assert_eq!(parse(&bytes), tensor(&shape, &values));
    }

    #[test]
    fn what_is_refused() {
        let refused = |bytes: &[u8], part: &str| {
            let message = parse(bytes).unwrap_err();
            assert!(message.contains(part), "{message}");
        };
        refused(b"PK\x03\x04", "no .npy file");
        refused(b"\x93NUMPY", "ends within its header");
        refused(b"\x93NUMPY\x09\x00\x00\x00", "version 9");
        refused(&file("'<f8'", "False", "(2,)", &[0; 15]), "too short");
        refused(&file("'<c16'", "False", "(1,)", &[0; 16]), "'<c16'");
        refused(&file("[('a', '<f8')]", "False", "(1,)", &[0; 8]), "elements of type");
        refused(&file("'<f8'", "False", "(0,)", &[]), "without elements");
        refused(&file("'<f8'", "False", "(9223372036854775807, 9)", &[]), "larger than any file");
        refused(&file("'<f8'", "False", "(1, x)", &[0; 8]), "no list of sizes");
        refused(&file("'<u8'", "False", "(1,)", &u64::MAX.to_le_bytes()), "no exact value");
    }
}
