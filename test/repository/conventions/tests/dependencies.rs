//! All dependencies of the workspace are from the registry and have licences that `deny.toml`
//! allows, also where `cargo deny` is not installed.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use pretty_assertions::assert_eq;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// The strings of a list of `deny.toml`: `name = ["a", "b"]`, on one or several lines.
fn list(text: &str, name: &str) -> BTreeSet<String> {
    let start =
        text.find(&format!("\n{name} = [")).unwrap_or_else(|| panic!("there is no list '{name}'"));
    let inner =
        text[start..].split_once('[').and_then(|(_, rest)| rest.split_once(']')).expect("a list").0;
    inner.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether an expression of SPDX is satisfied by these licences.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = expression.replace('/', " OR ");
    let mut all = expression.split(" AND ");
    all.all(|part| {
        part.trim_matches(['(', ')', ' ']).split(" OR ").any(|one| allowed.contains(one.trim()))
    })
}

/// The value of a member of the object at the start of a text written by `cargo metadata`.
fn member<'t>(object: &'t str, name: &str) -> Option<&'t str> {
    object.split_once(&format!("\"{name}\":\""))?.1.split('"').next()
}

#[test]
fn licences_and_sources_of_dependencies_are_allowed() {
    let deny =
        std::fs::read_to_string(Path::new(ROOT).join("deny.toml")).expect("deny.toml is there");
    let (allowed, registries) = (list(&deny, "allow"), list(&deny, "allow-registry"));
    for setting in ["unknown-registry = \"deny\"", "unknown-git = \"deny\"", "yanked = \"deny\""] {
        assert!(deny.contains(setting), "deny.toml has no '{setting}'");
    }
    let metadata = |network: &[&str]| {
        let arguments = ["metadata", "--format-version", "1", "--locked"];
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(arguments).args(network).current_dir(ROOT).output().expect("cargo starts")
    };
    // Packages for other platforms only may not have been downloaded yet.
    let offline = metadata(&["--offline"]);
    let output = if offline.status.success() { offline } else { metadata(&[]) };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("it is UTF-8");
    // A package begins with its name, version and id; a dependency has no version there.
    let packages = text.split("{\"name\":\"").filter(|package| {
        package.split_once("\",\"").is_some_and(|(_, rest)| rest.starts_with("version\":\""))
    });
    let (mut seen, mut used, mut wrong) = (0, BTreeSet::new(), Vec::new());
    for package in packages {
        let name = package.split('"').next().unwrap_or_default();
        let head = package.split("\"dependencies\":").next().unwrap_or(package);
        let Some(source) = member(head, "source") else { continue };
        seen += 1;
        let licence = member(head, "license").unwrap_or_default();
        if !is_allowed(licence, &allowed) {
            wrong.push(format!("{name}: licence '{licence}'"));
        }
        if !registries.iter().any(|registry| source == format!("registry+{registry}")) {
            wrong.push(format!("{name}: source '{source}'"));
        }
        used.extend(allowed.iter().filter(|one| licence.contains(one.as_str())).cloned());
    }
    assert!(seen > 50, "{seen} packages");
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(used, allowed, "licences that are allowed and not used");
}

#[test]
fn expressions_of_licences() {
    let allowed = BTreeSet::from(["MIT".to_owned(), "Unicode-3.0".to_owned()]);
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("Apache-2.0/MIT", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(MIT OR Apache-2.0) AND GPL-3.0", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    }
}
