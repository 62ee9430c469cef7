//! The Toy compiler's command line: see the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    toyc::with_enough_stack(|| toyc::run(std::env::args_os()))
}
