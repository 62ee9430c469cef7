//! `affine-parallelize`: loops whose iterations are independent become `affine.parallel`.
//!
//! A nest here is a perfect nest of loops with constant bounds whose innermost body only loads, stores and computes. Where
//! its iterations may run in any order (see `affine_nest.rs`), each of its loops becomes an `affine.parallel` of one
//! variable, from the outermost one on. Reductions stay loops: their order is part of the result.
//!
//! Two memrefs that are not known to be different memory may be the same here; MLIR's own pass takes them for different.

use crate::dialects::affine::subscripts::SubscriptTable;
use crate::dialects::affine::{ForOp, ParallelOp};
use crate::ir::builder::{BodyBuilder, InsertionPoint};
use crate::ir::{Body, OpDefinition};
use crate::pass::{OptionText, Pass, PassContext, PassOptions, PassScope};
use crate::transforms::affine_nest::{Nest, move_ops};
use crate::transforms::memory::MemoryClasses;
use mlir_lite_diagnostics::Reported;

crate::declare_options! {
    /// Options of `affine-parallelize`.
    pub struct AffineParallelizeOptions {
        /// How many loops of a nest become parallel ones at most
        max_nested: usize = 4294967295 => "max-nested",
    }
}

/// Makes the loops of one isolated op parallel ones.
#[derive(Clone, Debug)]
pub struct AffineParallelizePass {
    options: AffineParallelizeOptions,
}

impl AffineParallelizePass {
    /// The pass with options.
    pub fn with_options(options: &AffineParallelizeOptions) -> Self {
        Self { options: options.clone() }
    }
}

impl Pass for AffineParallelizePass {
    fn name(&self) -> &'static str {
        "AffineParallelize"
    }

    fn argument(&self) -> &'static str {
        "affine-parallelize"
    }

    fn options(&self) -> Vec<OptionText> {
        self.options.texts()
    }

    fn scope(&self) -> PassScope {
        PassScope::EachBody
    }

    fn run(&self, body: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        if body.context().dialect_id("affine").is_none() {
            return Ok(());
        }
        for loops in independent_nests(body) {
            for this in loops.into_iter().take(self.options.max_nested) {
                parallelize(body, this);
            }
        }
        Ok(())
    }
}

/// The loops of each nest whose iterations may run in any order, outermost first.
fn independent_nests(body: &Body) -> Vec<Vec<ForOp>> {
    let (mut subscripts, mut classes) = (SubscriptTable::default(), MemoryClasses::default());
    let nests = Nest::all(body, &mut subscripts, &mut classes);
    let loops = |nest: &Nest| {
        std::iter::successors(ForOp::cast(body, nest.root), |outer| {
            body.ops(outer.block(body)).find_map(|op| ForOp::cast(body, op))
        })
        .collect()
    };
    nests.iter().filter(|nest| nest.has_free_order()).map(loops).collect()
}

/// Puts an `affine.parallel` of the same bounds and body in the place of a loop with constant bounds that carries nothing.
fn parallelize(body: &mut Body, this: ForOp) {
    let Some(bounds) = this.constant_bounds(body) else { return };
    let (location, step) = (body.location(this.id()), this.step_value(body));
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(this.id()));
    let parallel = ParallelOp::from_to(&mut builder, location, bounds, step);
    let (from, to) = (this.block(body), parallel.block(body));
    let (old, new) = (this.induction_variable(body), body.arguments(to)[0]);
    body.replace_all_uses(old, new);
    move_ops(body, from, to);
    body.erase_op(this.id());
}

#[cfg(test)]
mod tests {
    use super::{AffineParallelizeOptions, AffineParallelizePass};
    use crate::Context;
    use crate::dialects::affine::AffineDialect;
    use crate::transforms::test_support::{parse_in, run_pass_with};
    use pretty_assertions::assert_eq;

    /// How many parallel loops and other ones the pass leaves of a function of this body.
    fn loops(max_nested: usize, text: &str) -> [usize; 2] {
        let load = |ctx: &Context| {
            ctx.load::<AffineDialect>();
        };
        let mut module = parse_in(
            load,
            &format!(
                "func @f(%a: memref<8x9xf64> {{llvm.noalias}}, %b: memref<9x8xf64> {{llvm.noalias}}, %x: memref<8x9xf64>) {{
                   {text} return }}"
            ),
        );
        let pass = AffineParallelizePass::with_options(&AffineParallelizeOptions { max_nested });
        let mut text = String::new();
        for (_, function) in module.children_mut() {
            text = run_pass_with(&pass, function, &[]);
        }
        ["affine.parallel", "affine.for"].map(|name| text.matches(name).count())
    }

    fn copy(from: &str, to: &str) -> String {
        format!(
            "affine.for %i = 0 to 8 {{ affine.for %j = 1 to 9 step 2 {{
               %v = affine.load {from}
               affine.store %v, {to}
             }} }}"
        )
    }

    #[test]
    fn independent_iterations() {
        let transpose = copy("%a[%i, %j] : memref<8x9xf64>", "%b[%j, %i] : memref<9x8xf64>");
        assert_eq!(loops(usize::MAX, &transpose), [2, 0]);
        assert_eq!(loops(1, &transpose), [1, 1]);
        assert_eq!(loops(0, &transpose), [0, 2]);
        assert_eq!(loops(1, &format!("{transpose}{transpose}")), [2, 2]);
        let in_place = copy("%a[%i, %j] : memref<8x9xf64>", "%a[%i, %j] : memref<8x9xf64>");
        assert_eq!(loops(1, &in_place), [1, 1]);
    }

    #[test]
    fn iterations_that_depend_on_others() {
        let next = copy("%a[%i, %j - 1] : memref<8x9xf64>", "%a[%i, %j] : memref<8x9xf64>");
        assert_eq!(loops(usize::MAX, &next), [0, 2]);
        let same_place = copy("%a[%i, %j] : memref<8x9xf64>", "%b[0, %i] : memref<9x8xf64>");
        assert_eq!(loops(usize::MAX, &same_place), [0, 2]);
        // What nothing is known of may be the same memory.
        let unknown = "memref<8x9xf64>";
        let text = copy(&format!("%x[%i, %j] : {unknown}"), &format!("%y[%i, %j] : {unknown}"));
        let text = format!("%y = memref_cast %x : {unknown} to {unknown} {text}");
        assert_eq!(loops(usize::MAX, &text), [0, 2]);
    }
}
