//! Names of values and blocks in printed text.
//!
//! Values are numbered from 0: first all values of a region, then those of nested regions, which
//! continue the numbers; sibling regions reuse them. Arguments of entry blocks are `%arg0` and so
//! on. Ops may suggest names (`%cst`), which are made unique by a number. Regions of isolated ops
//! continue the numbers as well, because MLIR does not accept the same name twice in nested
//! regions.
//!
//! If all ops are printed in today's generic form, names are unique in the whole text, as in MLIR:
//! suggestions are ignored, and regions of an op are numbered from the last to the first. Where
//! other forms have unique names, `unique_names.rs` makes them.

use crate::data::Context;
use crate::data::location::{Location, LocationKind, UniquedLocation};
use crate::ir::body::Body;
use crate::ir::entities::{BlockId, OpId, RegionId, ValueId};
use crate::text::PrintOptions;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::sync::Arc;

/// Name of a value.
#[derive(Copy, Clone, Debug)]
pub(crate) enum ValueName<'n> {
    Number(u32),
    Argument(u32),
    Text(&'n str),
    /// A further result of an op, printed with the name of an earlier result: how many results
    /// after that one it is.
    Further(u32),
}

/// A value's name as it is stored.
#[derive(Copy, Clone)]
enum Stored {
    None,
    Number(u32),
    Argument(u32),
    /// Position in the list of texts.
    Text(u32),
    Further(u32),
}

/// Names of all values and blocks of one body.
#[derive(Default)]
pub(crate) struct BodyNames {
    values: Vec<Stored>,
    texts: Vec<Box<str>>,
    blocks: Vec<u32>,
    /// The numbers of ops without results, by which comments name them as users.
    ops: Vec<u32>,
    /// First results of named groups, sorted.
    groups: Vec<ValueId>,
    /// Where the names of nested bodies begin, by the address of the body. Other nested bodies
    /// begin at 0.
    starts: FxHashMap<usize, Start>,
}

/// Where the names in a region begin: after those of the enclosing regions.
#[derive(Clone, Default)]
pub(crate) struct Start {
    next_value: u32,
    next_argument: u32,
    next_conflict: u32,
    /// Names that are already used.
    used: Option<Arc<UsedNames>>,
}

/// Names that are used in a body and in enclosing bodies.
struct UsedNames {
    texts: FxHashSet<Box<str>>,
    around: Option<Arc<UsedNames>>,
}

/// If names are unique in the whole text, the numbers of the next value and the next argument of
/// each region, by address of the body and region.
pub(crate) struct UniqueNumbers(FxHashMap<(usize, RegionId), (u32, u32)>);

/// Which values have names of their own.
#[derive(Copy, Clone)]
pub(crate) struct NamingRules {
    /// The names that ops suggest are those of today's spelling.
    upstream: bool,
    /// Ops suggest names.
    suggested: bool,
    /// Names in locations are names of values.
    in_locations: bool,
    /// Ops without results have numbers.
    for_users: bool,
}

impl NamingRules {
    pub(crate) fn of(options: PrintOptions) -> Self {
        let upstream = options.spelling.is_upstream();
        Self {
            upstream,
            suggested: !(options.generic && upstream),
            in_locations: options.location_names,
            for_users: options.value_users,
        }
    }

    /// Whether all names are numbers.
    pub(super) fn has_only_numbers(self) -> bool {
        !self.suggested && !self.in_locations && !self.for_users
    }

    pub(super) fn numbers_users(self) -> bool {
        self.for_users
    }
}

/// The names used in and outside of a region, as a chain towards the outermost.
struct Scope {
    used: FxHashMap<Box<str>, ()>,
    parent: Option<usize>,
}

struct Pending {
    region: RegionId,
    next_value: u32,
    next_argument: u32,
    next_conflict: u32,
    scope: Option<usize>,
}

pub(super) struct Namer<'b> {
    pub(super) body: &'b Body,
    /// The names used in the enclosing bodies.
    around: Option<Arc<UsedNames>>,
    rules: NamingRules,
    pub(super) names: BodyNames,
    /// One for each region; those of small functions need no allocation.
    scopes: SmallVec<[Scope; 2]>,
    pub(super) next_value: u32,
    next_argument: u32,
    next_conflict: u32,
}

impl BodyNames {
    /// The names of a body, beginning at `start`, in the memory of other names.
    pub(crate) fn new_in(spare: Self, body: &Body, rules: NamingRules, start: Start) -> Self {
        let mut namer = Namer::new(body, spare.cleared_for(body, rules), rules, start);
        namer.run();
        namer.names.finished()
    }

    /// These, when all values have names.
    pub(super) fn finished(mut self) -> Self {
        self.groups.sort_unstable();
        self
    }

    /// The names of a body, if names are unique in the whole text, in the memory of other names.
    pub(crate) fn unique_in(spare: Self, body: &Body, numbers: &UniqueNumbers) -> Self {
        let mut names = spare.cleared_for(body, NamingRules::of(PrintOptions::default()));
        let mut pending: Vec<RegionId> = body.regions(body.root()).to_vec();
        while let Some(region) = pending.pop() {
            let (mut next_value, mut next_argument) = numbers.start(body, region);
            for (i, block) in body.blocks(region).enumerate() {
                names.blocks[block.index()] = i as u32;
                for &argument in body.arguments(block) {
                    let (next, stored): (_, fn(u32) -> Stored) = match i {
                        0 => (&mut next_argument, Stored::Argument),
                        _ => (&mut next_value, Stored::Number),
                    };
                    names.values[argument.index()] = stored(*next);
                    *next += 1;
                }
                for op in body.ops(block) {
                    for (i, result) in body.results(op).enumerate() {
                        names.values[result.index()] = match i {
                            0 => Stored::Number(next_value),
                            _ => Stored::Further(i as u32),
                        };
                    }
                    let results = body.num_results(op);
                    next_value += u32::from(results > 0);
                    if results > 1 {
                        names.groups.push(body.result(op, 0));
                    }
                    pending.extend(body.regions(op));
                }
            }
        }
        names.finished()
    }

    /// These, without names, with room for those of a body.
    pub(super) fn cleared_for(mut self, body: &Body, rules: NamingRules) -> Self {
        self.values.clear();
        self.values.resize(body.value_capacity(), Stored::None);
        self.texts.clear();
        self.blocks.clear();
        self.blocks.resize(body.block_capacity(), 0);
        self.ops.clear();
        if rules.for_users {
            self.ops.resize(body.op_capacity(), 0);
        }
        self.groups.clear();
        self.starts.clear();
        self
    }

    /// Where the names of a nested body begin.
    pub(crate) fn start_of(&self, child: &Body) -> Start {
        self.starts.get(&address(child)).cloned().unwrap_or_default()
    }

    /// Whether further results of the op are printed with the value's name.
    #[inline]
    pub(crate) fn is_first_of_several(&self, value: ValueId) -> bool {
        !self.groups.is_empty() && self.groups.binary_search(&value).is_ok()
    }

    #[inline]
    pub(crate) fn value(&self, value: ValueId) -> Option<ValueName<'_>> {
        match *self.values.get(value.index())? {
            Stored::None => None,
            Stored::Number(number) => Some(ValueName::Number(number)),
            Stored::Argument(number) => Some(ValueName::Argument(number)),
            Stored::Text(index) => Some(ValueName::Text(&self.texts[index as usize])),
            Stored::Further(index) => Some(ValueName::Further(index)),
        }
    }

    pub(crate) fn block(&self, block: BlockId) -> u32 {
        self.blocks.get(block.index()).copied().unwrap_or(0)
    }

    /// The number of an op without results.
    pub(crate) fn op(&self, op: OpId) -> u32 {
        self.ops.get(op.index()).copied().unwrap_or(0)
    }
}

/// Identifies a body while no body moves.
pub(super) fn address(body: &Body) -> usize {
    std::ptr::from_ref(body) as usize
}

impl UniqueNumbers {
    /// The numbers of all regions in a body.
    pub(crate) fn new(root: &Body) -> Self {
        let mut starts = FxHashMap::default();
        let (mut next_value, mut next_argument) = (0, 0);
        let mut pending: Vec<(&Body, RegionId)> = Vec::new();
        pending.extend(root.regions(root.root()).iter().map(|&region| (root, region)));
        while let Some((body, region)) = pending.pop() {
            starts.insert((address(body), region), (next_value, next_argument));
            for (i, block) in body.blocks(region).enumerate() {
                let arguments = body.arguments(block).len() as u32;
                *(if i == 0 { &mut next_argument } else { &mut next_value }) += arguments;
                for op in body.ops(block) {
                    next_value += u32::from(body.num_results(op) > 0);
                    if !body.is_plain(op) {
                        let inside =
                            body.child(op).map_or((body, op), |child| (child, child.root()));
                        pending.extend(
                            inside.0.regions(inside.1).iter().map(|&region| (inside.0, region)),
                        );
                    }
                }
            }
        }
        Self(starts)
    }

    fn start(&self, body: &Body, region: RegionId) -> (u32, u32) {
        self.0.get(&(address(body), region)).copied().unwrap_or_default()
    }
}

impl<'b> Namer<'b> {
    pub(super) fn new(body: &'b Body, names: BodyNames, rules: NamingRules, start: Start) -> Self {
        Self {
            body,
            around: start.used,
            rules,
            names,
            scopes: SmallVec::new(),
            next_value: start.next_value,
            next_argument: start.next_argument,
            next_conflict: start.next_conflict,
        }
    }

    /// Adds a scope for the names of a region in a region with another.
    pub(super) fn open_scope(&mut self, parent: Option<usize>) -> usize {
        self.scopes.push(Scope { used: FxHashMap::default(), parent });
        self.scopes.len() - 1
    }

    fn run(&mut self) {
        let pend = |region, namer: &Self, scope| Pending {
            region,
            next_value: namer.next_value,
            next_argument: namer.next_argument,
            next_conflict: namer.next_conflict,
            scope,
        };
        let mut stack: SmallVec<[Pending; 4]> = self
            .body
            .regions(self.body.root())
            .iter()
            .rev()
            .map(|&region| pend(region, self, None))
            .collect();
        while let Some(pending) = stack.pop() {
            self.next_value = pending.next_value;
            self.next_argument = pending.next_argument;
            self.next_conflict = pending.next_conflict;
            let scope = self.open_scope(pending.scope);
            self.number_region(pending.region, scope);
            // The names used where the region's nested bodies are. Computed if there is such a
            // body.
            let mut used = None;
            for block in self.body.blocks(pending.region) {
                for op in self.body.ops(block) {
                    if self.body.is_plain(op) {
                        continue;
                    }
                    for &region in self.body.regions(op) {
                        stack.push(pend(region, self, Some(scope)));
                    }
                    if let Some(child) = self.body.child(op) {
                        self.start_child(child, scope, &mut used);
                    }
                }
            }
        }
    }

    /// Records where the names of a body directly in a region begin, unless that is at 0.
    fn start_child(
        &mut self,
        child: &Body,
        scope: usize,
        used: &mut Option<Option<Arc<UsedNames>>>,
    ) {
        let used = used.get_or_insert_with(|| self.used_in(scope));
        let (next_value, next_argument) = (self.next_value, self.next_argument);
        if next_value != 0 || next_argument != 0 || used.is_some() {
            let next_conflict = self.next_conflict;
            let start = Start { next_value, next_argument, next_conflict, used: used.clone() };
            self.names.starts.insert(address(child), start);
        }
    }

    /// The names used in a region and in enclosing regions. None if there are none.
    fn used_in(&self, scope: usize) -> Option<Arc<UsedNames>> {
        let mut texts = FxHashSet::default();
        let mut current = Some(scope);
        while let Some(scope) = current {
            texts.extend(self.scopes[scope].used.keys().cloned());
            current = self.scopes[scope].parent;
        }
        if texts.is_empty() {
            return self.around.clone();
        }
        Some(Arc::new(UsedNames { texts, around: self.around.clone() }))
    }

    pub(super) fn number_region(&mut self, region: RegionId, scope: usize) {
        for (i, block) in self.body.blocks(region).enumerate() {
            self.names.blocks[block.index()] = i as u32;
            for &arg in self.body.arguments(block) {
                self.next_argument += u32::from(i == 0);
                let name = match self.name_in(self.body.argument_location(arg)) {
                    Some(text) => self.text(text, scope),
                    // A name in a location may be that of an argument.
                    None if i == 0 && self.rules.in_locations => {
                        self.text(format!("arg{}", self.next_argument - 1), scope)
                    }
                    None if i == 0 => Stored::Argument(self.next_argument - 1),
                    None => {
                        self.next_value += 1;
                        Stored::Number(self.next_value - 1)
                    }
                };
                self.names.values[arg.index()] = name;
            }
            for op in self.body.ops(block) {
                self.number_op(op, scope);
            }
        }
    }

    /// The name in a location that a value has, if those are names.
    fn name_in(&self, location: Location) -> Option<String> {
        if !self.rules.in_locations {
            return None;
        }
        first_name(self.body.context(), location).map(identifier).filter(|name| !name.is_empty())
    }

    fn text(&mut self, text: String, scope: usize) -> Stored {
        let text = self.unique(text, scope);
        self.names.texts.push(text);
        Stored::Text(self.names.texts.len() as u32 - 1)
    }

    fn number_op(&mut self, op: OpId, scope: usize) {
        if self.rules.for_users && self.body.num_results(op) == 0 {
            self.names.ops[op.index()] = self.next_value;
            self.next_value += 1;
        }
        let naming = self.body.info(op).naming().filter(|_| self.rules.suggested);
        let named = match self.body.num_results(op) {
            0 => None,
            _ => self.name_in(self.body.location(op)),
        };
        // The result whose name further ones share.
        let mut first = 0;
        for (i, result) in self.body.results(op).enumerate() {
            let suggested = match &named {
                Some(name) => (i == 0).then(|| name.clone()),
                None => naming.and_then(|naming| {
                    naming.ask(self.body.op(op), |op| op.result_name(i, self.rules.upstream))
                }),
            };
            let name = match suggested {
                Some(text) => {
                    first = i;
                    self.text(text, scope)
                }
                None if i == 0 => {
                    self.next_value += 1;
                    Stored::Number(self.next_value - 1)
                }
                None => {
                    if i == first + 1 {
                        self.names.groups.push(self.body.result(op, first));
                    }
                    Stored::Further((i - first) as u32)
                }
            };
            self.names.values[result.index()] = name;
        }
    }

    fn is_used(&self, name: &str, scope: usize) -> bool {
        let mut current = Some(scope);
        while let Some(scope) = current {
            if self.scopes[scope].used.contains_key(name) {
                return true;
            }
            current = self.scopes[scope].parent;
        }
        let mut around = self.around.as_deref();
        while let Some(used) = around {
            if used.texts.contains(name) {
                return true;
            }
            around = used.around.as_deref();
        }
        false
    }

    fn unique(&mut self, base: String, scope: usize) -> Box<str> {
        let mut name = base.clone();
        while self.is_used(&name, scope) {
            name = format!("{base}_{}", self.next_conflict);
            self.next_conflict += 1;
        }
        let name: Box<str> = name.into();
        self.scopes[scope].used.insert(name.clone(), ());
        name
    }
}

/// The first name in a location.
fn first_name(ctx: &Context, location: Location) -> Option<&str> {
    let mut pending = vec![location];
    while let Some(location) = pending.pop() {
        match location.kind(ctx) {
            LocationKind::Uniqued(UniquedLocation::Name { name, .. }) => {
                return Some(name.text(ctx));
            }
            LocationKind::CallSite { callee, caller } => pending.extend([caller, callee]),
            LocationKind::Uniqued(UniquedLocation::Fused { locations, .. }) => {
                pending.extend(locations.iter().rev());
            }
            _ => {}
        }
    }
    None
}

/// A name as the text after `%`: bytes that cannot be there are hexadecimal numbers.
fn identifier(name: &str) -> String {
    let mut text = String::new();
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        text.push('_');
    }
    for byte in name.bytes() {
        match byte {
            b' ' => text.push('_'),
            b'$' | b'.' | b'_' | b'-' => text.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => text.push(byte.into()),
            _ => text.push_str(&format!("{byte:X}")),
        }
    }
    text
}
