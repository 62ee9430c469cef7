//! Typing an entry: editing, completion, several lines, colours, hints.

use crate::screen::{BACKSPACE, CTRL_A, CTRL_W, DOWN, ENTER, LEFT, RIGHT, Screen, TAB, UP};

#[test]
fn entries_are_edited_and_run() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.keys("1 + 4").keys(LEFT).keys("3").keys(ENTER).shows("number 35");
    screen.keys("2 * 3").keys(CTRL_A).keys("10 + ").keys(ENTER).shows("number 16");
    screen.keys("7 + wrong").keys(CTRL_W).keys("8").keys(ENTER).shows("number 15");
    screen.enter("var a = [1, 2]").enter("a * a").shows("tensor<2> [1 4]");
    screen.enter("print(a)").shows("\n1.000000 2.000000\n");
}

#[test]
fn brackets_that_are_open_go_on_in_the_next_line() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen
        .keys("def twice(x) {")
        .keys(ENTER)
        .keys("  return x + x;")
        .keys(ENTER)
        .keys("}")
        .keys(ENTER);
    screen.wait_for("the function", |text| text.ends_with("}\ntoy>"));
    screen.enter("twice([1,\r2])").shows("tensor<2> [2 4]");
    // A mistake before the last bracket does not end the entry, nor does a blank line; two do.
    screen.enter("def half(x) {\r  var y = x / 2\r\r  return y\r}").enter("half(6)");
    screen.shows("number 3").enter("half(\r\r").shows("the entry is not finished");
}

#[test]
fn tab_completes() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.enter("struct Point { var first; var second; }").enter("Point point = {1, 2}");
    screen.keys("trans").keys(TAB).shows("toy> transpose").keys("(poi").keys(TAB).shows("(point");
    screen.keys(".s").keys(TAB).shows("(point.second").keys(")").keys(ENTER).shows("number 2");
    // Several are listed.
    screen.keys("point.").keys(TAB).keys(TAB).shows("first   second\ntoy> point.").interrupt();
    screen.keys(":qu").keys(TAB).shows("toy> :quit").interrupt();
    std::fs::write(state.path().join("longname.toy"), "def loaded(x) { return x; }\n")
        .expect("a file");
    let path = state.path().join("longn").to_string_lossy().into_owned();
    screen.keys(":load ").keys(&path).keys(TAB).shows("longname.toy").keys(ENTER);
    screen.enter("loaded(4)").shows("number 4");
    screen.keys("save(\"").keys(&path).keys(TAB).shows("longname.toy").interrupt();
    screen.keys("sum([1, 2], ax").keys(TAB).shows("axis=").keys("0)").keys(ENTER).shows("number 3");
}

#[test]
fn hints_say_what_can_follow() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.enter("def area(width, height) { return width * height; }");
    screen.keys("area(").shows("area(width, height)").keys("2, 3)").keys(ENTER).shows("number 6");
    screen.keys(":und").shows(":undo").interrupt();
    // The right arrow accepts the hint from an earlier entry.
    screen.keys("ar").shows("area(2, 3)").keys(RIGHT).keys(" + 1").keys(ENTER).shows("number 7");
}

#[test]
fn entries_have_colours_and_matching_brackets() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.keys("var a = [12];").wait_for("the entry", |text| text.ends_with("[12];"));
    let plain = screen.cell_of("a =").fgcolor();
    let (keyword, number) = (screen.cell_of("var").fgcolor(), screen.cell_of("12").fgcolor());
    assert!(keyword != plain && number != plain && keyword != number);
    screen.keys(LEFT).wait_for("the cursor", |_| true);
    screen.keys(LEFT).keys("3").shows("[123];");
    screen.keys(RIGHT).shows("[123];");
    screen.keys("4").shows("[123]4;");
    assert!(!screen.cell_of("123").underline());
    // Without colours, nothing is coloured.
    let mut screen = Screen::start_with(state.path(), &[("NO_COLOR", "1")]);
    screen.keys("var b").shows("var b");
    assert_eq!(screen.cell_of("var").fgcolor(), screen.cell_of("b").fgcolor());
}

#[test]
fn the_partner_of_a_bracket_is_marked() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    // The cursor is after the closing bracket.
    screen.keys("(1 + 2)").shows("(1 + 2)");
    assert!(screen.cell_of("(1").underline());
    assert!(!screen.cell_of("1 +").underline());
    screen.keys(ENTER).shows("number 3");
    assert!(!screen.cell_of("(1").underline(), "an entry that is done has no cursor");
}

#[test]
fn errors_are_drawn_under_the_entry() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.enter("1").enter("2").enter("[1, 2] +\r[1, 2, 3]");
    screen
        .shows("<repl:3>:1:1")
        .shows("cannot combine shapes <2> and <3>")
        .shows("╭")
        .shows("this has shape <3>");
}

#[test]
fn the_error_of_an_entry_of_one_line_is_one_line() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.enter("var a = [1, 2]").enter("a + [1, 2, 3]").enter("var c = a + lenght");
    screen.enter("np.sum(a)");
    let text = screen.text();
    let (_, text) = text.split_once("toy> a +").expect("the entry is shown");
    assert_eq!(
        text,
        " [1, 2, 3]
error[T0052] in column 1: operator '+' cannot combine shapes <2> and <3>
note: from the last dimension on, sizes must be equal or one of them 1
toy> var c = a + lenght
error[T0027] in column 13: unknown variable 'lenght'
toy> np.sum(a)
error[T0096] in column 1: there is no module 'np'
help: write `sum(a)`
toy>"
    );
}

#[test]
fn lines_of_an_entry_have_a_prompt_and_are_indented() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.keys("def f(x) {").keys(ENTER).shows("toy> def f(x) {\n ...");
    assert_eq!(screen.cursor(), 7);
    for line in ["var a = [", "1,", "2", "];", "return x + sum(a)", "}"] {
        screen.keys(line).keys(ENTER);
    }
    screen.wait_for("the prompt", |text| text.ends_with("}\ntoy>"));
    screen.enter("f(1)").shows("number 4");
    let text = screen.text();
    let (_, text) = text.split_once("leaves\n").expect("the greeting");
    assert_eq!(
        text,
        "toy> def f(x) {
 ...   var a = [
 ...     1,
 ...     2
 ...   ];
 ...   return x + sum(a)
 ... }
toy> f(1)
number 4
toy>"
    );
}

#[test]
fn indentation_is_changed_and_typed() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.keys("f([[").keys(ENTER).wait_for("the line", |text| text.ends_with("\n ..."));
    assert_eq!(screen.cursor(), 7);
    screen.keys("1").shows(" ...   1").keys(BACKSPACE).keys(BACKSPACE).keys("2").shows(" ... 2");
    // Without an indentation, the line is joined with the one before.
    screen.keys(BACKSPACE).keys(BACKSPACE).keys("3").shows("toy> f([[3").interrupt();
    // Those who indent themselves see what they expect.
    screen.keys("g(").keys(ENTER).keys("    4").shows(" ...     4").interrupt();
    screen.keys("g(").keys(ENTER).keys("  4").shows(" ...   4").interrupt();
}

#[test]
fn lines_have_a_prompt_also_without_colours() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start_with(state.path(), &[("NO_COLOR", "1")]);
    screen.keys("def f(x) {").keys(ENTER).keys("return x").keys(ENTER).keys("}").keys(ENTER);
    screen.wait_for("the prompt", |text| text.ends_with("}\ntoy>"));
    screen.shows("toy> def f(x) {\n ...   return x\n ... }\ntoy>");
}

#[test]
fn pastes_have_prompts_and_wait_for_enter() {
    let state = tempfile::tempdir().expect("a folder");
    for colour in [("NO_COLOR", "1"), ("NO_COLOR", "")] {
        let mut screen = Screen::start_with(state.path(), &[colour]);
        // Terminals send ends of lines as Enter does.
        let paste = "\x1b[200~def f(x) {\r\treturn x;\r\r}\rf(41) + 1\r\x1b[201~";
        screen
            .keys(paste)
            .shows("toy> def f(x) {\n ...    return x;\n ...\n ... }\n ... f(41) + 1");
        screen.keys(ENTER).shows("number 42");
        // Pasted text within an entry becomes a part of it.
        screen.keys("f(").keys("\x1b[200~1,\r  2\x1b[201~").shows("toy> f(1,\n ...   2").keys(")");
        screen.keys(ENTER).shows("'f' takes 1 argument, found 2");
        // Of a pasted session, the entries at the prompts.
        screen.keys("\x1b[200~toy> var a = 3\rtoy> a\rnumber 3\r\x1b[201~");
        screen.shows("toy> var a = 3\n ... a").keys(ENTER).shows("number 3");
    }
}

#[test]
fn the_cursor_stays_out_of_prompts() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.keys("f(").keys(ENTER).keys("12").shows(" ...   12");
    screen.keys(CTRL_A).keys("9").shows(" ...   912").keys(CTRL_A).keys(CTRL_A).keys("8");
    screen.shows(" ... 8  912");
    // Left of the first column is the line before.
    screen.keys(CTRL_A).keys(LEFT).keys("7").shows("toy> f(7\n ... 8  912").keys(RIGHT);
    screen.keys("6").shows(" ... 68  912");
    // Up and down keep the column.
    screen.keys(UP).keys("5").shows("toy> f5(7").keys(DOWN).keys("4").shows(" ... 684  912");
    screen.keys("\x15").shows("toy> f5(7\n ...   912").keys("\x15").shows("f5(7\n ...   912");
    screen.keys(LEFT).keys("\x1b[3~").shows("toy> f5(7912").interrupt();
}

#[test]
fn long_replies_are_shown_in_a_pager() {
    let state = tempfile::tempdir().expect("a folder");
    let pager = &[("PAGER", "sed -n '2s/^/paged: /p'")];
    let mut screen = Screen::start_with(state.path(), pager);
    screen.enter("ones(60, 2)").shows("toy> ones(60, 2)\npaged: [").enter("ones(2, 2)");
    assert_eq!(screen.text().matches("paged").count(), 1);
    let whole = |text: &str| text.ends_with(" [1 1]]\ntoy>") && !text.contains("paged");
    screen.enter(":set pager off").keys("ones(60, 2)").keys(ENTER).wait_for("60 rows", whole);
    // A pager that is not there is no hindrance.
    let mut screen = Screen::start_with(state.path(), &[("PAGER", "no-such-pager")]);
    screen.keys("ones(60, 2)").keys(ENTER).wait_for("60 rows", whole);
}

#[test]
fn the_cursor_is_after_the_prompt() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = Screen::start(state.path());
    screen.keys("ab").shows("toy> ab");
    assert_eq!(screen.cursor(), 7);
}

#[test]
fn the_last_entry_is_edited_in_an_editor() {
    let state = tempfile::tempdir().expect("a folder");
    let editor = state.path().join("editor");
    std::fs::write(&editor, "#!/bin/sh\nsed -i 's/1/41/' \"$1\"\n").expect("a file");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&editor, mode).expect("an editor");
    let editor = editor.to_string_lossy().into_owned();
    let mut screen = Screen::start_with(state.path(), &[("EDITOR", &editor), ("VISUAL", "")]);
    screen.enter("1 + 1").enter(":edit").shows("number 42");
    screen.enter("def f(x) { return x + 1; }").enter(":edit f").enter("f(1)");
    screen
        .shows("number 42\ntoy> def")
        .wait_for("the new function", |text| text.ends_with("number 42\ntoy>"));
}
