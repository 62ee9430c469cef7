//! The examples print what NumPy computes, in each engine. `examples/numpy/reference.py` writes the
//! expected numbers.

use std::path::Path;
use std::process::Command;
use test_support::repository;

const EXAMPLES: [&str; 8] = [
    "game_of_life",
    "heat_equation",
    "image_blur",
    "k_means",
    "least_squares",
    "page_rank",
    "power_iteration",
    "vector_search",
];

fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

#[test]
fn examples_print_what_numpy_computes() {
    let engines: &[&[&str]] = &[
        &["-emit=interp"],
        #[cfg(feature = "llvm")]
        &["-emit=jit"],
        #[cfg(feature = "llvm")]
        &["-emit=jit", "-O3"],
    ];
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("example.npy");
    for example in EXAMPLES {
        let expected =
            std::fs::read_to_string(repository().join(format!("examples/numpy/{example}.txt")))
                .unwrap();
        let source =
            std::fs::read_to_string(repository().join(format!("examples/{example}.toy"))).unwrap();
        for flags in engines {
            let mut command = Command::new(env!("CARGO_BIN_EXE_toyc"));
            command.args(*flags).arg(format!("examples/{example}.toy"));
            if source.contains("arg(") {
                command.args(["--", "examples/numpy/image.npy"]).arg(&output);
            }
            let run = command.current_dir(repository()).output().unwrap();
            let found = String::from_utf8_lossy(&run.stdout);
            let errors = String::from_utf8_lossy(&run.stderr);
            assert!(run.status.success() && errors.is_empty(), "{example} {flags:?}: {errors}");
            let (found, expected) = (numbers(&found), numbers(&expected));
            assert_eq!(found.len(), expected.len(), "{example} {flags:?}");
            for (found, expected) in found.iter().zip(&expected) {
                // Six digits are printed; sums are in another order.
                let is_close = (found - expected).abs() <= 1e-6 * expected.abs().max(1.0);
                assert!(is_close, "{example} {flags:?}: found {found}, expected {expected}");
            }
        }
    }
}

#[test]
fn a_blurred_image_has_the_shape_of_the_image() {
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("blurred.npy");
    let run = Command::new(env!("CARGO_BIN_EXE_toyc"))
        .args(["-emit=interp", "examples/image_blur.toy", "--", "examples/numpy/image.npy"])
        .arg(&output)
        .current_dir(repository())
        .status()
        .unwrap();
    assert!(run.success());
    assert_eq!(toy_dialect::npy::read_shape(output.to_str().unwrap()), Ok(vec![12, 20]));
}
