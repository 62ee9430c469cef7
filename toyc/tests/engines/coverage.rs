//! Random programs use each builtin function in each form: the generator must be extended for new
//! functions and new parameters.

use std::collections::BTreeSet;

use random_programs::{BUILTINS, generate_with_files};
use toy_dialect::builtins::{Builtin, Parameter, ParameterKind, TABLE};

/// Each form must occur among this many programs.
const PROGRAMS: u64 = 6000;

/// A parameter as text, for comparing.
fn shown(name: &str, kind: &str, optional: bool, by_name: bool) -> String {
    format!("{name}: {kind}, optional {optional}, by name {by_name}")
}

fn kind_of(parameter: &Parameter) -> &'static str {
    match parameter.kind {
        ParameterKind::Tensor => "tensor",
        ParameterKind::Number => "number",
        ParameterKind::Numbers => "numbers",
        ParameterKind::Tensors => "tensors",
        ParameterKind::Text => "text",
        ParameterKind::Literal => "literal",
        ParameterKind::Printed => "printed",
        ParameterKind::Flag => "flag",
        ParameterKind::Element => "element",
        ParameterKind::Sizes => "sizes",
    }
}

fn known_kind(parameter: &random_programs::Parameter) -> &'static str {
    match parameter.kind {
        random_programs::ParameterKind::Tensor => "tensor",
        random_programs::ParameterKind::Number => "number",
        random_programs::ParameterKind::Numbers => "numbers",
        random_programs::ParameterKind::Tensors => "tensors",
        random_programs::ParameterKind::Text => "text",
        random_programs::ParameterKind::Literal => "literal",
        random_programs::ParameterKind::Printed => "printed",
        random_programs::ParameterKind::Flag => "flag",
        random_programs::ParameterKind::Element => "element",
        random_programs::ParameterKind::Sizes => "sizes",
    }
}

/// The forms of a builtin function's calls: optional arguments given or not; one argument or all of
/// them by name.
fn forms(builtin: &Builtin) -> Vec<String> {
    let mut forms = Vec::new();
    for signature in builtin.signatures {
        let optional = signature.parameters.iter().filter(|parameter| parameter.optional).count();
        for given in 0..1_usize << optional {
            let mut number = 0;
            let mut arguments: Vec<&Parameter> = Vec::new();
            for parameter in signature.parameters {
                if parameter.optional {
                    number += 1;
                }
                if !parameter.optional || given & 1 << (number - 1) != 0 {
                    arguments.push(parameter);
                }
            }
            // All by position as far as possible, and all by name.
            for all_by_name in [false, true] {
                let shown = arguments.iter().map(|parameter| {
                    let by_name = all_by_name || parameter.by_name;
                    format!("{}{}", parameter.name, if by_name { " =" } else { "" })
                });
                forms.push(format!("{}({})", builtin.name, shown.collect::<Vec<_>>().join(", ")));
            }
        }
        for parameter in signature.parameters {
            let kinds: &[&str] = match (parameter.kind, builtin.name) {
                (ParameterKind::Literal, _) => &["digits"],
                (ParameterKind::Printed, _) => &["a text", "formatted"],
                (ParameterKind::Text, "format") => &["a text"],
                (ParameterKind::Sizes, _) => &["sizes"],
                (ParameterKind::Number, "full") => {
                    &["digits", "an expression", "a list", "a shape"]
                }
                (ParameterKind::Number, "arange" | "eye" | "linspace") => {
                    &["digits", "an expression"]
                }
                (ParameterKind::Number, "iota") => &["digits", "an expression", "a list"],
                (ParameterKind::Number, "sum" | "mean" | "any") => {
                    &["digits", "an expression", "below 0", "a list"]
                }
                (ParameterKind::Number, _) => &["digits", "an expression", "below 0"],
                (ParameterKind::Numbers, "pad" | "transpose") => {
                    &["digits", "an expression", "a list"]
                }
                (ParameterKind::Numbers, _) => &["digits", "an expression", "a list", "a shape"],
                (ParameterKind::Text, "einsum" | "plot") => &["a text"],
                (ParameterKind::Text, _) => &["a text", "an argument"],
                (
                    ParameterKind::Tensor
                    | ParameterKind::Tensors
                    | ParameterKind::Flag
                    | ParameterKind::Element,
                    _,
                ) => &[],
            };
            forms.extend(
                kinds.iter().map(|kind| format!("{}: {} is {kind}", builtin.name, parameter.name)),
            );
        }
    }
    forms
}

/// Checks that the generator knows the table of builtin functions, and that its programs use all of
/// them.
pub(crate) fn check() -> Result<(), String> {
    let mut wrong = Vec::new();
    for builtin in TABLE {
        let Some(known) = BUILTINS.iter().find(|known| known.name == builtin.name) else {
            wrong.push(format!(
                "'{}' is not known to the generator of random programs",
                builtin.name
            ));
            continue;
        };
        let signatures: Vec<Vec<String>> = builtin
            .signatures
            .iter()
            .map(|signature| {
                let shown = |p: &Parameter| shown(p.name, kind_of(p), p.optional, p.by_name);
                signature.parameters.iter().map(shown).collect()
            })
            .collect();
        let known_signatures: Vec<Vec<String>> = known
            .signatures
            .iter()
            .map(|parameters| {
                parameters
                    .iter()
                    .map(|p| shown(p.name, known_kind(p), p.optional, p.by_name))
                    .collect()
            })
            .collect();
        if signatures != known_signatures {
            wrong
                .push(format!("'{}' takes {signatures:?}, not {known_signatures:?}", builtin.name));
        }
    }
    let mut missing: BTreeSet<String> = TABLE.iter().flat_map(|builtin| forms(builtin)).collect();
    let mut seed = 0;
    while !missing.is_empty() && seed < PROGRAMS {
        for form in generate_with_files(seed).forms {
            missing.remove(&form);
        }
        seed += 1;
    }
    wrong.extend(missing.into_iter().map(|form| format!("no random program has {form}")));
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}\nThe generator is test/tools/random-programs: its builtins.rs, calls.rs",
        wrong.join("\n")
    ))
}
