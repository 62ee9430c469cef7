//! `affine-block-matmul`: products of matrices at the speed of the processor's multipliers.
//!
//! A product is a perfect nest of three loops around `c[i, j] = fma(a[i, k], b[k, j], c[i, j])`, in any order of the loops, with the
//! subscripts of `a` and of `b` either way round. It is done as in Goto and van de Geijn, "Anatomy of
//! High-Performance Matrix Multiplication" (2008): a block of `b` that stays in the outer caches and one of `a` that stays in the
//! second are copied, so that they are read in a row from then on; a kernel keeps a tile of `c` in registers for as long as
//! a block is deep.
//!
//! Each element of `c` goes through the same additions in the same order as before, in increasing `k`: the result has the
//! same bits.

mod emit;
mod product;
#[cfg(test)]
mod tests;

use crate::dialects::affine::ForOp;
use crate::ir::{Body, OpDefinition};
use crate::pass::{OptionText, Pass, PassContext, PassOptions, PassScope};
use crate::transforms::memory::MemoryClasses;
use mlir_lite_diagnostics::Reported;
use product::Product;

crate::declare_options! {
    /// Options of `affine-block-matmul`.
    #[derive(Copy)]
    pub struct AffineBlockMatmulOptions {
        /// Elements of a vector
        vector_size: usize = 8 => "vector-size",
        /// Rows of the tile that is kept in registers
        rows: usize = 4 => "rows",
        /// Vectors in each row of the tile that is kept in registers
        vectors: usize = 2 => "vectors",
        /// Rows of a block of the left matrix, a multiple of those of a tile
        row_block: usize = 128 => "row-block",
        /// Columns of a block of the right matrix, a multiple of those of a tile
        column_block: usize = 2048 => "column-block",
        /// Columns of a block of the left matrix, and rows of one of the right
        depth: usize = 256 => "depth",
        /// Products of fewer multiplications stay as they are
        minimum: usize = 100000 => "minimum",
    }
}

/// Blocks the products of matrices in one isolated op.
#[derive(Copy, Clone, Debug)]
pub struct AffineBlockMatmulPass {
    options: AffineBlockMatmulOptions,
}

impl AffineBlockMatmulPass {
    /// The pass with options. Sizes are made to fit: none is 0, and blocks hold whole tiles.
    pub fn with_options(options: &AffineBlockMatmulOptions) -> Self {
        let at_least_one = |size: usize| size.clamp(1, 1 << 20);
        let (vector_size, vectors) = (at_least_one(options.vector_size), options.vectors.clamp(1, 16));
        let (rows, columns) = (options.rows.clamp(1, 16), vectors * vector_size);
        Self {
            options: AffineBlockMatmulOptions {
                vector_size,
                rows,
                vectors,
                row_block: at_least_one(options.row_block).next_multiple_of(rows),
                column_block: at_least_one(options.column_block).next_multiple_of(columns),
                depth: at_least_one(options.depth),
                minimum: options.minimum,
            },
        }
    }
}

impl Default for AffineBlockMatmulPass {
    fn default() -> Self {
        Self::with_options(&AffineBlockMatmulOptions::default())
    }
}

impl Pass for AffineBlockMatmulPass {
    fn name(&self) -> &'static str {
        "AffineBlockMatmul"
    }

    fn argument(&self) -> &'static str {
        "affine-block-matmul"
    }

    fn options(&self) -> Vec<OptionText> {
        self.options.texts()
    }

    fn scope(&self) -> PassScope {
        PassScope::EachBody
    }

    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        block_products(body, &self.options);
        Ok(())
    }
}

/// Blocks the products in a body; gives how many there were. The sizes of blocks are multiples of those of tiles.
fn block_products(body: &mut Body, options: &AffineBlockMatmulOptions) -> usize {
    if body.context().dialect_id("affine").is_none() {
        return 0;
    }
    let mut classes = MemoryClasses::default();
    let loops: Vec<ForOp> =
        body.walk_pre_order().into_iter().filter_map(|op| ForOp::cast(body, op)).collect();
    let products: Vec<Product> =
        loops.into_iter().filter_map(|root| Product::of(body, root, &mut classes)).collect();
    let is_large = |product: &&Product| {
        let [rows, columns, depth] = product.sizes.map(i128::from);
        rows * columns * depth >= options.minimum as i128
    };
    products.iter().filter(is_large).map(|product| emit::emit(body, product, options)).count()
}
