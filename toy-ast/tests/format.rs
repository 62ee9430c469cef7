//! The formatter: its style, and that it changes no program.

mod common;

use std::path::{Path, PathBuf};

use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use pretty_assertions::assert_eq;
use toy_ast::{MAX_WIDTH, TokenClass, classify, format_source, token_ranges};

/// The formatted text; none if the text is not well formed.
fn format(text: &str) -> Option<String> {
    let sources = SourceMap::new();
    let file = sources.add("t.toy", text).unwrap();
    format_source(&file, &mut Diagnostics::new()).ok()
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let formatted = format(text).expect("a well-formed program");
    assert_eq!(formatted, expected);
    assert_unchanged(text, &formatted);
}

/// Checks that a formatted program is the same program, and that formatting is idempotent.
#[track_caller]
fn assert_unchanged(text: &str, formatted: &str) {
    let words =
        |text: &str| token_ranges(text).map(|range| text[range].to_owned()).collect::<Vec<_>>();
    assert_eq!(words(text), words(formatted));
    let comments = |text: &str| {
        let all = classify(text).into_iter().filter(|(_, class)| *class == TokenClass::Comment);
        all.map(|(range, _)| text[range].trim_end().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(comments(text), comments(formatted));
    assert_eq!(format(formatted).as_deref(), Some(formatted), "formatted again");
}

#[test]
fn assignments_and_jumps() {
    check(
        "def f(a){a=a+1;a+=not-a;a  *=2;while a<3 and not(a==2)or 0{if a{break;}else{continue;}}
for i in 0 : 10:-1*2{return[a,[1,2][0]];}}
def main(){var x=1;print(f(2)-x);}",
        "\
def f(a) {
  a = a + 1;
  a += not -a;
  a *= 2;
  while a < 3 and not (a == 2) or 0 {
    if a {
      break;
    } else {
      continue;
    }
  }
  for i in 0:10:-1 * 2 {
    return [a, [1, 2][0]];
  }
}
def main() {
  var x = 1;
  print(f(2) - x);
}
",
    );
}

#[test]
fn words_that_a_program_defines_are_names() {
    check(
        "def not(x){return-x;} def main(){var while=1;print(not (while)-not(2) );}",
        "\
def not(x) {
  return -x;
}
def main() {
  var while = 1;
  print(not(while) - not(2));
}
",
    );
}

#[test]
fn blanks_and_lines() {
    check(
        "struct P{var x;var y;};def f( a,P p ){return -a* - -p . x+(a)/transpose ( a );}\ndef \
            main( ){var a<2,3> =[ 1,-2,\n3 ,4,5,6];\
         P p={ a,{a} };f(a,p) ;return;}",
        "\
struct P {
  var x;
  var y;
};
def f(a, P p) {
  return -a * --p.x + (a) / transpose(a);
}
def main() {
  var a<2, 3> = [1, -2, 3, 4, 5, 6];
  P p = {a, {a}};
  f(a, p);
  return;
}
",
    );
}

#[test]
fn loops_conditionals_and_subscripts() {
    check(
        "def main(){var a<2>=[1,2];var s=0;for i in 0 : 2*1{s=s+a[ i ]@a[i,:]-sum ( a,axis = \
            0)[-1:2];if s<=- 1{print(s);}else if s==2 {}\
         else{print(\"x  y\");}}}",
        "\
def main() {
  var a<2>= [1, 2];
  var s = 0;
  for i in 0:2 * 1 {
    s = s + a[i] @ a[i, :] - sum(a, axis=0)[-1:2];
    if s <= -1 {
      print(s);
    } else if s == 2 {
    } else {
      print(\"x  y\");
    }
  }
}
",
    );
}

#[test]
fn operators_have_blanks_and_signs_have_none() {
    check(
        "def f(a,b){return a//b%-b**- 2** a ;}",
        "def f(a, b) {\n  return a // b % -b ** -2 ** a;\n}\n",
    );
}

#[test]
fn lists_without_brackets_have_a_space_after_each_comma() {
    check(
        "def f(a){return a,-a ,[a,1];}\ndef main(){var x,y  ,z=f(1);}",
        "def f(a) {\n  return a, -a, [a, 1];\n}\ndef main() {\n  var x, y, z = f(1);\n}\n",
    );
    check(
        "def f(a) {\n  return a, # first\n    -a;\n}\n",
        "def f(a) {\n  return a,  # first\n  -a;\n}\n",
    );
}

#[test]
fn blank_lines_are_kept_one_at_a_place() {
    check(
        "\n\n# first\n\n\n\n# second\ndef f() {\n\n\n  print(1);\n\n\n  # third\n\n  \
            print(2);\n\n}\n\n\n\ndef g() {\n\n}\n\n\n",
        "# first\n\n# second\ndef f() {\n  print(1);\n\n  # third\n\n  print(2);\n}\n\ndef g() \
            {\n}\n",
    );
}

#[test]
fn comments_stay_where_they_are() {
    check(
        "#1\ndef f(#2\na # 3\n,  # 4\nb) { # 5\n  # 6\nreturn a # 7\n+ b # 8\n; # 9\n} # 10\n# 11",
        "\
#1
def f(  #2
  a,  # 3
  # 4
  b
) {  # 5
  # 6
  return a  # 7
      + b;  # 8
  # 9
}  # 10
# 11
",
    );
}

#[test]
fn rows_stay_on_lines_of_their_own() {
    check(
        "def main() {\nvar a = [[1, 2],\n         [3, 4]];\nvar b = [[1, 2], [3, 4]];\nvar c = [1, \
            2,\n  3];\n}",
        "\
def main() {
  var a = [
    [1, 2],
    [3, 4]
  ];
  var b = [[1, 2], [3, 4]];
  var c = [1, 2, 3];
}
",
    );
}

#[test]
fn long_lines_are_broken() {
    let number = "1234567890, ".repeat(12);
    let term = " + a_rather_long_name * another_name".repeat(4);
    let argument = "some_argument_of_a_call, ".repeat(5);
    check(
        &format!(
            "def main() {{ var a = [{number}1]; print(a{term}); \
                print(f({argument}g({argument}1))); }}"
        ),
        "\
def main() {
  var a = [
    1234567890, 1234567890, 1234567890, 1234567890, 1234567890, 1234567890, 1234567890, 1234567890,
    1234567890, 1234567890, 1234567890, 1234567890, 1
  ];
  print(
    a
        + a_rather_long_name * another_name
        + a_rather_long_name * another_name
        + a_rather_long_name * another_name
        + a_rather_long_name * another_name
  );
  print(
    f(
      some_argument_of_a_call,
      some_argument_of_a_call,
      some_argument_of_a_call,
      some_argument_of_a_call,
      some_argument_of_a_call,
      g(
        some_argument_of_a_call,
        some_argument_of_a_call,
        some_argument_of_a_call,
        some_argument_of_a_call,
        some_argument_of_a_call,
        1
      )
    )
  );
}
",
    );
}

#[test]
fn what_is_no_program_is_left_alone() {
    for text in ["def main() {", "print(1);", "def main() { print(1) }"] {
        assert_eq!(format(text), None);
    }
}

#[test]
fn texts_without_tokens() {
    assert_eq!(format("").as_deref(), Some(""));
    assert_eq!(format(" \n\n ").as_deref(), Some(""));
    assert_eq!(format("\n # a \r\n\r\n\r\n # b").as_deref(), Some("# a\n\n# b\n"));
    assert_eq!(format("\u{feff}def f(){}\r\n").as_deref(), Some("def f() {\n}\n"));
}

/// The Toy programs below a folder.
fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "toy") {
            found.push(path);
        }
    }
}

#[test]
fn no_program_of_the_repository_is_changed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    programs(&root.join("examples"), &mut files);
    programs(&root.join("test"), &mut files);
    assert!(files.len() > 20);
    for file in files {
        // One of the tests is not UTF-8.
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        if let Some(formatted) = format(&text) {
            assert_unchanged(&text, &formatted);
        }
    }
}

#[test]
fn examples_are_formatted() {
    let mut files = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples"), &mut files);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable example");
        assert_eq!(format(&text), Some(text), "{}", file.display());
    }
}

#[test]
fn no_random_program_is_changed_and_all_lines_fit() {
    for seed in 0..200 {
        let text = random_programs::generate(seed).source;
        let formatted = format(&text).expect("a valid program");
        assert_unchanged(&text, &formatted);
        let squeezed = token_ranges(&text).map(|range| &text[range]).collect::<Vec<_>>().join(" ");
        let again = format(&squeezed).expect("a valid program");
        assert_unchanged(&squeezed, &again);
        let code = formatted.lines().map(|line| line.split('#').next().unwrap_or_default());
        assert!(
            code.into_iter().all(|line| line.trim_end().chars().count() <= MAX_WIDTH),
            "{formatted}"
        );
    }
}

/// Comments in every position: none is lost, and formatting is still idempotent.
#[test]
fn comments_may_stand_anywhere() {
    for seed in 0..20 {
        let text = random_programs::generate(seed).source;
        let tokens: Vec<_> = token_ranges(&text).map(|range| &text[range]).collect();
        for (every, own_line) in [(1, false), (2, true), (3, false), (7, true)] {
            let mut commented = String::new();
            for (index, token) in tokens.iter().enumerate() {
                commented += token;
                commented += match (index % every, own_line) {
                    (0, false) => " # c\n",
                    (0, true) => "\n  # c\n\n",
                    _ => " ",
                };
            }
            let formatted = format(&commented).expect("a valid program");
            assert_unchanged(&commented, &formatted);
        }
    }
}

#[test]
fn large_programs_are_formatted_in_linear_time() {
    let literal = "1, ".repeat(200_000);
    let chain = " + 1".repeat(100_000);
    let text = format!("def main() {{ print([{literal}1]); print(1{chain}); }}");
    let formatted = format(&text).expect("a valid program");
    assert!(formatted.lines().all(|line| line.len() <= MAX_WIDTH));
}
