//! Aliases of attributes and locations: `#map`, `#set`, `#loc`; in the 2020 spelling `#map0` and
//! `#set0`.
//!
//! Text is first printed without names of aliases; the printer records the positions where aliases
//! go. When all text is printed, names are assigned in the order in which MLIR does it, and
//! inserted. So text is printed once, also in pieces on several threads, and without aliases there
//! is no cost.
//!
//! Names are assigned depth first: to nested attributes and locations before those that contain
//! them. Definitions are above the text, those of locations below it, unless an attribute needs
//! them above.

use crate::data::Context;
use crate::data::attributes::{Attribute, AttributeKind};
use crate::data::location::{Location, LocationKind, UniquedLocation};
use crate::data::same_locations::{SameLocations, parts};
use crate::text::PrintOptions;
use crate::text::asm_printer::Printer;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

/// The kinds of things that can have an alias.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Aliased {
    /// An affine map, an integer set.
    Attribute(Attribute),
    Location(Location),
}

/// The text that is printed for a location without a name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Otherwise {
    /// `loc(unknown)`; for an attribute, its full text.
    InFull,
    /// `unknown`: the text within the parentheses of another location.
    WithoutKeyword,
}

/// A position in the text where an attribute or location can be replaced by an alias.
#[derive(Copy, Clone, Debug)]
pub(super) struct AliasRef {
    /// Byte of the text.
    pub(super) at: usize,
    pub(super) target: Aliased,
    /// Whether the name is printed there. If not, the position only affects the order of names.
    pub(super) is_written: bool,
    /// Whether this position causes a name to be assigned, if there is none yet.
    pub(super) is_naming: bool,
    /// The text that is printed if no name is assigned.
    pub(super) otherwise: Otherwise,
    /// Whether the definition may be below the text.
    pub(super) may_be_below: bool,
}

/// Text with the positions of aliases.
#[derive(Default)]
pub(super) struct AliasedText {
    pub(super) text: String,
    pub(super) refs: Vec<AliasRef>,
}

/// The position of definitions: above the module or below.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum AliasPosition {
    Above,
    Below,
}

/// The place of an alias's name, before its number, in the list of all names.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Name(u16);

/// The names of aliases in the order of their text: those of builtin attributes and of locations,
/// and those that dialects declare.
struct Names(Vec<&'static str>);

impl Names {
    fn new(ctx: &Context) -> Self {
        let mut names = ctx.aliased_attributes();
        names.extend(["distinct", "loc", "map", "set"]);
        names.sort_unstable();
        names.dedup();
        Self(names)
    }

    fn find(&self, text: &str) -> Name {
        Name(self.0.partition_point(|&name| name < text) as u16)
    }

    fn text(&self, name: Name) -> &'static str {
        self.0[usize::from(name.0)]
    }
}

/// Text is written in parts of about this many bytes.
const PART: usize = 1 << 16;

/// The end of a list of parts.
const NO_PART: u32 = u32::MAX;

/// Small, as each location of a module with debug information has one.
struct Alias {
    target: Aliased,
    depth: u32,
    number: u32,
    /// The list of its parts in [`Aliases::parts`].
    parts: u32,
    name: Name,
    may_be_below: bool,
}

/// An attribute or location to be visited.
struct Pending {
    target: Aliased,
    may_be_below: bool,
    /// The alias of which it is a part.
    parent: Option<u32>,
}

/// No alias.
const NO_ALIAS: u32 = u32::MAX;

/// The indices of aliases by their targets. Most are found without hashing.
#[derive(Default)]
struct ByTarget {
    /// Those of locations that have a [dense place](Location::dense_place).
    dense: [Vec<u32>; 3],
    others: FxHashMap<Aliased, u32>,
}

impl ByTarget {
    #[inline]
    fn dense_place(ctx: &Context, target: Aliased) -> Option<(usize, usize)> {
        match target {
            Aliased::Location(location) => location.dense_place(ctx),
            Aliased::Attribute(_) => None,
        }
    }

    #[inline]
    fn get(&self, ctx: &Context, target: Aliased) -> Option<u32> {
        let index = match Self::dense_place(ctx, target) {
            Some((table, place)) => self.dense[table].get(place).copied().unwrap_or(NO_ALIAS),
            None => return self.others.get(&target).copied(),
        };
        (index != NO_ALIAS).then_some(index)
    }

    fn insert(&mut self, ctx: &Context, target: Aliased, index: u32) {
        match Self::dense_place(ctx, target) {
            Some((table, place)) => {
                let table = &mut self.dense[table];
                if table.len() <= place {
                    table.resize(place + 1, NO_ALIAS);
                }
                table[place] = index;
            }
            None => {
                self.others.insert(target, index);
            }
        }
    }
}

/// The aliases of a text.
pub(super) struct Aliases<'c> {
    ctx: &'c Context,
    options: PrintOptions,
    names: Names,
    all: Vec<Alias>,
    /// The indices in `all` of those in the order of their names.
    order: Vec<u32>,
    by_target: ByTarget,
    /// Lists of parts: an alias, and the rest of the list.
    parts: Vec<(u32, u32)>,
    /// The texts after names and `=`, of attributes: what they contain is only known by printing.
    definitions: FxHashMap<u32, AliasedText>,
    same_locations: SameLocations<'c>,
    /// Numbers of the distinct attributes that have been written.
    distinct: FxHashMap<Attribute, usize>,
}

impl<'c> Aliases<'c> {
    /// Assigns names for the aliases in pieces of text, in order.
    pub(super) fn new<'r>(
        ctx: &'c Context,
        options: PrintOptions,
        refs: impl Iterator<Item = &'r AliasRef> + Clone,
    ) -> Self {
        let mut this = Self {
            ctx,
            options,
            names: Names::new(ctx),
            all: Vec::new(),
            order: Vec::new(),
            by_target: ByTarget::default(),
            parts: Vec::new(),
            definitions: FxHashMap::default(),
            same_locations: SameLocations::new(ctx),
            distinct: FxHashMap::default(),
        };
        let mut pending = Vec::new();
        for entry in refs.clone().filter(|entry| entry.is_naming) {
            let (target, may_be_below) = (entry.target, entry.may_be_below);
            pending.push(Pending { target, may_be_below, parent: None });
            this.visit(&mut pending);
        }
        this.use_known(refs.filter(|entry| !entry.is_naming).map(|entry| entry.target).collect());
        this.set_depths();
        this.set_order();
        let mut counts = vec![0; this.names.0.len()];
        for &index in &this.order {
            let alias = &mut this.all[index as usize];
            let count = &mut counts[usize::from(alias.name.0)];
            alias.number = *count;
            *count += 1;
        }
        this
    }

    /// Sorts aliases by depth, those of parts before those that contain them, and by name;
    /// otherwise they are in the order of first occurrence.
    fn set_order(&mut self) {
        // Counting sort: nothing is deeper than there are aliases.
        let names = self.names.0.len();
        let key = |alias: &Alias| alias.depth as usize * names + usize::from(alias.name.0);
        let mut starts = Vec::new();
        for alias in &self.all {
            let next = key(alias) + 1;
            if starts.len() <= next {
                starts.resize(next + 1, 0);
            }
            starts[next] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        self.order = vec![NO_ALIAS; self.all.len()];
        for (alias, index) in self.all.iter().zip(0..) {
            let place: &mut usize = &mut starts[key(alias)];
            self.order[*place] = index;
            *place += 1;
        }
    }

    /// The alias of a type, attribute or location that is printed as `target`. If there is none,
    /// returns the first one with the same text.
    #[inline]
    fn find(&mut self, target: Aliased) -> Result<u32, Aliased> {
        match self.by_target.get(self.ctx, target) {
            Some(index) => Ok(index),
            None => self.find_first_of_same(target),
        }
    }

    fn find_first_of_same(&mut self, target: Aliased) -> Result<u32, Aliased> {
        let first = match target {
            Aliased::Location(location) => Aliased::Location(self.same_locations.first(location)),
            Aliased::Attribute(_) => target,
        };
        let index = self.by_target.get(self.ctx, first).ok_or(first)?;
        self.by_target.insert(self.ctx, target, index);
        Ok(index)
    }

    /// Visits attributes and locations, each before its parts. Does not recurse, because call sites
    /// nest as deep as calls do.
    fn visit(&mut self, pending: &mut Vec<Pending>) {
        while let Some(Pending { target, may_be_below, parent }) = pending.pop() {
            if !self.has_name(target) {
                continue;
            }
            let found = self.find(target);
            let index = found.unwrap_or(self.all.len() as u32);
            if let Some(parent) = parent {
                let next = std::mem::replace(
                    &mut self.all[parent as usize].parts,
                    self.parts.len() as u32,
                );
                self.parts.push((index, next));
            }
            let Err(target) = found else {
                if !may_be_below {
                    self.bring_above(index);
                }
                continue;
            };
            self.by_target.insert(self.ctx, target, index);
            self.push_parts(target, index, may_be_below, pending);
            let name = self.name_of(target);
            let (depth, number) = (0, 0);
            self.all.push(Alias { target, depth, number, parts: NO_PART, name, may_be_below });
        }
    }

    fn name_of(&self, target: Aliased) -> Name {
        let text = match target {
            Aliased::Location(_) => "loc",
            Aliased::Attribute(attribute) => match attribute.kind(self.ctx) {
                AttributeKind::IntegerSet(_) => "set",
                AttributeKind::Distinct { .. } => "distinct",
                _ => alias_of(self.ctx, attribute).unwrap_or("map"),
            },
        };
        self.names.find(text)
    }

    /// Pushes the parts of a new alias, the first one on top.
    fn push_parts(
        &mut self,
        target: Aliased,
        index: u32,
        may_be_below: bool,
        pending: &mut Vec<Pending>,
    ) {
        let parent = Some(index);
        if let Some((_, kind)) = self.with_plain_parts(target) {
            let start = pending.len();
            printed_parts(kind, |part| {
                pending.push(Pending { target: Aliased::Location(part), may_be_below, parent });
            });
            pending[start..].reverse();
            return;
        }
        let definition = self.definition(target, Otherwise::InFull);
        pending.extend(definition.refs.iter().rev().map(|inner| {
            let may_be_below = may_be_below && inner.may_be_below;
            Pending { target: inner.target, may_be_below, parent }
        }));
        if let Aliased::Attribute(_) = target {
            self.definitions.insert(index, definition);
        }
    }

    /// The location, if its parts are locations, each of which has an alias.
    fn with_plain_parts(&self, target: Aliased) -> Option<(Location, LocationKind<'c>)> {
        let Aliased::Location(location) = target else { return None };
        let kind = location.kind(self.ctx);
        let is_fused_by_something =
            matches!(kind, LocationKind::Uniqued(UniquedLocation::Fused { metadata: Some(_), .. }));
        (!is_fused_by_something).then_some((location, kind))
    }

    /// Positions that do not assign names use existing ones, so their definitions must be above the
    /// text.
    fn use_known(&mut self, mut pending: Vec<Aliased>) {
        let mut done = FxHashSet::default();
        while let Some(target) = pending.pop() {
            match self.find(target) {
                Ok(index) => self.bring_above(index),
                Err(target) if done.insert(target) => {
                    let definition = self.definition(target, Otherwise::InFull);
                    pending.extend(definition.refs.iter().map(|inner| inner.target));
                }
                Err(_) => {}
            }
        }
    }

    /// Whether an alias is assigned. For resources, only the order matters. Distinct attributes
    /// without content are printed in full, and in local scope everything is; only their numbers
    /// depend on the order.
    fn has_name(&self, target: Aliased) -> bool {
        if let Aliased::Attribute(attribute) = target
            && let AttributeKind::DenseResource { .. } = attribute.kind(self.ctx)
        {
            return false;
        }
        match self.distinct_content(target) {
            Some(content) => content != Attribute::UNIT && !self.options.local_scope,
            None => true,
        }
    }

    fn distinct_content(&self, target: Aliased) -> Option<Attribute> {
        match target {
            Aliased::Attribute(attribute) => match attribute.kind(self.ctx) {
                AttributeKind::Distinct { content, .. } => Some(*content),
                _ => None,
            },
            Aliased::Location(_) => None,
        }
    }

    /// The aliases of the parts of one.
    fn parts_of(&self, index: u32) -> impl Iterator<Item = u32> {
        let mut next = self.all[index as usize].parts;
        std::iter::from_fn(move || {
            let &(part, rest) = self.parts.get(next as usize)?;
            next = rest;
            Some(part)
        })
    }

    fn bring_above(&mut self, index: u32) {
        let mut pending: SmallVec<[u32; 8]> = smallvec![index];
        while let Some(index) = pending.pop() {
            if std::mem::replace(&mut self.all[index as usize].may_be_below, false) {
                pending.extend(self.parts_of(index));
            }
        }
    }

    /// Computes depths: each attribute or location is deeper than its parts.
    fn set_depths(&mut self) {
        let mut done = vec![false; self.all.len()];
        let mut pending = Vec::new();
        for root in 0..self.all.len() as u32 {
            if self.all[root as usize].parts == NO_PART {
                continue;
            }
            pending.push((root, false));
            while let Some((index, are_parts_done)) = pending.pop() {
                if done[index as usize] {
                    continue;
                }
                if !are_parts_done {
                    pending.push((index, true));
                    let is_open = |&part: &u32| {
                        !done[part as usize] && self.all[part as usize].parts != NO_PART
                    };
                    pending.extend(self.parts_of(index).filter(is_open).map(|part| (part, false)));
                    continue;
                }
                done[index as usize] = true;
                let below =
                    self.parts_of(index).map(|part| self.all[part as usize].depth + 1).max();
                self.all[index as usize].depth = below.unwrap_or(0);
            }
        }
    }

    /// The definition of an alias, with aliases in it.
    fn definition(&self, target: Aliased, form: Otherwise) -> AliasedText {
        let mut text = String::new();
        let mut printer = Printer::with_aliases(self.ctx, &mut text, self.options);
        match (target, self.distinct_content(target)) {
            (_, Some(content)) => printer.distinct_content(content),
            (Aliased::Attribute(attribute), None) => match attribute.kind(self.ctx) {
                AttributeKind::Opaque { dialect, data, .. } => {
                    printer.opaque_attribute(dialect.text(self.ctx), data);
                }
                _ => printer.attribute_in_full(attribute),
            },
            (Aliased::Location(location), None) if form == Otherwise::WithoutKeyword => {
                printer.location_in_full(location);
            }
            (Aliased::Location(location), None) => {
                printer.write("loc(");
                printer.location_in_full(location);
                printer.write(")");
            }
        }
        let refs = printer.take_aliases();
        AliasedText { text, refs }
    }

    fn write_name(&mut self, target: Aliased, otherwise: Otherwise, out: &mut String) {
        match self.find(target) {
            Ok(index) => self.write_name_of(index, out),
            Err(target) => self.write_definition(target, otherwise, out),
        }
    }

    fn write_name_of(&self, index: u32, out: &mut String) {
        let alias = &self.all[index as usize];
        out.push('#');
        out.push_str(self.names.text(alias.name));
        // The 2020 spelling counts from `#map0`.
        if alias.number > 0 || !self.options.spelling.is_upstream() {
            out.push_str(itoa::Buffer::new().format(alias.number));
        }
    }

    fn write_definition(&mut self, target: Aliased, form: Otherwise, out: &mut String) {
        self.write_distinct_number(target, out);
        self.resolve(&self.definition(target, form), out);
    }

    fn write_distinct_number(&mut self, target: Aliased, out: &mut String) {
        if let (Aliased::Attribute(attribute), Some(_)) = (target, self.distinct_content(target)) {
            let next = self.distinct.len();
            let number = *self.distinct.entry(attribute).or_insert(next);
            out.push_str(&format!("distinct[{number}]"));
        }
    }

    /// Gives the definitions above or below the text to `put`, in parts. Must be called first for
    /// those above, after that for the text, and last for those below.
    pub(super) fn definitions(&mut self, place: AliasPosition, put: &mut dyn FnMut(&str)) {
        let below = place == AliasPosition::Below;
        let mut out = String::new();
        for place in 0..self.order.len() {
            let index = self.order[place];
            if self.all[index as usize].may_be_below != below {
                continue;
            }
            if below {
                out.push('\n');
            }
            self.write_name_of(index, &mut out);
            out.push_str(" = ");
            self.write_definition_of(index, &mut out);
            if !below {
                out.push('\n');
            }
            if out.len() >= PART {
                put(&out);
                out.clear();
            }
        }
        put(&out);
    }

    /// The text after an alias's name and `=`.
    fn write_definition_of(&mut self, index: u32, out: &mut String) {
        let target = self.all[index as usize].target;
        if let Some((location, kind)) = self.with_plain_parts(target) {
            out.push_str("loc(");
            self.write_location(location, kind, out);
            return out.push(')');
        }
        self.write_distinct_number(target, out);
        let definition = self.definitions.remove(&index);
        let definition = definition.unwrap_or_else(|| self.definition(target, Otherwise::InFull));
        self.resolve(&definition, out);
    }

    /// A location without metadata, whose parts have names.
    fn write_location(&mut self, location: Location, kind: LocationKind<'c>, out: &mut String) {
        let (begin, between, end) = match kind {
            LocationKind::CallSite { .. } => ("callsite(", " at ", ")"),
            LocationKind::Uniqued(UniquedLocation::Fused { .. }) => ("fused[", ", ", "]"),
            LocationKind::Uniqued(UniquedLocation::Name { name, child }) => {
                Printer::new(self.ctx, out, self.options).string(name.text(self.ctx).as_bytes());
                if *child == Location::UNKNOWN { ("", "", "") } else { ("(", "", ")") }
            }
            _ => {
                return Printer::new(self.ctx, out, self.options).location_in_full(location);
            }
        };
        let mut before = begin;
        printed_parts(kind, |part| {
            out.push_str(before);
            before = between;
            self.write_name(Aliased::Location(part), Otherwise::WithoutKeyword, out);
        });
        out.push_str(end);
    }

    /// Appends a text with names inserted.
    pub(super) fn resolve(&mut self, text: &AliasedText, out: &mut String) {
        self.resolve_in_parts(text, out, &mut |_| {});
    }

    /// Appends a text with names inserted. Whenever `out` is long, `put` can take what is in it, so
    /// that there is no second copy of a whole text.
    pub(super) fn resolve_in_parts(
        &mut self,
        text: &AliasedText,
        out: &mut String,
        put: &mut dyn FnMut(&mut String),
    ) {
        let mut done = 0;
        for entry in text.refs.iter().filter(|entry| entry.is_written) {
            out.push_str(&text.text[done..entry.at]);
            done = entry.at;
            self.write_name(entry.target, entry.otherwise, out);
            if out.len() >= PART {
                put(out);
            }
        }
        out.push_str(&text.text[done..]);
    }
}

/// The name of the alias under which an attribute that is kept as text is printed, if it has one.
pub(super) fn alias_of(ctx: &Context, attribute: Attribute) -> Option<&'static str> {
    match attribute.kind(ctx) {
        AttributeKind::Opaque { dialect, data, ty: None } => {
            ctx.alias_of_attribute(dialect.text(ctx), mnemonic(data))
        }
        _ => None,
    }
}

/// The name before the brackets.
pub(super) fn mnemonic(data: &str) -> &str {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    &data[..data.find(|c| !is_name(c)).unwrap_or(data.len())]
}

/// Calls `visit` with the parts of a location that are in its text: the child of a name is not, if
/// it is unknown.
fn printed_parts(kind: LocationKind<'_>, mut visit: impl FnMut(Location)) {
    let is_named = matches!(kind, LocationKind::Uniqued(UniquedLocation::Name { .. }));
    parts(kind, |part| {
        if !(is_named && part == Location::UNKNOWN) {
            visit(part);
        }
    });
}
