//! Makes random trees of symbols.

use super::{Kind, Node, Reference, Tree, Visibility};
use crate::random::Random;

/// Which features a tree may have.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// All: modules that let references through, references that begin with `@.super`, that do not
    /// resolve or resolve to private symbols, and modules in functions.
    All,
    /// Modules that `mlir-opt` reads, with references that resolve only.
    Upstream,
}

/// Few names, so that symbols of different tables have the same ones.
const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

const MAX_NODES: usize = 60;

/// The tree that belongs to a seed.
pub fn generate(seed: u64, form: Form) -> Tree {
    let root = Node {
        parent: None,
        kind: Kind::Table { is_transparent: false },
        name: None,
        visibility: Visibility::Public,
        children: Vec::new(),
        uses: Vec::new(),
    };
    let mut generator =
        Generator { random: Random::new(seed), form, tree: Tree { nodes: vec![root] } };
    generator.fill_table(0, 0);
    for number in 0..generator.tree.nodes.len() {
        if generator.tree.nodes[number].kind == Kind::User {
            generator.add_uses(number);
        }
    }
    generator.tree
}

struct Generator {
    random: Random,
    form: Form,
    tree: Tree,
}

impl Generator {
    fn add(&mut self, parent: usize, kind: Kind, name: Option<String>) -> usize {
        let number = self.tree.nodes.len();
        let visibility = match name {
            None => Visibility::Public,
            Some(_) => match self.random.weighted(&[2, 3, 2]) {
                0 => Visibility::Public,
                1 => Visibility::Private,
                _ => Visibility::Nested,
            },
        };
        let (parent, children, uses) = (Some(parent), Vec::new(), Vec::new());
        self.tree.nodes.push(Node { parent, kind, name, visibility, children, uses });
        if let Some(parent) = parent {
            self.tree.nodes[parent].children.push(number);
        }
        number
    }

    fn fill_table(&mut self, table: usize, depth: usize) {
        let mut names: Vec<&str> = NAMES.to_vec();
        self.random.shuffle(&mut names);
        for _ in 0..self.random.between(1, 7) {
            if self.tree.nodes.len() >= MAX_NODES {
                return;
            }
            match self.random.weighted(&[3, 3, if depth < 4 { 4 } else { 0 }]) {
                0 => {
                    self.add(table, Kind::User, None);
                }
                1 => {
                    let Some(name) = names.pop() else { continue };
                    let function = self.add(table, Kind::Function, Some(name.to_owned()));
                    self.fill_function(function, depth);
                }
                _ => {
                    let name = if self.random.chance(85) { names.pop() } else { None };
                    self.add_table(table, name.map(str::to_owned), depth);
                }
            }
        }
    }

    fn add_table(&mut self, parent: usize, name: Option<String>, depth: usize) {
        let is_transparent = self.form == Form::All && self.random.chance(75);
        let table = self.add(parent, Kind::Table { is_transparent }, name);
        self.fill_table(table, depth + 1);
    }

    fn fill_function(&mut self, function: usize, depth: usize) {
        for _ in 0..self.random.below(3) {
            self.add(function, Kind::User, None);
        }
        if self.form == Form::All && depth < 4 && self.random.chance(15) {
            self.add_table(function, None, depth);
        }
    }

    fn add_uses(&mut self, user: usize) {
        let symbols: Vec<usize> = (0..self.tree.nodes.len())
            .filter(|&number| self.tree.nodes[number].name.is_some())
            .collect();
        for _ in 0..self.random.between(1, 3) {
            let reference = if self.form == Form::Upstream || self.random.chance(80) {
                let Some(&symbol) = self.random.pick(&symbols) else { return };
                self.reference_to(user, symbol)
            } else {
                let supers = self.random.below(4);
                let names = (0..self.random.between(1, 3)).map(|_| self.name()).collect();
                Some(Reference { supers, names })
            };
            self.tree.nodes[user].uses.extend(reference);
        }
    }

    fn name(&mut self) -> String {
        self.random.pick(&NAMES).map_or_else(String::new, |name| (*name).to_owned())
    }

    /// A reference that leads to the symbol, if there is one; not always the shortest.
    fn reference_to(&mut self, user: usize, symbol: usize) -> Option<Reference> {
        let mut tables = self.tree.tables_around(user);
        if self.form == Form::Upstream {
            tables.truncate(1);
        }
        let candidates: Vec<Reference> = (0..tables.len())
            .filter_map(|supers| {
                Some(Reference { supers, names: self.tree.names_from(tables[supers], symbol)? })
            })
            .filter(|reference| {
                self.form == Form::All || self.tree.resolve(user, reference).is_some()
            })
            .collect();
        self.random.pick(&candidates).cloned()
    }
}
