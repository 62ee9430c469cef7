//! Tensors of doubles or of single floats: the semantics of the language's operations, written as
//! directly as possible.
//!
//! Plain loops over coordinates, no cleverness: the compiler is compared with this.

use std::fmt::Write as _;

/// A tensor: its elements in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tensor {
    /// The size of each dimension; none for a plain number.
    pub(crate) shape: Vec<usize>,
    /// As many as the product of the sizes.
    pub(crate) elements: Vec<f64>,
    /// Whether the elements are floats of 32 bits, each of which is a double, too.
    pub(crate) single: bool,
}

/// A number rounded to 32 bits.
pub(crate) fn to_single(number: f64) -> f64 {
    f64::from(number as f32)
}

/// Whether what is combined of these tensors is of 32 bits: one of them is, and none of the others
/// is more than a number.
pub(crate) fn are_single<'t>(tensors: impl IntoIterator<Item = &'t Tensor> + Clone) -> bool {
    tensors.clone().into_iter().any(|tensor| tensor.single)
        && tensors.into_iter().all(|tensor| tensor.single || tensor.shape.is_empty())
}

impl Tensor {
    /// A tensor of rank 0.
    pub(crate) fn number(value: f64) -> Self {
        Self { shape: vec![], elements: vec![value], single: false }
    }

    /// Applies a function to each element.
    pub(crate) fn map(&self, function: impl Fn(f64) -> f64) -> Self {
        Self {
            shape: self.shape.clone(),
            elements: self.elements.iter().map(|&element| function(element)).collect(),
            single: self.single,
        }
        .rounded()
    }

    /// The tensor with elements that are as its type says.
    fn rounded(mut self) -> Self {
        if self.single {
            self.elements.iter_mut().for_each(|element| *element = to_single(*element));
        }
        self
    }

    /// The tensor with elements of 32 bits, or of 64.
    pub(crate) fn converted(&self, single: bool) -> Self {
        Self { single, ..self.clone() }.rounded()
    }

    /// Applies a function to corresponding elements of two tensors, after broadcasting. None if the
    /// shapes do not fit.
    pub(crate) fn combine(&self, other: &Self, function: impl Fn(f64, f64) -> f64) -> Option<Self> {
        let shape = broadcast_shape(&self.shape, &other.shape)?;
        let single = are_single([self, other]);
        let [left, right] = [self, other].map(|operand| operand.converted(single));
        let elements = coordinates(&shape)
            .map(|at| function(left.repeated_at(&at), right.repeated_at(&at)))
            .collect();
        Some(Self { shape, elements, single }.rounded())
    }

    /// The tensor with its dimensions in the opposite order.
    pub(crate) fn transpose(&self) -> Self {
        let shape: Vec<usize> = self.shape.iter().rev().copied().collect();
        let elements = coordinates(&shape)
            .map(|mut at| {
                at.reverse();
                self.repeated_at(&at)
            })
            .collect();
        Self { shape, elements, single: self.single }
    }

    /// The same elements in another shape. None if their number differs.
    pub(crate) fn reshape(&self, shape: &[usize]) -> Option<Self> {
        (shape.iter().product::<usize>() == self.elements.len())
            .then(|| Self { shape: shape.to_vec(), ..self.clone() })
    }

    /// The elements at these indices of each dimension; dimensions that are not kept are dropped.
    pub(crate) fn take(&self, places: &[(Vec<usize>, bool)]) -> Self {
        let counts: Vec<usize> = places.iter().map(|(places, _)| places.len()).collect();
        let elements = coordinates(&counts)
            .map(|at| {
                let place: Vec<usize> =
                    at.iter().zip(places).map(|(&at, (places, _))| places[at]).collect();
                self.repeated_at(&place)
            })
            .collect();
        let stays = places.iter().filter(|(_, stays)| *stays);
        let shape = stays.map(|(places, _)| places.len()).collect();
        Self { shape, elements, single: self.single }
    }

    /// Writes the text that `print` prints: `%f` and a space for each number, a line for each row,
    /// an empty line after each plane, and so on outwards; rank 0 and rank 1 are one line.
    pub(crate) fn print(&self, output: &mut String) {
        for (index, &element) in self.elements.iter().enumerate() {
            if element.is_nan() {
                output.push_str("nan ");
            } else {
                let _ = write!(output, "{element:.6} ");
            }
            // A newline for each dimension but the outermost whose last element this is.
            let mut size = 1;
            for &dimension in self.shape.iter().skip(1).rev() {
                size *= dimension;
                if (index + 1) % size == 0 {
                    output.push('\n');
                }
            }
        }
        if self.shape.len() < 2 {
            output.push('\n');
        }
    }

    /// The element for a coordinate of a shape that this one is broadcast to: leading dimensions
    /// are absent here, and those of size 1 have only one element.
    fn repeated_at(&self, coordinate: &[usize]) -> f64 {
        let absent = coordinate.len() - self.shape.len();
        let mut index = 0;
        for (&size, &at) in self.shape.iter().zip(&coordinate[absent..]) {
            index = index * size + if size == 1 { 0 } else { at };
        }
        self.elements[index]
    }
}

/// The number of a dimension, which may be counted from the last one back.
pub(crate) fn dimension_index(dimension: i64, rank: usize) -> Option<usize> {
    let place = if dimension < 0 { dimension + rank as i64 } else { dimension };
    usize::try_from(place).ok().filter(|place| *place < rank)
}

/// The shape of an element-wise operation's result: from the last dimension on, sizes are equal, or
/// one of them is 1 or absent.
fn broadcast_shape(left: &[usize], right: &[usize]) -> Option<Vec<usize>> {
    let rank = left.len().max(right.len());
    let size_at =
        |shape: &[usize], dimension: usize| match (dimension + shape.len()).checked_sub(rank) {
            Some(present) => shape[present],
            None => 1,
        };
    (0..rank)
        .map(|dimension| match (size_at(left, dimension), size_at(right, dimension)) {
            (l, r) if l == r || r == 1 => Some(l),
            (1, r) => Some(r),
            _ => None,
        })
        .collect()
}

/// All coordinates of a shape, in row-major order.
pub(crate) fn coordinates(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let count: usize = shape.iter().product();
    (0..count).map(move |mut index| {
        let mut coordinate = vec![0; shape.len()];
        for (at, &size) in coordinate.iter_mut().zip(shape).rev() {
            *at = index % size;
            index /= size;
        }
        coordinate
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn tensor(shape: &[usize], elements: &[f64]) -> Tensor {
        Tensor { shape: shape.to_vec(), elements: elements.to_vec(), single: false }
    }

    fn printed(tensor: &Tensor) -> String {
        let mut output = String::new();
        tensor.print(&mut output);
        output
    }

    #[test]
    fn shapes_broadcast_from_the_last_dimension() {
        assert_eq!(broadcast_shape(&[2, 3], &[2, 3]), Some(vec![2, 3]));
        assert_eq!(broadcast_shape(&[2, 3], &[]), Some(vec![2, 3]));
        assert_eq!(broadcast_shape(&[3], &[2, 3]), Some(vec![2, 3]));
        assert_eq!(broadcast_shape(&[4, 1], &[3]), Some(vec![4, 3]));
        assert_eq!(broadcast_shape(&[2, 1, 3], &[4, 1]), Some(vec![2, 4, 3]));
        assert_eq!(broadcast_shape(&[4, 2], &[3, 2]), None);
        assert_eq!(broadcast_shape(&[2, 3], &[3, 2]), None);
    }

    #[test]
    fn a_row_is_repeated_for_each_row() {
        let sum =
            tensor(&[2, 2], &[1., 2., 3., 4.]).combine(&tensor(&[2], &[10., 20.]), |a, b| a + b);
        assert_eq!(sum, Some(tensor(&[2, 2], &[11., 22., 13., 24.])));
    }

    #[test]
    fn a_column_and_a_row_make_a_table() {
        let product =
            tensor(&[2, 1], &[2., 3.]).combine(&tensor(&[1, 3], &[1., 10., 100.]), |a, b| a * b);
        assert_eq!(product, Some(tensor(&[2, 3], &[2., 20., 200., 3., 30., 300.])));
    }

    #[test]
    fn operands_keep_their_sides() {
        let difference = Tensor::number(1.).combine(&tensor(&[2], &[2., 5.]), |a, b| a - b);
        assert_eq!(difference, Some(tensor(&[2], &[-1., -4.])));
    }

    #[test]
    fn transpose_reverses_the_dimensions() {
        let matrix = tensor(&[2, 3], &[1., 2., 3., 4., 5., 6.]);
        assert_eq!(matrix.transpose(), tensor(&[3, 2], &[1., 4., 2., 5., 3., 6.]));
        // The element at (i, j, k) of the result is that at (k, j, i).
        let cube = tensor(&[2, 1, 3], &[1., 2., 3., 4., 5., 6.]);
        assert_eq!(cube.transpose(), tensor(&[3, 1, 2], &[1., 4., 2., 5., 3., 6.]));
        assert_eq!(Tensor::number(7.).transpose(), Tensor::number(7.));
    }

    #[test]
    fn reshape_keeps_the_order_and_the_number_of_elements() {
        let row = tensor(&[4], &[1., 2., 3., 4.]);
        assert_eq!(row.reshape(&[2, 2]), Some(tensor(&[2, 2], &[1., 2., 3., 4.])));
        assert_eq!(row.reshape(&[3]), None);
        assert_eq!(Tensor::number(1.).reshape(&[1, 1]), Some(tensor(&[1, 1], &[1.])));
    }

    #[test]
    fn each_rank_prints_in_its_way() {
        assert_eq!(printed(&Tensor::number(1.5)), "1.500000 \n");
        assert_eq!(printed(&tensor(&[2], &[1., 2.])), "1.000000 2.000000 \n");
        assert_eq!(
            printed(&tensor(&[2, 2], &[1., 2., 3., 4.])),
            "1.000000 2.000000 \n3.000000 4.000000 \n"
        );
        assert_eq!(
            printed(&tensor(&[2, 2, 1], &[1., 2., 3., 4.])),
            "1.000000 \n2.000000 \n\n3.000000 \n4.000000 \n\n"
        );
        assert_eq!(
            printed(&tensor(&[2, 1, 2, 1], &[1., 2., 3., 4.])),
            "1.000000 \n2.000000 \n\n\n3.000000 \n4.000000 \n\n\n"
        );
    }

    #[test]
    fn numbers_print_as_percent_f_does() {
        let elements = [-0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN];
        assert_eq!(printed(&tensor(&[5], &elements)), "-0.000000 inf -inf nan nan \n");
        // The double nearest to 0.5e-6 lies below it, that of 1.5e-6 above (4.99..e-7,
        // 1.500..03e-6), so neither is a tie; 2^-7 is exactly 0.0078125, and a tie goes to the even
        // digit.
        assert_eq!(
            printed(&tensor(&[3], &[0.5e-6, 1.5e-6, 0.0078125])),
            "0.000000 0.000002 0.007812 \n"
        );
        assert_eq!(printed(&Tensor::number(1e22)), "10000000000000000000000.000000 \n");
    }
}
