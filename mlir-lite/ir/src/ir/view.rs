//! Views: an id together with its body, for code that only reads.
//!
//! A view of an isolated op's link shows the whole op: operands, results and position from the
//! enclosing body, and name, attributes and regions from its own body. Walks over views include
//! nested bodies.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::data::location::Location;
use crate::data::types::Type;
use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, RegionId, ValueDef, ValueId};
use crate::ir::op_def::{OpDef, OpDefinition, TraitFlags};
use crate::ir::op_name::{OpInfo, OpName};
use crate::ir::records::{NO_EXTRA, OpData};
use crate::support::pool::EntityId;
use mlir_lite_diagnostics::{Diagnostic, Severity};

/// An op.
#[derive(Copy, Clone)]
pub struct OpRef<'b> {
    body: &'b Body,
    id: OpId,
}

/// A region.
#[derive(Copy, Clone)]
pub struct RegionRef<'b> {
    body: &'b Body,
    id: RegionId,
}

/// A block.
#[derive(Copy, Clone)]
pub struct BlockRef<'b> {
    body: &'b Body,
    id: BlockId,
}

impl Body {
    /// A view of an op.
    #[track_caller]
    #[inline]
    pub fn op(&self, id: OpId) -> OpRef<'_> {
        self.ops.slot(id);
        OpRef { body: self, id }
    }

    /// A view of the isolated op that this body belongs to.
    #[inline]
    pub fn as_op(&self) -> OpRef<'_> {
        self.op(self.root())
    }

    /// The ops nested in the root, also those in nested isolated ops: see [`OpRef::walk`].
    /// [`own_ops`](Self::own_ops) does not enter these, and lets the body be changed.
    pub fn walk(&self) -> Walk<'_> {
        self.as_op().walk()
    }

    /// As [`Body::walk`], each op after its nested ops: see [`OpRef::walk_post_order`].
    pub fn walk_post_order(&self) -> impl Iterator<Item = OpRef<'_>> {
        self.as_op().walk_post_order()
    }

    /// A view of a block.
    #[track_caller]
    #[inline]
    pub fn block_ref(&self, id: BlockId) -> BlockRef<'_> {
        self.blocks.slot(id);
        BlockRef { body: self, id }
    }

    /// A view of a region.
    #[track_caller]
    #[inline]
    pub fn region_ref(&self, id: RegionId) -> RegionRef<'_> {
        self.regions.slot(id);
        RegionRef { body: self, id }
    }
}

impl<'b> OpRef<'b> {
    /// The body that holds the op's operands, results and position.
    #[inline]
    pub fn body(self) -> &'b Body {
        self.body
    }

    /// The id in that body.
    #[inline]
    pub fn id(self) -> OpId {
        self.id
    }

    /// The op's record. Its id was checked when the view was made, and the body cannot have changed
    /// since.
    #[inline]
    fn data(self) -> &'b OpData {
        self.body.ops.at(self.id.slot())
    }

    /// As [`Body::is_plain`].
    #[inline]
    pub(crate) fn is_plain(self) -> bool {
        self.data().extra == NO_EXTRA
    }

    /// As [`Body::num_forwarded_operands`].
    #[inline]
    pub(crate) fn num_forwarded_operands(self) -> usize {
        self.body.num_forwarded_operands_of(self.data())
    }

    /// The attributes that the op declares, by slot. Its record is in this body.
    #[inline]
    pub(crate) fn attr_slots(self) -> &'b [Option<Attribute>] {
        self.body.attr_slots_of(self.data())
    }

    /// The context.
    #[inline]
    pub fn context(self) -> &'b Context {
        self.body.context()
    }

    /// The name.
    #[inline]
    pub fn name(self) -> OpName {
        self.body.name_of(self.data())
    }

    /// The `OpInfo` of the name.
    #[inline]
    pub fn info(self) -> &'b OpInfo {
        self.body.op_info(self.name())
    }

    /// The definition, if the op is registered.
    #[inline]
    pub fn def(self) -> Option<&'static OpDef> {
        self.info().def()
    }

    /// Whether the op is an `O`.
    pub fn is<O: OpDefinition>(self) -> bool {
        self.def().is_some_and(|def| std::ptr::eq(def, O::def()))
    }

    /// The op as a typed view.
    pub fn cast<O: OpDefinition>(self) -> Option<O::View<'b>> {
        self.is::<O>().then(|| O::view_of(self))
    }

    /// Whether the op has all of these traits.
    #[inline]
    pub fn has_trait(self, flags: TraitFlags) -> bool {
        self.info().flags().contains(flags)
    }

    /// Where the op comes from.
    #[inline]
    pub fn location(self) -> Location {
        self.body.location_of(self.data())
    }

    /// Number of operands.
    #[inline]
    pub fn num_operands(self) -> usize {
        self.data().operands_len as usize
    }

    /// The operand `index`.
    #[inline]
    pub fn operand(self, index: usize) -> ValueId {
        self.body.operand_of(self.data(), index)
    }

    /// The operands.
    pub fn operands(self) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + 'b {
        self.body.operands_of(self.data())
    }

    /// Types of the operands.
    pub fn operand_types(self) -> impl ExactSizeIterator<Item = Type> + 'b {
        self.body.operand_types_of(self.data())
    }

    /// Number of results.
    #[inline]
    pub fn num_results(self) -> usize {
        self.data().results_len as usize
    }

    /// The result `index`.
    #[inline]
    pub fn result(self, index: usize) -> ValueId {
        self.body.result_of(self.data(), index)
    }

    /// The results.
    pub fn results(self) -> impl ExactSizeIterator<Item = ValueId> + 'b {
        self.body.results_of(self.data())
    }

    /// Types of the results.
    pub fn result_types(self) -> impl ExactSizeIterator<Item = Type> + 'b {
        self.body.result_types_of(self.data())
    }

    /// The successors.
    pub fn successors(self) -> impl ExactSizeIterator<Item = BlockId> + 'b {
        self.body.successors_of(self.data())
    }

    /// The attribute `name`.
    #[inline]
    pub fn attr(self, name: Ident) -> Option<Attribute> {
        self.body.attr_of(self.data(), name)
    }

    /// The attribute of that name.
    pub fn attr_named(self, name: &str) -> Option<Attribute> {
        if let Some(slot) = self.info().declared_slot(name) {
            return self.inherent_attr(slot);
        }
        if self.body.discardable_attrs(self.id).is_empty() {
            return None;
        }
        self.attr(self.context().ident(name))
    }

    /// The inherent attribute in `slot`.
    pub fn inherent_attr(self, slot: usize) -> Option<Attribute> {
        self.body.inherent_attr_of(self.data(), slot)
    }

    /// The body that has the op's regions, and the op's id there.
    fn inside(self) -> (&'b Body, OpId) {
        match self.body.child_of(self.data()) {
            Some(child) => (child, child.root()),
            None => (self.body, self.id),
        }
    }

    /// The op's regions, in this body or the nested one.
    pub fn regions(
        self,
    ) -> impl ExactSizeIterator<Item = RegionRef<'b>> + DoubleEndedIterator + 'b {
        let (body, op) = self.inside();
        body.regions(op).iter().map(move |&id| RegionRef { body, id })
    }

    /// The region `index`.
    #[inline]
    pub fn region(self, index: usize) -> Option<RegionRef<'b>> {
        self.regions().nth(index)
    }

    /// The enclosing op in the same body.
    #[inline]
    pub fn parent(self) -> Option<OpRef<'b>> {
        self.body.parent_of(self.data()).map(|id| OpRef { body: self.body, id })
    }

    /// The nested ops in program order, each op before its nested ops. Ops in nested isolated ops
    /// are among them.
    ///
    /// ```
    /// # extern crate mlir_lite_ir as mlir_lite;
    /// use mlir_lite::builtin::ModuleOp;
    /// use mlir_lite::ir::prelude::*;
    ///
    /// /// The number of ops, without those in nested modules.
    /// fn count(module: OpRef<'_>) -> usize {
    ///     let (mut walk, mut count) = (module.walk(), 0);
    ///     while let Some(op) = walk.next() {
    ///         count += 1;
    ///         if op.is::<ModuleOp>() {
    ///             walk.skip_nested();
    ///         }
    ///     }
    ///     count
    /// }
    /// ```
    pub fn walk(self) -> Walk<'b> {
        let mut walk = Walk { pending: Vec::new(), nested: 0 };
        self.push_nested(&mut walk.pending);
        walk
    }

    /// The nested ops in program order, each op after its nested ops. Ops in nested isolated ops
    /// are among them.
    pub fn walk_post_order(self) -> impl Iterator<Item = OpRef<'b>> {
        // The reverse of a pre-order walk that visits siblings backward.
        let (mut order, mut pending) = (Vec::new(), Vec::new());
        self.push_nested(&mut pending);
        pending.reverse();
        while let Some(op) = pending.pop() {
            order.push(op);
            let start = pending.len();
            op.push_nested(&mut pending);
            pending[start..].reverse();
        }
        order.into_iter().rev()
    }

    fn push_nested(self, stack: &mut Vec<OpRef<'b>>) {
        for region in self.regions().rev() {
            for block in region.body.blocks(region.id).rev() {
                stack
                    .extend(region.body.ops(block).rev().map(|id| OpRef { body: region.body, id }));
            }
        }
    }

    /// An error about this op: `'name' op message`, at its location.
    pub fn op_error(self, message: impl std::fmt::Display) -> Diagnostic {
        self.error(format!("'{}' op {message}", self.spelled_name()))
    }

    /// An error at this op's location.
    pub fn error(self, message: impl Into<String>) -> Diagnostic {
        self.diagnostic(Severity::Error, message)
    }

    /// A warning at this op's location. A pass emits it to its diagnostics, and goes on.
    pub fn warning(self, message: impl Into<String>) -> Diagnostic {
        self.diagnostic(Severity::Warning, message)
    }

    /// A remark at this op's location, which is always shown. Remarks that are shown to those who
    /// ask for them are emitted by the context of a pass.
    pub fn remark(self, message: impl Into<String>) -> Diagnostic {
        self.diagnostic(Severity::Remark, message)
    }

    fn diagnostic(self, severity: Severity, message: impl Into<String>) -> Diagnostic {
        let position = self.location().to_position(self.context());
        let diagnostic = Diagnostic::new(severity, position.clone(), message);
        if !self.context().shows_ops_in_errors() {
            return diagnostic;
        }
        let text = self.context().op_text(self);
        diagnostic.with_note_at(position, format!("see current operation: {text}"))
    }
}

/// The op's text.
impl std::fmt::Debug for OpRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.context().op_text(*self))
    }
}

/// The ops nested in an op, each before its nested ops: what [`OpRef::walk`] returns.
#[derive(Clone, Debug)]
pub struct Walk<'b> {
    /// The next ops; the last one is next.
    pending: Vec<OpRef<'b>>,
    /// How many of the pending ops are nested in the op that was returned last.
    nested: usize,
}

impl Walk<'_> {
    /// Skips the ops that are nested in the op that was returned last.
    pub fn skip_nested(&mut self) {
        self.pending.truncate(self.pending.len() - std::mem::take(&mut self.nested));
    }
}

impl<'b> Iterator for Walk<'b> {
    type Item = OpRef<'b>;

    fn next(&mut self) -> Option<OpRef<'b>> {
        let op = self.pending.pop()?;
        let known = self.pending.len();
        op.push_nested(&mut self.pending);
        self.nested = self.pending.len() - known;
        Some(op)
    }
}

impl<'b> RegionRef<'b> {
    /// The body that holds the region.
    #[inline]
    pub fn body(self) -> &'b Body {
        self.body
    }

    /// The id in that body.
    #[inline]
    pub fn id(self) -> RegionId {
        self.id
    }

    /// Whether the region has no blocks.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.body.entry_block(self.id).is_none()
    }

    /// The blocks.
    pub fn blocks(self) -> impl DoubleEndedIterator<Item = BlockRef<'b>> + 'b {
        self.body.blocks(self.id).map(move |id| BlockRef { body: self.body, id })
    }

    /// The first block.
    #[inline]
    pub fn entry(self) -> Option<BlockRef<'b>> {
        self.body.entry_block(self.id).map(|id| BlockRef { body: self.body, id })
    }

    /// The ops of all blocks, without those nested in them.
    pub fn ops(self) -> impl Iterator<Item = OpRef<'b>> + 'b {
        self.blocks().flat_map(BlockRef::ops)
    }
}

impl<'b> BlockRef<'b> {
    /// The body that holds the block.
    #[inline]
    pub fn body(self) -> &'b Body {
        self.body
    }

    /// The id in that body.
    #[inline]
    pub fn id(self) -> BlockId {
        self.id
    }

    /// The arguments.
    #[inline]
    pub fn arguments(self) -> &'b [ValueId] {
        self.body.arguments(self.id)
    }

    /// The types of the arguments.
    pub fn argument_types(self) -> impl ExactSizeIterator<Item = Type> + 'b {
        self.arguments().iter().map(move |&argument| self.body.ty(argument))
    }

    /// The ops, in order.
    pub fn ops(self) -> impl DoubleEndedIterator<Item = OpRef<'b>> + 'b {
        self.body.ops(self.id).map(move |id| OpRef { body: self.body, id })
    }

    /// The last op, if it ends the block.
    #[inline]
    pub fn terminator(self) -> Option<OpRef<'b>> {
        self.body.terminator(self.id).map(|id| OpRef { body: self.body, id })
    }
}

impl Body {
    /// The index of a value among the results of its op or arguments of its block.
    #[track_caller]
    #[inline]
    pub fn value_index(&self, value: ValueId) -> usize {
        match self.value_def(value) {
            ValueDef::Result { index, .. } | ValueDef::Argument { index, .. } => index as usize,
        }
    }
}
