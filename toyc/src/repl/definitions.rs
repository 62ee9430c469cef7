//! The definitions of a session: functions, structs and variables, and how a change is undone.

use std::collections::BTreeMap;

use toy_ast::{Exprs, Function, Module, Name, ReplInput, StructDef};

use super::program::extract;
use super::value::Value;

/// The variable that holds the value that was shown last.
pub(super) const LAST_VALUE: &str = "_";

/// The definitions of a session, the last one of each name. Variables, functions and structs have
/// separate namespaces.
#[derive(Clone, Debug, Default)]
pub(super) struct Definitions {
    variables: BTreeMap<Box<str>, Variable>,
    functions: BTreeMap<Box<str>, KeptFunction>,
    structs: BTreeMap<Box<str>, StructDef>,
    /// The definitions that were replaced since [`take_changes`](Self::take_changes).
    replaced: Vec<Replaced>,
}

/// A variable and its value.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its name, at its last definition.
    pub(super) name: Name,
    /// Its value.
    pub(super) value: Value,
}

/// A function as a tree, which is compiled again for each entry that needs it.
#[derive(Clone, Debug)]
pub(super) struct KeptFunction {
    function: Function,
    exprs: Exprs,
}

/// The previous meaning of a name; none if it was new.
#[derive(Clone, Debug)]
enum Replaced {
    Variable(Box<str>, Option<Variable>),
    Function(Box<str>, Option<KeptFunction>),
    Struct(Box<str>, Option<StructDef>),
    Everything(Box<Definitions>),
}

/// The changes of one entry, for undoing them.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes(Vec<Replaced>);

impl KeptFunction {
    /// The function.
    pub(super) fn function(&self) -> &Function {
        &self.function
    }

    /// Its expressions.
    pub(super) fn exprs(&self) -> &Exprs {
        &self.exprs
    }
}

impl Changes {
    /// Whether nothing was changed.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds later changes, which are undone together with these.
    pub(super) fn append(&mut self, mut later: Self) {
        self.0.append(&mut later.0);
    }

    /// The number of elements in the replaced values.
    pub(super) fn weight(&self) -> usize {
        let weight = |replaced: &Replaced| match replaced {
            Replaced::Variable(_, Some(old)) => old.value.element_count(),
            Replaced::Everything(old) => old.variables().map(|old| old.value.element_count()).sum(),
            _ => 0,
        };
        self.0.iter().map(weight).sum()
    }

    /// The changed names, each once and in order, without that of the last value.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for replaced in &self.0 {
            let name = match replaced {
                Replaced::Variable(name, _) if &**name == LAST_VALUE => continue,
                Replaced::Variable(name, _) => format!("variable '{name}'"),
                Replaced::Function(name, _) => format!("function '{name}'"),
                Replaced::Struct(name, _) => format!("struct '{name}'"),
                Replaced::Everything(_) => "everything".to_owned(),
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

impl Definitions {
    /// Whether a variable, a function, a struct or a member of one has this name.
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.variables.contains_key(name)
            || self.functions.contains_key(name)
            || self.structs.contains_key(name)
            || self.structs().any(|s| s.fields.iter().any(|field| field.name.text() == name))
    }

    /// The variables by name.
    pub(super) fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.variables.values()
    }

    /// A variable.
    pub(super) fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.get(name)
    }

    /// The functions by name.
    pub(super) fn functions(&self) -> impl Iterator<Item = (&str, &KeptFunction)> {
        self.functions.iter().map(|(name, function)| (&**name, function))
    }

    /// A function.
    pub(super) fn function(&self, name: &str) -> Option<&KeptFunction> {
        self.functions.get(name)
    }

    /// The structs by name.
    pub(super) fn structs(&self) -> impl Iterator<Item = &StructDef> {
        self.structs.values()
    }

    /// A struct.
    pub(super) fn structure(&self, name: &str) -> Option<&StructDef> {
        self.structs.get(name)
    }

    /// Keeps the functions and structs of an entry; `main` is not kept. Variables of a redefined
    /// struct are forgotten; they are returned.
    pub(super) fn keep_definitions(&mut self, input: &ReplInput) -> Vec<Variable> {
        let mut forgotten = Vec::new();
        for definition in &input.module.structs {
            let name = definition.name.text();
            let old = self.structs.insert(name.into(), definition.clone());
            if old.as_ref().is_some_and(|old| !same_members(old, definition)) {
                let holds = |variable: &&Variable| variable.value.holds_struct(name);
                let removed: Vec<Variable> =
                    self.variables.values().filter(holds).cloned().collect();
                for variable in removed {
                    let name: Box<str> = variable.name.text().into();
                    let old = self.variables.remove(&name);
                    if &*name != LAST_VALUE {
                        forgotten.push(variable);
                    }
                    self.replaced.push(Replaced::Variable(name, old));
                }
            }
            self.replaced.push(Replaced::Struct(name.into(), old));
        }
        for function in
            input.module.functions.iter().filter(|function| function.name.text() != "main")
        {
            let Module { mut functions, exprs, .. } = extract(&input.module.exprs, function);
            if let Some(function) = functions.pop() {
                let name: Box<str> = function.name.text().into();
                let old = self.functions.insert(name.clone(), KeptFunction { function, exprs });
                self.replaced.push(Replaced::Function(name, old));
            }
        }
        forgotten
    }

    /// Keeps a variable's value.
    pub(super) fn keep_variable(&mut self, name: Name, value: Value) {
        let key: Box<str> = name.text().into();
        let old = self.variables.insert(key.clone(), Variable { name, value });
        self.replaced.push(Replaced::Variable(key, old));
    }

    /// Forgets everything, which can be undone.
    pub(super) fn clear(&mut self) {
        let old = std::mem::take(self);
        self.replaced.push(Replaced::Everything(Box::new(old)));
    }

    /// The position of each definition, also of those that a change replaced.
    pub(super) fn positions<'d>(&'d self, undo: impl IntoIterator<Item = &'d Changes>) -> Vec<u32> {
        let mut positions = Vec::new();
        let mut pending = vec![self];
        let mut replaced: Vec<&Replaced> =
            undo.into_iter().flat_map(|changes| &changes.0).collect();
        loop {
            while let Some(definitions) = pending.pop() {
                positions.extend(
                    definitions.variables.values().map(|variable| variable.name.span.start),
                );
                positions
                    .extend(definitions.functions.values().map(|kept| kept.function.span.start));
                positions
                    .extend(definitions.structs.values().map(|structure| structure.span.start));
                replaced.extend(&definitions.replaced);
            }
            let Some(next) = replaced.pop() else { return positions };
            match next {
                Replaced::Variable(_, old) => {
                    positions.extend(old.iter().map(|old| old.name.span.start))
                }
                Replaced::Function(_, old) => {
                    positions.extend(old.iter().map(|old| old.function.span.start))
                }
                Replaced::Struct(_, old) => positions.extend(old.iter().map(|old| old.span.start)),
                Replaced::Everything(old) => pending.push(old),
            }
        }
    }

    /// The changes since the last call.
    pub(super) fn take_changes(&mut self) -> Changes {
        Changes(std::mem::take(&mut self.replaced))
    }

    /// Undoes changes, the latest ones first.
    pub(super) fn undo(&mut self, changes: Changes) {
        fn restore<T>(map: &mut BTreeMap<Box<str>, T>, name: Box<str>, old: Option<T>) {
            match old {
                Some(old) => map.insert(name, old),
                None => map.remove(&name),
            };
        }
        for replaced in changes.0.into_iter().rev() {
            match replaced {
                Replaced::Variable(name, old) => restore(&mut self.variables, name, old),
                Replaced::Function(name, old) => restore(&mut self.functions, name, old),
                Replaced::Struct(name, old) => restore(&mut self.structs, name, old),
                Replaced::Everything(old) => *self = *old,
            }
        }
    }
}

/// Whether two definitions of a struct have members of the same names and types.
pub(super) fn same_members(one: &StructDef, other: &StructDef) -> bool {
    let members = |definition: &StructDef| -> Vec<(Option<String>, String)> {
        definition
            .fields
            .iter()
            .map(|field| {
                let ty = field.struct_name.as_ref().map(|name| name.text().to_owned());
                (ty, field.name.text().to_owned())
            })
            .collect()
    };
    members(one) == members(other)
}
