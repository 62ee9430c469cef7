//! Alias analysis: whether two memrefs or pointers may be the same memory.
//!
//! A value is followed to its underlying objects (`objects.rs`): through views, selects, values
//! that loops carry, results of regions and arguments of blocks, to allocations, arguments of the
//! function and globals. It knows ops by their interfaces alone. Two values that one loop carries
//! and only exchanges are different memory if the first ones are (`exchange.rs`). Memory that is
//! allocated in the body is different from all memory of unknown origin, unless its address escapes
//! (`escape.rs`).
//!
//! The analysis is flow-insensitive: its answers hold for two values whenever both are in use, in
//! one run of the body. It is computed on request, value by value, each time near-linear in the
//! number of values that are followed. Passes that compare many values with one another use
//! [`AliasClass`], which is coarser.

mod class;
mod escape;
mod exchange;
mod objects;

pub use class::AliasClass;
pub use objects::{UnderlyingObject, viewed};

use crate::pass::{Analyses, Analysis};
use escape::Reach;
use mlir_lite::ir::{Body, OpId, ValueId};
use objects::Objects;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whether two memrefs or pointers may be the same memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AliasResult {
    /// They have no element in common.
    No,
    /// They may have elements in common.
    May,
    /// They are the same memory from the first to the last element, perhaps in another shape.
    Must,
}

impl AliasResult {
    /// Whether they have no element in common.
    pub fn is_no(self) -> bool {
        self == Self::No
    }

    /// Whether they may have elements in common, or certainly have.
    pub fn is_may_or_must(self) -> bool {
        !self.is_no()
    }
}

/// The alias analysis of a body.
///
/// Its answers stay valid while uses of memrefs and pointers are only removed, so a pass may go on
/// asking while it erases ops.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// # mod buffers {
/// #     use mlir_lite::ir::prelude::*;
/// #     /// Memory.
/// #     #[op(name = "buffer.new", implements(MemoryEffectOpInterface),
/// #          format = "attr-dict `:` type($result)")]
/// #     pub struct NewOp {
/// #         #[result] result: AnyMemRef,
/// #     }
/// #     impl MemoryEffectOpInterface for NewOp {
/// #         fn effects(op: NewOpRef<'_>) -> SmallVec<[Effect; 2]> {
/// #             SmallVec::from_elem(Effect::on(EffectKind::Allocate, op.result()), 1)
/// #         }
/// #     }
/// #     /// The same memory with another type.
/// #     #[op(name = "buffer.cast", implements(ViewLikeOpInterface),
/// #          format = "$source attr-dict `:` type($source) `to` type($result)")]
/// #     pub struct CastOp {
/// #         #[operand] source: AnyMemRef,
/// #         #[result] result: AnyMemRef,
/// #     }
/// #     impl ViewLikeOpInterface for CastOp {
/// #         fn view_source(op: CastOpRef<'_>) -> ValueId { op.source().id() }
/// #         fn is_known_to_be_complete_view(_: CastOpRef<'_>) -> bool { true }
/// #     }
/// #     pub struct BufferDialect;
/// #     impl Dialect for BufferDialect {
/// #         const NAMESPACE: &'static str = "buffer";
/// #         fn register(dialect: &mut DialectRegistration<'_>) {
/// #             dialect.op::<NewOp>();
/// #             dialect.op::<CastOp>();
/// #         }
/// #     }
/// # }
/// # use buffers::BufferDialect;
/// use mlir_lite::analysis::alias::{AliasAnalysis, AliasResult};
/// use mlir_lite::ir::{Body, ValueId};
/// use mlir_lite::pass::{PassContext, RunPass, pass};
/// # use mlir_lite::Context;
/// # use mlir_lite::dialects::builtin::BuiltinDialect;
/// # use mlir_lite::text::{ParseOptions, parse_module};
/// # use mlir_lite_diagnostics::{Diagnostics, Reported};
///
/// # let ctx = Context::new();
/// # ctx.load::<BuiltinDialect>();
/// # ctx.load::<BufferDialect>();
/// let text = "
///     %a = buffer.new : memref<4xf64>
///     %b = buffer.new : memref<4xf64>
///     %c = buffer.cast %a : memref<4xf64> to memref<?xf64>";
/// # let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
/// # let module =
/// #     parse_module(&ctx, &file, ParseOptions::default(), &mut Diagnostics::new()).unwrap();
/// let [a, b, c] = [0, 1, 2].map(|op| module.result(module.own_ops()[op], 0));
/// let aliases = AliasAnalysis::default();
/// assert_eq!(aliases.alias(&module, a, b), AliasResult::No);
/// assert_eq!(aliases.alias(&module, a, c), AliasResult::Must);
///
/// /// A pass requests it, and shares it with other passes.
/// #[pass(name = "count-distinct")]
/// struct CountDistinctPass;
///
/// impl RunPass for CountDistinctPass {
///     fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
///         let aliases = cx.analysis::<AliasAnalysis>(body);
///         let ops = body.own_ops();
///         let memrefs: Vec<ValueId> = ops.iter().flat_map(|&op| body.results(op)).collect();
///         let is_distinct = |pair: &&[ValueId]| aliases.alias(body, pair[0], pair[1]).is_no();
///         println!("{} neighbours differ", memrefs.windows(2).filter(is_distinct).count());
///         Ok(())
///     }
/// }
/// ```
#[derive(Default)]
pub struct AliasAnalysis {
    known: Mutex<Known>,
}

/// The results so far, by value.
#[derive(Default)]
struct Known {
    objects: FxHashMap<ValueId, Objects>,
    reaches: FxHashMap<ValueId, Reach>,
    classes: FxHashMap<ValueId, AliasClass>,
    /// Whether a loop exchanges different memory, for a number of loops that may be followed.
    exchanges: FxHashMap<(OpId, usize), bool>,
}

impl Analysis for AliasAnalysis {
    const NAME: &'static str = "AliasAnalysis";

    type Parameters = ();
    fn compute(_: &Body, _: &(), _: &mut Analyses<'_>) -> Self {
        Self::default()
    }
}

impl AliasAnalysis {
    /// Whether two memrefs or pointers of the body may be the same memory, at a time when both are
    /// in use.
    pub fn alias(&self, body: &Body, a: ValueId, b: ValueId) -> AliasResult {
        if objects::same_memory(body, a) == objects::same_memory(body, b) {
            return AliasResult::Must;
        }
        let mut known = self.known();
        match known.is_same_global(body, a, b) {
            true => AliasResult::Must,
            false if known.are_distinct(body, a, b) => AliasResult::No,
            false => AliasResult::May,
        }
    }

    /// The objects that a memref or pointer may refer to, each once.
    pub fn underlying_objects(&self, body: &Body, value: ValueId) -> Vec<UnderlyingObject> {
        self.known().objects(body, value).to_vec()
    }

    /// The alias class of a memref or pointer.
    pub fn class(&self, body: &Body, value: ValueId) -> AliasClass {
        let mut known = self.known();
        if let Some(class) = known.classes.get(&value) {
            return *class;
        }
        let class = known.compute_class(body, value);
        known.classes.insert(value, class);
        class
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Whether every object that `a` may be is different from each that `b` may be.
    fn have_distinct_objects(&mut self, body: &Body, a: ValueId, b: ValueId) -> bool {
        let (of_a, of_b) = (self.objects(body, a), self.objects(body, b));
        of_a.iter().all(|&a| of_b.iter().all(|&b| self.are_distinct_objects(body, a, b)))
    }

    fn are_distinct_objects(
        &mut self,
        body: &Body,
        a: UnderlyingObject,
        b: UnderlyingObject,
    ) -> bool {
        use UnderlyingObject::*;
        match (a, b) {
            (Any, _) | (_, Any) => false,
            (Allocation(a) | NoAliasArgument(a), Allocation(b) | NoAliasArgument(b)) => a != b,
            (Allocation(own) | NoAliasArgument(own), Unknown)
            | (Unknown, Allocation(own) | NoAliasArgument(own)) => {
                self.reach(body, own) != Reach::Escaped
            }
            // Memory that is allocated here is not memory that there was before.
            (Allocation(_) | NoAliasArgument(_), Argument(_) | Global { .. })
            | (Argument(_) | Global { .. }, Allocation(_) | NoAliasArgument(_)) => true,
            (
                Global { symbol: a, is_own_memory: true },
                Global { symbol: b, is_own_memory: true },
            ) => a != b,
            (Argument(_) | Global { .. } | Unknown, Argument(_) | Global { .. } | Unknown) => false,
        }
    }

    /// Whether both are the whole memory of one global.
    fn is_same_global(&mut self, body: &Body, a: ValueId, b: ValueId) -> bool {
        let global = |value| objects::global(body, objects::same_memory(body, value));
        global(a).is_some_and(|a| global(b) == Some(a))
    }
}

#[cfg(test)]
mod tests;
