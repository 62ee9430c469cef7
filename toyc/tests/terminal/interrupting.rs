//! Ctrl-C, Ctrl-D, and endless entries.

use crate::screen::{CTRL_C, CTRL_D, ENTER, Screen};

#[test]
fn ctrl_c_drops_what_is_typed() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.enter("var a = 1");
    screen.keys("var a = 2").shows("var a = 2").interrupt();
    screen.enter("a").shows("number 1");
}

#[test]
fn keys_typed_after_ctrl_c_are_kept() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.enter("var a = 1");
    // All keys arrive at once.
    screen.keys(&format!("var a = 2{CTRL_C}a + 6{ENTER}")).shows("number 7");
    screen.keys(&format!("def f(x) {{{ENTER}{CTRL_C}{CTRL_C}a + 7{ENTER}")).shows("number 8");
}

#[test]
fn ctrl_c_drops_an_entry_of_several_lines() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.keys("def f(x) {").keys(ENTER).keys("  return x;").shows("return x;").interrupt();
    screen.enter("3 + 4").shows("number 7");
    screen.enter("f(1)").shows("unknown function 'f'");
}

/// Functions that each call the previous one twice: the last one takes 2^60 times as long.
fn endless() -> String {
    let mut text = String::from("def f0(x) { print(x); return x; }");
    for index in 1..=60 {
        text +=
            &format!(" def f{index}(x) {{ var y = f{}(x); return f{}(y); }}", index - 1, index - 1);
    }
    text + "\n"
}

#[test]
fn ctrl_c_stops_what_runs() {
    let state = tempfile::tempdir().expect("a folder");
    let file = state.path().join("endless.toy");
    std::fs::write(&file, endless()).expect("a file");
    let mut screen = Screen::start(state.path());
    screen.enter("var a = 1").enter(&format!(":load {}", file.display()));
    screen.keys("var a = f60([[5]])").keys(ENTER).shows("5.000000\n5.000000\n5.000000").interrupt();
    screen.wait_for("the prompt", |text| text.contains("interrupted") && text.ends_with("toy>"));
    screen.enter("a").shows("number 1");
}

#[test]
fn ctrl_d_and_quit_leave() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.keys(CTRL_D);
    assert!(screen.ends());
    let mut screen = Screen::start(state.path());
    screen.keys(":q").keys(ENTER);
    assert!(screen.ends());
    let mut screen = Screen::start(state.path());
    screen.keys("exit").keys(ENTER);
    assert!(screen.ends());
}

#[test]
fn an_entry_that_breaks_its_process_leaves_the_session() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.enter("var a = 1");
    let file = state.path().join("endless.toy");
    std::fs::write(&file, endless()).expect("a file");
    screen.enter(&format!(":load {}", file.display()));
    screen.keys("f60([[5]])").keys(ENTER).shows("5.000000\n5.000000");
    // The process that runs the entry is the only child of the session.
    let children = format!("/proc/{0}/task/{0}/children", screen.process_id());
    let Ok(children) = std::fs::read_to_string(children) else { return };
    let child = children.split_whitespace().next().expect("the entry runs").to_owned();
    let killed = std::process::Command::new("kill").args(["-KILL", &child]).status();
    assert!(killed.expect("there is a kill").success());
    screen.wait_for("the prompt", |text| text.contains("SIGKILL") && text.ends_with("toy>"));
    screen.enter("a").shows("number 1");
}
