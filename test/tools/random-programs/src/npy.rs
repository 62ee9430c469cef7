//! Files of one array, in NumPy's format: the inputs and outputs of programs.

use crate::tensor::{Tensor, coordinates};

const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// How the elements of an array are stored.
const FORMATS: [&str; 4] = ["<f8", "<f4", "<i4", ">f8"];

/// A file's contents: whole numbers below a thousand, stored in one of several formats.
pub(crate) fn encode(tensor: &Tensor, variant: usize) -> Vec<u8> {
    let format = FORMATS[variant % FORMATS.len()];
    let is_fortran = variant / FORMATS.len() % 2 == 1;
    let sizes: String = tensor.shape.iter().map(|size| format!("{size},")).collect();
    let order = if is_fortran { "True" } else { "False" };
    let mut header =
        format!("{{'descr': '{format}', 'fortran_order': {order}, 'shape': ({sizes}), }}");
    while !(MAGIC.len() + 2 + header.len() + 1).is_multiple_of(64) {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes =
        [MAGIC, &u16::try_from(header.len()).unwrap_or(u16::MAX).to_le_bytes()].concat();
    bytes.extend(header.bytes());
    // In Fortran's order the elements of the transposed tensor follow each other.
    let stored = if is_fortran { tensor.transpose() } else { tensor.clone() };
    for element in stored.elements {
        match format {
            "<f8" => bytes.extend(element.to_le_bytes()),
            ">f8" => bytes.extend(element.to_be_bytes()),
            "<f4" => bytes.extend((element as f32).to_le_bytes()),
            _ => bytes.extend((element as i32).to_le_bytes()),
        }
    }
    bytes
}

/// The shape and the elements in a file that a program has written, as text; `nan` is one value,
/// whatever its bits.
pub(crate) fn describe(bytes: &[u8]) -> Option<String> {
    let rest = bytes.strip_prefix(MAGIC)?;
    let (length, rest) = rest.split_first_chunk::<2>()?;
    let (header, elements) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
    let header = std::str::from_utf8(header).ok()?;
    if !header.contains("'fortran_order': False") {
        return None;
    }
    let (_, shape) = header.split_once("'shape': (")?;
    let (shape, _) = shape.split_once(')')?;
    let sizes = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
    let shape = sizes.map(|size| size.parse().ok()).collect::<Option<Vec<usize>>>()?;
    let elements: Vec<f64> = if header.contains("'descr': '<f8'") {
        let (elements, []) = elements.as_chunks::<8>() else { return None };
        elements.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect()
    } else if header.contains("'descr': '<f4'") {
        let (elements, []) = elements.as_chunks::<4>() else { return None };
        elements.iter().map(|bytes| f64::from(f32::from_le_bytes(*bytes))).collect()
    } else {
        return None;
    };
    (elements.len() == shape.iter().product())
        .then(|| describe_tensor(&Tensor { shape, elements, single: false }))
}

/// As [`describe`], of the expected content of a file.
pub(crate) fn describe_tensor(tensor: &Tensor) -> String {
    let elements =
        coordinates(&tensor.shape).zip(&tensor.elements).map(|(at, element)| match element {
            element if element.is_nan() => format!("{at:?} nan"),
            element => format!("{at:?} {element:e} {:x}", element.to_bits()),
        });
    format!("{:?}\n{}\n", tensor.shape, elements.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn what_is_written_is_described() {
        for shape in [&[][..], &[3], &[2, 3]] {
            let count = shape.iter().product::<usize>();
            let elements = (0..count).map(|number| number as f64 - 1.0).collect();
            let tensor = Tensor { shape: shape.to_vec(), elements, single: false };
            for format in [0, 1] {
                assert_eq!(describe(&encode(&tensor, format)), Some(describe_tensor(&tensor)));
            }
        }
    }
}
