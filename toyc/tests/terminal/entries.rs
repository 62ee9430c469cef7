//! The entries that are kept, and the messages about them: the screen, word for word.

use crate::screen::{ENTER, Screen};

/// The screen below the greeting.
fn session(screen: &Screen) -> String {
    let text = screen.text();
    text.split_once("leaves\n").expect("the greeting").1.to_owned()
}

fn plain(state: &std::path::Path) -> Screen {
    Screen::start_with(state, &[("NO_COLOR", "1")])
}

/// A paste with a mistake keeps the definitions that are right, and reports the rest.
#[test]
fn of_a_paste_what_is_right_is_kept() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = plain(state.path());
    screen.keys("\x1b[200~def one() { return 1; }\rdef two() { return on(); }\rtwo()\x1b[201~");
    screen.keys(ENTER).wait_for("the prompt", |text| text.ends_with("else\ntoy>"));
    screen.enter("one()").shows("number 1");
    assert_eq!(
        session(&screen),
        "toy> def one() { return 1; }
 ... def two() { return on(); }
 ... two()
error[T0028]: unknown function 'on'
   ╭─[ <repl:1>:2:20 ]
   │
 2 │ def two() { return on(); }
   │                    ─┬
   │                     ╰── no function of this name
   │
   │ Help: did you mean 'one'?
───╯
kept: function 'one'; nothing else
toy> one()
number 1
toy>"
    );
}

/// Also variables, and definitions on both sides of the mistake.
#[test]
fn variables_of_a_paste_are_kept() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = plain(state.path());
    screen.keys(
        "\x1b[200~var k = 3\rdef bad(q) { return q + nothing; }\rdef good(q) { return q * 2; }\r\
         var m = good(k)\rvar n = bad(1)\rvar o = n\x1b[201~",
    );
    screen.keys(ENTER).wait_for("the prompt", |text| text.ends_with("else\ntoy>"));
    screen.shows("kept: variable 'k', function 'good', variable 'm'; nothing else");
    screen.enter("m").shows("number 6").enter(":undo").enter("k").shows("unknown variable 'k'");
}

#[test]
fn neither_a_q_nor_a_byte_that_is_not_utf8_ends_the_session() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = plain(state.path());
    screen.enter("var keep = 17").enter("q").shows("`:quit`, `exit` or Ctrl-D leaves");
    screen.bytes(b"print(\xe9)").shows("error: the entry is not UTF-8, and was dropped");
    screen.keys(ENTER).enter("keep").shows("number 17");
}

#[test]
fn a_killed_session_is_restored() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = plain(state.path());
    screen.enter("var a = [1, 2]").enter("def f(x) { return x + a; }").enter("a[0] = 5");
    screen.enter("print(a)").enter("f(1)").enter("nonsense(1)");
    screen.kill();
    let mut screen = plain(state.path());
    screen.shows("`:restore` brings its 4 entries back").enter(":restore");
    screen.shows("restored 4 of 4 entries").enter("_ + f(0)").shows("tensor<2> [11  5]");
    // Leaving the prompt ends the session.
    screen.keys(crate::screen::CTRL_D);
    assert!(screen.ends());
    let mut screen = plain(state.path());
    screen.enter(":restore").shows("there is nothing to restore");
}

#[test]
fn undo_is_about_definitions_and_not_about_displays() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = plain(state.path());
    screen.enter("var a = 1").enter("var a = 2").enter("a").enter("print(a)").enter(":undo");
    screen.enter("a").enter(":undo").enter("a");
    assert_eq!(
        session(&screen),
        "toy> var a = 1
toy> var a = 2
toy> a
number 2
toy> print(a)
2.000000
toy> :undo
as before: variable 'a'
toy> a
number 1
toy> :undo
as before: variable 'a'
toy> a
error[T0027] in column 1: unknown variable 'a'
toy>"
    );
}

#[test]
fn functions_call_later_ones_and_hide_names_of_the_session() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = plain(state.path());
    screen.enter("def f(x) { return g(x) + 1 }").enter("def g(x) { var y = x * 2; return y }");
    screen
        .enter("f(3)")
        .enter("var y = 50")
        .enter("f(y)")
        .enter("def y(x) { return x }")
        .enter("y");
    assert_eq!(
        session(&screen),
        "toy> def f(x) { return g(x) + 1 }
warning[T0028] in column 19: unknown function 'g'
help: define it: `def g(...) { ... }`
toy> def g(x) { var y = x * 2; return y }
toy> f(3)
number 7
toy> var y = 50
toy> f(y)
number 101
toy> def y(x) { return x }
toy> y
number 50
toy>"
    );
}

#[test]
fn questions_tables_and_words_of_others_are_answered() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = plain(state.path());
    screen.enter("var long_name = [[1.5, -2], [10, 0.25]]").enter("long_name").enter("var n = 3");
    screen.enter(":vars").enter("# twice").enter("def twice(x) { return x + x }").enter("?twice");
    screen.enter("import numpy as np").enter("import math").enter("len n").enter("let x = 1");
    assert_eq!(
        session(&screen),
        "toy> var long_name = [[1.5, -2], [10, 0.25]]
toy> long_name
tensor<2x2>
[[ 1.5  -2.  ]
 [10.    0.25]]
toy> var n = 3
toy> :vars
_          tensor<2x2>
long_name  tensor<2x2>
n          number       3
toy> # twice
toy> def twice(x) { return x + x }
toy> ?twice
def twice(x) { return x + x; }
toy> import numpy as np
error[T0004] in column 1: unexpected name `import`
help: builtin functions need no import; `import \"file.toy\";` takes in the definitions of a file
toy> import math
error[T0004] in column 1: unexpected name `import`
help: builtin functions need no import; `import \"file.toy\";` takes in the definitions of a file
toy> len n
error[T0004] in column 5: unexpected name `n`
help: a call is written `len(n)`, and a struct gets a value: `len n = {...};`
toy> let x = 1
error[T0029] in column 1: unknown struct 'let'
help: a variable is defined by `var name = ...;`
toy>"
    );
}

/// By default, the prompt optimises where it pays; `:opt on` always does.
#[test]
fn optimisation_is_on_where_it_pays() {
    let state = tempfile::tempdir().expect("a folder");
    let mut screen = plain(state.path());
    screen.enter(":opt").enter(":opt on").enter(":opt").enter("[1, 2] * 3");
    assert_eq!(
        session(&screen),
        "toy> :opt
code is optimised where it pays (level auto)
toy> :opt on
toy> :opt
code is optimised (level 2)
toy> [1, 2] * 3
tensor<2> [3 6]
toy>"
    );
}
