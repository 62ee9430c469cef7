//! The modules at the top level of each crate are layers: none uses itself through others, but for
//! a list of uses.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::modules::module_uses;
use super::{Uses, closure, metadata, text};

/// Uses that close circles, by crate and module, and why they are there. The list should only
/// become shorter.
const CIRCLES: &[(&str, &str, &[&str], &str)] = &[
    ("mlir_lite_affine", "operands", &["apply", "for_op", "parallel"], KNOWS_OPS),
    (
        "mlir_lite_affine",
        "scope",
        &["access", "apply", "for_op", "parallel", "vector_access", "yield_op"],
        KNOWS_OPS,
    ),
    ("mlir_lite_affine", "yield_op", &["for_op", "if_op", "parallel"], PARENTS),
    ("mlir_lite_macros", "format", &["declaration"], "a format is parsed for a declaration"),
    ("mlir_lite_macros", "relations", &["declaration"], "a relation is parsed for a declaration"),
    (
        "mlir_lite_scf",
        "terminators",
        &["execute_region_op", "for_op", "if_op", "index_switch_op", "parallel_op", "while_op"],
        PARENTS,
    ),
    ("mlir_lite_standard", "memref", &["tensor"], REWRITES),
    ("random_programs", "expressions", &["generator"], METHODS),
    ("random_programs", "numbers", &["generator"], METHODS),
];

const KNOWS_OPS: &str = "which values are allowed depends on the ops that define them";
const METHODS: &str = "methods of one type in several files";
const PARENTS: &str = "a terminator names the ops that it ends, which name it";
const REWRITES: &str = "patterns replace accesses of one family by those of the other";

/// The crates of the workspace, each with its first file.
fn crates() -> Vec<(String, PathBuf)> {
    let mut crates = Vec::new();
    for package in metadata() {
        for target in package["targets"].as_array().expect("targets") {
            let kinds = target["kind"].as_array().expect("kinds");
            let is_kind = |kind: &str| kinds.iter().any(|other| other == kind);
            if ["bin", "lib", "proc-macro"].into_iter().any(is_kind) {
                crates.push((text(&target["name"]), PathBuf::from(text(&target["src_path"]))));
            }
        }
    }
    crates
}

/// The modules that use themselves, each with those by which it does.
fn circles(uses: &Uses) -> Vec<String> {
    let mut found = Vec::new();
    for (module, used) in uses {
        let reaches = |from: &str| closure(&uses[from], uses).contains(module);
        let by: Vec<&str> = used.iter().map(String::as_str).filter(|used| reaches(used)).collect();
        if !by.is_empty() {
            found.push(format!("{module} uses {}", by.join(", ")));
        }
    }
    found
}

#[test]
fn modules_do_not_use_one_another_in_circles() {
    let (mut found, mut unused, mut listed) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (name, root) in crates() {
        let all = module_uses(&root);
        let mut uses = all.clone();
        for &(_, from, to, _) in CIRCLES.iter().filter(|entry| entry.0 == name) {
            for &to in to {
                let closes = all.get(from).is_some_and(|used| used.contains(to))
                    && closure(&all[to], &all).contains(from);
                if !closes {
                    unused.push(format!("{name}: {from} uses {to}"));
                }
                uses.get_mut(from).map(|used| used.remove(to));
            }
            listed.insert((name.clone(), from));
        }
        found.extend(circles(&uses).into_iter().map(|circle| format!("{name}: {circle}")));
    }
    assert!(found.is_empty(), "circles among modules:\n{}", found.join("\n"));
    assert!(unused.is_empty(), "listed, but not in a circle:\n{}", unused.join("\n"));
    assert_eq!(
        listed.len(),
        CIRCLES.len(),
        "a listed crate is missing, or an entry is twice there"
    );
}
