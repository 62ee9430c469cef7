//! The uses between the modules at the top level of a crate, or of a module, read from the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{Uses, code_of};

/// The name of an item, or this for the names of a glob import.
const GLOB: &str = "*";

/// A crate's modules at its top level, and the names in its root under which their items are
/// visible.
struct Modules {
    files: BTreeMap<String, Vec<PathBuf>>,
    names: BTreeMap<String, String>,
}

/// The modules that each top-level module of a crate uses, outside of its tests. `root` is the
/// crate's first file.
pub(crate) fn module_uses(root: &Path) -> Uses {
    let text = fs::read_to_string(root).expect("sources are text");
    let root_names: &[&str] = match text.contains("extern crate self as mlir_lite;") {
        true => &["crate::", "mlir_lite::"],
        false => &["crate::"],
    };
    uses(root, |code, depth| paths_from_root(code, root_names, depth))
}

/// As [`module_uses`], of the modules in the module `name` of a crate, such as `text::parser`. Its
/// first file is `root`.
#[allow(dead_code, reason = "tests of several packages contain this module")]
pub(crate) fn inner_uses(root: &Path, name: &str) -> Uses {
    uses(root, |code, depth| paths_from_module(code, name, depth))
}

fn uses(root: &Path, names: impl Fn(&str, usize) -> Vec<String>) -> Uses {
    let modules = Modules::of(root);
    let source = root.parent().expect("a folder");
    let mut uses: Uses =
        modules.files.keys().map(|module| (module.clone(), BTreeSet::new())).collect();
    for (module, files) in &modules.files {
        for file in files {
            let depth = depth(file.strip_prefix(source).expect("a path below the folder"));
            for name in names(&code(file), depth) {
                // A name that is not a module is a macro, or defined in the root.
                if let Some(used) = modules.module(&name).filter(|used| *used != module) {
                    uses.get_mut(module).expect("a module").insert(used.clone());
                }
            }
        }
    }
    uses
}

impl Modules {
    fn of(root: &Path) -> Self {
        let source = root.parent().expect("a folder");
        let code = code(root);
        let files: BTreeMap<String, Vec<PathBuf>> =
            declared(&code).into_iter().map(|name| (name.clone(), files(source, &name))).collect();
        let mut names: BTreeMap<String, String> =
            files.keys().map(|module| (module.clone(), module.clone())).collect();
        // `pub use data::{Context, types};` lets code say `crate::types`.
        for statement in code.split(';') {
            let Some((start, path)) = statement.rsplit_once("use ") else { continue };
            let shows = start.rsplit('\n').next().is_some_and(|start| start.starts_with("pub"));
            for path in if shows { expanded(path) } else { Vec::new() } {
                let mut parts = path.iter().map(String::as_str).filter(|part| *part != "crate");
                let Some((module, inside)) =
                    parts.next().and_then(|module| files.get_key_value(module))
                else {
                    continue;
                };
                let shown = match parts.next_back() {
                    Some(GLOB) => inside.iter().flat_map(|file| public_items(file)).collect(),
                    Some(name) => vec![name.to_owned()],
                    None => Vec::new(),
                };
                for name in shown {
                    names.entry(name).or_insert_with(|| module.clone());
                }
            }
        }
        Self { files, names }
    }

    /// The module that has the item. `AddFOpRef` is made from `AddFOp`.
    fn module(&self, name: &str) -> Option<&String> {
        let of_view = || self.names.get(name.strip_suffix("Ref")?);
        self.names.get(name).or_else(of_view)
    }
}

/// The code of a file, without comments and tests.
fn code(file: &Path) -> String {
    let code = code_of(file);
    code.lines().map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n").collect()
}

/// The modules that a crate's root declares in files of their own, without those of tests.
fn declared(code: &str) -> Vec<String> {
    let mut modules = Vec::new();
    let mut is_test = false;
    for line in code.lines() {
        if line.starts_with("#[") {
            is_test |= line == "#[cfg(test)]";
            continue;
        }
        if let Some((start, name)) = line.split_once("mod ")
            && let Some(name) = name.strip_suffix(';')
            && (start.is_empty() || start.starts_with("pub"))
            && !is_test
        {
            modules.push(name.to_owned());
        }
        is_test = false;
    }
    modules
}

/// The files of a module, without those of tests.
fn files(source: &Path, module: &str) -> Vec<PathBuf> {
    let mut files = vec![source.join(format!("{module}.rs"))];
    files.retain(|file| file.is_file());
    let mut folders = vec![source.join(module)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let is_test = stem == "tests" || stem.starts_with("test_") || stem.ends_with("_tests");
            match path.is_dir() {
                _ if is_test => {}
                true => folders.push(path),
                false if path.extension().is_some_and(|extension| extension == "rs") => {
                    files.push(path);
                }
                false => {}
            }
        }
    }
    assert!(!files.is_empty(), "the module {module} has no file in {}", source.display());
    files
}

/// How many modules a file is in, by its path below the root's folder.
fn depth(path: &Path) -> usize {
    let parts = path.components().count();
    parts - usize::from(path.file_name().is_some_and(|name| name == "mod.rs"))
}

/// The items that a file declares at its top level.
fn public_items(file: &Path) -> Vec<String> {
    const KINDS: [&str; 8] =
        ["const ", "enum ", "fn ", "mod ", "static ", "struct ", "trait ", "type "];
    let code = code(file);
    let names = code.lines().filter(|line| line.starts_with("pub")).filter_map(|line| {
        let (_, name) = KINDS.iter().find_map(|kind| line.split_once(kind))?;
        Some(identifier(name).to_owned())
    });
    names.collect()
}

fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The first names of the paths in a file's code that begin at the root of the crate, which has
/// these names. `depth` is how many modules the file is in.
fn paths_from_root(code: &str, root_names: &[&str], depth: usize) -> Vec<String> {
    let above = "super::".repeat(depth);
    let roots = root_names.iter().copied().chain([above.as_str()]);
    let paths = roots.flat_map(|root| paths(code, root));
    paths.filter_map(|path| path.into_iter().next()).collect()
}

/// The first names after that of the module, in paths that begin at it. `depth` is how many modules
/// of the module the file is in.
fn paths_from_module(code: &str, module: &str, depth: usize) -> Vec<String> {
    let names: Vec<&str> = module.split("::").collect();
    let of_crate = paths(code, "crate::")
        .into_iter()
        .filter(|path| path.iter().zip(&names).all(|(part, name)| part == name));
    let of_crate = of_crate.filter_map(|path| path.into_iter().nth(names.len()));
    let above = paths(code, &"super::".repeat(depth));
    of_crate.chain(above.into_iter().filter_map(|path| path.into_iter().next())).collect()
}

/// The paths after `root` in a file's code.
fn paths(code: &str, root: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (index, _) in code.match_indices(root) {
        let before = &code[..index];
        let is_inside = before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        if !is_inside {
            found.extend(expanded(&code[index + root.len()..]));
        }
    }
    found
}

/// The paths that a path with groups stands for, such as `a::{b, c::*}` at the start of the text.
fn expanded(text: &str) -> Vec<Vec<String>> {
    let text = text.trim_start();
    let Some(group) = text.strip_prefix('{') else {
        let name = if text.starts_with(GLOB) { GLOB } else { identifier(text) };
        let rest = text[name.len()..].strip_prefix("::").map_or(Vec::new(), expanded);
        let rest = if rest.is_empty() { vec![Vec::new()] } else { rest };
        let with = |rest: Vec<String>| std::iter::once(name.to_owned()).chain(rest).collect();
        return rest.into_iter().map(with).collect();
    };
    let mut paths = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (index, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                let part = &group[start..index];
                paths.extend(
                    (!part.trim().is_empty()).then(|| expanded(part)).into_iter().flatten(),
                );
                start = index + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    paths
}

#[test]
fn paths_with_groups_are_expanded() {
    let of = |text| expanded(text).iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(of("a::b(c)"), ["a::b"]);
    assert_eq!(of("a::{b, c::{d, e::*},\n} f"), ["a::b", "a::c::d", "a::c::e::*"]);
    assert_eq!(of("{a, b::c}; d::e"), ["a", "b::c"]);
    assert_eq!(of("* ;"), ["*"]);
    assert_eq!(
        paths_from_root("use crate::{a, b::c}; super::d()", &["crate::"], 1),
        ["a", "b", "d"]
    );
    assert_eq!(paths_from_root("super::super::d(), super::e()", &["crate::"], 2), ["d"]);
    let code = "use crate::a::{b, c::d}; use crate::e::f; super::g()";
    assert_eq!(paths_from_module(code, "a", 1), ["b", "c", "g"]);
}
