//! Ops are accessed by the names of their declarations, not by position or by the name of the op.
//!
//! Exceptions are listed in `positions.txt`, which may only shrink: the test fails if a file has
//! more or fewer than the list says.

use conventions::files;
use mlir_lite::Context;
use mlir_lite::ir::op_def::OpDef;
use mlir_lite::register_all_dialects;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use toy_dialect::ToyDialect;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The sources that access ops by their types, each with its path from the root, sorted. Not among
/// them: the IR and the framework, which know no ops, and tests.
fn sources() -> Vec<(String, String)> {
    const FOLDERS: [&str; 6] = [
        "mlir-lite/dialects",
        "mlir-lite/passes/src",
        "mlir-lite/llvm/src",
        "toy-dialect/src",
        "toyc/src",
        "examples/units/src",
    ];
    read(FOLDERS.map(|folder| root().join(folder)).to_vec())
}

/// The Rust files of the folders without their tests, each with its path from the root.
fn read(folders: Vec<PathBuf>) -> Vec<(String, String)> {
    let is_code = |name: &str| name.ends_with(".rs") && !name.ends_with("tests.rs");
    let mut found = Vec::new();
    for folder in folders {
        files(&folder, &|name| name != "tests", &is_code, &mut found);
    }
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a text");
        let path = path.strip_prefix(root()).expect("a file of ours").display().to_string();
        (path, text.split("#[cfg(test)]").next().unwrap_or_default().to_owned())
    };
    found.into_iter().map(read).collect()
}

/// The number of accesses to an operand, a result or a declared attribute by a number.
fn positions(text: &str) -> usize {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let asked = |function: &str| {
        code.match_indices(function)
            .filter(|(at, _)| ends_in_number(&code[at + function.len()..]))
            .count()
    };
    let functions = [".operand(", ".result(", ".operand_view(", ".result_view(", ".inherent_attr("];
    let listed = code.match_indices("operands[").filter(|(at, found)| {
        let index = &code[at + found.len()..];
        index.split(']').next().is_some_and(|index| index.bytes().all(|byte| byte.is_ascii_digit()))
    });
    functions.into_iter().map(asked).sum::<usize>() + listed.count()
}

/// Whether the arguments of a call, whose rest is `arguments`, end in a number: `0)`, `op, 1)`,
/// `op.id(), 2)`.
fn ends_in_number(arguments: &str) -> bool {
    let mut depth = 0;
    for (at, character) in arguments.char_indices() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                let last = arguments[..at].rsplit(',').next().unwrap_or_default().trim();
                return !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
            }
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    false
}

#[test]
fn positions_are_counted() {
    for text in [
        "op.operand(0)",
        "body.result(op.id(), 1)",
        "operands[2]",
        "op.inherent_attr(0)",
        "x.operand(\n f(y),\n 3)",
    ] {
        assert_eq!(positions(text), 1, "{text}");
    }
    for text in [
        "op.operand(index)",
        "// op.operand(0)",
        "operands[i]",
        "op.lhs()",
        "body.result(op, at(0) + n)",
    ] {
        assert_eq!(positions(text), 0, "{text}");
    }
}

/// Lines `COUNT PATH: reason`.
fn listed() -> BTreeMap<String, usize> {
    let list =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/positions.txt"))
            .expect("a list");
    let entry = |line: &str| {
        let (count, rest) = line.trim_start().split_once(' ').expect("a number, and what it is of");
        let (path, reason) = rest.split_once(": ").expect("a path, and a reason");
        assert!(!reason.trim().is_empty(), "{line}");
        (path.to_owned(), count.parse().expect("a number"))
    };
    list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(entry).collect()
}

#[test]
fn ops_are_not_read_by_position() {
    let counted = sources().into_iter().map(|(path, text)| (path, positions(&text)));
    let found: BTreeMap<String, usize> = counted.filter(|(_, count)| *count > 0).collect();
    let listed = listed();
    let mut wrong = Vec::new();
    for path in found.keys().chain(listed.keys()).collect::<BTreeSet<_>>() {
        let (found, listed) =
            (found.get(path).copied().unwrap_or(0), listed.get(path).copied().unwrap_or(0));
        match found.cmp(&listed) {
            std::cmp::Ordering::Greater => wrong.push(format!(
                "{path} reads {found} operands, results or attributes by position, {listed} are \
                    listed: use the accessors \
                 that the op's declaration gives"
            )),
            std::cmp::Ordering::Less => {
                wrong.push(format!(
                    "{path} reads {found} by position, {listed} are listed: shorten \
                    the list"
                ));
            }
            std::cmp::Ordering::Equal => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The strings of a text, each with the text before and after it.
fn strings(text: &str) -> Vec<(&str, &str, &str)> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find('"').map(|at| rest + at) {
        let mut end = start + 1;
        while end < text.len() && text.as_bytes()[end] != b'"' {
            end += if text.as_bytes()[end] == b'\\' { 2 } else { 1 };
        }
        let end = end.min(text.len());
        found.push((&text[start + 1..end], &text[..start], &text[(end + 1).min(text.len())..]));
        rest = end + 1;
        if rest >= text.len() {
            break;
        }
    }
    found
}

/// Whether a string is compared with, or matched on.
fn is_compared(before: &str, after: &str) -> bool {
    let (before, after) = (before.trim_end(), after.trim_start());
    before.ends_with("==")
        || before.ends_with("!=")
        || after.starts_with("=>")
        || after.starts_with("| \"")
        || after.starts_with("==")
        || after.starts_with("!=")
}

/// The attributes that a text reads by a name in quotes: `op.attr_named("a")`.
fn named_attributes(text: &str) -> Vec<&str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split(".attr_named(\"").skip(1))
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

#[test]
fn no_attribute_is_read_by_a_name_in_quotes() {
    let mut all = sources();
    let framework = root().join("mlir-lite/framework/src");
    all.extend(read(vec![framework]));
    let wrong: Vec<String> = all
        .iter()
        .flat_map(|(path, text)| {
            named_attributes(text).into_iter().map(move |name| format!("{path}: \"{name}\""))
        })
        .collect();
    assert_eq!(
        wrong,
        Vec::<String>::new(),
        "a declared attribute has an accessor; for another one there is a `DiscardableAttr`: \
            `Alignment::of(op)`"
    );
}

#[test]
fn attributes_read_by_names_in_quotes_are_seen() {
    assert_eq!(named_attributes("let a = op.attr_named(\"a\")?;\nb.attr_named(\"b\")"), ["a", "b"]);
    assert!(named_attributes("// op.attr_named(\"a\")\nop.attr_named(Self::NAME)").is_empty());
}

/// How often each file replaces an attribute of another kind by a default, and why. The list only
/// gets shorter: what a declaration requires is read by a typed accessor (`#[attr(typed)]`), or by
/// `Attribute::expect_i64` and its likes.
const DEFAULTS: [(&str, usize, &str); 4] = [
    ("mlir-lite/dialects/standard/src/memref/global.rs", 1, PRINTED),
    ("mlir-lite/framework/src/interpreter/shuffle.rs", 1, PRINTED),
    ("mlir-lite/llvm/src/export/attributes.rs", 1, "the verifier knows the attributes of LLVM"),
    ("toyc/src/externals.rs", 2, "an attribute of any op, which no declaration requires"),
];

const PRINTED: &str = "an op that is wrong is printed, too";

/// Functions that give the value of an attribute if it is of some kind.
const DECODERS: [&str; 9] = [
    "as_i64",
    "as_i64_array",
    "as_integer",
    "as_f64",
    "as_bool",
    "as_str",
    "as_type",
    "as_array",
    "as_dictionary",
];

/// How often an attribute of another kind is replaced by a default: `.as_i64(ctx).unwrap_or(0)`.
fn defaults(text: &str) -> usize {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code: String = code.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect();
    let of_decoder = |(end, _): &(usize, &str)| {
        let mut open = 0;
        let start = code[..=*end].rfind(|c| {
            open += i32::from(c == ')') - i32::from(c == '(');
            c == '(' && open == 0
        });
        let name = start.map_or("", |start| &code[..start]);
        let name = name.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
        name.is_some_and(|name| DECODERS.contains(&name))
    };
    code.match_indices(").unwrap_or").filter(of_decoder).count()
}

#[test]
fn required_attributes_have_no_defaults() {
    let framework = root().join("mlir-lite/framework/src");
    let all = [sources(), read(vec![framework])].concat();
    let found: BTreeMap<&str, usize> = all
        .iter()
        .map(|(path, text)| (path.as_str(), defaults(text)))
        .filter(|(_, count)| *count > 0)
        .collect();
    let listed: BTreeMap<&str, usize> =
        DEFAULTS.iter().map(|&(path, count, _)| (path, count)).collect();
    assert_eq!(found, listed, "what a declaration requires has no default: see `DEFAULTS`");
}

#[test]
fn defaults_of_attributes_are_seen() {
    for text in [
        "op.step().as_i64(ctx).unwrap_or(1)",
        "list\n    .as_array(op.context())\n    .unwrap_or_default()",
    ] {
        assert_eq!(defaults(text), 1, "{text}");
    }
    for text in ["path.as_deref().unwrap_or(x)", "// a.as_i64(ctx).unwrap_or(1)"] {
        assert_eq!(defaults(text), 0, "{text}");
    }
}

/// Sources besides these, in which names of ops might be compared.
const OTHERS: [&str; 8] = [
    "mlir-lite/framework/src",
    "mlir-lite/src",
    "mlir-lite/opt/src",
    "mlir-lite/reduce/src",
    "toyc/reduce/src",
    "examples/circuit/src",
    "examples/polynomials/src",
    "examples/standalone/src",
];

/// The anchors of pipelines are text, in which an op may have a name of another version.
const ANCHORS: [&str; 1] = ["mlir-lite/framework/src/pass/manager.rs"];

#[test]
fn no_op_is_known_by_its_name() {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    ctx.load::<ToyDialect>();
    let dialects = ["builtin", "std", "scf", "affine", "llvm", "toy"]
        .map(|name| ctx.dialect_id(name).expect("a dialect"));
    let ops = dialects.into_iter().flat_map(|dialect| ctx.dialect_ops(dialect));
    let names_of = |def: &OpDef| {
        let upstream = def.upstream.as_ref().map_or(&[][..], |upstream| upstream.names);
        [&[def.name], upstream].concat()
    };
    let names: BTreeSet<&str> = ops.flat_map(names_of).collect();
    assert!(names.len() > 400, "{}", names.len());
    let mut wrong = Vec::new();
    let all = [sources(), read(OTHERS.map(|folder| root().join(folder)).to_vec())].concat();
    for (path, text) in all.iter().filter(|(path, _)| !ANCHORS.contains(&path.as_str())) {
        // The import reads LLVM's own text, whose instructions have such names.
        if path.starts_with("mlir-lite/llvm/src/import/") {
            continue;
        }
        // The export knows ops of one dialect: there, a name may lack the dialect.
        let is_export = path.starts_with("mlir-lite/llvm/src/");
        let is_name = |word: &str| {
            names.contains(word) || is_export && names.contains(&*format!("llvm.{word}"))
        };
        for (word, before, after) in strings(text) {
            if is_name(word) && is_compared(before, after) {
                wrong.push(format!("{path}: \"{word}\""));
            }
        }
    }
    assert_eq!(
        wrong,
        Vec::<String>::new(),
        "an op is found by its type: `op.is::<AddFOp>()`, `op.cast::<AddFOp>()`"
    );
}

#[test]
fn comparisons_with_names_are_seen() {
    let compared = |text: &str| {
        strings(text)
            .iter()
            .any(|(word, before, after)| *word == "llvm.add" && is_compared(before, after))
    };
    for text in [
        "name == \"llvm.add\"",
        "match name { \"llvm.add\" => 1",
        "\"llvm.add\" | \"llvm.sub\" => 2",
    ] {
        assert!(compared(text), "{text}");
    }
    assert!(!compared("#[op(name = \"llvm.add\", fold)]"));
}

/// How often dialects and passes change a body past the builder or rewriter that they have: where
/// these have no function for it. The number only gets smaller.
const UNOBSERVED_CHANGES: usize = 9;

#[test]
fn bodies_are_changed_by_builders_and_rewriters() {
    let folders = ["mlir-lite/dialects", "mlir-lite/passes"].map(|folder| root().join(folder));
    let sources = read(folders.into());
    // A builder that forwards to another one changes nothing.
    let count = |text: &str| {
        text.matches(".body_mut()").count() - text.matches("self.0.body_mut()").count()
    };
    let found: usize = sources.iter().map(|(_, text)| count(text)).sum();
    assert_eq!(found, UNOBSERVED_CHANGES, "a rewriter notifies its driver, `body_mut` does not");
}
