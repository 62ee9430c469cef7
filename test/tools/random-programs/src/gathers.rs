//! Subscripts that are tensors of indices, according to the language's documentation.

use crate::tensor::{Tensor, coordinates};

/// The part of a dimension that a subscript takes.
pub(crate) enum Part {
    /// A number of elements from the first one on.
    Range(usize, usize),
    /// One element for each index.
    Indices(Tensor),
}

/// A dimension of the result.
enum Dimension {
    /// The range of this dimension of the base.
    Range(usize),
    /// This one of the common shape of the indices.
    Indices(usize),
}

/// The elements at tensors of indices, one part for each dimension. If there are none: the message
/// about the first index that is wrong, or nothing if the shapes do not fit.
pub(crate) fn gather(base: &Tensor, parts: &[Part]) -> Result<Tensor, Option<String>> {
    let mut common = Tensor::number(0.0);
    for part in parts {
        if let Part::Indices(tensor) = part {
            common = common.combine(tensor, |_, _| 0.0).ok_or(None)?;
        }
    }
    // All indices, repeated to the common shape.
    let repeated = |tensor: &Tensor| tensor.combine(&common, |index, _| index);
    let mut indices = Vec::new();
    for part in parts {
        indices.push(match part {
            Part::Indices(tensor) => Some(repeated(tensor).ok_or(None)?),
            Part::Range(..) => None,
        });
    }
    for number in 0..common.elements.len() {
        for (tensor, &size) in indices.iter().zip(&base.shape) {
            let Some(index) = tensor.as_ref().map(|tensor| tensor.elements[number]) else {
                continue;
            };
            let is_inside = -(size as f64) <= index && index < size as f64;
            if index.fract() != 0.0 {
                let shown = if index.is_nan() { "nan".into() } else { format!("{index:.6}") };
                let message = format!("{shown} is not an index in a dimension of size {size}");
                return Err(Some(message));
            }
            if !is_inside {
                let message = format!("there is no element {index} in a dimension of size {size}");
                return Err(Some(message));
            }
        }
    }
    // The dimensions of the indices take the position of the first of them if they are side by
    // side.
    let places: Vec<usize> = (0..parts.len()).filter(|place| indices[*place].is_some()).collect();
    let (first, last) = (places[0], places[places.len() - 1]);
    let are_together = last - first + 1 == places.len();
    let of_indices = (0..common.shape.len()).map(Dimension::Indices);
    let mut dimensions: Vec<Dimension> = Vec::new();
    for (place, own) in indices.iter().enumerate() {
        if place == if are_together { first } else { 0 } {
            dimensions.extend(of_indices.clone());
        }
        if own.is_none() {
            dimensions.push(Dimension::Range(place));
        }
    }
    let size = |dimension: &Dimension| match *dimension {
        Dimension::Indices(own) => common.shape[own],
        Dimension::Range(place) => match parts[place] {
            Part::Range(_, count) => count,
            Part::Indices(_) => 1,
        },
    };
    let shape: Vec<usize> = dimensions.iter().map(size).collect();
    let element = |at: Vec<usize>| {
        let mut in_common = 0;
        for (dimension, at) in dimensions.iter().zip(&at) {
            if let Dimension::Indices(own) = *dimension {
                in_common = in_common * common.shape[own] + at;
            }
        }
        let mut number = 0;
        for (place, &size) in base.shape.iter().enumerate() {
            let range = dimensions.iter().zip(&at).find_map(|(dimension, at)| match dimension {
                Dimension::Range(own) if *own == place => Some(*at),
                _ => None,
            });
            let own = match (&parts[place], &indices[place]) {
                (Part::Range(first, _), _) => first + range.unwrap_or(0),
                (_, Some(tensor)) => {
                    let index = tensor.elements[in_common] as i64;
                    index.rem_euclid(size as i64) as usize
                }
                _ => 0,
            };
            number = number * size + own;
        }
        base.elements[number]
    };
    let elements = coordinates(&shape).map(element).collect();
    Ok(Tensor { shape, elements, single: base.single })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn indices_take_elements_and_rows() {
        let base = Tensor { shape: vec![2, 2], elements: vec![1., 2., 3., 4.], single: false };
        let row = |elements: &[f64]| Tensor {
            shape: vec![elements.len()],
            elements: elements.to_vec(),
            single: false,
        };
        let rows = gather(&base, &[Part::Indices(row(&[1., -2.])), Part::Range(0, 2)]).unwrap();
        assert_eq!(rows.elements, [3., 4., 1., 2.]);
        let columns = gather(&base, &[Part::Range(0, 2), Part::Indices(row(&[1.]))]).unwrap();
        assert_eq!((columns.shape, columns.elements), (vec![2, 1], vec![2., 4.]));
        let wrong = gather(&base, &[Part::Indices(row(&[2.])), Part::Range(0, 2)]);
        let message = "there is no element 2 in a dimension of size 2".to_owned();
        assert_eq!(wrong, Err(Some(message)));
    }
}
