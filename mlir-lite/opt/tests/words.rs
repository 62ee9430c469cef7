//! The keywords of attributes of the llvm and arith dialects: all keywords that MLIR has, written
//! in all forms, are accepted and refused as by `mlir-opt` 22, and printed alike.

use std::path::Path;
use std::process::Command;

use pretty_assertions::assert_eq;

/// The attributes and their keywords, as LLVM's documentation of the dialects lists them.
const ATTRIBUTES: &[(&str, &str)] = &[
    (
        "llvm.linkage",
        "private internal available_externally linkonce weak common appending extern_weak \
            linkonce_odr \
         weak_odr external",
    ),
    (
        "llvm.cconv",
        "ccc fastcc coldcc cc_10 cc_11 anyregcc preserve_mostcc preserve_allcc swiftcc \
            cxx_fast_tlscc tailcc \
         cfguard_checkcc swifttailcc x86_stdcallcc x86_fastcallcc arm_apcscc arm_aapcscc \
         arm_aapcs_vfpcc \
         msp430_intrcc x86_thiscallcc ptx_kernelcc ptx_devicecc spir_funccc spir_kernelcc \
         intel_ocl_bicc \
         x86_64_sysvcc win64cc x86_vectorcallcc hhvmcc hhvm_ccc x86_intrcc avr_intrcc \
         avr_builtincc amdgpu_vscc \
         amdgpu_gscc amdgpu_cscc amdgpu_kernelcc x86_regcallcc amdgpu_hscc msp430_builtincc \
         amdgpu_lscc \
         amdgpu_escc aarch64_vectorcallcc aarch64_sve_vectorcallcc wasm_emscripten_invokecc \
         amdgpu_gfxcc \
         m68k_intrcc preserve_nonecc graalcc",
    ),
    ("llvm.tailcallkind", "none tail musttail notail"),
    ("llvm.framePointerKind", "none non-leaf all reserved non-leaf-no-reserve"),
    ("llvm.uwtableKind", "none sync async"),
    ("llvm.overflow", "none nsw nuw"),
    ("llvm.fastmath", "none fast nnan ninf nsz arcp contract afn reassoc"),
    ("arith.overflow", "none nsw nuw"),
    ("arith.fastmath", "none fast nnan ninf nsz arcp contract afn reassoc"),
];

/// Ways to write an attribute; `A` is one keyword, and `B` another.
const FORMS: &[&str] = &[
    "<A>",
    "<\"A\">",
    "< A >",
    "<A, B>",
    "<B,A>",
    "<A,A>",
    "<\"A\", B>",
    "<A, \"B\">",
    "<A B>",
    "<A|B>",
    "<A,>",
    "<,A>",
    "<>",
    "",
    "<wrong>",
    "<\"wrong\">",
    "<1>",
    "<\"A>",
    "<A",
    "<A>>",
    "<\"A \">",
    "<\"A, B\">",
    "<\"A,B\", A>",
    "<\"A\" B>",
    "<\"\">",
    "<\"A,\">",
    "< \"A\" , \"B\" >",
    "<none, A>",
    "<A><B>",
];

/// The output of the tool for each part; nothing for those that it refuses.
fn printed(tool: &Path, words: &[&str], file: &Path) -> Vec<String> {
    let mut command = Command::new(tool);
    command.args(words).args(["--allow-unregistered-dialect", "--split-input-file"]).arg(file);
    let output = command.output().expect("the tool starts");
    let text = String::from_utf8(output.stdout).expect("the output is UTF-8");
    text.split("// -----").map(|part| part.trim().to_owned()).collect()
}

#[test]
fn words_of_attributes_are_those_of_mlir() {
    let mut parts = Vec::new();
    for (name, words) in ATTRIBUTES {
        let words: Vec<&str> = words.split_whitespace().collect();
        for (number, word) in words.iter().enumerate() {
            let other = words[(number + 1) % words.len()];
            // Some keywords in all forms, and the others in the first three.
            for form in FORMS.iter().take(if number < 4 { FORMS.len() } else { 3 }) {
                let form = form.replace('A', "\u{1}").replace('B', "\u{2}");
                let value = form.replace('\u{1}', word).replace('\u{2}', other);
                parts.push(format!("module attributes {{t.a = #{name}{value}}} {{}}\n"));
            }
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("words.mlir");
    std::fs::write(&file, parts.join("// -----\n")).expect("the file is written");
    let ours =
        printed(Path::new(env!("CARGO_BIN_EXE_mlir-lite-opt")), &["--spelling=upstream"], &file);
    let theirs = printed(&text_test_runner::Tool::of_llvm("mlir-opt").path, &[], &file);
    assert_eq!((ours.len(), theirs.len()), (parts.len(), parts.len()));
    let refused = theirs.iter().filter(|text| text.is_empty()).count();
    assert!(
        refused > 200 && theirs.len() - refused > 200,
        "{refused} of {} are refused",
        theirs.len()
    );
    let differ = (0..parts.len()).filter(|&part| ours[part] != theirs[part]);
    let differ: Vec<String> = differ
        .map(|part| format!("{}  ours: {}\n  theirs: {}", parts[part], ours[part], theirs[part]))
        .collect();
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ.join("\n"));
}
