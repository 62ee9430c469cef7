//! `affine-super-vectorize`: iterations of affine loops become elements of vectors.
//!
//! A loop is vectorized if its iterations are independent, and each access in it either goes along
//! memory by one element in each iteration, in the same dimension of all memrefs, counted from the
//! last one, or does not depend on the iteration (`plan.rs`, `access.rs`). Each iteration of the
//! new loop does the work of as many iterations as the vector has elements: loads and stores become
//! `vector.transfer_read` and `vector.transfer_write`, computations are done on vectors, and values
//! from outside are broadcast (`emit.rs`). Loops in it that are not vectorized stay, and carry
//! vectors.
//!
//! This is MLIR's pass of the same name, with these differences: elements of the last vector beyond
//! the end of a loop are masked, unless they are outside of the memory; loops with steps, and
//! accesses that skip elements or go backwards, are left alone; and memrefs that may be the same
//! memory are taken to be different only if an option allows it.

mod access;
mod emit;
mod plan;
mod reduction;
#[cfg(test)]
mod tests;

use crate::{AffineDialect, ForOp};
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::dialects::vector::VectorDialect;
use mlir_lite::ir::{Body, OpDefinition, OpId};
use mlir_lite::pass::{PassContext, RunPass, pass, pass_options};
use mlir_lite_diagnostics::Reported;
use plan::Plan;
use rustc_hash::FxHashSet;

/// Options of `affine-super-vectorize`.
#[pass_options]
#[derive(Clone, Debug)]
pub struct AffineSuperVectorizeOptions {
    /// The sizes of the vectors, one for each dimension, the outermost loop first
    #[option("virtual-vector-size")]
    pub virtual_vector_size: Vec<i64>,
    /// For each dimension of the vectors, which dimension of the memrefs its loop goes along,
    /// counted from the last one; any without this option
    #[option("test-fastest-varying")]
    pub test_fastest_varying: Vec<i64>,
    /// Vectorize loops that combine values as well; floats are then combined in another order
    #[option("vectorize-reductions", default = false)]
    pub vectorize_reductions: bool,
    /// Take memrefs that are different values to be different memory, as MLIR does
    #[option("distinct-memrefs", default = false)]
    pub distinct_memrefs: bool,
}

/// Vectorize to a target independent n-D vector abstraction.
///
/// Iterations of loops with independent iterations become elements of vectors, which transfers read
/// and write. Elements beyond the end of a loop are not written.
#[pass(
    name = "affine-super-vectorize",
    pure,
    report_name = "AffineVectorize",
    each_body,
    dialects(AffineDialect, VectorDialect, StdDialect)
)]
#[derive(Clone, Debug)]
pub struct AffineSuperVectorizePass {
    #[options]
    options: AffineSuperVectorizeOptions,
}

impl RunPass for AffineSuperVectorizePass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        if body.context().dialect_id("affine").is_none() {
            return Ok(());
        }
        if let Some(message) = self.options.mistake() {
            return Err(cx.diagnostics.error(body.op(body.root()).error(message)));
        }
        if self.options.virtual_vector_size.is_empty() {
            return Ok(());
        }
        let aliases = cx.analysis::<AliasAnalysis>(body);
        // Inner loops come first.
        let loops: Vec<ForOp> =
            body.own_ops_post_order().into_iter().filter_map(|op| ForOp::cast(body, op)).collect();
        let mut around_vectorized: FxHashSet<OpId> = FxHashSet::default();
        for this in loops {
            if around_vectorized.contains(&this.id()) {
                continue;
            }
            let Some(plan) = Plan::new(body, this, &self.options, &aliases) else { continue };
            let around = std::iter::successors(body.parent_op(this.id()), |op| body.parent_op(*op));
            around_vectorized.extend(around);
            emit::emit(body, &plan);
        }
        Ok(())
    }
}

impl AffineSuperVectorizeOptions {
    /// Returns the error in the options.
    fn mistake(&self) -> Option<String> {
        let (sizes, fastest) = (&self.virtual_vector_size, &self.test_fastest_varying);
        if let Some(size) = sizes.iter().find(|size| **size < 1) {
            return Some(format!(
                "affine-super-vectorize: sizes of vectors are at least 1, but \
                 'virtual-vector-size' has {size}"
            ));
        }
        if !fastest.is_empty() && fastest.len() != sizes.len() {
            return Some(format!(
                "affine-super-vectorize: 'test-fastest-varying' has a number for each size in \
                 'virtual-vector-size', of which there are {}, but {} were given",
                sizes.len(),
                fastest.len()
            ));
        }
        (self.vectorize_reductions && sizes.len() > 1).then(|| {
            "affine-super-vectorize: 'vectorize-reductions' needs vectors of one dimension; give \
             one 'virtual-vector-size'"
                .to_owned()
        })
    }
}
