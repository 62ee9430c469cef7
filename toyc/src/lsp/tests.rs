//! Names, compared with those of the compiler.

use mlir_lite::Context;
use mlir_lite::text::{PrintOptions, print_op};
use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use pretty_assertions::assert_eq;
use text_test_runner::files_below;
use toy_dialect::sema::analyze;

use super::names::{Binding, Meaning};
use super::syntax::Syntax;

/// The IR of a program, if it is valid and imports nothing.
fn ir(text: &str) -> Option<String> {
    let sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add("a.toy", text.to_owned()).ok()?;
    let module = toy_ast::parse_module(&file, &mut diagnostics).ok()?;
    let analysis = analyze(&module, &mut diagnostics).ok()?;
    let ctx = Context::with_sources(sources.into());
    toy_dialect::register(&ctx);
    let body = toy_dialect::emit_module(&ctx, &module, &analysis);
    let printed = print_op(body.as_op(), PrintOptions::default());
    // Loops keep the names of their carried values, and accesses their positions, for messages.
    let lines = printed.lines().map(|line| {
        let mut parts = line.split("{names = [").next().unwrap_or_default().split("a.toy:");
        let first = parts.next().unwrap_or_default().to_owned();
        let without_place = |part: &str| part.trim_start_matches(|c| c != '"').to_owned();
        first + &parts.map(without_place).collect::<String>()
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// The name that takes the place of one.
fn new_name(index: usize) -> String {
    format!("renamed_{index}")
}

/// Where all names have others, the program means the same: each mention was found, and belongs to
/// the right definition.
#[test]
fn a_program_with_other_names_is_the_same_program() {
    let files = ["examples", "test"].into_iter().flat_map(|folder| {
        let files = files_below(&test_support::repository().join(folder), &["toy"]);
        files.expect("the folder is there")
    });
    let mut compared = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        // Programs of hundreds of kilobytes are there for other tests.
        let Some(before) = ir(&text).filter(|_| text.len() < 40_000) else { continue };
        // Functions that MLIR's verifier would refuse are printed in another form.
        if before.starts_with('"') {
            continue;
        }
        let syntax = Syntax::of(text.clone());
        assert!(syntax.names.unclear.len() <= 2, "{}: {:?}", file.display(), syntax.names.unclear);
        // A function computes each constant whose name it mentions, also one that is hidden.
        let hides = |binding: &Binding| {
            let same = |other: &&Binding| other.name == binding.name;
            matches!(binding.meaning, Meaning::Constant(_))
                && syntax.names.bindings.iter().filter(same).count() > 1
        };
        if syntax.names.bindings.iter().any(hides) {
            continue;
        }
        // The name of a struct or a member that a `print` writes.
        let printed: Vec<&str> = before.lines().filter(|line| line.contains("texts = [")).collect();
        let is_printed = |binding: &Binding| {
            matches!(binding.meaning, Meaning::Struct(_) | Meaning::Member(..))
                && printed.iter().any(|line| line.contains(&*binding.name))
        };
        let left: Vec<bool> = syntax.names.bindings.iter().map(is_printed).collect();
        let mut edits = Vec::new();
        let mut expected = before;
        for (index, binding) in syntax.names.bindings.iter().enumerate() {
            match binding.meaning {
                Meaning::Function(_) if binding.name == "main" => continue,
                _ if left[index] => continue,
                Meaning::Member(..)
                    if syntax.names.unclear.iter().any(|free| free.name == binding.name) =>
                {
                    continue;
                }
                Meaning::Function(_) => {
                    expected = replace_symbol(&expected, &binding.name, &new_name(index));
                }
                _ => {}
            }
            edits.extend(binding.mentions.iter().map(|mention| (mention.range.clone(), index)));
        }
        edits.sort_by_key(|(range, _)| range.start);
        let mut renamed = text;
        for (range, index) in edits.into_iter().rev() {
            renamed.replace_range(range, &new_name(index));
        }
        let after = ir(&renamed);
        let after = after.unwrap_or_else(|| panic!("{}: {renamed}", file.display()));
        let [after, expected] = [after, expected].map(|ir| without_declared_sizes(&ir));
        assert_eq!(after, expected, "{}: {renamed}", file.display());
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}

/// The IR without the attributes of `toy.sized`, which say how sizes are written.
fn without_declared_sizes(ir: &str) -> String {
    let line = |line: &str| match line.split_once("toy.sized") {
        Some((result, sized)) => {
            let attributes = sized.find('{').zip(sized.rfind('}'));
            let (from, to) = attributes.unwrap_or((0, 0));
            format!("{result}toy.sized{}{}\n", &sized[..from], &sized[to..])
        }
        None => format!("{line}\n"),
    };
    ir.lines().map(line).collect()
}

/// The IR where a function has another name.
fn replace_symbol(ir: &str, name: &str, new: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut parts = ir.split('@');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c| !is_part(c)).unwrap_or(part.len());
        // A copy for functions that are arguments has their names after its own.
        let symbol = part[..end].split('$').map(|word| if word == name { new } else { word });
        text += &format!("@{}{}", symbol.collect::<Vec<_>>().join("$"), &part[end..]);
    }
    text
}
