//! `einsum`, according to the language's documentation.

use crate::builtins::multiply_add;
use crate::tensor::{Tensor, coordinates, to_single};

/// Sums of products, as the subscripts say.
pub(crate) fn einsum(text: &str, tensors: &[Tensor]) -> Option<Tensor> {
    let (operands, result) = match text.split_once("->") {
        Some((operands, result)) => (operands, Some(result.to_owned())),
        None => (text, None),
    };
    let all: Vec<char> = operands.chars().filter(char::is_ascii_alphabetic).collect();
    let result = result.unwrap_or_else(|| {
        let is_single = |label: &char| all.iter().filter(|other| *other == label).count() == 1;
        let mut once: Vec<char> = all.iter().copied().filter(is_single).collect();
        once.sort_unstable();
        once.into_iter().collect()
    });
    let operands: Vec<Vec<char>> = operands.split(',').map(|o| o.chars().collect()).collect();
    if operands.len() != tensors.len() {
        return None;
    }
    let mut labels: Vec<char> = result.chars().collect();
    let kept = labels.len();
    let is_wrong = |label: &char| {
        !all.contains(label) || result.chars().filter(|other| other == label).count() > 1
    };
    if labels.iter().any(is_wrong) {
        return None;
    }
    for label in &all {
        if !labels.contains(label) {
            labels.push(*label);
        }
    }
    let mut sizes = vec![1; labels.len()];
    for (operand, tensor) in operands.iter().zip(tensors) {
        if operand.len() != tensor.shape.len() {
            return None;
        }
        for (label, &size) in operand.iter().zip(&tensor.shape) {
            let known = &mut sizes[labels.iter().position(|other| other == label)?];
            *known = if *known == 1 { size } else { *known };
            if size != 1 && size != *known {
                return None;
            }
        }
    }
    let factor = |operand: &[char], tensor: &Tensor, at: &[usize]| {
        let mut number = 0;
        for (label, &size) in operand.iter().zip(&tensor.shape) {
            let place = labels.iter().position(|other| other == label).map_or(0, |l| at[l]);
            number = number * size + if size == 1 { 0 } else { place };
        }
        tensor.elements[number]
    };
    let single = tensors.iter().any(|tensor| tensor.single);
    let round = |number: f64| if single { to_single(number) } else { number };
    let elements = coordinates(&sizes[..kept]).map(|outer| {
        let mut sum = None;
        for inner in coordinates(&sizes[kept..]) {
            let at = [&outer[..], &inner].concat();
            let factors: Vec<f64> =
                operands.iter().zip(tensors).map(|(o, tensor)| factor(o, tensor, &at)).collect();
            let (last, others) = factors.split_last()?;
            let product = others.iter().copied().reduce(|a, b| round(a * b));
            let before = sum.unwrap_or(0.0);
            sum = Some(match (product, kept < labels.len()) {
                (None, false) => *last,
                (None, true) => round(before + last),
                (Some(product), false) => product * last,
                (Some(product), true) => multiply_add(single, product, *last, before),
            });
        }
        sum
    });
    let elements = elements.collect::<Option<Vec<f64>>>()?;
    Some(Tensor { shape: sizes[..kept].to_vec(), elements, single })
}
