//! Random modules with nested symbol tables, and the results of MLIR's rules for them.
//!
//! A module is made as a tree, written down as text, and evaluated as that same tree, by the rules
//! as `docs/symbols.md` states them, without any regard for speed: nothing here shares code with
//! the compiler.
//!
//! * `generate.rs` makes trees;
//! * `evaluate.rs` resolves references, lists uses, renames, removes dead symbols and shortens
//!   references.

mod evaluate;
mod generate;

pub use generate::{Form, generate};

use std::fmt::Write as _;

/// Who may refer to a symbol.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Visibility {
    /// Everything.
    Public,
    /// Ops in the same table.
    Private,
    /// Ops in the same module.
    Nested,
}

/// The kind of an op.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A module, which lets references through or not.
    Table {
        /// Whether it does.
        is_transparent: bool,
    },
    /// A function.
    Function,
    /// An op that refers to symbols.
    User,
}

/// A reference: a number of `@.super` parts, and names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// How many `@.super` parts it begins with.
    pub supers: usize,
    /// At least one.
    pub names: Vec<String>,
}

impl Reference {
    /// The text.
    pub fn text(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|name| format!("@{name}")).collect();
        format!("{}{}", "@.super::".repeat(self.supers), names.join("::"))
    }
}

/// An op. Its number is its index in the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// None for the outermost module.
    pub parent: Option<usize>,
    /// The kind of op.
    pub kind: Kind,
    /// The name, if it is a symbol.
    pub name: Option<String>,
    /// Who may refer to it.
    pub visibility: Visibility,
    /// The ops in it.
    pub children: Vec<usize>,
    /// The references of a user.
    pub uses: Vec<Reference>,
}

/// A module, as a tree of numbered ops. The number 0 is the module itself.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The op of this number.
    pub fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// The numbers of all ops that are in the module, parents first, in source order.
    pub fn numbers(&self) -> Vec<usize> {
        let (mut order, mut pending) = (Vec::new(), vec![0]);
        while let Some(number) = pending.pop() {
            order.push(number);
            pending.extend(self.nodes[number].children.iter().rev());
        }
        order
    }

    /// The text, in MLIR's spelling. Each op has its number in the attribute `t.id`.
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(0, 0, &mut out);
        out
    }

    fn write(&self, number: usize, depth: usize, out: &mut String) {
        let (node, indent) = (&self.nodes[number], "  ".repeat(depth));
        let name = node.name.as_ref().map_or(String::new(), |name| format!(" @{name}"));
        let visibility = match node.visibility {
            Visibility::Public => "",
            Visibility::Private => "private",
            Visibility::Nested => "nested",
        };
        match node.kind {
            Kind::User => {
                let uses: Vec<String> = node.uses.iter().map(Reference::text).collect();
                let uses = uses.join(", ");
                let _ = writeln!(
                    out,
                    "{indent}\"t.user\"() {{t.id = {number}, uses = [{uses}]}} : () -> ()"
                );
                return;
            }
            Kind::Function => {
                let space = if visibility.is_empty() { "" } else { " " };
                let _ = writeln!(
                    out,
                    "{indent}func.func{space}{visibility}{name}() attributes {{t.id = {number}}} {{"
                );
            }
            Kind::Table { is_transparent } => {
                let mut attributes = format!("t.id = {number}");
                if !visibility.is_empty() {
                    let _ = write!(attributes, ", sym_visibility = \"{visibility}\"");
                }
                if is_transparent {
                    attributes += ", builtin.transparent_symbols";
                }
                let _ = writeln!(out, "{indent}module{name} attributes {{{attributes}}} {{");
            }
        }
        for &child in &node.children {
            self.write(child, depth + 1, out);
        }
        if node.kind == Kind::Function {
            let _ = writeln!(out, "{indent}  return");
        }
        let _ = writeln!(out, "{indent}}}");
    }
}
