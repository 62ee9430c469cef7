//! What a session knows: functions, structs and variables.

use std::collections::BTreeMap;

use toy_ast::{Exprs, Function, Module, Name, ReplInput, StructDef};

use super::program::extract;
use super::value::Value;

/// The definitions of a session, the last of each name. Names of variables, functions and structs are apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Definitions {
    variables: BTreeMap<Box<str>, Variable>,
    functions: BTreeMap<Box<str>, KeptFunction>,
    structs: BTreeMap<Box<str>, StructDef>,
}

/// A variable and its value.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its name, where it was defined last.
    pub(super) name: Name,
    /// Its value.
    pub(super) value: Value,
}

/// A function as a tree, which is compiled again for each input that needs it.
#[derive(Clone, Debug)]
pub(super) struct KeptFunction {
    function: Function,
    exprs: Exprs,
}

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

impl Definitions {
    /// The variables by name.
    pub(super) fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.variables.values()
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

    /// Keeps the functions and structs of an input; `main` is not kept. Variables of a struct that is now another one are
    /// forgotten; their names are returned.
    pub(super) fn keep_definitions(&mut self, input: &ReplInput) -> Vec<Name> {
        let mut forgotten = Vec::new();
        for definition in &input.module.structs {
            let name = definition.name.text();
            let old = self.structs.insert(name.into(), definition.clone());
            if old.is_some_and(|old| !same_members(&old, definition)) {
                self.variables.retain(|_, variable| {
                    let stays = !variable.value.holds_struct(name);
                    if !stays {
                        forgotten.push(variable.name.clone());
                    }
                    stays
                });
            }
        }
        for function in input.module.functions.iter().filter(|function| function.name.text() != "main") {
            let Module { mut functions, exprs, .. } = extract(&input.module.exprs, function);
            if let Some(function) = functions.pop() {
                self.functions.insert(function.name.text().into(), KeptFunction { function, exprs });
            }
        }
        forgotten
    }

    /// Keeps a variable's value.
    pub(super) fn keep_variable(&mut self, name: Name, value: Value) {
        self.variables.insert(name.text().into(), Variable { name, value });
    }
}

fn same_members(one: &StructDef, other: &StructDef) -> bool {
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
