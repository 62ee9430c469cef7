//! The state of a conversion in progress: the replacements of values, and the ops that were
//! removed.

use crate::conversion::log::{Change, Log, NO_PATTERN, RareChange, Undone};
use crate::conversion::memory::Tables;
use crate::conversion::trace::Trace;
use crate::conversion::type_converter::InputConversion;
use crate::conversion::{SignatureConversion, TypeConverter};
use crate::rewrite::RewriteDriver;
use mlir_lite::ir::{BlockId, Body, OpId, RegionId, ValueId};
use mlir_lite::types::Type;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// Drives the rewriter of a conversion: replacements are recorded and carried
/// out at the end.
pub struct ConversionState {
    mapping: Vec<Option<ValueId>>,
    one_to_many: FxHashMap<ValueId, SmallVec<[ValueId; 2]>>,
    pub(super) materialized: FxHashMap<(ValueId, Type), ValueId>,
    /// For each region, the converter of the arguments of blocks that are moved into it.
    converted_regions: FxHashMap<RegionId, Arc<TypeConverter>>,
    removed: Vec<bool>,
    legalized: Vec<bool>,
    pub(super) log: Log,
    /// Whether casts were created, even if they were undone.
    pub(super) has_casts: bool,
    /// The pattern that is being applied, and its type converter.
    pub(super) pattern: u32,
    pub(super) converter: Option<Arc<TypeConverter>>,
    /// The trace, if one was requested.
    pub(super) trace: Option<Box<Trace>>,
}

fn set(bits: &mut Vec<bool>, index: usize, value: bool) {
    if bits.len() <= index {
        bits.resize(index + 1, false);
    }
    bits[index] = value;
}

impl ConversionState {
    /// A state without changes, in the memory of these tables.
    pub(super) fn new(body: &Body, tables: Tables) -> Self {
        let Tables { mut mapping, mut removed, mut legalized, changes } = tables;
        mapping.clear();
        mapping.resize(body.value_capacity(), None);
        removed.clear();
        removed.resize(body.op_capacity(), false);
        legalized.clear();
        Self {
            mapping,
            one_to_many: FxHashMap::default(),
            materialized: FxHashMap::default(),
            converted_regions: FxHashMap::default(),
            removed,
            legalized,
            log: Log::of(body, changes),
            has_casts: false,
            pattern: NO_PATTERN,
            converter: None,
            trace: body.context().debug_output("dialect-conversion").map(|_| Box::default()),
        }
    }

    /// The memory of its tables.
    pub(super) fn into_tables(self) -> Tables {
        let Self { mapping, removed, legalized, log, .. } = self;
        Tables { mapping, removed, legalized, changes: log.into_memory() }
    }

    // Values

    pub(super) fn mapped(&self, value: ValueId) -> Option<ValueId> {
        self.mapping.get(value.index()).copied().flatten()
    }

    /// The current replacement of `value`.
    pub(super) fn lookup(&self, mut value: ValueId) -> ValueId {
        while let Some(next) = self.mapped(value) {
            value = next;
        }
        value
    }

    /// The latest of the current and former replacements of `value` that has type `ty`; the latest
    /// of all if none has.
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

    /// Whether any value was replaced by several or none.
    #[inline]
    pub(super) fn has_one_to_many(&self) -> bool {
        !self.one_to_many.is_empty()
    }

    /// The replacements of a value that was replaced by several or none.
    pub(super) fn one_to_many(&self, value: ValueId) -> Option<&[ValueId]> {
        self.one_to_many.get(&value).map(|values| &values[..])
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
        self.log.push_one_to_one(value, previous, self.pattern);
    }

    pub(super) fn map_to_many(&mut self, value: ValueId, to: &[ValueId]) {
        self.one_to_many.insert(value, to.into());
        self.log.push_rare(RareChange::OneToMany { value, pattern: self.pattern });
    }

    pub(super) fn remember_materialization(&mut self, from: ValueId, ty: Type, to: ValueId) {
        self.materialized.insert((from, ty), to);
        self.log.push_rare(RareChange::Materialized(from, ty));
    }

    // Ops

    /// Whether the op is replaced or erased, and kept only until the end.
    pub(super) fn is_removed(&self, op: OpId) -> bool {
        self.removed.get(op.index()).copied().unwrap_or(false)
    }

    /// Whether the op was declared legal.
    pub(super) fn is_legalized(&self, op: OpId) -> bool {
        self.legalized.get(op.index()).copied().unwrap_or(false)
    }

    /// Declares the ops within `op` legal, whatever they are.
    pub(super) fn legalize_nested(&mut self, body: &Body, op: OpId) {
        if body.regions(op).is_empty() {
            return;
        }
        for nested in body.pre_order(op) {
            if !self.is_legalized(nested) {
                set(&mut self.legalized, nested.index(), true);
                self.log.push(Change::Legalized(nested));
            }
        }
    }

    pub(super) fn mark_removed(&mut self, body: &Body, op: OpId) {
        assert!(
            op != body.root(),
            "the root of a body is updated in place, not replaced or erased"
        );
        let mut mark = |op: OpId| {
            if !self.removed.get(op.index()).copied().unwrap_or(false) {
                set(&mut self.removed, op.index(), true);
                self.log.push(Change::Removed(op));
            }
        };
        mark(op);
        if !body.regions(op).is_empty() {
            body.pre_order(op).for_each(mark);
        }
    }

    /// Gives a block arguments of other types and returns the old ones, which exist until the end.
    pub(super) fn exchange_arguments(
        &mut self,
        body: &mut Body,
        block: BlockId,
        types: &[Type],
    ) -> SmallVec<[ValueId; 2]> {
        let new = types.iter().map(|&ty| body.create_detached_argument(block, ty)).collect();
        let old = body.exchange_arguments(block, new);
        self.log.push_rare(RareChange::Arguments { block, old: old.clone() });
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
        assert_eq!(
            old.len(),
            signature.inputs().len(),
            "a block's signature has one entry per argument"
        );
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

    /// Converts a block's arguments unless they are legal; returns whether they can be.
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
    pub(super) fn mark_region_converted(
        &mut self,
        region: RegionId,
        converter: Arc<TypeConverter>,
    ) {
        if self.converted_regions.insert(region, converter).is_none() {
            self.log.push(Change::RegionConverted(region));
        }
    }

    /// Whether blocks that are moved into the region are converted.
    pub(super) fn is_region_converted(&self, region: RegionId) -> bool {
        self.converted_regions.contains_key(&region)
    }

    /// Undoes all changes except the first `len`.
    pub(super) fn rollback(&mut self, body: &mut Body, len: usize) {
        while self.log.len() > len {
            match self.log.undo(body) {
                None => return,
                Some(Undone::Body) => {}
                Some(Undone::OneToOne { value, previous }) => {
                    self.mapping[value.index()] = previous
                }
                Some(Undone::OneToMany(value)) => {
                    self.one_to_many.remove(&value);
                }
                Some(Undone::Materialized(value, ty)) => {
                    self.materialized.remove(&(value, ty));
                }
                Some(Undone::Removed(op)) => self.removed[op.index()] = false,
                Some(Undone::RegionConverted(region)) => {
                    self.converted_regions.remove(&region);
                }
                Some(Undone::Legalized(op)) => self.legalized[op.index()] = false,
            }
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
    fn keeps_types(&self) -> bool {
        false
    }

    fn op_inserted(&mut self, body: &mut Body, op: OpId) {
        self.tell("Insert", body, op);
        self.log.push(Change::Inserted(op));
        if !body.regions(op).is_empty() {
            self.log.push_nested(body.pre_order(op));
        }
    }

    fn block_created(&mut self, _body: &mut Body, block: BlockId) {
        self.log.push(Change::BlockCreated(block));
    }

    fn before_update(&mut self, body: &mut Body, op: OpId) {
        self.tell("Modify", body, op);
        self.log.push_updated(op, Box::new(body.snapshot_op(op)));
    }

    fn before_op_move(&mut self, body: &mut Body, op: OpId) {
        self.log.push_rare(RareChange::Moved { op, block: body.block(op), next: body.next_op(op) });
    }

    fn before_block_move(&mut self, body: &mut Body, block: BlockId) {
        let (region, next) = (body.block_region(block), body.next_block(block));
        self.log.push_rare(RareChange::BlockMoved { block, region, next });
    }

    fn after_block_move(&mut self, body: &mut Body, block: BlockId) {
        let region = body.block_region(block);
        let converter = region.and_then(|region| self.converted_regions.get(&region).cloned());
        if let Some(converter) = converter {
            // A block that cannot be converted keeps its arguments. A materialization may still
            // reconcile them.
            self.convert_block(body, block, &converter);
        }
    }

    fn replace_op(&mut self, body: &mut Body, op: OpId, values: &[ValueId]) {
        self.tell("Replace", body, op);
        if values.len() != body.num_results(op) {
            self.map_to_many(body.result(op, 0), values);
            return self.mark_removed(body, op);
        }
        for (index, &value) in values.iter().enumerate() {
            self.map(body.result(op, index), value);
        }
        self.mark_removed(body, op);
    }

    fn replace_value(&mut self, _body: &mut Body, from: ValueId, to: ValueId) {
        self.map(from, to);
    }

    fn erase_op(&mut self, body: &mut Body, op: OpId) {
        self.tell("Erase", body, op);
        self.mark_removed(body, op);
    }

    fn erase_block(&mut self, body: &mut Body, block: BlockId) {
        for op in body.ops(block).collect::<Vec<_>>() {
            self.mark_removed(body, op);
        }
        self.before_block_move(body, block);
        body.detach_block(block);
        self.log.push(Change::BlockErased(block));
    }

    fn split_block(&mut self, body: &mut Body, op: OpId) -> (BlockId, BlockId) {
        let old = body.block(op);
        let (first, second) = body.split_block_at(op);
        let created = if Some(first) == old { second } else { first };
        self.log.push_rare(RareChange::Split { first, second, created });
        (first, second)
    }
}
