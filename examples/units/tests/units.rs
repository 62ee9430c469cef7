//! Programs with units: read, rejected, simplified and lowered.

use pretty_assertions::assert_eq;
use std::io::Write;
use std::process::{Command, Stdio};

const TRIP: &str = "module {
  func @trip(%arg0: !units.quantity<mi>, %arg1: f64) -> !units.quantity<m> {
    %0 = units.convert %arg0 : !units.quantity<mi> to !units.quantity<ft>
    %1 = units.convert %0 : !units.quantity<ft> to !units.quantity<m>
    %2 = units.constant 1.000000e+02 : !units.quantity<ft>
    %3 = units.convert %2 : !units.quantity<ft> to !units.quantity<m>
    %4 = units.constant 5.000000e-01 : !units.quantity<m>
    %5 = units.add %3, %4 : !units.quantity<m>
    %6 = units.add %1, %5 : !units.quantity<m>
    %7 = units.scale %6 by %arg1 : !units.quantity<m>
    return %7 : !units.quantity<m>
  }
}
";

/// What `units-opt` prints and reports.
fn units_opt(arguments: &[&str], input: &str) -> (String, String) {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_units-opt"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("units-opt starts");
    tool.stdin.take().expect("piped").write_all(input.as_bytes()).expect("units-opt reads");
    let output = tool.wait_with_output().expect("units-opt ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn programs_are_read_and_printed() {
    assert_eq!(units_opt(&[], TRIP), (TRIP.into(), String::new()));
}

#[test]
fn lengths_are_no_times() {
    let program = "func @f(%a: !units.quantity<m>) {
  %0 = units.convert %a : !units.quantity<m> to !units.quantity<h>
  return
}";
    let (_, errors) = units_opt(&[], program);
    assert!(errors.contains("2:8: error: 'units.convert' op cannot convert 'm' to 'h'"), "{errors}");
    let (_, errors) = units_opt(&[], "func private @f(!units.quantity<kg>)");
    assert!(errors.contains("expected one of m, ft, mi, s, h, found 'kg'"), "{errors}");
}

#[test]
fn what_is_known_is_computed() {
    let (canonical, _) = units_opt(&["--canonicalize"], TRIP);
    let expected = "module {
  func @trip(%arg0: !units.quantity<mi>, %arg1: f64) -> !units.quantity<m> {
    %0 = units.constant 3.098000e+01 : !units.quantity<m>
    %1 = units.convert %arg0 : !units.quantity<mi> to !units.quantity<m>
    %2 = units.add %1, %0 : !units.quantity<m>
    %3 = units.scale %2 by %arg1 : !units.quantity<m>
    return %3 : !units.quantity<m>
  }
}
";
    assert_eq!(canonical, expected);
}

#[test]
fn quantities_become_numbers() {
    let (lowered, _) = units_opt(&["--canonicalize", "--units-to-std"], TRIP);
    let expected = "module {
  func @trip(%arg0: f64, %arg1: f64) -> f64 {
    %cst = constant 3.098000e+01 : f64
    %cst_0 = constant 1.609344e+03 : f64
    %0 = mulf %arg0, %cst_0 : f64
    %1 = addf %0, %cst : f64
    %2 = mulf %1, %arg1 : f64
    return %2 : f64
  }
}
";
    assert_eq!(lowered, expected);
}

#[test]
fn the_dialect_is_documented() {
    let (page, _) = units_opt(&["--dialect-doc=units"], "");
    assert!(
        page.contains("### `units.convert` (ConvertOp)\n\n_The same quantity in another unit_"),
        "{page}"
    );
    assert!(page.contains("| Foot | `1` | ft |"), "{page}");
}
