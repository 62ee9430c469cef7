//! Names, comments and messages are in the field's terms, and lines are short.
//!
//! The tests read all files that git tracks. Outside of a checkout with git, they do nothing.

#[path = "plain_words/commits.rs"]
mod commits;
#[path = "plain_words/prose.rs"]
mod prose;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use test_support::repository;

/// The most columns of a line.
const MAX_COLUMNS: usize = 100;

const CODE: &str = "code blocks, and links that cannot be broken";
const EXAMPLE: &str = "examples and tables in documentation comments";
const MACRO: &str = "input of macros and attributes, which rustfmt does not format";
const MESSAGE: &str = "messages as the compiler prints them";
const SHELL: &str = "shell commands";
const TEXT: &str = "text in another language, such as MLIR";

/// Files with longer lines, how many each has, and what they are. Numbers should only decrease.
const LONG_LINES: &[(&str, usize, &str)] = &[
    ("CONTRIBUTING.md", 2, CODE),
    ("Makefile", 17, SHELL),
    ("README.md", 1, CODE),
    ("docs/SUMMARY.md", 3, TEXT),
    ("docs/architecture.md", 1, CODE),
    ("docs/errors.md", 31, MESSAGE),
    ("docs/inner-symbols.md", 1, TEXT),
    ("docs/gallery.md", 1, TEXT),
    ("docs/language.md", 109, CODE),
    ("docs/mlir-tutorial.md", 5, TEXT),
    ("docs/native-code.md", 1, CODE),
    ("docs/npy.md", 2, CODE),
    ("docs/passes.md", 129, MESSAGE),
    ("docs/writing-patterns.md", 5, CODE),
    ("mlir-lite/diagnostics/src/lib.rs", 2, EXAMPLE),
    ("mlir-lite/diagnostics/src/render/json.rs", 1, MACRO),
    ("mlir-lite/dialects/affine/src/affine_vectorize/lanes.rs", 1, MACRO),
    ("mlir-lite/dialects/affine/src/for_op.rs", 2, MACRO),
    ("mlir-lite/dialects/affine/src/parallel.rs", 2, MACRO),
    ("mlir-lite/dialects/affine/src/tests.rs", 4, TEXT),
    ("mlir-lite/dialects/llvm/src/constraints.rs", 4, MACRO),
    ("mlir-lite/dialects/llvm/src/cost.rs", 1, EXAMPLE),
    ("mlir-lite/dialects/llvm/src/lib.rs", 1, EXAMPLE),
    ("mlir-lite/dialects/llvm/src/tests.rs", 3, TEXT),
    ("mlir-lite/dialects/scf/src/parallel_op.rs", 1, MACRO),
    ("mlir-lite/dialects/standard/src/arith/integer_casts.rs", 3, MACRO),
    ("mlir-lite/dialects/standard/src/cf/rules.rs", 1, EXAMPLE),
    ("mlir-lite/dialects/standard/src/func/function.rs", 2, EXAMPLE),
    ("mlir-lite/dialects/standard/src/math/roots_and_rounding.rs", 1, MACRO),
    ("mlir-lite/dialects/standard/src/memref/subview.rs", 1, EXAMPLE),
    ("mlir-lite/dialects/standard/src/parts/bounds.rs", 1, MACRO),
    ("mlir-lite/dialects/standard/src/parts/mod.rs", 1, MACRO),
    ("mlir-lite/dialects/standard/src/tensor/slices.rs", 1, EXAMPLE),
    ("mlir-lite/framework/src/conversion/mod.rs", 2, EXAMPLE),
    ("mlir-lite/framework/src/pass/manager.rs", 1, MACRO),
    ("mlir-lite/framework/src/pass/options.rs", 1, MACRO),
    ("mlir-lite/framework/src/pass/pipeline/build.rs", 1, EXAMPLE),
    ("mlir-lite/framework/src/pass/reproducer.rs", 1, EXAMPLE),
    ("mlir-lite/framework/src/rewrite/applicator.rs", 1, EXAMPLE),
    ("mlir-lite/framework/src/rewrite/mod.rs", 1, EXAMPLE),
    ("mlir-lite/ir/src/data/types/mutable.rs", 2, EXAMPLE),
    ("mlir-lite/ir/src/ir/constraints/attrs.rs", 11, MACRO),
    ("mlir-lite/ir/src/ir/constraints/combined.rs", 2, MACRO),
    ("mlir-lite/ir/src/ir/constraints/mod.rs", 4, MACRO),
    ("mlir-lite/ir/src/scalar/wide.rs", 1, MACRO),
    ("mlir-lite/ir/src/text/mod.rs", 1, EXAMPLE),
    ("mlir-lite/ir/src/text/parser/attr.rs", 1, MACRO),
    ("mlir-lite/llvm/src/export/mod.rs", 1, EXAMPLE),
    ("mlir-lite/llvm/src/lib.rs", 1, EXAMPLE),
    ("mlir-lite/llvm/src/opt_level.rs", 1, MACRO),
    ("mlir-lite/macros/src/definition.rs", 6, MACRO),
    ("mlir-lite/macros/src/enums.rs", 8, MACRO),
    ("mlir-lite/macros/src/interface.rs", 1, MACRO),
    ("mlir-lite/macros/src/parametric.rs", 5, MACRO),
    ("mlir-lite/macros/src/relations.rs", 1, MACRO),
    ("mlir-lite/macros/src/rule_data.rs", 3, MACRO),
    ("mlir-lite/macros/src/view.rs", 1, MACRO),
    ("mlir-lite/macros/src/wrapper.rs", 11, MACRO),
    ("mlir-lite/opt/src/lib.rs", 1, EXAMPLE),
    ("mlir-lite/opt/src/limits.rs", 5, MACRO),
    ("mlir-lite/opt/src/options.rs", 4, MACRO),
    ("mlir-lite/reduce/src/lib.rs", 2, EXAMPLE),
    ("mlir-lite/src/lib.rs", 4, EXAMPLE),
    ("mlir-lite/tests/declarations/traits.rs", 1, TEXT),
    ("mlir-lite/tests/parts/framework/interpreter.rs", 1, TEXT),
    ("mlir-lite/tests/parts/framework/pass/mod.rs", 1, TEXT),
    ("mlir-lite/tests/parts/ir/symbol_resolution.rs", 2, TEXT),
    ("mlir-lite/tests/parts/ir/symbol_users.rs", 3, TEXT),
    ("mlir-lite/tests/rules/constraints.rs", 1, TEXT),
    ("mlir-lite/tests/rules/results.rs", 4, TEXT),
    ("mlir-lite/tests/type_conversions.rs", 2, TEXT),
    ("scripts/coverage", 4, SHELL),
    ("scripts/fuzz", 7, SHELL),
    ("scripts/setup", 8, SHELL),
    ("test/bench/toy/src/kernels/reference.py", 1, SHELL),
    ("test/tools/campaigns/src/main.rs", 1, TEXT),
    ("test/tools/random-programs/src/numbers.rs", 1, TEXT),
    ("test/tools/rule-proofs/src/lib.rs", 1, EXAMPLE),
    ("test/tools/runner/src/execution.rs", 1, TEXT),
    ("test/tools/runner/src/lib.rs", 1, EXAMPLE),
    ("toy-ast/src/classify.rs", 2, EXAMPLE),
    ("toy-ast/src/codes/table.rs", 7, MACRO),
    ("toy-ast/src/format.rs", 1, EXAMPLE),
    ("toy-ast/src/lib.rs", 4, EXAMPLE),
    ("toy-ast/src/parser/recovery.rs", 1, MACRO),
    ("toy-ast/src/parser/statement.rs", 1, MACRO),
    ("toy-ast/src/wording.rs", 1, MACRO),
    ("toy-dialect/src/lowering/check_allocations.rs", 1, MACRO),
    ("toy-dialect/src/lowering/parallel_loops/mod.rs", 1, EXAMPLE),
    ("toy-dialect/src/ops/reshape.rs", 1, MACRO),
    ("toy-dialect/src/ops/structs.rs", 1, EXAMPLE),
    ("toyc/reduce/src/lib.rs", 1, EXAMPLE),
    ("toyc/src/arguments.rs", 7, MACRO),
    ("toyc/src/lib.rs", 1, EXAMPLE),
    ("toyc/src/repl/mod.rs", 2, EXAMPLE),
    ("toyc/src/toy_limits.rs", 5, MACRO),
];

/// Words that names do not contain, and the field's word for each. A name in snake case or camel
/// case is divided into its words; entries of several words are such parts in sequence.
const WORDS: &[(&str, &str)] = &[
    ("unite", "merge, deduplicate"),
    ("united", "merged, deduplicated"),
    ("take back", "undo, roll back"),
    ("taken back", "undone, rolled back"),
    ("takes back", "undoes, rolls back"),
    ("settle", "legalize"),
    ("settled", "legalized"),
    ("known ops", "available expressions"),
    ("loose", "detached, approximate"),
    ("memory origins", "underlying objects"),
    ("memory class", "alias class"),
    ("work of", "cost estimate"),
    ("mixed list", "static and dynamic indices"),
    ("takes numbers", "compile-time operands"),
    ("resolves numbers", "resolve operands"),
    ("makers", "constructors"),
    ("judge", "differential test"),
    ("effort", "optimization options"),
    ("around main", "calls of main"),
    ("stand in", "replacement"),
    ("file hooks", "file functions"),
    ("parallel hook", "parallel-for function"),
    ("minimum rounds", "minimum iterations"),
    ("behind", "after, following"),
    ("gone", "erased, removed"),
    ("truth", "boolean"),
    ("truths", "booleans"),
    ("is told", "is notified, gets"),
    ("ways", "edges, alternatives, paths"),
];

/// The text files that git tracks, by their paths; `None` if git or its folder is missing.
fn tracked() -> Option<BTreeMap<String, String>> {
    let output = Command::new("git").arg("ls-files").current_dir(repository()).output().ok()?;
    let listed = output.status.success().then(|| String::from_utf8(output.stdout).ok())??;
    let files = listed.lines().filter_map(|path| {
        let text = fs::read_to_string(repository().join(path)).ok()?;
        Some((path.to_owned(), text))
    });
    Some(files.collect())
}

/// Whether lines of the file are counted: sources, pages, manifests and scripts.
fn has_limit(path: &str) -> bool {
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("rs" | "md" | "toml" | "py"))
        || path == "Makefile"
        || path.starts_with("scripts/")
        || path.starts_with(".ci/")
}

/// The number of lines that are too long. Rows of tables in pages cannot be broken.
fn count_long_lines(path: &str, text: &str) -> usize {
    let is_row = |line: &str| path.ends_with(".md") && line.starts_with('|');
    text.lines().filter(|line| line.chars().count() > MAX_COLUMNS && !is_row(line)).count()
}

/// Names in a source, outside of comments and string literals, each with its line number.
fn names(text: &str) -> Vec<(usize, String)> {
    let mut names = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        // Every second part is in quotes; this is approximate for literals of several lines.
        for part in code.split('"').step_by(2) {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            for name in part.split(|c: char| !is_name(c)).filter(|name| !name.is_empty()) {
                names.push((index + 1, name.to_owned()));
            }
        }
    }
    names
}

/// A name's words in lower case, with a blank before and after each.
fn words(name: &str) -> String {
    let mut words = String::from(" ");
    let mut is_lower = false;
    for c in name.chars() {
        if c == '_' || c.is_ascii_uppercase() && is_lower {
            words.push(' ');
        }
        if c != '_' {
            words.push(c.to_ascii_lowercase());
        }
        is_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    words.push(' ');
    words
}

/// The entry of the table that a name contains.
fn banned(name: &str) -> Option<&'static (&'static str, &'static str)> {
    let words = words(name);
    WORDS.iter().find(|(word, _)| words.contains(&format!(" {word} ")))
}

#[test]
fn names_are_divided_into_words() {
    assert_eq!(words("take_back"), " take back ");
    assert_eq!(words("KnownOps"), " known ops ");
    assert_eq!(words("MAX_WORK_OF"), " max work of ");
    assert!(banned("create_loose_argument").is_some());
    assert!(banned("TakenBack").is_some());
    assert!(banned("network_offset").is_none());
    assert_eq!(names("let a = \"loose\"; // settle\n"), [(1, "let".into()), (1, "a".into())]);
}

#[test]
fn names_are_the_terms_of_the_field() {
    let Some(files) = tracked() else { return };
    let sources = files.iter().filter(|(path, _)| path.ends_with(".rs"));
    let mut found = Vec::new();
    for (path, text) in sources.filter(|(path, _)| !path.contains("tests/plain_words")) {
        for (line, name) in names(text) {
            if let Some((word, better)) = banned(&name) {
                found.push(format!("{path}:{line}: {name}: instead of '{word}': {better}"));
            }
        }
    }
    assert!(found.is_empty(), "names that readers have to translate:\n{}", found.join("\n"));
}

#[test]
fn lines_are_short() {
    let Some(files) = tracked() else { return };
    let listed: BTreeMap<&str, usize> =
        LONG_LINES.iter().map(|&(path, count, _)| (path, count)).collect();
    assert_eq!(listed.len(), LONG_LINES.len(), "a file is listed twice");
    let mut wrong = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| has_limit(path)) {
        let (count, expected) =
            (count_long_lines(path, text), listed.get(path.as_str()).copied().unwrap_or(0));
        if count > expected {
            wrong.push(format!("{path}: {count} lines of more than {MAX_COLUMNS} columns"));
        } else if count < expected {
            wrong.push(format!("{path}: {expected} long lines are listed, and {count} found"));
        }
    }
    let missing = listed.keys().filter(|path| !files.contains_key(**path));
    wrong.extend(missing.map(|path| format!("{path}: is listed, and not tracked")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
