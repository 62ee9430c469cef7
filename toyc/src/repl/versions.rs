//! Names for variables that are defined more than once.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use toy_ast::{Stmt, StmtKind, all_statements};

/// Distinguishes the definitions of one name, in the order of the statements. Version 0 is the
/// variable before the entry; the last version keeps the name, all others get one that no source
/// can contain.
#[derive(Debug, Default)]
pub(super) struct Versions {
    /// The number of definitions of a name.
    total: FxHashMap<Box<str>, usize>,
    /// The number of its definitions up to here.
    current: FxHashMap<Box<str>, usize>,
    /// Names whose version 0 is used.
    uses_first: BTreeSet<Box<str>>,
}

impl Versions {
    /// The versions that these statements will define. A kept variable is renamed if a loop or a
    /// block has a variable of its name.
    pub(super) fn of(body: &[Stmt], is_kept: impl Fn(&str) -> bool) -> Self {
        let mut versions = Self::default();
        for statement in all_statements(body) {
            let locals = match &statement.kind {
                StmtKind::For(this) => std::slice::from_ref(&this.variable),
                _ => statement.defined(),
            };
            for local in locals.iter().filter(|local| is_kept(local.text())) {
                versions.total.insert(local.text().into(), 1);
            }
        }
        // All definitions at the top level are counted.
        for statement in body {
            for name in statement.defined() {
                versions.total.remove(name.text());
            }
        }
        for statement in body {
            for name in statement.defined() {
                *versions.total.entry(name.text().into()).or_default() += 1;
            }
        }
        versions
    }

    /// The name of a variable that is defined here.
    pub(super) fn define(&mut self, name: &str) -> String {
        let current = self.current.entry(name.into()).or_default();
        *current += 1;
        let version = *current;
        self.named(name, version)
    }

    /// The name of a variable that is used here.
    pub(super) fn used(&mut self, name: &str) -> String {
        let version = self.current.get(name).copied().unwrap_or_default();
        if version == 0 {
            self.uses_first.insert(name.into());
        }
        self.named(name, version)
    }

    /// The names whose version 0 was used, in order.
    pub(super) fn first_uses(&self) -> impl Iterator<Item = &str> {
        self.uses_first.iter().map(|name| &**name)
    }

    /// The name of version 0.
    pub(super) fn first(&self, name: &str) -> String {
        self.named(name, 0)
    }

    fn named(&self, name: &str, version: usize) -> String {
        let total = self.total.get(name).copied().unwrap_or_default();
        if version >= total { name.to_owned() } else { format!("{name}#{version}") }
    }
}
