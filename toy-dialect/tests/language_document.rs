//! `docs/language.md` is generated from the table of builtins, and `docs/library.md` from the files
//! of the library. The examples of shapes are what the rules of the builtins give.

mod common;

use common::signature;
use test_support::check_expected;
use toy_dialect::builtins::{Builtin, Parameter, ParameterKind};
use toy_dialect::exports::LinearSize;
use toy_dialect::{builtins, library};

/// The names of the sizes of arguments.
const NAMES: [&str; 3] = ["n", "m", "k"];

/// The shapes of arguments that are tried, by their number; a size is the place of its name.
const SHAPES: [&[&[&[u32]]]; 4] = [
    &[],
    &[&[&[0, 1]], &[&[0]]],
    &[&[&[0, 1], &[0, 1]], &[&[0, 1], &[1]], &[&[0, 1], &[1, 2]], &[&[0], &[1]], &[&[0], &[0]]],
    &[&[&[0, 1], &[0, 1], &[0, 1]], &[&[0, 1], &[1], &[]]],
];

/// The most examples of one builtin.
const MOST: usize = 4;

#[test]
fn the_document_is_up_to_date() {
    check_expected("docs/language.md", &with_shapes(&builtins::language()));
    check_expected("docs/library.md", &library::document());
}

/// The document with the shapes of results below the rule of each builtin.
fn with_shapes(document: &str) -> String {
    let (mut text, mut builtin) = (String::new(), None);
    for line in document.lines() {
        text += &format!("{line}\n");
        if let Some(name) = line.strip_prefix("### `").and_then(|line| line.strip_suffix('`')) {
            builtin = builtins::find(name);
        }
        if line.starts_with("**Shape.** ")
            && let Some(builtin) = builtin.take()
        {
            let shapes = shapes(builtin);
            if !shapes.is_empty() {
                text += "\n| arguments | result |\n|---|---|\n";
            }
            for (arguments, result) in shapes {
                text += &format!("| `{arguments}` | `{result}` |\n");
            }
        }
    }
    text
}

/// Calls of a builtin with the shapes of the arguments in their place, and the shapes of the
/// results, where they fit whatever the sizes are.
fn shapes(builtin: &Builtin) -> Vec<(String, String)> {
    let mut found = Vec::new();
    if builtin.returns != builtins::Returns::Tensor {
        return found;
    }
    for signature in builtin.signatures {
        let is_tensor = |parameter: &&Parameter| {
            matches!(parameter.kind, ParameterKind::Tensor | ParameterKind::Tensors)
        };
        let needed: Vec<&Parameter> =
            signature.parameters.iter().filter(|parameter| !parameter.optional).collect();
        if !needed.iter().all(is_tensor) {
            continue;
        }
        let axis = signature.parameters.iter().any(|parameter| parameter.name == "axis");
        let keepdims = signature.parameters.iter().any(|parameter| parameter.name == "keepdims");
        let endings = [
            Some(""),
            axis.then_some(", axis=0"),
            (axis && keepdims).then_some(", axis=0, keepdims=true"),
        ];
        for shapes in SHAPES.get(needed.len()).copied().unwrap_or_default() {
            for ending in endings.into_iter().flatten() {
                found.extend(shape_of(builtin, shapes, ending));
            }
        }
    }
    // That a result has the shape of the only argument needs no table.
    if found.iter().all(|(call, result)| call.ends_with(&format!("({result})"))) {
        found.clear();
    }
    found.truncate(MOST);
    found
}

/// The shape of the result of a call for arguments of these shapes.
fn shape_of(builtin: &Builtin, shapes: &[&[u32]], ending: &str) -> Option<(String, String)> {
    let names = NAMES.map(str::to_owned);
    let letters: Vec<String> = ('a'..'d').take(shapes.len()).map(String::from).collect();
    let written = |shape: &&[u32]| {
        let sizes: Vec<&str> = shape.iter().map(|size| NAMES[*size as usize]).collect();
        format!("<{}>", sizes.join(", "))
    };
    let parameters: Vec<String> = shapes.iter().map(written).collect();
    let declared = letters.iter().zip(&parameters).map(|(name, sizes)| match &sizes[..] {
        "<>" => name.clone(),
        sizes => format!("{name}{sizes}"),
    });
    let call = |arguments: &[String]| format!("{}({}{ending})", builtin.name, arguments.join(", "));
    let source = format!(
        "def f({}) {{\n  return {};\n}}\n",
        declared.collect::<Vec<_>>().join(", "),
        call(&letters)
    );
    let sizes = |shape: &&[u32]| shape.iter().map(|size| LinearSize::symbol(*size)).collect();
    let sizes: Vec<Vec<LinearSize>> = shapes.iter().map(sizes).collect();
    let signature = signature(&source, &sizes).ok().filter(|found| found.required.is_empty())?;
    let result = signature.results.first()?.text(&names).replace(',', ", ");
    Some((call(&parameters), result))
}

#[test]
fn each_function_of_the_library_is_described_and_has_a_name_of_its_own() {
    let mut names = std::collections::BTreeSet::new();
    for file in library::FILES {
        let functions = file.functions();
        assert!(!functions.is_empty(), "{} can be parsed", file.path);
        for function in functions {
            assert!(function.summary.ends_with('.'), "{function:?}");
            assert!(builtins::find(&function.name).is_none(), "{function:?}");
            assert!(names.insert(function.name.clone()), "{function:?} is in two files");
        }
    }
}
