//! `affine-block-matmul`: matrix products at the speed of the processor's multipliers.
//!
//! A product is a perfect nest of three loops around `c[i, j] = fma(a[i, k], b[k, j], c[i, j])`, in
//! any order of the loops, with the subscripts of `a` and of `b` in either order. It is blocked as
//! in Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication" (2008): a block of
//! `b` that stays in the outer caches and one of `a` that stays in the second-level cache are
//! packed, so that they are read contiguously; a kernel keeps a tile of `c` in registers for the
//! depth of a block.
//!
//! Each element of `c` is the result of the same additions in the same order as before, in
//! increasing `k`: the result has the same bits.
//!
//! Where bounds of the loops are not known, the number of multiplications decides, when the program
//! runs, whether the blocked loops run or those that were there.
//!
//! Products of integers of 8 bits, with sums of 32 bits, are packed in groups of a few `k`, for
//! instructions that add the products of a group.

mod emit;
mod groups;
mod product;
#[cfg(test)]
mod tests;

use crate::loop_sizes::LoopSizes;
use crate::{AffineDialect, ForOp};
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::vector::{DotProducts, VectorDialect};
use mlir_lite::ir::{Body, OpDefinition};
use mlir_lite::pass::{PassContext, RunPass, pass, pass_options};
use mlir_lite_diagnostics::Reported;
use product::Product;

/// The loops of a product.
const PRODUCT_LOOPS: usize = 3;

/// The loops of a product of a row of integers and a matrix.
const LEAST_LOOPS: usize = 2;

/// Options of `affine-block-matmul`.
#[pass_options]
#[derive(Copy, Clone, Debug)]
pub struct AffineBlockMatmulOptions {
    /// Elements of a vector; of 32 bits, twice as many
    #[option("vector-size", default = 8)]
    pub vector_size: usize,
    /// Rows of the tile that is kept in registers
    #[option("rows", default = 6)]
    pub rows: usize,
    /// Vectors in each row of the tile that is kept in registers
    #[option("vectors", default = 1)]
    pub vectors: usize,
    /// Rows of a block of the left matrix, a multiple of those of a tile
    #[option("row-block", default = 126)]
    pub row_block: usize,
    /// Columns of a block of the right matrix, a multiple of those of a tile
    #[option("column-block", default = 2048)]
    pub column_block: usize,
    /// Columns of a block of the left matrix, and rows of one of the right
    #[option("depth", default = 256)]
    pub depth: usize,
    /// Products of fewer multiplications stay as they are
    #[option("minimum", default = 100000)]
    pub minimum: usize,
    /// The instructions for products of integers of 8 bits
    #[option("dot-products")]
    pub dot_products: DotProducts,
}

/// Block the products of matrices.
///
/// Loops around `c[i, j] = fma(a[i, k], b[k, j], c[i, j])` run block by block: blocks of both
/// matrices are copied to where they are read in a row, and tiles of the result are kept in
/// registers. The result has the same bits. So do loops around
/// `c[i, j] = c[i, j] + sexti(a[i, k]) * sexti(b[k, j])` of integers of 8 bits, with sums of 32
/// bits; each factor may be extended by `zexti` as well.
#[pass(
    name = "affine-block-matmul",
    pure,
    each_body,
    dialects(AffineDialect, ScfDialect, VectorDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct AffineBlockMatmulPass {
    #[options]
    options: AffineBlockMatmulOptions,
}

impl AffineBlockMatmulOptions {
    /// The options with consistent sizes: none is 0, and blocks contain whole tiles.
    fn fitted(&self) -> Self {
        let at_least_one = |size: usize| size.clamp(1, 1 << 20);
        let (vector_size, vectors) = (at_least_one(self.vector_size), self.vectors.clamp(1, 16));
        let (rows, columns) = (self.rows.clamp(1, 16), vectors * vector_size);
        Self {
            vector_size,
            rows,
            vectors,
            row_block: at_least_one(self.row_block).next_multiple_of(rows),
            column_block: at_least_one(self.column_block).next_multiple_of(columns),
            depth: at_least_one(self.depth),
            minimum: self.minimum,
            dot_products: self.dot_products,
        }
    }
}

impl RunPass for AffineBlockMatmulPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        if cx.analysis::<LoopSizes>(body).deepest < LEAST_LOOPS {
            return Ok(());
        }
        let aliases = cx.analysis::<AliasAnalysis>(body);
        block_products(body, &self.options.fitted(), &aliases);
        Ok(())
    }
}

/// Blocks the products in a body; returns their number. The sizes of blocks are multiples of those
/// of tiles.
fn block_products(
    body: &mut Body,
    options: &AffineBlockMatmulOptions,
    aliases: &AliasAnalysis,
) -> usize {
    if body.context().dialect_id("affine").is_none() {
        return 0;
    }
    let loops: Vec<ForOp> =
        body.own_ops().into_iter().filter_map(|op| ForOp::cast(body, op)).collect();
    let products: Vec<Product> =
        loops.into_iter().filter_map(|root| Product::of(body, root, aliases)).collect();
    let is_large = |product: &&Product| {
        // Those that are not known are asked for where the product runs.
        let sizes = product.sizes.map(|size| size.known().map(i128::from));
        let [Some(rows), Some(columns), Some(depth)] = sizes else { return true };
        rows * columns * depth >= options.minimum as i128
    };
    products.iter().filter(is_large).map(|product| emit::emit(body, product, options)).count()
}
