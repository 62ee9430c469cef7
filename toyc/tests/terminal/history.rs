//! The history: recalled, searched, and preserved when the process is killed.

use std::fs;
use std::path::Path;

use crate::screen::{CTRL_D, CTRL_R, ENTER, Screen, UP};

fn kept(state: &Path) -> String {
    fs::read_to_string(state.join("toyc/history")).expect("there is a history")
}

#[test]
fn entries_are_recalled_in_the_next_session() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.enter("11 + 11").enter("def f(x) {\r  return x;\r}").keys(CTRL_D);
    assert!(screen.ends());
    assert_eq!(kept(state.path()), "11 + 11\ndef f(x) {\\n  return x;\\n}\n");
    let mut screen = Screen::start(state.path());
    // An entry of several lines is recalled whole.
    screen.keys(UP).shows(" ...   return x;\n ... }").interrupt();
    screen
        .keys(UP)
        .keys(UP)
        .keys(UP)
        .keys(UP)
        .keys(UP)
        .shows("11 + 11")
        .keys(ENTER)
        .shows("number 22");
}

#[test]
fn ctrl_r_searches() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.enter("var needle = 3").enter("1 + 1").enter("2 + 2");
    screen
        .keys(CTRL_R)
        .shows("reverse-i-search")
        .keys("need")
        .shows("': var needle = 3")
        .keys(ENTER);
    screen
        .wait_for("the prompt", |text| text.ends_with("toy>"))
        .enter("needle * 5")
        .shows("number 15");
}

#[test]
fn a_kill_loses_nothing() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    let entries: Vec<String> = (0..20).map(|i| format!("var v{i} = {i}")).collect();
    for entry in &entries {
        screen.enter(entry);
    }
    screen.kill();
    assert_eq!(kept(state.path()).lines().collect::<Vec<_>>(), entries);
    // Also a running entry.
    let file = state.path().join("long.toy");
    let mut text = String::from("def f0(x) { print(x); return x; }");
    for index in 1..=60 {
        text +=
            &format!(" def f{index}(x) {{ var y = f{}(x); return f{}(y); }}", index - 1, index - 1);
    }
    fs::write(&file, text).expect("a file");
    let mut screen = Screen::start(state.path());
    screen.enter(&format!(":load {}", file.display()));
    screen.keys("f60([[7]])").keys(ENTER).shows("7.000000\n7.000000");
    screen.kill();
    assert_eq!(kept(state.path()).lines().last(), Some("f60([[7]])"));
    let mut screen = Screen::start(state.path());
    screen.keys(UP).shows("toy> f60([[7]])");
}

#[test]
fn two_sessions_keep_one_readable_history() {
    let state = tempfile::tempdir().expect("a folder");
    let (mut one, mut other) = (Screen::start(state.path()), Screen::start(state.path()));
    let mut expected = Vec::new();
    for index in 0..10 {
        let entries = [format!("[{index}, 1]"), format!("def g{index}(x) {{\r  return x;\r}}")];
        one.enter(&entries[0]);
        other.enter(&entries[1]);
        expected.extend(entries.map(|entry| entry.replace('\r', "\\n")));
    }
    one.kill();
    other.keys(CTRL_D);
    assert!(other.ends());
    assert_eq!(kept(state.path()).lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_history_that_cannot_be_kept_is_no_hindrance() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let mut screen = Screen::start(&file);
    screen.shows("this session's history is not kept").enter("1 + 1").shows("number 2");
}
