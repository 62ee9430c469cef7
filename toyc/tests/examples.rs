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

/// The engines that run the examples.
const ENGINES: &[&[&str]] = &[
    &["-emit=interp"],
    #[cfg(feature = "llvm")]
    &["-emit=jit"],
    #[cfg(feature = "llvm")]
    &["-emit=jit", "-O3"],
];

#[test]
fn examples_print_what_numpy_computes() {
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("example.npy");
    for example in EXAMPLES {
        let expected =
            std::fs::read_to_string(repository().join(format!("examples/numpy/{example}.txt")))
                .unwrap();
        let source =
            std::fs::read_to_string(repository().join(format!("examples/{example}.toy"))).unwrap();
        for flags in ENGINES {
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

/// The files of the weights of `examples/digits`.
const WEIGHTS: [&str; 4] = ["w1.npy", "b1.npy", "w2.npy", "b2.npy"];

/// Runs a program of `examples/digits` in a folder, and returns its output.
fn run_in(folder: &Path, flags: &[&str], program: &str) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_toyc"))
        .args(flags)
        .arg(format!("examples/digits/{program}"))
        .current_dir(folder)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success() && errors.is_empty(), "{program} {flags:?}: {errors}");
    String::from_utf8(run.stdout).unwrap()
}

/// Lines of words and numbers, without the spaces at the ends and the `.0` of Python's numbers.
fn lines(text: &str) -> Vec<String> {
    let shown = |word: &str| word.parse::<f64>().map_or(word.to_owned(), |n| n.to_string());
    let line = |line: &str| line.split_whitespace().map(shown).collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect()
}

fn expected_lines(example: &str) -> Vec<String> {
    let file = repository().join(format!("examples/numpy/{example}.txt"));
    lines(&std::fs::read_to_string(file).unwrap())
}

/// A folder with the programs of `examples/digits` and without weights. Training takes this many
/// steps.
fn untrained(steps: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let copies = folder.path().join("examples/digits");
    std::fs::create_dir_all(&copies).unwrap();
    for file in ["pictures.toy", "train.toy"] {
        let text =
            std::fs::read_to_string(repository().join("examples/digits").join(file)).unwrap();
        assert!(file != "train.toy" || text.contains("steps = 400;"));
        let text = text.replace("steps = 400;", &format!("steps = {steps};"));
        std::fs::write(copies.join(file), text).unwrap();
    }
    folder
}

#[test]
fn digits_are_read_in_8_bits_as_numpy_computes() {
    let expected = expected_lines("digits_classify");
    for flags in ENGINES {
        let found = lines(&run_in(&repository(), flags, "classify.toy"));
        assert_eq!(found, expected, "{flags:?}");
    }
    let accuracy = |bits: &str| -> f64 {
        let start = format!("accuracy in {bits} bits ");
        let found = expected.iter().find_map(|line| line.strip_prefix(start.as_str()));
        found.unwrap().parse().unwrap()
    };
    assert!(accuracy("64") >= 0.95 && accuracy("64") - accuracy("8") <= 0.01);
}

#[test]
fn engines_train_the_same_weights() {
    let trained = ENGINES.iter().map(|flags| {
        let folder = untrained(10);
        let output = run_in(folder.path(), flags, "train.toy");
        let read = |file| std::fs::read(folder.path().join("examples/digits").join(file)).unwrap();
        (output, WEIGHTS.map(read))
    });
    let trained: Vec<_> = trained.collect();
    assert_eq!(lines(&trained[0].0)[0], expected_lines("digits_train")[0]);
    assert!(trained.iter().all(|run| *run == trained[0]));
}

/// The interpreter takes too long for all steps.
#[cfg(feature = "llvm")]
#[test]
fn training_gives_the_weights_of_the_repository_and_the_losses_of_numpy() {
    let folder = untrained(400);
    let found = lines(&run_in(folder.path(), &["-emit=jit"], "train.toy"));
    assert_eq!(found, expected_lines("digits_train"));
    for file in WEIGHTS {
        let [found, expected] = [folder.path(), &repository()]
            .map(|folder| std::fs::read(folder.join("examples/digits").join(file)).unwrap());
        // Version 1.0 has 10 bytes, the last two of which are the length of the header after them.
        let start = 10 + usize::from(expected[8]);
        assert_eq!(found[..start], expected[..start], "{file}");
        let numbers = |bytes: &[u8]| -> Vec<f64> {
            bytes[start..].chunks(8).map(|n| f64::from_le_bytes(n.try_into().unwrap())).collect()
        };
        // Libraries of other systems compute `exp` with other last digits.
        let is_close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-6;
        assert!(numbers(&found).iter().zip(&numbers(&expected)).all(is_close), "{file}");
    }
}
