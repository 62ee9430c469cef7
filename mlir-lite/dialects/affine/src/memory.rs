//! Effects of ops on memory, and alias analysis of memrefs.
//!
//! An alias class is conservative: two memrefs that are not known to be different may be the same
//! memory. Results of allocating ops and arguments that are `llvm.noalias` are different from each
//! other; they are different from memrefs of unknown origin (other arguments, casts, results of
//! calls) only if their only users are reads, writes and `dealloc`.

use mlir_lite::attributes::Attribute;
use mlir_lite::dialects::standard::{AllocOp, GetGlobalMemrefOp};
use mlir_lite::ir::interfaces::{EffectKind, MemoryEffectOpInterface};
use mlir_lite::ir::{Body, Ident, OpDefinition, OpId, TraitFlags, ValueDef, ValueId};
use rustc_hash::FxHashMap;

/// The alias class of a memref.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum AliasClass {
    /// Allocated here, or declared not to alias, and only used directly: nothing else is this
    /// memory.
    Private,
    /// Allocated here or declared not to alias, but escaped: memrefs of unknown origin may be the
    /// same memory, other allocations are not.
    Escaped,
    /// A global: other globals may be the same memory, and so may memrefs of unknown origin;
    /// allocations are not.
    Global,
    /// Of unknown origin.
    Unknown,
}

impl AliasClass {
    /// All of them, in order.
    pub(crate) const ALL: [Self; 4] = [Self::Private, Self::Escaped, Self::Global, Self::Unknown];

    /// Whether two memrefs that are not the same value may be the same memory.
    pub(crate) fn may_alias(self, other: Self) -> bool {
        match (self, other) {
            (Self::Private, _) | (_, Self::Private) => false,
            (Self::Escaped, Self::Escaped | Self::Global) | (Self::Global, Self::Escaped) => false,
            (Self::Unknown | Self::Global, _) | (_, Self::Unknown) => true,
        }
    }
}

/// The alias classes of the memrefs of a body, computed on request.
///
/// Removing uses keeps them valid, adding uses does not.
#[derive(Default)]
pub(crate) struct AliasClasses {
    known: FxHashMap<ValueId, AliasClass>,
}

impl AliasClasses {
    /// The class of a memref.
    pub(crate) fn class(&mut self, body: &Body, memref: ValueId) -> AliasClass {
        *self.known.entry(memref).or_insert_with(|| {
            if GetGlobalMemrefOp::defining(body, memref).is_some() {
                AliasClass::Global
            } else if !is_allocation(body, memref) && !is_noalias_argument(body, memref) {
                AliasClass::Unknown
            } else if body.users(memref).all(|user| is_direct_use(body, user, memref)) {
                AliasClass::Private
            } else {
                AliasClass::Escaped
            }
        })
    }
}

/// Whether the value is the result of an op that allocates it.
pub(crate) fn is_allocation(body: &Body, value: ValueId) -> bool {
    let Some(op) = body.defining_op(value) else { return false };
    let effects = body.op(op).ask::<dyn MemoryEffectOpInterface, _>(|op| op.effects());
    effects.is_some_and(|effects| {
        effects
            .iter()
            .any(|effect| effect.kind == EffectKind::Allocate && effect.value == Some(value))
    })
}

/// Whether the value is an argument of the body's function that is marked as memory that nothing
/// else refers to while the function runs.
pub(crate) fn is_noalias_argument(body: &Body, value: ValueId) -> bool {
    argument_attribute(body, value, "llvm.noalias").is_some()
}

/// An attribute of an argument of the body's function.
fn argument_attribute(body: &Body, value: ValueId, name: &str) -> Option<Attribute> {
    let (ctx, root) = (body.context(), body.root());
    let ValueDef::Argument { block, index } = body.value_def(value) else { return None };
    let entry = body.regions(root).first().and_then(|&region| body.entry_block(region));
    let attributes = body.attr(root, Ident::ARG_ATTRS).filter(|_| entry == Some(block))?;
    let attributes = attributes.as_array(ctx)?.get(index as usize)?.as_dictionary(ctx)?;
    attributes.iter().find(|(key, _)| key.text(ctx) == name).map(|(_, value)| *value)
}

/// The known alignment of the first element of a memref in bytes, beyond that of its type.
pub(crate) fn known_alignment(body: &Body, memref: ValueId) -> Option<i64> {
    let alignment = match AllocOp::defining(body, memref) {
        Some(alloc) => alloc.alignment(body),
        None => argument_attribute(body, memref, "llvm.align"),
    };
    alignment?.as_i64(body.context())
}

/// Whether the op reads, writes or frees the memref and does not let it escape.
fn is_direct_use(body: &Body, user: OpId, memref: ValueId) -> bool {
    let info = body.info(user);
    let Some(interface) = info.interface::<dyn MemoryEffectOpInterface>() else { return false };
    let effects = interface.ask(body.op(user), |op| op.effects());
    body.regions(user).is_empty()
        && !body.results(user).any(|result| body.ty(result).is_memref(body.context()))
        && effects.iter().any(|effect| effect.value == Some(memref))
        && effects.iter().all(|effect| effect.value.is_some())
        // `store %m, %other[]` of a memref has no effect on the memory of `%m`, but lets it escape.
        && body.operands(user).all(|operand| {
            !body.ty(operand).is_memref(body.context())
                || effects.iter().any(|effect| effect.value == Some(operand))
        })
}

/// Visits all effects that the op, with its nested ops, may have on memory: the kind and the
/// memref, none for any memory that has escaped.
pub(crate) fn visit_effects(
    body: &Body,
    op: OpId,
    visit: &mut impl FnMut(EffectKind, Option<ValueId>),
) {
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        let info = body.info(op);
        let flags = info.flags();
        if flags.contains(TraitFlags::PURE) {
            continue;
        }
        for &region in body.regions(op) {
            for block in body.blocks(region) {
                pending.extend(body.ops(block));
            }
        }
        if let Some(interface) = info.interface::<dyn MemoryEffectOpInterface>() {
            for effect in interface.ask(body.op(op), |op| op.effects()) {
                visit(effect.kind, effect.value);
            }
        } else if !flags.contains(TraitFlags::RECURSIVE_EFFECTS)
            && !flags.contains(TraitFlags::RETURN_LIKE)
        {
            visit(EffectKind::Write, None);
            for operand in body.operands(op) {
                if body.ty(operand).is_memref(body.context()) {
                    visit(EffectKind::Write, Some(operand));
                }
            }
        }
    }
}
