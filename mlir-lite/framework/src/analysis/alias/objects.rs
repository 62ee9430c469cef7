//! The objects that a memref or pointer may come from.

use super::Known;
use crate::analysis::memory_effects::is_allocation;
use mlir_lite::ir::interfaces::{
    AddressOfGlobalOpInterface, LoopLikeOpInterface, RegionSuccessor, SelectLikeOpInterface,
    ViewLikeOpInterface, ViewLikeOpInterfaceObject,
};
use mlir_lite::ir::{BlockId, Body, Ident, OpId, ValueDef, ValueId};
use smallvec::{SmallVec, smallvec};

/// An object that a memref or pointer may refer to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UnderlyingObject {
    /// The memory that an op of the body allocates, each time that it runs.
    Allocation(ValueId),
    /// An argument of the function that is declared not to alias: nothing else refers to its memory
    /// while the function runs.
    NoAliasArgument(ValueId),
    /// Another argument of the function.
    Argument(ValueId),
    /// The memory of a symbol.
    Global {
        /// The symbol.
        symbol: Ident,
        /// Whether no global is known to alias it.
        is_own_memory: bool,
    },
    /// Memory of unknown origin, such as the result of a call. It may be memory that has escaped
    /// from the body, but no other that the body allocates.
    Unknown,
    /// Anything at all: too many values would have to be followed.
    Any,
}

pub(super) type Objects = SmallVec<[UnderlyingObject; 2]>;

/// The maximum number of values that are followed from one value.
pub(super) const MAX_NAMES: usize = 256;

/// The attribute of an argument of a function that is declared not to alias.
const NOALIAS: &str = "llvm.noalias";

impl Known {
    /// The underlying objects of a value. Those of the values on the way are used if they are
    /// known.
    pub(super) fn objects(&mut self, body: &Body, value: ValueId) -> Objects {
        if let Some(known) = self.objects.get(&value) {
            return known.clone();
        }
        let mut objects = Objects::new();
        let mut add = |object| {
            if !objects.contains(&object) {
                objects.push(object);
            }
        };
        let mut names: SmallVec<[ValueId; 8]> = smallvec![value];
        let mut next = 0;
        while let Some(&name) = names.get(next) {
            next += 1;
            if let Some(known) = self.objects.get(&name) {
                known.iter().copied().for_each(&mut add);
                continue;
            }
            let Some(sources) = sources(body, name) else {
                add(object(body, name));
                continue;
            };
            for source in sources {
                if !names.contains(&source) {
                    names.push(source);
                }
            }
            if names.len() > MAX_NAMES {
                add(UnderlyingObject::Any);
                break;
            }
        }
        self.objects.insert(value, objects.clone());
        objects
    }
}

/// The object that a value refers to, if it is not followed further.
pub(super) fn object(body: &Body, value: ValueId) -> UnderlyingObject {
    if is_allocation(body, value) {
        return UnderlyingObject::Allocation(value);
    }
    if let Some(global) = global(body, value) {
        return global;
    }
    match body.value_def(value) {
        ValueDef::Argument { block, .. } if is_entry_of_root(body, block) => {
            match body.argument_attr(value, NOALIAS) {
                Some(_) => UnderlyingObject::NoAliasArgument(value),
                None => UnderlyingObject::Argument(value),
            }
        }
        _ => UnderlyingObject::Unknown,
    }
}

fn is_entry_of_root(body: &Body, block: BlockId) -> bool {
    let region = body.block_region(block);
    body.block_owner(block) == Some(body.root())
        && region.and_then(|region| body.entry_block(region)) == Some(block)
}

/// The global that a value refers to.
pub(super) fn global(body: &Body, value: ValueId) -> Option<UnderlyingObject> {
    let op = body.op(body.defining_op(value)?);
    let (symbol, is_own_memory) =
        op.ask::<dyn AddressOfGlobalOpInterface, _>(|op| (op.symbol(), op.is_own_memory()))?;
    Some(UnderlyingObject::Global { symbol: symbol?, is_own_memory })
}

/// The values that a value may be, or be a part of. None if it is an object itself.
pub(super) fn sources(body: &Body, value: ValueId) -> Option<SmallVec<[ValueId; 4]>> {
    if is_plainly_object(body, value) {
        return None;
    }
    if let Some(carried) = Carried::of(body, value) {
        return Some(smallvec![carried.init, carried.yielded]);
    }
    match body.value_def(value) {
        ValueDef::Result { op, .. } => {
            let op = body.op(op);
            if let Some(source) = op.ask::<dyn ViewLikeOpInterface, _>(|op| op.view_source()) {
                return Some(smallvec![source]);
            }
            let selected = op.ask::<dyn SelectLikeOpInterface, _>(|op| {
                smallvec![op.true_value(), op.false_value()]
            });
            if selected.is_some() {
                return selected;
            }
            if op.regions().len() == 0 {
                return None;
            }
            op.predecessor_values(RegionSuccessor::Parent, value)
        }
        ValueDef::Argument { block, index } => {
            let (region, index) = (body.block_region(block)?, index as usize);
            if body.entry_block(region) == Some(block) {
                let owner = body.op(body.block_owner(block)?);
                return owner.predecessor_values(RegionSuccessor::Region(region), value);
            }
            let passed = body.predecessors(block).map(|(branch, successor)| {
                let operands = body.successor_operand_range(branch, successor);
                Some(body.operand(branch, operands.clone().nth(index)?))
            });
            passed.collect::<Option<SmallVec<_>>>().filter(|passed| !passed.is_empty())
        }
    }
}

/// Whether no interface has to be asked: an argument of the function, or a result of an op that has
/// nothing to take it from.
fn is_plainly_object(body: &Body, value: ValueId) -> bool {
    match body.value_def(value) {
        ValueDef::Result { op, .. } => body.num_operands(op) == 0 && body.regions(op).is_empty(),
        ValueDef::Argument { block, .. } => is_entry_of_root(body, block),
    }
}

/// A value that a loop carries.
#[derive(Copy, Clone)]
pub(super) struct Carried {
    pub(super) this: OpId,
    /// True for a result of the loop, false for an argument of its region.
    pub(super) is_result: bool,
    init: ValueId,
    yielded: ValueId,
}

impl Carried {
    /// How a loop carries the value, if one does.
    pub(super) fn of(body: &Body, value: ValueId) -> Option<Self> {
        let (this, is_result) = match body.value_def(value) {
            ValueDef::Result { op, .. } => (op, true),
            ValueDef::Argument { block, .. } => (body.block_owner(block)?, false),
        };
        body.op(this).ask::<dyn LoopLikeOpInterface, _>(|op| {
            let carried = if is_result { op.loop_results()? } else { op.region_iter_args() };
            let index = carried.iter().position(|&carried| carried == value)?;
            let (inits, yielded) = (op.inits(), op.yielded_values());
            let (&init, &yielded) = inits.get(index).zip(yielded.get(index))?;
            Some(Self { this, is_result, init, yielded })
        })?
    }
}

/// The value that a memref or pointer is a view of, through views of views; itself if it is not a
/// view.
#[doc(hidden)]
pub fn viewed(body: &Body, value: ValueId) -> ValueId {
    through_views(body, value, |_| true)
}

/// The same through complete views only: all of the memory of the result.
pub(super) fn same_memory(body: &Body, value: ValueId) -> ValueId {
    through_views(body, value, |op| op.is_known_to_be_complete_view())
}

/// Views of views that are followed: in blocks that are never entered, they may form a circle.
const MAX_VIEWS: usize = 1000;

fn through_views(
    body: &Body,
    value: ValueId,
    accept: impl Fn(ViewLikeOpInterfaceObject<'_>) -> bool,
) -> ValueId {
    let source = |&value: &ValueId| {
        let op = body.op(body.defining_op(value)?);
        op.ask::<dyn ViewLikeOpInterface, _>(|op| accept(op).then(|| op.view_source()))?
    };
    std::iter::successors(Some(value), source).take(MAX_VIEWS).last().unwrap_or(value)
}
