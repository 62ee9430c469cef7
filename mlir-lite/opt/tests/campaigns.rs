//! A share of the campaigns that run `mlir-lite-opt` and `mlir-opt`, with fixed seeds. `make fuzz` runs more.

use std::path::{Path, PathBuf};
use std::time::Duration;

use campaigns::process::Limits;
use campaigns::targets::all;
use campaigns::{Campaign, Tools};

/// The targets, and how many inputs of each.
const SHARE: [(&str, u64); 3] = [("mlir-text", 12), ("pipelines", 24), ("pass-order", 6)];

#[test]
fn nothing_is_found() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("campaigns");
    let llvm = text_test_runner::Tool::of_llvm("mlir-opt").path;
    let limits = Limits { time: Duration::from_secs(60), ..Limits::default() };
    let opt = PathBuf::from(env!("CARGO_BIN_EXE_mlir-lite-opt"));
    let tools = Tools {
        toyc: opt.clone(),
        opt,
        llvm: llvm.parent().expect("the tool is in a folder").to_owned(),
        root: Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."),
        limits,
    };
    let targets = all(&tools);
    for (name, count) in SHARE {
        let target = targets.iter().find(|target| target.name() == name).expect("there is such a target");
        let campaign = Campaign {
            seed: 0,
            count,
            time: Duration::from_secs(600),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            finds: scratch.clone(),
            reduces: false,
            limits,
        };
        let figures = campaign.run(target.as_ref(), &|_| ()).expect("the campaign runs");
        assert!(figures.finds.is_empty(), "{}see {}", figures.report(name), scratch.display());
        assert_eq!(figures.inputs, count);
        assert!(figures.accepted * 4 >= count, "{figures:?}");
    }
}
