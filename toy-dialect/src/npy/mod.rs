//! `.npy`: NumPy's format for one array in a file.
//!
//! It reads floats of 32 and 64 bits, integers and booleans, of either byte order and in C or
//! Fortran order; values that are not exact as a float of 64 bits are refused, and so are all other
//! types, by name. Only regular files are read: a FIFO or a device would block the process that
//! checks the program. It writes `<f8` or `<f4` in C order, by [`replace`](crate::replace).

mod header;

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, SeekFrom};
use std::path::Path;

use mlir_lite::types::DYNAMIC;

use crate::replace::replace;
use crate::tensor::Tensor;
use crate::tensor::element_list::for_elements;
use crate::tensor::elements::{Element, Scalar};
use crate::tensor::shape::shown;
use header::{ElementType, Header, MAGIC, MAX_HEADER};

/// Elements that are read or written at once.
const BLOCK: usize = 1 << 13;

/// An element of a file.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// A float.
    Float(f64),
    /// An integer with a sign.
    Signed(i64),
    /// An integer without a sign, or a boolean.
    Unsigned(u64),
}

impl Number {
    /// The float that is equal to the number.
    fn exact(self) -> Result<f64, String> {
        let (integer, float) = match self {
            Self::Float(number) => return Ok(number),
            Self::Signed(number) => (i128::from(number), number as f64),
            Self::Unsigned(number) => (i128::from(number), number as f64),
        };
        match float as i128 == integer {
            true => Ok(float),
            false => Err(format!(
                "holds {integer}, which has no exact value as a float of 64 bits; \
                 `i64(load(..))` reads integers"
            )),
        }
    }

    /// The integer that is equal to the number.
    fn integer(self) -> Result<i64, String> {
        match self {
            Self::Signed(number) => Ok(number),
            Self::Unsigned(number) => i64::try_from(number)
                .map_err(|_| format!("holds {number}, which is not in the range of i64")),
            Self::Float(_) => Err("holds floats".to_owned()),
        }
    }

    /// The integer of 8 bits that is equal to the number.
    fn small_integer<T: TryFrom<i64> + Scalar>(self) -> Result<T, String> {
        let number = self.integer()?;
        let name = T::ELEMENT.name();
        T::try_from(number)
            .map_err(|_| format!("holds {number}, which is not in the range of {name}"))
    }
}

/// Elements of tensors in memory.
pub trait StoredElement: Copy + Default {
    /// The type in the header of a file that is written.
    const DESCR: &'static str;

    /// Whether only integers are read from files.
    const IS_INTEGER: bool;

    /// An element of a file, rounded if it is a float.
    ///
    /// # Errors
    /// If an integer has no exact value; the text says why.
    fn of_number(number: Number) -> Result<Self, String>;

    /// The element that is closest to a number.
    fn closest(number: f64) -> Self;

    /// The element with these little-endian bytes.
    fn of_bytes(bytes: &[u8]) -> Self;

    /// Writes the little-endian bytes.
    fn write_to(self, bytes: &mut [u8]);

    /// The element as it is in files: all NaNs have the same bits there, since the actual bits
    /// depend on how they were computed.
    fn canonical(self) -> Self;
}

/// Implements [`StoredElement`].
macro_rules! stored {
    ($ty:ty, $descr:literal, $is_integer:literal, $of_number:expr, $canonical:expr) => {
        impl StoredElement for $ty {
            const DESCR: &'static str = $descr;
            const IS_INTEGER: bool = $is_integer;

            fn of_number(number: Number) -> Result<Self, String> {
                $of_number(number)
            }

            fn closest(number: f64) -> Self {
                number as Self
            }

            fn of_bytes(bytes: &[u8]) -> Self {
                bytes.try_into().map_or(Self::default(), Self::from_le_bytes)
            }

            fn write_to(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            fn canonical(self) -> Self {
                $canonical(self)
            }
        }
    };
}

stored!(f64, "<f8", false, Number::exact, |number: f64| {
    if number.is_nan() { f64::NAN } else { number }
});
stored!(f32, "<f4", false, |number: Number| number.exact().map(Self::closest), |number: f32| {
    if number.is_nan() { f32::NAN } else { number }
});
stored!(i64, "<i8", true, Number::integer, |number: i64| number);
stored!(i8, "|i1", true, Number::small_integer, |number: i8| number);
stored!(u8, "|u1", true, Number::small_integer, |number: u8| number);

impl StoredElement for bool {
    const DESCR: &'static str = "|b1";
    const IS_INTEGER: bool = false;

    fn of_number(number: Number) -> Result<Self, String> {
        Ok(match number {
            Number::Float(number) => number != 0.0,
            Number::Signed(number) => number != 0,
            Number::Unsigned(number) => number != 0,
        })
    }

    fn closest(number: f64) -> Self {
        number != 0.0
    }

    fn of_bytes(bytes: &[u8]) -> Self {
        bytes.iter().any(|byte| *byte != 0)
    }

    fn write_to(self, bytes: &mut [u8]) {
        bytes.fill(u8::from(self));
    }

    fn canonical(self) -> Self {
        self
    }
}

/// The shape of the array in a file, of which only the header is read; the file is long enough for
/// it.
///
/// # Errors
/// If there is no such file, or it contains no array that can be read; the text says why.
pub fn read_shape(path: &str) -> Result<Vec<i64>, String> {
    open(path).map(|(_, header)| header.shape)
}

/// As [`read_shape`], and whether the elements are integers or booleans.
pub(crate) fn read_type(path: &str) -> Result<(Vec<i64>, bool), String> {
    open(path).map(|(_, header)| (header.shape, header.element.kind != b'f'))
}

/// Whether a shape is the stated one, in which [`DYNAMIC`] is any size.
pub(crate) fn is_of_shape(found: &[i64], stated: &[i64]) -> bool {
    let mut pairs = found.iter().zip(stated);
    found.len() == stated.len() && pairs.all(|(found, stated)| [found, &DYNAMIC].contains(&stated))
}

/// The shape of the array in a file, which is to be the stated one, in which [`DYNAMIC`] is any
/// size.
///
/// # Errors
/// If there is no such file, or it holds no such array; the text says why.
pub fn read_stated_shape(path: &str, stated: &[i64]) -> Result<Vec<i64>, String> {
    let (found, _) = read_type(path)?;
    match is_of_shape(&found, stated) {
        true => Ok(found),
        false => Err(changed(path, &found, stated)),
    }
}

/// Whether the array in a file has booleans.
pub(crate) fn holds_booleans(path: &str) -> bool {
    open(path).is_ok_and(|(_, header)| header.element.kind == b'b')
}

/// The array in a file, as elements of a type, to which floats are rounded.
///
/// # Errors
/// If there is no such file, or it holds no array that can be read; the text says why.
pub fn read(path: &str, element: Element) -> Result<Tensor, String> {
    fn of_type<E: StoredElement + Scalar>(path: &str) -> Result<Tensor, String> {
        let (file, header) = open(path)?;
        check_kind::<E>(path, &header)?;
        let mut values: Vec<E> = zeros(header.count()).map_err(|problem| problem.text(path))?;
        header.read_elements(file, &mut values).map_err(|problem| problem.text(path))?;
        Ok(Tensor { shape: header.shape, elements: E::elements(values) })
    }
    match element {
        Element::F64 => of_type::<f64>(path),
        Element::F32 => of_type::<f32>(path),
        Element::I64 => of_type::<i64>(path),
        Element::Bool => of_type::<bool>(path),
        Element::I8 => of_type::<i8>(path),
        Element::U8 => of_type::<u8>(path),
    }
}

/// Checks that no file of floats is read as integers.
fn check_kind<E: StoredElement>(path: &str, header: &Header) -> Result<(), String> {
    match E::IS_INTEGER && header.element.kind == b'f' {
        true => Err(format!("'{path}' holds floats, and the program was compiled for integers")),
        false => Ok(()),
    }
}

/// Reads the array in a file, which must have this shape, into elements in row-major order: as many
/// as the shape has. Each is rounded to the type of elements in memory.
///
/// # Errors
/// If there is no such file, or it holds no such array; the text says why.
pub fn read_into<E: StoredElement>(
    path: &str,
    shape: &[i64],
    elements: &mut [E],
) -> Result<(), String> {
    let (file, header) = open(path)?;
    if header.shape != shape || header.count() != elements.len() {
        return Err(changed(path, &header.shape, shape));
    }
    check_kind::<E>(path, &header)?;
    header.read_elements(file, elements).map_err(|problem| problem.text(path))
}

/// A file and its header; the file is long enough for its array.
fn open(path: &str) -> Result<(File, Header), String> {
    let wrong = |problem: Problem| problem.text(path);
    let unreadable = |error: io::Error| wrong(Problem::Read(error));
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // A FIFO without a writer, and some devices, would block.
        options.custom_flags(nix::libc::O_NONBLOCK | nix::libc::O_NOCTTY);
    }
    let mut file = options.open(path).map_err(unreadable)?;
    let status = file.metadata().map_err(unreadable)?;
    if !status.is_file() {
        return Err(wrong(Problem::Other(kind_of(&status))));
    }
    let mut start = Vec::new();
    let most = MAGIC.len() + 6 + MAX_HEADER;
    Read::by_ref(&mut file).take(most as u64).read_to_end(&mut start).map_err(unreadable)?;
    let header =
        Header::read(&start).and_then(|header| header.check_length(status.len()).map(|()| header));
    header.map(|header| (file, header)).map_err(|what| wrong(Problem::Contents(what)))
}

/// The number of elements of an array whose length was checked.
fn kind_of(status: &Metadata) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if status.file_type().is_fifo() {
            return "a FIFO";
        }
        if status.file_type().is_char_device() || status.file_type().is_block_device() {
            return "a device";
        }
    }
    if status.is_dir() { "a directory" } else { "no file" }
}

/// Memory for the elements of a file.
fn zeros<E: StoredElement>(count: usize) -> Result<Vec<E>, Problem> {
    let mut values = Vec::new();
    let bytes = count.saturating_mul(size_of::<E>());
    values.try_reserve_exact(count).map_err(|_| Problem::Memory(bytes))?;
    values.resize(count, E::default());
    Ok(values)
}

/// Writes an array into a file. Unless the file is written in place, it keeps its old contents if
/// that fails.
///
/// # Errors
/// If the file cannot be written; the text says why.
pub fn write<E: StoredElement>(path: &str, shape: &[i64], values: &[E]) -> Result<(), String> {
    let written = replace(Path::new(path), |file| write_array(file, shape, values));
    written.map_err(|error| format!("cannot write '{path}': {}", without_number(&error)))
}

/// As [`write`], of a tensor.
///
/// # Errors
/// If the file cannot be written; the text says why.
pub(crate) fn write_tensor(path: &str, tensor: &Tensor) -> Result<(), String> {
    for_elements!(&tensor.elements, list => write(path, &tensor.shape, list))
}

/// The operating system's message for an error.
pub(crate) fn without_number(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words).to_owned()
}

/// The error that a file contains another shape than the program was compiled for.
pub fn changed(path: &str, found: &[i64], expected: &[i64]) -> String {
    format!(
        "'{path}' holds shape {}, and the program was compiled for {}",
        shown(found),
        shown(expected)
    )
}

/// Why an array cannot be read.
#[derive(Debug)]
enum Problem {
    Read(io::Error),
    /// It is not a regular file, but this.
    Other(&'static str),
    /// A description of the error.
    Contents(String),
    /// There is not enough memory for this many bytes.
    Memory(usize),
}

impl Problem {
    fn text(self, path: &str) -> String {
        match self {
            Self::Read(error) => format!("cannot read '{path}': {}", without_number(&error)),
            Self::Other(kind) => format!("cannot read '{path}': it is {kind}, not a regular file"),
            Self::Memory(bytes) => {
                format!("cannot allocate {bytes} bytes for the contents of '{path}'")
            }
            Self::Contents(what) => format!("'{path}' {what}"),
        }
    }
}

fn write_array<E: StoredElement>(
    mut file: impl io::Write,
    shape: &[i64],
    values: &[E],
) -> io::Result<()> {
    let sizes: String = shape.iter().map(|size| format!("{size}, ")).collect();
    let sizes = if shape.len() == 1 { sizes.trim_end() } else { sizes.trim_end_matches(", ") };
    let descr = E::DESCR;
    let mut header =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({sizes}), }}");
    // The elements begin at a multiple of 64.
    let unpadded = MAGIC.len() + 4 + header.len() + 1;
    header.push_str(&" ".repeat(unpadded.next_multiple_of(64) - unpadded));
    header.push('\n');
    file.write_all(MAGIC)?;
    file.write_all(&[1, 0])?;
    file.write_all(&(header.len() as u16).to_le_bytes())?;
    file.write_all(header.as_bytes())?;
    let mut bytes = vec![0; BLOCK.min(values.len()) * size_of::<E>()];
    for block in values.chunks(BLOCK) {
        let bytes = &mut bytes[..size_of_val(block)];
        for (bytes, value) in bytes.chunks_exact_mut(size_of::<E>()).zip(block) {
            value.canonical().write_to(bytes);
        }
        file.write_all(bytes)?;
    }
    file.flush()
}

/// Reorders elements from Fortran order, in which the first dimension varies fastest, to C order.
fn reorder<E: Copy>(shape: &[i64], fortran: &[E], elements: &mut [E]) {
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
    /// Reads as many elements as there are, into row-major order.
    fn read_elements<E: StoredElement>(
        &self,
        mut file: impl Read + io::Seek,
        elements: &mut [E],
    ) -> Result<(), Problem> {
        file.seek(SeekFrom::Start(self.start as u64)).map_err(Problem::Read)?;
        if !self.is_fortran {
            return self.read_in_order(file, elements);
        }
        let mut fortran = zeros(elements.len())?;
        self.read_in_order(file, &mut fortran)?;
        reorder(&self.shape, &fortran, elements);
        Ok(())
    }

    fn read_in_order<E: StoredElement>(
        &self,
        mut file: impl Read,
        elements: &mut [E],
    ) -> Result<(), Problem> {
        let mut bytes = vec![0; BLOCK.min(elements.len()) * self.element.size];
        for block in elements.chunks_mut(BLOCK) {
            let bytes = &mut bytes[..block.len() * self.element.size];
            file.read_exact(bytes).map_err(Problem::Read)?;
            self.convert(bytes, block).map_err(Problem::Contents)?;
        }
        Ok(())
    }

    /// Elements from their bytes.
    fn convert<E: StoredElement>(&self, bytes: &[u8], elements: &mut [E]) -> Result<(), String> {
        use Number::{Float, Signed, Unsigned};
        let ElementType { kind, size, is_big_endian: is_big } = self.element;
        match (kind, size) {
            // As in NumPy, each byte but zero is true.
            (b'b', _) => each(bytes, is_big, elements, |[byte]| Unsigned(u64::from(byte != 0))),
            (b'f', 4) => each(bytes, is_big, elements, |b| Float(f32::from_le_bytes(b).into())),
            (b'f', _) => each(bytes, is_big, elements, |b| Float(f64::from_le_bytes(b))),
            (b'i', 1) => each(bytes, is_big, elements, |b| Signed(i8::from_le_bytes(b).into())),
            (b'i', 2) => each(bytes, is_big, elements, |b| Signed(i16::from_le_bytes(b).into())),
            (b'i', 4) => each(bytes, is_big, elements, |b| Signed(i32::from_le_bytes(b).into())),
            (b'i', _) => each(bytes, is_big, elements, |b| Signed(i64::from_le_bytes(b))),
            (_, 1) => each(bytes, is_big, elements, |b| Unsigned(u8::from_le_bytes(b).into())),
            (_, 2) => each(bytes, is_big, elements, |b| Unsigned(u16::from_le_bytes(b).into())),
            (_, 4) => each(bytes, is_big, elements, |b| Unsigned(u32::from_le_bytes(b).into())),
            _ => each(bytes, is_big, elements, |b| Unsigned(u64::from_le_bytes(b))),
        }
    }
}

/// Elements of `N` bytes each; `number` gets the bytes of each in little-endian order.
fn each<const N: usize, E: StoredElement>(
    bytes: &[u8],
    is_big_endian: bool,
    elements: &mut [E],
    number: impl Fn([u8; N]) -> Number,
) -> Result<(), String> {
    let (chunks, _) = bytes.as_chunks::<N>();
    for (element, &chunk) in elements.iter_mut().zip(chunks) {
        let mut chunk = chunk;
        if is_big_endian {
            chunk.reverse();
        }
        *element = E::of_number(number(chunk))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    /// A file of version 1 with this header and these elements.
    fn file(descr: &str, order: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
        let header =
            format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n");
        [MAGIC, &[1, 0], &(header.len() as u16).to_le_bytes(), header.as_bytes(), elements].concat()
    }

    /// The array parsed from these bytes.
    fn parse(bytes: &[u8]) -> Result<Tensor, String> {
        let header = Header::read(bytes)?;
        header.check_length(bytes.len() as u64)?;
        let mut values = vec![0.0; header.count()];
        match header.read_elements(io::Cursor::new(bytes), &mut values) {
            Ok(()) => tensor(&header.shape, &values),
            Err(problem) => Err(problem.text("a.npy")),
        }
    }

    fn tensor(shape: &[i64], values: &[f64]) -> Result<Tensor, String> {
        Ok(Tensor { shape: shape.to_vec(), elements: f64::elements(values.to_vec()) })
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
    fn floats_of_32_bits_are_written_in_4_bytes() {
        let values = [0.1_f32, -0.0, f32::NEG_INFINITY, -f32::NAN];
        let mut bytes = Vec::new();
        write_array(&mut bytes, &[2, 2], &values).expect("memory takes everything");
        let header = Header::read(&bytes).expect("a header was written");
        assert_eq!((bytes.len() - header.start, header.element.size), (16, 4));
        let mut read = [0.0_f32; 4];
        header.read_elements(io::Cursor::new(&bytes), &mut read).expect("they are there");
        assert_eq!(read.map(f32::to_bits), values.map(|value| value.canonical().to_bits()));
        assert_eq!(bytes[header.start + 12..], [0, 0, 0xc0, 0x7f]);
    }

    #[test]
    fn types_and_orders() {
        let of_f4: Vec<u8> = [1.5_f32, -2.0].iter().flat_map(|x| x.to_be_bytes()).collect();
        assert_eq!(parse(&file("'>f4'", "False", "(2,)", &of_f4)), tensor(&[2], &[1.5, -2.0]));
        assert_eq!(
            parse(&file("'<i2'", "False", "(2,)", &[0xff, 0xff, 0, 1])),
            tensor(&[2], &[-1.0, 256.0])
        );
        assert_eq!(parse(&file("'|u1'", "False", "()", &[200])), tensor(&[], &[200.0]));
        assert_eq!(parse(&file("'|b1'", "False", "(2,)", &[0, 1])), tensor(&[2], &[0.0, 1.0]));
        let fortran = parse(&file("'|i1'", "True", "(2, 3)", &[1, 4, 2, 5, 3, 6]));
        assert_eq!(fortran, tensor(&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
        let of_u8: Vec<u8> = (0..24).collect();
        let read = parse(&file("'|u1'", "True", "(2, 3, 4)", &of_u8)).unwrap();
        let element =
            |i: usize, j: usize, k: usize| read.list::<f64>().unwrap()[(i * 3 + j) * 4 + k];
        assert_eq!(
            [element(1, 0, 0), element(0, 1, 0), element(1, 2, 3)],
            [1.0, 2.0, 1.0 + 4.0 + 18.0]
        );
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
        refused(b"PK\x03\x04", "not a .npy file");
        refused(b"\x93NUMPY", "ends within its header");
        refused(b"\x93NUMPY\x09\x00\x00\x00", "version 9.0");
        refused(&file("'<f8'", "False", "(2,)", &[0; 15]), "too short");
        refused(&file("'<c16'", "False", "(1,)", &[0; 16]), "'<c16'");
        refused(
            &file("[('a', '<f8')]", "False", "(1,)", &[0; 8]),
            "expected a type of elements in quotes, as in '<f8' at byte 20",
        );
        refused(&file("'<f8'", "False", "(0,)", &[]), "without elements");
        refused(&file("'<f8'", "False", "(9223372036854775807, 9)", &[]), "larger than any file");
        refused(
            &file("'<f8'", "False", "(1, x)", &[0; 8]),
            "expected a size without a leading zero at byte 64",
        );
        refused(&file("'<u8'", "False", "(1,)", &u64::MAX.to_le_bytes()), "no exact value");
    }
}
