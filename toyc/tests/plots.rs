//! Pictures that programs write: the same bytes by machine code, by the interpreter, and by
//! executables, whose function is written in C.
#![cfg(feature = "llvm")]

use std::path::Path;
use std::process::Command;

use pretty_assertions::assert_eq;

const TOYC: &str = env!("CARGO_BIN_EXE_toyc");

/// Pictures of each kind, with numbers of all sizes, and some that are not finite.
const PROGRAM: &str = r#"
def main() {
  var x = random(1, 50);
  var y = (random(2, 50) - 0.5) * 10 ** (iota(50) - 25);
  var odd = concat([nan, inf, -inf, 0, -0.0], random(3, 45) ** 20);
  plot("0.svg", x, y, odd, title="a < b & c", labels="y, odd");
  plot("1.svg", x, y, odd, kind="scatter, line", xlabel="x", ylabel="y");
  plot("2.svg", x * 1e-300, y * 1e300, kind="scatter");
  plot("3.svg", concat(y, odd), kind="hist");
  plot("4.svg", random(4, 30000) + random(5, 30000), kind="hist");
  plot("5.svg", outer(x, odd), kind="image");
  plot("6.svg", reshape(random(6, 60000), 200, 300) < 0.3, kind="image");
  plot("7.svg", [nan, inf]);
  plot("8.svg", i64([3, 1, 2]), kind="line");
  plot("9.svg", reshape(random(7, 24), 2, 3, 4) * 123456);
  plot("10.svg", 5, kind="hist");
  plot("11.svg", [1e15, 1e15 + 1]);
  plot("12.svg", random(8, 9) * 5e-324, kind="image");
  plot("13.svg", [179769e303, -179769e303], [179769e303, 0]);
}
"#;

const PICTURES: usize = 14;

/// The pictures that a command writes in its folder.
fn pictures(folder: &Path, command: &mut Command) -> Vec<String> {
    let output = command.current_dir(folder).output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}");
    let files = (0..PICTURES).map(|number| folder.join(format!("{number}.svg")));
    files.map(|file| std::fs::read_to_string(file).expect("a picture")).collect()
}

#[test]
fn all_engines_write_the_same_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.toy"), PROGRAM).expect("a program");
    let mut compiler = Command::new(TOYC);
    compiler.args(["-emit=exe", "-o", "program", "a.toy"]).current_dir(folder.path());
    assert!(compiler.status().expect("toyc starts").success());
    let expected = pictures(folder.path(), Command::new(TOYC).arg("a.toy"));
    let interpreted = pictures(folder.path(), Command::new(TOYC).args(["-emit=interp", "a.toy"]));
    assert_eq!(interpreted, expected);
    let written = pictures(folder.path(), &mut Command::new(folder.path().join("program")));
    for (number, (found, expected)) in written.iter().zip(&expected).enumerate() {
        assert_eq!(found, expected, "{number}.svg");
    }
    for picture in expected {
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        assert!(!picture.contains("nan") && !picture.contains("NaN") && !picture.contains("inf"));
    }
}
