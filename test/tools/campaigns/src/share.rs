//! A share of the campaigns, for tests: a few inputs of some targets, with fixed seeds.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::campaign::Campaign;
use crate::process::Limits;
use crate::target::Tools;
use crate::targets::all;

/// The tools of a test: the program of its package in place of both of ours, and LLVM's.
pub fn tools_of_test(program: &str, root: PathBuf) -> Tools {
    let llvm = text_test_runner::Tool::of_llvm("mlir-opt").path;
    Tools {
        toyc: program.into(),
        opt: program.into(),
        llvm: llvm.parent().expect("the tool is in a folder").to_owned(),
        root,
        limits: Limits { time: Duration::from_secs(60), ..Limits::default() },
    }
}

/// Runs the first inputs of these targets.
///
/// # Panics
/// If something is found, or fewer than one in `accepted_of` inputs are accepted: inputs that are
/// rejected at once test little.
pub fn assert_nothing_is_found(
    tools: &Tools,
    share: &[(&str, u64)],
    accepted_of: u64,
    finds: &Path,
) {
    let targets = all(tools);
    for &(name, count) in share {
        let target =
            targets.iter().find(|target| target.name() == name).expect("there is such a target");
        let campaign = Campaign {
            seed: 0,
            count,
            time: Duration::from_secs(600),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            finds: finds.to_owned(),
            reduces: false,
            limits: tools.limits,
        };
        let figures = campaign.run(target.as_ref(), &|_| ()).expect("the campaign runs");
        assert!(figures.finds.is_empty(), "{}see {}", figures.report(name), finds.display());
        assert_eq!(figures.inputs, count);
        assert!(figures.accepted * accepted_of >= count, "{figures:?}");
    }
}
