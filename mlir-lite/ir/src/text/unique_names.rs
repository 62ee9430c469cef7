//! Names that are unique in a whole text.

use crate::ir::body::Body;
use crate::ir::entities::RegionId;
use crate::text::names::{BodyNames, Namer, NamingRules, Start, UniqueNumbers, address};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The names of all bodies of a text.
pub(super) enum UniqueNames {
    /// Numbers, from which the names of each body are made when it is printed.
    Numbers(UniqueNumbers),
    /// The names by the address of the body.
    Texts(FxHashMap<usize, Arc<BodyNames>>),
}

impl UniqueNames {
    /// The names of all regions in a body.
    pub(super) fn new(root: &Body, rules: NamingRules) -> Self {
        if rules.has_only_numbers() {
            return Self::Numbers(UniqueNumbers::new(root));
        }
        let clear = |body: &Body| BodyNames::default().cleared_for(body, rules);
        let mut all = FxHashMap::default();
        let mut namer = Namer::new(root, clear(root), rules, Start::default());
        namer.next_value += u32::from(rules.numbers_users());
        let mut pending: Vec<(&Body, RegionId, Option<usize>)> = Vec::new();
        pending.extend(root.regions(root.root()).iter().map(|&region| (root, region, None)));
        while let Some((body, region, around)) = pending.pop() {
            let names = all.remove(&address(body)).unwrap_or_else(|| clear(body));
            (namer.body, namer.names) = (body, names);
            let scope = namer.open_scope(around);
            namer.number_region(region, scope);
            all.insert(address(body), std::mem::take(&mut namer.names));
            for op in body.blocks(region).flat_map(|block| body.ops(block)) {
                if !body.is_plain(op) {
                    let (body, op) =
                        body.child(op).map_or((body, op), |child| (child, child.root()));
                    pending
                        .extend(body.regions(op).iter().map(|&region| (body, region, Some(scope))));
                }
            }
        }
        let finished = all.into_iter().map(|(body, names)| (body, Arc::new(names.finished())));
        Self::Texts(finished.collect())
    }
}
