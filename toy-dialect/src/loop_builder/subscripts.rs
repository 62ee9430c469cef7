//! Affine maps from the subscripts of a result's element to those of an operand's element.

use mlir_lite::Context;
use mlir_lite::affine::{AffineExpr, AffineMap};

/// Subscripts of an operand that is broadcast to `result`: dimensions are aligned at the last one,
/// and a dimension of size 1 has only one element.
pub(crate) fn broadcast(ctx: &Context, operand: &[i64], result: &[i64]) -> AffineMap {
    let offset = result.len() - operand.len();
    let subscripts: Vec<AffineExpr> = operand
        .iter()
        .enumerate()
        .map(|(i, &size)| {
            if size == 1 && result[offset + i] != 1 {
                ctx.affine_constant(0)
            } else {
                ctx.affine_dim((offset + i) as u32)
            }
        })
        .collect();
    ctx.affine_map(result.len() as u32, 0, &subscripts)
}

/// Subscripts of an operand that is reshaped to `result`: both have their elements in row-major
/// order.
///
/// Common leading and trailing dimensions are kept; between them the row-major index is computed
/// and delinearized.
pub(crate) fn reshape(ctx: &Context, operand: &[i64], result: &[i64]) -> AffineMap {
    let common = operand.iter().zip(result).take_while(|(a, b)| a == b).count();
    let rest = operand[common..].iter().rev().zip(result[common..].iter().rev());
    let trailing = rest.take_while(|(a, b)| a == b).count();
    let mut position = ctx.affine_constant(0);
    for (i, &size) in result.iter().enumerate().take(result.len() - trailing).skip(common) {
        position = ctx.affine_mul(position, ctx.affine_constant(size));
        position = ctx.affine_add(position, ctx.affine_dim(i as u32));
    }
    let mut subscripts: Vec<AffineExpr> = (0..common).map(|i| ctx.affine_dim(i as u32)).collect();
    let middle = &operand[common..operand.len() - trailing];
    for (i, &size) in middle.iter().enumerate() {
        // The number of elements in one step of this dimension.
        let stride: i64 = middle[i + 1..].iter().product();
        let steps = ctx.affine_floordiv(position, ctx.affine_constant(stride));
        subscripts.push(match size {
            1 => ctx.affine_constant(0),
            // All dimensions before have size 1: the steps stay within the dimension.
            _ if middle[..i].iter().all(|size| *size == 1) => steps,
            _ => ctx.affine_mod(steps, ctx.affine_constant(size)),
        });
    }
    subscripts.extend((result.len() - trailing..result.len()).map(|i| ctx.affine_dim(i as u32)));
    ctx.affine_map(result.len() as u32, 0, &subscripts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All subscripts of a shape in row-major order.
    fn all(shape: &[i64]) -> Vec<Vec<i64>> {
        let mut all = vec![vec![]];
        for &size in shape {
            all = all
                .into_iter()
                .flat_map(|start: Vec<i64>| (0..size).map(move |i| [&start[..], &[i]].concat()))
                .collect();
        }
        all
    }

    fn evaluate(ctx: &Context, map: AffineMap, at: &[i64]) -> Vec<i64> {
        map.results(ctx).iter().map(|result| result.evaluate(ctx, at, &[]).unwrap()).collect()
    }

    #[test]
    fn a_reshape_keeps_the_order_of_elements() {
        let ctx = Context::new();
        let shapes: [(&[i64], &[i64]); 9] = [
            (&[2, 3], &[3, 2]),
            (&[6], &[2, 3]),
            (&[2, 3], &[6]),
            (&[1, 1], &[]),
            (&[], &[1, 1, 1]),
            (&[2, 3, 4], &[2, 4, 3]),
            (&[4, 3, 5], &[2, 6, 5]),
            (&[1, 6, 1, 2], &[3, 1, 4]),
            (&[2, 2], &[2, 2]),
        ];
        for (from, to) in shapes {
            let map = reshape(&ctx, from, to);
            let found: Vec<_> = all(to).iter().map(|at| evaluate(&ctx, map, at)).collect();
            assert_eq!(found, all(from), "{from:?} to {to:?}");
        }
    }

    #[test]
    fn dimensions_of_size_1_have_one_element() {
        let ctx = Context::new();
        let at = |operand: &[i64], result: &[i64], at: &[i64]| {
            evaluate(&ctx, broadcast(&ctx, operand, result), at)
        };
        assert_eq!(at(&[4, 1], &[4, 3], &[2, 1]), [2, 0]);
        assert_eq!(at(&[3], &[4, 3], &[2, 1]), [1]);
        assert_eq!(at(&[], &[4, 3], &[2, 1]), [0; 0]);
        assert_eq!(at(&[4, 3], &[4, 3], &[2, 1]), [2, 1]);
    }
}
