//! Fingerprints of ops: whether changes have left the text as it was.

use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The fingerprints of bodies, each for the change counter that the body had. Bodies that have not
/// changed since are not read again.
#[derive(Default)]
pub(super) struct Fingerprints(FxHashMap<OpId, Known>);

struct Known {
    version: u64,
    /// Of the body without those nested in it.
    fingerprint: u64,
}

impl Fingerprints {
    /// A number that changes with the text of the body's op in generic form, locations included.
    /// Within a process only: it depends on how types and attributes are stored.
    pub(super) fn of(&mut self, body: &Body) -> u64 {
        // The children of a body follow it, as those of a tree in pre-order.
        let mut hasher = FxHasher::default();
        let mut pending = vec![body];
        while let Some(body) = pending.pop() {
            self.own(body).hash(&mut hasher);
            let nested = pending.len();
            let ops = body.has_children().then(|| body.pre_order(body.root()));
            pending.extend(ops.into_iter().flatten().filter_map(|op| body.child(op)));
            (pending.len() - nested).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn own(&mut self, body: &Body) -> u64 {
        let (root, version) = (body.root(), body.version());
        if let Some(known) = self.0.get(&root).filter(|known| known.version == version) {
            return known.fingerprint;
        }
        let fingerprint = own_fingerprint(body);
        self.0.insert(root, Known { version, fingerprint });
        fingerprint
    }
}

/// Numbers entities as they are met, because their ids depend on the history of the IR. By index; 0
/// is not met yet.
struct Numbers {
    by_index: Vec<u32>,
    met: u32,
}

impl Numbers {
    fn new(capacity: usize) -> Self {
        Self { by_index: vec![0; capacity], met: 0 }
    }

    fn of(&mut self, index: usize) -> u32 {
        let number = &mut self.by_index[index];
        if *number == 0 {
            self.met += 1;
            *number = self.met;
        }
        *number
    }
}

fn own_fingerprint(body: &Body) -> u64 {
    let mut hasher = FxHasher::default();
    let mut values = Numbers::new(body.value_capacity());
    let mut blocks = Numbers::new(body.block_capacity());
    let root = body.root();
    // The ops of a region follow its op, so its size says where it ends.
    for id in std::iter::once(root).chain(body.pre_order(root)) {
        let op = body.op(id);
        (op.name(), op.location(), op.num_operands(), op.num_results()).hash(&mut hasher);
        for operand in op.operands() {
            values.of(operand.index()).hash(&mut hasher);
        }
        for (result, ty) in op.results().zip(op.result_types()) {
            (values.of(result.index()), ty).hash(&mut hasher);
        }
        if body.child(id).is_some() {
            continue;
        }
        for attribute in body.each_attribute(id) {
            attribute.hash(&mut hasher);
        }
        for successor in op.successors() {
            blocks.of(successor.index()).hash(&mut hasher);
        }
        for region in op.regions() {
            region.blocks().count().hash(&mut hasher);
            for block in region.blocks() {
                (blocks.of(block.id().index()), block.ops().count()).hash(&mut hasher);
                for &argument in block.arguments() {
                    let location = body.argument_location(argument);
                    let ty = body.ty(argument);
                    (values.of(argument.index()), ty, location).hash(&mut hasher);
                }
            }
        }
    }
    hasher.finish()
}
