//! Panics for erasing values or blocks that are in use, with messages that name the erased op and
//! its user.
//!
//! Erasing an entity that is in use is a bug in the calling code. It panics in every build, with
//! the caller's source location, because the use would refer to nothing, and later to the entity
//! that reuses the slot.

use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, OpOperand, OpSlot, ValueDef, ValueId};
use crate::ir::op_def::OpDef;
use crate::ir::records::{END, OpData};

impl Body {
    /// The op's name in quotes, for a message.
    fn quoted_name(&self, op: OpId) -> String {
        format!("'{}'", self.info(op).name())
    }

    /// Text that says which op uses a value, and how.
    fn use_text(&self, OpOperand { owner, index }: OpOperand) -> String {
        format!("the {} op still uses it as operand #{index}", self.quoted_name(owner))
    }

    /// Panics if the op is the root, which is erased with its body.
    #[inline]
    #[track_caller]
    pub(super) fn refuse_root(&self, op: OpSlot) {
        assert!(op != OpSlot::ROOT, "the op that owns a body is erased with the body");
    }

    /// Whether a result of an op has uses.
    #[inline]
    pub(super) fn has_used_result(&self, op: &OpData) -> bool {
        let mut results = self.values.run(op.results_start as usize, op.results_len as usize);
        results.any(|result| result.first_use != END)
    }

    /// Panics with a message about a use of an op's result.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(super) fn refuse_used_result(&self, op: &OpData) -> ! {
        let start = op.results_start as usize;
        let used = (start..start + op.results_len as usize).map(|index| self.values.id_at(index));
        let value = used.into_iter().find(|&value| self.has_uses(value));
        let text = value.and_then(|value| self.uses(value).next()).map(|use_| self.use_text(use_));
        let (index, name) = match value.map(|value| self.value_def(value)) {
            Some(ValueDef::Result { op, index }) => (index, self.quoted_name(op)),
            _ => (0, String::new()),
        };
        panic!(
            "cannot erase the {name} op: its result #{index} is in use, {}",
            text.unwrap_or_default()
        );
    }

    /// Panics if a result of the op has uses.
    #[track_caller]
    pub(super) fn refuse_uses_of_results(&self, op: OpSlot) {
        let data = self.ops.at(op);
        if self.has_used_result(data) {
            self.refuse_used_result(data);
        }
    }

    /// Panics if an argument of the block has uses, or if an op branches to it.
    #[track_caller]
    pub(super) fn refuse_uses_of_block(&self, block: BlockId) {
        for &argument in self.arguments(block) {
            self.refuse_uses_of_argument(argument);
        }
        if let Some((op, index)) = self.predecessors(block).next() {
            let (owner, name) = (self.owner_text(block), self.quoted_name(op));
            panic!("cannot erase a block of {owner}: it is successor #{index} of the {name} op");
        }
    }

    /// Panics if the argument has uses.
    #[track_caller]
    pub(super) fn refuse_uses_of_argument(&self, argument: ValueId) {
        let Some(use_) = self.uses(argument).next() else { return };
        let owner = match self.value_def(argument) {
            ValueDef::Argument { block, .. } => self.owner_text(block),
            ValueDef::Result { op, .. } => self.quoted_name(op),
        };
        let (index, text) = (self.value_index(argument), self.use_text(use_));
        panic!("cannot erase argument #{index} of a block of {owner}: {text}");
    }

    /// Panics if an op is not of the expected kind. The slow path of a check that is inlined.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(super) fn refuse_other_kind(&self, expected: &'static OpDef, op: OpId) {
        if self.def(op).is_none_or(|def| !std::ptr::eq(def, expected)) {
            let name = self.quoted_name(op);
            panic!("the op is used as '{}', but it is {name}", expected.name);
        }
        expected.cache.set(self.ctx.data().id, self.name(op).number());
    }

    /// The op that owns a block, for a message.
    fn owner_text(&self, block: BlockId) -> String {
        match self.block_owner(block) {
            Some(owner) => format!("the {} op", self.quoted_name(owner)),
            None => "no op".to_owned(),
        }
    }
}
