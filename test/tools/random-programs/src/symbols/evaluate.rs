//! The rules' results for a tree of symbols.

use super::{Kind, Reference, Tree, Visibility};
use std::collections::BTreeSet;

impl Tree {
    fn is_table(&self, number: usize) -> bool {
        matches!(self.nodes[number].kind, Kind::Table { .. })
    }

    /// All ops around an op, from the inside to the outside.
    fn around(&self, number: usize) -> Vec<usize> {
        std::iter::successors(self.nodes[number].parent, |&n| self.nodes[n].parent).collect()
    }

    /// All tables around an op, from the inside to the outside.
    pub(super) fn tables_around(&self, number: usize) -> Vec<usize> {
        self.around(number).into_iter().filter(|&n| self.is_table(n)).collect()
    }

    /// The names that lead from a table down to a symbol.
    pub(super) fn names_from(&self, table: usize, symbol: usize) -> Option<Vec<String>> {
        let name = self.nodes[symbol].name.clone()?;
        let parent = self.nodes[symbol].parent?;
        if parent == table {
            return Some(vec![name]);
        }
        let mut names =
            if self.is_table(parent) { self.names_from(table, parent)? } else { return None };
        names.push(name);
        Some(names)
    }

    /// The table in which a reference is looked up: the nearest one, and for each `@.super` the
    /// next one further out. None if it would lead out of one that isolates symbols.
    fn start(&self, user: usize, supers: usize) -> Option<usize> {
        let tables = self.tables_around(user);
        let is_open =
            |&table: &usize| self.nodes[table].kind == Kind::Table { is_transparent: true };
        if !tables.iter().take(supers).all(is_open) {
            return None;
        }
        tables.get(supers).copied()
    }

    /// The symbols on the path of a reference, as far as there are any, whether or not they are
    /// visible.
    pub fn path(&self, user: usize, reference: &Reference) -> Vec<usize> {
        let mut path = Vec::new();
        let Some(mut table) = self.start(user, reference.supers) else { return path };
        for name in &reference.names {
            if !self.is_table(table) {
                break;
            }
            let is_it = |&&child: &&usize| self.nodes[child].name.as_ref() == Some(name);
            let Some(&symbol) = self.nodes[table].children.iter().find(is_it) else { break };
            path.push(symbol);
            table = symbol;
        }
        path
    }

    /// The target of a user's reference: all its names lead somewhere, and each symbol is visible
    /// to the user.
    pub fn resolve(&self, user: usize, reference: &Reference) -> Option<usize> {
        let path = self.path(user, reference);
        if path.len() < reference.names.len() {
            return None;
        }
        let around = self.around(user);
        let is_visible = |&symbol: &usize| {
            self.nodes[symbol].visibility != Visibility::Private
                || self.nodes[symbol].parent.is_some_and(|table| around.contains(&table))
        };
        path.iter().all(is_visible).then(|| path.last().copied()).flatten()
    }

    /// The uses of a symbol: the user, the number of the reference, and the component.
    pub fn uses(&self, symbol: usize) -> Vec<(usize, usize, usize)> {
        let mut uses = Vec::new();
        for user in self.numbers() {
            for (index, reference) in self.nodes[user].uses.iter().enumerate() {
                let position = self.path(user, reference).iter().position(|&n| n == symbol);
                uses.extend(position.map(|at| (user, index, reference.supers + at)));
            }
        }
        uses
    }

    /// Gives a symbol another name, which no other symbol has, in all references to it.
    pub fn rename(&mut self, symbol: usize, name: &str) {
        for (user, index, component) in self.uses(symbol) {
            let reference = &mut self.nodes[user].uses[index];
            name.clone_into(&mut reference.names[component - reference.supers]);
        }
        self.nodes[symbol].name = Some(name.to_owned());
    }

    /// Removes the symbols that nothing can refer to: the module is the whole program, so only
    /// public symbols, ops that are not symbols, and the symbols that these refer to, stay.
    pub fn remove_dead(&mut self) {
        let mut live = BTreeSet::from([0]);
        loop {
            let before = live.len();
            for number in self.numbers() {
                let node = &self.nodes[number];
                if !node.parent.is_some_and(|parent| live.contains(&parent)) {
                    continue;
                }
                if node.name.is_none() || node.visibility == Visibility::Public {
                    live.insert(number);
                }
                if live.contains(&number) {
                    live.extend(
                        node.uses.iter().flat_map(|reference| self.path(number, reference)),
                    );
                }
            }
            if live.len() == before {
                break;
            }
        }
        for node in &mut self.nodes {
            node.children.retain(|child| live.contains(child));
        }
    }

    /// Removes the references that cannot be resolved.
    pub fn remove_unresolved(&mut self) {
        for user in self.numbers() {
            let uses = std::mem::take(&mut self.nodes[user].uses);
            let resolves = |reference: &Reference| self.resolve(user, reference).is_some();
            let uses: Vec<Reference> = uses.into_iter().filter(resolves).collect();
            self.nodes[user].uses = uses;
        }
    }

    /// Replaces each reference by the shortest one that resolves to the same symbol.
    pub fn shorten(&mut self) {
        for user in self.numbers() {
            for index in 0..self.nodes[user].uses.len() {
                let Some(symbol) = self.resolve(user, &self.nodes[user].uses[index]) else {
                    continue;
                };
                let candidates = (0..self.tables_around(user).len()).filter_map(|supers| {
                    let names = self.names_from(self.start(user, supers)?, symbol)?;
                    Some(Reference { supers, names })
                });
                let shortest = candidates.min_by_key(|it| it.supers + it.names.len());
                if let Some(shortest) = shortest {
                    self.nodes[user].uses[index] = shortest;
                }
            }
        }
    }
}
