//! The reports of a campaign about a misbehaving command, which is a deliberately wrong script.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use campaigns::process::{Limits, Sandbox, write_script};
use campaigns::targets::all;
use campaigns::{Campaign, Figures, Tools};
use pretty_assertions::assert_eq;

/// A campaign of this many programs with a `toyc` that is this script.
fn run(name: &str, script: &str, count: u64) -> (Figures, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("the folder can be made");
    let toyc = folder.join("toyc");
    write_script(&toyc, &format!("#!/bin/sh\n{script}\n")).expect("the script can be written");
    let limits = Limits { time: Duration::from_secs(2), ..Limits::default() };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let tools = Tools { opt: toyc.clone(), toyc, llvm: folder.clone(), root, limits };
    let campaign = Campaign {
        seed: 1000,
        count,
        time: Duration::from_secs(600),
        jobs: 2,
        finds: folder.join("finds"),
        // A hang is reduced as slowly as it hangs.
        reduces: name != "hang",
        limits,
    };
    let targets = all(&tools);
    let target =
        targets.iter().find(|target| target.name() == "toy-harsh").expect("there is such a target");
    (campaign.run(target.as_ref(), &|_| ()).expect("the campaign runs"), folder.join("finds"))
}

/// The class of the only find, the reduced program and the report.
fn only(figures: &Figures, finds: &Path) -> (String, String, String) {
    assert_eq!(figures.finds.len(), 1, "{figures:?}");
    let (class, (seed, _)) = figures.finds.first_key_value().expect("there is one");
    let folder = finds.join(format!("toy-harsh-{seed}"));
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("the file is there");
    (class.clone(), read("reduced-program.toy"), read("report.txt"))
}

#[test]
fn a_panic_is_reduced_and_kept_with_its_command() {
    // Comments do not count, those of other languages neither: one is one token of many words.
    let script = "if sed 's/#.*//; s,//.*,,' \"$2\" | grep -q transpose; then\n\
                  printf \"thread 'main' panicked at a.rs:7:1:\\nindex 3\\n\" >&2; exit 101\nfi\n\
                  echo 'error: x' >&2\nexit 1";
    let (figures, finds) = run("panics", script, 30);
    assert_eq!(figures.inputs, 30);
    let (class, reduced, report) = only(&figures, &finds);
    assert_eq!(class, "panic at a.rs:7:1: index N");
    // Of the first program that contains the word, one token is left.
    assert!(reduced.contains("transpose"), "{reduced}");
    assert_eq!(reduced.split_whitespace().count(), 1, "{reduced}");
    assert!(report.contains("make fuzz TARGET=toy-harsh SEED="), "{report}");
    assert!(report.contains("toyc check program.toy"), "{report}");
}

#[test]
fn a_signal_a_hang_and_silence_are_found() {
    let (figures, finds) = run("signal", "kill -SEGV $$", 1);
    assert_eq!(only(&figures, &finds).0, "toyc check: ended by signal 11");
    let (figures, _) = run("hang", "sleep 60", 1);
    assert_eq!(figures.finds.keys().collect::<Vec<_>>(), ["toyc check: does not end"]);
    let (figures, finds) = run("silent", "exit 1", 1);
    assert_eq!(only(&figures, &finds).0, "toyc check program.toy: fails silently");
    let (figures, finds) = run("status", "exit 77", 1);
    assert_eq!(only(&figures, &finds).0, "toyc check program.toy: status Some(77)");
}

#[test]
fn a_formatter_that_changes_the_tree_is_found() {
    // A tree is the text; formatting adds a line.
    let script = "case \"$1\" in emit) cat \"$3\";; fmt) echo '# more' >> \"$2\";; esac";
    let (figures, finds) = run("formatter", script, 1);
    assert_eq!(only(&figures, &finds).0, "fmt changes the tree");
}

#[test]
fn a_command_that_does_as_it_should_is_no_find() {
    let (figures, finds) = run("fine", "[ \"$1\" = emit ] && cat \"$3\"; exit 0", 10);
    assert!(figures.finds.is_empty(), "{figures:?}");
    assert_eq!((figures.inputs, figures.accepted), (10, 10));
    assert!(!finds.exists());
}

#[test]
fn a_command_may_take_only_so_much_memory_and_write_only_so_much() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits");
    let limits = Limits { time: Duration::from_secs(60), memory: 64, output: 1 };
    let sandbox = Sandbox::new(&folder, limits).expect("the folder can be made");
    let ran = sandbox.run("/usr/bin/head".as_ref(), &["-c", "9000000", "/dev/zero"]);
    assert!(ran.exceeds_output, "{:?}", ran.status);
    let ran =
        sandbox.run("/bin/dd".as_ref(), &["if=/dev/zero", "of=/dev/null", "bs=200M", "count=1"]);
    assert!(!ran.is_success() && ran.error_text().contains("memory"), "{}", ran.error_text());
    let ran =
        sandbox.run("/bin/dd".as_ref(), &["if=/dev/zero", "of=/dev/null", "bs=2M", "count=1"]);
    assert!(ran.is_success(), "{}", ran.error_text());
}

#[test]
fn inputs_depend_on_the_seed_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let none = PathBuf::from("none");
    let limits = Limits::default();
    let tools = Tools { toyc: none.clone(), opt: none.clone(), llvm: none, root, limits };
    let (targets, others) = (all(&tools), all(&tools));
    for (target, other) in targets.iter().zip(&others) {
        let mut inputs: Vec<Vec<u8>> = (0..8).map(|seed| target.input(seed)).collect();
        let mut again: Vec<Vec<u8>> = (0..8).rev().map(|seed| other.input(seed)).collect();
        again.reverse();
        assert!(inputs == again, "{}", target.name());
        inputs.sort();
        inputs.dedup();
        assert!(inputs.len() > 4, "{}: {}", target.name(), inputs.len());
    }
}
