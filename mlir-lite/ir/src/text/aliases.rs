//! Aliases of attributes and locations: `#map`, `#set`, `#loc`; in the text of 2020, `#map0` and `#set0`.
//!
//! Text is printed without them first: wherever one stands, the printer notes the place. When all text is there, names
//! are given out in the order in which things were met, as MLIR does it, and put in. So the text is printed once, also
//! piece by piece on several threads, and where nothing has an alias it costs nothing.
//!
//! What others contain comes before them: names go by depth first. Definitions stand above the text; those of locations
//! below it, unless an attribute needs them above.

use crate::attributes::{Attribute, AttributeKind};
use crate::context::Context;
use crate::ir::location::Location;
use crate::text::PrintOptions;
use crate::text::asm_printer::AsmPrinter;
use crate::text::same_locations::SameLocations;
use rustc_hash::{FxHashMap, FxHashSet};

/// What can have an alias.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Aliased {
    /// An affine map, an integer set.
    Attribute(Attribute),
    Location(Location),
}

/// What is written of a location where it has no name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Otherwise {
    /// `loc(unknown)`; of an attribute, all of it.
    InFull,
    /// `unknown`: what stands in the parentheses of another location.
    WithoutKeyword,
}

/// A place where something stands that can have an alias.
#[derive(Copy, Clone, Debug)]
pub(super) struct AliasRef {
    /// Byte of the text.
    pub(super) at: usize,
    pub(super) target: Aliased,
    /// Whether the name is written there. If not, the place only counts for the order.
    pub(super) is_written: bool,
    /// Whether what stands there gets a name, if it has none from elsewhere.
    pub(super) is_naming: bool,
    /// What is written if it gets no name.
    pub(super) otherwise: Otherwise,
    /// Whether the definition may come below.
    pub(super) may_be_below: bool,
}

/// Text with the places where aliases stand.
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
    /// What stands behind the name, until it is written.
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
    /// Gives names to what the pieces of a text refer to, in that order.
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
        // By depth and name, else as they were met.
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

    /// Enters what is met, and then what it contains. Call sites nest as deep as calls do, hence no recursion.
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

    /// What gives no names may use those that there are: their definitions are needed above.
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

    /// Of resources, only the order is of interest. Distinct attributes without content are written where they are used, and
    /// in local scope all are; only their numbers depend on the order.
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

    /// Each is deeper than what it contains.
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

    /// What the alias stands for, with the aliases in it.
    fn definition(&self, target: Aliased, form: Otherwise) -> AliasedText {
        let mut text = String::new();
        let mut printer = AsmPrinter::with_aliases(self.ctx, &mut text, self.options);
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

    /// What stands for all that are written as this is.
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
        // The text of 2020 counts from `#map0`.
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

    /// The definitions above the text, or those below it. What stands above
    /// is asked for first, then the text, then what stands below.
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

    /// Appends a text with the names put in.
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
