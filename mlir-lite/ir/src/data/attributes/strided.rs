//! Layouts of memrefs as affine maps.

use super::{Attribute, AttributeKind};
use crate::data::Context;
use crate::data::affine::AffineMap;
use crate::data::types::DYNAMIC;

impl Attribute {
    /// The affine map of a memref's layout: the map itself, or the map that
    /// `strided<[..], offset: ..>` stands for.
    pub fn layout_map(self, ctx: &Context) -> Option<AffineMap> {
        match self.kind(ctx) {
            AttributeKind::AffineMap(map) => Some(*map),
            AttributeKind::Strided { offset, strides } => Some(ctx.strided_map(*offset, strides)),
            _ => None,
        }
    }
}

impl Context {
    /// The map from indices to `offset` plus the sum of each index times its stride. [`DYNAMIC`]
    /// offsets and strides are symbols, the offset first.
    pub fn strided_map(&self, offset: i64, strides: &[i64]) -> AffineMap {
        let mut symbols = 0;
        let mut number = |value: i64| {
            if value != DYNAMIC {
                return self.affine_constant(value);
            }
            symbols += 1;
            self.affine_symbol(symbols - 1)
        };
        let mut sum = number(offset);
        for (dim, &stride) in (0..).zip(strides) {
            let stride = number(stride);
            sum = self.affine_add(sum, self.affine_mul(self.affine_dim(dim), stride));
        }
        self.affine_map(strides.len() as u32, symbols, &[sum])
    }
}
