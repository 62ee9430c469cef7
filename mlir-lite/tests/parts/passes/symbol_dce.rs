//! Which symbols stay.

use crate::support::run_pass;
use mlir_lite::transforms::symbol_dce::SymbolDcePass;
use pretty_assertions::assert_eq;

#[test]
fn what_is_reached_from_public_symbols_stays() {
    assert_eq!(
        run_pass(
            &SymbolDcePass,
            "
                func @main() {
                  call @used() : () -> ()
                  return
                }
                func private @used() {
                  %f = constant @value : () -> ()
                  \"t.x\"() {list = [{deep = @in_attribute}]} : () -> ()
                  return
                }
                func private @value()
                func private @in_attribute()
                func private @ping() {
                  call @pong() : () -> ()
                  return
                }
                func private @pong() {
                  call @ping() : () -> ()
                  return
                }
                func private @declared()
                func @library()"
        ),
        "\
module {
  func @main() {
    call @used() : () -> ()
    return
  }
  func private @used() {
    %f = constant @value : () -> ()
    \"t.x\"() {list = [{deep = @in_attribute}]} : () -> ()
    return
  }
  func private @value()
  func private @in_attribute()
  func @library()
}"
    );
}
