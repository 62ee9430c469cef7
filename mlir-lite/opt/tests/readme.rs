//! The commands of `mlir-lite-opt` in `README.md` are run; `docs/passes.md` is the tool's own
//! description of its passes, and `docs/mlir-opt.md` says what it has of `mlir-opt` 22.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use mlir_lite::pass::PassRegistry;
use test_support::{check_expected, repository};
use text_test_runner::Tool;

/// Runs the command in a folder with `file.mlir`, in which the function that it names is defined.
fn run(command: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "func @f(%x: i32, %y: f64) -> f64 {\n  return %y : f64\n}\n";
    std::fs::write(folder.path().join("file.mlir"), program).expect("the file is written");
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder.path())
        .output()
        .expect("a shell starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{command}: {errors}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

#[test]
fn the_readme_s_commands_run() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let page = std::fs::read_to_string(page).expect("README.md is there");
    let prefix = "$ cargo run -p mlir-lite-opt -- ";
    let commands: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(prefix)).collect();
    assert_eq!(commands.len(), 3);
    for arguments in commands {
        let found = run(&format!("{} {arguments}", env!("CARGO_BIN_EXE_mlir-lite-opt")));
        let expected = match arguments {
            _ if arguments.contains("--spelling=upstream") => "func.func @f(",
            _ if arguments.contains("--list-passes") => "canonicalize",
            _ => "2.5",
        };
        assert!(found.contains(expected), "{arguments}: {found}");
    }
}

/// The beginning of the page.
const HEAD: &str = "# Passes

The passes of `mlir-lite-opt`, with their options and statistics. `mlir-lite-opt --pass-doc` prints
the same, and `make update` writes this page.
";

/// The sections of the page, in order, each with the prefixes of the names of its passes. All other
/// passes are in the first one.
const SECTIONS: [(&str, &[&str]); 3] = [
    ("General passes", &[]),
    (
        "Conversions",
        &[
            "convert-",
            "lower-",
            "reconcile-",
            "finalize-",
            "expand-",
            "arith-expand",
            "memref-expand",
            "llvm-request-",
        ],
    ),
    ("Passes on affine loops and memory", &["affine-", "memref-"]),
];

fn section(name: &str) -> usize {
    let begins = |(_, starts): &(&str, &[&str])| starts.iter().any(|start| name.starts_with(start));
    SECTIONS.iter().position(begins).unwrap_or(0)
}

#[test]
fn the_page_of_passes_is_what_the_tool_says() {
    let all = run(&format!("{} --pass-doc", env!("CARGO_BIN_EXE_mlir-lite-opt")));
    let mut page = HEAD.to_owned();
    let passes: Vec<&str> = all.split("### `-").skip(1).collect();
    assert!(passes.len() > 20, "{all}");
    for (number, (title, _)) in SECTIONS.into_iter().enumerate() {
        page += &format!("\n## {title}\n");
        for pass in passes.iter().filter(|pass| section(pass) == number) {
            page += &format!("\n### `-{}\n", pass.trim_end());
        }
    }
    check_expected("docs/passes.md", &page);
}

/// The beginning of the page about `mlir-opt`.
const MLIR_OPT: &str = "# Coming from mlir-opt

What `mlir-lite-opt` has of the passes of `mlir-opt` 22, with their options, by the same names. An
option that has one meaning here is read with the value that says it, and any other value is an
error with the reason: [the passes](passes.md) list them. The conversions of single dialects leave
casts, which `reconcile-unrealized-casts` removes. `make update` writes this page; what a pass or
flag that is not here is refused with is what the tool says.

";

/// The passes of `mlir-opt` 22 with their options, as its help names them.
fn passes_of_mlir_opt() -> Vec<Vec<String>> {
    let file = repository().join("test/mlir/mlir-opt-22-passes.txt");
    let text = std::fs::read_to_string(file).expect("the list is there");
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    text.lines().map(words).collect()
}

#[test]
fn each_pass_of_mlir_opt_is_here_or_is_refused_with_the_reason() {
    let all = run(&format!("{} --pass-doc", env!("CARGO_BIN_EXE_mlir-lite-opt")));
    let own: Vec<&str> = all.split("### `-").skip(1).collect();
    let find = |name: &str| {
        own.iter().copied().find(|pass| {
            let head = pass.split("\n\n").take(3).filter(|part| !part.starts_with('_'));
            let names = head.flat_map(|part| part.split(['`', ' ', ',', '.', '\n']));
            names.map(|word| word.trim_start_matches('-')).any(|word| word == name)
        })
    };
    let mut registry = PassRegistry::new();
    mlir_lite::register_all_passes(&mut registry);
    let (mut here, mut absent) = (Vec::new(), BTreeMap::new());
    for words in passes_of_mlir_opt() {
        let (name, options) = words.split_first().expect("a name");
        match (find(name), registry.absence(name)) {
            (Some(doc), None) => {
                let known = |option: &&String| doc.contains(&format!("\n-{option} "));
                let (has, lacks): (Vec<&String>, Vec<&String>) = options.iter().partition(known);
                let list = |options: Vec<&String>| {
                    let options = options.iter().map(|option| format!("`{option}`"));
                    options.collect::<Vec<_>>().join(", ")
                };
                here.push(format!("| `{name}` | {} | {} |\n", list(has), list(lacks)));
            }
            (None, Some(reason)) => {
                absent.entry(reason).or_insert_with(Vec::new).push(format!("`{name}`"));
            }
            (found, _) => panic!(
                "'{name}' is here: {}, and its absence is {:?}",
                found.is_some(),
                registry.absence(name)
            ),
        }
    }
    let mut page = MLIR_OPT.to_owned() + "## Passes that are here\n\n";
    page += "| pass | options | options that are not here |\n|---|---|---|\n";
    page += &here.concat();
    page += "\n## Passes that are not here\n\n| why, and what to use | passes |\n|---|---|\n";
    for (reason, names) in absent {
        page += &format!("| {reason} | {} |\n", names.join(", "));
    }
    check_expected("docs/mlir-opt.md", &page);
}

#[test]
fn the_list_of_passes_is_that_of_mlir_opt() {
    let tool = Tool::of_llvm("mlir-opt").path;
    let output = Command::new(tool).arg("--help").output().expect("the tool runs");
    let help = String::from_utf8_lossy(&output.stdout);
    let passes = help.split("Compiler passes to run").nth(1).expect("the passes");
    let named = |line: &str, indent: &str| -> Option<String> {
        let rest = line.strip_prefix(indent)?.strip_prefix("--")?;
        Some(rest.split(['=', ' ', '[']).next()?.to_owned())
    };
    let mut found: Vec<Vec<String>> = Vec::new();
    for line in passes.lines() {
        if let Some(name) = named(line, "      ") {
            found.push(vec![name]);
        } else if let (Some(option), Some(last)) = (named(line, "        "), found.last_mut()) {
            last.push(option);
        }
    }
    found.retain(|words| !words[0].starts_with("test-"));
    found.sort();
    found.dedup();
    assert_eq!(passes_of_mlir_opt(), found);
}

/// The beginning of the page about the ops of `mlir-opt`.
const OPS: &str = "# The ops of mlir-opt

The ops of `mlir-opt` 22 in the dialects that are here, by the names that it gives them. Each one
that is here reads and prints the same text; [coming from mlir-opt](mlir-opt.md) has the passes.
`make update` writes this page.

";

/// Why ops are not here, with their names; a name that ends with `*` stands for all that begin so.
const ABSENT_OPS: [(&str, &str); 4] = [
    (
        "a binary has to be made by the tools of a device, and a kernel stays a `gpu.module`",
        "gpu.binary gpu.warp_execute_on_lane_0",
    ),
    ("products of tiles are written as loops, or as `vector.contract`", "gpu.subgroup_mma_*"),
    (
        "sparse matrices of a device's library are called by `func.call`",
        "gpu.create_* gpu.destroy_* gpu.sddmm* gpu.set_csr_pointers gpu.spgemm_* gpu.spm* \
            gpu.spmv*",
    ),
    ("it is kept in generic form, and neither run nor exported", "llvm.*"),
];

#[test]
fn the_page_of_ops_compares_with_mlir_opt() {
    let file = repository().join("test/mlir/mlir-opt-22-ops.txt");
    let list = std::fs::read_to_string(file).expect("the list is there");
    let ctx = mlir_lite::dialects::context_with_all();
    let dialects = ctx.loaded_dialects().into_iter().filter_map(|name| ctx.dialect_id(name));
    let own: BTreeSet<&str> = dialects
        .flat_map(|dialect| ctx.dialect_ops(dialect))
        .flat_map(|def| def.upstream.as_ref().map_or(vec![def.name], |it| it.names.to_vec()))
        .collect();
    let mut page = OPS.to_owned() + "| dialect | here | not here |\n|---|---|---|\n";
    let mut absent: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut here: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in list.lines() {
        let dialect = name.split('.').next().unwrap_or(name);
        let is_here = own.contains(name);
        counts.entry(dialect).or_default()[usize::from(!is_here)] += 1;
        if is_here {
            here.entry(dialect).or_default().push(name);
            continue;
        }
        let is_meant = |pattern: &str| match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == pattern,
        };
        let reason = ABSENT_OPS.iter().find(|(_, names)| names.split_whitespace().any(is_meant));
        let (reason, _) =
            reason.unwrap_or_else(|| panic!("'{name}' is not here, without a reason"));
        absent.entry(reason).or_default().push(name);
    }
    for (dialect, [has, lacks]) in &counts {
        page += &format!("| `{dialect}` | {has} | {lacks} |\n");
    }
    let listed = |names: &[&str]| {
        let names = names.iter().map(|name| format!("`{name}`"));
        names.collect::<Vec<_>>().join(", ")
    };
    page += "\n## Ops that are not here\n\n| why, and what to use | ops |\n|---|---|\n";
    for (reason, names) in &absent {
        page += &format!("| {reason} | {} |\n", listed(names));
    }
    page += "\n## Ops that are here\n\n| dialect | ops |\n|---|---|\n";
    for (dialect, names) in &here {
        page += &format!("| `{dialect}` | {} |\n", listed(names));
    }
    check_expected("docs/mlir-opt-ops.md", &page);
}
