//! Damaged modules of the tests are verified and printed without a panic.

use std::fs;
use std::path::{Path, PathBuf};

use random_ir::damage::Found;
use random_ir::read::context;
use text_test_runner::files_below;

/// The modules of the tests, of which most can be read.
fn texts() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders =
        ["mlir/corpus/valid", "mlir/opt", "mlir/transforms"].map(|folder| root.join(folder));
    let files = folders.iter().flat_map(|folder| {
        files_below(folder, &["mlir"]).expect("a folder of the repository can be read")
    });
    let parts = files.flat_map(|file| {
        let text = fs::read_to_string(&file).expect("a text");
        let parts: Vec<String> = text.split("// -----").map(str::to_owned).collect();
        parts.into_iter().map(move |part| (file.clone(), part))
    });
    parts.collect()
}

#[test]
fn modules_with_one_damage_are_verified_and_printed() {
    const THREADS: usize = 2;
    // One text in this number is damaged.
    const ONE_IN: usize = 2;
    let texts = texts();
    let parts = std::thread::scope(|scope| {
        let texts = &texts;
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| {
                scope.spawn(move || {
                    let mut found = Found::default();
                    for (file, text) in texts.iter().skip(thread * ONE_IN).step_by(THREADS * ONE_IN)
                    {
                        found.damage(&context(), &file.display().to_string(), text);
                    }
                    found
                })
            })
            .collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, Found>| {
            thread.join().expect("panics of the verifier are caught")
        };
        threads.into_iter().map(join).collect::<Vec<Found>>()
    });
    let invalid: usize = parts.iter().map(|found| found.invalid).sum();
    let panics: Vec<String> = parts.into_iter().flat_map(|found| found.panics).collect();
    assert!(invalid > 10_000, "only {invalid} are invalid");
    assert!(panics.is_empty(), "{} panics:\n{}", panics.len(), panics.join("\n"));
}
