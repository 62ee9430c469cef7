//! Constructs that nest as deeply as the limit allows are printed in every form, and read back; one
//! level more is refused in every form.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

use pretty_assertions::assert_eq;

const TOOL: &str = env!("CARGO_BIN_EXE_mlir-lite-opt");

/// The options of each form. The last two print nothing as an alias.
const FORMS: [&[&str]; 6] = [
    &[],
    &["--mlir-print-op-generic"],
    &["--spelling=upstream"],
    &["--spelling=upstream", "--mlir-print-op-generic"],
    &["--mlir-print-debuginfo"],
    &["--mlir-print-debuginfo", "--mlir-print-local-scope"],
];

/// A construct that nests: its name, and its text with a number of levels.
type Nest = (&'static str, fn(usize) -> String);

/// A text with `inside` nested this many times.
fn around(count: usize, open: &str, inside: &str, close: &str) -> String {
    format!("{}{inside}{}", open.repeat(count), close.repeat(count))
}

/// A function without a module around it, with an attribute.
fn with_attribute(attribute: &str) -> String {
    format!("func private @f() attributes {{a = {attribute}}}\n")
}

const NESTS: &[Nest] = &[
    ("arrays", |count| with_attribute(&around(count, "[", "", "]"))),
    ("arrays with a number", |count| with_attribute(&around(count, "[", "1", "]"))),
    ("dictionaries", |count| with_attribute(&around(count, "{a = ", "unit", "}"))),
    ("dictionaries with a number", |count| with_attribute(&around(count, "{a = ", "1", "}"))),
    ("attributes of arguments", |count| {
        format!("func private @f(i32 {{t.a = {}}})\n", around(count, "[", "1", "]"))
    }),
    ("attributes of results", |count| {
        format!("func private @f() -> (i32 {{t.a = {}}})\n", around(count, "[", "1", "]"))
    }),
    ("tuples", |count| format!("func private @f({})\n", around(count, "tuple<", "i32", ">"))),
    ("tuples of results", |count| {
        format!("func private @f() -> {}\n", around(count, "tuple<", "i32", ">"))
    }),
    ("tuples of values", |count| {
        format!("%0 = \"t.a\"() : () -> {}\n", around(count, "tuple<", "i32", ">"))
    }),
    ("tuples of block arguments", |count| {
        let ty = around(count, "tuple<", "i32", ">");
        format!("\"t.a\"() ( {{\n^bb0(%a: {ty}):\n  \"t.b\"() : () -> ()\n}}) : () -> ()\n")
    }),
    ("function types", |count| with_attribute(&around(count, "() -> (", "i32", ")"))),
    ("function types of arguments", |count| {
        format!("func private @f({})\n", around(count, "() -> (", "i32", ")"))
    }),
    ("memrefs", |count| format!("func private @f({})\n", around(count, "memref<2x", "i32", ">"))),
    ("encodings", |count| with_attribute(&around(count, "tensor<2xi32, ", "\"e\"", ">"))),
    ("arrays of llvm", |count| {
        format!("func private @f(!llvm.array<2 x {}>)\n", around(count, "array<2 x ", "i32", ">"))
    }),
    ("structs of llvm", |count| {
        format!("func private @f(!llvm.struct<({})>)\n", around(count, "struct<(", "i32", ")>"))
    }),
    ("regions", |count| {
        around(count, "\"t.a\"() ( {\n", "\"t.b\"() : () -> ()\n", "}) : () -> ()\n")
    }),
    ("modules", |count| around(count, "module {\n", "", "}\n")),
    ("loops", |count| {
        let body = around(count, "affine.for %i = 0 to 4 {\n", "", "}\n");
        // The same name is used in each loop.
        let mut number = 0;
        let mut text = String::new();
        for part in body.split("%i") {
            text += part;
            text += &format!("%i{number}");
            number += 1;
        }
        let text = text.trim_end_matches(&format!("%i{}", number - 1)).to_owned();
        format!("func @f() {{\n{text}  return\n}}\n")
    }),
    ("conditionals in alternatives", |count| {
        let open = "scf.if %c {\n} else {\n";
        format!("func @f(%c: i1) {{\n{}  return\n}}\n", around(count, open, "", "}\n"))
    }),
    ("affine expressions", |count| {
        with_attribute(&format!(
            "affine_map<(d0) -> ({})>",
            around(count, "(", "d0", " + 1) floordiv 2")
        ))
    }),
    ("affine operators in a row", |count| {
        let operators: String = (0..count).map(|index| format!(" mod {}", 5000 - index)).collect();
        with_attribute(&format!("affine_map<(d0) -> (d0{operators})>"))
    }),
    ("affine sets", |count| {
        with_attribute(&format!(
            "affine_set<(d0) : ({} >= 0)>",
            around(count, "(", "d0", " + 1) floordiv 2")
        ))
    }),
    ("layouts", |count| {
        let expression = around(count, "(", "d0", " + 1) floordiv 2");
        format!("func private @f(memref<2xi32, affine_map<(d0) -> ({expression})>>)\n")
    }),
    ("subscripts", |count| {
        let subscript = around(count, "(", "%i", " + 1) floordiv 2");
        format!(
            "func @f(%m: memref<?xi32>, %i: index) {{\n  %0 = affine.load %m[{subscript}] : \
                memref<?xi32>\n  return\n}}\n"
        )
    }),
    ("aliases of attributes", |count| {
        let aliases: String =
            (1..count).map(|index| format!("#a{index} = [#a{}]\n", index - 1)).collect();
        format!("#a0 = [1]\n{aliases}{}", with_attribute(&format!("#a{}", count.max(1) - 1)))
    }),
    ("aliases of types", |count| {
        let aliases: String =
            (1..count).map(|index| format!("!a{index} = tuple<!a{}>\n", index - 1)).collect();
        format!("!a0 = tuple<i32>\n{aliases}func private @f(!a{})\n", count.max(1) - 1)
    }),
    ("locations with attributes", |count| {
        format!("func private @f() loc(fused<{}>[\"a\"])\n", around(count, "[", "", "]"))
    }),
    ("locations in attributes of locations", |count| {
        format!("func private @f() loc({})\n", around(count, "fused<loc(", "\"a\"", ")>[\"b\"]"))
    }),
    ("locations in attributes of aliases", |count| {
        let aliases: String = (1..=count)
            .map(|index| format!("#l{index} = loc(fused<#l{}>[\"b\"])\n", index - 1))
            .collect();
        format!("#l0 = loc(\"a\")\n{aliases}func private @f() loc(#l{count})\n")
    }),
    ("locations in attributes of aliases that follow", |count| {
        let aliases: String = (1..=count)
            .map(|index| format!("#l{index} = loc(fused<#l{}>[\"b\"])\n", index - 1))
            .collect();
        format!("func private @f() loc(#l{count})\n#l0 = loc(\"a\")\n{aliases}")
    }),
];

fn run(folder: &Path, text: &str, words: &[&str]) -> Output {
    std::fs::write(folder.join("a.mlir"), text).expect("the file is written");
    Command::new(TOOL)
        .current_dir(folder)
        .args(["--allow-unregistered-dialect"])
        .args(words)
        .arg("a.mlir")
        .output()
        .expect("the tool starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the output is UTF-8")
}

/// Whether a text is accepted; if not, nesting must be the reason.
fn accepts(folder: &Path, source: &str, words: &[&str], limit: usize) -> bool {
    let output = run(folder, source, words);
    if output.status.success() {
        return true;
    }
    let said = text(&output.stderr);
    let message = format!("nesting is deeper than {limit} levels");
    assert!(
        said.contains(&message) && said.contains("'--max-nesting=N' allows"),
        "{} {said}",
        output.status
    );
    assert_eq!(output.status.code(), Some(1), "{said}");
    false
}

/// For each construct: finds the largest number of levels that is accepted; its printed forms, and
/// those of one level less, read back and print as the same text. One level more is refused.
fn forms_agree(limit: Option<usize>, forms: usize) {
    let option = limit.map(|limit| format!("--max-nesting={limit}"));
    let option: Vec<&str> = option.as_deref().into_iter().collect();
    let limit = limit.unwrap_or(200);
    let folder = tempfile::tempdir().expect("a folder");
    for (what, make) in NESTS {
        // The remaining levels are those of a module, a function, an operation, a function type and
        // lists; an encoding is an attribute and a type.
        let most = if *what == "encodings" { limit / 2 } else { limit };
        let (mut below, mut above) = (most - 8, most + 1);
        assert!(accepts(folder.path(), &make(below), &option, limit), "{what}");
        assert!(!accepts(folder.path(), &make(above), &option, limit), "{what}");
        while above - below > 1 {
            let middle = (below + above) / 2;
            if accepts(folder.path(), &make(middle), &option, limit) {
                below = middle
            } else {
                above = middle
            }
        }
        for form in &FORMS[..forms] {
            let words = [&option, *form].concat();
            for count in [below - 1, below] {
                let printed = run(folder.path(), &make(count), &words);
                assert!(
                    printed.status.success(),
                    "{what} {count} {form:?}: {}",
                    text(&printed.stderr)
                );
                let printed = text(&printed.stdout);
                let again = run(folder.path(), &printed, &words);
                assert_eq!(
                    text(&again.stdout),
                    printed,
                    "{what} {count} {form:?}: {}",
                    text(&again.stderr)
                );
            }
            // One level more is printed by a tool with a higher limit, and refused in that form,
            // too. Locations are left out, or printed as aliases, which may nest.
            let printed = run(folder.path(), &make(above), form);
            assert!(printed.status.success() || limit == 200, "{what} {above} {form:?}");
            let is_elsewhere =
                what.starts_with("locations") && !form.contains(&"--mlir-print-local-scope");
            if printed.status.success() && !is_elsewhere {
                let printed = text(&printed.stdout);
                assert!(
                    !accepts(folder.path(), &printed, &option, limit),
                    "{what} {above} {form:?}"
                );
            }
        }
    }
}

#[test]
fn forms_agree_at_the_limit() {
    forms_agree(None, 1);
}

/// With a lower limit, input with a level too many can be printed, so that each form of it is
/// tested.
#[test]
fn forms_agree_at_a_lower_limit() {
    forms_agree(Some(40), FORMS.len());
}
