//! A share of the campaigns that run `toyc`, with fixed seeds. `make fuzz` runs more.

use std::path::Path;

use campaigns::process::{Sandbox, write_script};
use campaigns::share::{assert_nothing_is_found, tools_of_test};

/// The targets, and the number of inputs of each.
const SHARE: [(&str, u64); 6] = [
    ("toy-harsh", 24),
    ("toy-gentle", 10),
    ("toy-builtins", 16),
    ("llvm-export", 4),
    ("npy", 16),
    ("repl", 16),
];

#[test]
fn nothing_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tools = tools_of_test(env!("CARGO_BIN_EXE_toyc"), root);
    let finds = Path::new(env!("CARGO_TARGET_TMPDIR")).join("campaigns");
    assert_nothing_is_found(&tools, &SHARE, 20, &finds);
}

/// Runs the exporter, then changes its output.
const WRONG: &str = "#!/bin/sh\n'TOYC' \"$@\"\nstatus=$?\n[ -f ours.ll ] && sed -i 's/FROM/TO/' \
    ours.ll\nexit $status\n";

#[test]
fn a_translation_that_is_wrong_on_purpose_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = tempfile::tempdir().expect("a folder");
    let module = "\
llvm.func internal @f(%a: i32, %b: i32, %p: !llvm.ptr) -> i1 {
  %0 = llvm.icmp \"slt\" %a, %b : i32
  llvm.cond_br %0, ^one(%a : i32), ^two
^one(%c: i32):
  %1 = llvm.sub %c, %b : i32
  llvm.store %1, %p {alignment = 8 : i64} : i32, !llvm.ptr
  llvm.br ^two
^two:
  llvm.return %0 : i1
}
llvm.mlir.global private constant @g(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
";
    for (from, to, is_wrong) in [
        ("nothing of this", "", false),
        ("icmp slt", "icmp sle", true),
        ("sub i32 %6, %1", "sub i32 %1, %6", true),
        ("align 8", "align 4", true),
        ("private constant", "internal constant", true),
        ("i32 1, i32 2", "i32 2, i32 1", true),
        ("^define internal", "define", true),
    ] {
        let program = folder.path().join("toyc");
        let script = WRONG
            .replace("TOYC", env!("CARGO_BIN_EXE_toyc"))
            .replace("FROM", from)
            .replace("TO", to);
        write_script(&program, &script).expect("the script is written");
        let tools = tools_of_test(program.to_str().expect("the path is text"), root.clone());
        let targets = campaigns::targets::all(&tools);
        let target = targets
            .iter()
            .find(|target| target.name() == "llvm-export")
            .expect("there is the target");
        let sandbox =
            Sandbox::new(&folder.path().join("work"), tools.limits).expect("the folder is made");
        let outcome = target.check(module.as_bytes(), 0, &sandbox);
        assert!(outcome.accepted, "{from}");
        let found = outcome.find.map(|find| find.class).unwrap_or_default();
        assert_eq!(
            found.starts_with("LLVM IR differs from mlir-translate's: "),
            is_wrong,
            "{from}: {found}"
        );
    }
}
