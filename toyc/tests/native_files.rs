//! The C functions that read `.npy` files: every supported form, and the errors for others.
#![cfg(feature = "llvm")]

use std::path::{Path, PathBuf};
use std::process::Command;

use pretty_assertions::assert_eq;

/// Reads a file of shape 2x3 and prints it.
const READER: &str = r#"
#include <stdio.h>
void toy_load(const char *, const char *, const char *, double *);
int main(int count, char **words) {
  double elements[6];
  toy_load(words[count - 1], "2x3", "", elements);
  for (int i = 0; i < 6; i++) printf("%g ", elements[i]);
}
"#;

fn compiled(folder: &Path) -> PathBuf {
    let (source, program) = (folder.join("reader.c"), folder.join("reader"));
    std::fs::write(&source, READER).expect("the source is written");
    let files = concat!(env!("CARGO_MANIFEST_DIR"), "/src/native/files.c");
    std::fs::write(folder.join("ending.h"), include_str!("../src/native/exits.h"))
        .expect("the header is written");
    let mut driver = Command::new("cc");
    driver
        .args(["-std=gnu99", "-Wall", "-Wextra", "-Werror"])
        .arg("-I")
        .arg(folder)
        .arg(&source)
        .arg(files)
        .arg("-o")
        .arg(&program);
    assert!(driver.status().expect("there is a C compiler").success());
    program
}

/// A file of the first version of the format.
fn npy(element: &str, fortran_order: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    let header =
        format!("{{'descr': '{element}', 'fortran_order': {fortran_order}, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(elements);
    bytes
}

fn bytes<const N: usize>(elements: impl IntoIterator<Item = [u8; N]>) -> Vec<u8> {
    elements.into_iter().flatten().collect()
}

#[test]
fn files_are_read_or_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = compiled(folder.path());
    let shape = "(2, 3)";
    let numbers = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let columns = [1.0_f64, 4.0, 2.0, 5.0, 3.0, 6.0];
    let large = [1, 2, 3, 4, 5, (1_i64 << 53) + 1];
    let cases: [(Vec<u8>, &str); 13] = [
        (npy("<f8", "False", shape, &bytes(numbers.map(f64::to_le_bytes))), "1 2 3 4 5 6 "),
        (npy(">f8", "False", shape, &bytes(numbers.map(f64::to_be_bytes))), "1 2 3 4 5 6 "),
        (npy("<f8", "True", shape, &bytes(columns.map(f64::to_le_bytes))), "1 2 3 4 5 6 "),
        (
            npy(">f4", "False", shape, &bytes(numbers.map(|x| (x as f32).to_be_bytes()))),
            "1 2 3 4 5 6 ",
        ),
        (
            npy("<i2", "False", shape, &bytes([1, 2, -3, 4, 5, 6].map(i16::to_le_bytes))),
            "1 2 -3 4 5 6 ",
        ),
        (npy("|u1", "False", shape, &[1, 2, 3, 4, 5, 255]), "1 2 3 4 5 255 "),
        (npy("|b1", "False", shape, &[1, 0, 1, 0, 1, 0]), "1 0 1 0 1 0 "),
        (
            npy("<i8", "False", shape, &bytes(large.map(i64::to_le_bytes))),
            "holds 9007199254740993, which has no exact",
        ),
        (
            npy("<c16", "False", shape, &[0; 96]),
            "holds elements of type '<c16'; read are floats of 4 and 8 bytes",
        ),
        (npy("<f8", "False", shape, &[0; 40]), "is too short: it has "),
        (
            npy("<f8", "False", "(3, 2)", &[0; 48]),
            "holds shape <3, 2>, and the program was compiled for <2, 3>",
        ),
        (b"hello".to_vec(), "is not a .npy file: it does not begin like one"),
        (b"\x93NUMPY\x01\x00\xff".to_vec(), "ends within its header"),
    ];
    let file = folder.path().join("array.npy");
    for (contents, expected) in cases {
        std::fs::write(&file, contents).expect("the file is written");
        let output = Command::new(&program).arg(&file).output().expect("the program starts");
        let (out, error) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if output.status.success() {
            assert_eq!(out, expected, "{error}");
        } else {
            assert_eq!((output.status.code(), out.as_ref()), (Some(1), ""), "{expected}");
            assert!(error.starts_with("error: '") && error.contains(expected), "{error}");
        }
    }
    std::fs::remove_file(&file).expect("the file is removed");
    let output = Command::new(&program).arg(&file).output().expect("the program starts");
    assert!(String::from_utf8_lossy(&output.stderr).contains("No such file or directory"));
}
