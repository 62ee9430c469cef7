//! The state of a conversion under way: what stands for what, and the log of
//! all changes, by which they are taken back.

use crate::conversion::trace::Trace;
use crate::conversion::type_converter::InputConversion;
use crate::conversion::{SignatureConversion, TypeConverter};
use crate::ir::{BlockId, Body, OpId, OpSnapshot, RegionId, ValueId};
use crate::rewrite::RewriteDriver;
use crate::types::Type;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// No pattern: what folding does.
pub(crate) const NO_PATTERN: u32 = u32::MAX;

/// A change, with what is needed to take it back when all later ones have been.
pub(crate) enum Change {
    /// An op was created.
    Inserted(OpId),
    /// An op was created as part of another.
    Nested(OpId),
    /// A cast was created between types that a converter does not reconcile.
    Cast(OpId),
    /// A value is replaced by another, on behalf of a pattern.
    Mapped { value: ValueId, previous: Option<ValueId>, pattern: u32 },
    /// A value is replaced by several or none.
    Spread { value: ValueId, pattern: u32 },
    /// A value was made another type's.
    Materialized(Box<(ValueId, Type)>),
    /// An op is replaced or erased.
    Gone(OpId),
    /// A region's blocks, also those to come, have converted types.
    RegionConverted(RegionId),
    /// An op in a recursively legal one.
    Settled(OpId),
    /// An op was changed in place.
    Updated(OpId, Box<OpSnapshot>),
    /// An op was moved from before `next`.
    Moved { op: OpId, block: Option<BlockId>, next: Option<OpId> },
    /// A block was created.
    BlockCreated(BlockId),
    /// A block was moved from before `next`.
    BlockMoved { block: BlockId, region: Option<RegionId>, next: Option<BlockId> },
    /// A block is erased.
    BlockGone(BlockId),
    /// A block has other arguments.
    Arguments { block: BlockId, old: Box<SmallVec<[ValueId; 2]>> },
    /// A block was split; `created` is one of the halves.
    Split { first: BlockId, second: BlockId, created: BlockId },
}

/// Drives the rewriter of a conversion: replacements are recorded and carried
/// out at the end.
pub struct ConversionState {
    mapping: Vec<Option<ValueId>>,
    spread: FxHashMap<ValueId, SmallVec<[ValueId; 2]>>,
    pub(super) materialized: FxHashMap<(ValueId, Type), ValueId>,
    /// By what the arguments of blocks are converted that are moved into a region.
    converted_regions: FxHashMap<RegionId, Arc<TypeConverter>>,
    gone: Vec<bool>,
    settled: Vec<bool>,
    pub(super) log: Vec<Change>,
    /// The pattern that is being applied, and its type converter.
    pub(super) pattern: u32,
    pub(super) converter: Option<Arc<TypeConverter>>,
    /// What is told of it all, if somebody listens.
    pub(super) trace: Option<Box<Trace>>,
}

fn set(bits: &mut Vec<bool>, index: usize, value: bool) {
    if bits.len() <= index {
        bits.resize(index + 1, false);
    }
    bits[index] = value;
}

impl ConversionState {
    pub(super) fn new(body: &Body) -> Self {
        Self {
            mapping: vec![None; body.value_capacity()],
            spread: FxHashMap::default(),
            materialized: FxHashMap::default(),
            converted_regions: FxHashMap::default(),
            gone: vec![false; body.op_capacity()],
            settled: Vec::new(),
            log: Vec::with_capacity(Self::expected_changes(body)),
            pattern: NO_PATTERN,
            converter: None,
            trace: body.context().debug_output("dialect-conversion").map(|_| Box::default()),
        }
    }

    /// An op goes, another comes, and a value stands for a value. In a large body there is room for more: pages that are
    /// never touched cost nothing.
    fn expected_changes(body: &Body) -> usize {
        const LARGE: usize = 1 << 15;
        let ops = body.op_capacity();
        if ops < LARGE { 3 * ops } else { 8 * ops }
    }

    // Values

    pub(super) fn mapped(&self, value: ValueId) -> Option<ValueId> {
        self.mapping.get(value.index()).copied().flatten()
    }

    /// The value that stands for `value` now.
    pub(super) fn lookup(&self, mut value: ValueId) -> ValueId {
        while let Some(next) = self.mapped(value) {
            value = next;
        }
        value
    }

    /// The latest of the values that stand or stood for `value` that is of
    /// type `ty`; the latest of all if none is.
    pub(super) fn lookup_typed(&self, body: &Body, value: ValueId, ty: Type) -> ValueId {
        let mut found = None;
        let mut current = value;
        loop {
            if body.ty(current) == ty {
                found = Some(current);
            }
            match self.mapped(current) {
                Some(next) => current = next,
                None => return found.unwrap_or(current),
            }
        }
    }

    /// The values that stand for one that was replaced by several or none.
    pub(super) fn spread(&self, value: ValueId) -> Option<&[ValueId]> {
        self.spread.get(&value).map(|values| &values[..])
    }

    pub(super) fn map(&mut self, value: ValueId, to: ValueId) {
        if value == to {
            return;
        }
        assert!(self.lookup(to) != value, "a value is replaced by what it replaces");
        if self.mapping.len() <= value.index() {
            self.mapping.resize(value.index() + 1, None);
        }
        let previous = self.mapping[value.index()].replace(to);
        self.log.push(Change::Mapped { value, previous, pattern: self.pattern });
    }

    pub(super) fn map_to_many(&mut self, value: ValueId, to: &[ValueId]) {
        self.spread.insert(value, to.into());
        self.log.push(Change::Spread { value, pattern: self.pattern });
    }

    pub(super) fn remember_materialization(&mut self, from: ValueId, ty: Type, to: ValueId) {
        self.materialized.insert((from, ty), to);
        self.log.push(Change::Materialized(Box::new((from, ty))));
    }

    // Ops

    /// Whether the op is replaced or erased, and there only until the end.
    pub(super) fn is_gone(&self, op: OpId) -> bool {
        self.gone.get(op.index()).copied().unwrap_or(false)
    }

    /// Whether somebody has said that the op may stay.
    pub(super) fn is_settled(&self, op: OpId) -> bool {
        self.settled.get(op.index()).copied().unwrap_or(false)
    }

    /// The ops within `op` may stay, whatever they are.
    pub(super) fn settle_nested(&mut self, body: &Body, op: OpId) {
        if body.regions(op).is_empty() {
            return;
        }
        for nested in body.pre_order(op) {
            if !self.is_settled(nested) {
                set(&mut self.settled, nested.index(), true);
                self.log.push(Change::Settled(nested));
            }
        }
    }

    pub(super) fn mark_gone(&mut self, body: &Body, op: OpId) {
        assert!(op != body.root(), "the root of a body is updated in place, not replaced or erased");
        let mut mark = |op: OpId| {
            if !self.gone.get(op.index()).copied().unwrap_or(false) {
                set(&mut self.gone, op.index(), true);
                self.log.push(Change::Gone(op));
            }
        };
        mark(op);
        if !body.regions(op).is_empty() {
            body.pre_order(op).for_each(mark);
        }
    }

    /// Gives a block arguments of other types and returns the old ones, which
    /// go on to exist until the end.
    pub(super) fn exchange_arguments(
        &mut self,
        body: &mut Body,
        block: BlockId,
        types: &[Type],
    ) -> SmallVec<[ValueId; 2]> {
        let new = types.iter().map(|&ty| body.create_loose_argument(block, ty)).collect();
        let old = body.exchange_arguments(block, new);
        self.log.push(Change::Arguments { block, old: Box::new(old.clone()) });
        old
    }

    /// Gives a block the arguments that a signature says.
    pub(super) fn apply_signature(
        &mut self,
        body: &mut Body,
        block: BlockId,
        signature: &SignatureConversion,
    ) {
        let old = self.exchange_arguments(body, block, signature.converted_types());
        assert_eq!(old.len(), signature.inputs().len(), "a block's signature has one entry per argument");
        let new: SmallVec<[ValueId; 4]> = body.arguments(block).into();
        for (&old, input) in old.iter().zip(signature.inputs()) {
            match input {
                InputConversion::Value(value) => self.map(old, *value),
                InputConversion::Arguments(range) => match &new[range.clone()] {
                    &[one] => self.map(old, one),
                    many => self.map_to_many(old, many),
                },
            }
        }
    }

    /// Converts a block's arguments unless they are legal; says whether it can.
    pub(super) fn convert_block(
        &mut self,
        body: &mut Body,
        block: BlockId,
        converter: &TypeConverter,
    ) -> bool {
        if body.arguments(block).iter().all(|&argument| converter.is_legal(body.ty(argument))) {
            return true;
        }
        let Some(signature) = converter.convert_block_signature(body, block) else { return false };
        self.apply_signature(body, block, &signature);
        true
    }

    /// Blocks that are moved into the region are converted from now on.
    pub(super) fn mark_region_converted(&mut self, region: RegionId, converter: Arc<TypeConverter>) {
        if self.converted_regions.insert(region, converter).is_none() {
            self.log.push(Change::RegionConverted(region));
        }
    }

    /// Takes back all changes but the first `len`.
    pub(super) fn rollback(&mut self, body: &mut Body, len: usize) {
        while self.log.len() > len {
            let Some(change) = self.log.pop() else { return };
            self.take_back(body, change);
        }
    }

    fn take_back(&mut self, body: &mut Body, change: Change) {
        match change {
            Change::Inserted(op) | Change::Cast(op) => body.erase_op(op),
            Change::Nested(_) => {}
            Change::Mapped { value, previous, .. } => self.mapping[value.index()] = previous,
            Change::Spread { value, .. } => {
                self.spread.remove(&value);
            }
            Change::Materialized(key) => {
                self.materialized.remove(&key);
            }
            Change::Gone(op) => self.gone[op.index()] = false,
            Change::RegionConverted(region) => {
                self.converted_regions.remove(&region);
            }
            Change::Settled(op) => self.settled[op.index()] = false,
            Change::Updated(op, snapshot) => body.restore_op(op, &snapshot),
            Change::Moved { op, block, next } => {
                body.detach_op(op);
                match (next, block) {
                    (Some(next), _) => body.insert_op_before(next, op),
                    (None, Some(block)) => body.append_op(block, op),
                    (None, None) => {}
                }
            }
            Change::BlockCreated(block) => body.erase_block(block),
            Change::BlockMoved { block, region, next } => {
                body.detach_block(block);
                match (next, region) {
                    (Some(next), _) => body.insert_block_before(next, block),
                    (None, Some(region)) => body.append_block(region, block),
                    (None, None) => {}
                }
            }
            Change::BlockGone(_) => {}
            Change::Arguments { block, old } => {
                let new = body.exchange_arguments(block, *old);
                body.free_loose_arguments(&new);
            }
            Change::Split { first, second, created } => body.join_blocks(first, second, created),
        }
    }
}

impl ConversionState {
    fn tell(&mut self, what: &str, body: &Body, op: OpId) {
        if let Some(trace) = &mut self.trace {
            trace.action(what, body, op);
        }
    }
}

impl RewriteDriver for ConversionState {
    fn op_inserted(&mut self, body: &mut Body, op: OpId) {
        self.tell("Insert", body, op);
        self.log.push(Change::Inserted(op));
        if !body.regions(op).is_empty() {
            self.log.extend(body.pre_order(op).map(Change::Nested));
        }
    }

    fn block_created(&mut self, _body: &mut Body, block: BlockId) {
        self.log.push(Change::BlockCreated(block));
    }

    fn before_update(&mut self, body: &mut Body, op: OpId) {
        self.tell("Modify", body, op);
        self.log.push(Change::Updated(op, Box::new(body.snapshot_op(op))));
    }

    fn before_op_move(&mut self, body: &mut Body, op: OpId) {
        self.log.push(Change::Moved { op, block: body.block(op), next: body.next_op(op) });
    }

    fn before_block_move(&mut self, body: &mut Body, block: BlockId) {
        let (region, next) = (body.block_region(block), body.next_block(block));
        self.log.push(Change::BlockMoved { block, region, next });
    }

    fn after_block_move(&mut self, body: &mut Body, block: BlockId) {
        let region = body.block_region(block);
        let converter = region.and_then(|region| self.converted_regions.get(&region).cloned());
        if let Some(converter) = converter {
            // A block that cannot be converted stays as it is, and its
            // arguments must turn out to be of types that are good enough.
            self.convert_block(body, block, &converter);
        }
    }

    fn replace_op(&mut self, body: &mut Body, op: OpId, values: &[ValueId]) {
        self.tell("Replace", body, op);
        for (index, &value) in values.iter().enumerate() {
            self.map(body.result(op, index), value);
        }
        self.mark_gone(body, op);
    }

    fn replace_value(&mut self, _body: &mut Body, from: ValueId, to: ValueId) {
        self.map(from, to);
    }

    fn erase_op(&mut self, body: &mut Body, op: OpId) {
        self.tell("Erase", body, op);
        self.mark_gone(body, op);
    }

    fn erase_block(&mut self, body: &mut Body, block: BlockId) {
        for op in body.ops(block).collect::<Vec<_>>() {
            self.mark_gone(body, op);
        }
        self.before_block_move(body, block);
        body.detach_block(block);
        self.log.push(Change::BlockGone(block));
    }

    fn split_block(&mut self, body: &mut Body, op: OpId) -> (BlockId, BlockId) {
        let old = body.block(op);
        let (first, second) = body.split_block_at(op);
        let created = if Some(first) == old { second } else { first };
        self.log.push(Change::Split { first, second, created });
        (first, second)
    }
}
