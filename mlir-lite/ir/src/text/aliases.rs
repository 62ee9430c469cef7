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
use crate::data::location::Location;
use crate::text::PrintOptions;
use crate::text::asm_printer::Printer;
use crate::text::same_locations::SameLocations;
use rustc_hash::{FxHashMap, FxHashSet};

/// What can have an alias.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Aliased {
    /// An affine map, an integer set.
    Attribute(Attribute),
    Location(Location),
}

/// What is printed for a location without a name.
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
    /// What is printed if no name is assigned.
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

/// Where definitions stand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Above,
    Below,
}

struct Alias {
    target: Aliased,
    depth: usize,
    may_be_below: bool,
    children: Vec<usize>,
    name: &'static str,
    number: usize,
    /// The text after the name and `=`, until it is printed.
    definition: AliasedText,
}

/// The aliases of a text.
pub(super) struct Aliases<'c> {
    ctx: &'c Context,
    options: PrintOptions,
    all: Vec<Alias>,
    by_target: FxHashMap<Aliased, usize>,
    same_locations: SameLocations<'c>,
    /// Numbers of the distinct attributes that have been written.
    distinct: FxHashMap<Attribute, usize>,
}

impl<'c> Aliases<'c> {
    /// Assigns names for the aliases in pieces of text, in order.
    pub(super) fn new<'r>(
        ctx: &'c Context,
        options: PrintOptions,
        refs: impl Iterator<Item = &'r AliasRef>,
    ) -> Self {
        let mut this = Self {
            ctx,
            options,
            all: Vec::new(),
            by_target: FxHashMap::default(),
            same_locations: SameLocations::new(ctx),
            distinct: FxHashMap::default(),
        };
        let (naming, others): (Vec<&AliasRef>, Vec<&AliasRef>) =
            refs.partition(|entry| entry.is_naming);
        for entry in naming {
            this.visit(entry.target, entry.may_be_below);
        }
        this.use_known(others.into_iter().map(|entry| entry.target).collect());
        this.set_depths();
        // Sorted by depth and name, otherwise in the order of first occurrence.
        let mut order: Vec<usize> = (0..this.all.len()).collect();
        order.sort_by_key(|&index| (this.all[index].depth, this.all[index].name));
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for index in order {
            let alias = &mut this.all[index];
            let count = counts.entry(alias.name).or_default();
            alias.number = *count;
            *count += 1;
        }
        this
    }

    /// Visits an attribute or location, then its parts. Does not recurse, because call sites nest
    /// as deep as calls do.
    fn visit(&mut self, target: Aliased, may_be_below: bool) {
        let mut pending = vec![(target, may_be_below, None)];
        while let Some((target, may_be_below, parent)) = pending.pop() {
            if !self.has_name(target) {
                continue;
            }
            let target = self.first_of_same(target);
            let known = self.by_target.get(&target).copied();
            let index = known.unwrap_or(self.all.len());
            if let Some(parent) = parent {
                let parent: &mut Alias = &mut self.all[parent];
                parent.children.push(index);
            }
            if known.is_some() {
                if !may_be_below {
                    self.bring_above(index);
                }
                continue;
            }
            self.by_target.insert(target, index);
            let name = match target {
                Aliased::Location(_) => "loc",
                Aliased::Attribute(attribute) => match attribute.kind(self.ctx) {
                    AttributeKind::IntegerSet(_) => "set",
                    AttributeKind::Distinct { .. } => "distinct",
                    _ => "map",
                },
            };
            let definition = self.definition(target, Otherwise::InFull);
            let inner = definition.refs.iter().rev();
            pending.extend(
                inner.map(|inner| (inner.target, may_be_below && inner.may_be_below, Some(index))),
            );
            let children = Vec::new();
            self.all.push(Alias {
                target,
                depth: 0,
                may_be_below,
                children,
                name,
                number: 0,
                definition,
            });
        }
    }

    /// Positions that do not assign names use existing ones, so their definitions must be above the
    /// text.
    fn use_known(&mut self, mut pending: Vec<Aliased>) {
        let mut done = FxHashSet::default();
        while let Some(target) = pending.pop() {
            let target = self.first_of_same(target);
            match self.by_target.get(&target) {
                Some(&index) => self.bring_above(index),
                None if done.insert(target) => {
                    let definition = self.definition(target, Otherwise::InFull);
                    pending.extend(definition.refs.iter().map(|inner| inner.target));
                }
                None => {}
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

    fn bring_above(&mut self, index: usize) {
        let mut pending = vec![index];
        while let Some(index) = pending.pop() {
            if std::mem::replace(&mut self.all[index].may_be_below, false) {
                pending.extend_from_slice(&self.all[index].children);
            }
        }
    }

    /// Computes depths: each attribute or location is deeper than its parts.
    fn set_depths(&mut self) {
        let mut done = vec![false; self.all.len()];
        for root in 0..self.all.len() {
            let mut pending = vec![(root, false)];
            while let Some((index, are_children_done)) = pending.pop() {
                if done[index] {
                    continue;
                }
                if !are_children_done {
                    pending.push((index, true));
                    pending.extend(self.all[index].children.iter().map(|&child| (child, false)));
                    continue;
                }
                done[index] = true;
                let below =
                    self.all[index].children.iter().map(|&child| self.all[child].depth + 1).max();
                self.all[index].depth = below.unwrap_or(0);
            }
        }
    }

    /// The definition of an alias, with aliases in it.
    fn definition(&self, target: Aliased, form: Otherwise) -> AliasedText {
        let mut text = String::new();
        let mut printer = Printer::with_aliases(self.ctx, &mut text, self.options);
        match (target, self.distinct_content(target)) {
            (_, Some(content)) => printer.distinct_content(content),
            (Aliased::Attribute(attribute), None) => printer.attribute_in_full(attribute),
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

    /// The first of all locations that are printed the same.
    fn first_of_same(&mut self, target: Aliased) -> Aliased {
        match target {
            Aliased::Location(location) => Aliased::Location(self.same_locations.first(location)),
            Aliased::Attribute(_) => target,
        }
    }

    fn write_name(&mut self, target: Aliased, otherwise: Otherwise, out: &mut String) {
        let target = self.first_of_same(target);
        let Some(alias) = self.by_target.get(&target).map(|&index| &self.all[index]) else {
            return self.write_definition(target, otherwise, out);
        };
        out.push('#');
        out.push_str(alias.name);
        // The 2020 spelling counts from `#map0`.
        if alias.number > 0 || !self.options.spelling.is_upstream() {
            out.push_str(&alias.number.to_string());
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

    /// The definitions above or below the text. Must be called first for those above, after that
    /// for the text, and last for those below.
    pub(super) fn definitions(&mut self, place: Place) -> String {
        let below = place == Place::Below;
        let mut order: Vec<usize> =
            (0..self.all.len()).filter(|&index| self.all[index].may_be_below == below).collect();
        order.sort_by_key(|&index| {
            let alias = &self.all[index];
            (alias.depth, alias.name, alias.number)
        });
        let mut out = String::new();
        for index in order {
            if below {
                out.push('\n');
            }
            let target = self.all[index].target;
            let definition = std::mem::take(&mut self.all[index].definition);
            self.write_name(target, Otherwise::InFull, &mut out);
            out.push_str(" = ");
            self.write_distinct_number(target, &mut out);
            self.resolve(&definition, &mut out);
            if !below {
                out.push('\n');
            }
        }
        out
    }

    /// Appends a text with names inserted.
    pub(super) fn resolve(&mut self, text: &AliasedText, out: &mut String) {
        let mut done = 0;
        for entry in text.refs.iter().filter(|entry| entry.is_written) {
            out.push_str(&text.text[done..entry.at]);
            done = entry.at;
            self.write_name(entry.target, entry.otherwise, out);
        }
        out.push_str(&text.text[done..]);
    }
}
