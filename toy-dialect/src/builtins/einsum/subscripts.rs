//! The subscripts of `einsum`: which dimensions of the operands are the same index.

use mlir_lite::Context;
use mlir_lite::affine::{AffineExpr, AffineMap};

/// The labels of the operands and of the result, by their numbers: those of the result come first,
/// in order, then the others in the order in which they occur.
pub(super) struct Subscripts {
    /// For each operand, the labels of its dimensions.
    operands: Vec<Vec<usize>>,
    /// By label.
    sizes: Vec<i64>,
    /// The number of labels that the result has.
    kept: usize,
}

impl Subscripts {
    /// The subscripts for operands of these shapes.
    ///
    /// # Errors
    /// If they do not fit; the text says why.
    pub(super) fn of(text: &str, shapes: &[&[i64]]) -> Result<Self, String> {
        let text: String = text.chars().filter(|letter| *letter != ' ').collect();
        let (operands, result) = match text.split_once("->") {
            Some((operands, result)) => (operands, Some(result.to_owned())),
            None => (&text[..], None),
        };
        let operands: Vec<&str> = operands.split(',').collect();
        let letters = operands.iter().copied().chain(result.as_deref()).flat_map(str::chars);
        if let Some(wrong) = letters.into_iter().find(|letter| !letter.is_ascii_alphabetic()) {
            return Err(format!("'{wrong}' is not a letter"));
        }
        if operands.len() != shapes.len() {
            let (count, tensors) = (operands.len(), shapes.len());
            return Err(format!("there are subscripts for {count} tensors, found {tensors}"));
        }
        for (letters, shape) in operands.iter().zip(shapes) {
            if letters.len() != shape.len() {
                let (count, rank) = (letters.len(), shape.len());
                return Err(format!(
                    "'{letters}' has {count} letters for a tensor of {rank} dimensions"
                ));
            }
        }
        let result = result.unwrap_or_else(|| once(&operands));
        let mut labels: Vec<char> = Vec::new();
        for letter in result.chars() {
            if labels.contains(&letter) {
                return Err(format!("'{letter}' is twice in the result"));
            }
            if !operands.iter().any(|operand| operand.contains(letter)) {
                return Err(format!("'{letter}' of the result is in no tensor"));
            }
            labels.push(letter);
        }
        let kept = labels.len();
        for letter in operands.iter().flat_map(|operand| operand.chars()) {
            if !labels.contains(&letter) {
                labels.push(letter);
            }
        }
        let number = |letter| labels.iter().position(|label| *label == letter).unwrap_or(0);
        let mut sizes = vec![1; labels.len()];
        let numbered: Vec<Vec<usize>> =
            operands.iter().map(|operand| operand.chars().map(number).collect()).collect();
        for (&label, &size) in numbered.iter().flatten().zip(shapes.iter().copied().flatten()) {
            match (sizes[label], size) {
                (known, size) if known == size || size == 1 => {}
                (1, size) => sizes[label] = size,
                (known, size) => {
                    let letter = labels[label];
                    return Err(format!("dimension '{letter}' has size {known} and size {size}"));
                }
            }
        }
        Ok(Self { operands: numbered, sizes, kept })
    }

    /// By label.
    pub(super) fn sizes(&self) -> &[i64] {
        &self.sizes
    }

    /// The number of labels that the result has; they are the first ones.
    pub(super) fn kept(&self) -> usize {
        self.kept
    }

    /// Of the result.
    pub(super) fn shape(&self) -> Vec<i64> {
        self.sizes[..self.kept].to_vec()
    }

    /// For each operand, how far its elements are apart along each label.
    pub(super) fn strides(&self, shapes: &[&[i64]]) -> Vec<Vec<i64>> {
        let of_operand = |(labels, shape): (&Vec<usize>, &&[i64])| {
            let mut strides = vec![0; self.sizes.len()];
            let mut stride = 1;
            for (&label, &size) in labels.iter().zip(*shape).rev() {
                strides[label] += if size == 1 { 0 } else { stride };
                stride *= size;
            }
            strides
        };
        self.operands.iter().zip(shapes).map(of_operand).collect()
    }

    /// The labels in the order of the loops. The summed ones keep their order, so that the sums are
    /// the same in any order of the others. The last dimension of the result is the innermost loop
    /// if it is the last one of an operand: then memory is read in a row, and iterations are
    /// independent.
    pub(super) fn loop_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sizes.len()).collect();
        let is_last = |label: usize| self.operands.iter().any(|own| own.last() == Some(&label));
        if let Some(last) = self.kept.checked_sub(1).filter(|last| is_last(*last)) {
            order.remove(last);
            order.push(last);
        }
        order
    }

    /// For each operand, the map from the loops to its indices.
    pub(super) fn maps(&self, ctx: &Context, shapes: &[&[i64]], order: &[usize]) -> Vec<AffineMap> {
        let of_operand = |(labels, shape): (&Vec<usize>, &&[i64])| {
            let subscripts = labels.iter().zip(*shape).map(|(&label, &size)| match size {
                1 => ctx.affine_constant(0),
                _ => loop_of(ctx, label, order),
            });
            ctx.affine_map(order.len() as u32, 0, &subscripts.collect::<Vec<_>>())
        };
        self.operands.iter().zip(shapes).map(of_operand).collect()
    }

    /// The map from the loops to the indices of the result.
    pub(super) fn result_map(&self, ctx: &Context, order: &[usize]) -> AffineMap {
        let subscripts: Vec<_> = (0..self.kept).map(|label| loop_of(ctx, label, order)).collect();
        ctx.affine_map(order.len() as u32, 0, &subscripts)
    }
}

/// The index of the loop over a label.
fn loop_of(ctx: &Context, label: usize, order: &[usize]) -> AffineExpr {
    let place = order.iter().position(|other| *other == label).unwrap_or(label);
    ctx.affine_dim(place as u32)
}

/// The letters that occur once, in alphabetical order.
fn once(operands: &[&str]) -> String {
    let mut letters: Vec<char> = operands.iter().flat_map(|operand| operand.chars()).collect();
    letters.sort_unstable();
    let groups = letters.chunk_by(|a, b| a == b);
    groups.filter(|group| group.len() == 1).map(|group| group[0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_occur_once_are_the_result() {
        let shape = |text: &str, shapes: &[&[i64]]| Subscripts::of(text, shapes).map(|s| s.shape());
        assert_eq!(shape("ba", &[&[2, 3]]), Ok(vec![3, 2]));
        assert_eq!(shape("ij,jk", &[&[2, 3], &[3, 4]]), Ok(vec![2, 4]));
        assert_eq!(shape("ii", &[&[2, 2]]), Ok(vec![]));
        assert_eq!(shape("i,i->i", &[&[1], &[5]]), Ok(vec![5]));
        assert_eq!(shape("i->ii", &[&[1]]), Err("'i' is twice in the result".to_owned()));
        assert_eq!(shape("i->j", &[&[1]]), Err("'j' of the result is in no tensor".to_owned()));
        assert_eq!(shape("i.", &[&[1]]), Err("'.' is not a letter".to_owned()));
    }
}
